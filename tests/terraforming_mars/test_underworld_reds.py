"""Cards of Underworld 2 under the Reds: those that bring rating and need more than money for it."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.actions import BRANCH, CARD
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import (
    ENERGY,
    FIGHTERS,
    MC,
    OCEANS,
    OXYGEN,
    PLANTS,
    SCIENCE_RESOURCES,
    TEMPERATURE,
    TITANIUM,
    VENUS_SCALE,
    SpaceKind,
    Tile,
    Track,
)

from . import reds_games
from .digging import give, lay_open, markers
from .reds_games import (
    CARDS,
    FEE,
    NEEDS_MORE,
    NUMBER,
    T,
    actions,
    answer,
    brings,
    gives_rating,
    hold,
    put,
    set_tracks,
    take,
    take_with_twin,
    tracks_of,
)
from .turmoil_games import BLUE, GREENS, QUIET, RED, govern
from .underworld_tables import HOME, marker, stack

TRACKS: dict[str, dict[Track, int]] = {
    "start": {},
    "8 percent next": {OXYGEN: 7},
    "8 percent and 0 degrees next": {OXYGEN: 7, TEMPERATURE: 14},
    "no ocean left": {OXYGEN: 7, TEMPERATURE: 14, OCEANS: 9},
    "Venus 16 percent next": {VENUS_SCALE: 7},
    "one step left": {TEMPERATURE: 18, OXYGEN: 13, OCEANS: 8, VENUS_SCALE: 14},
    "complete": {TEMPERATURE: 19, OXYGEN: 14, OCEANS: 9, VENUS_SCALE: 15},
}
PROJECTS = ("Subterranean Sea", "Private Investigator", "Artesian Aquifer", "Guerilla Ecologists")
"""Played with what `ground` has there. Each brings the same steps wherever it is played."""
EXPLOITATION, PROTOTYPE, RAILWAY = "Exploitation Of Venus", "Hyperspace Drive Prototype", "Underground Railway"
VOLTAGON = ("Voltagon", *QUIET[1:])


def ground(**options: Any) -> Any:
    """Red has a marker on land, 4 plants and 1 corruption, Blue 2 corruption; no token lies open, those of the pile are blank."""
    s = reds_games.position(underworld=True, **options)
    s.token[:] = NONE
    stack(s, Token.BLANK)
    marker(s, HOME)
    s.stock[RED, PLANTS] = 4
    s.corruption[RED], s.corruption[BLUE] = 1, 2
    return s


def holding(name: str, at: str = "start") -> tuple[Any, int]:
    """Red holds a card, with the tracks somewhere: the game, and the action to play it."""
    s = ground()
    set_tracks(s, TRACKS[at])
    hold(s, name)
    return s, CARD + NUMBER[name]


def needs(s: Any, action: int, mc: int) -> bool:
    """Whether an action is legal with so many MC and not with one less, which stay."""
    s.stock[RED, MC] = mc - 1
    if mc and action in actions(s):
        return False
    s.stock[RED, MC] = mc
    return action in actions(s)


def test_every_card_left_out_is_here() -> None:
    assert {*PROJECTS, PROTOTYPE, EXPLOITATION, VOLTAGON[0]} == NEEDS_MORE
    for name in NEEDS_MORE:
        card = CARDS[NUMBER[name]]
        assert gives_rating(card.on_play) or gives_rating(card.action)


# Projects.


@pytest.mark.parametrize("at", TRACKS)
@pytest.mark.parametrize("name", PROJECTS)
def test_a_card_is_played_for_its_price_and_the_fee(name: str, at: str) -> None:
    s, action = holding(name, at)
    card = CARDS[NUMBER[name]]
    steps = brings(tracks_of(s), card.on_play)
    assert needs(s, action, card.cost + FEE * steps)
    assert take_with_twin(s, action) == steps
    assert s.rating[RED] == 20 + steps


@pytest.mark.parametrize("name", [*PROJECTS, PROTOTYPE])
def test_under_another_party_there_is_no_fee(name: str) -> None:
    s, action = holding(name)
    govern(s, GREENS)
    assert needs(s, action, CARDS[NUMBER[name]].cost)
    take(s, action)
    answer(s)
    assert s.rating[RED] == 21


@pytest.mark.parametrize("name", PROJECTS)
def test_money_alone_is_not_enough(name: str) -> None:
    """Without a marker, more corruption elsewhere, ground to dig, or plants."""
    s, action = holding(name)
    s.excavated[HOME], s.corruption[BLUE], s.stock[RED, PLANTS] = NOBODY, 1, 3
    stack(s, Token.BLANK, 0)
    s.stock[RED, MC] = 60
    assert action not in actions(s)


def test_the_sea_lies_on_the_marker() -> None:
    s, action = holding("Subterranean Sea")
    assert needs(s, action, 10 + FEE)
    take_with_twin(s, action)
    assert (s.tile[HOME], s.excavated[HOME], s.stock[RED, MC]) == (Tile.OCEAN_TILE, NOBODY, 0)


def test_the_investigator_lies_with_the_more_corrupt() -> None:
    s, action = holding("Private Investigator")
    assert needs(s, action, 4 + FEE)
    take_with_twin(s, action)
    card = NUMBER["Private Investigator"]
    assert (s.owner[card], s.lies[card], s.stock[RED, MC]) == (BLUE, Lies.PLAYED_EVENT, 0)


def test_the_aquifer_is_dug_and_flooded() -> None:
    s, action = holding("Artesian Aquifer")
    assert needs(s, action, 16 + FEE)
    take_with_twin(s, action)
    assert (s.claimed[RED, Token.BLANK], markers(s), s.track[OCEANS]) == (1, [HOME], 1)


@pytest.mark.parametrize(("money", "steps"), [(3, 1), (5, 1), (6, 2)])
def test_a_rating_found_by_chance_does_not_take_the_fee_of_the_ocean(money: int, steps: int) -> None:
    s, action = holding("Artesian Aquifer")
    stack(s, Token.TR)
    s.stock[RED, MC] = 16 + money
    take(s, action)
    answer(s)
    assert (s.rating[RED], s.track[OCEANS], s.stock[RED, MC]) == (20 + steps, 1, money - FEE * steps)


@pytest.mark.parametrize(("money", "offered"), [(3, False), (5, False), (6, True)])
def test_an_open_rating_is_dug_besides_the_ocean_for_both_fees(money: int, offered: bool) -> None:
    s, action = holding("Artesian Aquifer")
    sea = next(space for space in range(MARS_SPACES) if T.space_kind[s.map, space] == SpaceKind.OCEAN)
    stack(s, Token.TR)
    lay_open(s, sea, Token.TR)
    s.stock[RED, MC] = 16 + money
    take(s, action)
    assert s.kind == Kind.UNDERGROUND
    assert (sea in [int(space) for space in s.choice[: s.choices]]) == offered


def test_the_greenery_takes_four_plants() -> None:
    s, action = holding("Guerilla Ecologists")
    assert needs(s, action, 9 + FEE)
    take_with_twin(s, action)
    assert (s.stock[RED, PLANTS], s.track[OXYGEN]) == (0, 1)


@pytest.mark.parametrize(
    ("others", "steps"),
    [((), 1), (("Space Wargames",), 1), (("Physics Complex",), 0), (("Space Wargames", "Physics Complex"), 0)],
)
def test_the_prototype_brings_rating_where_no_card_takes_science(others: tuple[str, ...], steps: int) -> None:
    s, action = holding(PROTOTYPE)
    for name in others:
        put(s, name)
    assert needs(s, action, 11 + FEE * steps)
    assert take_with_twin(s, action) == steps
    held = {int(T.holds[NUMBER[name]]): int(s.resources[NUMBER[name]]) for name in others}
    assert held.get(FIGHTERS, 1) == held.get(SCIENCE_RESOURCES, 1) == 1
    assert s.stock[RED, TITANIUM] == (FIGHTERS not in held)


@pytest.mark.parametrize(("tokens", "steps"), [(3, 0), (4, 1), (7, 1), (8, 2)])
def test_the_railway_counts_tokens(tokens: int, steps: int) -> None:
    s, action = holding(RAILWAY)
    give(s, *[Token.BLANK] * tokens)
    assert needs(s, action, 18 + FEE * steps)
    assert take_with_twin(s, action) == steps


# Actions.


@pytest.mark.parametrize(("at", "steps"), [("start", 1), ("Venus 16 percent next", 2), ("one step left", 1)])
def test_venus_is_exploited_for_the_fee(at: str, steps: int) -> None:
    """Its own 2 MC come after the step, so they do not help to pay."""
    s = ground()
    set_tracks(s, TRACKS[at])
    action = CARD + put(s, EXPLOITATION)
    assert needs(s, action, FEE * steps)
    assert take_with_twin(s, action) == steps
    assert (s.corruption[RED], s.stock[RED, MC]) == (0, 2)


def test_venus_is_not_exploited_without_corruption() -> None:
    s = ground()
    action = CARD + put(s, EXPLOITATION)
    s.stock[RED, MC], s.corruption[RED] = 60, 0
    assert action not in actions(s)


@pytest.mark.parametrize(
    ("at", "oxygen", "venus"),
    [
        ("start", 1, 1),
        ("8 percent next", 2, 1),
        ("8 percent and 0 degrees next", 3, 1),
        ("no ocean left", 2, 1),
        ("Venus 16 percent next", 1, 2),
        ("one step left", 1, 1),
    ],
)
def test_branches_of_voltagon_are_offered_for_their_fees(at: str, oxygen: int, venus: int) -> None:
    action = CARD + NUMBER["Voltagon"]
    for money in range(FEE * max(oxygen, venus) + 2):
        s = ground(corporations=VOLTAGON)
        set_tracks(s, TRACKS[at])
        s.stock[RED, ENERGY], s.stock[RED, MC] = 8, money
        steps = {branch: n for branch, n in enumerate((oxygen, venus)) if FEE * n <= money}
        assert (action in actions(s)) == bool(steps)
        for branch, n in steps.items():
            other = s.copy()
            take(other, action)
            if len(steps) == 2:
                assert actions(other) == [BRANCH, BRANCH + 1]
                take(other, BRANCH + branch)
            answer(other)
            assert (other.rating[RED], other.stock[RED, MC]) == (20 + n, money - FEE * n)
            assert other.stock[RED, ENERGY] == 0
            raised = OXYGEN if branch == 0 else VENUS_SCALE
            assert other.track[raised] == s.track[raised] + 1


def test_voltagon_needs_eight_energy() -> None:
    s = ground(corporations=VOLTAGON)
    s.stock[RED, ENERGY], s.stock[RED, MC] = 7, 60
    assert CARD + NUMBER["Voltagon"] not in actions(s)


def test_the_price_of_a_card_comes_before_that_of_the_only_token_in_reach() -> None:
    """An ocean to be paid for lies on every space beside the marker, whoever rules."""
    s, action = holding("Tunneling Subcontractor")
    govern(s, GREENS)
    s.token[:] = Token.OCEAN_FOR_4
    s.token[HOME] = NONE
    assert needs(s, action, CARDS[NUMBER["Tunneling Subcontractor"]].cost + 4)
