"""Records from outside, checked before any rule sees them.

A rule trusts its record: a number that is used as an index is not looked at again. So bytes from a file, a socket or a pickle are
believed only when every field lies in the range that is declared beside it, the header makes sense, and the game's own invariants hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.errors import InvalidState
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import as_bytes
from regolith.envs.core.record import AS_CHOSEN, LAST_KIND, LAST_SEAT, NOBODY, WORDS, Over, Record

if TYPE_CHECKING:
    from regolith.envs.core.game import Game

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
                low = high = int(template[name][0])
            high = {LAST_SEAT: players - 1, LAST_KIND: kinds - 1}.get(high, high)
            self.names.append(name)
            rows.append((width, start // width, (start + size) // width, low, high))
        self.rows = np.array(rows, np.int64)

    def complaint(self, row: int) -> str:
        """What is wrong with a record that breaks this row."""
        _, _, _, low, high = self.rows[row]
        return f"{self.names[row]} is not within {low} to {high}"


def check_record(game: Game, array: Array) -> None:
    """Raise unless a record can be a state of this game."""
    data = as_bytes(array)
    views = [data[: data.size // width * width].view(f"<i{width}") for width in WIDTHS]
    found = game.spec.drivers.broken(as_bytes(game.table), data, *views, game.bounds.rows)
    if found == ALL_WELL:
        return
    rows = len(game.bounds.names)
    if found < rows:
        problem = game.bounds.complaint(found)
    elif found == rows:
        problem = "nobody or the wrong player is to move, or the random generator is dead"
    else:
        names = game.spec.invariants.names
        problem = f"its {names(found - rows).name.lower().replace('_', ' ')} cannot be"
    raise InvalidState(f"these bytes are no state of {game.spec.env_id}: {problem}")
