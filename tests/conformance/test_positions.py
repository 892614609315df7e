"""Our rules say the same about positions of whole games as an independent implementation. See `README.md`."""

from __future__ import annotations

import os

import pytest

from .deviations import Deviations
from .positions import PositionChecker, read
from .test_conformance import FOLDER

KINDS = ("finals", "positions")
DEVIATIONS = Deviations("position")


@pytest.fixture(scope="module")
def checker() -> PositionChecker:
    return PositionChecker()


@pytest.mark.parametrize("kind", KINDS)
def test_positions(checker: PositionChecker, kind: str) -> None:
    records = read(FOLDER, kind)
    if not records:
        pytest.skip(f"{FOLDER} has no {kind}")
    wrong = [
        difference
        for record in records
        for difference in checker.check(record)
        if DEVIATIONS.leave_open(difference, record["position"]["active_player"])
    ]
    told = "\n".join(str(difference) for difference in wrong[:20])
    assert not wrong, f"{len(wrong)} differences in {len(records)} {kind}:\n{told}"


@pytest.mark.skipif("REGOLITH_CONFORMANCE" in os.environ, reason="other records need not show every deviation")
def test_every_deviation_occurs(checker: PositionChecker) -> None:
    for kind in KINDS:
        for record in read(FOLDER, kind) if DEVIATIONS.never_met() else []:
            for difference in checker.check(record):
                DEVIATIONS.leave_open(difference, record["position"]["active_player"])
    assert DEVIATIONS.never_met() == DEVIATIONS.met_after_all() == []
