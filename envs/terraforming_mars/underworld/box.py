"""Underworld 2 as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.box import Box, Standard
from regolith.envs.terraforming_mars.underworld.cards import PROJECTS
from regolith.envs.terraforming_mars.underworld.corporations import CORPORATIONS
from regolith.envs.terraforming_mars.underworld.language.underground import excavate
from regolith.envs.terraforming_mars.underworld.preludes import PRELUDES
from regolith.envs.terraforming_mars.underworld.words import EXCAVATION_COST
from regolith.envs.terraforming_mars.words import STEEL, CardSet, StandardProject

BOX = Box(
    CardSet.UNDERWORLD,
    "Underworld 2",
    option="underworld",
    projects=PROJECTS,
    corporations=CORPORATIONS,
    preludes=PRELUDES,
    standard_projects={
        StandardProject.EXCAVATE: Standard(EXCAVATION_COST, (excavate(),), metal=STEEL),
        StandardProject.COLLUSION: Standard(0, (excavate(),), tr_solo=True),
    },
)
