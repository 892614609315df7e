"""How soon can each deal of a solo game be won? A ladder of beams that knows the decks, a bound that nobody can beat, and a fair player.

A deal is a number. What a run finds out of it is a row: the fastest win found, as a list of actions that the rules have confirmed, the
round before which no win is possible, and how an agent fares that knows no more than a player may.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.plan.ladder import Ladder
from regolith.benchmarks import parallel
from regolith.benchmarks.matches import Played, get_ready, play, tireless
from regolith.benchmarks.results import DIGITS
from regolith.benchmarks.tables import FOUND_BY_FAIR, NOT_PLAYED, NOT_SAMPLED, OPTIMUM_SCHEMA
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game

DEALS_PER_TASK = 16
"""At most; fewer in short runs, so that the progress bar moves."""
Row = dict[str, Any]
Wanted = tuple[int, int]
"""The number of a deal, and the seed that it was sampled with (NOT_SAMPLED: none)."""


def sampled(ladder: Ladder, deals: int, first: int = 0) -> list[Wanted]:
    """The deals of these seeds, as `game.new` deals them, each once: a fair sample of all deals."""
    found: dict[int, int] = {}
    for seed in range(first, first + deals):
        found.setdefault(ladder.number_of(seed), seed)
    return list(found.items())


def every(ladder: Ladder, sample: Sequence[Wanted]) -> list[Wanted]:
    """The sample, then all other deals by number."""
    known = dict(sample)
    return [*sample, *((number, NOT_SAMPLED) for number in range(ladder.deals.number) if number not in known)]


def check_fair(game: Game, fair: str) -> None:
    """Raise unless this agent can play beside; no name is no agent."""
    if fair:
        tireless(make_agent(fair)).check(game)


@cache
def _ladder(game_name: str, options: str) -> Ladder:
    """One for a process: its room is large."""
    return Ladder(envs.game(game_name, **json.loads(options)))


def find_task(game_name: str, options: str, run: str, fair: str, wanted: list[Wanted]) -> list[Row]:
    """What there is to find out of some deals (this runs in a worker process)."""
    ladder = _ladder(game_name, options)
    rows = [_found(ladder, run, number, seed) for number, seed in wanted]
    sample = [row for row in rows if row["seed"] != NOT_SAMPLED]
    if fair and sample:
        player = make_agent(fair)
        games = play(ladder.game, [row["seed"] for row in sample], [[player]] * len(sample))
        for row, result in zip(sample, games, strict=True):
            _set_beside(ladder, row, fair, result)
    return rows


def _found(ladder: Ladder, run: str, number: int, seed: int) -> Row:
    """Bound and ladder of a deal."""
    spec = ladder.game.spec
    started = time.process_time()
    start = ladder.start(number)
    bound = ladder.bound(start)
    between = time.process_time()
    win = ladder.fastest(start, bound)
    ended = time.process_time()
    return {
        "run": run,
        "game": spec.name,
        "env_version": spec.version,
        "options": json.dumps(ladder.game.options.model_dump(), sort_keys=True),
        "deal": number,
        "seed": seed,
        "bound": bound,
        "fastest": 0 if win is None else win.round,
        "beam": 0 if win is None else ladder.deals.ladder[win.rung].beam,
        "witness": "" if win is None else written(win.actions),
        "bound_seconds": between - started,
        "ladder_seconds": ended - between,
        "fair_agent": "",
        "fair": NOT_PLAYED,
        "fair_seconds": 0.0,
    }


def _set_beside(ladder: Ladder, row: Row, fair: str, result: Played) -> None:
    """How the fair agent fared. A win of its is a witness too, if it is faster than those of the ladder."""
    row |= {"fair_agent": fair, "fair": 0, "fair_seconds": result.seconds[0]}
    if result.places[0] != 1 or result.end != "finished":
        return
    row["fair"] = ladder.replay(ladder.start(row["deal"]), np.array(result.actions, np.int64))
    if row["fastest"] == 0 or row["fair"] < row["fastest"]:
        row |= {"fastest": row["fair"], "beam": FOUND_BY_FAIR, "witness": written(result.actions)}


def written(actions: Sequence[int]) -> str:
    """Actions as a results file keeps them: DIGITS hexadecimal digits each."""
    return "".join(f"{action:0{DIGITS}x}" for action in actions)


def measure(
    ladder: Ladder,
    wanted: Sequence[Wanted],
    fair: str = "",
    workers: int = 2,
    known: pl.DataFrame | None = None,
    progress: Callable[[int, list[Row]], None] = lambda deals, rows: None,
) -> pl.DataFrame:
    """Find out about these deals; what `known` rows tell is not done again. An interrupt keeps the results so far."""
    if not wanted:
        raise RegolithError("there are no deals to find out about")
    check_fair(ladder.game, fair)
    rows = {} if known is None else {row["deal"]: row for row in known.iter_rows(named=True)}
    run = next(iter(rows.values()))["run"] if rows else uuid.uuid4().hex[:12]
    todo = [pair for pair in wanted if not _answered(rows.get(pair[0]), pair[1], fair)]
    name, options = ladder.game.spec.name, json.dumps(ladder.game.options.model_dump())
    tasks = [(name, options, run, fair, part) for part in parallel.batches(todo, workers, DEALS_PER_TASK)]
    progress(len(wanted) - len(todo), list(rows.values()))
    try:
        if tasks:
            _get_ready(ladder, fair)
        for new in parallel.run(find_task, tasks, workers) if tasks else ():
            rows |= {row["deal"]: row for row in new}
            progress(len(new), list(rows.values()))
    except KeyboardInterrupt:
        pass
    return pl.DataFrame(list(rows.values()), schema=OPTIMUM_SCHEMA)


def yardstick(
    ladder: Ladder,
    deals: int,
    first: int = 0,
    workers: int = 2,
    progress: Callable[[int, list[Row]], None] = lambda deals, rows: None,
) -> pl.DataFrame:
    """The fastest win that the ladder finds for the deals of so many seeds, which are named `deal` here as in runs of agents; 0: none."""
    rows = measure(ladder, sampled(ladder, deals, first), workers=workers, progress=progress)
    fastest = dict(rows.select("deal", "fastest").iter_rows())
    numbers = {seed: ladder.number_of(seed) for seed in range(first, first + deals)}
    found = {seed: fastest[number] for seed, number in numbers.items() if number in fastest}
    return pl.DataFrame(
        {"deal": list(found), "fastest": list(found.values())}, schema={"deal": pl.Int64, "fastest": pl.Int64}
    )


def answered(rows: pl.DataFrame, wanted: Sequence[Wanted], fair: str) -> int:
    """About how many of the deals these rows tell all that is asked."""
    known = {row["deal"]: row for row in rows.select("deal", "seed", "fair").iter_rows(named=True)}
    return sum(_answered(known.get(number), seed, fair) for number, seed in wanted)


def _answered(row: Row | None, seed: int, fair: str) -> bool:
    if row is None:
        return False
    return seed == NOT_SAMPLED or (row["seed"] != NOT_SAMPLED and not (fair and row["fair"] == NOT_PLAYED))


def _get_ready(ladder: Ladder, fair: str) -> None:
    """Compile all that workers need, once."""
    start = ladder.start(0)
    ladder.fastest(start, ladder.bound(start))
    ladder.replay(start, np.zeros(1, np.int64))
    if fair:
        get_ready(ladder.game, [make_agent(fair)])
