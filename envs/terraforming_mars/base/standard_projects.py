"""The standard projects and the two conversions: what every player may do without a card."""

from __future__ import annotations

from dataclasses import dataclass

from regolith.envs.terraforming_mars.language.mars import convert_plants, place, raise_track, tr
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.words import (
    CITY_TILE,
    ENERGY,
    GREENERY_TILE,
    HEAT,
    MC,
    OCEAN_TILE,
    TEMPERATURE,
    VENUS_SCALE,
    CardSet,
    StandardProject,
)


@dataclass(frozen=True)
class Standard:
    """A standard project. `per_card`: its effect is for each card discarded; `tr_solo`: only in solo for TR 63."""

    cost: int
    does: tuple[Step, ...]
    card_set: CardSet = CardSet.BASE
    per_card: bool = False
    tr_solo: bool = False


STANDARD_PROJECTS: dict[StandardProject, Standard] = {
    StandardProject.SELL_PATENTS: Standard(0, (gain(MC, 1),), per_card=True),
    StandardProject.POWER_PLANT: Standard(11, (production(ENERGY, 1),)),
    StandardProject.ASTEROID: Standard(14, (raise_track(TEMPERATURE, 1),)),
    StandardProject.BUFFER_GAS: Standard(16, (tr(1),), tr_solo=True),
    StandardProject.AQUIFER: Standard(18, (place(OCEAN_TILE),)),
    StandardProject.GREENERY: Standard(23, (place(GREENERY_TILE),)),
    StandardProject.CITY: Standard(25, (place(CITY_TILE), production(MC, 1))),
    StandardProject.AIR_SCRAPPING: Standard(15, (raise_track(VENUS_SCALE, 1),), CardSet.VENUS),
}
AIR_SCRAPPING_MOST_OFF = 5
"""On the alternative Venus board Air Scrapping costs 1 less for each own Venus tag, at most this much."""

CONVERT_PLANTS = (convert_plants(), place(GREENERY_TILE))
CONVERT_HEAT = (spend(HEAT, 8), raise_track(TEMPERATURE, 1))
"""Neither is a standard project."""
