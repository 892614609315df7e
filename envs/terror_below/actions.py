"""The action space, how a rule offers actions, which are legal, and the stack of things still to be done.

Rules offer actions by their numbers, so this module stands below them; what an answer does is in `tasks.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.core.memory import clear
from regolith.envs.terror_below.state import MOST_ACTIONS
from regolith.envs.terror_below.words import (
    BOUNTIES,
    CHARACTERS,
    COLOURS,
    DIRECTIONS,
    GEAR,
    LINE,
    LOCATIONS,
    SEATS,
    SLOTS,
    VEHICLES,
    Kind,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table

OTHERS = SEATS - 1
LOOT, HAT_LOOT = COLOURS + 1, COLOURS
"""What can be taken from a player: an egg of a colour, or the hat."""

ACTIONS = Layout()
_add = ACTIONS.add
PLAY = _add(
    "play", VEHICLES * SLOTS, "this vehicle card under this worm (slots 1, 2, 3 of card 0, then of card 1, ...)"
)
CARD = _add("vehicle card", VEHICLES, "the vehicle card to add, to discard for a ramp, or to replace")
CHARACTER = _add("character", CHARACTERS, "the character to leave behind, to lead, or to bring back")
LOCATION = _add("to location", LOCATIONS, "put the pawn on this Location (setup, new Leader, Escape Hatch)")
MOVE = _add("move", DIRECTIONS, "move north, east, south, west")
RAMP = _add("ramp", DIRECTIONS * DIRECTIONS, "jump over the pawn in the first direction and land in the second from it")
JUMP = _add("canyon", DIRECTIONS, "ramp over the canyon")
CLEAR = _add("clear", DIRECTIONS, "take a rubble from the adjacent space")
PICK_UP = _add("pick up", 1, "all eggs of this space")
DELIVER = _add("deliver", COLOURS, "an egg of this colour")
USE = _add("use", GEAR, "play, keep or discard this item (24) or weapon (23)")
ABILITY = _add("leader", 1, "use the Leader's ability")
HAT = _add("hat", 1, "use the ability of the worn hat")
DRAW = _add("draw", 2, "an item, a weapon for three rubble")
BOUNTY = _add("bounty", BOUNTIES, "complete this bounty, or take it as a hidden one")
TOP = _add("top", 1, "the top card of the bounty deck")
SUBSET = _add("set", 1 << LINE, "a set, as bits: bounties of the line to discard, or arrows to ignore")
TARGET = _add("target", SLOTS, "the target token to move")
SWAP = _add("swap", SLOTS, "exchange targets 1 and 2, 1 and 3, 2 and 3")
STEP = _add("step", DIRECTIONS, "move the target token north, east, south, west")
VICTIM = _add(
    "victim", OTHERS * LOOT, "steal an egg (4 colours) or shoot the hat of the next player, of the one after, ..."
)
YES = _add("yes", 1, "roll again; take the other bonus")
STOP = _add("stop", 1, "no more, no, pass")

if ACTIONS.size > MOST_ACTIONS:
    raise AssertionError("the record has too little room for the options")


@kernel
def offer(s: Record, action: int) -> None:
    """One more action may be chosen."""
    if not s.option[action]:
        s.option[action] = 1
        s.choices += 1


@kernel
def ask(s: Record, player: int, kind: int) -> None:
    """The offered actions are a question to this player."""
    s.player = player
    s.kind = kind


@kernel
def withdraw(s: Record) -> None:
    """Nothing is asked any more."""
    if s.choices:
        clear(s.option)
        s.choices = 0


@kernel
def legal(t: Table, s: Record, mask: Any) -> None:
    """Mark what was offered to the player to move."""
    for action in range(mask.size):
        mask[action] = s.option[action]


@kernel
def follow_up(t: Table, s: Record) -> bool:
    """Is the pending decision part of something already begun? The actions of a turn belong to the vehicle card played."""
    return s.kind >= Kind.ACTION


@kernel
def push(s: Record, task: int, a: int, b: int) -> None:
    """To be done next, before everything pushed earlier."""
    s.task[s.tasks] = task
    s.task_a[s.tasks] = a
    s.task_b[s.tasks] = b
    s.tasks += 1


@kernel
def done(s: Record) -> None:
    """The task on top is done."""
    s.tasks -= 1
    s.task[s.tasks] = 0
    s.task_a[s.tasks] = 0
    s.task_b[s.tasks] = 0
