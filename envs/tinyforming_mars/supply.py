"""Taking parameter cubes from the supply, with the cubes attached to others in the intense variant, and gaining credits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.words import Cube

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record

GREENERY_WITH_HEAT = 4
"""Greeneries left in the line when the one with a heat attached is taken (the 4th of 7)."""
HEAT_WITH_WATER = 3
"""Heats left in the line of 10 when the one with a water attached is taken (the 8th)."""


@kernel
def take_heat(s: Record) -> bool:
    """Take a heat; True if a water was attached to it, which must now be placed.

    When the line is used up the attached heat itself is taken, and its bonus is gone.
    """
    line = s.supply[Cube.HEAT] - s.attached_heat
    s.supply[Cube.HEAT] -= 1
    if line == 0:
        s.attached_heat = 0
        return False
    return s.attached_water != 0 and line == HEAT_WITH_WATER


@kernel
def take_greenery(s: Record, player: int) -> None:
    """Take a greenery, and the heat attached to it if there is one (it does not count in the line of heat, ruling R15)."""
    if s.attached_heat and s.supply[Cube.GREENERY] == GREENERY_WITH_HEAT:
        s.attached_heat = 0
        s.supply[Cube.HEAT] -= 1
        s.heat[player] += 1
    s.supply[Cube.GREENERY] -= 1


@kernel
def take_water(s: Record) -> None:
    """Take a water; when the line is used up, the attached one, whose bonus is then gone."""
    if s.supply[Cube.WATER] == s.attached_water:
        s.attached_water = 0
    s.supply[Cube.WATER] -= 1


@kernel
def gain_credits(s: Record, player: int, amount: int) -> None:
    """Credits come from the supply; what it does not have is lost."""
    gained = amount if amount < s.credit_supply else s.credit_supply
    s.credit_supply -= gained
    s.credits[player] += gained
