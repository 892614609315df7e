"""Carrying out effects: the stack is worked off until somebody has to choose. What a step does is told by its family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.ports import NUMBER, Door
from regolith.envs.terraforming_mars.doors import DoorTo
from regolith.envs.terraforming_mars.language.operation import Declines, Family, IfNone, Turns
from regolith.envs.terraforming_mars.machine import (
    attacks,
    box_families,
    choices,
    conditions,
    drawing,
    held,
    mars,
    paying,
    research,
    stock,
)
from regolith.envs.terraforming_mars.machine.ahead import nothing_ahead
from regolith.envs.terraforming_mars.machine.blocking import is_blockable, offer_blocks, victim_of
from regolith.envs.terraforming_mars.machine.fees import kept_for_fees
from regolith.envs.terraforming_mars.machine.stack import DECLINED, NOT_ASKED, next_step, swap_with_next
from regolith.envs.terraforming_mars.rooms import END
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.drawing import stop_looking
from regolith.envs.terraforming_mars.rules.price import heat_at_hand
from regolith.envs.terraforming_mars.rules.rating_fee import no_tracks_ahead
from regolith.envs.terraforming_mars.rules.supply import gain
from regolith.envs.terraforming_mars.state import Frame, Kind, Mode
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def offer_of_family(t: Table, s: Record, f: int, row: int) -> None:
    op = t.op[row]
    if op < Family.MARS:
        stock.offer(t, s, f, row)
    elif op < Family.HELD:
        mars.offer(t, s, f, row)
    elif op < Family.ATTACKS:
        held.offer(t, s, f, row)
    elif op < Family.CONDITIONS:
        attacks.offer(t, s, f, row)
    elif op < Family.CHOICES:
        drawing.offer(t, s, f, row)
    elif op < Family.RESEARCH:
        choices.offer(t, s, f, row)
    elif op < Family.PAYING:
        research.offer(t, s, f, row)
    elif op < Family.OF_BOXES:
        paying.offer(t, s, f, row)
    else:
        box_families.offer(t, s, f, row)


@kernel
def settle_of_family(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    op = t.op[row]
    if op < Family.MARS:
        stock.settle(t, s, f, row, chosen)
    elif op < Family.HELD:
        mars.settle(t, s, f, row, chosen)
    elif op < Family.ATTACKS:
        held.settle(t, s, f, row, chosen)
    elif op < Family.CONDITIONS:
        attacks.settle(t, s, f, row, chosen)
    elif op < Family.CHOICES:
        drawing.settle(t, s, f, row, chosen)
    elif op < Family.RESEARCH:
        choices.settle(t, s, f, row, chosen)
    elif op < Family.PAYING:
        research.settle(t, s, row, chosen)
    elif op < Family.OF_BOXES:
        paying.settle(t, s, f, row, chosen)
    else:
        box_families.settle(t, s, f, row, chosen)


@kernel
def offer_choices(t: Table, s: Record, f: int) -> None:
    """What may be chosen in the next step of this effect, which is one that asks, and whether it may be declined."""
    s.choices = 0
    s.may_decline = 0
    row, mode = s.stack[f, Frame.ROW], s.stack[f, Frame.MODE]
    if is_blockable(mode):
        if t.op[row] < Family.OF_BOXES:
            offer_blocks(t, s, f, row)
        else:
            box_families.offer(t, s, f, row)
        s.may_decline = 1
        return
    if s.rating_fee > 0:
        s.ahead_kept = kept_for_fees(t, s, f)
    offer_of_family(t, s, f, row)
    if s.rating_fee > 0:
        s.ahead_kept = 0
        no_tracks_ahead(s)
    declines = t.op_declines[t.op[row]]
    some_chosen = s.stack[f, Frame.TURN] > 0
    if mode == Mode.OPTIONAL or declines == Declines.ALWAYS or (declines == Declines.AFTER_ONE and some_chosen):
        s.may_decline = 1


OFFERS = Door(DoorTo.OFFERS, offer_choices, (NUMBER,))
find_choices = OFFERS.through()


@kernel
def settle(t: Table, s: Record, f: int, chosen: int) -> None:
    """Carry out the step that asked, with the choice made. New effects go on top of this one."""
    row = s.stack[f, Frame.ROW]
    turns = t.op_turns[t.op[row]]
    if turns != Turns.OWN:
        if chosen == DECLINED:
            # No more cards to buy or sell, no more greeneries, or an optional effect is left out: it ends here.
            s.depth = f
            return
        if s.stack[f, Frame.MODE] == Mode.OPTIONAL:
            s.stack[f, Frame.MODE] = Mode.WHOLE
        s.stack[f, Frame.TURN] += 1
        if turns == Turns.ONCE:
            next_step(s, f)
        elif turns == Turns.COUNTED:
            if s.stack[f, Frame.TURN] >= amount(t, s, row, s.stack[f, Frame.PLAYER], s.stack[f, Frame.CARD]):
                next_step(s, f)
    settle_of_family(t, s, f, row, chosen)


@kernel
def nothing_to_choose(t: Table, s: Record, f: int) -> None:
    """A step that asks found nothing to choose from: it falls away, and with some steps what would follow."""
    row, player = s.stack[f, Frame.ROW], s.stack[f, Frame.PLAYER]
    op = t.op[row]
    if_none = t.op_if_none[op]
    if t.op_looks_at_cards[op]:
        stop_looking(s, player)
    if if_none == IfNone.FROM_NEUTRAL_IN_SOLO and s.players == 1:
        gain(s, player, t.a[row], amount(t, s, row, player, s.stack[f, Frame.CARD]))
    lost = if_none == IfNone.REST_IS_LOST and s.players > 1
    if lost or s.stack[f, Frame.MODE] == Mode.OPTIONAL:
        s.depth = f
    else:
        left = amount(t, s, row, player, s.stack[f, Frame.CARD]) - s.stack[f, Frame.TURN]
        next_step(s, f)
        if if_none == IfNone.NO_SPACE:
            mars.nowhere_to_place(t, s, f, row, left)


@kernel
def must_wait(t: Table, s: Record, f: int, row: int) -> bool:
    """Whether a resource is to be spent that only the rest of the card's own play may still yield."""
    if f == 0 or not t.op_may_wait[t.op[row]] or t.a[row] == Resource.MC:
        return False
    player = s.stack[f, Frame.PLAYER]
    have = heat_at_hand(t, s, player) if t.a[row] == Resource.HEAT else int(s.stock[player, t.a[row]])
    return have < amount(t, s, row, player, s.stack[f, Frame.CARD])


