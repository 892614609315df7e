"""Corporate Era as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from regolith.envs.terraforming_mars.corporate_era.cards import CORPORATIONS, PROJECTS
from regolith.envs.terraforming_mars.language.box import Box
from regolith.envs.terraforming_mars.words import CardSet

BOX = Box(
    CardSet.CORPORATE_ERA,
    "Corporate Era",
    option="corporate_era",
    for_beginners=True,
    projects=PROJECTS,
    corporations=CORPORATIONS,
    sets={"start_production": 0},
    option_sets={"beginners": {"corporate_era": False}},
)
