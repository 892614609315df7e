"""What the committee and the events are worth to the greedy player: seats and influence, and what the next Turmoil phase will bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.conditions import Conditions
from regolith.envs.terraforming_mars.language.drawing import Drawing
from regolith.envs.terraforming_mars.language.mars import Mars
from regolith.envs.terraforming_mars.language.operation import Gives
from regolith.envs.terraforming_mars.language.stock import Stock
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rooms import END, FIRST_CARRIER, NONE, PARTIES
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.turmoil.language import Turmoil
from regolith.envs.terraforming_mars.turmoil.machine import place_of
from regolith.envs.terraforming_mars.turmoil.rules import others_beside_leader
from regolith.envs.terraforming_mars.turmoil.words import FIRST_EVENT, FIRST_PARTY, RATING_FEE, Party, Shown

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.player.prices import Prices
    from regolith.envs.terraforming_mars.record_types import Record, Table

ANY_RESOURCE = 2.5
"""A resource of one's choice, in MC."""
DISCARDED = 0.4
"""A card that one chooses to discard, of a card drawn."""


@kernel
def worth_of_step(t: Table, s: Record, player: int, card: int, row: int, price: Prices) -> float:
    """What a step that everybody does will bring a player, as things stand. MC that are lost will be there by then."""
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    gives = t.op_gives[op]
    if gives == Gives.STOCK:
        return n * price.stock[a]
    if gives == Gives.PRODUCTION:
        return n * price.production[a]
    if gives == Gives.RATING:
        return n * price.rating
    if op == Mars.LOSE_RATING:
        return -n * price.rating
    if op == Stock.LOSE:
        return -price.stock[a] * (n if a == 0 else min(n, int(s.stock[player, a])))
    if op == Stock.LOSE_PRODUCTION:
        return -price.production[a] * min(n, max(0, int(s.production[player, a])))
    if op == Stock.KEEP_AT_MOST:
        return -price.stock[a] * max(0, int(s.stock[player, a]) + int(s.production[player, a]) - n)
    if op == Stock.GAIN_ANY:
        return n * ANY_RESOURCE * price.mc
    if op == Drawing.DRAW:
        return n * price.card_drawn
    if op == Drawing.DISCARD:
        return -DISCARDED * min(n, int(s.hand[player])) * price.card_drawn
    return 0.0


@kernel
def worth_of_branch(t: Table, s: Record, player: int, card: int, start: int, price: Prices) -> float:
    value, row = 0.0, start
    while t.op[row] != END:
        if t.op[row] == Conditions.IF_COUNT:
            if amount(t, s, row, player, card) >= t.a[row]:
                value += worth_of_step(t, s, player, card, t.branch_start[t.branch[row]], price)
        else:
            value += worth_of_step(t, s, player, card, row, price)
        row += 1
    return value


@kernel
def worth_of_program(t: Table, s: Record, player: int, carrier: int, price: Prices) -> float:
    """What an event, or the bonus of a party, would bring a player now."""
    value, row = 0.0, t.carrier_row[carrier - FIRST_CARRIER]
    while t.op[row] != END:
        if t.op[row] == Turmoil.EVERYBODY:
            value += worth_of_branch(t, s, player, carrier, t.branch_start[t.branch[row]], price)
        elif t.op[row] == Turmoil.RANK:
            place = place_of(t, s, row, carrier, player)
            if place != NONE and place < t.branches[row]:
                value += worth_of_branch(t, s, player, carrier, t.branch_start[t.branch[row] + place], price)
        row += 1
    return value


@kernel
def worth_of_event(t: Table, s: Record, player: int, place: int, price: Prices) -> float:
    event = int(s.event[place])
    return 0.0 if event == NONE else worth_of_program(t, s, player, FIRST_EVENT + event, price)


@kernel
def seats(t: Table, s: Record, player: int, price: Prices) -> float:
    """Leaders, the chair and other delegates: points if they last to the end, and a hold on the committee until then."""
    w = t.weight
    seats = int(s.chairman == player)
    others = 0
    for party in range(PARTIES):
        seats += int(s.leader[party] == player)
        others += others_beside_leader(s, party, player)
    lasting = 1.0 / (1.0 + w[Weight.SEAT_DOUBT] * price.uses)
    value = w[Weight.SEAT] * price.point * lasting * seats
    return value + (w[Weight.LEADER] * seats + w[Weight.DELEGATE] * others) * price.mc * min(1.0, price.uses)


@kernel
def worth(t: Table, s: Record, player: int, price: Prices, just_produced: bool) -> float:
    """Seats, and what the Turmoil phase will bring. Between production and research that phase counts as still to come.

    So the last one to pass neither gains nor loses by passing. In the last generation there is no such phase.
    """
    w = t.weight
    value = seats(t, s, player, price)
    if price.uses <= 0.0:
        return value
    if just_produced:
        value += w[Weight.REVISION] * price.rating
        return value + w[Weight.EVENT_SOON] * worth_of_event(t, s, player, Shown.CURRENT, price)
    value += w[Weight.EVENT_NOW] * worth_of_event(t, s, player, Shown.CURRENT, price)
    value += w[Weight.EVENT_SOON] * worth_of_event(t, s, player, Shown.COMING, price)
    value += w[Weight.RULING_BONUS] * worth_of_program(t, s, player, FIRST_PARTY + int(s.dominant), price)
    if s.leader[s.dominant] == player:
        value += w[Weight.NEXT_CHAIR] * price.rating
    return value


@kernel
def fee_to_come(t: Table, s: Record) -> float:
    """What a step of rating will cost in the next generation, in MC, as things stand."""
    return t.weight[Weight.FEE] * RATING_FEE if s.dominant == Party.REDS else 0.0
