"""Two variants of a game on paired deals: the same deals, the same agents in the same seats with the same randomness, and what differs."""

from __future__ import annotations

import json
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from regolith.agents import make_agent
from regolith.benchmarks import arena, parallel
from regolith.benchmarks.arena import DEALS_PER_TASK, Row, Tournament
from regolith.benchmarks.matches import get_ready
from regolith.benchmarks.paired import Difference, Pairs, compared
from regolith.benchmarks.results import read_variants
from regolith.benchmarks.tables import COMPARE_SCHEMA
from regolith.benchmarks.variants import Variant
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.experiment import Start

SIDES = ("A", "B")


@dataclass(frozen=True)
class Comparison:
    """Two variants, the agents that play both, and how many deals."""

    variants: tuple[Variant, Variant]
    agents: tuple[str, ...]
    deals: int
    first_deal: int = 0

    def __post_init__(self) -> None:
        one, other = self.variants
        if one.game.solo:
            raise RegolithError("a comparison needs a game for two or more players")
        if one.game.players != other.game.players:
            raise RegolithError(
                f"both variants need the same number of players, not {one.game.players} and {other.game.players}"
            )
        if one.fingerprint == other.fingerprint:
            raise RegolithError(f"{one.name} and {other.name} are the same game: there is nothing to compare")
        assert self.tournaments()

    def tournaments(self) -> dict[str, Tournament]:
        """What is played of each side."""
        return {
            side: Tournament(variant.game, self.agents, self.deals, self.first_deal)
            for side, variant in zip(SIDES, self.variants, strict=True)
        }

    def games(self) -> int:
        return sum(tournament.games() for tournament in self.tournaments().values())

    def played(self, rows: pl.DataFrame) -> int:
        """How many of its games these rows hold."""
        found = self.tournaments()
        return sum(found[side].played(rows.filter(pl.col("variant") == side)) for side in SIDES)

    def known_rows(self, path: Path) -> pl.DataFrame | None:
        """The rows of an earlier, perhaps interrupted, run; None if there is none."""
        one = self.tournaments()["A"]
        lineups = {number: arena.rotations(lineup) for number, lineup in enumerate(one.lineups())}
        marks = {side: variant.fingerprint for side, variant in zip(SIDES, self.variants, strict=True)}
        return read_variants(path, {side: t.game for side, t in self.tournaments().items()}, marks, lineups)


def play_task(
    side: str,
    mark: str,
    game: str,
    options: dict[str, Any],
    run: str,
    number: int,
    lineup: tuple[str, ...],
    deals: list[int],
    start: Start,
) -> list[Row]:
    """Play all rotations of some deals of a variant (this runs in a worker process)."""
    rows = arena.play_task(game, options, run, number, lineup, deals, None, False, False, start)
    return [{**row, "variant": side, "variant_mark": mark} for row in rows]


def hold(
    comparison: Comparison,
    workers: int = 2,
    known: pl.DataFrame | None = None,
    progress: Callable[[int, list[Row]], None] = lambda games, rows: None,
) -> pl.DataFrame:
    """Play both variants, deal by deal side by side; what `known` rows cover is not played again. An interrupt keeps the results so far."""
    rows: list[Row] = known.to_dicts() if known is not None else []
    run = rows[0]["run"] if rows else uuid.uuid4().hex[:12]
    done = {(row["variant"], row["lineup"], row["deal"]) for row in rows}
    tasks: list[tuple[Any, ...]] = []
    for (side, tournament), variant in zip(comparison.tournaments().items(), comparison.variants, strict=True):
        game = tournament.game
        for number, lineup in enumerate(tournament.lineups()):
            first = comparison.first_deal
            todo = [deal for deal in range(first, first + comparison.deals) if (side, number, deal) not in done]
            for part in parallel.batches(todo, workers, DEALS_PER_TASK):
                options = game.options.model_dump()
                what = (side, variant.fingerprint, game.spec.name, options, run, number, lineup)
                tasks.append((*what, part, variant.start))
    tasks.sort(key=lambda task: task[7][0])
    progress(len(rows) // comparison.variants[0].game.players, rows)
    try:
        for variant in comparison.variants:
            get_ready(variant.game, [make_agent(spec) for spec in comparison.agents])
        for new in parallel.run(play_task, tasks, workers) if tasks else ():
            rows += new
            progress(len(new) // comparison.variants[0].game.players, rows)
    except KeyboardInterrupt:
        pass
    return pl.DataFrame(rows, schema=COMPARE_SCHEMA)


def differences(rows: pl.DataFrame) -> list[Difference]:
    """Every number that can be compared, in the order in which people ask for them."""
    return compared(_paired(rows))


def _paired(rows: pl.DataFrame) -> Iterator[Pairs]:
    """Numbers by deal of both variants: games of a deal are averaged."""
    numbers: dict[tuple[str, str], dict[str, dict[int, list[float]]]] = {}

    def note(what: str, kind: str, side: str, deal: int, value: float) -> None:
        numbers.setdefault((what, kind), {s: defaultdict(list) for s in SIDES})[side][deal].append(value)

    agents = rows["agent"].unique().sort().to_list()
    for row in rows.sort("deal", "lineup", "rotation", "seat").iter_rows(named=True):
        side, deal = row["variant"], row["deal"]
        if row["seat"] == 0:
            for fact, value in json.loads(row["facts"]).items():
                if isinstance(value, (int, float)):
                    note(fact, "number", side, deal, value)
            note("decisions of a game", "number", side, deal, row["length"])
            note("games cut off", "share", side, deal, float(row["end"] == "truncated"))
        note("score", "number", side, deal, row["score"])
        note(f"win share of seat {row['seat'] + 1}", "share", side, deal, row["win"])
        note(f"score of seat {row['seat'] + 1}", "number", side, deal, row["score"])
        if len(agents) > 1:
            note(f"win share of {row['agent']}", "share", side, deal, row["win"])
    for (what, kind), sides in numbers.items():
        deals = sorted(sides["A"].keys() & sides["B"].keys())
        one, two = (np.array([float(np.mean(sides[side][deal])) for deal in deals]) for side in SIDES)
        if deals and not ((one == two).all() and (one == one[0]).all()):
            yield what, kind, one, two
