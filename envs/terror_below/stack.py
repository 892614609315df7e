"""What can be left to do, from the bottom of the stack to its top: used to judge records, never by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terror_below.board import bit, other_pawns
from regolith.envs.terror_below.words import (
    CHARACTER,
    COLOURS,
    DIRECTIONS,
    EFFECTS,
    FREE_STEP,
    GEAR,
    ITEM,
    LOCATIONS,
    MOST_DRAWN,
    MOST_STEPS,
    MOST_TIMES,
    MOST_VALUE,
    NONE,
    SLOTS,
    Deck,
    Do,
    Task,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table

TURN_STEPS = tuple(
    int(task)
    for task in (
        Task.NEXT,
        Task.TERROR,
        Task.CHECK,
        Task.ROLL,
        Task.REFILL,
        Task.SPECIAL,
        Task.ACT,
        Task.DISTRACT,
        Task.PLAY,
        Task.PLACE_PAWN,
    )
)
"""The steps of a turn, the last one at the bottom."""
HUNT_STAGES = tuple(int(task) for task in (Task.DIE, Task.PROTECT, Task.JOIN, Task.HUNT))
MOST_BEGUN = 8
"""More tasks than a card can leave undone at once."""
MOST_REDRAWS = 2
"""A Leader's and a hat's."""
ROLLED, ATTACKED = 1, 2
"""Stages of the Terror Turn."""


@kernel
def waits(s: Record, task: int) -> bool:
    """Whether a task is left to do."""
    found = False
    for i in range(s.tasks):
        found |= s.task[i] == task
    return found


@kernel
def seats_of(s: Record, task: int) -> int:
    """The set of seats that a task is left to do for."""
    found = 0
    for i in range(s.tasks):
        if s.task[i] == task:
            found |= 1 << int(s.task_a[i])
    return found


@kernel
def is_empty_above(s: Record) -> bool:
    """Nothing is written above the top."""
    found = 0
    for i in range(s.tasks, s.task.size):
        found |= s.task[i] | s.task_a[i] | s.task_b[i]
    return found == 0


@kernel
def setup_fits(s: Record) -> bool:
    """The first turn, the pawns above it, then the worms, the Leaders from the last seat to the first, and who is left behind."""
    i = 1
    while i < s.tasks and s.task[i] == Task.PLACE_PAWN and i <= s.players:
        if s.task_a[i] != (s.start + i - 1) % s.players or s.task_b[i] != 0:
            return False
        i += 1
    if i == s.tasks:
        return True
    if i <= s.players or s.task[i] != Task.SET_UP_WORMS or s.task_a[i] != 0 or s.task_b[i] != 0:
        return False
    first = i + 1
    i = first
    while i < s.tasks and s.task[i] == Task.ASK_LEADER and i < first + s.players:
        if s.task_a[i] != (s.start + s.players - 1 - (i - first)) % s.players or s.task_b[i] != 0:
            return False
        i += 1
    if s.tasks - i > (s.left_behind if i == first + s.players else 0):
        return False
    fit = True
    for j in range(i, s.tasks):
        fit &= s.task[j] == Task.ASK_LEFT_BEHIND and s.task_a[j] == 0 and s.task_b[j] == 0
    return fit


@kernel
def steps_left(s: Record) -> int:
    """How many tasks at the bottom are steps of the turn."""
    found = 0
    for step in TURN_STEPS:
        if (step == Task.TERROR and s.players != 1) or (step == Task.ROLL and s.players != 2):
            continue
        if found >= s.tasks or s.task[found] != step:
            break
        found += 1
    return found


@kernel
def steps_fit(s: Record, steps: int) -> bool:
    """The steps of the turn say who has no pawn yet, and how far the Terror Turn is."""
    for i in range(steps):
        if s.task_b[i] != 0:
            return False
        if s.task[i] == Task.PLACE_PAWN:
            if s.task_a[i] != s.turn or s.out[s.turn]:
                return False
        elif s.task[i] == Task.TERROR:
            stage = s.task_a[i]
            if stage > ATTACKED or (stage == ROLLED and steps != i + 2) or (stage == ATTACKED and steps != i + 1):
                return False
        elif s.task_a[i] != 0:
            return False
    return True


@kernel
def attack_fits(s: Record, first: int) -> bool:
    """The end of an attack, the stages of the hunt above it, and what a hunter has begun."""
    if first >= s.tasks or s.task[first] != Task.END_ATTACK or s.task_a[first] != 0 or s.task_b[first] != 0:
        return False
    i = first + 1
    for stage in HUNT_STAGES:
        if i >= s.tasks or s.task[i] != stage:
            break
        if s.task_a[i] > s.players or s.task_a[i - 1] != 0 or s.task_b[i] != 0:
            return False
        i += 1
    stage = s.task[i - 1]
    if stage == Task.DIE:
        for passed in range(s.task_a[i - 1]):
            if s.caught >> ((s.turn + passed) % s.players) & 1:
                return False
    if i == s.tasks:
        return True
    task, a, b = s.task[i], s.task_a[i], s.task_b[i]
    if task == Task.STICKS:
        if i + 2 != s.tasks or a != 0 or b != 0 or s.caught != 0 or (stage != Task.HUNT and stage != Task.JOIN):
            return False
        return s.task[i + 1] == Task.TROPHY and s.task_a[i + 1] < s.players and s.task_b[i + 1] == 0
    if i + 1 != s.tasks or b != 0:
        return False
    if task == Task.DAMAGE:
        armed = ITEM <= s.weapon < ITEM + GEAR or s.weapon >= CHARACTER
        return stage == Task.HUNT and a == 0 and armed and s.hunter != NONE and (s.caught >> s.hunter & 1) != 0
    if task == Task.ESCAPE:
        return stage == Task.HUNT and a < s.players and (s.caught >> a & 1) != 0
    return task == Task.NEW_LEADER and stage == Task.DIE and a < s.players


@kernel
def redraws_fit(s: Record, first: int) -> bool:
    """Leader and hat replace cards."""
    fit = s.tasks - first <= MOST_REDRAWS
    for i in range(first, s.tasks):
        fit &= s.task[i] == Task.REDRAW and s.task_a[i] <= MOST_TIMES and s.task_b[i] == 0
    return fit


@kernel
def ramp_fits(t: Table, s: Record, direction: int) -> bool:
    """There is canyon in this direction, and nobody on the other side."""
    here = s.pawn[s.turn]
    if here == NONE or direction >= DIRECTIONS or t.canyon_width[s.board, here, direction] == 0:
        return False
    return (bit(t.target_step[s.board, here, direction]) & other_pawns(s, s.turn)) == 0


@kernel
def begun_fits(t: Table, s: Record, i: int) -> bool:
    """A task that a card, an ability or an action of the turn has left to do. Those that could find nothing to ask lie on top only."""
    task, a, b, player = s.task[i], s.task_a[i], s.task_b[i], s.turn
    if task == Task.EFFECT:
        return b < 2 * EFFECTS and t.effect[a, b, 0] != Do.NOTHING
    if task == Task.STEP:
        return a < SLOTS and b % FREE_STEP <= MOST_STEPS
    if task == Task.DRAW:
        return (a == Deck.ITEM or a == Deck.WEAPON) and b <= MOST_DRAWN
    if task == Task.CLEAR:
        return a <= MOST_TIMES and b == 0
    if task == Task.EXCHANGE:
        return a == player and b == 0
    if task == Task.BONUS:
        return s.acting != 0 and a == player and b < LOCATIONS
    if i != s.tasks - 1:
        return False
    if task == Task.KEEP_ITEM or task == Task.KEEP_BOUNTY:
        return a == player and b == 0
    if task == Task.PAY:
        return a == 0 and b == 0
    if task == Task.BOUNTY:
        home = s.pawn[player] != NONE and s.location_at[s.pawn[player]] != NONE
        return s.acting != 0 and a == player and b < COLOURS and home
    if task == Task.RAMP:
        return s.acting != 0 and b == 0 and ramp_fits(t, s, a)
    return task == Task.NEW_LEADER and s.acting != 0 and a == player and b == 0


@kernel
def turn_fits(t: Table, s: Record) -> bool:
    """The steps of the turn, and above them what the step on top, or the one before it, has begun."""
    steps = steps_left(s)
    if steps == 0 or not steps_fit(s, steps):
        return False
    step, above = s.task[steps - 1], s.tasks - steps
    if s.acting != int(step == Task.ACT):
        return False
    if s.attack_slot != NONE:
        return (step == Task.CHECK or step == Task.TERROR) and attack_fits(s, steps)
    if step == Task.ROLL or (step == Task.CHECK and s.players != 2):
        return redraws_fit(s, steps)
    if step == Task.DISTRACT and above == 1:
        return s.task[steps] == Task.EXTRA_CARD and s.task_a[steps] <= MOST_VALUE and s.task_b[steps] == 0
    if above > (MOST_BEGUN if step == Task.REFILL or step == Task.ACT or step == Task.PLAY else 0):
        return False
    fit = True
    for i in range(steps, s.tasks):
        fit &= begun_fits(t, s, i)
    return fit


@kernel
def tasks_fit(t: Table, s: Record) -> bool:
    """Whether all that is left to do can be, in this order, with these numbers."""
    if s.tasks == 0 or not is_empty_above(s):
        return False
    if s.task[0] == Task.TURN:
        started = s.turn == s.start and s.rounds == 1 and s.attack_slot == NONE
        return started and s.task_a[0] == 0 and s.task_b[0] == 0 and setup_fits(s)
    top = s.task[s.tasks - 1]
    if s.passing_through and top != Task.ACT and top != Task.RAMP:
        return False
    return turn_fits(t, s)
