"""What the committee and the events are worth to the greedy player: seats and influence, and what the next Turmoil phase will bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rooms import NONE, PARTIES, RESOURCES
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.state import Frame, Phase
from regolith.envs.terraforming_mars.turmoil.machine import place_of
from regolith.envs.terraforming_mars.turmoil.rules import delegates_in, others_beside_leader
from regolith.envs.terraforming_mars.turmoil.words import (
    DELEGATES,
    FIRST_PARTY,
    MOST_TERMS,
    OWNERS,
    RATING_FEE,
    STEPS_OF_PHASE,
    Party,
    Shown,
    TermFor,
)
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.player.prices import Prices
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def times(t: Table, s: Record, player: int, at: int, i: int) -> int:
    """How often a term counts for a player, as things stand."""
    row, carrier = t.term_row[at, i], FIRST_PARTY + at
    if t.term_for[at, i] == TermFor.EVERYBODY:
        n = amount(t, s, row, player, carrier)
        return n if t.term_least[at, i] == NONE else int(n >= t.term_least[at, i])
    place = place_of(t, s, row, carrier, player)
    return int(place != NONE and place == t.term_for[at, i] - TermFor.FIRST)


@kernel
def worth_of_term(t: Table, s: Record, player: int, at: int, i: int, price: Prices) -> float:
    """What is lost must be there; MC will be, after production."""
    n = times(t, s, player, at, i)
    kept = t.term_kept[at, i]
    if kept != NONE:
        return -price.stock[kept] * max(0, int(s.stock[player, kept]) + int(s.production[player, kept]) - n)
    if n == 0:
        return 0.0
    value = n * (t.term_rating[at, i] * price.rating + t.term_cards[at, i] * price.card_drawn)
    for resource in range(RESOURCES):
        stock, made = n * t.term_stock[at, i, resource], n * t.term_production[at, i, resource]
        if resource != Resource.MC:
            stock = max(stock, -float(s.stock[player, resource]))
            made = max(made, -float(s.production[player, resource]))
        value += stock * price.stock[resource] + made * price.production[resource]
    return value


@kernel
def worth_of_program(t: Table, s: Record, player: int, at: int, price: Prices) -> float:
    """What the bonus of a party or an event would bring a player now."""
    value = 0.0
    for i in range(MOST_TERMS):
        if t.term_row[at, i] == 0:
            break
        value += worth_of_term(t, s, player, at, i, price)
    return value


@kernel
def worth_of_event(t: Table, s: Record, player: int, place: int, price: Prices) -> float:
    event = int(s.event[place])
    return 0.0 if event == NONE else worth_of_program(t, s, player, PARTIES + event, price)


@kernel
def delegates_missing(s: Record, player: int) -> int:
    """How many delegates, all to the party where fewest are needed, would make the player lead the dominant party."""
    most = delegates_in(s, s.dominant)
    least = DELEGATES
    for party in range(PARTIES):
        to_lead = 0
        if s.leader[party] != player:
            for owner in range(OWNERS):
                if owner != player:
                    to_lead = max(to_lead, int(s.delegates[party, owner]) + 1)
            to_lead -= int(s.delegates[party, player])
        to_dominate = 0 if party == s.dominant else most + 1 - delegates_in(s, party)
        least = min(least, max(to_lead, to_dominate))
    return least


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
def in_the_phase(t: Table, s: Record) -> bool:
    """Whether the Turmoil phase is under way: ratings are revised, the event happens."""
    return s.depth > 0 and t.turmoil_row <= s.stack[0, Frame.ROW] < t.turmoil_row + STEPS_OF_PHASE


@kernel
def worth(t: Table, s: Record, player: int, price: Prices, just_produced: bool) -> float:
    """Seats, and what the Turmoil phase will bring. From that phase to research it counts as still to come.

    So the last one to pass neither gains nor loses by passing. In the last generation there is no such phase.
    """
    w = t.weight
    value = seats(t, s, player, price)
    if price.uses <= 0.0:
        return value
    missing = delegates_missing(s, player)
    if just_produced and s.phase != Phase.SOLAR:
        value += w[Weight.REVISION] * price.rating + w[Weight.EVENT_SOON] * worth_of_event(
            t, s, player, Shown.CURRENT, price
        )
        if s.chairman == player:
            # The chair was as near as could be, and has brought its rating.
            missing = 0
            value -= price.rating
        return value + w[Weight.NEXT_CHAIR] * price.rating * w[Weight.CHAIR_NEAR] ** missing
    if in_the_phase(t, s):
        value += w[Weight.REVISION] * price.rating
    value += w[Weight.EVENT_NOW] * worth_of_event(t, s, player, Shown.CURRENT, price)
    value += w[Weight.EVENT_SOON] * worth_of_event(t, s, player, Shown.COMING, price)
    value += w[Weight.RULING_BONUS] * worth_of_program(t, s, player, int(s.dominant), price)
    return value + w[Weight.NEXT_CHAIR] * price.rating * w[Weight.CHAIR_NEAR] ** missing


@kernel
def fee_to_come(t: Table, s: Record) -> float:
    """What a step of rating will cost in the next generation, in MC, as things stand."""
    return t.weight[Weight.FEE] * RATING_FEE if s.dominant == Party.REDS else 0.0
