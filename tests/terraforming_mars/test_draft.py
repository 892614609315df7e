"""Drafts: packs go round at once, in the right direction, and everybody chooses from as many cards as he was dealt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import CARD, DECLINE, PASS, step
from regolith.envs.terraforming_mars.rooms import PROJECTS
from regolith.envs.terraforming_mars.state import Lies, Phase

from .games import T, actions, choose, deal


def pack(s: Any, player: int) -> set[int]:
    return set(np.nonzero((s.lies[:PROJECTS] == Lies.IN_A_PACK) & (s.owner[:PROJECTS] == player))[0].tolist())


def kept(s: Any, player: int) -> set[int]:
    return set(np.nonzero((s.lies[:PROJECTS] == Lies.DEALT) & (s.owner[:PROJECTS] == player))[0].tolist())


def to_draft(s: Any, generation: int) -> None:
    """Buy and do nothing until a draft begins."""
    while s.phase != Phase.DRAFT or s.generation != generation:
        choose(s, DECLINE, PASS)


@pytest.mark.parametrize(("generation", "direction"), [(2, 1), (3, -1), (4, 1)])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_packs_are_passed_at_once_in_the_direction_of_the_generation(
    players: int, generation: int, direction: int
) -> None:
    s = deal(3, players=players)[0]
    to_draft(s, generation)
    first = [pack(s, player) for player in range(players)]
    assert all(len(cards) == 4 for cards in first)
    taken: dict[int, set[int]] = {player: set() for player in range(players)}
    for passes in range(3):
        before = [pack(s, player) for player in range(players)]
        assert [len(cards) for cards in before] == [4 - passes] * players
        for i in range(players):
            player = (s.first_player + i) % players
            assert s.phase == Phase.DRAFT
            assert s.player == player
            assert s.passes == passes
            assert actions(s) == [CARD + card for card in sorted(before[player])], "not what another left over"
            number = (player - direction * passes) % players
            assert before[player] <= first[number]
            assert kept(s, player) == taken[player]
            card = max(before[player])
            taken[player].add(card)
            before[player].remove(card)
            step(T, s, CARD + card)
    assert s.phase == Phase.RESEARCH
    for player in range(players):
        last = before[(player - direction) % players]
        assert len(last) == 1, "the last card is passed without choice"
        assert kept(s, player) == taken[player] | last


def test_without_draft_everybody_chooses_from_what_he_is_dealt() -> None:
    s = deal(3, players=3, draft=False)[0]
    while s.generation == 1:
        choose(s, DECLINE, PASS)
        assert s.phase != Phase.DRAFT
    assert s.phase == Phase.RESEARCH
    assert [len(kept(s, player)) for player in range(3)] == [4, 4, 4]


def test_the_first_hand_is_drafted_in_two_halves() -> None:
    players = 3
    s = deal(5, players=players, initial_draft=True)[0]
    assert s.phase == Phase.DRAFT
    for half, direction in ((1, 1), (2, -1)):
        first = [pack(s, player) for player in range(players)]
        assert [len(cards) for cards in first] == [5] * players
        assert [len(kept(s, player)) for player in range(players)] == [5 * (half - 1)] * players
        for passes in range(4):
            for player in range(players):
                assert s.player == player
                assert {action - CARD for action in actions(s)} <= first[(player - direction * passes) % players]
                assert len(actions(s)) == 5 - passes
                step(T, s, actions(s)[0])
    assert s.phase == Phase.SETUP
    assert [len(kept(s, player)) for player in range(players)] == [10] * players


def test_a_draft_of_too_few_cards_ends() -> None:
    """If neither deck nor discards fill the packs, what there is goes round."""
    s = deal(3, players=3)[0]
    while s.generation == 1:
        if s.phase == Phase.ACTION:
            discards = s.lies[:PROJECTS] == Lies.DISCARDED
            s.lies[:PROJECTS][discards] = Lies.OUT_OF_THE_GAME
            out = s.deck[7 : s.deck_size[0]]
            s.lies[out] = Lies.OUT_OF_THE_GAME
            s.deck_size[0] = min(7, s.deck_size[0])
        choose(s, DECLINE, PASS)
    assert [len(pack(s, player)) for player in (1, 2, 0)] == [4, 3, 0]
    while s.phase == Phase.DRAFT:
        choose(s)
    assert sum(len(kept(s, player)) for player in range(3)) == 7
