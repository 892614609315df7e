"""Colonies in the record: faults are noticed, seats see what lies open, and a redeal leaves all of it alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from regolith.envs.core.rng import seed
from regolith.envs.terraforming_mars.actions import BRANCH, COLONY
from regolith.envs.terraforming_mars.colonies.state import FIELDS
from regolith.envs.terraforming_mars.colonies.words import ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.rooms import COLONY_SLOTS, COLONY_TILES, PLAYERS, TAGS
from regolith.envs.terraforming_mars.rules.invariants import Broken, broken
from regolith.envs.terraforming_mars.rules.redeal import determinize
from regolith.envs.terraforming_mars.state import Frame, Kind, Phase
from regolith.envs.terraforming_mars.words import Tag

from .colony_games import BOX_TILES, T, choose_cards, colonise, deal, lay, play, played, sound, take, turn

LUNA, IO, CERES, TITAN = ColonyTile.LUNA, ColonyTile.IO, ColonyTile.CERES, ColonyTile.TITAN
NO_TILE = len(BOX_TILES)
Change = Callable[[Any], Any]


def sets(field: str, at: Any, value: Any) -> Change:
    def change(s: Any) -> None:
        s[field][at] = value

    return change


def found(s: Any) -> Broken:
    return Broken(broken(T, s))


def position() -> Any:
    """Three play with Luna, Io, Ceres and Titan, which sleeps; there are colonies and fleets."""
    s = turn(LUNA, IO, CERES, TITAN)
    colonise(s, LUNA, 0, 2)
    s.colony_visitor[IO] = 1
    return s


FAULTS: dict[str, tuple[Broken, Change]] = {
    "no tile has that number": (Broken.COLONY_TILE, sets("colony_lies", NO_TILE, ColonyLies.UNUSED)),
    "a tile of no box": (Broken.COLONY_TILE, sets("colony_lies", ColonyTile.PLUTO, ColonyLies.OF_NO_BOX)),
    "a marker of a sleeping tile": (Broken.COLONY_TILE, sets("colony_track", TITAN, 1)),
    "a colony on a sleeping tile": (Broken.COLONY_TILE, sets("colony_owner", (TITAN, 0), 1)),
    "a fleet on a sleeping tile": (Broken.COLONY_TILE, sets("colony_visitor", TITAN, 0)),
    "a fleet on a tile that is not in play": (Broken.COLONY_TILE, sets("colony_visitor", ColonyTile.PLUTO, 0)),
    "a marker of a tile that is not in play": (Broken.COLONY_TILE, sets("colony_track", ColonyTile.PLUTO, 1)),
    "a tile that never sleeps": (
        Broken.COLONY_TILE,
        lambda s: (sets("colony_lies", CERES, ColonyLies.DORMANT)(s), sets("colony_track", CERES, 0)(s)),
    ),
    "a tile offered to several players": (
        Broken.COLONY_TILE,
        sets("colony_lies", ColonyTile.PLUTO, ColonyLies.OFFERED),
    ),
    "a tile in play in place of one asked for": (
        Broken.COLONY_TILE,
        lambda s: (
            sets("colony_lies", [CERES, ColonyTile.PLUTO], [ColonyLies.UNUSED, ColonyLies.AWAKE])(s),
            sets("colony_track", [CERES, ColonyTile.PLUTO], [0, 1])(s),
        ),
    ),
    "a tile too few": (Broken.COLONY_TILE, sets("colony_lies", TITAN, ColonyLies.UNUSED)),
    "two tiles too many": (
        Broken.COLONY_TILE,
        sets("colony_lies", [ColonyTile.PLUTO, ColonyTile.TRITON], ColonyLies.AWAKE),
    ),
    "a free place below a colony": (Broken.COLONY, sets("colony_owner", (LUNA, 0), -1)),
    "a colony of nobody who plays": (Broken.COLONY, sets("colony_owner", (LUNA, 1), 3)),
    "a marker among the colonies": (Broken.COLONY, sets("colony_track", LUNA, 1)),
    "a bonus picked and no effect": (Broken.COLONY, sets("colony_picked", LUNA, 1)),
    "no fleet": (Broken.TRADE_FLEET, sets("fleets", 0, 0)),
    "a fleet from nowhere": (Broken.TRADE_FLEET, sets("fleets", 0, 2)),
    "a fleet of nobody who plays": (Broken.TRADE_FLEET, sets("fleets", 3, 1)),
    "more fleets away than there are": (Broken.TRADE_FLEET, sets("colony_visitor", LUNA, 1)),
    "the fleet of nobody who plays": (Broken.TRADE_FLEET, sets("colony_visitor", LUNA, 3)),
    "kinds of tags that nobody asks for": (Broken.KINDS_OF_TAGS, lambda s: setattr(s, "tag_kinds_had", 1)),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_noticed(name: str) -> None:
    wrong, change = FAULTS[name]
    s = position()
    sound(s)
    change(s)
    assert found(s) == wrong


def test_a_tile_that_should_have_woken_is_noticed() -> None:
    s = position()
    lay(s, 1, "Floater Store")
    sound(s)
    s.colony_lies[TITAN], s.colony_track[TITAN] = ColonyLies.DORMANT, 0
    assert found(s) == Broken.COLONY_TILE


def test_the_corporation_that_adds_a_tile_adds_one() -> None:
    s = position()
    s.colony_lies[ColonyTile.PLUTO], s.colony_track[ColonyTile.PLUTO] = ColonyLies.AWAKE, 1
    sound(s)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_number_of_tiles_drawn_is_that_for_the_players(players: int) -> None:
    s = deal(1, players=players)[0]
    sound(s)
    tile = next(tile for tile in BOX_TILES if s.colony_lies[tile] == ColonyLies.AWAKE)
    s.colony_lies[tile], s.colony_track[tile] = ColonyLies.UNUSED, 0
    assert found(s) == Broken.COLONY_TILE


def test_alone_as_many_are_offered_as_should_be_and_only_in_the_setup() -> None:
    array = deal(3, players=1)
    offered = [tile for tile in BOX_TILES if array[0].colony_lies[tile] == ColonyLies.OFFERED]
    sound(array[0])
    for tile, lies in ((offered[0], ColonyLies.UNUSED), (offered[0], ColonyLies.DORMANT)):
        s = array.copy()[0]
        s.colony_lies[tile] = lies
        assert found(s) == Broken.COLONY_TILE
    s = array.copy()[0]
    s.colony_lies[next(tile for tile in BOX_TILES if tile not in offered)] = ColonyLies.OFFERED
    assert found(s) == Broken.COLONY_TILE
    s = turn(players=1)
    sound(s)
    s.colony_lies[next(tile for tile in BOX_TILES if s.colony_lies[tile] == ColonyLies.UNUSED)] = ColonyLies.OFFERED
    assert found(s) == Broken.COLONY_TILE


def test_fleets_that_cards_have_brought_are_there() -> None:
    s = position()
    play(s, "Fleet")
    assert s.fleets[0] == 2
    sound(s)
    for wrong in (1, 3):
        s.fleets[0] = wrong
        assert found(s) == Broken.TRADE_FLEET


def test_bonuses_picked_are_of_own_colonies() -> None:
    s = position()
    colonise(s, CERES, 0, 0)
    colonise(s, IO, 0)
    play(s, "Own Bonuses")
    take(s, COLONY + CERES)
    assert s.kind == Kind.COLONY
    sound(s)
    s.colony_picked[IO] = 2
    assert found(s) == Broken.COLONY


def test_kinds_of_tags_are_those_of_their_owner() -> None:
    s = turn(LUNA, corporations=("Collecting Corporation", "Ecoline"), players=2)
    lay(s, 0, "Mine")
    s.depth = 0
    sound(s)
    assert s.tag_kinds_had == 1 << Tag.BUILDING
    for wrong in (0, 1 << Tag.BUILDING | 1 << Tag.WILD):
        s.tag_kinds_had = wrong
        assert found(s) == Broken.KINDS_OF_TAGS
    s.tag_kinds_had = 1 << Tag.BUILDING | 1 << Tag.SCIENCE
    sound(s)


def test_there_are_no_other_kinds_of_tags() -> None:
    s = turn(LUNA, corporations=("Collecting Corporation", "Ecoline"), players=2)
    sound(s)
    s.tag_kinds_had = 1 << len(Tag)
    assert found(s) == Broken.KINDS_OF_TAGS


def under_way(*cards: str) -> Any:
    """A trade with Io of which something is asked."""
    s = turn(LUNA, IO, TITAN)
    lay(s, 0, *cards)
    s.stock[0] = 20
    take(s, COLONY + IO)
    return s


@pytest.mark.parametrize("tile", [-1, TITAN, ColonyTile.PLUTO, NO_TILE, COLONY_TILES])
def test_a_trade_is_with_a_tile_that_is_awake(tile: int) -> None:
    s = under_way()
    assert s.kind == Kind.BRANCH
    sound(s)
    s.stack[s.depth - 1, Frame.X] = tile
    assert found(s) == Broken.EFFECT


@pytest.mark.parametrize(("tile", "visitor"), [(LUNA, 0), (IO, 1)], ids=["no fleet at home", "another fleet there"])
def test_a_trade_that_is_to_be_paid_has_a_fleet_at_home_for_a_free_tile(tile: int, visitor: int) -> None:
    s = under_way()
    s.colony_visitor[tile] = visitor
    assert found(s) == Broken.EFFECT


def test_a_trade_that_is_paid_has_its_fleet_on_the_tile() -> None:
    s = under_way("Step before Trade")
    take(s, BRANCH)
    assert s.kind == Kind.AMOUNT
    sound(s)
    s.stack[s.depth - 1, Frame.X] = LUNA
    assert found(s) == Broken.EFFECT
    s.stack[s.depth - 1, Frame.X] = IO
    s.colony_visitor[IO] = 1
    assert found(s) == Broken.EFFECT


@pytest.mark.parametrize("field", [field[0] for field in FIELDS if field[0] != "colony_added"])
def test_without_the_box_nothing_of_it_is_used(field: str) -> None:
    s = deal(1, players=2, colonies=False)[0]
    sound(s)
    assert not np.any(s[field])
    if s[field].ndim:
        s[field].flat[0] = 1
    else:
        s[field] = 1
    assert found(s) == Broken.BOX_NOT_IN_THE_GAME


# What seats see.


def piece(s: Any, seat: int, name: str) -> list[float]:
    view = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, seat, view)
    at = OBSERVATION[name]
    return [float(value) for value in view[at.start : at.stop]]


def only(size: int, values: Mapping[int, float]) -> Any:
    return pytest.approx([values.get(i, 0.0) for i in range(size)])


def value(s: Any, seat: int, player: int) -> float:
    """As with the tiles on Mars: the next player 1, the one after him less."""
    return (PLAYERS - (player - seat) % s.players) / (PLAYERS - 1)


@pytest.mark.parametrize("seat", range(3))
def test_tiles_and_markers_are_seen(seat: int) -> None:
    s = position()
    s.colony_track[[LUNA, IO, CERES]] = (3, 6, 0)
    s.colony_picked[LUNA] = 2
    lies = {LUNA: 1.0, IO: 1.0, CERES: 1.0, TITAN: 0.5}
    markers, picked = {COLONY_TILES + LUNA: 0.5, COLONY_TILES + IO: 1.0}, {2 * COLONY_TILES + LUNA: 2 / 3}
    assert piece(s, seat, "colony tiles") == only(3 * COLONY_TILES, lies | markers | picked)


def test_tiles_that_are_offered_are_seen() -> None:
    s = deal(3, players=1)[0]
    offered = {tile: 0.25 for tile in BOX_TILES if s.colony_lies[tile] == ColonyLies.OFFERED}
    assert len(offered) == 4
    assert piece(s, 0, "colony tiles") == only(3 * COLONY_TILES, offered)


@pytest.mark.parametrize("seat", range(3))
def test_owners_and_fleets_are_seen_from_each_seat(seat: int) -> None:
    s = position()
    s.fleets[:3] = (3, 1, 6)
    s.colony_visitor[[LUNA, CERES]] = (0, 2)
    places, others = COLONY_SLOTS * LUNA, COLONY_TILES * COLONY_SLOTS
    owners = {
        (places + slot if owner == seat else others + places + slot): 1.0 if owner == seat else value(s, seat, owner)
        for slot, owner in enumerate((0, 2))
    }
    assert piece(s, seat, "colony owners") == only(2 * others, owners)
    visitors = {LUNA: 0, IO: 1, CERES: 2}
    shown = {tile: 1.0 if player == seat else value(s, seat, player) / 2 for tile, player in visitors.items()}
    assert piece(s, seat, "trade visitor") == only(COLONY_TILES, shown)
    sides = [(player - seat) % 3 for player in range(3)]
    fleets = {side: min(1.0, n / 4) for side, n in zip(sides, (3, 1, 6), strict=True)}
    at_home = {PLAYERS + side: min(1.0, n / 4) for side, n in zip(sides, (2, 0, 5), strict=True)}
    assert piece(s, seat, "trade fleets") == only(2 * PLAYERS, fleets | at_home)


def test_kinds_of_tags_are_seen_by_all() -> None:
    s = position()
    s.tag_kinds_had = 1 << Tag.EARTH | 1 << Tag.VENUS
    for seat in range(3):
        assert piece(s, seat, "kinds of tags had") == only(TAGS, {Tag.EARTH: 1.0, Tag.VENUS: 1.0})


@pytest.mark.parametrize("chosen", [True, False])
def test_the_option_about_corporations_is_seen(chosen: bool) -> None:
    s = deal(1, venus=False, colony_corporations=chosen)[0]
    assert piece(s, 0, "options of boxes") == only(8, {1: float(chosen)})


def test_without_the_box_nothing_of_it_is_seen() -> None:
    s = deal(1, colonies=False)[0]
    for name in ("colony tiles", "colony owners", "trade visitor", "trade fleets", "kinds of tags had"):
        assert not any(piece(s, 0, name))


# Dealing hidden cards anew.


@pytest.mark.parametrize("players", [1, 3])
def test_a_redeal_leaves_all_that_lies_open_alone(players: int) -> None:
    array = deal(5, players=players)
    compared = 0
    for count, s in enumerate(played(array, 5)):
        if count % 15 and s.kind != Kind.COLONY:
            continue
        for seat in range(players):
            other = array.copy()
            seed(other[0].rng, count)
            determinize(T, other[0], seat)
            for field in FIELDS:
                assert np.array_equal(other[0][field[0]], s[field[0]])
            for name in ("colony tiles", "colony owners", "trade visitor", "trade fleets"):
                assert piece(other[0], seat, name) == piece(s, seat, name)
            compared += 1
    assert compared > 10


def test_the_tiles_offered_to_a_solo_player_stay() -> None:
    array = deal(3, players=1)
    choose_cards(array[0])
    s = array.copy()[0]
    assert (s.phase, s.kind) == (Phase.SETUP, Kind.COLONY)
    determinize(T, s, 0)
    sound(s)
    assert (s.colony_lies == array[0].colony_lies).all()
    assert s.choice[: s.choices].tolist() == array[0].choice[: s.choices].tolist()
