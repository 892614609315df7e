"""What the boxes count while games run, put together. No rule imports this module, so counting something else compiles no rule anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies import tally as colonies
from regolith.envs.terraforming_mars.turmoil import tally as turmoil
from regolith.envs.terraforming_mars.underworld import tally as underworld
from regolith.envs.terraforming_mars.words import CardSet

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

COUNTERS_OF_BOXES = (*colonies.COUNTERS, *turmoil.COUNTERS, *underworld.COUNTERS)
"""Name, size and meaning of each piece, box after box."""
NAMES_OF_BOXES = {**colonies.NAMES, **turmoil.NAMES, **underworld.NAMES}
"""What their entries are called."""
TURMOIL = colonies.SIZE
UNDERWORLD = TURMOIL + turmoil.SIZE
END = UNDERWORLD + underworld.SIZE


@kernel
def count_boxes(t: Table, before: Record, s: Record, player: int, own: Any) -> None:
    """What a decision has changed for a player in the boxes of this game."""
    if s.box[CardSet.COLONIES]:
        colonies.count(before, s, player, own[:TURMOIL])
    if s.box[CardSet.TURMOIL]:
        turmoil.count(before, s, player, own[TURMOIL:UNDERWORLD])
    if s.box[CardSet.UNDERWORLD]:
        underworld.count(t, before, s, player, own[UNDERWORLD:END])
