"""Skill and luck as a whole: what is played, that it goes on where it ended, and that each sentence of its report tells what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks import foresight, matches, parquet, skill
from regolith.benchmarks.cells import Section, Value
from regolith.benchmarks.choices import SEARCHES, disagreement, entropy
from regolith.benchmarks.foresight import calibration_table, chances_of, foresight_table
from regolith.benchmarks.skill import APART, Skill
from regolith.benchmarks.skill_report import skill_careful, skill_sections, write_skill_report
from regolith.benchmarks.skill_sections import choices_sections, foresight_sections, ladder_sections
from regolith.benchmarks.tables import COURSE, POOL, SKILL_SCHEMA
from regolith.benchmarks.variance import Source
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game

from .test_course import walks
from .test_doublings_and_choices import met

TINY = "tinyforming_mars"


def small(game: Game, deals: int = 2, **changed: Any) -> Skill:
    """So little that it takes no time."""
    about = {"agents": ("random", "greedy"), "lowest": "mcts:simulations=1", "doublings": 2, "alone": "random"}
    return Skill(game, searcher="greedy", deals=deals, **{**about, **changed})


@pytest.fixture(scope="module")
def measured() -> tuple[Skill, pl.DataFrame]:
    asked = small(envs.game(TINY), 4)
    return asked, skill.measure(asked, workers=1)


def by_title(sections: list[Section]) -> dict[str, Section]:
    return {section.title: section for section in sections}


def test_all_parts_are_played_on_deals_of_their_own(measured: tuple[Skill, pl.DataFrame]) -> None:
    asked, rows = measured
    assert dict(rows.schema) == SKILL_SCHEMA
    assert list(asked.parts) == [POOL, COURSE, "step 1", "step 2"]
    assert asked.games() == asked.played(rows) == rows.height // 2 == 4 * (2 * 2 + 1 + 2 + 2)
    for number, part in enumerate(asked.parts):
        assert set(rows.filter(pl.col("part") == part)["deal"]) == {APART * number + deal for deal in range(4)}
    assert set(rows.filter(pl.col("part") == "step 2")["agent"]) == {"mcts:simulations=4", "mcts:simulations=2"}
    followed = rows.filter(pl.col("searcher") != "")
    assert set(followed["part"]) == {COURSE}
    assert followed["evaluations"].list.len().min() > 0  # type: ignore[operator]


def test_the_second_time_the_players_have_other_luck(measured: tuple[Skill, pl.DataFrame]) -> None:
    _, rows = measured
    key = ["deal", "rotation", "seat"]
    first, second = (rows.filter((pl.col("part") == POOL) & (pl.col("again") == again)) for again in (0, 1))
    both = first.join(second, on=key)
    assert both.height == first.height == second.height
    assert (both["agent"] == both["agent_right"]).all()
    assert (both["fingerprint"] != both["fingerprint_right"]).all()


def test_the_first_time_is_that_of_an_arena() -> None:
    assert matches.agent_seed(3, 1, "greedy") == matches.agent_seed(3, 1, "greedy", 0)
    seeds = {
        matches.agent_seed(deal, seat, "greedy", again) for deal in range(9) for seat in (0, 1) for again in (0, 1)
    }
    assert len(seeds) == 36
    game, player = envs.game(TINY), make_agent("random")
    plain, same, other = (
        matches.play(game, [7], [[player, player]], **more)[0].fingerprint for more in ({}, {"again": 0}, {"again": 1})
    )
    assert plain == same != other


def test_what_was_played_is_not_played_again(
    measured: tuple[Skill, pl.DataFrame], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, rows = measured
    path = tmp_path / "games.parquet"
    assert asked.known_rows(path) is None
    part = rows.filter((pl.col("deal") % APART != 2) | (pl.col("again") == 1))
    parquet.write(path, part)
    played: list[int] = []

    def count(*task: Any) -> list[dict[str, Any]]:
        played.extend(task[-1])
        return task_of(*task)

    task_of = skill.play_task
    monkeypatch.setattr(skill, "play_task", count)
    whole = skill.measure(asked, workers=1, known=asked.known_rows(path))
    assert sorted(played) == [2, APART + 2, 2 * APART + 2, 3 * APART + 2]
    order = ["part", "again", "deal", "rotation", "seat"]
    columns = [name for name in SKILL_SCHEMA if name not in ("run", "seconds")]
    assert whole.sort(order).select(columns).equals(rows.sort(order).select(columns))
    more = small(asked.game, 5, doublings=3)
    parquet.write(path, rows)
    grown = skill.measure(more, workers=1, known=more.known_rows(path))
    assert more.played(grown) == more.games()
    assert grown["run"].n_unique() == 1


def test_results_of_others_are_refused(measured: tuple[Skill, pl.DataFrame], tmp_path: Path) -> None:
    asked, rows = measured
    path = tmp_path / "games.parquet"
    parquet.write(path, rows)
    for changed, words in (
        ({"agents": ("random", "mcts:simulations=1")}, "other agents"),
        ({"lowest": "mcts:simulations=2"}, "other agents"),
        ({"doublings": 1}, "more steps"),
        ({"alone": "greedy"}, "other agents"),
    ):
        with pytest.raises(RegolithError, match=words):
            small(asked.game, 4, **changed).known_rows(path)
    other = Skill(asked.game, ("random", "greedy"), "mcts:simulations=1", 2, "random", "random", 4)
    with pytest.raises(RegolithError, match="another search"):
        other.known_rows(path)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"agents": ("random",)}, "at least two"),
        ({"agents": ("random", "random")}, "twice"),
        ({"agents": ("random", "human")}, "human"),
        ({"lowest": "greedy"}, "simulations"),
        ({"alone": "nobody"}, "no agent"),
        ({"deals": 0}, "at least 1"),
        ({"deals": APART + 1}, "at most"),
    ],
)
def test_what_makes_no_sense_is_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(RegolithError, match=words):
        small(envs.game(TINY), **changed)


def test_one_player_alone_tells_nothing() -> None:
    with pytest.raises(RegolithError, match="two or more"):
        small(envs.game(TINY, players=1))


def pool_rows(deals: int, luck: float, seed: int) -> pl.DataFrame:
    """A pool of three in games of two: the second is 5 points better than the first, the third 5 more; a seat's deal brings luck."""
    chance = np.random.default_rng(seed)
    rows = []
    worth = {"a": 0.0, "b": 5.0, "c": 10.0}
    for deal in range(deals):
        dealt = luck * chance.normal(size=2)
        for again in range(2):
            for lineup, names in enumerate((("a", "b"), ("a", "c"), ("b", "c"))):
                for rotation in range(2):
                    seated = names[rotation:] + names[:rotation]
                    scores = [worth[name] + dealt[seat] + chance.normal() for seat, name in enumerate(seated)]
                    for seat, (name, score) in enumerate(zip(seated, scores, strict=True)):
                        row: dict[str, Any] = {
                            "run": "r",
                            "game": TINY,
                            "options": "{}",
                            "env_version": 0,
                            "end": "finished",
                        }
                        row |= {"part": POOL, "deal": deal, "again": again, "lineup": lineup, "rotation": rotation}
                        rows.append(
                            row | {"seat": seat, "agent": name, "score": score, "win": float(score == max(scores))}
                        )
    return pl.DataFrame([{**dict.fromkeys(SKILL_SCHEMA), **row} for row in rows], schema=SKILL_SCHEMA)


