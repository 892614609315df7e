"""`regolith tune`: weights of the greedy player that win more."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.progress import TextColumn

from regolith import envs
from regolith.benchmarks import parallel
from regolith.benchmarks.tuning_files import MOST_GENERATIONS
from regolith.cli.arguments import INTERRUPTED, above_zero, at_least_one, deal_count, folder, split_rest
from regolith.cli.progress import bar, say_where, warn
from regolith.cli.saving import save
from regolith.cli.terminal import say, show
from regolith.envs.core.errors import InvalidOptions, RegolithError
from regolith.envs.core.files import claimed
from regolith.envs.core.rescue import reason

if TYPE_CHECKING:
    from regolith.benchmarks.tune import Tuner

USUAL_GENERATIONS = 50
"""Unless they or the time are told."""


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    out: Annotated[Path, typer.Option(help="folder of the tuning: best.toml, report.md, and what --resume needs")],
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponents",
            help="agent specs, e.g. --opponents greedy mcts:simulations=50; by default greedy, also without the game's boxes",
        ),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(help="names of weights or of groups, with commas between them; by default all that have a say"),
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option(help="generations of candidates in all [default: 50, or what --minutes leave time for]"),
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="begin no generation after so many minutes")] = None,
    deals: Annotated[
        int | None, typer.Option(help="deals of a generation, each in all seats against every opponent [default: 20]")
    ] = None,
    candidates: Annotated[
        int | None, typer.Option(help="candidates of a generation [default: as many as CMA-ES advises]")
    ] = None,
    spread: Annotated[
        float | None,
        typer.Option(help="how far the first candidates are from the start, of each weight [default: 0.3]"),
    ] = None,
    by: Annotated[str | None, typer.Option(help="what counts: margin or win [default: margin]")] = None,
    confirm: Annotated[int, typer.Option(help="held-out deals for the best weights at the end; 0: none")] = 200,
    seed: Annotated[int | None, typer.Option(help="seed of deals and candidates [default: 0]")] = None,
    resume: Annotated[bool, typer.Option(help="go on with the tuning in the out folder")] = False,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
) -> None:
    """Tune the weights of the greedy player by CMA-ES against several opponents; best.toml is for greedy:weights=FILE."""
    from regolith.benchmarks import tune
    from regolith.benchmarks.report import MARKDOWN, PAGE, PICTURES, TABLES
    from regolith.benchmarks.tuning_files import load
    from regolith.benchmarks.tuning_report import tuning_answer, tuning_sections

    options, more = split_rest(game, context.args)
    chosen = envs.game(game, **options)
    given: dict[str, Any] = {"deals": deals, "candidates": candidates, "spread": spread, "by": by, "seed": seed}
    given["opponents"] = [*(opponents or ()), *more] or None
    if generations is None:
        generations = USUAL_GENERATIONS if minutes is None else MOST_GENERATIONS
    limits = at_least_one("--generations", generations), None if minutes is None else above_zero("--minutes", minutes)
    at_least_one("--workers", workers)
    if confirm:
        deal_count(confirm, "--confirm")
    folder(out)
    with claimed(out):
        if resume:
            head, history = load(out)
            tune.check_resumed(chosen, head, history)
            _check_unchanged(head.settings.model_dump(), given | {"weights": _names(weights) or None}, chosen)
            tuner = tune.Tuner(chosen, head, history)
        else:
            _check_empty(out)
            tuner = tune.Tuner(chosen, tune.begin(chosen, _settings(chosen, given, _names(weights))))
        confirmed, interrupted = _run(tuner, out, limits, confirm, workers)
    console = Console()
    for section in reversed(tuning_sections(tuner, confirmed)):
        show(console, section)
    say(console, tuning_answer(tuner, confirmed))
    if interrupted:
        line = ["regolith", *sys.argv[1:], *([] if resume else ["--resume"])]
        warn(console, f"interrupted; what whole generations have taught is saved; go on with: {shlex.join(line)}")
    say_where(console, out, "best.toml", PAGE, MARKDOWN, TABLES, PICTURES)
    if interrupted:
        sys.exit(INTERRUPTED)


def _run(tuner: Tuner, out: Path, limits: tuple[int, float | None], deals: int, workers: int) -> tuple[list[Any], bool]:
    """Tune, confirm, save; what was confirmed, and whether it was interrupted."""
    from regolith.benchmarks import tune
    from regolith.benchmarks.tuning_files import save as save_state
    from regolith.benchmarks.tuning_report import write_tuning

    confirmed: list[Any] = []
    interrupted = False
    line, settings = shlex.join(["regolith", *sys.argv[1:]]), tuner.head.settings
    with bar(Console(stderr=True), TextColumn("{task.fields[amount]}")) as progress:
        each = tuner.games_of_generation()
        known = limits[0] < MOST_GENERATIONS
        total = limits[0] * each if known else None
        task = progress.add_task("tuning", total=total, completed=len(tuner.history) * each, amount="")

        def told() -> None:
            of_all = f" of {limits[0]}" if known else ""
            progress.update(task, amount=f"generation {len(tuner.history)}{of_all}")

        def learned() -> None:
            told()
            try:
                save_state(out, tuner.head, tuner.history)
            except OSError as problem:
                warn(progress.console, f"saving failed: {reason(problem)}; it is tried again after the next generation")

        told()
        try:
            with parallel.team(workers) as work:
                tune.tune(tuner, *limits, work, lambda games: progress.advance(task, games), learned)
                if deals:
                    total = tune.confirmed_games(tuner.game, settings, deals)
                    task = progress.add_task("confirming", total=total, amount=f"{total} games")
                    confirmed = tune.confirm(
                        tuner.game, settings, tuner.best, deals, work, lambda games: progress.advance(task, games)
                    )
        except KeyboardInterrupt:
            interrupted = True

    def write(folder: Path) -> None:
        save_state(folder, tuner.head, tuner.history)
        write_tuning(folder, tuner, line, confirmed)

    save(out, write)
    return confirmed, interrupted


def _names(weights: str | None) -> list[str]:
    return (weights or "").replace(",", " ").split()


def _settings(game: envs.Game, given: dict[str, Any], names: list[str]) -> Any:
    from regolith.benchmarks import tune
    from regolith.benchmarks.tuning_files import Settings

    chosen = tune.chosen_weights(game, names)
    usual: dict[str, Any] = {"opponents": tune.usual_opponents(game), "candidates": tune.usual_candidates(len(chosen))}
    try:
        return Settings(weights=chosen, **usual | {name: value for name, value in given.items() if value is not None})
    except ValidationError as problem:
        first = problem.errors()[0]
        raise InvalidOptions(f"--{first['loc'][0]}: {first['msg']}, not {first['input']!r}") from None


def _check_unchanged(settings: dict[str, Any], given: dict[str, Any], game: envs.Game) -> None:
    """Raise if something is given on resuming that the tuning has decided already."""
    from regolith.benchmarks import tune

    if given["weights"] is not None:
        given["weights"] = tune.chosen_weights(game, given["weights"])
    for name, value in given.items():
        if value is not None and value != settings[name]:
            raise RegolithError(f"--{name} cannot change on resuming; it is {settings[name]}")


def _check_empty(out: Path) -> None:
    from regolith.benchmarks.tuning_files import STATE_FILE

    if (out / STATE_FILE).exists():
        raise RegolithError(f"there is a tuning in {out} already: go on with --resume, or choose another folder")
