"""Components of variance: what was planted is found, nothing is found where nothing is, and more deals do not flatter the deals."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith.benchmarks.arena import rotations
from regolith.benchmarks.tables import TIMES
from regolith.benchmarks.variance import Source, _across, decompose, results_of

Array = np.ndarray[Any, Any]


def centred(values: Array, axis: int) -> Array:
    """Values whose sum over an axis is nothing, with the same variance."""
    count = values.shape[axis]
    return (values - values.mean(axis, keepdims=True)) * np.sqrt(count / (count - 1))


def planted(chance: np.random.Generator, deals: int, who: int, seats: int, of: dict[Source, float]) -> Array:
    """Results [deal, time, who, seat] whose components are these."""
    fixed = centred(np.linspace(-1.0, 1.0, who), 0)[:, None] * np.ones(seats)
    results = of.get(Source.PLAYERS, 0.0) ** 0.5 * fixed / fixed.std()
    seat = np.arange(seats) - (seats - 1) / 2
    results = results + of.get(Source.SEAT, 0.0) ** 0.5 * seat / seat.std()
    both = centred(centred(chance.normal(size=(who, seats)), 0), 1)
    results = results + of.get(Source.PLAYERS_BY_SEAT, 0.0) ** 0.5 * both / both.std()
    drawn = {
        Source.DEAL: chance.normal(size=(deals, 1, 1, 1)),
        Source.HAND: centred(chance.normal(size=(deals, 1, 1, seats)), 3),
        Source.PLAYERS_BY_DEAL: centred(chance.normal(size=(deals, 1, who, seats)), 2),
        Source.CHANCE: chance.normal(size=(deals, TIMES, who, seats)),
    }
    return sum((of.get(source, 0.0) ** 0.5 * values for source, values in drawn.items()), results[None, None])


PLANTED = {
    Source.PLAYERS: 9.0,
    Source.SEAT: 1.0,
    Source.PLAYERS_BY_SEAT: 0.5,
    Source.DEAL: 4.0,
    Source.HAND: 6.0,
    Source.PLAYERS_BY_DEAL: 2.0,
    Source.CHANCE: 16.0,
}


@pytest.mark.parametrize(("who", "seats"), [(2, 2), (6, 2), (12, 3)])
def test_planted_components_are_found(who: int, seats: int) -> None:
    chance = np.random.default_rng(who)
    found: dict[Source, list[float]] = {source: [] for source in Source}
    held = dict.fromkeys(Source, 0)
    runs = 60
    for _ in range(runs):
        told = decompose(planted(chance, 60, who, seats, PLANTED))
        assert told is not None
        assert sum(one.share for one in told.components) == pytest.approx(1.0)
        for one in told.components:
            found[one.source].append(one.variance)
            held[one.source] += one.interval.low <= PLANTED[one.source] / sum(PLANTED.values()) <= one.interval.high
    for source, values in found.items():
        error = np.std(values) / np.sqrt(runs)
        assert abs(np.mean(values) - PLANTED[source]) < 4.0 * error + 1e-9, source
        assert held[source] >= 0.8 * runs, source


def test_nothing_is_found_where_nothing_is() -> None:
    chance = np.random.default_rng(5)
    told = [decompose(planted(chance, 40, 4, 2, {Source.CHANCE: 1.0})) for _ in range(60)]
    for source in Source:
        shares = [one.of(source) for one in told if one is not None]
        values = np.array([one.share for one in shares if one is not None])
        wanted = 1.0 if source == Source.CHANCE else 0.0
        assert abs(values.mean() - wanted) < 4.0 * values.std() / np.sqrt(len(values)), source
        if source != Source.CHANCE:
            assert (values < 0).any(), "what is nothing comes out below zero, too"
            surely = sum(one.interval.low > 0 for one in shares if one is not None)
            assert surely <= 0.15 * len(values), source


def test_a_plain_r_squared_would_flatter_the_deals() -> None:
    results = planted(np.random.default_rng(2), 200, 2, 2, {Source.CHANCE: 1.0})
    plain = results.mean(axis=(1, 2, 3)).var() / results.var()
    assert plain > 0.1
    told = decompose(results)
    assert told is not None
    deal = told.of(Source.DEAL)
    assert deal is not None
    assert abs(deal.share) < 0.06


def test_rows_of_a_game_may_have_to_do_with_one_another() -> None:
    """What one seat wins by chance the other loses, in the same game: that is the players' chance, and no deal's nor seat's."""
    chance = np.random.default_rng(4)
    sums: dict[Source, list[float]] = {source: [] for source in Source}
    for _ in range(60):
        luck = chance.normal(size=(50, TIMES, 2))
        results = np.zeros((50, TIMES, 2, 2))
        for rotation in range(2):
            results[:, :, rotation, 0] = luck[:, :, rotation]
            results[:, :, 1 - rotation, 1] = -luck[:, :, rotation]
        told = decompose(results)
        assert told is not None
        assert told.of(Source.DEAL) is None, "no deal is better for both"
        for one in told.components:
            sums[one.source].append(one.variance)
    for source, values in sums.items():
        if values:
            wanted = 1.0 if source == Source.CHANCE else 0.0
            assert abs(np.mean(values) - wanted) < 4.0 * np.std(values) / np.sqrt(len(values)), source


