"""What single cards do, written down from the facts: those for which no stored outcome set says it.

The positions are the fixtures of the conformance data: `F1` a middle game, `F2` a poor beginning, `F3` a nearly finished
planet; `V` with Venus Next.
"""

from __future__ import annotations

from typing import Any

import pytest
from conformance.battery import pay_and_play
from conformance.checker import OWN_DATA, Checker
from conformance.folder import Record

from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rules.playing import enter_play
from regolith.envs.terraforming_mars.rules.requirements import track_leeway
from regolith.envs.terraforming_mars.words import MC, Track

from .reading import CARD_FACTS

Change = dict[str, int]
NOT_POSSIBLE: list[Change] = []
CITY, OCEAN = "standard:City", "standard:Aquifer"
PRICES = {CITY: 25, OCEAN: 18}


@pytest.fixture(scope="module")
def checker() -> Checker:
    return Checker(OWN_DATA)


@pytest.fixture(scope="module")
def placements(checker: Checker) -> dict[str, list[Record]]:
    """Where the standard projects may place a tile, with what the spaces give: without price and production."""
    found: dict[str, list[Record]] = {}
    for record in checker.read("standard")[0]:
        project = record["id"].rpartition(":")[0]
        if project in PRICES:
            paid = {"0.mc": -PRICES[project], **({"0.prod.mc": 1} if project == CITY else {})}
            negative = {key: -n for key, n in paid.items()}
            found[record["id"]] = [added(outcome, negative) for outcome in record["outcomes"]]
    return found


def added(outcome: Record, change: Record) -> Record:
    """Both together."""
    total = dict(outcome)
    for key, n in change.items():
        total[key] = n if isinstance(n, list) else total.get(key, 0) + n
    return {key: n for key, n in total.items() if n}


def mine(**changes: int) -> Change:
    """Changes of player 0: stock by name, production by `name_up`."""
    return {f"0.prod.{key.removesuffix('_up')}" if key.endswith("_up") else f"0.{key}": n for key, n in changes.items()}


def holding(card: str, n: int) -> Change:
    return {f"0.on.{card}": n}


# What happens when a card is played.

ALWAYS_THE_SAME: dict[str, Change] = {
    "Algae": mine(plants=1, plants_up=2),
    "Bushes": mine(plants=2, plants_up=2),
    "Carbonate Processing": mine(energy_up=-1, heat_up=3),
    "Designed Microorganisms": mine(plants_up=2),
    "Equatorial Magnetizer": {},
    "Farming": mine(mc_up=2, plants_up=2, plants=2),
    "Geothermal Power": mine(energy_up=2),
    "Ironworks": {},
    "Lunar Beam": mine(mc_up=-2, energy_up=2, heat_up=2),
    "Nitrite Reducing Bacteria": holding("Nitrite Reducing Bacteria", 3),
    "Nitrophilic Moss": mine(plants=-2, plants_up=2),
    "Power Plant": mine(energy_up=1),
    "Shuttles": mine(energy_up=-1, mc_up=2),
    "Soletta": mine(heat_up=7),
    "Space Mirrors": {},
    "Trees": mine(plants_up=3, plants=1),
    "Tundra Farming": mine(plants_up=1, mc_up=2, plants=1),
    "Underground Detonations": {},
    "Water Import From Europa": {},
    "Water Splitting Plant": {},
    "AI Central": mine(energy_up=-1),
    "Business Contacts": mine(hand=2),
    "Business Network": mine(mc_up=-1),
    "Development Center": {},
    "Electro Catapult": mine(energy_up=-1),
    "Fuel Factory": mine(energy_up=-1, titanium_up=1, mc_up=1),
    "Gene Repair": mine(mc_up=2),
    "Investment Loan": mine(mc_up=-1, mc=10),
    "Lightning Harvest": mine(energy_up=1, mc_up=1),
    "Mine": mine(steel_up=1),
    "Mineral Deposit": mine(steel=5),
    "Olympus Conference": holding("Olympus Conference", 1),
    "Physics Complex": {},
    "Power Infrastructure": {},
    "Research": mine(hand=2),
    "Standard Technology": {},
    "Martian Survey": mine(hand=2),
    "Biofuels": mine(energy_up=1, plants_up=1, plants=2),
    "Biolab": mine(plants_up=1, hand=3),
    "Biosphere Support": mine(plants_up=2, mc_up=-1),
    "Dome Farming": mine(mc_up=2, plants_up=1),
    "Loan": mine(mc=30, mc_up=-2),
    "Mohole Excavation": mine(steel_up=1, heat_up=2, heat=2),
    "Nitrogen Shipment": mine(plants_up=1, tr=1, mc=5),
    "Supplier": mine(energy_up=2, steel=4),
    "Supply Drop": mine(titanium=3, steel=8, plants=3),
    "Beginner Corporation": mine(mc=42, hand=10),
    "Interplanetary Cinematics": mine(mc=30, steel=20),
    "Inventrix": mine(mc=45),
    "Tharsis Republic": mine(mc=40),
    "ThorGate": mine(mc=48, energy_up=1),
    "Valley Trust": mine(mc=37),
    "Deuterium Export": {},
    "Jet Stream Microscrappers": {},
    "Venus Magnetizer": {},
    "Venus Waystation": {},
    "Mining Quota": mine(steel_up=2),
    "Manutech": mine(mc=35, steel_up=1, steel=1),
}
"""Cards that do the same in each of the three games."""
ON_VENUS = {
    "Deuterium Export",
    "Jet Stream Microscrappers",
    "Venus Magnetizer",
    "Venus Waystation",
    "Mining Quota",
    "Manutech",
}

