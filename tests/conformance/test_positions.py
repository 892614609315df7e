"""Our rules say the same about positions of whole games as an independent implementation. See `README.md`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .deviations import Deviations
from .positions import PositionChecker, read
from .test_conformance import FOLDER, elsewhere

KINDS = ("finals", "positions")
DEVIATIONS = Deviations("position")


@pytest.fixture(scope="module")
def checker() -> PositionChecker:
    return PositionChecker()


@elsewhere
def test_no_file_is_lost() -> None:
    assert [kind for kind in KINDS if not read(FOLDER, kind)[0]] == []


@pytest.mark.parametrize("kind", KINDS)
def test_positions(checker: PositionChecker, kind: str, record_property: Callable[[str, object], None]) -> None:
    records, tally = read(FOLDER, kind)
    if not records and not tally.left_out:
        pytest.skip(f"{FOLDER} has no {kind}")
    record_property("conformance", f"{kind}: {tally}")
    wrong = [
        difference
        for record in records
        for difference in checker.check(record)
        if DEVIATIONS.leave_open(difference, record["position"]["active_player"])
    ]
    told = "\n".join(str(difference) for difference in wrong[:20])
    assert not wrong, f"{len(wrong)} differences in {kind}, {tally}:\n{told}"


@elsewhere
def test_every_deviation_occurs(checker: PositionChecker) -> None:
    for kind in KINDS:
        for record in read(FOLDER, kind)[0] if DEVIATIONS.never_met() else []:
            for difference in checker.check(record):
                DEVIATIONS.leave_open(difference, record["position"]["active_player"])
    assert DEVIATIONS.never_met() == DEVIATIONS.met_after_all() == []
