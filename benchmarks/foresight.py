"""How early the winner is known: what the game's evaluation says after each round, against who wins in the end.

A chance to win is made of the evaluations of all seats by one number for each round, how much a point of the evaluation weighs then
(a conditional logit). It is fitted on nine tenths of the deals and asked about the last tenth, which takes turns, so nothing is foreseen
that was looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, softmax

from regolith.agents.statistics import Interval, bootstrap_weights, percentile_interval, share_interval, wilson
from regolith.benchmarks.cells import FEW_GAMES
from regolith.benchmarks.tables import WIN_COLUMNS
from regolith.benchmarks.tallies import ahead_table

Array = np.ndarray[Any, Any]
STEEPEST = 100.0
"""Of the weight of a point, in units of how far evaluations differ."""
FOLDS, BINS = 10, 10
FORESIGHT_TABLE: dict[str, Any] = {
    "round": pl.Int64,
    "games": pl.Int64,
    **WIN_COLUMNS,
    **dict.fromkeys(("known", "known_low", "known_high"), pl.Float64),
    **dict.fromkeys(("settled", "settled_low", "settled_high"), pl.Float64),
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
    def errors(self) -> Array:
        """Of each game the squared errors of the chances, and those of equal chances."""
        even = 1.0 / self.wins.shape[1]
        return np.stack([((self.chances - self.wins) ** 2).sum(1), ((even - self.wins) ** 2).sum(1)])


def foreseen(rows: pl.DataFrame) -> list[Foreseen]:
    """Chances to win after each round after which at least `FEW_GAMES` games go on."""
    found = []
    for number, deals, evaluations, wins in _rounds(rows):
        if len(deals) < FEW_GAMES:
            break
        # The deals are in order, so every tenth one is a fold.
        fold = np.arange(len(deals)) % FOLDS
        chances = np.zeros_like(evaluations)
        for asked in range(FOLDS):
            mine = fold == asked
            chances[mine] = chances_of(evaluations[~mine], wins[~mine], evaluations[mine])
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
    """After each round how often the first in the evaluation wins, how much of the doubt is gone, and how many games are settled.

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
    chances = {one.round: one for one in foreseen(rows)}
    since = settled_after(rows)
    lines = []
    for line in table.select("round", "games", *WIN_COLUMNS).iter_rows(named=True):
        number = line["round"]
        if number in chances:
            share, interval = doubt_gone(chances[number].errors)
            line |= {"known": share, "known_low": interval.low, "known_high": interval.high}
        if since.size:
            settled = int((since <= number).sum())
            interval = wilson(settled, since.size)
            line |= {"settled": settled / since.size, "settled_low": interval.low, "settled_high": interval.high}
        lines.append(line)
    return pl.DataFrame(lines, schema=FORESIGHT_TABLE)


def settled_after(rows: pl.DataFrame) -> Array:
    """After how many rounds the winner is first in the evaluation for good, of each game with one winner.

    If only the end told, that is all of its rounds.
    """
    found = []
    for _, game in rows.sort("deal", "seat").group_by("deal", maintain_order=True):
        if game["win"].max() != 1.0:
            continue
        evaluations = np.array(game["evaluations"].to_list()).T
        winner = int(game["win"].arg_max())  # type: ignore[arg-type]
        others = np.delete(evaluations, winner, axis=1).max(axis=1, initial=-np.inf)
        behind = np.flatnonzero(evaluations[:, winner] <= others)
        found.append(1 + (behind[-1] + 1 if behind.size else 0))
    return np.array(found)


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
