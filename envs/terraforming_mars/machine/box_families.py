"""The families of operations that boxes bring: one line for each box. Only kernels are imported here, no cards and no other data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies import machine as colonies
from regolith.envs.terraforming_mars.colonies.language import FIRST as COLONIES
from regolith.envs.terraforming_mars.turmoil import machine as turmoil
from regolith.envs.terraforming_mars.turmoil.language import FIRST as TURMOIL
from regolith.envs.terraforming_mars.underworld.language.corruption import FIRST as CORRUPTION
from regolith.envs.terraforming_mars.underworld.language.schemes import FIRST as SCHEMES
from regolith.envs.terraforming_mars.underworld.language.underground import FIRST as UNDERGROUND
from regolith.envs.terraforming_mars.underworld.machine import corruption, schemes, underground
from regolith.envs.terraforming_mars.venus import machine as venus

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, cause: int, choosing: bool) -> bool:
    """Whether a step that a box brings can be done."""
    if t.op[row] < COLONIES:
        return True
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
def foresee_rating(t: Table, s: Record, player: int, row: int) -> None:
    """Steps of rating that such a step will certainly bring."""
    if COLONIES <= t.op[row] < TURMOIL:
        colonies.foresee_rating(t, s, player, row)


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    """The choices of a step that a box brings."""
    if t.op[row] < COLONIES:
        venus.offer(t, s, row)
    elif t.op[row] < TURMOIL:
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
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """Such a step, with the choice made."""
    if t.op[row] < COLONIES:
        venus.settle(t, s, f, row, chosen)
    elif t.op[row] < TURMOIL:
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
def do(t: Table, s: Record, f: int, row: int) -> None:
    """Such a step that asks nothing."""
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
