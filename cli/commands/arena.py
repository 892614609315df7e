"""`regolith arena`: agents meet in a rated tournament."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from regolith import envs
from regolith.benchmarks import arena
from regolith.benchmarks.report import write_arena_report
from regolith.cli.arguments import (
    at_least_one,
    deal_count,
    deal_numbers,
    folder,
    split_rest,
)
from regolith.cli.progress import counting
from regolith.cli.saving import save_and_show
from regolith.cli.terminal import print_arena
from regolith.envs.core.errors import RegolithError


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agents", help="agent specs, e.g. --agents random greedy mcts:simulations=100; one alone plays all seats"
        ),
    ] = None,
    deals: Annotated[int, typer.Option(help="deals per group of agents; each is played in all seat rotations")] = 50,
    seed: Annotated[int, typer.Option(help="number of the first deal")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="folder for results and report (report.html); an interrupted run there is resumed"),
    ] = None,
    replays: Annotated[bool, typer.Option(help="also write a replay of every game into the out folder")] = False,
    tally: Annotated[
        bool, typer.Option("--tally", help="count what happens in the games: cards, goals, tiles, points by source")
    ] = False,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
    ray: Annotated[str | None, typer.Option(help="address of a Ray cluster ('local' starts one here)")] = None,
) -> None:
    """Hold a tournament: every group of agents, the same deals for all, every deal in all seat rotations.

    One agent alone plays all seats, each deal once: seats, length of games and so on, but no rating.
    With more agents at the end, or more deals, the same --out folder is added to: what was played there is not played again.
    """
    options, more = split_rest(game, context.args)
    tournament = arena.Tournament(
        envs.game(game, **options),
        (*(agents or ()), *more),
        deal_count(deals),
        deal_numbers(seed, deals),
        tallied=tally,
    )
    at_least_one("--workers", workers)
    if replays and out is None:
        raise RegolithError("--replays needs a folder to write to: --out DIR")
    known = None if out is None else arena.known_rows(folder(out) / "games.parquet", tournament)
    replay_folder = out / "replays" if replays and out is not None else None
    if replay_folder is not None:
        folder(replay_folder)
    unsaved = None
    with counting(Console(stderr=True), "games", tournament.games(), out, tournament.schema) as progress:
        try:
            rows = arena.hold(tournament, workers, known, replay_folder, ray, progress)
        except arena.Unsaved as problem:
            rows, unsaved = problem.rows, problem
    played, games, caveat = tournament.played(rows), tournament.games(), tournament.game.options.caveat
    save_and_show(out, rows, caveat, played, games, write_arena_report, print_arena, unsaved)
