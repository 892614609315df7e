"""Re-dealing what a seat cannot see: hands, hidden bounties, face-down cards and the order of the decks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core import rng as random
from regolith.envs.core.jit import kernel
from regolith.envs.core.record import NOBODY
from regolith.envs.terror_below.actions import withdraw
from regolith.envs.terror_below.course import ask_action
from regolith.envs.terror_below.delivery import ask_delivery_bounty
from regolith.envs.terror_below.effects import ask_extra_card, ask_redraw, offer_plays
from regolith.envs.terror_below.hunting import ask_trophy, hunt, join, protect
from regolith.envs.terror_below.items import ask_bounty_to_keep, ask_gear, offer_items
from regolith.envs.terror_below.movement import ask_ramp_card, fits_ramp
from regolith.envs.terror_below.orders import another_order
from regolith.envs.terror_below.words import (
    FIRST,
    NONE,
    SEATS,
    SIZE,
    SLOTS,
    VEHICLES,
    Deck,
    Kind,
    Place,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def lies_hidden(s: Record, seat: int, card: int) -> bool:
    """Is a card (of a deck or a hand; face-down ones are looked for elsewhere) one that this seat cannot know?"""
    place = s.at[card]
    if s.known[card] >> seat & 1:
        return False
    if place == Place.DECK:
        return True
    if place == Place.LOOKED:
        return s.player != seat
    return Place.HAND <= place < Place.WORN and (place - Place.HAND) % SEATS != seat


@kernel
def redeal(s: Record, seat: int, deck: int) -> None:
    """Collect the hidden cards of a deck in the order of their numbers, shuffle them, and deal them back to where some lay."""
    pool, places, count = s.room, s.room_places, 0
    for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
        if lies_hidden(s, seat, card):
            pool[count] = card
            count += 1
    if deck == Deck.VEHICLE:
        for slot in range(SLOTS):
            for i in range(s.slot_count[slot]):
                if s.under_owner[slot, i] != NONE and s.under_owner[slot, i] != seat:
                    pool[count] = s.under[slot, i]
                    count += 1
        for i in range(1, count):
            for j in range(i, 0, -1):
                if pool[j] < pool[j - 1]:
                    pool[j], pool[j - 1] = pool[j - 1], pool[j]
                else:
                    break
    for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
        if s.at[card] != Place.DECK and lies_hidden(s, seat, card):
            places[s.at[card]] += 1
    for i in range(count - 1, 0, -1):
        j = random.below(s.rng, i + 1)
        pool[i], pool[j] = pool[j], pool[i]
    dealt = 0
    for i in range(s.deck_count[deck]):
        if not s.known[s.deck[deck, i]] >> seat & 1:
            s.deck[deck, i] = pool[dealt]
            dealt += 1
    for i in range(dealt):
        s.at[pool[i]] = Place.DECK
    if deck == Deck.VEHICLE:
        for slot in range(SLOTS):
            for i in range(s.slot_count[slot]):
                if s.under_owner[slot, i] != NONE and s.under_owner[slot, i] != seat:
                    s.under[slot, i] = pool[dealt]
                    s.at[pool[dealt]] = Place.SLOT
                    dealt += 1
    for place in range(Place.LOOKED, Place.WORN):
        for _ in range(places[place]):
            s.at[pool[dealt]] = place
            dealt += 1
        places[place] = 0
    for i in range(count):
        s.known[pool[i]] = 0
        pool[i] = 0


@kernel
def suits(t: Table, s: Record, card: int) -> bool:
    """Could the player to move answer the question with this card of the hand?"""
    top = s.tasks - 1
    if s.kind == Kind.EXTRA_CARD:
        return t.value[card] <= s.task_a[top]
    width = t.canyon_width[s.board, s.pawn[s.player], s.task_a[top]]
    held = s.at[card]
    s.at[card] = Place.HAND + s.player
    fits = fits_ramp(t, s, s.player, card, width)
    s.at[card] = held
    return fits


@kernel
def keep_possible(t: Table, s: Record, seat: int) -> None:
    """Somebody else is asked for a card of a certain value, and so must hold one: if the new hand has none, one is exchanged."""
    hand = Place.HAND + s.player
    given = NONE
    for card in range(VEHICLES):
        if s.at[card] == hand:
            given = card
            if suits(t, s, card):
                return
    for i in range(s.deck_count[Deck.VEHICLE]):
        card = s.deck[Deck.VEHICLE, i]
        if suits(t, s, card):
            s.deck[Deck.VEHICLE, i] = given
            s.at[given] = Place.DECK
            s.at[card] = hand
            return
    for slot in range(SLOTS):
        for i in range(s.slot_count[slot]):
            card = s.under[slot, i]
            if s.under_owner[slot, i] != NONE and s.under_owner[slot, i] != seat and suits(t, s, card):
                s.under[slot, i] = given
                s.at[given] = Place.SLOT
                s.at[card] = hand
                return
    for card in range(VEHICLES):
        if s.at[card] != Place.DECK and lies_hidden(s, seat, card) and suits(t, s, card):
            s.at[given] = s.at[card]
            s.at[card] = hand
            return


@kernel
def ask_again(t: Table, s: Record) -> None:
    """Offer what the player to move could choose with the hand that was dealt anew; questions that no hand matters for stay."""
    player, top, kind = s.player, s.tasks - 1, s.kind
    a, b = s.task_a[top], s.task_b[top]
    if kind == Kind.PLAY or kind == Kind.FACE_DOWN:
        withdraw(s)
        offer_plays(t, s, player)
        if kind == Kind.PLAY:
            offer_items(t, s, player)
    elif kind == Kind.ACTION:
        withdraw(s)
        ask_action(t, s, player)
    elif kind == Kind.EXTRA_CARD:
        withdraw(s)
        ask_extra_card(t, s, player, a)
    elif kind == Kind.RAMP_CARD:
        withdraw(s)
        ask_ramp_card(t, s, player, a)
    elif kind == Kind.REDRAW:
        withdraw(s)
        ask_redraw(t, s, player)
    elif kind == Kind.PAY or kind == Kind.KEEP_ITEM:
        withdraw(s)
        ask_gear(t, s, player, Place.HAND + player if kind == Kind.PAY else Place.LOOKED, kind)
    elif kind == Kind.KEEP_BOUNTY:
        withdraw(s)
        ask_bounty_to_keep(t, s, player)
    elif kind == Kind.BOUNTY:
        withdraw(s)
        ask_delivery_bounty(t, s, player, b)
    elif kind == Kind.TROPHY:
        withdraw(s)
        ask_trophy(t, s, player)
    elif kind == Kind.HUNT:
        withdraw(s)
        hunt(t, s)
    elif kind == Kind.JOIN:
        withdraw(s)
        join(t, s)
    elif kind == Kind.PROTECT:
        withdraw(s)
        protect(t, s)


@kernel
def determinize(t: Table, s: Record, seat: int) -> None:
    """Re-deal deck by deck; then the question to somebody else is asked anew of the new hand."""
    for deck in range(Deck.CHARACTER):
        redeal(s, seat, deck)
    another_order(s)
    if s.player == seat or s.player == NOBODY:
        return
    if s.kind == Kind.EXTRA_CARD or s.kind == Kind.RAMP_CARD:
        keep_possible(t, s, seat)
    ask_again(t, s)
