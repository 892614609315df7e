"""What one player does to another: who may be chosen, and who can block."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.lasting import Rule
from regolith.envs.terraforming_mars.placement import MOST_NEIGHBOURS
from regolith.envs.terraforming_mars.state import NONE
from regolith.envs.terraforming_mars.supply import lowest_production, rule_of
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
def can_block(s: Any, player: int, other: int) -> bool:
    """Whether the target of an attack may spend corruption to stop it."""
    return s.underworld != 0 and other != player and s.corruption[other] > 0
