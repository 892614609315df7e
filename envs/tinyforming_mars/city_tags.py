"""What one's cities can be at best in a deal of solitaire, told by the bonus tags under them: the *sign* of one or two cities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.hexes import ALL, around, count
from regolith.envs.tinyforming_mars.words import BLACK, CUBE_COUNTS, HEXES, TAGS, Cube

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

WATERS = CUBE_COUNTS[Cube.WATER]
PLAIN, NO_CITY = 0, TAGS + 1
"""In a sign, beside 1 + the number of a tag: a city on land without a tag, and no second city."""
SECONDS = TAGS + 2
SIGNS = (TAGS + 1) * SECONDS


@kernel
def sign_with(first: int, second: int) -> int:
    """The sign of two cities, or of one with NO_CITY."""
    if second != NO_CITY and second < first:
        first, second = second, first
    return first * SECONDS + second


@kernel
def cities_of(sign: int) -> int:
    """One city or two."""
    return 1 + int(sign % SECONDS != NO_CITY)


@kernel
def lend(sign: int, tag: int) -> int:
    """How often the cities lie on this tag."""
    return int(sign // SECONDS == tag + 1) + int(sign % SECONDS == tag + 1)


@kernel
def may_become(old: int, new: int, moves: int) -> bool:
    """Whether so many cities founded or moved can lead from one sign to another."""
    if moves == 0:
        return old == new
    if cities_of(new) < cities_of(old) or cities_of(new) > cities_of(old) + moves:
        return False
    if moves > 1 or cities_of(new) == 1:
        return True
    first, second = old // SECONDS, old % SECONDS
    a, b = new // SECONDS, new % SECONDS
    return first in (a, b) or second in (a, b)


@kernel
def tag_under(t: Table, s: Record, h: int) -> int:
    """A hex as it counts in a sign."""
    return 1 + t.hex_tag[s.map, h] if t.bonus_hexes[s.map] >> h & 1 else PLAIN


@kernel
def sign_of(t: Table, s: Record, cities: int) -> int:
    """The sign of cities on the map."""
    first, second = NO_CITY, NO_CITY
    for h in range(HEXES):
        if cities >> h & 1:
            if first == NO_CITY:
                first = tag_under(t, s, h)
            else:
                second = tag_under(t, s, h)
    return sign_with(first, second)


@kernel
def pays(t: Table, wet: int, first: int, second: int, income: Any) -> None:
    """What cities on two hexes (or twice the same for one) pay, by waters on the map: those first that touch most."""
    touch_two = touch_one = 0
    if first == second:
        touch_one = count(t.neighbours[first] & wet)
    else:
        both = count(t.neighbours[first] & t.neighbours[second] & wet)
        touch_two = both
        touch_one = count((t.neighbours[first] | t.neighbours[second]) & wet) - both
    due = 1 + int(first != second)
    for waters in range(WATERS + 1):
        twice = min(waters, touch_two)
        found = due + 2 * twice + min(waters - twice, touch_one)
        income[waters] = max(income[waters], found)


@kernel
def profiles(t: Table, s: Record, known: Any, income: Any, touching: Any) -> None:
    """Which signs are possible beside the dummy's cities, and the most that cities of a sign pay, by waters on the map.

    `touching`: the most places for water that touch a place for water, and that touch a hex of land.
    """
    wet = t.water_hexes[s.map] | t.south_row
    open_land = ALL & ~t.water_hexes[s.map] & ~s.cities[BLACK] & ~around(t, s.cities[BLACK])
    for h in range(HEXES):
        touched = count(t.neighbours[h] & wet)
        if wet >> h & 1:
            touching[0] = max(touching[0], touched)
        if not t.water_hexes[s.map] >> h & 1:
            touching[1] = max(touching[1], touched)
        if not open_land >> h & 1:
            continue
        for other in range(h, HEXES):
            if not (open_land & ~t.neighbours[h]) >> other & 1:
                continue
            second = NO_CITY if other == h else tag_under(t, s, other)
            sign = sign_with(tag_under(t, s, h), second)
            known[sign] = 1
            pays(t, wet, h, other, income[sign])
