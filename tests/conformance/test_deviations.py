"""What a deviation explains is not told, and everything else beside it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regolith.envs.terraforming_mars.rooms import NEUTRAL
from regolith.envs.terraforming_mars.turmoil.words import Party
from regolith.envs.terraforming_mars.words import ENERGY, MC, Track

from .checker import Checker
from .committee import set_delegates
from .deviations import Deviations
from .difference import compare
from .folder import Record
from .position import put_in_play
from .positions import PositionChecker
from .tampering import left_open, of_own_data, own_position, tampered
from .test_conformance import FILES

DEVIATING = ["play:Virus:F1", "play:Luxury Foods:F2V", "play:Pioneer Settlement:FC", "passive:Trade Envoys:FC:holder0"]
DEVIATING += ["play:Geoscan Satellite:FU", "play:Media Frenzy:F2U", "corp_first:Kingdom of Tauraro:FU"]
DEVIATING += ["play:Earthquake Machine:FU", "play:Mercenary Squad:F2U", "paid:FU:Domed Crater:with:Kingdom of Tauraro"]
MOST_CHANGES = 40
"""Of a position, unless all are asked for."""
DEVIATING_POSITIONS = {
    "Virus": "A-172-g17 play:Virus",
    "passing": "A-188-g5 legal",
    "removal of plants": "A-5070-g13 play:Deimos Down",
    "production": "B-5088-g15 play:Power Supply Consortium",
    "Trade Envoys": "C-62-g15 trade:Enceladus",
    "Trading Colony": "C-136-g6 trade:Pluto",
    "Air Raid": "C-46-g8 play:Air Raid",
    "Excavation": "E-175-g13 standard_project:Excavate:SP",
    "two excavations": "E-89-g13 action:Tunnel Boring Machine",
    "Collusion": "E-3013-g1 standard_project:Collusion:SP",
    "Geoscan Satellite": "E-173-g16 play:Geoscan Satellite",
    "Kingdom of Tauraro": "E-173-g16 standard_project:City",
    "Aerial Lenses": "D-5017-g10 play:Aerial Lenses",
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
def test_another_fault_beside_a_deviation_of_a_position_is_told(
    positions: PositionChecker, entry: str, long: bool
) -> None:
    name, _, action = DEVIATING_POSITIONS[entry].partition(" ")
    record = own_position(name)
    player = record["position"]["active_player"]
    if action == "legal":
        record["legal"].remove("end_turn")
        assert left_open(list(positions.check(record)), "position", player)
        return
    parts = {**record, "actions": {action: record["actions"][action]}}
    changes = list(tampered(parts["actions"]))
    for where, changed in changes[:: 1 if long else max(1, len(changes) // MOST_CHANGES)]:
        found = [one for one in positions.check({**record, "actions": changed}) if one.record == f"{name} {action}"]
        assert left_open(found, "position", player), where


HEMMED_IN = {
    "standard_project:Excavate:SP": ("E-193-g15", {"0.corruption": 1, "0.mc": -7, "0.tokens": 1}),
    "action:Tunnel Boring Machine": (
        "E-89-g13",
        {"+excavated": ["17:1"], "1.energy": -1, "1.plants": 1, "1.steel": 2, "1.tokens": 2, "identified": -1},
    ),
}
NOT_FROM_THE_PILE: list[Record] = [
    {"0.mc": -8},
    {"1.energy": -3},
    {"0.corruption": 2, "1.energy": 1},
    {"0.plants": 2, "1.plants": 2},
    {"0.tokens": 2, "1.tokens": 1},
    {"identified": 3},
    {"identified": -2},
    {"+excavated": ["03:0"]},
    {"+excavated": ["17:1", "28:1"]},
    {"1.on.Mining Market Insider": 1},
]
"""What is wrong with the token of the pile as that of either player: price, token, neighbours, marker, what waits for identifying."""


@pytest.mark.parametrize("action", HEMMED_IN)
def test_a_token_of_the_pile_is_explained_with_its_price(positions: PositionChecker, action: str) -> None:
    name, ours = HEMMED_IN[action]
    record = own_position(name)
    player = record["position"]["active_player"]
    parts = {**record, "actions": {action: record["actions"][action]}}
    difference, *_ = [one for one in positions.check(parts) if one.record == f"{name} {action}"]
    assert difference.extra == [ours]
    assert left_open([difference], "position", player) == []
    for change in NOT_FROM_THE_PILE:
        changed = {**ours, **change}
        other = replace(difference, extra=[changed], found=[changed])
        assert left_open([other], "position", player), change


def test_only_who_is_hemmed_in_has_a_reason_for_other_outcomes(positions: PositionChecker) -> None:
    """Without the markers around there are free spaces beside own ground."""
    name, action = "E-193-g15", "standard_project:Excavate:SP"
    record = own_position(name)
    record["position"]["underworld"]["excavation_markers"] = []
    parts = {**record, "actions": {action: record["actions"][action]}}
    found = [one for one in positions.check(parts) if one.record == f"{name} {action}"]
    assert left_open(found, "position", record["position"]["active_player"])


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


@pytest.mark.parametrize(
    ("temperature", "oceans", "venus", "fee"),
    [
        (0, 0, 0, 6),
        (13, 0, 7, 9),
        (13, 9, 7, 6),
        (13, 0, 6, 9),
        (13, 0, 5, 6),
        (18, 9, 0, 3),
        (19, 9, 0, 6),
        (19, 9, 15, 0),
    ],
)
def test_the_fee_of_atmoscoop_is_for_the_cheaper_track(
    checker: Checker, temperature: int, oceans: int, venus: int, fee: int
) -> None:
    before = checker.fixture("FVT")
    before[0].track[[Track.TEMPERATURE, Track.OCEANS, Track.VENUS_SCALE]] = temperature, oceans, venus
    at = "D-1-g1 price:Atmoscoop"
    for ours in range(0, 13, 3):
        differences = compare(at, [{"reds_tax": 0}], [{"reds_tax": ours}], before=before)
        assert bool(left_open(differences, "position")) == (ours not in (0, fee))
    assert left_open(compare(at, [{"reds_tax": 3}], [{"reds_tax": fee}], before=before), "position") or fee == 3


ALONE: list[tuple[int, int, dict[str, int | str], dict[str, int | str], bool]] = [
    (1, 22, {}, {"0.tr": -1}, False),
    (1, 21, {}, {"0.tr": -1}, True),
    (1, 22, {"0.mc": 1}, {"0.tr": -1}, True),
    (1, 24, {"0.tr": -2}, {"0.tr": -3}, False),
    (1, 24, {"0.tr": -3}, {"0.tr": -4}, True),
    (1, 22, {"ruling": "Greens"}, {"0.tr": -1, "ruling": "Greens"}, True),
    (2, 22, {}, {"0.tr": -1}, True),
]
"""Players, rating, a stored outcome of a Turmoil phase and ours, and whether that is told."""


@pytest.mark.parametrize(("players", "rating", "stored", "ours", "open_still"), ALONE)
def test_the_bonus_of_the_reds_alone_ends_at_a_rating(
    checker: Checker, players: int, rating: int, stored: Record, ours: Record, open_still: bool
) -> None:
    before = checker.fixture("FT")
    before[0].players, before[0].rating[0], before[0].ruling = players, rating, Party.REDS
    (difference,) = compare("D-1-g1 turmoil_phase", [stored], [ours], before=before)
    assert bool(left_open([difference], "position")) == open_still


@pytest.mark.parametrize(
    ("delegates", "stored", "ours", "open_still"),
    [
        ([3, 3, 2], "1", "0", False),
        ([3, 3, 3], "1", "0", True),
        ([3, 2, 2], "1", "0", True),
        ([3, 3, 2], "1", "n", True),
    ],
)
def test_of_two_who_overtake_a_leader_together_either_may_follow_him(
    checker: Checker, delegates: list[int], stored: str, ours: str, open_still: bool
) -> None:
    """The neutral leader of the Reds has lost a delegate and has the last of these numbers now."""
    before = checker.fixture("FT")
    set_delegates(before, "Reds", [*delegates[:2], delegates[2] + 1])
    before[0].leader[Party.REDS] = NEUTRAL
    removed = {"n.reserve": 1, "party.Reds.n": -1}
    (difference,) = compare(
        "D-1-g1 play:Banned Delegate",
        [{**removed, "leader.Reds": stored}],
        [{**removed, "leader.Reds": ours}],
        before=before,
    )
    assert bool(left_open([difference], "position")) == open_still
    (other,) = compare(
        "D-1-g1 play:Banned Delegate", [{**removed, "leader.Reds": stored}], [{**removed, "0.mc": 1}], before=before
    )
    assert left_open([other], "position")


def test_a_card_is_refused_for_its_requirement_only_where_that_is_missed(checker: Checker) -> None:
    (given,) = of_own_data(checker, "play_exp", ["play:Pioneer Settlement:FC"])
    assert left_open(checker.check_record("play", given)) == []
    assert left_open(checker.check_record("play", {**given, "adjust": {"colony.Luna": [1]}}))
