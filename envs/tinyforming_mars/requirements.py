"""May a project be activated, and what does it cost now? (rulebook: Project Cards, Standard Projects)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.hexes import city_sites, count, sites, vacant
from regolith.envs.tinyforming_mars.words import (
    CITIES,
    HEXES,
    PROJECTS,
    TAGS,
    TOKENS,
    Colour,
    Op,
    Reduction,
    Standard,
)

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

CANNOT = -1


@kernel
def shortage(t: Table, s: Record, player: int, project: int, tag: int) -> int:
    """How many required tags of a kind are missing; tokens must stand in for them."""
    missing = t.needs[project, tag] - s.tags[player, tag]
    return missing if missing > 0 else 0


@kernel
def heat_total(s: Record) -> int:
    """Heat of both players and on the map."""
    return s.heat[0] + s.heat[1] + count(s.heat_on_map)


@kernel
def reduction(t: Table, s: Record, player: int, project: int) -> int:
    """Credits off the printed cost, before any token is spent for a discount."""
    kind, tag, beyond = t.less[project, 0], t.less[project, 1], t.less[project, 2]
    off = 0
    if kind == Reduction.TAGS_BEYOND:
        off = s.tags[player, tag] + shortage(t, s, player, project, tag) - beyond
    elif kind == Reduction.VACANT_NEXT_TO_OWN_CITIES:
        off = count(vacant(s) & s.beside[player])
    elif kind == Reduction.PER_TWO_OWN_HEAT:
        off = s.heat[player] // 2
    elif kind == Reduction.GREENERY_NEXT_TO_OWN_CITIES:
        off = count(s.greenery & s.beside[player])
    elif kind == Reduction.WATER_BEYOND:
        off = count(s.water) - beyond
    elif kind == Reduction.CITIES_IN_CENTER_ROW:
        off = count((s.cities[0] | s.cities[1]) & t.center_row)
    return off if off > 0 else 0


@kernel
def cost(t: Table, s: Record, player: int, project: int) -> int:
    """The cost before discount tokens. A starred cost never falls below the 1 credit that marks the project (ruling R9)."""
    if t.less[project, 0] == Reduction.NONE:
        return t.cost[project]
    left = t.cost[project] - reduction(t, s, player, project)
    return left if left > 1 else 1


@kernel
def spare_tokens(t: Table, s: Record, player: int, project: int) -> int:
    """Tokens that could be spent as extra tags for this project's discount, after those that cover a shortage."""
    kind, tag = t.less[project, 0], t.less[project, 1]
    if not s.token_discounts or tag >= TOKENS or kind not in (Reduction.TAGS_BEYOND, Reduction.HEAT_NEED_BY_TAG):
        return 0
    return s.tokens[player, tag] - shortage(t, s, player, project, tag)


@kernel
def forced_discounts(t: Table, s: Record, player: int, project: int) -> int:
    """Discount tokens without which the project is out of reach, or CANNOT when even all of them do not help."""
    spare = spare_tokens(t, s, player, project)
    needed = 0
    if t.less[project, 0] == Reduction.HEAT_NEED_BY_TAG:
        tag, beyond = t.less[project, 1], t.less[project, 2]
        have = s.tags[player, tag] + shortage(t, s, player, project, tag)
        gap = t.heat[project] - heat_total(s) - 2 * (have - beyond)
        needed = (gap + 1) // 2 if gap > 0 else 0
        if cost(t, s, player, project) > s.credits[player]:
            return CANNOT
    else:
        if heat_total(s) < t.heat[project]:
            return CANNOT
        gap = cost(t, s, player, project) - s.credits[player]
        needed = gap if gap > 0 else 0
        if needed > 0 and cost(t, s, player, project) - needed < 1:
            return CANNOT
    return needed if needed <= spare else CANNOT


@kernel
def city_sources(t: Table, s: Record, player: int) -> int:
    """Own cities that have somewhere to move to."""
    able = 0
    every = s.cities[0] | s.cities[1]
    for h in range(HEXES):
        if s.cities[player] >> h & 1 and city_sites(t, s, every & ~(1 << h)):
            able |= 1 << h
    return able


@kernel
def may_found(t: Table, s: Record, player: int) -> bool:
    """A city cube is left and there is a site for it."""
    return count(s.cities[player]) < CITIES and city_sites(t, s, s.cities[0] | s.cities[1]) != 0


@kernel
def has_room(t: Table, s: Record, player: int, project: int) -> bool:
    """Is there a cube of the promised colour, and a hex for what must be placed? (rulings R2, R3)"""
    colour = t.colour[project]
    if colour != Colour.GREY and s.supply[colour] == 0:
        return False
    op, arg = t.program[project, 0, 0], t.program[project, 0, 1]
    if op == Op.PLACE_CITY:
        return may_found(t, s, player) or city_sources(t, s, player) != 0
    if op in (Op.PLACE_WATER, Op.PLACE_GREENERY, Op.PLACE_HEAT):
        return sites(t, s, arg) != 0
    if project == PROJECTS + Standard.SELL_PATENT:
        return s.credit_supply > 0
    return True


@kernel
def may_activate(t: Table, s: Record, player: int, project: int) -> bool:
    """All conditions of an activation, except that it was used already this generation."""
    if count(s.water) < t.water[project]:
        return False
    for tag in range(TAGS):
        missing = shortage(t, s, player, project, tag)
        if missing > 0 and (tag >= TOKENS or s.tokens[player, tag] < missing):
            return False
    if forced_discounts(t, s, player, project) == CANNOT:
        return False
    return has_room(t, s, player, project)
