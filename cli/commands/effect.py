"""`regolith effect`: what it causes to be dealt a card, or that something lies there for all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from regolith import envs
from regolith.benchmarks import effect, worlds
from regolith.benchmarks.effect_report import write_effect_report
from regolith.benchmarks.tables import EFFECT_SCHEMA
from regolith.cli.arguments import at_least_one, deal_count, deal_numbers, folder, split_rest
from regolith.cli.progress import counting
from regolith.cli.saving import save_and_show
from regolith.cli.terminal import print_effect
from regolith.envs.core.errors import RegolithError


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    every: Annotated[bool, typer.Option("--all", help="rank everything that these options deal")] = False,
    money: Annotated[
        int | None,
        typer.Option(
            "--money",
            "--mc",
            help="money that a third game of each deal gives the seat, for the fair price (default: 10 MC, 1 credit, 1 point)",
        ),
    ] = None,
    agent: Annotated[str, typer.Option(help="agent spec, in all seats")] = "greedy",
    deals: Annotated[int, typer.Option(help="deals, each played as it is and with every card")] = 1000,
    seed: Annotated[int, typer.Option(help="number of the first deal")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="folder for results and report; an interrupted run there is resumed")
    ] = None,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
) -> None:
    """Play the same deals as they are and with a card in a seat's opening hand, and tell what it changes: lead, win share, fair price.

    Things are named after the game, each in quotes: cards, or what is laid out for all (a colony tile with --colonies, a bounty)
    or a board ("Hellas"), of which length, scores and the start player's share are told. Without a name: the effect of starting money.
    """
    options, names = split_rest(game, context.args)
    chosen = envs.game(game, **options)
    if every and names:
        raise RegolithError(f"--all and {names[0]!r}: name cards or rank all of them")
    at_least_one("--workers", workers)
    measured = worlds.every_world(chosen) if every else worlds.named(chosen, names)
    effects = effect.Effects(chosen, agent, measured, money, deal_count(deals), deal_numbers(seed, deals))
    known = None if out is None else effects.known_rows(folder(out) / "games.parquet")
    with counting(Console(stderr=True), "games", len(effects.worlds()) * deals, out, EFFECT_SCHEMA) as progress:
        rows = effect.measure(effects, workers, known, progress)
    save_and_show(
        out,
        rows,
        chosen.options.caveat,
        effects.done(rows),
        len(effects.worlds()) * deals,
        lambda *given: write_effect_report(effects, *given),
        lambda *given: print_effect(effects, *given),
    )
