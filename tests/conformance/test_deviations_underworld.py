"""Differences of Underworld 2 that no record kept here shows: records as the reference would have them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NONE, TRACKS
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import CardResource, Tag
from tests.terraforming_mars.operations import playable

from .checker import Checker
from .deviations import Deviations
from .difference import Difference, Outcome, compare, less
from .folder import Record
from .position import SPACE_NAMES, build_position
from .positions import PositionChecker
from .tampering import left_open, of_own_data, own_position, tampered


def explained_by(code: str, difference: Difference, player: int) -> bool:
    """Whether it is explained, by an entry for records elsewhere that cites the code."""
    deviations = Deviations("position")
    explained = not deviations.leave_open(difference, player)
    return explained and any(
        code in entry["source"] and entry["card"] in deviations.met_after_all() for entry in deviations.entries
    )


def of_action(positions: PositionChecker, record: Record, action: str, outcomes: list[Outcome]) -> Difference:
    """How ours differs in an action for which these outcomes are stored."""
    stored = {**record, "actions": {action: {"n": len(outcomes), "outcomes": outcomes}}}
    name = f"{record['id']} {action}"
    (found,) = [one for one in positions.check(stored) if one.record == name and one.before is not None]
    return found


def faults_are_told(
    positions: PositionChecker, record: Record, action: str, stored: list[Outcome], ours: list[Outcome]
) -> None:
    """Nothing else may be wrong in such a record, on either side."""
    player, name = record["position"]["active_player"], f"{record['id']} {action}"
    for where, changed in tampered(stored):
        other = of_action(positions, record, action, changed)
        assert left_open([other], "position", player), where
    before = of_action(positions, record, action, stored).before
    for where, changed in tampered(ours):
        assert left_open(compare(name, stored, changed, before=before), "position", player), where


def without_card(value: Any, name: str) -> Any:
    """A position in which a card lies nowhere."""
    if isinstance(value, dict):
        return {key: without_card(part, name) for key, part in value.items()}
    if isinstance(value, list):
        return [without_card(part, name) for part in value if part != name]
    return value


def test_patents_take_back_preludes_and_no_green_or_blue_cards(positions: PositionChecker) -> None:
    action = "play:Patent Manipulation"
    record = own_position("E-9-g6")
    record["position"]["player"][1]["corruption"] = 1
    paid = {"+1.tableau": ["Patent Manipulation"], "-1.handcards": ["Patent Manipulation"], "1.mc": -7}
    stored = [{**paid, "-1.tableau": [name]} for name in ("Deep Well Heating", "Research Colony")]
    hand = {"1.hand": -1, "1.preludes": 1}
    ours = [{**paid, **hand, "-1.tableau": [name]} for name in ("Prospecting", "Research Network")]
    difference = of_action(positions, record, action, stored)
    assert (difference.missing, difference.extra) == (stored, ours)
    assert explained_by("U13", difference, 1)
    faults_are_told(positions, record, action, stored, ours)


@pytest.mark.parametrize("projects", [False, True])
def test_patents_need_no_green_or_blue_card(positions: PositionChecker, projects: bool) -> None:
    record = own_position("E-9-g6")
    player = record["position"]["player"][1]
    player["corruption"] = 1
    if not projects:
        player["tableau"] = player["tableau"][:3]
    before = build_position(record["position"], positions.cards)
    assert "play:Patent Manipulation" in positions.legal_actions(before)
    (legal,) = compare("E-9-g6 legal", [], [{"play:Patent Manipulation": 1}], before=before)
    met = [{"requirements_met": False}], [{"requirements_met": True}]
    (price,) = compare("E-9-g6 price:Patent Manipulation", *met, before=before)
    assert explained_by("U13", legal, 1) == explained_by("U13", price, 1) == (not projects)


def full_map() -> Record:
    """Every space has a tile or a marker, and player 0 leases excavators."""
    record: Record = without_card(own_position("E-175-g13"), "Excavator Leasing")
    position = record["position"]
    taken = {tile["space"] for tile in position["tiles"]} | {*position["oceans"]}
    free = [SPACE_NAMES[space] for space in range(MARS_SPACES) if SPACE_NAMES[space] not in taken]
    position["underworld"]["identified"] = []
    position["underworld"]["excavation_markers"] = [{"space": space, "owner": 1} for space in free]
    position["player"][0]["tableau"].append({"card": "Excavator Leasing"})
    return record


def test_excavations_from_the_pile_are_paid_to_the_lessor(positions: PositionChecker) -> None:
    action, record = "standard_project:Excavate:SP", full_map()
    ours = of_action(positions, record, action, [{"0.mc": 99}]).found
    assert [outcome["0.mc"] for outcome in ours] == [1]
    stored = [less(outcome, "0.mc", 1) for outcome in ours]
    assert explained_by("U17", of_action(positions, record, action, stored), 1)
    faults_are_told(positions, record, action, stored, ours)
    record["position"]["underworld"]["excavation_markers"].pop()
    assert left_open([of_action(positions, record, action, stored)], "position", 1)


@pytest.mark.parametrize("lies_open", [False, True])
def test_a_tremor_needs_no_token_that_lies_open(checker: Checker, lies_open: bool) -> None:
    before = checker.fixture("FU")
    before[0].token[:] = NONE
    if lies_open:
        before[0].token[0] = Token.BLANK
    assert playable(checker.t, before[0], 0, checker.cards.number["Induced Tremor"])
    refused = Difference("play:Induced Tremor:FU", [], [], refused_by="stored", before=before)
    (legal,) = compare("E-1-g1 legal", [], [{"play:Induced Tremor": 1}], before=before)
    met = [{"requirements_met": False}], [{"requirements_met": True}]
    (price,) = compare("E-1-g1 price:Induced Tremor", *met, before=before)
    assert bool(left_open([refused])) == lies_open
    assert explained_by("U21", legal, 0) == explained_by("U21", price, 0) == (not lies_open)


@pytest.mark.parametrize(("fixture", "oceans"), [("FU", ["06", "07", "28", "32", "34"]), ("FU3", ["07"])])
def test_an_ocean_too_many_is_an_animal(checker: Checker, fixture: str, oceans: list[str]) -> None:
    """With these oceans all are placed."""
    (given,) = of_own_data(checker, "play_exp", [f"play:Artesian Aquifer:{fixture}"])
    adjusted = {"oceans": oceans, "0.add_to_tableau": [["Whales", 0]]}
    record = {**given, "adjust": adjusted, "draws": False, "n": 0, "outcomes": []}
    (difference,) = checker.check_record("play", record)
    assert [outcome["0.on.Whales"] for outcome in difference.extra] == [1, 1, 1]
    stored = [less(outcome, "0.on.Whales", 1) for outcome in difference.extra]
    record = {**record, "n": len(stored), "outcomes": stored}
    deviations = Deviations("set")
    assert [str(one) for one in checker.check_record("play", record) if deviations.leave_open(one)] == []
    assert deviations.met_after_all() == ["Artesian Aquifer beside Whales"]
    for where, changed in tampered(record):
        assert left_open(checker.check_record("play", changed)), where
    (in_a_game,) = compare("E-1-g1 play:Artesian Aquifer", stored, difference.extra, before=difference.before)
    assert explained_by("U32", in_a_game, 0)
    difference.before["track"][0] -= 1
    assert left_open([in_a_game], "position")


def test_no_card_tells_animal_tags_from_animals(checker: Checker) -> None:
    """So no record can show U25: what may miss requirements on global parameters for Aeron Genomics has both or neither."""
    needs = checker.t.needs[:, :, 0]
    on_a_track = np.any((needs != NONE) & (needs < TRACKS), axis=1)
    told_apart = [
        card.name
        for number, card in numbered().items()
        if on_a_track[number] and (Tag.ANIMAL in card.tags) != (card.holds == CardResource.ANIMALS)
    ]
    assert told_apart == []
    assert on_a_track.sum() > 50