PLAYED: dict[str, dict[str, list[Record]]] = {
    "Fish": {
        "F1": [mine(plants_up=-1), {"1.prod.plants": -1}],
        "F2": [mine(plants_up=-1)],
        "FU": [mine(plants_up=-1), {"1.prod.plants": -1}, {"0.corruption": -1}, {"1.corruption": -1}],
    },
    "Eos Chasma National Park": {
        "F1": [{**mine(mc_up=2, plants=3), **holding("Birds", 1)}],
        "F2": [mine(mc_up=2, plants=3)],
    },
    "Greenhouses": {"F1": [mine(plants=2)], "F2": [{}]},
    "Insulation": {"F1": [mine(heat_up=-n, mc_up=n) for n in (1, 2, 3)], "F2": NOT_POSSIBLE},
    "Zeppelins": {"F1": [mine(mc_up=2)], "F2": [{}]},
    "Noctis City": {
        "F1": [{**mine(energy_up=-1, mc_up=3, plants=2), "+tiles": ["31:city:0"]}],
        "F3": [{**mine(energy_up=-1, mc_up=3, plants=2, mc=2), "+tiles": ["31:city:0"]}],
    },
    "Ecological Zone": {"F2": NOT_POSSIBLE},
    "Underground City": {"F2": NOT_POSSIBLE},
    "Big Asteroid": {
        game: [
            {**mine(titanium=4, tr=2), "temperature": 2, **heat, **lost}
            for lost in ({}, {"0.plants": -own}, {"1.plants": -other})
        ]
        for game, own, other, heat in (("F1", 4, 4, {}), ("F2", 2, 1, {"0.prod.heat": 1}))
    },
    "Local Heat Trapping": {
        "F1": [mine(heat=-5, plants=4), {**mine(heat=-5), **holding("Birds", 2)}],
        "F2": NOT_POSSIBLE,
    },
    "Great Escarpment Consortium": {
        "F1": [{}, {"0.prod.steel": 1, "1.prod.steel": -1}],
        "F2": [{"0.prod.steel": 1, "1.prod.steel": -1}],
    },
    "Power Supply Consortium": {"F1": [{}, {"0.prod.energy": 1, "1.prod.energy": -1}]},
    "Medical Lab": {"F1": [mine(mc_up=2)], "F2": [mine(mc_up=1)]},
    "Mining Area": {
        "F1": [{**mine(steel=1, steel_up=1, mc=2), "+tiles": ["20:Mining Area:0"]}],
        "F2": NOT_POSSIBLE,
    },
    "Toll Station": {"F1": [mine(mc_up=1)], "F2": [{}]},
    "Tropical Resort": {"F1": [mine(heat_up=-2, mc_up=3)], "F2": NOT_POSSIBLE},
    "Lava Tube Settlement": {
        "F1": [
            {**mine(energy_up=-1, mc_up=2, **gift), "+tiles": [f"{space}:city:0"]}
            for space, gift in (
                ("09", {"steel": 1, "mc": 2}),
                ("14", {"hand": 1}),
                ("21", {"plants": 1, "titanium": 1}),
                ("29", {"plants": 2}),
            )
        ]
    },
    "Mangrove": {
        "F3": [
            {**mine(tr=1, **gift), "oxygen": 1, "+tiles": [f"{space}:greenery:0"]}
            for space, gift in (
                ("07", {"mc": 4}),
                ("34", {"mc": 2, "plants": 2}),
                ("43", {"mc": 2, "plants": 1}),
                ("45", {"mc": 2, "plants": 1}),
            )
        ]
    },
    "Ice Asteroid": {
        "F3": [
            {**mine(tr=1, **gift), "oceans": 1, "+tiles": [f"{space}:ocean:-"]}
            for space, gift in (
                ("07", {"mc": 4}),
                ("34", {"mc": 2, "plants": 2}),
                ("43", {"mc": 2, "plants": 1}),
                ("45", {"mc": 2, "plants": 1}),
            )
        ]
    },
    "Eccentric Sponsor": {
        "F1": [
            {**change, "+0.tableau": [card], "-0.handcards": [card], "0.hand": -1}
            for card, change in (
                ("Bribed Committee", mine(tr=2)),
                ("Micro-Mills", mine(heat_up=1)),
                ("Peroxide Power", mine(energy_up=2, mc_up=-1)),
                ("Titanium Mine", mine(titanium_up=1)),
            )
        ]
    },
    "Metal-Rich Asteroid": {
        "F1": [{**mine(titanium=4, steel=4, tr=1), "temperature": 1}],
        "F2": [{**mine(titanium=4, steel=4, tr=1, heat_up=1), "temperature": 1}],
    },
    "Smelting Plant": {
        "F1": [{**mine(steel=5, tr=3), "oxygen": 2, "temperature": 1}],
        "F3": [{**mine(steel=5, tr=1), "oxygen": 1}],
    },
    "Corroder Suits": {"FV": [{**mine(mc_up=2), **holding(card, 1)} for card in ("Aerial Mappers", "Extremophiles")]},
    "Luna Metropolis": {
        "FV": [{**mine(mc_up=2), "+tiles": ["70:city:0"]}],
        "F2V": [{**mine(mc_up=1), "+tiles": ["70:city:0"]}],
    },
    "Aerosport Tournament": {"FV": [mine(mc=2)], "F2V": [{}]},
}

