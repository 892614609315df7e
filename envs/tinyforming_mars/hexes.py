"""Sets of hexes as bits of a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.words import HEXES, Where

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

ALL = (1 << HEXES) - 1


@kernel
def count(hexes: int) -> int:
    """How many hexes a set holds."""
    x = hexes - ((hexes >> 1) & 0x55555555)
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F
    return (x + (x >> 8) + (x >> 16)) & 0x3F


@kernel
def only(hexes: int) -> int:
    """The hex of a set of one."""
    h = 0
    while hexes > 1:
        hexes >>= 1
        h += 1
    return h


@kernel
def around(t: Table, hexes: int) -> int:
    """All hexes that touch a hex of the set."""
    touched = 0
    for h in range(HEXES):
        if hexes >> h & 1:
            touched |= t.neighbours[h]
    return touched


@kernel
def vacant(s: Record) -> int:
    """Hexes with no cube of any kind on them."""
    return ALL & ~(s.greenery | s.water | s.heat_on_map | s.cities[0] | s.cities[1])


@kernel
def city_sites(t: Table, s: Record, cities: int) -> int:
    """Vacant land that touches none of these cities (a city being moved does not count)."""
    return vacant(s) & ~t.water_hexes[s.map] & ~around(t, cities)


@kernel
def sites(t: Table, s: Record, where: int) -> int:
    """The hexes on which a project may place its cube."""
    free = vacant(s)
    water = t.water_hexes[s.map]
    if where == Where.WATER_HEX:
        return free & water
    if where == Where.SOUTH_ROW:
        return free & t.south_row
    if where == Where.WATER_HEX_NEXT_TO_CITY:
        return free & water & (s.beside[0] | s.beside[1])
    land = free & ~water
    if where == Where.LAND_NEXT_TO_CITY:
        return land & (s.beside[0] | s.beside[1])
    if where == Where.LAND_AWAY_FROM_CITIES:
        return land & ~(s.beside[0] | s.beside[1])
    if where == Where.LAND_NEXT_TO_WATER:
        return land & around(t, s.water)
    if where == Where.LAND_NEXT_TO_TWO_GREENERY:
        wooded = 0
        for h in range(HEXES):
            if land >> h & 1 and count(t.neighbours[h] & s.greenery) >= 2:
                wooded |= 1 << h
        return wooded
    return land
