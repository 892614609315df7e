"""Ratings on games whose answer is known: simulated strengths, closed forms, and choix itself."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, permutations, product
from math import inf, log10

import choix
import numpy as np
import polars as pl
import pytest
from scipy import stats

from regolith.agents.ratings import ELO_PER_NAT, rate

# Agents in seat order with their places.
Game = Sequence[tuple[str, int]]


def games(played: Iterable[tuple[int, Game]]) -> pl.DataFrame:
    """Rows of games given with their deal; each game is a lineup of its own."""
    return pl.DataFrame(
        [
            {
                "run": "r",
                "deal": deal,
                "lineup": i,
                "rotation": 0,
                "seat": seat,
                "agent": agent,
                "place": place,
            }
            for i, (deal, game) in enumerate(played)
            for seat, (agent, place) in enumerate(game)
        ]
    )


def series(wins: int, losses: int, a: str = "a", b: str = "b") -> list[tuple[int, Game]]:
    """So many wins of one agent over another, one game per deal."""
    return [(deal, [(a, 1), (b, 2)] if deal < wins else [(a, 2), (b, 1)]) for deal in range(wins + losses)]


def simulated(elo: dict[str, float], players: int, deals: int, seed: int) -> pl.DataFrame:
    """Random lineups in all rotations. Strength plus Gumbel noise, sorted, is a Plackett-Luce ranking."""
    rng = np.random.default_rng(seed)
    names = list(elo)
    played: list[tuple[int, Game]] = []
    for deal in range(deals):
        lineup = [names[i] for i in rng.choice(len(names), players, replace=False)]
        for rotation in range(players):
            seats = lineup[rotation:] + lineup[:rotation]
            noisy = np.array([elo[agent] / ELO_PER_NAT for agent in seats]) + rng.gumbel(size=players)
            played.append((deal, list(zip(seats, stats.rankdata(-noisy).astype(int).tolist(), strict=True))))
    return games(played)


def points(played: Iterable[tuple[int, Game]], virtual_games: float = 1.0) -> dict[str, float]:
    """Ratings without regard to intervals, which one resample keeps cheap."""
    ratings = rate(games(played), resamples=1, virtual_games=virtual_games)
    return {rating.agent: rating.rating for rating in ratings}


@pytest.mark.parametrize("players", [2, 4])
def test_recovers_known_strengths(players: int) -> None:
    truth = {"random": 0.0, "greedy": 150.0, "mcts": 300.0, "ppo": 230.0, "weak": -80.0}
    ratings = rate(simulated(truth, players, deals=4000 // players, seed=11))
    assert [rating.agent for rating in ratings] == ["mcts", "ppo", "greedy", "random", "weak"]
    for rating in ratings:
        assert rating.rating == pytest.approx(truth[rating.agent], abs=30.0)
        assert rating.interval.low <= rating.rating <= rating.interval.high
        assert rating.interval.high - rating.interval.low < 75.0


def test_intervals_cover_the_truth_about_as_often_as_they_say() -> None:
    """At 90%, 22.5 of 25 are expected; fewer than 18 or all of them would be a sign of a wrong width."""
    truth = {"random": 0.0, "greedy": 120.0}
    hits = 0
    for seed in range(25):
        best = rate(simulated(truth, 2, deals=60, seed=seed), resamples=80, confidence=0.9)[0]
        hits += best.agent == "greedy" and best.interval.low <= 120.0 <= best.interval.high
    assert 18 <= hits < 25


def test_two_agents_closed_form() -> None:
    ratings = points(series(30, 10))
    assert ratings["a"] - ratings["b"] == pytest.approx(400 * log10(30.5 / 10.5), abs=1e-3)
    assert ratings["a"] + ratings["b"] == pytest.approx(0.0, abs=1e-6)


def test_virtual_games_can_be_weaker() -> None:
    ratings = points(series(30, 10), virtual_games=0.02)
    assert ratings["a"] - ratings["b"] == pytest.approx(400 * log10(30.01 / 10.01), abs=1e-3)


def test_agrees_with_choix_on_rankings_with_ties_and_mixed_sizes() -> None:
    """Reference: all orders of a tied group listed one by one, every game repeated to the same weight."""
    names = "abcd"
    rng = np.random.default_rng(2)
    played: list[tuple[int, Game]] = []
    reference: list[tuple[int, ...]] = []
    copies = 24
    for deal in range(25):
        seats = [int(i) for i in rng.permutation(4)[: rng.integers(2, 5)]]
        # Few distinct scores, so most games have a tie, some of them three or four ways.
        places = stats.rankdata(-rng.integers(0, 3, size=len(seats)), method="min").astype(int).tolist()
        played.append((deal, [(names[i], place) for i, place in zip(seats, places, strict=True)]))
        groups = [[i for i, p in zip(seats, places, strict=True) if p == place] for place in sorted(set(places))]
        orders = [tuple(chain(*order)) for order in product(*map(permutations, groups))]
        reference += orders * (copies // len(orders))
    assert any(len({place for _, place in game}) < len(game) - 1 for _, game in played)
    # Three virtual games per agent are half a win each way in every pair.
    for pair in permutations(range(4), 2):
        reference += [pair] * (copies // 2)
    expected = choix.ilsr_rankings(4, reference) * ELO_PER_NAT
    assert points(played, virtual_games=3.0) == pytest.approx(dict(zip(names, expected, strict=True)), abs=1e-3)


def test_several_seats_of_one_agent() -> None:
    """Winning a third of the games against two copies of an equal agent is an equal rating."""
    played: list[tuple[int, Game]] = []
    for deal, places in enumerate([*permutations((1, 2, 3))] * 5):
        played.append((deal, list(zip("abb", places, strict=True))))
    ratings = points(played)
    assert ratings["a"] == pytest.approx(ratings["b"], abs=1e-3)


def test_order_of_rows_does_not_matter() -> None:
    rows = simulated({"a": 0.0, "b": 100.0, "c": 50.0}, 3, deals=40, seed=1)
    shuffled = rows.sample(fraction=1.0, shuffle=True, seed=7)
    assert rate(shuffled, resamples=20) == rate(rows, resamples=20)


def test_seed_of_the_bootstrap() -> None:
    rows = simulated({"a": 0.0, "b": 100.0}, 2, deals=40, seed=1)
    first, again, other = (rate(rows, resamples=20, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first[0].interval != other[0].interval
    assert first[0].rating == other[0].rating


def test_random_is_the_anchor() -> None:
    played = [*series(30, 10, "greedy", "random"), *series(20, 20, "weak", "greedy")]
    ratings = {rating.agent: rating for rating in rate(games(played))}
    assert ratings["random"].rating == 0.0
    assert ratings["random"].interval.low == ratings["random"].interval.high == 0.0
    assert ratings["greedy"].rating > 100.0


def test_mean_is_the_anchor_without_random() -> None:
    ratings = points([*series(30, 10), *series(5, 20, "b", "c")])
    assert sum(ratings.values()) == pytest.approx(0.0, abs=1e-6)


def test_perfect_record_is_finite_and_uncertain() -> None:
    """Close to the Jeffreys interval Beta(100.5, 0.5), and never an interval of no width."""
    best, worst = rate(games(series(100, 0, "a", "random")), resamples=1000)
    assert (best.agent, worst.agent) == ("a", "random")
    assert best.rating == pytest.approx(400 * log10(100.5 / 0.5), abs=1e-2)
    odds = [p / (1 - p) for p in stats.beta(100.5, 0.5).ppf([0.025, 0.975])]
    assert best.interval.low == pytest.approx(400 * log10(odds[0]), abs=60.0)
    assert best.interval.high == pytest.approx(400 * log10(odds[1]), abs=300.0)


def test_long_chain_of_perfect_records_is_ordered() -> None:
    played = [(deal, list(zip("abcde", range(1, 6), strict=True))) for deal in range(2000)]
    ratings = rate(games(played), resamples=20)
    assert [rating.agent for rating in ratings] == list("abcde")
    assert all(np.isfinite([r.rating, r.interval.low, r.interval.high]).all() for r in ratings)


def test_ties_are_symmetric() -> None:
    """All orders of a tie count alike: agents with equal results have equal ratings, whatever their names."""
    played = [(deal, [("a", 1), ("z", 1), ("m", 3), ("k", 3)]) for deal in range(20)]
    ratings = points(played)
    assert ratings["a"] == pytest.approx(ratings["z"], abs=1e-3)
    assert ratings["m"] == pytest.approx(ratings["k"], abs=1e-3)
    assert ratings["a"] > ratings["m"] + 200.0


def test_two_player_tie_is_half_a_win_each() -> None:
    tied = [(deal, [("a", 1), ("b", 1)]) for deal in range(10)]
    ratings = points([*series(20, 0), *tied])
    assert ratings["a"] - ratings["b"] == pytest.approx(400 * log10(25.5 / 5.5), abs=1e-3)


def test_games_against_itself_are_ignored() -> None:
    """Deals beyond the others' range, since a deal that counts would change the resamples."""
    selfplay = [(deal, [("a", 1), ("a", 2)]) for deal in range(100, 150)]
    assert rate(games([*series(30, 10), *selfplay])) == rate(games(series(30, 10)))
    assert rate(games(selfplay)) == []


