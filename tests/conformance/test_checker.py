"""The checker notices whatever is wrong: each value of a record is changed in turn, and each change must be told."""

from __future__ import annotations

import copy
import functools
import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regolith.envs.terraforming_mars.words import ENERGY, MC

from .checker import FIELDS, INFORMATIVE, OWN_DATA, Checker
from .deviations import Deviations
from .difference import Difference, compare
from .folder import Record
from .position import put_in_play
from .positions import MORE_FIELDS, PositionChecker, read
from .test_conformance import FILES

INPUTS = {
    "id",
    "card",
    "fixture",
    "adjust",
    "removed",
    "stimulus",
    "resources",
    "with",
    "baseline",
    "holder",
    "project",
}
INPUTS |= {"map", "what", "count", "position", "config"}
INPUTS |= {"colony", "colonies", "existing_colonies_of_p1", "track_before"}
"""What is to be done, not what it must lead to."""
OF_THE_REFERENCE = INFORMATIVE | {"unpaid", "shuffles"}
"""Told of the reference's own walk."""

CHANGED_BELOW = {"restricted_spaces", "full_truncated_n", "truncated", "cards_without_any_difference"}
WHERE_GIVEN = {"set", "kind"}
"""Compared in the records that tell them."""

RECORDS = {
    "play_core": [
        "play:Asteroid:F1",
        "corp:Ecoline:F1",
        "corp_first:Vitor:F1",
        "play:Birds:F2",
        "play:Research Outpost:F3",
    ],
    "play_exp": [
        *("play:Maxwell Base:FV", "play:Comet for Venus:FV", "play:Impactor Swarm:FUC", "play:Cryo-Sleep:FC"),
        *("play:Trading Colony:F2C", "play:Sky Docks:F2C", "play:Market Manipulation:FC"),
        *("corp:Polyphemos:FC", "corp_first:Aridor:FC", "corp_first:Poseidon:FC3"),
    ],
    "action_core": ["action:Ants:F1:3", "action:Aquifer Pumping:F2:0", "action:Inventors' Guild:F1:0"],
    "action_exp": ["action:Extractor Balloons:FV:3", "action:Titan Shuttles:FC:3", "action:Refugee Camps:FC:0"],
    "passive_core": [
        *("passive_baseline:F1", "passive:Adaptation Technology:F1:holder0", "passive:Arctic Algae:F1:holder1"),
        "passive:Mars University:F1:holder0",
    ],
    "passive_exp": [
        *("passive_baseline:FC", "passive:Cryo-Sleep:FC:holder0", "passive:Poseidon:FC:holder1"),
        *("passive:Stormcraft Incorporated:FC:holder0", "passive:Aridor:FC:holder0"),
    ],
    "combo_core": ["paid:F1:Invention Contest", "paid:F1:Earth Office:with:Teractor"],
    "requirements": [
        *("req:Adaptation Technology", "req:Advanced Ecosystems", "req:Rad-Suits", "req:Asteroid Mining Consortium"),
        *("req:Dust Seals", "req:Terraforming Contract", "req:Pioneer Settlement", "req:Urban Decomposers"),
    ],
    "vp": [
        *("vp:Ants", "vp:Capital", "vp:Ganymede Colony", "vp:Immigration Shuttles", "vp:Adaptation Technology"),
        *("vp:Space Port Colony", "vp:Refugee Camps"),
    ],
    "standard": [
        "standard:Build Colony:FC",
        "standard:Aquifer:F1",
        "standard:City:F2",
        "standard:Sell Patents:F1",
        "spaces:ocean:F1",
    ],
    "colonies": [
        *("colony_build:Europa:slot1", "colony_build:Titan:slot2", "colony_trade:Callisto:track0"),
        *("colony_trade:Miranda:with_colonies", "colony_trade:Pluto:with_colonies", "colony_bonus:Pluto"),
        *("colony_generation_end:Io", "trade_action:FC"),
    ],
    "milestones_awards": [
        *("milestone:Terraformer", "milestone:Tactician", "milestone:Hoverlord", "award:Estate Dealer", "costs"),
    ],
}
FEW_STIMULI = ("play10:science", "place_ocean:43", "remove_any_plants:3", "trade_mc:Triton", "build_colony_free:Triton")
POSITIONS = ("A-188-g5", "B-5115-g1first", "A-297-g6", "C-34-g7", "C-133-g6")
FINAL_SCORES = 40
"""Values of a final record that are changed."""


