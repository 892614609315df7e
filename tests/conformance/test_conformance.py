"""Our rules give the same outcome sets as an independent implementation. See `README.md`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from .checker import FIELDS, OWN_DATA, Checker
from .deviations import CONDITIONS, FORMS, GIVEN, Deviations
from .positions import read

FOLDER = Path(os.environ.get("REGOLITH_CONFORMANCE", OWN_DATA))
FILES = (
    *("play_core", "play_exp", "action_core", "action_exp", "passive_core", "passive_exp", "combo_core", "combo_exp"),
    *("requirements", "vp", "standard", "milestones_awards", "colonies", "turmoil", "underworld_tokens"),
)
NAMES = {path.name.removesuffix(".gz").removesuffix(".jsonl") for path in FOLDER.glob("*.jsonl*")}
MORE_FILES = sorted(name for name in NAMES - {*FILES} if name.split("_")[0] in FIELDS)
"""Further files of these kinds in a folder from elsewhere."""
DEVIATIONS = Deviations("set")
elsewhere = pytest.mark.skipif("REGOLITH_CONFORMANCE" in os.environ, reason="only for the records kept here")


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(FOLDER)


def test_there_are_records(checker: Checker) -> None:
    """A wrong folder must not look like a right one: something of it is compared."""
    run = sum(checker.read(name)[1].run for name in (*FILES, *MORE_FILES))
    run += sum(read(FOLDER, kind)[1].run for kind in ("finals", "positions"))
    assert run, f"{FOLDER.absolute()} has no records for the boxes that the game has"


def test_every_file_is_known() -> None:
    records = {name for name in NAMES if name.split("_")[0] in ("positions", "finals")}
    unknown = NAMES - records - {*FILES, *MORE_FILES}
    assert not unknown, f"nothing here reads {', '.join(sorted(unknown))} in {FOLDER}"


@elsewhere
def test_no_file_is_lost(checker: Checker) -> None:
    assert [name for name in FILES if not checker.read(name)[0]] == []


@pytest.mark.parametrize("name", [*FILES, *MORE_FILES])
def test_outcome_sets(checker: Checker, name: str, record_property: Callable[[str, object], None]) -> None:
    if not checker.has(name):
        pytest.skip(f"{FOLDER} has no {name}")
    _, tally = checker.read(name)
    record_property("conformance", f"{name}: {tally}")
    wrong = [
        difference
        for _, differences in checker.check(name)
        for difference in differences
        if DEVIATIONS.leave_open(difference)
    ]
    told = "\n".join(str(difference) for difference in wrong[:20])
    assert not wrong, f"{len(wrong)} differences in {name}, {tally}:\n{told}"


@elsewhere
def test_every_deviation_occurs(checker: Checker) -> None:
    for name in ("play_core", "play_exp", "action_core", "passive_core", "passive_exp", "combo_exp"):
        for _, differences in checker.check(name) if DEVIATIONS.never_met() else []:
            for difference in differences:
                DEVIATIONS.leave_open(difference)
    assert DEVIATIONS.never_met() == DEVIATIONS.met_after_all() == []


@pytest.mark.parametrize("kind", GIVEN)
def test_deviations_are_explained(kind: str) -> None:
    told = {"card", "records", "reason", "source"}
    forms = {"refused_by", *FORMS["missing"], *FORMS["extra"]}
    for entry in GIVEN[kind]:
        assert told <= entry.keys()
        assert forms & entry.keys()
        assert entry.keys() <= told | forms | CONDITIONS | {"elsewhere"}
