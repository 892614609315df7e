"""What the games of an effect tell: for a seat lead, win share and fair price, for all seats length, scores and the luck of beginning.

Games of a deal resemble each other, so differences are taken within deals. They are steadied further by a control whose mean is known:
how the seat fared in the deal as it is, less what all seats had on average there. The seat of a deal does not depend on the deal, so
this is 0 on average. It remains so in the deals that a card leaves out, those in which the seat held it anyway, if it counts as 0
where another seat held the card: what is left are deals in which nobody did, and these favour no seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from regolith.agents.statistics import Interval, false_discovery_rates, interval_of_differences, p_value_of_mean
from regolith.benchmarks.paired import LARGEST_OF_SHARES, Array, Difference, Pairs, compared, gain_of, steadied
from regolith.benchmarks.worlds import AS_DEALT, World

CONFIDENCE = 0.95
SHARE = ("win share of the start player", "games cut off")
"""Numbers of a game that are shares of games."""


@dataclass(frozen=True)
class Effect:
    """What one world changes, for the seat that it is about."""

    name: str
    deals: int
    played: float
    """In which share of its games the seat has played the card."""
    margin: float
    margin_interval: Interval
    win: float
    win_interval: Interval
    false_discovery: float
    worth: float | None
    """In money; None if the deals do not tell what money is worth."""
    worth_interval: Interval | None
    gain: float
    """Width of the interval of the margin beside that of as many games that are not paired."""
    plain_gain: float
    """The same of the plain difference, without the control."""


@dataclass(frozen=True)
class EffectForAll:
    """What one world changes for all seats alike."""

    name: str
    deals: int
    differences: tuple[Difference, ...]


def effects_of(rows: pl.DataFrame, money: World | None, seats: list[str]) -> list[Effect]:
    """The effect of money, then those of the worlds about a seat that have these names, the best first."""
    base = rows.filter(pl.col("world") == AS_DEALT)
    paid = None if money is None else _paired(rows, base, money.name)
    names = [*([] if money is None else [money.name]), *sorted(set(seats) & set(rows["world"]))]
    found, tests = [], []
    for name in names:
        pairs = _paired(rows, base, name)
        if pairs.height < 2:
            continue
        margin, win = _changes(pairs, "margin"), _changes(pairs, "win")
        before, after = (pairs[column].to_numpy() for column in ("margin", "margin_there"))
        worth: float | None = None
        interval: Interval | None = None
        if paid is not None and money is not None and name != money.name:
            worth, interval = _fair_price(pairs, paid, money.money)
        tests.append(p_value_of_mean(margin))
        found.append(
            Effect(
                name=name,
                deals=pairs.height,
                played=float(pairs["played"].to_numpy().mean()),
                margin=float(margin.mean()),
                margin_interval=interval_of_differences(margin),
                win=float(win.mean()),
                win_interval=interval_of_differences(win, LARGEST_OF_SHARES),
                false_discovery=1.0,
                worth=worth,
                worth_interval=interval,
                gain=gain_of(margin, before, after),
                plain_gain=gain_of(after - before, before, after),
            )
        )
    rated = [
        replace(one, false_discovery=float(rate)) for one, rate in zip(found, false_discovery_rates(tests), strict=True)
    ]
    return sorted(rated, key=lambda one: (money is None or one.name != money.name, -one.margin))


def _paired(rows: pl.DataFrame, base: pl.DataFrame, name: str) -> pl.DataFrame:
    """The games of a world beside those of the same deals as they are."""
    there = rows.filter((pl.col("world") == name) & (pl.col("instead_of") != name))
    there = there.select(
        "deal", "played", "with_another", margin_there="margin", win_there="win", numbers_there="game_numbers"
    )
    columns = ("deal", "margin", "win", "margin_of_all", "win_of_all", "game_numbers")
    return base.select(columns).join(there, on="deal").sort("deal")


def _changes(pairs: pl.DataFrame, what: str) -> Array:
    """What changes in each deal, steadied."""
    before, after, even = (pairs[column].to_numpy() for column in (what, f"{what}_there", f"{what}_of_all"))
    control = np.where(pairs["with_another"].to_numpy(), 0.0, before - even)
    return steadied(after - before, control)


def _fair_price(pairs: pl.DataFrame, paid: pl.DataFrame, money: int) -> tuple[float | None, Interval | None]:
    """What a card is worth in money, from the deals that were played with either, both changes steadied by the same control."""
    both = pairs.join(paid.select("deal", margin_paid="margin_there"), on="deal")
    one = both.drop("margin_there").rename({"margin_paid": "margin_there"})
    return worth_in_money(_changes(both, "margin"), _changes(one, "margin") / money)


def worth_in_money(card: Array, one: Array) -> tuple[float | None, Interval | None]:
    """How much money changes as much as a card does, with Fieller's interval; None where money has no sure effect.

    What the card and what one unit of money change, by deal.
    """
    count = len(card)
    if count < 3:
        return None, None
    a, b = float(card.mean()), float(one.mean())
    (var_a, cov), (_, var_b) = np.cov(card, one) / count
    squared = float(stats.t.ppf(0.5 + CONFIDENCE / 2.0, count - 1)) ** 2
    leading = b * b - squared * var_b
    if leading <= 0.0:
        return None, None
    middle = a * b - squared * cov
    root = sqrt(max(0.0, middle * middle - leading * (a * a - squared * var_a)))
    return a / b, Interval((middle - root) / leading, (middle + root) / leading)


def effects_for_all(rows: pl.DataFrame, names: list[str]) -> list[EffectForAll]:
    """What the worlds of these names change for all seats; the false-discovery rates are over everything in all of them."""
    base = rows.filter(pl.col("world") == AS_DEALT)
    pairs = {name: _paired(rows, base, name) for name in sorted(set(names) & set(rows["world"]))}
    numbers = {name: list(_numbers_of(both)) for name, both in pairs.items() if both.height > 1}
    told = iter(compared([one for found in numbers.values() for one in found]))
    return [EffectForAll(name, pairs[name].height, tuple(islice(told, len(found)))) for name, found in numbers.items()]


def _numbers_of(pairs: pl.DataFrame) -> Iterator[Pairs]:
    """Every number of the games that differs anywhere, by deal."""
    before: list[dict[str, Any]] = [json.loads(text) for text in pairs["game_numbers"]]
    after: list[dict[str, Any]] = [json.loads(text) for text in pairs["numbers_there"]]
    for what in before[0] if before else ():
        if all(what in one and what in two for one, two in zip(before, after, strict=True)):
            one, two = (np.array([float(numbers[what]) for numbers in side]) for side in (before, after))
            if not ((one == two).all() and (one == one[0]).all()):
                yield what, "share" if what in SHARE else "number", one, two
