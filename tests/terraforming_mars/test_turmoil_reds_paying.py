"""Paying the fee of the Reds: MC only, or heat for Helion; payments keep it back; colony tiles, the south pole, gifts of other things."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from regolith.envs.terraforming_mars.actions import (
    AMOUNT,
    CARD,
    COLONY,
    CONVERT_HEAT,
    SPACE,
    STANDARD,
    step,
)
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, NONE
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import (
    HEAT,
    MC,
    OCEANS,
    OXYGEN,
    STEEL,
    TEMPERATURE,
    TITANIUM,
    Resource,
    StandardProject,
    Tag,
    Tile,
)

from .reds_games import (
    GIFT_AND_MC,
    GIFT_FOR_OCEANS,
    GIFTS_FOR_CITIES,
    NUMBER,
    OPEN_TILES,
    T,
    actions,
    answer,
    hold,
    position,
    put,
    set_tracks,
    take,
)
from .turmoil_games import BLUE, DRY_LAND, DRY_OCEAN, QUIET, RED

EUROPA = ColonyTile.EUROPA
HELION = ("Helion", *QUIET[1:])


def all_ways(s: Any) -> Iterator[Any]:
    """Every end of an action, over all payments; everything else by the first choice."""
    if s.kind in (Kind.ACTION, Kind.NOTHING):
        yield s
        return
    for action in actions(s) if s.kind == Kind.PAYMENT else actions(s)[:1]:
        other = s.copy()
        step(T, other, action)
        yield from all_ways(other)


# Metals and other means of payment.


@pytest.mark.parametrize(
    ("card", "cost", "steps", "metal", "worth"),
    [("Rad-Chem Factory", 8, 2, STEEL, 2), ("Magnetic Field Dome", 5, 1, STEEL, 2), ("Comet", 21, 2, TITANIUM, 3)],
)
@pytest.mark.parametrize("payment", ["choose", "auto"])
def test_metals_pay_for_a_card_and_not_for_its_fee(
    card: str, cost: int, steps: int, metal: Resource, worth: int, payment: str
) -> None:
    start = position(payment=payment)
    hold(start, card)
    fee, most = 3 * steps, -(-cost // worth)
    for money, metals in product(range(fee - 1, cost + fee + 2), (0, 1, 2, most - 1, most, most + 2)):
        s = start.copy()
        s.stock[RED, [MC, metal]] = (money, metals)
        possible = money >= fee and money + worth * metals >= cost + fee
        assert (CARD + NUMBER[card] in actions(s)) == possible
        if not possible:
            continue
        ways = [n for n in range(min(metals, most) + 1) if money - max(0, cost - worth * n) >= fee]
        take(s, CARD + NUMBER[card])
        if payment == "choose" and len(ways) > 1:
            assert s.kind == Kind.PAYMENT
            assert [action - AMOUNT for action in actions(s)] == ways
        for end in all_ways(s):
            assert end.rating[RED] == 20 + steps, "every way to pay leaves the fee"
            paid = metals - int(end.stock[RED, metal])
            assert end.stock[RED, MC] == money - max(0, cost - worth * paid) - fee >= 0


@pytest.mark.parametrize(
    ("paying", "card", "cost", "worth"),
    [("Dirigibles", "Neutralizer Factory", 7, 3), ("Psychrophiles", "Plantation", 15, 2)],
)
def test_resources_on_cards_do_not_pay_the_fee(paying: str, card: str, cost: int, worth: int) -> None:
    start = position()
    source = put(start, paying)
    hold(start, card)
    for money, held in product(range(2, cost + 4), (0, 1, 2, 3, 8)):
        s = start.copy()
        s.stock[RED, MC], s.resources[source] = money, held
        possible = money >= 3 and money + worth * held >= cost + 3
        assert (CARD + NUMBER[card] in actions(s)) == possible
        if possible:
            take(s, CARD + NUMBER[card])
            for end in all_ways(s):
                assert end.rating[RED] == 21


@pytest.mark.parametrize(
    ("card", "cost", "metal", "worth"),
    [("Water Import From Europa", 12, TITANIUM, 3), ("Aquifer Pumping", 8, STEEL, 2)],
)
@pytest.mark.parametrize("payment", ["choose", "auto"])
def test_metals_pay_for_an_action_and_not_for_its_fee(
    card: str, cost: int, metal: Resource, worth: int, payment: str
) -> None:
    start = position(payment=payment)
    put(start, card)
    for money, metals in product(range(2, cost + 4), (0, 1, 2, 4, 9)):
        s = start.copy()
        s.stock[RED, [MC, metal]] = (money, metals)
        possible = money >= 3 and money + worth * metals >= cost + 3
        assert (CARD + NUMBER[card] in actions(s)) == possible
        if possible:
            take(s, CARD + NUMBER[card])
            for end in all_ways(s):
                assert end.rating[RED] == 21
                assert end.stock.min() >= 0


def test_price_cost_and_fee_add_up() -> None:
    s = position()
    hold(s, "Dear Rating")
    for money in (5 + 4 + 3 - 1, 5 + 4 + 3):
        s.stock[RED, MC] = money
        assert (CARD + NUMBER["Dear Rating"] in actions(s)) == (money == 12)
    take(s, CARD + NUMBER["Dear Rating"])
    assert (s.rating[RED], s.stock[RED, MC]) == (21, 0)


@pytest.mark.parametrize(("tags", "steps"), [(0, 1), (1, 2)])
def test_the_branch_of_a_condition_is_foreseen(tags: int, steps: int) -> None:
    for short in (1, 0):
        s = position()
        hold(s, "Learned Rating")
        s.tags[RED, Tag.SCIENCE], s.stock[RED, MC] = tags, 5 + 3 * steps - short
        assert (CARD + NUMBER["Learned Rating"] in actions(s)) == (not short)
    take(s, CARD + NUMBER["Learned Rating"])
    assert (s.rating[RED], s.stock[RED, MC]) == (20 + steps, 0)


# Helion.


@pytest.mark.parametrize("payment", ["choose", "auto"])
def test_helion_pays_price_and_fee_with_heat_too(payment: str) -> None:
    """Rad-Chem Factory: 8 MC, of which steel may pay, and two steps of rating."""
    start = position(corporations=HELION, payment=payment)
    hold(start, "Rad-Chem Factory")
    for money, heat, steel in product((0, 3, 5, 6, 9, 14), (0, 1, 3, 6, 8, 14), (0, 2, 4, 6)):
        s = start.copy()
        s.stock[RED, [MC, HEAT, STEEL]] = (money, heat, steel)
        possible = money + heat >= 6 and money + heat + 2 * steel >= 14
        assert (CARD + NUMBER["Rad-Chem Factory"] in actions(s)) == possible
        if possible:
            take(s, CARD + NUMBER["Rad-Chem Factory"])
            for end in all_ways(s):
                assert end.rating[RED] == 22
                assert end.stock.min() >= 0


@pytest.mark.parametrize("helion", [True, False])
@pytest.mark.parametrize(("temperature", "steps"), [(0, 1), (14, 2), (19, 0)])
def test_heat_that_is_converted_pays_no_fee(helion: bool, temperature: int, steps: int) -> None:
    start = position(**({"corporations": HELION} if helion else {}))
    set_tracks(start, {TEMPERATURE: temperature})
    for money, heat in product(range(7), range(7, 16)):
        s = start.copy()
        s.stock[RED, [MC, HEAT]] = (money, heat)
        left = money + (heat - 8 if helion else 0)
        possible = heat >= 8 and left >= 3 * steps
        assert (CONVERT_HEAT in actions(s)) == possible
        if possible:
            take(s, CONVERT_HEAT)
            for end in all_ways(s):
                assert end.rating[RED] == 20 + steps
                assert end.stock[RED, MC] + end.stock[RED, HEAT] == money + heat - 8 - 3 * steps


def test_heat_that_an_action_spends_pays_no_fee() -> None:
    for money, heat, possible in (
        (0, 8, False),
        (0, 10, False),
        (0, 11, True),
        (2, 8, False),
        (2, 9, True),
        (3, 8, True),
    ):
        s = position(corporations=HELION)
        put(s, "Caretaker Contract")
        s.stock[RED, [MC, HEAT]] = (money, heat)
        assert (CARD + NUMBER["Caretaker Contract"] in actions(s)) == possible


def test_floaters_that_stand_for_heat_pay_no_fee() -> None:
    for money in (2, 3):
        s = position(corporations=("Stormcraft Incorporated", *QUIET[1:]))
        s.resources[NUMBER["Stormcraft Incorporated"]], s.stock[RED, MC] = 9, money
        assert (CONVERT_HEAT in actions(s)) == (money == 3)


# Colony tiles.


def colonies_of_red(s: Any, *tiles: ColonyTile) -> None:
    for tile in tiles:
        s.colony_owner[tile, 0] = RED


BUILD = STANDARD + StandardProject.BUILD_COLONY


@pytest.mark.parametrize("money", [16, 17, 19, 20])
def test_europa_is_offered_to_who_can_pay_for_its_ocean(money: int) -> None:
    s = position()
    s.stock[RED, MC] = money
    assert (BUILD in actions(s)) == (money >= 17)
    if money >= 17:
        take(s, BUILD)
        assert (COLONY + EUROPA in actions(s)) == (money >= 20)


@pytest.mark.parametrize("oceans", [0, 8, 9])
def test_if_europa_is_the_only_tile_its_ocean_must_be_paid(oceans: int) -> None:
    price = 17 + (3 if oceans < 9 else 0)
    for money in (price - 1, price):
        s = position()
        set_tracks(s, {OCEANS: oceans})
        colonies_of_red(s, *(tile for tile in OPEN_TILES if tile != EUROPA))
        s.stock[RED, MC] = money
        assert (BUILD in actions(s)) == (money == price)
    take(s, BUILD)
    answer(s)
    assert (s.rating[RED], s.stock[RED, MC]) == (20 + int(oceans < 9), 0)


@pytest.mark.parametrize(("money", "offered"), [(22 + 3, None), (23 + 3, False), (23 + 5, False), (23 + 6, True)])
def test_ice_moon_colony_keeps_the_fee_of_its_own_ocean(money: int, offered: bool | None) -> None:
    s = position()
    hold(s, "Ice Moon Colony")
    s.stock[RED, MC] = money
    assert (CARD + NUMBER["Ice Moon Colony"] in actions(s)) == (offered is not None)
    if offered is None:
        return
    take(s, CARD + NUMBER["Ice Moon Colony"])
    assert (COLONY + EUROPA in actions(s)) == offered
    take(s, COLONY + (EUROPA if offered else ColonyTile.IO))
    answer(s)
    assert s.rating[RED] == 21 + int(offered)


def test_if_the_colony_takes_the_last_ocean_only_that_is_paid() -> None:
    s = position()
    set_tracks(s, {OCEANS: 8})
    hold(s, "Ice Moon Colony")
    s.stock[RED, MC] = 23 + 3
    take(s, CARD + NUMBER["Ice Moon Colony"])
    take(s, COLONY + EUROPA)
    answer(s)
    assert (s.rating[RED], s.stock[RED, MC]) == (21, 0)


# The south pole of Hellas: 6 MC for an ocean.


def beside_ocean(s: Any, space: int) -> bool:
    return any(other != NONE and s.tile[other] == Tile.OCEAN_TILE for other in T.neighbours[space])


@pytest.mark.parametrize(
    ("project", "cost", "tracks", "extra"),
    [
        (StandardProject.CITY, 25, {}, 6 + 3),
        (StandardProject.CITY, 25, {OCEANS: 9}, 6),
        (StandardProject.GREENERY, 23, {}, 3 + 6 + 3),
        (StandardProject.GREENERY, 23, {OXYGEN: 14}, 6 + 3),
        (StandardProject.GREENERY, 23, {OXYGEN: 7}, 6 + 6 + 3),
        (StandardProject.GREENERY, 23, {OXYGEN: 7, TEMPERATURE: 14}, 9 + 6 + 3),
    ],
)
def test_the_south_pole_is_offered_to_who_can_pay_all_of_it(
    project: StandardProject, cost: int, tracks: dict[Any, int], extra: int
) -> None:
    for short in (1, 0):
        s = position(map="hellas")
        set_tracks(s, tracks)
        (pole,) = [space for space in range(61) if T.space_ocean[s.map, space]]
        s.stock[RED, MC] = cost + extra - short
        take(s, STANDARD + project)
        assert (SPACE + pole in actions(s)) == (not short)
        if short:
            continue
        take(s, SPACE + pole)
        while s.kind == Kind.SPACE:
            take(s, next(a for a in actions(s) if not beside_ocean(s, a - SPACE)))
        assert s.rating[RED] == 20 + (extra - 6) // 3
        assert s.stock[RED, MC] == (6 if tracks.get(OCEANS) == 9 else 0), "without an ocean left nobody pays for it"


# Rating that nobody decided to take.


def with_gift(carrier: int, player: int, **options: Any) -> Any:
    s = position(**options)
    s.in_force_for[carrier - FIRST_CARRIER] = 1 << player
    return s


@pytest.mark.parametrize(("money", "gained"), [(0, 0), (2, 0), (3, 1), (9, 1)])
@pytest.mark.parametrize("carrier", [GIFT_FOR_OCEANS, GIFT_AND_MC])
def test_another_player_gains_what_he_can_pay(money: int, gained: int, carrier: int) -> None:
    s = with_gift(carrier, BLUE, players=3)
    s.stock[RED, MC], s.stock[BLUE, MC] = 18 + 3, money
    take(s, STANDARD + StandardProject.AQUIFER)
    take(s, SPACE + DRY_OCEAN)
    assert s.rating[:3].tolist() == [21, 20 + gained, 20]
    assert (s.stock[RED, MC], s.stock[BLUE, MC]) == (0, money - 3 * gained)
    assert s.stock[BLUE, HEAT] == (2 if carrier == GIFT_AND_MC else 0), "the rest happens"
    assert s.rating_rose[:3].tolist() == [1, gained, 0]
    assert (s.kind, s.player) == (Kind.ACTION, RED)


def test_another_player_may_pay_for_a_gift_with_heat_if_he_is_helion() -> None:
    s = with_gift(GIFT_FOR_OCEANS, BLUE, corporations=("Saturn Systems", "Helion"))
    s.stock[RED, MC], s.stock[BLUE, [MC, HEAT]] = 18 + 3, (1, 2)
    take(s, STANDARD + StandardProject.AQUIFER)
    take(s, SPACE + DRY_OCEAN)
    assert s.rating[:2].tolist() == [21, 21]
    assert s.stock[BLUE, [MC, HEAT]].tolist() == [0, 0]


@pytest.mark.parametrize(("money", "gained"), [(25, 0), (27, 0), (28, 1), (30, 1), (31, 2)])
def test_an_own_gift_stops_nothing_and_is_gained_step_by_step(money: int, gained: int) -> None:
    s = with_gift(GIFTS_FOR_CITIES, RED)
    s.stock[RED, MC] = money
    take(s, STANDARD + StandardProject.CITY)
    take(s, SPACE + DRY_LAND)
    assert s.tile[DRY_LAND] == Tile.CITY_TILE
    assert (s.rating[RED], s.stock[RED, MC]) == (20 + gained, money - 25 - 3 * gained)


@pytest.mark.parametrize(("money", "gained"), [(6, 2), (8, 2), (9, 3)])
def test_a_gift_takes_no_money_that_a_certain_step_needs(money: int, gained: int) -> None:
    """Comet: temperature and an ocean, which brings the gift."""
    s = with_gift(GIFT_FOR_OCEANS, RED)
    hold(s, "Comet")
    s.stock[RED, MC] = 21 + money
    take(s, CARD + NUMBER["Comet"])
    answer(s)
    assert (s.track[TEMPERATURE], s.track[OCEANS]) == (1, 1)
    assert s.rating[RED] == 20 + gained


@pytest.mark.parametrize(("money", "gained"), [(9, 1), (11, 1), (12, 2), (15, 3)])
def test_no_money_is_kept_for_gifts(money: int, gained: int) -> None:
    """A city on the south pole brings an ocean, which is certain, and two steps as gifts."""
    s = with_gift(GIFTS_FOR_CITIES, RED, map="hellas")
    s.stock[RED, MC] = 25 + money
    take(s, STANDARD + StandardProject.CITY)
    take(s, SPACE + next(space for space in range(61) if T.space_ocean[s.map, space]))
    answer(s)
    assert s.track[OCEANS] == 1
    assert s.rating[RED] == 20 + gained
