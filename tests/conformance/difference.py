"""How our results differ from the stored ones."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

Outcome = dict[str, Any]


def key(outcome: Outcome) -> str:
    return json.dumps(outcome, sort_keys=True)


@dataclass(frozen=True)
class Difference:
    """How our result differs from the stored one."""

    record: str
    missing: list[Any]
    extra: list[Any]
    note: str = ""
    refused: bool = False
    """Only one side allows it at all."""

    def __str__(self) -> str:
        lines = [f"{self.record} {self.note}"]
        lines += [f"  missing {key(outcome)}" for outcome in self.missing[:4]]
        lines += [f"  extra   {key(outcome)}" for outcome in self.extra[:4]]
        return "\n".join(lines)


def compare(record: str, wanted: list[Outcome], found: list[Outcome], note: str = "") -> list[Difference]:
    """Nothing if both sets are equal."""
    ours, theirs = {key(outcome) for outcome in found}, {key(outcome) for outcome in wanted}
    if ours == theirs:
        return []
    missing = [json.loads(outcome) for outcome in sorted(theirs - ours)]
    return [Difference(record, missing, [json.loads(outcome) for outcome in sorted(ours - theirs)], note)]
