"""The words of Colonies that no card is written in."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.rooms import COLONY_TILES, FIRST_CARRIER, room


class ColonyTile(IntEnum):
    """Their numbers: actions, the record and the observation go by them."""

    CALLISTO = 0
    CERES = 1
    ENCELADUS = 2
    EUROPA = 3
    GANYMEDE = 4
    IO = 5
    LUNA = 6
    MIRANDA = 7
    PLUTO = 8
    TITAN = 9
    TRITON = 10
    PHOBOS = 11
    OBERON = 12
    AMALTHEA = 13


room("colony tiles", len(ColonyTile), COLONY_TILES)
FIRST_TILE = FIRST_CARRIER + 1
"""Colony tiles are carriers: what building and trading there bring is printed on them."""


class ColonyLies(IntEnum):
    """Where a colony tile is."""

    OF_NO_BOX = 0
    """There is no such tile in this game."""
    UNUSED = 1
    OFFERED = 2
    """A solo player has yet to say which one he leaves out."""
    DORMANT = 3
    """In play, its marker off the track: nobody builds or trades there."""
    AWAKE = 4


class TradeFee(IntEnum):
    """What a trade may be paid with. The numbers are ways to use an effect."""

    MC = 0
    ENERGY = 1
    TITANIUM = 2
    CARD_RESOURCES = 3
    """On a card that says so; discounts do not count."""


WAYS_TO_PAY = len(TradeFee)
STEPS = 7
"""Of the track of a tile."""
LAST_STEP, FIRST_STEP = STEPS - 1, 1
"""Where markers stop, and where they start: on the second step."""
COLONY_COST = 17
MC_FEE, OTHER_FEE = 9, 3
"""A trade costs so many MC, or so much energy or titanium."""
FLEETS_AT_START = 1
SOLO_TILES, SOLO_PRODUCTION = 4, -2
"""A solo player draws so many tiles and leaves one out; he begins with that MC production less."""
FEWEST_TILES, TILES_BESIDES_PLAYERS = 5, 2
