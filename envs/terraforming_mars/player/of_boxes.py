"""Where the evaluation calls the boxes: what their own things are worth to a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies import player as colonies
from regolith.envs.terraforming_mars.words import CardSet

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.player.prices import Prices
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def things_of_boxes(t: Table, s: Record, player: int, price: Prices) -> float:
    """What lies before a player, or is his, and belongs to a box."""
    return colonies.worth(t, s, player, price) if s.box[CardSet.COLONIES] else 0.0


@kernel
def more_for_energy(t: Table, s: Record, player: int) -> float:
    """How much more a step of energy production brings in a generation because of a box, in MC."""
    return colonies.more_for_energy(t, s, player) if s.box[CardSet.COLONIES] else 0.0
