"""What a seat may know, as numbers in [0, 1]: me first, then the opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.tinyforming_mars.effects import FROM_HAND
from regolith.envs.tinyforming_mars.hexes import count
from regolith.envs.tinyforming_mars.requirements import cost, may_activate
from regolith.envs.tinyforming_mars.scoring import city_points, own_cubes
from regolith.envs.tinyforming_mars.words import (
    CARDS,
    CREDITS,
    CUBE_COUNTS,
    HEXES,
    NONE,
    NOTHING_ACTIVE,
    PROJECTS,
    ROW,
    SOLO_GENERATIONS,
    STANDARDS,
    TAGS,
    TOKEN_COUNTS,
    TOKENS,
    Kind,
    Map,
)

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

FACES = 2 * CARDS
TAG_SCALE = 8.0
POINT_SCALE = 30.0
GENERATION_SCALE = 24.0

OBSERVATION = Layout()
_add = OBSERVATION.add
GREENERY = _add("greenery", HEXES, "hex holds a greenery")
WATER = _add("water", HEXES, "hex holds a water")
HEAT = _add("heat", HEXES, "hex holds a heat")
MY_CITY = _add("my city", HEXES, "hex holds a city of mine")
OTHER_CITY = _add("other city", HEXES, "hex holds a city of the opponent (solitaire: the dummy)")
CHOICE = _add(
    "choice", HEXES + 1, "what may be chosen now: hexes, then 'a new city' (tokens and the like: first entries)"
)
MOVING = _add("moving", HEXES, "hex of the city that is being moved, while its new hex is chosen (none: a new city)")
PRINTED = _add("water hex", HEXES, "hex is reserved for water")
_add("printed tag", TAGS * HEXES, "tag or icon of the hex: nature, production, science, energy, space; 19 each")
MY_PROJECT = _add("my project", PROJECTS, "project faces me")
OTHER_PROJECT = _add("other project", PROJECTS, "project faces the opponent")
MY_USED = _add("my used", PROJECTS, "project faces me and was activated this generation")
OTHER_USED = _add("other used", PROJECTS, "project faces the opponent and was activated")
ON_TABLE = _add("on table", PROJECTS, "project lies on a drawn card whose side is not decided yet")
POSSIBLE = _add(
    "possible", PROJECTS + STANDARDS, "I could activate this now, were it my turn (projects, standard projects)"
)
PRICE = _add("price", PROJECTS, "cost / 5 of each project facing me, reductions counted")
NEXT = _add(
    "loop", CARDS * FACES, "for each place in the deck, top first: the card face that will be played, where known"
)
MY_TAGS = _add("my tags", TAGS, "nature, production, science, energy, space tags / 8")
_add("other tags", TAGS, "the opponent's tags / 8")
MY_TOKENS = _add("my tokens", TOKENS, "nature / 2, production, science")
_add("other tokens", TOKENS, "the same for the opponent")
TOKEN_SUPPLY = _add("token supply", TOKENS, "the same for the supply")
MONEY = _add("credits", 4, "mine, the opponent's, in the supply, on projects; / 10")
SUPPLY = _add("supply", 3, "heat / 11, greenery / 7, water / 4 left")
HEATS = _add("own heat", 2, "mine, the opponent's; / 11")
HAND = _add("cities in hand", 2, "mine, the opponent's; / 2")
POINTS = _add(
    "points", 8, "city (0.2 + x / 30; clipped below -6), greenery, water, heat points (/ 30): mine, then the opponent's"
)
PASSED = _add("passed", 2, "I, the opponent")
STANDARD_USED = _add("standard used", 2, "I, the opponent")
LEAD = _add("I lead", 1, "I am the lead player of this generation")
TO_MOVE = _add("I move", 1, "the decision is mine")
WHITE_SEAT = _add("I am White", 1, "seat 0")
GENERATION = _add("generation", 1, "number / 24, at most 1")
SOLO = _add("solo", 2, "solitaire; generations left / 12 in solitaire")
INTENSE = _add("intense", 3, "variant in play, heat still attached, water still attached")
MAP = _add("map", len(Map), "Tharsis, Elysium")
KIND = _add("kind", len(Kind), "kind of the pending decision")
ACTIVE = _add("active", PROJECTS + STANDARDS, "the project being carried out")
ORIENTED = _add("research", ROW + 1, "how many cards of the row have their side decided: 0 to 3")


@kernel
def write_set(out: Any, start: int, hexes: int) -> None:
    i = start
    while hexes:
        if hexes & 1:
            out[i] = 1.0
        hexes >>= 1
        i += 1


@kernel
def write_map(t: Table, s: Record, me: int, out: Any) -> None:
    write_set(out, GREENERY, s.greenery)
    write_set(out, WATER, s.water)
    write_set(out, HEAT, s.heat_on_map)
    write_set(out, MY_CITY, s.cities[me])
    write_set(out, OTHER_CITY, s.cities[1 - me])
    printed = t.printed[s.map]
    for i in range(printed.size):
        out[PRINTED + i] = printed[i]


@kernel
def write_projects(t: Table, s: Record, me: int, out: Any) -> None:
    for i in range(ROW):
        mine, theirs = s.facing[me, i], s.facing[1 - me, i]
        if mine != NONE:
            out[MY_PROJECT + mine] = 1.0
            out[MY_USED + mine] = s.used[me, i]
            out[PRICE + mine] = cost(t, s, me, mine) / 5.0
            if not s.used[me, i] and may_activate(t, s, me, mine):
                out[POSSIBLE + mine] = 1.0
        if theirs != NONE:
            out[OTHER_PROJECT + theirs] = 1.0
            out[OTHER_USED + theirs] = s.used[1 - me, i]
    if not s.standard_used[me]:
        for i in range(STANDARDS):
            if may_activate(t, s, me, PROJECTS + i):
                out[POSSIBLE + PROJECTS + i] = 1.0
    for i in range(s.oriented, s.drawn):
        face = 4 * s.row_card[i] + 2 * s.row_face[i]
        out[ON_TABLE + face] = 1.0
        out[ON_TABLE + face + 1] = 1.0


@kernel
def write_loop(s: Record, out: Any) -> None:
    """The deck as anyone could remember it: the top card, and all that has been in play."""
    for i in range(s.deck_size):
        if i == 0 or i >= s.unseen:
            out[NEXT + FACES * i + 2 * s.deck_card[i] + 1 - s.deck_up[i]] = 1.0


@kernel
def write_player(t: Table, s: Record, player: int, side: int, out: Any) -> None:
    """One side's holdings; `side` is 0 for me, 1 for the opponent."""
    for tag in range(TAGS):
        out[MY_TAGS + TAGS * side + tag] = min(1.0, s.tags[player, tag] / TAG_SCALE)
    for tag in range(TOKENS):
        out[MY_TOKENS + TOKENS * side + tag] = s.tokens[player, tag] / TOKEN_COUNTS[tag]
    out[MONEY + side] = s.credits[player] / CREDITS
    out[HEATS + side] = s.heat[player] / CUBE_COUNTS[0]
    out[HAND + side] = 1.0 - count(s.cities[player]) / 2.0
    out[POINTS + 4 * side] = max(0.0, min(1.0, 0.2 + city_points(t, s, player) / POINT_SCALE))
    out[POINTS + 4 * side + 1] = own_cubes(s, player, s.greenery) / POINT_SCALE
    out[POINTS + 4 * side + 2] = own_cubes(s, player, s.water) / POINT_SCALE
    out[POINTS + 4 * side + 3] = s.heat[player] / POINT_SCALE
    out[PASSED + side] = s.passed[player]
    out[STANDARD_USED + side] = s.standard_used[player]


