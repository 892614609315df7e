"""The words of the game: tags, resources, tracks, tiles, places, decks. Numbers here are part of the env version.

An expansion adds its words at the end of an enum, so that the numbers of the others stay. The names below the enums are
those a card is written in. Where two meanings share a word they differ in form: a city *tag* is `CITY`, a city *tile*
`CITY_TILE`; an animal tag is `ANIMAL`, what lies on cards are `ANIMALS`; the Venus tag is `VENUS`, its track `VENUS_SCALE`.
"""

from __future__ import annotations

from enum import IntEnum


class CardSet(IntEnum):
    """The box that a card comes from."""

    BASE = 0
    CORPORATE_ERA = 1
    PRELUDE = 2
    VENUS = 3
    COLONIES = 4
    TURMOIL = 5
    PROMOS = 6
    """Cards that came by themselves, each for certain boxes."""
    UNDERWORLD = 7


class CardKind(IntEnum):
    AUTOMATED = 0
    ACTIVE = 1
    EVENT = 2
    CORPORATION = 3
    PRELUDE = 4


PROJECT_KINDS = (CardKind.AUTOMATED, CardKind.ACTIVE, CardKind.EVENT)


class Tag(IntEnum):
    """The event tag is not among them: it is the card's kind."""

    BUILDING = 0
    SPACE = 1
    SCIENCE = 2
    POWER = 3
    EARTH = 4
    JOVIAN = 5
    PLANT = 6
    MICROBE = 7
    ANIMAL = 8
    CITY = 9
    WILD = 10
    VENUS = 11
    CRIME = 12
    MARS = 13


class Resource(IntEnum):
    """The standard resources: each has a stock and a production."""

    MC = 0
    STEEL = 1
    TITANIUM = 2
    PLANTS = 3
    ENERGY = 4
    HEAT = 5


class CardResource(IntEnum):
    """What lies on cards. A card holds only the kind printed on it."""

    ANIMALS = 0
    MICROBES = 1
    SCIENCE_RESOURCES = 2
    FIGHTERS = 3
    FLOATERS = 4
    ASTEROIDS = 5
    CAMPS = 6
    PRESERVATION = 7
    DATA = 8
    TOOLS = 9
    JOURNALISM = 10
    WARES = 11
    ACTIVISTS = 12
    SUPPLY_CHAIN = 13


class Track(IntEnum):
    """The global parameters. Requirements are in degrees, percent, tiles and percent; effects in steps."""

    TEMPERATURE = 0
    OXYGEN = 1
    OCEANS = 2
    VENUS_SCALE = 3


MARKS = {
    Track.TEMPERATURE: range(-30, 9, 2),
    Track.OXYGEN: range(15),
    Track.OCEANS: range(10),
    Track.VENUS_SCALE: range(0, 31, 2),
}
"""The marks of each track in degrees, percent or tiles; each is a step from the one before."""


class Tile(IntEnum):
    OCEAN_TILE = 0
    GREENERY_TILE = 1
    CITY_TILE = 2
    CAPITAL = 3
    """A city for every purpose, with points of its own."""
    COMMERCIAL_DISTRICT = 4
    ECOLOGICAL_ZONE = 5
    INDUSTRIAL_CENTER = 6
    LAVA_FLOWS = 7
    MINING_AREA = 8
    MINING_RIGHTS = 9
    MOHOLE_AREA = 10
    NATURAL_PRESERVE = 11
    NUCLEAR_ZONE = 12
    RESTRICTED_AREA = 13
    MAN_MADE_VOLCANO = 14


class Where(IntEnum):
    """Where a tile or marker may go; always on a free space. Land is neither ocean-reserved nor a reserved city space."""

    LAND = 0
    OCEAN_SPACE = 1
    CITY_RULES = 2
    """Land that touches no city."""
    GREENERY_RULES = 3
    """Land that touches an own tile; any land if there is none."""
    ISOLATED = 4
    """Land that touches no tile at all."""
    VOLCANIC = 5
    """Volcanic land, beside cities too; on a map without any, the tile's normal rule."""
    NEXT_TO_GREENERY = 6
    NEXT_TO_CITY = 7
    NEXT_TO_TWO_CITIES = 8
    METAL_BONUS = 9
    """Land that shows steel or titanium."""
    METAL_BONUS_NEXT_TO_OWN_TILE = 10
    NOCTIS_CITY = 11
    """The space reserved for it; on a map without one, the city rules."""
    UNMARKED_LAND = 12
    """For a claim: land without a tile and without anybody's marker."""
    OFF_MARS = 13
    """The card's own space beside the map; it touches nothing."""
    OWN_MARKER = 14
    """Land with an own excavation marker, beside cities too."""
    LAST_SPACE = 15
    """The space that the effect has chosen or dug before."""
    SPACE_OF_ANOTHER_CITY = 16
    """A free space beside the map that another city is meant for."""
    CITY_BESIDE_OWN = 17
    """What becomes of the city rules for who may build beside cities: land beside an own tile or on an own excavation marker; any land
    if there is none.
    """


