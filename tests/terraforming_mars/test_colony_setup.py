"""The setup with Colonies: tiles and fleets, the solo game, the options of the box, and games without it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from regolith.envs.core.errors import InvalidOptions
from regolith.envs.core.rng import seed
from regolith.envs.terraforming_mars.actions import ACTIONS, COLONY, STANDARD, step
from regolith.envs.terraforming_mars.colonies.state import FIELDS
from regolith.envs.terraforming_mars.colonies.words import ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, FIRST_PRELUDE, NOBODY, PLAYERS
from regolith.envs.terraforming_mars.rules.redeal import determinize
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import MC, CardSet

from .colony_games import (
    BOX_TILES,
    BUILD,
    NUMBER,
    SLEEPERS,
    T,
    actions,
    choose_cards,
    deal,
    dealt,
    names,
    offered,
    play,
    played,
    sound,
    take,
    turn,
)

IN_PLAY = (ColonyLies.DORMANT, ColonyLies.AWAKE)


def lying(s: Any, *where: ColonyLies) -> list[ColonyTile]:
    return [tile for tile in BOX_TILES if s.colony_lies[tile] in where]


@pytest.mark.parametrize(("players", "tiles"), [(2, 5), (3, 5), (4, 6), (5, 7)])
def test_two_more_tiles_than_players_are_in_play_and_never_less_than_five(players: int, tiles: int) -> None:
    for number in range(30):
        s = deal(number, players=players)[0]
        assert len(lying(s, *IN_PLAY)) == tiles
        assert len(lying(s, ColonyLies.UNUSED)) == len(BOX_TILES) - tiles
        assert not s.colony_lies[len(BOX_TILES) :].any()
        sound(s)


def test_each_tile_is_drawn_with_equal_chance() -> None:
    games = 400
    drawn = Counter(tile for number in range(games) for tile in lying(deal(number)[0], *IN_PLAY))
    mean = games * 5 / len(BOX_TILES)
    assert all(abs(drawn[tile] - mean) < 50 for tile in BOX_TILES), "five times the standard deviation"
    pairs = {tuple(lying(deal(number)[0], *IN_PLAY)[:2]) for number in range(games)}
    assert len(pairs) > 20, "tiles do not come together"


def test_markers_begin_on_the_second_step_and_those_of_sleeping_tiles_beside_the_track() -> None:
    s = deal(players=5, colony_tiles=names(*BOX_TILES))[0]
    for tile in BOX_TILES:
        assert s.colony_lies[tile] == (ColonyLies.DORMANT if tile in SLEEPERS else ColonyLies.AWAKE)
        assert s.colony_track[tile] == (tile not in SLEEPERS)
    assert (s.colony_owner == NOBODY).all()
    assert (s.colony_visitor == NOBODY).all()


@pytest.mark.parametrize("players", range(1, PLAYERS + 1))
def test_everybody_has_one_fleet(players: int) -> None:
    assert deal(players=players)[0].fleets.tolist() == [1] * players + [0] * (PLAYERS - players)


@pytest.mark.parametrize("corporate_era", [True, False])
def test_alone_one_begins_with_two_steps_less_of_mc_production(corporate_era: bool) -> None:
    start = 0 if corporate_era else 1
    s = deal(players=1, corporate_era=corporate_era)[0]
    assert s.production[0].tolist() == [start - 2] + [start] * 5
    s = deal(players=2, corporate_era=corporate_era)[0]
    assert set(s.production[:2].ravel().tolist()) == {start}
    s = deal(players=1, corporate_era=corporate_era, colonies=False)[0]
    assert set(s.production[0].tolist()) == {start}


@pytest.mark.parametrize("prelude", [True, False])
def test_alone_one_draws_four_tiles_and_leaves_one_out_after_choosing_everything_else(prelude: bool) -> None:
    array = deal(3, players=1, prelude=prelude)
    s = array[0]
    drawn = lying(s, ColonyLies.OFFERED)
    assert len(drawn) == 4
    assert not lying(s, *IN_PLAY)
    assert s.kind == Kind.CARD
    choose_cards(s)
    sound(s)
    assert (s.phase, s.kind, s.player) == (Phase.SETUP, Kind.COLONY, 0)
    assert offered(s, COLONY) == drawn
    assert not (s.lies == Lies.IN_PLAY).any(), "the choice is part of the setup"
    for left_out in drawn:
        after = array.copy()[0]
        take(after, COLONY + left_out)
        assert after.phase > Phase.SETUP
        assert after.colony_lies[left_out] == ColonyLies.UNUSED
        assert lying(after, *IN_PLAY) == [tile for tile in drawn if tile != left_out]
        for tile in lying(after, *IN_PLAY):
            assert (after.colony_lies[tile] == ColonyLies.DORMANT) == (tile in SLEEPERS)
            assert after.colony_track[tile] == (tile not in SLEEPERS)
        sound(after)


def test_alone_the_tile_left_out_may_come_back() -> None:
    array = deal(3, players=1, prelude=False, venus=False)
    s = array[0]
    choose_cards(s)
    left_out = offered(s, COLONY)[0]
    take(s, COLONY + left_out)
    play(s, "New Tile")
    assert left_out in offered(s, COLONY)
    assert offered(s, COLONY) == lying(s, ColonyLies.UNUSED)
    take(s, COLONY + left_out)
    assert s.colony_lies[left_out] in IN_PLAY
    sound(s)


@pytest.mark.parametrize("players", [1, 2, 5])
@pytest.mark.parametrize("tiles", [(ColonyTile.IO,), (ColonyTile.MIRANDA, ColonyTile.LUNA, ColonyTile.CERES)])
def test_tiles_may_be_asked_for(players: int, tiles: tuple[ColonyTile, ...]) -> None:
    s = deal(players=players, colony_tiles=names(*tiles))[0]
    assert lying(s, *IN_PLAY) == sorted(tiles)
    sound(s)
    choose_cards(s)
    assert s.kind != Kind.COLONY, "nobody is asked which one to leave out"
    sound(s)


def test_names_of_tiles_are_read_leniently() -> None:
    options = MarsOptions.parse("terraforming_mars", {"colonies": True, "colony_tiles": " Titan + io"})
    assert options.colony_tiles == "io+titan"
    s = deal(colony_tiles="Titan + io")[0]
    assert lying(s, *IN_PLAY) == [ColonyTile.IO, ColonyTile.TITAN]


@pytest.mark.parametrize(
    ("message", "options"),
    [
        ("there is no colony tile 'moon'", {"colony_tiles": "luna+moon"}),
        ("each colony tile is there once", {"colony_tiles": "luna+io+luna"}),
        ("colony_tiles belongs to Colonies", {"colony_tiles": "luna", "colonies": False}),
        ("colony_corporations belongs to Colonies", {"colony_corporations": True, "colonies": False}),
        (
            "Beginner Corporation is for games without .*Colonies",
            {"beginner_corporation": True, "prelude": False, "venus": False},
        ),
    ],
)
def test_options_that_contradict_each_other_are_one_line(message: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions, match=message) as caught:
        deal(**options)
    assert "\n" not in str(caught.value)


# One corporation of Colonies and another one for everybody.


def of_colonies(cards: list[int]) -> list[bool]:
    return sorted(bool(T.card_set[card] == CardSet.COLONIES) for card in cards)


@pytest.mark.parametrize("players", range(1, PLAYERS + 1))
def test_everybody_is_dealt_a_corporation_of_colonies_and_another_one(players: int) -> None:
    found: Counter[int] = Counter()
    for number in range(25):
        s = deal(number, players=players, colony_corporations=True)[0]
        for player in range(players):
            assert of_colonies(dealt(s, player)) == [False, True]
            found.update(dealt(s, player))
        sound(s)
    others = [card for card in found if T.card_set[card] != CardSet.COLONIES]
    assert len(found) - len(others) >= 5, "any of them"
    assert len(others) > 10


def test_unless_asked_for_corporations_are_dealt_as_they_come() -> None:
    kinds = {tuple(of_colonies(dealt(deal(number)[0], player))) for number in range(40) for player in range(2)}
    assert len(kinds) == 3


def redealt(array: Any, seat: int, number: int) -> Any:
    other = array.copy()
    seed(other[0].rng, number)
    determinize(T, other[0], seat)
    return other[0]


@pytest.mark.parametrize("chosen", [0, 2, 5])
def test_hidden_corporations_are_dealt_anew_one_of_each(chosen: int) -> None:
    """After some choices of the setup, those that were made in secret included."""
    array = deal(4, players=3, colony_corporations=True, prelude=False)
    s = array[0]
    for i in range(chosen):
        step(T, s, actions(s)[i % 2])
    corporations = np.arange(s.owner.size) >= FIRST_CORPORATION
    before = [set(np.nonzero((s.owner == player) & corporations)[0].tolist()) for player in range(3)]
    for seat in range(3):
        seen: list[set[int]] = [set(), set(), set()]
        for number in range(40):
            other = redealt(array, seat, number)
            sound(other)
            for player in range(3):
                now = set(np.nonzero((other.owner == player) & corporations)[0].tolist())
                assert of_colonies(list(now)) == [False, True]
                seen[player] |= now
            pile = other.deck[FIRST_CORPORATION:FIRST_PRELUDE]
            deck = {card for card in range(FIRST_CORPORATION, FIRST_PRELUDE) if other.lies[card] == Lies.IN_THE_DECK}
            assert set(pile[: len(deck)].tolist()) == deck
        for player in range(3):
            assert seen[player] == before[player] if player == seat else len(seen[player]) > 8
        mine = before[seat]
        assert not any(mine & seen[player] for player in range(3) if player != seat)


# Without the box.


def test_without_colonies_nothing_of_it_is_in_the_game() -> None:
    array = deal(2, players=3, colonies=False)
    own = [NUMBER[name] for name in NUMBER if T.card_set[NUMBER[name]] == CardSet.COLONIES]
    block, project = ACTIONS["colony"], STANDARD + BUILD
    assert own
    for s in played(array, 2):
        assert all(not np.any(s[field[0]]) for field in FIELDS)
        assert (s.lies[own] == Lies.OUT_OF_THE_GAME).all()
        assert not {project, *range(block.start, block.stop)} & set(actions(s))
        sound(s)


def test_with_colonies_both_are_actions_of_a_turn() -> None:
    s = turn(ColonyTile.LUNA)
    s.stock[0, MC] = 17
    assert {STANDARD + BUILD, COLONY + ColonyTile.LUNA} <= set(actions(s))
