"""Where the reference is known to differ from rulebook and print our results differ too: in every line of that list, and by values
nowhere else.

The list (`expected_deviations.jsonl`) was made from rulebook, print and records without looking at our rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .checker import OWN_DATA, Checker
from .deviations import Deviations
from .difference import Difference
from .folder import Record
from .positions import PositionChecker, read
from .reference import as_printed
from .tampering import left_open

LINES = [json.loads(line) for line in (Path(__file__).parent / "expected_deviations.jsonl").read_text().splitlines()]
OF_VALUES = {"U06", "U13", "U23", "U24"}
"""These are gone with the reference's values; the others are behaviour."""
PARTS = {"scores": "score", "legal": "legal", "hand_info": "price"}


@pytest.fixture(scope="module")
def printed() -> Checker:
    """With the cards and tokens as they are printed."""
    checker = Checker(OWN_DATA, as_printed)
    for name in ("passive_exp", "combo_exp"):
        checker.learn(checker.read(name)[0])
    return checker


@pytest.fixture(scope="module")
def printed_positions() -> PositionChecker:
    return PositionChecker(as_printed)


@pytest.fixture(scope="module")
def records() -> dict[str, Record]:
    of_positions = [record for kind in ("positions", "finals") for record in read(OWN_DATA, kind)[0]]
    return {record["id"]: record for record in of_positions if record["config"] == "E"}


def parts_of(line: dict[str, str]) -> list[str]:
    """What a line is about, as differences tell it."""
    found = []
    for part in line["test"].split(", "):
        kind, _, what = part.partition(".")
        if kind == "actions":
            found += [what] if what else []
        else:
            found.append(f"{PARTS[kind]}:{what}" if what else PARTS[kind])
    return found


def with_only(record: Record, parts: list[str]) -> Record:
    """A position with those of its actions that are looked at."""
    if "actions" not in record:
        return record
    return {**record, "actions": {name: told for name, told in record["actions"].items() if name in parts}}


def differences(
    line: dict[str, str], checker: Checker, positions: PositionChecker, records: dict[str, Record]
) -> list[tuple[Difference, int]]:
    """Those that a line is about, and whose doing they are."""
    if not line["file"].startswith("positions/"):
        kind = line["file"].split("_")[0]
        (record,) = [record for record in checker.read(line["file"])[0] if record["id"] == line["id"]]
        told = checker.check_record(kind, record)
        stimulus = line["test"].removeprefix("effects.") if line["test"].startswith("effects.") else ""
        return [(one, 0) for one in told if stimulus in one.note]
    record, parts = records[line["id"]], parts_of(line)
    wanted = [f"{line['id']} {part}" for part in parts]
    found = positions.check(with_only(record, parts))
    return [(one, record["position"]["active_player"]) for one in found if one.record in wanted]


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line['rule']} {line['id']} {line['test']}")
def test_each_line_is_accounted_for(
    line: dict[str, str],
    checker: Checker,
    printed: Checker,
    positions: PositionChecker,
    printed_positions: PositionChecker,
    records: dict[str, Record],
) -> None:
    ours = differences(line, printed, printed_positions, records)
    assert not any(difference.unreadable for difference, _ in ours)
    if line["effect"] in ("none", "n/a"):
        assert left_open([one for one, _ in ours]) == []
        return
    assert ours != [], line["note"]
    with_their_values = differences(line, checker, positions, records)
    deviations = Deviations("position" if line["file"].startswith("positions/") else "set")
    assert [str(one) for one, player in with_their_values if deviations.leave_open(one, player)] == []
    if line["rule"] in OF_VALUES:
        assert with_their_values == []
    else:
        assert any(line["rule"] in deviations.entries[number]["source"] for number in deviations.covered)


def test_other_values_change_nothing_else(
    positions: PositionChecker, printed_positions: PositionChecker, records: dict[str, Record]
) -> None:
    """Prices and scores of all positions, with the reference's values and with the printed ones."""

    def told(checker: PositionChecker, record: Record) -> set[str]:
        bare: dict[str, Any] = {**record, "actions": {}} if "actions" in record else record
        found = [str(one) for one in checker.check(bare)]
        return {text.partition("\n")[0].partition(" player")[0] for text in found}

    expected = {
        f"{line['id']} {part}"
        for line in LINES
        if line["rule"] in OF_VALUES
        for part in (parts_of(line) if "." in line["test"] or line["test"] == "scores" else [])
    }
    differing = {
        one for record in records.values() for one in told(printed_positions, record) ^ told(positions, record)
    }
    assert {one for one in differing if " score" in one or " price:" in one} <= expected