NORMAL_RULE = {
    Tile.OCEAN_TILE: Where.OCEAN_SPACE,
    Tile.GREENERY_TILE: Where.GREENERY_RULES,
    Tile.CITY_TILE: Where.CITY_RULES,
}
"""Where a tile goes if its card says nothing; special tiles always say."""


class OffMars(IntEnum):
    """City spaces beside the map."""

    GANYMEDE_COLONY = 0
    PHOBOS_SPACE_HAVEN = 1
    LUNA_METROPOLIS = 2
    DAWN_CITY = 3
    STRATOPOLIS = 4
    MAXWELL_BASE = 5


class StandardProject(IntEnum):
    SELL_PATENTS = 0
    POWER_PLANT = 1
    ASTEROID = 2
    BUFFER_GAS = 3
    AQUIFER = 4
    GREENERY = 5
    CITY = 6
    AIR_SCRAPPING = 7
    BUILD_COLONY = 8
    EXCAVATE = 9
    COLLUSION = 10


class Whose(IntEnum):
    """The players that a count looks at."""

    OWN = 0
    OPPONENTS = 1
    EVERYBODY = 2


class Victim(IntEnum):
    """The players that an attack may be aimed at."""

    ANYBODY = 0
    """Oneself included."""
    OPPONENT = 1
    OPPONENT_BESIDE_THE_OCEAN = 2
    """Owner of a tile that touches the ocean just placed; nobody if no ocean was placed."""
    OPPONENT_WITH_VENUS_TAG = 3
    """Face up: events and wild tags do not count."""
    OPPONENT_BESIDE_ANY_OCEAN = 4
    """Owner of a tile that touches an ocean; he may have nothing to take."""


class To(IntEnum):
    """The own cards that a card resource may be put on."""

    ANY_CARD = 0
    """That can hold the kind, this card included."""
    OTHER_CARD = 1
    """That can hold the kind, not this card."""
    FILLED_CARD = 2
    """That holds at least 1 already, wherever it lies: a card hosted by another card counts."""


class Condition(IntEnum):
    """What a card asks for beyond its printed requirement and beyond being able to do what it says."""

    HEAT_LEFT_AFTER_PAYING = 0
    """The heat it spends must remain once the card is paid: Helion cannot count the same heat twice."""
    ANOTHER_CARD_IN_HAND = 1


class Map(IntEnum):
    THARSIS = 0
    HELLAS = 1
    ELYSIUM = 2


class SpaceKind(IntEnum):
    LAND = 0
    OCEAN = 1
    """Reserved for ocean tiles."""
    VOLCANIC = 2
    """Land for every other purpose."""
    NOCTIS_CITY = 3
    """Reserved for that city."""


class Measure(IntEnum):
    """What milestones and awards count, always of one player."""

    TERRAFORM_RATING = 0
    CITIES = 1
    """Off-Mars ones too."""
    GREENERIES = 2
    TILES = 3
    """On the map and off-Mars cities; neither oceans nor claim markers."""
    TILES_IN_BOTTOM_ROWS = 4
    TILES_NEXT_TO_OCEAN = 5
    TAGS = 6
    """Face up. Wild tags count for milestones, once each, and not for awards."""
    KINDS_OF_TAGS = 7
    """Each wild tag may be one more kind, up to the kinds that exist in the game."""
    CARDS_IN_HAND = 8
    CARDS_IN_PLAY = 9
    """Active and automated project cards of at least that printed cost."""
    AUTOMATED_CARDS = 10
    CARDS_WITH_REQUIREMENT = 11
    """Face up; no preludes."""
    EVENTS_PLAYED = 12
    PRODUCTION = 13
    HIGHEST_PRODUCTION = 14
    PRODUCTIONS_RAISED = 15
    """Kinds of production at least one step above the start of the game."""
    STOCK = 16
    """After the last production, all the resources together."""
    CARD_RESOURCES = 17
    """Of that kind, or of all kinds."""
    PENALTIES = 18
    """Points lost by own cards that show negative points, events too."""
    CLAIMED_TOKENS = 19
    CRIME_TAGS = 20
    """Those of events too; wild tags do not count."""


BUILDING, SPACE, SCIENCE, POWER, EARTH, JOVIAN, PLANT, MICROBE, ANIMAL, CITY, WILD, VENUS, CRIME, MARS = Tag
MC, STEEL, TITANIUM, PLANTS, ENERGY, HEAT = Resource
ANIMALS, MICROBES, SCIENCE_RESOURCES, FIGHTERS, FLOATERS, ASTEROIDS, CAMPS, PRESERVATION = list(CardResource)[:8]
DATA, TOOLS, JOURNALISM, WARES, ACTIVISTS, SUPPLY_CHAIN = list(CardResource)[8:]
TEMPERATURE, OXYGEN, OCEANS, VENUS_SCALE = Track
OCEAN_TILE, GREENERY_TILE, CITY_TILE = Tile.OCEAN_TILE, Tile.GREENERY_TILE, Tile.CITY_TILE
ANY_KIND = None
"""Of card resource: whatever the card holds."""
