"""Numbers with a JSON text on disk: safetensors files, written as a whole and believed in nothing.

A file is checked before its tensors are read: the header is small, the tensors are 32-bit floats. What is read must be
finite, and must have the checksum that stands in the file, so that one flipped bit is noticed too. Whatever is wrong is a
`ValueError` of a few words; those who read say which file it was and what to do.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from regolith.envs.core.files import write_whole

Array = np.ndarray[Any, Any]
AnyHead = TypeVar("AnyHead", bound=BaseModel)
KEY, CHECKSUM = "regolith", "crc32"
"""Entries of the header: the text, and the checksum of text and tensors."""
MOST_HEADER = 64 << 20
"""Bytes. The history of a run is the longest thing in it: some hundred thousand evaluations fit."""
MOST_BYTES = 4 << 30
"""Of a file: a checkpoint of the largest network that can be trained is smaller."""
LONGEST_COMPLAINT = 300
"""Characters about a text that may hold anything."""


def write_tensors(path: str | Path, text: str, tensors: Mapping[str, Array]) -> Path:
    """Replace a file by a new one, at once or (OSError) not at all."""
    flat = {name: np.require(tensors[name], np.float32, "C") for name in sorted(tensors)}
    return write_whole(path, save(flat, {KEY: text, CHECKSUM: str(_checksum(text, flat))}))


class TensorFile:
    """An open file: its text, the shapes of its tensors, and the tensors. Models of earlier versions have no checksum."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._entries: dict[str, str] = file.metadata() or {}
        if KEY not in self._entries:
            raise ValueError(f"it has no {KEY!r} entry")
        self.text = self._entries[KEY]
        self.unsigned = CHECKSUM not in self._entries
        self.shapes: dict[str, tuple[int, ...]] = {}
        for name in file.keys():  # noqa: SIM118 - the file is no dictionary
            tensor = file.get_slice(name)
            if tensor.get_dtype() != "F32":
                raise ValueError(f"{name[:100]!r} is made of {tensor.get_dtype()}, not of 32-bit floats")
            self.shapes[name] = tuple(tensor.get_shape())

    def head(self, model: type[AnyHead]) -> AnyHead:
        """The text as what it should be."""
        try:
            return model.model_validate_json(self.text)
        except ValidationError as problem:
            raise ValueError(complaint(problem)) from None

    def read(self) -> dict[str, Array]:
        """All tensors. Call this once their shapes are known to be sensible."""
        found = {name: self._file.get_tensor(name) for name in sorted(self.shapes)}
        if not self.unsigned and self._entries[CHECKSUM] != str(_checksum(self.text, found)):
            raise ValueError("its checksum does not match: it was altered or damaged")
        for name, array in found.items():
            if not np.isfinite(array).all():
                raise ValueError(f"{name!r} has numbers that are not finite")
        return found


@contextmanager
def open_tensors(path: Path) -> Iterator[TensorFile]:
    """A file to read from; all that is wrong with it, also while it is read, is a ValueError."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ValueError("it is too large")
        with open(path, "rb") as raw:
            if int.from_bytes(raw.read(8), "little") > MOST_HEADER:
                raise ValueError("its header is too long")
        with safe_open(path, framework="numpy") as file:
            yield TensorFile(file)
    except (SafetensorError, OSError) as problem:
        raise ValueError(f"{problem}"[:LONGEST_COMPLAINT]) from None


def complaint(problem: ValidationError) -> str:
    """What is wrong with a text, in a line that stays short whatever stands in it."""
    faults = [
        f"{'.'.join(str(part) for part in fault['loc'])}: {fault['msg']}" if fault["loc"] else str(fault["msg"])
        for fault in problem.errors(include_url=False, include_context=False, include_input=False)
    ]
    return " ".join("; ".join(faults).split())[:LONGEST_COMPLAINT]


def _checksum(text: str, tensors: Mapping[str, Array]) -> int:
    """Of everything in a file, in the order of the tensors' names."""
    value = zlib.crc32(text.encode())
    for name, array in tensors.items():
        value = zlib.crc32(
            np.ascontiguousarray(array).reshape(-1).view(np.uint8).data, zlib.crc32(name.encode(), value)
        )
    return value