def test_copies_of_a_deal_are_no_two_deals() -> None:
    values = np.random.default_rng(3).normal(size=(5, 2))
    weights = np.array([[2.0, 0.0, 1.0, 3.0, 0.0]])
    drawn = [0, 0, 2, 3, 3, 3]
    pairs = [(a, b) for a in drawn for b in drawn if a != b]
    wanted = np.mean([(values[a] * values[b]).mean() for a, b in pairs])
    assert _across(values, weights)[0] == pytest.approx(wanted)


def test_too_little_tells_nothing() -> None:
    assert decompose(np.zeros((0, TIMES, 1, 1))) is None
    assert decompose(np.ones((1, TIMES, 2, 2))) is None
    assert decompose(np.ones((9, TIMES, 2, 2))) is None


def games(players: int, agents: str, deals: int) -> pl.DataFrame:
    """Rows of a pool in which an agent scores by his letter, with a bonus for his seat, and no two games are alike."""
    rows = []
    for deal in range(deals):
        for again in range(TIMES):
            for number, lineup in enumerate(combinations(agents, players)):
                for rotation, names in enumerate(rotations(lineup)):
                    scores = [10.0 * agents.index(name) + seat for seat, name in enumerate(names)]
                    for seat, (name, score) in enumerate(zip(names, scores, strict=True)):
                        row: dict[str, Any] = {"deal": deal, "again": again, "lineup": number, "rotation": rotation}
                        row |= {"seat": seat, "agent": name, "score": score, "win": float(score == max(scores))}
                        rows.append(row)
    return pl.DataFrame(rows)


@pytest.mark.parametrize(("players", "agents"), [(2, "AB"), (2, "ABC"), (3, "ABCD")])
def test_results_are_sorted_by_who_plays(players: int, agents: str) -> None:
    rows = games(players, agents, 3)
    found = results_of(rows.sample(fraction=1.0, shuffle=True, seed=1))
    lineups = list(combinations(range(len(agents)), players))
    assert found["margin"].shape == (3, TIMES, players * len(lineups), players)
    for number, lineup in enumerate(lineups):
        for place, agent in enumerate(lineup):
            for seat in range(players):
                others = [10 * lineup[(place + step) % players] + (seat + step) % players for step in range(1, players)]
                own = found["margin"][:, :, number * players + place, seat]
                assert (own == 10 * agent + seat - max(others)).all()
                assert (found["win"][:, :, number * players + place, seat] == (agent == max(lineup))).all()


def test_deals_that_are_not_complete_are_left_out() -> None:
    rows = games(2, "AB", 4)
    part = rows.filter(~((pl.col("deal") == 2) & (pl.col("again") == 1) & (pl.col("rotation") == 0)))
    assert results_of(part)["win"].shape[0] == 3
    assert results_of(rows.filter(pl.col("again") == 0))["win"].shape[0] == 0
    assert results_of(rows.clear())["margin"].shape[0] == 0


def test_margins_of_a_draw_are_nothing() -> None:
    rows = games(2, "AB", 2).with_columns(score=pl.lit(3.0), win=pl.lit(0.5))
    assert not results_of(rows)["margin"].any()
