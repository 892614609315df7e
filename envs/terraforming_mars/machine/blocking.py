"""Stopping an attack: the victim may spend corruption, or a fighter of a card that says so, once the target and the amount are fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.machine.stack import offer_choice
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.state import Frame, Kind, Mode

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

WITH_CORRUPTION, WITH_A_FIGHTER = 0, 1


@kernel
def is_blockable(mode: int) -> bool:
    """Whether a victim is asked if he stops what an effect does to him."""
    return mode == Mode.BLOCKABLE or mode == Mode.BLOCKABLE_PRODUCTION


@kernel
def blocking_card(t: Table, s: Record, player: int) -> int:
    """A card of the player with fighters that block, or NONE."""
    for i in range(t.rule_first[Rule.BLOCK_WITH_FIGHTERS], t.rule_first[Rule.BLOCK_WITH_FIGHTERS + 1]):
        card = t.modifier_carrier[i]
        if in_force(t, s, card, player) and s.resources[card] > 0:
            return card
    return NONE


@kernel
def can_block(t: Table, s: Record, victim: int) -> bool:
    """Whether the victim, who may be the attacker himself, has anything to stop an attack with."""
    return s.blocking != 0 and (s.corruption[victim] > 0 or blocking_card(t, s, victim) != NONE)


@kernel
def victim_of(t: Table, s: Record, row: int, target: int) -> int:
    """Whom an attack on a target hits: a player, or the owner of a card."""
    return s.owner[target] if t.op_asks[t.op[row]] == Kind.CARD else target


@kernel
def begin_block(s: Record, f: int, target: int) -> None:
    """The target of this effect is fixed, and its victim is asked before anything is lost."""
    s.stack[f, Frame.Y] = target
    production_only = s.stack[f, Frame.MODE] == Mode.PRODUCTION_ONLY
    s.stack[f, Frame.MODE] = Mode.BLOCKABLE_PRODUCTION if production_only else Mode.BLOCKABLE


@kernel
def offer_blocks(t: Table, s: Record, f: int, row: int) -> None:
    """What the victim may stop the attack with."""
    victim = victim_of(t, s, row, s.stack[f, Frame.Y])
    if s.corruption[victim] > 0:
        offer_choice(s, WITH_CORRUPTION)
    if blocking_card(t, s, victim) != NONE:
        offer_choice(s, WITH_A_FIGHTER)


@kernel
def pay_block(t: Table, s: Record, victim: int, chosen: int) -> None:
    if chosen == WITH_CORRUPTION:
        s.corruption[victim] -= 1
    else:
        s.resources[blocking_card(t, s, victim)] -= 1
