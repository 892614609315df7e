"""What Turmoil keeps in the record."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.record import FLAG, Range, of, up_to
from regolith.envs.terraforming_mars.rooms import (
    EVENTS_SHOWN,
    GLOBAL_EVENTS,
    NEUTRAL,
    NOBODY,
    NONE,
    PARTIES,
    PLAYERS,
)
from regolith.envs.terraforming_mars.turmoil.words import NEUTRAL_DELEGATES, OWNERS, EventLies, Party

FIELDS: list[tuple[Any, ...]] = [
    # delegates of the players and neutral ones: in each party (the leader is one of them), in reserve, and in the lobby
    ("delegates", "i1", (PARTIES, OWNERS), up_to(NEUTRAL_DELEGATES)),
    ("reserve", "i1", (OWNERS,), up_to(NEUTRAL_DELEGATES)),
    ("lobby", "i1", (PLAYERS,), FLAG),
    # who leads the parties, who chairs; which party rules and which one will
    ("leader", "i1", (PARTIES,), Range(NOBODY, NEUTRAL)),
    ("chairman", "i1", up_to(NEUTRAL)),
    ("ruling", "i1", of(Party)),
    ("dominant", "i1", of(Party)),
    # the events shown (distant, coming, current), and where each event lies: of those in the deck any may be the next
    ("event", "i1", (EVENTS_SHOWN,), Range(NONE, GLOBAL_EVENTS - 1)),
    ("event_lies", "i1", (GLOBAL_EVENTS,), of(EventLies)),
    # who has used the action of the ruling party in this generation
    ("policy_used", "i1", (PLAYERS,), FLAG),
]
