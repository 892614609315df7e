"""Whether the numbers of a record lie in the ranges that are declared beside its fields."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import AS_CHOSEN, LAST_KIND, LAST_SEAT, NOBODY, WORDS, Over, Record

ALL_WELL = -1
WIDTHS = (1, 2, 4, 8)
Array = np.ndarray[Any, Any]


@kernel
def any_outside(numbers: Any, low: int, high: int) -> bool:
    """Whether a number lies outside. Without a way out of the loop the compiler looks at many numbers at once."""
    least, most = numbers.dtype.type(low), numbers.dtype.type(high)
    found = False
    for i in range(numbers.size):
        found |= (numbers[i] < least) | (numbers[i] > most)
    return found


@kernel
def first_outside(bytes_: Any, shorts: Any, words: Any, longs: Any, bounds: Any) -> int:
    """The first row of the bounds (width, first number, end, low, high) that the record breaks. All four arrays are the record."""
    for row in range(bounds.shape[0]):
        width, first, end, low, high = bounds[row]
        if width == 1:
            found = any_outside(bytes_[first:end], low, high)
        elif width == 2:
            found = any_outside(shorts[first:end], low, high)
        elif width == 4:
            found = any_outside(words[first:end], low, high)
        else:
            found = any_outside(longs[first:end], low, high)
        if found:
            return row
    return ALL_WELL


@kernel
def headless(s: Any) -> bool:
    """Somebody is to move after the end or nobody before it, or the generator of the game gives nothing but zeros."""
    dead = s.rng[0] == 0 and s.rng[1] == 0 and s.rng[2] == 0 and s.rng[3] == 0
    return dead or (s.over == Over.RUNNING) == (s.player == NOBODY)


class Bounds:
    """The ranges of a record's fields, for one game with its options."""

    def __init__(self, record: Record, template: Array, players: int, kinds: int) -> None:
        self.names: list[str] = []
        rows = []
        for name, allowed in record.ranges.items():
            if allowed == WORDS:
                continue
            field, start = record.dtype.fields[name][:2]  # type: ignore[index]
            width, size = field.base.itemsize, field.itemsize
            low, high = allowed
            if low == AS_CHOSEN:
                for i, chosen in enumerate(template[name].flat):
                    self.names.append(name)
                    rows.append((width, start // width + i, start // width + i + 1, int(chosen), int(chosen)))
                continue
            high = {LAST_SEAT: players - 1, LAST_KIND: kinds - 1}.get(high, high)
            if high >= 1 << (8 * width - 1):
                raise OverflowError(
                    f"{name} may hold {high}: too much for a check that takes {width} bytes as a signed number"
                )
            self.names.append(name)
            rows.append((width, start // width, (start + size) // width, low, high))
        self.rows = np.array(rows, np.int64)

    def complaint(self, row: int) -> str:
        """What is wrong with a record that breaks this row."""
        _, _, _, low, high = self.rows[row]
        return f"{self.names[row]} is not within {low} to {high}"
