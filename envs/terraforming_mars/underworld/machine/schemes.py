"""What the operations of `underworld/language/schemes.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.held import has_receiver, may_get
from regolith.envs.terraforming_mars.machine.stack import DECLINED, next_step, offer_amounts, offer_choice
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_PRELUDE, NONE, RESOURCES, TAGS
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.drawing import draw_events, draw_matching, take_in_hand
from regolith.envs.terraforming_mars.rules.holding import held_kind, put_on_card
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.knowledge import shown
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.rules.playing import leave_play
from regolith.envs.terraforming_mars.rules.supply import change_production, gain
from regolith.envs.terraforming_mars.state import Frame, Lies, Place
from regolith.envs.terraforming_mars.underworld.language.schemes import Schemes
from regolith.envs.terraforming_mars.words import CardKind, Resource, Tile, To

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def may_return(t: Table, s: Record, player: int, card: int) -> bool:
    """Whether a prelude can go back to the hand of its owner: one without a special tile."""
    return in_force(t, s, card, player) and t.own_tile[card] <= Tile.CITY_TILE


@kernel
def may_receive(s: Record, player: int, other: int, more: bool, least: int) -> bool:
    """Whether a card may be given to that player, who may be the player himself if he has corruption enough."""
    if more:
        return s.corruption[other] > s.corruption[player]
    return s.corruption[other] >= least


@kernel
def may_spend(t: Table, s: Record, player: int, card: int, kind: int) -> bool:
    """Whether an own card has such resources that can be taken from it."""
    return (
        s.resources[card] > 0
        and not t.protected[card]
        and held_kind(t, s, card) == kind
        and in_force(t, s, card, player)
    )


@kernel
def to_spend(t: Table, s: Record, player: int, kind: int) -> int:
    """Such resources on all own cards together."""
    total = 0
    card = next_own_card(s, player, NONE)
    while card < CARDS:
        if may_spend(t, s, player, card, kind):
            total += int(s.resources[card])
        card = next_own_card(s, player, card)
    return total


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, choosing: bool) -> bool:
    op, a = t.op[row], t.a[row]
    if op == Schemes.RETURN_PRELUDE:
        for other in range(FIRST_PRELUDE, CARDS):  # noqa: SIM110
            if may_return(t, s, player, other):
                return True
        return False
    if op == Schemes.GIVE_AWAY:
        for other in range(s.players):  # noqa: SIM110
            if may_receive(s, player, other, a != 0, t.b[row]):
                return True
        return False
    if op == Schemes.CASH_IN_HERE:
        return s.resources[card] > 0
    if op == Schemes.ADD_TO_SEVERAL:
        return not choosing or has_receiver(t, s, player, card, a, To.ANY_CARD, NONE)
    if op == Schemes.SPEND_FROM_CARDS:
        return to_spend(t, s, player, a) >= t.n[row]
    if op == Schemes.EXCHANGE_METALS:
        return s.stock[player, a] > 0 and amount(t, s, row, player, card) > 0
    return True


@kernel
def offer_cards(t: Table, s: Record, f: int, row: int) -> None:
    """Own cards. One that was chosen to get resources is not chosen twice: it is remembered as its number + 1."""
    card, player, op = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], t.op[row]
    other = next_own_card(s, player, NONE)
    while other < CARDS:
        if op == Schemes.RETURN_PRELUDE:
            offered = other >= FIRST_PRELUDE and may_return(t, s, player, other)
        elif op == Schemes.SPEND_FROM_CARDS:
            offered = may_spend(t, s, player, other, t.a[row])
        else:
            fresh = s.stack[f, Frame.TURN] == 0 or s.stack[f, Frame.Y] != other + 1
            offered = fresh and may_get(t, s, player, card, other, t.a[row], To.ANY_CARD, NONE)
        if offered:
            offer_choice(s, other)
        other = next_own_card(s, player, other)


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    card, player, op = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], t.op[row]
    if op == Schemes.GIVE_AWAY:
        for other in range(s.players):
            if may_receive(s, player, other, t.a[row] != 0, t.b[row]):
                offer_choice(s, other)
    elif op == Schemes.DRAW_NAMED_TAG:
        for tag in range(TAGS):
            if t.tag_box[tag] != NONE and s.box[t.tag_box[tag]]:
                offer_choice(s, tag)
    elif op == Schemes.GAIN_ONE_KIND or op == Schemes.RAISE_ANY_PRODUCTION:
        for resource in range(RESOURCES):
            offer_choice(s, resource)
    elif op == Schemes.EXCHANGE_METALS:
        offer_amounts(s, 1, min(amount(t, s, row, player, card), int(s.stock[player, t.a[row]])))
    else:
        offer_cards(t, s, f, row)


@kernel
def take_back(t: Table, s: Record, player: int, card: int) -> None:
    """A prelude goes from the table back to the hand, seen by all."""
    leave_play(t, s, card)
    take_in_hand(s, card, player)
    shown(s, card, player, Place.HAND)


@kernel
def give_away(t: Table, s: Record, card: int, receiver: int) -> None:
    """An event that was just played ends face down among the played cards of another player."""
    if s.owner[card] == receiver:
        return
    leave_play(t, s, card)
    s.lies[card] = Lies.PLAYED_EVENT
    s.owner[card] = receiver
    s.events[receiver] += int(t.kind[card] == CardKind.EVENT)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    card, player, op = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], t.op[row]
    n = amount(t, s, row, player, card)
    if op == Schemes.RETURN_PRELUDE:
        take_back(t, s, player, chosen)
    elif op == Schemes.GIVE_AWAY:
        give_away(t, s, card, chosen)
    elif op == Schemes.DRAW_NAMED_TAG:
        draw_matching(t, s, player, n, chosen, NONE)
    elif op == Schemes.GAIN_ONE_KIND:
        gain(s, player, chosen, n)
    elif op == Schemes.RAISE_ANY_PRODUCTION:
        change_production(t, s, player, chosen, n)
    elif op == Schemes.ADD_TO_SEVERAL:
        settle_several(t, s, f, row, chosen)
    elif op == Schemes.SPEND_FROM_CARDS:
        s.resources[chosen] -= 1
    elif op == Schemes.EXCHANGE_METALS:
        gain(s, player, t.a[row], -chosen)
        gain(s, player, t.b[row], chosen)


@kernel
def settle_several(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """One card gets its resources; there may be another one."""
    if chosen == DECLINED:
        next_step(s, f)
        return
    s.stack[f, Frame.TURN] += 1
    s.stack[f, Frame.Y] = chosen + 1
    if s.stack[f, Frame.TURN] >= t.b[row]:
        next_step(s, f)
    put_on_card(t, s, chosen, t.n[row])


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player, op = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], t.op[row]
    n = amount(t, s, row, player, card)
    if op == Schemes.CHARGE_FOR_CARDS:
        s.card_fee = n
    elif op == Schemes.FIRST_NEXT_GENERATION:
        s.next_first = player + 1
    elif op == Schemes.RAISE_METALS:
        for other in range(s.players):
            s.metal_swing[other] += n if other == player else -n
    elif op == Schemes.SURCHARGE_GOALS:
        s.goal_surcharge += n
    elif op == Schemes.CASH_IN_HERE:
        gain(s, player, Resource.MC, n * int(s.resources[card]))
        s.resources[card] = 0
    elif op == Schemes.DRAW_EVENTS:
        draw_events(t, s, player, n, t.a[row])
    elif op == Schemes.OPPONENTS_PRODUCTION:
        for other in range(s.players):
            if other != player:
                change_production(t, s, other, t.a[row], n)
