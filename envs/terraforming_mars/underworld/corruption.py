"""Corruption and crime: what players have of it, and what it counts for at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.card import Scoring
from regolith.envs.terraforming_mars.perspective import share
from regolith.envs.terraforming_mars.rooms import CARDS, NONE, PLAYERS
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.words import Tag

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

SIZE = 2 * PLAYERS
"""Of what is seen of it."""
CORRUPTION_SCALE, CRIME_SCALE = 10.0, 5.0


@kernel
def crime_tags(s: Record, player: int) -> int:
    """Those of events too; wild tags are none."""
    return int(s.tags[player, Tag.CRIME]) + int(s.event_crime[player])


@kernel
def penalties(t: Table, s: Record, player: int) -> int:
    """Points lost by own cards that show negative points, events and the corporation too."""
    total = 0
    card = next_own_card(s, player, NONE)
    while card < CARDS:
        if s.lies[card] >= Lies.IN_PLAY and t.vp_scoring[card] == Scoring.FIXED and t.vp[card] < 0:
            total -= t.vp[card]
        card = next_own_card(s, player, card)
    return total


@kernel
def bribed_points(t: Table, s: Record, player: int) -> int:
    """What corruption makes up for at the end: a point each, of those that own cards cost."""
    return min(int(s.corruption[player]), penalties(t, s, player)) if s.corruption[player] > 0 else 0


@kernel
def write(s: Record, seat: int, out: Any) -> None:
    """For each player, me first: corruption; then crime tags of events."""
    for side in range(s.players):
        player = (seat + side) % s.players
        out[side] = share(s.corruption[player], CORRUPTION_SCALE)
        out[PLAYERS + side] = share(s.event_crime[player], CRIME_SCALE)


@kernel
def unused(s: Record, players: int) -> bool:
    """Whether nobody but the first so many players has any corruption."""
    for player in range(players, PLAYERS):  # noqa: SIM110
        if s.corruption[player] != 0:
            return False
    return True
