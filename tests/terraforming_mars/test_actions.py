"""The blocks of the action space: each number means one thing, and what is not legal does nothing."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.envs.core.errors import IllegalAction
from regolith.envs.core.layout import Piece
from regolith.envs.core.state import State
from regolith.envs.terraforming_mars.actions import ACTIONS, BLOCK_OF_KIND, STANDARD, take_action
from regolith.envs.terraforming_mars.rooms import STANDARD_ROOM
from regolith.envs.terraforming_mars.state import KINDS, Kind
from regolith.envs.terraforming_mars.words import StandardProject

from .games import T, actions, deal, played

OF_A_TURN = ("card", "standard project", "convert plants", "convert heat", "milestone", "award", "first action")
OF_A_TURN += ("end turn", "pass")
OTHERS = [block for block in ACTIONS if block.name not in OF_A_TURN]


def test_each_number_is_of_one_block() -> None:
    for action in range(ACTIONS.size):
        (block,) = [block for block in ACTIONS if block.start <= action < block.stop]
        assert ACTIONS.at(action) == (block, action - block.start)
    assert ACTIONS.size == 1114


def test_blocks_keep_their_order() -> None:
    """Stored games are taken over by the order of the legal actions."""
    names = [block.name for block in ACTIONS]
    assert names == [
        *("card", "space", "player", "branch", "amount", "resource", "standard project", "convert plants"),
        *("convert heat", "milestone", "award", "colony", "party", "delegate from reserve", "policy"),
        *("delegate", "underground", "token kind", "tag", "block", "decline", "first action", "end turn", "pass"),
    ]


@cache
def turn() -> Any:
    """A turn late in a game, with much to do."""
    array = deal(3, players=3)
    for s in played(array, 3):
        if s.kind == Kind.ACTION and s.generation >= 5 and len(actions(s)) > 8:
            return array
    raise AssertionError("no such turn")


@pytest.mark.parametrize("block", OTHERS, ids=[block.name for block in OTHERS])
def test_a_number_that_is_no_action_of_a_turn_does_nothing_in_a_turn(block: Piece) -> None:
    """Not even when it reaches the rules, which only ever see legal actions."""
    array = turn().copy()
    s = array[0]
    for action in range(block.start, block.stop):
        take_action(T, s, s.player, action)
        assert array.tobytes() == turn().tobytes(), action


def test_the_number_of_a_standard_project_that_no_box_has_does_nothing() -> None:
    array = turn().copy()
    for action in range(STANDARD + len(StandardProject), STANDARD + STANDARD_ROOM):
        take_action(T, array[0], array[0].player, action)
        assert array.tobytes() == turn().tobytes(), action


def test_an_action_of_a_turn_does_something() -> None:
    for action in actions(turn()[0]):
        array = turn().copy()
        take_action(T, array[0], array[0].player, action)
        assert array.tobytes() != turn().tobytes(), action


@cache
def decisions() -> list[State]:
    """The first decision of each kind in some games."""
    found: dict[int, State] = {}
    for seed in range(4):
        state = envs.game("terraforming_mars", players=3, payment="choose").new(seed)
        chooser = np.random.default_rng(seed)
        while not state.is_terminal:
            if state.record.generation > 2 or state.kind != Kind.ACTION:
                found.setdefault(int(state.kind), state.clone())
            state.apply(int(chooser.choice(state.legal_actions())))
    return list(found.values())


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    asked = {int(state.kind) for state in decisions()}
    assert asked >= {Kind.ACTION, Kind.SPACE, Kind.CARD, Kind.PLAYER, Kind.BRANCH, Kind.AMOUNT, Kind.PAYMENT}
    for state in decisions():
        before, legal = state.array.tobytes(), set(state.legal_actions())
        assert not any(ACTIONS.at(action)[0].reserved for action in legal)
        for action in set(range(ACTIONS.size)) - legal:
            with pytest.raises(IllegalAction):
                state.apply(action)
            assert state.array.tobytes() == before, state.action_name(action)


def test_what_is_chosen_lies_in_the_block_of_its_kind() -> None:
    blocks = {
        int(BLOCK_OF_KIND[kind]): ACTIONS.at(int(BLOCK_OF_KIND[kind]))[0] for kind in range(Kind.SPACE, len(Kind))
    }
    assert all(block.start == start for start, block in blocks.items())
    assert [int(start) for start in BLOCK_OF_KIND[len(Kind) :]] == [-1] * (KINDS - len(Kind))
    for state in decisions():
        if state.kind != Kind.ACTION:
            offered = state.record.choice[: state.record.choices]
            assert 0 <= offered.min() <= offered.max() < blocks[int(BLOCK_OF_KIND[state.kind])].size


def test_names_of_numbers_that_are_rarely_chosen() -> None:
    state = envs.game("terraforming_mars").new(1)
    names = {
        name: [state.action_name(action) for action in range(b.start, b.stop)]
        for name in ("underground", "token kind", "tag", "block")
        for b in [ACTIONS[name]]
    }
    assert all(len(set(found)) == len(found) for found in names.values())
    assert (names["token kind"][31], names["token kind"][32]) == (
        "underground token 32",
        "underground token 1 under a cube",
    )
    assert (names["tag"][0], names["tag"][15]) == ("building tag", "tag 16")
    assert names["block"] == ["spend 1 corruption to stop the attack", "spend a fighter to stop the attack"]
