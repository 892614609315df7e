"""One seat of a game as a plain Gymnasium environment; the opponents act inside `step`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np

from regolith.envs.core import rng as random
from regolith.envs.core.aec import RENDER_MODES
from regolith.envs.core.errors import GameOver, IllegalAction, InvalidOptions
from regolith.envs.core.game import MAX_SEED, Game
from regolith.envs.core.opponents import check_opponents, check_seat
from regolith.envs.core.players import GREEDY_SCRATCH, Player
from regolith.envs.core.state import State

Opponent = Callable[[State], int]
"""Chooses an action for the player to move."""


class InsidePlayer:
    """The random or greedy player as a callable."""

    def __init__(self, game: Game, name: str, seed: int = 0) -> None:
        self._game, self._player = game, Player[name.upper()]
        self._generators = np.zeros((1, 4), np.uint32)
        self.reseed(seed)
        self._scratch = np.zeros(GREEDY_SCRATCH, game.spec.dtype)
        self._masks = np.zeros((GREEDY_SCRATCH, game.num_actions), np.int8)
        self._which, self._chosen = np.zeros(1, np.int64), np.zeros(1, np.int64)

    def reseed(self, seed: int) -> None:
        random.seed(self._generators[0], seed)

    def __call__(self, state: State) -> int:
        self._game.spec.drivers.choose(
            self._game.table,
            state.array,
            self._which,
            self._player,
            self._generators,
            self._chosen,
            self._scratch,
            self._masks,
        )
        return int(self._chosen[0])


class SeatEnv(gymnasium.Env[np.ndarray[Any, Any], int]):
    """The learner owns one seat (fixed, or drawn for each game); its reward is what the seat earned since its last decision.

    `action_masks()` tells the legal actions, as sb3-contrib expects. An illegal action raises, or with
    `illegal_action="end"` ends the game as lost; the latter is for tools that ignore masks.
    """

    def __init__(
        self,
        game: Game,
        opponents: Sequence[str | Opponent] = ("random",),
        seat: int | Literal["random"] = "random",
        illegal_action: Literal["raise", "end"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise InvalidOptions(f"render_mode {render_mode!r} does not exist; render modes: {', '.join(RENDER_MODES)}")
        check_seat(game, seat)
        check_opponents(opponents)
        if illegal_action not in ("raise", "end"):
            raise InvalidOptions(f"illegal_action is 'raise' or 'end', not {illegal_action!r}")
        if game.players > 1 and not opponents:
            raise InvalidOptions("name at least one opponent")
        self.game = game
        self.seat = 0 if seat == "random" else seat
        self.render_mode = render_mode
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (game.observation_size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(game.num_actions)
        self._draw_seat = seat == "random"
        self._illegal_action = illegal_action
        self._opponents = [InsidePlayer(game, o) if isinstance(o, str) else o for o in opponents]
        self._lineup: list[Opponent] = []
        self.state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self.state = self.game.new(int(self.np_random.integers(MAX_SEED)))
        if self._draw_seat:
            self.seat = int(self.np_random.integers(self.game.players))
        for opponent in self._opponents:
            if isinstance(opponent, InsidePlayer):
                opponent.reseed(int(self.np_random.integers(MAX_SEED)))
        if self.game.players > 1:
            picks = self.np_random.integers(len(self._opponents), size=self.game.players)
            self._lineup = [self._opponents[i] for i in picks]
        self._opponents_move()
        return self.state.observation(self.seat), self._info()

    def _opponents_move(self) -> None:
        state = self._running()
        while not state.is_terminal and state.current_player != self.seat:
            state.apply(self._lineup[state.current_player](state))

    def step(self, action: Any) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        state = self._running()
        if state.is_terminal:
            raise GameOver("the game is over: call reset()")
        try:
            state.apply(action)
        except IllegalAction:
            if self._illegal_action == "raise":
                raise
            self.state = None
            return np.zeros(self.game.observation_size, np.float32), -1.0, True, False, {"is_success": False}
        self._opponents_move()
        reward = state.returns()[self.seat]
        info = self._info()
        if state.is_terminal:
            scores, places = state.outcome()
            info |= {
                "is_success": bool(places[self.seat] == 1) and not state.is_truncated,
                "score": float(scores[self.seat]),
            }
        if self.render_mode == "human":
            self.render()
        return (
            state.observation(self.seat),
            reward,
            state.is_terminal and not state.is_truncated,
            state.is_truncated,
            info,
        )

    def _running(self) -> State:
        if self.state is None:
            raise GameOver("no game is running: call reset() first")
        return self.state

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._running().legal_mask()}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Legal actions of the learner, as booleans."""
        return self._running().legal_mask().astype(np.bool_)

    def render(self) -> Any:
        state = self._running()
        if self.render_mode == "rgb_array":
            return state.picture(self.seat).rgb()
        board = state.describe(self.seat)
        if self.render_mode == "ansi":
            return board
        if self.render_mode == "human":
            print(board, flush=True)
        return None
