"""The six blue projects and the two grey ones: what each does and costs."""

from __future__ import annotations

from typing import Any

import pytest

from .table import ADJACENT, NO_TOKENS, Side, Table, cheapest, row, table

ON_WATER_HEXES = ["Subterranean Reservoir", "Aquifer Pumping", "Ice Asteroid", "Water From Europa"]


def start(name: str, credits: int = 4, cities: tuple[int, ...] = (5,), **position: Any) -> Table:
    """A position in which White has tags and credits for the project, and Black five heat."""
    position.setdefault("black", Side(cities=[18], heat=5))
    return table(Side(projects=row(name), credits=credits, cities=cities), **position)


@pytest.mark.parametrize("name", ON_WATER_HEXES)
def test_water_goes_to_a_vacant_water_hex(name: str) -> None:
    t = start(name, water=[3]).do(name)
    assert t.hexes() == {9, 10, 15, 16}
    t.do("water to 16")
    assert (t.water, t.supply.water, t.turn, t.white.tokens) == ({3, 16}, 2, "black", NO_TOKENS)


@pytest.mark.parametrize("name", ON_WATER_HEXES)
def test_water_needs_a_vacant_water_hex(name: str) -> None:
    """Ruling R2: a cube is left, but greeneries lie on the last water hexes."""
    assert start(name, water=[3, 9, 10], greenery=[15]).do(name).water == {3, 9, 10, 16}
    assert not start(name, water=[3, 9, 10], greenery=[15, 16]).can(name)


@pytest.mark.parametrize("name", ["Subterranean Reservoir", "Water From Europa", "Ice Asteroid", "Artificial Lake"])
@pytest.mark.parametrize(("water", "gain"), [([3], 0), ([9], 1), ([9, 15], 2)])
def test_a_credit_for_each_water_touched(name: str, water: list[int], gain: int) -> None:
    black = Side(cities=[12], heat=5)
    before = start(name, water=water, black=black)
    price = cheapest(name, Side(projects=row(name), cities=[5]), black=black, water=water)
    after = before.copy().do(name, "water to 10")
    assert after.white.credits == before.white.credits - price + gain
    assert after.white.tokens["nature"] == 1


# Subterranean Reservoir: cost 3, less 1 per nature tag beyond 1


@pytest.mark.parametrize(
    ("others", "cities", "cost"),
    [
        (("Power Grid", "GHG Factories"), [], 3),  # N
        (("Power Grid", "Methane From Titan"), [], 2),  # NN
        (("Power Grid", "Artificial Lake"), [], 1),  # NNN
        (("Power Grid", "Methane From Titan"), [8], 1),  # NN and a bonus hex
        (("Power Grid", "Artificial Lake"), [8, 12], 1),  # NNNNN: never below 1
    ],
)
def test_subterranean_reservoir_costs_less_per_nature_tag(
    others: tuple[str, str], cities: list[int], cost: int
) -> None:
    white = Side(projects=["Subterranean Reservoir", *others], cities=cities)
    assert cheapest("Subterranean Reservoir", white) == cost


# Water From Europa: cost 3, less 1 per space tag beyond 1


@pytest.mark.parametrize(
    ("others", "cities", "cost"),
    [
        (("Research Outpost", "Moss"), [], 3),  # X
        (("Research Outpost", "Aquifer Pumping"), [], 2),  # XX
        (("Research Outpost", "Trees"), [], 1),  # three space tags
        (("Research Outpost", "Trees"), [19], 1),  # four space tags: never below 1 (ruling R9)
        (("Research Outpost", "Moss"), [19], 2),
    ],
)
def test_water_from_europa_costs_less_per_space_tag(others: tuple[str, str], cities: list[int], cost: int) -> None:
    assert cheapest("Water From Europa", Side(projects=["Water From Europa", *others], cities=cities)) == cost


# Aquifer Pumping: 2 credits if the water touches no other water


def test_aquifer_pumping_pays_2_for_a_lone_water() -> None:
    t = start("Aquifer Pumping", water=[3]).do("Aquifer Pumping", "water to 16")
    assert (t.white.credits, t.markers, t.turn) == (2, 1, "black")


