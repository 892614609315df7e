"""Project cards that are drawn, looked at, discarded or sold: what the operations of `language/drawing.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.drawing import Drawing
from regolith.envs.terraforming_mars.language.operation import Holds
from regolith.envs.terraforming_mars.machine.stack import DECLINED, begin, next_step, offer_choice, push, seat
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, NONE
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.drawing import (
    discard,
    discard_openly,
    discard_unpaid,
    draw,
    draw_matching,
    keep_unpaid,
    look_at,
    next_unpaid,
    offer_looked_at,
    stop_looking,
    take_looked_at,
    top_card,
)
from regolith.envs.terraforming_mars.rules.price import affordable, card_price
from regolith.envs.terraforming_mars.rules.supply import gain
from regolith.envs.terraforming_mars.state import Deck, Frame, Lies, Mode
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def charge_for_cards(t: Table, s: Record) -> None:
    """Cards have a fee: who has drawn some is asked about the next one, in turn order, once whatever he is paying for is paid."""
    if s.depth > 0:
        op = t.op[s.stack[s.depth - 1, Frame.ROW]]
        if op == Drawing.KEEP_FOR_FEE or t.op_x[op] == Holds.PRICE or t.op_x[op] == Holds.HEAT_OWED:
            return
    for i in range(s.players):
        if next_unpaid(s, seat(s, i)) != NONE:
            begin(s, t.card_fee_row, NONE, seat(s, i))
            return


@kernel
def offer_unpaid(t: Table, s: Record, player: int) -> None:
    """The next card with a fee; without the money it is discarded."""
    card = next_unpaid(s, player)
    if card == NONE:
        return
    if affordable(t, s, player, NONE, int(s.card_fee)):
        offer_choice(s, card)
    else:
        discard_unpaid(s, card, player)


@kernel
def settle_unpaid(t: Table, s: Record, player: int, chosen: int) -> None:
    if chosen == DECLINED:
        discard_unpaid(s, next_unpaid(s, player), player)
    else:
        keep_unpaid(s, chosen, player)
        push(s, t.pay_row, NONE, player, s.card_fee, NONE, Mode.WHOLE)


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op = t.op[row]
    if op == Drawing.KEEP_FOR_FEE:
        offer_unpaid(t, s, player)
        return
    if op == Drawing.DRAW_AND_KEEP or op == Drawing.LOOK_AND_BUY:
        if s.looked_at == 0 and s.stack[f, Frame.TURN] == 0:
            look_at(s, player, Deck.PROJECTS, amount(t, s, row, player, card))
        if op == Drawing.DRAW_AND_KEEP or affordable(t, s, player, NONE, card_price(t, s, player)):
            offer_looked_at(s)
        return
    for other in range(FIRST_CORPORATION):
        if s.lies[other] == Lies.IN_HAND and s.owner[other] == player:
            offer_choice(s, other)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if op == Drawing.DISCARD or op == Drawing.SELL_CARDS:
        discard(s, chosen)
        if op == Drawing.SELL_CARDS:
            gain(s, player, Resource.MC, 1)
        return
    if op == Drawing.KEEP_FOR_FEE:
        next_step(s, f)
        settle_unpaid(t, s, player, chosen)
        return
    s.stack[f, Frame.TURN] += 1
    if chosen != DECLINED:
        take_looked_at(s, chosen, player)
    wanted = t.a[row] if op == Drawing.DRAW_AND_KEEP else amount(t, s, row, player, s.stack[f, Frame.CARD])
    if chosen == DECLINED or s.stack[f, Frame.TURN] >= wanted:
        stop_looking(s, player)
        next_step(s, f)
    if op == Drawing.LOOK_AND_BUY and chosen != DECLINED:
        push(s, t.pay_row, NONE, player, card_price(t, s, player), NONE, Mode.WHOLE)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Drawing.DRAW:
        draw(s, player, n)
    elif op == Drawing.DRAW_WITH_TAG:
        draw_matching(t, s, player, n, a, NONE)
    elif op == Drawing.DRAW_WITH_ICON:
        draw_matching(t, s, player, n, NONE, a)
    elif op == Drawing.OPPONENTS_DRAW:
        for i in range(1, s.players):
            draw(s, (player + i) % s.players, n)
    elif op == Drawing.REVEAL_TOP:
        top = top_card(s, Deck.PROJECTS, player)
        if top != NONE:
            discard_openly(s, top)
            if t.tags[top, a] > 0:
                begin(s, t.branch_start[t.branch[row]], card, player)
