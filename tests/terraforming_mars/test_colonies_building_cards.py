"""The cards of Colonies that build colonies, trade, move markers or bring fleets and tiles."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.colonies.words import ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.rooms import NOBODY, NONE
from regolith.envs.terraforming_mars.rules.supply import rule_of
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import ENERGY, MC, OCEANS, Tile

from .colony_games import BOX_TILES
from .games import NUMBER, T
from .operations import playable
from .tables import Change, act, answer, changed, choices, colonies, first_action, lay, play, table

CERES, IO, LUNA, PLUTO, TRITON = (
    ColonyTile.CERES,
    ColonyTile.IO,
    ColonyTile.LUNA,
    ColonyTile.PLUTO,
    ColonyTile.TRITON,
)
BUILDERS: dict[str, Change] = {
    "Interplanetary Colony Ship": {},
    "Mining Colony": {"titanium_up": 1},
    "Trading Colony": {},
    "Research Colony": {"hand": 2},
    "Space Port Colony": {"fleets": 1},
}
"""Cards that build a colony, and what else they bring."""
AGAIN = ("Research Colony", "Space Port Colony")
LOSING = ("Minority Refuge", "Pioneer Settlement")


@pytest.mark.parametrize("card", BUILDERS)
def test_a_colony_is_built_where_there_is_room(card: str) -> None:
    s = table(players=4)
    colonies(s, LUNA, 1)
    colonies(s, IO, 1, 2, 3, track=3)
    colonies(s, CERES, 1, 2, track=2)
    colonies(s, TRITON, 0)
    s.colony_lies[ColonyTile.TITAN] = ColonyLies.DORMANT
    before = s.copy()
    assert playable(T, s, 0, NUMBER[card])
    play(s, card)
    assert s.kind == Kind.COLONY
    assert choices(s) == [CERES, LUNA, *([TRITON] if card in AGAIN else [])]
    answer(s, LUNA)
    assert s.colony_owner[LUNA].tolist() == [1, 0, NOBODY]
    assert s.colony_track[LUNA] == 2
    assert changed(before, s) == {**BUILDERS[card], "mc_up": 2}


@pytest.mark.parametrize("card", [*BUILDERS, "Ice Moon Colony", *LOSING])
def test_without_a_place_nothing_is_built(card: str) -> None:
    s = table(players=4)
    colonies(s, IO, 1, 2, 3, track=3)
    assert not playable(T, s, 0, NUMBER[card])
    colonies(s, LUNA, 0)
    assert playable(T, s, 0, NUMBER[card]) == (card in AGAIN)


def test_ice_moon_colony_brings_an_ocean_as_long_as_there_is_one() -> None:
    s = table()
    colonies(s, LUNA)
    full = s.copy()
    play(s, "Ice Moon Colony")
    assert s.colony_owner[LUNA, 0] == 0
    assert s.kind == Kind.SPACE
    space = choices(s)[0]
    answer(s, space)
    assert s.tile[space] == Tile.OCEAN_TILE
    assert s.track[OCEANS] == 1
    full.track[OCEANS] = 9
    assert playable(T, full, 0, NUMBER["Ice Moon Colony"])
    play(full, "Ice Moon Colony")
    assert full.depth == 0
    assert full.colony_owner[LUNA, 0] == 0


def test_space_port_is_a_city_and_a_fleet() -> None:
    s = table()
    assert not playable(T, s, 0, NUMBER["Space Port"]), "it needs energy production"
    s.production[0, ENERGY] = 1
    before = s.copy()
    play(s, "Space Port")
    space = next(
        space for space in choices(s) if not T.space_gain[s.map, space].any() and not T.space_cards[s.map, space]
    )
    answer(s, space)
    assert s.tile[space] == Tile.CITY_TILE
    assert changed(before, s) == {"energy_up": -1, "mc_up": 4, "fleets": 1}


def test_sky_docks_bring_a_fleet() -> None:
    s = table()
    before = s.copy()
    play(s, "Sky Docks")
    assert changed(before, s) == {"fleets": 1}


@pytest.mark.parametrize("card", LOSING)
@pytest.mark.parametrize(
    ("production", "poseidon", "offered"),
    [
        (0, False, [IO, LUNA]),
        (-3, False, [IO, LUNA]),
        (-4, False, [LUNA]),
        (-5, False, [LUNA]),
        (-4, True, [IO, LUNA]),
        (-5, True, [LUNA]),
    ],
)
def test_the_colony_must_make_up_for_the_loss(card: str, production: int, poseidon: bool, offered: list[int]) -> None:
    for tile in offered:
        s = table(*(["Poseidon"] if poseidon else []))
        colonies(s, LUNA)
        colonies(s, IO)
        s.production[0, MC] = production
        assert playable(T, s, 0, NUMBER[card])
        play(s, card)
        if len(offered) > 1:
            assert choices(s) == offered
            answer(s, tile)
        assert s.depth == 0
        assert s.colony_owner[tile, 0] == 0
        assert s.production[0, MC] == production - 2 + 2 * int(tile == LUNA) + int(poseidon)


@pytest.mark.parametrize("card", LOSING)
def test_nobody_loses_what_he_has_not(card: str) -> None:
    s = table()
    colonies(s, IO)
    colonies(s, LUNA, 0)
    s.production[0, MC] = -4
    assert not playable(T, s, 0, NUMBER[card])
    lay(s, "Poseidon", player=1)
    assert not playable(T, s, 0, NUMBER[card]), "that one is not his"


def markers(s: Any) -> list[int]:
    return [int(s.colony_track[tile]) for tile in (CERES, IO, LUNA)]


def test_market_manipulation_moves_two_markers() -> None:
    s = table()
    colonies(s, CERES, track=6)
    colonies(s, IO, 0, 1, track=2)
    colonies(s, LUNA, 1, track=2)
    s.colony_lies[ColonyTile.TITAN] = ColonyLies.DORMANT
    assert playable(T, s, 0, NUMBER["Market Manipulation"])
    play(s, "Market Manipulation")
    assert s.kind == Kind.COLONY
    assert choices(s) == [IO, LUNA], "one at the end does not rise"
    other = s.copy()
    answer(s, IO)
    assert choices(s) == [CERES, LUNA]
    answer(s, LUNA)
    assert markers(s) == [6, 3, 1]
    answer(other, LUNA)
    assert other.depth == 0, "neither the one raised nor one at its colonies goes down"
    assert markers(other) == [5, 2, 3]


def test_market_manipulation_needs_both_moves() -> None:
    s = table()
    colonies(s, IO, 0, track=1)
    colonies(s, LUNA, track=1)
    assert playable(T, s, 0, NUMBER["Market Manipulation"])
    play(s, "Market Manipulation")
    assert markers(s) == [0, 2, 0], "only Luna can go down, so it is not the one to rise"
    s = table()
    colonies(s, LUNA, track=3)
    assert not playable(T, s, 0, NUMBER["Market Manipulation"]), "two tiles"
    colonies(s, IO, track=0)
    assert playable(T, s, 0, NUMBER["Market Manipulation"])
    colonies(s, LUNA, track=0)
    assert not playable(T, s, 0, NUMBER["Market Manipulation"]), "none goes down"
    colonies(s, LUNA, track=6)
    colonies(s, IO, track=6)
    assert not playable(T, s, 0, NUMBER["Market Manipulation"]), "none goes up"


def test_productive_outpost_brings_each_own_bonus_once() -> None:
    s = table()
    colonies(s, LUNA, 0, 1, 0, track=3)
    colonies(s, IO, 0, track=4)
    colonies(s, CERES, 1)
    before = s.copy()
    play(s, "Productive Outpost")
    while s.depth:
        assert s.kind == Kind.COLONY
        answer(s, choices(s)[0])
    assert changed(before, s) == {"mc": 4, "heat": 2}
    assert changed(before, s, player=1) == {}
    assert markers(s) == markers(before)
    assert (s.colony_visitor == NOBODY).all()


def test_productive_outpost_finishes_one_bonus_before_the_next() -> None:
    s = table()
    colonies(s, PLUTO, 0, 1, 0, track=3)
    play(s, "Productive Outpost")
    assert s.kind == Kind.NOTHING
    assert s.hand[0] == 0, "each card drawn is the only one to discard"
    s = table()
    colonies(s, PLUTO, 0)
    colonies(s, LUNA, 0)
    play(s, "Productive Outpost")
    assert choices(s) == [LUNA, PLUTO]
    answer(s, PLUTO)
    assert s.stock[0, MC] == 2


def test_productive_outpost_may_be_played_for_nothing() -> None:
    s = table()
    before = s.copy()
    assert playable(T, s, 0, NUMBER["Productive Outpost"])
    play(s, "Productive Outpost")
    assert changed(before, s) == {}


def test_titan_floating_launch_pad_trades_for_a_floater() -> None:
    s = table("Rim Freighters")
    pad = lay(s, "Titan Floating Launch-pad", held=2)
    colonies(s, LUNA, 1, track=3)
    colonies(s, IO, track=2)
    before = s.copy()
    act(s, "Titan Floating Launch-pad", 1)
    assert s.kind == Kind.COLONY
    assert choices(s) == [IO, LUNA]
    answer(s, LUNA)
    assert s.resources[pad] == 1
    assert changed(before, s) == {"mc": 7, "Titan Floating Launch-pad": -1}
    assert changed(before, s, player=1) == {"mc": 2}
    assert s.colony_visitor[LUNA] == 0
    assert s.colony_track[LUNA] == 1
    before = s.copy()
    act(s, "Titan Floating Launch-pad")
    assert changed(before, s) == {"Titan Floating Launch-pad": 1}, "the fleet is away, so that is the only way"


def test_titan_floating_launch_pad_uses_the_steps_of_other_cards() -> None:
    s = table("Trade Envoys", "Trading Colony")
    lay(s, "Titan Floating Launch-pad", held=1)
    colonies(s, LUNA, track=3)
    act(s, "Titan Floating Launch-pad", 1)
    assert s.kind == Kind.AMOUNT
    assert choices(s) == [0, 1, 2]
    answer(s, 2)
    assert s.stock[0, MC] == 13


@pytest.mark.parametrize(
    ("rule", "cards"),
    [(Rule.TRADE_DISCOUNT, ("Cryo-Sleep", "Rim Freighters")), (Rule.TRADE_STEPS, ("Trade Envoys", "Trading Colony"))],
)
def test_rules_of_trading_add_up(rule: Rule, cards: tuple[str, str]) -> None:
    s = table()
    for n, card in enumerate(cards):
        assert rule_of(T, s, 0, rule, NONE) == n
        lay(s, card)
    assert rule_of(T, s, 0, rule, NONE) == 2
    assert rule_of(T, s, 1, rule, NONE) == 0


def test_poseidon_gains_from_every_colony() -> None:
    s = table("Poseidon")
    colonies(s, IO)
    colonies(s, CERES)
    first_action(s, "Poseidon", IO)
    assert s.colony_owner[IO, 0] == 0
    assert s.production[0, MC] == 1
    play(s, "Interplanetary Colony Ship", CERES, player=1)
    assert s.colony_owner[CERES, 0] == 1
    assert s.production[0, MC] == 2
    assert s.production[1, MC] == 0


def test_poseidon_without_a_place_builds_nothing() -> None:
    s = table("Poseidon")
    first_action(s, "Poseidon")
    assert s.depth == 0
    assert s.production[0, MC] == 0


def test_aridor_adds_a_tile() -> None:
    s = table("Aridor", "Birds")
    colonies(s, LUNA)
    first_action(s, "Aridor")
    assert s.kind == Kind.COLONY
    assert choices(s) == [tile for tile in BOX_TILES if tile != LUNA]
    for tile, lies in (
        (ColonyTile.TITAN, ColonyLies.DORMANT),
        (ColonyTile.MIRANDA, ColonyLies.AWAKE),
        (IO, ColonyLies.AWAKE),
    ):
        other = s.copy()
        answer(other, tile)
        assert other.colony_lies[tile] == lies
        assert other.colony_track[tile] == int(lies == ColonyLies.AWAKE)


def test_aridor_gains_for_each_new_kind_of_tag() -> None:
    s = table()
    play(s, "Aridor")
    for card, production in (
        ("Luna Governor", 2 + 1),
        ("Lunar Mining", 3),
        ("Solar Probe", 3),
        ("Ecology Research", 3 + 4),
        ("Research Coordination", 7),
        ("Solar Reflectors", 8),
    ):
        play(s, card)
        assert s.production[0, MC] == production
    play(s, "Mine", player=1)
    assert s.production[0, MC] == 8
