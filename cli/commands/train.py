"""`regolith train`: PPO against a pool of baselines and frozen snapshots."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import TextColumn

from regolith import envs
from regolith.cli.arguments import INTERRUPTED, folder, split_rest
from regolith.cli.progress import bar
from regolith.envs.core.errors import InvalidOptions, RegolithError

if TYPE_CHECKING:
    from regolith.training.checkpoint import Evaluated
    from regolith.training.config import TrainingConfig


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    out: Annotated[Path, typer.Option(help="folder of the run: models, checkpoint, TensorBoard log")],
    steps: Annotated[int | None, typer.Option(help="decisions of the learner in all")] = None,
    minutes: Annotated[float | None, typer.Option(help="stop after so many minutes")] = None,
    resume: Annotated[bool, typer.Option(help="go on with the run in the out folder")] = False,
    seed: Annotated[int | None, typer.Option(help="seed of deals and network")] = None,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="training settings, e.g. --set learning_rate=0.0003")
    ] = None,
) -> None:
    """Train a player with MaskablePPO. The best model on held-out deals is kept as best.safetensors; play it with ppo:FILE."""
    from regolith.training.checkpoint import BEST_FILE, MODEL_FILE, load
    from regolith.training.config import TrainingConfig
    from regolith.training.ppo import Run

    options, words = split_rest(game, context.args)
    if words:
        raise InvalidOptions(f"unexpected {words[0]!r}")
    chosen = envs.game(game, **options)
    given = {"steps": steps, "minutes": minutes, "seed": seed}
    saved = load(out) if resume else None
    if saved is not None and saved.warning:
        print(f"warning: {saved.warning}", file=sys.stderr)
    base = _defaults(chosen) if saved is None else saved.head.config.model_dump()
    config = TrainingConfig.parse(base | {k: v for k, v in given.items() if v is not None} | _settings(setting or []))
    run = Run(chosen, folder(out), config, saved)
    console = Console()
    with bar(Console(stderr=True), TextColumn("{task.fields[amount]}")) as progress:
        task = progress.add_task("learning", total=1.0, amount="")

        def report(steps: int, seconds: float, evaluated: Evaluated | None) -> None:
            done, amount = nearest_limit(config, steps, seconds)
            progress.update(task, completed=done, amount=amount)
            if evaluated is not None:
                rates = ", ".join(f"{name} {rate:.3f}" for name, rate in evaluated.win_rate.items())
                kept = " (frozen into the pool)" if evaluated.promoted else ""
                share = f"{evaluated.env_share:.0%} of the time in the games"
                progress.console.print(
                    f"{evaluated.steps:>10,} decisions, {evaluated.seconds:5.0f} s: wins {rates}; {share}{kept}",
                    markup=False,
                )

        run.train(report)
    best = out / (MODEL_FILE if run.best is None else BEST_FILE)
    lines = [f"best model: {best}", f"play it as: ppo:{best}", f"log: tensorboard --logdir {out / 'tensorboard'}"]
    if run.interrupted:
        again = shlex.join(["regolith", "train", game, *context.args, "--out", str(out), "--resume"])
        lines.append(f"interrupted, everything learned is saved; go on with: {again}")
    for line in lines:
        console.print(line, soft_wrap=True, highlight=False, markup=False)
    if run.interrupted:
        sys.exit(INTERRUPTED)


def nearest_limit(config: TrainingConfig, steps: int, seconds: float) -> tuple[float, str]:
    """How much of a run is done, by the limit that will end it, and that in words. Minutes count from each start."""
    by_steps = steps / config.steps
    by_minutes = -1.0 if config.minutes is None else seconds / 60 / config.minutes
    if by_steps > by_minutes:
        return min(1.0, by_steps), f"{steps:,} of {config.steps:,} decisions"
    return min(1.0, by_minutes), f"{seconds / 60:.1f} of {config.minutes:g} minutes"


def _defaults(game: envs.Game) -> dict[str, Any]:
    """A solo win is too rare to learn from at first; how far one came is not."""
    return {"rewards": "margin"} if game.solo else {}


def _settings(pairs: list[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for pair in pairs:
        key, separator, value = pair.partition("=")
        if not separator:
            raise RegolithError(f"--set takes name=value, not {pair!r}")
        try:
            found[key] = json.loads(value)
        except (ValueError, RecursionError):
            found[key] = value
    return found
