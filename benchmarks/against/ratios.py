"""What paired measurements of two trees say: the median ratio, how sure it is, and whether that will do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf, isnan
from statistics import median

from scipy import stats

LEAST_TURNS = 15
"""With fewer there is no verdict."""
WIDTH = 0.04
"""An interval that is no wider than this is narrow enough."""


class Verdict(StrEnum):
    """What the turns of a figure allow to say."""

    PASSED = "passed"
    SLOWER = "slower"
    UNCLEAR = "too close to say"
    NOISY = "too noisy"
    FEW = "too few turns"


@dataclass(frozen=True)
class Ratio:
    """The median of the ratios of all turns; above 1 this tree is better.

    The 95 % interval is the one between two order statistics of the ratios, by the binomial distribution (scipy's
    `quantile_test`): it supposes nothing about how the noise is distributed. Fewer than six turns bound nothing.
    """

    median: float
    low: float
    high: float
    turns: int

    @property
    def width(self) -> float:
        return self.high - self.low

    def settled(self, width: float = WIDTH) -> bool:
        """Whether there are enough turns. The median has no say in it: stopping when one likes what one sees would bias it."""
        return self.turns >= LEAST_TURNS and self.width <= width

    def verdict(self, least: float, width: float = WIDTH) -> Verdict:
        """Passed: narrow, and the median is at least `least`. Slower: the whole interval is below it."""
        if self.turns < LEAST_TURNS:
            return Verdict.FEW
        if self.high < least:
            return Verdict.SLOWER
        if not self.settled(width):
            return Verdict.NOISY
        return Verdict.PASSED if self.median >= least else Verdict.UNCLEAR


def ratio_of(turns: Sequence[tuple[float, float]], smaller_is_better: bool) -> Ratio:
    """The ratio of (this tree, the other) in each turn, taken together."""
    ratios = [other / this if smaller_is_better else this / other for this, other in turns]
    bounds = stats.quantile_test(ratios, q=1.0, p=0.5).confidence_interval(0.95)
    low, high = (-inf if isnan(bounds.low) else float(bounds.low)), (inf if isnan(bounds.high) else float(bounds.high))
    return Ratio(float(median(ratios)), low, high, len(ratios))
