"""Re-dealing what a seat cannot see: the rest of the first deck, which nobody has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core import rng as random
from regolith.envs.core.jit import kernel

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table


@kernel
def determinize(t: Table, s: Record, seat: int) -> None:
    """Re-deal the cards that nobody has seen: all of the first deck's rest but its top card, whose upper face lies open."""
    for i in range(1, s.unseen):
        for j in range(i, 1, -1):
            if s.deck_card[j] < s.deck_card[j - 1]:
                s.deck_card[j], s.deck_card[j - 1] = s.deck_card[j - 1], s.deck_card[j]
    for i in range(s.unseen - 1, 1, -1):
        j = 1 + random.below(s.rng, i)
        s.deck_card[i], s.deck_card[j] = s.deck_card[j], s.deck_card[i]
    for i in range(1, s.unseen):
        s.deck_up[i] = random.below(s.rng, 2)
