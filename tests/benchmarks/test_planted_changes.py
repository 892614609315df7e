"""Planted changes are found with the right sign, and nothing is found where nothing is planted: a few runs, with `--long` seeds 0 to 99.

What all seeds said is written to `build/planted-changes`; the figures of a long run stand in `benchmarks/README.md`.
"""

from __future__ import annotations

from pathlib import Path

from .planted import (
    DEALS_OF_SEED,
    SEEDS,
    by_compare,
    by_effect,
    by_lift,
    nothing_planted,
    richer_second_player,
    told,
    told_of_the_second_player,
)

FEW_SEEDS = 3
MOST_FOUND = 9
"""Of 100 runs in which there is nothing to find, each of which finds something in 5 of 100 cases."""


def seeds(long: bool, few: int = FEW_SEEDS) -> range:
    return range(SEEDS if long else few)


def test_a_card_with_ten_points_more_is_found_by_effect(long: bool, tmp_path: Path) -> None:
    (line,) = told("effect", [by_effect(tmp_path, seed, 40) for seed in seeds(long)]).rows(named=True)
    assert line["found_up"] >= 0.95 * line["runs"]
    assert line["found_down"] == 0
    assert 5 < line["mean"] < 15, "the seat gets the points if it plays the card"


def test_a_card_with_ten_points_more_is_found_by_lift(long: bool, tmp_path: Path) -> None:
    (line,) = told("lift", [by_lift(tmp_path, seed, 300) for seed in seeds(long, 1)]).rows(named=True)
    assert line["found_up"] >= 0.95 * line["runs"]
    assert line["found_down"] == 0
    assert 3 < line["mean"] < 15


def test_money_for_the_second_player_is_found_by_compare(long: bool, tmp_path: Path) -> None:
    """With `--long` 8,000 deals of whole games, told in runs of 80 (the seeds) and together; else short games and his score."""
    if not long:
        run = by_compare(richer_second_player(tmp_path, 150, short=True), 0, "score of seat 2")
        assert run.found > 0
        return
    rows = richer_second_player(tmp_path, SEEDS * DEALS_OF_SEED, short=False)
    whole = told_of_the_second_player(rows)
    assert whole.found > 0


def test_where_nothing_is_planted_nothing_is_found(long: bool) -> None:
    """Unpaired deals; an interval of 95 % leaves out the truth in 5 of 100 runs, in more than 9 with a chance of 3 of 100."""
    runs = [run for seed in seeds(long, 10) for run in nothing_planted(seed, 100)]
    for line in told("nothing", runs).rows(named=True):
        found = line["found_up"] + line["found_down"]
        assert found <= (MOST_FOUND if long else 3), line
