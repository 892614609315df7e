"""The one protocol of agents: a batch of decisions in, a batch of actions out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from regolith.envs.core import rng as random
from regolith.envs.core.game import Game
from regolith.envs.core.state import State

Array = np.ndarray[Any, Any]


@dataclass
class Decisions:
    """Games that wait for one agent, each with the random generator the agent has for that game.

    An agent must use only what the player to move may know: `observations`, `masks`, `resampled`, the seat's own view in text.
    The generators belong to (game, seat), so an agent's choices do not depend on which games share its batch.
    """

    game: Game
    states: Array
    """Records of all games of the batch."""
    which: Array
    """Indices of the games to decide."""
    generators: Array
    """One generator per entry of `which`."""

    def __len__(self) -> int:
        return int(self.which.size)

    @cached_property
    def seats(self) -> Array:
        """The player to move in each game."""
        return self.states["player"][self.which]

    @cached_property
    def _views(self) -> tuple[Array, Array]:
        observations = np.zeros((len(self), self.game.observation_size), np.float32)
        masks = np.zeros((len(self), self.game.num_actions), np.int8)
        self.game.spec.drivers.views(self.game.table, self.states, self.which, observations, masks)
        return observations, masks

    @property
    def observations(self) -> Array:
        """What each player to move may know."""
        return self._views[0]

    @property
    def masks(self) -> Array:
        """The legal actions of each."""
        return self._views[1]

    def resampled(self, row: int) -> State:
        """The game with everything hidden from the player to move dealt anew."""
        i = int(self.which[row])
        state = State(self.game, self.states[i : i + 1].copy())
        return state.resample(int(self.seats[row]), random.seed63(self.generators[row]))


class Agent(ABC):
    """A player. `name` is the spec string that makes it again."""

    name: str

    @abstractmethod
    def act(self, decisions: Decisions) -> Array:
        """An action (int64) for each game of the batch."""

    def check(self, game: Game) -> None:  # noqa: B027 (most agents play everything)
        """Raise if this agent cannot play this game."""
