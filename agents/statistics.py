"""Intervals and tests for win rates and scores.

Games of one deal share its luck, so whatever is bootstrapped here is resampled by deal and never by game, and the other
intervals of means and shares take deals, not games, to be independent.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

RESAMPLES = 1000
ROUNDING = 1e-9
# Index matrices are drawn in blocks of at most this many entries, to bound memory on long runs.
BLOCK_ENTRIES = 2_000_000


@dataclass(frozen=True)
class Interval:
    """A confidence interval, both ends included."""

    low: float
    high: float


@dataclass(frozen=True)
class WinRate:
    """A mean win share, its interval, and the name of the method that gave the interval."""

    mean: float
    interval: Interval
    method: str


@dataclass(frozen=True)
class McNemar:
    """Paired wins of two agents: deals won by one of them only, and the exact two-sided p value."""

    only_a: int
    only_b: int
    p_value: float


def wilson(successes: float, trials: float, confidence: float = 0.95) -> Interval:
    """Wilson score interval of a proportion. A draw is half a success.

    Unlike the normal approximation it stays inside [0, 1] and is honest for 0 or all successes, which is what
    a strong agent against `random` produces.
    """
    _check_confidence(confidence)
    if trials <= 0:
        raise ValueError(f"A win rate needs at least one trial, got {trials}.")
    if not 0 <= successes <= trials:
        raise ValueError(f"Successes must lie between 0 and the {trials} trials, got {successes}.")
    mean, z = successes / trials, float(stats.norm.ppf(0.5 + confidence / 2.0))
    centre = (mean + z * z / (2.0 * trials)) / (1.0 + z * z / trials)
    half = z / (1.0 + z * z / trials) * sqrt(mean * (1.0 - mean) / trials + z * z / (4.0 * trials * trials))
    return Interval(max(0.0, centre - half), min(1.0, centre + half))


def bootstrap_mean(
    values: Sequence[float] | NDArray[np.float64],
    groups: Sequence[Any] | NDArray[Any],
    confidence: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Percentile bootstrap interval of the mean, resampling whole groups (deals).

    At least two groups are needed: one deal says nothing about how much deals differ.
    """
    _check_confidence(confidence)
    if resamples < 1:
        raise ValueError(f"The bootstrap needs at least one resample, got {resamples}.")
    if len(values) != len(groups):
        raise ValueError(f"Each value needs its group, got {len(values)} values and {len(groups)} groups.")
    if len(values) == 0:
        raise ValueError("The bootstrap needs at least one value.")
    _, index = np.unique(np.asarray(groups), return_inverse=True)
    counts = np.bincount(index).astype(np.float64)
    sums = np.bincount(index, weights=np.asarray(values, dtype=np.float64))
    if len(counts) < 2:
        raise ValueError("The bootstrap needs values from at least two groups, got one.")
    rng = np.random.default_rng(seed)
    blocks = _resampled(rng, len(counts), resamples)
    means = np.concatenate([sums[picks].sum(axis=1) / counts[picks].sum(axis=1) for picks in blocks])
    return percentile_interval(means, confidence)


def percentile_interval(draws: NDArray[np.float64], confidence: float = 0.95) -> Interval:
    """The central part of bootstrap draws that holds `confidence` of them."""
    _check_confidence(confidence)
    tail = 50.0 * (1.0 - confidence)
    low, high = np.percentile(draws, [tail, 100.0 - tail])
    return Interval(float(low), float(high))


