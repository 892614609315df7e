"""Intervals and tests against scipy and numbers worked out by hand."""

from math import comb, inf, sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats

from regolith.agents.statistics import (
    Interval,
    bootstrap_mean,
    bootstrap_weights,
    interval_of_differences,
    mcnemar,
    mean_interval,
    p_value_of_mean,
    percentile_interval,
    share_interval,
    share_test,
    wilson,
    win_rate,
)


@pytest.mark.parametrize(("successes", "trials"), [(0, 10), (10, 10), (3, 7), (637, 1000), (1, 1), (2.5, 4), (0.5, 1)])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_wilson_agrees_with_the_formula(successes: float, trials: int, confidence: float) -> None:
    z = stats.norm.ppf(0.5 + confidence / 2)
    p = successes / trials
    centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * np.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    interval = wilson(successes, trials, confidence)
    assert interval.low == pytest.approx(max(0.0, centre - half), abs=1e-12)
    assert interval.high == pytest.approx(min(1.0, centre + half), abs=1e-12)


def test_wilson_known_value() -> None:
    known = stats.binomtest(637, 1000).proportion_ci(method="wilson")
    found = wilson(637, 1000)
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=1e-12)
    assert (round(known.low, 3), round(known.high, 3)) == (0.607, 0.666)


def test_a_draw_is_half_a_success() -> None:
    less, draw, more = wilson(2, 4), wilson(2.5, 4), wilson(3, 4)
    assert less.low < draw.low < more.low
    assert less.high < draw.high < more.high
    assert share_interval([1.0, 1.0, 0.5, 0.0], [1, 2, 3, 4]) == draw


def test_wilson_is_not_a_point_for_a_perfect_record() -> None:
    interval = wilson(20, 20)
    assert interval.high == pytest.approx(1.0)
    assert 0.8 < interval.low < 0.9


@pytest.mark.parametrize(
    ("successes", "trials", "sentence"),
    [(0, 0, "at least one trial"), (0, -1, "at least one trial"), (-1, 5, "between 0"), (6, 5, "between 0")],
)
def test_wilson_refuses_impossible_counts(successes: int, trials: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        wilson(successes, trials)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95.0])
def test_confidence_is_a_fraction(confidence: float) -> None:
    with pytest.raises(ValueError, match="Confidence"):
        wilson(1, 2, confidence)


def test_bootstrap_of_single_game_deals_is_near_the_normal_interval() -> None:
    values = np.random.default_rng(3).normal(10.0, 2.0, size=400)
    interval = bootstrap_mean(values, np.arange(400), resamples=4000)
    error = 1.96 * values.std() / 20.0
    assert interval.low == pytest.approx(values.mean() - error, abs=0.03)
    assert interval.high == pytest.approx(values.mean() + error, abs=0.03)


def test_bootstrap_resamples_deals_not_games() -> None:
    """Ten copies of a deal hold no more information than one."""
    deals = np.random.default_rng(4).normal(size=50)
    once = bootstrap_mean(deals, np.arange(50))
    repeated = bootstrap_mean(np.repeat(deals, 10), np.repeat(np.arange(50), 10))
    assert repeated.low == pytest.approx(once.low)
    assert repeated.high == pytest.approx(once.high)


def test_bootstrap_cancels_luck_that_a_deal_balances() -> None:
    """Each deal is won once from each seat: the mean is certain, though single games are not."""
    assert bootstrap_mean([1.0, 0.0] * 10, np.repeat(np.arange(10), 2)) == Interval(0.5, 0.5)


def test_bootstrap_weighs_deals_by_their_games() -> None:
    """One deal has a single game (an interrupted run): 0 or 1 or a mix of one to three."""
    interval = bootstrap_mean([0.0, 0.0, 0.0, 1.0], [7, 7, 7, 8], confidence=0.4)
    assert interval == Interval(0.25, 0.25)


