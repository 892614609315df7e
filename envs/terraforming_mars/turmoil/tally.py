"""What Turmoil counts while games run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.language.phrases import title
from regolith.envs.terraforming_mars.rooms import PARTIES
from regolith.envs.terraforming_mars.turmoil.words import Party

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record


def party_name(party: int) -> str:
    return title(Party(party))


def seat_name(seat: int) -> str:
    return ("leading a party", "the chair")[seat]


COUNTERS = (
    ("delegates", PARTIES, "how often one came to each party"),
    ("committee points", 2, "at the end: 1 for each party led, 1 for the chair"),
)
LED, CHAIR = PARTIES, PARTIES + 1
SIZE = PARTIES + 2
NAMES = {"delegates": party_name, "committee points": seat_name}


@kernel
def count(before: Record, s: Record, player: int, own: Any) -> None:
    for party in range(PARTIES):
        own[party] += max(0, int(s.delegates[party, player]) - int(before.delegates[party, player]))
    if s.over != Over.RUNNING:
        for party in range(PARTIES):
            own[LED] += int(s.leader[party] == player)
        own[CHAIR] = int(s.chairman == player)
