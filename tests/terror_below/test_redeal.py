"""What a seat may know: re-dealing keeps all it has seen."""

from __future__ import annotations

import random
from typing import Any

import pytest

from regolith import envs
from regolith.envs.terror_below.words import BOUNTY, ITEM, VEHICLES, WORM, Deck, Kind, Place

from .table import HUNTS, table


def redeals(made: Any, seat: int, count: int = 30) -> list[Any]:
    return [made.state.resample(seat, seed).record for seed in range(count)]


def test_my_hand_stays_and_the_others_change() -> None:
    made = table(gear={0: ["Pistol"], 1: ["Dynamite"]})
    seen = redeals(made, 0)
    assert all(r.at[c] == made.s.at[c] for r in seen for c in range(VEHICLES) if made.s.at[c] == Place.HAND)
    hands = {tuple(c for c in range(VEHICLES) if r.at[c] == Place.HAND + 1) for r in seen}
    assert len(hands) > 20
    assert {len(hand) for hand in hands} == {3}
    weapons = {tuple(c for c in range(ITEM, BOUNTY) if r.at[c] == Place.HAND + 1) for r in seen}
    assert len(weapons) > 5
    assert {len(w) for w in weapons} == {1}


def test_hidden_bounties_from_the_line_are_remembered_by_all() -> None:
    made = table(pawns={0: (3, 1)}, carried={0: "g"}).do("Car 5 NN under worm 1", "deliver green egg")
    line, top = made.clone(), made
    line.do(HUNTS[0])
    number = next(c for c in range(BOUNTY, WORM) if line.s.at[c] == Place.HAND)
    assert all(r.at[number] == Place.HAND for r in redeals(line, 1))
    top.do("top card of the bounty deck")
    number = next(c for c in range(BOUNTY, WORM) if top.s.at[c] == Place.HAND)
    assert not all(r.at[number] == Place.HAND for r in redeals(top, 1))
    assert all(r.at[number] == Place.HAND for r in redeals(top, 0))


def test_face_down_cards_are_known_to_their_owner_alone() -> None:
    """C55: their owner may look."""
    made = table(hands={0: ["Bicycle 3 N", "Car 5 NN", "Car 5 EE"]}).do(
        "Bicycle 3 N under worm 1", "stop", "Car 5 EE face down under worm 3"
    )
    assert {int(r.under[2, 0]) for r in redeals(made, 0)} == {int(made.s.under[2, 0])}
    assert len({int(r.under[2, 0]) for r in redeals(made, 1)}) > 5
    assert all(r.at[r.under[2, 0]] == Place.SLOT for r in redeals(made, 1))


def test_cards_put_under_a_deck_are_known_to_who_put_them() -> None:
    made = table(gear={0: ["Police Scanner"]}).do("use Police Scanner")
    made.do(made.legal[0])
    bottom = int(made.s.deck[Deck.BOUNTY, 0])
    assert {int(r.deck[Deck.BOUNTY, 0]) for r in redeals(made, 0)} == {bottom}
    assert len({int(r.deck[Deck.BOUNTY, 0]) for r in redeals(made, 1)}) > 5


def test_the_order_of_the_decks_is_unknown() -> None:
    made = table()
    for deck in range(Deck.CHARACTER):
        assert len({tuple(r.deck[deck]) for r in redeals(made, 0)}) > 20


def test_discards_and_the_line_stay() -> None:
    made = table(discards=[(Deck.WEAPON, "Dynamite"), (Deck.VEHICLE, "Car 5 WN")])
    places = (Place.DISCARD, Place.LINE, Place.BOX, Place.SLOT)
    for r in redeals(made, 0, 5):
        assert all(r.at[c] == made.s.at[c] for c in range(196) if made.s.at[c] in places)


@pytest.mark.parametrize("kind", [Kind.EXTRA_CARD, Kind.RAMP_CARD])
def test_who_is_asked_for_a_card_holds_one(kind: Kind) -> None:
    found = 0
    for seed in range(6):
        chooser = random.Random(seed)
        state = envs.game("terror_below", players=3, board="canyon").new(seed)
        while not state.is_terminal and found < 20:
            if state.kind == kind:
                found += 1
                seat = (state.current_player + 1) % 3
                for again in range(5):
                    assert state.resample(seat, again).legal_actions()
            state.apply(chooser.choice(state.legal_actions()))
    assert found > 3


def test_every_card_is_in_one_place_after_a_redeal() -> None:
    chooser = random.Random(4)
    state = envs.game("terror_below", players=4).new(4)
    for _ in range(150):
        if state.is_terminal:
            break
        r = state.resample(chooser.randrange(4), 1).record
        for deck in range(Deck.CHARACTER):
            lying = sorted(int(c) for c in r.deck[deck, : r.deck_count[deck]])
            first = (0, 54, 78, 101, 143, 180)
            assert lying == [c for c in range(first[deck], first[deck + 1]) if r.at[c] == Place.DECK]
        for slot in range(3):
            assert all(r.at[r.under[slot, i]] == Place.SLOT for i in range(r.slot_count[slot]))
        assert not r.room.any()
        assert not r.room_places.any()
        state.apply(chooser.choice(state.legal_actions()))
