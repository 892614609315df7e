"""The words of Venus Next that no card is written in."""

from __future__ import annotations

from regolith.envs.terraforming_mars.state import FIRST_CARRIER

WORLD_GOVERNMENT = FIRST_CARRIER
"""The carrier that terraforms after each generation."""
