"""The deals of solitaire by number: all of them, each once, and set up as the rules do it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.agents.plan.ladder import Ladder
from regolith.envs.core.game import Game
from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.deals import DEALS, FACES, ORDERS, rank, stack
from regolith.envs.tinyforming_mars.words import CARDS

NAME = "tinyforming_mars"
OPTIONS: list[dict[str, Any]] = [{}, {"map": "elysium"}, {"map": "elysium", "intense": True}]


@kernel
def wrong_numbers(states: Any) -> int:
    """How many numbers of deals are not the number of the deck that they give."""
    wrong, s = 0, states[0]
    for deal in range(DEALS):
        stack(s, deal)
        wrong += int(rank(s.deck_card, s.deck_up) != deal)
    return wrong


def test_there_are_as_many_deals_as_orders_and_faces() -> None:
    assert np.prod(np.arange(1, CARDS + 1)) == ORDERS
    assert (FACES, DEALS) == (2**CARDS, 645_120)


def test_every_number_gives_another_deck() -> None:
    """A deck tells its number, so no two numbers give the same one."""
    assert wrong_numbers(np.zeros(1, envs.spec(NAME).dtype)) == 0


@pytest.mark.parametrize(
    ("deal", "cards", "up"),
    [
        (0, [0, 1, 2, 3, 4, 5, 6], [0] * 7),
        (5, [0, 1, 2, 3, 4, 5, 6], [1, 0, 1, 0, 0, 0, 0]),
        (FACES, [0, 1, 2, 3, 4, 6, 5], [0] * 7),
        (DEALS - 1, [6, 5, 4, 3, 2, 1, 0], [1] * 7),
    ],
)
def test_decks_in_their_order(deal: int, cards: list[int], up: list[int]) -> None:
    states = np.zeros(1, envs.spec(NAME).dtype)
    stack(states[0], deal)
    assert (states[0].deck_card.tolist(), states[0].deck_up.tolist()) == (cards, up)


@pytest.fixture(scope="module", params=OPTIONS, ids=str)
def solo(request: pytest.FixtureRequest) -> Game:
    return envs.game(NAME, players=1, **request.param)


def test_a_numbered_deal_is_what_the_rules_deal(solo: Game) -> None:
    ladder = Ladder(solo)
    for seed in range(100):
        dealt = solo.new(seed).array.copy()
        number = ladder.number_of(seed)
        again = ladder.start(number)
        again["rng"] = dealt["rng"]
        assert again.tobytes() == dealt.tobytes()


@pytest.mark.parametrize("number", [0, 1, 77_777, DEALS - 1])
def test_a_numbered_deal_is_a_state_that_may_come_from_outside(solo: Game, number: int) -> None:
    state = solo.deserialize(solo.serialize(Ladder(solo).start(number)))
    assert state.decisions == 0
    assert len(state.legal_actions()) == 2
