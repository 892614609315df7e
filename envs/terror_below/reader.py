"""Reading the values of a deck file, whatever types they turn out to have."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from regolith.envs.core.errors import one_line

E = TypeVar("E", bound=IntEnum)


@dataclass
class Reader:
    """Reads values of a TOML table, noting what is wrong instead of stopping at it."""

    problems: list[str] = field(default_factory=list)

    def wrong(self, where: str, what: str) -> None:
        self.problems.append(f"{where}: {what}")

    def number(
        self, where: str, given: dict[str, Any], name: str, low: int, high: int, default: int | None = None
    ) -> int:
        value = given.pop(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.wrong(where, f"{name} must be a number from {low} to {high}, not {shown(value)}")
            return low
        return value

    def word(self, where: str, given: dict[str, Any], name: str, words: type[E], default: str | None = None) -> E:
        value = given.pop(name, default)
        known = [member.name.lower() for member in words]
        if value not in known:
            self.wrong(where, f"{name} must be one of {', '.join(known)}, not {shown(value)}")
            return next(iter(words))
        return words[value.upper()]

    def yes(self, where: str, given: dict[str, Any], name: str) -> bool:
        value = given.pop(name, False)
        if not isinstance(value, bool):
            self.wrong(where, f"{name} must be true or false, not {shown(value)}")
        return value is True

    def text(self, where: str, given: dict[str, Any], name: str) -> str:
        value = given.pop(name, None)
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.wrong(where, f"{name} must be a text, not {shown(value)}")
            return "?"
        return value

    def table(self, where: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.wrong(where, f"{shown(value)} must be a table")
            return {}
        return dict(value)

    def pair(self, where: str, value: Any, low: int, high: int) -> tuple[int, int]:
        good = isinstance(value, list) and len(value) == 2 and all(type(n) is int and low <= n <= high for n in value)
        if not good:
            self.wrong(where, f"{shown(value)} must be two numbers from {low} to {high}")
            return low, low
        return value[0], value[1]

    def nothing_else(self, where: str, given: dict[str, Any]) -> None:
        for name in given:
            self.wrong(where, f"there is no field {shown(name)}")

    def provenance(self, where: str, given: dict[str, Any]) -> int:
        """1 if reconstructed. Sources and the known fields are for readers."""
        value = given.pop("provenance", None)
        if value not in ("known", "reconstructed"):
            self.wrong(where, f"provenance must be known or reconstructed, not {shown(value)}")
        for name in ("source", "known", "role"):
            given.pop(name, None)
        return int(value == "reconstructed")

    def tables(self, data: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The entries of a kind of card, each with words for where it stands."""
        entries = data.pop(name, None)
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self.wrong(name, "the cards are missing")
            return
        for number, entry in enumerate(entries, start=1):
            named = entry.get("name") or entry.get("type")
            yield f"{name} {number}" + (f" ({one_line(named)})" if isinstance(named, str) else ""), dict(entry)


def shown(value: Any) -> str:
    return "missing" if value is None else _brief.repr(value)


_brief = reprlib.Repr()
"""Values of a wrong deck may be long, or tables within tables."""
_brief.maxstring = _brief.maxother = 100
