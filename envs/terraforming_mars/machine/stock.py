"""Stocks and productions: what the operations of `language/stock.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.language.operation import Gives
from regolith.envs.terraforming_mars.language.stock import Stock
from regolith.envs.terraforming_mars.machine.stack import offer_amounts, offer_choice, push
from regolith.envs.terraforming_mars.rooms import CARDS, END, NONE, RESOURCES
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.price import (
    METAL_ALLOWED,
    affordable,
    heat_at_hand,
    heat_source,
    worth_from,
)
from regolith.envs.terraforming_mars.rules.scoring import space_of_card
from regolith.envs.terraforming_mars.rules.supply import (
    change_production,
    gain,
    lowest_production,
    money,
    someone_to_lower,
)
from regolith.envs.terraforming_mars.state import Frame, Kind, Mode
from regolith.envs.terraforming_mars.words import Resource, Tag

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def copyable(t: Table, s: Record, player: int, card: int, tag: int) -> bool:
    """Whether the production box of a card with that tag, or a wild one, can be carried out once more."""
    if not in_force(t, s, card, player):
        return False
    if t.tags[card, tag] == 0 and t.tags[card, Tag.WILD] == 0:
        return False
    row, found = t.on_play[card], False
    lost = 0
    while t.op[row] != END:
        op = t.op[row]
        if t.op_in_production_box[op]:
            found = True
            if t.op_gives[op] == Gives.PRODUCTION:
                n = amount(t, s, row, player, card)
                # No card lowers two productions, nor one that it raises itself, so each loss stands alone.
                if n < 0 and s.production[player, t.a[row]] + n < lowest_production(t.a[row]):
                    lost += 1
            elif t.op_asks[op] == Kind.PLAYER and t.b[row] > 0:
                lost += int(not someone_to_lower(s, t.a[row], t.n[row]))
        row += 1
    return found and lost == 0


@kernel
def foresee_production(t: Table, s: Record, player: int, resource: int, n: int) -> None:
    """Resources that a production which goes up will bring its player at once through other cards."""
    trigger = Trigger.OWN_PRODUCTION_STEP
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if in_force(t, s, t.passive_carrier[i], player):
            row = t.passive_row[i]
            if t.op_gives[t.op[row]] == Gives.WHAT_ROSE:
                s.ahead_stock[resource] += n * t.n[row]


@kernel
def metal_accepted(t: Table, row: int) -> int:
    """What a cost in MC is to the rules of payment: no card, or a payment that takes a metal."""
    return NONE if t.b[row] == NONE else METAL_ALLOWED - t.b[row]


@kernel
def foresee_payment(t: Table, s: Record, player: int, what: int, cost: int) -> None:
    """A price is paid before what follows, with as little money as can be: metals that it takes come first."""
    in_metal = worth_from(t, s, player, what, 0) - money(t, s, player) if what != NONE else 0
    s.ahead_stock[Resource.MC] -= max(0, cost - in_metal)


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int) -> bool:
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Stock.GAIN:
        s.ahead_stock[a] += n
    elif op == Stock.PRODUCTION:
        s.ahead_production[a] += n
        if n > 0:
            foresee_production(t, s, player, a, n)
        return n >= 0 or s.production[player, a] + s.ahead_production[a] >= lowest_production(a)
    elif op == Stock.CONVERT_PRODUCTION:
        return s.production[player, a] + s.ahead_production[a] > lowest_production(a)
    elif op == Stock.COPY_PRODUCTION:
        for other in range(CARDS):  # noqa: SIM110
            if copyable(t, s, player, other, a):
                return True
        return False
    elif op == Stock.SPEND:
        if a == Resource.MC:
            enough = affordable(t, s, player, metal_accepted(t, row), n - s.ahead_stock[a])
            foresee_payment(t, s, player, metal_accepted(t, row), n)
            return enough
        have = heat_at_hand(t, s, player) if a == Resource.HEAT else int(s.stock[player, a])
        return have + s.ahead_stock[a] >= n
    elif op == Stock.EXCHANGE:
        return s.stock[player, a] > 0
    return True


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a = t.op[row], t.a[row]
    if op == Stock.CONVERT_PRODUCTION:
        offer_amounts(s, 1, s.production[player, a] - lowest_production(a))
    elif op == Stock.EXCHANGE:
        offer_amounts(s, 1, s.stock[player, a])
    elif op == Stock.RAISE_LOWEST_PRODUCTION:
        lowest = int(s.production[player, 0])
        for resource in range(RESOURCES):
            lowest = min(lowest, int(s.production[player, resource]))
        for resource in range(RESOURCES):
            if s.production[player, resource] == lowest:
                offer_choice(s, resource)
    elif op == Stock.COPY_PRODUCTION:
        for other in range(CARDS):
            if other != card and copyable(t, s, player, other, a):
                offer_choice(s, other)
    elif op == Stock.GAIN_ANY and amount(t, s, row, player, card) > 0:
        for resource in range(RESOURCES):
            offer_choice(s, resource)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Stock.CONVERT_PRODUCTION:
        change_production(t, s, player, a, -chosen)
        change_production(t, s, player, t.b[row], chosen)
    elif op == Stock.EXCHANGE:
        gain(s, player, a, -chosen)
        gain(s, player, t.b[row], n * chosen)
    elif op == Stock.RAISE_LOWEST_PRODUCTION:
        change_production(t, s, player, chosen, n)
    elif op == Stock.COPY_PRODUCTION:
        s.last_space = space_of_card(t, s, player, chosen)
        push(s, t.on_play[chosen], chosen, player, 0, 0, Mode.PRODUCTION_ONLY)
    elif op == Stock.GAIN_ANY:
        gain(s, player, chosen, 1)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Stock.GAIN:
        gain(s, player, a, n)
    elif op == Stock.PRODUCTION:
        change_production(t, s, player, a, n)
    elif op == Stock.PRODUCTION_OF_BONUS:
        if s.last_space != NONE:
            steel = t.space_gain[s.map, s.last_space, Resource.STEEL] > 0
            change_production(t, s, player, Resource.STEEL if steel else Resource.TITANIUM, n)
    elif op == Stock.GAIN_WHAT_ROSE:
        gain(s, player, s.stack[f, Frame.X], n * s.stack[f, Frame.Y])
    elif op == Stock.SPEND:
        if a == Resource.MC:
            push(s, t.pay_row, NONE, player, n, metal_accepted(t, row), Mode.WHOLE)
        elif a == Resource.HEAT and heat_source(t, s, player) != NONE:
            push(s, t.pay_heat_row, NONE, player, n, 0, Mode.WHOLE)
        else:
            gain(s, player, a, -n)
    elif op == Stock.METAL_VALUE:
        s.metal_value[player, a - Resource.STEEL] += n
    elif op == Stock.GREENERY_COST:
        s.greenery_cost[player] += n
    elif op == Stock.LOSE:
        gain(s, player, a, -min(n, int(s.stock[player, a])))
    elif op == Stock.LOSE_PRODUCTION:
        change_production(t, s, player, a, -min(n, max(0, int(s.production[player, a]))))
    elif op == Stock.KEEP_AT_MOST:
        gain(s, player, a, min(0, n - int(s.stock[player, a])))
