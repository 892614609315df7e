"""Tuning weights: what is tried, what is learned from it, going on after an end, held-out deals."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.statistics import wilson
from regolith.benchmarks import parallel, tune
from regolith.benchmarks.tune import Meeting, Space, Tuner
from regolith.benchmarks.tuning_files import BEST_FILE, Head, History, Settings, load, save
from regolith.benchmarks.tuning_report import tuning_answer, tuning_sections, write_tuning
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.weights import Place
from regolith.envs.terraforming_mars.player.weights import LENGTH, PACE, WEIGHTS, Weight
from regolith.envs.terraforming_mars.words import Track

GAME = "tinyforming_mars"
FEW: dict[str, Any] = {"weights": ["token", "income"], "opponents": ["random", "greedy"], "deals": 2, "candidates": 4}
AIM = {"token": 0.7, "income": 0.2}


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.game(GAME)


def head(game: Game, **changes: Any) -> Head:
    return tune.begin(game, Settings(**FEW | changes))


def quiet(games: int) -> None:
    pass


class Judge:
    """In place of games: candidates are the better the nearer they are to an aim."""

    def __init__(self) -> None:
        self.tasks: list[tuple[Any, ...]] = []

    def __call__(self, work: Any, tasks: list[tuple[Any, ...]]) -> Iterator[tuple[int, list[Meeting]]]:
        assert work is tune.meet
        self.tasks += tasks
        for _, _, candidate, written, _, deals in tasks:
            off = sum((written[name] - aim) ** 2 for name, aim in AIM.items() if name in written)
            yield candidate, [Meeting(deal, 1.0 / (1.0 + off), -min(1.0, off)) for deal in deals]


def tuned(game: Game, generations: int, **changes: Any) -> Tuner:
    tuner = Tuner(game, head(game, **changes))
    tune.tune(tuner, generations, None, Judge(), quiet, lambda: None)
    return tuner


# --- what is tuned


@pytest.mark.parametrize(
    ("least", "most", "number", "wanted"),
    [
        (-1000.0, 1000.0, 0.5, 0.5),
        (-1000.0, 1000.0, -3.5, 3.5),
        (1.001, 2.0, 1.1, 0.099),
        (0.0, 1.0, 0.9, 0.1),
        (0.0, 100.0, 0.0, 0.5),
        (-1000.0, 1000.0, 0.0, 0.5),
        (0.0, 1.0, 1.0, 1.0),
    ],
)
def test_the_unit_of_a_weight(least: float, most: float, number: float, wanted: float) -> None:
    assert tune.unit(Place("weight", 0, least, most), number) == pytest.approx(wanted)


def test_candidates_lie_in_the_ranges_of_their_weights(game: Game) -> None:
    space = Space.of(game, ["token", "room"])
    assert space.numbers(np.zeros(2)) == {"token": 0.4, "room": 0.08}
    assert space.numbers(np.array([1.0, -1.0])) == {"token": 0.8, "room": 0.0}
    assert space.numbers(np.array([1e9, -1e9])) == {"token": 100.0, "room": -100.0}
    assert space.rounded(np.array([0.123456, 0.0])) == {"token": 0.4494, "room": 0.08}
    assert space.holds(space.bounds.T[0])
    assert not space.holds(space.bounds.T[1] * 1.01)


def test_weights_by_name_by_group_and_all_that_have_a_say(game: Game) -> None:
    mars = envs.game("terraforming_mars")
    assert tune.chosen_weights(mars, ["pace", "growth", "pace.oxygen"]) == [
        *(f"pace.{track}" for track in ("temperature", "oxygen", "oceans", "venus_scale")),
        "growth",
    ]
    with pytest.raises(RegolithError, match=r"no weight 'luck'; there are last_mc, .*pace\.oxygen"):
        tune.chosen_weights(mars, ["luck"])
    assert tune.chosen_weights(game, []) == ["credit", "token", "income", "room", "ready"]
    heard = tune.chosen_weights(mars, [])
    assert {"growth", "last_mc", "length.2", "others"} <= set(heard)
    assert not {"solo_growth", "length.3", "fleet", "leader", "corruption"} & set(heard)


def test_usual_opponents_leave_out_the_boxes_that_are_played() -> None:
    assert tune.usual_opponents(envs.game(GAME)) == ["greedy"]
    assert tune.usual_opponents(envs.game("terraforming_mars")) == ["greedy"]
    with_boxes = envs.game("terraforming_mars", colonies=True, turmoil=True)
    assert tune.usual_opponents(with_boxes) == ["greedy", "greedy:without=colonies+turmoil"]


@pytest.mark.parametrize("name", envs.games())
def test_every_game_can_be_tuned(name: str) -> None:
    game = envs.game(name)
    first = next(iter(tune._weights(game).by_name()))
    settings = Settings(weights=[first], opponents=tune.usual_opponents(game), deals=1, candidates=4)
    tuner = Tuner(game, tune.begin(game, settings))
    with parallel.team(1) as work:
        tune.tune(tuner, 1, None, work, quiet, lambda: None)
    assert len(tuner.history) == 1
    assert tuner.history.values[0].shape == (4,)
    assert tuner.best != tuner.head.start


def test_what_cannot_be_tuned(game: Game) -> None:
    with pytest.raises(RegolithError, match="two or more players"):
        head(envs.game(GAME, players=1))
    with pytest.raises(RegolithError, match="no weight 'luck'"):
        head(game, weights=["luck"])
    with pytest.raises(RegolithError, match="human cannot play"):
        head(game, opponents=["human"])


# --- a generation


def test_all_candidates_meet_the_same_opponents_on_the_same_deals(game: Game) -> None:
    judge, tuner = Judge(), Tuner(game, head(game))
    tune.tune(tuner, 2, None, judge, quiet, lambda: None)
    deals: list[set[int]] = []
    for generation in (judge.tasks[:8], judge.tasks[8:]):
        assert sorted((task[2], task[4]) for task in generation) == [
            (candidate, spec) for candidate in range(4) for spec in ("greedy", "random")
        ]
        assert len({tuple(task[5]) for task in generation}) == 1
        assert len({str(task[3]) for task in generation}) == 4
        deals.append(set(generation[0][5]))
    tune.confirm(game, tuner.head.settings, tuner.best, 3, later := Judge())
    deals.append({deal for task in later.tasks for deal in task[5]})
    assert [len(found) for found in deals] == [2, 2, 3]
    assert len(set.union(*deals)) == 7
    assert min(set.union(*deals)) > 2**32, "no deal of people or tournaments, which are small numbers"
    other = Judge()
    tune.tune(Tuner(game, head(game, seed=1)), 1, None, other, quiet, lambda: None)
    assert not set(other.tasks[0][5]) & set.union(*deals)


def test_a_candidate_sits_in_every_seat_against_one_opponent(game: Game) -> None:
    own = {"token": 0.4}
    number, meetings = tune.meet(GAME, game.options.model_dump(), 7, own, "random", [5, 6])
    assert number == 7
    assert [meeting.deal for meeting in meetings] == [5, 5, 6, 6]
    assert np.mean([meeting.win for meeting in meetings]) > 0.5
    assert all(0 <= meeting.win <= 1 and -1 <= meeting.margin <= 1 for meeting in meetings)
    five = envs.game("terror_below", players=5)
    _, meetings = tune.meet("terror_below", five.options.model_dump(), 0, {}, "random", [5])
    assert len(meetings) == 5


def test_weights_that_help_are_found(game: Game) -> None:
    for by in ("margin", "win"):
        tuner = tuned(game, 40, by=by, candidates=8)
        assert tuner.best == pytest.approx(AIM, abs=0.05)
    assert tuned(game, 30, weights=["token"], candidates=4).best == pytest.approx({"token": 0.7}, abs=0.05)


def test_before_the_first_generation_the_start_is_best(game: Game) -> None:
    assert Tuner(game, head(game)).best == {"token": 0.4, "income": 0.35}


def test_half_a_generation_teaches_nothing(game: Game) -> None:
    tuner = tuned(game, 2)
    before = tuner.best

    def interrupted(work: Any, tasks: Any) -> Iterator[Any]:
        yield from list(Judge()(work, tasks))[:3]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune.tune(tuner, 3, None, interrupted, quiet, lambda: None)
    assert (len(tuner.history), tuner.best) == (2, before)
    tune.tune(tuner, 3, None, Judge(), quiet, lambda: None)
    assert tuner.best == tuned(game, 3).best


def test_minutes_end_it(game: Game) -> None:
    tuner = Tuner(game, head(game))
    tune.tune(tuner, 100_000, 0.002, Judge(), quiet, lambda: None)
    assert 0 < len(tuner.history) < 100_000


def test_the_same_is_learned_whoever_works(game: Game) -> None:
    found = []
    for workers in (1, 2):
        tuner = Tuner(game, head(game))
        with parallel.team(workers) as work:
            tune.tune(tuner, 2, None, work, quiet, lambda: None)
        found.append(tuner)
    assert found[0].best == found[1].best
    assert np.array_equal(found[0].history.values, found[1].history.values)


# --- going on


def test_a_resumed_tuning_comes_to_the_same_as_one_without_a_break(game: Game, tmp_path: Path) -> None:
    begun = tuned(game, 5)
    save(tmp_path, begun.head, begun.history)
    read, history = load(tmp_path)
    tune.check_resumed(game, read, history)
    resumed = Tuner(game, read, history)
    assert resumed.best == begun.best
    tune.tune(resumed, 9, None, Judge(), quiet, lambda: None)
    whole = tuned(game, 9)
    assert np.array_equal(resumed.history.solutions, whole.history.solutions)
    assert resumed.best == whole.best


def test_a_tuning_that_has_only_begun_can_be_resumed(game: Game, tmp_path: Path) -> None:
    save(tmp_path, head(game), History())
    read, history = load(tmp_path)
    assert Tuner(game, read, history).best == read.start


def test_nothing_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(RegolithError, match="leave --resume out"):
        load(tmp_path)


def test_another_game_other_options_and_other_weights_are_refused(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = head(game)
    for other in (envs.game(GAME, map="elysium"), envs.game("terror_below")):
        with pytest.raises(RegolithError, match="another game or of other options"):
            tune.check_resumed(other, begun, History())
    changed = game.table.copy()
    changed["weight"][0, 1] = 0.41
    monkeypatch.setattr(game, "table", changed)
    with pytest.raises(RegolithError, match="own weights have changed"):
        tune.check_resumed(game, begun, History())


# --- the end


def test_the_best_weights_are_confirmed_against_the_start_and_all_opponents(game: Game) -> None:
    def luck(work: Any, tasks: list[tuple[Any, ...]]) -> Iterator[tuple[int, list[Meeting]]]:
        for _, _, number, _, _, deals in tasks:
            yield number, [Meeting(deal, float(i % 4 > number), 0.0) for i, deal in enumerate(deals)]

    settings = head(game).settings
    start, other = tune.confirm(game, settings, dict(AIM), 40, luck)
    assert (start.opponent, start.games, start.share) == ("greedy", 40, 0.75)
    assert (other.opponent, other.share) == ("random", 0.5)
    wanted = wilson(30, 40)
    assert (start.interval.low, start.interval.high) == pytest.approx((wanted.low, wanted.high))
    assert tune.confirmed_games(game, settings, 40) == 160
    tuner = tuned(game, 3)
    assert "win 75.0% [59.8%, 85.8%] of 40 games" in tuning_answer(tuner, [start, other])
    assert tuning_answer(tuner, [start]).endswith("better.")
    assert tuning_answer(tuner, [other]).endswith("not told apart by so many games.")
    assert "have not been confirmed" in tuning_answer(tuner, [])


def test_the_file_of_the_best_weights_is_read_by_the_greedy_player(game: Game, tmp_path: Path) -> None:
    tuner = tuned(game, 3)
    write_tuning(tmp_path, tuner, "regolith tune\nevil = 3", [])
    agent = make_agent(f"greedy:weights={tmp_path / BEST_FILE}")
    agent.check(game)
    assert agent._written == tuner.best  # type: ignore[attr-defined]
    mars = envs.game("terraforming_mars")
    settings = Settings(weights=["pace.oxygen", "keep", "length.2"], opponents=["greedy"], candidates=4)
    write_tuning(tmp_path, Tuner(mars, tune.begin(mars, settings)), "regolith tune", [])
    agent.__init__(str(tmp_path / BEST_FILE))  # type: ignore[misc]
    agent.check(mars)
    wanted = {"pace": {"oxygen": PACE[Track.OXYGEN]}, "keep": WEIGHTS[Weight.KEEP], "length": {"2": LENGTH[2]}}
    assert agent._written == wanted  # type: ignore[attr-defined]


def test_the_report_shows_weights_and_generations(game: Game, tmp_path: Path) -> None:
    tuner = tuned(game, 12)
    weights, generations = tuning_sections(tuner, [])
    assert [line[:2] for line in weights.lines] == [["token", "0.4"], ["income", "0.35"]]
    assert [line[0] for line in generations.lines] == [str(number) for number in range(3, 13)]
    write_tuning(tmp_path, tuner, "regolith tune", [])
    assert "| token | 0.4 |" in (tmp_path / "report.md").read_text()
    assert "Last generations" in (tmp_path / "report.html").read_text()
    assert (tmp_path / "tables" / "weights.csv").read_text().startswith("weight,start,best\ntoken,0.4,")
    assert {path.name for path in (tmp_path / "pictures").iterdir()} == {"last-generations.svg"}
