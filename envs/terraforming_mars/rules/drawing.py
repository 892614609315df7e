"""Cards from the decks: drawing, discarding, a new deck from the discards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import below
from regolith.envs.terraforming_mars.machine.stack import offer_choice
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.experiment import DEALT_TO, bring_up
from regolith.envs.terraforming_mars.rules.knowledge import (
    deck_of,
    discards_shuffled,
    end_of,
    first_of,
    moved_unseen,
    put_unseen,
    shown,
)
from regolith.envs.terraforming_mars.rules.own_cards import next_lying
from regolith.envs.terraforming_mars.state import Deck, Lies, Place
from regolith.envs.terraforming_mars.words import CardKind

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def shuffle_discards(s: Record, deck: int) -> None:
    """The discards become the deck."""
    first = first_of(deck)
    size = 0
    for card in range(first, end_of(deck)):
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
    if size > 0:
        # With nothing to shuffle, who looks at the last cards of the deck that were dealt must still know where they came from.
        discards_shuffled(s, deck)


@kernel
def leave_out_banned(t: Table, s: Record, deck: int) -> None:
    """Banned cards are shuffled in and taken out again: so the others lie as they would with them."""
    first, size = first_of(deck), 0
    for i in range(first, first + s.deck_size[deck]):
        card = s.deck[i]
        s.deck[i] = 0
        if t.banned[card]:
            s.lies[card] = Lies.OUT_OF_THE_GAME
        else:
            s.deck[first + size] = card
            size += 1
    s.deck_size[deck] = size


@kernel
def top_card(s: Record, deck: int, drawer: int) -> int:
    """Take the top card; NONE if there is no card left at all. The last of a deck brings the discards back when it is missed.

    `drawer`: whose order it is, where everybody draws projects in an order of his own.
    """
    if s.deck_size[deck] == 0:
        shuffle_discards(s, deck)
        if s.deck_size[deck] == 0:
            return NONE
    if s.own_orders > 0 and deck == Deck.PROJECTS:
        bring_up(s, drawer)
    s.deck_size[deck] -= 1
    return s.deck[first_of(deck) + s.deck_size[deck]]


@kernel
def discard(s: Record, card: int) -> None:
    """Face down, seen by its owner only. The move of several cards that were dealt or looked at is told to the others by who calls."""
    player = s.owner[card]
    put_unseen(s, card, player, Place.DISCARDS)
    if s.lies[card] == Lies.IN_HAND:
        project = card < FIRST_CORPORATION
        if project:
            s.hand[player] -= 1
        moved_unseen(s, deck_of(card), player, Place.HAND, Place.DISCARDS, project and s.hand[player] == 0)
    s.lies[card] = Lies.DISCARDED
    s.owner[card] = NOBODY
    s.resources[card] = 0


@kernel
def discard_openly(s: Record, card: int) -> None:
    """A card that everybody has seen: turned over from the deck, or a prelude."""
    shown(s, card, NOBODY, Place.DISCARDS)
    s.lies[card] = Lies.DISCARDED
    s.owner[card] = NOBODY


@kernel
def take_in_hand(s: Record, card: int, player: int) -> None:
    s.lies[card] = Lies.IN_HAND
    s.owner[card] = player
    if card < FIRST_CORPORATION:
        s.hand[player] += 1


@kernel
def deal(s: Record, deck: int, player: int, n: int, lies: int) -> None:
    """The next cards of a deck go to a player, as many as there are: into his hand, to choose from, or as his pack in a draft."""
    if n == 0:
        return
    place = Place.DEALT
    if lies == Lies.IN_HAND:
        place = Place.HAND
    elif lies == Lies.IN_A_PACK:
        place = Place.PACK
    drawer = DEALT_TO + player if lies == Lies.DEALT or lies == Lies.IN_A_PACK else player
    size = s.deck_size[deck]
    if size > 0:
        moved_unseen(s, deck, player, Place.DECK, place, False)
    for _ in range(n):
        card = top_card(s, deck, drawer)
        if card == NONE:
            break
        if lies == Lies.IN_HAND:
            take_in_hand(s, card, player)
        else:
            s.lies[card] = lies
            s.owner[card] = player
        if lies == Lies.LOOKED_AT:
            s.look[s.looked_at] = card
            s.looked_at += 1
    if size < n:
        # Some came from the new deck.
        moved_unseen(s, deck, player, Place.DECK, place, False)


@kernel
def draw(s: Record, player: int, n: int) -> None:
    """Draw project cards, as many as there are."""
    if s.card_fee > 0:
        deal(s, Deck.PROJECTS, player, n, Lies.DEALT)
    else:
        deal(s, Deck.PROJECTS, player, n, Lies.IN_HAND)


@kernel
def to_be_paid_for(s: Record, card: int) -> bool:
    """Whether a card that comes to a player has a fee: it lies before him until he pays for it or discards it."""
    return s.card_fee > 0 and card < FIRST_CORPORATION


@kernel
def next_unpaid(s: Record, player: int) -> int:
    """The first card that lies before a player until he pays its fee or discards it; NONE if there is none."""
    card = next_lying(s, Lies.DEALT, player, 0, FIRST_CORPORATION)
    return card if card < FIRST_CORPORATION else NONE


@kernel
def unpaid_gone(s: Record, player: int, place: int) -> None:
    """The others see that a card with a fee was kept or discarded, not which."""
    moved_unseen(s, Deck.PROJECTS, player, Place.DEALT, place, next_unpaid(s, player) == NONE)


@kernel
def keep_unpaid(s: Record, card: int, player: int) -> None:
    take_in_hand(s, card, player)
    unpaid_gone(s, player, Place.HAND)


@kernel
def discard_unpaid(s: Record, card: int, player: int) -> None:
    discard(s, card)
    unpaid_gone(s, player, Place.DISCARDS)


@kernel
def look_at(s: Record, player: int, deck: int, n: int) -> None:
    """Cards that the player sees and may get."""
    s.looked_at = 0
    deal(s, deck, player, n, Lies.LOOKED_AT)


@kernel
def offer_looked_at(s: Record) -> None:
    """Those of them that were not taken yet may be chosen."""
    for i in range(s.looked_at):
        if s.lies[s.look[i]] == Lies.LOOKED_AT:
            offer_choice(s, s.look[i])


@kernel
def take_looked_at(s: Record, card: int, player: int) -> None:
    """The others see that a card was taken, not which. One with a fee still lies before the player."""
    if to_be_paid_for(s, card):
        s.lies[card] = Lies.DEALT
        return
    moved_unseen(s, deck_of(card), player, Place.DEALT, Place.HAND, False)
    take_in_hand(s, card, player)


@kernel
def stop_looking(s: Record, player: int) -> None:
    """What was not taken is discarded."""
    left = 0
    for i in range(s.looked_at):
        if s.lies[s.look[i]] == Lies.LOOKED_AT:
            discard(s, s.look[i])
            left += 1
    if s.looked_at > 0:
        gone_to = Place.DISCARDS if left > 0 else Place.HAND
        emptied = s.card_fee == 0 or next_unpaid(s, player) == NONE
        moved_unseen(s, deck_of(s.look[0]), player, Place.DEALT, gone_to, emptied)
    s.looked_at = 0


@kernel
def take_shown(s: Record, card: int, player: int) -> None:
    """A project card that everybody has seen goes to a player."""
    if to_be_paid_for(s, card):
        s.lies[card] = Lies.DEALT
        s.owner[card] = player
        shown(s, card, player, Place.DEALT)
    else:
        take_in_hand(s, card, player)
        shown(s, card, player, Place.HAND)


@kernel
def draw_matching(t: Table, s: Record, player: int, n: int, tag: int, icon: int) -> None:
    """Reveal cards until n have the tag or show the icon."""
    draw_until(t, s, player, n, tag, icon, NONE)


@kernel
def draw_events(t: Table, s: Record, player: int, n: int, cost: int) -> None:
    """Reveal cards until n are events of at least that printed cost."""
    draw_until(t, s, player, n, NONE, NONE, cost)


@kernel
def draw_until(t: Table, s: Record, player: int, n: int, tag: int, icon: int, cost: int) -> None:
    """Reveal cards until n are found; the others are discarded. Ends when every card was seen."""
    unseen = s.deck_size[Deck.PROJECTS]
    for card in range(FIRST_CORPORATION):
        if s.lies[card] == Lies.DISCARDED:
            unseen += 1
    while n > 0 and unseen > 0:
        unseen -= 1
        card = top_card(s, Deck.PROJECTS, player)
        if cost != NONE:
            matches = t.kind[card] == CardKind.EVENT and t.cost[card] >= cost
        else:
            matches = t.tags[card, tag] > 0 if tag != NONE else t.shows[card, icon] > 0
        if matches:
            take_shown(s, card, player)
            n -= 1
        else:
            discard_openly(s, card)
