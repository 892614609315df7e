"""How our results differ from the stored ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Outcome = dict[str, Any]


def key(outcome: Outcome) -> str:
    return json.dumps(outcome, sort_keys=True)


def without(outcome: Outcome, *keys: str) -> Outcome:
    return {key: value for key, value in outcome.items() if key not in keys}


def less(outcome: Outcome, key: str, n: int) -> Outcome:
    """An outcome in which something changes by n less."""
    left = {**outcome, key: outcome.get(key, 0) - n}
    return left if left[key] else without(left, key)


@dataclass(frozen=True)
class Difference:
    """How our result differs from the stored one."""

    record: str
    missing: list[Any]
    extra: list[Any]
    note: str = ""
    refused_by: str = ""
    """Only one side allows it at all: "stored" or "ours" is the one that does not."""
    unreadable: str = ""
    """Why it could not be compared."""
    stored: list[Any] = field(default_factory=list, repr=False)
    found: list[Any] = field(default_factory=list, repr=False)
    before: Any = field(default=None, repr=False, compare=False)
    """The position in which it happens; a difference without one cannot be meant."""
    dug_anywhere: Callable[[bool], list[Outcome]] | None = field(default=None, repr=False, compare=False)
    """What the same action leads to if who is hemmed in may dig anywhere; if asked for, with all tokens hidden there."""

    def __str__(self) -> str:
        lines = [f"{self.record} {self.note}".rstrip()]
        lines += [f"  refused by {self.refused_by}"] if self.refused_by else []
        lines += [f"  cannot be compared: {self.unreadable}"] if self.unreadable else []
        lines += [f"  missing {key(outcome)}" for outcome in self.missing[:4]]
        lines += [f"  extra   {key(outcome)}" for outcome in self.extra[:4]]
        return "\n".join(lines)


def compare(
    record: str, wanted: list[Outcome], found: list[Outcome], note: str = "", before: Any = None
) -> list[Difference]:
    """Nothing if both sets are equal."""
    ours, theirs = {key(outcome) for outcome in found}, {key(outcome) for outcome in wanted}
    if ours == theirs:
        return []
    missing = [json.loads(outcome) for outcome in sorted(theirs - ours)]
    extra = [json.loads(outcome) for outcome in sorted(ours - theirs)]
    return [Difference(record, missing, extra, note, stored=wanted, found=found, before=before)]


def unknown_fields(record: dict[str, Any], name: str, known: set[str], where: str = "") -> list[Difference]:
    """A field that nothing here looks at must not pass for checked."""
    if unknown := sorted(record.keys() - known):
        return [Difference(name, [], [], where, unreadable=f"unknown fields {', '.join(unknown)}")]
    return []
