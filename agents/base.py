"""The one protocol of agents: a batch of decisions in, a batch of actions out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from regolith.envs.core import rng as random
from regolith.envs.core.checks import check_count, check_kind
from regolith.envs.core.errors import GameOver, InvalidOptions
from regolith.envs.core.game import Game
from regolith.envs.core.record import Over
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

    def __post_init__(self) -> None:
        """Compiled code believes these arrays, so they must be right."""
        check_kind("game", self.game, Game)
        _check_array("states", self.states, self.game.spec.dtype, 1)
        _check_array("which", self.which, np.dtype(np.int64), 1)
        _check_array("generators", self.generators, np.dtype(np.uint32), 2)
        if self.generators.shape != (self.which.size, 4):
            raise InvalidOptions(f"generators must be {self.which.size} rows of 4 words, not {self.generators.shape}")
        if self.which.size and not 0 <= self.which.min() <= self.which.max() < self.states.size:
            raise InvalidOptions(f"which must be indices of {self.states.size} games")
        if (self.states["over"][self.which] != Over.RUNNING).any():
            raise GameOver("there is nothing to decide in a game that is over")

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
        i = int(self.which[check_count("row", row, len(self) - 1, least=0)])
        state = State(self.game, self.states[i : i + 1].copy())
        return state.resample(int(self.seats[row]), random.seed63(self.generators[row]))


def _check_array(name: str, array: Any, dtype: np.dtype[Any], dimensions: int) -> None:
    right = isinstance(array, np.ndarray) and array.dtype == dtype and array.ndim == dimensions
    if not right or not array.flags.c_contiguous:
        raise InvalidOptions(f"{name} must be an array of {dtype.name} with {dimensions} dimension(s), without gaps")


class Agent(ABC):
    """A player. `name` is the spec string that makes it again."""

    name: str

    @abstractmethod
    def act(self, decisions: Decisions) -> Array:
        """An action (int64) for each game of the batch."""

    def check(self, game: Game) -> None:
        """Raise if this agent cannot play this game; most agents play everything."""
        check_kind("game", game, Game)
