"""The cards of Colonies that neither build nor trade, and the words that they are written in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.core.rng import seed
from regolith.envs.terraforming_mars.actions import (
    AMOUNT,
    CARD,
    CONVERT_HEAT,
    DECLINE,
    PASS,
    STANDARD,
    step,
)
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.machine.allowed import may_act, may_play
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin
from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.player.hand_value import NEVER, delay
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, FIRST_PRELUDE, NONE
from regolith.envs.terraforming_mars.rules.counting import counted
from regolith.envs.terraforming_mars.rules.course import new_generation
from regolith.envs.terraforming_mars.rules.drawing import take_in_hand
from regolith.envs.terraforming_mars.rules.invariants import broken_frame
from regolith.envs.terraforming_mars.rules.placement import put_tile
from regolith.envs.terraforming_mars.rules.price import card_price, heat_at_hand, price
from regolith.envs.terraforming_mars.rules.redeal import determinize
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.rules.scoring import card_points
from regolith.envs.terraforming_mars.show.naming import action_name, question
from regolith.envs.terraforming_mars.state import Frame, Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import (
    EARTH,
    HEAT,
    JOVIAN,
    MC,
    PLANTS,
    SCIENCE,
    TEMPERATURE,
    TITANIUM,
    WILD,
    StandardProject,
    Tile,
)

from .games import NUMBER, T, actions, choose, deal
from .tables import Change, act, answer, changed, choices, colonies, lay, play, table

FLOATERS_HERE = "Dirigibles"
"""A card for floaters, not Jovian."""
STORMCRAFT, POLYPHEMOS = "Stormcraft Incorporated", "Polyphemos"

# What is played, what lies there before, what is chosen, and what comes of it.

PLAYED: list[tuple[str, tuple[str, ...], tuple[Any, ...], Change]] = [
    ("Airliners", (), (), {"mc_up": 2}),
    ("Airliners", (FLOATERS_HERE,), (), {"mc_up": 2, FLOATERS_HERE: 2}),
    ("Atmo Collectors", (), (), {"Atmo Collectors": 2}),
    ("Atmo Collectors", (FLOATERS_HERE,), (FLOATERS_HERE,), {FLOATERS_HERE: 2}),
    ("Corona Extractor", (), (), {"energy_up": 4}),
    ("Cryo-Sleep", (), (), {}),
    ("Earth Elevator", (), (), {"titanium_up": 3}),
    ("Ecology Research", ("Birds", "Decomposers"), (), {"Birds": 1, "Decomposers": 5}),
    ("Floater Prototypes", (), (), {}),
    ("Floater Prototypes", (FLOATERS_HERE,), (), {FLOATERS_HERE: 2}),
    ("Floater Technology", (), (), {}),
    ("Heavy Taxation", (), (), {"mc_up": 2, "mc": 4}),
    ("Impactor Swarm", (), (), {"heat": 12}),
    ("Jovian Lanterns", (), (), {"tr": 1, "Jovian Lanterns": 2}),
    ("Luna Governor", (), (), {"mc_up": 2}),
    ("Lunar Exports", (), (0,), {"mc_up": 5}),
    ("Lunar Exports", (), (1,), {"plants_up": 2}),
    ("Lunar Mining", (), (), {}),
    ("Lunar Mining", ("Luna Governor",), (), {"titanium_up": 1}),
    ("Lunar Mining", ("Luna Governor", "Earth Office"), (), {"titanium_up": 2}),
    ("Nitrogen from Titan", (FLOATERS_HERE,), (), {"tr": 2}),
    ("Nitrogen from Titan", (FLOATERS_HERE, "Titan Shuttles"), (), {"tr": 2, "Titan Shuttles": 2}),
    ("Red Spot Observatory", (), (), {"hand": 2}),
    ("Refugee Camps", (), (), {}),
    ("Rim Freighters", (), (), {}),
    ("Solar Reflectors", (), (), {"heat_up": 5}),
    ("Spin-off Department", (), (), {"mc_up": 2}),
    ("Titan Air-scrapping", (), (), {}),
    ("Titan Floating Launch-pad", (FLOATERS_HERE,), (), {"Titan Floating Launch-pad": 2}),
    ("Titan Shuttles", (), (), {}),
    ("Trade Envoys", (), (), {}),
    ("Warp Drive", (), (), {}),
    ("Arklight", (), (), {"mc_up": 2, "Arklight": 1}),
    (POLYPHEMOS, (), (), {"mc_up": 5, "titanium": 5}),
    (STORMCRAFT, (), (), {}),
]

ACTIONS: list[tuple[str, int, tuple[str, ...], tuple[Any, ...], Change]] = [
    ("Atmo Collectors", 1, (), (0,), {"Atmo Collectors": -1, "titanium": 2}),
    ("Atmo Collectors", 1, (), (1,), {"Atmo Collectors": -1, "energy": 3}),
    ("Atmo Collectors", 1, (), (2,), {"Atmo Collectors": -1, "heat": 4}),
    ("Atmo Collectors", 1, (), (3,), {"Atmo Collectors": 1}),
    ("Atmo Collectors", 0, (), (), {"Atmo Collectors": 1}),
    ("Floater Technology", 0, (), (), {}),
    ("Floater Technology", 0, (FLOATERS_HERE,), (), {FLOATERS_HERE: 1}),
    ("Jovian Lanterns", 0, (), (), {"titanium": -1, "Jovian Lanterns": 2}),
    ("Red Spot Observatory", 1, (), (0,), {"Red Spot Observatory": -1, "hand": 1}),
    ("Red Spot Observatory", 1, (), (1,), {"Red Spot Observatory": 1}),
    ("Refugee Camps", 0, (), (), {"mc_up": -1, "Refugee Camps": 1}),
    ("Sub-zero Salt Fish", 0, (), (), {"Sub-zero Salt Fish": 1}),
    ("Titan Air-scrapping", 2, (), (0,), {"Titan Air-scrapping": -2, "tr": 1}),
    ("Titan Air-scrapping", 2, (), (1,), {"Titan Air-scrapping": 2, "titanium": -1}),
    ("Titan Shuttles", 3, (FLOATERS_HERE,), (0,), {"Titan Shuttles": 2}),
    ("Titan Shuttles", 3, (), (1, 1), {"Titan Shuttles": -1, "titanium": 1}),
    ("Titan Shuttles", 3, (), (1, 3), {"Titan Shuttles": -3, "titanium": 3}),
    (STORMCRAFT, 0, (FLOATERS_HERE,), (FLOATERS_HERE,), {FLOATERS_HERE: 1}),
    (STORMCRAFT, 0, (), (), {STORMCRAFT: 1}),
]


def numbers(chosen: tuple[Any, ...]) -> list[int]:
    """Cards by name, other things by number."""
    return [NUMBER[choice] if isinstance(choice, str) else choice for choice in chosen]


@pytest.mark.parametrize(("card", "beside", "chosen", "wanted"), PLAYED)
def test_playing(card: str, beside: tuple[str, ...], chosen: tuple[Any, ...], wanted: Change) -> None:
    s = table(*beside)
    before = s.copy()
    play(s, card, *numbers(chosen))
    assert s.depth == 0
    assert changed(before, s) == wanted


@pytest.mark.parametrize(("card", "held", "beside", "chosen", "wanted"), ACTIONS)
def test_actions(card: str, held: int, beside: tuple[str, ...], chosen: tuple[Any, ...], wanted: Change) -> None:
    s = table(*beside)
    lay(s, card, held=held)
    s.stock[0, TITANIUM] = 1
    before = s.copy()
    assert may_act(T, s, 0, NUMBER[card])
    act(s, card, *numbers(chosen))
    assert s.depth == 0
    assert changed(before, s) == wanted


def test_actions_that_cannot_be_paid() -> None:
    s = table("Jovian Lanterns", "Titan Air-scrapping", "Refugee Camps")
    s.production[0, MC] = -5
    for card in ("Jovian Lanterns", "Titan Air-scrapping", "Refugee Camps"):
        assert not may_act(T, s, 0, NUMBER[card])


def test_refugee_camps_score_each_camp() -> None:
    s = table()
    card = lay(s, "Refugee Camps", held=3)
    assert card_points(T, s, 0, card) == 3


def test_sub_zero_salt_fish_lowers_somebodys_plants() -> None:
    s = table()
    s.track[TEMPERATURE] = 12
    assert meets(T, s, 0, NUMBER["Sub-zero Salt Fish"], False)
    take_in_hand(s, NUMBER["Sub-zero Salt Fish"], 0)
    s.stock[0, MC] = 5
    assert not may_play(T, s, 0, NUMBER["Sub-zero Salt Fish"], 0, False), "nobody has any"
    s.production[1, PLANTS] = 1
    assert may_play(T, s, 0, NUMBER["Sub-zero Salt Fish"], 0, False)
    play(s, "Sub-zero Salt Fish")
    assert s.production[1, PLANTS] == 0


def test_air_raid_costs_a_floater_and_steals_what_is_there() -> None:
    s = table(players=3)
    take_in_hand(s, NUMBER["Air Raid"], 0)
    assert not may_play(T, s, 0, NUMBER["Air Raid"], 0, False)
    lay(s, FLOATERS_HERE, held=2)
    assert may_play(T, s, 0, NUMBER["Air Raid"], 0, False)
    s.stock[:3, MC] = (0, 3, 9)
    declined = s.copy()
    play(s, "Air Raid", 1)
    assert s.stock[:3, MC].tolist() == [3, 0, 9]
    assert s.resources[NUMBER[FLOATERS_HERE]] == 1
    s = declined
    play(s, "Air Raid")
    assert s.may_decline
    run(T, s, -1)
    assert s.stock[:3, MC].tolist() == [0, 3, 9]
    assert s.resources[NUMBER[FLOATERS_HERE]] == 1


def test_air_raid_alone_takes_from_the_bank() -> None:
    s = table(players=1)
    lay(s, FLOATERS_HERE, held=1)
    play(s, "Air Raid")
    assert s.stock[0, MC] == 5


def test_impactor_swarm_may_remove_plants() -> None:
    s = table()
    s.stock[1, PLANTS] = 5
    play(s, "Impactor Swarm", 1)
    assert s.stock[1, PLANTS] == 3


def test_galilean_waystation_counts_jovian_tags_of_everybody() -> None:
    s = table("Titan Shuttles")
    lay(s, "Jovian Lanterns", player=1)
    s.tags[0, WILD] = 1
    s.tags[1, WILD] = 2
    play(s, "Galilean Waystation")
    assert s.production[0, MC] == 3, "own wild tags count, those of others do not"


def test_community_services_count_face_up_cards_without_tags() -> None:
    s = table("Floater Leasing", "Trade Envoys", POLYPHEMOS, "Loan", "Mine")
    lay(s, "Research Coordination")
    lay(s, "Air Raid")
    lay(s, "Quantum Communications", player=1)
    assert numbered()[NUMBER["Research Coordination"]].tags == (WILD,)
    assert numbered()[NUMBER["Loan"]].tags == ()
    before = s.copy()
    play(s, "Community Services")
    # Two projects, the corporation, a prelude, one with a wild tag only, and itself; neither the event nor the other player's.
    assert changed(before, s) == {"mc_up": 6}


@pytest.mark.parametrize(("here", "there", "steps"), [(0, 0, 0), (2, 0, 0), (2, 1, 1), (5, 4, 3)])
def test_floater_leasing_counts_threes_on_all_own_cards(here: int, there: int, steps: int) -> None:
    s = table()
    lay(s, FLOATERS_HERE, held=here)
    lay(s, STORMCRAFT, held=there)
    lay(s, "Titan Shuttles", player=1, held=9)
    lay(s, "Decomposers", held=9)
    play(s, "Floater Leasing")
    assert s.production[0, MC] == steps


@pytest.mark.parametrize(("held", "paid"), [(0, 0), (3, 3), (4, 4), (7, 4)])
def test_jupiter_floating_station_pays_for_four_at_most(held: int, paid: int) -> None:
    s = table(FLOATERS_HERE)
    card = lay(s, "Jupiter Floating Station", held=held)
    other = s.copy()
    act(s, "Jupiter Floating Station", 1)
    assert s.stock[0, MC] == paid
    assert s.resources[card] == held, "they stay"
    act(other, "Jupiter Floating Station", 0)
    assert other.resources[card] == held + 1, "the other card is not Jovian"


def test_martian_zoo_grows_by_earth_tags_and_pays_for_its_animals() -> None:
    s = table()
    card = lay(s, "Martian Zoo")
    assert not may_act(T, s, 0, card), "there is no animal"
    play(s, "Luna Governor")
    play(s, "Conscription")
    play(s, "Mine")
    play(s, "Lunar Mining", player=1)
    assert s.resources[card] == 3
    assert may_act(T, s, 0, card)
    act(s, "Martian Zoo")
    assert s.stock[0, MC] == 3
    assert s.resources[card] == 3


def test_martian_zoo_needs_two_cities_of_anyone() -> None:
    s = table()
    assert not meets(T, s, 0, NUMBER["Martian Zoo"], False)
    put_tile(T, s, 1, 3, Tile.CITY_TILE)
    put_tile(T, s, 1, 70, Tile.CITY_TILE)
    assert meets(T, s, 0, NUMBER["Martian Zoo"], False)


def test_arklight_gets_animals_for_animal_and_plant_tags() -> None:
    s = table()
    play(s, "Arklight")
    card = NUMBER["Arklight"]
    assert s.resources[card] == 1
    play(s, "Ecology Research")
    assert s.resources[card] == 1 + 2 + 1, "a plant tag, an animal tag, and the animal that it adds"
    play(s, "Algae")
    play(s, "Bushes", player=1)
    assert s.resources[card] == 5
    assert card_points(T, s, 0, card) == 2


@pytest.mark.parametrize(("science", "wild", "drawn"), [(1, 0, 0), (2, 0, 1), (1, 1, 1), (5, 0, 2)])
def test_solar_probe_counts_its_own_tag(science: int, wild: int, drawn: int) -> None:
    s = table()
    s.tags[0, SCIENCE], s.tags[0, WILD] = science, wild
    play(s, "Solar Probe")
    assert s.hand[0] == drawn


def test_spin_off_department_draws_for_projects_of_20() -> None:
    s = table("Spin-off Department")
    for card, drawn in (
        ("Earth Elevator", 1),
        ("Quantum Communications", 1),
        ("Deimos Down", 2),
        ("Loan", 2),
        (POLYPHEMOS, 2),
    ):
        play(s, card)
        assert s.depth == 0
        assert s.hand[0] == drawn
    play(s, "Solar Reflectors", player=1)
    assert s.hand[0] == 2
    s.stock[0, MC] = 23
    before = int(s.hand[0])
    step(T, s, STANDARD + StandardProject.GREENERY)
    assert s.hand[0] == before, "a standard project is no card"


def test_conscription_lasts_for_the_generation() -> None:
    s = table()
    s.tags[0, EARTH], s.stock[0, MC] = 2, 16
    take_in_hand(s, NUMBER["Conscription"], 0)
    take_in_hand(s, NUMBER["Comet"], 0)
    take_in_hand(s, NUMBER["Mine"], 0)
    assert price(T, s, 0, NUMBER["Comet"], 0) == 21
    step(T, s, CARD + NUMBER["Conscription"])
    assert s.lies[NUMBER["Conscription"]] == Lies.PLAYED_EVENT
    assert [int(price(T, s, 0, NUMBER[card], 0)) for card in ("Comet", "Mine")] == [5, 0]
    assert price(T, s, 1, NUMBER["Comet"], 0) == 21
    step(T, s, STANDARD + StandardProject.POWER_PLANT)
    assert price(T, s, 0, NUMBER["Comet"], 0) == 5, "other actions may come between"
    passed, used = s.copy(), s.copy()
    play(used, "Mine")
    assert price(T, used, 0, NUMBER["Comet"], 0) == 21, "used up, whatever the cost"
    step(T, passed, PASS)
    step(T, passed, PASS)
    assert price(T, passed, 0, NUMBER["Comet"], 0) == 5, "the other one has still to pass"
    new_generation(T, s)
    assert price(T, s, 0, NUMBER["Comet"], 0) == 21


def test_discounts() -> None:
    s = table("Warp Drive", "Sky Docks")
    # A space tag is worth it once, however many there are.
    assert price(T, s, 0, NUMBER["Solar Reflectors"], 0) == 23 - 4 - 1
    assert price(T, s, 0, NUMBER["Mine"], 0) == 4 - 1


def test_molecular_printing_counts_cities_and_colonies_of_everybody() -> None:
    s = table()
    for space, player in ((3, 0), (20, 1), (70, 1)):
        put_tile(T, s, player, space, Tile.CITY_TILE)
    colonies(s, ColonyTile.LUNA, 1, 0)
    colonies(s, ColonyTile.IO, 1)
    s.stock[0, MC] = 0
    play(s, "Molecular Printing")
    assert s.stock[0, MC] == 6


def test_colonies_are_counted_in_effects_requirements_and_points() -> None:
    s = table()
    needs = ("Space Port", "Space Port Colony", "Pioneer Settlement")
    assert [bool(meets(T, s, 0, NUMBER[card], False)) for card in needs] == [False, False, True]
    colonies(s, ColonyTile.LUNA, 1)
    assert [bool(meets(T, s, 0, NUMBER[card], False)) for card in needs] == [False, False, True], "not his"
    colonies(s, ColonyTile.LUNA, 1, 0)
    assert [bool(meets(T, s, 0, NUMBER[card], False)) for card in needs] == [True, True, True]
    colonies(s, ColonyTile.IO, 0)
    assert [bool(meets(T, s, 0, NUMBER[card], False)) for card in needs] == [True, True, False]
    other = s.copy()
    play(s, "Quantum Communications")
    assert s.production[0, MC] == 3
    play(other, "Ecology Research")
    assert other.production[0, PLANTS] == 2
    port = lay(s, "Space Port Colony")
    assert card_points(T, s, 0, port) == 1
    colonies(s, ColonyTile.CERES, 1)
    assert card_points(T, s, 0, port) == 2


def test_urban_decomposers_need_a_colony_and_a_city_of_their_own() -> None:
    s = table("Decomposers")
    card = NUMBER["Urban Decomposers"]
    colonies(s, ColonyTile.LUNA, 0)
    put_tile(T, s, 1, 3, Tile.CITY_TILE)
    assert not meets(T, s, 0, card, False)
    put_tile(T, s, 0, 20, Tile.CITY_TILE)
    assert meets(T, s, 0, card, False)
    play(s, "Urban Decomposers")
    assert s.production[0, PLANTS] == 1
    assert s.resources[NUMBER["Decomposers"]] == 3, "and one for its own tag"
    colonies(s, ColonyTile.LUNA, 1)
    assert not meets(T, s, 0, card, False)


def test_a_requirement_of_few_colonies_is_no_delay_and_of_too_many_never_met() -> None:
    """What the greedy player thinks of it."""
    s, card = table(), NUMBER["Pioneer Settlement"]
    assert delay(T, s, 0, card) == 0
    colonies(s, ColonyTile.LUNA, 0)
    assert delay(T, s, 0, card) == 0
    colonies(s, ColonyTile.IO, 0)
    assert delay(T, s, 0, card) == NEVER


def test_without_the_box_there_are_no_colonies() -> None:
    s = deal(1)[0]
    count = int(T.count[T.on_play[NUMBER["Quantum Communications"]]])
    assert count != NONE
    assert counted(T, s, count, 0, NUMBER["Quantum Communications"]) == 0


# Stormcraft: floaters on it are 2 heat each.


def stormy(heat: int, floaters: int, *beside: str, **options: Any) -> Any:
    s = table(*beside, **options)
    lay(s, STORMCRAFT, held=floaters)
    s.stock[0, HEAT] = heat
    return s


def sensible(owed: int, heat: int, floaters: int) -> list[int]:
    """Numbers of floaters with which neither one of them nor one heat less would do."""

    def enough(n: int, more: int) -> bool:
        return 0 <= n <= floaters and 0 <= more <= heat and 2 * n + more >= owed

    found = {
        n
        for n in range(floaters + 1)
        for more in range(heat + 1)
        if enough(n, more) and not enough(n - 1, more) and not enough(n, more - 1)
    }
    return sorted(found)


HEAT_SPENT = {"convert": 8, "Caretaker Contract": 8, "Local Heat Trapping": 5}


@pytest.mark.parametrize("way", HEAT_SPENT)
@pytest.mark.parametrize("payment", ["choose", "auto"])
def test_heat_and_floaters_pay_in_every_sensible_mix(way: str, payment: str) -> None:
    owed = HEAT_SPENT[way]
    for heat in range(10):
        for floaters in range(6):
            s = stormy(heat, floaters, payment=payment)
            if way == "Caretaker Contract":
                lay(s, way)
            elif way != "convert":
                take_in_hand(s, NUMBER[way], 0)
                s.stock[0, MC] = 1
            action = CONVERT_HEAT if way == "convert" else CARD + NUMBER[way]
            wanted = sensible(owed, heat, floaters)
            assert (action in actions(s)) == (heat + 2 * floaters >= owed) == bool(wanted)
            if not wanted:
                continue
            step(T, s, action)
            if payment == "auto":
                wanted = [min(wanted)]
            assert (s.kind == Kind.PAYMENT) == (len(wanted) > 1)
            for n in wanted:
                other = s.copy()
                if len(wanted) > 1:
                    assert choices(other) == wanted
                    step(T, other, AMOUNT + n)
                assert other.resources[NUMBER[STORMCRAFT]] == floaters - n
                assert other.stock[0, HEAT] == heat - max(0, owed - 2 * n)


def test_only_the_owner_spends_them_and_only_from_that_card() -> None:
    s = stormy(8, 4)
    lay(s, FLOATERS_HERE, held=9)
    assert heat_at_hand(T, s, 0) == 16
    assert heat_at_hand(T, s, 1) == 0
    s.stock[1, HEAT], s.turn, s.player = 8, 1, 1
    step(T, s, CONVERT_HEAT)
    assert s.kind != Kind.PAYMENT
    assert s.stock[1, HEAT] == 0
    assert s.resources[NUMBER[STORMCRAFT]] == 4


def test_a_payment_with_floaters_waits_for_nothing() -> None:
    s = stormy(0, 5)
    card = lay(s, "Caretaker Contract")
    begin(s, T.standard_row[StandardProject.AQUIFER], NONE, 0)
    begin(s, T.action[card], card, 0)
    run(T, s, NOT_ASKED)
    assert s.kind == Kind.SPACE, "4 floaters are enough and the only way"
    assert s.resources[NUMBER[STORMCRAFT]] == 1
    assert s.depth == 1


def test_what_is_told_of_the_payment() -> None:
    s = stormy(7, 5)
    step(T, s, CONVERT_HEAT)
    assert question(s) == f"choose how many floaters of {STORMCRAFT} to spend as heat (8 heat)"
    assert [action_name(s, action) for action in actions(s)] == [
        f"spend 1 floater of {STORMCRAFT} (worth 2 heat)",
        *(f"spend {n} floaters of {STORMCRAFT} (worth {2 * n} heat)" for n in (2, 3, 4)),
    ]
    s.stock[0, HEAT] = 8
    s.choices = 0
    run(T, s, NOT_ASKED)
    assert action_name(s, AMOUNT) == f"spend no floaters of {STORMCRAFT}"
    seen = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, 0, seen)
    means, left = OBSERVATION["means"], OBSERVATION["price"]
    assert seen[means.start : means.stop].tolist() == [0.0] * (means.stop - means.start - 1) + [1.0]
    assert seen[left.start] == np.float32(8 / 60)


def test_heat_that_is_owed_can_be_paid_and_is_paid_at_once() -> None:
    s = stormy(7, 5)
    step(T, s, CONVERT_HEAT)
    top = int(s.depth) - 1
    assert not broken_frame(T, s, top)
    for field, number in ((Frame.X, 0), (Frame.X, 18), (Frame.CARD, NUMBER[STORMCRAFT])):
        other = s.copy()
        other.stack[top, field] = number
        assert broken_frame(T, other, top)
    begin(s, T.standard_row[StandardProject.AQUIFER], NONE, 0)
    assert broken_frame(T, s, top)


# Polyphemos: cards that are bought cost 5.


def deal_corporation(s: Any, name: str) -> int:
    """The first player is dealt a corporation in place of another one."""
    card = NUMBER[name]
    mine = next(c for c in range(FIRST_CORPORATION, FIRST_PRELUDE) if s.owner[c] == 0 and s.lies[c] == Lies.DEALT)
    if card != mine and s.owner[card] != 0:
        s.deck[s.deck == card] = mine
        for field in (s.lies, s.owner):
            field[mine], field[card] = int(field[card]), int(field[mine])
        for other in range(s.players):
            s.could_be[other, card], s.could_be[other, mine] = (
                int(s.could_be[other, mine]),
                int(s.could_be[other, card]),
            )
        s.choice[: s.choices] = sorted(card if c == mine else c for c in choices(s))
    return card


def bought(s: Any, player: int) -> list[int]:
    return [c for c in range(FIRST_CORPORATION) if s.lies[c] == Lies.BOUGHT and s.owner[c] == player]


@pytest.mark.parametrize(("corporation", "start", "each"), [(POLYPHEMOS, 50, 5), (STORMCRAFT, 48, 3)])
def test_the_first_hand_is_bought_at_the_price_of_the_corporation(corporation: str, start: int, each: int) -> None:
    s = deal(3, draft=False, prelude=False, colonies=True)[0]
    assert s.player == 0
    assert card_price(T, s, 0) == 3
    step(T, s, CARD + deal_corporation(s, corporation))
    assert card_price(T, s, 0) == each
    assert card_price(T, s, 1) == 3
    assert action_name(s, actions(s)[0]).endswith(f"({each} MC)")
    for _ in range(4):
        choose(s)
    step(T, s, DECLINE)
    while s.phase == Phase.SETUP:
        choose(s, DECLINE)
    assert s.hand[0] == 4
    assert s.stock[0, MC] == start - 4 * each


def test_the_first_hand_is_no_larger_than_the_price_allows() -> None:
    s = deal(3, draft=False, prelude=False, colonies=True)[0]
    step(T, s, CARD + deal_corporation(s, POLYPHEMOS))
    for n in range(10):
        assert len(bought(s, 0)) == n
        choose(s)
    assert s.player == 1, "10 cards for 50 MC"


def in_research(money: int) -> Any:
    """The owner of Polyphemos has so much and buys first."""
    s = table(POLYPHEMOS, prelude=False)
    s.stock[:2, MC], s.first_player = (money, 20), 1
    new_generation(T, s)
    run(T, s, NOT_ASKED)
    assert (s.phase, s.player) == (Phase.RESEARCH, 0)
    return s


def test_research_costs_him_5_a_card() -> None:
    s = in_research(14)
    assert action_name(s, actions(s)[0]).endswith("(5 MC)")
    choose(s)
    choose(s)
    assert s.player == 1, "a third one costs too much"
    step(T, s, DECLINE)
    assert s.stock[0, MC] == 4
    assert s.hand[0] == 2


def test_what_he_may_have_bought_is_dealt_anew_at_his_price() -> None:
    found = set()
    for number in range(20):
        s = in_research(9)
        step(T, s, DECLINE)
        seed(s.rng, number)
        determinize(T, s, 1)
        found.add(len(bought(s, 0)))
    assert found == {0, 1}


@pytest.mark.parametrize(("money", "left"), [(4, 4), (5, 0), (7, 2)])
def test_cards_bought_by_an_action_cost_him_5(money: int, left: int) -> None:
    s = table(POLYPHEMOS, "Business Network")
    s.stock[0, MC] = money
    act(s, "Business Network")
    if money >= 5:
        assert action_name(s, CARD + choices(s)[0]).endswith("(5 MC)")
        answer(s, choices(s)[0])
    assert s.hand[0] == int(money >= 5)
    assert s.stock[0, MC] == left


def test_drawing_is_free() -> None:
    s = table(POLYPHEMOS)
    play(s, "Red Spot Observatory")
    assert s.hand[0] == 2
    assert s.stock[0, MC] == 0


def test_titan_cards_add_to_jovian_cards_only() -> None:
    s = table(FLOATERS_HERE, "Titan Floating Launch-pad")
    lay(s, "Jupiter Floating Station")
    jovian = sorted(
        NUMBER[card] for card in ("Jupiter Floating Station", "Titan Floating Launch-pad", "Titan Shuttles")
    )
    play(s, "Titan Shuttles")
    act(s, "Titan Shuttles")
    assert choices(s) == jovian
    assert all(T.tags[card, JOVIAN] for card in jovian)


def test_what_the_greedy_player_thinks_of_them() -> None:
    assert T.lasting_mc[NUMBER[POLYPHEMOS]] < 0, "dear cards"
    for card in ("Cryo-Sleep", "Rim Freighters", "Trade Envoys", "Spin-off Department", "Aridor", "Poseidon"):
        assert T.lasting_mc[NUMBER[card]] > 0
    for card in (STORMCRAFT, "Martian Zoo", "Jupiter Floating Station", "Titan Shuttles"):
        assert T.held_mc[NUMBER[card]] > 0
    assert T.counted_own[NUMBER["Community Services"]] == 1, "it counts itself"
    assert T.worth_points[NUMBER["Space Port Colony"]] > 0
