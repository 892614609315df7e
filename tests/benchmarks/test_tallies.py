"""Tallies in results files: off nothing changes, on they are columns of lists that come back whole; what is forged is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith import envs
from regolith.benchmarks import parquet
from regolith.benchmarks.arena import Tournament, hold, known_rows
from regolith.benchmarks.report import write_arena_report
from regolith.benchmarks.tables import ARENA_SCHEMA
from regolith.benchmarks.tallies import TALLY, counted_table, entries_of, has_tally, leader_table, tally_schema
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.layout import Layout
from regolith.envs.core.tally import CardCounters, Tally

GAME = "tinyforming_mars"
KEY = ["lineup", "deal", "rotation", "seat"]
TALLIED = [name for name in envs.games() if envs.spec(name).tally is not None]


def tournament(name: str = GAME, deals: int = 3, tallied: bool = True) -> Tournament:
    return Tournament(envs.game(name, players=2), ("random", "greedy"), deals, tallied=tallied)


@pytest.fixture(scope="module")
def rows() -> pl.DataFrame:
    return hold(tournament(), workers=1)


@pytest.mark.parametrize("name", TALLIED)
def test_games_are_the_same_with_and_without_a_tally(name: str) -> None:
    on, off = (hold(tournament(name, 2, tallied), workers=1) for tallied in (True, False))
    assert off.schema == ARENA_SCHEMA
    assert on.schema == ARENA_SCHEMA | tally_schema(envs.game(name))
    left_out = ("run", "seconds")
    assert on.select(list(ARENA_SCHEMA)).drop(left_out).sort(KEY).equals(off.drop(left_out).sort(KEY))


def test_a_tally_comes_back_whole_and_a_run_goes_on_from_it(rows: pl.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    parquet.write(path, rows)
    known = known_rows(path, tournament())
    assert known is not None
    assert known.equals(rows)
    more = hold(tournament(deals=4), workers=1, known=known)
    again = hold(tournament(deals=4), workers=1)
    left_out = ("run", "seconds")
    assert more.drop(left_out).sort(KEY).equals(again.drop(left_out).sort(KEY))


def test_a_file_without_a_tally_is_read_as_ever_but_not_mixed_with_one(rows: pl.DataFrame, tmp_path: Path) -> None:
    plain, tallied = tmp_path / "plain.parquet", tmp_path / "tallied.parquet"
    parquet.write(plain, rows.select(list(ARENA_SCHEMA)))
    parquet.write(tallied, rows)
    assert known_rows(plain, tournament(tallied=False)) is not None
    with pytest.raises(RegolithError, match="without --tally"):
        known_rows(plain, tournament())
    with pytest.raises(RegolithError, match="with --tally"):
        known_rows(tallied, tournament(tallied=False))


def piece_column(rows: pl.DataFrame) -> str:
    return next(name for name in rows.columns if name.startswith(TALLY))


def lengthened(rows: pl.DataFrame) -> pl.DataFrame:
    name = piece_column(rows)
    return rows.with_columns(pl.concat_list(name, name).alias(name))


def emptied(rows: pl.DataFrame) -> pl.DataFrame:
    name = piece_column(rows)
    return rows.with_columns(pl.Series(name, [[None] * len(entries) for entries in rows[name]], pl.List(pl.Int16)))


def negative(rows: pl.DataFrame) -> pl.DataFrame:
    name = piece_column(rows)
    return rows.with_columns(pl.Series(name, [[-1] * len(entries) for entries in rows[name]], pl.List(pl.Int16)))


def missing(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.lit(None, pl.List(pl.Int16)).alias(piece_column(rows)))


def dropped(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.drop(piece_column(rows))


def widened(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col(piece_column(rows)).cast(pl.List(pl.Int64)))


@pytest.mark.parametrize("forge", [lengthened, emptied, negative, missing, dropped, widened])
def test_forged_tallies_are_refused_in_one_line(forge: Any, rows: pl.DataFrame, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    parquet.write(path, forge(rows))
    with pytest.raises(RegolithError) as refusal:
        known_rows(path, tournament())
    assert str(refusal.value).startswith(f"{path} is ")
    assert "\n" not in str(refusal.value)


def test_lists_that_claim_more_than_a_file_holds_are_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    parquet.write(path, pl.DataFrame({"a": [[0] * (parquet.LONGEST_LIST + 1)]}))
    with pytest.raises(parquet.Damaged, match="its lists claim"):
        parquet.read(path)
    parquet.write(path, pl.DataFrame({"a": [[0] * 4000] * 5000}))
    with pytest.raises(parquet.Damaged, match="its lists claim"):
        parquet.read(path)


@pytest.mark.parametrize("name", TALLIED)
def test_a_report_tells_everything_that_was_counted(name: str, tmp_path: Path) -> None:
    game = envs.game(name, players=2)
    rows = hold(Tournament(game, ("greedy",), 120 if name == GAME else 24, tallied=True), workers=1)
    write_arena_report(tmp_path, rows, "a command")
    text = (tmp_path / "report.md").read_text()
    assert game.spec.tally is not None
    cards = () if game.spec.tally.cards is None else game.spec.tally.cards.pieces
    for piece in game.spec.tally.counters:
        entries = entries_of(rows, piece)
        counted = (entries != 0).any() if piece.name in game.spec.tally.curves else (entries != entries[0]).any()
        if piece.name not in cards:
            assert (f"## Counted: {piece.name}\n" in text) == counted
    assert has_tally(rows)
    assert "the lift is what the card itself brings" in text or not cards


def by_hand() -> tuple[pl.DataFrame, Tally]:
    """Two deals of a game for two and three turns, and one of one turn: points by turn, and cities."""
    counters = Layout()
    counters.add("cities", 2, "placed")
    counters.add("by turn", 3, "points after the turn")
    tally = Tally(
        counters, print, {"cities": ("here", "there").__getitem__}, curves={"by turn": ("points",)}, round="turn"
    )
    # deal, seat, win, points after each turn, cities
    lines = [
        (1, 0, 1.0, [3, 5, 9], [1, 1]),
        (1, 1, 0.0, [1, 8, 8], [1, 0]),
        (2, 0, 0.0, [2, 4, 6], [1, 2]),
        (2, 1, 1.0, [2, 5, 7], [1, 0]),
        (3, 0, 0.0, [1, 0, 0], [1, 0]),
        (3, 1, 1.0, [4, 0, 0], [1, 0]),
    ]
    rows = pl.DataFrame(
        {
            "run": "r", "deal": [line[0] for line in lines], "lineup": 0, "rotation": 0,
            "seat": [line[1] for line in lines], "win": [line[2] for line in lines],
            f"{TALLY}by turn": [line[3] for line in lines], f"{TALLY}cities": [line[4] for line in lines],
        }
    )  # fmt: skip
    return rows, tally


def test_how_often_the_leader_wins_by_hand() -> None:
    """After turn 1 seat 0 leads by 2 and wins, and in the other game both are level; after turn 2 the leaders lose and win."""
    table = leader_table(*by_hand())
    told = table.select("round", "games", "lead", "win_rate").rows()
    assert told == [(1, 2, 1.0, 0.75), (2, 2, 2.0, 0.5)]
    assert (table["win_low"] < table["win_rate"]).all()
    assert (table["win_high"] > table["win_rate"]).all()


def test_a_game_without_a_curve_of_points_has_no_leaders() -> None:
    rows, tally = by_hand()
    assert leader_table(rows, replace(tally, curves={"by turn": ("credits",)})).is_empty()


def test_what_is_the_same_for_all_seats_is_left_out() -> None:
    rows, tally = by_hand()
    table = counted_table(rows, tally, tally.counters["cities"])
    assert table.select("entry", "seats", "mean").rows() == [("there", 2, 0.5)]


def test_a_tally_names_all_of_its_pieces() -> None:
    counters = Layout()
    counters.add("tiles", 3, "placed")
    counters.add("by turn", 4, "points")
    name = str
    with pytest.raises(ValueError, match="names for other pieces"):
        Tally(counters, print, {"tiles": name})
    with pytest.raises(ValueError, match="different length"):
        Tally(counters, print, {"tiles": name}, curves={"by turn": ("a", "b", "c")})
    with pytest.raises(ValueError, match="no such pieces"):
        Tally(counters, print, {"tiles": name}, curves={"by turn": ("a",)}, marks=frozenset({"cities"}))
    with pytest.raises(ValueError, match="differ in size"):
        Tally(counters, print, {"tiles": name, "by turn": name}, cards=CardCounters("tiles", "by turn", "tiles"))
    tally = Tally(counters, print, {"tiles": name}, curves={"by turn": ("a", "b")})
    stored = tally.stored(np.array([1, 2, 10**6, 0, 0, -(10**6), 7]))
    assert stored["tiles"].tolist() == [1, 2, 32767]
    assert stored["by turn"].tolist() == [0, 0, -32768, 7]
