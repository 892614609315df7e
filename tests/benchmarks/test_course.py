"""Games that are followed, and how early their winner is known: planted knowledge is found, and no more of it than there is."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks import course
from regolith.benchmarks.cells import FEW_GAMES
from regolith.benchmarks.choices import SEARCHES, choices_of
from regolith.benchmarks.foresight import (
    FOLDS,
    calibration_table,
    chances_of,
    doubt_gone,
    foreseen,
    foresight_table,
    settled_after,
)
from regolith.benchmarks.matches import play
from regolith.benchmarks.tables import ARENA_SCHEMA
from regolith.benchmarks.tallies import ahead_table
from regolith.envs.core.game import Game

GAMES = [
    ("tinyforming_mars", {}),
    ("terror_below", {"players": 3, "max_rounds": 4}),
    ("terraforming_mars", {"players": 3, "max_generations": 3, "payment": "auto"}),
]


@pytest.fixture(params=GAMES, ids=[name for name, _ in GAMES])
def short(request: pytest.FixtureRequest) -> Game:
    name, options = request.param
    return envs.game(name, **options)


def test_a_game_is_followed_as_it_was_played(short: Game) -> None:
    """Evaluations are those of the positions in which a round has just begun; choices are decisions with more than one legal action."""
    (result,) = play(short, [3], [[make_agent("random")] * short.players])
    told = course.followed(short, result)
    state = short.new(3)
    rounds, choices, places, values = [], [0] * short.players, [], []
    assert short.spec.planner is not None
    for count, action in enumerate(result.actions):
        if len(state.legal_actions()) > 1:
            choices[state.current_player] += 1
            places.append(count)
        now = int(short.spec.planner.round_of(short.table[0], state.record))
        if rounds and now > rounds[-1]:
            assert now == rounds[-1] + 1
            values.append([state.evaluate(seat) for seat in range(short.players)])
        rounds.append(now)
        state.apply(action)
    assert len(values) > 1
    assert told.evaluations == [list(column) for column in zip(*values, strict=True)]
    assert told.choices == choices
    assert told.places == places


def test_rows_of_a_course_tell_what_was_seen(short: Game) -> None:
    options = short.options.model_dump()
    rows = course.play_task(short.spec.name, options, "run", "random", "greedy", [3, 4])
    assert len(rows) == 2 * short.players
    (result,) = play(short, [3], [[make_agent("random")] * short.players])
    told = course.followed(short, result)
    for seat, row in enumerate(rows[: short.players]):
        assert (row["deal"], row["seat"], row["searcher"]) == (3, seat, "greedy")
        assert row["evaluations"] == told.evaluations[seat]
        assert row["choices"] == told.choices[seat]
        assert sum(row["first_chosen"]) == sum(row["later_chosen"]) == SEARCHES
    state = short.new(3)
    for action in result.actions[: told.places[0]]:
        state.apply(action)
    assert rows[0]["first_legal"] == len(state.legal_actions())
    assert rows[0]["first_chosen"] == choices_of(state, make_agent("greedy"), 3)


def test_a_later_decision_is_any_of_those_after_the_first() -> None:
    game, searcher = envs.game("tinyforming_mars"), make_agent("random")
    drawn = set()
    for deal in range(8):
        (result,) = play(game, [deal], [[searcher, searcher]])
        told = course.followed(game, result)
        found = course.searched(game, result, told.places, searcher)
        drawn.add((found["later_legal"], tuple(found["later_chosen"])))
        assert found["later_legal"] > 1
    assert len(drawn) > 4
    nothing = course.searched(game, result, [], searcher)
    assert nothing == {"first_legal": 0, "first_chosen": [], "later_legal": 0, "later_chosen": []}


def walks(games: int, weight: float, seed: int, rounds: int = 6, seats: int = 2) -> pl.DataFrame:
    """Games whose evaluations walk by chance; who wins in the end is drawn with odds that weigh the last of them."""
    chance = np.random.default_rng(seed)
    rows = []
    for deal in range(games):
        values = chance.normal(size=(seats, rounds)).cumsum(axis=1)
        odds = np.exp(weight * values[:, -1])
        winner = chance.choice(seats, p=odds / odds.sum())
        for seat in range(seats):
            row: dict[str, Any] = {**dict.fromkeys(ARENA_SCHEMA), "run": "r", "deal": deal, "lineup": 0, "rotation": 0}
            rows.append(row | {"seat": seat, "win": float(seat == winner), "evaluations": values[seat].tolist()})
    return pl.DataFrame(rows, infer_schema_length=None)


@pytest.mark.parametrize("seats", [2, 4])
def test_planted_knowledge_is_found(seats: int) -> None:
    rows = walks(3000, 0.8, seats, seats=seats)
    table = foresight_table(rows)
    assert table["round"].to_list() == [1, 2, 3, 4, 5, 6]
    assert (np.diff(table["known"].to_numpy()) > 0).all(), "it grows with every round"
    last = foreseen(rows)[-1]
    odds = np.exp(0.8 * np.stack(rows.sort("deal", "seat")["evaluations"].list.get(5).to_numpy().reshape(-1, seats)))
    wanted = odds / odds.sum(1, keepdims=True)
    assert np.abs(last.chances - wanted).mean() < 0.02
    best = float(wanted.max(axis=1).mean())
    line = table.row(5, named=True)
    assert line["win_low"] <= best <= line["win_high"]
    assert (
        line["known_low"]
        <= 1 - ((wanted - last.wins) ** 2).sum() / ((1 / seats - last.wins) ** 2).sum()
        <= line["known_high"]
    )
    held = calibration_table(rows)
    assert held.height > 5
    assert (
        held.filter(pl.col("foreseen").is_between(pl.col("found_low"), pl.col("found_high"))).height >= held.height - 1
    )


def test_nothing_is_known_where_nothing_is() -> None:
    """Evaluations that have nothing to do with the winner: what is foreseen is no better than equal chances, on other deals."""
    sure = 0
    for seed in range(30):
        table = foresight_table(walks(80, 0.0, seed))
        assert table["known"].max() < 0.25  # type: ignore[operator]
        sure += int((table["known_low"] > 0).sum())
    assert sure <= 0.1 * 30 * 6
    means = [foresight_table(walks(80, 0.0, seed))["known"].to_numpy().mean() for seed in range(30)]
    assert np.mean(means) < 0.01


def test_chances_are_asked_of_other_deals() -> None:
    """With every winner known by heart from his own deal, other deals would still tell nothing."""
    rows = walks(45, 0.0, 1)
    (first, *_) = foreseen(rows)
    assert first.deals.tolist() == list(range(45))
    evaluations = rows.sort("deal", "seat")["evaluations"].list.get(0).to_numpy().reshape(-1, 2)
    for deal in (0, 7, 44):
        others = np.arange(45) % FOLDS != deal % FOLDS
        wanted = chances_of(evaluations[others], first.wins[others], evaluations[deal : deal + 1])
        assert first.chances[deal] == pytest.approx(wanted[0])


def test_who_is_always_first_is_no_certainty() -> None:
    known = np.array([[1.0, 0.0], [0.0, 2.0]] * 20)
    chances = chances_of(known, (known > 0).astype(float), np.array([[1.0, 0.0]]))
    assert 0.9 < chances[0, 0] < 1.0
    assert chances_of(np.zeros((4, 2)), np.eye(2)[[0, 1, 0, 1]], np.zeros((1, 2))) == pytest.approx(0.5)


def test_doubt_is_gone_as_far_as_errors_are() -> None:
    share, interval = doubt_gone(np.array([[0.1] * 50, [0.5] * 50]))
    assert share == pytest.approx(0.8)
    assert (interval.low, interval.high) == (pytest.approx(0.8), pytest.approx(0.8))


def test_too_few_games_foresee_nothing() -> None:
    table = foresight_table(walks(FEW_GAMES - 1, 1.0, 1))
    assert table["known"].null_count() == table.height
    assert calibration_table(walks(FEW_GAMES - 1, 1.0, 1)).is_empty()
    assert foresight_table(walks(2, 1.0, 1).clear()).is_empty()


def told(evaluations: list[list[float]], wins: list[float]) -> pl.DataFrame:
    """One game."""
    return walks(1, 0.0, 1, seats=len(wins)).with_columns(
        evaluations=pl.Series(evaluations, dtype=pl.List(pl.Float64)), win=pl.Series(wins)
    )


@pytest.mark.parametrize(
    ("evaluations", "wins", "after"),
    [
        ([[1, 2, 3], [0, 0, 0]], [1.0, 0.0], [1]),
        ([[1, 2, 3], [2, 0, 0]], [1.0, 0.0], [2]),
        ([[1, 0, 3], [0, 1, 0]], [1.0, 0.0], [3]),
        ([[1, 0, 0], [0, 1, 1]], [1.0, 0.0], [4]),
        ([[1, 1, 1], [0, 1, 0]], [1.0, 0.0], [3]),
        ([[1, 1, 1], [0, 0, 0]], [0.5, 0.5], []),
        ([[0, 5, 0], [3, 1, 2], [2, 2, 1]], [0.0, 1.0, 0.0], [3]),
        ([[], []], [1.0, 0.0], [1]),
    ],
)
def test_a_game_is_settled_when_the_lead_changes_no_more(
    evaluations: list[list[float]], wins: list[float], after: list[int]
) -> None:
    assert settled_after(told(evaluations, wins)).tolist() == after


def test_games_that_are_over_are_settled() -> None:
    """Games of different length: the first is settled at once, the second only by its end."""
    games = [told([[1.0], [0.0]], [1.0, 0.0]), told([[1.0, 0, 0], [0.0, 1, 1]], [1.0, 0.0])]
    rows = pl.concat([game.with_columns(deal=pl.lit(number)) for number, game in enumerate(games)])
    table = foresight_table(rows)
    assert table["games"].to_list() == [2, 1, 1]
    assert table["win_rate"].to_list() == [1.0, 0.0, 0.0]
    assert table["settled"].to_list() == [0.5, 0.5, 0.5]


def test_whoever_is_ahead_is_found_for_any_value() -> None:
    rows = walks(300, 1.0, 2).sample(fraction=1.0, shuffle=True, seed=3)
    values = np.array(rows["evaluations"].to_list())
    table = ahead_table(rows, values, np.full(rows.height, 7))
    ordered = rows.sort("deal", "seat")
    last = ordered["evaluations"].list.get(5).to_numpy().reshape(-1, 2)
    wins = ordered["win"].to_numpy().reshape(-1, 2)
    assert table["win_rate"][5] == pytest.approx(wins[np.arange(300), last.argmax(1)].mean())
    assert table["lead"][5] == pytest.approx(np.abs(last[:, 0] - last[:, 1]).mean())
