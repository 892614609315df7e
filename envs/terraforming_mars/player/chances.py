"""When the greedy player goes by the mean of several tries: one lucky draw would make any action look good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.player.of_boxes import draws_of_boxes
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.state import DECKS

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def chances(t: Table, s: Record, after: Record) -> int:
    """How often an action is tried that led from one position to another: often, if it drew cards or tokens."""
    times = 1.0
    for deck in range(DECKS):
        if after.deck_size[deck] != s.deck_size[deck]:
            times = t.weight[Weight.CARD_DRAWS]
    return max(1, int(max(times, draws_of_boxes(t, s, after))))
