"""What Colonies keeps in the record."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.record import OPTION, SEAT_OR_NOBODY, of, up_to
from regolith.envs.terraforming_mars.colonies.words import LAST_STEP, ColonyLies
from regolith.envs.terraforming_mars.rooms import COLONY_SLOTS, COLONY_TILES, PLAYERS
from regolith.envs.terraforming_mars.words import Tag

MOST_FLEETS = 100
"""No rule says so; no game sees as many."""

FIELDS: list[tuple[Any, ...]] = [
    # options: whether everybody is dealt a corporation of this box and another one; the tiles asked for, as bits (0: they are drawn)
    ("colony_corporations", "<i4", OPTION),
    ("colony_tiles", "<i4", OPTION),
    # for each tile: where it lies, the step of its marker, the owners of its colonies in the order of building, whose fleet is there,
    # and how many of its colonies the effect under way has picked already
    ("colony_lies", "i1", (COLONY_TILES,), of(ColonyLies)),
    ("colony_track", "i1", (COLONY_TILES,), up_to(LAST_STEP)),
    ("colony_owner", "i1", (COLONY_TILES, COLONY_SLOTS), SEAT_OR_NOBODY),
    ("colony_visitor", "i1", (COLONY_TILES,), SEAT_OR_NOBODY),
    ("colony_picked", "i1", (COLONY_TILES,), up_to(COLONY_SLOTS)),
    # trade fleets of each player, wherever they are
    ("fleets", "i1", (PLAYERS,), up_to(MOST_FLEETS)),
    # the kinds of tags that the owner of Aridor has had so far, as bits
    ("tag_kinds_had", "<u2", up_to((1 << len(Tag)) - 1)),
]
