"""What a decision has changed, counted for every seat. No cards are imported here, so editing one compiles nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.core.tally import DEALT
from regolith.envs.terraforming_mars.actions import CARD
from regolith.envs.terraforming_mars.box_tallies import count_boxes
from regolith.envs.terraforming_mars.rooms import CARDS
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.tally.cards import count_cards, count_first_deal
from regolith.envs.terraforming_mars.tally.counters import CARDS_USED, FIRST_OF_BOXES
from regolith.envs.terraforming_mars.tally.players import count_generation, count_goals, count_points, count_tiles

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def count(t: Table, before: Record, s: Record, action: int, counters: Any) -> None:
    """What a decision has changed; see `regolith.envs.core.tally`."""
    if action == DEALT:
        count_first_deal(s, counters)
        return
    if before.kind == Kind.ACTION and CARD <= action < CARD + CARDS and before.lies[action - CARD] == Lies.IN_PLAY:
        counters[before.player, CARDS_USED + action - CARD] += 1
    count_cards(before, s, counters)
    count_goals(before, s, counters)
    count_tiles(before, s, counters)
    over = s.over != Over.RUNNING
    if over or s.generation > before.generation:
        count_generation(t, s, before.generation, counters)
    for player in range(s.players):
        if over:
            count_points(t, s, player, counters[player])
        count_boxes(t, before, s, player, counters[player, FIRST_OF_BOXES:])
