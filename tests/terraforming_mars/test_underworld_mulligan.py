"""Research with corruption: 1 or 2 of the cards dealt or drafted are replaced before anybody pays."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import CARD, DECLINE, PASS, step
from regolith.envs.terraforming_mars.rooms import PROJECTS
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.invariants import broken
from regolith.envs.terraforming_mars.show.naming import action_name, question, secret
from regolith.envs.terraforming_mars.state import Deck, Frame, Kind, Lies, Phase
from regolith.envs.terraforming_mars.underworld.language.corruption import Corruption

from .games import T, actions, choose, deal
from .test_knowledge import copy_of, memory_holds, redealt, seen

BOX = {"underworld": True, "prelude": False, "venus": False}


def dealt(s: Any, player: int) -> set[int]:
    return set(np.flatnonzero((s.lies[:PROJECTS] == Lies.DEALT) & (s.owner[:PROJECTS] == player)).tolist())


def discards(s: Any) -> set[int]:
    return set(np.flatnonzero(s.lies[:PROJECTS] == Lies.DISCARDED).tolist())


def asked_to_replace(s: Any) -> bool:
    return bool(s.depth) and T.op[s.stack[s.depth - 1, Frame.ROW]] == Corruption.MULLIGAN


def to_research(number: int = 1, corruption: tuple[int, ...] = (1, 1), *, generation: int = 2, **options: Any) -> Any:
    """The first question of a research phase, with so much corruption; nobody has done anything before."""
    array = deal(number, players=len(corruption), **BOX, **options)
    s = array[0]
    while s.generation < generation:
        choose(s, DECLINE, PASS)
        if s.generation == generation:
            break
    s.corruption[: len(corruption)] = corruption
    if s.phase == Phase.RESEARCH:
        # What was decided without corruption is decided anew.
        return to_research_without_draft(number, corruption, generation, options)
    while s.phase == Phase.DRAFT:
        choose(s)
    return array


def to_research_without_draft(
    number: int, corruption: tuple[int, ...], generation: int, options: dict[str, Any]
) -> Any:
    array = deal(number, players=len(corruption), **BOX, **options)
    s = array[0]
    while s.generation < generation:
        if s.phase == Phase.ACTION and s.generation == generation - 1:
            s.corruption[: len(corruption)] = corruption
        choose(s, DECLINE, PASS)
    return array


@pytest.mark.parametrize("draft", [True, False])
def test_two_cards_are_replaced_before_buying(draft: bool) -> None:
    s = to_research(draft=draft)[0]
    player = int(s.player)
    assert s.phase == Phase.RESEARCH
    assert asked_to_replace(s)
    assert (player, s.may_decline) == (s.first_player, 1)
    before, deck = dealt(s, player), int(s.deck_size[Deck.PROJECTS])
    assert actions(s) == [*(CARD + card for card in sorted(before)), DECLINE]
    one, two = sorted(before)[:2]
    step(T, s, CARD + one)
    assert (s.corruption[player], s.player, dealt(s, player)) == (0, player, before - {one})
    assert asked_to_replace(s)
    assert s.deck_size[Deck.PROJECTS] == deck, "nothing is drawn before both are put back"
    step(T, s, CARD + two)
    after = dealt(s, player)
    assert {one, two} <= discards(s)
    assert before - {one, two} <= after
    assert (len(after), s.deck_size[Deck.PROJECTS]) == (4, deck - 2)
    assert not asked_to_replace(s), "once a generation"
    assert s.player == player
    assert Broken(broken(T, s)) == Broken.NOTHING


def test_one_card_is_replaced_by_one() -> None:
    s = to_research()[0]
    player, before = int(s.player), dealt(s, int(s.player))
    one = min(before)
    step(T, s, CARD + one)
    step(T, s, DECLINE)
    after = dealt(s, player)
    assert (len(after), len(after & before), s.corruption[player]) == (4, 3, 0)


def test_who_declines_keeps_his_corruption_and_his_cards() -> None:
    s = to_research()[0]
    player, before = int(s.player), dealt(s, int(s.player))
    step(T, s, DECLINE)
    assert (s.corruption[player], dealt(s, player)) == (1, before)
    assert s.player == player
    assert not asked_to_replace(s)


def test_everybody_is_asked_in_turn_order_who_has_corruption() -> None:
    s = to_research(3, (0, 2, 1))[0]
    asked = []
    while s.phase == Phase.RESEARCH:
        if asked_to_replace(s) and s.stack[s.depth - 1, Frame.X] == 0:
            asked.append(int(s.player))
        choose(s, DECLINE)
    turn_order = [(s.first_player + i) % 3 for i in range(3)]
    assert asked == [player for player in turn_order if player != 0]


def test_nobody_is_asked_for_the_first_hand_or_without_the_box() -> None:
    s = deal(1, players=2, **BOX)[0]
    s.corruption[:2] = 3
    while s.generation == 1 and s.phase != Phase.ACTION:
        assert not asked_to_replace(s)
        choose(s, DECLINE)
    s = deal(1, players=2, prelude=False, venus=False)[0]
    while s.phase != Phase.RESEARCH:
        choose(s, DECLINE, PASS)
    assert T.op[s.stack[s.depth - 1, Frame.ROW]] != Corruption.MULLIGAN
    assert s.stack[s.depth - 1, Frame.ROW] == T.research_row


def test_alone_one_may_replace_cards_too() -> None:
    s = to_research(1, (1,), draft=False)[0]
    assert asked_to_replace(s)


def test_the_question_says_what_it_costs() -> None:
    s = to_research()[0]
    assert question(s) == "choose up to 2 cards to replace for 1 corruption"
    assert action_name(s, actions(s)[0]).startswith("replace ")
    assert secret(s)
    step(T, s, actions(s)[0])
    assert question(s) == "choose a second card to replace"


def test_put_back_cards_may_come_again_when_the_deck_is_used_up() -> None:
    s = to_research()[0]
    player = int(s.player)
    for card in range(PROJECTS):
        if s.lies[card] in (Lies.IN_THE_DECK, Lies.DISCARDED):
            s.lies[card] = Lies.OUT_OF_THE_GAME
    s.deck_size[Deck.PROJECTS] = 0
    before = dealt(s, player)
    for card in sorted(before)[:2]:
        step(T, s, CARD + card)
    assert dealt(s, player) == before


def test_which_card_is_replaced_is_nobodys_business() -> None:
    for number in range(3):
        array = to_research(number, (1, 1, 1))
        s = array[0]
        before = sorted(dealt(s, int(s.player)))
        one, other = copy_of(array), copy_of(array)
        step(T, one[0], CARD + before[0])
        step(T, other[0], CARD + before[-1])
        for seat in {0, 1, 2} - {int(s.player)}:
            assert (seen(one[0], seat) == seen(other[0], seat)).all()
            if (s.could_be[seat, before[0]] == 0) == (s.could_be[seat, before[-1]] == 0):
                assert redealt(one, seat, 4).tobytes() == redealt(other, seat, 4).tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_memory_and_redeal_stand_it(players: int) -> None:
    """Everybody replaces cards in every generation: what players remember stays true, and the cards are dealt anew from that alone."""
    array = deal(players, players=players, **BOX)
    s, chooser = array[0], random.Random(players)
    replaced = 0
    while s.over == Over.RUNNING and s.generation < 4:
        if s.phase == Phase.ACTION:
            s.corruption[:players] = 1
        memory_holds(s)
        if asked_to_replace(s) and s.generation == 3:
            for seat in range(players):
                wanted = redealt(array, seat, 7)
                assert redealt(redealt(array, seat, 8), seat, 7).tobytes() == wanted.tobytes()
                assert (seen(wanted[0], seat) == seen(s, seat)).all()
                assert Broken(broken(T, wanted[0])) == Broken.NOTHING
        found = actions(s)
        if asked_to_replace(s):
            replaced += 1
            found = [action for action in found if action != DECLINE] if chooser.random() < 0.8 else found
        step(T, s, chooser.choice(found) if s.phase != Phase.ACTION else (PASS if PASS in found else found[0]))
    assert replaced >= 2 * players


def test_a_record_with_more_cards_put_back_than_allowed_is_refused() -> None:
    s = to_research()[0]
    assert Broken(broken(T, s)) == Broken.NOTHING
    s.stack[s.depth - 1, Frame.X] = 2
    assert Broken(broken(T, s)) == Broken.EFFECT


def test_the_kind_of_question() -> None:
    assert to_research()[0].kind == Kind.CARD
