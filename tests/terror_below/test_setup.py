"""Dealing a game (rulebook: Setup, Advanced Setup)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.envs.core.state import State
from regolith.envs.terror_below.state import DTYPE
from regolith.envs.terror_below.words import (
    FIRST,
    SIZE,
    VEHICLES,
    WORM,
    Deck,
    Kind,
    Location,
    Place,
)

from .table import cell, space_of


def dealt(seed: int = 1, until: Kind = Kind.PLAY, **options: Any) -> State:
    state = envs.game("terror_below", **options).new(seed)
    while state.kind != until:
        state.apply(state.legal_actions()[0])
    return state


def count(s: Any, place: int, deck: Deck) -> int:
    return sum(int(s.at[c]) == place for c in range(FIRST[deck], FIRST[deck] + SIZE[deck]))


def test_the_record_has_no_gaps() -> None:
    """Bytes between fields would not be copied reliably."""
    end = 0
    for name in DTYPE.names or ():
        kind, start = DTYPE.fields[name][:2]  # type: ignore[index]
        assert start == end, name
        end = start + kind.itemsize
    assert end == DTYPE.itemsize


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_gets_an_item_a_weapon_three_vehicles_and_three_characters(players: int) -> None:
    state = envs.game("terror_below", players=players).new(3)
    s = state.record
    for seat in range(players):
        assert count(s, Place.HAND + seat, Deck.ITEM) == 1
        assert count(s, Place.HAND + seat, Deck.WEAPON) == 1
        assert count(s, Place.HAND + seat, Deck.VEHICLE) == 3
        assert count(s, Place.SQUAD + seat, Deck.CHARACTER) == 3
    assert count(s, Place.BOX, Deck.CHARACTER) == 16 - 3 * players
    assert count(s, Place.LINE, Deck.BOUNTY) == 4


def test_leaders_are_chosen_in_turn_order_and_pawns_placed_in_reverse() -> None:
    """C48: Leaders from the start player on, pawns from the last player back."""
    state = envs.game("terror_below", players=4).new(5)
    start = int(state.record.start)
    movers: dict[Kind, list[int]] = {Kind.LEADER: [], Kind.PLACE_PAWN: []}
    while state.kind != Kind.PLAY:
        movers[state.kind].append(state.current_player)
        state.apply(state.legal_actions()[0])
    order = [(start + i) % 4 for i in range(4)]
    assert movers[Kind.LEADER] == order
    assert movers[Kind.PLACE_PAWN] == order[::-1]
    assert state.current_player == start
    spaces = [int(p) for p in state.record.pawn[:4]]
    assert len(set(spaces)) == 4
    assert all(state.record.location_at[p] >= 0 for p in spaces)


def test_the_start_player_is_random() -> None:
    """R2: nobody defeated a worm before."""
    game = envs.game("terror_below", players=3)
    starts = np.bincount([int(game.new(seed).record.start) for seed in range(90)], minlength=3)
    assert starts.min() > 15


def test_standard_locations_and_starting_worms() -> None:
    """C1: starting worms leave the game."""
    s = dealt(players=2, deck="untuned").record
    wanted = {
        Location.GOVERNMENT_FACILITY: (3, 1),
        Location.STATE_POLICE: (6, 2),
        Location.HOSPITAL: (6, 5),
        Location.MOTEL: (3, 6),
    }
    assert {loc: space_of(s.location_space[loc]) for loc in wanted} == wanted
    assert s.eggs[cell((2, 2)), 0] == 1
    assert s.eggs[cell((5, 3)), 1] == 1
    assert s.eggs[cell((4, 5)), 2] == 1
    assert s.eggs[cell((2, 5)), 3] == 1
    assert s.eggs.sum() == 4
    assert s.rubble[cell((6, 2))] == 0, "the second starting worm shades the State Police"
    assert [int(s.at[WORM + i]) for i in range(4)] == [Place.BOX] * 4, "starting worms leave the game"


@pytest.mark.parametrize(("players", "extra"), [(2, 0), (3, 1), (4, 2), (5, 3)])
def test_more_players_more_setup_attacks(players: int, extra: int) -> None:
    """C1: the other worms of the setup are discarded."""
    s = dealt(players=players).record
    assert count(s, Place.DISCARD, Deck.WORM) == extra
    assert count(s, Place.SLOT, Deck.WORM) == 3
    assert s.attacks == 0
    assert s.slot_count.tolist() == [0, 0, 0]


@pytest.mark.parametrize(("players", "worms"), [(2, 4), (3, 5), (4, 6), (5, 7)])
def test_random_worms_without_a_fix_for_missing_colours(players: int, worms: int) -> None:
    """R13: as many as the table says, whatever their colours."""
    s = dealt(players=players, random_worms=True).record
    assert count(s, Place.DISCARD, Deck.WORM) == worms


def test_targets_are_at_the_printed_coordinates() -> None:
    state = dealt(players=2)
    s, t = state.record, state.game.table[0]
    for slot in range(3):
        red, blue = t.worm_start[s.slot_worm[slot]]
        assert space_of(s.slot_target[slot]) == (red + 1, blue + 1)


def test_shuffled_locations_stay_on_the_start_spaces() -> None:
    seen = set()
    for seed in range(12):
        s = dealt(seed, players=2, locations="shuffled").record
        spaces = tuple(int(c) for c in s.location_space)
        assert set(spaces) == {cell(c) for c in ((3, 1), (6, 2), (6, 5), (3, 6), (1, 4))}
        seen.add(spaces)
    assert len(seen) > 6


def test_rolled_locations_lie_anywhere_but_not_together() -> None:
    spaces = [dealt(seed, players=2, locations="rolled").record.location_space.tolist() for seed in range(12)]
    assert all(len(set(row)) == 5 for row in spaces)
    assert len({tuple(row) for row in spaces}) == 12


def test_the_start_hand_is_three_even_for_rebecca() -> None:
    """C33: her fourth card comes with the first refill."""
    for seed in range(40):
        s = dealt(seed, players=5).record
        hands = [count(s, Place.HAND + seat, Deck.VEHICLE) for seat in range(5)]
        assert hands == [3] * 5


def test_the_deck_holds_the_rest() -> None:
    s = dealt(players=2).record
    assert s.deck_count[Deck.VEHICLE] == VEHICLES - 6
    assert s.deck_count[Deck.BOUNTY] == 42 - 4
