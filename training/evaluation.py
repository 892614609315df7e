"""How good is a model? Games on deals that training never sees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from regolith.agents.model import Model
from regolith.agents.statistics import Interval, wilson
from regolith.envs.core.game import Game
from regolith.envs.core.vector import Policy, VectorEnv
from regolith.training.export import best_actions


@dataclass(frozen=True)
class Evaluation:
    """Wins of a model over some games; a draw is half a win."""

    wins: float
    games: int

    @property
    def rate(self) -> float:
        return self.wins / self.games

    @property
    def interval(self) -> Interval:
        return wilson(self.wins, self.games)


def evaluate(model: Model, game: Game, opponent: str | Policy | None, games: int, seed: int = 0) -> Evaluation:
    """Play so many games, in all seats alike, against one kind of opponent (None: a solo game)."""
    pool = None if opponent is None else (opponent,)
    env = VectorEnv(game, games, opponents=pool, seed=seed, purpose="evaluation", copy=False)
    observations, info = env.reset()
    result = np.full(games, np.nan)
    while (asked := np.flatnonzero(np.isnan(result))).size:
        masks = info["action_mask"]
        actions = masks.argmax(axis=1)  # games that follow one already counted need no thought
        actions[asked] = best_actions(model, observations[asked], masks[asked])
        observations, _, terminated, truncated, info = env.step(actions)
        first = (terminated | truncated) & np.isnan(result)
        if first.any():
            result[first] = info["win_share"][first]
    env.close()
    return Evaluation(float(result.sum()), games)
