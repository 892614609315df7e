"""One seat of a game as a plain Gymnasium environment; the opponents act inside `step`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import gymnasium
import numpy as np

from regolith.envs.core import rng as random
from regolith.envs.core.aec import RENDER_MODES
from regolith.envs.core.checks import (
    MAX_SEED,
    check_choice,
    check_kind,
    check_learner,
    check_opponents,
    check_seat,
    check_seed,
    shown,
)
from regolith.envs.core.errors import GameOver, IllegalAction, InvalidAction, InvalidOptions
from regolith.envs.core.game import Game
from regolith.envs.core.players import GREEDY_SCRATCH, INSIDE, Player
from regolith.envs.core.reset_options import check_reset_options, starting_state, undecided
from regolith.envs.core.state import State

RENDER_VIEWS = ("seat", "all")

Opponent = Callable[[State], int]
"""Chooses an action for the player to move."""


class InsidePlayer:
    """The random or greedy player as a callable."""

    def __init__(self, game: Game, name: str, seed: int = 0) -> None:
        self._game = check_kind("game", game, Game)
        self._player = Player[check_choice("player", name, INSIDE).upper()]
        self._generators = np.zeros((1, 4), np.uint32)
        self.reseed(seed)
        self._scratch = np.zeros(GREEDY_SCRATCH, game.spec.dtype)
        self._masks = np.zeros((GREEDY_SCRATCH, game.num_actions), np.int8)
        self._which, self._chosen = np.zeros(1, np.int64), np.zeros(1, np.int64)

    def reseed(self, seed: int) -> None:
        random.seed(self._generators[0], check_seed(seed))

    def __call__(self, state: State) -> int:
        if check_kind("state", state, State).game is not self._game and state.game != self._game:
            raise InvalidOptions(f"this player plays {self._game!r}, not {state.game!r}")
        if state.is_terminal:
            raise GameOver("the game is over: there is nothing to decide")
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
    `illegal_action="end"` ends the game as lost; the latter is for tools that ignore masks. `render` shows what the learner's seat
    may see; with `render_view="all"` it hides nothing.
    """

    def __init__(
        self,
        game: Game,
        opponents: Sequence[str | Opponent] = ("random",),
        seat: int | Literal["random"] = "random",
        illegal_action: Literal["raise", "end"] = "raise",
        render_mode: str | None = None,
        render_view: str = "seat",
    ) -> None:
        self.game = check_kind("game", game, Game)
        self.render_mode = check_choice("render_mode", render_mode, (*RENDER_MODES, None))
        self.render_view = check_choice("render_view", render_view, RENDER_VIEWS)
        self._illegal_action = check_choice("illegal_action", illegal_action, ("raise", "end"))
        self._learner = check_learner(seat, game.players)
        pool = check_opponents(opponents)
        if game.players > 1 and not pool:
            raise InvalidOptions("name at least one opponent")
        self.seat: int = 0 if self._learner == "random" else self._learner
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, (game.observation_size,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(game.num_actions)
        self._opponents: list[Opponent] = [InsidePlayer(game, o) if isinstance(o, str) else o for o in pool]
        self._may_fail = not all(isinstance(opponent, InsidePlayer) for opponent in self._opponents)
        self._lineup: list[Opponent] = []
        self.state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
        """Deal a new game, from the seed or the stream that it began.

        Options: `deal` starts it from what `game.new(deal)` deals, `state` from a position that `State.serialize` gave, and `seat` is where
        the learner sits in this game. Line-up and opponents' randomness come from the seed as ever.
        """
        asked = check_reset_options(options)
        given = starting_state(self.game, asked)
        wanted = check_seat(asked["seat"], self.game.players) if "seat" in asked else None
        if given is not None:
            undecided(given)
        super().reset(seed=None if seed is None else check_seed(seed))
        deal = int(self.np_random.integers(MAX_SEED))
        learner = int(self.np_random.integers(self.game.players)) if self._learner == "random" else self._learner
        for opponent in self._opponents:
            if isinstance(opponent, InsidePlayer):
                opponent.reseed(int(self.np_random.integers(MAX_SEED)))
        if self.game.players > 1:
            picks = self.np_random.integers(len(self._opponents), size=self.game.players)
            self._lineup = [self._opponents[i] for i in picks]
        self.seat = learner if wanted is None else wanted
        self.state = None
        state = self.game.new(deal) if given is None else given
        self._opponents_move(state)
        if given is not None and state.is_terminal:
            raise InvalidOptions(f"from this state the game ends before seat {self.seat} has anything to decide")
        self.state = state
        return state.observation(self.seat), self._info()

    def _opponents_move(self, state: State) -> None:
        """Let the others play until the learner must decide."""
        while not state.is_terminal and state.current_player != self.seat:
            opponent = self._lineup[state.current_player]
            try:
                state.apply(opponent(state))
            except (InvalidAction, IllegalAction) as problem:
                raise type(problem)(f"opponent {shown(opponent)}: {problem}") from None

    def step(self, action: Any) -> tuple[np.ndarray[Any, Any], float, bool, bool, dict[str, Any]]:
        state = self._running()
        if state.is_terminal:
            raise GameOver("the game is over: call reset()")
        before = state.clone() if self._may_fail else None
        try:
            state.apply(action)
        except IllegalAction:
            if self._illegal_action == "raise":
                raise
            self.state = None
            return np.zeros(self.game.observation_size, np.float32), -1.0, True, False, {"is_success": False}
        try:
            self._opponents_move(state)
        except BaseException:
            self.state = before
            raise
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
        viewer = None if self.render_view == "all" else self.seat
        if self.render_mode == "rgb_array":
            return state.picture(viewer).rgb()
        board = state.describe(viewer)
        if self.render_mode == "ansi":
            return board
        if self.render_mode == "human":
            print(board, flush=True)
        return None
