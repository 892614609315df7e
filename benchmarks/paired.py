"""Differences between games of the same deals, with intervals that say how sure they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

import numpy as np

from regolith.agents.statistics import Interval, false_discovery_rates, interval_of_differences, p_value_of_mean

Array = np.ndarray[Any, Any]
LARGEST_OF_SHARES = 1.0
"""That two shares can differ by."""
Pairs = tuple[str, str, Array, Array]
"""What was measured, how it is shown (`share` or `number`), and its values by deal in both ways."""


@dataclass(frozen=True)
class Difference:
    """How much a number differs between two ways to play a deal, over the deals that both have."""

    what: str
    kind: str
    """How it is shown: `share` or `number`."""
    means: tuple[float, float]
    difference: float
    interval: Interval
    false_discovery: float
    gain: float
    """Width of the interval beside that of as many games that are not paired."""


def compared(pairs: Iterable[Pairs]) -> list[Difference]:
    """The differences of all numbers of which there are two deals or more; the false-discovery rates are over all of them."""
    paired = [entry for entry in pairs if len(entry[2]) > 1]
    rates = false_discovery_rates([p_value_of_mean(two - one) for _, _, one, two in paired])
    return [
        Difference(
            what,
            kind,
            (float(one.mean()), float(two.mean())),
            float((two - one).mean()),
            interval_of_differences(two - one, LARGEST_OF_SHARES if kind == "share" else inf),
            float(rate),
            gain_of(two - one, one, two),
        )
        for (what, kind, one, two), rate in zip(paired, rates, strict=True)
    ]


def gain_of(estimates: Array, one: Array, two: Array) -> float:
    """How wide the interval of the mean of the estimates is beside that of the difference of as many games that are not paired."""
    alone = sqrt(float(one.var() + two.var()))
    return float(estimates.std()) / alone if alone else 1.0


def steadied(differences: Array, control: Array) -> Array:
    """Numbers with the same mean as the differences, on average, and less spread: their mean estimates the same with a narrower interval.

    The control is a number of each deal, known before the difference, whose mean is 0 whatever is measured. What of the differences goes
    along with it is taken away (least squares), and the spread that is left is enlarged for the coefficient being an estimate too, so that
    Student's formulas hold for the numbers that come back.
    """
    count, spread = len(differences), float(((control - control.mean()) ** 2).sum())
    if count < 4 or spread <= 0.0:
        return differences
    slope = float(((control - control.mean()) * differences).sum()) / spread
    left = differences - slope * control
    larger = sqrt((count - 1) / (count - 2) * (1.0 + count * float(control.mean()) ** 2 / spread))
    return np.asarray(left.mean() + larger * (left - left.mean()))
