"""What the operations of `colonies/language.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies.language import Colonies
from regolith.envs.terraforming_mars.colonies.rules import (
    TILES,
    build,
    can_be_visited,
    can_pay_fee,
    colonies_on,
    fleets_at_home,
    has_trade,
    leave_out,
    may_build,
    own_colonies_on,
    pay_fee,
    put_into_play,
    someone_holds,
)
from regolith.envs.terraforming_mars.colonies.words import FIRST_TILE, LAST_STEP, WAYS_TO_PAY, ColonyLies, TradeFee
from regolith.envs.terraforming_mars.language.lasting import Rule, Trigger
from regolith.envs.terraforming_mars.language.operation import Gives
from regolith.envs.terraforming_mars.machine.stack import DECLINED, begin, next_step, offer_amounts, offer_choice, push
from regolith.envs.terraforming_mars.rooms import COLONY_SLOTS, END, FIRST_CARRIER, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.placement import can_place
from regolith.envs.terraforming_mars.rules.rating_fee import can_pay_fees, foresee_tile, no_fees_ahead
from regolith.envs.terraforming_mars.rules.supply import lowest_production, rule_of
from regolith.envs.terraforming_mars.state import Frame, Mode
from regolith.envs.terraforming_mars.words import Resource, Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def mc_production_of(t: Table, row: int) -> int:
    """MC production that a program changes for certain."""
    total = 0
    while t.op[row] != END:
        if t.op_gives[t.op[row]] == Gives.PRODUCTION and t.a[row] == Resource.MC:
            total += t.n[row]
        row += 1
    return total


@kernel
def mc_production_of_building(t: Table, s: Record, player: int, tile: int) -> int:
    """What a colony on a tile adds to the MC production of its builder, through other cards too."""
    total = mc_production_of(t, t.carrier_row[FIRST_TILE + tile - FIRST_CARRIER])
    trigger = Trigger.ANY_COLONY
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if in_force(t, s, t.passive_carrier[i], player):
            total += mc_production_of(t, t.passive_row[i])
    return total


@kernel
def can_build(t: Table, s: Record, player: int, tile: int, again: bool, ahead: int) -> bool:
    """Whether a colony can be built on a tile, and what building does there be done after that change of MC production."""
    return may_build(s, player, tile, again) and building_possible(t, s, player, tile, ahead)


@kernel
def building_possible(t: Table, s: Record, player: int, tile: int, ahead: int) -> bool:
    """Whether what building on a tile does can be done: there is a space for a city, and MC production to lose."""
    row = t.carrier_row[FIRST_TILE + tile - FIRST_CARRIER]
    change = mc_production_of(t, row)
    if change < 0 and s.production[player, Resource.MC] + ahead + change < lowest_production(Resource.MC):
        return False
    while t.op[row] != END:
        if t.op_puts_tile[t.op[row]] and not can_place(t, s, player, t.a[row], t.b[row]):
            return False
        row += 1
    return True


@kernel
def foresee_building(t: Table, s: Record, player: int, again: bool) -> bool:
    """Whether a colony can be built; the MC production that it may bring can make up for what the card costs of it."""
    found, most = False, 0
    for tile in range(TILES):
        if can_build(t, s, player, tile, again, int(s.ahead_production[Resource.MC])):
            found = True
            most = max(most, mc_production_of_building(t, s, player, tile))
    s.ahead_production[Resource.MC] += most
    return found


@kernel
def foresee_rating_of_building(t: Table, s: Record, tile: int) -> None:
    """Steps of rating that building on a tile brings."""
    row = t.carrier_row[FIRST_TILE + tile - FIRST_CARRIER]
    while t.op[row] != END:
        if t.op_puts_tile[t.op[row]]:
            foresee_tile(t, s, t.a[row], t.n[row])
        elif t.op_gives[t.op[row]] == Gives.RATING:
            s.ahead_rating += t.n[row]
        row += 1


@kernel
def may_add(t: Table, s: Record, player: int, tile: int, build: bool) -> bool:
    """Whether a tile may be put into play; `build`: and a colony be built on it."""
    if s.colony_lies[tile] != ColonyLies.UNUSED:
        return False
    if build and not building_possible(t, s, player, tile, 0):
        return False
    return not build or t.colony_sleeps_until[tile] == NONE or someone_holds(t, s, t.colony_sleeps_until[tile])


@kernel
def may_choose_to_build(t: Table, s: Record, player: int, tile: int, row: int) -> bool:
    """Whether a step that builds may build on a tile."""
    if t.op[row] == Colonies.ADD_COLONY_TILE:
        return may_add(t, s, player, tile, True)
    return can_build(t, s, player, tile, t.a[row] != 0, 0)


@kernel
def foresee_rating(t: Table, s: Record, player: int, row: int) -> None:
    """If no tile but those that bring rating may be built on, the fewest steps."""
    if t.op[row] != Colonies.BUILD_COLONY and not (t.op[row] == Colonies.ADD_COLONY_TILE and t.a[row] != 0):
        return
    before, oceans, least = int(s.ahead_rating), int(s.ahead_track[Track.OCEANS]), NONE
    for tile in range(TILES):
        if may_choose_to_build(t, s, player, tile, row):
            foresee_rating_of_building(t, s, tile)
            steps = int(s.ahead_rating) - before
            least = steps if least == NONE else min(least, steps)
            s.ahead_rating, s.ahead_track[Track.OCEANS] = before, oceans
    s.ahead_rating += max(0, least)


@kernel
def fee_can_be_paid(t: Table, s: Record, player: int, tile: int) -> bool:
    """Whether the rating that building on a tile brings can be paid for, besides what is kept for more."""
    if s.rating_fee == 0:
        return True
    oceans = int(s.ahead_track[Track.OCEANS])
    no_fees_ahead(s)
    foresee_rating_of_building(t, s, tile)
    enough = can_pay_fees(t, s, player, NONE, 0)
    no_fees_ahead(s)
    s.ahead_track[Track.OCEANS] = oceans
    return enough


@kernel
def can_be_lowered(s: Record, tile: int) -> bool:
    return s.colony_lies[tile] == ColonyLies.AWAKE and s.colony_track[tile] > colonies_on(s, tile)


@kernel
def may_raise(s: Record, tile: int) -> bool:
    """Whether the marker of a tile can go up and then that of another one down."""
    if s.colony_lies[tile] != ColonyLies.AWAKE or s.colony_track[tile] == LAST_STEP:
        return False
    for other in range(TILES):  # noqa: SIM110
        if other != tile and can_be_lowered(s, other):
            return True
    return False


@kernel
def possible(t: Table, s: Record, player: int, row: int) -> bool:
    op = t.op[row]
    if op == Colonies.BUILD_COLONY:
        return foresee_building(t, s, player, t.a[row] != 0)
    if op == Colonies.TRADE:
        return has_trade(s, player)
    if op == Colonies.RAISE_MARKER:
        for tile in range(TILES):  # noqa: SIM110
            if may_raise(s, tile):
                return True
        return False
    if op == Colonies.ADD_COLONY_TILE and t.a[row] != 0:
        for tile in range(TILES):  # noqa: SIM110
            if may_add(t, s, player, tile, True):
                return True
        return False
    return True


@kernel
def offer_building(t: Table, s: Record, f: int, row: int) -> None:
    """Tiles to build on, after which what the card still costs can be borne."""
    player = s.stack[f, Frame.PLAYER]
    still = mc_production_of(t, row + 1)
    for tile in range(TILES):
        if can_build(t, s, player, tile, t.a[row] != 0, 0) and fee_can_be_paid(t, s, player, tile):
            after = s.production[player, Resource.MC] + mc_production_of_building(t, s, player, tile) + still
            if after >= lowest_production(Resource.MC):
                offer_choice(s, tile)


@kernel
def offer_fees(t: Table, s: Record, player: int) -> None:
    """Everything that can pay for a trade; without a choice card resources, else energy, else titanium, else MC."""
    if s.auto_payment:
        if can_pay_fee(t, s, player, TradeFee.CARD_RESOURCES):
            offer_choice(s, TradeFee.CARD_RESOURCES)
        elif can_pay_fee(t, s, player, TradeFee.ENERGY):
            offer_choice(s, TradeFee.ENERGY)
        elif can_pay_fee(t, s, player, TradeFee.TITANIUM):
            offer_choice(s, TradeFee.TITANIUM)
        else:
            offer_choice(s, TradeFee.MC)
        return
    for means in range(WAYS_TO_PAY):
        if can_pay_fee(t, s, player, means):
            offer_choice(s, means)


@kernel
def offered(s: Record, player: int, op: int, x: int, tile: int) -> bool:
    """Whether a tile may be chosen in a step that asks for one."""
    if op == Colonies.TRADE:
        return can_be_visited(s, tile) and fleets_at_home(s, player) > 0
    if op == Colonies.RAISE_MARKER:
        return may_raise(s, tile)
    if op == Colonies.LOWER_MARKER:
        return tile != x and can_be_lowered(s, tile)
    if op == Colonies.LEAVE_COLONY_TILE:
        return s.colony_lies[tile] == ColonyLies.OFFERED
    if op == Colonies.ANY_COLONY_BONUSES:
        return colonies_on(s, tile) > s.colony_picked[tile]
    return own_colonies_on(s, tile, player) > s.colony_picked[tile]


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    player, op, x = s.stack[f, Frame.PLAYER], t.op[row], s.stack[f, Frame.X]
    if op == Colonies.BUILD_COLONY:
        offer_building(t, s, f, row)
    elif op == Colonies.TRADE_FEE:
        offer_fees(t, s, player)
    elif op == Colonies.TRADE_STEPS:
        steps = rule_of(t, s, player, Rule.TRADE_STEPS, NONE)
        offer_amounts(s, 0, min(steps, LAST_STEP - s.colony_track[x]))
    elif op == Colonies.ADD_COLONY_TILE:
        for tile in range(TILES):
            if may_add(t, s, player, tile, t.a[row] != 0) and (t.a[row] == 0 or fee_can_be_paid(t, s, player, tile)):
                offer_choice(s, tile)
    else:
        for tile in range(TILES):
            if offered(s, player, op, x, tile):
                offer_choice(s, tile)


@kernel
def pick_own_bonus(t: Table, s: Record, f: int, player: int, tile: int) -> None:
    """The bonus of an own colony; the step is done when all have given theirs."""
    s.colony_picked[tile] += 1
    left = 0
    for other in range(TILES):
        left += own_colonies_on(s, other, player) - s.colony_picked[other]
    if left == 0:
        for other in range(TILES):
            s.colony_picked[other] = 0
        next_step(s, f)
    begin(s, t.colony_bonus[tile], FIRST_TILE + tile, player)


@kernel
def pick_any_bonus(t: Table, s: Record, f: int, row: int, tile: int) -> None:
    """The bonus of anybody's colony; the step is done when so many were picked, none is left, or no more are wanted."""
    left = 0
    if tile != DECLINED:
        s.colony_picked[tile] += 1
        s.stack[f, Frame.TURN] += 1
        for other in range(TILES):
            left += colonies_on(s, other) - s.colony_picked[other]
    player = s.stack[f, Frame.PLAYER]
    if left == 0 or s.stack[f, Frame.TURN] >= t.n[row]:
        for other in range(TILES):
            s.colony_picked[other] = 0
        next_step(s, f)
    if tile != DECLINED:
        begin(s, t.colony_bonus[tile], FIRST_TILE + tile, player)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    player, op, tile = s.stack[f, Frame.PLAYER], t.op[row], s.stack[f, Frame.X]
    if op == Colonies.BUILD_COLONY:
        build(t, s, player, chosen)
    elif op == Colonies.TRADE:
        s.colony_visitor[chosen] = player
        push(s, t.trade_paid_row, NONE, player, chosen, 0, Mode.WHOLE)
    elif op == Colonies.RAISE_MARKER:
        s.colony_track[chosen] += 1
        s.stack[f, Frame.X] = chosen
    elif op == Colonies.LOWER_MARKER:
        s.colony_track[chosen] -= 1
    elif op == Colonies.ADD_COLONY_TILE:
        put_into_play(t, s, chosen)
        if t.a[row]:
            build(t, s, player, chosen)
    elif op == Colonies.OWN_COLONY_BONUSES:
        pick_own_bonus(t, s, f, player, chosen)
    elif op == Colonies.ANY_COLONY_BONUSES:
        pick_any_bonus(t, s, f, row, chosen)
    elif op == Colonies.TRADE_FEE:
        s.colony_visitor[tile] = player
        pay_fee(t, s, player, chosen)
    elif op == Colonies.TRADE_STEPS:
        s.colony_track[tile] += chosen
    elif op == Colonies.LEAVE_COLONY_TILE:
        leave_out(t, s, chosen)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    player, op, tile = s.stack[f, Frame.PLAYER], t.op[row], s.stack[f, Frame.X]
    if op == Colonies.GAIN_FLEET:
        s.fleets[player] += t.n[row]
    elif op == Colonies.TRADE_INCOME:
        income = t.colony_income[tile, s.colony_track[tile]]
        if income != 0:
            begin(s, income, FIRST_TILE + tile, player)
    elif op == Colonies.COLONY_BONUSES:
        for slot in range(COLONY_SLOTS - 1, -1, -1):
            owner = s.colony_owner[tile, slot]
            if owner != NOBODY:
                begin(s, t.colony_bonus[tile], FIRST_TILE + tile, owner)
    elif op == Colonies.MARKER_BACK:
        s.colony_track[tile] = colonies_on(s, tile)
