"""How a seat sees numbers and the other players: what all parts of the observation share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.rooms import PLAYERS

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record

OTHERS = PLAYERS - 1


@kernel
def share(n: float, whole: float) -> float:
    """A number as a share of what counts as 1."""
    return max(0.0, min(1.0, n / whole))


@kernel
def relative(s: Record, seat: int, player: int) -> int:
    """0 for me, 1 for the next player, and so on."""
    return (player - seat) % s.players


@kernel
def value_of(s: Record, seat: int, player: int) -> float:
    """How an opponent is shown in a plane that they share."""
    return (PLAYERS - relative(s, seat, player)) / OTHERS
