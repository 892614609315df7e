"""The baselines that live in compiled code: random and greedy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from regolith.agents.base import Agent, Array, Decisions
from regolith.agents.weight_files import read_weights
from regolith.envs.core.checks import shown
from regolith.envs.core.errors import AgentSpecError
from regolith.envs.core.game import Game
from regolith.envs.core.players import GREEDY_SCRATCH, Player
from regolith.envs.core.weights import Place, with_numbers

PLUS = "+"
"""Between the boxes of `without=BOX+BOX`."""


class KernelAgent(Agent):
    """Plays as a `Player` inside compiled code does."""

    player: Player

    def act(self, decisions: Decisions) -> Array:
        game = decisions.game
        chosen = np.zeros(len(decisions), np.int64)
        game.spec.drivers.choose(
            self._table(game),
            decisions.states,
            decisions.which,
            self.player,
            decisions.generators,
            chosen,
            np.zeros(GREEDY_SCRATCH, game.spec.dtype),
            np.zeros((GREEDY_SCRATCH, game.num_actions), np.int8),
        )
        return chosen

    def _table(self, game: Game) -> Array:
        return game.table


class RandomAgent(KernelAgent):
    """Any legal action with equal chance."""

    name, player = "random", Player.RANDOM


class GreedyAgent(KernelAgent):
    """The action after which the game's own evaluation is best, on a re-dealt copy.

    `greedy:weights=FILE` takes numbers of the evaluation from a file, `greedy:without=BOX+BOX` sets those that belong to a box to zero;
    with both, the file comes first.
    """

    player = Player.GREEDY

    def __init__(self, weights: str | None = None, without: str | None = None) -> None:
        given = {"weights": weights, "without": without}
        parts = [f"{key}={_text(key, value)}" for key, value in given.items() if value is not None]
        self.name = f"greedy:{','.join(parts)}" if parts else "greedy"
        self._plain = not parts
        self._file = weights
        self._written = {} if weights is None else read_weights(weights)
        self._without = [] if without is None else [box.strip() for box in without.split(PLUS)]
        if "" in self._without:
            raise AgentSpecError(
                f"greedy: without={shown(without)} names no box between two signs; it is without=BOX{PLUS}BOX"
            )
        self._own: tuple[Game, Array] | None = None

    @classmethod
    def trial(cls, written: Mapping[str, Any]) -> GreedyAgent:
        """A player with weights that stand in no file yet, as a file would have them.

        All of them have one name, so that chance treats them alike.
        """
        made = cls()
        made.name, made._plain, made._file, made._written = "greedy:trial", False, "on trial", dict(written)
        return made

    def check(self, game: Game) -> None:
        super().check(game)
        if not self._plain:
            self._numbers(game)

    def _numbers(self, game: Game) -> dict[Place, float]:
        """Where the weights of this player differ from the game's."""
        weights = game.spec.weights
        if weights is None:
            raise AgentSpecError(f"{self.name} cannot play {game.spec.name}: its evaluation has no weights to change")
        try:
            numbers = weights.read(self._written)
        except AgentSpecError as problem:
            raise AgentSpecError(f"the weights {self._file}: {problem}") from None
        for box in self._without:
            if box not in weights.of_box:
                known = f"; it has some for {', '.join(weights.of_box)}" if weights.of_box else ""
                raise AgentSpecError(
                    f"greedy has no weights of its own for {box if box.isidentifier() else shown(box)}{known}"
                )
            numbers |= weights.zeros(box)
        return numbers

    def _table(self, game: Game) -> Array:
        """The rules are the game's, the weights are this player's."""
        if self._plain:
            return game.table
        own = self._own
        if own is None or own[0] is not game:
            own = self._own = game, with_numbers(game, self._numbers(game))
        return own[1]

    def __getstate__(self) -> dict[str, Any]:
        """Without the table: the addresses in it are of this process."""
        return {**self.__dict__, "_own": None}


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise AgentSpecError(f"greedy: {key} must be a name, not {shown(value)}")
    return value
