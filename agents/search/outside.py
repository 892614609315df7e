"""Search whose first looks come from outside, from a network say: many trees walk at once and ask in one batch.

Tree, walk, selection and back-up are those of the guided search; what the evaluation says there, `answer` says here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from regolith.agents.base import Array, Decisions
from regolith.agents.search.compiled import search_of
from regolith.agents.search.guided import first_field
from regolith.agents.search.selection import KNOWN, best_of_field, halve, least_visited, open_field, rounds_of
from regolith.agents.search.thinking import nodes_for
from regolith.agents.search.tree import NODE, ROOT, add_child, back_up, begin_tree
from regolith.agents.search.values import value_of
from regolith.agents.search.walk import DEEPEST, next_legal, walker
from regolith.envs.core import rng as random
from regolith.envs.core.checks import check_count, check_kind, shown
from regolith.envs.core.errors import InvalidOptions
from regolith.envs.core.game import GameSpec
from regolith.envs.core.guidance import Guidance, check_guidance
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear, copy
from regolith.envs.core.record import Over

Answer = Callable[[Array, Array], tuple[Array, Array]]
"""From observations and masks, a row for each game, to logits of the actions and the value for each player to move, in [-1, 1]."""
MOST_SIMULATIONS = 100_000


@dataclass(frozen=True)
class Found:
    """What a search of many positions found."""

    actions: Array
    visits: Array
    """[game, action]: how often each action was tried; their shares are what a policy can learn from."""
    values: Array
    """Of the chosen action to the player to move."""


class Trees(NamedTuple):
    """One row for each game."""

    worlds: Any
    nodes: Any
    sizes: Any
    fields: Any
    paths: Any
    depths: Any
    leaves: Any
    games: Any
    masks: Any
    asks: Any
    """Whether the leaf waits for an answer; otherwise the game is over there."""


class Outside(NamedTuple):
    """The compiled parts for one game."""

    walk_all: Any
    back_up_all: Any


def build(spec: GameSpec) -> Outside:
    rules = spec.ported
    legal, observe, determinize = rules.legal, rules.observe, rules.determinize
    walk, worth = walker(rules, None), value_of(rules)

    @kernel
    def walk_all(t: Any, states: Any, which: Any, guide: Any, trees: Any, scratch: Any, masks: Any, views: Any) -> None:
        """Walk down every tree once and write what the player to move sees at the leaf."""
        for k in range(which.size):
            root, nodes = which[k], trees.nodes[k]
            visits = nodes[least_visited(nodes)].visits if nodes[ROOT].child else 0
            copy(scratch, 0, states, root)
            random.seed(scratch[0].rng, trees.worlds[k] ^ visits)
            determinize(t[0], scratch[0], states[root].player)
            node, depth, size = walk(t[0], scratch, masks, nodes, trees.sizes[k], guide, 0, trees.paths[k])
            trees.leaves[k], trees.depths[k], trees.sizes[k] = node, depth, size
            copy(trees.games, k, scratch, 0)
            trees.asks[k] = scratch[0].over == Over.RUNNING
            clear(trees.masks[k])
            clear(views[k])
            if trees.asks[k]:
                legal(t[0], scratch[0], trees.masks[k])
                observe(t[0], scratch[0], scratch[0].player, views[k])

    @kernel
    def grow(nodes: Any, size: int, node: int, mover: int, mask: Any, logits: Any, value: float) -> int:
        """Give each legal action of a leaf that has no child one; the new size of the tree."""
        child = nodes[node].child
        while child:
            if mask[nodes[child].action]:
                mask[nodes[child].action] = KNOWN
            child = nodes[child].sibling
        action = next_legal(mask, 0)
        while action < mask.size and size < nodes.size:
            size = add_child(nodes, size, node, action, mover, logits[action], value)
            action = next_legal(mask, action + 1)
        return size

    @kernel
    def back_up_all(t: Any, scale: float, trees: Any, logits: Any, answers: Any) -> None:
        """Grow every leaf by its answer and pay the players on the way."""
        players = trees.games[0].players
        scores, places = np.zeros(players), np.zeros(players, np.int64)
        margins, values = np.zeros(players), np.zeros(players)
        for k in range(trees.worlds.size):
            nodes, s = trees.nodes[k], trees.games[k]
            if trees.asks[k]:
                node = trees.leaves[k]
                trees.sizes[k] = grow(
                    nodes, trees.sizes[k], node, s.player, trees.masks[k], logits[k], float(answers[k])
                )
                for p in range(players):
                    values[p] = answers[k] if p == s.player else -answers[k] / max(1, players - 1)
            else:
                worth(t[0], s, scale, scores, places, margins, values)
            if trees.depths[k] > 0:
                back_up(nodes, trees.paths[k], trees.depths[k], values)

    return Outside(walk_all, back_up_all)


def search_outside(decisions: Decisions, simulations: int, answer: Answer, guidance: Guidance | None = None) -> Found:
    """Search every position of a batch with first looks and values that `answer` gives: once for the roots, then for each simulation."""
    check_kind("decisions", decisions, Decisions)
    simulations = check_count("simulations", simulations, MOST_SIMULATIONS)
    game, count = decisions.game, len(decisions)
    guide = game.spec.guidance if guidance is None else check_guidance(guidance)
    parts = search_of(game.spec, build)
    trees = Trees(
        worlds=np.array([random.seed63(generator) for generator in decisions.generators], np.int64),
        nodes=np.zeros((count, nodes_for(simulations).size), NODE),
        sizes=np.zeros(count, np.int64),
        fields=np.zeros(count, np.int64),
        paths=np.zeros((count, DEEPEST), np.int64),
        depths=np.zeros(count, np.int64),
        leaves=np.zeros(count, np.int64),
        games=np.zeros(count, game.spec.dtype),
        masks=np.zeros((count, game.num_actions), np.int8),
        asks=np.zeros(count, np.bool_),
    )
    scratch, masks = np.zeros(1, game.spec.dtype), np.zeros((1, game.num_actions), np.int8)
    views = np.zeros((count, game.observation_size), np.float32)

    def simulate() -> None:
        parts.walk_all(game.table, decisions.states, decisions.which, guide, trees, scratch, masks, views)
        # What is handed out may be kept and changed, so it is not what compiled code reads.
        logits, values = _checked(answer(views.copy(), trees.masks.copy()), trees.masks)
        parts.back_up_all(game.table, guide.scale, trees, logits, values)

    for k, seat in enumerate(decisions.seats):
        trees.sizes[k] = begin_tree(trees.nodes[k], int(seat))
    simulate()
    most = first_field(guide.field, simulations)
    for k in range(count):
        trees.fields[k] = open_field(trees.nodes[k], most)
    # All games halve together, so that each simulation is one batch; a small field has its last rounds sooner.
    rounds = max((rounds_of(int(field)) for field in trees.fields), default=0)
    left = simulations if rounds else 0
    while rounds:
        for _ in range(left // rounds):
            simulate()
        left -= left // rounds
        rounds -= 1
        for k in range(count):
            if rounds_of(int(trees.fields[k])) > rounds:
                trees.fields[k] = halve(trees.nodes[k], int(trees.fields[k]), guide.trust)
    return _found(trees, guide, count, game.num_actions)


def _found(trees: Trees, guide: Guidance, count: int, num_actions: int) -> Found:
    actions, values = np.zeros(count, np.int64), np.zeros(count)
    visits = np.zeros((count, num_actions), np.int64)
    for k in range(count):
        nodes = trees.nodes[k]
        child = int(nodes[ROOT].child)
        while child:
            visits[k, nodes[child].action] = nodes[child].visits
            child = int(nodes[child].sibling)
        best = nodes[best_of_field(nodes, guide.trust)]
        actions[k] = best.action
        values[k] = (best.value + guide.trust * best.first) / (best.visits + guide.trust)
    return Found(actions, visits, values)


def _checked(answered: Any, masks: Array) -> tuple[Array, Array]:
    """Compiled code believes these arrays, so they must be right. Logits of actions that are not legal may be anything."""
    try:
        given_logits, given_values = answered
        logits = np.array(given_logits, np.float64, order="C")
        values = np.array(given_values, np.float64, order="C")
    except (TypeError, ValueError, RuntimeError) as problem:
        raise InvalidOptions(f"an answer is a pair of arrays, logits and values, not {shown(answered)}") from problem
    if logits.shape != masks.shape or values.shape != masks.shape[:1]:
        raise InvalidOptions(
            f"an answer is logits of shape {masks.shape} and values of shape {masks.shape[:1]}, "
            f"not {logits.shape} and {values.shape}"
        )
    logits[masks == 0] = 0.0
    if not (np.isfinite(logits).all() and np.isfinite(values).all()):
        raise InvalidOptions("an answer holds numbers that are not finite")
    return logits, np.clip(values, -1.0, 1.0)
