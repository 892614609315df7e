"""Playing alone: how near the objective is. The evaluation, and what Total Extermination asks for besides.

A trophy needs three things at once: a Hunting Bounty, a worm of its type, and weapons for it. Deliveries bring weapons and other bounties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.evaluation import evaluate, firepower
from regolith.envs.terror_below.words import ANY_WORM, BOUNTIES, BOUNTY, COLOURS, NONE, SLOTS, Place, Scenario, WormType

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table

MORE_FOR_TROPHY = 10.0
"""A trophy, beyond what the evaluation gives for it."""
DAMAGE, ENOUGH = 0.35, 20.0
"""A point of damage that the weapons in hand deal, and how much of it is enough."""
CALLED_FOR, THERE = 1.0, 1.5
"""A Hunting Bounty that would be a trophy, and a worm for it in the Terror zone."""
EGG, MOST_EGGS = 0.8, 3
"""An egg in the hand, to be delivered for what it brings, and how many of them count."""


@kernel
def would_be_trophy(s: Record, kind: int) -> bool:
    """Does killing a worm of this type bring a trophy, if a bounty is there?"""
    return bool(kind < WormType.STARTING and not s.trophies >> kind & 1)


@kernel
def hunting_chances(t: Table, s: Record, seat: int) -> float:
    """Hunting Bounties that can be seen, and the worms for them."""
    value = 0.0
    for number in range(BOUNTIES):
        place, prey = s.at[BOUNTY + number], t.bounty_worm[number]
        if prey == NONE or (place != Place.LINE and place != Place.HAND + seat):
            continue
        if prey != ANY_WORM and not would_be_trophy(s, prey):
            continue
        value += CALLED_FOR
        for slot in range(SLOTS):
            worm = s.slot_worm[slot]
            if worm != NONE and would_be_trophy(s, t.worm_type[worm]):
                if prey == ANY_WORM or prey == t.worm_type[worm]:
                    value += THERE
                    break
    return value


@kernel
def extermination(t: Table, s: Record, seat: int) -> float:
    """What the evaluation leaves out of Total Extermination."""
    value = 0.0
    for kind in range(WormType.STARTING):
        value += MORE_FOR_TROPHY * (s.trophies >> kind & 1)
    if s.over != Over.RUNNING:
        return value
    eggs = 0
    for colour in range(COLOURS):
        eggs += s.carried[seat, colour]
    value += EGG * min(eggs, MOST_EGGS) + DAMAGE * min(firepower(t, s, seat), ENOUGH)
    return value + hunting_chances(t, s, seat)


@kernel
def guide(t: Table, s: Record, seat: int) -> float:
    """How near a solo game is to its objective; the more the nearer."""
    value = evaluate(t, s, seat)
    if s.scenario == Scenario.TOTAL_EXTERMINATION:
        value += extermination(t, s, seat)
    return value


@kernel
def round_of(t: Table, s: Record) -> int:
    """What the planner calls a round: a turn with the Terror Turn after it."""
    return s.rounds
