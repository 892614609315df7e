"""The words of the game: tags, cubes, tokens, decisions, effects. Numbers here are part of the env version."""

from __future__ import annotations

from enum import IntEnum

HEXES = 19
CARDS = 7
PROJECTS = 28
ROW = 3
"""Cards in play each generation."""
CREDITS = 10
SOLO_CREDITS = 5
MOST_CREDITS = 5
"""What a player may keep after income."""
CITIES = 2
SOLO_GENERATIONS = 12
WHITE, BLACK = 0, 1
NONE = -1


class Tag(IntEnum):
    """Tags of projects and bonus hexes; the first three also exist as resource tokens."""

    NATURE = 0
    PRODUCTION = 1
    SCIENCE = 2
    ENERGY = 3
    SPACE = 4


TAGS = 5
TOKENS = 3
TOKEN_COUNTS = (2, 1, 1)


class Cube(IntEnum):
    """Parameter cubes."""

    HEAT = 0
    GREENERY = 1
    WATER = 2


CUBE_COUNTS = (11, 7, 4)


class Colour(IntEnum):
    """The background of a project: which cube it promises. Grey promises none."""

    RED = 0
    GREEN = 1
    BLUE = 2
    GREY = 3


class Map(IntEnum):
    THARSIS = 0
    ELYSIUM = 1


class Hex(IntEnum):
    """What a hex of the map is."""

    LAND = 0
    BONUS = 1
    WATER = 2


class Where(IntEnum):
    """Where a project lets its cube be placed; always on a vacant hex."""

    LAND = 0
    WATER_HEX = 1
    SOUTH_ROW = 2
    LAND_NEXT_TO_CITY = 3
    LAND_AWAY_FROM_CITIES = 4
    LAND_NEXT_TO_TWO_GREENERY = 5
    LAND_NEXT_TO_WATER = 6
    WATER_HEX_NEXT_TO_CITY = 7


class Reduction(IntEnum):
    """What lowers the cost of a project marked with a star (or, for Insects, its heat requirement)."""

    NONE = 0
    TAGS_BEYOND = 1
    VACANT_NEXT_TO_OWN_CITIES = 2
    PER_TWO_OWN_HEAT = 3
    GREENERY_NEXT_TO_OWN_CITIES = 4
    WATER_BEYOND = 5
    CITIES_IN_CENTER_ROW = 6
    HEAT_NEED_BY_TAG = 7


class Op(IntEnum):
    """The steps that effects are made of; each takes one argument."""

    NOTHING = 0
    GAIN_HEAT = 1
    PLACE_WATER = 2
    PLACE_GREENERY = 3
    PLACE_HEAT = 4
    PLACE_CITY = 5
    GAIN_CREDITS = 6
    CREDITS_IF_LONE_WATER = 7
    CREDITS_PER_WATER_TOUCHED = 8
    CREDITS_PER_TAG = 9
    CREDITS_PER_CITY = 10
    TAKE_TOKEN = 11
    TOKEN_IF_BARREN = 12
    RETURN_TOUCHED_GREENERY = 13
    MAY_RETURN_GREENERY = 14
    MAY_BUY_SECOND_HEAT = 15
    MAY_PLACE_WATER = 16
    MAY_DISCOUNT = 17
    PAY = 18
    PLACE_ATTACHED_WATER = 19
    MOVE_CITY_TO = 20


class Kind(IntEnum):
    """Kinds of decision."""

    ORIENT = 0
    FIRST_CITY = 1
    ACTION = 2
    CITY_TO_MOVE = 3
    CITY_HEX = 4
    WATER_HEX = 5
    GREENERY_HEX = 6
    HEAT_HEX = 7
    RETURN_GREENERY = 8
    TOKEN = 9
    DISCOUNT = 10
    SECOND_HEAT = 11


class Standard(IntEnum):
    """Standard projects."""

    SELL_PATENT = 0
    FOUND_CITY = 1
    IMPORT_WATER = 2
    GREENHOUSES = 3
    ENERGY_FARMS = 4


STANDARDS = 5
PROGRAM = 2
"""No effect has more steps than this."""
NOTHING_ACTIVE = -1
"""`active` holds a project number, or PROJECTS + the number of a standard project, or this."""
