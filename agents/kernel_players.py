"""The baselines that live in compiled code: random and greedy."""

from __future__ import annotations

import numpy as np

from regolith.agents.base import Agent, Array, Decisions
from regolith.envs.core.players import GREEDY_SCRATCH, Player


class KernelAgent(Agent):
    """Plays as a `Player` inside compiled code does."""

    player: Player

    def act(self, decisions: Decisions) -> Array:
        game = decisions.game
        chosen = np.zeros(len(decisions), np.int64)
        game.spec.drivers.choose(
            game.table,
            decisions.states,
            decisions.which,
            self.player,
            decisions.generators,
            chosen,
            np.zeros(GREEDY_SCRATCH, game.spec.dtype),
            np.zeros((GREEDY_SCRATCH, game.num_actions), np.int8),
        )
        return chosen


class RandomAgent(KernelAgent):
    """Any legal action with equal chance."""

    name, player = "random", Player.RANDOM


class GreedyAgent(KernelAgent):
    """The action after which the game's own evaluation is best, on a re-dealt copy."""

    name, player = "greedy", Player.GREEDY