@kernel
def do(t: Table, s: Record, f: int) -> None:
    """Carry out a step that asks nothing."""
    row = s.stack[f, Frame.ROW]
    if must_wait(t, s, f, row):
        swap_with_next(s, f)
        return
    next_step(s, f)
    op = t.op[row]
    if op < Family.MARS:
        stock.do(t, s, f, row)
    elif op < Family.HELD:
        mars.do(t, s, f, row)
    elif op < Family.ATTACKS:
        held.do(t, s, f, row)
    elif op < Family.CONDITIONS:
        attacks.do(t, s, f, row)
    elif op < Family.DRAWING:
        conditions.do(t, s, f, row)
    elif op < Family.CHOICES:
        drawing.do(t, s, f, row)
    elif op < Family.OF_BOXES:
        paying.do(t, s, f, row)
    else:
        box_families.do(t, s, f, row)


@kernel
def run(t: Table, s: Record, chosen: int) -> None:
    """Carry out effects until one needs a decision or none is left. A choice of one is not asked, an offer always is.

    `chosen` answers the question of the effect on top; NOT_ASKED if it has none.
    """
    s.kind = Kind.NOTHING
    answered = chosen != NOT_ASKED
    while True:
        if s.card_fee > 0 and s.looked_at == 0 and not answered:
            drawing.charge_for_cards(t, s)
        if s.depth == 0:
            break
        f = s.depth - 1
        row = s.stack[f, Frame.ROW]
        op, mode = t.op[row], s.stack[f, Frame.MODE]
        if op == END:
            s.depth = f
        elif mode == Mode.PRODUCTION_ONLY and not t.op_in_production_box[op]:
            next_step(s, f)
        elif answered:
            answered = False
            settle(t, s, f, chosen)
        elif t.op_asks[op] == Kind.NOTHING:
            do(t, s, f)
        else:
            find_choices(t, s, f)
            if s.choices == 0:
                nothing_to_choose(t, s, f)
            elif s.choices == 1 and not s.may_decline:
                settle(t, s, f, s.choice[0])
            else:
                s.player, s.kind = s.stack[f, Frame.PLAYER], t.op_asks[op]
                if is_blockable(mode):
                    s.player, s.kind = victim_of(t, s, row, s.stack[f, Frame.Y]), Kind.BLOCK
                nothing_ahead(s)
                return
    s.choices = 0
    s.may_decline = 0
    nothing_ahead(s)
