"""Returns computed by hand, for one to five players, with ties."""

from __future__ import annotations

import numpy as np
import pytest

from regolith.envs.core.rewards import MODES, pay

SCALE = 10.0


def paid(mode: str, scores: list[float], places: list[int]) -> list[float]:
    out = np.full(len(scores), np.nan)
    pay(MODES[mode], SCALE, len(scores), np.array(scores, np.float64), np.array(places, np.int64), out)
    return [float(value) for value in out]


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ([1, 2], [1, -1]),
        ([2, 1], [-1, 1]),
        ([1, 1], [0, 0]),
        ([3, 1, 2], [-1 / 2, 1, -1 / 2]),
        ([1, 1, 3], [1 / 4, 1 / 4, -1 / 2]),
        ([1, 1, 1], [0, 0, 0]),
        ([2, 4, 1, 3], [-1 / 3, -1 / 3, 1, -1 / 3]),
        ([1, 3, 1, 3], [1 / 3, -1 / 3, 1 / 3, -1 / 3]),
        ([1, 1, 1, 4], [1 / 9, 1 / 9, 1 / 9, -1 / 3]),
        ([5, 1, 2, 3, 3], [-1 / 4, 1, -1 / 4, -1 / 4, -1 / 4]),
        ([1, 1, 3, 4, 5], [3 / 8, 3 / 8, -1 / 4, -1 / 4, -1 / 4]),
    ],
)
def test_win(places: list[int], wanted: list[float]) -> None:
    assert paid("win", [7.0] * len(places), places) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("places", "wanted"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([3, 1, 2], [-1, 1, 0]),
        ([1, 2, 2], [1, -1 / 2, -1 / 2]),
        ([1, 1, 3], [1 / 2, 1 / 2, -1]),
        ([1, 1, 1], [0, 0, 0]),
        ([1, 2, 3, 4], [1, 1 / 3, -1 / 3, -1]),
        ([1, 2, 2, 4], [1, 0, 0, -1]),
        ([3, 3, 1, 1], [-2 / 3, -2 / 3, 2 / 3, 2 / 3]),
        ([5, 4, 3, 2, 1], [-1, -1 / 2, 0, 1 / 2, 1]),
        ([1, 2, 2, 2, 5], [1, 0, 0, 0, -1]),
    ],
)
def test_rank(places: list[int], wanted: list[float]) -> None:
    assert paid("rank", [7.0] * len(places), places) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("scores", "wanted"),
    [
        ([30, 25], [0.5, -0.5]),
        ([20, 20], [0, 0]),
        ([10, 20, 60], [-3, -1.5, 4.5]),
        ([0, 0, 0, 40], [-4 / 3, -4 / 3, -4 / 3, 4]),
        ([10, 20, 30, 40, 50], [-2.5, -1.25, 0, 1.25, 2.5]),
        ([-10, 10], [-2, 2]),
    ],
)
def test_margin(scores: list[float], wanted: list[float]) -> None:
    places = [1 + sum(other > score for other in scores) for score in scores]
    assert paid("margin", scores, places) == pytest.approx(wanted)


@pytest.mark.parametrize("mode", ["win", "rank"])
def test_solo_is_won_or_lost(mode: str) -> None:
    assert paid(mode, [3.0], [1]) == [1.0]
    assert paid(mode, [3.0], [2]) == [-1.0]


def test_solo_margin_is_the_points() -> None:
    assert paid("margin", [25.0], [1]) == [2.5]
    assert paid("margin", [-5.0], [2]) == [-0.5]


@pytest.mark.parametrize("mode", list(MODES))
def test_any_outcome_sums_to_zero(mode: str) -> None:
    generator = np.random.default_rng(0)
    for _ in range(300):
        players = int(generator.integers(2, 6))
        scores = generator.integers(0, 6, players).astype(float).tolist()
        places = [1 + sum(other > score for other in scores) for score in scores]
        returns = paid(mode, scores, places)
        assert sum(returns) == pytest.approx(0.0)
        for a in range(players):
            for b in range(players):
                assert (places[a] == places[b]) <= (returns[a] == pytest.approx(returns[b]))
                if mode != "win":
                    assert (places[a] < places[b]) <= (returns[a] > returns[b])
