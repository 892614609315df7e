"""The families of operations that boxes bring: one line for each box. Only kernels are imported here, no cards and no other data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies import machine as colonies
from regolith.envs.terraforming_mars.colonies.language import FIRST as COLONIES
from regolith.envs.terraforming_mars.venus import machine as venus

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, cause: int, choosing: bool) -> bool:
    """Whether a step that a box brings can be done."""
    return t.op[row] < COLONIES or colonies.possible(t, s, player, row)


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    """The choices of a step that a box brings."""
    if t.op[row] < COLONIES:
        venus.offer(t, s, row)
    else:
        colonies.offer(t, s, f, row)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """Such a step, with the choice made."""
    if t.op[row] < COLONIES:
        venus.settle(t, s, f, row, chosen)
    else:
        colonies.settle(t, s, f, row, chosen)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    """Such a step that asks nothing."""
    colonies.do(t, s, f, row)
