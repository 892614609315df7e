"""The stack of effects under way: the one on top is carried out first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.operation import Holds
from regolith.envs.terraforming_mars.rooms import NONE, STACK
from regolith.envs.terraforming_mars.state import FRAME, Frame, Mode

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

DECLINED, NOT_ASKED = -1, -2
"""Answer to an offer; there is no answer because there was no question."""
MOST_AMOUNT = 127


@kernel
def push(s: Record, row: int, card: int, player: int, x: int, y: int, mode: int) -> None:
    """Begin an effect, before all those that are pending."""
    if s.depth == STACK:
        raise OverflowError("too many effects under way")
    f = s.depth
    s.stack[f, Frame.ROW] = row
    s.stack[f, Frame.CARD] = card
    s.stack[f, Frame.PLAYER] = player
    s.stack[f, Frame.X] = x
    s.stack[f, Frame.Y] = y
    s.stack[f, Frame.TURN] = 0
    s.stack[f, Frame.MODE] = mode
    s.depth += 1


@kernel
def begin(s: Record, row: int, card: int, player: int) -> None:
    """Begin an effect that nothing need be told."""
    push(s, row, card, player, 0, 0, Mode.WHOLE)


@kernel
def seat(s: Record, i: int) -> int:
    """The i-th player of this generation."""
    return (s.first_player + i) % s.players


@kernel
def begin_for_all(s: Record, row: int) -> None:
    """The same for every player, in turn order."""
    for i in range(s.players - 1, -1, -1):
        begin(s, row, NONE, seat(s, i))


@kernel
def next_step(s: Record, f: int) -> None:
    """The step of this effect is done."""
    s.stack[f, Frame.ROW] += 1
    s.stack[f, Frame.TURN] = 0
    if s.stack[f, Frame.MODE] == Mode.BLOCKABLE:
        s.stack[f, Frame.MODE] = Mode.WHOLE
    elif s.stack[f, Frame.MODE] == Mode.BLOCKABLE_PRODUCTION:
        s.stack[f, Frame.MODE] = Mode.PRODUCTION_ONLY


@kernel
def swap_with_next(s: Record, f: int) -> None:
    """The effect trades places with the one that would come after it."""
    for i in range(FRAME):
        other = s.stack[f - 1, i]
        s.stack[f - 1, i] = s.stack[f, i]
        s.stack[f, i] = other


@kernel
def offer_choice(s: Record, choice: int) -> None:
    """One more thing that may be chosen."""
    s.choice[s.choices] = choice
    s.choices += 1


@kernel
def offer_amounts(s: Record, least: int, most: int) -> None:
    for n in range(least, min(most, MOST_AMOUNT) + 1):
        offer_choice(s, n)


@kernel
def enters(t: Table, row: int) -> bool:
    """Whether a card of the hand, named by Y, comes into play here, perhaps after it is paid for."""
    payment = t.op_x[t.op[row]] == Holds.PRICE
    return t.op_y[t.op[row + 1 if payment else row]] == Holds.CARD_IN_HAND
