"""A search of one position that can be carried on, timed and looked into."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from regolith.agents.search import guided
from regolith.agents.search.compiled import search_of
from regolith.agents.search.selection import best_of_field, halve, rounds_of
from regolith.agents.search.tree import NO_NODE, NODE, ROOT
from regolith.agents.search.walk import DEEPEST
from regolith.envs.core import rng as random
from regolith.envs.core.game import Game
from regolith.envs.core.guidance import Guidance
from regolith.envs.core.players import GREEDY_SCRATCH

Array = np.ndarray[Any, Any]
NODES_A_SIMULATION, FIRST_NODES, MOST_NODES = 40, 2_000, 4_000_000
"""Room for a tree; where it is full, it grows no more and the search goes on in it."""
GLANCE = 0.1
"""Of a round by the clock: how much of it is thought before the clock is looked at again."""


def nodes_for(simulations: int) -> Array:
    """Room for the tree of so many simulations."""
    return np.zeros(min(MOST_NODES, FIRST_NODES + NODES_A_SIMULATION * simulations), NODE)


class Thinking:
    """The tree of one position, from the view of its player to move."""

    def __init__(self, game: Game, states: Array, root: int, generator: Array, guidance: Guidance, field: int) -> None:
        self._search = search_of(game.spec, guided.build)
        self._guidance = guidance
        self._position = game.table, states, root, random.seed63(generator)
        self._room = (
            np.zeros(GREEDY_SCRATCH, game.spec.dtype),
            np.zeros((GREEDY_SCRATCH, game.num_actions), np.int8),
            guided.More.of(generator, game.players),
        )
        self._path = np.zeros(DEEPEST, np.int64)
        self.nodes = nodes_for(0)
        self._size, self._field = self._search.begin(*self._position, field, 0, guidance, self.nodes, *self._room)

    def simulate(self, times: int) -> None:
        """Carry the search on; the tree gets the room that it needs."""
        wanted = nodes_for(int(self.nodes[ROOT].visits) + times).size
        if wanted > self.nodes.size:
            self.nodes = np.concatenate(
                [self.nodes, np.zeros(max(wanted, 2 * self.nodes.size) - self.nodes.size, NODE)]
            )
        self._size = self._search.simulate(
            *self._position, times, self._size, self._guidance, self.nodes, *self._room, self._path
        )

    def for_simulations(self, simulations: int) -> None:
        """Halve the field until one action is left, over so many simulations."""
        left = simulations
        while self._field > 1:
            times = left // rounds_of(self._field)
            self.simulate(times)
            left -= times
            self._halve()

    def for_seconds(self, seconds: float) -> None:
        """The same by the clock: each round has its part of the time."""
        end = time.perf_counter() + seconds
        times = 2 * self._field
        while self._field > 1:
            begun = now = time.perf_counter()
            until = begun + (end - begun) / rounds_of(self._field)
            done = 0
            while now < until or done == 0:
                self.simulate(times)
                done += times
                now = time.perf_counter()
                each = (now - begun) / done
                times = max(1, int(GLANCE * max(until - begun, 0.0) / each))
            self._halve()

    def _halve(self) -> None:
        self._field = halve(self.nodes, self._field, self._guidance.trust)

    @property
    def best(self) -> int:
        """The action that is left, or the best so far."""
        return int(self.nodes[best_of_field(self.nodes, self._guidance.trust)].action)

    def actions(self) -> Array:
        """The nodes of the root's actions, the most promising first."""
        found, child = [], int(self.nodes[ROOT].child)
        while child != NO_NODE:
            found.append(child)
            child = int(self.nodes[child].sibling)
        return self.nodes[found]
