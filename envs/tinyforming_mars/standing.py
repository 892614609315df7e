"""What a player's projects and cities give him at all times: tags, and the hexes beside his cities.

Both change only when a card is oriented or a city placed, so they are found then and kept in the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.hexes import around
from regolith.envs.tinyforming_mars.words import HEXES, NONE, ROW, TAGS

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table


@kernel
def recount(t: Table, s: Record, player: int) -> None:
    """Find a player's tags (on the projects facing him, under his cities on bonus hexes) and neighbourhood anew."""
    for tag in range(TAGS):
        s.tags[player, tag] = 0
    for i in range(ROW):
        if s.facing[player, i] != NONE:
            for tag in range(TAGS):
                s.tags[player, tag] += t.gives[s.facing[player, i], tag]
    bonus = s.cities[player] & t.bonus_hexes[s.map]
    for h in range(HEXES):
        if bonus >> h & 1:
            s.tags[player, t.hex_tag[s.map, h]] += 1
    s.beside[player] = around(t, s.cities[player])
