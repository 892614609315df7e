"""Underworld 2: 15 preludes. Data only: editing this file recompiles nothing."""

from __future__ import annotations

# fmt: off
# isort: off
from regolith.envs.terraforming_mars.language.card import box, prelude
from regolith.envs.terraforming_mars.language.choices import copy_prelude
from regolith.envs.terraforming_mars.language.drawing import draw
from regolith.envs.terraforming_mars.language.held import add_elsewhere, add_here, spend_here
from regolith.envs.terraforming_mars.language.mars import place, raise_track
from regolith.envs.terraforming_mars.language.stock import gain, production, spend
from regolith.envs.terraforming_mars.language.lasting import Trigger, more_influence, on
from regolith.envs.terraforming_mars.colonies.language import add_colony_tile, build_colony, gain_fleet
from regolith.envs.terraforming_mars.turmoil.language import send_delegates
from regolith.envs.terraforming_mars.underworld.language.corruption import gain_corruption
from regolith.envs.terraforming_mars.underworld.language.underground import excavate, identify, identify_beside
from regolith.envs.terraforming_mars.words import (
    BUILDING, CITY, CITY_TILE, CRIME, EARTH, ENERGY, FLOATERS, JOVIAN, MC, OCEAN_TILE, PLANT, PLANTS, POWER, SCIENCE,
    SPACE, STEEL, TITANIUM, VENUS, VENUS_SCALE, CardSet, Where,
)
# isort: on

PRELUDES = box(
    CardSet.UNDERWORLD,
    prelude("UP01", "Free Trade Port", EARTH, SPACE, on_play=[gain_corruption(1), build_colony()],
        needs=[CardSet.COLONIES]),
    prelude("UP02", "Investor Plaza", EARTH, CITY, on_play=[place(CITY_TILE), gain_corruption(1)]),
    prelude("UP03", "Inherited Fortune", CRIME, on_play=[gain_corruption(1), gain(MC, 10), production(MC, 1)]),
    prelude("UP04", "Intellectual Property Theft", CRIME, vp=-1, on_play=copy_prelude()),
    prelude("UP05", "Tunneling Operation", BUILDING, on_play=[identify(1), excavate(2), production(STEEL, 2)]),
    prelude("UP06", "Geological Expertise", on_play=[identify(4, claim=1), draw(2, tag=SCIENCE)]),
    prelude("UP07", "Underground Settlement", CITY, BUILDING, on_play=[place(CITY_TILE), identify_beside(1)]),
    prelude("UP08", "Ganymede Trading Company", JOVIAN, SPACE,
        on_play=[gain_corruption(1), gain(TITANIUM, 3), gain_fleet()], needs=[CardSet.COLONIES]),
    prelude("UP09", "Central Reservoir", BUILDING, on_play=[place(OCEAN_TILE, where=Where.LAND), identify_beside(2)]),
    prelude("UP10", "Battery Shipment", POWER, on_play=[production(ENERGY, 2), gain(ENERGY, 12)]),
    # Once for each excavation, however many oceans the space touches.
    prelude("UP11", "Deepwater Dome", PLANT, BUILDING, on_play=[production(PLANTS, 1), place(OCEAN_TILE)],
        passives=on(Trigger.OWN_EXCAVATION_BESIDE_OCEAN, gain(MC, 2))),
    prelude("UP12", "Secret Research", SCIENCE, on_play=[gain_corruption(1), draw(3)]),
    prelude("UP13", "Prospecting", SPACE, on_play=[spend(MC, 4), add_colony_tile(build=True)],
        needs=[CardSet.COLONIES]),
    prelude("UP14", "Election Sponsorship", CRIME, on_play=[gain_corruption(1), send_delegates(2)],
        modifiers=more_influence(1), needs=[CardSet.TURMOIL]),
    prelude("UP15", "Cloud Vortex Outpost", VENUS, holds=FLOATERS,
        on_play=[raise_track(VENUS_SCALE, 2), add_here(3)],
        action=[spend_here(1), add_elsewhere(FLOATERS, 1, required=True)], needs=[CardSet.VENUS]),
)
