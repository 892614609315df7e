"""What corruption and tokens are worth to the greedy player: all that will come of them and is not in stock yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rooms import NONE, RESOURCES, TOKENS
from regolith.envs.terraforming_mars.rules.tracks import complete
from regolith.envs.terraforming_mars.underworld.corruption import bribed_points, penalties
from regolith.envs.terraforming_mars.underworld.words import OCEAN_COST, Token
from regolith.envs.terraforming_mars.words import Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.player.prices import ByResource, Prices
    from regolith.envs.terraforming_mars.record_types import Record, Table

FIRST_REQUIREMENT = int(Token.OCEAN_REQUIREMENT_3)
"""Temporary tokens before it wait for the temperature."""


@kernel
def worth(t: Table, s: Record, player: int, price: Prices) -> float:
    """Corruption to bribe with, corruption for other uses, and the temporary token in force."""
    w = t.weight
    bribes = bribed_points(t, s, player)
    value = w[Weight.BRIBE] * price.point * bribes
    value += price.underground.corruption * (s.corruption[player] - bribes)
    token = s.active_token[player]
    if token != NONE and (token >= FIRST_REQUIREMENT or not complete(t, s, Track.TEMPERATURE)):
        value += w[Weight.TOKEN_IN_FORCE] * t.token_in_force_mc[token] * price.mc
    return value


@kernel
def spare_corruption(t: Table, s: Record, player: int) -> float:
    """Corruption that is not needed for the penalties of cards in play."""
    corruption = int(s.corruption[player])
    return float(max(0, corruption - penalties(t, s, player))) if corruption > 0 else 0.0


@kernel
def mean_token(
    t: Table, s: Record, stock: ByResource, produced: ByResource, rating: float, ocean: float, card: float
) -> float:
    """What a token of the pile brings on average, at such prices; while it is in force, if it is a temporary one."""
    if s.pile_size <= 0:
        return 0.0
    w, mc = t.weight, stock.mc
    total = 0.0
    for kind in range(TOKENS):
        if s.pile[kind] == 0:
            continue
        value = t.token_rating[kind] * rating + t.token_cards[kind] * card
        value += t.token_corruption[kind] * w[Weight.CORRUPTION] * mc
        value += w[Weight.TOKEN_IN_FORCE] * t.token_in_force_mc[kind] * mc
        if t.token_ocean[kind] > 0.0:
            value += max(0.0, ocean - OCEAN_COST * mc)
        for resource in range(RESOURCES):
            value += t.token_stock[kind, resource] * stock[resource]
            value += t.token_production[kind, resource] * produced[resource]
        total += s.pile[kind] * value
    return total / s.pile_size


@kernel
def longer(t: Table) -> float:
    """What is dug up makes the steps come sooner, and more worth having: who builds as long as ever does not build enough."""
    return float(t.weight[Weight.UNDERWORLD_LENGTH])


@kernel
def draws(t: Table, s: Record, after: Record) -> float:
    """How often an action that drew tokens is tried."""
    return float(t.weight[Weight.DRAWS]) if after.pile_size != s.pile_size else 1.0
