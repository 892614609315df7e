"""What experiments change about the decks: two cards that change places, and orders of their own that everybody draws in.

Two games of the same deal soon differ in who draws when, and then everybody draws other cards in each of them: that is noise. Where
everybody draws in an order of his own, one for what he is dealt and one for what he draws himself, he draws the same cards in both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import WORD, WORD_LESS_ONE_BIT, below, scramble
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NONE
from regolith.envs.terraforming_mars.rules.knowledge import first_of
from regolith.envs.terraforming_mars.state import Deck

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record

DEALT_TO = NEUTRAL + 1
"""Plus a player: the order of the cards that he is dealt. The player alone: of those that his cards let him draw."""


@kernel
def swap_in_deck(s: Record, deck: int) -> None:
    """Two cards of a fresh deck change places, if an experiment wants it."""
    one, other = NONE, NONE
    for i in range(first_of(deck), first_of(deck) + s.deck_size[deck]):
        if s.deck[i] == s.swapped[0]:
            one = i
        elif s.deck[i] == s.swapped[1]:
            other = i
    if one != NONE and other != NONE:
        s.deck[one] = s.swapped[1]
        s.deck[other] = s.swapped[0]


@kernel
def another_order(s: Record) -> None:
    """Where everybody draws in an order of his own: one that nobody knows."""
    if s.own_orders > 0:
        s.own_orders = 1 + below(s.rng, WORD_LESS_ONE_BIT)


@kernel
def bring_up(s: Record, drawer: int) -> None:
    """The project comes to the top that is the first of those left in the order of who draws. Swapped cards are swapped there too."""
    top = s.deck_size[Deck.PROJECTS] - 1
    chosen, least = top, WORD + 1
    key = scramble(int(s.own_orders) ^ (drawer + 1))
    for i in range(top + 1):
        card = int(s.deck[i])
        if card == s.swapped[0]:
            card = int(s.swapped[1])
        elif card == s.swapped[1]:
            card = int(s.swapped[0])
        rank = scramble(key ^ card)
        if rank < least:
            chosen, least = i, rank
    card = int(s.deck[chosen])
    s.deck[chosen] = s.deck[top]
    s.deck[top] = card
