"""What experiments change about the decks, and that nobody who looks ahead knows more for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.envs.core.experiment import Start
from regolith.envs.core.game import Game
from regolith.envs.core.state import State
from regolith.envs.terraforming_mars.player.chances import redraw
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, NEUTRAL
from regolith.envs.terraforming_mars.rules.drawing import draw, top_card
from regolith.envs.terraforming_mars.state import Deck, Lies

from .games import NUMBER

GAME = "terraforming_mars"


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.game(GAME)


def dealt(game: Game, start: Start, deal: int = 3) -> Any:
    states = np.zeros(1, game.spec.dtype)
    start.deal(game, states, deal)
    return states


def hand(s: Any, seat: int) -> set[int]:
    return {int(card) for card in np.flatnonzero(s.owner[:FIRST_CORPORATION] == seat)}


def drawn(s: Any, seat: int, n: int) -> set[int]:
    """What a seat draws now."""
    before = hand(s, seat)
    draw(s, seat, n)
    return hand(s, seat) - before


def test_what_others_draw_changes_nothing_of_what_a_seat_draws(game: Game) -> None:
    one, other = (dealt(game, Start(apart=True))[0] for _ in range(2))
    drawn(other, 0, 7)
    same = drawn(one, 1, 5) & drawn(other, 1, 5)
    assert len(same) >= 4, "but for a card that the other one has taken"
    plain, late = (dealt(game, Start())[0] for _ in range(2))
    drawn(late, 0, 7)
    assert not drawn(plain, 1, 5) & drawn(late, 1, 5), "of one deck they are other cards"


def test_cards_that_are_dealt_come_in_another_order_than_those_that_are_drawn(game: Game) -> None:
    s = dealt(game, Start(apart=True))[0]
    tops = []
    for drawer in (0, 1, NEUTRAL, NEUTRAL + 1, NEUTRAL + 2):
        copy = s.copy()
        tops.append(int(top_card(copy, Deck.PROJECTS, drawer)))
    assert len(set(tops)) > 3
    size = int(s.deck_size[Deck.PROJECTS])
    assert sorted(s.deck[:size].tolist()) == np.flatnonzero(s.lies[:FIRST_CORPORATION] == Lies.IN_THE_DECK).tolist()


def test_deals_and_seats_have_other_orders(game: Game) -> None:
    hands = [hand(dealt(game, Start(apart=True), deal)[0], seat) for deal in range(4) for seat in range(2)]
    assert max(len(one & other) for i, one in enumerate(hands) for other in hands[:i]) < 5


@pytest.mark.parametrize("apart", [False, True])
def test_swapped_cards_change_places_and_orders(game: Game, apart: bool) -> None:
    mine = NUMBER["Mine"]
    before = dealt(game, Start(apart=apart))[0]
    other = min(hand(before, 0) - {mine})
    after = dealt(game, Start(swapped=(mine, other), apart=apart))[0]
    exchange = {mine: other, other: mine}
    for seat in (0, 1):
        assert hand(after, seat) == {exchange.get(card, card) for card in hand(before, seat)}
        assert drawn(after, seat, 4) == {exchange.get(card, card) for card in drawn(before, seat, 4)}


def test_who_looks_ahead_does_not_know_the_orders(game: Game) -> None:
    """Neither a search, which deals anew what it does not see, nor the greedy player, who tries draws several times."""
    state = State(game, dealt(game, Start(apart=True)))
    known = drawn(state.record.copy(), 0, 5)
    others = [state.resample(0, seed) for seed in range(8)]
    assert len({int(other.record.own_orders) for other in others} | {int(state.record.own_orders)}) == 9
    assert sum(len(drawn(other.record, 0, 5) & known) for other in others) < 8
    keys = set()
    for seed in range(8):
        s = state.record.copy()
        s.rng[:] = seed + 1
        redraw(game.table[0], s, 0)
        keys.add(int(s.own_orders))
    assert len(keys) == 8
    usual = game.new(3)
    assert usual.resample(0, 1).record.own_orders == usual.record.own_orders == 0


def test_money_is_there_when_the_game_begins(game: Game) -> None:
    state = State(game, dealt(game, Start(money=(0, 8))))
    plain = game.new(3)
    assert (state.record.stock[:2, 0] - plain.record.stock[:2, 0]).tolist() == [0, 8]
    for one in (state, plain):
        while one.record.generation == 1 and one.current_player >= 0 and one.kind.name != "ACTION":
            one.apply(one.legal_actions()[-1])
    assert state.record.stock[1, 0] - plain.record.stock[1, 0] == 8
