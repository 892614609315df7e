"""The course of the game: setup, whose turn it is, income, the end (rulebook: Setup, Generations, Income Phase)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import NOBODY, Over
from regolith.envs.tinyforming_mars.hexes import city_sites, count, vacant
from regolith.envs.tinyforming_mars.research import begin_research, flip_top, put_row_under, put_under, shuffle
from regolith.envs.tinyforming_mars.scoring import empty_supplies
from regolith.envs.tinyforming_mars.standing import recount
from regolith.envs.tinyforming_mars.supply import gain_credits
from regolith.envs.tinyforming_mars.words import (
    BLACK,
    CREDITS,
    CUBE_COUNTS,
    HEXES,
    MOST_CREDITS,
    NOTHING_ACTIVE,
    ROW,
    SOLO_CREDITS,
    SOLO_GENERATIONS,
    TOKEN_COUNTS,
    TOKENS,
    WHITE,
    Kind,
)

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table


@kernel
def dummy_hex(t: Table, s: Record, spaces: int, backwards: bool) -> int:
    """Count so many land hexes in reading order from the top left, or backwards from the bottom right."""
    for i in range(HEXES):
        h = HEXES - 1 - i if backwards else i
        if not t.water_hexes[s.map] >> h & 1:
            spaces -= 1
            if spaces == 0:
                return h
    return 0


@kernel
def place_dummy_cities(t: Table, s: Record) -> None:
    """Solitaire: the first card's lower cost counts out one black city, its higher cost the other; then it goes under."""
    card, face = flip_top(s)
    first, second = t.cost[4 * card + 2 * face], t.cost[4 * card + 2 * face + 1]
    s.cities[BLACK] = 1 << dummy_hex(t, s, min(first, second), False)
    s.cities[BLACK] |= 1 << dummy_hex(t, s, max(first, second), True)
    put_under(s, card, face)


@kernel
def prepare(s: Record) -> None:
    """All that lies ready before the cards are shuffled."""
    for i in range(3):
        s.supply[i] = CUBE_COUNTS[i]
    for i in range(TOKENS):
        s.token_supply[i] = TOKEN_COUNTS[i]
    s.attached_heat = s.intense
    s.attached_water = s.intense
    s.active = NOTHING_ACTIVE
    s.generation = 1
    s.leader = WHITE


@kernel
def begin(t: Table, s: Record) -> None:
    """From the shuffled deck to the first decision."""
    if s.players == 1:
        s.credits[WHITE] = SOLO_CREDITS
        s.passed[BLACK] = 1
        place_dummy_cities(t, s)
    else:
        s.credits[WHITE] = CREDITS // 2
        s.credits[BLACK] = CREDITS // 2
    begin_research(t, s)


@kernel
def setup(t: Table, s: Record) -> None:
    """Deal a game up to the first decision."""
    prepare(s)
    shuffle(s)
    begin(t, s)


@kernel
def ask_first_city(t: Table, s: Record, player: int) -> None:
    """Setup: Black's first city anywhere on land, then White's, not touching it."""
    s.player = player
    s.kind = Kind.FIRST_CITY
    s.choices = city_sites(t, s, s.cities[0] | s.cities[1])


@kernel
def ask_action(s: Record, player: int) -> None:
    s.player = player
    s.kind = Kind.ACTION
    s.active = NOTHING_ACTIVE


@kernel
def after_research(t: Table, s: Record) -> None:
    """Three cards lie: on to the first cities in generation 1, else to the actions."""
    if s.generation == 1:
        ask_first_city(t, s, BLACK if s.players == 2 else WHITE)
    else:
        ask_action(s, s.leader)


@kernel
def place_first_city(t: Table, s: Record, h: int) -> None:
    s.cities[s.player] |= 1 << h
    recount(t, s, s.player)
    if s.player == BLACK:
        ask_first_city(t, s, WHITE)
    else:
        ask_action(s, WHITE)


@kernel
def income(t: Table, s: Record, player: int) -> None:
    """1 credit per city and per water touching each city; then everything above 5 goes back."""
    due = 0
    for h in range(HEXES):
        if s.cities[player] >> h & 1:
            due += 1 + count(t.neighbours[h] & s.water)
    gain_credits(s, player, due)
    if s.credits[player] > MOST_CREDITS:
        s.credit_supply += s.credits[player] - MOST_CREDITS
        s.credits[player] = MOST_CREDITS


@kernel
def is_over(s: Record) -> int:
    """The end check after income. It looks at the supplies as they are now and does not latch (ruling R11)."""
    full = vacant(s) == 0
    if s.players == 1:
        done = empty_supplies(s) == 3 or full or s.generation == SOLO_GENERATIONS
        return Over.FINISHED if done else Over.RUNNING
    if empty_supplies(s) >= 2 or full:
        return Over.FINISHED
    return Over.TRUNCATED if s.generation >= s.max_generations else Over.RUNNING


@kernel
def end_generation(t: Table, s: Record) -> None:
    """All have passed: clear the projects, pay income, check for the end, begin the next generation."""
    s.credit_supply += s.markers
    s.markers = 0
    put_row_under(s)
    for player in range(2):
        s.standard_used[player] = 0
        s.passed[player] = 1 if player >= s.players else 0
        for i in range(ROW):
            s.used[player, i] = 0
    income(t, s, s.leader)
    if s.players == 2:
        income(t, s, 1 - s.leader)
    s.over = is_over(s)
    if s.over != Over.RUNNING:
        s.player = NOBODY
        s.active = NOTHING_ACTIVE
        return
    s.generation += 1
    if s.players == 2:
        s.leader = 1 - s.leader
    begin_research(t, s)


@kernel
def end_turn(t: Table, s: Record, player: int) -> None:
    """One action each in turn; after one has passed the other goes on alone."""
    other = 1 - player
    if not s.passed[other]:
        ask_action(s, other)
    elif not s.passed[player]:
        ask_action(s, player)
    else:
        end_generation(t, s)


@kernel
def round_of(t: Table, s: Record) -> int:
    """What the planner calls a round."""
    return s.generation
