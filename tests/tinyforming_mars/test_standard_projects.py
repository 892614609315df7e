"""The five standard projects."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import Any

import pytest

from .table import FACTS, LAND, PROJECTS, Side, Table, table

STANDARD = {project["name"]: project for project in FACTS["standard_projects"]}
ALL_FIVE = ["Insects", "Power Grid", "Methane From Titan"]
"""Gives P X, N S, E N: the tags of every standard project."""
COSTLY = [name for name in STANDARD if name != "Sell Patent"]


def start(credits: int = 3, **position: Any) -> Table:
    return table(Side(projects=ALL_FIVE, credits=credits, cities=[5]), **position)


@pytest.mark.parametrize("name", STANDARD)
def test_offered_with_tags_and_credits(name: str) -> None:
    cost = STANDARD[name]["cost"]
    assert start(credits=cost).can(name)
    if cost:
        assert not start(credits=cost - 1).can(name)


@pytest.mark.parametrize("name", STANDARD)
def test_needs_exactly_its_tags(name: str) -> None:
    """All rows of three projects."""
    required = Counter(STANDARD[name]["requires"])
    faces = [[p for p in PROJECTS if PROJECTS[p]["card"] == card] for card in range(1, 8)]
    for cards in combinations(faces, 3):
        for three in product(*cards):
            given = Counter("".join(PROJECTS[p]["provides"] for p in three))
            expected = all(given[tag] >= n for tag, n in required.items())
            assert table(Side(projects=three, credits=3, cities=[5])).can(name) == expected, three


def test_sell_patent_gives_a_credit() -> None:
    t = start(credits=0).do("Sell Patent")
    assert (t.white.credits, t.supply.credits, t.markers, t.turn) == (1, 6, 0, "black")


def test_sell_patent_needs_a_credit_in_the_supply() -> None:
    """Credits on projects are not in the supply."""
    assert not start(credits=5, black=Side(credits=5)).can("Sell Patent")
    assert start(credits=5, black=Side(credits=4)).can("Sell Patent")
    used = table(Side(projects=ALL_FIVE, credits=4, used=ALL_FIVE[:2]), Side(credits=4))
    assert used.markers == 2
    assert not used.can("Sell Patent")


def test_sell_patent_may_lift_a_player_above_five_credits() -> None:
    assert start(credits=5).do("Sell Patent").white.credits == 6


def test_found_city_places_a_city() -> None:
    t = start().do("Found City", "new city")
    assert t.hexes() == LAND["tharsis"] - {5, 1, 2, 4, 6}
    t.do("city to 13")
    assert (t.white.cities, t.turn) == ({5, 13}, "black")


def test_found_city_needs_a_site() -> None:
    """Cities on 5, 11, 13 and 19, and every hex taken to which White's could move (ruling R3)."""
    white = Side(projects=ALL_FIVE, cities=[5, 11])
    assert not table(white, Side(cities=[13, 19]), greenery=[1, 2, 4, 7, 12]).can("Found City")
    assert table(white, Side(cities=[13, 19]), greenery=[1, 2, 4, 7]).can("Found City")


def test_found_city_gives_no_token() -> None:
    t = start().do("Found City", "new city", "city to 13")
    assert sum(t.white.tokens.values()) == 0


def test_import_water_places_a_water() -> None:
    t = start(water=[9]).do("Import Water")
    assert t.hexes() == {3, 10, 15, 16}
    t.do("water to 10")
    assert (t.water, t.supply.water, t.white.tokens["nature"], t.turn) == ({9, 10}, 2, 1, "black")
    assert t.white.credits == 1  # 3 paid, 1 for the water touched


def test_import_water_needs_a_cube_and_a_hex() -> None:
    assert not start(water=[3, 9, 10, 15]).can("Import Water")
    assert not start(water=[3, 9, 10], greenery=[15, 16]).can("Import Water")
    assert start(water=[3, 9, 10], greenery=[15]).can("Import Water")


def test_greenhouses_place_a_greenery() -> None:
    t = start(greenery=[7], heat=[12]).do("Greenhouses")
    assert t.hexes() == LAND["tharsis"] - {5, 7, 12}
    t.do("greenery to 1")
    assert (t.greenery, t.supply.greenery, t.turn) == ({1, 7}, 5, "black")


def test_greenhouses_need_a_cube_and_a_hex() -> None:
    assert not start(greenery=[1, 2, 4, 6, 7, 8, 11]).can("Greenhouses")
    white = Side(projects=ALL_FIVE, cities=[1, 7])
    full = {"greenery": [2, 4, 5, 6, 8, 11], "heat": [12, 14, 17, 18]}
    assert not table(white, Side(cities=[13, 19]), **full).can("Greenhouses")
    assert table(white, Side(cities=[13]), **full).can("Greenhouses")


def test_energy_farms_give_a_heat() -> None:
    t = start().do("Energy Farms")
    assert (t.white.heat, t.supply.heat, t.turn) == (1, 10, "black")


def test_energy_farms_need_a_heat_in_the_supply() -> None:
    assert not start(black=Side(heat=11)).can("Energy Farms")
    assert start(black=Side(heat=10)).can("Energy Farms")


@pytest.mark.parametrize("name", COSTLY)
def test_the_whole_cost_goes_to_the_supply(name: str) -> None:
    """A cube marks a standard project, so no credit lies on it."""
    t = start(credits=5, greenery=[8], heat=[13])
    before = t.supply.credits
    t.do(name)
    while t.turn == "white":
        t.do(t.offered()[0])
    cost = STANDARD[name]["cost"]
    assert (t.white.credits, t.supply.credits, t.markers) == (5 - cost, before + cost, 0)


@pytest.mark.parametrize("name", STANDARD)
def test_only_one_standard_project_per_generation(name: str) -> None:
    """One of the five, not one of each."""
    t = start(credits=6, black=Side(credits=2)).do(name)
    while t.turn == "white":
        t.do(t.offered()[0])
    t.do("pass")
    assert t.turn == "white"
    assert not set(t.offered()) & set(STANDARD)
    assert t.can("pass")


def test_each_player_has_a_standard_project_of_his_own() -> None:
    t = start().do("Sell Patent")
    assert t.turn == "black"
    assert t.can("Sell Patent")
    spent = table(Side(standard_used=True), Side(standard_used=False), turn="black")
    assert spent.can("Sell Patent")
    assert not table(Side(standard_used=True)).can("Sell Patent")


def test_the_marker_comes_home_at_the_end_of_the_generation() -> None:
    t = start().do("Sell Patent", "pass", "pass").skip_research()
    assert t.generation == 4
    assert t.do("pass").turn == "white"
    assert t.can("Sell Patent")


def test_a_standard_project_leaves_the_projects_usable() -> None:
    t = table(Side(projects=["Comet", "Research Outpost", "Moss"], credits=5, standard_used=True))
    assert t.can("Comet")


def test_import_water_tags_from_a_bonus_hex_and_a_token() -> None:
    """Space from the city on 19, science from a token, which is spent."""
    white = Side(projects=["Comet", "Moss", "Lichen"], credits=3, cities=[19], tokens={"science": 1})
    t = table(white).do("Import Water", "water to 16")
    assert t.white.tokens["science"] == 0
    assert t.supply.tokens["science"] == 1
