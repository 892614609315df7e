"""Information-set Monte Carlo tree search, compiled and generic over games.

Single-observer IS-MCTS: each simulation re-deals all that the searching player cannot see, walks down one tree of actions by UCB
(an action counts as available only where it is legal), adds one node, plays at random to the end, and pays every player on the way.
In a long game random play says little: `playout=K` stops it after K decisions, when no action is half done, and asks the game's evaluation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.agents.base import Agent, Array, Decisions
from regolith.envs.core import rewards
from regolith.envs.core import rng as random
from regolith.envs.core.checks import check_count, check_kind, check_number
from regolith.envs.core.errors import AgentSpecError
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
MOST_SIMULATIONS, MOST_PLAYOUT = 10_000_000, 1_000_000
"""The tree of so many simulations takes 320 MB; no game is as long as the longest playout."""
WIN_SHARE = 0.7
"""How much of a playout's value is winning; the rest is by how much, which tells apart lines that random play rarely wins."""


class MctsAgent(Agent):
    """`mcts:simulations=N`: the most visited action after N simulations; `playout=K` cuts each of them short."""

    def __init__(self, simulations: int = 200, exploration: float = 0.7, playout: int = TO_THE_END) -> None:
        self.simulations = check_count("mcts: simulations", simulations, MOST_SIMULATIONS, error=AgentSpecError)
        self.exploration = check_number("mcts: exploration", exploration, 0.0, 100.0, error=AgentSpecError)
        self.playout = check_count("mcts: playout", playout, MOST_PLAYOUT, least=TO_THE_END, error=AgentSpecError)
        extra = "" if self.exploration == 0.7 else f",exploration={self.exploration:g}"
        extra += "" if self.playout == TO_THE_END else f",playout={self.playout}"
        self.name = f"mcts:simulations={self.simulations}{extra}"

    def act(self, decisions: Decisions) -> Array:
        spec = decisions.game.spec
        chosen = np.zeros(len(decisions), np.int64)
        search_of(spec)(
            decisions.game.table,
            decisions.states,
            decisions.which,
            decisions.generators,
            self.simulations,
            self.exploration,
            self.playout,
            spec.margin_scale,
            np.zeros(self.simulations + 2, NODE),
            np.zeros(1, spec.dtype),
            np.zeros(decisions.game.num_actions, np.int8),
            chosen,
        )
        return chosen


_searches: dict[str, Any] = {}


def search_of(spec: GameSpec) -> Any:
    """The compiled search of a game."""
    check_kind("spec", spec, GameSpec)
    if spec.name not in _searches:
        _searches[spec.name] = _build(spec.ported)
    return _searches[spec.name]


def _build(rules: Any) -> Any:
    step, legal, outcome = rules.step, rules.legal, rules.outcome
    determinize, evaluate, follow_up = rules.determinize, rules.evaluate, rules.follow_up

    @kernel
    def value_of_end(t: Any, s: Any, scale: float, scores: Any, places: Any, margins: Any, values: Any) -> None:
        """What each player gets from a playout, in [-1, 1]; a game cut off is worth nothing to anybody."""
        clear(values)
        if s.over == Over.TRUNCATED:
            return
        players = s.players
        if s.over == Over.RUNNING:
            for p in range(players):
                values[p] = np.tanh(evaluate(t, s, p) / scale)
            return
        outcome(t, s, scores, places)
        rewards.pay(rewards.WIN, scale, players, scores, places, values)
        rewards.pay(rewards.MARGIN, scale, players, scores, places, margins)
        for p in range(players):
            margin = evaluate(t, s, p) / scale if players == 1 else margins[p]
            values[p] = WIN_SHARE * values[p] + (1.0 - WIN_SHARE) * np.tanh(margin)

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
                value_of_end(t[0], work[0], scale, scores, places, margins, values)
                for d in range(depth):
                    nodes[path[d]].visits += 1
                    nodes[path[d]].value += values[nodes[path[d]].mover]
            best, child = 0, nodes[0].child
            while child:
                if nodes[child].visits > best:
                    best, chosen[k] = nodes[child].visits, nodes[child].action
                child = nodes[child].sibling

    return search
