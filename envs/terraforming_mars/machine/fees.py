"""Fees of the steps of rating that effects will bring: whether they can be paid, and how much must be kept for those under way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.ports import NUMBER, TRUTH, Door
from regolith.envs.terraforming_mars.doors import DoorTo
from regolith.envs.terraforming_mars.hooks import rating_may_cost
from regolith.envs.terraforming_mars.language.counts import Counted
from regolith.envs.terraforming_mars.language.operation import Branching, Family, Gives, Holds
from regolith.envs.terraforming_mars.machine import box_families, conditions
from regolith.envs.terraforming_mars.machine.ahead import branch_possible, nothing_ahead
from regolith.envs.terraforming_mars.machine.stock import metal_accepted
from regolith.envs.terraforming_mars.rooms import END, FIRST_CORPORATION, NONE, TAGS
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.rating_fee import (
    can_pay_fees,
    fee_ahead,
    foresee_tile,
    foresee_track,
    no_fees_ahead,
    no_tracks_ahead,
)
from regolith.envs.terraforming_mars.rules.supply import GIFT
from regolith.envs.terraforming_mars.state import Frame, Lies
from regolith.envs.terraforming_mars.words import CardKind, Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def own_tags_counted(t: Table, s: Record, row: int, card: int) -> int:
    """Tags of a card in hand that its own step will count once it is played. Those of an event are counted anyway."""
    count = t.count[row]
    if count == NONE or card < 0 or card >= FIRST_CORPORATION or s.lies[card] != Lies.IN_HAND:
        return 0
    found = 0
    if t.count_what[count] == Counted.TAGS and t.kind[card] != CardKind.EVENT:
        for tag in range(TAGS):
            found += t.count_tags[count, tag] * t.tags[card, tag]
    return found


@kernel
def foresee_step(t: Table, s: Record, player: int, card: int, row: int, done: int) -> None:
    """What a step without branches will bring and spend. `done`: so often it was done already."""
    op, a = t.op[row], t.a[row]
    if op >= Family.OF_BOXES:
        box_families.foresee_rating(t, s, player, card, row)
        return
    gives, puts, spends = t.op_gives[op], t.op_puts_tile[op], t.op_spends[op]
    if gives != Gives.TRACK and gives != Gives.RATING and not puts and not spends:
        return
    n = amount(t, s, row, player, card)
    if gives == Gives.TRACK:
        foresee_track(t, s, a, n)
    elif gives == Gives.RATING:
        s.ahead_rating += n + own_tags_counted(t, s, row, card)
    elif puts:
        foresee_tile(t, s, a, n - done)
    elif a == Resource.MC:
        s.ahead_spent += n
        s.ahead_spent_on = metal_accepted(t, row)
    elif a == Resource.HEAT:
        s.ahead_heat += n


@kernel
def foresee_branch(t: Table, s: Record, player: int, card: int, start: int) -> None:
    row = start
    while t.op[row] != END:
        foresee_step(t, s, player, card, row, 0)
        row += 1


@kernel
def foresee_cheapest(t: Table, s: Record, player: int, card: int, row: int) -> None:
    """Of the branches that may be chosen, the one with fewest steps of rating; nothing that such a branch brings matters further on."""
    before, track = int(s.ahead_rating), s.ahead_track.copy()
    spent, heat = int(s.ahead_spent), int(s.ahead_heat)
    least = NONE
    for branch in range(t.branch[row], t.branch[row] + t.branches[row]):
        nothing_ahead(s)
        if not branch_possible(t, s, player, card, t.branch_start[branch], NONE, True):
            continue
        foresee_branch(t, s, player, card, t.branch_start[branch])
        steps = int(s.ahead_rating) - before
        if least == NONE or steps < least:
            least = steps
        s.ahead_rating, s.ahead_spent, s.ahead_heat = before, spent, heat
        s.ahead_track[:] = track
    s.ahead_rating += max(0, least)


@kernel
def foresee(t: Table, s: Record, player: int, card: int, start: int, done: int) -> None:
    """All steps of a program from a row on; that one was done so often already."""
    row = start
    while t.op[row] != END:
        branching = t.op_branching[t.op[row]]
        if branching == Branching.CHOSEN:
            foresee_cheapest(t, s, player, card, row)
        elif branching == Branching.CONDITION:
            taken = conditions.branch_taken(t, s, player, card, row)
            if taken != NONE:
                foresee_branch(t, s, player, card, taken)
        else:
            foresee_step(t, s, player, card, row, done if row == start else 0)
        row += 1


@kernel
def all_fees_payable(t: Table, s: Record, player: int, card: int, row: int, what: int, cost: int) -> bool:
    """Whether all steps of rating that a program certainly brings can be paid for, besides a price. Asked only where there is a fee."""
    track = s.ahead_track.copy()
    no_fees_ahead(s)
    foresee(t, s, player, card, row, 0)
    enough = can_pay_fees(t, s, player, what, cost)
    no_fees_ahead(s)
    s.ahead_track[:] = track
    return enough


@kernel
def foreseen_fee(t: Table, s: Record, player: int, card: int, row: int) -> int:
    """What the steps of rating that a program certainly brings will cost, in MC."""
    if s.rating_fee == 0:
        return 0
    no_fees_ahead(s)
    foresee(t, s, player, card, row, 0)
    fee = fee_ahead(s)
    no_fees_ahead(s)
    no_tracks_ahead(s)
    nothing_ahead(s)
    return fee


@kernel
def foresee_frame(t: Table, s: Record, g: int, row: int) -> None:
    """What is left of an effect under way, from a row on; a card that is being paid for comes into play after it."""
    player, card = s.stack[g, Frame.PLAYER], s.stack[g, Frame.CARD]
    done = int(s.stack[g, Frame.TURN]) if row == s.stack[g, Frame.ROW] else 0
    if t.op_y[t.op[row]] == Holds.CARD_IN_HAND:
        played = s.stack[g, Frame.Y]
        foresee(t, s, player, played, t.on_play[played], 0)
    else:
        foresee(t, s, player, card, row, done)


@kernel
def kept_for_all_fees(t: Table, s: Record, f: int) -> int:
    """MC that the player whose turn it is must keep while an effect is carried out: for its further steps, and for all effects below.

    The tracks foreseen stay, so that what is chosen now counts besides. A tile to be placed is a further step itself. Nothing is kept
    for effects that waited for something: they bring what can be paid.
    """
    player = s.stack[f, Frame.PLAYER]
    if player != s.turn:
        return 0
    no_tracks_ahead(s)
    no_fees_ahead(s)
    for g in range(f, -1, -1):
        row = s.stack[g, Frame.ROW]
        if s.stack[g, Frame.PLAYER] != player or t.row_waits[row]:
            continue
        if t.op[row] == END or (row == t.rating_step_row and s.stack[g, Frame.X] == GIFT):
            continue
        foresee_frame(t, s, g, row + 1 if g == f and not t.op_puts_tile[t.op[row]] else row)
    kept = fee_ahead(s)
    no_fees_ahead(s)
    return kept


FEES = Door(DoorTo.FEES, all_fees_payable, (NUMBER, NUMBER, NUMBER, NUMBER, NUMBER), TRUTH, rating_may_cost)
fees_payable = FEES.through()
KEPT_FOR_FEES = Door(DoorTo.KEPT_FOR_FEES, kept_for_all_fees, (NUMBER,), NUMBER, rating_may_cost)
kept_for_fees = KEPT_FOR_FEES.through()
