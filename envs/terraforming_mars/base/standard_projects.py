"""The standard projects and the two conversions: what every player may do without a card."""

from __future__ import annotations

from regolith.envs.terraforming_mars.language.box import Standard
from regolith.envs.terraforming_mars.language.mars import convert_plants, place, raise_track, tr
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.rules.generation import HEAT_FOR_TEMPERATURE
from regolith.envs.terraforming_mars.words import (
    CITY_TILE,
    ENERGY,
    GREENERY_TILE,
    HEAT,
    MC,
    OCEAN_TILE,
    TEMPERATURE,
    StandardProject,
)

STANDARD_PROJECTS: dict[StandardProject, Standard] = {
    StandardProject.SELL_PATENTS: Standard(0, (gain(MC, 1),), per_card=True),
    StandardProject.POWER_PLANT: Standard(11, (production(ENERGY, 1),)),
    StandardProject.ASTEROID: Standard(14, (raise_track(TEMPERATURE, 1),)),
    StandardProject.BUFFER_GAS: Standard(16, (tr(1),), tr_solo=True),
    StandardProject.AQUIFER: Standard(18, (place(OCEAN_TILE),)),
    StandardProject.GREENERY: Standard(23, (place(GREENERY_TILE),)),
    StandardProject.CITY: Standard(25, (place(CITY_TILE), production(MC, 1))),
}

CONVERT_PLANTS = (convert_plants(), place(GREENERY_TILE))
CONVERT_HEAT = (spend(HEAT, HEAT_FOR_TEMPERATURE), raise_track(TEMPERATURE, 1))
"""Neither is a standard project."""
