"""Model files: what is planted in them is refused in one line that says what to do, before any large thing is made."""

from __future__ import annotations

import json
import os
import stat
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from regolith import envs
from regolith.agents.model import MOST_LAYERS, MOST_WEIGHTS, Model, fingerprint
from regolith.agents.tensor_files import CHECKSUM, KEY, MOST_BYTES, MOST_HEADER, open_tensors
from regolith.envs.core.errors import ModelError

from .tiny import GAME, Tensors, alter

Fault = Callable[[dict[str, Any], Tensors], Any]
HUGE = np.float32(3e38)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A sound model of two layers."""
    game = envs.game(GAME)
    sizes, random = (game.observation_size, 4, game.num_actions), np.random.default_rng(1)
    weights = [
        (random.normal(size=(out, into)).astype(np.float32), random.normal(size=out).astype(np.float32))
        for into, out in pairwise(sizes)
    ]
    meta = {**fingerprint(game.spec), "options": game.options.model_dump(), "steps": 7}
    return Model(weights, "relu", meta).save(tmp_path / "some.model")


def refused(path: Path, words: str = "") -> None:
    with pytest.raises(ModelError) as caught:
        Model.load(path)
    message = str(caught.value)
    assert words in message
    assert "is not a Regolith model" in message
    assert "regolith train" in message
    assert path.name in message
    assert "\n" not in message
    assert len(message) < 1000


def swap(name: str, array: Any) -> Fault:
    return lambda head, tensors: tensors.update({name: np.asarray(array, np.float32)})


def say(**entries: Any) -> Fault:
    return lambda head, tensors: head.update(entries)


def without(name: str) -> Fault:
    return lambda head, tensors: head.pop(name)


def spoil(name: str, value: Any) -> Fault:
    """One number is another."""
    return lambda head, tensors: tensors[name].__setitem__((0,) * tensors[name].ndim, value)


FAULTS: dict[str, Fault] = {
    "NaN": spoil("0.weight", np.nan),
    "infinite": spoil("1.bias", np.inf),
    "minus infinite": spoil("1.weight", -np.inf),
    "scores overflow": lambda head, tensors: [array.fill(HUGE) for array in tensors.values()],
    "scores overflow downwards": lambda head, tensors: [array.fill(-HUGE) for array in tensors.values()],
    "a vector for a matrix": swap("0.weight", np.zeros(4)),
    "a matrix for a vector": swap("0.bias", np.zeros((4, 1))),
    "a number for a vector": swap("1.bias", 0.0),
    "a cube": swap("0.weight", np.zeros((4, 2, 2))),
    "nothing in it": swap("0.weight", np.zeros((4, 0))),
    "layers do not fit": swap("1.weight", np.zeros((182, 5))),
    "bias does not fit": swap("1.bias", np.zeros(3)),
    "one layer missing": lambda head, tensors: tensors.pop("1.weight"),
    "one tensor too many": swap("2.weight", np.zeros((2, 2))),
    "another name": swap("weights", np.zeros(1)),
    "no layers": say(layers=0),
    "negative layers": say(layers=-1),
    "too many layers": say(layers=3),
    "absurdly many layers": say(layers=10**9),
    "layers beyond all numbers": say(layers=10**400),
    "layers are true": say(layers=True),
    "layers are a text": say(layers="2"),
    "layers are a fraction": say(layers=2.0),
    "activation unknown": say(activation="sine"),
    "activation is a list": say(activation=["relu"]),
    "another format": say(format="regolith-model-9"),
    "format is a number": say(format=1),
    "env is a number": say(env=7),
    "env is a novel": say(env="x" * 10**6),
    "env is nothing": say(env=None),
    "options are a list": say(options=[]),
    "options are nothing": say(options=None),
    "observation is nested": say(observation={"a": [{}]}),
    **{f"no {name}": without(name) for name in ("format", "activation", "layers", "env", "observation", "actions")},
    "no options": without("options"),
    "text is empty": lambda head, tensors: "",
    "text is no JSON": lambda head, tensors: "{",
    "text is a list": lambda head, tensors: "[]",
    "text is a number": lambda head, tensors: "7",
    "text is null": lambda head, tensors: "null",
    "text is deep": lambda head, tensors: "[" * 10**6,
    "text is deep and closed": lambda head, tensors: '{"options":' * 10**5 + "1" + "}" * 10**5,
    "options are deep": lambda head, tensors: json.dumps(head)[:-1] + ', "x": ' + "[" * 9999 + "]" * 9999 + "}",
}


def test_a_sound_model_is_read(path: Path) -> None:
    alter(path, lambda head, tensors: None)
    assert Model.load(path).meta["steps"] == 7


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(fault: str, path: Path) -> None:
    alter(path, FAULTS[fault])
    refused(path)


def test_a_flipped_bit_is_noticed(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-2] ^= 1
    path.write_bytes(data)
    refused(path, "checksum")


def test_models_of_earlier_versions_have_no_checksum(path: Path) -> None:
    with open_tensors(path) as file:
        text = file.text
    save_file(load_file(path), path, metadata={KEY: text})
    assert Model.load(path).meta["steps"] == 7
    save_file(load_file(path), path, metadata={KEY: text, CHECKSUM: "1"})
    refused(path, "checksum")


@pytest.mark.parametrize("kind", [np.float64, np.float16, np.int32, np.bool_])
def test_only_floats_of_the_right_width_are_read(kind: type, path: Path) -> None:
    with open_tensors(path) as file:
        text = file.text
    save_file({name: array.astype(kind) for name, array in load_file(path).items()}, path, metadata={KEY: text})
    refused(path, "32-bit floats")


@pytest.mark.parametrize("size", [MOST_HEADER + 1, 2**62, 2**64 - 1])
def test_a_long_header_is_not_read(size: int, path: Path) -> None:
    path.write_bytes(size.to_bytes(8, "little") + path.read_bytes()[8:])
    refused(path, "header")


def declared(path: Path, shape: list[int]) -> None:
    """A file that says it holds a matrix of this shape, and is as long as that takes, without taking the room."""
    size = 4 * shape[0] * shape[1]
    tensors = {"0.weight": (shape, 0, size), "0.bias": (shape[:1], size, size + 4 * shape[0])}
    header: dict[str, Any] = {
        name: {"dtype": "F32", "shape": of, "data_offsets": [start, end]} for name, (of, start, end) in tensors.items()
    }
    with open_tensors(path) as file:
        head = json.loads(file.text)
    header["__metadata__"] = {KEY: json.dumps({**head, "layers": 1})}
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text)
    os.truncate(path, path.stat().st_size + size + 4 * shape[0])


def test_a_giant_is_refused_before_it_is_read(path: Path) -> None:
    tracemalloc.start()
    declared(path, [2, MOST_WEIGHTS])
    refused(path, "weights")
    declared(path, [4, MOST_BYTES // 8])
    refused(path, "too large")
    assert tracemalloc.get_traced_memory()[1] < 1 << 24
    tracemalloc.stop()


def test_a_matrix_that_is_not_there_is_refused(path: Path) -> None:
    declared(path, [4, 10**6])
    os.truncate(path, 2000)
    refused(path)


def test_as_many_layers_as_there_may_be(path: Path) -> None:
    square = np.eye(3, dtype=np.float32), np.zeros(3, np.float32)
    meta = Model.load(path).meta
    Model([square] * MOST_LAYERS, "tanh", meta).save(path)
    assert len(Model.load(path).weights) == MOST_LAYERS
    Model([square] * (MOST_LAYERS + 1), "tanh", meta).save(path)
    refused(path, "layers")


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_a_model_file_has_the_mode_that_the_umask_gives(umask: int, mode: int, path: Path) -> None:
    before = os.umask(umask)
    try:
        made = Model.load(path).save(path.with_name("another.model"))
    finally:
        os.umask(before)
    assert stat.S_IMODE(made.stat().st_mode) == mode