def win_rate(
    wins: Sequence[float] | NDArray[np.float64],
    deals: Sequence[Any] | NDArray[Any],
    one_seat_per_game: bool = True,
    confidence: float = 0.95,
    seed: int = 0,
) -> WinRate:
    """Mean win share with the interval that suits the data.

    Wilson counts successes, so it is used only when every win is 0 or 1 and every value comes from another
    game. Shared wins, or an agent that holds several seats of a game, are bootstrapped by deal instead. Data
    of one deal cannot be bootstrapped: the interval is then the whole range, which is all that is known.
    """
    shares = np.asarray(wins, dtype=np.float64)
    if len(shares) != len(deals):
        raise ValueError(f"Each win needs its deal, got {len(shares)} wins and {len(deals)} deals.")
    if len(shares) == 0:
        raise ValueError("A win rate needs at least one game.")
    if shares.min() < 0.0 or shares.max() > 1.0:
        raise ValueError("Win shares must lie between 0 and 1.")
    mean = float(shares.mean())
    if one_seat_per_game and bool(np.isin(shares, (0.0, 1.0)).all()):
        return WinRate(mean, wilson(float(shares.sum()), len(shares), confidence), "wilson")
    if len(np.unique(np.asarray(deals))) < 2:
        return WinRate(mean, Interval(0.0, 1.0), "one deal")
    return WinRate(mean, bootstrap_mean(shares, deals, confidence, seed=seed), "bootstrap")


def mean_interval(
    values: Sequence[float] | NDArray[np.float64], deals: Sequence[Any] | NDArray[Any], confidence: float = 0.95
) -> Interval:
    """Student's interval of a mean, from what differs between deals; unbounded for one deal."""
    _check_confidence(confidence)
    numbers = np.asarray(values, dtype=np.float64)
    variance, count = _variance_of_mean(numbers, deals)
    if count < 2:
        return Interval(-inf, inf)
    half = float(stats.t.ppf(0.5 + confidence / 2.0, count - 1)) * sqrt(variance)
    return Interval(float(numbers.mean()) - half, float(numbers.mean()) + half)


def p_value_of_mean(values: NDArray[np.float64]) -> float:
    """Student's test that independent numbers have the mean 0; 1 if there are too few to say anything.

    Numbers that are all the same do not tell how they vary: of them only the signs are counted.
    """
    if len(values) < 2 or not values.any():
        return 1.0
    if all_alike(values):
        return float(2.0 * 0.5 ** len(values))
    return float(stats.ttest_1samp(values, 0.0).pvalue)


def interval_of_differences(values: NDArray[np.float64], most: float = inf) -> Interval:
    """Student's interval of the mean of independent differences, which are no larger than the most that there can be.

    Where all are the same they do not tell how they vary. Then it counts how large a share of others may have stayed unseen, which may
    be as far off as can be; if there is no most, so few that one sign of all would be no surprise tell nothing.
    """
    count, mean = len(values), float(values.mean())
    if all_alike(values) and isfinite(most):
        unseen = 1.0 - 0.025 ** (1.0 / count)
        return Interval(mean - unseen * (mean + most), mean + unseen * (most - mean))
    if all_alike(values) and 2.0 * 0.5**count > 0.05:
        return Interval(-inf, inf)
    interval = mean_interval(values, np.arange(count))
    return Interval(max(-most, interval.low), min(most, interval.high))


def all_alike(values: NDArray[np.float64]) -> bool:
    """Whether numbers are the same but for rounding."""
    return float(np.ptp(values)) <= ROUNDING * float(np.abs(values).max())


def share_interval(
    shares: Sequence[float] | NDArray[np.float64], deals: Sequence[Any] | NDArray[Any], confidence: float = 0.95
) -> Interval:
    """Wilson interval of a mean share, of as many games as those at hand are worth.

    With one game of each deal that is their number. Several games of a deal may be alike: their worth is the number of
    independent games that would vary as much as the deals do, but not more than there are games nor less than
    there are deals. So copies of a game add nothing.
    """
    _check_confidence(confidence)
    mean, worth = _independent_games(shares, deals)
    return wilson(mean * worth, worth, confidence)


def share_test(
    shares: Sequence[float] | NDArray[np.float64], deals: Sequence[Any] | NDArray[Any], usual: float
) -> float:
    """The two-sided p value of a mean share if it is the usual one: below 0.05 where that is outside of its `share_interval`."""
    mean, worth = _independent_games(shares, deals)
    spread = usual * (1.0 - usual)
    if spread <= 0.0:
        return 1.0 if mean == usual else 0.0
    return float(2.0 * stats.norm.sf(abs(mean - usual) / sqrt(spread / worth)))


