"""Effects that wait for an event: found by the event, and put on the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.machine.stack import push
from regolith.envs.terraforming_mars.rooms import NOBODY, TAGS
from regolith.envs.terraforming_mars.rules.in_force import in_force, next_in_force
from regolith.envs.terraforming_mars.state import Mode

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def concerns_anybody(trigger: int) -> bool:
    return trigger in (
        Trigger.ANY_TAG,
        Trigger.ANY_CITY,
        Trigger.ANY_CITY_ON_MARS,
        Trigger.ANY_OCEAN,
        Trigger.ANY_VENUS_STEP,
        Trigger.ANY_COLONY,
        Trigger.ANY_RATING_STEP_AT_LEAST_CORRUPTION,
        Trigger.ANY_VENUS_STEP_OF_A_PLAYER,
        Trigger.ANY_BIG_SHOW,
        Trigger.ANY_IDENTIFYING,
        Trigger.ANY_OCEAN_TOKEN,
        Trigger.ANY_EXCAVATION,
        Trigger.ANY_TEMPERATURE_STEP,
    )


@kernel
def waited_for(t: Table, s: Record, trigger: int) -> bool:
    """Whether anything in force waits for such an event."""
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if next_in_force(t, s, t.passive_carrier[i], NOBODY) != NOBODY:
            return True
    return False


@kernel
def fire_copied(t: Table, s: Record, trigger: int, i: int, player: int, x: int, y: int) -> None:
    """An effect that waits on a card whose text another card has taken over: it waits there too. No such effect waits for tags."""
    owner = next_in_force(t, s, t.copier, NOBODY)
    if owner != NOBODY and (owner == player or concerns_anybody(trigger)):
        push(s, t.passive_row[i], t.copier, owner, x, y, Mode.OPTIONAL if t.passive_optional[i] else Mode.WHOLE)


@kernel
def fire(t: Table, s: Record, trigger: int, player: int, card: int, x: int, y: int) -> None:
    """Something happened through a player. `card` is the card being played, if that is what happens; x and y tell what.

    Those that wait are put on the stack in the order of their carriers.
    """
    for i in range(t.trigger_first[trigger + 1] - 1, t.trigger_first[trigger] - 1, -1):
        waiting = t.passive_carrier[i]
        if s.copied != 0 and waiting == s.copied:
            fire_copied(t, s, trigger, i, player, x, y)
        owner = next_in_force(t, s, waiting, NOBODY)
        if owner == NOBODY or (waiting == card and not t.passive_this_too[i]):
            continue
        times = 1
        if trigger == Trigger.OWN_TAG or trigger == Trigger.ANY_TAG:
            times = 0
            for tag in range(TAGS):
                times += t.passive_tags[i, tag] * t.tags[card, tag]
        mode = Mode.OPTIONAL if t.passive_optional[i] else Mode.WHOLE
        while owner != NOBODY:
            if owner == player or concerns_anybody(trigger):
                for _ in range(times):
                    whom = player if t.row_by_others[t.passive_row[i]] else owner
                    push(s, t.passive_row[i], waiting, whom, x, y, mode)
            owner = next_in_force(t, s, waiting, owner)


@kernel
def waits_for(t: Table, s: Record, trigger: int, player: int) -> bool:
    """Whether something of a player waits for an event."""
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):  # noqa: SIM110
        if in_force(t, s, t.passive_carrier[i], player):
            return True
    return False
