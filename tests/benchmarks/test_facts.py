"""Facts of games and seats: distributions and shares, worked out by hand."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from regolith.agents.statistics import wilson
from regolith.benchmarks.facts import (
    FACT_TABLE,
    NUMBER_TABLE,
    WORD_TABLE,
    fact_table,
    game_numbers,
    game_words,
    seat_words,
)
from regolith.benchmarks.tables import ARENA_SCHEMA, SOLO_SCHEMA

from .test_tables import alone, arena, line, played


def facts(**values: Any) -> str:
    return json.dumps(values)


def solo(rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SOLO_SCHEMA)


@pytest.fixture
def lengths() -> pl.DataFrame:
    """Three deals in both rotations, of 8, 10, 9, 9, 12 and 12 generations."""
    generations = [(8, 10), (9, 9), (12, 12)]
    return arena(
        [
            played(deal, rotation, "ab", (1, 0), facts=facts(generations=number, end="oceans"), length=10 * number)
            for deal, pair in enumerate(generations)
            for rotation, number in enumerate(pair)
        ]
    )


def test_numbers_of_games_by_hand(lengths: pl.DataFrame) -> None:
    table = game_numbers(lengths)
    assert dict(table.schema) == NUMBER_TABLE
    assert table["fact"].to_list() == ["generations", "decisions", "winning score", "margin"]
    found = line(table, "fact", "generations")
    # One value per game, not per seat. Deals are off the mean by -2, -2, 4: variance 3/2 * 24 / 36 = 1; t of 2: 4.3027.
    assert (found["agent"], found["games"], found["mean"]) == (None, 6, 10.0)
    assert (found["mean_low"], found["mean_high"]) == pytest.approx((5.697347, 14.302653), abs=1e-6)
    # Squares off the mean: 4, 0, 1, 1, 4, 4.
    assert found["deviation"] == pytest.approx((14 / 5) ** 0.5)
    # In order: 8, 9, 9, 10, 12, 12. A tenth of the way is half way from the first to the second.
    quantiles = [found[name] for name in ("lowest", "tenth", "median", "ninetieth", "highest")]
    assert quantiles == pytest.approx([8.0, 8.5, 9.5, 12.0, 12.0])
    decisions = line(table, "fact", "decisions")
    assert (decisions["mean"], decisions["lowest"], decisions["highest"]) == (100.0, 80.0, 120.0)


def test_winning_score_is_that_of_the_winners_and_no_winner_has_none() -> None:
    """Seat 1 wins with 11; both tie with 5 and 6; a game that was cut off is left out."""
    games = [played(1, 0, "ab", (0, 1)), played(2, 0, "ab", (0.5, 0.5)), played(3, 0, "ab", (1, 0), end="truncated")]
    found = line(game_numbers(arena(games)), "fact", "winning score")
    assert (found["games"], found["mean"], found["lowest"], found["highest"]) == (2, 8.25, 5.5, 11.0)


def test_the_margin_is_that_to_the_next_best() -> None:
    """Wins by 3 among three, level at the top, and a game that was cut off."""
    games = [
        played(1, 0, "abc", (1, 0, 0)),
        played(2, 0, "abc", (0.5, 0.5, 0)),
        played(3, 0, "ab", (1, 0), end="truncated"),
    ]
    rows = arena(games).with_columns(score=pl.Series([9.0, 2.0, 6.0, 5.0, 5.0, 1.0, 8.0, 0.0]))
    found = line(game_numbers(rows), "fact", "margin")
    assert (found["games"], found["lowest"], found["highest"]) == (2, 0.0, 3.0)


def test_only_cut_off_games_have_no_winning_score() -> None:
    table = game_numbers(arena([played(1, 0, "ab", (0.5, 0.5), end="truncated")]))
    assert table["fact"].to_list() == ["decisions"]


def test_one_game_has_a_mean_and_nothing_else() -> None:
    found = line(game_numbers(arena([played(1, 0, "ab", (1, 0), facts=facts(rounds=7))])), "fact", "rounds")
    assert (found["mean"], found["deviation"], found["median"]) == (7.0, None, 7.0)
    assert (found["mean_low"], found["mean_high"]) == (-float("inf"), float("inf"))


def test_numbers_that_some_games_lack_count_where_they_are() -> None:
    games = [played(deal, 0, "ab", (1, 0), facts=text) for deal, text in enumerate([facts(bonus=2), facts(), None])]
    found = line(game_numbers(arena(games)), "fact", "bonus")
    assert (found["games"], found["mean"]) == (1, 2.0)


def test_solo_numbers_are_those_of_each_agent() -> None:
    rows = [
        alone("a", 1, True, 12, {}, facts=facts(generations=10)),
        alone("a", 2, True, 12, {}, facts=facts(generations=14)),
        alone("b", 1, True, 12, {}, facts=facts(generations=9)),
    ]
    table = game_numbers(solo(rows))
    assert list(table.select("agent", "fact", "games", "mean").iter_rows()) == [
        ("a", "generations", 2, 12.0),
        ("a", "decisions", 2, 100.0),
        ("a", "score", 2, 51.5),
        ("b", "generations", 1, 9.0),
        ("b", "decisions", 1, 100.0),
        ("b", "score", 1, 51.0),
    ]


def test_words_of_games_by_hand() -> None:
    ends = ["points", "attacks", "points", "points"]
    games = [played(deal, 0, "ab", (1, 0), facts=facts(end=end, rounds=3)) for deal, end in enumerate(ends)]
    table = game_words(arena(games))
    assert dict(table.schema) == WORD_TABLE
    assert list(table.select("fact", "value", "agent", "games", "share").iter_rows()) == [
        ("end", "points", None, 3, 0.75),
        ("end", "attacks", None, 1, 0.25),
    ]
    points = line(table, "value", "points")
    assert (points["share_low"], points["share_high"]) == pytest.approx((wilson(3, 4).low, wilson(3, 4).high))


def test_words_of_the_same_game_count_once() -> None:
    """Two deals that end alike in both rotations are two trials."""
    games = [played(deal, rotation, "ab", (1, 0), facts=facts(end="points")) for deal in (1, 2) for rotation in (0, 1)]
    (found,) = game_words(arena(games)).rows(named=True)
    assert (found["games"], found["share"], found["share_low"]) == (4, 1.0, pytest.approx(wilson(2, 2).low))


def test_solo_words_are_those_of_each_agent() -> None:
    rows = [
        alone(agent, deal, True, 12, {}, facts=facts(end=end))
        for agent, ends in (("a", "xy"), ("b", "x"))
        for deal, end in enumerate(ends)
    ]
    assert list(game_words(solo(rows)).select("agent", "value", "games", "share").iter_rows()) == [
        ("a", "x", 1, 0.5),
        ("a", "y", 1, 0.5),
        ("b", "x", 1, 1.0),
    ]


def test_seats_are_grouped_by_their_own_words_only() -> None:
    """Numbers of a seat and words of the game are no groups of seats; facts keep the order of the game."""
    own, shared = facts(house="red", corporation="Helion", rating=30), facts(end="points", generations=12)
    rows = arena([played(1, 0, "ab", (1, 0), facts=shared, seat_facts=own)])
    assert seat_words(rows) == ["house", "corporation"]
    assert seat_words(arena([played(1, 0, "ab", (1, 0))])) == []
    assert seat_words(pl.DataFrame(schema=ARENA_SCHEMA)) == []
    assert "rating" not in game_numbers(rows)["fact"]
    assert game_words(rows)["fact"].to_list() == ["end"]


def test_arena_wins_by_fact() -> None:
    one, other = facts(corporation="Helion"), facts(corporation="Credicor")
    games = []
    for deal, wins in enumerate([(1, 0), (1, 0), (0, 1), (0.5, 0.5)]):
        game = played(deal, 0, "ab", wins)
        game[0]["seat_facts"], game[1]["seat_facts"] = (one, other) if deal < 3 else (other, other)
        games.append(game)
    table = fact_table(arena(games), "corporation")
    assert dict(table.schema) == FACT_TABLE
    assert list(table.select("agent", "value").iter_rows()) == [
        ("a", "Helion"),
        ("a", "Credicor"),
        ("b", "Credicor"),
    ]
    helion = line(table, "value", "Helion")
    assert (helion["games"], helion["win_rate"]) == (3, pytest.approx(2 / 3))
    assert (helion["win_low"], helion["win_high"]) == pytest.approx((wilson(2, 3).low, wilson(2, 3).high))
    assert helion["fair_share"] == 0.5
    assert helion["mean_score"] == pytest.approx(20 / 3)
    b = line(table, "agent", "b")
    # Wins 0, 0, 1 and half a win.
    assert (b["games"], b["win_rate"]) == (4, pytest.approx(0.375))


def test_solo_wins_by_fact() -> None:
    rows = [
        alone("a", deal, won, 12, {}, seat_facts=facts(corporation=name))
        for deal, (won, name) in enumerate([(True, "Helion"), (False, "Helion"), (True, "Credicor")])
    ]
    rows.append(alone("a", 3, True, 12, {}))
    table = fact_table(solo(rows), "corporation")
    assert table["value"].to_list() == ["Credicor", "Helion"]
    helion = line(table, "value", "Helion")
    assert (helion["games"], helion["win_rate"], helion["fair_share"]) == (2, 0.5, None)
    assert (helion["win_low"], helion["win_high"]) == pytest.approx((wilson(1, 2).low, wilson(1, 2).high))


@pytest.mark.parametrize("rows", [pl.DataFrame(), pl.DataFrame(schema=ARENA_SCHEMA), pl.DataFrame(schema=SOLO_SCHEMA)])
def test_no_rows_no_facts(rows: pl.DataFrame) -> None:
    tables = ((game_numbers(rows), NUMBER_TABLE), (game_words(rows), WORD_TABLE), (fact_table(rows, "x"), FACT_TABLE))
    for table, schema in tables:
        assert dict(table.schema) == schema
        assert table.is_empty()
    assert seat_words(rows) == []
