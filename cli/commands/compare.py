"""`regolith compare`: two variants of a game on paired deals."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from regolith.benchmarks import compare, variants
from regolith.benchmarks.compare_report import write_compare_report
from regolith.benchmarks.tables import COMPARE_SCHEMA
from regolith.cli.arguments import at_least_one, deal_count, deal_numbers, folder, split_rest
from regolith.cli.progress import counting
from regolith.cli.saving import save_and_show
from regolith.cli.terminal import print_compare
from regolith.envs.core.errors import RegolithError


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    agents: Annotated[
        list[str] | None, typer.Option("--agents", help="agent specs (default greedy, in all seats)")
    ] = None,
    deals: Annotated[int, typer.Option(help="deals that both variants play")] = 1000,
    seed: Annotated[int, typer.Option(help="number of the first deal")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="folder for results and report; an interrupted run there is resumed")
    ] = None,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
) -> None:
    """Play two variants, whose files stand after the game, on the same deals and tell what differs: length, seats, scores, decisions, wins.

    A file has [options], [cards."NAME"], [seats], deck. Options of the game hold for both where they say nothing else.
    """
    options, words = split_rest(game, context.args)
    if len(words) < 2:
        raise RegolithError(f"name two variants: regolith compare {game} A.toml B.toml")
    one, other, *more = words
    pair = (variants.read(Path(one), game, options), variants.read(Path(other), game, options))
    chosen = (*(agents or ()), *more) or ("greedy",)
    comparison = compare.Comparison(pair, chosen, deal_count(deals), deal_numbers(seed, deals))
    at_least_one("--workers", workers)
    known = None if out is None else comparison.known_rows(folder(out) / "games.parquet")
    with counting(Console(stderr=True), "games", comparison.games(), out, COMPARE_SCHEMA) as progress:
        rows = compare.hold(comparison, workers, known, progress)
    caveats = dict.fromkeys(variant.game.options.caveat for variant in pair)
    save_and_show(
        out,
        rows,
        " ".join(filter(None, caveats)),
        comparison.played(rows),
        comparison.games(),
        lambda *given: write_compare_report(comparison, *given),
        lambda *given: print_compare(comparison, *given),
    )