@pytest.fixture(scope="module")
def checker() -> Checker:
    checker = Checker(OWN_DATA)
    for name in FILES:
        checker.learn(checker.read(name)[0])
    return checker


@pytest.fixture(scope="module")
def positions() -> PositionChecker:
    return PositionChecker()


def tampered(value: Any, inside: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every way to change one thing: a value is another, a part is gone, a part is there that should not be."""
    told = "/".join(inside)
    if isinstance(value, dict):
        for name, part in value.items():
            if name in INPUTS | OF_THE_REFERENCE:
                continue
            for where, changed in tampered(part, (*inside, name)):
                yield where, {**value, name: changed}
    elif isinstance(value, list):
        for i, part in enumerate(value):
            for where, changed in tampered(part, (*inside, str(i))):
                yield where, [*value[:i], changed, *value[i + 1 :]]
        if value:
            yield f"{told} one less", value[1:]
        yield f"{told} one more", [*value, {"0.mc": 99} if not value or isinstance(value[0], dict) else 99]
    elif isinstance(value, bool):
        yield told, not value
    elif isinstance(value, int):
        yield told, value + 1
    elif isinstance(value, str):
        yield told, f"{value}?"


def without_long_lists(record: Record) -> Record:
    """A record that is small enough to be checked many times."""
    record = copy.deepcopy(record)
    if "outcomes_by_stimulus" in record:
        stored = record["outcomes_by_stimulus"]
        record["outcomes_by_stimulus"] = {name: stored[name] for name in FEW_STIMULI if name in stored}
    return record


def left_open(differences: list[Difference], kind: str = "set", player: int = 0) -> list[str]:
    deviations = Deviations(kind)
    return [str(difference) for difference in differences if deviations.leave_open(difference, player)]


def of_own_data(checker: Checker, name: str, wanted: list[str]) -> list[Record]:
    return [record for record in checker.read(name)[0] if record["id"] in wanted]


@pytest.mark.parametrize("name", RECORDS)
def test_every_change_of_a_record_is_told(checker: Checker, name: str) -> None:
    kind, changes = name.split("_")[0], 0
    for given in of_own_data(checker, name, RECORDS[name]):
        record = without_long_lists(given)
        assert left_open(checker.check_record(kind, record)) == []
        for where, changed in tampered(record):
            changes += 1
            assert left_open(checker.check_record(kind, changed)), f"{record['id']}: {where} is not looked at"
    assert changes > 5


@pytest.mark.parametrize("kind", FIELDS)
def test_every_field_is_changed_above_or_is_no_result(checker: Checker, kind: str) -> None:
    chosen = {record for name, records in RECORDS.items() if name.split("_")[0] == kind for record in records}
    found = [record for name in FILES for record in checker.read(name)[0] if record["id"] in chosen]
    assert {record["id"] for record in found} == chosen
    changed = {field for record in found for field in record}
    assert FIELDS[kind] - INPUTS - CHANGED_BELOW - WHERE_GIVEN <= changed


def test_a_card_with_an_effect_is_not_one_without(checker: Checker) -> None:
    none = {"fixture": "F1", "stimulus": "battery", "id": "passive_none:F1:0", "holder": 0}
    assert left_open(checker.check_record("passive", {**none, "cards_without_any_difference": ["Algae"]})) == []
    for card in ("Arctic Algae", "Adaptation Technology", "No Such Card"):
        assert left_open(checker.check_record("passive", {**none, "cards_without_any_difference": [card]})), card


def test_without_its_baseline_a_card_is_compared_with_our_own(checker: Checker) -> None:
    (record,) = of_own_data(checker, "passive_core", ["passive:Arctic Algae:F1:holder0"])
    record = {**record, "baseline": "not among the records"}
    assert left_open(checker.check_record("passive", record)) == []
    assert left_open(checker.check_record("passive", {**record, "effects": {}}))


def test_a_pair_without_a_record_must_give_the_same_as_the_card_alone(checker: Checker) -> None:
    pair = ["paid:F1:Lake Marineris", "paid:F1:Lake Marineris:with:Arctic Algae"]
    records = of_own_data(checker, "combo_core", pair)
    assert [name for name, found in checker.check_missing_pairs(records) if found] == []
    alone = [record for record in records if record["with"] is None]
    other = {**records[-1], "card": "Mars University"}
    assert [name for name, found in checker.check_missing_pairs([*alone, other]) if left_open(found)]


@pytest.mark.parametrize(
    ("n", "stored", "right"),
    [(2, 1, True), (2, 8, True), (999, 1, False)],
)
def test_of_sets_too_large_to_store_the_known_part_counts(checker: Checker, n: int, stored: int, right: bool) -> None:
    (record,) = of_own_data(checker, "standard", ["standard:Aquifer:F1"])
    part = {**record, "outcomes": record["outcomes"][:stored], "truncated": True, "full_truncated_n": n}
    assert (left_open(checker.check_record("standard", part)) == []) == right
    part["outcomes"] = [{"0.mc": 99}]
    assert left_open(checker.check_record("standard", part))


def test_only_some_spaces_are_walked_where_a_record_says_so(checker: Checker) -> None:
    (record,) = of_own_data(checker, "standard", ["standard:City:F1"])
    few = [
        o
        for o in record["outcomes"]
        if o["+tiles"][0][:2] in ("05", "17", "19", "20", "24", "26", "37", "45", "51", "61")
    ]
    record = {**record, "restricted_spaces": True, "full_truncated_n": len(record["outcomes"]), "draws": False}
    assert left_open(checker.check_record("standard", {**record, "outcomes": few, "n": len(few)})) == []
    assert left_open(checker.check_record("standard", record))


@pytest.mark.parametrize(
    ("kind", "name", "change"),
    [
        ("play", "play_core", {"card": "No Such Card"}),
        ("play", "play_core", {"fixture": "F99"}),
        ("play", "play_core", {"stimulus": "juggle"}),
        ("play", "play_core", {"adjust": {"0.luck": 3}}),
        ("play", "play_core", {"colour": "red"}),
        ("action", "action_core", {"stimulus": "juggle"}),
        ("combo", "combo_core", {"with": "No Such Card"}),
        ("passive", "passive_core", {"outcomes_by_stimulus": {"juggle:3": []}}),
        ("requirements", "requirements", {"requires": [{"what": "luck", "ok": [1, 12]}], "fixture": "F1"}),
        (
            "requirements",
            "requirements",
            {"requires": [{"what": "oxygen", "ok": [1, 14], "colour": 1}], "fixture": "F1"},
        ),
        ("vp", "vp", {"count": "luck", "vp_by_n": [0, 1]}),
        ("milestones", "milestones_awards", {"probe_changes_p0": {"+1 luck": 1}}),
        ("milestones", "milestones_awards", {"id": "milestone:No Such Goal"}),
        ("play", "play_exp", {"fixture": "FC", "adjust": {"colony.Nowhere": [1]}}),
        ("colonies", "colonies", {"stimulus": "juggle"}),
        ("colonies", "colonies", {"colony": "Nowhere"}),
        ("standard", "standard", {"stimulus": "juggle"}),
        ("standard", "standard", {"stimulus": "legal_spaces", "kind": "swamp_p0", "spaces": []}),
    ],
)
def test_what_is_not_known_is_told_and_stops_nothing(
    checker: Checker, kind: str, name: str, change: dict[str, Any]
) -> None:
    record = {**checker.read(name)[0][0], **change}
    assert any("cannot be compared" in told for told in left_open(checker.check_record(kind, record)))


@functools.cache
def own_positions() -> dict[str, Record]:
    return {record["id"]: record for record in read(OWN_DATA, "positions")[0]}


def own_position(name: str) -> Record:
    """A position kept here, free to be changed."""
    return copy.deepcopy(own_positions()[name])


def output_part(record: Record) -> Record:
    return {name: record[name] for name in (*MORE_FIELDS, "scores") if name in record}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_change_of_a_position_is_told(positions: PositionChecker, name: str) -> None:
    record = own_position(name)
    player = record["position"]["active_player"]
    assert left_open(list(positions.check(record)), "position", player) == []
    for where, changed in tampered(output_part(record)):
        found = list(positions.check({**record, **changed}))
        assert left_open(found, "position", player), f"{name}: {where} is not looked at"


def test_every_change_of_a_final_score_is_told(positions: PositionChecker) -> None:
    record = read(OWN_DATA, "finals")[0][-1]
    assert left_open(list(positions.check(record)), "position") == []
    for i, (where, changed) in enumerate(tampered(output_part(record))):
        if i < FINAL_SCORES:
            assert left_open(list(positions.check({**record, **changed})), "position"), where


@pytest.mark.parametrize(
    "change", [{"kind": "middle"}, {"colour": "red"}, {"position": {}}, {"scores": {"player": [], "luck": 3}}]
)
def test_what_is_not_known_of_a_position_is_told(positions: PositionChecker, change: Record) -> None:
    record = {**read(OWN_DATA, "finals")[0][0], **change}
    assert any("cannot be compared" in told for told in left_open(list(positions.check(record)), "position"))


DEVIATING = ["play:Virus:F1", "play:Luxury Foods:F2V", "play:Pioneer Settlement:FC", "passive:Trade Envoys:FC:holder0"]
DEVIATING_POSITIONS = {
    "Virus": "A-172-g17 play:Virus",
    "passing": "A-188-g5 legal",
    "removal of plants": "A-5070-g13 play:Deimos Down",
    "production": "B-5088-g15 play:Power Supply Consortium",
    "Trade Envoys": "C-62-g15 trade:Enceladus",
    "Trading Colony": "C-136-g6 trade:Pluto",
    "Air Raid": "C-46-g8 play:Air Raid",
}


@pytest.mark.parametrize("name", DEVIATING)
def test_another_fault_beside_a_deviation_is_told(checker: Checker, name: str) -> None:
    file = next(file for file in FILES if of_own_data(checker, file, [name]))
    (record,) = of_own_data(checker, file, [name])
    kind = file.split("_")[0]
    assert checker.check_record(kind, record) != []
    assert left_open(checker.check_record(kind, record)) == []
    for where, changed in tampered(record):
        if {**record, "possible": not record.get("possible")} != changed or record["outcomes"]:
            assert left_open(checker.check_record(kind, changed)), where


@pytest.mark.parametrize("entry", DEVIATING_POSITIONS)
def test_another_fault_beside_a_deviation_of_a_position_is_told(positions: PositionChecker, entry: str) -> None:
    name, _, action = DEVIATING_POSITIONS[entry].partition(" ")
    record = own_position(name)
    player = record["position"]["active_player"]
    if action == "legal":
        record["legal"].remove("end_turn")
        assert left_open(list(positions.check(record)), "position", player)
        return
    parts = {**record, "actions": {action: record["actions"][action]}}
    for where, changed in tampered(parts["actions"]):
        found = [one for one in positions.check({**record, "actions": changed}) if one.record == f"{name} {action}"]
        assert left_open(found, "position", player), where


NOCTIS, IMMIGRANT = ({"0.add_to_tableau": [[city, 0]]} for city in ("Noctis City", "Immigrant City"))
ELSEWHERE = [
    ("play:Robotic Workforce:F1", NOCTIS, [], [{"0.prod.mc": 3}]),
    ("play:Robotic Workforce:F1", IMMIGRANT, [], []),
    ("play:Energy Tapping:F1", {"0.prod.energy": 0}, [{}], []),
    ("play:Asteroid:F1", {"1.plants": 0}, [{"0.plants": -3}, {"1.plants": -3}], []),
    (
        "play:Asteroid:FU",
        {"1.plants": 0},
        [{"0.plants": -3}, {"1.plants": -3}, {"0.corruption": -1}, {"1.corruption": -1}],
        [],
    ),
]
"""Records as the reference would have them: what is adjusted, which outcomes that takes away (told by what they change
beside the others), which it adds."""


@pytest.mark.parametrize(("name", "adjustment", "gone", "new"), ELSEWHERE)
def test_deviations_that_no_record_kept_here_shows(
    checker: Checker, name: str, adjustment: Record, gone: list[Record], new: list[Record]
) -> None:
    (given,) = of_own_data(checker, "play_core", [name])
    least = min(given["outcomes"], key=len) if {} not in gone else {}
    kept = [outcome for outcome in given["outcomes"] if outcome not in [{**least, **change} for change in gone]]
    record = {**given, "adjust": adjustment, "outcomes": kept + new, "n": len(kept + new)}
    deviations = Deviations("set")
    found = checker.check_record("play", record)
    assert found != []
    assert [str(one) for one in found if deviations.leave_open(one)] == []
    assert deviations.met_after_all() != []
    for where, changed in tampered(record):
        assert left_open(checker.check_record("play", changed)), where


@pytest.mark.parametrize(
    ("city", "energy", "ours", "stored", "open_still"),
    [
        ("Noctis City", 0, False, True, False),
        ("Noctis City", 1, False, True, True),
        ("Immigrant City", 1, True, False, False),
        ("Immigrant City", 1, False, True, True),
        ("Deep Well Heating", 0, True, False, True),
    ],
)
def test_robotic_workforce_with_nothing_else_to_copy(
    checker: Checker, city: str, energy: int, ours: bool, stored: bool, open_still: bool
) -> None:
    before = checker.fixture("F1")
    put_in_play(before, checker.cards, city, 0)
    before[0].production[0, ENERGY] = energy
    play = [{"play:Robotic Workforce": 1}]
    (legal,) = compare("A-1-g1 legal", play if stored else [], play if ours else [], before=before)
    met = [{"requirements_met": stored}], [{"requirements_met": ours}]
    (price,) = compare("A-1-g1 price:Robotic Workforce", *met, before=before)
    assert bool(left_open([legal], "position")) == bool(left_open([price], "position")) == open_still


MAYOR = {"id": "milestone:Mayor", "map": "tharsis", "fixture": "F1", "claimable_from_score": 3}
MAYOR |= {"score_p0": 1, "score_p1": 1}


@pytest.mark.parametrize("space", ["01", "73"])
def test_a_city_off_mars_counts(checker: Checker, space: str) -> None:
    change = f"own city off Mars (space {space})"
    record = {**MAYOR, "probe_changes_p0": {change: 1}}
    for where, changed in [("", record), *tampered(record)]:
        assert bool(left_open(checker.check_record("milestones", changed))) == bool(where), where
    (settlers,) = of_own_data(checker, "milestones_awards", ["award:Desert Settler"])
    counted = {**settlers, "probe_changes_p0": {**settlers["probe_changes_p0"], change: 1}}
    assert left_open(checker.check_record("milestones", settlers)) == []
    assert left_open(checker.check_record("milestones", counted))


ONE_TO_PLAY = {"removed": ["Titanium Mine", "Micro-Mills"], "adjust": {"0.steel": 1}}
HELION = {"adjust": {"0.add_to_tableau": [["Helion", 0]]}}
NOT_IN_MC: list[tuple[str, str, Record, int, Record]] = [
    ("action_core", "action:Aquifer Pumping:F1:0", {}, 7, {"0.steel": 0}),
    ("play_core", "play:Ecology Experts:F1", {}, 2, {"0.steel": 0}),
    ("play_core", "play:Ecology Experts:F1", ONE_TO_PLAY, 6, {"0.steel": 0}),
    ("standard", "standard:Aquifer:F1", HELION, 17, {"0.heat": 0}),
]
"""What can be done with one MC less than it takes, and what must be taken away for it to be impossible."""


@pytest.mark.parametrize(("file", "name", "more", "mc", "nothing_else"), NOT_IN_MC)
def test_what_takes_other_means_of_payment_has_no_outcomes(
    checker: Checker, file: str, name: str, more: Record, mc: int, nothing_else: Record
) -> None:
    kind = file.split("_")[0]
    (given,) = of_own_data(checker, file, [name])
    poor = {**given, **more, "adjust": {**more.get("adjust", {}), "0.mc": mc}}
    record = {**poor, "n": 0, "outcomes": [], "invalid": 1}

    def told(record: Record, **adjusted: int) -> list[str]:
        return left_open(checker.check_record(kind, {**record, "adjust": {**record["adjust"], **adjusted}}))

    assert told(record) == []
    for where, changed in tampered(record):
        if where != "draws":
            assert told(changed), where
    assert told(poor)
    assert any("extra" in one for one in told(record, **{"0.mc": mc + 1}))
    assert any("refused by ours" in one for one in told(record, **nothing_else))


def with_cards_to_draw(record: Record, left: int) -> Record:
    """A position with so many cards in the deck, and no discards."""
    deck = record["position"]["project_deck_top_first"][:left]
    return {**record, "position": {**record["position"], "project_deck_top_first": deck, "project_discard": []}}


def without_actions(record: Record, refused: set[str]) -> Record:
    """A position as it is stored if the reference refuses some of its actions."""
    hand = {
        name: {**told, "requirements_met": told["requirements_met"] and f"play:{name}" not in refused}
        for name, told in record["hand_info"].items()
    }
    legal = [name for name in record["legal"] if name not in refused]
    return {**record, "legal": legal, "hand_info": hand, "actions": {}}


@pytest.mark.parametrize(("left", "too_many"), [(0, 4), (1, 3), (2, 1), (4, 0)])
def test_only_what_draws_too_many_cards_is_refused(positions: PositionChecker, left: int, too_many: int) -> None:
    """The first of these draws 4 cards, the next two draw 2, the last one 1."""
    drawing = ["play:Business Contacts", "action:AI Central", "play:Large Convoy", "action:Inventors' Guild"]
    record = with_cards_to_draw(own_position("B-45-g12"), left)

    def told(refused: set[str]) -> list[str]:
        changed = without_actions(record, refused)
        found = [one for one in positions.check(changed) if one.record.split(" ")[1].startswith(("legal", "price"))]
        assert bool(found) == bool(refused)
        return left_open(found, "position", record["position"]["active_player"])

    assert told(set(drawing[:too_many])) == []
    others = set(record["legal"]) - {*drawing[:too_many], "pass"}
    for name in others:
        assert told({*drawing[:too_many], name}), name


@pytest.mark.parametrize(("left", "open_still"), [(0, False), (1, True)])
def test_a_choice_that_draws_too_many_cards(positions: PositionChecker, left: int, open_still: bool) -> None:
    name = "action:Aerial Mappers"
    given = own_position("B-98-g15")
    player = given["position"]["active_player"]
    kept = [outcome for outcome in given["actions"][name]["outcomes"] if f"{player}.hand" not in outcome]
    record = with_cards_to_draw(given, left)

    def told(outcomes: list[Record]) -> list[str]:
        stored = {"n": len(outcomes), "outcomes": outcomes, "draws": bool(left)}
        found = [one for one in positions.check({**record, "actions": {name: stored}}) if one.record.endswith(name)]
        assert found
        return left_open(found, "position", player)

    assert len(kept) == len(given["actions"][name]["outcomes"]) - 1 > 0
    assert bool(told(kept)) == open_still
    assert told(kept[1:])


STEPS: list[tuple[str, list[str], Record, Record, bool]] = [
    ("Triton", ["Trade Envoys"], {"0.titanium": 5}, {"0.titanium": 4}, False),
    ("Triton", ["Trade Envoys"], {"0.titanium": 5}, {"0.titanium": 3}, True),
    ("Triton", ["Trade Envoys"], {"0.titanium": 5}, {"0.titanium": 4, "0.mc": 1}, True),
    ("Triton", [], {"0.titanium": 5}, {"0.titanium": 4}, True),
    ("Luna", ["Trade Envoys", "Trading Colony"], {"0.mc": 13}, {"0.mc": 10}, False),
    ("Luna", ["Trade Envoys", "Trading Colony"], {"0.mc": 13}, {"0.mc": 7}, False),
    ("Luna", ["Trade Envoys"], {"0.mc": 13}, {"0.mc": 7}, True),
    ("Pluto", ["Trading Colony"], {"0.hand": 2}, {"0.hand": 1}, True),
    ("Enceladus", ["Trade Envoys", "Trading Colony"], {"0.on.Tardigrades": 6}, {"0.on.Tardigrades": 5}, False),
    ("Enceladus", ["Trade Envoys", "Trading Colony"], {"0.on.Tardigrades": 6}, {"0.on.Birds": 5}, True),
]
"""A tile of the fixture (at steps 5, 3, 2 and 4), the cards in play, an outcome with all steps and another one."""


@pytest.mark.parametrize(("tile", "cards", "stored", "other", "open_still"), STEPS)
def test_a_trade_with_fewer_steps_has_the_income_of_one_of_them(
    checker: Checker, tile: str, cards: list[str], stored: Record, other: Record, open_still: bool
) -> None:
    before = checker.fixture("FC")
    for card in cards:
        put_in_play(before, checker.cards, card, 0)
    there = {f"colony.{tile}.visitor": "0"}
    (difference,) = compare(
        f"C-1-g1 trade:{tile}", [{**stored, **there}], [{**stored, **there}, {**other, **there}], before=before
    )
    assert bool(left_open([difference], "position")) == open_still


AIR_RAID: Record = {"id": "play:Air Raid:FC", "set": "colonies", "card": "Air Raid", "kind": "project", "fixture": "FC"}
AIR_RAID |= {"stimulus": "play_free", "possible": True}
STOLEN = {"0.mc": 5, "1.mc": -5, "0.on.Titan Shuttles": -1}


def test_the_theft_of_air_raid_may_be_declined(checker: Checker) -> None:
    record = {**AIR_RAID, "n": 1, "outcomes": [STOLEN]}
    assert checker.check_record("play", record) != []
    for where, changed in [("", record), *tampered(record)]:
        assert bool(left_open(checker.check_record("play", changed))) == bool(where), where


@pytest.mark.parametrize(("mc", "open_still"), [(4, False), (5, True)])
def test_air_raid_needs_nobody_with_5_mc(checker: Checker, mc: int, open_still: bool) -> None:
    record = {**AIR_RAID, "adjust": {"1.mc": mc}, "possible": False, "n": 0, "outcomes": []}
    assert bool(left_open(checker.check_record("play", record))) == open_still
    before = checker.prepared(record)
    (legal,) = compare("C-1-g1 legal", [], [{"play:Air Raid": 1}], before=before)
    (price,) = compare(
        "C-1-g1 price:Air Raid", [{"requirements_met": False}], [{"requirements_met": True}], before=before
    )
    assert bool(left_open([legal], "position")) == bool(left_open([price], "position")) == open_still


@pytest.mark.parametrize(("taken", "open_still"), [(0, False), (3, False), (2, True), (4, True)])
def test_air_raid_takes_what_there_is(checker: Checker, taken: int, open_still: bool) -> None:
    before = checker.fixture("FC")
    before[0].players = 3
    before[0].stock[2, MC] = 3
    other = {"0.mc": taken, "2.mc": -taken} if taken else {}
    stored = {"0.mc": 5, "1.mc": -5}
    (difference,) = compare("C-1-g1 play:Air Raid", [stored], [stored, other], before=before)
    assert bool(left_open([difference], "position")) == open_still


def test_a_card_is_refused_for_its_requirement_only_where_that_is_missed(checker: Checker) -> None:
    (given,) = of_own_data(checker, "play_exp", ["play:Pioneer Settlement:FC"])
    assert left_open(checker.check_record("play", given)) == []
    assert left_open(checker.check_record("play", {**given, "adjust": {"colony.Luna": [1]}}))


def test_the_action_of_a_card_is_a_way_to_pay_for_a_trade(positions: PositionChecker) -> None:
    record = own_position("C-112-g11")
    card, player = "Titan Floating Launch-pad", record["position"]["player"][0]
    stored = record["actions"]["trade:Io"]
    paid_by_card = [outcome for outcome in stored["outcomes"] if outcome.get(f"0.on.{card}") == -1]
    assert len(paid_by_card) == 1
    assert left_open(list(positions.check(record)), "position") == []
    for used, left in ((False, [o for o in stored["outcomes"] if o not in paid_by_card]), (True, stored["outcomes"])):
        player["actions_used"] = [card] if used else []
        actions = {"trade:Io": {**stored, "n": len(left), "outcomes": left}}
        found = [one for one in positions.check({**record, "actions": actions}) if one.record.endswith("trade:Io")]
        assert left_open(found, "position")
    player["actions_used"] = []
    player["stock"].update(mc=0, energy=0, titanium=0)
    legal = [name for name in record["legal"] if name.startswith(("trade:", "action:Titan"))]
    found = [one for one in positions.check({**record, "legal": legal}) if one.record.endswith(" legal")]
    assert all(
        not name.startswith("trade:") for one in found for outcome in (*one.missing, *one.extra) for name in outcome
    )


@pytest.mark.parametrize(
    "field", ["trade_discount", "trade_offset", "trade_fleets_used", "colony_vp", "card_discount_this_generation"]
)
def test_what_a_position_tells_of_trades_is_compared(positions: PositionChecker, field: str) -> None:
    record = own_position("C-34-g7")
    record["position"]["player"][0][field] += 1
    assert left_open(list(positions.check(record)), "position")


def test_the_price_of_cards_is_compared(positions: PositionChecker) -> None:
    record = own_position("C-34-g7")
    record["position"]["player"][0]["modifiers"]["card_price"] += 2
    assert left_open(list(positions.check(record)), "position")


def test_a_colony_tile_too_many_is_told(positions: PositionChecker) -> None:
    record = own_position("C-34-g7")
    record["position"]["colony_tiles_not_in_play"].append("Nowhere")
    assert any("cannot be compared" in told for told in left_open(list(positions.check(record)), "position"))


def run(folder: Path) -> tuple[int, str]:
    """The tests of this folder on other records, as anybody would run them."""
    chosen = [str(Path(__file__).parent / f"test_{name}.py") for name in ("conformance", "positions")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen],
        env={**os.environ, "REGOLITH_CONFORMANCE": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def write(path: Path, records: list[Record]) -> None:
    text = "".join(f"{json.dumps(record)}\n" for record in records)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)


def test_an_empty_folder_fails(tmp_path: Path) -> None:
    code, told = run(tmp_path)
    assert code == 1
    assert f"{tmp_path} has no records" in told


def test_another_folder_plain_or_compressed_is_checked_and_counted(checker: Checker, tmp_path: Path) -> None:
    asteroid, *_ = of_own_data(checker, "play_core", ["play:Asteroid:F1"])
    other = {**asteroid, "set": "turmoil"}
    final = read(OWN_DATA, "finals")[0][0]
    with_turmoil = {**final, "position": {**final["position"], "expansions": ["corpera", "turmoil"]}}
    write(tmp_path / "play_core.jsonl", [asteroid, other])
    write(tmp_path / "vp.jsonl.gz", of_own_data(checker, "vp", ["vp:Ants"]))
    write(tmp_path / "vp_more.jsonl", of_own_data(checker, "vp", ["vp:Capital", "vp:Ganymede Colony"]))
    write(tmp_path / "finals_B.jsonl", [final, with_turmoil])
    code, told = run(tmp_path)
    assert code == 0, told
    assert "play_core: 1 records compared, 1 left out (1 of turmoil)" in told
    assert "vp: 1 records compared, 0 left out" in told
    assert "vp_more: 2 records compared, 0 left out" in told
    assert "finals: 1 records compared, 1 left out (1 with turmoil)" in told


def test_a_wrong_record_of_another_folder_fails(checker: Checker, tmp_path: Path) -> None:
    asteroid, *_ = of_own_data(checker, "play_core", ["play:Asteroid:F1"])
    write(tmp_path / "play_core.jsonl.gz", [{**asteroid, "card": "No Such Card"}])
    write(tmp_path / "rumours.jsonl", [{"id": "rumour"}])
    code, told = run(tmp_path)
    assert code == 1
    assert "No Such Card" in told
    assert "nothing here reads rumours" in told


def test_a_broken_line_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "vp.jsonl").write_text('{"id": "vp:Ants"\n')
    with pytest.raises(ValueError, match=r"vp\.jsonl, line 1"):
        Checker(tmp_path).read("vp")
