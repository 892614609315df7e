"""What a seat sees of Turmoil: everything but which event comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.perspective import relative, share
from regolith.envs.terraforming_mars.rooms import EVENTS_SHOWN, GLOBAL_EVENTS, NEUTRAL, NOBODY, NONE, PARTIES, PLAYERS
from regolith.envs.terraforming_mars.state import MOST_RATING_FEE
from regolith.envs.terraforming_mars.turmoil.counting import influence
from regolith.envs.terraforming_mars.turmoil.words import DELEGATES, NEUTRAL_DELEGATES, OWNERS, EventLies

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

EVENT_BITS = 6
IN_PARTIES = 0
IN_RESERVE = IN_PARTIES + PARTIES * OWNERS
IN_LOBBY = IN_RESERVE + OWNERS
LEADERS = IN_LOBBY + PLAYERS
CHAIRMAN = LEADERS + PARTIES * OWNERS
RULING = CHAIRMAN + OWNERS
DOMINANT = RULING + PARTIES
INFLUENCE = DOMINANT + PARTIES
POLICY_USED = INFLUENCE + PLAYERS
FEE = POLICY_USED + PLAYERS
EVENTS = FEE + 1
TO_COME = EVENTS + EVENTS_SHOWN * (1 + EVENT_BITS)
SIZE = TO_COME + GLOBAL_EVENTS
"""Where the pieces of the observation that belong to this box begin, from the first of them on, and how long they are."""
INFLUENCE_SCALE = 4.0


@kernel
def side_of(s: Record, seat: int, owner: int) -> int:
    """Me first, then the others clockwise, neutral last."""
    return NEUTRAL if owner == NEUTRAL else relative(s, seat, owner)


@kernel
def write(t: Table, s: Record, seat: int, out: Any) -> None:
    for owner in range(OWNERS):
        if s.players <= owner < NEUTRAL:
            continue
        side = side_of(s, seat, owner)
        for party in range(PARTIES):
            out[IN_PARTIES + party * OWNERS + side] = share(s.delegates[party, owner], DELEGATES)
        out[IN_RESERVE + side] = share(s.reserve[owner], NEUTRAL_DELEGATES if owner == NEUTRAL else DELEGATES)
    for player in range(s.players):
        side = relative(s, seat, player)
        out[IN_LOBBY + side] = s.lobby[player]
        out[INFLUENCE + side] = share(influence(t, s, player), INFLUENCE_SCALE)
        out[POLICY_USED + side] = s.policy_used[player]
    for party in range(PARTIES):
        if s.leader[party] != NOBODY:
            out[LEADERS + party * OWNERS + side_of(s, seat, s.leader[party])] = 1.0
    out[CHAIRMAN + side_of(s, seat, s.chairman)] = 1.0
    out[RULING + s.ruling] = 1.0
    out[DOMINANT + s.dominant] = 1.0
    out[FEE] = s.rating_fee / MOST_RATING_FEE
    for place in range(EVENTS_SHOWN):
        event = s.event[place]
        if event != NONE:
            first = EVENTS + place * (1 + EVENT_BITS)
            out[first] = 1.0
            for bit in range(EVENT_BITS):
                out[first + 1 + bit] = (event >> bit) & 1
    for event in range(GLOBAL_EVENTS):
        out[TO_COME + event] = int(s.event_lies[event] == EventLies.IN_THE_DECK)
