"""A trained policy as a player: `ppo:FILE`."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.agents.base import Agent, Array, Decisions
from regolith.agents.model import Model
from regolith.envs.core import rng as random
from regolith.envs.core.checks import check_agent_spec
from regolith.envs.core.errors import AgentSpecError, ModelError
from regolith.envs.core.game import Game


class PpoAgent(Agent):
    """Takes the likeliest legal action of the policy, all games of a batch at once. `ppo:FILE,sample=1` draws from it instead."""

    def __init__(self, spec: str) -> None:
        path, separator, option = check_agent_spec(spec).partition(",sample=")
        if separator and option not in ("0", "1"):
            raise AgentSpecError(f"ppo: sample is 0 or 1, not {option!r}")
        self.sample = option == "1"
        self.name = f"ppo:{spec}"
        self.path = path
        self.model = Model.load(path)

    def check(self, game: Game) -> None:
        self.model.check(game, self.path)

    def act(self, decisions: Decisions) -> Array:
        scores = masked_logits(self.model, decisions.observations, decisions.masks)
        if self.sample:
            scores = scores + _gumbel(decisions.generators, scores.shape)
        return scores.argmax(axis=1)


def masked_logits(model: Model, observations: Array, masks: Array) -> Array:
    """Scores of the legal actions; illegal ones are minus infinity."""
    logits = model.logits(observations)
    if np.shape(masks) != logits.shape:
        raise ModelError(f"masks of shape {np.shape(masks)} do not fit scores of shape {logits.shape}")
    return np.where(masks, logits, -np.inf)


def _gumbel(generators: Array, shape: tuple[int, ...]) -> Any:
    """Noise that turns an argmax into a draw from the softmax, from each game's own generator."""
    noise = np.empty(shape)
    for row in range(shape[0]):
        noise[row] = np.random.default_rng(random.seed63(generators[row])).gumbel(size=shape[1])
    return noise