def test_the_report_tells_what_explains_results() -> None:
    """Margins of 5, 10 and 5 points: a mean square of 50; a hand of deviation 3 for each of two: 18; chance: 2."""
    asked = small(envs.game(TINY), 400)
    sections = by_title(skill_sections(asked, pool_rows(400, 3.0, 1)))
    section = sections["What explains margin"]
    shares = {line[0]: line[1] for line in section.lines}
    for source, wanted in (
        (Source.PLAYERS, 50 / 70),
        (Source.HAND, 18 / 70),
        (Source.CHANCE, 2 / 70),
        (Source.SEAT, 0.0),
    ):
        cell = shares[source]
        assert isinstance(cell, Value)
        assert cell.low is not None
        assert cell.high is not None
        assert cell.low - 0.005 <= wanted <= cell.high + 0.005, source
        assert f"{source} {100 * cell.value:.1f} % [".replace("-0.0", "0.0") in section.finding
    assert Source.DEAL not in shares
    assert "-0.0" not in section.finding
    deviations = {line[0]: line[2] for line in section.lines}
    assert float(deviations[Source.PLAYERS]) == pytest.approx(50**0.5, abs=0.3)
    assert section.picture is not None
    groups = {
        line[0]: dict(zip(sections["What explains margin, by group"].headers, line, strict=True))
        for line in sections["What explains margin, by group"].lines
    }
    column = f"{Source.PLAYERS} (95%)"
    assert [*groups] == ["a and b", "a and c", "b and c"]
    for name, gap in (("a and b", 5), ("a and c", 10), ("b and c", 5)):
        assert groups[name][column].value == pytest.approx(gap**2 / (gap**2 + 20), abs=0.06)  # type: ignore[attr-defined]
    even = sections["What explains margin, by group"].finding
    assert even.startswith(("Between a and b alone", "Between b and c alone"))
    pool = {line[0]: line for line in sections["Pool"].lines}
    assert pool["c"][3].value == pytest.approx(7.5, abs=0.4)  # type: ignore[attr-defined]
    assert pool["a"][1] == "3,200"
    assert "What explains wins" in sections


