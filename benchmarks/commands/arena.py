"""`regolith arena`: agents meet in a rated tournament."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from regolith import envs
from regolith.benchmarks import arena
from regolith.benchmarks.commands.arguments import at_least_one, not_negative, split_rest
from regolith.benchmarks.commands.progress import counting
from regolith.benchmarks.report import print_arena, write_arena_report
from regolith.benchmarks.tables import ARENA_SCHEMA


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    agents: Annotated[
        list[str], typer.Option("--agents", help="agent specs, e.g. --agents random greedy mcts:simulations=100")
    ],
    deals: Annotated[int, typer.Option(help="deals per group of agents; each is played in all seat rotations")] = 50,
    seed: Annotated[int, typer.Option(help="number of the first deal")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="folder for results, report and plot; an interrupted run there is resumed")
    ] = None,
    replays: Annotated[bool, typer.Option(help="also write a replay of every game into the out folder")] = False,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
    ray: Annotated[str | None, typer.Option(help="address of a Ray cluster ('local' starts one here)")] = None,
) -> None:
    """Hold a tournament: every group of agents, the same deals for all, every deal in all seat rotations."""
    options, more = split_rest(game, context.args)
    tournament = arena.Tournament(
        envs.game(game, **options), (*agents, *more), at_least_one("--deals", deals), not_negative("--seed", seed)
    )
    at_least_one("--workers", workers)
    known = None if out is None else arena.known_rows(out / "games.parquet", tournament)
    folder = out / "replays" if replays and out is not None else None
    console = Console()
    with counting(Console(stderr=True), "games", tournament.games(), out, ARENA_SCHEMA) as progress:
        rows = arena.hold(tournament, workers, known, folder, ray, progress)
    if len(rows) < tournament.games() * tournament.game.players:
        console.print(
            f"[yellow]interrupted: {len(rows) // tournament.game.players} of {tournament.games()} games were played[/]"
        )
    print_arena(console, rows)
    if out is not None:
        write_arena_report(out, rows, shlex.join(["regolith", *sys.argv[1:]]))
        console.print(f"report: {out / 'report.md'}   data: {out / 'games.parquet'}   plot: {out / 'ratings.png'}")
