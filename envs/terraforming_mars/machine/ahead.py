"""Looking ahead: whether an effect can be carried out, step by step, before it is begun.

Steps that give nothing any more (a complete track, no card for a resource) do not stop a card, but they are no branch to choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.ports import NUMBER, TRUTH, Door
from regolith.envs.terraforming_mars.doors import DoorTo
from regolith.envs.terraforming_mars.language.operation import Branching, Family
from regolith.envs.terraforming_mars.machine import attacks, box_families, conditions, held, mars, stock
from regolith.envs.terraforming_mars.rooms import END, NONE, RESOURCES

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def step_possible(t: Table, s: Record, player: int, card: int, row: int, cause: int, choosing: bool) -> bool:
    """Whether one step can be done after those before it, whose results are in the `ahead_` fields. `choosing`: also, is it worth it."""
    op = t.op[row]
    if op < Family.MARS:
        return stock.possible(t, s, player, card, row)
    if op < Family.HELD:
        return mars.possible(t, s, player, card, row, choosing)
    if op < Family.ATTACKS:
        return held.possible(t, s, player, card, row, cause, choosing)
    if op < Family.CONDITIONS:
        return attacks.possible(t, s, player, card, row, choosing)
    if op < Family.DRAWING:
        return conditions.possible(t, s, player, row)
    if op < Family.OF_BOXES:
        return True
    return box_families.possible(t, s, player, card, row, cause, choosing)


@kernel
def branch_possible(t: Table, s: Record, player: int, card: int, start: int, cause: int, choosing: bool) -> bool:
    """Whether all steps of a branch can be done."""
    row = start
    while t.op[row] != END:
        # A step that was paid for may be wasted on a complete track, a free one is not offered.
        worth_it = choosing and (row == start or not t.op_may_be_wasted[t.op[row]])
        if not step_possible(t, s, player, card, row, cause, worth_it):
            return False
        row += 1
    return True


@kernel
def nothing_ahead(s: Record) -> None:
    for resource in range(RESOURCES):
        s.ahead_stock[resource] = 0
        s.ahead_production[resource] = 0


@kernel
def all_possible(t: Table, s: Record, player: int, card: int, start: int, cause: int) -> bool:
    """Whether an effect can be carried out to its end; what a choice or condition would change is not counted further on."""
    row = start
    while t.op[row] != END:
        branching = t.op_branching[t.op[row]]
        if branching == Branching.CHOSEN:
            found = False
            for i in range(t.branches[row]):
                start_of = t.branch_start[t.branch[row] + i]
                found = found or branch_possible(t, s, player, card, start_of, cause, False)
            if not found:
                return False
        elif branching == Branching.CONDITION:
            taken = conditions.branch_taken(t, s, player, card, row)
            if taken != NONE and not branch_possible(t, s, player, card, taken, cause, False):
                return False
        elif not step_possible(t, s, player, card, row, cause, False):
            return False
        row += 1
    return True


LOOKING_AHEAD = Door(DoorTo.LOOKING_AHEAD, all_possible, (NUMBER, NUMBER, NUMBER, NUMBER), TRUTH)
possible = LOOKING_AHEAD.through()