@kernel
def observe(t: Table, s: Record, seat: int, out: Any) -> None:
    """Write a seat's observation into an array of zeros."""
    write_map(t, s, seat, out)
    write_projects(t, s, seat, out)
    write_loop(s, out)
    write_player(t, s, seat, 0, out)
    write_player(t, s, 1 - seat, 1, out)
    for tag in range(TOKENS):
        out[TOKEN_SUPPLY + tag] = s.token_supply[tag] / TOKEN_COUNTS[tag]
    out[MONEY + 2] = s.credit_supply / CREDITS
    out[MONEY + 3] = s.markers / CREDITS
    for cube in range(3):
        out[SUPPLY + cube] = s.supply[cube] / CUBE_COUNTS[cube]
    out[LEAD] = 1.0 if s.leader == seat else 0.0
    out[TO_MOVE] = 1.0 if s.player == seat else 0.0
    out[WHITE_SEAT] = 1.0 if seat == 0 else 0.0
    out[GENERATION] = min(1.0, s.generation / GENERATION_SCALE)
    if s.players == 1:
        out[SOLO] = 1.0
        out[SOLO + 1] = (SOLO_GENERATIONS - s.generation) / SOLO_GENERATIONS
    out[INTENSE] = s.intense
    out[INTENSE + 1] = s.attached_heat
    out[INTENSE + 2] = s.attached_water
    out[MAP + s.map] = 1.0
    out[ORIENTED + s.oriented] = 1.0
    out[KIND + s.kind] = 1.0
    if s.kind > Kind.ACTION or s.kind == Kind.FIRST_CITY:
        write_set(out, CHOICE, s.choices)
    if s.kind == Kind.CITY_HEX and s.moving != FROM_HAND:
        out[MOVING + s.moving] = 1.0
    if s.active != NOTHING_ACTIVE:
        out[ACTIVE + s.active] = 1.0
