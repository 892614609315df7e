"""Conditions: what the operations of `language/conditions.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.conditions import Conditions
from regolith.envs.terraforming_mars.machine.stack import begin
from regolith.envs.terraforming_mars.rooms import CARDS, NONE
from regolith.envs.terraforming_mars.rules.counting import amount, own_tags
from regolith.envs.terraforming_mars.rules.holding import can_hold
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.state import Frame

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def has_holder(t: Table, s: Record, player: int, kind: int) -> bool:
    """Whether an own card can hold such resources."""
    card = next_own_card(s, player, NONE)
    while card < CARDS and not (in_force(t, s, card, player) and can_hold(t, s, card, kind)):
        card = next_own_card(s, player, card)
    return card < CARDS


@kernel
def branch_taken(t: Table, s: Record, player: int, card: int, row: int) -> int:
    """Where a condition leads: the start of a branch, or NONE."""
    holds = s.players == 1
    if t.op[row] == Conditions.IF_TAGS:
        holds = own_tags(t, s, player, t.a[row], card) >= t.b[row]
    elif t.op[row] == Conditions.IF_HOLDER:
        holds = has_holder(t, s, player, t.a[row])
    elif t.op[row] == Conditions.IF_COUNT:
        holds = amount(t, s, row, player, card) >= t.a[row]
    branch = 0 if holds else 1
    return t.branch_start[t.branch[row] + branch] if branch < t.branches[row] else NONE


@kernel
def possible(t: Table, s: Record, player: int, row: int) -> bool:
    return t.op[row] != Conditions.ONLY_IF_RATING_ROSE or s.rating_rose[player] != 0


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    if t.op[row] != Conditions.ONLY_IF_RATING_ROSE:
        taken = branch_taken(t, s, player, card, row)
        if taken != NONE:
            begin(s, taken, card, player)
