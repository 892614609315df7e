"""What Colonies counts while games run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.language.phrases import title
from regolith.envs.terraforming_mars.rooms import COLONY_SLOTS, COLONY_TILES

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record


def tile_name(tile: int) -> str:
    return title(ColonyTile(tile)) if tile < len(ColonyTile) else ""


COUNTERS = (
    ("colonies", COLONY_TILES, "built on each tile"),
    ("trades", COLONY_TILES, "fleets sent to each tile"),
)
SIZE = 2 * COLONY_TILES
NAMES = {"colonies": tile_name, "trades": tile_name}


@kernel
def count(before: Record, s: Record, player: int, own: Any) -> None:
    for tile in range(COLONY_TILES):
        for slot in range(COLONY_SLOTS):
            own[tile] += int(s.colony_owner[tile, slot] == player and before.colony_owner[tile, slot] != player)
        visited = s.colony_visitor[tile] == player and before.colony_visitor[tile] != player
        own[COLONY_TILES + tile] += int(visited)
