"""Our rules give the same outcome sets as an independent implementation. See `README.md`."""

from __future__ import annotations

import fnmatch
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from .checker import Checker
from .difference import Difference

HERE = Path(__file__).parent
FOLDER = Path(os.environ.get("REGOLITH_CONFORMANCE", HERE / "data"))
FILES = (
    *("play_core", "play_exp", "action_core", "action_exp", "passive_core", "passive_exp", "combo_core", "combo_exp"),
    *("requirements", "vp", "standard", "milestones_awards"),
)
DEVIATIONS: list[dict[str, Any]] = tomllib.loads((HERE / "deviations.toml").read_text(encoding="utf-8"))["deviation"]
covered: set[int] = set()
"""Deviations that were met so far."""


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(FOLDER)


def unexplained(difference: Difference) -> bool:
    """Whether no deviations, taken together, explain a difference; those that do are remembered."""
    missing, extra, refused = list(difference.missing), list(difference.extra), difference.refused
    for number, deviation in enumerate(DEVIATIONS):
        if not fnmatch.fnmatchcase(difference.record, deviation["record"]):
            continue
        before = (len(missing), len(extra), refused)
        if refused:
            refused = not deviation.get("refused", False)
            missing = missing if refused else []
        missing = [outcome for outcome in missing if deviation.get("missing") not in outcome]
        extra = [outcome for outcome in extra if deviation.get("extra") not in outcome]
        if (len(missing), len(extra), refused) != before:
            covered.add(number)
    return bool(missing or extra or refused)


@pytest.mark.parametrize("name", FILES)
def test_outcome_sets(checker: Checker, name: str) -> None:
    if not checker.has(name):
        pytest.skip(f"{FOLDER} has no {name}")
    results = list(checker.check(name))
    assert results
    wrong = [difference for _, differences in results for difference in differences if unexplained(difference)]
    told = "\n".join(str(difference) for difference in wrong[:20])
    assert not wrong, f"{len(wrong)} of {len(results)} records of {name} differ:\n{told}"


@pytest.mark.skipif("REGOLITH_CONFORMANCE" in os.environ, reason="other records need not show every deviation")
def test_every_deviation_occurs(checker: Checker) -> None:
    for name in ("play_core", "play_exp", "action_core", "passive_core"):
        if len(covered) < len(DEVIATIONS):
            for _, differences in checker.check(name):
                for difference in differences:
                    unexplained(difference)
    assert [DEVIATIONS[n]["card"] for n in range(len(DEVIATIONS)) if n not in covered] == []


def test_deviations_are_explained() -> None:
    for deviation in DEVIATIONS:
        assert {"card", "record", "reason", "source"} <= deviation.keys()
        assert {"missing", "extra", "refused"} & deviation.keys()
