"""Stable-Baselines3's learner, built from settings, and its memory as plain arrays.

SB3's own files are pickles, so they are neither written nor read. What PPO carries from one update to the next are the
weights, the optimiser's moments and two counters; its schedules follow from the settings. Games under way, rollouts and random
generators are not kept: a resumed run deals new games and draws from a stream of its own.
"""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Mapping
from typing import Any

from regolith.agents.tensor_files import Array
from regolith.envs.core.errors import InvalidOptions, MissingExtra
from regolith.envs.core.game import Game
from regolith.training.config import TrainingConfig

try:
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.utils import set_random_seed
except ImportError as problem:
    raise MissingExtra("train", "stable-baselines3, sb3-contrib and torch") from problem

POLICY, ADAM = "policy.", "adam."
MOMENTS = ("exp_avg", "exp_avg_sq", "step")


def make_learner(vec_env: Any, config: TrainingConfig, sitting: int) -> Any:
    """A learner that knows nothing yet. Each sitting of a run draws other random numbers."""
    set_random_seed(_small_seed(config.seed, sitting))
    torch.set_num_threads(config.torch_threads)
    torch.distributions.Distribution.set_default_validate_args(False)
    return MaskablePPO(
        "MlpPolicy",
        vec_env,
        learning_rate=config.learning_rate,
        n_steps=config.rollout,
        batch_size=min(config.batch, config.rollout * config.envs),
        n_epochs=config.epochs,
        gamma=config.gamma,
        gae_lambda=config.gae_lambda,
        ent_coef=config.entropy,
        policy_kwargs={"net_arch": list(config.hidden), "activation_fn": torch.nn.ReLU},
        device="cpu",
    )


def check_memory(game: Game, config: TrainingConfig) -> None:
    """Raise if a rollout would not fit: a machine that runs out of memory stops other programs too."""
    needed = 4 * config.envs * (config.rollout + 4) * (game.observation_size + game.num_actions)
    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > there:
        raise InvalidOptions(
            f"training: {config.envs:,} envs x {config.rollout:,} decisions need {needed / 2**30:,.0f} GB of memory, "
            f"this machine has {there / 2**30:,.0f}: lower envs or rollout"
        )


def memory(learner: Any) -> dict[str, Array]:
    """Weights and moments by name."""
    policy = learner.policy
    found = {POLICY + name: value.numpy().copy() for name, value in policy.state_dict().items()}
    for name, parameter in policy.named_parameters():
        moments = policy.optimizer.state.get(parameter, {})  # nothing before the first update
        found |= {f"{ADAM}{name}.{key}": moments[key].numpy().copy() for key in MOMENTS if key in moments}
    return found


def remember(learner: Any, found: Mapping[str, Array], steps: int, updates: int) -> None:
    """Give a new learner the memory of another; ValueError if it does not fit."""
    policy = learner.policy
    fits = {POLICY + name: tuple(value.shape) for name, value in policy.state_dict().items()}
    moments: dict[int, dict[str, Any]] = {}
    for number, (name, parameter) in enumerate(policy.named_parameters()):
        names = {key: f"{ADAM}{name}.{key}" for key in MOMENTS}
        if names["step"] in found:
            fits |= {names[key]: () if key == "step" else tuple(parameter.shape) for key in MOMENTS}
            moments[number] = {
                key: torch.from_numpy(found[names[key]].copy()) for key in MOMENTS if names[key] in found
            }
    given = {name: array.shape for name, array in found.items()}
    for name in sorted(fits.keys() | given.keys()):
        if fits.get(name) != given.get(name):
            raise ValueError(f"{name[:100]} has the shape {given.get(name)}, not {fits.get(name)}")
    if any((found[name] < 0).any() for name in fits if name.endswith((".exp_avg_sq", ".step"))):
        raise ValueError("the optimiser has negative squares or steps")
    policy.load_state_dict({name: torch.from_numpy(found[POLICY + name].copy()) for name in policy.state_dict()})
    policy.optimizer.load_state_dict({"state": moments, "param_groups": policy.optimizer.state_dict()["param_groups"]})
    learner.num_timesteps = steps
    learner._n_updates = updates


def check_finite(learner: Any) -> None:
    """ValueError if a number of the learner's memory is not one any more."""
    moments = (value for state in learner.policy.optimizer.state.values() for value in state.values())
    if not all(torch.isfinite(value).all() for value in itertools.chain(learner.policy.parameters(), moments)):
        raise ValueError("the learner's numbers are not finite")


def _small_seed(seed: int, sitting: int) -> int:
    """NumPy's old generator takes 32 bits of seed."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {sitting}".encode(), digest_size=4).digest())