def test_agents_that_never_met_are_on_one_scale() -> None:
    ratings = points([*series(30, 10), *series(30, 10, "c", "d")])
    assert ratings["a"] == pytest.approx(ratings["c"], abs=1e-2)
    assert ratings["b"] == pytest.approx(ratings["d"], abs=1e-2)
    assert ratings["a"] - ratings["b"] == pytest.approx(400 * log10(3), abs=15.0)


def test_resampling_is_by_deal() -> None:
    """Ten copies of each deal's game are one piece of information: the interval must not shrink tenfold."""
    once = rate(games(series(30, 10)), virtual_games=1e-6)[0].interval
    repeated = rate(games(game for game in series(30, 10) for _ in range(10)), virtual_games=1e-6)[0].interval
    assert repeated.high - repeated.low == pytest.approx(once.high - once.low, rel=1e-3)


def test_one_deal_has_no_interval() -> None:
    best, worst = rate(games([(5, [("a", 1), ("random", 2)])]))
    assert best.rating == pytest.approx(400 * log10(3), abs=1e-3)
    assert (best.interval.low, best.interval.high) == (-inf, inf)
    assert (worst.interval.low, worst.interval.high) == (0.0, 0.0)


def test_no_rows() -> None:
    assert rate(pl.DataFrame()) == []


def test_ten_agents_in_all_lineups_of_five() -> None:
    played = [
        (deal, list(zip(lineup, range(1, 6), strict=True))) for deal, lineup in enumerate(combinations("abcdefghij", 5))
    ]
    ratings = rate(games(played), resamples=50)
    assert [rating.agent for rating in ratings] == list("abcdefghij")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"resamples": 0}, "at least one resample"),
        ({"virtual_games": 0.0}, "must be positive"),
        ({"confidence": 1.0}, "Confidence"),
    ],
)
def test_refuses(arguments: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        rate(games(series(3, 1)), **arguments)  # type: ignore[arg-type]
