"""Whatever is played: nothing is lost, every game ends, pawns and cards are where they may be."""

from __future__ import annotations

import random
from typing import Any

import pytest

from regolith import envs
from regolith.envs.core.record import Over
from regolith.envs.core.state import State
from regolith.envs.terror_below.words import (
    CARDS,
    CELLS,
    EGGS_PER_COLOUR,
    FIRST,
    HAND,
    MOST_RUBBLE,
    NONE,
    RUBBLE,
    SIZE,
    WIN_POINTS,
    WORM,
    Deck,
    Kind,
    Place,
)

OPTIONS = [
    {"players": 1, "scenario": "scramble", "queens": True},
    {"players": 2},
    {"players": 3, "board": "canyon", "locations": "rolled"},
    {"players": 5, "random_worms": True},
]


def check(state: State) -> None:
    s, t = state.record, state.game.table[0]
    assert (s.eggs.sum(0) + s.carried.sum(0) + s.egg_supply).tolist() == [EGGS_PER_COLOUR] * 4
    assert s.rubble.sum() + s.carried_rubble.sum() + s.rubble_supply == RUBBLE
    assert s.rubble.max() <= MOST_RUBBLE
    assert int(s.rubble_spaces) == sum(1 << c for c in range(CELLS) if s.rubble[c])
    ground = int(t.ground[s.board])
    assert all(ground >> c & 1 for c in range(CELLS) if s.rubble[c] or s.eggs[c].any())
    for deck in range(Deck.CHARACTER):
        lying = sorted(int(c) for c in s.deck[deck, : s.deck_count[deck]])
        assert lying == [c for c in range(FIRST[deck], FIRST[deck] + SIZE[deck]) if s.at[c] == Place.DECK]
    under = sorted(int(s.under[k, i]) for k in range(3) for i in range(s.slot_count[k]))
    assert under == [c for c in range(SIZE[0]) if s.at[c] == Place.SLOT]
    assert sorted(int(c) for c in s.line if c != NONE) == [c for c in range(CARDS) if s.at[c] == Place.LINE]
    for location, space in enumerate(s.location_space):
        assert space == NONE or s.location_at[space] == location
        assert s.players == 1 or space == NONE or (not s.rubble[space] and not s.eggs[space].any())
    pawns = [int(p) for p in s.pawn[: s.players] if p != NONE]
    assert len(set(pawns)) == len(pawns) or s.passing_through
    assert all(ground >> p & 1 for p in pawns)
    for seat in range(s.players):
        assert s.carried_rubble[seat] < 3
        squad = sum(int(s.at[c]) in (Place.SQUAD + seat, Place.WORN + seat) for c in range(FIRST[5], CARDS))
        assert squad == s.living[seat]
        assert s.out[seat] == (s.living[seat] == 0)
        assert sum(int(s.at[c]) == Place.HAND + seat for c in range(SIZE[0])) <= HAND + 1
    if s.over == Over.RUNNING:
        assert s.players == 1 or max(s.points) < WIN_POINTS
        if s.kind == Kind.PLAY:
            assert all(s.slot_count[k] < t.limit[s.slot_worm[k]] for k in range(3)), (
                "worms at their limit have attacked"
            )
    if s.slot_worm[0] != NONE:
        assert all(s.at[WORM + w] == Place.SLOT for w in s.slot_worm) or s.over != Over.RUNNING


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_nothing_is_lost_and_every_game_ends(options: dict[str, Any]) -> None:
    game = envs.game("terror_below", **options)
    for seed in range(3):
        chooser, state = random.Random(seed), game.new(seed)
        while not state.is_terminal:
            check(state)
            assert len(state.legal_actions()) > 1, "a choice of one is not asked"
            state.apply(chooser.choice(state.legal_actions()))
        check(state)
        assert state.decisions < 5000
        if state.record.players == 1:
            assert state.record.attacks <= 15


def test_the_cap_truncates() -> None:
    state = envs.game("terror_below", players=2, max_rounds=1).new(2)
    while not state.is_terminal:
        state.apply(state.legal_actions()[-1])
    assert state.is_truncated
    assert state.returns() == [0.0, 0.0]


def test_stopping_is_always_possible_at_rest() -> None:
    game = envs.game("terror_below", players=4)
    chooser, state = random.Random(1), game.new(1)
    while not state.is_terminal:
        names = [state.action_name(a) for a in state.legal_actions()]
        if state.kind == Kind.ACTION:
            assert ("stop" in names) != bool(state.record.passing_through)
        state.apply(chooser.choice(state.legal_actions()))
