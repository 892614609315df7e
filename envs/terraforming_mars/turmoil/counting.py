"""What a player has in the committee: influence, delegates, what requirements ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.card import Need
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.rooms import NONE, PARTIES
from regolith.envs.terraforming_mars.rules.supply import rule_of
from regolith.envs.terraforming_mars.turmoil.words import DELEGATES_FOR_REQUIREMENT

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def influence(t: Table, s: Record, player: int) -> int:
    """1 as chairman, 1 as leader of the dominant party, 1 for any other delegates there, and what cards add."""
    leads = int(s.leader[s.dominant] == player)
    others = int(s.delegates[s.dominant, player]) - leads
    return int(s.chairman == player) + leads + int(others > 0) + rule_of(t, s, player, Rule.INFLUENCE, NONE)


@kernel
def parties_with_delegate(s: Record, player: int) -> int:
    found = 0
    for party in range(PARTIES):
        found += int(s.delegates[party, player] > 0)
    return found


@kernel
def stands_in_committee(s: Record, player: int, need: int, party: int) -> int:
    """The value that a requirement looks at."""
    if need == Need.PARTY:
        return int(s.ruling == party or s.delegates[party, player] >= DELEGATES_FOR_REQUIREMENT)
    if need == Need.CHAIRMAN:
        return int(s.chairman == player)
    found = 0
    for led in range(PARTIES):
        found += int(s.leader[led] == player)
    return found
