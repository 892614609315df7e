"""`regolith train`: PPO against a pool of baselines and frozen snapshots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from regolith import envs
from regolith.benchmarks.commands.arguments import folder, split_rest
from regolith.benchmarks.commands.progress import bar
from regolith.envs.core.errors import InvalidOptions, RegolithError


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
    from regolith.training.config import TrainingConfig
    from regolith.training.ppo import BEST_FILE, Run, stored_settings

    options, words = split_rest(game, context.args)
    if words:
        raise InvalidOptions(f"unexpected {words[0]!r}")
    chosen = envs.game(game, **options)
    given = {"steps": steps, "minutes": minutes, "seed": seed}
    base = stored_settings(out) if resume else _defaults(chosen)
    config = TrainingConfig.parse(base | {k: v for k, v in given.items() if v is not None} | _settings(setting or []))
    run = Run(chosen, folder(out), config, resume)
    console = Console()
    with bar(Console(stderr=True)) as progress:
        task = progress.add_task("learning", total=config.steps)

        def report(entry: dict[str, Any]) -> None:
            progress.update(task, completed=entry["steps"])
            if "win_rate" in entry:
                rates = ", ".join(f"{name} {rate:.3f}" for name, rate in entry["win_rate"].items())
                kept = " (frozen into the pool)" if entry["promoted"] else ""
                share = f"{entry['env_share']:.0%} of the time in the games"
                progress.console.print(
                    f"{entry['steps']:>10,} decisions, {entry['seconds']:5.0f} s: wins {rates}; {share}{kept}"
                )

        run.train(report)
    for line in (
        f"best model: {out / BEST_FILE}",
        f"play it as: ppo:{out / BEST_FILE}",
        f"log: tensorboard --logdir {out / 'tensorboard'}",
    ):
        console.print(line, soft_wrap=True, highlight=False)


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
        except ValueError:
            found[key] = value
    return found
