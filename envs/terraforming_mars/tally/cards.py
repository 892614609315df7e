"""Cards on their way: dealt, offered, drafted, bought, drawn, played.

A card counts as dealt by chance where all cards that could come were equally likely: the deck was not shuffled anew meanwhile and
nobody turned cards over to find one of a kind. Whether a deal counts never depends on which cards it brought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.tally import CHANCES
from regolith.envs.terraforming_mars.hooks import corporations_of_two_kinds
from regolith.envs.terraforming_mars.rooms import CARDS, NOBODY
from regolith.envs.terraforming_mars.rules.knowledge import bit_of, end_of, first_of
from regolith.envs.terraforming_mars.state import DECKS, Deck, Lies, Place
from regolith.envs.terraforming_mars.tally.counters import (
    CARDS_BOUGHT,
    CARDS_DEALT,
    CARDS_DRAFTED,
    CARDS_DRAWN,
    CARDS_EXPECTED,
    CARDS_OFFERED,
    CARDS_PLAYED,
)

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record


@kernel
def to_choose(lies: int) -> bool:
    """Whether a card lies before somebody who may take it or leave it."""
    return lies == Lies.IN_A_PACK or lies == Lies.DEALT or lies == Lies.LOOKED_AT or lies == Lies.BOUGHT


@kernel
def everybody_saw(s: Record, card: int) -> bool:
    """Whether the others know where a card lies that has just left the deck: it was turned over."""
    owner = s.owner[card]
    place = Place.HAND if s.lies[card] == Lies.IN_HAND else Place.DEALT
    for observer in range(s.players):
        if observer != owner:
            return s.could_be[observer, card] == bit_of(s, observer, place, owner)
    return False


@kernel
def count_moves(before: Record, s: Record, counters: Any) -> bool:
    """What became of each card that has moved, but for chance; whether some came from a deck."""
    from_deck = False
    for card in range(CARDS):
        was, lies = before.lies[card], s.lies[card]
        if was == lies and before.owner[card] == s.owner[card]:
            continue
        if was == Lies.IN_THE_DECK:
            from_deck = True
        player = s.owner[card]
        if player == NOBODY or lies < Lies.IN_A_PACK:
            continue
        count_move(before.generation, card, was, lies, before.owner[card] == player, counters[player])
    return from_deck


@kernel
def count_move(generation: int, card: int, was: int, lies: int, had_it: bool, own: Any) -> None:
    """One card that has come to a player, or on its way with him."""
    if to_choose(lies) and not (had_it and to_choose(was)):
        own[CARDS_OFFERED + card] += 1
    if was == Lies.IN_A_PACK and lies == Lies.DEALT:
        own[CARDS_DRAFTED + card] += 1
    chosen = was == Lies.DEALT and had_it and lies >= Lies.IN_HAND and lies != Lies.LOOKED_AT
    if chosen or (lies == Lies.BOUGHT and was != Lies.BOUGHT):
        own[CARDS_BOUGHT + card] += 1
    elif lies == Lies.IN_HAND and was != Lies.BOUGHT:
        own[CARDS_DRAWN + card] += 1
    if lies >= Lies.IN_PLAY and was < Lies.IN_PLAY:
        own[CARDS_PLAYED + card] = generation


@kernel
def count_chance(before: Record, s: Record, deck: int, counters: Any) -> None:
    """The cards that chance dealt from a deck in one step, and how likely each card of the deck was for each player."""
    first, end = first_of(deck), end_of(deck)
    for card in range(first, end):
        was, lies = before.lies[card], s.lies[card]
        if was == lies:
            continue
        if was == Lies.IN_THE_DECK and (lies == Lies.DISCARDED or everybody_saw(s, card)):
            return
        if was == Lies.DISCARDED or lies == Lies.IN_THE_DECK:
            return
    for player in range(s.players):
        dealt = 0
        for card in range(first, end):
            if before.lies[card] == Lies.IN_THE_DECK and s.lies[card] != Lies.IN_THE_DECK and s.owner[card] == player:
                counters[player, CARDS_DEALT + card] += 1
                dealt += 1
        if dealt > 0:
            chance = parts(dealt, before.deck_size[deck])
            for card in range(first, end):
                if before.lies[card] == Lies.IN_THE_DECK:
                    counters[player, CARDS_EXPECTED + card] += chance


@kernel
def parts(dealt: int, size: int) -> int:
    """The chance of a card to be among those dealt, rounded."""
    return (CHANCES * dealt + size // 2) // size


@kernel
def count_first_deal(s: Record, counters: Any) -> None:
    """What everybody is dealt before the first decision: all cards of a deck were as likely, or they are not counted."""
    for deck in range(DECKS):
        first, end, size = first_of(deck), end_of(deck), int(s.deck_size[deck])
        uniform = deck != Deck.CORPORATIONS or not corporations_of_two_kinds(s)
        for card in range(first, end):
            size += int(s.lies[card] >= Lies.IN_A_PACK)
        for player in range(s.players):
            dealt = 0
            for card in range(first, end):
                if s.lies[card] >= Lies.IN_A_PACK and s.owner[card] == player:
                    dealt += 1
                    counters[player, CARDS_DEALT + card] += int(uniform)
                    count_move(s.generation, card, Lies.IN_THE_DECK, s.lies[card], False, counters[player])
            if dealt == 0 or not uniform:
                continue
            for card in range(first, end):
                if s.lies[card] == Lies.IN_THE_DECK or s.lies[card] >= Lies.IN_A_PACK:
                    counters[player, CARDS_EXPECTED + card] += parts(dealt, size)


@kernel
def count_cards(before: Record, s: Record, counters: Any) -> None:
    """All that cards have done in a step."""
    if count_moves(before, s, counters):
        for deck in range(DECKS):
            count_chance(before, s, deck, counters)
