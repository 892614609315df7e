"""The search: its tree and selection by hand, values, budgets, and what it tells about a position."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from conftest import positions

from regolith import envs
from regolith.agents import Decisions, analyse, make_agent
from regolith.agents.registry import by_the_clock
from regolith.agents.search import MctsAgent, selection, tree
from regolith.agents.search.outside import search_outside
from regolith.agents.search.thinking import Thinking
from regolith.agents.search.tree import NODE, ROOT, add_child, back_up, begin_tree, child_for, mean
from regolith.envs.core.errors import AgentSpecError, GameOver, InvalidOptions
from regolith.envs.core.game import Game
from regolith.envs.core.state import State

from .match import ask, generators_from, mean_return


def small_tree(*scores: float) -> Any:
    """A root with an action of each score, whose number is its place here."""
    nodes = np.zeros(40, NODE)
    size = begin_tree(nodes, 0)
    for action, score in enumerate(scores):
        size = add_child(nodes, size, ROOT, action, 0, score, score / 10)
    return nodes


def actions_of(nodes: Any) -> list[int]:
    found, child = [], nodes[ROOT].child
    while child:
        found.append(int(nodes[child].action))
        child = nodes[child].sibling
    return found


def visited(nodes: Any, action: int, times: int, value: float) -> None:
    child = child_for(nodes, ROOT, action)
    nodes[child].visits += times
    nodes[child].value += times * value


# --- the tree


def test_children_stand_in_the_order_of_their_scores() -> None:
    assert actions_of(small_tree(0.5, 2.0, -1.0, 1.0, 2.0)) == [1, 4, 3, 0, 2]


def test_the_first_look_counts_as_visits() -> None:
    nodes = small_tree(5.0)
    visited(nodes, 0, 3, -0.5)
    child = child_for(nodes, ROOT, 0)
    assert mean(nodes, child, 1.0) == pytest.approx((0.5 - 1.5) / 4)
    assert mean(nodes, child, 5.0) == pytest.approx((2.5 - 1.5) / 8)


def test_everybody_on_the_way_is_paid_by_his_own_value() -> None:
    nodes = np.zeros(5, NODE)
    size = begin_tree(nodes, 0)
    size = add_child(nodes, size, ROOT, 7, 0, 0.0, 0.0)
    add_child(nodes, size, 1, 8, 2, 0.0, 0.0)
    back_up(nodes, np.array([1, 2]), 2, np.array([0.3, 9.0, -0.6]))
    assert [float(node.value) for node in nodes[1:3]] == [0.3, -0.6]
    assert [int(node.visits) for node in nodes[:3]] == [1, 1, 1]


# --- selection


def test_the_prior_leads_at_first_and_what_was_earned_later() -> None:
    nodes = small_tree(1.0, 0.0)
    nodes["first"] = 0.0
    mask = np.full(2, selection.KNOWN, np.int8)
    picked = selection.pick_child(nodes, ROOT, mask, 9, 1.0, 1.0)
    assert nodes[picked].action == 0
    visited(nodes, 0, 20, -0.5)
    visited(nodes, 1, 20, 0.5)
    assert nodes[selection.pick_child(nodes, ROOT, mask, 9, 1.0, 1.0)].action == 1


def test_only_legal_actions_are_picked() -> None:
    nodes = small_tree(3.0, 2.0, 1.0)
    assert nodes[selection.pick_child(nodes, ROOT, np.array([0, 0, 2], np.int8), 9, 1.0, 1.0)].action == 2
    assert selection.pick_child(nodes, ROOT, np.zeros(3, np.int8), 9, 1.0, 1.0) == tree.NO_NODE


def test_a_narrow_node_looks_at_the_best_legal_ones_only() -> None:
    nodes = small_tree(3.0, 2.0, 1.0)
    visited(nodes, 1, 5, -0.9)
    visited(nodes, 2, 5, 0.9)
    mask = np.array([0, 2, 2], np.int8)
    assert nodes[selection.pick_child(nodes, ROOT, mask, 1, 0.1, 1.0)].action == 1
    assert nodes[selection.pick_child(nodes, ROOT, mask, 2, 0.1, 1.0)].action == 2


def test_nodes_widen_as_they_are_visited() -> None:
    nodes = small_tree(1.0)
    narrow = selection.considered_at(nodes, ROOT, 2.0)
    nodes[ROOT].visits = 99
    assert (narrow, selection.considered_at(nodes, ROOT, 2.0), selection.considered_at(nodes, ROOT, 0.0)) == (3, 21, 1)


def test_the_field_is_halved_until_the_best_is_left() -> None:
    nodes = small_tree(5.0, 4.0, 3.0, 2.0, 1.0, 0.0)
    field = selection.open_field(nodes, 5)
    assert (field, selection.rounds_of(field)) == (5, 3)
    for action, value in enumerate((-0.5, 0.9, 0.1, 0.2, -0.9)):
        visited(nodes, action, 100, value)
    left = []
    while field > 1:
        field = selection.halve(nodes, field, 1.0)
        alive = [action for action in actions_of(nodes) if nodes[child_for(nodes, ROOT, action)].alive]
        left.append(alive)
    assert left == [[1, 2, 3], [1, 3], [1]]
    assert nodes[selection.best_of_field(nodes, 1.0)].action == 1


def test_the_field_is_visited_in_turn() -> None:
    nodes = small_tree(2.0, 1.0, 0.0)
    selection.open_field(nodes, 2)
    turns = []
    for _ in range(4):
        child = selection.least_visited(nodes)
        turns.append(int(nodes[child].action))
        nodes[child].visits += 1
    assert turns == [0, 1, 0, 1]


# --- spec strings


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("mcts", "mcts:simulations=200"),
        ("mcts:seconds=0.5", "mcts:seconds=0.5"),
        ("mcts:heat=0.1,widening=3", "mcts:simulations=200,heat=0.1,widening=3"),
        ("mcts:playout=random", "mcts:simulations=200,playout=random"),
        ("mcts:playout=7,simulations=3", "mcts:simulations=3,playout=7"),
    ],
)
def test_names_of_searches(spec: str, name: str) -> None:
    assert make_agent(spec).name == name
    assert make_agent(name).name == name


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:seconds=0", "between 0.001 and 3600"),
        ("mcts:seconds=nan", "between 0.001 and 3600"),
        ("mcts:seconds=1,simulations=5", "not both"),
        ("mcts:seconds=1,playout=random", "with playout"),
        ("mcts:playout=3,heat=1", "with playout"),
        ("mcts:playout=rnd", "random or an integer"),
        ("mcts:heat=0", "between 0.0001 and 100"),
        ("mcts:widening=-1", "between 0 and 100"),
    ],
)
def test_searches_that_make_no_sense(spec: str, words: str) -> None:
    with pytest.raises(AgentSpecError, match=words):
        make_agent(spec)


# --- budgets


def a_choice(game: Game) -> State:
    return next(state for state in positions(game, 20) if len(state.legal_actions()) > 2)


def thinking_of(state: State, spec: str, seed: int = 0) -> Thinking:
    agent = make_agent(spec)
    assert isinstance(agent, MctsAgent)
    return agent.think(state.game, state.array, 0, generators_from([seed])[0])


@pytest.mark.parametrize("simulations", [1, 2, 7, 64])
def test_as_many_simulations_as_were_asked_for(duel: Game, simulations: int) -> None:
    thinking = thinking_of(a_choice(duel), f"mcts:simulations={simulations}")
    assert thinking.nodes[ROOT].visits == simulations == thinking.actions()["visits"].sum()


def test_a_position_is_searched_alike_alone_and_in_a_batch(duel: Game) -> None:
    for seed, state in enumerate(positions(duel, 8)):
        if len(state.legal_actions()) > 1:
            spec = "mcts:simulations=40"
            assert thinking_of(state, spec, seed).best == ask(make_agent(spec), state, seed)


def test_a_search_by_the_clock_keeps_to_it(duel: Game) -> None:
    state = a_choice(duel)
    thinking_of(state, "mcts:seconds=0.01")  # finds its code, which does not count
    before = time.perf_counter()
    thinking = thinking_of(state, "mcts:seconds=0.3")
    took = time.perf_counter() - before
    assert 0.2 < took < 3.0
    assert thinking.nodes[ROOT].visits > 16
    assert ask(make_agent("mcts:seconds=0.01"), state, 1) in state.legal_actions()


def test_a_full_tree_is_searched_on(duel: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regolith.agents.search.thinking.MOST_NODES", 120)
    state = a_choice(duel)
    thinking = thinking_of(state, "mcts:simulations=300")
    assert thinking.nodes[ROOT].visits == 300
    assert thinking.nodes.size == 120
    assert thinking.best in state.legal_actions()


def test_forced_decisions_cost_no_randomness(game: Game) -> None:
    """And so no time: the generator of the agent is as it was."""
    for state in positions(game, 40):
        generators = generators_from([3])
        decisions = Decisions(game, state.array, np.zeros(1, np.int64), generators)
        (action,) = make_agent("mcts:simulations=4").act(decisions)
        forced = len(state.legal_actions()) == 1
        assert (generators == generators_from([3])).all() == forced
        assert action in state.legal_actions()


# --- what it tells


def test_an_analysis_tells_about_every_legal_action(game: Game) -> None:
    state = max(positions(game, 10), key=lambda found: len(found.legal_actions()))
    found = analyse(state, "mcts:simulations=50", seed=4)
    assert sorted(one.action for one in found.actions) == sorted(state.legal_actions())
    assert found.action == found.actions[0].action
    assert found.name == state.action_name(found.action)
    assert all(one.name == state.action_name(one.action) for one in found.actions)
    assert sum(one.share for one in found.actions) == pytest.approx(1.0)
    assert sum(one.prior for one in found.actions) == pytest.approx(1.0)
    assert all(-1.0 <= one.value <= 1.0 and 0.0 <= one.prior <= 1.0 for one in found.actions)
    assert sum(one.visits for one in found.actions) == found.simulations == 50
    assert found == analyse(state, "mcts:simulations=50", seed=4)
    assert all(one.name in str(found) for one in found.actions)


def test_an_analysis_is_blind_to_what_is_hidden(game: Game) -> None:
    for number, state in enumerate(positions(game, 6, games=6)):
        if len(state.legal_actions()) > 1:
            other = state.resample(state.current_player, number)
            assert analyse(other, "mcts:simulations=12") == analyse(state, "mcts:simulations=12")


def test_an_analysis_that_cannot_be_had(duel: Game) -> None:
    state = duel.new(0)
    for spec in ("random", "greedy", "mcts:playout=random"):
        with pytest.raises(AgentSpecError, match="cannot tell why"):
            analyse(state, spec)
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    with pytest.raises(GameOver):
        analyse(state, "mcts:simulations=3")


def test_a_person_gets_a_hint(duel: Game, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    state = a_choice(duel)
    answers = ["h", "1"]
    monkeypatch.setattr("builtins.input", lambda prompt="": answers.pop(0))
    assert ask(make_agent("human"), state, 0) == state.legal_actions()[0]
    found = analyse(state, "mcts:simulations=400")
    number = state.legal_actions().index(found.action) + 1
    assert f"mcts:simulations=400 would choose {number}: {found.name}" in capsys.readouterr().out


# --- looks and values from outside


def batch(game: Game, states: list[State]) -> Decisions:
    records = np.concatenate([state.array for state in states])
    return Decisions(game, records, np.arange(len(states)), generators_from(range(len(states))))


def no_opinion(observations: Any, masks: Any) -> tuple[Any, Any]:
    return np.zeros(masks.shape), np.zeros(len(masks))


def test_a_search_from_outside_asks_in_batches(duel: Game) -> None:
    states = [state for state in positions(duel, 12) if len(state.legal_actions()) > 1]
    asked = []

    def answer(observations: Any, masks: Any) -> tuple[Any, Any]:
        asked.append((observations.copy(), masks.copy()))
        return no_opinion(observations, masks)

    found = search_outside(batch(duel, states), 24, answer)
    assert len(asked) == 25
    for row, state in enumerate(states):
        assert (asked[0][0][row] == state.observation()).all()
        assert (asked[0][1][row] == state.legal_mask()).all()
        assert found.visits[row].sum() == 24
        assert set(np.flatnonzero(found.visits[row])) <= set(state.legal_actions())
        assert found.actions[row] in state.legal_actions()


def test_logits_from_outside_are_the_prior(duel: Game) -> None:
    """Where values tell nothing, the likeliest action of the policy is tried and chosen."""
    states = [state for state in positions(duel, 12) if len(state.legal_actions()) > 1]
    wanted = [state.legal_actions()[-1] for state in states]

    def answer(observations: Any, masks: Any) -> tuple[Any, Any]:
        return np.arange(masks.shape[1]) * np.ones((len(masks), 1)), np.zeros(len(masks))

    guidance = duel.spec.guidance._replace(field=1)
    assert search_outside(batch(duel, states), 6, answer, guidance).actions.tolist() == wanted


def test_a_search_does_not_depend_on_its_batch(duel: Game) -> None:
    states = [state for state in positions(duel, 12) if len(state.legal_actions()) > 3][:4]
    together = search_outside(batch(duel, states), 20, no_opinion)
    for row, state in enumerate(states):
        decisions = Decisions(duel, state.array, np.zeros(1, np.int64), generators_from([row]))
        alone = search_outside(decisions, 20, no_opinion)
        if selection.rounds_of(int((together.visits[row] > 0).sum())) == 4:
            assert (alone.visits[0] == together.visits[row]).all()


@pytest.mark.parametrize(
    "answer",
    [
        lambda observations, masks: (np.zeros(3), np.zeros(len(masks))),
        lambda observations, masks: (np.zeros(masks.shape), np.zeros(len(masks) + 1)),
        lambda observations, masks: (np.full(masks.shape, np.nan), np.zeros(len(masks))),
        lambda observations, masks: None,
        lambda observations, masks: np.zeros(masks.shape),
        lambda observations, masks: ("logits", "values"),
        lambda observations, masks: (np.zeros(masks.shape), np.full(len(masks), np.inf)),
    ],
)
def test_answers_that_make_no_sense(duel: Game, answer: Any) -> None:
    with pytest.raises(InvalidOptions, match="answer"):
        search_outside(batch(duel, [duel.new(0)]), 3, answer)


def test_what_is_handed_out_may_be_kept_and_changed(duel: Game) -> None:
    state = a_choice(duel)
    kept = []

    def answer(observations: Any, masks: Any) -> tuple[Any, Any]:
        kept.append((observations, masks.copy()))
        logits = np.where(masks, 0.0, -np.inf)
        masks[:] = 1
        return logits, np.zeros(len(masks))

    found = search_outside(batch(duel, [state]), 30, answer)
    assert set(np.flatnonzero(found.visits[0])) <= set(state.legal_actions())
    assert (kept[0][0][0] == state.observation()).all()
    assert (kept[0][0] != kept[-1][0]).any()


@pytest.mark.parametrize(
    "own",
    [{"field": 0}, {"field": "x"}, {"heat": 0.0}, {"heat": np.nan}, {"trust": -1.0}, {"scale": 0.0}, {"draws": 0}],
)
def test_guidance_that_makes_no_sense(duel: Game, own: Any) -> None:
    guidance = duel.spec.guidance._replace(**own)
    with pytest.raises(InvalidOptions, match="guidance"):
        search_outside(batch(duel, [duel.new(0)]), 3, no_opinion, guidance)


def test_players_by_the_clock_are_known_by_their_names() -> None:
    assert by_the_clock(" mcts:seconds=0.5")
    assert by_the_clock("mcts:heat=1,seconds=2")
    assert not any(map(by_the_clock, ("mcts:simulations=5", "ppo:seconds=1", "greedy", "random")))


# --- strength


def test_search_beats_greedy_and_more_search_beats_less() -> None:
    """Small samples of what the READMEs give with intervals."""
    game = envs.game("tinyforming_mars")
    search = make_agent("mcts:simulations=100")
    assert mean_return(game, search, make_agent("greedy"), games=24) > 0.4
    assert mean_return(game, search, make_agent("mcts:simulations=4"), games=40) > 0.2
