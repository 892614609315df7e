"""The ladder of budgets and the entropy of choices: what was planted is found."""

from __future__ import annotations

from math import inf, log2
from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith import envs
from regolith.agents import Agent, Decisions, make_agent
from regolith.benchmarks.arena import rotations
from regolith.benchmarks.choices import SEARCHES, _interval, choices_of, choices_table, disagreement, entropy
from regolith.benchmarks.doublings import Step, budget_of, elo_of, in_a_row, rungs, step_of
from regolith.envs.core.errors import AgentSpecError, RegolithError


def test_the_simulations_are_doubled_and_nothing_else() -> None:
    assert rungs("mcts:simulations=25", 3) == tuple(f"mcts:simulations={n}" for n in (25, 50, 100, 200))
    assert rungs("mcts:exploration=0.5,simulations=4", 1)[1] == "mcts:simulations=8,exploration=0.5"
    assert rungs("mcts:simulations=10,playout=20", 1)[1] == "mcts:simulations=20,playout=20"
    assert rungs("mcts", 0) == ("mcts:simulations=200",)
    assert [budget_of(spec) for spec in rungs("mcts:simulations=10,playout=20", 2)] == [10, 20, 40]
    for spec in rungs("mcts:exploration=0.5,simulations=4", 2):
        assert make_agent(spec).name == spec


@pytest.mark.parametrize(
    ("lowest", "doublings", "words"),
    [
        ("greedy", 2, "simulations"),
        ("mcts:seconds=1", 2, "simulations"),
        ("mcts:simulations=25", -1, "at least 0"),
        ("mcts:simulations=25", 40, "more than"),
        ("mcts:simulations=25", 19, "more than"),
    ],
)
def test_no_ladder_stands_on_that(lowest: str, doublings: int, words: str) -> None:
    with pytest.raises(RegolithError, match=words):
        rungs(lowest, doublings)
    with pytest.raises(AgentSpecError):
        rungs("mcts:simulations=0", 1)


def met(players: int, strength: float, deals: int, seed: int) -> pl.DataFrame:
    """Games in which each seat wins in proportion to who sits there; the upper one is so strong, the lower one 1."""
    chance = np.random.default_rng(seed)
    rows = []
    for deal in range(deals):
        for number, upper in enumerate(range(1, players)):
            for rotation, names in enumerate(rotations(("up",) * upper + ("down",) * (players - upper))):
                weights = np.array([strength if name == "up" else 1.0 for name in names])
                winner = chance.choice(players, p=weights / weights.sum())
                for seat, name in enumerate(names):
                    row: dict[str, Any] = {"run": "r", "deal": deal, "lineup": number, "rotation": rotation}
                    rows.append(row | {"seat": seat, "agent": name, "win": float(seat == winner)})
    return pl.DataFrame(rows)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("strength", "elo"), [(1.0, 0.0), (10.0**0.25, 100.0), (10.0, 400.0)])
def test_a_step_is_as_high_as_it_was_planted(players: int, strength: float, elo: float) -> None:
    step = step_of(met(players, strength, 500, players), "up", "down")
    assert step is not None
    assert step.games == 500 * players * (players - 1)
    assert step.interval.low <= step.share <= step.interval.high
    assert step.elo_interval.low - 25 <= elo <= step.elo_interval.high + 25
    assert abs(step.elo - elo) < 60
    assert step.gains == (elo > 0)


def test_of_two_the_rating_is_that_of_elo() -> None:
    assert elo_of(10 / 11, [(1, 2)]) == pytest.approx(400.0)
    assert elo_of(0.5, [(1, 2)]) == pytest.approx(0.0, abs=1e-6)
    assert elo_of(0.5, [(1, 3), (2, 3)]) == pytest.approx(0.0, abs=1e-6)
    assert elo_of(2 / 3, [(2, 3)]) == pytest.approx(0.0, abs=1e-6)
    assert (elo_of(0.0, [(1, 2)]), elo_of(1.0, [(1, 2)])) == (-inf, inf)


