"""Changes that are planted, and games in which nothing is planted: runs with seeds of their own, each with what it found.

A run finds something if the 95 % interval leaves out 0. The estimates of all seeds go into `build/planted-changes`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from regolith import envs
from regolith.agents.statistics import Interval
from regolith.benchmarks import arena, compare, effect, variants
from regolith.benchmarks.arena import Tournament
from regolith.benchmarks.effect_numbers import effects_of
from regolith.benchmarks.effect_report import of_seats
from regolith.benchmarks.lift import lift_table
from regolith.benchmarks.matches import tally_of
from regolith.benchmarks.paired import Difference
from regolith.benchmarks.worlds import AS_DEALT, named
from regolith.envs.core.game import Game

REPORTS = Path(__file__).parents[2] / "build" / "planted-changes"
MARS, TINY = "terraforming_mars", "tinyforming_mars"
SHORT = {"max_generations": 4, "payment": "auto"}
"""Games that are cut off early are quick, and a card with ten points more is worth ten points in them too."""
CARD = "Mine"
POINTS = 10
SEED_APART = 100_000
"""Deals between those of two seeds."""
SEEDS, DEALS_OF_SEED = 100, 80
SHARE = "win share of seat 2"


@dataclass(frozen=True)
class Run:
    """What one run said of one number."""

    seed: int
    what: str
    estimate: float
    low: float
    high: float

    @property
    def found(self) -> int:
        """The sign of what it found; 0: nothing."""
        return int(self.low > 0) - int(self.high < 0)


def run_of(seed: int, what: str, estimate: float, interval: Interval) -> Run:
    return Run(seed, what, estimate, interval.low, interval.high)


def better_card(folder: Path) -> Game:
    """The card brings ten points more."""
    (folder / "better.toml").write_text(f"[cards.{CARD}]\npoints = {POINTS}\n")
    return envs.game(MARS, cards=str(folder / "better.toml"), **SHORT)


def by_effect(folder: Path, seed: int, deals: int) -> Run:
    """What the effect of the better card is, on the lead."""
    game = better_card(folder)
    effects = effect.Effects(game, "greedy", named(game, [CARD]), None, deals, seed * SEED_APART)
    card = of_seats(effects, effect.measure(effects, workers=1))[1]
    return run_of(seed, f"lead by effect of {CARD}", card.margin, card.margin_interval)


def by_lift(folder: Path, seed: int, deals: int) -> Run:
    """What the tally says of being dealt the better card, on the lead."""
    game = better_card(folder)
    rows = arena.hold(Tournament(game, ("greedy",), deals, seed * SEED_APART, tallied=True), workers=1)
    line = lift_table(rows, tally_of(game)).row(by_predicate=pl.col("card") == CARD, named=True)
    low, high = line["margin_lift_low"], line["margin_lift_high"]
    return Run(seed, f"lead by lift of {CARD}", line["margin_lift"], low, high)


def richer_second_player(folder: Path, deals: int, short: bool) -> pl.DataFrame:
    """Games of the usual game and of one in which the second player begins with 8 MC more."""
    for name, text in (("usual", ""), ("rich", "[seats]\nmc = [0, 8]\n")):
        (folder / f"{name}.toml").write_text(text)
    options = SHORT if short else {}
    usual, rich = (variants.read(folder / f"{name}.toml", MARS, options) for name in ("usual", "rich"))
    return compare.hold(compare.Comparison((usual, rich), ("greedy",), deals), workers=1)


def by_compare(rows: pl.DataFrame, seed: int, what: str) -> Run:
    """What a comparison says of one number."""
    found: Difference = next(one for one in compare.differences(rows) if one.what == what)
    return run_of(seed, what, found.difference, found.interval)


def told_of_the_second_player(rows: pl.DataFrame) -> Run:
    """What all games say of his share of wins, after what the seeds say, each of which has some of the deals."""
    seeds = rows.with_columns(seed=pl.col("deal") // DEALS_OF_SEED).partition_by(
        "seed", as_dict=True, include_key=False
    )
    told("compare", [by_compare(part, int(seed), SHARE) for (seed,), part in sorted(seeds.items())])
    whole = by_compare(rows, 0, SHARE)
    told("compare-whole", [whole])
    return whole


def nothing_planted(seed: int, deals: int) -> list[Run]:
    """The same game twice, on different deals that are called the same: whatever differs is chance."""
    game, first = envs.game(TINY), seed * SEED_APART
    sides = []
    for side, start in zip(compare.SIDES, (first, first + deals), strict=True):
        rows = arena.hold(Tournament(game, ("random",), deals, start), workers=1)
        rows = rows.with_columns(deal=pl.col("deal") - start, variant=pl.lit(side), variant_mark=pl.lit(side))
        sides.append(rows)
    rows = pl.concat(sides)
    compared = [by_compare(rows, seed, what) for what in (SHARE, "score of seat 2", "score")]
    return [*compared, *nothing_dealt(game, seed, deals)]


def nothing_dealt(game: Game, seed: int, deals: int) -> list[Run]:
    """The same for an effect: as the games with the card it is given other deals as they are."""
    first = seed * SEED_APART
    effects = effect.Effects(game, "random", (), None, 2 * deals, first)
    rows = effect.measure(effects, workers=1).filter(pl.col("world") == AS_DEALT).sort("deal")
    other = rows[deals:].with_columns(deal=pl.col("deal") - deals, world=pl.lit(CARD), instead_of=pl.lit(""))
    (card,) = effects_of(pl.concat([rows[:deals], other]), None, [CARD])
    return [
        run_of(seed, "lead by effect", card.margin, card.margin_interval),
        run_of(seed, "win share by effect", card.win, card.win_interval),
    ]


def told(name: str, runs: Iterable[Run]) -> pl.DataFrame:
    """How often something was found, and the estimates: a line for each number. All runs are kept in a file."""
    rows = pl.DataFrame([{**vars(run), "found": run.found} for run in runs])
    REPORTS.mkdir(parents=True, exist_ok=True)
    rows.write_csv(REPORTS / f"{name}.csv")
    lines = rows.group_by("what", maintain_order=True).agg(
        runs=pl.len(),
        found_up=(pl.col("found") > 0).sum(),
        found_down=(pl.col("found") < 0).sum(),
        mean=pl.col("estimate").mean(),
        least=pl.col("estimate").min(),
        most=pl.col("estimate").max(),
        half_width=((pl.col("high") - pl.col("low")) / 2).replace(np.inf, None).mean(),
    )
    lines.write_csv(REPORTS / f"{name}-summary.csv")
    return lines
