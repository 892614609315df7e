"""How soon a solitaire can be won at best: a lower bound, from easier rules under which every deal can be searched through.

The decks are known. A generation is one step: which project of each card faces the player, which of them and which standard project he
activates. Between generations only this is kept: cubes out of each supply, the bonus tags under the cities, tokens held, and for these
the most credits one can have. What is easier than in the rules, so that whatever wins under the rules wins here no later:

- where cubes lie does not matter: every site is free, waters touch one another and the cities as well as the map allows at all,
  and tokens are gained wherever they can be;
- the order within a generation does not matter: what a project needs and what makes it cheaper is looked up with all else that is done
  in the generation, credits gained may be spent before they are there, and moved cities lend their tags before and after
  (to what moves them only before, if there is but one such move);
- nothing is compulsory, and no greenery goes back;
- tokens are not told apart when they are kept (but nobody spends more of a kind on a project than there are).

More of anything that is kept is never worse here, so of two ways that differ in one thing only the better one is followed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.tinyforming_mars.city_tags import SIGNS, cities_of, may_become, profiles, sign_of
from regolith.envs.tinyforming_mars.hexes import count
from regolith.envs.tinyforming_mars.prospects import (
    ABOUT,
    ANY_SIGN,
    CHOICES,
    IMPOSSIBLE,
    TRAITS,
    Trait,
    best_of_all,
    credits_of,
    look_up,
    note_traits,
    price,
)
from regolith.envs.tinyforming_mars.scoring import empty_supplies
from regolith.envs.tinyforming_mars.words import (
    BLACK,
    CARDS,
    CUBE_COUNTS,
    NONE,
    ROW,
    SOLO_CREDITS,
    SOLO_GENERATIONS,
    STANDARDS,
    TOKEN_COUNTS,
    TOKENS,
    WHITE,
    Cube,
    Kind,
    Reduction,
)

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

NEVER = SOLO_GENERATIONS + 1
"""The bound of a position that cannot be won."""
HEATS, GREENERIES, WATERS = CUBE_COUNTS
MOST_TOKENS = sum(TOKEN_COUNTS)
ORIENTATIONS = 1 << ROW
CLOSED, MARKERS, CENTER = 0, 1, 2
"""What is told of this generation: choices that were made already, credits that lie on projects; and dummy's cities in the center row."""
MOST_POSITIONS = SIGNS * (HEATS + 1) * (GREENERIES + 1) * (WATERS + 1) * (MOST_TOKENS + 1)
TWO_GREENERIES = 2
HEAT_FOR_WATER, GREENERIES_FOR_HEAT = 8, 4
"""Intense variant: the attached water is not out before so much heat is, nor the attached heat before so many greeneries."""


class Year(NamedTuple):
    """A generation, and what it is lived with."""

    known: Any
    income: Any
    touching: Any
    """Of the deal: see `city_tags.profiles`."""
    row: Any
    """Card and face, three times."""
    this: Any
    projects: Any
    about: Any
    traits: Any
    """Of the row as it is turned: see `look_up` and `note_traits`."""
    chosen: Any
    """Which of the projects are activated."""
    reached: Any
    """By sign of the cities, heat, greenery and water out, and tokens: 1 + the most credits, 0 where nothing leads."""
    positions: Any
    """The same as a list of what a generation begins with: heat, greenery, water, tokens, credits, sign."""


@kernel
def lay_out(deck: Any, row: Any, size: int) -> int:
    """The next row: `deck` and `row` hold cards and faces (for the deck: what lies up). How many cards are left in the deck."""
    for i in range(ROW):
        row[i, 0], row[i, 1] = deck[i, 0], 1 - deck[i, 1]
    for i in range(size - ROW):
        deck[i, 0], deck[i, 1] = deck[i + ROW, 0], deck[i + ROW, 1]
    return size - ROW


@kernel
def put_back(deck: Any, row: Any, size: int) -> int:
    """The row goes under the deck, as it lies."""
    for i in range(ROW):
        deck[size + i, 0], deck[size + i, 1] = row[i, 0], row[i, 1]
    return size + ROW


@kernel
def keep(reached: Any, sign: int, heat: int, greenery: int, water: int, tokens: int, credits: int) -> None:
    """A position at the end of a generation, if it has more credits than the one known."""
    if reached[sign, heat, greenery, water, tokens] < credits + 1:
        reached[sign, heat, greenery, water, tokens] = credits + 1


@kernel
def thin_out(reached: Any, known: Any, best: Any, positions: Any) -> int:
    """List the positions beside which there is no other with as much of everything, and more of something; forget all. How many."""
    number = 0
    for sign in range(SIGNS):
        if not known[sign]:
            continue
        for h in range(HEATS, -1, -1):
            for g in range(GREENERIES, -1, -1):
                for w in range(WATERS, -1, -1):
                    for k in range(MOST_TOKENS, -1, -1):
                        above = 0
                        if h < HEATS:
                            above = best[h + 1, g, w, k]
                        if g < GREENERIES:
                            above = max(above, best[h, g + 1, w, k])
                        if w < WATERS:
                            above = max(above, best[h, g, w + 1, k])
                        if k < MOST_TOKENS:
                            above = max(above, best[h, g, w, k + 1])
                        own = int(reached[sign, h, g, w, k])
                        reached[sign, h, g, w, k] = 0
                        best[h, g, w, k] = max(above, own)
                        if own > above:
                            position = positions[number]
                            position[0], position[1], position[2], position[3] = h, g, w, k
                            position[4], position[5] = own - 1, sign
                            number += 1
    return number


