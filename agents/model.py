"""A trained player on disk: weights as safetensors, everything else as JSON metadata in the same file.

Loading one runs no code and needs no torch. The metadata names the env version, the fingerprints of the observation
layout and the action space, and the options it was trained on; a model for anything else is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from regolith.agents.tensor_files import Array, open_tensors, write_tensors
from regolith.envs.core.checks import check_kind
from regolith.envs.core.errors import ModelError, another_layout
from regolith.envs.core.game import Game, GameSpec

FORMAT = "regolith-model-1"
REMEDY = "train a new model with 'regolith train', or play this one with the version that trained it"
OTHER_LAYOUT = {
    "observation": "its observation layout is another one",
    "actions": "its action numbers mean something else",
}
"""What it means if a fingerprint differs."""
MOST_LAYERS = 32
MOST_WEIGHTS = 1 << 27
"""Of all layers; they take half a gigabyte."""
LARGEST = float(np.finfo(np.float32).max)


class ModelHead(BaseModel):
    """What a model file says of itself. More may stand there: how it was trained, how well it played."""

    model_config = ConfigDict(extra="allow", strict=True)

    format: Literal["regolith-model-1"]
    activation: Literal["relu", "tanh"]
    layers: int = Field(ge=1, le=MOST_LAYERS)
    env: str = Field(max_length=100)
    observation: str = Field(max_length=100)
    actions: str = Field(max_length=100)
    options: dict[str, Any]


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

    def head(self) -> dict[str, Any]:
        """Everything but the weights."""
        return {**self.meta, "format": FORMAT, "activation": self.activation, "layers": len(self.weights)}

    def tensors(self, prefix: str = "") -> dict[str, Array]:
        """The weights by name."""
        return {
            f"{prefix}{number}.{kind}": array
            for number, layer in enumerate(self.weights)
            for kind, array in zip(("weight", "bias"), layer, strict=True)
        }

    def save(self, path: str | Path) -> Path:
        """Write the model; an existing file is replaced only when the new one is complete."""
        return write_tensors(path, json.dumps(self.head(), sort_keys=True), self.tensors())

    @classmethod
    def load(cls, path: str | Path) -> Model:
        """Read a model file."""
        path = Path(path)
        if not path.is_file():
            raise ModelError(f"there is no model file {path}")
        try:
            with open_tensors(path) as file:
                head = file.head(ModelHead)
                check_shapes(file.shapes, head.layers)
                if len(file.shapes) != 2 * head.layers:
                    raise ValueError(f"it has {len(file.shapes)} tensors, not {2 * head.layers}")
                return cls.of(head, file.read())
        except ValueError as problem:
            raise ModelError(
                f"{path} is not a Regolith model: {problem}; train one with 'regolith train', or copy it anew"
            ) from None

    @classmethod
    def of(cls, head: ModelHead, tensors: dict[str, Array], prefix: str = "") -> Model:
        """A model from what was read; its shapes have been checked. ValueError if its scores could be infinite."""
        weights = [(tensors[f"{prefix}{i}.weight"], tensors[f"{prefix}{i}.bias"]) for i in range(head.layers)]
        model = cls(weights, head.activation, head.model_dump())
        model.check_numbers()
        return model

    def check_numbers(self) -> None:
        """ValueError unless all weights are finite, and so small that the scores of any observation are.

        Observations lie between 0 and 1. An infinite score could make an illegal action look as good as the legal ones.
        """
        most = np.ones(self.weights[0][0].shape[1])
        for matrix, bias in self.weights:
            most = np.abs(matrix).astype(np.float64) @ most + np.abs(bias)
            if not (most < LARGEST).all():
                raise ValueError("its weights are not finite, or so large that its scores would not be")

    def check(self, game: Game, path: str) -> None:
        """Raise unless this model was made for this env version and can play these options."""
        wanted = fingerprint(check_kind("game", game, Game).spec)
        if self.meta.get("env") != wanted["env"]:
            raise ModelError(f"{path} is for env {self.meta.get('env')!r}, not {wanted['env']!r}: {REMEDY}")
        for key, how in OTHER_LAYOUT.items():
            if self.meta.get(key) != wanted[key]:
                raise ModelError(another_layout(path, wanted["env"], how, REMEDY))
        sizes = [matrix.shape[1] for matrix, _ in self.weights] + [bias.size for _, bias in self.weights[-1:]]
        if sizes[0] != game.observation_size or sizes[-1] != game.num_actions:
            raise ModelError(f"{path} has layers of sizes {sizes}, which do not fit {game.spec.env_id}")
        trained = self.meta["options"].get("players")
        if trained != game.players:
            raise ModelError(f"{path} was trained for {trained!r:.20} player(s), this game has {game.players}")


def check_shapes(shapes: Mapping[str, tuple[int, ...]], layers: int, prefix: str = "") -> None:
    """ValueError unless these are the shapes of a model's tensors, each layer fitting to the one before."""
    width, weights = None, 0
    for number in range(layers):
        matrix, bias = (shapes.get(f"{prefix}{number}.{kind}") for kind in ("weight", "bias"))
        if matrix is None or bias is None:
            raise ValueError(f"layer {number} is missing")
        if len(matrix) != 2 or bias != matrix[:1] or 0 in matrix or width not in (None, matrix[1]):
            raise ValueError(f"layer {number} has the shapes {matrix} and {bias} after a layer of width {width}")
        width, weights = matrix[0], weights + matrix[0] * matrix[1]
    if weights > MOST_WEIGHTS:
        raise ValueError(f"it has {weights:,} weights")


def fingerprint(spec: GameSpec) -> dict[str, str]:
    """What a model must agree with."""
    check_kind("spec", spec, GameSpec)
    return {
        "env": spec.env_id,
        "observation": spec.observation.fingerprint(),
        "actions": spec.actions.fingerprint(),
    }
