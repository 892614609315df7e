"""Resources on cards: which cards may get some, and what the operations of `language/held.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.held import Held
from regolith.envs.terraforming_mars.machine.stack import offer_amounts, offer_choice
from regolith.envs.terraforming_mars.rooms import CARDS, NONE
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.holding import can_hold, held_kind, put_on_card
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.rules.supply import gain
from regolith.envs.terraforming_mars.state import Frame, Lies
from regolith.envs.terraforming_mars.words import To

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def may_get(t: Table, s: Record, player: int, here: int, card: int, kind: int, to: int, tag: int) -> bool:
    """Whether an effect printed on the card `here` may add to `card`."""
    if not in_force(t, s, card, player) or held_kind(t, s, card) == NONE:
        return False
    if (kind != NONE and not can_hold(t, s, card, kind)) or (tag != NONE and t.tags[card, tag] == 0):
        return False
    if to == To.OTHER_CARD:
        return card != here
    return to == To.ANY_CARD or s.resources[card] > 0


@kernel
def has_receiver(t: Table, s: Record, player: int, here: int, kind: int, to: int, tag: int) -> bool:
    card = next_own_card(s, player, NONE)
    while card < CARDS and not may_get(t, s, player, here, card, kind, to, tag):
        card = next_own_card(s, player, card)
    return card < CARDS


@kernel
def can_spend(t: Table, s: Record, player: int, card: int, kind: int, n: int) -> bool:
    """Whether so many resources of a kind lie on an own card."""
    return s.resources[card] >= n and held_kind(t, s, card) == kind and in_force(t, s, card, player)


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, cause: int, choosing: bool) -> bool:
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Held.ADD_RESOURCE:
        needed = choosing or t.d[row]
        return not needed or has_receiver(t, s, player, card, a, t.b[row], t.c[row])
    if op == Held.ADD_TO_PLAYED_CARD:
        return s.lies[cause] == Lies.IN_PLAY and (t.holds[cause] == a or t.holds[cause] == t.b[row])
    if op == Held.SPEND_HERE or op == Held.ONLY_IF_HERE:
        return s.resources[card] >= n
    if op == Held.SPEND_FROM_CARD:
        other = next_own_card(s, player, NONE)
        while other < CARDS and not can_spend(t, s, player, other, a, n):
            other = next_own_card(s, player, other)
        return other < CARDS
    if op == Held.EXCHANGE_HERE:
        return s.resources[card] > 0
    return True


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Held.EXCHANGE_HERE:
        offer_amounts(s, 1, s.resources[card])
        return
    if n == 0:
        return
    other = next_own_card(s, player, NONE)
    while other < CARDS:
        gets = op == Held.ADD_RESOURCE and may_get(t, s, player, card, other, a, t.b[row], t.c[row])
        if gets or (op == Held.SPEND_FROM_CARD and can_spend(t, s, player, other, a, n)):
            offer_choice(s, other)
        other = next_own_card(s, player, other)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op = t.op[row]
    n = amount(t, s, row, player, card)
    if op == Held.ADD_RESOURCE:
        put_on_card(t, s, chosen, n)
    elif op == Held.SPEND_FROM_CARD:
        s.resources[chosen] -= n
    elif op == Held.EXCHANGE_HERE:
        s.resources[card] -= chosen
        gain(s, player, t.a[row], n * chosen)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op = t.op[row]
    n = amount(t, s, row, player, card)
    if op == Held.ADD_HERE:
        put_on_card(t, s, card, n)
    elif op == Held.ADD_TO_PLAYED_CARD:
        put_on_card(t, s, s.stack[f, Frame.X], n)
    elif op == Held.SPEND_HERE:
        s.resources[card] -= n
