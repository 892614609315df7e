"""The promo cards as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.box import Box
from regolith.envs.terraforming_mars.promos.cards import PROJECTS
from regolith.envs.terraforming_mars.words import CardSet

BOX = Box(
    CardSet.PROMOS,
    "Promos",
    option="promos",
    projects=PROJECTS,
    option_sets={"two with Turmoil and all that belongs to it": {"promos": True}},
)