def test_aquifer_pumping_next_to_water_earns_only_the_adjacency_credit() -> None:
    t = start("Aquifer Pumping", water=[15]).do("Aquifer Pumping", "water to 16")
    assert (t.white.credits, t.turn) == (1, "black")


def test_aquifer_pumping_is_paid_from_the_supply() -> None:
    """3 of the 4 credits paid are in the supply by then, so even an empty supply pays 2."""
    t = start("Aquifer Pumping", black=Side(credits=6)).do("Aquifer Pumping", "water to 16")
    assert (t.white.credits, t.supply.credits, t.markers) == (2, 1, 1)


# Ice Asteroid: one greenery that the water touches goes back


def test_ice_asteroid_returns_one_touched_greenery_of_your_choice() -> None:
    t = start("Ice Asteroid", greenery=[11, 14, 12]).do("Ice Asteroid", "water to 10")
    assert t.offered() == [
        "return greenery 11",
        "return greenery 14",
    ]  # compulsory: no way to decline; 12 is not touched
    t.do("return greenery 14")
    assert (t.greenery, t.supply.greenery, t.water, t.turn) == ({11, 12}, 5, {10}, "black")


def test_ice_asteroid_returns_a_single_touched_greenery_without_asking() -> None:
    t = start("Ice Asteroid", greenery=[14, 12]).do("Ice Asteroid", "water to 10")
    assert (t.greenery, t.turn) == ({12}, "black")


def test_ice_asteroid_away_from_greenery_returns_none() -> None:
    t = start("Ice Asteroid", greenery=[14, 12]).do("Ice Asteroid", "water to 3")
    assert (t.greenery, t.turn) == ({12, 14}, "black")


# Artificial Lake: next to any city


def test_artificial_lake_goes_next_to_any_city() -> None:
    t = start("Artificial Lake", cities=(1,), black=Side(cities=[18, 7], heat=4)).do("Artificial Lake")
    assert t.hexes() == {3, 15}  # 3 touches 7, 15 touches 18; 1 touches no water hex
    assert t.do("water to 3").water == {3}
    assert (t.white.tokens["science"], t.turn) == (1, "black")


def test_artificial_lake_needs_a_water_hex_next_to_a_city() -> None:
    """Cities on 1 and 12: only water hex 16 touches one."""
    dry = {"cities": (1,), "black": Side(cities=[12], heat=4)}
    assert start("Artificial Lake", **dry).do("Artificial Lake").water == {16}
    assert not start("Artificial Lake", **dry, water=[16]).can("Artificial Lake")


# Ice Cap Melting: the south row


def test_ice_cap_melting_goes_to_the_south_row() -> None:
    t = start("Ice Cap Melting", cities=(5,)).do("Ice Cap Melting")  # a black city stands on 18
    assert t.hexes() == {17, 19}
    t.do("water to 17")
    assert (t.water, t.supply.water, t.turn) == ({17}, 3, "black")
    assert t.white.tokens == NO_TOKENS  # the tag of a bonus hex is no token icon


def test_ice_cap_melting_earns_adjacency_credits() -> None:
    t = start("Ice Cap Melting", credits=3, water=[15, 16]).do("Ice Cap Melting", "water to 19")
    assert t.white.credits == 2


def test_ice_cap_melting_needs_a_vacant_hex_in_the_south_row() -> None:
    south = {"cities": (17,), "black": Side(cities=[19], heat=5)}
    assert start("Ice Cap Melting", **south).do("Ice Cap Melting").water == {18}
    assert not start("Ice Cap Melting", **south, greenery=[18]).can("Ice Cap Melting")
    assert not start("Ice Cap Melting", **south, heat=[18]).can("Ice Cap Melting")


def test_ice_cap_melting_does_not_need_a_water_hex() -> None:
    assert start("Ice Cap Melting", water=[3, 9, 10], greenery=[15, 16]).can("Ice Cap Melting")


def test_water_of_ice_cap_melting_counts_like_any_other() -> None:
    """Two water on the map allow Algae, one does not."""
    projects = ["Algae", "Solar Power", "Moss"]
    assert table(Side(projects=projects), water=[17, 16]).can("Algae")
    assert not table(Side(projects=projects), water=[17]).can("Algae")


# Asteroid Mining: 1 credit per production and space tag printed on your projects


