"""Training runs that are killed: `python -m` this with a folder and a list of deaths, as JSON, one run for each.

The process imports everything once and forks a run for each death, so that many can be afforded. A death is the number of a
call that writes (nothing of it happens any more), or a time in seconds. What each run had saved for sure, and what
became of it afterwards, is a line of JSON.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from regolith import envs
from regolith.agents.model import Model
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game
from regolith.training import course, ppo
from regolith.training.checkpoint import BEST_FILE, MODEL_FILE, RUN_FILE, load
from regolith.training.config import TrainingConfig
from regolith.training.evaluation import Evaluation
from regolith.training.ppo import Run

GAME = "tinyforming_mars"
SETTINGS = {
    "envs": 4,
    "rollout": 16,
    "batch": 32,
    "epochs": 1,
    "hidden": (4,),
    "evaluate_every": 128,
    "evaluation_games": 40,
    "steps": 256,
}
WRITES = ("fsync", "replace", "unlink")


def in_a_process(work: Callable[[], None], after: float | None = None) -> int:
    """Do this in a process of its own, which is killed after so many seconds; the exit code."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def die_at(call: int) -> None:
    """This process is killed instead of writing for the so manieth time."""
    calls = itertools.count(1)

    def deadly(original: Callable[..., Any]) -> Callable[..., Any]:
        def write(*given: Any, **more: Any) -> Any:
            if next(calls) == call:
                os.kill(os.getpid(), signal.SIGKILL)
            return original(*given, **more)

        return write

    for name in WRITES:
        setattr(os, name, deadly(getattr(os, name)))


def train(game: Game, folder: Path, notes: Path, **changes: Any) -> None:
    """A run that wins every evaluation, saves at every rollout, and notes each save once it is done."""
    ppo.evaluate = lambda model, game, opponent, games, seed=0: Evaluation(float(games), games)
    course.SAVE_EVERY = 0.0
    saved = load(folder) if folder.is_dir() and list(folder.glob("checkpoint-*.safetensors")) else None
    run = Run(game, folder, TrainingConfig.parse({**SETTINGS, **changes}), saved)
    save = run.save

    def noted(where: Path) -> None:
        save(where)
        with notes.open("a") as file:
            file.write(f"{run.learner.num_timesteps}\n")

    run.save = noted  # type: ignore[method-assign]
    run.train()


def check(folder: Path) -> dict[str, Any]:
    """What is in a folder after the last word was spoken."""
    saved = load(folder)
    return {
        "steps": saved.head.steps,
        "warning": saved.warning,
        "evaluated": [entry.steps for entry in saved.head.history],
        "frozen": saved.head.frozen,
        "pool": sorted(Model.load(path).meta["steps"] for path in (folder / "pool").iterdir()),
        "best": Model.load(folder / BEST_FILE).meta["steps"],
        "model": Model.load(folder / MODEL_FILE).meta["steps"],
        "story": json.loads((folder / RUN_FILE).read_text())["steps"],
        "checkpoints": len(list(folder.glob("checkpoint-*"))),
        "parts": [path.name for path in folder.rglob("*.part")],
    }


def main(place: Path, deaths: list[dict[str, float]]) -> None:
    game = envs.game(GAME)
    Run(game, place / "unused", TrainingConfig.parse(SETTINGS)).vec_env.reset()  # what loads slowly is loaded once
    for number, death in enumerate(deaths):
        folder, notes = place / f"{number}", place / f"{number}.notes"
        notes.write_text("")

        def doomed(death: dict[str, float] = death, folder: Path = folder, notes: Path = notes) -> None:
            if "call" in death:
                die_at(int(death["call"]))
            train(game, folder, notes, **({} if "call" in death else {"steps": 10**9}))

        code = in_a_process(doomed, death.get("after"))
        told = {"code": code, "noted": [int(line) for line in notes.read_text().split()]}
        try:
            saved = load(folder)
            told |= {"found": saved.head.steps, "warning": saved.warning}
        except RegolithError as problem:
            told |= {"found": None, "warning": str(problem)}
        goal = (told["found"] or 0) + SETTINGS["steps"]
        again = in_a_process(lambda folder=folder, notes=notes, goal=goal: train(game, folder, notes, steps=goal))  # type: ignore[misc]
        print(json.dumps({**death, **told, "again": again, "goal": goal, "end": check(folder)}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
