"""The deals of solitaire by number: all that chance can bring is the order of the seven cards and the face of each that lies up.

All 7! x 2^7 = 645,120 of them are different games: the first card places the dummy's cities and goes under, and as seven cards come round
three at a time, every place in the deck meets other neighbours in other generations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.course import begin, prepare
from regolith.envs.tinyforming_mars.words import CARDS, ROW

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

FACES = 1 << CARDS
"""Ways in which the cards can lie."""
ORDERS = 5040
"""Orders of the cards: 7!."""
DEALS = ORDERS * FACES


@kernel
def stack(s: Record, deal: int) -> None:
    """The deck of a deal: orders count in lexicographic order of the cards, top first; bit i tells the face of card i from the top."""
    order, faces = deal // FACES, deal % FACES
    s.deck_size = CARDS
    s.unseen = CARDS
    for i in range(CARDS):
        s.deck_card[i] = i
    block = ORDERS
    for i in range(CARDS):
        block //= CARDS - i
        chosen = i + order // block
        order %= block
        card = s.deck_card[chosen]
        for j in range(chosen, i, -1):
            s.deck_card[j] = s.deck_card[j - 1]
        s.deck_card[i] = card
        s.deck_up[i] = faces >> i & 1


@kernel
def rank(cards: np.ndarray, up: np.ndarray) -> int:
    """The number of the deal with this deck: `stack` the other way round."""
    order = 0
    for i in range(CARDS):
        smaller = 0
        for j in range(i + 1, CARDS):
            smaller += int(cards[j] < cards[i])
        order = order * (CARDS - i) + smaller
    faces = 0
    for i in range(CARDS):
        faces |= int(up[i]) << i
    return order * FACES + faces


@kernel
def deal_of(t: Table, s: Record) -> int:
    """The number of the deal of a solitaire that has just begun: one card is under the deck, three lie in the row."""
    cards, up = np.zeros(CARDS, np.int64), np.zeros(CARDS, np.int64)
    under = s.deck_size - 1
    cards[0], up[0] = s.deck_card[under], 1 - s.deck_up[under]
    for i in range(ROW):
        cards[1 + i], up[1 + i] = s.row_card[i], 1 - s.row_face[i]
    for i in range(under):
        cards[1 + ROW + i], up[1 + ROW + i] = s.deck_card[i], s.deck_up[i]
    return rank(cards, up)


@kernel
def set_up(t: Table, s: Record, deal: int) -> None:
    """What `setup` does, with the deck of a deal in place of a shuffled one."""
    prepare(s)
    stack(s, deal)
    begin(t, s)
