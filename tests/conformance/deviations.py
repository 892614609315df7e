"""Differences that a rule justifies, as listed in `deviations.toml`."""

from __future__ import annotations

import fnmatch
import tomllib
from pathlib import Path
from typing import Any

from .difference import Difference, Outcome

GIVEN = tomllib.loads((Path(__file__).parent / "deviations.toml").read_text(encoding="utf-8"))


class Deviations:
    """The entries for one kind of records, and which of them were met so far."""

    def __init__(self, kind: str) -> None:
        self.entries: list[dict[str, Any]] = GIVEN[kind]
        self.covered: set[int] = set()

    def leave_open(self, difference: Difference, player: int = 0) -> bool:
        """Whether no entries, taken together, explain a difference of that player's doing; those that do are remembered."""
        missing, extra, refused = list(difference.missing), list(difference.extra), difference.refused
        for number, entry in enumerate(self.entries):
            if not any(fnmatch.fnmatchcase(difference.record, pattern) for pattern in entry["records"]):
                continue
            before = (len(missing), len(extra), refused)
            if refused:
                refused = not entry.get("refused", False)
                missing = missing if refused else []
            missing = [outcome for outcome in missing if not explains(entry, "missing", outcome, player)]
            extra = [outcome for outcome in extra if not explains(entry, "extra", outcome, player)]
            if (len(missing), len(extra), refused) != before:
                self.covered.add(number)
        return bool(missing or extra or refused)

    def never_met(self) -> list[str]:
        """Entries that should have been met in the records kept here."""
        return [
            entry["card"]
            for number, entry in enumerate(self.entries)
            if number not in self.covered and "elsewhere" not in entry
        ]

    def met_after_all(self) -> list[str]:
        """Entries for records that are not kept here, met nevertheless."""
        return [self.entries[number]["card"] for number in self.covered if "elsewhere" in self.entries[number]]


def explains(entry: dict[str, Any], side: str, outcome: Outcome, player: int) -> bool:
    """Whether an outcome that only one side has is the one that an entry means."""
    meant = entry.get(side)
    if meant is None:
        return False
    if isinstance(meant, str) and meant.format(player=player) not in outcome:
        return False
    if isinstance(meant, dict) and any(outcome.get(key.format(player=player), 0) != n for key, n in meant.items()):
        return False
    return "played" not in entry or bool(set(entry["played"]) & set(outcome.get(f"+{player}.tableau", [])))
