"""Orders of their own in which everybody draws and rolls in experiments: one for each seat and each thing that cards and dice are for.

Two games of the same deal soon differ in who draws or rolls when, and then everybody gets other cards and other dice in each of them:
that is noise. With orders of their own they get the same in both. A deck that is shuffled anew has new orders, and cards that were put
under a deck come last, as they lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core import rng as random
from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import WORD, WORD_LESS_ONE_BIT, scramble
from regolith.envs.terror_below.words import DRAWERS

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record


@kernel
def another_order(s: Record) -> None:
    """Where everybody has orders of his own: those that nobody knows."""
    if s.own_orders > 0:
        s.own_orders = 1 + random.below(s.rng, WORD_LESS_ONE_BIT)


@kernel
def order_of(s: Record, user: int) -> int:
    """What decides the order of a drawer, or of dice: those have the numbers after all drawers."""
    return scramble(int(s.own_orders) ^ (int(user) + 1))


@kernel
def bring_up(s: Record, deck: int, drawer: int) -> None:
    """The card comes to the top that is the first of those left in the order of who draws. Swapped cards are swapped there too."""
    top = s.deck_count[deck] - 1
    chosen, least = top, WORD + 1
    key = scramble(order_of(s, drawer) ^ int(s.shuffles[deck]))
    for i in range(top, -1, -1):
        card = int(s.deck[deck, i])
        if s.known[card]:
            # It was put under the deck, as all below it.
            break
        if card == s.swapped[0]:
            card = int(s.swapped[1])
        elif card == s.swapped[1]:
            card = int(s.swapped[0])
        rank = scramble(key ^ card)
        if rank < least:
            chosen, least = i, rank
    s.deck[deck, chosen], s.deck[deck, top] = s.deck[deck, top], s.deck[deck, chosen]


@kernel
def rolled(s: Record, n: int, roll: int) -> int:
    """A fair integer in [0, n) for what is rolled for."""
    if s.own_orders == 0:
        return random.below(s.rng, n)
    limit = (WORD + 1) - (WORD + 1) % n
    key = order_of(s, DRAWERS + roll)
    while True:
        bits = scramble(key ^ int(s.rolls[roll]))
        s.rolls[roll] += 1
        if bits < limit:
            return bits % n
