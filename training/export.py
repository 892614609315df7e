"""From Stable-Baselines3's network to a model file that anyone can load without running code."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.agents.model import Model, fingerprint
from regolith.agents.ppo import masked_logits
from regolith.envs.core.checks import check_seed
from regolith.envs.core.game import Game

Array = np.ndarray[Any, Any]


def export(policy: Any, game: Game, **meta: Any) -> Model:
    """The actor of an SB3 policy (a plain multi-layer perceptron)."""
    layers = [*policy.mlp_extractor.policy_net, policy.action_net]
    linear = [layer for layer in layers if hasattr(layer, "weight")]
    activation = "tanh" if any(type(layer).__name__ == "Tanh" for layer in layers) else "relu"
    weights = [(layer.weight.detach().numpy().copy(), layer.bias.detach().numpy().copy()) for layer in linear]
    return Model(weights, activation, {**fingerprint(game.spec), "options": game.options.model_dump(), **meta})


class PolicyOpponent:
    """A frozen model as an opponent inside the vector env: draws its actions, so that it is not the same game every time."""

    def __init__(self, model: Model, seed: int) -> None:
        self._model = model
        self._generator = np.random.default_rng(check_seed(seed))

    def __call__(self, observations: Array, masks: Array) -> Array:
        scores = masked_logits(self._model, observations, masks)
        return (scores + self._generator.gumbel(size=scores.shape)).argmax(axis=1)


def best_actions(model: Model, observations: Array, masks: Array) -> Array:
    """The likeliest legal actions."""
    return masked_logits(model, observations, masks).argmax(axis=1)