def _independent_games(
    shares: Sequence[float] | NDArray[np.float64], deals: Sequence[Any] | NDArray[Any]
) -> tuple[float, float]:
    """The mean of shares, and how many independent games these games are worth."""
    numbers = np.asarray(shares, dtype=np.float64)
    variance, count = _variance_of_mean(numbers, deals)
    if numbers.min() < 0.0 or numbers.max() > 1.0:
        raise ValueError("Shares must lie between 0 and 1.")
    mean = float(numbers.mean())
    single = mean * (1.0 - mean)
    if single <= 0.0 or count < 2:
        return mean, float(count)
    return mean, min(float(len(numbers)), max(float(count), single / variance if variance > 0.0 else inf))


def _variance_of_mean(values: NDArray[np.float64], deals: Sequence[Any] | NDArray[Any]) -> tuple[float, int]:
    """Variance of the mean of all values when deals are independent and games of a deal are not; number of deals."""
    if len(values) != len(deals):
        raise ValueError(f"Each value needs its deal, got {len(values)} values and {len(deals)} deals.")
    if len(values) == 0:
        raise ValueError("An interval needs at least one value.")
    _, index = np.unique(np.asarray(deals), return_inverse=True)
    off = np.bincount(index, weights=values - values.mean())
    count = len(off)
    if count < 2:
        return inf, count
    return float(count / (count - 1) * (off * off).sum() / len(values) ** 2), count


def mcnemar(a_won: Sequence[bool] | NDArray[np.bool_], b_won: Sequence[bool] | NDArray[np.bool_]) -> McNemar:
    """Exact McNemar test of two agents on the same deals.

    Deals that both win or both lose say nothing about which agent is better: under the null hypothesis the
    others are coin flips, so the p value is that of a two-sided binomial test, and 1 without such deals.
    """
    if len(a_won) != len(b_won):
        raise ValueError(f"Paired results must have one length, got {len(a_won)} and {len(b_won)}.")
    if len(a_won) == 0:
        raise ValueError("A paired comparison needs at least one deal.")
    a, b = np.asarray(a_won, dtype=bool), np.asarray(b_won, dtype=bool)
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    if only_a + only_b == 0:
        return McNemar(only_a, only_b, 1.0)
    return McNemar(only_a, only_b, float(stats.binomtest(only_a, only_a + only_b).pvalue))


def false_discovery_rates(p_values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """For each test the least share of false discoveries, as Benjamini and Hochberg bound it, at which it counts as one."""
    values = np.asarray(p_values, dtype=np.float64)
    if values.size and not (values.min() >= 0.0 and values.max() <= 1.0):
        raise ValueError("p values must lie between 0 and 1.")
    order = np.argsort(values)[::-1]
    ranks = np.arange(len(values), 0, -1)
    rates = np.empty_like(values)
    rates[order] = np.minimum(1.0, np.minimum.accumulate(values[order] * len(values) / ranks))
    return rates


def bootstrap_weights(groups: int, resamples: int = RESAMPLES, seed: int = 0) -> Iterator[NDArray[np.float64]]:
    """How often each group (deal) is drawn in each resample, a row for each, in blocks; for what is more than a mean."""
    if groups < 2:
        raise ValueError(f"The bootstrap needs values from at least two groups, got {groups}.")
    rng = np.random.default_rng(seed)
    for picks in _resampled(rng, groups, resamples):
        yield np.stack([np.bincount(pick, minlength=groups) for pick in picks]).astype(np.float64)


def _resampled(rng: np.random.Generator, groups: int, resamples: int) -> Iterator[NDArray[np.int64]]:
    """Group indices drawn with replacement, one row per resample, in blocks."""
    rows = max(1, BLOCK_ENTRIES // groups)
    for start in range(0, resamples, rows):
        yield rng.integers(groups, size=(min(rows, resamples - start), groups))


def _check_confidence(confidence: float) -> None:
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"Confidence must lie strictly between 0 and 1, got {confidence}.")
