"""The families of operations that boxes bring: one line for each box. Only kernels are imported here, no cards and no other data.

What the large boxes do is behind a door: it is compiled only where one of them is played.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.ports import NUMBER, Door
from regolith.envs.terraforming_mars.colonies import machine as colonies
from regolith.envs.terraforming_mars.colonies.language import FIRST as COLONIES
from regolith.envs.terraforming_mars.doors import DoorTo
from regolith.envs.terraforming_mars.hooks import large_box_in_game
from regolith.envs.terraforming_mars.rooms import END
from regolith.envs.terraforming_mars.turmoil import machine as turmoil
from regolith.envs.terraforming_mars.turmoil.language import FIRST as TURMOIL
from regolith.envs.terraforming_mars.underworld.language.corruption import FIRST as CORRUPTION
from regolith.envs.terraforming_mars.underworld.language.schemes import FIRST as SCHEMES
from regolith.envs.terraforming_mars.underworld.language.underground import FIRST as UNDERGROUND
from regolith.envs.terraforming_mars.underworld.machine import corruption, schemes, underground
from regolith.envs.terraforming_mars.venus import machine as venus

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


class Verb(IntEnum):
    """What is asked of an operation of a large box."""

    POSSIBLE = 0
    FORESEE_RATING = 1
    OFFER = 2
    SETTLE = 3
    DO = 4
    KEEP = 5


@kernel
def possible_in_box(t: Table, s: Record, player: int, card: int, row: int, choosing: bool) -> bool:
    if t.op[row] < TURMOIL:
        return colonies.possible(t, s, player, row)
    if t.op[row] < UNDERGROUND:
        return turmoil.possible(t, s, player, row)
    if t.op[row] < CORRUPTION:
        return underground.possible(t, s, player, card, row, choosing)
    if t.op[row] < SCHEMES:
        return corruption.possible(t, s, player, card, row, choosing)
    return schemes.possible(t, s, player, card, row, choosing)


@kernel
def offer_in_box(t: Table, s: Record, f: int, row: int) -> None:
    if t.op[row] < TURMOIL:
        colonies.offer(t, s, f, row)
    elif t.op[row] < UNDERGROUND:
        turmoil.offer(t, s, f, row)
    elif t.op[row] < CORRUPTION:
        underground.offer(t, s, f, row)
    elif t.op[row] < SCHEMES:
        corruption.offer(t, s, f, row)
    else:
        schemes.offer(t, s, f, row)


@kernel
def settle_in_box(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    if t.op[row] < TURMOIL:
        colonies.settle(t, s, f, row, chosen)
    elif t.op[row] < UNDERGROUND:
        turmoil.settle(t, s, f, row, chosen)
    elif t.op[row] < CORRUPTION:
        underground.settle(t, s, f, row, chosen)
    elif t.op[row] < SCHEMES:
        corruption.settle(t, s, f, row, chosen)
    else:
        schemes.settle(t, s, f, row, chosen)


@kernel
def do_in_box(t: Table, s: Record, f: int, row: int) -> None:
    if t.op[row] < TURMOIL:
        colonies.do(t, s, f, row)
    elif t.op[row] < UNDERGROUND:
        turmoil.do(t, s, f, row)
    elif t.op[row] < CORRUPTION:
        underground.do(t, s, f, row)
    elif t.op[row] < SCHEMES:
        corruption.do(t, s, f, row)
    else:
        schemes.do(t, s, f, row)


@kernel
def step_of_box(t: Table, s: Record, verb: int, whose: int, card: int, row: int, more: int) -> int:
    """What an operation of a large box answers or does. `whose` is a player, or the effect where a step is carried out; `more` what is
    chosen, or whether it is about a choice."""
    if verb == Verb.POSSIBLE:
        return int(possible_in_box(t, s, whose, card, row, more != 0))
    if verb == Verb.FORESEE_RATING:
        if t.op[row] < TURMOIL:
            colonies.foresee_rating(t, s, whose, row)
        elif underground.is_excavation(t.op[row]):
            underground.foresee(t, s, whose, card, row)
    elif verb == Verb.KEEP:
        return max(0, underground.least_cost(t, s, whose, card, row)) if underground.is_excavation(t.op[row]) else 0
    elif verb == Verb.OFFER:
        offer_in_box(t, s, whose, row)
    elif verb == Verb.SETTLE:
        settle_in_box(t, s, whose, row, more)
    else:
        do_in_box(t, s, whose, row)
    return 0


STEPS_OF_BOXES = Door(
    DoorTo.STEPS_OF_BOXES, step_of_box, (NUMBER, NUMBER, NUMBER, NUMBER, NUMBER), NUMBER, large_box_in_game
)
ask_box = STEPS_OF_BOXES.through()


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, cause: int, choosing: bool) -> bool:
    """Whether a step that a box brings can be done."""
    return t.op[row] < COLONIES or ask_box(t, s, Verb.POSSIBLE, player, card, row, int(choosing)) != 0


@kernel
def foresee_rating(t: Table, s: Record, player: int, card: int, row: int) -> None:
    """Steps of rating that such a step will certainly bring, and MC that it takes."""
    if t.op[row] >= COLONIES:
        ask_box(t, s, Verb.FORESEE_RATING, player, card, row, 0)


@kernel
def kept_for_step(t: Table, s: Record, player: int, card: int, row: int) -> int:
    """MC without which such a step could not be done, so that a payment before it must leave them."""
    return ask_box(t, s, Verb.KEEP, player, card, row, 0) if t.op[row] >= COLONIES else 0


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    """The choices of a step that a box brings."""
    if t.op[row] < COLONIES:
        venus.offer(t, s, row)
    else:
        ask_box(t, s, Verb.OFFER, f, 0, row, 0)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """Such a step with the choice made."""
    if t.op[row] < COLONIES:
        venus.settle(t, s, f, row, chosen)
    else:
        ask_box(t, s, Verb.SETTLE, f, 0, row, chosen)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    """Such a step that asks nothing."""
    ask_box(t, s, Verb.DO, f, 0, row, 0)


@kernel
def has_step_of_box(t: Table, start: int) -> bool:
    """Whether a program has a step that only a large box brings, its branches left out."""
    row = start
    while t.op[row] != END and t.op[row] < COLONIES:
        row += 1
    return t.op[row] != END


@kernel
def needs_large_box(t: Table, start: int) -> bool:
    """Whether a program, or a branch of it, has a step that only a large box brings."""
    row = start
    while t.op[row] != END:
        for i in range(t.branches[row]):
            if has_step_of_box(t, t.branch_start[t.branch[row] + i]):
                return True
        row += 1
    return has_step_of_box(t, start)
