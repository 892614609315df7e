"""Underworld 2 as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.language.box import Box, Standard
from regolith.envs.terraforming_mars.underworld.cards import PROJECTS
from regolith.envs.terraforming_mars.underworld.corporations import CORPORATIONS
from regolith.envs.terraforming_mars.underworld.language.corruption import collude, research
from regolith.envs.terraforming_mars.underworld.language.underground import excavate
from regolith.envs.terraforming_mars.underworld.preludes import PRELUDES
from regolith.envs.terraforming_mars.underworld.words import EXCAVATION_COST
from regolith.envs.terraforming_mars.words import STEEL, CardSet, StandardProject

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.language.lower import Lowering


def columns(lowering: Lowering) -> Mapping[str, Any]:
    """The program of the research phase."""
    return {"mulligan_row": np.int32(lowering.program(research()))}


BOX = Box(
    CardSet.UNDERWORLD,
    "Underworld 2",
    option="underworld",
    projects=PROJECTS,
    corporations=CORPORATIONS,
    preludes=PRELUDES,
    standard_projects={
        StandardProject.EXCAVATE: Standard(EXCAVATION_COST, (excavate(),), metal=STEEL),
        StandardProject.COLLUSION: Standard(0, collude(), needs=(CardSet.TURMOIL,)),
    },
    sets={"blocking": 1},
    columns=columns,
)