@kernel
def carry_out(t: Table, s: Record, year: Year, number: int, second: int, position: Any, new: int, lenders: Any) -> None:
    """Keep what the chosen activations lead to from a position, if they are possible. `second`: a second heat is bought."""
    heat, greenery, water, tokens, balance = position[0] + second, position[1], position[2], position[3], position[4]
    one, about = lenders[0], year.about
    for j in range(number):
        of = year.traits[year.chosen[j]]
        heat += of[Trait.HEAT]
        greenery += of[Trait.GREENERY]
        water += of[Trait.WATER]
        tokens += of[Trait.TOKENS]
    if s.intense and position[1] < GREENERIES_FOR_HEAT <= greenery:
        heat += 1
    if s.intense and position[0] < HEAT_FOR_WATER <= heat:
        water += 1
        tokens += 1
        balance += min(water, year.touching[0])
    for j in range(number):
        asked = year.traits[year.chosen[j], Trait.MAY_WATER]
        water += int(asked > 0 and heat >= asked - 1)
    discount, row_used, cities = 0, 0, cities_of(new)
    for j in range(number):
        i = year.chosen[j]
        project, of = year.projects[i], year.traits[i]
        h, g = heat - of[Trait.HEAT], greenery - of[Trait.GREENERY]
        w = water - int(of[Trait.WATER] + of[Trait.MAY_WATER] > 0)
        other = one if of[Trait.MOVES] else lenders[1]
        off, more = max(about[i, one, 1], about[i, other, 1]), max(about[i, one, 2], about[i, other, 2])
        tokens -= min(about[i, one, 0], about[i, other, 0])
        wanted, kind = t.heat[project], t.less[project, 0]
        if kind == Reduction.HEAT_NEED_BY_TAG and wanted > h + 2 * off:
            extra = (wanted - h - 2 * off + 1) // 2
            if extra > more:
                return
            tokens -= extra
        elif kind == Reduction.TAGS_BEYOND:
            discount += more
        if tokens < 0 or t.water[project] > w or (kind != Reduction.HEAT_NEED_BY_TAG and wanted > h):
            return
        if of[Trait.WOODED] and g < TWO_GREENERIES:
            return
        if of[Trait.SECOND_HEAT] and second:
            if max(about[i, one, 3], about[i, other, 3]) == 0:
                return
            balance -= of[Trait.SECOND_HEAT] - 1
        balance -= price(t, project, off, h, g, w, year.this[CENTER] + cities)
        balance += credits_of(of, w, count(s.cities[BLACK]) + cities, year.touching)
        row_used += int(i < ROW)
    heat, greenery, water = min(heat, HEATS), min(greenery, GREENERIES), min(water, WATERS)
    for spent in range(min(discount, tokens) + 1):
        left = min(balance + spent, SOLO_CREDITS - year.this[MARKERS] - row_used)
        if left >= 0:
            held = min(SOLO_CREDITS, left + year.income[new, water])
            keep(year.reached, new, heat, greenery, water, min(tokens - spent, MOST_TOKENS), held)


