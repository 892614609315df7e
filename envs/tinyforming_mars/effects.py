"""Carrying out what a project does: a list of steps, some of which ask the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.hexes import city_sites, count, only, sites
from regolith.envs.tinyforming_mars.requirements import (
    city_sources,
    cost,
    forced_discounts,
    may_found,
    shortage,
    spare_tokens,
)
from regolith.envs.tinyforming_mars.standing import recount
from regolith.envs.tinyforming_mars.supply import gain_credits, take_greenery, take_heat, take_water
from regolith.envs.tinyforming_mars.words import (
    HEXES,
    NONE,
    PROGRAM,
    PROJECTS,
    ROW,
    TAGS,
    TOKENS,
    Cube,
    Kind,
    Op,
    Reduction,
    Tag,
    Where,
)

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

FROM_HAND = HEXES
"""In `moving` and as a choice of source: a city not yet on the map."""
DECLINE = -1
"""Answer to an offer."""
OPTIONAL = (Op.MAY_PLACE_WATER, Op.MAY_RETURN_GREENERY, Op.MAY_BUY_SECOND_HEAT, Op.MAY_DISCOUNT)
"""Steps that are offers."""


@kernel
def later(s: Record, op: int, arg: int) -> None:
    """Put a step in front of those still to be done."""
    s.todo_op[s.todo] = op
    s.todo_arg[s.todo] = arg
    s.todo += 1


@kernel
def return_tokens(s: Record, player: int, tag: int, number: int) -> None:
    """Spend tokens: back to the supply."""
    s.tokens[player, tag] -= number
    s.token_supply[tag] += number


@kernel
def activate(t: Table, s: Record, player: int, project: int) -> None:
    """Begin an activation: spend the tokens that must be spent, then offer further discounts, pay, and do the effect."""
    s.active = project
    forced = forced_discounts(t, s, player, project)
    spare = spare_tokens(t, s, player, project)
    s.price = cost(t, s, player, project)
    for tag in range(TOKENS):
        missing = shortage(t, s, player, project, tag)
        if missing > 0:
            return_tokens(s, player, tag, missing)
    lowers_price = t.less[project, 0] == Reduction.TAGS_BEYOND
    if forced > 0:
        return_tokens(s, player, t.less[project, 1], forced)
        if lowers_price:
            s.price -= forced
    for i in range(PROGRAM - 1, -1, -1):
        if t.program[project, i, 0] != Op.NOTHING:
            later(s, t.program[project, i, 0], t.program[project, i, 1])
    later(s, Op.PAY, 0)
    if spare > forced and lowers_price:
        later(s, Op.MAY_DISCOUNT, t.less[project, 1])


@kernel
def pay(s: Record, player: int) -> None:
    """One credit stays on a project as its marker, the rest goes to the supply; a standard project is marked by a cube."""
    s.credits[player] -= s.price
    marker = 1 if s.active < PROJECTS else 0
    s.markers += marker
    s.credit_supply += s.price - marker


@kernel
def gain_heat(s: Record, player: int) -> None:
    if take_heat(s):
        later(s, Op.PLACE_ATTACHED_WATER, Where.WATER_HEX)
    s.heat[player] += 1


@kernel
def take_icon(t: Table, s: Record, player: int, h: int) -> None:
    """Any parameter cube on a water hex with an icon earns the matching token, if one is left."""
    icon = t.hex_tag[s.map, h]
    if t.water_hexes[s.map] >> h & 1 and icon != NONE and s.token_supply[icon] > 0:
        s.token_supply[icon] -= 1
        s.tokens[player, icon] += 1


@kernel
def put_water(t: Table, s: Record, player: int, h: int) -> None:
    """Water on the map: first the icon, then a credit for each water it touches (ruling R5)."""
    take_icon(t, s, player, h)
    gain_credits(s, player, count(t.neighbours[h] & s.water))
    s.water |= 1 << h
    s.last_hex = h


@kernel
def put_city(t: Table, s: Record, player: int, h: int) -> None:
    """A city from the hand, or the one being moved, to its new hex."""
    if s.moving != FROM_HAND:
        s.cities[player] &= ~(1 << s.moving)
    s.cities[player] |= 1 << h
    s.last_hex = h
    recount(t, s, player)


@kernel
def greenery_back(s: Record, h: int) -> None:
    """A greenery returns to the supply and its hex is vacant again."""
    s.greenery &= ~(1 << h)
    s.supply[Cube.GREENERY] += 1


@kernel
def ask(s: Record, kind: int, choices: int, may_decline: bool) -> None:
    """Stop for a decision among some hexes (or sources, or tokens)."""
    s.kind = kind
    s.choices = choices
    s.may_decline = may_decline


@kernel
def settle(t: Table, s: Record, player: int, op: int, arg: int, h: int) -> None:
    """Carry out a step that needed a choice, with the choice made. `op` and `arg` are the step, `h` what was chosen."""
    if op == Op.PLACE_WATER or op == Op.MAY_PLACE_WATER:
        if h != DECLINE:
            take_water(s)
            put_water(t, s, player, h)
    elif op == Op.PLACE_ATTACHED_WATER:
        s.attached_water = 0
        s.supply[Cube.WATER] -= 1
        put_water(t, s, player, h)
    elif op == Op.PLACE_GREENERY:
        take_greenery(s, player)
        s.greenery |= 1 << h
        s.last_hex = h
        take_icon(t, s, player, h)
    elif op == Op.PLACE_HEAT:
        if take_heat(s):
            later(s, Op.PLACE_ATTACHED_WATER, Where.WATER_HEX)
        s.heat_on_map |= 1 << h
        s.last_hex = h
    elif op == Op.PLACE_CITY:
        s.moving = h
        later(s, Op.MOVE_CITY_TO, 0)
    elif op == Op.MOVE_CITY_TO:
        put_city(t, s, player, h)
    elif op == Op.TAKE_TOKEN:
        s.token_supply[h] -= 1
        s.tokens[player, h] += 1
    elif op == Op.RETURN_TOUCHED_GREENERY or op == Op.MAY_RETURN_GREENERY:
        if h != DECLINE:
            greenery_back(s, h)
    elif op == Op.MAY_BUY_SECOND_HEAT:
        if h != DECLINE:
            s.credits[player] -= arg
            s.credit_supply += arg
            gain_heat(s, player)
    elif op == Op.MAY_DISCOUNT:
        if h != DECLINE:
            return_tokens(s, player, arg, 1)
            s.price -= 1
            later(s, Op.MAY_DISCOUNT, arg)


@kernel
def options_of(t: Table, s: Record, player: int, op: int, arg: int) -> int:
    """What a step lets the player choose from, as a set; empty when there is nothing to choose and the step falls away."""
    if op == Op.PLACE_WATER or op == Op.PLACE_GREENERY or op == Op.PLACE_HEAT or op == Op.PLACE_ATTACHED_WATER:
        return sites(t, s, arg)
    if op == Op.MAY_PLACE_WATER:
        return sites(t, s, Where.WATER_HEX) if s.heat[player] >= arg and s.supply[Cube.WATER] > 0 else 0
    if op == Op.PLACE_CITY:
        new = 1 << FROM_HAND if may_found(t, s, player) else 0
        return city_sources(t, s, player) | new
    if op == Op.MOVE_CITY_TO:
        standing = s.cities[0] | s.cities[1]
        if s.moving != FROM_HAND:
            standing &= ~(1 << s.moving)
        return city_sites(t, s, standing)
    if op == Op.TAKE_TOKEN:
        left = 0
        for tag in range(TOKENS):
            if s.token_supply[tag] > 0:
                left |= 1 << tag
        return left
    if op == Op.RETURN_TOUCHED_GREENERY:
        return s.greenery & t.neighbours[s.last_hex]
    if op == Op.MAY_RETURN_GREENERY:
        return s.greenery
    if op == Op.MAY_BUY_SECOND_HEAT:
        able = s.tags[player, Tag.SPACE] >= 2 and s.credits[player] >= arg and s.supply[Cube.HEAT] > 0
        return 1 if able else 0
    if op == Op.MAY_DISCOUNT:
        return 1 << arg if s.price > 1 and s.tokens[player, arg] > 0 else 0
    return 0


@kernel
def question(op: int) -> int:
    """The kind of decision a step asks."""
    if op == Op.PLACE_GREENERY:
        return Kind.GREENERY_HEX
    if op == Op.PLACE_HEAT:
        return Kind.HEAT_HEX
    if op == Op.PLACE_CITY:
        return Kind.CITY_TO_MOVE
    if op == Op.MOVE_CITY_TO:
        return Kind.CITY_HEX
    if op == Op.TAKE_TOKEN:
        return Kind.TOKEN
    if op == Op.RETURN_TOUCHED_GREENERY or op == Op.MAY_RETURN_GREENERY:
        return Kind.RETURN_GREENERY
    if op == Op.MAY_BUY_SECOND_HEAT:
        return Kind.SECOND_HEAT
    if op == Op.MAY_DISCOUNT:
        return Kind.DISCOUNT
    return Kind.WATER_HEX


@kernel
def plain_step(t: Table, s: Record, player: int, op: int, arg: int) -> bool:
    """Carry out a step that asks nothing; False if it is not such a step."""
    if op == Op.GAIN_HEAT:
        gain_heat(s, player)
    elif op == Op.PAY:
        pay(s, player)
    elif op == Op.GAIN_CREDITS:
        gain_credits(s, player, arg)
    elif op == Op.CREDITS_IF_LONE_WATER:
        if t.neighbours[s.last_hex] & s.water == 0:
            gain_credits(s, player, arg)
    elif op == Op.CREDITS_PER_WATER_TOUCHED:
        gain_credits(s, player, arg * count(t.neighbours[s.last_hex] & s.water))
    elif op == Op.CREDITS_PER_TAG:
        printed = 0
        for i in range(ROW):
            for tag in range(TAGS):
                if arg >> tag & 1:
                    printed += t.gives[s.facing[player, i], tag]
        gain_credits(s, player, printed)
    elif op == Op.CREDITS_PER_CITY:
        gain_credits(s, player, arg * count(s.cities[0] | s.cities[1]))
    elif op == Op.TOKEN_IF_BARREN:
        if t.neighbours[s.last_hex] & (s.greenery | s.water | s.heat_on_map) == 0:
            later(s, Op.TAKE_TOKEN, 0)
    else:
        return False
    return True


@kernel
def run_effects(t: Table, s: Record, player: int) -> bool:
    """Do steps until one needs a decision (True) or none is left (False). A choice of one is not asked (rules, 13)."""
    while s.todo > 0:
        s.todo -= 1
        op, arg = s.todo_op[s.todo], s.todo_arg[s.todo]
        if plain_step(t, s, player, op, arg):
            continue
        choices = options_of(t, s, player, op, arg)
        optional = op in OPTIONAL
        if choices == 0:
            if op == Op.PLACE_ATTACHED_WATER:
                s.attached_water = 0
            continue
        if optional or choices & (choices - 1):
            s.todo += 1
            ask(s, question(op), choices, optional)
            return True
        settle(t, s, player, op, arg, only(choices))
    return False


@kernel
def answer(t: Table, s: Record, player: int, chosen: int) -> None:
    """The player's choice for the step that asked."""
    s.todo -= 1
    settle(t, s, player, s.todo_op[s.todo], s.todo_arg[s.todo], chosen)
