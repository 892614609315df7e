"""The promo cards of the project deck."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.card import box
from regolith.envs.terraforming_mars.words import CardSet

PROJECTS = box(
    CardSet.PROMOS,
)