def test_bootstrap_is_the_same_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(5).normal(size=30)
    whole = bootstrap_mean(values, np.arange(30), resamples=100)
    monkeypatch.setattr("regolith.agents.statistics.BLOCK_ENTRIES", 90)
    assert bootstrap_mean(values, np.arange(30), resamples=100) == whole


def test_bootstrap_seed_decides() -> None:
    values, groups = [0.1, 0.5, 0.9, 0.2, 0.4], range(5)
    assert bootstrap_mean(values, groups, seed=1) == bootstrap_mean(values, groups, seed=1)
    assert bootstrap_mean(values, groups, resamples=7, seed=1) != bootstrap_mean(values, groups, resamples=7, seed=2)


@pytest.mark.parametrize(
    ("values", "groups", "resamples", "sentence"),
    [
        ([], [], 10, "at least one value"),
        ([1.0], [1, 2], 10, "1 values and 2 groups"),
        ([1.0, 0.0], [1, 1], 10, "at least two groups"),
        ([1.0, 0.0], [1, 2], 0, "at least one resample"),
    ],
)
def test_bootstrap_refuses(values: list[float], groups: list[int], resamples: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        bootstrap_mean(values, groups, resamples=resamples)


def test_percentile_interval() -> None:
    interval = percentile_interval(np.arange(101.0), 0.9)
    assert (interval.low, interval.high) == pytest.approx((5.0, 95.0))


def test_win_rate_uses_wilson_for_whole_wins() -> None:
    result = win_rate([1.0, 0.0, 1.0, 1.0], [1, 1, 2, 2])
    assert (result.mean, result.method, result.interval) == (0.75, "wilson", wilson(3, 4))


def test_win_rate_bootstraps_shared_wins() -> None:
    wins, deals = [1.0, 0.5, 0.0, 1.0], [1, 2, 3, 4]
    result = win_rate(wins, deals)
    assert (result.mean, result.method, result.interval) == (0.625, "bootstrap", bootstrap_mean(wins, deals))


def test_win_rate_bootstraps_several_seats_of_one_game() -> None:
    """Two seats of one game cannot both win, so they are not two trials."""
    assert win_rate([1.0, 0.0, 1.0, 0.0], [1, 1, 2, 2], one_seat_per_game=False).method == "bootstrap"


def test_win_rate_of_one_deal_claims_nothing() -> None:
    result = win_rate([0.5, 0.5], [9, 9])
    assert (result.mean, result.method, result.interval) == (0.5, "one deal", Interval(0.0, 1.0))


@pytest.mark.parametrize(
    ("wins", "deals", "sentence"),
    [([], [], "at least one game"), ([1.0], [], "1 wins and 0 deals"), ([1.5], [1], "between 0 and 1")],
)
def test_win_rate_refuses(wins: list[float], deals: list[int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        win_rate(wins, deals)


def test_mean_interval_by_hand() -> None:
    """Mean 10; deals are off by -2, -2 and 4 in sum: variance 3/2 * 24 / 36 = 1, and Student's t of 2 is 4.3027."""
    interval = mean_interval([8, 10, 9, 9, 12, 12], [1, 1, 2, 2, 3, 3])
    assert (interval.low, interval.high) == pytest.approx((10 - 4.302653, 10 + 4.302653), abs=1e-6)
    narrower = mean_interval([8, 10, 9, 9, 12, 12], [1, 1, 2, 2, 3, 3], confidence=0.5)
    assert (narrower.low, narrower.high) == pytest.approx((10 - 0.816497, 10 + 0.816497), abs=1e-6)


def test_mean_interval_of_single_games_is_the_usual_one() -> None:
    values = np.random.default_rng(6).normal(10.0, 2.0, size=12)
    usual = stats.t.interval(0.95, 11, values.mean(), stats.sem(values))
    interval = mean_interval(values, range(12))
    assert (interval.low, interval.high) == pytest.approx(usual)


def test_mean_interval_gains_nothing_by_copies() -> None:
    once, thrice = mean_interval([1.0, 2.0, 4.0], [1, 2, 3]), mean_interval([1.0, 2.0, 4.0] * 3, [1, 2, 3] * 3)
    assert (thrice.low, thrice.high) == pytest.approx((once.low, once.high))


def test_mean_interval_of_one_deal_claims_nothing() -> None:
    assert mean_interval([3.0, 5.0], [7, 7]) == Interval(-inf, inf)


@pytest.mark.parametrize(("count", "p_value"), [(2, 0.5), (5, 0.0625), (6, 0.03125)])
@pytest.mark.parametrize("value", [-1.0, 0.1])
def test_differences_that_are_all_the_same_count_as_signs(value: float, count: int, p_value: float) -> None:
    assert p_value_of_mean(np.full(count, value)) == pytest.approx(p_value)
    assert p_value_of_mean(np.full(count, value) + 1e-15 * np.arange(count)) == pytest.approx(p_value)
    assert p_value_of_mean(np.zeros(count)) == 1.0


@pytest.mark.parametrize(("value", "sure"), [(1.0, 6), (-1.0, 6)])
def test_few_differences_that_are_all_the_same_are_not_sure(value: float, sure: int) -> None:
    for count in range(2, 10):
        for most in (1.0, inf):
            interval = interval_of_differences(np.full(count, value), most)
            assert (interval.low > 0.0 or interval.high < 0.0) == (count >= sure)
            assert interval.low <= value <= interval.high


def test_shares_that_never_changed_may_change_in_deals_unseen() -> None:
    """If 1 - 0.025 ** (1 / 100) = 3.6 % of deals changed by as much as can be, 2.5 % of such runs would show none of them."""
    interval = interval_of_differences(np.zeros(100), 1.0)
    assert (interval.low, interval.high) == pytest.approx((-0.0362, 0.0362), abs=1e-4)


def test_differences_of_shares_are_no_larger_than_can_be() -> None:
    values = np.array([-1.0, 0.0])
    assert mean_interval(values, range(2)).low < -1.0
    assert interval_of_differences(values, 1.0) == Interval(-1.0, 1.0)
    assert interval_of_differences(values) == mean_interval(values, range(2))


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (3, 7), (637, 1000), (0, 1), (1, 1)])
def test_share_of_one_game_per_deal_is_wilson(wins: int, games: int) -> None:
    interval = share_interval([1.0] * wins + [0.0] * (games - wins), range(games))
    assert (interval.low, interval.high) == pytest.approx((wilson(wins, games).low, wilson(wins, games).high))


@pytest.mark.parametrize("results", [[1, 0, 0, 1], [1, 1, 1], [0, 0]])
def test_share_gains_nothing_by_copies(results: list[int]) -> None:
    deals = range(len(results))
    interval = share_interval(results * 6, [*deals] * 6)
    once = wilson(sum(results), len(results))
    assert (interval.low, interval.high) == pytest.approx((once.low, once.high))


def test_share_of_games_that_a_deal_balances_counts_every_game() -> None:
    interval = share_interval([1.0, 0.0] * 10, np.repeat(np.arange(10), 2))
    assert (interval.low, interval.high) == pytest.approx((wilson(10, 20).low, wilson(10, 20).high))


def test_share_of_games_that_are_partly_alike() -> None:
    """Deals are off by 1, 0, -1 and 0: variance 4/3 * 2 / 64 = 1/24, that of 6 independent games (1/4 / 6), not 8."""
    interval = share_interval([1, 1, 1, 0, 0, 0, 0, 1], [1, 1, 2, 2, 3, 3, 4, 4])
    assert (interval.low, interval.high) == pytest.approx((wilson(3, 6).low, wilson(3, 6).high))


def test_share_counts_half_wins() -> None:
    """A quarter of 4 games: by the formula with z = 1.96 the centre is (1/4 + z²/8) / (1 + z²/4)."""
    interval = share_interval([0.5, 0.5, 0.0, 0.0], range(4), confidence=0.95)
    z = stats.norm.ppf(0.975)
    centre, width = (1 / 4 + z * z / 8) / (1 + z * z / 4), z / (1 + z * z / 4) * sqrt(3 / 64 + z * z / 64)
    assert (interval.low, interval.high) == pytest.approx((centre - width, centre + width))


def test_share_of_one_deal_is_one_game() -> None:
    interval = share_interval([1.0, 1.0, 1.0], [4, 4, 4])
    assert (interval.low, interval.high) == pytest.approx((wilson(1, 1).low, 1.0))


@pytest.mark.parametrize("interval", [mean_interval, share_interval])
@pytest.mark.parametrize(("values", "deals", "sentence"), [([], [], "at least one"), ([1.0], [1, 2], "1 values and 2")])
def test_intervals_over_deals_refuse(interval: Any, values: list[float], deals: list[int], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        interval(values, deals)


def test_share_refuses_what_is_no_share() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        share_interval([0.5, 1.5], [1, 2])


def test_mcnemar_by_hand() -> None:
    """8 deals won by a only, 2 by b only: p = 2 P(at most 2 heads in 10) = 2 (1 + 10 + 45) / 1024."""
    a = [True] * 8 + [False] * 2 + [True] * 5 + [False] * 4
    b = [False] * 8 + [True] * 2 + [True] * 5 + [False] * 4
    result = mcnemar(a, b)
    assert (result.only_a, result.only_b) == (8, 2)
    assert result.p_value == pytest.approx(2 * sum(comb(10, k) for k in range(3)) / 2**10)


def test_mcnemar_is_symmetric() -> None:
    a, b = [True, True, True, False, True], [False, False, True, True, False]
    there, back = mcnemar(a, b), mcnemar(b, a)
    assert (there.only_a, there.only_b, there.p_value) == (back.only_b, back.only_a, back.p_value)


def test_mcnemar_without_differences() -> None:
    assert mcnemar([True, False], [True, False]).p_value == 1.0


@pytest.mark.parametrize(("a", "b", "sentence"), [([True], [], "1 and 0"), ([], [], "at least one deal")])
def test_mcnemar_refuses(a: list[bool], b: list[bool], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        mcnemar(a, b)


@pytest.mark.parametrize("shares", [[1.0] * 30 + [0.0] * 10, [1.0, 0.5, 0.0, 0.0] * 10, [1.0] * 9 + [0.0] * 11])
def test_a_share_is_told_from_the_usual_one_where_its_interval_leaves_that_out(shares: list[float]) -> None:
    deals = np.repeat(np.arange(len(shares) // 2), 2)
    interval = share_interval(shares, deals)
    for usual in np.linspace(0.01, 0.99, 99):
        assert (share_test(shares, deals, usual) < 0.05) == (not interval.low <= usual <= interval.high)


def test_the_p_value_of_a_share_by_hand() -> None:
    """15 of 20 beside an even share: 1/4 / (1/4 / 20)^(1/2) = 2.236 deviations."""
    assert share_test([1.0] * 15 + [0.0] * 5, range(20), 0.5) == pytest.approx(0.025347, abs=1e-6)


def test_a_share_that_nobody_can_miss_has_no_chance() -> None:
    assert share_test([1.0, 1.0], [1, 2], 1.0) == 1.0
    assert share_test([1.0, 0.0], [1, 2], 1.0) == 0.0


def test_resamples_draw_as_many_groups_as_there_are() -> None:
    drawn = np.concatenate(list(bootstrap_weights(7, resamples=400, seed=3)))
    assert drawn.shape == (400, 7)
    assert (drawn.sum(axis=1) == 7).all()
    assert abs(drawn.mean(axis=0) - 1.0).max() < 0.2
    assert drawn.var() == pytest.approx(6 / 7, abs=0.1)
    assert (drawn == np.concatenate(list(bootstrap_weights(7, resamples=400, seed=3)))).all()
    with pytest.raises(ValueError, match="two groups"):
        next(bootstrap_weights(1))
