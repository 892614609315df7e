"""Delivering eggs: bounties of the line, hidden bounties, delivery bonuses (rulebook: Deliver 1 Egg, Delivery Bonus)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.actions import BOUNTY, DELIVER, STOP, YES, ask, done, offer, push
from regolith.envs.terror_below.cards import lasting, leave_line, put, refill_line
from regolith.envs.terror_below.movement import offer_first
from regolith.envs.terror_below.scoring import end_game, gain
from regolith.envs.terror_below.words import (
    ABSENT,
    BOUNTIES,
    CARDS,
    COLOURS,
    LOCATIONS,
    NONE,
    PLAIN_DELIVERY,
    SOLO_DELIVERIES,
    Do,
    Kind,
    Place,
    Result,
    Scenario,
    Task,
    When,
)
from regolith.envs.terror_below.words import BOUNTY as FIRST_BOUNTY

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def offer_deliveries(s: Record, player: int) -> None:
    """In a Location every egg carried may be delivered."""
    if s.location_at[s.pawn[player]] != NONE:
        for colour in range(COLOURS):
            if s.carried[player, colour]:
                offer(s, DELIVER + colour)


@kernel
def deliver(s: Record, player: int, colour: int) -> None:
    """The egg goes to the supply; then a bounty or a point, then the bonus if it is the first of the turn."""
    s.carried[player, colour] -= 1
    s.egg_supply[colour] += 1
    if not s.bonus_taken:
        s.bonus_taken = 1
        push(s, Task.BONUS, player, s.location_at[s.pawn[player]])
    push(s, Task.BOUNTY, player, colour)


@kernel
def ask_delivery_bounty(t: Table, s: Record, player: int, colour: int) -> None:
    """A matching bounty of the line must be completed, a hidden one may; a wild egg matches every colour and forces nothing."""
    location = s.location_at[s.pawn[player]]
    must = False
    for number in range(BOUNTIES):
        card = FIRST_BOUNTY + number
        lying = s.at[card] == Place.LINE
        if not lying and s.at[card] != Place.HAND + player:
            continue
        if t.bounty_location[number] == location and (s.wild_egg or t.bounty_egg[number] == colour):
            offer_first(t, s, s.at[card], card, BOUNTY + number)
            must = must or (lying and not s.wild_egg)
    if not must:
        offer(s, STOP)
    ask(s, player, Kind.BOUNTY)


@kernel
def complete(t: Table, s: Record, player: int, card: int) -> None:
    """A bounty under the Leader; the line is refilled unless the game is over."""
    leave_line(s, card)
    put(s, card, Place.DONE + player)
    s.bounties_done[player] += 1
    gain(s, player, t.bounty_points[card - FIRST_BOUNTY])


@kernel
def delivered(t: Table, s: Record, player: int, card: int) -> None:
    """The answer: the bounty that is completed, or NONE for a plain delivery."""
    done(s)
    s.wild_egg = 0
    if card == NONE:
        gain(s, player, PLAIN_DELIVERY)
        if s.over == Over.RUNNING and t.when[s.leader[player]] == When.DELIVER_WITHOUT_BOUNTY:
            gain(s, player, lasting(t, s.leader[player], Do.VP))
        return
    complete(t, s, player, card)
    if s.over != Over.RUNNING:
        return
    if s.players == 1 and s.scenario == Scenario.SPECIAL_DELIVERY:
        s.served |= 1 << t.bounty_location[card - FIRST_BOUNTY]
        served = 0
        for location in range(LOCATIONS):
            served += s.served >> location & 1
        if served >= SOLO_DELIVERIES:
            end_game(s, Result.OBJECTIVE, player)
            return
    refill_line(t, s)


@kernel
def ask_bonus(t: Table, s: Record, player: int, location: int) -> None:
    """The Location's bonus; some Leaders may take another one instead."""
    other = lasting(t, s.leader[player], Do.REPLACE_BONUS)
    if other != ABSENT and other != location:
        offer(s, YES)
        offer(s, STOP)
        ask(s, player, Kind.REPLACE_BONUS)
    else:
        take_bonus(s, location)


@kernel
def take_bonus(s: Record, location: int) -> None:
    done(s)
    push(s, Task.EFFECT, CARDS + location, 0)
