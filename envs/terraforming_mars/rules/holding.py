"""What lies on cards: which kind a card can hold, and what waits for resources that are put there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.triggers import fire

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def held_kind(t: Table, s: Record, card: int) -> int:
    """The kind of resources that lie on a card, or that the card whose text it has taken over would hold; NONE if it holds none."""
    if s.copied != 0 and card == t.copier:
        return t.holds[s.copied]
    return t.holds[card]


@kernel
def can_hold(t: Table, s: Record, card: int, kind: int) -> bool:
    """Whether a card takes resources of a kind; some take any, as what they hold."""
    return held_kind(t, s, card) == kind or t.holds_anything[card] != 0


@kernel
def put_on_card(t: Table, s: Record, card: int, n: int) -> None:
    """Resources are put on a card in play."""
    s.resources[card] += n
    trigger = Trigger.FIGHTER_HERE
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if t.passive_carrier[i] == card:
            for _ in range(n):
                fire(t, s, trigger, s.owner[card], NONE, 0, 0)
