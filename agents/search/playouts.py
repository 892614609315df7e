"""Search that knows nothing but the rules: single-observer IS-MCTS with random playouts, compiled and generic over games.

Each simulation re-deals all that the searching player cannot see, walks down one tree of actions by UCB (an action counts as available
only where it is legal), adds one node, plays at random to the end, and pays every player on the way.
In a long game random play says little: `playout=K` stops it after K decisions, when no action is half done, and asks the game's evaluation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.agents.search.values import value_of
from regolith.envs.core import rng as random
from regolith.envs.core.game import GameSpec
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear, copy
from regolith.envs.core.players import pick_legal
from regolith.envs.core.record import Over

NODE = np.dtype(
    (
        np.record,
        [
            ("child", "<i4"),
            ("sibling", "<i4"),
            ("action", "<i4"),
            ("visits", "<i4"),
            ("available", "<i4"),
            ("mover", "<i4"),
            ("value", "<f8"),
        ],
    )
)
"""A node of the tree: the action that leads to it, who chose it, and what that player earned below it."""

DEEPEST = 512
TO_THE_END = -1
"""A playout that is never cut short."""


def build(spec: GameSpec) -> Any:
    """The compiled search of a game."""
    rules = spec.ported
    step, legal, determinize, follow_up = rules.step, rules.legal, rules.determinize, rules.follow_up
    worth = value_of(rules)

    @kernel
    def pick_new(nodes: Any, node: int, mask: Any, generator: Any) -> int:
        """A random legal action that has no child yet, or -1. Takes the known ones out of the mask."""
        child = nodes[node].child
        while child:
            if mask[nodes[child].action]:
                nodes[child].available += 1
                mask[nodes[child].action] = 2
            child = nodes[child].sibling
        fresh = 0
        for a in range(mask.size):
            fresh += mask[a] == 1
        if fresh == 0:
            return -1
        wanted = random.below(generator, fresh)
        for a in range(mask.size):
            if mask[a] == 1:
                if wanted == 0:
                    return a
                wanted -= 1
        return -1

    @kernel
    def pick_child(nodes: Any, node: int, mask: Any, exploration: float) -> int:
        """The available child with the best upper confidence bound."""
        best, chosen = -np.inf, 0
        child = nodes[node].child
        while child:
            n = nodes[child]
            if mask[n.action]:
                bound = n.value / n.visits + exploration * np.sqrt(np.log(n.available) / n.visits)
                if bound > best:
                    best, chosen = bound, child
            child = n.sibling
        return chosen

    @kernel
    def simulate(
        t: Any, work: Any, nodes: Any, size: int, exploration: float, playout: int, generator: Any, mask: Any, path: Any
    ) -> tuple[int, int]:
        """Walk down the tree, add a node, play out at random; the length of the path and the new size of the tree."""
        s = work[0]
        node, depth = 0, 0
        while s.over == Over.RUNNING and depth < DEEPEST:
            clear(mask)
            legal(t, s, mask)
            action = pick_new(nodes, node, mask, generator)
            fresh = action >= 0
            if fresh:
                child = size
                size += 1
                nodes[child].action = action
                nodes[child].mover = s.player
                nodes[child].available = 1
                nodes[child].sibling = nodes[node].child
                nodes[node].child = child
            else:
                child = pick_child(nodes, node, mask, exploration)
                action = nodes[child].action
            step(t, s, action)
            path[depth] = child
            depth += 1
            node = child
            if fresh:
                break
        while s.over == Over.RUNNING and (playout != 0 or follow_up(t, s)):
            clear(mask)
            legal(t, s, mask)
            step(t, s, pick_legal(mask, generator))
            playout -= int(playout > 0)
        return depth, size

    @kernel
    def search(
        t: Any,
        states: Any,
        which: Any,
        generators: Any,
        simulations: int,
        exploration: float,
        playout: int,
        scale: float,
        nodes: Any,
        work: Any,
        mask: Any,
        chosen: Any,
    ) -> None:
        """Search each game in `which` and write the chosen actions."""
        path = np.zeros(DEEPEST, np.int64)
        players = states[0].players
        scores, places = np.zeros(players, np.float64), np.zeros(players, np.int64)
        margins, values = np.zeros(players, np.float64), np.zeros(players, np.float64)
        for k in range(which.size):
            root, generator = which[k], generators[k]
            seat = states[root].player
            for i in range(nodes.size):
                nodes[i].child = nodes[i].sibling = nodes[i].visits = nodes[i].available = 0
                nodes[i].value = 0.0
            size = 1
            for _ in range(simulations):
                copy(work, 0, states, root)
                random.seed(work[0].rng, random.seed63(generator))
                determinize(t[0], work[0], seat)
                depth, size = simulate(t[0], work, nodes, size, exploration, playout, generator, mask, path)
                worth(t[0], work[0], scale, scores, places, margins, values)
                for d in range(depth):
                    nodes[path[d]].visits += 1
                    nodes[path[d]].value += values[nodes[path[d]].mover]
            best, child = 0, nodes[0].child
            while child:
                if nodes[child].visits > best:
                    best, chosen[k] = nodes[child].visits, nodes[child].action
                child = nodes[child].sibling

    return search