PLACING: dict[str, tuple[str, list[Record]]] = {
    "Cupola City": (CITY, [mine(energy_up=-1, mc_up=3)]),
    "Open City": (CITY, [mine(energy_up=-1, mc_up=4, plants=2)]),
    "Underground City": (CITY, [mine(energy_up=-2, steel_up=2)]),
    "Corporate Stronghold": (CITY, [mine(energy_up=-1, mc_up=3)]),
    "Immigrant City": (CITY, [mine(energy_up=-1, mc_up=-1)]),
    "Comet": (OCEAN, [{**mine(tr=1), "temperature": 1, **lost} for lost in ({}, {"0.plants": -3}, {"1.plants": -3})]),
    "Convoy From Europa": (OCEAN, [mine(hand=1)]),
    "Flooding": (OCEAN, [{}]),
    "Large Convoy": (OCEAN, [mine(hand=2, plants=5), {**mine(hand=2), **holding("Birds", 4)}]),
}
"""Cards that place a city or an ocean wherever the standard project could, in F1, and what they do besides."""


def draws(wanted: list[Record]) -> bool:
    return any(outcome.get("0.hand", 0) > 0 for outcome in wanted)


def record_of(card: str, fixture: str, stimulus: str, wanted: list[Record], **more: Any) -> Record:
    """A record as the data would have it."""
    result = {"possible": wanted != [], "outcomes": wanted, "draws": draws(wanted)}
    return {"id": f"{card} in {fixture}", "card": card, "fixture": fixture, "stimulus": stimulus, **result, **more}


