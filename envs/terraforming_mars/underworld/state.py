"""What Underworld 2 keeps in the record."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.record import FLAG, OPTION, SEAT_OR_NOBODY, Range, up_to
from regolith.envs.terraforming_mars.rooms import FOUND, MARS_SPACES, NONE, PLAYERS, TOKENS
from regolith.envs.terraforming_mars.underworld.words import MOST_OF_A_KIND, NEW_SEARCH, TEMPORARY

PILE = 91

FIELDS: list[tuple[Any, ...]] = [
    # option: whether dice say which goals lie over others
    ("covering_goals", "<i4", OPTION),
    # tokens by kind in the pile, and how many these are; on each space of Mars the kind that lies open there, and whose excavation
    # marker; by kind in front of each player
    ("pile", "i1", (TOKENS,), up_to(MOST_OF_A_KIND)),
    ("pile_size", "<i2", up_to(PILE)),
    ("token", "i1", (MARS_SPACES,), Range(NONE, TOKENS - 1)),
    ("excavated", "i1", (MARS_SPACES,), SEAT_OR_NOBODY),
    ("claimed", "i1", (PLAYERS, TOKENS), up_to(MOST_OF_A_KIND)),
    # the kind of each player's temporary token in force; how many of each kind lie under a cube, and whether the one in force does
    ("active_token", "i1", (PLAYERS,), Range(NONE, TEMPORARY - 1)),
    ("marked", "i1", (TOKENS,), up_to(MOST_OF_A_KIND)),
    ("active_marked", "i1", FLAG),
    # tokens that effects under way have found, with their spaces (NONE: the pile); the kind found last
    ("tokens_found", "<i2", up_to(FOUND)),
    ("found_space", "i1", (FOUND,), Range(NEW_SEARCH, MARS_SPACES - 1)),
    ("found_token", "i1", (FOUND,), Range(NONE, TOKENS - 1)),
    ("last_token", "i1", Range(NONE, TOKENS - 1)),
    # whether each player may excavate anywhere in this generation
    ("free_excavation", "i1", (PLAYERS,), FLAG),
]
