"""Any game as a PettingZoo AEC environment."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from regolith.envs.core import rng as random
from regolith.envs.core.checks import check_action, check_choice, check_kind, check_seed, is_whole, shown
from regolith.envs.core.errors import GameOver, IllegalAction, InvalidSeat
from regolith.envs.core.game import Game, GameSpec
from regolith.envs.core.record import NOBODY
from regolith.envs.core.reset_options import check_reset_options, starting_state
from regolith.envs.core.state import State

RENDER_MODES = ("human", "ansi", "rgb_array")
RENDER_VIEWS = ("mover", "all")
FLOAT = np.dtype(np.float32)
BLANKS = 16
"""Observations are rows of arrays of this many, each row given out once: cheaper than an array for each."""


class RegolithAEC(AECEnv):
    """One game behind PettingZoo's turn-based interface.

    Observations are `{"observation": float32 in [0, 1], "action_mask": int8}`, seen from the agent's own seat; the mask of an agent
    that is not to move is all zeros. All state is one record, so `copy.deepcopy` and `pickle` keep the game. `render` shows what the
    agent to move may see, and after the end everything; with `render_view="all"` it hides nothing.
    """

    def __init__(self, game: Game, render_mode: str | None = None, render_view: str = "mover") -> None:
        self.game = check_kind("game", game, Game)
        self.render_mode = check_choice("render_mode", render_mode, (*RENDER_MODES, None))
        self.render_view = check_choice("render_view", render_view, RENDER_VIEWS)
        self._shown = render_mode == "human"
        self.metadata = {
            "name": game.spec.env_id,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{i}" for i in range(game.players)]
        self.agents: list[str] = []
        self._seats = {agent: i for i, agent in enumerate(self.possible_agents)}
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0.0, 1.0, (game.observation_size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (game.num_actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {a: gymnasium.spaces.Discrete(game.num_actions) for a in self.possible_agents}
        self._no_action = np.zeros(game.num_actions, np.int8)
        self._view = np.zeros(game.observation_size, np.float32)
        self._blanks: Iterator[np.ndarray[Any, Any]] = iter(())
        self._generator = np.zeros(4, np.uint32)
        random.seed(self._generator, secrets.randbits(62))
        self.state_of_game: State | None = None
        self.agent_selection = self.possible_agents[0]

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: Any) -> str:
        """An agent of this table, by name."""
        if not isinstance(agent, str) or agent not in self._seats:
            raise InvalidSeat(f"there is no agent {shown(agent)}; agents: {', '.join(self.possible_agents)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the one that `game.new(seed)` deals, or without a seed the next of the current stream.

        Options start it elsewhere: `{"deal": n}` from what `game.new(n)` deals, `{"state": data}` from a position that
        `State.serialize` gave. If the game is over there, so it is for all agents.
        """
        asked = {} if _is_probe(options) else check_reset_options(options, no_seat="every seat is an agent's")
        first = None if seed is None else check_seed(seed)
        state = starting_state(self.game, asked)
        if first is None:
            first = random.seed63(self._generator)
        else:
            random.seed(self._generator, first)
        if state is None:
            state = self.game.new(first)
        self.state_of_game = state
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if state.is_terminal:
            self._end(state)
        else:
            self.agent_selection = self.possible_agents[state.current_player]
            self._view = state.observation()

    @property
    def _state(self) -> State:
        if self.state_of_game is None:
            raise GameOver("no game is running: call reset() first")
        return self.state_of_game

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        state, seat = self._state, self._seats[self._known(agent)]
        if seat == state.current_player:
            return {"observation": self._view, "action_mask": state.legal_mask()}
        return {"observation": state.observation(seat), "action_mask": self._no_action.copy()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent, state = self.agent_selection, self.state_of_game
        if state is None:
            raise GameOver("no game is running: call reset() first")
        if not observe:
            view = None
        elif state._player == NOBODY:
            view = self.observe(agent)
        else:
            view = {"observation": self._view, "action_mask": state._mask.copy()}
        return (
            view,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        """Take one decision; an illegal one raises `IllegalAction` and changes nothing."""
        agent = self.agent_selection
        if not self.agents or self.terminations[agent] or self.truncations[agent]:
            self._step_after_end(action)
            return
        view = next(self._blanks, None)
        if view is None:
            self._blanks = iter(np.empty((BLANKS, self._view.size), FLOAT))
            view = next(self._blanks)
        state: Any = self.state_of_game
        player = state._advance(action, view)
        if player >= 0:
            self._view = view
            self.agent_selection = self.possible_agents[player]
        else:
            self._end(state)
        if self._shown:
            self.render()

    def _step_after_end(self, action: Any) -> None:
        if self.state_of_game is None:
            raise GameOver("no game is running: call reset() first")
        if not self.agents:
            raise GameOver("the game is over for all agents: call reset()")
        if action is not None:
            raise IllegalAction(f"the game is over for {self.agent_selection}: it takes no action but None")
        self._was_dead_step(action)

    def _end(self, state: State) -> None:
        ended = dict.fromkeys(self.agents, True)
        if state.is_truncated:
            self.truncations = ended
        else:
            self.terminations = ended
        for agent, value in zip(self.possible_agents, state.returns(), strict=True):
            self.rewards[agent] = value
            self.infos[agent] = {"score": state.scores()[self._seats[agent]]}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def state(self) -> np.ndarray[Any, Any]:
        """The views of all seats in one row, for centralised critics: it shows no more than the seats see together."""
        return np.concatenate([self._state.observation(seat) for seat in range(self.game.players)])

    def render(self) -> str | np.ndarray[Any, Any] | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        if self.render_mode == "rgb_array":
            return self._state.picture(self._viewer()).rgb()
        board = self._state.describe(self._viewer())
        if self.render_mode == "ansi":
            return board
        print(board, flush=True)
        return None

    def _viewer(self) -> int | None:
        """The seat whose view is shown; None: everything."""
        state = self._state
        return None if self.render_view == "all" or state.is_terminal else state.current_player

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return self.game.spec.env_id


def _is_probe(options: Any) -> bool:
    """PettingZoo's `api_test` hands `{"options": 1}` to the `reset` of every env, and means nothing by it."""
    return isinstance(options, dict) and list(options) == ["options"] and is_whole(options["options"])


class _CheckedActions(wrappers.BaseWrapper):
    """What is no action at all raises; PettingZoo's own wrapper for this lets a bool pass."""

    def step(self, action: Any) -> None:
        agent = self.env.agent_selection
        if agent in self.env.agents and not (self.env.terminations[agent] or self.env.truncations[agent]):
            action = check_action(action, int(self.env.action_space(agent).n))
        super().step(action)


def wrapped(spec: GameSpec, **options: Any) -> AECEnv:
    """The user-facing env: PettingZoo's usual wrappers around the raw one."""
    env: AECEnv = raw(spec, **options)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = _CheckedActions(env)
    return wrappers.OrderEnforcingWrapper(env)


def raw(spec: GameSpec, render_mode: str | None = None, render_view: str = "mover", **options: Any) -> RegolithAEC:
    """The env without wrappers: several times faster, and an illegal action raises."""
    return RegolithAEC(check_kind("spec", spec, GameSpec).bind(**options), render_mode, render_view)
