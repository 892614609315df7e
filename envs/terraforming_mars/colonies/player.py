"""What colonies and trade fleets are worth to the greedy player: all that will come of them and is not in stock yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies.rules import TILES, fleets_at_home, own_colonies_on
from regolith.envs.terraforming_mars.colonies.words import OTHER_FEE, ColonyLies
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rooms import NOBODY, RESOURCES
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.player.prices import Prices
    from regolith.envs.terraforming_mars.record_types import Record, Table

TRADE_WORTH = 12.0
"""What a trade brings, in MC, fee not counted: nearly always less. What it brought lies in stock, and cannot be told apart any more."""


@kernel
def bonus_worth(t: Table, tile: int, price: Prices) -> float:
    """The bonus of one colony at one trade."""
    value = t.colony_bonus_cards[tile] * price.card_drawn
    for resource in range(RESOURCES):
        value += t.colony_bonus_stock[tile, resource] * price.stock[resource]
    return value


@kernel
def trades_a_generation(s: Record) -> float:
    """How often a tile will be traded with in a generation, if all fleets trade and no tile is better than another."""
    fleets, tiles = 0, 0
    for player in range(s.players):
        fleets += int(s.fleets[player])
    for tile in range(TILES):
        tiles += int(s.colony_lies[tile] == ColonyLies.AWAKE)
    return min(1.0, fleets / max(1, tiles))


@kernel
def energy_for_trades(s: Record, player: int) -> int:
    """The energy production that would pay for all trades."""
    return OTHER_FEE * s.fleets[player]


@kernel
def more_for_energy(t: Table, s: Record, player: int) -> float:
    """How much more the next step of energy production is worth in a generation than elsewhere, in MC."""
    if s.production[player, Resource.ENERGY] >= energy_for_trades(s, player):
        return 0.0
    return t.weight[Weight.TRADE_ENERGY]


@kernel
def worth(t: Table, s: Record, player: int, price: Prices) -> float:
    """Bonuses of colonies to come, trades of the fleets, and energy to pay for them."""
    w = t.weight
    rate = w[Weight.COLONY_TRADES] * trades_a_generation(s)
    value = 0.0
    for tile in range(TILES):
        own = own_colonies_on(s, tile, player)
        if own > 0 and s.colony_lies[tile] == ColonyLies.AWAKE:
            times = price.uses + int(s.colony_visitor[tile] == NOBODY)
            value += own * rate * times * bonus_worth(t, tile, price)
    made = s.fleets[player] - fleets_at_home(s, player)
    value += (w[Weight.TRADE] - 1.0) * TRADE_WORTH * price.mc * made
    value += w[Weight.FLEET] * price.mc * price.uses * s.fleets[player]
    paid = min(s.production[player, Resource.ENERGY], energy_for_trades(s, player))
    return value + w[Weight.TRADE_ENERGY] * price.mc * price.uses * paid