def check_play(checker: Checker, card: str, fixture: str, wanted: list[Record], **more: Any) -> None:
    kind = next(fact["kind"] for fact in CARD_FACTS if fact["name"] == card)
    stimulus = "take_corporation" if kind == "corporation" else "play_free"
    found = checker.check_record("play", record_of(card, fixture, stimulus, wanted, **more))
    assert [str(difference) for difference in found] == []


@pytest.mark.parametrize("card", ALWAYS_THE_SAME)
def test_cards_that_do_the_same_in_every_game(checker: Checker, card: str) -> None:
    for fixture in ("FV", "F2V", "FV3") if card in ON_VENUS else ("F1", "F2", "F3"):
        check_play(checker, card, fixture, [ALWAYS_THE_SAME[card]])


@pytest.mark.parametrize(("card", "fixture"), [(card, fixture) for card, games in PLAYED.items() for fixture in games])
def test_cards_in_a_game(checker: Checker, card: str, fixture: str) -> None:
    check_play(checker, card, fixture, PLAYED[card][fixture])


@pytest.mark.parametrize("card", PLACING)
def test_cards_that_place_a_tile(checker: Checker, placements: dict[str, list[Record]], card: str) -> None:
    project, besides = PLACING[card]
    check_play(checker, card, "F1", [added(tile, change) for tile in placements[f"{project}:F1"] for change in besides])


def test_ecological_zone_lies_beside_any_greenery_and_starts_with_its_own_tags(checker: Checker) -> None:
    gifts = {"19": mine(mc=2), "20": mine(mc=2, steel=1), "26": mine(plants=1), "37": mine(plants=2)}
    gifts |= {"40": mine(plants=1), "46": {}, "48": {}, "53": mine(steel=2), "54": {}}
    own = holding("Ecological Zone", 2)
    wanted = [{**own, **gift, "+tiles": [f"{space}:Ecological Zone:0"]} for space, gift in gifts.items()]
    check_play(checker, "Ecological Zone", "F1", wanted)


@pytest.mark.parametrize(
    ("card", "change", "not_beside_the_ocean"),
    [
        ("Commercial District", mine(energy_up=-1, mc_up=4), False),
        ("Natural Preserve", mine(mc_up=1), True),
    ],
)
def test_special_tiles_go_on_any_land_or_far_from_every_tile(
    checker: Checker, card: str, change: Change, not_beside_the_ocean: bool
) -> None:
    """The only tile is the ocean at 33."""
    (land,) = (record["spaces"] for record in checker.read("standard")[0] if record["id"] == "spaces:land_p0:F2")
    wanted = set(land) - ({"24", "25", "32", "34", "41", "42"} if not_beside_the_ocean else set())
    (found,) = checker.check_record("play", record_of(card, "F2", "play_free", [{"0.hand": 1}]))
    assert {outcome["+tiles"][0] for outcome in found.extra} == {f"{space}:{card}:0" for space in wanted}
    for outcome in found.extra:
        assert {key: n for key, n in outcome.items() if ".prod." in key} == change


def test_two_oceans_are_placed_one_after_the_other(checker: Checker, placements: dict[str, list[Record]]) -> None:
    spaces = sorted(ocean["+tiles"][0] for ocean in placements[f"{OCEAN}:F1"])
    (found,) = checker.check_record("play", record_of("Ice Asteroid", "F1", "play_free", [{"0.hand": 1}]))
    pairs = [[first, second] for first in spaces for second in spaces if first < second]
    assert sorted(outcome["+tiles"] for outcome in found.extra) == pairs
    assert {(outcome["0.tr"], outcome["oceans"]) for outcome in found.extra} == {(2, 2)}


