"""The cards that belong to a player, one after the other. Most cards are nobody's, so those are passed over eight at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.rooms import CARDS, NOBODY

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record

AT_ONCE = 8
"""Owners are bytes, and so many make a word."""
OF_NOBODY = NOBODY
"""A word of which every byte says so: all its bits are set, as in NOBODY itself."""
if CARDS % AT_ONCE or OF_NOBODY != -1:
    raise ValueError("owners do not fill words, or nobody has another number")


@kernel
def next_own_card(s: Record, player: int, after: int) -> int:
    """The first card of a player after a card (NONE: of all); CARDS if there is none."""
    words = s.owner.view(np.int64)
    card = after + 1
    while card < CARDS:
        if card % AT_ONCE == 0 and words[card // AT_ONCE] == OF_NOBODY:
            card += AT_ONCE
        elif s.owner[card] == player:
            return card
        else:
            card += 1
    return CARDS