@kernel
def choose(year: Year, some: int) -> tuple[int, int, int]:
    """Write down what is activated in choice `some`: how many, -1 if one is closed; cities founded or moved; second heats on offer."""
    number, moves, seconds = 0, 0, 0
    for i in range(CHOICES):
        taken = some % ORIENTATIONS >> i & 1 if i < ROW else int(some // ORIENTATIONS == i - ROW + 1)
        if not taken:
            continue
        if year.this[CLOSED] >> i & 1:
            return -1, 0, 0
        year.chosen[number] = i
        number += 1
        moves += year.traits[i, Trait.MOVES]
        seconds += int(year.traits[i, Trait.SECOND_HEAT] > 0)
    return number, moves, seconds


@kernel
def lendable(year: Year, number: int, one: int, new: int) -> bool:
    """Can the tags that are needed be had, with the cities of two signs? What founds or moves a city has those before it only."""
    for j in range(number):
        i = year.chosen[j]
        other = one if year.traits[i, Trait.MOVES] else new
        if min(year.about[i, one, 0], year.about[i, other, 0]) >= IMPOSSIBLE:
            return False
    return True


@kernel
def live_through(t: Table, s: Record, year: Year, facing: Any, number_before: int) -> None:
    """All that a generation can lead to from all positions before it."""
    lenders = np.zeros(2, np.int64)
    fits = np.zeros(SIGNS, np.int8)
    for orientation in range(ORIENTATIONS):
        if not look_up(t, year.row, facing, orientation, year.known, year.projects, year.about):
            continue
        best_of_all(year.known, year.about)
        note_traits(t, year.projects, year.traits)
        for some in range(ORIENTATIONS * (STANDARDS + 1)):
            number, moves, seconds = choose(year, some)
            if number < 0 or not lendable(year, number, ANY_SIGN, ANY_SIGN):
                continue
            for sign in range(SIGNS):
                fits[sign] = int(year.known[sign] != 0 and lendable(year, number, sign, sign))
            for p in range(number_before):
                old = int(year.positions[p, 5])
                for new in range(old if moves == 0 else 0, old + 1 if moves == 0 else SIGNS):
                    if moves == 0:
                        if not fits[old]:
                            continue
                    elif not year.known[new] or not may_become(old, new, moves):
                        continue
                    lenders[0], lenders[1] = (ANY_SIGN, ANY_SIGN) if moves > 1 else (old, new)
                    if moves == 1 and not lendable(year, number, old, new):
                        continue
                    for second in range(seconds + 1):
                        carry_out(t, s, year, number, second, year.positions[p], new, lenders)


@kernel
def begin_with(t: Table, s: Record, year: Year) -> None:
    """The position at hand as one of these, and what of its generation is decided.

    A project that is under way counts as not begun, with all the credits and tokens that one can have: what comes of it is no less.
    """
    heat, greenery, water = (
        HEATS - s.supply[Cube.HEAT],
        GREENERIES - s.supply[Cube.GREENERY],
        WATERS - s.supply[Cube.WATER],
    )
    tokens, credits, closed = 0, SOLO_CREDITS, 0
    if s.attached_water and heat >= HEAT_FOR_WATER:
        water = min(water + 1, WATERS)
    if s.kind > Kind.ACTION:
        tokens = MOST_TOKENS
    else:
        credits = int(s.credits[WHITE])
        for tag in range(TOKENS):
            tokens += s.tokens[WHITE, tag]
        for i in range(ROW):
            closed |= int(s.used[WHITE, i]) << i
        if s.standard_used[WHITE]:
            closed |= ((1 << STANDARDS) - 1) << ROW
    for sign in range(SIGNS):
        if year.known[sign] and (
            sign == sign_of(t, s, s.cities[WHITE]) or (s.cities[WHITE] == 0 and cities_of(sign) == 1)
        ):
            keep(year.reached, sign, heat, greenery, water, tokens, credits)
    year.this[CLOSED] = closed
    year.this[MARKERS] = s.markers if s.kind == Kind.ACTION else 0


@kernel
def all_out(year: Year) -> bool:
    """Is there a way to all cubes out?"""
    for sign in range(SIGNS):
        for k in range(MOST_TOKENS + 1):
            if year.reached[sign, HEATS, GREENERIES, WATERS, k]:
                return True
    return False


@kernel
def bound(t: Table, s: Record) -> int:
    """The generation before which a solitaire cannot be won from here, with all decks known; NEVER if it cannot be won at all."""
    if s.over != Over.RUNNING:
        return s.generation if empty_supplies(s) == 3 else NEVER
    year = Year(
        known=np.zeros(SIGNS, np.int8),
        income=np.zeros((SIGNS, WATERS + 1), np.int64),
        touching=np.zeros(2, np.int64),
        row=np.zeros((ROW, 2), np.int64),
        this=np.zeros(3, np.int64),
        projects=np.zeros(CHOICES, np.int64),
        about=np.zeros((CHOICES, SIGNS + 1, ABOUT), np.int64),
        traits=np.zeros((CHOICES, TRAITS), np.int64),
        chosen=np.zeros(ROW + 1, np.int64),
        reached=np.zeros((SIGNS, HEATS + 1, GREENERIES + 1, WATERS + 1, MOST_TOKENS + 1), np.int8),
        positions=np.zeros((MOST_POSITIONS, 6), np.int64),
    )
    best = np.zeros((HEATS + 1, GREENERIES + 1, WATERS + 1, MOST_TOKENS + 1), np.int64)
    profiles(t, s, year.known, year.income, year.touching)
    year.this[CENTER] = count(s.cities[BLACK] & t.center_row)
    deck, facing, size = np.zeros((CARDS, 2), np.int64), np.zeros(ROW, np.int64), int(s.deck_size)
    for i in range(size):
        deck[i, 0], deck[i, 1] = s.deck_card[i], s.deck_up[i]
    for i in range(ROW):
        year.row[i, 0], year.row[i, 1] = s.row_card[i], s.row_face[i]
        facing[i] = s.facing[WHITE, i]
    begin_with(t, s, year)
    for generation in range(s.generation, SOLO_GENERATIONS + 1):
        number = thin_out(year.reached, year.known, best, year.positions)
        live_through(t, s, year, facing, number)
        if all_out(year):
            return generation
        size = put_back(deck, year.row, size)
        size = lay_out(deck, year.row, size)
        for i in range(ROW):
            facing[i] = NONE
        year.this[CLOSED] = 0
        year.this[MARKERS] = 0
    return NEVER
