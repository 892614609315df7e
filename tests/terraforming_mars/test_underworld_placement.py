"""Tiles over tokens and markers, spaces that a token changes, and tiles that ask for an own marker."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.machine.allowed import may_play
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, push
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NEUTRAL, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.placement import offer_spaces, put_tile
from regolith.envs.terraforming_mars.rules.scoring import map_points
from regolith.envs.terraforming_mars.state import Kind, Lies, Mode
from regolith.envs.terraforming_mars.underworld.words import CENTRE, Token
from regolith.envs.terraforming_mars.words import (
    CITY_TILE,
    GREENERY_TILE,
    MC,
    OCEAN_TILE,
    SpaceKind,
    Tile,
    Track,
    Where,
)

from .digging import (
    ME,
    OTHER,
    TOKENS_IN_ALL,
    all_there,
    beside,
    dig,
    give,
    ground,
    lay_open,
    lying_open,
    marker,
    markers,
    tile,
)
from .games import NUMBER, T
from .tables import changed, choices, lay, play

LAND = 45
"""In the middle of land on Tharsis; nothing is printed on it or beside it."""


def spaces_for(s: Any, kind: Tile, where: Where, player: int = ME) -> list[int]:
    s.choices = 0
    offer_spaces(T, s, player, kind, where)
    found = choices(s)
    s.choices = 0
    return found


def put(s: Any, space: int, kind: Tile, player: int = ME) -> None:
    put_tile(T, s, player, space, kind)
    run(T, s, NOT_ASKED)


# --- tiles over tokens and markers


@pytest.mark.parametrize("kind", [GREENERY_TILE, CITY_TILE, OCEAN_TILE, Tile.LAVA_FLOWS])
def test_a_tile_sends_a_token_back_to_the_pile_unclaimed(kind: Tile) -> None:
    s = ground()
    lay_open(s, LAND, Token.PLANTS_3)
    before = s.copy()
    put(s, LAND, kind)
    assert s.token[LAND] == NONE
    assert s.pile_size == TOKENS_IN_ALL
    assert changed(before, s).get("plants", 0) == 0
    assert all_there(s)


@pytest.mark.parametrize("owner", [ME, OTHER])
def test_a_tile_removes_a_marker_whoever_owns_either(owner: int) -> None:
    s = ground()
    marker(s, LAND, owner)
    put(s, LAND, GREENERY_TILE)
    assert markers(s, owner) == []


def test_anybody_may_place_a_tile_on_a_marker() -> None:
    s = ground()
    marker(s, LAND, OTHER)
    lay_open(s, 44, Token.BLANK)
    assert {LAND, 44} <= set(spaces_for(s, CITY_TILE, Where.CITY_RULES))


def test_an_ocean_may_cover_a_marker_on_a_space_reserved_for_it() -> None:
    s = ground()
    marker(s, 1, OTHER)
    assert 1 in spaces_for(s, OCEAN_TILE, Where.OCEAN_SPACE)


def test_a_marker_is_no_tile() -> None:
    s = ground()
    marker(s, LAND)
    for space in beside(LAND):
        assert space in spaces_for(s, CITY_TILE, Where.ISOLATED)
    assert len(spaces_for(s, GREENERY_TILE, Where.GREENERY_RULES)) > 6, "a greenery need not go beside it"
    assert map_points(T, s, ME) == 0


def test_a_marker_brings_neither_placement_bonus_nor_money_for_oceans() -> None:
    s = ground()
    space = next(space for space in range(MARS_SPACES) if T.space_gain[s.map, space].any())
    tile(s, beside(space)[0], OCEAN_TILE)
    lay_open(s, space, Token.BLANK)
    before = s.copy()
    dig(s, space)
    assert changed(before, s) == {"tokens": 1}


# --- the placement bonus


@pytest.mark.parametrize("kind", [GREENERY_TILE, CITY_TILE, OCEAN_TILE])
def test_a_tile_on_the_bonus_brings_6_mc_to_who_places_it(kind: Tile) -> None:
    s = ground()
    lay_open(s, LAND, Token.PLACEMENT_BONUS_6)
    before = s.copy()
    put(s, LAND, kind, OTHER)
    assert changed(before, s, OTHER)["mc"] == 6
    assert changed(before, s) == {}
    assert s.pile[Token.PLACEMENT_BONUS_6] == 2


def test_the_world_government_gets_no_bonus() -> None:
    s = ground()
    lay_open(s, LAND, Token.PLACEMENT_BONUS_6)
    before = s.copy()
    put(s, LAND, OCEAN_TILE, NOBODY)
    assert changed(before, s) == changed(before, s, OTHER) == {}
    assert s.token[LAND] == NONE


def test_a_claimed_bonus_is_none_any_more() -> None:
    s = ground()
    give(s, Token.PLACEMENT_BONUS_6)
    put(s, LAND, GREENERY_TILE)
    assert s.stock[ME, MC] == 0


# --- the volcanic space


def test_a_space_with_the_token_takes_oceans_and_is_volcanic() -> None:
    s = ground()
    assert LAND not in spaces_for(s, OCEAN_TILE, Where.OCEAN_SPACE)
    assert LAND not in spaces_for(s, Tile.LAVA_FLOWS, Where.VOLCANIC)
    lay_open(s, LAND, Token.VOLCANIC_OCEAN_SPACE)
    for player in (ME, OTHER):
        assert LAND in spaces_for(s, OCEAN_TILE, Where.OCEAN_SPACE, player)
        assert LAND in spaces_for(s, Tile.LAVA_FLOWS, Where.VOLCANIC, player)
    assert LAND in spaces_for(s, GREENERY_TILE, Where.LAND), "other tiles as on land"


def test_it_ends_with_the_token() -> None:
    s = ground()
    lay_open(s, LAND, Token.VOLCANIC_OCEAN_SPACE)
    dig(s, LAND)
    assert LAND not in spaces_for(s, OCEAN_TILE, Where.OCEAN_SPACE)
    assert LAND not in spaces_for(s, Tile.LAVA_FLOWS, Where.VOLCANIC)


def test_on_a_space_reserved_for_oceans_it_lets_volcanic_tiles_in_and_no_others() -> None:
    s = ground()
    lay_open(s, CENTRE, Token.VOLCANIC_OCEAN_SPACE)
    assert T.space_kind[s.map, CENTRE] == SpaceKind.OCEAN
    assert CENTRE in spaces_for(s, OCEAN_TILE, Where.OCEAN_SPACE)
    assert CENTRE in spaces_for(s, Tile.LAVA_FLOWS, Where.VOLCANIC)
    assert CENTRE not in spaces_for(s, GREENERY_TILE, Where.LAND)


def test_on_a_map_without_volcanoes_a_volcanic_tile_goes_by_its_normal_rule() -> None:
    s = ground(map="hellas")
    lay_open(s, LAND, Token.VOLCANIC_OCEAN_SPACE)
    assert len(spaces_for(s, Tile.LAVA_FLOWS, Where.VOLCANIC)) > 1


# --- own markers


def test_a_tile_for_an_own_marker_goes_there_beside_cities_too() -> None:
    s = ground()
    marker(s, LAND)
    marker(s, 14, OTHER)
    tile(s, beside(LAND)[0], player=OTHER)
    s.production[ME] = 2
    play(s, "Gaia City")
    assert s.tile[LAND] == CITY_TILE, "there is no other"
    assert markers(s) == []


def test_reserved_spaces_with_an_own_marker_do_not_count() -> None:
    s = ground()
    marker(s, CENTRE)
    marker(s, 28)
    assert [int(T.space_kind[s.map, space]) for space in (CENTRE, 28)] == [SpaceKind.OCEAN, SpaceKind.NOCTIS_CITY]
    assert spaces_for(s, CITY_TILE, Where.OWN_MARKER) == []
    assert spaces_for(s, OCEAN_TILE, Where.OWN_MARKER) == []


@pytest.mark.parametrize(("owner", "allowed"), [(ME, True), (OTHER, False)])
def test_without_an_own_marker_such_a_card_cannot_be_played(owner: int, allowed: bool) -> None:
    s = ground()
    marker(s, LAND, owner)
    s.stock[ME], s.production[ME] = 100, 2
    for name in ("Gaia City", "Subterranean Sea", "Man-made Volcano", "Cave City"):
        card = NUMBER[name]
        s.lies[card], s.owner[card] = Lies.IN_HAND, ME
        s.hand[ME] += 1
        assert may_play(T, s, ME, card, 0, False) == allowed


def test_a_sea_covers_an_own_marker_on_land() -> None:
    s = ground()
    marker(s, LAND)
    play(s, "Subterranean Sea")
    assert s.tile[LAND] == OCEAN_TILE
    assert s.track[Track.OCEANS] == 1


# --- lonely tiles


def test_a_tile_that_touches_no_other_is_noticed_by_its_owner() -> None:
    s = ground("Expedition Vehicles")
    put(s, LAND, GREENERY_TILE)
    assert s.hand[ME] == 1
    put(s, beside(LAND)[0], GREENERY_TILE)
    assert s.hand[ME] == 1, "it touches the first"
    put(s, 14, CITY_TILE, OTHER)
    assert s.hand[ME] == 1, "it is another player's"
    put(s, 0, GREENERY_TILE)
    assert s.hand[ME] == 2


def test_an_ocean_and_a_city_beside_the_map_are_lonely_too() -> None:
    s = ground("Expedition Vehicles")
    put(s, CENTRE, OCEAN_TILE)
    cards = int(s.hand[ME])
    assert cards >= 1
    put(s, MARS_SPACES, CITY_TILE)
    assert s.hand[ME] == cards + 1


def test_the_ocean_of_nobody_is_not_noticed() -> None:
    s = ground("Expedition Vehicles")
    push(s, T.ocean_row, NONE, ME, 0, 0, Mode.FOR_NOBODY)
    run(T, s, NOT_ASKED)
    assert s.kind == Kind.SPACE
    run(T, s, CENTRE)
    assert s.hand[ME] == 0


def test_neutral_tiles_hinder_too() -> None:
    s = ground("Expedition Vehicles")
    tile(s, LAND, GREENERY_TILE, NEUTRAL)
    put(s, beside(LAND)[0], GREENERY_TILE)
    assert s.hand[ME] == 0


def test_identified_neighbours_stay_when_a_tile_comes() -> None:
    s = ground()
    lay(s, "Deep Foundations")
    lay_open(s, LAND, Token.BLANK)
    lay_open(s, beside(LAND)[0], Token.BLANK)
    put(s, LAND, GREENERY_TILE)
    assert lying_open(s) == [beside(LAND)[0]]
