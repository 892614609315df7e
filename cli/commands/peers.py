"""`regolith peers`."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from regolith import envs
from regolith.benchmarks.peers import PEERS, compare
from regolith.benchmarks.warmup import warm_up
from regolith.cli.arguments import at_least_one, split_rest
from regolith.envs.core.errors import RegolithError


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of our game")],
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
    seconds: Annotated[float, typer.Option(help="length of a round for each suite")] = 1.0,
    rounds: Annotated[int, typer.Option(help="rounds; the best one counts")] = 3,
) -> None:
    """Measure random play against other suites of board games that are installed."""
    options, words = split_rest(game, context.args)
    if words:
        raise RegolithError(f"unexpected {words[0]!r}")
    if seconds <= 0:
        raise RegolithError(f"--seconds must be above 0, not {seconds:g}")
    at_least_one("--rounds", rounds)
    chosen = envs.game(game, **options)
    warm_up(chosen.spec.name)
    rates = compare(chosen, seconds, rounds)
    if as_json:
        print(json.dumps({rate.name: rate.decisions for rate in rates}))
        return
    table = Table(title="random legal play, decisions per second, one core")
    for heading in ("suite", "game", "decisions/s", "ours is so many times as fast"):
        table.add_column(heading, justify="left" if heading in ("suite", "game") else "right")
    for rate in rates:
        table.add_row(rate.name, rate.what, f"{rate.decisions:,.0f}", f"{rates[0].decisions / rate.decisions:,.1f}")
    Console().print(table)
    for peer in PEERS:
        if not peer.installed:
            print(f"{peer.name} is not installed: pip install 'regolith[peers]'")