def test_equals_seldom_gain() -> None:
    steps = [step_of(met(2, 1.0, 60, seed), "up", "down") for seed in range(60)]
    assert sum(step is not None and step.gains for step in steps) <= 5
    assert step_of(met(2, 1.0, 1, 0).clear(), "up", "down") is None


def test_depth_ends_with_the_first_step_that_does_not_gain() -> None:
    up, level = (step_of(met(2, strength, 200, 1), "up", "down") for strength in (5.0, 1.0))
    assert isinstance(up, Step)
    assert isinstance(level, Step)
    assert in_a_row([]) == 0
    assert in_a_row([up, up]) == 2
    assert in_a_row([up, level, up]) == 1
    assert in_a_row([level, up]) == 0


@pytest.mark.parametrize("chances", [[1.0], [0.5, 0.5], [0.8, 0.2], [0.25] * 4, [0.7, 0.1, 0.1, 0.1]])
def test_entropy_and_disagreement_are_nearly_right_on_average(chances: list[float]) -> None:
    chance = np.random.default_rng(len(chances))
    samples = [counts[counts > 0].tolist() for counts in chance.multinomial(SEARCHES, chances, size=4000)]
    bits, differ = (np.array([measure(counts) for counts in samples]) for measure in (entropy, disagreement))
    off = bits.mean() + sum(p * log2(p) for p in chances)
    assert -0.05 < off < 0.02, "it lacks a little where rare choices share it"
    assert abs(differ.mean() - (1 - sum(p * p for p in chances))) < 0.02


def test_always_the_same_choice_is_no_doubt() -> None:
    assert (entropy([SEARCHES]), disagreement([SEARCHES])) == (0.0, 0.0)


class Sure(Agent):
    """Takes the last legal action, always."""

    name = "sure"

    def act(self, decisions: Decisions) -> Any:
        return np.array([np.flatnonzero(mask)[-1] for mask in decisions.masks], np.int64)


@pytest.mark.parametrize("counts", [[[8, 8], [16]], [[8, 8], [8, 8], [16]]])
def test_doubt_lies_between_none_and_all(counts: list[list[int]]) -> None:
    """Student's interval of so few values goes beyond both."""
    values = [disagreement(each) for each in counts]
    interval = _interval(values, range(len(values)), 0.6)
    assert (interval.low, interval.high) == (0.0, 0.6)


def test_searches_of_a_position_differ_by_chance_alone() -> None:
    state = envs.game("terror_below").new(1)
    before = state.digest()
    assert choices_of(state, Sure(), 1) == [SEARCHES]
    first = choices_of(state, make_agent("random"), 1)
    assert sum(first) == SEARCHES
    assert len(first) > 1
    assert first == sorted(first, reverse=True)
    assert first == choices_of(state, make_agent("random"), 1)
    assert any(first != choices_of(state, make_agent("random"), deal) for deal in range(2, 9))
    assert state.digest() == before


def test_the_table_of_choices_is_of_deals() -> None:
    half = [SEARCHES // 2] * 2
    rows = pl.DataFrame(
        [
            {"deal": deal, "seat": seat, "first_legal": 4, "first_chosen": half if deal % 2 else [SEARCHES]}
            | {"later_legal": 2 if deal == 3 else 0, "later_chosen": [SEARCHES] if deal == 3 else []}
            for deal in range(10)
            for seat in range(2)
        ]
    )
    first, later = choices_table(rows).iter_rows(named=True)
    assert (first["decision"], first["deals"], first["legal"], first["most"]) == ("first", 10, 4.0, 2.0)
    assert first["bits"] == pytest.approx(entropy(half) / 2)
    assert first["differ"] == pytest.approx(disagreement(half) / 2)
    assert first["differ_low"] < first["differ"] < first["differ_high"]
    assert (later["deals"], later["bits"]) == (1, 0.0)
    assert choices_table(rows.clear()).is_empty()
