"""What every player may do without a card, and the production phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.ahead import nothing_ahead, possible
from regolith.envs.terraforming_mars.machine.fees import fees_payable
from regolith.envs.terraforming_mars.machine.stack import begin, push
from regolith.envs.terraforming_mars.machine.stock import foresee_payment
from regolith.envs.terraforming_mars.rooms import CARDS, NONE, RESOURCES
from regolith.envs.terraforming_mars.rules.needed_boxes import boxes_there
from regolith.envs.terraforming_mars.rules.placement import can_place
from regolith.envs.terraforming_mars.rules.price import METAL_ALLOWED, affordable, heat_at_hand, standard_price
from regolith.envs.terraforming_mars.rules.supply import gain
from regolith.envs.terraforming_mars.state import Mode
from regolith.envs.terraforming_mars.words import Resource, StandardProject, Tile, Where

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

HEAT_FOR_TEMPERATURE = 8


@kernel
def paid_for_standard(t: Table, project: int) -> int:
    """What the payment is for: one that takes a metal, or NONE."""
    return METAL_ALLOWED - t.standard_metal[project] if t.standard_metal[project] != NONE else NONE


@kernel
def may_use_standard(t: Table, s: Record, player: int, project: int) -> bool:
    return may_use_standard_for(t, s, player, project, 0)


@kernel
def may_use_standard_for(t: Table, s: Record, player: int, project: int, discount: int) -> bool:
    """Whether a standard project is in this game and can be paid, for so much less, and carried out. A complete track forbids none."""
    if not s.box[t.standard_box[project]]:
        return False
    if t.standard_needs[project] and not boxes_there(s, t.standard_needs[project]):
        return False
    if t.standard_tr_solo[project] and not (s.players == 1 and s.solo_for_rating):
        return False
    if project == StandardProject.SELL_PATENTS:
        return s.hand[player] > 0
    nothing_ahead(s)
    cost, row = max(0, standard_price(t, s, player, project) - discount), t.standard_row[project]
    what = paid_for_standard(t, project)
    foresee_payment(t, s, player, what, cost)
    return (
        affordable(t, s, player, what, cost)
        and possible(t, s, player, NONE, row, NONE)
        and (s.rating_fee == 0 or fees_payable(t, s, player, NONE, row, what, cost))
    )


@kernel
def use_standard(t: Table, s: Record, player: int, project: int) -> None:
    use_standard_for(t, s, player, project, 0)


@kernel
def use_standard_for(t: Table, s: Record, player: int, project: int, discount: int) -> None:
    """Begin a standard project: pay so much less, then what waits for a payment, then do it."""
    if project == StandardProject.SELL_PATENTS:
        begin(s, t.sell_row, NONE, player)
        return
    cost = max(0, standard_price(t, s, player, project) - discount)
    s.standard_used[player] |= 1 << project
    begin(s, t.standard_row[project], NONE, player)
    push(s, t.standard_paid_row, NONE, player, project, 0, Mode.WHOLE)
    push(s, t.pay_row, NONE, player, cost, paid_for_standard(t, project), Mode.WHOLE)


@kernel
def may_convert_plants(t: Table, s: Record, player: int) -> bool:
    enough = s.stock[player, Resource.PLANTS] >= s.greenery_cost[player]
    if not enough or not can_place(t, s, player, Tile.GREENERY_TILE, Where.GREENERY_RULES):
        return False
    return s.rating_fee == 0 or fees_payable(t, s, player, NONE, t.convert_plants_row, NONE, 0)


@kernel
def may_convert_heat(t: Table, s: Record, player: int) -> bool:
    if heat_at_hand(t, s, player) < HEAT_FOR_TEMPERATURE:
        return False
    return s.rating_fee == 0 or fees_payable(t, s, player, NONE, t.convert_heat_row, NONE, 0)


@kernel
def produce(s: Record) -> None:
    """Energy becomes heat, everybody gets what he produces and MC for his rating; card actions are fresh again."""
    for player in range(s.players):
        gain(s, player, Resource.HEAT, s.stock[player, Resource.ENERGY])
        s.stock[player, Resource.ENERGY] = 0
        for resource in range(RESOURCES):
            gain(s, player, resource, s.production[player, resource])
        # A low rating may not make up for a negative production of MC; nobody owes anything.
        s.stock[player, Resource.MC] = max(0, s.stock[player, Resource.MC] + s.rating[player])
    for card in range(CARDS):
        s.used[card] = 0
