"""What a project can need, cost and bring at best in a generation of solitaire, for the lower bound (see `bounds`)."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.city_tags import SIGNS, lend
from regolith.envs.tinyforming_mars.words import (
    CUBE_COUNTS,
    NONE,
    PROGRAM,
    PROJECTS,
    ROW,
    STANDARDS,
    TAGS,
    TOKEN_COUNTS,
    TOKENS,
    Cube,
    Op,
    Reduction,
    Tag,
    Where,
)

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Table

CHOICES = ROW + STANDARDS
"""What can be activated in a generation: the row, and one of the standard projects."""
IMPOSSIBLE = 99
"""More tokens than there are."""
ABOUT = 4
"""What is looked up about a choice and a sign."""
ANY_SIGN = SIGNS
SECOND_HEAT_TAGS = 2


class Trait(IntEnum):
    """What is noted of a choice; the first three are cubes that it puts out without more being paid or asked."""

    HEAT = 0
    GREENERY = 1
    WATER = 2
    TOKENS = 3
    MAY_WATER = 4
    SECOND_HEAT = 5
    MOVES = 6
    WOODED = 7
    """It wants two greeneries on the map."""
    LONE = 8
    PER_WATER = 9
    PER_CITY = 10
    PLAIN_CREDITS = 11


TRAITS = len(Trait)


@kernel
def has_step(t: Table, project: int, op: int) -> int:
    """The argument of a step of a project plus 1; 0 if it has no such step."""
    for i in range(PROGRAM):
        if t.program[project, i, 0] == op:
            return t.program[project, i, 1] + 1
    return 0


@kernel
def cubes_of(t: Table, project: int, cube: int) -> int:
    """Cubes of a kind that a project puts out without more being paid or asked."""
    if cube == Cube.HEAT:
        return int(has_step(t, project, Op.GAIN_HEAT) + has_step(t, project, Op.PLACE_HEAT) > 0)
    op = Op.PLACE_WATER if cube == Cube.WATER else Op.PLACE_GREENERY
    return int(has_step(t, project, op) > 0)


@kernel
def tokens_of(t: Table, project: int) -> int:
    """Tokens that a project can bring."""
    on_water = has_step(t, project, Op.PLACE_WATER) > 0 or has_step(t, project, Op.MAY_PLACE_WATER) > 0
    on_water = on_water or has_step(t, project, Op.PLACE_GREENERY) == Where.WATER_HEX + 1
    return (
        int(on_water) + int(has_step(t, project, Op.TAKE_TOKEN) > 0) + int(has_step(t, project, Op.TOKEN_IF_BARREN) > 0)
    )


@kernel
def shortages(t: Table, project: int, tags: Any, sign: int, short: Any) -> int:
    """What tokens must stand in for, by tag; how many, or IMPOSSIBLE."""
    total = 0
    for tag in range(TAGS):
        missing = t.needs[project, tag] - tags[tag] - lend(sign, tag)
        short[tag] = missing if missing > 0 else 0
        if short[tag] > (TOKEN_COUNTS[tag] if tag < TOKENS else 0):
            return IMPOSSIBLE
        total += short[tag]
    return total


@kernel
def look_up(t: Table, row: Any, facing: Any, orientation: int, known: Any, projects: Any, about: Any) -> bool:
    """What may be activated with the row turned like this: `projects`, and by project and sign of the cities `about` them.

    About: tokens needed; steps off by tags; tokens that may be spent for more off; whether a second heat may be bought.
    False: the row lies otherwise already.
    """
    tags, short = np.zeros(TAGS, np.int64), np.zeros(TAGS, np.int64)
    for i in range(ROW):
        projects[i] = 4 * row[i, 0] + 2 * row[i, 1] + (orientation >> i & 1)
        if facing[i] != NONE and facing[i] != projects[i]:
            return False
        for tag in range(TAGS):
            tags[tag] += t.gives[projects[i], tag]
    for i in range(STANDARDS):
        projects[ROW + i] = PROJECTS + i
    for i in range(CHOICES):
        kind, tag, beyond = t.less[projects[i], 0], t.less[projects[i], 1], t.less[projects[i], 2]
        by_tag = kind == Reduction.TAGS_BEYOND or kind == Reduction.HEAT_NEED_BY_TAG
        for sign in range(SIGNS):
            if not known[sign]:
                continue
            about[i, sign, 0] = shortages(t, projects[i], tags, sign, short)
            about[i, sign, 1] = 0
            about[i, sign, 2] = 0
            about[i, sign, 3] = int(tags[Tag.SPACE] + lend(sign, Tag.SPACE) >= SECOND_HEAT_TAGS)
            if by_tag and about[i, sign, 0] < IMPOSSIBLE:
                off = tags[tag] + lend(sign, tag) + short[tag] - beyond
                about[i, sign, 1] = off if off > 0 else 0
                about[i, sign, 2] = TOKEN_COUNTS[tag] - short[tag] if tag < TOKENS else 0
    return True


@kernel
def best_of_all(known: Any, about: Any) -> None:
    """ANY_SIGN: what the best cities of all lend each project."""
    for i in range(CHOICES):
        about[i, ANY_SIGN, 0] = IMPOSSIBLE
        for k in range(1, ABOUT):
            about[i, ANY_SIGN, k] = 0
        for sign in range(SIGNS):
            if known[sign]:
                about[i, ANY_SIGN, 0] = min(about[i, ANY_SIGN, 0], about[i, sign, 0])
                for k in range(1, ABOUT):
                    about[i, ANY_SIGN, k] = max(about[i, ANY_SIGN, k], about[i, sign, k])


@kernel
def printed_tags(t: Table, projects: Any, wanted: int) -> int:
    """Tags of these kinds on the projects of the row."""
    found = 0
    for i in range(ROW):
        for tag in range(TAGS):
            if wanted >> tag & 1:
                found += t.gives[projects[i], tag]
    return found


@kernel
def note_traits(t: Table, projects: Any, traits: Any) -> None:
    """What the hot loop asks about each choice; steps as `has_step` tells them."""
    for i in range(CHOICES):
        project, of = projects[i], traits[i]
        for cube in range(len(CUBE_COUNTS)):
            of[cube] = cubes_of(t, project, cube)
        of[Trait.TOKENS] = tokens_of(t, project)
        of[Trait.MAY_WATER] = has_step(t, project, Op.MAY_PLACE_WATER)
        of[Trait.SECOND_HEAT] = has_step(t, project, Op.MAY_BUY_SECOND_HEAT)
        of[Trait.MOVES] = int(has_step(t, project, Op.PLACE_CITY) > 0)
        of[Trait.WOODED] = int(has_step(t, project, Op.PLACE_GREENERY) == Where.LAND_NEXT_TO_TWO_GREENERY + 1)
        of[Trait.LONE] = has_step(t, project, Op.CREDITS_IF_LONE_WATER)
        of[Trait.PER_WATER] = max(0, has_step(t, project, Op.CREDITS_PER_WATER_TOUCHED) - 1)
        of[Trait.PER_CITY] = max(0, has_step(t, project, Op.CREDITS_PER_CITY) - 1)
        of[Trait.PLAIN_CREDITS] = max(0, has_step(t, project, Op.GAIN_CREDITS) - 1)
        per_tag = has_step(t, project, Op.CREDITS_PER_TAG)
        if per_tag:
            of[Trait.PLAIN_CREDITS] += printed_tags(t, projects, per_tag - 1)


@kernel
def credits_of(of: Any, waters: int, cities: int, touching: Any) -> int:
    """The most credits that a choice can bring, with so many other waters and so many cities on the map."""
    most = of[Trait.PLAIN_CREDITS] + of[Trait.PER_CITY] * cities
    if of[Trait.WATER] or of[Trait.MAY_WATER]:
        most += max(min(waters, touching[0]), of[Trait.LONE] - 1)
    if of[Trait.PER_WATER]:
        most += of[Trait.PER_WATER] * min(waters, touching[1])
    return most


@kernel
def price(t: Table, project: int, off: int, heat: int, greenery: int, water: int, center: int) -> int:
    """The least that a project can cost, with so much of the rest out; `off`: credits off by tags."""
    kind, beyond = t.less[project, 0], t.less[project, 2]
    if kind == Reduction.NONE or kind == Reduction.HEAT_NEED_BY_TAG:
        return t.cost[project]
    if kind == Reduction.VACANT_NEXT_TO_OWN_CITIES:
        return 1
    if kind == Reduction.PER_TWO_OWN_HEAT:
        off = heat // 2
    elif kind == Reduction.GREENERY_NEXT_TO_OWN_CITIES:
        off = greenery
    elif kind == Reduction.WATER_BEYOND:
        off = water - beyond if water > beyond else 0
    elif kind == Reduction.CITIES_IN_CENTER_ROW:
        off = center
    return max(1, t.cost[project] - off)
