"""What paired measurements allow to say."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from regolith.benchmarks.against.ratios import LEAST_TURNS, Ratio, Verdict, ratio_of


def test_ratios_are_taken_turn_by_turn_and_above_one_is_better() -> None:
    """The machine grew ten times slower after the second turn: the ratios do not notice."""
    assert ratio_of([(110, 100), (90, 100), (11, 10)], smaller_is_better=False).median == pytest.approx(1.1)
    assert ratio_of([(10.0, 20.0)], smaller_is_better=False).median == 0.5
    assert ratio_of([(10.0, 20.0)], smaller_is_better=True).median == 2.0


@pytest.mark.parametrize(
    ("turns", "low", "high"),
    [(5, None, None), (6, 1, 6), (9, 2, 8), (15, 4, 12), (30, 10, 21), (60, 22, 39)],
)
def test_the_interval_lies_between_the_order_statistics_of_the_textbook(
    turns: int, low: int | None, high: int | None
) -> None:
    """Ranks of the 95 % interval of a median, as tables of the sign test have them."""
    pairs = [(float(rank), 1.0) for rank in range(1, turns + 1)]
    found = ratio_of(pairs[::-1], smaller_is_better=False)
    assert found == Ratio((turns + 1) / 2, -inf if low is None else low, inf if high is None else high, turns)


def test_the_interval_holds_the_median_as_often_as_it_says() -> None:
    rng = np.random.default_rng(5)
    samples = np.exp(rng.standard_t(2, size=(400, 20)) / 50)
    found = [ratio_of([(value, 1.0) for value in sample], smaller_is_better=False) for sample in samples]
    assert 0.93 < np.mean([ratio.low <= 1.0 <= ratio.high for ratio in found]) <= 1.0


@pytest.mark.parametrize(
    ("ratio", "verdict", "settled"),
    [
        (Ratio(1.0, 0.985, 1.02, 15), Verdict.PASSED, True),
        (Ratio(0.97, 0.95, 0.98, 15), Verdict.PASSED, True),
        (Ratio(0.96, 0.95, 0.98, 15), Verdict.UNCLEAR, True),
        (Ratio(0.95, 0.94, 0.96, 15), Verdict.SLOWER, True),
        (Ratio(0.5, 0.4, 0.6, 60), Verdict.SLOWER, False),
        (Ratio(1.0, 0.9, 1.1, 60), Verdict.NOISY, False),
        (Ratio(0.96, 0.9, 1.1, 60), Verdict.NOISY, False),
        (Ratio(1.0, 1.0, 1.0, 14), Verdict.FEW, False),
        (Ratio(0.5, 0.5, 0.5, 14), Verdict.FEW, False),
        (Ratio(1.0, -inf, inf, 3), Verdict.FEW, False),
    ],
)
def test_verdicts(ratio: Ratio, verdict: Verdict, settled: bool) -> None:
    assert ratio.verdict(0.97) == verdict
    assert ratio.settled() is settled


def test_a_narrower_interval_can_be_asked_for() -> None:
    ratio = Ratio(1.0, 0.99, 1.01, LEAST_TURNS)
    assert ratio.verdict(0.97, width=0.021) == Verdict.PASSED
    assert ratio.verdict(0.97, width=0.01) == Verdict.NOISY
    assert not ratio.settled(0.01)
