"""The eight green projects: where each may place its greenery, and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from .table import LAND, NO_TOKENS, Side, Table, cheapest, row, table

LAND_FULL = {"greenery": [2, 4, 5, 6, 8, 11], "heat": [12, 14, 17, 18]}
"""With cities on 1, 7, 13 and 19 no land hex of Tharsis is vacant; a greenery is left in the supply."""
ANYWHERE = ["Insects", "Moss", "Bushes"]


def start(name: str, credits: int = 6, cities: tuple[int, ...] = (5,), **position: Any) -> Table:
    """A position in which White has tags and credits for the project, and Black six heat."""
    position.setdefault("black", Side(cities=[18], credits=2, heat=6))
    return table(Side(projects=row(name), credits=credits, cities=cities), **position)


@pytest.mark.parametrize("name", ANYWHERE)
def test_placed_on_any_vacant_land(name: str) -> None:
    t = start(name, water=[3], greenery=[7], heat=[8]).do(name)
    assert t.hexes() == LAND["tharsis"] - {5, 18, 7, 8}
    t.do("greenery to 12")  # a bonus hex, which gives nothing
    assert (t.greenery, t.supply.greenery, t.turn) == ({7, 12}, 5, "black")
    assert (t.white.tokens, t.white.heat) == (NO_TOKENS, 0)


@pytest.mark.parametrize("name", ANYWHERE)
def test_not_activated_when_no_land_is_vacant(name: str) -> None:
    """Ruling R2. Protected Valley, which goes to a water hex, is still possible."""
    full: dict[str, Any] = LAND_FULL | {"black": Side(cities=[13, 19], heat=3), "water": [3], "cities": (1, 7)}
    assert not start(name, **full).can(name)
    assert start(name, **full | {"heat": [12, 14, 17]}).do(name).greenery == {*LAND_FULL["greenery"], 18}
    assert start("Protected Valley", **full).can("Protected Valley")


# Insects: the need of 6 heat falls by 2 per science tag after the first


@pytest.mark.parametrize(
    ("others", "heat"),
    [
        (("Power Grid", "Moss"), 6),  # S
        (("Power Grid", "GHG Factories"), 4),  # SS
        (("Power Grid", "Lava Flows"), 4),  # SS
        (("Algae", "Fusion Power"), 4),  # SS
        (("Algae", "Geothermal Power"), 2),  # SSS; nature from a city
    ],
)
def test_insects_need_less_heat_with_more_science(others: tuple[str, str], heat: int) -> None:
    def can(amount: int) -> bool:
        white = Side(projects=["Insects", *others], credits=2, cities=[8])
        return table(white, Side(heat=amount)).can("Insects")

    assert can(heat)
    assert not can(heat - 1)


def test_insects_with_four_science_tags_need_no_heat() -> None:
    """Algae SS and Geothermal Power S, and a science bonus hex on Elysium."""
    white = Side(projects=["Insects", "Algae", "Geothermal Power"], credits=2, cities=[7, 10])
    assert table(white, map="elysium").can("Insects")


# Grass: next to any city


def test_grass_grows_next_to_any_city() -> None:
    t = start("Grass", black=Side(cities=[18], heat=3), greenery=[1, 17]).do("Grass")
    assert t.hexes() == {2, 4, 6} | {14, 19}  # around 5 and around 18; 9, 10 and 15 are water hexes
    assert t.do("greenery to 19").greenery == {1, 17, 19}
    assert t.turn == "black"


def test_grass_needs_vacant_land_next_to_a_city() -> None:
    around = {"cities": (12,), "black": Side(cities=[8], heat=3)}
    assert start("Grass", **around, greenery=[7, 11, 4]).do("Grass").greenery == {7, 11, 4, 13}
    assert not start("Grass", **around, greenery=[7, 11, 4, 13]).can("Grass")


# Moss: 1 credit per water it touches


@pytest.mark.parametrize(("hex_", "gain"), [(18, 1), (1, 0), (12, 1), (11, 3), (19, 2), (14, 2)])
def test_moss_pays_a_credit_per_water_touched(hex_: int, gain: int) -> None:
    t = start("Moss", credits=4, black=Side(cities=[7]), water=[10, 15, 16]).do("Moss", f"greenery to {hex_}")
    assert (t.white.credits, t.markers, t.greenery, t.turn) == (gain, 1, {hex_}, "black")


def test_moss_pays_from_what_was_just_paid_but_not_from_its_marker() -> None:
    """Black and the markers of others hold all but White's 4 credits: 3 of them reach the supply."""
    t = start("Moss", credits=4, black=Side(cities=[7], credits=6), water=[10, 15, 16]).do("Moss", "greenery to 11")
    assert (t.white.credits, t.supply.credits, t.markers) == (3, 0, 1)


# Bushes: cost 5, less 1 per greenery next to your cities


