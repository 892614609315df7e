"""Whom something that lasts is in force for: a card that lies in play, or another carrier of effects and changed rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, NOBODY
from regolith.envs.terraforming_mars.state import Lies

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def in_force(t: Table, s: Record, carrier: int, player: int) -> bool:
    """Whether what is printed on a carrier lasts for a player: a card is in play and his, any other carrier is in force for him."""
    if carrier >= FIRST_CARRIER:
        return (s.in_force_for[carrier - FIRST_CARRIER] >> player) & 1 != 0
    return s.lies[carrier] == Lies.IN_PLAY and s.owner[carrier] == player


@kernel
def copied_for(t: Table, s: Record, carrier: int, player: int) -> bool:
    """Whether what is printed on a card lasts for a player besides because a card of his has taken over its text."""
    return s.copied != 0 and carrier == s.copied and in_force(t, s, t.copier, player)


@kernel
def action_of(t: Table, s: Record, card: int) -> int:
    """The program of the action of a card, or of the card whose text it has taken over."""
    return t.action[s.copied] if s.copied != 0 and card == t.copier else t.action[card]


@kernel
def next_in_force(t: Table, s: Record, carrier: int, after: int) -> int:
    """The first player after a seat (NOBODY: of all) whom a carrier is in force for, by seats; NOBODY if there is none."""
    if carrier < FIRST_CARRIER:
        return s.owner[carrier] if s.lies[carrier] == Lies.IN_PLAY and s.owner[carrier] > after else NOBODY
    for player in range(after + 1, s.players):
        if in_force(t, s, carrier, player):
            return player
    return NOBODY
