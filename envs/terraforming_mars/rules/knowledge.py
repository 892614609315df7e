"""What players remember of cards that they do not see: for each of them, the places where each card could lie.

A card that a player has never seen since it was last shuffled unseen has no places: it could lie anywhere. Of a card that he sees
nothing is said; when it leaves his sight, he knows where it goes. Cards that are moved face down by somebody else could have
moved or not, so that only places are added, until a place is emptied or comes into sight. What is remembered is true of each card for
itself: that two of three cards were taken is known as three cards that may have been.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CORPORATION, FIRST_PRELUDE
from regolith.envs.terraforming_mars.state import PLACES, Deck, Lies, Place

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record

ANYWHERE = (1 << PLACES) - 1


@kernel
def first_of(deck: int) -> int:
    """Where the cards of a deck begin, both in the numbering and in `deck`."""
    if deck == Deck.PROJECTS:
        return 0
    return FIRST_CORPORATION if deck == Deck.CORPORATIONS else FIRST_PRELUDE


@kernel
def end_of(deck: int) -> int:
    return CARDS if deck == Deck.PRELUDES else first_of(deck + 1)


@kernel
def deck_of(card: int) -> int:
    if card < FIRST_CORPORATION:
        return Deck.PROJECTS
    return Deck.CORPORATIONS if card < FIRST_PRELUDE else Deck.PRELUDES


@kernel
def bit_of(s: Record, observer: int, place: int, player: int) -> int:
    """The bit of a place as an observer counts it: hand, cards and pack of that player, discards or deck. His own have none."""
    if place >= Place.DISCARDS:
        return 1 << place
    if player == observer:
        return 0
    return 1 << (place + (player - observer - 1) % s.players)


@kernel
def moved_unseen(s: Record, deck: int, player: int, source: int, target: int, emptied: bool) -> None:
    """A player has moved cards from one of his places, or from the deck, to another; the others see only how many.

    `emptied`: no card is left at the source.
    """
    for observer in range(s.players):
        if observer == player:
            continue
        left, reached = bit_of(s, observer, source, player), bit_of(s, observer, target, player)
        kept = ANYWHERE ^ left if emptied else ANYWHERE
        row = s.could_be[observer, first_of(deck) : end_of(deck)]
        for i in range(row.size):
            places = int(row[i])
            row[i] = (places | (reached if places & left else 0)) & kept


@kernel
def put_unseen(s: Record, card: int, player: int, place: int) -> None:
    """A player has put a card that only he saw there: he knows where it is."""
    s.could_be[player, card] = bit_of(s, player, place, player)


@kernel
def shown(s: Record, card: int, player: int, place: int) -> None:
    """Everybody has seen a card and where it goes."""
    for observer in range(s.players):
        s.could_be[observer, card] = bit_of(s, observer, place, player)


@kernel
def discards_shuffled(s: Record, deck: int) -> None:
    """The deck was used up and the discards have become the new one."""
    for observer in range(s.players):
        row = s.could_be[observer]
        for card in range(first_of(deck), end_of(deck)):
            places = int(row[card])
            elsewhere = places & ((1 << Place.DISCARDS) - 1)
            row[card] = elsewhere | ((1 << Place.DECK) if places & (1 << Place.DISCARDS) else 0)


@kernel
def packs_passed(s: Record, direction: int) -> None:
    """All packs have gone on to the next player (1) or the previous one (-1): who passed one knows what was in it, who gets one sees it."""
    packs = ((1 << (s.players - 1)) - 1) << Place.PACK
    for observer in range(s.players):
        row = s.could_be[observer]
        receiver = (observer + direction) % s.players
        passed_on = bit_of(s, observer, Place.PACK, receiver)
        for card in range(FIRST_CORPORATION):
            places = int(row[card])
            held = places & packs
            row[card] = (places ^ held) | (((held << 1) if direction > 0 else (held >> 1)) & packs)
        for card in range(FIRST_CORPORATION):
            if s.lies[card] == Lies.IN_A_PACK and s.owner[card] == receiver:
                row[card] = passed_on


@kernel
def has_seen_pack(s: Record, observer: int, player: int) -> bool:
    """Whether the pack that lies before a player now has been before the observer."""
    passes_ago = ((player - observer) * s.draft_direction) % s.players
    return passes_ago <= s.passes
