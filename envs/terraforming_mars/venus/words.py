"""The words of Venus Next that no card is written in."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER


class Carriers(IntEnum):
    """Numbers of what carries effects and is no card."""

    WORLD_GOVERNMENT = FIRST_CARRIER
