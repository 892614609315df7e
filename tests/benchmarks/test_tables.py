"""Tables on hand-made rows whose numbers are worked out by hand."""

import json
from collections.abc import Iterable, Sequence
from math import log10
from typing import Any

import polars as pl
import pytest

from regolith.agents.statistics import bootstrap_mean, wilson
from regolith.benchmarks.tables import (
    ARENA_SCHEMA,
    ARENA_TABLE,
    HEAD_TO_HEAD,
    SEAT_TABLE,
    SOLO_SCHEMA,
    SOLO_TABLE,
    ArenaSummary,
    SoloSummary,
    arena_summary,
    arena_table,
    head_to_head,
    seat_table,
    solo_comparison,
    solo_summary,
    solo_table,
)


def played(deal: int, rotation: int, agents: Sequence[str], wins: Sequence[float], **more: Any) -> list[Any]:
    """The rows of one game. Score is 10 per win share plus the seat; seat s decides s + 1 times in 0.1 s."""
    return [
        {
            "run": "r", "game": "mars", "env_version": 1, "options": "{}", "deal": deal, "lineup": 0,
            "rotation": rotation, "seat": seat, "agent": agent, "score": 10.0 * win + seat,
            "place": 1 + sum(other > win for other in wins), "win": win, "decisions": seat + 1,
            "seconds": 0.1, "length": 3, "end": "finished", "fingerprint": f"{deal}/{rotation}", **more,
        }
        for seat, (agent, win) in enumerate(zip(agents, wins, strict=True))
    ]  # fmt: skip


def arena(games: Iterable[list[Any]]) -> pl.DataFrame:
    return pl.DataFrame([row for game in games for row in game], schema=ARENA_SCHEMA)


@pytest.fixture
def duel() -> pl.DataFrame:
    """Two deals in both rotations; `a` wins 3 of 4, all from seat 0 and one from seat 1."""
    return arena(
        [
            played(1, 0, "ab", (1, 0)),
            played(1, 1, "ba", (0, 1)),
            played(2, 0, "ab", (1, 0)),
            played(2, 1, "ba", (1, 0), end="truncated"),
        ]
    )


def line(table: pl.DataFrame, column: str, value: object) -> dict[str, Any]:
    (found,) = table.filter(pl.col(column) == value).rows(named=True)
    return found


def test_arena_table_numbers(duel: pl.DataFrame) -> None:
    table = arena_table(duel)
    assert dict(table.schema) == ARENA_TABLE
    assert table["agent"].to_list() == ["a", "b"]
    a = line(table, "agent", "a")
    # The difference from the mean is half the difference between two agents.
    assert a["rating"] == pytest.approx(200 * log10(3.5 / 1.5), abs=1e-3)
    assert a["rating_low"] < a["rating"] < a["rating_high"]
    assert (a["games"], a["win_rate"], a["interval"]) == (4, 0.75, "wilson")
    assert (a["win_low"], a["win_high"]) == (wilson(3, 4).low, wilson(3, 4).high)
    # Scores 10, 11, 10, 1; decisions 1, 2, 1, 2; 0.1 s in each game.
    assert a["mean_score"] == pytest.approx(8.0)
    assert a["decisions_per_game"] == pytest.approx(1.5)
    assert a["ms_per_decision"] == pytest.approx(400.0 / 6.0)


def test_arena_table_bootstraps_shared_wins() -> None:
    rows = arena([played(1, 0, "ab", (0.5, 0.5)), played(2, 0, "ab", (1, 0)), played(3, 0, "ab", (1, 0))])
    a = line(arena_table(rows), "agent", "a")
    expected = bootstrap_mean([0.5, 1.0, 1.0], [1, 2, 3])
    assert (a["win_rate"], a["interval"]) == (pytest.approx(2.5 / 3), "bootstrap")
    assert (a["win_low"], a["win_high"]) == (expected.low, expected.high)


def test_arena_table_leaves_self_play_out_of_win_rates(duel: pl.DataFrame) -> None:
    rows = pl.concat([duel, arena([played(3, 0, "aa", (1, 0)), played(3, 0, "cc", (1, 0), lineup=1)])])
    table = arena_table(rows)
    a, c = line(table, "agent", "a"), line(table, "agent", "c")
    assert (a["games"], a["win_rate"], a["interval"]) == (5, 0.75, "wilson")
    assert a["rating"] == line(arena_table(duel), "agent", "a")["rating"]
    # Scores 10, 11, 10, 1 and, against itself, 10 and 1.
    assert a["mean_score"] == pytest.approx(43.0 / 6.0)
    assert table["agent"].to_list()[-1] == "c"
    assert (c["games"], c["rating"], c["win_rate"], c["interval"]) == (1, None, None, None)


def test_arena_table_with_two_seats_of_an_agent() -> None:
    """Two seats of one game are no independent trials, so Wilson does not apply."""
    rows = arena([played(1, 0, "abb", (0, 1, 0)), played(2, 0, "abb", (1, 0, 0))])
    table = arena_table(rows)
    b = line(table, "agent", "b")
    assert (b["games"], b["win_rate"], b["interval"]) == (2, 0.25, "bootstrap")
    assert line(table, "agent", "a")["interval"] == "wilson"


