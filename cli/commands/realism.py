"""`regolith realism`: games of a player beside games of people."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from regolith import envs
from regolith.benchmarks import arena, realism
from regolith.benchmarks.report import write_realism_report
from regolith.benchmarks.tables import ARENA_SCHEMA
from regolith.cli.arguments import at_least_one, deal_count, deal_numbers, folder, split_rest
from regolith.cli.progress import counting
from regolith.cli.saving import save_and_show
from regolith.cli.terminal import print_realism
from regolith.envs.core.errors import InvalidOptions


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    agent: Annotated[str, typer.Option("--agent", help="agent spec; it plays all seats")] = "greedy",
    deals: Annotated[int, typer.Option(help="how many deals are played, each once")] = 200,
    seed: Annotated[int, typer.Option(help="number of the first deal")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="folder for results and report (report.html); an interrupted run there is resumed"),
    ] = None,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
    ray: Annotated[str | None, typer.Option(help="address of a Ray cluster ('local' starts one here)")] = None,
) -> None:
    """Let an agent play itself in all seats, and set its games beside those that people have logged.

    Options of the game, such as the number of players, choose the games of people that are most like it.
    """
    options, words = split_rest(game, context.args)
    if words:
        raise InvalidOptions(f"unexpected {words[0]!r}: one agent plays all seats, --agent SPEC")
    chosen = envs.game(game, **options)
    games = realism.tournament(chosen, agent, deal_count(deals), deal_numbers(seed, deals))
    at_least_one("--workers", workers)
    known = None if out is None else realism.known_rows(folder(out) / "games.parquet", games)
    with counting(Console(stderr=True), "games", games.games(), out, ARENA_SCHEMA) as progress:
        rows = arena.hold(games, workers, known, None, ray, progress)
    save_and_show(
        out,
        rows,
        chosen.options.caveat,
        games.played(rows),
        games.games(),
        lambda *given: write_realism_report(chosen, *given),
        lambda *given: print_realism(chosen, *given),
    )
