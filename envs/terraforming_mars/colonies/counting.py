"""How many colonies there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies.words import ColonyLies
from regolith.envs.terraforming_mars.rooms import COLONY_SLOTS, COLONY_TILES, NOBODY

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record


@kernel
def colonies_of(s: Record, player: int) -> int:
    """Colonies of a player, or with NOBODY of everybody. Only tiles that are awake have any."""
    found = 0
    for tile in range(COLONY_TILES):
        if s.colony_lies[tile] == ColonyLies.AWAKE:
            for slot in range(COLONY_SLOTS):
                owner = s.colony_owner[tile, slot]
                found += int(owner != NOBODY and (player == NOBODY or owner == player))
    return found
