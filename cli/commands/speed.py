"""`regolith speed` and `regolith warmup`."""

from __future__ import annotations

import json
import os
import time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from regolith import envs
from regolith.benchmarks.parallel import run
from regolith.benchmarks.speed import measure
from regolith.benchmarks.warmup import warm_up_all
from regolith.cli.arguments import at_least_one, listed, split_rest
from regolith.envs.core.errors import RegolithError

MEANING = {
    "kernel": "decisions/s, random play in compiled code, mask and observation written each time",
    "kernel_no_observation": "decisions/s, the same without observations",
    "games": "complete games/s of `kernel`",
    "vector": "decisions/s through VectorEnv.step from Python, copy=False",
    "vector_copy": "the same with copy=True: what it returns may be kept",
    "aec": "decisions/s through the raw AEC env",
    "peer_connect_four_aec": "decisions/s of PettingZoo's connect_four_v3 in the same loop",
    "aec_over_peer": "times as fast as that peer",
    "clone": "copies of a state/s in compiled code",
    "mcts_simulations": "simulations/s, full random playouts from the first decision",
    "search_simulations": "simulations/s of `mcts` with its defaults, in positions of a greedy game",
    "tally_over_plain": "greedy games/s of an arena with --tally over those without: processor time, in turns",
    "deserialize_us": "microseconds: a state of the middle of a game from its bytes",
    "validation_us": "microseconds of these: checksum and check of the record",
    "threads_speedup": "throughput of two threads over one",
    "cold_compile_s": "seconds: fresh process, empty cache, all kernels of the game",
    "warm_start_s": "seconds: fresh process, full cache, to the first decision",
    "record_bytes": "bytes of a state",
    "decisions_per_game": "decisions in a random game",
}


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
    vector_games: Annotated[int, typer.Option(help="games side by side in the vector env")] = 1024,
    rounds: Annotated[int, typer.Option(help="rounds of each measurement; the best one counts")] = 5,
    figures: Annotated[
        str, typer.Option(help=f"figures to measure, with commas between: {', '.join(MEANING)}; default: all")
    ] = "",
) -> None:
    """Measure how fast a game runs here."""
    options, words = split_rest(game, context.args)
    if words:
        raise RegolithError(f"unexpected {words[0]!r}")
    chosen = envs.game(game, **options)
    at_least_one("--vector-games", vector_games)
    at_least_one("--rounds", rounds)
    wanted = listed("--figures", figures, MEANING)
    stderr = Console(stderr=True)
    with stderr.status("measuring") as status:
        found = measure(chosen, vector_games, rounds, lambda text: status.update(f"measuring: {text}"), wanted)
    if as_json:
        print(json.dumps(found))
    else:
        Console().print(_table(found))


def _table(figures: dict[str, Any]) -> Table:
    table = Table(title=f"{figures['game']} {json.dumps(figures['options'])}")
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("meaning")
    for name, meaning in MEANING.items():
        if name not in figures:
            continue
        value = figures[name]
        shown = "-" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:.2f}"
        table.add_row(name, shown, meaning)
    return table


def warmup_command(game: Annotated[str | None, typer.Argument(help="name of the game (default: all)")] = None) -> None:
    """Compile the rules ahead of their first use, several games side by side."""
    names = [game] if game else envs.games()
    for name in names:
        envs.spec(name)
    for line in run(_warmed_up, [(name,) for name in names], os.cpu_count() or 1):
        print(line)


def _warmed_up(name: str) -> str:
    started = time.perf_counter()
    compiled = warm_up_all(name)
    return f"{name}: {compiled} functions compiled in {time.perf_counter() - started:.1f} s"
