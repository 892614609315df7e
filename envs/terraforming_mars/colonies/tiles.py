"""The colony tiles. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from regolith.envs.terraforming_mars.colonies.language import any_colony_bonuses, gain_fleet, trade
from regolith.envs.terraforming_mars.colonies.words import STEPS, ColonyTile
from regolith.envs.terraforming_mars.language.drawing import discard, draw
from regolith.envs.terraforming_mars.language.held import add_resource
from regolith.envs.terraforming_mars.language.mars import place, tr
from regolith.envs.terraforming_mars.language.steps import Step, Steps, steps
from regolith.envs.terraforming_mars.language.stock import gain, production
from regolith.envs.terraforming_mars.underworld.language.corruption import gain_corruption
from regolith.envs.terraforming_mars.underworld.language.underground import identify
from regolith.envs.terraforming_mars.words import (
    ANIMALS,
    CITY_TILE,
    ENERGY,
    FLOATERS,
    HEAT,
    MC,
    MICROBES,
    OCEAN_TILE,
    PLANTS,
    STEEL,
    TITANIUM,
    CardResource,
    CardSet,
)


@dataclass(frozen=True)
class Tile:
    """`build`: for whoever builds a colony, on each of the three places; `bonus`: for each colony at every trade; `income`: by the
    step of the marker; `sleeps_until`: what a card in play must be able to hold before anything happens there; `needs`: boxes
    without which it stays out of the game.
    """

    build: Steps
    bonus: Steps
    income: tuple[Steps, ...]
    sleeps_until: CardResource | None = None
    needs: tuple[CardSet, ...] = ()

    def __post_init__(self) -> None:
        if len(self.income) != STEPS:
            raise ValueError(f"{len(self.income)} incomes for {STEPS} steps")


def rising(of: Callable[[int], Step], *amounts: int) -> tuple[Steps, ...]:
    """An income that differs in its amount only; 0 is none."""
    return tuple((of(n),) if n else () for n in amounts)


def tile(build: Step, bonus: Step | Steps, income: tuple[Steps, ...], sleeps_until: CardResource | None = None) -> Tile:
    return Tile((build,), steps(bonus), income, sleeps_until)


ONE_STEEL = (gain(STEEL, 1),)
MC_STEP, ENERGY_STEP, PLANT_STEP = ((production(resource, 1),) for resource in (MC, ENERGY, PLANTS))

TILES: dict[ColonyTile, Tile] = {
    ColonyTile.CALLISTO: tile(
        production(ENERGY, 1), gain(ENERGY, 3), rising(lambda n: gain(ENERGY, n), 0, 2, 3, 5, 7, 10, 13)
    ),
    ColonyTile.CERES: tile(
        production(STEEL, 1), gain(STEEL, 2), rising(lambda n: gain(STEEL, n), 1, 2, 3, 4, 6, 8, 10)
    ),
    ColonyTile.ENCELADUS: tile(
        add_resource(MICROBES, 3),
        add_resource(MICROBES, 1),
        rising(lambda n: add_resource(MICROBES, n), 0, 1, 2, 3, 4, 4, 5),
        MICROBES,
    ),
    ColonyTile.EUROPA: tile(
        place(OCEAN_TILE), gain(MC, 1), (MC_STEP, MC_STEP, ENERGY_STEP, ENERGY_STEP, PLANT_STEP, PLANT_STEP, PLANT_STEP)
    ),
    ColonyTile.GANYMEDE: tile(
        production(PLANTS, 1), gain(PLANTS, 1), rising(lambda n: gain(PLANTS, n), 0, 1, 2, 3, 4, 5, 6)
    ),
    ColonyTile.IO: tile(production(HEAT, 1), gain(HEAT, 2), rising(lambda n: gain(HEAT, n), 2, 3, 4, 6, 8, 10, 13)),
    ColonyTile.LUNA: tile(production(MC, 2), gain(MC, 2), rising(lambda n: gain(MC, n), 1, 2, 4, 7, 10, 13, 17)),
    ColonyTile.MIRANDA: tile(
        add_resource(ANIMALS, 1), draw(1), rising(lambda n: add_resource(ANIMALS, n), 0, 1, 1, 2, 2, 3, 3), ANIMALS
    ),
    ColonyTile.PLUTO: tile(draw(2), (draw(1), discard(1)), rising(draw, 0, 1, 2, 2, 3, 3, 4)),
    ColonyTile.TITAN: tile(
        add_resource(FLOATERS, 3),
        add_resource(FLOATERS, 1),
        rising(lambda n: add_resource(FLOATERS, n), 0, 1, 1, 2, 3, 3, 4),
        FLOATERS,
    ),
    ColonyTile.TRITON: tile(
        gain(TITANIUM, 3), gain(TITANIUM, 1), rising(lambda n: gain(TITANIUM, n), 0, 1, 1, 2, 3, 4, 5)
    ),
    ColonyTile.PHOBOS: Tile(
        (tr(2),),
        (gain(MC, 1),),
        tuple(identify(4, claim=n) for n in (0, 1, 1, 2, 2, 3, 4)),
        needs=(CardSet.UNDERWORLD,),
    ),
    # Corruption comes with every trade; at the end of the track it is 2.
    ColonyTile.OBERON: Tile(
        (place(CITY_TILE), production(MC, -1)),
        (draw(1), discard(1)),
        (
            *((gain_corruption(1), *more) for more in ((), (), ONE_STEEL, ONE_STEEL, (gain(STEEL, 2),), (draw(1),))),
            (gain_corruption(2),),
        ),
        needs=(CardSet.UNDERWORLD,),
    ),
    # Who builds trades at once with the new fleet.
    ColonyTile.AMALTHEA: Tile(
        (gain_fleet(), trade()),
        (gain(TITANIUM, 1),),
        rising(any_colony_bonuses, 1, 1, 2, 2, 3, 4, 5),
        needs=(CardSet.UNDERWORLD,),
    ),
}
if list(TILES) != list(ColonyTile):
    raise ValueError("colony tiles are not in the order of their numbers")
