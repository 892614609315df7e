"""The search for the best play of each deal: what a row tells, sampling, resuming, and the report."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith.agents.plan.ladder import Ladder
from regolith.agents.statistics import wilson
from regolith.benchmarks import optimum
from regolith.benchmarks.optimum_report import optimum_answer, optimum_sections
from regolith.benchmarks.results import DIGITS
from regolith.benchmarks.solo import solo_game
from regolith.benchmarks.tables import FOUND_BY_FAIR, NOT_PLAYED, NOT_SAMPLED, OPTIMUM_SCHEMA
from regolith.envs.core.errors import AgentSpecError, RegolithError
from regolith.envs.core.game import Rung

GAME = "tinyforming_mars"
DEALS = 4
FAIR = "plan:beam=10"
TIMES = ["run", "bound_seconds", "ladder_seconds", "fair_seconds"]


@pytest.fixture(scope="module")
def ladder() -> Ladder:
    return Ladder(solo_game(GAME, {}))


@pytest.fixture(scope="module")
def rows(ladder: Ladder) -> pl.DataFrame:
    return optimum.measure(ladder, optimum.sampled(ladder, DEALS), FAIR, workers=1)


def test_a_row_tells_a_win_that_can_be_played_again(ladder: Ladder, rows: pl.DataFrame) -> None:
    assert rows.height == DEALS
    assert rows["seed"].to_list() == list(range(DEALS))
    for row in rows.iter_rows(named=True):
        assert ladder.number_of(row["seed"]) == row["deal"]
        actions = [int(row["witness"][i : i + DIGITS], 16) for i in range(0, len(row["witness"]), DIGITS)]
        assert ladder.replay(ladder.start(row["deal"]), np.array(actions)) == row["fastest"] > 0
        assert row["bound"] == ladder.bound(ladder.start(row["deal"])) <= row["fastest"]
        assert row["fair"] == 0 or row["fastest"] <= row["fair"]


def test_a_win_of_the_fair_player_counts(ladder: Ladder) -> None:
    """Where the ladder is too short, the fair player's game is the witness."""
    lame = Ladder(ladder.game)
    lame.deals = replace(lame.deals, ladder=(Rung(1),))
    wanted = optimum.sampled(lame, DEALS)
    optimum._ladder.cache_clear()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(optimum, "_ladder", lambda game, options: lame)
        found = optimum.measure(lame, wanted, FAIR, workers=1)
    by_fair = found.filter(pl.col("beam") == FOUND_BY_FAIR)
    assert by_fair.height > 0
    assert (by_fair["fastest"] == by_fair["fair"]).all()
    assert (by_fair["witness"] != "").all()


