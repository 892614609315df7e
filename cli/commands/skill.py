"""`regolith skill`: how much of a game is skill, how deep it is, and how early its winner is known."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from regolith import envs
from regolith.benchmarks import skill
from regolith.benchmarks.skill_report import write_skill_report
from regolith.benchmarks.tables import SKILL_SCHEMA
from regolith.cli.arguments import at_least_one, deal_count, deal_numbers, folder, split_rest
from regolith.cli.progress import counting
from regolith.cli.saving import save_and_show
from regolith.cli.terminal import print_skill

POOL = ("greedy", "mcts:simulations=25", "mcts:simulations=100")


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    agents: Annotated[
        list[str] | None,
        typer.Option("--agents", help=f"agent specs: the pool whose results are explained (default {' '.join(POOL)})"),
    ] = None,
    ladder: Annotated[
        str, typer.Option(help="lowest search of the ladder: its simulations are doubled")
    ] = "mcts:simulations=25",
    doublings: Annotated[int, typer.Option(help="steps of the ladder; 0: none")] = 3,
    alone: Annotated[str, typer.Option(help="agent in all seats of the games that are followed")] = "greedy",
    search: Annotated[str, typer.Option(help="agent that is asked about first decisions")] = "mcts:simulations=200",
    deals: Annotated[
        int, typer.Option(help="deals of the pool, of each step of the ladder, and of games followed")
    ] = 200,
    seed: Annotated[int, typer.Option(help="number of the first deal of the pool")] = 0,
    out: Annotated[
        Path | None, typer.Option(help="folder for results and report; an interrupted run there is resumed")
    ] = None,
    workers: Annotated[int, typer.Option(help="processes")] = os.cpu_count() or 1,
) -> None:
    """Tell skill from luck: what results owe to who plays, to the deal, the seat and chance; what doubling a search gains.

    Also how undecided a search is at the first decision, and how early the game's evaluation knows the winner.
    """
    options, more = split_rest(game, context.args)
    pool = (*(agents or ()), *more) or POOL
    chosen = envs.game(game, **options)
    at_least_one("--workers", workers)
    asked = skill.Skill(chosen, pool, ladder, doublings, alone, search, deal_count(deals), seed)
    deal_numbers(seed, skill.APART * len(asked.parts))
    known = None if out is None else asked.known_rows(folder(out) / "games.parquet")
    with counting(Console(stderr=True), "games", asked.games(), out, SKILL_SCHEMA) as progress:
        rows = skill.measure(asked, workers, known, progress)
    save_and_show(
        out,
        rows,
        chosen.options.caveat,
        asked.played(rows),
        asked.games(),
        lambda *given: write_skill_report(asked, *given),
        lambda *given: print_skill(asked, *given),
    )
