"""Milestones and awards: how far players are in a known game, and which single changes count.

The game is the fixture `F1` of the conformance data, `FV` with Venus Next.
"""

from __future__ import annotations

import pytest
from conformance.checker import OWN_DATA, Checker

TAGS = {tag: {f"tag {tag} (automated)": 1} for tag in ("building", "plant", "microbe", "animal", "venus", "wild")}
GREENERIES = {
    f"own greenery at {where}": 1
    for where in (
        *("17", "31 (middle row)", "42 (row 5)", "49 (row 6)", "57 (row 7)", "61 (row 8)", "12 (next to ocean 13)"),
    )
}
BOTTOM_ROWS = {"own greenery at 57 (row 7)": 1, "own greenery at 61 (row 8)": 1}
CITY, CLAIM, CITY_OF_OTHER = "own city at 16", "own claim at 17", "city of player 1 at 16"
FURTHER = {CITY, CLAIM, CITY_OF_OTHER, "own city at 01", "own Mohole Area at 32", "tag building on event"}
"""Changes that no record kept here names."""

MILESTONES = [
    ("Mayor", "tharsis", 3, (1, 1), {CITY: 1, "own city at 01": 1}),
    ("Gardener", "tharsis", 3, (2, 1), GREENERIES),
    ("Builder", "tharsis", 8, (3, 2), TAGS["building"] | TAGS["wild"]),
    ("Polar Explorer", "hellas", 3, (0, 0), BOTTOM_ROWS),
    ("Generalist", "elysium", 6, (6, 6), {"set production 0 of energy": -1}),
    ("Ecologist", "elysium", 4, (3, 4), TAGS["plant"] | TAGS["microbe"] | TAGS["animal"] | TAGS["wild"]),
    ("Legend", "elysium", 5, (1, 1), {"tag crime on event": 1, "tag building on event": 1}),
]
AWARDS = [
    ("Landlord", "tharsis", (3, 2), GREENERIES | {CITY: 1, "own city at 01": 1, "own Mohole Area at 32": 1}),
    ("Banker", "tharsis", (3, 3), {"+1 production mc": 1}),
    ("Contractor", "hellas", (3, 2), TAGS["building"]),
    ("Benefactor", "elysium", (25, 27), {"+1 tr": 1}),
    ("Venuphile", "venus", (3, 2), TAGS["venus"]),
]


@pytest.fixture(scope="module")
def checker() -> Checker:
    checker = Checker(OWN_DATA)
    checker.learn(checker.read("milestones_awards")[0])
    checker.known_changes |= FURTHER | {"tag crime on event"}
    return checker


@pytest.mark.parametrize(("name", "board", "least", "scores", "changes"), MILESTONES)
def test_milestones(
    checker: Checker, name: str, board: str, least: int, scores: tuple[int, int], changes: dict[str, int]
) -> None:
    record = {"id": f"milestone:{name}", "map": board, "fixture": "F1", "claimable_from_score": least}
    record |= {"score_p0": scores[0], "score_p1": scores[1], "probe_changes_p0": changes}
    assert [str(one) for one in checker.check_record("milestones", record)] == []


@pytest.mark.parametrize(("name", "board", "scores", "changes"), AWARDS)
def test_awards(checker: Checker, name: str, board: str, scores: tuple[int, int], changes: dict[str, int]) -> None:
    fixture = "FV" if board == "venus" else "F1"
    record = {"id": f"award:{name}", "map": board, "fixture": fixture, "probe_changes_p0": changes}
    record |= {"score_p0": scores[0], "score_p1": scores[1]}
    assert [str(one) for one in checker.check_record("milestones", record)] == []
