"""Rooms: how much place there is for each kind of thing in the record, the tables, the actions and the observation.

The layouts are final and have place for boxes to come. What finds no room is an error as soon as the game is imported, and the error
names the room.
"""

from __future__ import annotations

from regolith.envs.terraforming_mars.words import (
    CardKind,
    CardResource,
    CardSet,
    Measure,
    OffMars,
    Resource,
    StandardProject,
    Tag,
    Tile,
    Track,
    Victim,
    Where,
)


def room(name: str, needed: int, size: int) -> int:
    """The size of a room, if all that is needed fits in."""
    if needed > size:
        raise OverflowError(f"no room for {needed} {name}: there is room for {size}")
    return size


PLAYERS = 5
NOBODY = -1
NEUTRAL = PLAYERS
"""Owner of the tiles that stand on the map from the start of a solo game."""
NONE = -1
"""No such operand, tile, card or space."""

BOXES = room("boxes", len(CardSet), 8)
"""By the numbers of `CardSet`."""

# Cards have one number each, whatever deck they belong to; there is room for boxes to come.
PROJECTS, CORPORATIONS, PRELUDES = 480, 64, 96
FIRST_CORPORATION = PROJECTS
FIRST_PRELUDE = PROJECTS + CORPORATIONS
CARDS = PROJECTS + CORPORATIONS + PRELUDES
FIRST_CARRIER, CARRIERS = CARDS, 128
"""Things that are no cards but carry effects or changed rules are numbered after the cards: room for those of all boxes."""

MARS_SPACES, OFF_MARS_SPACES = 61, 15
SPACES = MARS_SPACES + OFF_MARS_SPACES
MOST_NEIGHBOURS = 6
RESOURCES, TRACKS, TAGS = 6, 4, 16
GOALS = 8
"""Room for the milestones, and for the awards, of one game: five of the map and those that boxes add."""
GOAL_TILES = 64
"""Room for the milestones, and for the awards, of all maps and boxes."""
COVERING_GOALS = 2
"""Room for the milestones, and for the awards, that may be laid over others."""
SOLAR_STEPS = 8
"""Room for the steps of the solar phase."""
COLONY_TILES, COLONY_SLOTS = 14, 3
PARTIES = 6
GLOBAL_EVENTS, EVENTS_SHOWN = 48, 3
"""Room for the kinds of global events; distant, coming and current."""
TOKENS, TEMPORARY_TOKENS = 32, 8
"""Room for the kinds of underground tokens; the first of them, of which a player has one in force."""
FOUND = 16
"""Room for tokens that effects under way have found and nobody has claimed."""

ROWS = 4096
"""Room for the steps of all programs in the tables."""
OPERATIONS = 256
"""Room for the numbers of operations, those of boxes included."""
END = 0
"""In place of an operation: the end of an effect or a branch."""
STACK = 128
"""Room for effects that are not finished."""
WAYS = 10
"""Room for the ways to use an effect."""
OPERANDS_SHOWN = 16
"""Room for what a step is about first: a resource, tag, tile, track or kind."""
PAYING_CARDS = 5
"""Room for the kinds of cards whose resources pay for others."""
LOOKED_AT = 16
"""Room for cards that a player looks at and has not yet taken."""

CARD_KINDS = room("kinds of cards and other carriers", len(CardKind), 12)
CARD_RESOURCES = room("card resources", len(CardResource), 16)
STANDARD_ROOM = room("standard projects", len(StandardProject), 16)
for _name, _words, _size in (
    ("tags", Tag, TAGS),
    ("resources", Resource, RESOURCES),
    ("tracks", Track, TRACKS),
    ("tiles", Tile, 16),
    ("rules where tiles go", Where, 24),
    ("off-Mars spaces", OffMars, OFF_MARS_SPACES),
    ("victims of attacks", Victim, 12),
    ("measures of goals", Measure, 24),
):
    room(_name, len(_words), _size)
room("carriers", COLONY_TILES + PARTIES + GLOBAL_EVENTS + TOKENS, CARRIERS)
