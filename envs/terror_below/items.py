"""Using items, hats, the Leader's ability, and the second use of weapons in one's own turn (rulebook: Item and Weapon Cards)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terror_below.actions import (
    ABILITY,
    BOUNTY,
    DRAW,
    HAT,
    USE,
    ask,
    done,
    offer,
    push,
)
from regolith.envs.terror_below.board import bit
from regolith.envs.terror_below.cards import can_draw, draw, lasting, put
from regolith.envs.terror_below.movement import offer_first
from regolith.envs.terror_below.words import (
    ABSENT,
    ALTERNATIVE,
    BOUNTIES,
    CARDS,
    CHARACTER,
    COLOURS,
    DIRECTIONS,
    EFFECTS,
    GEAR,
    ITEM,
    LINE,
    NONE,
    Deck,
    Do,
    Kind,
    Mode,
    Place,
    Task,
    When,
    Which,
)
from regolith.envs.terror_below.words import BOUNTY as FIRST_BOUNTY

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def may_steal(t: Table, s: Record, player: int, other: int, reach: int) -> bool:
    """Is another pawn on the board and near enough?"""
    if other == player or s.pawn[other] == NONE or s.pawn[player] == NONE:
        return False
    return t.distance[s.board, s.pawn[player], s.pawn[other]] <= reach


@kernel
def can_do(t: Table, s: Record, player: int, card: int, i: int) -> bool:
    """Would this effect do anything now (clarification C11)?"""
    do, n = t.effect[card, i, 0], t.effect[card, i, 1]
    if do == Do.NOTHING:
        return False
    if do == Do.AP:
        return not s.picked_up
    if do == Do.DRAW:
        return can_draw(s, n)
    if do == Do.MOVE_TARGET:
        if t.effect[card, i, 2] == Mode.FREE:
            return True
        return s.pawn[player] != NONE and (n != Which.DISTRACTED or s.distracted != NONE)
    if do == Do.REMOVE_RUBBLE:
        if s.pawn[player] != NONE:
            for direction in range(DIRECTIONS):
                cell = t.near[s.board, s.pawn[player], direction]
                if cell != NONE and s.rubble_spaces & bit(cell):
                    return True
        return False
    if do == Do.ENTER_RUBBLE:
        return not s.may_enter_rubble
    if do == Do.PICKUP_NO_END:
        return not s.go_on_after_pickup
    if do == Do.WILD_EGG:
        return not s.wild_egg
    if do == Do.REVIVE:
        found = False
        for other in range(CHARACTER, CARDS):
            if s.at[other] == Place.DEAD + player:
                found = True
        return found
    if do == Do.REFRESH_BOUNTIES or do == Do.HIDDEN_BOUNTY:
        for place in range(LINE):
            if s.line[place] != NONE and (do == Do.REFRESH_BOUNTIES or n == 0):
                return True
        return do == Do.HIDDEN_BOUNTY and can_draw(s, Deck.BOUNTY)
    if do == Do.STEAL_EGG or do == Do.DISCARD_HAT:
        for other in range(s.players):
            if do == Do.DISCARD_HAT:
                if other != player and s.worn[other] != NONE:
                    return True
            elif may_steal(t, s, player, other, n):
                for colour in range(COLOURS):
                    if s.carried[other, colour]:
                        return True
        return False
    return True


@kernel
def can_do_any(t: Table, s: Record, player: int, card: int, first: int) -> bool:
    found = False
    for i in range(first, first + EFFECTS):
        if can_do(t, s, player, card, i):
            found = True
    return found


@kernel
def first_effect(t: Table, s: Record, card: int) -> int:
    """Which use of an item or weapon is one for the own turn: where its effects begin, ABSENT if none is."""
    if t.when[card] == When.OWN_TURN:
        return 0
    if t.second[card] == When.OWN_TURN and not (s.players == 1 and t.second_not_for_solo[card]):
        return ALTERNATIVE
    return ABSENT


@kernel
def may_use_ability(t: Table, s: Record, player: int, card: int, used: int) -> bool:
    """May a Leader or a worn hat use its ability of the own turn now?"""
    if card in (NONE, used) or t.when[card] != When.OWN_TURN:
        return False
    if t.cost_ap[card] and (not s.acting or s.pool < t.cost_ap[card]):
        return False
    if not can_do_any(t, s, player, card, 0):
        return False
    if t.cost_discard[card]:
        found = False
        for other in range(ITEM, ITEM + GEAR):
            if s.at[other] == Place.HAND + player:
                found = True
        return found
    return True


@kernel
def offer_items(t: Table, s: Record, player: int) -> None:
    """Everything that may be used in the own turn. Cards acquired this turn are in another place and so are no choice."""
    for card in range(ITEM, ITEM + GEAR):
        if s.at[card] == Place.HAND + player:
            first = first_effect(t, s, card)
            if t.hat[card] or (first != ABSENT and can_do_any(t, s, player, card, first)):
                offer_first(t, s, Place.HAND + player, card, USE + card - ITEM)
    if may_use_ability(t, s, player, s.leader[player], s.leader_used):
        offer(s, ABILITY)
    if may_use_ability(t, s, player, s.worn[player], s.hat_used):
        offer(s, HAT)


@kernel
def push_effects(t: Table, s: Record, card: int, first: int) -> None:
    """The effects of a card in their order."""
    for i in range(first + EFFECTS - 1, first - 1, -1):
        if t.effect[card, i, 0] != Do.NOTHING:
            push(s, Task.EFFECT, card, i)


@kernel
def use_item(t: Table, s: Record, player: int, card: int) -> None:
    """Play a card. A hat replaces the one worn; everything else is discarded before it acts."""
    if t.hat[card]:
        if s.worn[player] != NONE:
            put(s, s.worn[player], Place.DISCARD)
        s.worn[player] = card
        put(s, card, Place.WORN + player)
    else:
        put(s, card, Place.DISCARD)
        push_effects(t, s, card, first_effect(t, s, card))


@kernel
def use_ability(t: Table, s: Record, card: int) -> None:
    """A Leader's or hat's ability, once a turn; its cost first."""
    s.pool -= t.cost_ap[card]
    push_effects(t, s, card, 0)
    if t.cost_discard[card]:
        push(s, Task.PAY, 0, 0)


@kernel
def ask_gear(t: Table, s: Record, player: int, place: int, kind: int) -> None:
    """One of the items and weapons in a place: to pay with, or to keep."""
    for card in range(ITEM, ITEM + GEAR):
        if s.at[card] == place:
            offer_first(t, s, place, card, USE + card - ITEM)
    ask(s, player, kind)


@kernel
def ask_exchange(s: Record, player: int) -> None:
    """Three rubble buy an item or a weapon."""
    if can_draw(s, Deck.ITEM):
        offer(s, DRAW)
    if can_draw(s, Deck.WEAPON):
        offer(s, DRAW + 1)
    ask(s, player, Kind.EXCHANGE)


@kernel
def acquire(t: Table, s: Record, player: int, deck: int) -> None:
    """Draw an item or weapon, not to be used this turn; some Leaders look at several items and keep one."""
    look = lasting(t, s.leader[player], Do.DRAW_CHOICE) if deck == Deck.ITEM else 1
    if look <= 1:
        card = draw(t, s, deck, player, False)
        if card != NONE:
            put(s, card, Place.FRESH + player)
        return
    for _ in range(look):
        card = draw(t, s, deck, player, False)
        if card != NONE:
            put(s, card, Place.LOOKED)
    push(s, Task.KEEP_ITEM, player, 0)


@kernel
def ask_bounty_to_keep(t: Table, s: Record, player: int) -> None:
    """One of the bounties looked at becomes a hidden one."""
    for card in range(FIRST_BOUNTY, FIRST_BOUNTY + BOUNTIES):
        if s.at[card] == Place.LOOKED:
            offer_first(t, s, Place.LOOKED, card, BOUNTY + card - FIRST_BOUNTY)
    ask(s, player, Kind.KEEP_BOUNTY)


@kernel
def finish_effect(s: Record) -> None:
    """An effect that had nothing to ask is done."""
    if not s.choices:
        done(s)
