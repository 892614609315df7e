"""The checker notices whatever is wrong: each value of a record is changed in turn, and each change must be told."""

from __future__ import annotations

import copy
import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .checker import FIELDS, OWN_DATA, Checker
from .folder import Record
from .positions import MORE_FIELDS, PositionChecker, read
from .tampering import INPUTS, left_open, of_own_data, own_position, tampered
from .test_conformance import FILES

CHANGED_BELOW = {"restricted_spaces", "full_truncated_n", "truncated", "cards_without_any_difference", "tr"}
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
        *("play:Plant Tax:FU", "play:Monopoly:FU", 'play:Corporate Blackmail:FU:{"1.corruption":5}'),
        *("corp:Anubis Securities:FU", "play:Underground Shelters:F2U", 'play:Sting Operation:FU:{"1.corruption":5}'),
        *("corp:Lakefront Resorts:FT", "play:Political Alliance:FT", 'play:Recruitment:FT:{"party.Reds":[0,0,2]}'),
    ],
    "action_core": ["action:Ants:F1:3", "action:Aquifer Pumping:F2:0", "action:Inventors' Guild:F1:0"],
    "action_exp": [
        *("action:Extractor Balloons:FV:3", "action:Titan Shuttles:FC:3", "action:Refugee Camps:FC:0"),
        "action:Martian Media Center:FT:0",
    ],
    "passive_core": [
        *("passive_baseline:F1", "passive:Adaptation Technology:F1:holder0", "passive:Arctic Algae:F1:holder1"),
        "passive:Mars University:F1:holder0",
    ],
    "passive_exp": [
        *("passive_baseline:FC", "passive:Cryo-Sleep:FC:holder0", "passive:Poseidon:FC:holder1"),
        *("passive:Stormcraft Incorporated:FC:holder0", "passive:Aridor:FC:holder0"),
        *("passive:Mining Market Insider:FU:holder1", "passive:Private Military Contractor:FU:holder1"),
        *("passive_baseline:FT", "passive:Pristar:FT:holder1"),
    ],
    "combo_core": ["paid:F1:Invention Contest", "paid:F1:Earth Office:with:Teractor"],
    "requirements": [
        *("req:Adaptation Technology", "req:Advanced Ecosystems", "req:Rad-Suits", "req:Asteroid Mining Consortium"),
        *("req:Dust Seals", "req:Terraforming Contract", "req:Pioneer Settlement", "req:Urban Decomposers"),
        *("req:Subnautic Pirates", "req:Anti-trust Crackdown", "req:Geothermal Network"),
        *("req:Aerial Lenses", "req:Supported Research", "req:Political Alliance", "req:Public Celebrations"),
    ],
    "vp": [
        *("vp:Ants", "vp:Capital", "vp:Ganymede Colony", "vp:Immigration Shuttles", "vp:Adaptation Technology"),
        *("vp:Space Port Colony", "vp:Refugee Camps", "vp:Pristar"),
        *("vp:Underground Shelters", "vp:Sting Operation", "vp:Space Wargames"),
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
    "turmoil": [
        *("event:Jovian Tax Rights:FCT:inf1", "event:Corrosive Rain:FVT:inf1", "event:Venus Infrastructure:FVT:inf2"),
        *("ruling_bonus:Greens:FVT", "policy:Mars First:FT", "policy:Reds:FT", "policy:Kelvinists:FT"),
        "event:Media Stir:FUT:inf1",
        *("policy:Reds:FT:cannot_pay", "send_delegate_lobby:FT", "send_delegate_paid:FT", "turmoil_phase:FT"),
        *("influence:FT", "influence:chair=0:dominant=[2,1,0]", "influence:chair=1:dominant=[0,0,3]"),
    ],
    "underworld_tokens": [
        *(
            "token_counts",
            "token_claim:microbe2",
            "token_claim:ocean",
            "token_claim:planttag",
            "token_active:steel2pertemp",
        ),
        *("token_active:temprequirementmod", "excavate:26", "excavatable_spaces:p1", "identifiable_spaces"),
    ],
    "milestones_awards": [
        *("milestone:Tunneler", "award:Kingpin", "award:Excavator"),
        *("milestone:Terraformer", "milestone:Tactician", "milestone:Hoverlord", "award:Estate Dealer", "costs"),
    ],
}
FEW_STIMULI = (
    *("play10:science", "place_ocean:43", "remove_any_plants:3", "trade_mc:Triton", "build_colony_free:Triton"),
    *("send_delegate:Reds", "place_greenery:20", "raise_oxygen:2", "gain_tr:3", "convert_plants:20"),
)
POSITIONS = ("A-188-g5", "B-5115-g1first", "A-297-g6", "C-34-g7", "C-133-g6", "D-20-g5", "D-23-g6", "D-124-g14")
FINAL_SCORES = 40
"""Values of a final record that are changed."""


def without_long_lists(record: Record) -> Record:
    """A record that is small enough to be checked many times."""
    record = copy.deepcopy(record)
    if "outcomes_by_stimulus" in record:
        stored = record["outcomes_by_stimulus"]
        record["outcomes_by_stimulus"] = {name: stored[name] for name in FEW_STIMULI if name in stored}
    return record