@pytest.mark.parametrize(
    ("played", "price", "leeway"), [("Special Design", 10, 2), ("Indentured Workers", 2, 0), ("Mineral Deposit", 10, 0)]
)
def test_the_next_card_only(checker: Checker, played: str, price: int, leeway: int) -> None:
    start = checker.fixture("F1")
    enter_play(checker.t, start[0], 0, checker.cards.number[played])
    run(checker.t, start[0], NOT_ASKED)
    for cheaper, steps in ((price, leeway), (10, 0)):
        assert track_leeway(checker.t, start[0], 0, Track.OXYGEN) == steps
        start[0].stock[0, MC] = 20
        pay_and_play(checker.t, start[0], checker.cards.number["play10:none"])
        run(checker.t, start[0], NOT_ASKED)
        assert start[0].stock[0, MC] == 20 - cheaper


@pytest.mark.parametrize(
    ("production", "beside", "possible"),
    [(-3, [], True), (-4, [], True), (-5, [], False), (-5, [["Tharsis Republic", 0]], True)],
)
def test_the_city_of_immigrant_city_comes_before_its_loss(
    checker: Checker, production: int, beside: list[Any], possible: bool
) -> None:
    adjusted = {"0.prod.mc": production, "0.add_to_tableau": beside}
    found = checker.check_record("play", record_of("Immigrant City", "F1", "play_free", [], adjust=adjusted))
    assert [one.refused_by for one in found] == (["stored"] if possible else [])


def test_flooding_takes_money_from_the_owner_of_a_tile_beside_the_ocean(
    checker: Checker, placements: dict[str, list[Record]]
) -> None:
    """The tile at 62 touches only the ocean space 63."""
    oceans = placements[f"{OCEAN}:F1"]
    taken = [added(ocean, {"1.mc": -4}) for ocean in oceans if ocean["+tiles"] == ["63:ocean:-"]]
    check_play(checker, "Flooding", "F1", [*oceans, *taken], adjust={"tile": [["62", "city", 1]]})
    check_play(checker, "Flooding", "F1", oceans, adjust={"tile": [["62", "city", 0]]})
    blocked = [added(ocean, {"1.corruption": -1}) for ocean in oceans if ocean["+tiles"] == ["63:ocean:-"]]
    found = checker.check_record(
        "play",
        record_of("Flooding", "FU", "play_free", [*oceans, *taken, *blocked], adjust={"tile": [["62", "city", 1]]}),
    )
    # The token under an ocean is gone with Underworld: nothing else differs.
    assert [outcome for one in found for outcome in one.extra if "identified" not in outcome] == []


def test_energy_taken_from_nobody_else_is_the_own_step(checker: Checker) -> None:
    nobody = {"0.prod.energy": 0, "1.prod.energy": 0}
    check_play(checker, "Power Supply Consortium", "F1", [{}], adjust=nobody)


FIRST_ACTIONS: dict[str, list[Record]] = {"Inventrix": [mine(hand=3)]}
FIRST_ACTIONS["Valley Trust"] = [
    {**mine(mc=3, mc_up=4), "+0.tableau": ["Allied Bank"]},
    {**mine(mc=6, steel_up=1, energy_up=1), "+0.tableau": ["Martian Industries"]},
    *(
        {
            **mine(tr=1, energy_up=2, **gift),
            "oceans": 1,
            "+tiles": [f"{space}:ocean:-"],
            "+0.tableau": ["Aquifer Turbines"],
        }
        for space, gift in (
            ("07", {"mc": 1}),
            ("34", {"mc": -1, "plants": 2}),
            ("43", {"mc": -1, "plants": 1}),
            ("45", {"mc": -1, "plants": 1}),
        )
    ),
]


@pytest.mark.parametrize("card", FIRST_ACTIONS)
def test_first_actions(checker: Checker, card: str) -> None:
    record = record_of(card, "F3", "corporation_first_action", FIRST_ACTIONS[card], draws=True)
    assert [str(one) for one in checker.check_record("play", record)] == []


