"""Prelude as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.box import Box
from regolith.envs.terraforming_mars.prelude.cards import CORPORATIONS, PRELUDES, PROJECTS
from regolith.envs.terraforming_mars.words import CardSet

BOX = Box(
    CardSet.PRELUDE,
    "Prelude",
    option="prelude",
    projects=PROJECTS,
    corporations=CORPORATIONS,
    preludes=PRELUDES,
    sets={"preludes_dealt": 4, "last_generation": 12},
    option_sets={
        "beginners": {"prelude": False},
        "automatic payment": {"prelude": False},
        "solo on Hellas": {"prelude": False},
    },
)