@pytest.mark.parametrize("name", RECORDS)
def test_every_change_of_a_record_is_told(checker: Checker, name: str, long: bool) -> None:
    """Every third one, unless all are asked for."""
    kind, changes = name.split("_")[0], 0
    for given in of_own_data(checker, name, RECORDS[name]):
        record = without_long_lists(given)
        assert left_open(checker.check_record(kind, record)) == []
        for where, changed in tampered(record):
            changes += 1
            if long or changes % 3 == 0:
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
        ("play", "play_exp", {"fixture": "FT", "adjust": {"party.Nobody's": [1, 0, 0]}}),
        ("turmoil", "turmoil", {"stimulus": "juggle", "party": "Reds"}),
        ("turmoil", "turmoil", {"event": "No Such Event"}),
        ("turmoil", "turmoil", {"influence": [1]}),
        ("turmoil", "turmoil", {"influence": [4, 0]}),
        ("play", "play_exp", {"fixture": "FU", "adjust": {"excavated": [["99", 0]]}}),
        ("underworld", "underworld_tokens", {"counts": {"luck": 1}, "colour": "red"}),
        ("underworld", "underworld_tokens", {"fixture": "FU", "stimulus": "juggle", "counts": None}),
        ("standard", "standard", {"stimulus": "juggle"}),
        ("standard", "standard", {"stimulus": "legal_spaces", "kind": "swamp_p0", "spaces": []}),
    ],
)
def test_what_is_not_known_is_told_and_stops_nothing(
    checker: Checker, kind: str, name: str, change: dict[str, Any]
) -> None:
    record = {**checker.read(name)[0][0], **change}
    assert any("cannot be compared" in told for told in left_open(checker.check_record(kind, record)))


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


@pytest.mark.parametrize(("ratings", "right"), [([25, 27], True), ([27, 25], False), ([25, 25], False), ([25], False)])
def test_the_bonus_of_the_reds_is_for_the_ratings_of_the_record(
    checker: Checker, ratings: list[int], right: bool
) -> None:
    (record,) = of_own_data(checker, "turmoil", ["ruling_bonus:Reds:FT:tr25,27"])
    assert bool(left_open(checker.check_record("turmoil", {**record, "tr": ratings}))) != right


COMMITTEE: list[tuple[str, Any]] = [
    ("ruling_party", "Unity"),
    ("dominant_party", "Reds"),
    ("chairman", 0),
    ("influence_bonus", [1, 0]),
    ("policy", "mp02"),
    ("current_event", "No Such Event"),
    ("colour", "red"),
]


@pytest.mark.parametrize(("field", "value"), COMMITTEE)
def test_what_a_position_tells_of_the_committee_is_looked_at(
    positions: PositionChecker, field: str, value: Any
) -> None:
    record = own_position("D-23-g6")
    record["position"]["turmoil"][field] = value
    assert left_open(list(positions.check(record)), "position")


@pytest.mark.parametrize("change", [("Greens", "p0"), ("Reds", "neutral"), ("Unity", "leader"), ("Greens", "colour")])
def test_every_delegate_is_accounted_for(positions: PositionChecker, change: tuple[str, str]) -> None:
    record = own_position("D-23-g6")
    party, owner = change
    in_party = record["position"]["turmoil"]["delegates"][party]
    in_party[owner] = 1 if owner == "leader" and in_party[owner] != 1 else (in_party.get(owner) or 0) + 1
    assert left_open(list(positions.check(record)), "position")


@pytest.mark.parametrize("field", ["influence", "policy_action_uses"])
def test_what_a_position_tells_of_politicians_is_compared(positions: PositionChecker, field: str) -> None:
    record = own_position("D-23-g6")
    record["position"]["player"][0][field] += 1
    assert left_open(list(positions.check(record)), "position")


def test_what_oceans_are_worth_is_compared(positions: PositionChecker) -> None:
    record = own_position("D-23-g6")
    record["position"]["player"][0]["modifiers"]["ocean_bonus"] += 1
    assert left_open(list(positions.check(record)), "position")


def test_a_delegate_of_the_reserve_may_be_sent_beside_that_of_the_lobby(positions: PositionChecker) -> None:
    """It costs 5 MC, and leads to what the other one leads to."""
    record = own_position("D-23-g6")
    player = record["position"]["active_player"]
    assert record["position"]["turmoil"]["free_lobby_delegate_available"][player]
    told = record["actions"]["delegate:Greens"]
    changed = {**told, "outcomes": [{**told["outcomes"][0], "dominant": "Greens"}]}
    found = positions.check({**record, "actions": {**record["actions"], "delegate:Greens": changed}})
    assert [one.record for one in found if "second source" in one.record] == ["D-23-g6 second source:Greens"]


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
    other = {**asteroid, "set": "pathfinders"}
    final = read(OWN_DATA, "finals")[0][0]
    with_another = {**final, "position": {**final["position"], "expansions": ["corpera", "pathfinders"]}}
    write(tmp_path / "play_core.jsonl", [asteroid, other])
    write(tmp_path / "vp.jsonl.gz", of_own_data(checker, "vp", ["vp:Ants"]))
    write(tmp_path / "vp_more.jsonl", of_own_data(checker, "vp", ["vp:Capital", "vp:Ganymede Colony"]))
    write(tmp_path / "finals_B.jsonl", [final, with_another])
    code, told = run(tmp_path)
    assert code == 0, told
    assert "play_core: 1 records compared, 1 left out (1 of pathfinders)" in told
    assert "vp: 1 records compared, 0 left out" in told
    assert "vp_more: 2 records compared, 0 left out" in told
    assert "finals: 1 records compared, 1 left out (1 with pathfinders)" in told


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
