"""Names for index ranges: the pieces of an observation and the blocks of an action space.

Both are fixed for an env version, whatever the options, so that a model trained on one option set loads on another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A named range `[start, stop)` and what its entries mean."""

    name: str
    start: int
    size: int
    meaning: str
    reserved: bool = False
    """Room for rules to come: always zero, never legal."""

    @property
    def stop(self) -> int:
        return self.start + self.size


class Layout:
    """Consecutive pieces; built once per game, in order."""

    def __init__(self) -> None:
        self._pieces: dict[str, Piece] = {}
        self.size = 0

    def add(self, name: str, size: int, meaning: str, reserved: bool = False) -> int:
        """Append a piece and return where it starts."""
        if name in self._pieces:
            raise ValueError(f"piece {name!r} is there already")
        start = self.size
        self._pieces[name] = Piece(name, start, size, meaning, reserved)
        self.size += size
        return start

    def __getitem__(self, name: str) -> Piece:
        return self._pieces[name]

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces.values())

    def at(self, index: int) -> tuple[Piece, int]:
        """The piece that holds an index, and the offset inside it."""
        for piece in self:
            if piece.start <= index < piece.stop:
                return piece, index - piece.start
        raise IndexError(index)

    def fingerprint(self) -> str:
        """Changes whenever a piece is added, moved or resized; models and replays carry it."""
        text = ";".join(f"{p.name}:{p.start}:{p.size}" for p in self)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def markdown(self) -> str:
        """The table that the game's README shows."""
        rows = ["| index | name | meaning |", "|---|---|---|"]
        for p in self:
            span = f"{p.start}" if p.size == 1 else f"{p.start}-{p.stop - 1}"
            rows.append(f"| {span} | {p.name} | {p.meaning}{' (reserved)' if p.reserved else ''} |")
        return "\n".join(rows)
