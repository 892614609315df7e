"""What holds of the committee and the global events in every record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.rooms import (
    EVENTS_SHOWN,
    FIRST_CARRIER,
    GLOBAL_EVENTS,
    NEUTRAL,
    NOBODY,
    NONE,
    PARTIES,
    PLAYERS,
)
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.state import Frame, Phase
from regolith.envs.terraforming_mars.turmoil.language import END_OF_FAMILY, FIRST
from regolith.envs.terraforming_mars.turmoil.rules import EVENTS, delegates_in, event_in_game
from regolith.envs.terraforming_mars.turmoil.words import (
    DELEGATES,
    FIRST_EVENT,
    FIRST_PARTY,
    NEUTRAL_DELEGATES,
    OWNERS,
    RATING_FEE,
    STEPS_OF_PHASE,
    EventLies,
    Party,
    Shown,
)

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def broken_delegates(s: Record) -> int:
    """Everybody has all his delegates somewhere: in parties, in reserve, in the lobby, in the chair."""
    for owner in range(OWNERS):
        total = int(s.reserve[owner]) + int(s.chairman == owner)
        for party in range(PARTIES):
            total += int(s.delegates[party, owner])
        if owner == NEUTRAL:
            wanted = NEUTRAL_DELEGATES
        else:
            total += int(s.lobby[owner])
            wanted = DELEGATES if owner < s.players else 0
        if total != wanted:
            return Broken.DELEGATE_COUNT
    return Broken.NOTHING


@kernel
def broken_parties(t: Table, s: Record) -> int:
    """There is a leader where there are delegates and only there, and nobody has more; no party has more than the dominant one.

    Between the bonus of a new ruling party and its new chairman it is still dominant.
    """
    for party in range(PARTIES):
        leader = s.leader[party]
        if (leader == NOBODY) != (delegates_in(s, party) == 0) or (s.players <= leader < NEUTRAL):
            return Broken.PARTY_LEADER
        for owner in range(OWNERS):
            if leader != NOBODY and s.delegates[party, owner] > s.delegates[party, leader]:
                return Broken.PARTY_LEADER
        if delegates_in(s, party) > delegates_in(s, s.dominant):
            return Broken.DOMINANT_PARTY
    return Broken.NOTHING


@kernel
def broken_events(t: Table, s: Record) -> int:
    """Every event of the game lies in one place, and those shown are shown once."""
    shown = 0
    for event in range(GLOBAL_EVENTS):
        in_game = event < EVENTS and event_in_game(t, s, event)
        if in_game == (s.event_lies[event] == EventLies.OUT_OF_THE_GAME):
            return Broken.GLOBAL_EVENT
        shown += int(s.event_lies[event] == EventLies.SHOWN)
    for place in range(EVENTS_SHOWN):
        event = s.event[place]
        if event == NONE:
            continue
        shown -= 1
        if s.event_lies[event] != EventLies.SHOWN:
            return Broken.GLOBAL_EVENT
        for other in range(place):
            if s.event[other] == event:
                return Broken.GLOBAL_EVENT
    if s.generation == 1 and s.event[Shown.CURRENT] != NONE and s.phase != Phase.SOLAR:
        return Broken.GLOBAL_EVENT
    return Broken.GLOBAL_EVENT if shown != 0 else Broken.NOTHING


@kernel
def broken_policy(t: Table, s: Record) -> int:
    """The policy of the ruling party is in force for everybody in the action phase, and no other is, nor at another time."""
    acting = s.phase == Phase.ACTION and s.over == Over.RUNNING
    for party in range(PARTIES):
        carrier = FIRST_PARTY + party - FIRST_CARRIER
        lasts = acting and party == s.ruling and t.carrier_lasts[carrier] != 0
        if s.in_force_for[carrier] != ((1 << s.players) - 1 if lasts else 0):
            return Broken.POLICY
    if s.rating_fee != (RATING_FEE if acting and s.ruling == Party.REDS else 0):
        return Broken.POLICY
    for player in range(PLAYERS):
        if s.policy_used[player] and (not acting or s.ruling != Party.SCIENTISTS or player >= s.players):
            return Broken.POLICY
    return Broken.NOTHING


@kernel
def broken_phase(t: Table, s: Record) -> int:
    """What the phase of this box does is done by the first player, in that phase only; events happen in it, policies in a turn too."""
    for f in range(s.depth):
        card = s.stack[f, Frame.CARD]
        if card >= FIRST_EVENT and card < FIRST_EVENT + GLOBAL_EVENTS and s.phase != Phase.SOLAR:
            return Broken.EFFECT
        if card >= FIRST_PARTY and card < FIRST_EVENT:
            if card != FIRST_PARTY + int(s.ruling) or (s.phase != Phase.SOLAR and s.phase != Phase.ACTION):
                return Broken.EFFECT
        inner = t.turmoil_row <= s.stack[f, Frame.ROW] < t.turmoil_row + STEPS_OF_PHASE
        if inner and (s.phase != Phase.SOLAR or s.stack[f, Frame.PLAYER] != s.first_player or f != 0):
            return Broken.EFFECT
    return Broken.NOTHING


@kernel
def broken(t: Table, s: Record) -> int:
    found = broken_delegates(s)
    if found == Broken.NOTHING:
        found = broken_parties(t, s)
    if found == Broken.NOTHING:
        found = broken_events(t, s)
    if found == Broken.NOTHING:
        found = broken_policy(t, s)
    if found == Broken.NOTHING:
        found = broken_phase(t, s)
    return found


@kernel
def unused(t: Table, s: Record) -> bool:
    """Without the box nothing of it is used, and no effect under way is one of its."""
    for f in range(s.depth):
        if FIRST <= t.op[s.stack[f, Frame.ROW]] < END_OF_FAMILY:
            return False
    if s.chairman or s.ruling or s.dominant or s.rating_fee:
        return False
    for party in range(PARTIES):
        if s.leader[party]:
            return False
        for owner in range(OWNERS):
            if s.delegates[party, owner]:
                return False
    for owner in range(OWNERS):
        if s.reserve[owner]:
            return False
    for player in range(PLAYERS):
        if s.lobby[player] or s.policy_used[player]:
            return False
    for place in range(EVENTS_SHOWN):
        if s.event[place]:
            return False
    for event in range(GLOBAL_EVENTS):  # noqa: SIM110
        if s.event_lies[event]:
            return False
    return True
