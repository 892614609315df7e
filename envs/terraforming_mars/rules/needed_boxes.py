"""Things that need other boxes besides their own: whether those are in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.rooms import BOXES

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record


@kernel
def boxes_there(s: Record, needed: int) -> bool:
    """Whether all boxes of a set, a bit each, are in the game."""
    for box in range(BOXES):  # noqa: SIM110
        if (needed >> box) & 1 and s.box[box] == 0:
            return False
    return True