@pytest.mark.parametrize(
    ("greenery", "cost"),
    [([], 5), ([12], 5), ([1], 4), ([1, 2], 3), ([1, 2, 4], 2), ([1, 2, 4, 6], 1), ([17, 14], 5)],
)
def test_bushes_cost_less_per_greenery_next_to_own_cities(greenery: list[int], cost: int) -> None:
    white = Side(projects=row("Bushes"), cities=[5])
    assert cheapest("Bushes", white, black=Side(cities=[18], heat=4), greenery=greenery) == cost


def test_bushes_count_a_greenery_between_two_own_cities_once() -> None:
    """Hex 6 touches 5 and 11."""
    white = Side(projects=row("Bushes"), cities=[5, 11])
    assert cheapest("Bushes", white, black=Side(heat=4), greenery=[6]) == 4


def test_bushes_never_cost_less_than_1() -> None:
    white = Side(projects=row("Bushes"), cities=[5, 11])
    assert cheapest("Bushes", white, black=Side(heat=4), greenery=[1, 2, 4, 6, 7, 12]) == 1


# Protected Valley: on a water hex


def test_protected_valley_goes_to_a_vacant_water_hex_and_takes_its_icon() -> None:
    t = start("Protected Valley", water=[9]).do("Protected Valley")
    assert t.hexes() == {3, 10, 15, 16}
    t.do("greenery to 3")
    assert (t.greenery, t.supply.greenery, t.supply.water) == ({3}, 6, 3)
    assert (t.white.tokens, t.turn) == (NO_TOKENS | {"science": 1}, "black")


def test_protected_valley_touching_water_earns_no_adjacency_credit() -> None:
    """That credit is for placing water."""
    t = start("Protected Valley", credits=4, water=[9, 15]).do("Protected Valley", "greenery to 10")
    assert t.white.credits == 0


def test_protected_valley_needs_a_vacant_water_hex() -> None:
    assert start("Protected Valley", water=[3, 9, 10, 15]).do("Protected Valley").greenery == {16}
    assert not start("Protected Valley", water=[3, 9, 10, 15], greenery=[16]).can("Protected Valley")


# Lichen: touches no city


def test_lichen_grows_away_from_all_cities() -> None:
    t = start("Lichen").do("Lichen")
    assert t.hexes() == {7, 8, 11, 12, 13}  # of the land neither around 5 nor around 18
    assert t.do("greenery to 13").greenery == {13}
    assert t.turn == "black"


def test_lichen_needs_land_that_touches_no_city() -> None:
    """Cities on 5, 11, 13 and 19 touch all other land."""
    everywhere = {"cities": (5, 11), "black": Side(cities=[13, 19], heat=2)}
    assert not start("Lichen", **everywhere).can("Lichen")
    assert start("Lichen", cities=(5, 11), black=Side(cities=[13], heat=2)).can("Lichen")


# Trees: next to at least two greeneries


def test_trees_grow_next_to_two_greeneries() -> None:
    """Around 2, 4 and 12: hexes 1 and 5 touch two of them, but a city stands on 5."""
    t = start("Trees", greenery=[2, 4, 12, 14]).do("Trees")
    assert t.greenery == {1, 2, 4, 12, 14}
    t = start("Trees", cities=(), greenery=[2, 4, 12, 14]).do("Trees")
    assert t.hexes() == {1, 5}
    assert t.do("greenery to 5").greenery == {2, 4, 5, 12, 14}


def test_trees_may_touch_more_than_two_greeneries() -> None:
    assert start("Trees", cities=(), greenery=[1, 2, 4, 6]).do("Trees").greenery == {1, 2, 4, 5, 6}


@pytest.mark.parametrize("greenery", [[], [7], [2, 12, 13], [1, 19]])
def test_trees_need_a_hex_that_touches_two_greeneries(greenery: list[int]) -> None:
    assert not start("Trees", greenery=greenery).can("Trees")


def test_trees_do_not_grow_on_water_hexes() -> None:
    """Hex 16 touches 12 and 19, but so does no land."""
    assert not start("Trees", greenery=[12, 19]).can("Trees")


# Algae: next to water


def test_algae_grow_next_to_water_cubes() -> None:
    t = start("Algae", water=[3, 16], greenery=[7], black=Side(cities=[18])).do("Algae")
    assert t.hexes() == {2, 6, 11, 12, 19}
    assert t.do("greenery to 19").greenery == {7, 19}
    assert t.turn == "black"


def test_algae_need_vacant_land_next_to_water() -> None:
    """A water hex without a cube is no water."""
    wet = {"water": [3, 16], "cities": (19,), "black": Side(cities=[5])}
    assert start("Algae", **wet, greenery=[2, 6, 7, 11]).do("Algae").greenery == {2, 6, 7, 11, 12}
    assert not start("Algae", **wet, greenery=[2, 6, 7, 11, 12]).can("Algae")
