"""`mcts`: the agent that searches."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.agents.base import Agent, Array, Decisions
from regolith.agents.search import guided, playouts
from regolith.agents.search.compiled import search_of
from regolith.agents.search.keeping import KeptTrees
from regolith.agents.search.thinking import Thinking, nodes_for
from regolith.envs.core.checks import check_count, check_kind, check_number, shown
from regolith.envs.core.errors import AgentSpecError
from regolith.envs.core.game import Game
from regolith.envs.core.guidance import RANGES, Guidance
from regolith.envs.core.players import GREEDY_SCRATCH

DEFAULT_SIMULATIONS = 200
MOST_SIMULATIONS, MOST_SECONDS, MOST_PLAYOUT = 10_000_000, 3600.0, 1_000_000
"""The tree of so many simulations takes 320 MB; no game is as long as the longest playout."""
TO_THE_END = "random"
"""A playout that is never cut short."""
EXPLORATION = 0.7
"""Of a search with playouts."""


class MctsAgent(Agent):
    """`mcts:simulations=N`: the best action after N simulations guided by the game's evaluation.

    `seconds=S` thinks by the clock, so that its choices cannot be repeated. `playout=random` plays each simulation to the end at random
    in place of asking the evaluation, `playout=K` so for K decisions.
    """

    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        exploration: float | None = None,
        heat: float | None = None,
        widening: float | None = None,
        playout: int | str | None = None,
    ) -> None:
        given = {"exploration": exploration, "heat": heat, "widening": widening}
        self._own: dict[str, Any] = {
            key: check_number(f"mcts: {key}", value, *RANGES[key], error=AgentSpecError)
            for key, value in given.items()
            if value is not None
        }
        self.playout = None if playout is None else _playout(playout)
        if self.playout is not None and (seconds is not None or not self._own.keys() <= {"exploration"}):
            raise AgentSpecError("mcts: with playout=... there are only simulations=... and exploration=...")
        if simulations is not None and seconds is not None:
            raise AgentSpecError("mcts: give simulations=... or seconds=..., not both")
        if seconds is None:
            self.seconds = None
            simulations = DEFAULT_SIMULATIONS if simulations is None else simulations
            self.simulations = check_count("mcts: simulations", simulations, MOST_SIMULATIONS, error=AgentSpecError)
            budget = f"simulations={self.simulations}"
        else:
            self.seconds = check_number("mcts: seconds", seconds, 0.001, MOST_SECONDS, error=AgentSpecError)
            budget = f"seconds={self.seconds:g}"
        extra = "".join(f",{key}={value:g}" for key, value in self._own.items())
        extra += "" if playout is None else f",playout={playout}"
        self.name = f"mcts:{budget}{extra}"
        self._kept = KeptTrees()

    def act(self, decisions: Decisions) -> Array:
        if self.playout is not None:
            return self._by_playouts(decisions, self.playout)
        return self._guided(decisions) if self.seconds is None else self._by_the_clock(decisions)

    def guidance(self, game: Game) -> Guidance:
        """The game's numbers, unless this agent has its own."""
        return check_kind("game", game, Game).spec.guidance._replace(**self._own)

    def think(self, game: Game, states: Array, root: int, generator: Array) -> Thinking:
        """Search one position, and keep the tree to look into."""
        guidance = self.guidance(game)
        if self.seconds is None:
            field = guided.first_field(guidance.field, self.simulations)
            thinking = Thinking(game, states, root, generator, guidance, field)
            thinking.for_simulations(self.simulations)
        else:
            thinking = Thinking(game, states, root, generator, guidance, guidance.field)
            thinking.for_seconds(self.seconds)
        return thinking

    def _by_the_clock(self, decisions: Decisions) -> Array:
        forced = decisions.masks.sum(axis=1) == 1
        chosen = decisions.masks.argmax(axis=1)
        for row in np.flatnonzero(~forced):
            root, generator = int(decisions.which[row]), decisions.generators[row]
            chosen[row] = self.think(decisions.game, decisions.states, root, generator).best
        return chosen

    def _guided(self, decisions: Decisions) -> Array:
        game = decisions.game
        chosen = np.zeros(len(decisions), np.int64)
        trees, sizes = self._kept.take(decisions.generators)
        search_of(game.spec, guided.build).search(
            game.table,
            decisions.states,
            decisions.which,
            decisions.generators,
            self.simulations,
            self.guidance(game),
            trees,
            sizes,
            nodes_for(self.simulations),
            np.zeros(GREEDY_SCRATCH, game.spec.dtype),
            np.zeros((GREEDY_SCRATCH, game.num_actions), np.int8),
            chosen,
        )
        self._kept.keep(decisions.generators, trees, sizes)
        return chosen

    def _by_playouts(self, decisions: Decisions, playout: int) -> Array:
        spec = decisions.game.spec
        chosen = np.zeros(len(decisions), np.int64)
        search_of(spec, playouts.build)(
            decisions.game.table,
            decisions.states,
            decisions.which,
            decisions.generators,
            self.simulations,
            self._own.get("exploration", EXPLORATION),
            playout,
            spec.margin_scale,
            np.zeros(self.simulations + 2, playouts.NODE),
            np.zeros(1, spec.dtype),
            np.zeros(decisions.game.num_actions, np.int8),
            chosen,
        )
        return chosen


def _playout(given: int | str) -> int:
    """How many decisions a playout has, from a word or a number."""
    if isinstance(given, str):
        if given == TO_THE_END:
            return playouts.TO_THE_END
        raise AgentSpecError(
            f"mcts: playout is {TO_THE_END} or an integer from 0 to {MOST_PLAYOUT}, not {shown(given)}"
        )
    return check_count("mcts: playout", given, MOST_PLAYOUT, least=0, error=AgentSpecError)