def test_arena_table_without_decisions() -> None:
    rows = arena([played(1, 0, "ab", (1, 0), decisions=0)])
    assert arena_table(rows)["ms_per_decision"].to_list() == [None, None]


def test_arena_table_ignores_row_order(duel: pl.DataFrame) -> None:
    assert arena_table(duel.reverse()).equals(arena_table(duel))


def test_head_to_head(duel: pl.DataFrame) -> None:
    table = head_to_head(pl.concat([duel, arena([played(9, 0, "aa", (1, 0)), played(9, 1, "ac", (0.5, 0.5))])]))
    assert dict(table.schema) == HEAD_TO_HEAD
    assert table.rows() == [("a", "b", 4, 0.75), ("a", "c", 1, 0.5), ("b", "a", 4, 0.25), ("c", "a", 1, 0.5)]


def test_head_to_head_of_more_than_two_counts_games_not_seats() -> None:
    rows = arena([played(1, 0, "abb", (0, 1, 0)), played(2, 0, "abc", (1, 0, 0))])
    table = head_to_head(rows)
    assert line(table.filter(pl.col("opponent") == "b"), "agent", "a") == {
        "agent": "a", "opponent": "b", "games": 2, "win_share": 0.5,
    }  # fmt: skip
    # The two seats of b share one win in the first game.
    assert table.filter(agent="b", opponent="a").rows() == [("b", "a", 2, 0.25)]
    assert table.filter(agent="c").rows() == [("c", "a", 1, 0.0), ("c", "b", 1, 0.0)]


def test_seat_table(duel: pl.DataFrame) -> None:
    table = seat_table(duel)
    assert dict(table.schema) == SEAT_TABLE
    # Deals are off the mean by -1/2 and 1/2: variance 2 / 16 * 1/2 = 1/16, that of 3 independent games (3/16 / 3).
    z2 = 3.841459
    centre, half = (0.75 + z2 / 6) / (1 + z2 / 3), z2**0.5 / (1 + z2 / 3) * (3 / 16 / 3 + z2 / 36) ** 0.5
    # As 3 independent games would, 1/4 off the fair share is (1/4) / (1/4 / 3)^(1/2) = 0.866 deviations: p = 0.386476.
    assert table.row(0) == pytest.approx((0, 4, 0.75, centre - half, centre + half, 0.5, 0.386476), abs=1e-6)
    assert table["win_rate"].to_list() == [0.75, 0.25]


def test_seat_table_of_self_play_counts_a_deal_once() -> None:
    """One agent in three seats: a game of each deal, so four trials for each seat."""
    games = [played(deal, 0, "aaa", wins) for deal, wins in enumerate([(1, 0, 0), (1, 0, 0), (0, 0, 1), (1, 0, 0)])]
    table = seat_table(arena(games))
    assert table["games"].to_list() == [4, 4, 4]
    assert table["win_rate"].to_list() == [0.75, 0.0, 0.25]
    assert table["fair_share"].to_list() == pytest.approx([1 / 3] * 3)
    found = line(table, "seat", 0)
    assert (found["win_low"], found["win_high"]) == pytest.approx((wilson(3, 4).low, wilson(3, 4).high))


def test_seat_table_of_mixed_sizes() -> None:
    """Seat 0 is in a duel and in a game of four, seat 3 in the latter only."""
    table = seat_table(arena([played(1, 0, "ab", (1, 0)), played(2, 0, "abcd", (0, 1, 0, 0))]))
    assert line(table, "seat", 0)["fair_share"] == pytest.approx((1 / 2 + 1 / 4) / 2)
    assert line(table, "seat", 3)["fair_share"] == 0.25
    assert table["games"].to_list() == [2, 2, 1, 1]


def test_arena_summary(duel: pl.DataFrame) -> None:
    rows = pl.concat([duel, arena([played(3, 0, "aa", (1, 0), fingerprint="1/0")])])
    assert arena_summary(rows) == ArenaSummary(games=5, deals=3, distinct_games=4, self_play_games=1, truncated_games=1)


def test_one_game() -> None:
    rows = arena([played(1, 0, "ab", (0.5, 0.5))])
    table = arena_table(rows)
    assert table["interval"].to_list() == ["one deal", "one deal"]
    assert table["rating"].to_list() == pytest.approx([0.0, 0.0])
    assert seat_table(rows).height == 2


@pytest.mark.parametrize("rows", [pl.DataFrame(), pl.DataFrame(schema=ARENA_SCHEMA)])
def test_no_arena_rows(rows: pl.DataFrame) -> None:
    for table, schema in ((arena_table, ARENA_TABLE), (head_to_head, HEAD_TO_HEAD), (seat_table, SEAT_TABLE)):
        assert table(rows).is_empty()
        assert dict(table(rows).schema) == schema
    assert arena_summary(rows) == ArenaSummary(0, 0, 0, 0, 0)