def test_the_first_city_of_tharsis_republic_triggers_both_its_effects(
    checker: Checker, placements: dict[str, list[Record]]
) -> None:
    cities = [added(city, mine(mc=3, mc_up=1)) for city in placements[f"{CITY}:F1"]]
    record = record_of("Tharsis Republic", "F1", "corporation_first_action", cities)
    assert [str(one) for one in checker.check_record("play", record)] == []


# Actions: the card, the game, the resources on it, what may come of it.

ACTIONS: list[tuple[str, str, int, list[Record]]] = [
    ("Equatorial Magnetizer", "F1", 0, [mine(energy_up=-1, tr=1)]),
    ("Fish", "F1", 3, [holding("Fish", 1)]),
    ("Ironworks", "F1", 0, [{**mine(energy=-4, steel=1, tr=1), "oxygen": 1}]),
    ("Ironworks", "F2", 0, NOT_POSSIBLE),
    ("Nitrite Reducing Bacteria", "F1", 0, [holding("Nitrite Reducing Bacteria", 1)]),
    (
        *("Nitrite Reducing Bacteria", "F1", 3),
        [holding("Nitrite Reducing Bacteria", 1), {**holding("Nitrite Reducing Bacteria", -3), **mine(tr=1)}],
    ),
    ("Space Mirrors", "F1", 0, [mine(mc=-7, energy_up=1)]),
    ("Space Mirrors", "F2", 0, NOT_POSSIBLE),
    ("Underground Detonations", "F1", 0, [mine(mc=-10, heat_up=2)]),
    ("Underground Detonations", "F2", 0, NOT_POSSIBLE),
    ("Water Import From Europa", "F2", 0, NOT_POSSIBLE),
    ("Water Splitting Plant", "F1", 0, [{**mine(energy=-3, tr=1), "oxygen": 1}]),
    ("Water Splitting Plant", "F2", 0, NOT_POSSIBLE),
    ("AI Central", "F1", 0, [mine(hand=2)]),
    ("Business Network", "F2", 0, [{}, mine(hand=1, mc=-3)]),
    ("Development Center", "F2", 0, [mine(energy=-1, hand=1)]),
    ("Electro Catapult", "F2", 0, [mine(plants=-1, mc=7), mine(steel=-1, mc=7)]),
    ("Physics Complex", "F1", 3, [{**mine(energy=-6), **holding("Physics Complex", 1)}]),
    ("Physics Complex", "F2", 3, NOT_POSSIBLE),
    ("Power Infrastructure", "F1", 0, [mine(energy=-n, mc=n) for n in range(1, 21)]),
    ("Power Infrastructure", "F2", 0, [mine(energy=-1, mc=1)]),
    ("Deuterium Export", "FV", 0, [holding("Deuterium Export", 1)]),
    (
        *("Deuterium Export", "FV", 3),
        [holding("Deuterium Export", 1), {**holding("Deuterium Export", -1), **mine(energy_up=1)}],
    ),
    ("Jet Stream Microscrappers", "FV", 0, [{**holding("Jet Stream Microscrappers", 2), **mine(titanium=-1)}]),
    ("Jet Stream Microscrappers", "F2V", 0, NOT_POSSIBLE),
    (
        *("Jet Stream Microscrappers", "F2V", 3),
        [{**holding("Jet Stream Microscrappers", -2), **mine(tr=1), "venus": 1}],
    ),
    ("Venus Magnetizer", "FV", 0, [{**mine(energy_up=-1, tr=1), "venus": 1}]),
]


@pytest.mark.parametrize(("card", "fixture", "resources", "wanted"), ACTIONS)
def test_actions(checker: Checker, card: str, fixture: str, resources: int, wanted: list[Record]) -> None:
    record = record_of(card, fixture, "card_action", wanted, resources=resources)
    assert [str(one) for one in checker.check_record("action", record)] == []


def test_water_import_places_an_ocean_for_12(checker: Checker, placements: dict[str, list[Record]]) -> None:
    oceans = [added(ocean, mine(mc=-12)) for ocean in placements[f"{OCEAN}:F1"]]
    record = record_of("Water Import From Europa", "F1", "card_action", oceans, resources=0)
    assert [str(one) for one in checker.check_record("action", record)] == []


