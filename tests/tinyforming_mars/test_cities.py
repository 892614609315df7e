"""Cities: where they may stand, how they move, and what their hex gives."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from regolith.envs.tinyforming_mars.observation import OBSERVATION

from .table import ADJACENT, FACTS, LAND, Side, Table, new, table

FOUND = ["Insects", "Moss", "Trees"]
"""Gives the production and space tags of Found City."""


def found(cities: list[int], black: Side | None = None, **position: list[int] | str) -> Table:
    return table(Side(projects=FOUND, credits=2, cities=cities), black, **position).do("Found City")


def at_first_city(**options: str) -> Table:
    return new(**options).skip_research()


@pytest.mark.parametrize("name", ["tharsis", "elysium"])
def test_black_places_the_first_city_on_any_land(name: str) -> None:
    t = at_first_city(map=name)
    assert t.turn == "black"
    assert t.hexes() == LAND[name]
    assert len(t.offered()) == 14


@pytest.mark.parametrize("name", ["tharsis", "elysium"])
def test_white_may_not_start_next_to_black(name: str) -> None:
    for hex_ in LAND[name]:
        t = at_first_city(map=name).do(f"city to {hex_}")
        assert t.turn == "white"
        assert t.hexes() == LAND[name] - ADJACENT[hex_] - {hex_}


@pytest.mark.parametrize("name", ["tharsis", "elysium"])
def test_a_city_is_placed_on_vacant_land_away_from_every_city(name: str) -> None:
    """Own cities count like the opponent's; cubes take their hex but not its neighbours."""
    white, black = (1, 18) if name == "tharsis" else (3, 18)
    cubes = {"greenery": [7], "heat": [12], "water": [9]}
    t = found([white], Side(cities=[black]), map=name, **cubes).do("new city")
    touched = ADJACENT[white] | ADJACENT[black] | {white, black}
    assert t.hexes() == LAND[name] - touched - {7, 12}
    assert t.hexes() & (ADJACENT[7] | ADJACENT[12])


def test_a_player_has_two_cities_at_most() -> None:
    t = found([1, 12])
    assert t.offered() == ["move city 1", "move city 12"]


def test_a_player_with_one_city_may_place_or_move() -> None:
    """Ruling R4."""
    t = found([1])
    assert set(t.offered()) == {"move city 1", "new city"}


def test_a_player_without_a_city_places_without_being_asked() -> None:
    assert found([]).hexes() == LAND["tharsis"]


def test_moving_goes_to_a_different_hex_which_may_be_adjacent_to_the_old_one() -> None:
    t = found([5], Side(cities=[18])).do("move city 5")
    assert t.hexes() == {1, 2, 4, 6, 7, 8, 11, 12, 13}
    t.do("city to 6")
    assert (t.white.cities, t.turn) == ({6}, "black")


def test_moving_keeps_away_from_the_other_own_city() -> None:
    t = found([5, 12]).do("move city 5")
    assert t.hexes() == LAND["tharsis"] - {5, 12} - ADJACENT[12]
    t.do("city to 13")
    assert t.white.cities == {12, 13}


def test_both_see_which_city_is_being_moved() -> None:
    """Otherwise two decisions look alike: with the same hexes to go to, another city leaves its hex."""
    t = found([1, 12]).do("move city 1")
    other = t.copy()
    other.record.moving = 12 - 1
    piece = OBSERVATION["moving"]
    for seat in range(2):
        one, another = t.state.observation(seat), other.state.observation(seat)
        assert np.flatnonzero(one != another).tolist() == [piece.start, piece.start + 12 - 1]
        assert np.flatnonzero(one[piece.start : piece.stop]).tolist() == [0]


def test_no_city_is_being_moved_before_and_after_and_when_a_new_one_is_placed() -> None:
    def is_shown(t: Table) -> bool:
        piece = OBSERVATION["moving"]
        return bool(t.state.observation(0)[piece.start : piece.stop].any())

    t = found([5])
    assert not is_shown(t)
    assert not is_shown(t.copy().do("new city"))
    assert is_shown(t.do("move city 5"))
    assert not is_shown(t.do("city to 6"))


def test_the_hex_left_is_vacant_again() -> None:
    """Black has the tags of Greenhouses, with the nature tag of hex 12."""
    t = found([5], Side(cities=[12])).do("move city 5", "city to 18", "Greenhouses")
    assert 5 in t.hexes()
    assert 18 not in t.hexes()


def test_only_cities_that_can_move_are_offered() -> None:
    """Cities on 5, 11, 13, 19: White's on 5 could go to 2 only, that on 11 nowhere."""
    t = found([5, 11], Side(cities=[13, 19]), greenery=[1, 4, 7, 12])
    assert t.white.cities == {2, 11}


def test_placing_falls_away_when_there_is_no_site_but_moving_remains() -> None:
    """Black's cities and White's on 5 leave no free site; White's own may move within its neighbourhood."""
    t = found([5], Side(cities=[11, 13]), greenery=[18, 19])
    assert not t.can("new city")
    assert t.hexes() == {1, 2, 4}


def test_cities_of_both_colours_on_the_map_never_touch() -> None:
    t = found([1], Side(cities=[18])).do("new city")
    for hex_ in t.hexes():
        cities = t.copy().do(f"city to {hex_}").white.cities | {18}
        assert not any(b in ADJACENT[a] for a in cities for b in cities)


@pytest.mark.parametrize("name", ["tharsis", "elysium"])
def test_a_bonus_hex_gives_its_tag_to_the_city_on_it(name: str) -> None:
    letter = {"nature": "N", "production": "P", "science": "S", "space": "X"}
    plain = Counter(table(Side(projects=FOUND)).white.tags)
    bonus = {h["hex"]: letter[h["tag"]] for h in FACTS["maps"][name] if h["kind"] == "bonus"}
    for hex_ in LAND[name]:
        t = table(Side(projects=FOUND, cities=[hex_]), map=name)
        assert Counter(t.white.tags) - plain == Counter(bonus.get(hex_, ""))
        assert Counter(t.black.tags) == Counter(table(Side(projects=FOUND)).black.tags)


def test_founding_on_a_bonus_hex_gives_the_tag_at_once() -> None:
    t = found([1]).do("new city", "city to 12")
    assert Counter(t.white.tags) == Counter("PX" + "PP" + "XX" + "P" + "N")


def test_the_tag_is_lost_when_the_city_moves_away() -> None:
    t = found([8, 12]).do("move city 8", "city to 18")
    assert Counter(t.white.tags)["N"] == 1


def test_cubes_on_a_bonus_hex_give_no_tag() -> None:
    t = table(Side(projects=FOUND), greenery=[8], heat=[12], water=[17])
    assert Counter(t.white.tags) == Counter("PXPPXX")


def test_the_first_city_gives_its_bonus_tag() -> None:
    t = at_first_city()
    before = Counter(t.black.tags)
    t.do("city to 19", "city to 8")
    assert Counter(t.black.tags) - before == Counter("X")