def test_rows_of_two_games_are_refused(duel: pl.DataFrame) -> None:
    mixed = pl.concat([duel, arena([played(1, 0, "ab", (1, 0), game="venus")])])
    with pytest.raises(ValueError, match="mix the games mars, venus"):
        arena_table(mixed)


def test_missing_columns_are_named(duel: pl.DataFrame) -> None:
    with pytest.raises(ValueError, match="lack the columns win, fingerprint"):
        arena_summary(duel.drop("win", "fingerprint"))


def alone(agent: str, deal: int, won: bool, length: int, missing: dict[str, int], **more: Any) -> dict[str, Any]:
    return {
        "run": "r", "game": "mars", "env_version": 1, "options": "{}", "deal": deal, "agent": agent,
        "won": won, "score": 50.0 + deal, "length": length, "length_unit": "generations", "decisions": 100,
        "seconds": 1.0, "missing": json.dumps(missing), "end": "finished", **more,
    }  # fmt: skip


@pytest.fixture
def solo() -> pl.DataFrame:
    return pl.DataFrame(
        [
            alone("a", 1, True, 12, {}),
            alone("a", 2, True, 13, {}),
            alone("a", 3, False, 14, {"heat": 6, "greenery": 1, "ocean": 0}),
            alone("a", 4, False, 14, {"greenery": 2}, end="truncated"),
            alone("b", 1, False, 14, {"heat": 5}),
            alone("b", 2, True, 14, {}),
            alone("b", 4, False, 14, {"heat": 1}),
            alone("c", 1, True, 10, {}),
        ],
        schema=SOLO_SCHEMA,
    )


def test_solo_table(solo: pl.DataFrame) -> None:
    table = solo_table(solo)
    assert dict(table.schema) == SOLO_TABLE
    assert table["agent"].to_list() == ["c", "a", "b"]
    interval = wilson(2, 4)
    assert line(table, "agent", "a") == {
        "agent": "a", "deals": 4, "wins": 2, "win_rate": 0.5, "win_low": interval.low,
        "win_high": interval.high, "interval": "wilson", "length_won": 12.5, "length_lost": 14.0,
        "length_unit": "generations",
        "mean_score": 52.5, "missing": "greenery 1.5, heat 3.0",
    }  # fmt: skip
    c = line(table, "agent", "c")
    assert (c["length_won"], c["length_lost"], c["missing"]) == (10.0, None, None)


def test_solo_table_of_losses_with_nothing_missing() -> None:
    rows = pl.DataFrame([alone("a", 1, False, 14, {})], schema=SOLO_SCHEMA)
    assert solo_table(rows)["missing"].to_list() == [None]


def test_missing_things_are_limited_to_the_most_frequent() -> None:
    few = {"heat": 1, "ocean": 1, "oxygen": 1, "venus": 1}
    rows = [alone("a", 1, False, 14, {**few, "rare": 9}), alone("a", 2, False, 14, few)]
    (text,) = solo_table(pl.DataFrame(rows, schema=SOLO_SCHEMA))["missing"]
    assert text == "heat 1.0, ocean 1.0, oxygen 1.0, venus 1.0"


def test_solo_summary(solo: pl.DataFrame) -> None:
    assert solo_summary(solo) == SoloSummary(games=8, deals=4, truncated_games=1)


def test_solo_comparison_pairs_by_deal(solo: pl.DataFrame) -> None:
    """Shared deals 1, 2, 4: a alone wins deal 1, both win deal 2."""
    result = solo_comparison(solo.reverse(), "a", "b")
    assert (result.deals, result.both_won, result.only_a, result.only_b, result.p_value) == (3, 1, 1, 0, 1.0)


def test_solo_comparison_p_value() -> None:
    rows = [alone(agent, deal, agent == "a", 14, {}) for deal in range(6) for agent in "ab"]
    result = solo_comparison(pl.DataFrame(rows, schema=SOLO_SCHEMA), "a", "b")
    assert result.only_a == 6
    assert result.p_value == pytest.approx(2 / 2**6)


def test_solo_comparison_keeps_options_apart() -> None:
    rows = [alone("a", 1, True, 14, {}), alone("b", 1, True, 14, {}, options='{"venus": true}')]
    with pytest.raises(ValueError, match="no deal in common"):
        solo_comparison(pl.DataFrame(rows, schema=SOLO_SCHEMA), "a", "b")


def test_solo_comparison_refuses(solo: pl.DataFrame) -> None:
    with pytest.raises(ValueError, match="'nobody' has no results"):
        solo_comparison(solo, "a", "nobody")
    with pytest.raises(ValueError, match="'a' played a deal more than once"):
        solo_comparison(pl.concat([solo, solo.with_columns(run=pl.lit("again"))]), "a", "b")


@pytest.mark.parametrize("rows", [pl.DataFrame(), pl.DataFrame(schema=SOLO_SCHEMA)])
def test_no_solo_rows(rows: pl.DataFrame) -> None:
    assert solo_table(rows).is_empty()
    assert dict(solo_table(rows).schema) == SOLO_TABLE
    assert solo_summary(rows) == SoloSummary(0, 0, 0)
