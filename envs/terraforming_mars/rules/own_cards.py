"""The cards that belong to a player or that lie somewhere, one after the other. They are few, and found many places at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import find_byte
from regolith.envs.terraforming_mars.rooms import CARDS

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record


@kernel
def next_own_card(s: Record, player: int, after: int) -> int:
    """The first card of a player after a card (NONE: of all); CARDS if there is none."""
    return find_byte(s.owner, player, after + 1, CARDS)


@kernel
def next_lying(s: Record, lies: int, player: int, first: int, end: int) -> int:
    """The first card of a player that lies somewhere, from a card on and before the card `end`; `end` if there is none."""
    card = find_byte(s.lies, lies, first, end)
    while card < end and s.owner[card] != player:
        card = find_byte(s.lies, lies, card + 1, end)
    return card


@kernel
def cards_lying(s: Record, lies: int, player: int, end: int) -> int:
    """How many cards of a player before the card `end` lie somewhere."""
    found = 0
    card = next_lying(s, lies, player, 0, end)
    while card < end:
        found += 1
        card = next_lying(s, lies, player, card + 1, end)
    return found
