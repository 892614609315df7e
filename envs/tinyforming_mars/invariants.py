"""What holds of every record after every decision: used by `regolith soak` and to judge records from outside, never by the rules."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.tinyforming_mars.effects import FROM_HAND, OPTIONAL, options_of, question
from regolith.envs.tinyforming_mars.hexes import around, city_sites, count
from regolith.envs.tinyforming_mars.research import drawer
from regolith.envs.tinyforming_mars.words import (
    BLACK,
    CARDS,
    CITIES,
    CREDITS,
    CUBE_COUNTS,
    HEXES,
    NONE,
    NOTHING_ACTIVE,
    PROGRAM,
    ROW,
    SOLO_CREDITS,
    SOLO_GENERATIONS,
    TAGS,
    TOKEN_COUNTS,
    TOKENS,
    WHITE,
    Cube,
    Kind,
    Op,
    Where,
)

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

HEATS, GREENERIES, WATERS = CUBE_COUNTS


class Broken(IntEnum):
    """What is wrong with a record."""

    NOTHING = 0
    CARDS = 1
    PROJECTS = 2
    CREDITS = 3
    CUBES = 4
    TOKENS = 5
    MAP = 6
    TAGS = 7
    GENERATION = 8
    PLAYER_TO_MOVE = 9
    STEPS_UNDER_WAY = 10
    CHOICES = 11


@kernel
def broken_cards(s: Record) -> int:
    """Each of the seven cards lies once, in the deck or in the row; each card of the row faces the players as it was turned."""
    laid_out = s.drawn if s.over == Over.RUNNING else 0
    if s.deck_size + laid_out != CARDS or s.oriented > s.drawn or s.unseen > s.deck_size:
        return Broken.CARDS
    found = 0
    for i in range(s.deck_size):
        found |= 1 << s.deck_card[i]
    for i in range(laid_out):
        found |= 1 << s.row_card[i]
    if found != (1 << CARDS) - 1:
        return Broken.CARDS
    for i in range(ROW):
        first = 4 * s.row_card[i] + 2 * s.row_face[i]
        white, black = s.facing[WHITE, i], s.facing[BLACK, i]
        if i >= s.oriented:
            if white != NONE or black != NONE:
                return Broken.PROJECTS
        elif white >> 1 != first >> 1 or black != (white ^ 1 if s.players == 2 else NONE):
            return Broken.PROJECTS
    return Broken.NOTHING


@kernel
def broken_supplies(s: Record) -> int:
    """Credits, cubes and tokens are neither lost nor made."""
    credits = s.credits[WHITE] + s.credits[BLACK] + s.credit_supply + s.markers
    if credits != (CREDITS if s.players == 2 else SOLO_CREDITS):
        return Broken.CREDITS
    heat = s.supply[Cube.HEAT] + s.heat[WHITE] + s.heat[BLACK] + count(s.heat_on_map)
    greenery, water = s.supply[Cube.GREENERY] + count(s.greenery), s.supply[Cube.WATER] + count(s.water)
    if heat != HEATS or greenery != GREENERIES or water != WATERS:
        return Broken.CUBES
    if s.attached_heat > min(s.intense, s.supply[Cube.HEAT]) or s.attached_water > min(s.intense, s.supply[Cube.WATER]):
        return Broken.CUBES
    for tag in range(TOKENS):
        if s.tokens[WHITE, tag] + s.tokens[BLACK, tag] + s.token_supply[tag] != TOKEN_COUNTS[tag]:
            return Broken.TOKENS
    return Broken.NOTHING


@kernel
def broken_map(t: Table, s: Record) -> int:
    """One piece a hex, cities on land, and what is kept of each player because many rules ask is what a recount gives."""
    cities = s.cities[WHITE] | s.cities[BLACK]
    pieces = count(s.cities[WHITE]) + count(s.cities[BLACK]) + count(s.greenery) + count(s.water) + count(s.heat_on_map)
    if pieces != count(cities | s.greenery | s.water | s.heat_on_map) or cities & t.water_hexes[s.map]:
        return Broken.MAP
    for player in range(2):
        if count(s.cities[player]) > CITIES or s.beside[player] != around(t, s.cities[player]):
            return Broken.MAP
        for tag in range(TAGS):
            found = 0
            for i in range(ROW):
                if s.facing[player, i] != NONE:
                    found += t.gives[s.facing[player, i], tag]
            for h in range(HEXES):
                if (s.cities[player] & t.bonus_hexes[s.map]) >> h & 1 and t.hex_tag[s.map, h] == tag:
                    found += 1
            if found != s.tags[player, tag]:
                return Broken.TAGS
    return Broken.NOTHING


@kernel
def broken_start(s: Record) -> int:
    """Until the first cities stand the map is empty; from then on everybody has one. White is the last to place his."""
    waits = s.over == Over.RUNNING and s.generation == 1 and s.kind < Kind.ACTION
    if not waits:
        return Broken.NOTHING if s.cities[WHITE] and s.cities[BLACK] else Broken.MAP
    black_stands = s.players == 1 or (s.kind == Kind.FIRST_CITY and s.player == WHITE)
    empty = s.cities[WHITE] | s.greenery | s.water | s.heat_on_map == 0
    return Broken.NOTHING if empty and (s.cities[BLACK] != 0) == black_stands else Broken.MAP


@kernel
def belongs(t: Table, s: Record, op: int, arg: int) -> bool:
    """Whether a step can be left to do of the project under way."""
    if op == Op.PAY or op == Op.MOVE_CITY_TO or op == Op.TAKE_TOKEN:
        return arg == 0
    if op == Op.PLACE_ATTACHED_WATER:
        return arg == Where.WATER_HEX
    if op == Op.MAY_DISCOUNT:
        return arg < TOKENS and arg == t.less[s.active, 1]
    for i in range(PROGRAM):  # noqa: SIM110
        if t.program[s.active, i, 0] == op and t.program[s.active, i, 1] == arg:
            return True
    return False


@kernel
def can_be_moving(s: Record) -> bool:
    """Whether the city on its way is one that the player has: in hand, or on the hex that it leaves."""
    own = s.cities[s.player]
    return count(own) < CITIES if s.moving == FROM_HAND else own >> s.moving & 1 == 1


@kernel
def broken_steps(t: Table, s: Record) -> int:
    """What is left to do belongs to the project under way, can be paid, and its next step asks what is asked."""
    if s.todo == 0 or s.active == NOTHING_ACTIVE:
        return Broken.STEPS_UNDER_WAY
    for i in range(s.todo):
        op, arg = s.todo_op[i], s.todo_arg[i]
        if not belongs(t, s, op, arg) or (op == Op.PAY and s.price > s.credits[s.player]):
            return Broken.STEPS_UNDER_WAY
    op, arg = s.todo_op[s.todo - 1], s.todo_arg[s.todo - 1]
    if s.kind != question(op) or s.may_decline != int(op in OPTIONAL):
        return Broken.CHOICES
    if op == Op.MOVE_CITY_TO and not can_be_moving(s):
        return Broken.CHOICES
    same = s.choices == options_of(t, s, s.player, op, arg)
    return Broken.NOTHING if same and s.choices != 0 else Broken.CHOICES


@kernel
def broken_course(t: Table, s: Record) -> int:
    """Somebody has something to decide, and between two actions nothing is left over from the last."""
    if s.generation > (s.max_generations if s.players == 2 else SOLO_GENERATIONS):
        return Broken.GENERATION
    if s.players == 1 and (s.leader != WHITE or not s.passed[BLACK]):
        return Broken.PLAYER_TO_MOVE
    if s.over != Over.RUNNING:
        return Broken.NOTHING if s.todo == 0 else Broken.STEPS_UNDER_WAY
    if s.kind > Kind.ACTION:
        turned = s.oriented == ROW and not s.passed[s.player]
        return broken_steps(t, s) if turned else Broken.PLAYER_TO_MOVE
    if s.todo != 0:
        return Broken.STEPS_UNDER_WAY
    if s.kind == Kind.ORIENT:
        waits = s.oriented < s.drawn and s.player == drawer(s)
        return Broken.NOTHING if waits else Broken.PLAYER_TO_MOVE
    if s.oriented != ROW or s.passed[s.player]:
        return Broken.PLAYER_TO_MOVE
    if s.kind == Kind.FIRST_CITY:
        sites = city_sites(t, s, s.cities[WHITE] | s.cities[BLACK])
        return Broken.NOTHING if s.generation == 1 and s.choices == sites else Broken.CHOICES
    return Broken.NOTHING


@kernel
def broken(t: Table, s: Record) -> int:
    """The number of what is wrong with a record, 0 if all is well."""
    found = broken_cards(s)
    if found == Broken.NOTHING:
        found = broken_supplies(s)
    if found == Broken.NOTHING:
        found = broken_map(t, s)
    if found == Broken.NOTHING:
        found = broken_start(s)
    if found == Broken.NOTHING:
        found = broken_course(t, s)
    return found
