"""`regolith optimum`: how soon each deal of a solo game can be won."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import polars as pl
import typer
from rich.console import Console

from regolith.agents.plan.ladder import Ladder
from regolith.benchmarks import optimum
from regolith.benchmarks.optimum_report import optimum_answer, optimum_sections, write_optimum_report
from regolith.benchmarks.report import MARKDOWN, PAGE, PICTURES, TABLES
from regolith.benchmarks.results import read_optimum
from regolith.benchmarks.solo import solo_game
from regolith.benchmarks.tables import OPTIMUM_SCHEMA
from regolith.cli.arguments import INTERRUPTED, at_least_one, deal_count, deal_numbers, folder, split_rest
from regolith.cli.progress import counting, say_where, warn
from regolith.cli.saving import save
from regolith.cli.terminal import say, show
from regolith.envs.core.errors import InvalidOptions

NOBODY = "nobody"


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    out: Annotated[Path, typer.Option(help="folder for results and report; an interrupted run there is resumed")],
    deals: Annotated[int, typer.Option(help="how many deals are sampled: those of so many seeds")] = 200,
    first: Annotated[int, typer.Option(help="seed of the first sampled deal")] = 0,
    every: Annotated[bool, typer.Option("--all", help="after the sample all other deals of the game")] = False,
    fair: Annotated[str, typer.Option(help=f"agent that plays the sample beside; {NOBODY}: none")] = "plan",
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
) -> None:
    """Look for the fastest win of each deal with all decks known, and for a proof where there is none; beside it plays a fair agent."""
    options, words = split_rest(game, context.args)
    if words:
        raise InvalidOptions(f"unexpected {words[0]!r}: one agent plays beside, --fair SPEC")
    ladder = Ladder(solo_game(game, options))
    at_least_one("--workers", workers)
    deal_count(deals)
    deal_numbers(first, deals)
    agent = "" if fair == NOBODY else fair
    optimum.check_fair(ladder.game, agent)
    folder(out)
    wanted = optimum.sampled(ladder, deals, first)
    wanted = optimum.every(ladder, wanted) if every else wanted
    known = read_optimum(out / "games.parquet", ladder, agent)
    with counting(Console(stderr=True), "deals", len(wanted), out, OPTIMUM_SCHEMA) as progress:
        rows = optimum.measure(ladder, wanted, agent, workers, known, progress)
    _tell(ladder, rows, out, optimum.answered(rows, wanted, agent), len(wanted))


def _tell(ladder: Ladder, rows: pl.DataFrame, out: Path, done: int, of: int) -> None:
    """Save the report, then show it; a run that was interrupted ends as such."""
    console, line = Console(), shlex.join(["regolith", *sys.argv[1:]])
    try:
        save(out, lambda place: write_optimum_report(place, rows, line, ladder.deals))
    finally:
        if done < of:
            warn(console, f"interrupted: {done:,} of {of:,} deals are done; the same command goes on")
        for sentence in optimum_answer(rows, ladder.deals):
            say(console, sentence)
        for section in optimum_sections(rows, ladder.deals):
            show(console, section)
    say_where(console, out, PAGE, MARKDOWN, "games.parquet", TABLES, PICTURES)
    if done < of:
        sys.exit(INTERRUPTED)
