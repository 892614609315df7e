"""Steps of effects: plain data that lowers to rows of integers.

A step is an operation, an amount, its operands and, for a choice or a condition, nested steps. A step that does not fit the row of its
operation cannot be built, so a slip in a card is an error at import.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.operation import DECLARED, Operand, Operation, check_operands

Steps = tuple["Step", ...]


@dataclass(frozen=True)
class Step:
    """One step of an effect. `step["where"]` is the operand of that name."""

    op: IntEnum
    n: int | Count = 1
    operands: tuple[Operand, ...] = ()
    branches: tuple[Steps, ...] = ()

    def __post_init__(self) -> None:
        row = self.row
        check_operands(self.op, row.operands, self.operands)
        if isinstance(self.n, int) and (self.n == 0 or (self.n < 0 and not row.signed)):
            raise ValueError(f"{self.op!r} of {self.n}")
        if not row.counted and self.n != 1:
            raise ValueError(f"{self.op!r} has no amount")
        fewest, most = row.branches
        if not fewest <= len(self.branches) <= most or not all(self.branches):
            raise ValueError(f"{self.op!r} with branches {self.branches}")

    @property
    def row(self) -> Operation:
        """All that was declared of its operation."""
        return DECLARED[self.op]

    def __getitem__(self, name: str) -> Any:
        return self.operands[list(self.row.operands).index(name)]


def steps(given: Step | Iterable[Step | Steps]) -> Steps:
    """One step or several; words that stand for several steps may stand among them."""
    if isinstance(given, Step):
        return (given,)
    if not isinstance(given, Iterable):
        raise TypeError(f"no step: {given}")
    return tuple(step for part in given for step in steps(part))


def everything_in(given: Steps) -> Iterable[Step]:
    """The steps and all steps nested in them."""
    for step in given:
        yield step
        for branch in step.branches:
            yield from everything_in(branch)
