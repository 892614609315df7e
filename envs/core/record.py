"""The record: one fixed-size NumPy structured scalar that holds the whole state of a game.

Every game's record starts with the same header, which is all that the generic code may read.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

NOBODY = -1
"""The player to move in a game that has ended."""


class Over(IntEnum):
    """How a game stands."""

    RUNNING = 0
    FINISHED = 1
    TRUNCATED = 2


HEADER: list[tuple[Any, ...]] = [
    ("rng", "<u4", (4,)),
    ("decisions", "<i4"),
    ("players", "<i4"),
    ("player", "<i4"),
    ("over", "<i4"),
    ("kind", "<i4"),
]
"""`player` is the seat to move, `kind` the kind of its decision, `decisions` how many were taken so far."""


PORTS_FIELD, PORTS = "ports", 16
"""Room in every table for the addresses of the compiled rules."""


def record_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """A record with the common header and a game's own fields, padded so that arrays of records stay aligned.

    The padding is made of fields too: NumPy leaves bytes between fields out when it copies, and equal states must have equal bytes.
    """
    wanted = HEADER + list(fields)
    aligned = np.dtype(wanted, align=True)
    padded, end = [], 0
    for number, field in enumerate([*wanted, None]):
        start = aligned.itemsize if field is None else aligned.fields[field[0]][1]  # type: ignore[index]
        if start > end:
            padded.append((f"gap_{number}", "u1", (start - end,)))
        if field is not None:
            padded.append(field)
            end = start + aligned[field[0]].itemsize
    return np.dtype((np.record, np.dtype(padded, align=True)))


def table_of(fields: dict[str, Any]) -> np.ndarray[Any, Any]:
    """One read-only record of named arrays: the data that kernels look things up in."""
    arrays = {name: np.asarray(value) for name, value in fields.items()}
    arrays[PORTS_FIELD] = np.zeros(PORTS, np.int64)
    dtype = np.dtype([(name, a.dtype, a.shape) for name, a in arrays.items()], align=True)
    table = np.zeros(1, np.dtype((np.record, dtype)))
    for name, a in arrays.items():
        table[name][0] = a
    return table
