"""The vector env in Stable-Baselines3's clothes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from regolith.envs.core.checks import check_kind, check_seed
from regolith.envs.core.errors import MissingExtra
from regolith.envs.core.reset_options import KEYS, check_reset_options
from regolith.envs.core.vector import VectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as problem:
    raise MissingExtra("train", "stable-baselines3") from problem

NOTHING: dict[str, Any] = {}


class SB3VecEnv(VecEnv):
    """`VectorEnv` as an SB3 `VecEnv`, with `action_masks` where MaskablePPO looks for them.

    SB3's own algorithms copy what they keep, so an env with `copy=False` is safe with them.
    `seconds` is the time spent here, so that training can tell what share of it the games took.
    """

    def __init__(self, env: VectorEnv) -> None:
        self.env = check_kind("env", env, VectorEnv)
        self.seconds = 0.0
        self._actions: Any = None
        self.render_mode = None
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self) -> np.ndarray[Any, Any]:
        """Start all games anew, with what `set_options` asked for (see `VectorEnv.reset`)."""
        asked = [check_reset_options(options) for options in self._options]
        keys = [key for key in KEYS if any(key in options for options in asked)]
        self._reset_options()
        return self.env.reset(options={key: [options.get(key) for options in asked] for key in keys})[0]

    def step_async(self, actions: np.ndarray[Any, Any]) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        started = time.perf_counter()
        observations, rewards, terminated, truncated, info = self.env.step(self._actions)
        infos: list[dict[str, Any]] = [NOTHING] * self.num_envs
        done = terminated | truncated
        for i in np.flatnonzero(done):
            infos[i] = {
                "terminal_observation": info["final_obs"][i].copy(),
                "TimeLimit.truncated": bool(truncated[i]),
                "is_success": bool(info["is_success"][i]),
                "episode": {"r": float(rewards[i]), "l": int(info["length"][i]), "t": 0.0},
            }
        self.seconds += time.perf_counter() - started
        return observations, rewards.astype(np.float32), done, infos

    def action_masks(self) -> np.ndarray[Any, Any]:
        return self.env.action_masks()

    def close(self) -> None:
        self.env.close()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        if seed is not None:
            self.env.seed(check_seed(seed))
        return [seed] * self.num_envs

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """Of the games' methods only `action_masks` exists; its rows are one array."""
        if method_name != "action_masks":
            raise AttributeError(f"games have no method {method_name!r}")
        return self.action_masks()

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))
