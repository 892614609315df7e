"""Drawing and moving cards, and the Bounty Line (rulebook: Setup, Refill Hand, Delivery)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core import rng as random
from regolith.envs.core.jit import kernel
from regolith.envs.terror_below.orders import bring_up
from regolith.envs.terror_below.words import (
    ABSENT,
    BOUNTY,
    EFFECTS,
    FIRST,
    FOR_ALL,
    HAND,
    LINE,
    NONE,
    SIZE,
    VEHICLES,
    WORM,
    WORMS,
    Deck,
    Do,
    Place,
    Scenario,
    WormType,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def put(s: Record, card: int, place: int) -> None:
    """Move a card. Who knew a hidden card need not remember it once it lies open."""
    s.at[card] = place
    if place != Place.DECK and place != Place.LOOKED and not Place.HAND <= place < Place.WORN:
        s.known[card] = 0


@kernel
def stays_in_box(t: Table, s: Record, card: int) -> bool:
    """Whether a card is no part of the game that is dealt: the starting worms are never drawn, and a solo game leaves some out."""
    if WORM <= card < WORM + WORMS:
        kind = t.worm_type[card - WORM]
        return kind == WormType.STARTING or (s.players == 1 and not s.queens and kind == WormType.QUEEN)
    return s.players == 1 and t.not_for_solo[card] != 0


@kernel
def shuffle(s: Record, deck: int) -> None:
    """Put a deck into random order."""
    for i in range(s.deck_count[deck] - 1, 0, -1):
        j = random.below(s.rng, i + 1)
        s.deck[deck, i], s.deck[deck, j] = s.deck[deck, j], s.deck[deck, i]


@kernel
def banned(t: Table, s: Record, card: int) -> bool:
    """Solo: may this bounty not lie in the line any more (Location destroyed or served, type claimed)?"""
    place, prey = t.bounty_location[card - BOUNTY], t.bounty_worm[card - BOUNTY]
    if place != NONE:
        return s.location_space[place] == NONE or (
            s.scenario == Scenario.SPECIAL_DELIVERY and (s.served >> place & 1) != 0
        )
    return s.scenario == Scenario.TOTAL_EXTERMINATION and prey <= WormType.QUEEN and (s.trophies >> prey & 1) != 0


@kernel
def renew(t: Table, s: Record, deck: int, for_line: bool) -> None:
    """Shuffle the discards into a new deck; for the line of a solo game only those that may lie there."""
    for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
        if s.at[card] == Place.DISCARD and not (for_line and banned(t, s, card)):
            s.at[card] = Place.DECK
            s.known[card] = 0
            s.deck[deck, s.deck_count[deck]] = card
            s.deck_count[deck] += 1
    shuffle(s, deck)
    if s.own_orders > 0:
        s.shuffles[deck] += 1


@kernel
def draw(t: Table, s: Record, deck: int, drawer: int, for_line: bool) -> int:
    """Take the top card; the discards are shuffled when a card is needed and there is none. NONE if that does not help.

    `drawer`: whose order it is, where everybody draws in an order of his own.
    """
    if s.deck_count[deck] == 0:
        renew(t, s, deck, for_line)
        if s.deck_count[deck] == 0:
            return NONE
    if s.own_orders > 0:
        bring_up(s, deck, drawer)
    s.deck_count[deck] -= 1
    top = s.deck_count[deck]
    card = s.deck[deck, top]
    s.deck[deck, top] = 0
    return int(card)


@kernel
def put_under(s: Record, deck: int, card: int) -> None:
    """To the bottom of its deck."""
    for i in range(s.deck_count[deck], 0, -1):
        s.deck[deck, i] = s.deck[deck, i - 1]
    s.deck[deck, 0] = card
    s.deck_count[deck] += 1
    s.at[card] = Place.DECK


@kernel
def can_draw(s: Record, deck: int) -> bool:
    """Is there a card in the deck or among its discards?"""
    if s.deck_count[deck]:
        return True
    found = False
    for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
        if s.at[card] == Place.DISCARD:
            found = True
    return found


@kernel
def lasting(t: Table, card: int, do: int) -> int:
    """The number of a standing ability of a Leader or a hat, ABSENT without it."""
    if card != NONE:
        for i in range(EFFECTS):
            if t.effect[card, i, 0] == do:
                return int(t.effect[card, i, 1])
    return ABSENT


@kernel
def refill_hand(t: Table, s: Record, player: int) -> None:
    """Vehicle cards up to the hand size, which the Leader may raise; surplus cards are kept (ruling R36)."""
    size = lasting(t, s.leader[player], Do.HAND_SIZE)
    if size == ABSENT:
        size = HAND
    for card in range(VEHICLES):
        size -= int(s.at[card] == Place.HAND + player)
    while size > 0:
        card = draw(t, s, Deck.VEHICLE, player, False)
        if card == NONE:
            return
        put(s, card, Place.HAND + player)
        size -= 1


@kernel
def refill_line(t: Table, s: Record) -> None:
    """Bounties up to four. In a solo game banned ones are discarded on sight, those lying there too."""
    solo = s.players == 1
    for i in range(LINE):
        if s.line[i] != NONE and solo and banned(t, s, s.line[i]):
            put(s, s.line[i], Place.DISCARD)
            s.line[i] = NONE
    for i in range(LINE):
        while s.line[i] == NONE:
            card = draw(t, s, Deck.BOUNTY, FOR_ALL, solo)
            if card == NONE:
                return
            if solo and banned(t, s, card):
                put(s, card, Place.DISCARD)
            else:
                put(s, card, Place.LINE)
                s.line[i] = card


@kernel
def leave_line(s: Record, card: int) -> None:
    """Take a card out of the line, if it lies there."""
    for i in range(LINE):
        if s.line[i] == card:
            s.line[i] = NONE
