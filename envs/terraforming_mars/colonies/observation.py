"""What a seat sees of Colonies: everything lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies.rules import fleets_at_home
from regolith.envs.terraforming_mars.colonies.words import LAST_STEP, ColonyLies
from regolith.envs.terraforming_mars.perspective import relative, share, value_of
from regolith.envs.terraforming_mars.rooms import COLONY_SLOTS, COLONY_TILES, NOBODY, PLAYERS, TAGS

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record

LIES = 0
MARKERS = LIES + COLONY_TILES
PICKED = MARKERS + COLONY_TILES
MY_COLONIES = PICKED + COLONY_TILES
OTHER_COLONIES = MY_COLONIES + COLONY_TILES * COLONY_SLOTS
VISITORS = OTHER_COLONIES + COLONY_TILES * COLONY_SLOTS
FLEETS = VISITORS + COLONY_TILES
AT_HOME = FLEETS + PLAYERS
KINDS_OF_TAGS = AT_HOME + PLAYERS
SIZE = KINDS_OF_TAGS + TAGS
"""Where the pieces of the observation that belong to this box begin, from the first of them on, and how long they are."""
FLEET_SCALE = 4.0
SHOWN_AWAKE, SHOWN_DORMANT, SHOWN_OFFERED = 1.0, 0.5, 0.25


@kernel
def write(s: Record, seat: int, out: Any) -> None:
    for tile in range(COLONY_TILES):
        lies = s.colony_lies[tile]
        if lies == ColonyLies.OFFERED:
            out[LIES + tile] = SHOWN_OFFERED
        elif lies == ColonyLies.DORMANT:
            out[LIES + tile] = SHOWN_DORMANT
        elif lies == ColonyLies.AWAKE:
            out[LIES + tile] = SHOWN_AWAKE
            out[MARKERS + tile] = s.colony_track[tile] / LAST_STEP
            out[PICKED + tile] = s.colony_picked[tile] / COLONY_SLOTS
            visitor = s.colony_visitor[tile]
            if visitor != NOBODY:
                out[VISITORS + tile] = 1.0 if visitor == seat else value_of(s, seat, visitor) / 2
            for slot in range(COLONY_SLOTS):
                owner = s.colony_owner[tile, slot]
                if owner == seat:
                    out[MY_COLONIES + COLONY_SLOTS * tile + slot] = 1.0
                elif owner != NOBODY:
                    out[OTHER_COLONIES + COLONY_SLOTS * tile + slot] = value_of(s, seat, owner)
    for player in range(s.players):
        side = relative(s, seat, player)
        out[FLEETS + side] = share(s.fleets[player], FLEET_SCALE)
        out[AT_HOME + side] = share(fleets_at_home(s, player), FLEET_SCALE)
    for tag in range(TAGS):
        out[KINDS_OF_TAGS + tag] = (s.tag_kinds_had >> tag) & 1


@kernel
def write_options(s: Record, out: Any) -> None:
    """What a player sees of the options, from the first number of this box on. Tiles that are asked for he sees in play."""
    out[0] = s.colony_corporations
