"""What one player does to another: who may be chosen, who can block, and what happens."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.language.steps import Op
from regolith.envs.terraforming_mars.machine.stack import DECLINED, next_step
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.supply import change_production, gain, lowest_production, rule_of
from regolith.envs.terraforming_mars.state import MOST_NEIGHBOURS, NONE, Frame, Mode
from regolith.envs.terraforming_mars.words import Tag, Victim


@kernel
def may_take_from(t: Any, s: Any, player: int, other: int, resource: int, victim: int) -> bool:
    """Whether an effect may take a resource out of that player's stock."""
    if s.stock[other, resource] <= 0:
        return False
    if other == player:
        return victim == Victim.ANYBODY
    if rule_of(t, s, other, Rule.SHIELD, resource) > 0:
        return False
    if victim == Victim.OPPONENT_WITH_VENUS_TAG:
        return s.tags[other, Tag.VENUS] > 0
    if victim == Victim.OPPONENT_BESIDE_THE_OCEAN:
        if s.last_space == NONE:
            return False
        for i in range(MOST_NEIGHBOURS):
            space = t.neighbours[s.last_space, i]
            if space != NONE and s.tile[space] != NONE and s.tile_owner[space] == other:
                return True
        return False
    return True


@kernel
def someone_to_take_from(t: Any, s: Any, player: int, resource: int, victim: int) -> bool:
    for other in range(s.players):  # noqa: SIM110
        if may_take_from(t, s, player, other, resource, victim):
            return True
    return False


@kernel
def may_lower(s: Any, other: int, resource: int, n: int) -> bool:
    """Whether that player has so many steps of production to lose."""
    return s.production[other, resource] - n >= lowest_production(resource)


@kernel
def someone_to_lower(s: Any, resource: int, n: int) -> bool:
    """Whether anybody has so many steps of production to lose; alone one lowers nobody's."""
    for other in range(s.players):
        if may_lower(s, other, resource, n):
            return True
    return s.players == 1


@kernel
def can_block(s: Any, player: int, other: int) -> bool:
    """Whether the target of an attack may spend corruption to stop it."""
    return s.blocking != 0 and other != player and s.corruption[other] > 0


@kernel
def settle_attack(t: Any, s: Any, f: int, op: int, target: int) -> None:
    """An attack that was not blocked. The target is a player or a card."""
    row, card, player = s.stack[f, Frame.ROW], s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    n = amount(t, s, row, player, card)
    if op == Op.DECREASE_ANY_PRODUCTION:
        change_production(t, s, target, t.a[row], -n)
    elif op == Op.REMOVE_RESOURCE or op == Op.MAY_REMOVE_RESOURCE:
        s.resources[target] -= min(n, s.resources[target])
    else:
        n = min(n, s.stock[target, t.a[row]])
        gain(s, target, t.a[row], -n)
        if op == Op.STEAL:
            gain(s, player, t.a[row], n)
    next_step(s, f)


@kernel
def attack(t: Any, s: Any, f: int, op: int, chosen: int) -> None:
    """A target was chosen, or the target has said whether it blocks."""
    player = s.stack[f, Frame.PLAYER]
    if s.stack[f, Frame.MODE] == Mode.BLOCKABLE:
        target = s.stack[f, Frame.Y]
        if chosen == DECLINED:
            settle_attack(t, s, f, op, target)
            return
        on_card = op == Op.REMOVE_RESOURCE or op == Op.MAY_REMOVE_RESOURCE
        s.corruption[s.owner[target] if on_card else target] -= 1
        next_step(s, f)
        if op == Op.REMOVE_RESOURCE:
            # What was to follow the removal does not happen.
            s.depth = f
        return
    if chosen == DECLINED:
        next_step(s, f)
        return
    victim = s.owner[chosen] if op == Op.REMOVE_RESOURCE or op == Op.MAY_REMOVE_RESOURCE else chosen
    if can_block(s, player, victim):
        s.stack[f, Frame.Y] = chosen
        s.stack[f, Frame.MODE] = Mode.BLOCKABLE
    else:
        settle_attack(t, s, f, op, chosen)
