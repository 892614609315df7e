"""Building colonies, and tiles that sleep until a card can hold what they give: from the rulebook and the rulings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import CARD, COLONY, DECLINE, END_TURN, PASS, SPACE, STANDARD, step
from regolith.envs.terraforming_mars.colonies.words import STEPS, ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import NOBODY
from regolith.envs.terraforming_mars.rules.playing import enter_play
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import ANIMALS, FLOATERS, MC, MICROBES, STEEL, SpaceKind, Tag, Tile, Track

from .colony_games import (
    ALL_CARDS,
    BOX_TILES,
    BUILD,
    DRY_OCEAN_SPACE,
    FACTS,
    NUMBER,
    SLEEPERS,
    STORES,
    T,
    actions,
    colonies,
    colonise,
    difference,
    given,
    hold,
    holdings,
    lay,
    offered,
    play,
    sound,
    take,
    trades,
    turn,
)

LUNA, IO, CERES, EUROPA, TRITON = ColonyTile.LUNA, ColonyTile.IO, ColonyTile.CERES, ColonyTile.EUROPA, ColonyTile.TRITON
MIRANDA, TITAN = ColonyTile.MIRANDA, ColonyTile.TITAN
TWO_OTHERS = (1, 2)
FULL = (1, 2, 1)


def build(s: Any, tile: ColonyTile) -> None:
    """With the standard project; if other tiles could be built on, the tile is asked for."""
    s.stock[s.player, MC] = 17
    take(s, STANDARD + BUILD)
    if s.kind == Kind.COLONY:
        take(s, COLONY + tile)


def with_store(tile: ColonyTile, player: int = 0) -> Any:
    """A turn with one tile, which is awake."""
    s = turn(tile)
    if tile in SLEEPERS:
        lay(s, player, STORES[SLEEPERS[tile]])
    return s


@pytest.mark.parametrize("there", range(3))
@pytest.mark.parametrize("tile", BOX_TILES)
def test_whoever_builds_gets_what_the_tile_shows_on_each_of_the_three_places(tile: ColonyTile, there: int) -> None:
    for marker in range(max(1, there), STEPS):
        s = with_store(tile)
        colonise(s, tile, *TWO_OTHERS[:there])
        s.colony_track[tile] = marker
        s.stock[0, MC] = 17
        before = holdings(s)
        build(s, tile)
        if s.kind == Kind.SPACE:
            take(s, SPACE + DRY_OCEAN_SPACE)
        printed = given(0, FACTS[tile.name.lower()]["building"])
        printed[0, "stock.mc"] -= 17
        assert difference(before, holdings(s)) == dict(printed)
        assert colonies(s, tile) == [*TWO_OTHERS[:there], 0], "the lowest free place"
        assert s.colony_track[tile] == max(marker, there + 1), "a marker moves up only if it must"
        assert s.kind == Kind.ACTION
        sound(s)


def test_the_standard_project_costs_17() -> None:
    s = turn(LUNA)
    s.stock[0, MC] = 16
    assert STANDARD + BUILD not in actions(s)
    s.stock[0, MC] = 17
    assert STANDARD + BUILD in actions(s)


def test_it_is_a_standard_project_and_trading_is_none() -> None:
    for action, rebate in ((STANDARD + BUILD, 3), (COLONY + IO, 0)):
        s = turn(IO)
        lay(s, 0, "Standard Technology")
        s.stock[0, MC] = 20
        take(s, action)
        assert s.stock[0, MC] == 20 - (17 if rebate else 9) + rebate
        assert s.actions_taken == 1


def test_everybody_has_one_colony_on_a_tile_at_most() -> None:
    s = turn(LUNA, IO, CERES)
    colonise(s, LUNA, 0)
    colonise(s, IO, 1)
    s.stock[0, MC] = 17
    take(s, STANDARD + BUILD)
    assert offered(s, COLONY) == [CERES, IO]
    s = turn(LUNA)
    colonise(s, LUNA, 1, 0)
    s.stock[0, MC] = 17
    assert STANDARD + BUILD not in actions(s)


@pytest.mark.parametrize(("card", "may"), [("Colony", False), ("Another Colony", True)])
def test_a_card_may_allow_one_more_of_the_own(card: str, may: bool) -> None:
    s = turn(LUNA)
    colonise(s, LUNA, 0)
    hold(s, 0, card)
    assert (CARD + NUMBER[card] in actions(s)) == may
    if may:
        take(s, CARD + NUMBER[card])
        assert colonies(s, LUNA) == [0, 0]
        assert s.production[0, MC] == 2
        sound(s)


@pytest.mark.parametrize("card", ["Colony", "Another Colony"])
def test_there_is_never_a_fourth_colony(card: str) -> None:
    s = turn(LUNA, IO)
    colonise(s, LUNA, *FULL)
    play(s, card)
    assert colonies(s, IO) == [0], "the only tile left: nobody is asked"
    s = turn(LUNA, IO)
    colonise(s, LUNA, *FULL)
    colonise(s, IO, *FULL)
    hold(s, 0, card)
    s.stock[0, MC] = 17
    assert not {CARD + NUMBER[card], STANDARD + BUILD} & set(actions(s)), "nothing to build on"


def test_a_card_builds_for_its_own_price_only() -> None:
    s = turn(LUNA)
    play(s, "Colony")
    assert colonies(s, LUNA) == [0]
    assert s.stock[0, MC] == 0


def test_building_where_a_fleet_lies_pays_nothing_for_the_trade_before() -> None:
    s = turn(LUNA)
    s.colony_visitor[LUNA] = 1
    s.colony_track[LUNA] = 0
    build(s, LUNA)
    assert colonies(s, LUNA) == [0]
    assert s.stock[0, MC] == 0
    assert s.colony_track[LUNA] == 1
    assert s.colony_visitor[LUNA] == 1


def test_europa_can_be_built_on_without_an_ocean_left() -> None:
    s = turn(EUROPA)
    oceans = np.nonzero(T.space_kind[s.map] == SpaceKind.OCEAN)[0][:9]
    s.tile[oceans], s.track[Track.OCEANS] = Tile.OCEAN_TILE, 9
    s.stock[0, MC] = 17
    before = holdings(s)
    build(s, EUROPA)
    assert colonies(s, EUROPA) == [0]
    assert difference(before, holdings(s)) == {(0, "stock.mc"): -17}
    assert s.kind == Kind.ACTION


def test_the_ocean_of_europa_is_placed_as_any_other() -> None:
    s = turn(EUROPA)
    build(s, EUROPA)
    assert s.kind == Kind.SPACE
    assert all(T.space_kind[s.map, space] == SpaceKind.OCEAN for space in offered(s, SPACE))
    assert len(offered(s, SPACE)) == 12
    take(s, SPACE + 1)
    assert s.stock[0, STEEL] == 2, "what the space gives: two steel"
    assert s.rating[0] == 21


@pytest.mark.parametrize("builder", [0, 1])
@pytest.mark.parametrize("by_card", [True, False])
def test_some_cards_wait_for_colonies_of_everybody(builder: int, by_card: bool) -> None:
    s = turn(IO, LUNA)
    lay(s, 0, "Watcher")
    for _ in range(builder):
        take(s, PASS)
    if by_card:
        play(s, "Colony")
        take(s, COLONY + IO)
    else:
        build(s, IO)
    assert colonies(s, IO) == [builder]
    assert s.production[:3, MC].tolist() == [1, 0, 0]
    sound(s)


# A card that builds a colony and costs MC production.

COSTLY = "Colony for 2 Production"


@pytest.mark.parametrize(
    ("production", "watches", "tiles"),
    [
        (-3, False, [IO, LUNA]),
        (-4, False, [LUNA]),
        (-5, False, [LUNA]),
        (-4, True, [IO, LUNA]),
        (-5, True, [LUNA]),
    ],
)
def test_what_a_colony_adds_to_mc_production_pays_for_the_card(
    production: int, watches: bool, tiles: list[ColonyTile]
) -> None:
    for tile in (IO, LUNA):
        s = turn(IO, LUNA)
        s.production[0, MC] = production
        if watches:
            lay(s, 0, "Watcher")
        play(s, COSTLY)
        if len(tiles) == 1:
            assert colonies(s, LUNA) == [0], "it must be Luna: nobody is asked"
        else:
            assert offered(s, COLONY) == tiles
            take(s, COLONY + tile)
        built_on_luna = bool(colonies(s, LUNA))
        assert s.production[0, MC] == production - 2 + 2 * built_on_luna + watches
        sound(s)


@pytest.mark.parametrize(("production", "playable"), [(-3, True), (-4, False), (-5, False)])
def test_without_luna_the_card_needs_the_production(production: int, playable: bool) -> None:
    for full in (True, False):
        s = turn(IO, LUNA) if full else turn(IO)
        if full:
            colonise(s, LUNA, *FULL)
        s.production[0, MC] = production
        hold(s, 0, COSTLY)
        assert (CARD + NUMBER[COSTLY] in actions(s)) == playable


def test_the_watcher_of_another_player_pays_for_nothing() -> None:
    s = turn(IO)
    lay(s, 1, "Watcher")
    s.production[0, MC] = -4
    hold(s, 0, COSTLY)
    assert CARD + NUMBER[COSTLY] not in actions(s)


def test_low_production_never_hinders_the_standard_project() -> None:
    s = turn(IO, LUNA)
    s.production[0, MC] = -5
    s.stock[0, MC] = 17
    take(s, STANDARD + BUILD)
    assert offered(s, COLONY) == [IO, LUNA]


# Sleeping tiles.


@pytest.mark.parametrize("tile", SLEEPERS)
def test_nobody_builds_on_or_trades_with_a_sleeping_tile(tile: ColonyTile) -> None:
    s = turn(tile)
    s.stock[0] = 100
    hold(s, 0, "Colony", "Another Colony")
    wanted = {COLONY + tile, STANDARD + BUILD, CARD + NUMBER["Colony"], CARD + NUMBER["Another Colony"]}
    assert not wanted & set(actions(s))
    lay(s, 0, STORES[SLEEPERS[tile]])
    assert wanted <= set(actions(s))


def test_a_sleeping_tile_is_not_offered_beside_others() -> None:
    s = turn(LUNA, IO, TITAN)
    s.stock[0] = 100
    assert trades(s) == {LUNA, IO}
    take(s, STANDARD + BUILD)
    assert offered(s, COLONY) == [IO, LUNA]


def test_a_tile_wakes_when_a_card_comes_into_play_that_can_hold_what_it_gives_and_only_then() -> None:
    """Every card of the game. Cards that add such resources to others and hold none wake nothing, nor do events."""
    adding = waking = 0
    for number, card in ALL_CARDS.items():
        s = turn(*SLEEPERS, LUNA)
        kind = card.holds.name.lower() if card.holds is not None else None
        enter_play(T, s, 1, number)
        awake = {tile for tile in SLEEPERS if s.colony_lies[tile] == ColonyLies.AWAKE}
        anything = any(modifier.rule == Rule.HOLDS_ANYTHING for modifier in card.modifiers)
        assert awake == {tile for tile, wanted in SLEEPERS.items() if anything or wanted == kind}, card.name
        for tile in SLEEPERS:
            assert s.colony_track[tile] == (tile in awake), card.name
        assert s.colony_track[LUNA] == 1
        waking += bool(awake)
        adding += not awake and any(card.shows(held) for held in (ANIMALS, MICROBES, FLOATERS))
    assert waking > 30
    assert adding > 10


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("tile", SLEEPERS)
def test_the_card_of_any_player_wakes_a_tile_for_all(tile: ColonyTile, player: int) -> None:
    s = turn(tile)
    s.stock[:3] = 100
    for _ in range(player):
        take(s, PASS)
    play(s, STORES[SLEEPERS[tile]])
    assert (s.colony_lies[tile], s.colony_track[tile]) == (ColonyLies.AWAKE, 1)
    sound(s)
    assert trades(s) == {tile}
    take(s, END_TURN)
    assert s.player == player + 1
    assert trades(s) == {tile}


def test_a_corporation_wakes_a_tile() -> None:
    s = turn(MIRANDA, TITAN, corporations=("Animal Corporation", "Ecoline"), players=2)
    assert s.lies[NUMBER["Animal Corporation"]] == Lies.IN_PLAY
    assert s.colony_lies[[MIRANDA, TITAN]].tolist() == [ColonyLies.AWAKE, ColonyLies.DORMANT]
    assert s.colony_track[[MIRANDA, TITAN]].tolist() == [1, 0]


def test_a_tile_wakes_before_the_card_does_anything() -> None:
    s = turn(MIRANDA, LUNA)
    play(s, "Animals on a Colony")
    assert offered(s, COLONY) == [LUNA, MIRANDA]
    take(s, COLONY + MIRANDA)
    assert s.resources[NUMBER["Animals on a Colony"]] == 1
    sound(s)


def test_a_tile_wakes_on_the_second_step_however_late() -> None:
    s = turn(TITAN, LUNA)
    for _ in range(3):
        end_generation(s)
    assert s.colony_track[[TITAN, LUNA]].tolist() == [0, 4]
    play(s, "Floater Store")
    assert s.colony_track[[TITAN, LUNA]].tolist() == [1, 4]


def test_a_tile_that_is_awake_stays_so() -> None:
    s = turn(TITAN)
    lay(s, 0, "Floater Store")
    s.colony_track[TITAN] = 3
    s.lies[NUMBER["Floater Store"]], s.owner[NUMBER["Floater Store"]] = Lies.DISCARDED, NOBODY
    sound(s)
    s.stock[0, MC] = 100
    assert trades(s) == {TITAN}
    assert STANDARD + BUILD in actions(s)
    play(s, "Second Floater Store")
    assert s.colony_track[TITAN] == 3, "it was awake already"


def end_generation(s: Any) -> None:
    """Everybody passes and buys nothing; the next generation has begun."""
    generation = s.generation
    while s.generation == generation or s.phase != Phase.ACTION:
        step(T, s, next(action for action in (PASS, DECLINE) if action in actions(s)))


# A tile that is added.


def test_any_tile_that_is_not_in_play_may_be_added() -> None:
    s = turn(LUNA, IO, TITAN)
    play(s, "New Tile")
    assert offered(s, COLONY) == [tile for tile in BOX_TILES if tile not in (LUNA, IO, TITAN)]


@pytest.mark.parametrize("tile", BOX_TILES)
@pytest.mark.parametrize("held", [True, False])
def test_a_tile_that_is_added_sleeps_unless_a_card_can_hold_what_it_gives(tile: ColonyTile, held: bool) -> None:
    s = turn(LUNA if tile != LUNA else IO)
    if held:
        lay(s, 1, *STORES.values())
    play(s, "New Tile")
    take(s, COLONY + tile)
    sleeps = tile in SLEEPERS and not held
    assert s.colony_lies[tile] == (ColonyLies.DORMANT if sleeps else ColonyLies.AWAKE)
    assert s.colony_track[tile] == (0 if sleeps else 1)
    sound(s)
    if sleeps:
        play(s, STORES[SLEEPERS[tile]])
        assert s.colony_lies[tile] == ColonyLies.AWAKE


def test_with_all_tiles_in_play_none_is_added() -> None:
    s = turn(*BOX_TILES)
    play(s, "New Tile")
    assert s.kind == Kind.ACTION
    sound(s)


# Kinds of tags, which a corporation of the box looks at.


NEW_KINDS: dict[str, tuple[Tag, ...]] = {
    "Research": (Tag.SCIENCE,),
    "Comet": (),
    "Wild Card": (),
    "Physics Complex": (Tag.BUILDING,),
    "Lunar Beam": (Tag.EARTH, Tag.POWER),
    "Power Plant": (),
    "Trees": (Tag.PLANT,),
}
"""A tag twice on a card counts once; those of an event and a wild one never do."""


def test_each_new_kind_of_tag_counts_once() -> None:
    s = turn(LUNA, corporations=("Collecting Corporation", "Ecoline"), players=2)
    assert s.production[0, MC] == 0
    known: set[int] = set()
    for name, new in NEW_KINDS.items():
        known |= {int(tag) for tag in new}
        before = int(s.production[0, MC])
        lay(s, 0, name)
        run(T, s, NOT_ASKED)
        s.kind = Kind.ACTION
        assert s.production[0, MC] - before == len(new), name
        assert s.tag_kinds_had == sum(1 << tag for tag in known)
        sound(s)


def test_new_kinds_of_others_do_not_count() -> None:
    s = turn(LUNA, corporations=("Collecting Corporation", "Ecoline"), players=2)
    lay(s, 1, "Physics Complex")
    run(T, s, NOT_ASKED)
    assert s.production[0, MC] == 0
    assert s.tag_kinds_had == 0
