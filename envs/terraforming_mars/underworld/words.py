"""The words of Underworld 2 that no card is written in."""

from __future__ import annotations

from enum import IntEnum, IntFlag

from regolith.envs.terraforming_mars.rooms import (
    CARRIERS,
    COLONY_TILES,
    FIRST_CARRIER,
    GLOBAL_EVENTS,
    MARS_SPACES,
    PARTIES,
    TEMPORARY_TOKENS,
    TOKENS,
    room,
)


class Token(IntEnum):
    """Kinds of underground tokens; those of which a player has one in force at a time come first."""

    MC_PRODUCTION_PER_TEMPERATURE = 0
    STEEL_2_PER_TEMPERATURE = 1
    TITANIUM_1_PER_TEMPERATURE = 2
    PLANTS_2_PER_TEMPERATURE = 3
    MICROBES_2_PER_TEMPERATURE = 4
    OCEAN_REQUIREMENT_3 = 5
    OXYGEN_REQUIREMENT_3 = 6
    TEMPERATURE_REQUIREMENT_6C = 7
    BLANK = 8
    CORRUPTION_1 = 9
    CORRUPTION_2 = 10
    CARD_1 = 11
    CARD_2 = 12
    STEEL_2_PLANT_1 = 13
    STEEL_PRODUCTION = 14
    TITANIUM_1_PLANT_1 = 15
    TITANIUM_2 = 16
    TITANIUM_PRODUCTION = 17
    PLANTS_2 = 18
    PLANTS_3 = 19
    PLANT_PRODUCTION = 20
    ENERGY_2 = 21
    ENERGY_PRODUCTION = 22
    HEAT_PRODUCTION_2 = 23
    MICROBES_2 = 24
    TR = 25
    OCEAN_FOR_4 = 26
    SCIENCE_TAG = 27
    PLANT_TAG = 28
    VOLCANIC_OCEAN_SPACE = 29
    PLACEMENT_BONUS_6 = 30
    ANY_RESOURCE_1 = 31
    """Not printed: it lies in no pile, but a position may hold it."""


class Shows(IntFlag):
    """What rules ask about the picture of a token."""

    NOTHING = 0
    STEEL = 1
    TITANIUM = 2
    MICROBE = 4
    OCEAN = 8


room("kinds of tokens", len(Token), TOKENS)
TEMPORARY = TEMPORARY_TOKENS
"""The first so many kinds are temporary."""
FIRST_TOKEN = FIRST_CARRIER + 1 + COLONY_TILES + PARTIES + GLOBAL_EVENTS
"""Tokens are carriers: what claiming one brings, and what lasts, is printed on them."""
room("carriers of Underworld 2", FIRST_TOKEN + TOKENS - FIRST_CARRIER, CARRIERS)
CENTRE = 30
"""The middle of the middle row, on all maps."""
FROM_PILE = MARS_SPACES
"""In place of a space, for who excavates from the pile. Tokens found in the pile are chosen by this number plus their kind."""
NEW_SEARCH = -2
"""In place of a space, where the tokens found by another effect begin."""
EXCAVATION_COST = 7
OCEAN_COST = 4
"""Of the ocean on a token."""
PLACEMENT_BONUS = 6
"""MC for a tile on a token that says so."""
MOST_OF_A_KIND = 13
