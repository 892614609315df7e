"""The families of operations that boxes bring: one line for each box. Only kernels are imported here, no cards and no other data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.venus import machine as venus

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    """The choices of a step that a box brings."""
    venus.offer(t, s, row)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """Such a step, with the choice made."""
    venus.settle(t, s, f, row, chosen)
