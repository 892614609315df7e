"""Underworld 2 alone: what the neutral opponent gives, what finds nobody, and where one may dig."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.machine.ahead import possible
from regolith.envs.terraforming_mars.machine.allowed import may_act
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NEUTRAL, NONE
from regolith.envs.terraforming_mars.underworld.rules import may_dig_anywhere
from regolith.envs.terraforming_mars.words import MC, Tile

from .crime import done, underworld
from .games import NUMBER, T, deal
from .tables import lay, play


def alone(*in_play: str, corruption: int = 3) -> Any:
    s = underworld(*in_play, players=1)
    s.corruption[0], s.stock[0, MC] = corruption, 50
    return s


def can_play(s: Any, name: str) -> bool:
    return bool(possible(T, s, 0, NUMBER[name], T.on_play[NUMBER[name]], NONE))


def test_neutral_tiles_are_no_ground_of_the_player() -> None:
    s = deal(1, players=1, underworld=True)[0]
    assert sorted(s.tile[:MARS_SPACES][s.tile_owner[:MARS_SPACES] == NEUTRAL]) == sorted(
        2 * [Tile.GREENERY_TILE, Tile.CITY_TILE]
    )
    assert may_dig_anywhere(s, 0)


@pytest.mark.parametrize("name", ["Corporate Blackmail", "Subnautic Pirates", "Private Investigator"])
def test_cards_that_need_an_opponent_are_never_played(name: str) -> None:
    assert not can_play(alone(), name)


@pytest.mark.parametrize("name", ["Corporate Theft", "Space Privateers", "Investigative Journalism"])
def test_actions_that_need_an_opponent_are_never_used(name: str) -> None:
    s = alone()
    card = lay(s, name, held=3)
    assert not may_act(T, s, 0, card)


@pytest.mark.parametrize("name", ["Class-action Lawsuit", "Mercenary Squad", "Media Frenzy", "Reckless Detonation"])
def test_attacks_that_find_nobody_are_played_for_the_rest(name: str) -> None:
    assert can_play(alone(), name)


def test_crackdown_finds_nobody() -> None:
    s = alone(corruption=0)
    assert can_play(s, "Anti-trust Crackdown")
    play(s, "Anti-trust Crackdown")
    assert done(s)
    assert s.corruption[0] == 0


def test_a_sting_operation_is_aimed_at_oneself_with_4_corruption() -> None:
    assert not can_play(alone(corruption=3), "Sting Operation")
    assert can_play(alone(corruption=4), "Sting Operation")
