"""What it does to a seat that chance deals it a card, and what playing the card does.

Who plays a card can pay for it and wants it, mostly in a game that goes well: a win rate of those who played it says as much about them
as about the card. Which cards come from a deck is chance. Each deal was a lottery whose odds are known, so for every seat the
difference between what it was dealt and what it could expect is noise that no player has a hand in; what goes along with that
noise is caused by the card. A seat gets more cards in a long game or by playing for them, and its expectation grows as much.

With r that difference, y the outcome and z how often the card was dealt, the lift is the sum of r y over that of r z: the method of the
instrumental variable, which with one fair lottery is the difference of the two means. With z how many copies were played, it is the
effect of playing it on those who play it when they are dealt it, if a card that is not played does nothing. Outcomes are measured from
the mean of all seats with the same agent and place, which are no part of the lottery. Games of one deal are one observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from regolith.agents.ratings import GAME_KEY
from regolith.agents.statistics import false_discovery_rates, share_interval
from regolith.benchmarks.tallies import by_name, entries_of
from regolith.envs.core.tally import CHANCES, Tally

Array = np.ndarray[Any, Any]
LEAST_DEALS = 20
"""With fewer deals in which the card came to anybody, nothing is said: intervals need many."""
WEAK = 10.0
"""The usual bound: with a smaller squared ratio of the first stage to its error, the ratio is far from normal."""
CONFIDENCE = 0.95
EFFECTS = {
    "win_lift": ("win", "dealt"),
    "margin_lift": ("margin", "dealt"),
    "win_by_playing": ("win", "played"),
    "margin_by_playing": ("margin", "played"),
}
"""Which outcome by what."""
LIFT_TABLE: dict[str, Any] = {
    "card": pl.String,
    "dealt": pl.Int64,
    "deals": pl.Int64,
    "played": pl.Int64,
    **dict.fromkeys(("naive", "naive_low", "naive_high", "fair_share"), pl.Float64),
    **{f"{name}{end}": pl.Float64 for name in EFFECTS for end in ("", "_low", "_high")},
    **{f"{outcome}_{kind}": pl.Float64 for outcome in ("win", "margin") for kind in ("p_value", "false_discovery")},
    "weak": pl.Boolean,
}


@dataclass(frozen=True)
class Ratios:
    """Ratios of two sums, one for each card."""

    value: Array
    low: Array
    high: Array
    p_value: Array
    """That the sum above is 0."""
    strength: Array
    """The sum below, squared, over its variance."""


def ratios(above: Array, below: Array, confidence: float = CONFIDENCE) -> Ratios:
    """Fieller's intervals of the ratios of two sums over independent deals, [deal, card]; unbounded where the one below may be 0."""
    deals = above.shape[0]
    a, b = above.sum(0), below.sum(0)
    off_a, off_b = above - above.mean(0), below - below.mean(0)
    scale = deals / max(1, deals - 1)
    aa, bb, ab = (scale * (x * y).sum(0) for x, y in ((off_a, off_a), (off_b, off_b), (off_a, off_b)))
    t = stats.t.ppf(0.5 + confidence / 2.0, max(1, deals - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        strength = b * b / bb
        lead = b * b - t * t * bb
        middle = a * b - t * t * ab
        root = np.sqrt(np.maximum(0.0, middle * middle - lead * (a * a - t * t * aa)))
        bounded = lead > 0.0
        low = np.where(bounded, (middle - root) / lead, -np.inf)
        high = np.where(bounded, (middle + root) / lead, np.inf)
        p_value = 2.0 * stats.t.sf(np.abs(a) / np.sqrt(aa), max(1, deals - 1))
        return Ratios(a / b, low, high, p_value, strength)


def lift_table(rows: pl.DataFrame, tally: Tally) -> pl.DataFrame:
    """One row for each card that came to somebody in enough deals, the surest effects on the margin first.

    The false-discovery rates are those of Benjamini and Hochberg over all these cards, for the lift in wins and in margin.
    """
    cards = tally.cards
    if cards is None or rows.is_empty() or rows["deal"].n_unique() < 2:
        return pl.DataFrame(schema=LIFT_TABLE)
    rows = rows.with_columns(margin=_margin(rows), fair=1.0 / pl.len().over(GAME_KEY))
    of_cards = (cards.dealt, cards.expected, cards.played)
    counted = {name: entries_of(rows, tally.counters[name]) for name in of_cards}
    deals, deal_of = np.unique(rows["deal"].to_numpy(), return_inverse=True)
    names, dealt = by_name(tally, counted[cards.dealt])
    _, expected = by_name(tally, counted[cards.expected])
    _, played = by_name(tally, counted[cards.played] > 0)
    in_deals = (_sums(dealt, deal_of, len(deals)) > 0).sum(0)
    shown = np.flatnonzero(in_deals >= LEAST_DEALS)
    if not shown.size:
        return pl.DataFrame(schema=LIFT_TABLE)
    dealt, expected, played = dealt[:, shown], expected[:, shown], played[:, shown]
    luck = dealt - expected / CHANCES
    place = rows.select("agent", "seat").to_numpy()
    groups = np.unique([f"{agent} {seat}" for agent, seat in place], return_inverse=True)[1]
    by_deal = {
        name: _sums(luck * _from_mean(np.asarray(values, np.float64), groups), deal_of, len(deals))
        for name, values in (
            ("win", rows["win"].to_numpy()[:, None]),
            ("margin", rows["margin"].to_numpy()[:, None]),
            ("dealt", dealt),
            ("played", played),
        )
    }
    found = {name: ratios(by_deal[outcome], by_deal[cause]) for name, (outcome, cause) in EFFECTS.items()}
    tests: dict[str, Array] = {}
    for outcome in ("win", "margin"):
        tests[f"{outcome}_p_value"] = np.nan_to_num(found[f"{outcome}_lift"].p_value, nan=1.0)
        tests[f"{outcome}_false_discovery"] = false_discovery_rates(tests[f"{outcome}_p_value"])
    lines = []
    wins, games, fair = rows["win"].to_numpy(), rows["deal"].to_numpy(), rows["fair"].to_numpy()
    for k, card in enumerate(shown):
        own = played[:, k] > 0
        line: dict[str, Any] = {
            "card": names[card],
            "dealt": int((dealt[:, k] > 0).sum()),
            "deals": int(in_deals[card]),
            "played": int(own.sum()),
            **{name: float(values[k]) for name, values in tests.items()},
            "weak": bool(not found["margin_by_playing"].strength[k] >= WEAK),
        }
        if own.any():
            interval = share_interval(wins[own], games[own])
            line |= {"naive": float(wins[own].mean()), "naive_low": interval.low, "naive_high": interval.high}
            line |= {"fair_share": float(fair[own].mean())}
        for name, effect in found.items():
            ends = (("", effect.value[k]), ("_low", effect.low[k]), ("_high", effect.high[k]))
            line |= {name + end: None if np.isnan(value) else float(value) for end, value in ends}
        lines.append(line)
    return pl.DataFrame(lines, schema=LIFT_TABLE).sort("margin_p_value", "card")


def _margin(rows: pl.DataFrame) -> pl.Series:
    """Points more than the best of the others in the game."""
    others = rows.select(*GAME_KEY, other_seat="seat", other_score="score")
    best = (
        rows.select(*GAME_KEY, "seat")
        .join(others, on=GAME_KEY)
        .filter(pl.col("seat") != pl.col("other_seat"))
        .group_by(*GAME_KEY, "seat")
        .agg(best=pl.col("other_score").max())
    )
    joined = rows.select(*GAME_KEY, "seat", "score").join(
        best, on=[*GAME_KEY, "seat"], how="left", maintain_order="left"
    )
    return joined["score"] - joined["best"]


def _from_mean(values: Array, groups: Array) -> Array:
    """Values less the mean of their group."""
    sums = _sums(np.asarray(values, np.float64), groups, int(groups.max()) + 1)
    counts = np.bincount(groups)
    return values - (sums / counts[:, None])[groups]


def _sums(values: Array, groups: Array, count: int) -> Array:
    """Sums of the rows of each group."""
    total = np.zeros((count, values.shape[1]))
    np.add.at(total, groups, values)
    return total
