"""The step that waits for a decision, read back from the tables into words that people can be told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, get_args

import numpy as np

from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.operation import DECLARED, Operand, Operation
from regolith.envs.terraforming_mars.language.steps import Step, Steps
from regolith.envs.terraforming_mars.language.tables import TABLE
from regolith.envs.terraforming_mars.rooms import END, NONE, TAGS
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.state import Frame, Kind, Mode
from regolith.envs.terraforming_mars.words import CardResource, Resource, Tag, Whose

T = TABLE[0]


@cache
def step_at(row: int) -> Step | None:
    """The step that a row of the tables was made from; None at the end of a program."""
    if T.op[row] == END:
        return None
    declared = DECLARED[int(T.op[row])]
    numbers = [int(column[row]) for column in (T.a, T.b, T.c, T.d)]
    operands = tuple(_operand(kind, number) for kind, number in zip(declared.operands.values(), numbers, strict=False))
    starts = T.branch_start[T.branch[row] : T.branch[row] + T.branches[row]]
    n = int(T.n[row]) if T.count[row] == NONE else _count(int(T.count[row]))
    return Step(declared.number, n, operands, tuple(program_at(int(start)) for start in starts))


def _operand(kind: Any, number: int) -> Operand:
    kinds = get_args(kind) or (kind,)
    if number == NONE and type(None) in kinds:
        return None
    read: type[IntEnum] | type[int] = kinds[0]
    return read(number)


def _count(i: int) -> Count:
    tags = tuple(Tag(tag) for tag in range(TAGS) if T.count_tags[i, tag])
    whose, what = Whose(T.count_whose[i]), Counted(T.count_what[i])
    kind = None if T.count_kind[i] == NONE else CardResource(T.count_kind[i])
    most = None if T.count_most[i] == NONE else int(T.count_most[i])
    resource = None if T.count_resource[i] == NONE else Resource(T.count_resource[i])
    each, every, base, influence = (
        int(column[i]) for column in (T.count_each, T.count_every, T.count_base, T.count_influence)
    )
    limit = None if T.count_limit[i] == NONE else int(T.count_limit[i])
    less_tokens = bool(T.count_less_tokens[i])
    return Count(what, tags, whose, each, every, kind, most, resource, base, influence, limit, less_tokens)


def program_at(row: int) -> Steps:
    found = []
    while (step := step_at(row)) is not None:
        found.append(step)
        row += 1
    return tuple(found)


@dataclass(frozen=True)
class Pending:
    """What the effect on top of the stack is at."""

    step: Step
    n: int
    """The amount of the step, counted now."""
    card: int
    player: int
    x: int
    y: int
    turn: int
    mode: Mode

    @property
    def row(self) -> Operation:
        return self.step.row


def pending(s: np.record) -> Pending | None:
    """The step that asks, or None when the player to move is free to choose an action or the game is over."""
    if s.kind in (Kind.NOTHING, Kind.ACTION):
        return None
    frame = [int(number) for number in s.stack[s.depth - 1]]
    row, card, player = frame[Frame.ROW], frame[Frame.CARD], frame[Frame.PLAYER]
    step = step_at(row)
    assert step is not None
    n = int(amount(T, s, row, player, card))
    return Pending(step, n, card, player, frame[Frame.X], frame[Frame.Y], frame[Frame.TURN], Mode(frame[Frame.MODE]))
