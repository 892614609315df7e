"""What results owe to who plays, to the deal, to the seat and to chance in play: components of variance.

Every group of players plays every deal in all rotations of its seats, and all of it twice, the second time with other randomness of the
players. So a result has four indices: who plays (a player and those he meets, in their order), the seat, the deal, and which of the two
times. Its variance is the sum of what each of them explains alone, of what some explain only together, and of the rest, as in an
analysis of variance.

The square of a mean of noisy numbers is too large by the noise in it, the more so the more means there are: that is how a plain R^2
flatters deals, of which there are many. Here a square is always the product of two numbers that share no noise: of the two times where
the deal is part of the term, of two different deals where it is not. So each component is right on average, whatever the rows of a game
have to do with one another, and one that is nothing comes out around zero, below it as often as above.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import Any

import numpy as np
import polars as pl

from regolith.agents.statistics import Interval, bootstrap_weights, percentile_interval
from regolith.benchmarks.tables import TIMES

Array = np.ndarray[Any, Any]
LEAST_DEALS = 2
NOTHING_AT_ALL = 1e-9
"""Of the variance: so little is rounding."""


class Source(StrEnum):
    """Where variance comes from."""

    PLAYERS = "who plays"
    SEAT = "seat"
    PLAYERS_BY_SEAT = "who plays in which seat"
    DEAL = "deal, for all seats alike"
    HAND = "deal, for one seat"
    PLAYERS_BY_DEAL = "who plays with which deal"
    CHANCE = "chance in play"


@dataclass(frozen=True)
class Component:
    """A part of the variance of results."""

    source: Source
    variance: float
    share: float
    interval: Interval
    """Of the share."""


@dataclass(frozen=True)
class Decomposition:
    """The variance of results, and what it is made of."""

    deals: int
    variance: float
    components: tuple[Component, ...]
    """Without those that cannot be: where results of a game add up to the same, no deal is better for all seats."""

    def of(self, source: Source) -> Component | None:
        return next((one for one in self.components if one.source == source), None)


def results_of(rows: pl.DataFrame) -> dict[str, Array]:
    """Margins (the score less the best other one) and win shares of those deals that are complete, as [deal, time, who, seat]."""
    players = int(rows["seat"].max()) + 1 if rows.height else 0  # type: ignore[arg-type]
    lineups = rows["lineup"].n_unique()
    size = TIMES * lineups * players * players
    whole = rows.filter(pl.len().over("deal") == size).sort("deal", "again", "lineup", "rotation", "seat")
    shape = (-1, TIMES, lineups, players, players)
    if whole.is_empty():
        return {"margin": np.zeros((0, TIMES, 1, 1)), "win": np.zeros((0, TIMES, 1, 1))}
    scores, wins = (whole[name].to_numpy().reshape(shape) for name in ("score", "win"))
    best_two = np.sort(scores, axis=-1)[..., -2:]
    ahead = scores == best_two[..., 1:]
    margins = scores - np.where(ahead, best_two[..., :1], best_two[..., 1:])
    return {"margin": _by_who(margins), "win": _by_who(wins)}


def _by_who(results: Array) -> Array:
    """[..., lineup, rotation, seat] as [..., who, seat]: in rotation r the player in seat s is number (s + r) of his group."""
    players = results.shape[-1]
    place, seat = np.indices((players, players))
    turned = results[..., (place - seat) % players, seat]
    return turned.reshape(*turned.shape[:-3], -1, players)


def decompose(results: Array, seed: int = 0) -> Decomposition | None:
    """The components of results [deal, time, who, seat]; None without variance or with too few deals. Intervals resample deals."""
    deals = results.shape[0]
    if deals < LEAST_DEALS or np.ptp(results) == 0.0:
        return None
    # Means of large numbers would lose digits.
    moments = _Moments(results - results.mean())
    (estimate,) = moments.components(np.ones((1, deals)))
    drawn = list(bootstrap_weights(deals, seed=seed))
    # A resample of one deal only has no two different deals.
    drawn = [weights[(weights > 0).sum(axis=1) >= LEAST_DEALS] for weights in drawn]
    draws = np.array(list(chain.from_iterable(map(moments.components, drawn))))
    total = float(estimate.sum())
    totals = draws.sum(axis=1)
    if total <= 0.0:
        return None
    found = []
    for source, variance, values in zip(Source, estimate, draws.T, strict=True):
        if abs(variance) > NOTHING_AT_ALL * total or np.abs(values).max() > NOTHING_AT_ALL * total:
            shares = values[totals > 0.0] / totals[totals > 0.0]
            found.append(Component(source, float(variance), float(variance) / total, percentile_interval(shares)))
    return Decomposition(deals, total, tuple(found))


class _Moments:
    """Mean squares without noise of the terms of each deal, and the sums over deals that products of different deals need."""

    def __init__(self, results: Array) -> None:
        self._square = (results**2).mean(axis=(1, 2, 3))
        self._deal = _product(results.mean(axis=(2, 3)))
        self._deal_seat = _product(results.mean(axis=2))
        self._cell = _product(results.reshape(*results.shape[:2], -1))
        cells = results.mean(axis=1)
        self._mean = cells.mean(axis=(1, 2))[:, None]
        self._seat, self._who = cells.mean(axis=1), cells.mean(axis=2)
        self._who_seat = cells.reshape(len(cells), -1)

    def components(self, weights: Array) -> Array:
        """The components, in the order of `Source`, with so many copies of each deal: a row for each row of weights."""
        mean, seat, who, who_seat = (_across(x, weights) for x in (self._mean, self._seat, self._who, self._who_seat))
        inside = (self._deal, self._deal_seat, self._cell, self._square)
        deal, deal_seat, cell, square = (weights @ x / weights.sum(axis=1) for x in inside)
        both = who_seat - who - seat + mean
        hand = deal_seat - deal - seat + mean
        return np.stack(
            [who - mean, seat - mean, both, deal - mean, hand, cell - deal_seat - who_seat + seat, square - cell],
            axis=1,
        )


def _product(results: Array) -> Array:
    """The mean of products of different times, of each deal: [deal, time, ...] to [deal]."""
    times = results.shape[1]
    products = (results.sum(axis=1) ** 2 - (results**2).sum(axis=1)) / (times * (times - 1))
    return products.reshape(len(products), -1).mean(axis=1)


def _across(values: Array, weights: Array) -> Array:
    """The mean of products of different deals, of [deal, entry], for each row of weights; copies of a deal are the same deal."""
    pairs = weights.sum(axis=1) ** 2 - (weights**2).sum(axis=1)
    products = (weights @ values) ** 2 - weights**2 @ values**2
    return (products / pairs[:, None]).mean(axis=1)
