"""`regolith solo`: how often a solo mode is won."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import polars as pl
import typer
from rich.console import Console

from regolith.agents.plan.ladder import Ladder
from regolith.benchmarks import optimum, solo
from regolith.benchmarks.report import write_solo_report
from regolith.benchmarks.tables import OPTIMUM_SCHEMA, SOLO_SCHEMA
from regolith.cli.arguments import (
    at_least_one,
    deal_count,
    deal_numbers,
    folder,
    split_rest,
)
from regolith.cli.progress import counting
from regolith.cli.saving import save_and_show
from regolith.cli.terminal import print_solo


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    agent: Annotated[
        list[str] | None,
        typer.Option(
            "--agent", "--agents", help="agent specs, greedy if none is named; several are compared on the same deals"
        ),
    ] = None,
    deals: Annotated[int, typer.Option(help="how many deals each agent plays")] = 200,
    seed: Annotated[int, typer.Option(help="number of the first deal")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="folder for results and report (report.html); an interrupted run there is resumed"),
    ] = None,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
    yardstick: Annotated[
        bool, typer.Option("--yardstick", help="set agents beside the fastest win found with all decks known")
    ] = False,
    ray: Annotated[str | None, typer.Option(help="address of a Ray cluster ('local' starts one here)")] = None,
) -> None:
    """Play the solo mode and report win rates, and what was missing in lost games."""
    options, more = split_rest(game, context.args)
    chosen = solo.solo_game(game, options)
    agents = [*(agent or ()), *more] or ["greedy"]
    at_least_one("--workers", workers)
    deal_count(deals)
    deal_numbers(seed, deals)
    solo.check_agents(chosen, agents)
    ladder = Ladder(chosen) if yardstick else None
    known = None if out is None else solo.known_rows(folder(out) / "games.parquet", chosen, agents)
    with counting(Console(stderr=True), "games", deals * len(agents), out, SOLO_SCHEMA) as progress:
        rows = solo.measure(chosen, agents, deals, seed, workers, known, ray, progress)
    best = None
    if ladder is not None:
        with counting(Console(stderr=True), "yardstick", deals, None, OPTIMUM_SCHEMA) as progress:
            best = optimum.yardstick(ladder, deals, seed, workers, progress)
    played = len(rows.filter(pl.col("deal").is_between(seed, seed + deals - 1)))
    games, caveat = deals * len(agents), chosen.options.caveat
    save_and_show(
        out,
        rows,
        caveat,
        played,
        games,
        lambda folder, frame, line, caveat: write_solo_report(folder, frame, line, caveat, best),
        lambda console, frame, caveat: print_solo(console, frame, caveat, best),
    )
