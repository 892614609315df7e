"""Cards from the decks: drawing, discarding, a new deck from the discards."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import below
from regolith.envs.terraforming_mars.state import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    LOOKED_AT,
    NOBODY,
    NONE,
    Deck,
    Lies,
)


@kernel
def first_of(deck: int) -> int:
    """Where the cards of a deck begin, both in the numbering and in `deck`."""
    if deck == Deck.PROJECTS:
        return 0
    return FIRST_CORPORATION if deck == Deck.CORPORATIONS else FIRST_PRELUDE


@kernel
def shuffle_discards(s: Any, deck: int) -> None:
    """The discards become the deck."""
    first = first_of(deck)
    end = CARDS if deck == Deck.PRELUDES else first_of(deck + 1)
    size = 0
    for card in range(first, end):
        if s.lies[card] == Lies.DISCARDED:
            s.lies[card] = Lies.IN_THE_DECK
            s.deck[first + size] = card
            size += 1
    for i in range(size - 1, 0, -1):
        j = below(s.rng, i + 1)
        other = s.deck[first + j]
        s.deck[first + j] = s.deck[first + i]
        s.deck[first + i] = other
    s.deck_size[deck] = size


@kernel
def top_card(s: Any, deck: int) -> int:
    """Take the top card; NONE if there is no card left at all. The last of a deck brings the discards back when it is missed."""
    if s.deck_size[deck] == 0:
        shuffle_discards(s, deck)
        if s.deck_size[deck] == 0:
            return NONE
    s.deck_size[deck] -= 1
    return s.deck[first_of(deck) + s.deck_size[deck]]


@kernel
def discard(s: Any, card: int) -> None:
    """From wherever it is to the discards."""
    if s.lies[card] == Lies.IN_HAND and card < FIRST_CORPORATION:
        s.hand[s.owner[card]] -= 1
    s.lies[card] = Lies.DISCARDED
    s.owner[card] = NOBODY
    s.resources[card] = 0


@kernel
def take_in_hand(s: Any, card: int, player: int) -> None:
    s.lies[card] = Lies.IN_HAND
    s.owner[card] = player
    if card < FIRST_CORPORATION:
        s.hand[player] += 1


@kernel
def draw(s: Any, player: int, n: int) -> None:
    """Draw project cards, as many as there are."""
    for _ in range(n):
        card = top_card(s, Deck.PROJECTS)
        if card == NONE:
            return
        take_in_hand(s, card, player)


@kernel
def look_at(s: Any, player: int, deck: int, n: int) -> None:
    """Cards that the player sees and may get."""
    s.looked_at = 0
    for _ in range(min(n, LOOKED_AT)):
        card = top_card(s, deck)
        if card == NONE:
            return
        s.lies[card] = Lies.LOOKED_AT
        s.owner[card] = player
        s.look[s.looked_at] = card
        s.looked_at += 1


@kernel
def stop_looking(s: Any) -> None:
    """What was not taken is discarded."""
    for i in range(s.looked_at):
        if s.lies[s.look[i]] == Lies.LOOKED_AT:
            discard(s, s.look[i])
    s.looked_at = 0


@kernel
def draw_matching(t: Any, s: Any, player: int, n: int, tag: int, icon: int) -> None:
    """Reveal cards until n have the tag or show the icon; the others are discarded. Ends when every card was seen."""
    unseen = s.deck_size[Deck.PROJECTS]
    for card in range(FIRST_CORPORATION):
        if s.lies[card] == Lies.DISCARDED:
            unseen += 1
    while n > 0 and unseen > 0:
        unseen -= 1
        card = top_card(s, Deck.PROJECTS)
        matches = t.tags[card, tag] > 0 if tag != NONE else t.shows[card, icon] > 0
        if matches:
            take_in_hand(s, card, player)
            n -= 1
        else:
            discard(s, card)
