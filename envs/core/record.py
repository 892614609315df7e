"""The record: one fixed-size NumPy structured scalar that holds the whole state of a game.

Every game's record starts with the same header, which is all that the generic code may read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

NOBODY = -1
"""The player to move in a game that has ended."""


class Over(IntEnum):
    """How a game stands."""

    RUNNING = 0
    FINISHED = 1
    TRUNCATED = 2


class Range(NamedTuple):
    """What the numbers of a field may be. Records from outside are checked against it before any rule sees them (`validation.py`)."""

    low: int
    high: int


LAST_SEAT, LAST_KIND, AS_CHOSEN = -(2**40), -(2**40) - 1, -(2**40) - 2
"""Ends of a range that only a game with its options knows: its last seat, its last kind of decision, and what the options have written."""

SEAT, SEAT_OR_NOBODY = Range(0, LAST_SEAT), Range(NOBODY, LAST_SEAT)
OPTION = Range(AS_CHOSEN, AS_CHOSEN)
"""Written by the options and never changed."""
FLAG = Range(0, 1)
UNUSED = Range(0, 0)
"""Empty between decisions: room to work in, room for rules to come."""
WORDS = Range(-(2**63), 2**63 - 1)
"""Any bits at all: no rule uses them as a number of something."""


def of(words: type[IntEnum]) -> Range:
    """The numbers of an enum, which follow each other."""
    numbers = [int(word) for word in words]
    assert sorted(numbers) == list(range(min(numbers), max(numbers) + 1)), f"{words} has gaps"
    return Range(min(numbers), max(numbers))


def some_of(words: type[IntEnum]) -> Range:
    """The same, or -1 for none of them."""
    return Range(-1, of(words).high)


def up_to(most: int) -> Range:
    """A count."""
    return Range(0, most)


MOST_DECISIONS = 10**9

HEADER: list[tuple[Any, ...]] = [
    ("rng", "<u4", (4,), WORDS),
    ("decisions", "<i4", up_to(MOST_DECISIONS)),
    ("players", "<i4", OPTION),
    ("player", "<i4", SEAT_OR_NOBODY),
    ("over", "<i4", of(Over)),
    ("kind", "<i4", Range(0, LAST_KIND)),
]
"""`player` is the seat to move, `kind` the kind of its decision, `decisions` how many were taken so far."""


GAP = "gap_"
"""How the names of padding fields begin."""
PORTS_FIELD, PORTS = "ports", 16
"""Room in every table for the addresses of the compiled rules."""


class Record(NamedTuple):
    """The layout of a game's record, and what each of its fields may hold."""

    dtype: np.dtype[Any]
    ranges: dict[str, Range]

    def fingerprint(self) -> str:
        """Changes whenever a field is added, moved, renamed or resized; replays and states carry it."""
        return hashlib.sha256(str(self.dtype.descr).encode()).hexdigest()[:12]


def record_of(fields: Sequence[tuple[Any, ...]]) -> Record:
    """A record with the common header and a game's own fields: name, type, shape unless it is one number, range.

    It is padded so that arrays of records stay aligned. The padding is made of fields too: NumPy leaves bytes between fields out when it
    copies, and equal states must have equal bytes.
    """
    given = HEADER + list(fields)
    wanted = [field[:-1] for field in given]
    ranges: dict[str, Range] = {field[0]: field[-1] for field in given}
    assert all(isinstance(found, Range) for found in ranges.values()), "a field says what it may hold"
    aligned = np.dtype(wanted, align=True)
    padded, end = [], 0
    for number, field in enumerate([*wanted, None]):
        start = aligned.itemsize if field is None else aligned.fields[field[0]][1]  # type: ignore[index]
        if start > end:
            padded.append((f"{GAP}{number}", "u1", (start - end,)))
            ranges[f"{GAP}{number}"] = UNUSED
        if field is not None:
            padded.append(field)
            end = start + aligned[field[0]].itemsize
    return Record(np.dtype((np.record, np.dtype(padded, align=True))), ranges)


def table_of(fields: dict[str, Any], ports: int = PORTS) -> np.ndarray[Any, Any]:
    """One read-only record of named arrays: the data that kernels look things up in, and room for the addresses of so many rules."""
    arrays = {name: np.asarray(value) for name, value in fields.items()}
    arrays[PORTS_FIELD] = np.zeros(ports, np.int64)
    dtype = np.dtype([(name, a.dtype, a.shape) for name, a in arrays.items()], align=True)
    table = np.zeros(1, np.dtype((np.record, dtype)))
    for name, a in arrays.items():
        table[name][0] = a
    return table
