"""Stocks and productions of the players, and what changed rules do to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Rule, Trigger
from regolith.envs.terraforming_mars.machine.stack import begin
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.in_force import copied_for, in_force
from regolith.envs.terraforming_mars.rules.triggers import fire, waited_for
from regolith.envs.terraforming_mars.state import LOWEST_PRODUCTION
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


GIFT = 1
"""Marks a step of rating that came by an effect that waited: no money is kept for it."""


@kernel
def gain(s: Record, player: int, resource: int, n: int) -> None:
    s.stock[player, resource] += n


@kernel
def lowest_production(resource: int) -> int:
    return LOWEST_PRODUCTION if resource == Resource.MC else 0


@kernel
def change_production(t: Table, s: Record, player: int, resource: int, n: int) -> None:
    """Raise or lower a production; it stops at its lowest value."""
    s.production[player, resource] = max(lowest_production(resource), s.production[player, resource] + n)
    if n > 0:
        fire(t, s, Trigger.OWN_PRODUCTION_STEP, player, NONE, resource, n)
        if resource == Resource.HEAT:
            for _ in range(n):
                fire(t, s, Trigger.OWN_HEAT_PRODUCTION_STEP, player, NONE, 0, 0)


@kernel
def may_lower(s: Record, other: int, resource: int, n: int) -> bool:
    """Whether that player has so many steps of production to lose."""
    return s.production[other, resource] - n >= lowest_production(resource)


@kernel
def someone_to_lower(s: Record, resource: int, n: int) -> bool:
    """Whether anybody has so many steps of production to lose; alone one lowers nobody's."""
    for other in range(s.players):
        if may_lower(s, other, resource, n):
            return True
    return s.players == 1


@kernel
def nobody_less_corrupt(s: Record, player: int) -> bool:
    for other in range(s.players):  # noqa: SIM110
        if s.corruption[other] < s.corruption[player]:
            return False
    return True


@kernel
def make_rating_steps(t: Table, s: Record, player: int, n: int) -> None:
    """So many steps of rating, and what waits for them."""
    s.rating[player] += n
    s.rating_rose[player] = 1
    trigger = Trigger.ANY_RATING_STEP_AT_LEAST_CORRUPTION
    if waited_for(t, s, trigger) and nobody_less_corrupt(s, player):
        for _ in range(n):
            fire(t, s, trigger, player, NONE, 0, 0)


@kernel
def rating_up(t: Table, s: Record, player: int, n: int) -> None:
    """Steps of rating. Where they have a fee, each is paid for when its turn comes, or is not made."""
    if s.rating_fee > 0:
        for _ in range(n):
            begin(s, t.rating_step_row, NONE, player)
    elif n > 0:
        make_rating_steps(t, s, player, n)


@kernel
def rule_of(t: Table, s: Record, player: int, rule: int, a: int) -> int:
    """How much what is in force for a player changes a rule, summed; `a` is its first operand (a rule without operand counts always)."""
    total = 0
    for i in range(t.rule_first[rule], t.rule_first[rule + 1]):
        if in_force(t, s, t.modifier_carrier[i], player):
            if t.modifier_a[i] == NONE or t.modifier_a[i] == a:
                total += t.modifier_n[i]
    return total if s.copied == 0 else total + copied_rule_of(t, s, player, rule, a)


@kernel
def copied_rule_of(t: Table, s: Record, player: int, rule: int, a: int) -> int:
    """The same of what a card says that has taken over the text of another."""
    total = 0
    for i in range(t.rule_first[rule], t.rule_first[rule + 1]):
        if copied_for(t, s, t.modifier_carrier[i], player) and (t.modifier_a[i] == NONE or t.modifier_a[i] == a):
            total += t.modifier_n[i]
    return total


@kernel
def pays_with_heat(t: Table, s: Record, player: int) -> bool:
    return rule_of(t, s, player, Rule.HEAT_AS_MC, NONE) > 0


@kernel
def money(t: Table, s: Record, player: int) -> int:
    """MC, and heat where it is as good."""
    heat = int(s.stock[player, Resource.HEAT]) if pays_with_heat(t, s, player) else 0
    return int(s.stock[player, Resource.MC]) + heat
