"""A tag that comes to a player by itself, not on a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import tag_entered
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.machine.stack import push
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.state import Mode

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def tag_arrives(t: Table, s: Record, player: int, tag: int) -> None:
    """It counts as played: the player's own cards that wait for such a tag react, nobody else's."""
    s.tags[player, tag] += 1
    for trigger in (Trigger.ANY_TAG, Trigger.OWN_TAG):
        for i in range(t.trigger_first[trigger + 1] - 1, t.trigger_first[trigger] - 1, -1):
            waiting = t.passive_carrier[i]
            if in_force(t, s, waiting, player):
                mode = Mode.OPTIONAL if t.passive_optional[i] else Mode.WHOLE
                # No card was played: where one is asked for, that which waits stands for it, as it holds nothing that is asked for.
                cause = waiting if waiting < FIRST_CARRIER else 0
                for _ in range(t.passive_tags[i, tag]):
                    push(s, t.passive_row[i], waiting, player, cause, 0, mode)
    tag_entered(t, s, player, tag)


@kernel
def tag_leaves(s: Record, player: int, tag: int) -> None:
    s.tags[player, tag] -= 1
