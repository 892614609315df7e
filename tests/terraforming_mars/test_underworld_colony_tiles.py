"""The three colony tiles of Underworld 2: Phobos, Oberon and Amalthea."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.core.errors import InvalidOptions
from regolith.envs.terraforming_mars.actions import CARD, COLONY, DECLINE, step
from regolith.envs.terraforming_mars.colonies.invariants import broken_colonies, broken_fleets
from regolith.envs.terraforming_mars.colonies.machine import can_build
from regolith.envs.terraforming_mars.colonies.rules import build, fleets_at_home
from regolith.envs.terraforming_mars.colonies.words import FIRST_TILE, ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import DECLINED, NOT_ASKED, begin, push
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.show.box_views import colony_tile
from regolith.envs.terraforming_mars.show.naming import action_name
from regolith.envs.terraforming_mars.state import Kind, Lies, Mode
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import MC, STEEL, TITANIUM, Tile

from .games import NUMBER, T, actions, deal
from .tables import answer, choices, colonies, play
from .underworld_tables import below, identified, stack

PHOBOS, OBERON, AMALTHEA = ColonyTile.PHOBOS, ColonyTile.OBERON, ColonyTile.AMALTHEA
NEW = (PHOBOS, OBERON, AMALTHEA)
LUNA, TRITON, CERES = ColonyTile.LUNA, ColonyTile.TRITON, ColonyTile.CERES


def found(s: Any, player: int, tile: ColonyTile) -> None:
    """A player builds a colony."""
    build(T, s, player, tile)
    run(T, s, NOT_ASKED)


def trade(s: Any, tile: ColonyTile, player: int = 0) -> None:
    """A fleet of the player has arrived."""
    s.colony_visitor[tile] = player
    push(s, T.trade_paid_row, NONE, player, tile, 0, Mode.WHOLE)
    run(T, s, NOT_ASKED)


@pytest.mark.parametrize("underworld", [False, True])
def test_they_are_drawn_only_with_both_boxes(underworld: bool) -> None:
    drawn = set()
    for number in range(12):
        s = deal(number, colonies=True, underworld=underworld, players=5)[0]
        drawn |= {tile for tile in NEW if s.colony_lies[tile] >= ColonyLies.DORMANT}
        assert underworld == all(s.colony_lies[tile] != ColonyLies.OF_NO_BOX for tile in NEW)
        assert sum(s.colony_lies >= ColonyLies.DORMANT) == 7
    assert drawn == (set(NEW) if underworld else set())


def test_they_are_asked_for_only_with_the_box() -> None:
    s = deal(1, colonies=True, underworld=True, colony_tiles="phobos+oberon+amalthea+luna+io")[0]
    assert all(s.colony_lies[tile] == ColonyLies.AWAKE for tile in NEW)
    with pytest.raises(InvalidOptions, match="phobos needs underworld"):
        deal(1, colonies=True, colony_tiles="phobos+luna")


def test_building_on_phobos_is_two_steps_of_rating() -> None:
    s = below()
    colonies(s, PHOBOS)
    before = int(s.rating[0])
    found(s, 0, PHOBOS)
    assert s.rating[0] == before + 2


@pytest.mark.parametrize(("track", "claims"), list(enumerate((0, 1, 1, 2, 2, 3, 4))))
def test_trading_with_phobos_identifies_four_and_claims_some(track: int, claims: int) -> None:
    s = below()
    stack(s, Token.BLANK)
    colonies(s, PHOBOS, 1, track=track)
    s.colony_track[PHOBOS] = track
    trade(s, PHOBOS)
    while s.kind != Kind.NOTHING:
        run(T, s, choices(s)[0])
    assert (int(np.sum(s.claimed[0])), identified(s)) == (claims, 4 - claims)
    assert s.stock[1, MC] == 1
    assert int(np.sum(s.excavated != NOBODY)) == 0


def test_building_on_oberon_is_a_city_and_a_step_of_mc_production_less() -> None:
    s = below()
    colonies(s, OBERON)
    found(s, 0, OBERON)
    assert s.kind == Kind.SPACE
    answer(s, choices(s)[0])
    assert s.production[0, MC] == -1
    assert int(np.sum(s.tile[:MARS_SPACES] == Tile.CITY_TILE)) == 1


def test_oberon_needs_production_and_a_space() -> None:
    s = below()
    colonies(s, OBERON)
    assert can_build(T, s, 0, OBERON, False, 0)
    s.production[0, MC] = -5
    assert not can_build(T, s, 0, OBERON, False, 0)
    s.production[0, MC] = 0
    s.tile[:MARS_SPACES], s.tile_owner[:MARS_SPACES] = Tile.CITY_TILE, 1
    assert not can_build(T, s, 0, OBERON, False, 0)


@pytest.mark.parametrize(
    ("track", "corruption", "steel", "cards"),
    [(0, 1, 0, 0), (1, 1, 0, 0), (2, 1, 1, 0), (3, 1, 1, 0), (4, 1, 2, 0), (5, 1, 0, 1), (6, 2, 0, 0)],
)
def test_trading_with_oberon(track: int, corruption: int, steel: int, cards: int) -> None:
    s = below()
    colonies(s, OBERON, track=track)
    trade(s, OBERON)
    assert (s.corruption[0], s.stock[0, STEEL], s.hand[0]) == (corruption, steel, cards)


def test_a_colony_on_oberon_draws_and_discards() -> None:
    s = below()
    colonies(s, OBERON, 1)
    size = int(s.deck_size[0])
    trade(s, OBERON)
    assert (s.hand[1], s.deck_size[0]) == (0, size - 1)


def test_building_on_amalthea_is_a_fleet_that_trades_at_once() -> None:
    s = below()
    colonies(s, AMALTHEA)
    colonies(s, LUNA, 1, track=3)
    colonies(s, TRITON, track=2)
    s.colony_visitor[TRITON] = 1
    s.fleets[0], s.fleets[1] = 1, 1
    found(s, 0, AMALTHEA)
    assert (s.kind, sorted(choices(s)), s.fleets[0]) == (Kind.COLONY, sorted([AMALTHEA, LUNA]), 2)
    answer(s, LUNA)
    assert (s.stock[0, MC], s.stock[1, MC], s.colony_visitor[LUNA], s.colony_track[LUNA]) == (7, 2, 0, 1)
    assert fleets_at_home(s, 0) == 1


def test_the_trade_may_go_to_amalthea_itself() -> None:
    s = below()
    colonies(s, AMALTHEA, track=2)
    found(s, 0, AMALTHEA)
    # Its own colony is picked once, and gives its bonus as any other colony on the tile.
    assert s.kind == Kind.COLONY
    answer(s, AMALTHEA)
    assert s.kind == Kind.NOTHING
    assert s.stock[0, TITANIUM] == 2


def fleets_noticed(s: Any, most: int, player: int = 0) -> bool:
    """Whether all numbers of fleets are noticed but those up to so many, the one at hand among them."""
    has = int(s.fleets[player])
    for n in range(most + 3):
        s.fleets[player] = n
        if broken_fleets(T, s) != (Broken.NOTHING if has <= n <= most else Broken.TRADE_FLEET):
            return False
    s.fleets[player] = has
    return True


def test_fleets_are_those_of_cards_and_colonies() -> None:
    s = below()
    colonies(s, AMALTHEA)
    assert fleets_noticed(s, 1)
    for n in (1, 2, 3):
        s.colony_visitor[AMALTHEA] = 1
        found(s, 0, AMALTHEA)
        assert s.fleets[0] == 1 + n
        assert fleets_noticed(s, 1 + n)
    play(s, "Ganymede Trading Company")
    assert fleets_noticed(s, 5)
    assert fleets_noticed(s, 1, player=1)


def test_a_copied_prelude_brings_its_fleet_again() -> None:
    s = below()
    play(s, "Ganymede Trading Company", player=1)
    assert fleets_noticed(s, 2, player=1)
    play(s, "Intellectual Property Theft")
    assert s.fleets[0] == 2
    assert fleets_noticed(s, 2)


@pytest.mark.parametrize("taken_back", ["Ganymede Trading Company", "Intellectual Property Theft"])
def test_a_prelude_taken_back_may_have_brought_its_fleet_before(taken_back: str) -> None:
    s = below()
    play(s, "Ganymede Trading Company", player=int(taken_back != "Ganymede Trading Company"))
    if taken_back == "Intellectual Property Theft":
        play(s, taken_back)
    play(s, "Patent Manipulation")
    card = NUMBER[taken_back]
    assert (s.lies[card], s.fleets[0]) == (Lies.IN_HAND, 2)
    assert [broken_fleets(T, s)] == [Broken.NOTHING]
    s.fleets[0] = 3
    assert broken_fleets(T, s) == Broken.TRADE_FLEET
    s.fleets[0] = 2
    s.kind = Kind.ACTION
    step(T, s, CARD + card)
    assert s.fleets[0] == 3
    assert broken_fleets(T, s) == Broken.NOTHING
    s.fleets[0] = 4
    assert broken_fleets(T, s) == Broken.TRADE_FLEET


def test_without_a_tile_to_go_to_the_fleet_stays() -> None:
    s = below()
    colonies(s, AMALTHEA)
    s.colony_visitor[AMALTHEA] = 1
    found(s, 0, AMALTHEA)
    assert (s.kind, s.fleets[0], fleets_at_home(s, 0)) == (Kind.NOTHING, 2, 2)


@pytest.mark.parametrize(("track", "most"), list(enumerate((1, 1, 2, 2, 3, 4, 5))))
def test_trading_with_amalthea_gives_bonuses_of_anybodys_colonies(track: int, most: int) -> None:
    s = below(players=3)
    colonies(s, AMALTHEA, track=track)
    colonies(s, LUNA, 1, 2, track=2)
    colonies(s, CERES, 0)
    colonies(s, TRITON, 2, 2, track=2)
    trade(s, AMALTHEA)
    picked = 0
    while s.kind == Kind.COLONY:
        assert s.may_decline
        assert DECLINE in actions(s)
        assert broken_colonies(T, s) == 0
        run(T, s, choices(s)[0])
        picked += 1
    assert (picked, s.kind) == (most, Kind.NOTHING)
    given = int(s.stock[0, STEEL]) // 2 + int(s.stock[0, MC]) // 2 + int(s.stock[0, TITANIUM])
    assert given == most
    assert not s.stock[1:].any()
    assert not s.colony_picked.any()


def test_each_colony_is_picked_once_and_one_may_stop() -> None:
    s = below()
    colonies(s, AMALTHEA, track=6)
    colonies(s, LUNA, 1)
    colonies(s, TRITON, 1)
    trade(s, AMALTHEA)
    assert choices(s) == [LUNA, TRITON]
    assert "gain the bonus of a colony on Luna (2 MC)" in action_name(s, COLONY + LUNA)
    answer(s, LUNA)
    assert choices(s) == [TRITON]
    run(T, s, DECLINED)
    assert (s.kind, s.stock[0, MC], s.stock[0, TITANIUM], s.colony_picked.any()) == (Kind.NOTHING, 2, 0, False)


def test_without_colonies_there_is_nothing_to_pick() -> None:
    s = below()
    colonies(s, AMALTHEA, track=6)
    trade(s, AMALTHEA)
    assert (s.kind, s.colony_track[AMALTHEA]) == (Kind.NOTHING, 0)


def test_an_own_colony_there_gives_titanium_twice() -> None:
    s = below()
    colonies(s, AMALTHEA, 0, track=2)
    trade(s, AMALTHEA)
    answer(s, AMALTHEA)
    assert s.stock[0, TITANIUM] == 2


def test_a_bonus_with_a_choice_comes_before_the_next_pick() -> None:
    s = below()
    colonies(s, AMALTHEA, track=4)
    colonies(s, ColonyTile.PLUTO, 1)
    colonies(s, LUNA, 1)
    s.hand[0] = 0
    begin(s, T.colony_income[AMALTHEA, 4], FIRST_TILE + AMALTHEA, 0)
    run(T, s, NOT_ASKED)
    answer(s, ColonyTile.PLUTO)
    assert (s.kind, choices(s)) == (Kind.COLONY, [LUNA])


@pytest.mark.parametrize("tile", NEW)
def test_they_can_be_shown(tile: ColonyTile) -> None:
    s = below()
    colonies(s, tile, 0)
    view = colony_tile(s, tile)
    assert view.building
    assert view.trading
    assert len(view.cells) == 7
