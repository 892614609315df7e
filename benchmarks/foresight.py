"""How early the winner is known: what the game's evaluation says after each round, against who wins in the end.

A chance to win is made of the evaluations of all seats by one number for each round, how much a point of the evaluation weighs then
(a conditional logit). It is fitted on one half of the deals and asked about the other half, so nothing is foreseen that was looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, softmax

from regolith.agents.statistics import Interval, bootstrap_weights, percentile_interval, share_interval
from regolith.benchmarks.cells import FEW_GAMES
from regolith.benchmarks.tallies import ahead_table

Array = np.ndarray[Any, Any]
STEEPEST = 100.0
"""Of the weight of a point, in units of how far evaluations differ."""
BINS = 10
FORESIGHT_TABLE: dict[str, Any] = {
    "round": pl.Int64,
    "games": pl.Int64,
    **dict.fromkeys(("win_rate", "win_low", "win_high", "known", "known_low", "known_high"), pl.Float64),
}
CALIBRATION_TABLE: dict[str, Any] = {
    "foreseen": pl.Float64,
    "seats": pl.Int64,
    **dict.fromkeys(("found", "found_low", "found_high"), pl.Float64),
}


@dataclass(frozen=True)
class Foreseen:
    """Chances to win after a round, of the games that go on then: [game, seat]."""

    round: int
    deals: Array
    chances: Array
    wins: Array

    @property
    def known(self) -> Array:
        """Of each game the squared errors of the chances, and those of equal chances."""
        even = 1.0 / self.wins.shape[1]
        return np.stack([((self.chances - self.wins) ** 2).sum(1), ((even - self.wins) ** 2).sum(1)])


def foreseen(rows: pl.DataFrame) -> list[Foreseen]:
    """Chances to win after each round after which at least `FEW_GAMES` games go on."""
    found = []
    for number, deals, evaluations, wins in _rounds(rows):
        if len(deals) < FEW_GAMES:
            break
        # The deals are in order, so every other one is a half.
        half = np.arange(len(deals)) % 2
        chances = np.zeros_like(evaluations)
        for asked in (0, 1):
            chances[half == asked] = chances_of(
                evaluations[half != asked], wins[half != asked], evaluations[half == asked]
            )
        found.append(Foreseen(number, deals, chances, wins))
    return found


def _rounds(rows: pl.DataFrame) -> list[tuple[int, Array, Array, Array]]:
    """After each round the deals of the games that go on, and evaluations and wins by seat."""
    if rows.is_empty():
        return []
    players = int(rows["seat"].max()) + 1  # type: ignore[arg-type]
    rows = rows.sort("deal", "seat")
    lengths = rows["evaluations"].list.len().to_numpy()
    found = []
    for number in range(int(lengths.max())):
        there = rows.filter(lengths > number)
        evaluations = there["evaluations"].list.get(number).to_numpy().reshape(-1, players)
        deals = there["deal"].to_numpy().reshape(-1, players)[:, 0]
        found.append((number + 1, deals, evaluations, there["win"].to_numpy().reshape(-1, players)))
    return found


def chances_of(known: Array, wins: Array, asked: Array) -> Array:
    """The chances of seats to win by their evaluations, from games whose winner is known."""
    spread = float(known.std(axis=1).mean()) or 1.0

    def surprise(weight: float) -> float:
        # The square keeps the weight finite where the first in the evaluation has always won.
        return float(-(wins * log_softmax(weight * known / spread, axis=1)).sum() + weight**2 / 2.0)

    weight = minimize_scalar(surprise, bounds=(-STEEPEST, STEEPEST), method="bounded").x
    return np.asarray(softmax(weight * asked / spread, axis=1))


def foresight_table(rows: pl.DataFrame) -> pl.DataFrame:
    """After each round how often the first in the evaluation wins, and how much of the doubt about the winner is gone.

    Of doubt, 1 less the squared error of the chances over that of equal chances; null where too few games go on.
    """
    if rows.is_empty():
        return pl.DataFrame(schema=FORESIGHT_TABLE)
    lengths = rows["evaluations"].list.len().to_numpy()
    values = np.zeros((rows.height, int(lengths.max())))
    for row, evaluations in enumerate(rows["evaluations"].to_list()):
        values[row, : len(evaluations)] = evaluations
    # The evaluations of a game end with the last round after which it goes on.
    table = ahead_table(rows, values, lengths + 1)
    known: dict[str, list[Any]] = {name: [] for name in ("round", "known", "known_low", "known_high")}
    for one in foreseen(rows):
        share, interval = doubt_gone(one.known)
        entries = (one.round, share, interval.low, interval.high)
        for name, entry in zip(known, entries, strict=True):
            known[name].append(entry)
    told = pl.DataFrame(known, schema={name: FORESIGHT_TABLE[name] for name in known})
    return table.join(told, on="round", how="left").sort("round").select(*FORESIGHT_TABLE)


def doubt_gone(errors: Array) -> tuple[float, Interval]:
    """1 less the sum of the first errors over that of the second ones, games being independent."""
    own, even = errors
    draws = [1.0 - (weights @ own) / (weights @ even) for weights in bootstrap_weights(len(own))]
    return float(1.0 - own.sum() / even.sum()), percentile_interval(np.concatenate(draws))


def calibration_table(rows: pl.DataFrame) -> pl.DataFrame:
    """How often seats win whose chance was foreseen as so much, over all rounds: each tenth of the scale that has seats."""
    told = foreseen(rows)
    if not told:
        return pl.DataFrame(schema=CALIBRATION_TABLE)
    chances = np.concatenate([one.chances.ravel() for one in told])
    wins = np.concatenate([one.wins.ravel() for one in told])
    deals = np.concatenate([np.repeat(one.deals, one.wins.shape[1]) for one in told])
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    lines = []
    for number in np.unique(bins):
        mine = bins == number
        interval = share_interval(wins[mine], deals[mine])
        line = {"foreseen": float(chances[mine].mean()), "seats": int(mine.sum()), "found": float(wins[mine].mean())}
        lines.append(line | {"found_low": interval.low, "found_high": interval.high})
    return pl.DataFrame(lines, schema=CALIBRATION_TABLE)