def test_depth_is_told_in_words() -> None:
    rungs = ("mcts:simulations=5", "mcts:simulations=10", "mcts:simulations=20")

    def games(upper: str, lower: str, strength: float) -> pl.DataFrame:
        return met(2, strength, 200, 1).with_columns(pl.col("agent").replace({"up": upper, "down": lower}))

    better, level = games(rungs[1], rungs[0], 4.0), games(rungs[2], rungs[1], 1.0)
    (section,) = ladder_sections(rungs, [better, level])
    assert [line[0] for line in section.lines] == ["10 against 5", "20 against 10"]
    assert [line[4] for line in section.lines] == ["yes", "no"]
    assert "Of 2 doublings 1 in a row surely gain" in section.finding
    assert "What 20 against 10 simulations gain, so many games do not tell." in section.finding
    (section,) = ladder_sections(rungs, [better, games(rungs[2], rungs[1], 4.0)])
    assert "Of 2 doublings 2 in a row surely gain" in section.finding
    assert "The ladder ends before the gain does." in section.finding
    assert ladder_sections(rungs[:1], []) == []
    assert ladder_sections(rungs, [better.clear(), level.clear()]) == []


def test_a_report_has_all_sections(measured: tuple[Skill, pl.DataFrame], tmp_path: Path) -> None:
    asked, rows = measured
    sections = by_title(skill_sections(asked, rows))
    assert list(sections) == [
        *("What explains margin", "What explains wins", "Pool", "Ladder of budgets", "Undecided"),
        "How early the winner is known",
    ]
    course = rows.filter((pl.col("part") == COURSE) & (pl.col("seat") == 0))
    choices = rows.filter(pl.col("part") == COURSE).group_by("deal").agg(pl.col("choices").sum())["choices"].mean()
    undecided = sections["Undecided"].finding
    assert f"Of {course['length'].mean():.0f} decisions in a game {choices:.0f} [" in undecided
    early = sections["How early the winner is known"]
    assert early.lines[0][1] == str(course.height)
    assert early.headers[0] == "generation"
    write_skill_report(asked, tmp_path, rows, "regolith skill", "")
    text = (tmp_path / "report.md").read_text()
    assert "# TINYforming Mars: skill and luck" in text
    assert "These are only 4 deals" in text
    assert "Why no R^2" in text
    assert "mcts:simulations=1, mcts:simulations=2, mcts:simulations=4" in text
    assert (tmp_path / "tables" / "what-explains-margin.csv").exists()
    assert "skill and luck" in (tmp_path / "report.html").read_text()


def test_without_games_there_is_nothing_to_tell(tmp_path: Path) -> None:
    asked = small(envs.game(TINY))
    nothing = pl.DataFrame(schema=SKILL_SCHEMA)
    assert skill_sections(asked, nothing) == []
    write_skill_report(asked, tmp_path, nothing, "regolith skill", "")
    assert "No games yet" in (tmp_path / "report.md").read_text()


def test_half_of_a_run_tells_what_it_can(measured: tuple[Skill, pl.DataFrame]) -> None:
    asked, rows = measured
    for part in asked.parts:
        assert skill_sections(asked, rows.filter(pl.col("part") == part))
        assert skill_sections(asked, rows.filter(pl.col("part") != part))
    assert skill_sections(asked, rows.head(2))