@pytest.mark.parametrize(
    ("others", "gain"),
    [
        (("Trees", "Aquifer Pumping"), 4),  # XX PX
        (("Trees", "Windmills"), 2),  # XX NN
        (("Trees", "Moss"), 4),  # XX PP
        (("Geothermal Power", "Comet"), 1),  # SX NN
    ],
)
def test_asteroid_mining_pays_per_printed_tag(others: tuple[str, str], gain: int) -> None:
    t = table(Side(projects=["Asteroid Mining", *others], credits=1)).do("Asteroid Mining")
    assert (t.white.credits, t.markers, t.white.heat, t.turn) == (gain, 1, 0, "black")


def test_asteroid_mining_counts_neither_cities_nor_tokens() -> None:
    """Hex 1 gives production, 19 space: they count for requirements only."""
    white = Side(
        projects=["Asteroid Mining", "Trees", "Windmills"], credits=1, cities=[1, 19], tokens={"production": 1}
    )
    t = table(white).do("Asteroid Mining")
    assert (t.white.credits, t.white.tokens["production"]) == (2, 1)


def test_asteroid_mining_with_an_empty_supply_is_allowed_and_pays_nothing() -> None:
    """Its own credit is the marker and does not come back."""
    t = table(Side(projects=row("Asteroid Mining"), credits=5), Side(credits=5))
    assert t.supply.credits == 0
    t.do("Asteroid Mining")
    assert (t.white.credits, t.supply.credits, t.markers) == (4, 0, 1)


def test_asteroid_mining_pays_what_the_supply_has() -> None:
    t = table(Side(projects=row("Asteroid Mining"), credits=3), Side(credits=5)).do("Asteroid Mining")
    assert (t.white.credits, t.supply.credits) == (4, 0)


# Research Outpost: a city; a token if no cube touches its hex


def outpost(cities: tuple[int, ...] = (1,), **position: Any) -> Table:
    return table(Side(projects=row("Research Outpost"), credits=1, cities=cities), **position)


def test_research_outpost_places_a_city_and_gives_a_token() -> None:
    t = outpost().do("Research Outpost", "new city")
    assert t.hexes() == {6, 7, 8, 11, 12, 13, 14, 17, 18, 19}
    t.do("city to 12")
    assert t.offered() == ["take nature token", "take production token", "take science token"]
    t.do("take production token")
    assert (t.white.cities, t.white.tokens, t.turn) == ({1, 12}, NO_TOKENS | {"production": 1}, "black")


@pytest.mark.parametrize("cube", ["greenery", "water", "heat"])
def test_research_outpost_next_to_a_cube_gives_no_token(cube: str) -> None:
    hex_ = 16 if cube == "water" else 11
    assert hex_ in ADJACENT[12]
    t = outpost(**{cube: [hex_]}).do("Research Outpost", "new city", "city to 12")
    assert (t.turn, t.white.tokens, t.white.cities) == ("black", NO_TOKENS, {1, 12})


def test_research_outpost_may_move_a_city() -> None:
    t = outpost(cities=(1, 12)).do("Research Outpost", "move city 1", "city to 8")
    t.do("take nature token")
    assert (t.white.cities, t.white.tokens["nature"]) == ({8, 12}, 1)


def test_research_outpost_token_looks_at_the_new_hex() -> None:
    """A greenery next to the hex left does not matter."""
    t = outpost(cities=(1, 12), greenery=[2]).do("Research Outpost", "move city 1", "city to 8")
    assert t.can("take nature token")


def test_research_outpost_without_tokens_in_the_supply_only_places_the_city() -> None:
    tokens = {"nature": 2, "production": 1, "science": 1}
    t = outpost(black=Side(tokens=tokens)).do("Research Outpost", "new city", "city to 12")
    assert (t.turn, t.white.cities) == ("black", {1, 12})


def test_research_outpost_needs_somewhere_for_a_city() -> None:
    """Cities on 5, 11, 13 and 19: White's could move to 1, 2, 4 or 7, 12, and all of those are taken."""
    black = Side(cities=[13, 19])
    assert not outpost((5, 11), black=black, greenery=[1, 2, 4, 7, 12]).can("Research Outpost")
    assert outpost((5, 11), black=black, greenery=[1, 2, 4, 7]).can("Research Outpost")
