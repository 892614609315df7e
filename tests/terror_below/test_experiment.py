"""What experiments change about draws and dice: everybody has fair orders of his own, and nobody who looks ahead knows more for it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from regolith import envs
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.experiment import Start
from regolith.envs.core.game import Game
from regolith.envs.core.state import State
from regolith.envs.terror_below.board import die
from regolith.envs.terror_below.cards import draw, put, put_under
from regolith.envs.terror_below.invariants import broken
from regolith.envs.terror_below.orders import rolled
from regolith.envs.terror_below.words import (
    BOUNTY,
    DIE,
    DRAWERS,
    FIRST,
    FOR_ALL,
    NONE,
    REPLACES,
    ROLLS,
    SIZE,
    VEHICLES,
    Deck,
    Place,
    Roll,
)

UNFAIR = 1e-4
"""Orders that are fair look less even than this once in 10,000 times; no chance is left here, as the keys are numbered."""


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.game("terror_below")


def dealt(game: Game, start: Start, deal: int = 3) -> Any:
    states = np.zeros(1, game.spec.dtype)
    start.deal(game, states, deal)
    return states


def apart(game: Game, deal: int = 3) -> Any:
    return dealt(game, Start(apart=True), deal)[0]


def drawn(game: Game, s: Any, deck: int, drawer: int, n: int) -> list[int]:
    """What somebody draws now; it is discarded."""
    cards = []
    for _ in range(n):
        cards.append(int(draw(game.table[0], s, deck, drawer, False)))
        put(s, cards[-1], Place.DISCARD)
    return cards


def dice(s: Any, roll: int, n: int = 12) -> list[int]:
    return [int(die(s, roll)) for _ in range(n)]


@pytest.mark.parametrize("deck", [deck for deck in Deck if deck != Deck.CHARACTER])
def test_what_others_draw_changes_nothing_of_what_a_seat_draws(game: Game, deck: int) -> None:
    one, other = apart(game), apart(game)
    taken = {card for drawer in (1, REPLACES, FOR_ALL) for card in drawn(game, other, deck, drawer, 2)}
    mine = drawn(game, one, deck, 0, 12)
    assert [card for card in mine if card not in taken][:5] == drawn(game, other, deck, 0, 5)
    plain, late = (dealt(game, Start())[0] for _ in range(2))
    drawn(game, late, deck, 1, 6)
    assert not set(drawn(game, plain, deck, 0, 5)) & set(drawn(game, late, deck, 0, 5)), "of one deck they are others"


def test_what_others_roll_changes_nothing_of_what_a_seat_rolls(game: Game) -> None:
    one, other, plain, late = apart(game), apart(game), dealt(game, Start())[0], dealt(game, Start())[0]
    for roll in range(ROLLS):
        if roll != Roll.DAMAGE:
            dice(other, roll, 1 + roll)
    dice(late, Roll.DAMAGE + 1, 1)
    assert dice(one, Roll.DAMAGE) == dice(other, Roll.DAMAGE)
    assert dice(plain, Roll.DAMAGE) != dice(late, Roll.DAMAGE), "of the same dice they are others"


def test_each_drawer_and_each_roll_has_an_order_of_its_own(game: Game) -> None:
    hands = [tuple(drawn(game, apart(game), Deck.VEHICLE, drawer, 5)) for drawer in range(DRAWERS)]
    assert len(set(hands)) == DRAWERS
    shown = [tuple(dice(apart(game), roll)) for roll in range(ROLLS)]
    assert len(set(shown)) == ROLLS


def test_another_key_gives_other_orders(game: Game) -> None:
    one, other, same = apart(game), apart(game), apart(game)
    other.own_orders += 1
    assert drawn(game, one, Deck.ITEM, 0, 8) == drawn(game, same, Deck.ITEM, 0, 8)
    assert drawn(game, apart(game), Deck.ITEM, 0, 8) != drawn(game, other, Deck.ITEM, 0, 8)
    assert dice(one, Roll.WORM) == dice(same, Roll.WORM) != dice(other, Roll.WORM)
    assert len({int(apart(game, deal).own_orders) for deal in range(20)}) == 20


def test_a_deck_that_is_shuffled_anew_comes_in_another_order(game: Game) -> None:
    s = apart(game)
    size = int(s.deck_count[Deck.WEAPON])
    first, second = (drawn(game, s, Deck.WEAPON, 0, size) for _ in range(2))
    assert set(first) == set(second)
    assert len(set(first)) == size, "no card comes twice"
    assert first != second
    assert s.shuffles.tolist() == [0, 0, 1, 0, 0]


def test_cards_put_under_a_deck_come_last(game: Game) -> None:
    s = apart(game)
    looked_at = [int(draw(game.table[0], s, Deck.BOUNTY, 0, False)) for _ in range(2)]
    for card in looked_at:
        put_under(s, Deck.BOUNTY, card)
        s.known[card] = 1
    size = int(s.deck_count[Deck.BOUNTY])
    assert drawn(game, s, Deck.BOUNTY, 0, size)[-2:] == looked_at


def test_every_order_is_as_likely_as_any_other(game: Game) -> None:
    """The first card of a seat, the next one of all, and of three weapons each sequence."""
    firsts, nexts, sequences, shown = Counter[int](), Counter[int](), Counter[tuple[int, ...]](), Counter[int]()
    s = game.new(3).record
    weapons = s.deck[Deck.WEAPON, : s.deck_count[Deck.WEAPON]].tolist()
    for key in range(1, 4001):
        one = s.copy()
        one.own_orders = key
        firsts[int(draw(game.table[0], one, Deck.VEHICLE, 0, False))] += 1
        nexts[int(draw(game.table[0], one, Deck.VEHICLE, FOR_ALL, False))] += 1
        order = drawn(game, one, Deck.WEAPON, 1, len(weapons))
        sequences[tuple(card for card in order if card in weapons[:3])] += 1
        shown.update([int(rolled(one, DIE, Roll.DAMAGE)), DIE + int(rolled(one, DIE, Roll.DAMAGE))])
    kinds = {6: sequences, 2 * DIE: shown, int(s.deck_count[Deck.VEHICLE]): firsts}
    for n, found in (*kinds.items(), (int(s.deck_count[Deck.VEHICLE]), nexts)):
        assert len(found) == n
        assert chisquare(list(found.values())).pvalue > UNFAIR


def test_the_dice_of_one_order_are_fair(game: Game) -> None:
    shown = dice(apart(game), Roll.WORM, 6000)
    assert chisquare(list(Counter(shown).values())).pvalue > UNFAIR
    pairs = Counter(zip(shown[::2], shown[1::2], strict=True))
    assert len(pairs) == DIE * DIE
    assert chisquare(list(pairs.values())).pvalue > UNFAIR


@pytest.mark.parametrize("players", [2, 5])
def test_two_worlds_of_a_deal_show_everybody_the_same_next_cards_and_dice(players: int) -> None:
    """Another item, or points, in the hand of a seat: all else is dealt and drawn alike, and what gave way does not come at once."""
    game = envs.game("terror_below", players=players)
    t = game.table[0]
    before = apart(game)
    mine = next(c for c in range(FIRST[Deck.ITEM], FIRST[Deck.WEAPON]) if before.at[c] == Place.HAND)
    other = next(c for c in range(FIRST[Deck.ITEM], FIRST[Deck.WEAPON]) if before.at[c] == Place.DECK)
    exchange = {mine: other, other: mine}
    after = dealt(game, Start(swapped=(other, mine), apart=True))[0]
    paid = dealt(game, Start(money=(1,) + (0,) * (players - 1), apart=True))[0]
    assert after.at[other] == Place.HAND
    assert [int(after.at[exchange.get(c, c)]) for c in range(len(before.at))] == before.at.tolist()
    for deck in range(Deck.CHARACTER):
        for drawer in (*range(players), FOR_ALL):
            cards = [int(draw(t, s.copy(), deck, drawer, False)) for s in (before, paid, after)]
            assert cards[0] == cards[1] == exchange.get(cards[2], cards[2])
    items = []
    for s, held in ((before.copy(), mine), (after.copy(), other)):
        put(s, held, Place.DISCARD)
        items.append(drawn(game, s, Deck.ITEM, 0, 2 * int(s.deck_count[Deck.ITEM])))
    assert [exchange.get(card, card) for card in items[1]] == items[0]
    assert {mine, other} <= set(items[0]), "the deck is shuffled anew, with the card that was held"
    assert dice(before, Roll.SURVIVAL) == dice(after, Roll.SURVIVAL) == dice(paid, Roll.SURVIVAL)


def test_games_of_two_worlds_stay_alike_until_a_card_is_missed(game: Game) -> None:
    """The line and the worms of a deal come alike although a seat draws three items more."""
    ends = []
    for more in (0, 3):
        state = State(game, dealt(game, Start(apart=True)))
        s, hand = state.record, FIRST[Deck.ITEM]
        for _ in range(more):
            put(s, int(draw(game.table[0], s, Deck.ITEM, 1, False)), Place.HAND + 1)
        while s.rounds < 2:
            state.apply(state.legal_actions()[0])
        ends.append((s.at[:hand].tolist(), s.line.tolist(), s.slot_worm.tolist(), s.points.tolist()))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("number", range(len(envs.spec("terror_below").option_sets)))
def test_games_with_own_orders_keep_what_holds_of_every_record(number: int) -> None:
    game = envs.game("terror_below", **envs.spec("terror_below").option_sets[number])
    chooser = random.Random(number)
    for deal in range(2):
        state = State(game, dealt(game, Start(apart=True), deal))
        while not state.is_terminal:
            state.apply(chooser.choice(state.legal_actions()))
            assert broken(game.table[0], state.record) == 0
        again = game.deserialize(state.serialize())
        assert again.record.own_orders == state.record.own_orders > 0
        assert state.record.rolls.any() or state.is_truncated


def test_who_looks_ahead_does_not_know_the_orders(game: Game) -> None:
    state = State(game, dealt(game, Start(apart=True)))
    known = drawn(game, state.record.copy(), Deck.VEHICLE, 0, 5)
    shown = dice(state.record.copy(), Roll.DAMAGE)
    others = [state.resample(0, seed).record for seed in range(8)]
    assert len({int(other.own_orders) for other in others} | {int(state.record.own_orders)}) == 9
    assert sum(len(set(drawn(game, other.copy(), Deck.VEHICLE, 0, 5)) & set(known)) for other in others) < 12
    assert all(dice(other, Roll.DAMAGE) != shown for other in others)


def test_a_redeal_depends_on_nothing_that_a_seat_cannot_see(game: Game) -> None:
    """The key is hidden: with another one the same seed deals the same."""
    one, other = (State(game, dealt(game, Start(apart=True))) for _ in range(2))
    other.record.own_orders += 1
    assert one.resample(1, 5).record.tobytes() == other.resample(1, 5).record.tobytes()


def test_what_a_seat_put_under_a_deck_stays_there_when_it_looks_ahead(game: Game) -> None:
    state = State(game, dealt(game, Start(apart=True)))
    s = state.record
    card = int(draw(game.table[0], s, Deck.BOUNTY, 0, False))
    put_under(s, Deck.BOUNTY, card)
    s.known[card] = 1
    for seed in range(5):
        other = state.resample(0, seed).record
        order = drawn(game, other, Deck.BOUNTY, 0, int(other.deck_count[Deck.BOUNTY]))
        assert order[-1] == card
        assert len(set(order)) == len(order)


def test_observations_say_nothing_of_orders(game: Game) -> None:
    state = State(game, dealt(game, Start(apart=True)))
    seen = [state.observation(seat) for seat in range(2)]
    state.record.own_orders += 1
    state.record.rolls += 1
    state.record.shuffles += 1
    for seat in range(2):
        assert (state.observation(seat) == seen[seat]).all()


def test_games_outside_experiments_count_nothing(game: Game) -> None:
    state, chooser = game.new(4), random.Random(4)
    while not state.is_terminal:
        state.apply(chooser.choice(state.legal_actions()))
    s = state.record
    assert not s.own_orders
    assert not s.shuffles.any()
    assert not s.rolls.any()
    assert not s.swapped.any()


@pytest.mark.parametrize(
    ("field", "value"),
    [("own_orders", 1 << 31), ("swapped", -1), ("swapped", 196), ("rolls", -1), ("shuffles", -1), ("shuffles", 10**7)],
)
def test_states_from_outside_have_orders_that_can_be(game: Game, field: str, value: int) -> None:
    state = State(game, dealt(game, Start(apart=True)))
    state.record[field] = value
    with pytest.raises(RegolithError):
        game.deserialize(state.serialize())


def test_no_deck_runs_out_of_its_cards(game: Game) -> None:
    """Drawn to the end with nobody discarding: each card once, then none."""
    s = apart(game)
    found = []
    while (card := int(draw(game.table[0], s, Deck.VEHICLE, len(found) % DRAWERS, False))) != NONE:
        put(s, card, Place.SLOT)
        found.append(card)
    assert len(set(found)) == len(found) == VEHICLES - 6 == SIZE[Deck.VEHICLE] - 6
    assert int(s.deck_count[Deck.BOUNTY]) == SIZE[Deck.BOUNTY] - 4
    assert all(s.at[card] == Place.LINE for card in s.line)
    assert min(s.line) >= BOUNTY


def digest_of_a_game() -> str:
    """A game of random decisions with own orders, in short."""
    game, chooser = envs.game("terror_below", players=3), random.Random(1)
    state = State(game, dealt(game, Start(apart=True)))
    while not state.is_terminal:
        state.apply(chooser.choice(state.legal_actions()))
    return state.resample(1, 2).digest() + state.digest()


def test_uncompiled_rules_draw_and_roll_the_same() -> None:
    code = "from terror_below.test_experiment import digest_of_a_game; print(digest_of_a_game())"
    folders = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": folders}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == digest_of_a_game()