def test_games_that_were_cut_off_are_told() -> None:
    rows = pool_rows(2, 0.0, 1)
    cut = rows.with_columns(end=pl.when(pl.col("deal") == 0).then(pl.lit("truncated")).otherwise("end"))
    asked = small(envs.game(TINY))
    assert skill_careful(asked, cut)[1] == "12 games were cut off before the end."
    assert len(skill_careful(asked, rows)) == 1


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("terror_below", {"players": 3, "max_rounds": 3}),
        ("terraforming_mars", {"players": 3, "max_generations": 2, "payment": "auto"}),
    ],
)
def test_games_of_three(name: str, options: dict[str, Any]) -> None:
    asked = small(envs.game(name, **options), doublings=1)
    rows = skill.measure(asked, workers=1)
    assert asked.played(rows) == asked.games()
    sections = by_title(skill_sections(asked, rows))
    assert {"What explains margin", "Ladder of budgets", "Undecided", "How early the winner is known"} <= set(sections)
    assert sections["Ladder of budgets"].lines[0][1] == str(2 * 2 * 3)


def test_how_early_the_winner_is_known_is_told_in_words() -> None:
    rows = walks(400, 1.0, 3)
    early, held = foresight_sections(rows, small(envs.game(TINY)))
    table = foresight_table(rows)
    half, late = (share_of(table.row(number, named=True), "win") for number in (2, 5))
    assert f"after generation 3 wins {half} and after generation 6 wins {late}" in early.finding
    first = next(line for line in table.iter_rows(named=True) if line["settled"] >= 0.5)
    settled = f"{100 * first['settled']:.0f} % [{100 * first['settled_low']:.0f}, {100 * first['settled_high']:.0f}]"
    assert f"From generation {first['round']} on the later winner is first to the end in {settled}" in early.finding
    assert [line[2].value for line in early.lines] == table["win_rate"].to_list()  # type: ignore[attr-defined]
    assert [line[3].value for line in early.lines] == table["known"].to_list()  # type: ignore[attr-defined]
    found = calibration_table(rows)
    inside = found.filter(pl.col("foreseen").is_between(pl.col("found_low"), pl.col("found_high"))).height
    assert f"in {inside} of {found.height} tenths of the scale" in held.finding
    assert [line[1] for line in held.lines] == [str(seats) for seats in found["seats"].to_list()]


def share_of(line: dict[str, Any], name: str) -> str:
    return f"{100 * line[f'{name}_rate']:.0f} % [{100 * line[f'{name}_low']:.0f}, {100 * line[f'{name}_high']:.0f}]"


def test_wrong_chances_are_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances that are twice as sure as they should be do not hold."""

    def too_sure(known: Any, wins: Any, asked: Any) -> Any:
        return chances_of(known, wins, 6.0 * asked)

    monkeypatch.setattr(foresight, "chances_of", too_sure)
    _, held = foresight_sections(walks(600, 0.5, 3), small(envs.game(TINY)))
    inside = int(held.finding.split(" in ")[1].split()[0])
    assert inside < len(held.lines) / 2


def test_doubt_about_first_decisions_is_told_in_words() -> None:
    half = [SEARCHES // 2] * 2
    rows = pl.DataFrame(
        [
            {"deal": deal, "seat": seat, "length": 50, "choices": 10 + 4 * seat, "first_legal": 4}
            | {"first_chosen": half, "later_legal": 2, "later_chosen": [SEARCHES]}
            for deal in range(40)
            for seat in range(2)
        ]
    )
    (section,) = choices_sections(rows, "mcts", "greedy")
    bits, differ = entropy(half), disagreement(half)
    assert f"mcts is undecided by {bits:.2f} [" in section.finding
    assert "all actions alike would be 2.00" in section.finding
    assert f"choose differently in {100 * differ:.0f} % [" in section.finding
    assert "Of 50 decisions in a game 24 [24, 24] leave a choice." in section.finding
    assert [line[0] for line in section.lines] == ["the first", "one of those after it"]
    assert section.lines[1][5].value == 0.0  # type: ignore[attr-defined]
    assert 0.05 < section.lines[1][5].high < 0.1, "so many deals without doubt do not rule it out"  # type: ignore[attr-defined]
    assert choices_sections(rows.clear(), "mcts", "greedy") == []
