"""`regolith effect`: what it causes to be dealt a card."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import polars as pl
import typer
from rich.console import Console

from regolith import envs
from regolith.benchmarks import effect
from regolith.benchmarks.effect_report import effect_answer, effect_sections, write_effect_report
from regolith.benchmarks.tables import EFFECT_SCHEMA
from regolith.cli.arguments import INTERRUPTED, at_least_one, deal_count, deal_numbers, folder, split_rest
from regolith.cli.progress import counting, say_where, warn
from regolith.cli.saving import save
from regolith.cli.terminal import say, show
from regolith.envs.core.errors import RegolithError


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    every: Annotated[bool, typer.Option("--all", help="rank all cards that these options deal")] = False,
    mc: Annotated[
        int, typer.Option(help="money that a third game of each deal gives the seat, for the fair price")
    ] = 10,
    agent: Annotated[str, typer.Option(help="agent spec, in all seats")] = "greedy",
    deals: Annotated[int, typer.Option(help="deals, each played as it is and with every card")] = 1000,
    seed: Annotated[int, typer.Option(help="number of the first deal")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="folder for results and report; an interrupted run there is resumed")
    ] = None,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
) -> None:
    """Play the same deals as they are and with a card in a seat's opening hand, and tell what it changes: lead, win share, fair price.

    Cards are named after the game, each in quotes: projects, corporations, preludes. Without any the effect of starting money is told.
    """
    options, names = split_rest(game, context.args)
    chosen = envs.game(game, **options)
    if every and names:
        raise RegolithError(f"--all and {names[0]!r}: name cards or rank all of them")
    at_least_one("--workers", workers)
    cards = effect.every_card(chosen) if every else effect.named(chosen, names)
    effects = effect.Effects(chosen, agent, cards, mc, deal_count(deals), deal_numbers(seed, deals))
    known = None if out is None else effects.known_rows(folder(out) / "games.parquet")
    with counting(Console(stderr=True), "games", len(effects.worlds()) * deals, out, EFFECT_SCHEMA) as progress:
        rows = effect.measure(effects, workers, known, progress)
    _tell(effects, rows, out)


def _tell(effects: effect.Effects, rows: pl.DataFrame, out: Path | None) -> None:
    """Save the report, then show it; a run that was interrupted ends as such."""
    console, line = Console(), shlex.join(["regolith", *sys.argv[1:]])
    done, wanted = effects.done(rows), len(effects.worlds()) * effects.deals
    try:
        if out is not None:
            save(out, lambda place: write_effect_report(place, effects, rows, line))
    finally:
        if done < wanted:
            warn(console, f"interrupted: {done} of {wanted} games were played")
        for sentence in effect_answer(effects, rows):
            say(console, sentence)
        for section in effect_sections(effects, rows):
            show(console, section)
        if effects.game.options.caveat:
            say(console, effects.game.options.caveat, style="yellow")
    if out is not None:
        say_where(console, out, "report.md", "games.parquet")
    if done < wanted:
        sys.exit(INTERRUPTED)
