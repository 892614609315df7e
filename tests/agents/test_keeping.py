"""Trees that are kept from a decision to its follow-ups."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.agents import Decisions, make_agent
from regolith.agents.search import MctsAgent, keeping
from regolith.agents.search.keeping import KeptTrees, keep_legal, replant
from regolith.agents.search.tree import NODE, ROOT, add_child, begin_tree, child_for
from regolith.envs.core.game import Game
from regolith.envs.core.state import State

from .match import generators_from


def tall_tree() -> Any:
    """A root with actions 0 and 1; below 1 the actions 5, 6 and 7, below 6 the action 8."""
    nodes = np.zeros(20, NODE)
    size = begin_tree(nodes, 0)
    for action in (0, 1):
        size = add_child(nodes, size, ROOT, action, 0, 0.0, 0.0)
    top = child_for(nodes, ROOT, 1)
    nodes[top].visits = 9
    for action in (5, 6, 7):
        size = add_child(nodes, size, top, action, 0, -float(action), 0.0)
    nodes[child_for(nodes, top, 6)].visits = 4
    add_child(nodes, size, child_for(nodes, top, 6), 8, 1, 0.0, 0.0)
    return nodes


def actions_below(nodes: Any, node: int) -> list[int]:
    found, child = [], nodes[node].child
    while child:
        found.append(int(nodes[child].action))
        child = nodes[child].sibling
    return found


def test_what_lies_below_an_action_becomes_a_tree() -> None:
    nodes, kept = tall_tree(), np.zeros(20, NODE)
    assert replant(nodes, child_for(nodes, ROOT, 1), 0, 33, kept) == 5
    assert (kept[ROOT].visits, kept[ROOT].mover, kept[ROOT].available) == (9, 0, 33)
    assert actions_below(kept, ROOT) == [5, 6, 7]
    six = child_for(kept, ROOT, 6)
    assert kept[six].visits == 4
    assert actions_below(kept, six) == [8]
    assert not kept["alive"].any()


def test_of_a_large_tree_what_is_nearest_to_the_root_is_kept() -> None:
    nodes, kept = tall_tree(), np.zeros(4, NODE)
    assert replant(nodes, child_for(nodes, ROOT, 1), 0, 33, kept) == 4
    assert actions_below(kept, ROOT) == [5, 6, 7]
    assert actions_below(kept, child_for(kept, ROOT, 6)) == []


def test_actions_that_are_not_legal_are_forgotten() -> None:
    nodes, kept = tall_tree(), np.zeros(20, NODE)
    replant(nodes, child_for(nodes, ROOT, 1), 0, 33, kept)
    mask = np.array([1, 1, 1, 1, 1, 1, 0, 1], np.int8)
    keep_legal(kept, mask, 2)
    assert actions_below(kept, ROOT) == [5, 7]
    assert mask.tolist() == [1, 1, 1, 1, 1, 2, 0, 2]


def test_trees_wait_under_the_generators_of_their_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "GAMES_IN_MIND", 2)
    trees, generators = KeptTrees(), generators_from([1, 2, 3, 4])
    nodes = np.zeros((4, keeping.MOST_KEPT), NODE)
    nodes["visits"][:, ROOT] = 1, 2, 3, 4
    trees.keep(generators, nodes, np.array([5, 5, 0, 5]))
    taken, sizes = trees.take(generators)
    assert sizes.tolist() == [0, 5, 0, 5], "the oldest is forgotten, and there was nothing to keep of the third"
    assert taken["visits"][:, ROOT].tolist() == [0, 2, 0, 4]
    assert trees.take(generators)[1].tolist() == [0, 0, 0, 0], "each is taken once"


class Watched(MctsAgent):
    """Notes for each decision whether a tree had been kept."""

    def __init__(self, simulations: int) -> None:
        super().__init__(simulations=simulations)
        self.kept: list[bool] = []
        take = self._kept.take

        def watching(generators: Any) -> Any:
            trees, sizes = take(generators)
            self.kept += [bool(size) for size in sizes]
            return trees, sizes

        self._kept.take = watching  # type: ignore[method-assign]


def choice(agent: MctsAgent, state: State, generators: Any) -> int:
    return int(agent.act(Decisions(state.game, state.array, np.zeros(1, np.int64), generators))[0])


def test_follow_ups_are_searched_with_what_is_known_of_them() -> None:
    """The same agent plays both seats, each with its own generator."""
    game = envs.game("terraforming_mars", players=2)
    state, generators = game.new(3), [generators_from([seat]) for seat in range(2)]
    agent = Watched(30)
    followed = 0
    for _ in range(60):
        follows = bool(game.spec.kernels.follow_up(game.table[0], state.record)) and state.current_player >= 0
        state.apply(choice(agent, state, generators[state.current_player]))
        followed += int(follows and agent.kept[-1])
    assert followed > 0


def test_kept_trees_are_blind_to_what_is_hidden(duel: Game) -> None:
    """Two games that look the same to a player and differ in what is hidden are played alike until something else is seen."""
    mine, other = duel.new(5), duel.new(5).resample(0, 9)
    agents = make_agent("mcts:simulations=8"), make_agent("mcts:simulations=8")
    generators = generators_from([3]), generators_from([3])
    same = 0
    while mine.current_player == 0 and other.current_player == 0 and seen(mine) == seen(other) and same < 60:
        first, second = (
            choice(agent, state, generator)
            for agent, state, generator in zip(agents, (mine, other), generators, strict=True)
        )
        assert first == second
        mine.apply(first)
        other.apply(second)
        same += 1
        if mine.is_terminal or other.is_terminal:
            break
    assert same > 0


def seen(state: State) -> tuple[bytes, bytes]:
    return state.observation(0).tobytes(), state.legal_mask().tobytes()