# What a card does while it lies there: the holder, the resources on it, what happens, what comes on top.

LASTING: list[tuple[str, int, int, str, list[Change]]] = [
    ("Ecological Zone", 0, 0, "play10:animal", [holding("Ecological Zone", 1)]),
    ("Ecological Zone", 0, 0, "play10:plant", [holding("Ecological Zone", 1)]),
    ("Ecological Zone", 0, 0, "play10:microbe", [{}]),
    ("Ecological Zone", 1, 0, "play10:plant", [{}]),
    ("Immigrant City", 0, 0, "place_city:16", [mine(mc_up=1)]),
    ("Immigrant City", 1, 0, "place_city:16", [{"1.prod.mc": 1}]),
    ("Shuttles", 0, 0, "play10:space", [mine(mc=2)]),
    ("Shuttles", 0, 0, "play10:power", [{}]),
    ("Interplanetary Cinematics", 0, 0, "play10:event", [mine(mc=2)]),
    ("Interplanetary Cinematics", 0, 0, "play10:space+event", [mine(mc=2)]),
    ("Interplanetary Cinematics", 1, 0, "play10:event", [{}]),
    ("Tharsis Republic", 0, 0, "place_city:16", [mine(mc=3, mc_up=1)]),
    ("Tharsis Republic", 1, 0, "place_city:16", [{"1.prod.mc": 1}]),
    ("ThorGate", 0, 0, "play10:power", [mine(mc=3)]),
    ("ThorGate", 0, 0, "standard_project:power_plant", [mine(mc=3)]),
    ("ThorGate", 0, 0, "standard_project:asteroid", [{}]),
    ("Olympus Conference", 0, 0, "play10:science", [holding("Olympus Conference", 1)]),
    (
        *("Olympus Conference", 0, 2, "play10:science"),
        [holding("Olympus Conference", 1), {**holding("Olympus Conference", -1), **mine(hand=1)}],
    ),
    (
        *("Olympus Conference", 0, 0, "play10:science+science"),
        [holding("Olympus Conference", 2), mine(hand=1)],
    ),
    ("Olympus Conference", 1, 2, "play10:science", [{}]),
    ("Standard Technology", 0, 0, "standard_project:city", [mine(mc=3)]),
    ("Standard Technology", 0, 0, "convert_heat", [{}]),
    ("Valley Trust", 0, 0, "play10:science", [mine(mc=2)]),
    ("Valley Trust", 0, 0, "play10:science+science", [mine(mc=4)]),
    ("Venus Waystation", 0, 0, "play10:venus", [mine(mc=2)]),
    ("Manutech", 0, 0, "standard_project:power_plant", [mine(energy=1)]),
    ("Manutech", 0, 0, "standard_project:city", [mine(mc=1)]),
    ("Manutech", 0, 0, "production_phase", [{}]),
    ("Helion", 0, 0, "play10:none", [{}]),
]


@pytest.mark.parametrize(("card", "holder", "resources", "stimulus", "besides"), LASTING)
def test_lasting_effects(
    checker: Checker, card: str, holder: int, resources: int, stimulus: str, besides: list[Change]
) -> None:
    usual = checker.fixture("FV")
    (alone,) = checker.stimulated(usual, stimulus)
    checker.hold(usual, card, holder, resources)
    found = checker.stimulated(usual, stimulus)
    assert sorted(found, key=str) == sorted((added(alone, change) for change in besides), key=str)


def test_inventrix_may_miss_every_global_requirement_by_two_steps(checker: Checker) -> None:
    shift = {"temperature": 2, "oxygen": 2, "oceans": 2, "venus": 2}
    record = {
        "id": "Inventrix",
        "card": "Inventrix",
        "fixture": "F1",
        "holder": 0,
        "stimulus": "battery",
        "removed": [],
    }
    record |= {"baseline": "none", "effects": {}, "requirement_shift_steps": shift, "adjust": {"0.mc": 60}}
    assert [str(one) for one in checker.check_record("passive", record)] == []
