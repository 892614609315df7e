"""A trained player on disk: weights as safetensors, everything else as JSON metadata in the same file.

Loading one runs no code and needs no torch. The metadata names the env version, the fingerprints of the observation
layout and the action space, and the options it was trained on; a model for anything else is refused.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from regolith.envs.core.checks import check_kind
from regolith.envs.core.errors import ModelError
from regolith.envs.core.game import Game, GameSpec

Array = np.ndarray[Any, Any]
FORMAT = "regolith-model-1"
KEY = "regolith"
ACTIVATIONS = ("relu", "tanh")


@dataclass
class Model:
    """A multi-layer perceptron from observation to action logits."""

    weights: list[tuple[Array, Array]]
    """(matrix, bias) per layer; the last one gives the logits."""
    activation: str
    meta: dict[str, Any]

    def logits(self, observations: Array) -> Array:
        """Unmasked scores of all actions."""
        x, size = observations, self.weights[0][0].shape[1]
        if not isinstance(x, np.ndarray) or x.dtype.kind != "f" or x.ndim != 2 or x.shape[1] != size:
            raise ModelError(f"this model takes an array of floats with {size} columns")
        for number, (matrix, bias) in enumerate(self.weights):
            x = x @ matrix.T + bias
            if number < len(self.weights) - 1:
                x = np.tanh(x) if self.activation == "tanh" else np.maximum(x, 0.0)
        return x

    def save(self, path: str | Path) -> Path:
        """Write the model; an existing file is replaced only when the new one is complete."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        tensors = {}
        for number, (matrix, bias) in enumerate(self.weights):
            tensors[f"{number}.weight"] = np.ascontiguousarray(matrix, np.float32)
            tensors[f"{number}.bias"] = np.ascontiguousarray(bias, np.float32)
        head = {**self.meta, "format": FORMAT, "activation": self.activation, "layers": len(self.weights)}
        temporary = path.with_name(path.name + ".part")
        save_file(tensors, temporary, metadata={KEY: json.dumps(head, sort_keys=True)})
        os.replace(temporary, path)
        return path

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """Read a model file."""
        path = Path(path)
        if not path.is_file():
            raise ModelError(f"there is no model file {path}")
        try:
            with safe_open(path, framework="numpy") as file:
                head = json.loads((file.metadata() or {})[KEY])
                if not isinstance(head, dict):
                    raise ModelError(f"{path} is not a Regolith model: its metadata is not an object")
                if head.get("format") != FORMAT:
                    raise ModelError(f"{path} has model format {head.get('format')!r}; this version reads {FORMAT!r}")
                layers = [(file.get_tensor(f"{i}.weight"), file.get_tensor(f"{i}.bias")) for i in range(head["layers"])]
        except (SafetensorError, KeyError, ValueError, TypeError, OSError) as problem:
            raise ModelError(f"{path} is not a Regolith model: {problem}") from None
        if head.get("activation") not in ACTIVATIONS:
            raise ModelError(f"{path} has activation {head.get('activation')!r}; known are {', '.join(ACTIVATIONS)}")
        return cls(layers, head["activation"], head)

    def check(self, game: Game, path: str) -> None:
        """Raise unless this model was made for this env version and can play these options."""
        wanted = fingerprint(check_kind("game", game, Game).spec)
        for key, what in (("env", "env"), ("observation", "observation layout"), ("actions", "action space")):
            if self.meta.get(key) != wanted[key]:
                raise ModelError(
                    f"{path} is for {what} {self.meta.get(key)!r}, not {wanted[key]!r}: train a new model with 'regolith train'"
                )
        sizes = [matrix.shape[1] for matrix, _ in self.weights] + [bias.size for _, bias in self.weights[-1:]]
        outputs = [matrix.shape[0] for matrix, _ in self.weights]
        if outputs != sizes[1:] or sizes[0] != game.observation_size or sizes[-1] != game.num_actions:
            raise ModelError(f"{path} has layers of sizes {sizes}, which do not fit {game.spec.env_id}")
        trained = (self.meta.get("options") or {}).get("players")
        if trained != game.players:
            raise ModelError(f"{path} was trained for {trained} player(s), this game has {game.players}")


def fingerprint(spec: GameSpec) -> dict[str, str]:
    """What a model must agree with."""
    check_kind("spec", spec, GameSpec)
    return {
        "env": spec.env_id,
        "observation": spec.observation.fingerprint(),
        "actions": spec.actions.fingerprint(),
    }