def test_a_sample_names_each_deal_once(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "number_of", lambda seed: seed // 2)
    assert optimum.sampled(ladder, 5, first=2) == [(1, 2), (2, 4), (3, 6)]


def test_all_are_the_sample_and_the_others(ladder: Ladder) -> None:
    sample = optimum.sampled(ladder, 3)
    wanted = optimum.every(ladder, sample)
    assert wanted[:3] == sample
    assert {number for number, _ in wanted} == set(range(ladder.deals.number))
    assert len(wanted) == ladder.deals.number
    assert {seed for _, seed in wanted[3:]} == {NOT_SAMPLED}


def test_what_is_known_is_not_done_again(ladder: Ladder, rows: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what is missing: other deals, or a deal that the fair player has not played."""
    asked: list[Any] = []
    task = optimum.find_task

    def noted(game: str, options: str, run: str, fair: str, wanted: list[optimum.Wanted]) -> list[optimum.Row]:
        asked.extend(wanted)
        return task(game, options, run, fair, wanted)

    monkeypatch.setattr(optimum, "find_task", noted)
    sample = optimum.sampled(ladder, DEALS)
    whole = optimum.measure(ladder, sample, FAIR, 1, rows[:2])
    assert sorted(asked) == sorted(sample[2:])
    assert whole.drop(TIMES).sort("seed").equals(rows.drop(TIMES).sort("seed"))
    asked.clear()
    alone = rows[:1].with_columns(fair=pl.lit(NOT_PLAYED, pl.Int64), fair_agent=pl.lit(""))
    assert optimum.answered(alone, sample[:1], "") == 1
    assert optimum.answered(alone, sample[:1], FAIR) == 0
    again = optimum.measure(ladder, sample[:1], FAIR, 1, alone)
    assert asked == sample[:1]
    assert again["fair_agent"].to_list() == [FAIR]


def test_an_interrupt_keeps_what_was_found(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    task, calls = optimum.find_task, 0

    def interrupted(*given: Any) -> list[optimum.Row]:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise KeyboardInterrupt
        return task(*given)

    monkeypatch.setattr(optimum, "find_task", interrupted)
    wanted = optimum.sampled(ladder, 3)
    found = optimum.measure(ladder, wanted, "", workers=1)
    assert found.height == 1
    assert optimum.answered(found, wanted, "") == 1


def test_two_workers_find_the_same(ladder: Ladder, rows: pl.DataFrame) -> None:
    found = optimum.measure(ladder, optimum.sampled(ladder, DEALS), FAIR, workers=2)
    assert found.drop(TIMES).sort("seed").equals(rows.drop(TIMES).sort("seed"))


def test_who_cannot_play_beside_is_refused(ladder: Ladder) -> None:
    with pytest.raises(AgentSpecError):
        optimum.check_fair(ladder.game, "nobody at all")
    with pytest.raises(RegolithError, match="human"):
        optimum.check_fair(ladder.game, "human")
    with pytest.raises(RegolithError, match="no deals"):
        optimum.measure(ladder, [])


def made_up(*deals: tuple[int, int, int]) -> pl.DataFrame:
    """Rows of (bound, fastest, fair)."""
    lines = [
        {
            **dict.fromkeys(OPTIMUM_SCHEMA, 0),
            **dict.fromkeys(("run", "options", "witness"), ""),
            "game": GAME,
            "deal": number,
            "seed": number,
            "bound": bound,
            "fastest": fastest,
            "beam": 20,
            "fair_agent": FAIR,
            "fair": fair,
        }
        for number, (bound, fastest, fair) in enumerate(deals)
    ]
    return pl.DataFrame(lines, schema=OPTIMUM_SCHEMA, strict=False)


MIXED = made_up((8, 8, 10), (8, 9, 9), (9, 11, 0), (9, 0, 0), (13, 0, 0))


def test_the_answer_tells_won_proven_and_open(ladder: Ladder) -> None:
    answer = " ".join(optimum_answer(MIXED, ladder.deals))
    interval = wilson(3, 5)
    assert "3 of 5 deals of the sample can be won" in answer
    assert f"60.0 % [{100 * interval.low:.1f}, {100 * interval.high:.1f}]" in answer
    assert "1 is proven impossible, and 1 is open" in answer
    assert "9.33 generations on average, and none can take less than 8.33; of 1 deals it is proven" in answer
    assert f"{FAIR}, which knows what a player may know, won 2 of 5 (40.0 %" in answer


def test_the_curve_tells_what_is_winnable_at_least_and_at_most(ladder: Ladder) -> None:
    (section,) = [s for s in optimum_sections(MIXED, ladder.deals) if s.title == "How soon"]
    told = {line[0]: line for line in section.lines}
    assert list(told) == ["8", "9", "10", "11", "12"]
    assert [told[n][1] for n in told] == ["1", "1", "0", "1", "0"]
    assert [told[n][2] for n in told] == ["1", "0", "0", "0", "0"]
    assert [told[n][3].split()[0] for n in told] == ["20.0", "40.0", "40.0", "60.0", "60.0"]
    assert [told[n][4].split()[0] for n in told] == ["40.0", "80.0", "80.0", "80.0", "80.0"]
    assert [told[n][5].split()[0] for n in told] == ["0.0", "20.0", "40.0", "40.0", "40.0"]
    assert "At least half of the deals can be won within 11, and not within fewer than 9" in str(section.note)


def test_regret_is_counted_where_the_fair_player_has_won(ladder: Ladder) -> None:
    (section,) = [s for s in optimum_sections(MIXED, ladder.deals) if s.title.startswith("Regret")]
    values = [line[1] for line in section.lines]
    assert values[0].startswith("1.00 [")
    assert values[1] == "1.50"
    assert values[2:] == ["1 of 2", "1 of 5"]


def test_all_deals_need_no_interval(ladder: Ladder) -> None:
    deals = replace(ladder.deals, number=5)
    assert "3 of 5 all deals can be won (60.0 %;" in " ".join(optimum_answer(MIXED, deals))


def test_nothing_to_report(ladder: Ladder) -> None:
    empty = pl.DataFrame(schema=OPTIMUM_SCHEMA)
    assert optimum_sections(empty, ladder.deals) == []
    assert optimum_answer(empty, ladder.deals) == ["No deal of the sample has been looked at yet."]


def test_the_yardstick_names_deals_by_their_seeds(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seeds may give the same deal: each has its row."""
    numbers = {5: 10, 6: 11, 7: 10}
    monkeypatch.setattr(ladder, "number_of", numbers.__getitem__)
    best = optimum.yardstick(ladder, 3, first=5, workers=1)
    assert best["deal"].to_list() == [5, 6, 7]
    wins = {number: ladder.fastest(ladder.start(number)) for number in (10, 11)}
    assert best["fastest"].to_list() == [0 if (win := wins[numbers[seed]]) is None else win.round for seed in (5, 6, 7)]
