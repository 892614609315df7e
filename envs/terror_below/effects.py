"""What the primitives do that act in a player's own turn, and the questions they ask (rulebook: Resolve Special Abilities, Appendix)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terror_below.actions import (
    BOUNTY,
    CARD,
    HAT_LOOT,
    LOOT,
    OTHERS,
    PLAY,
    STEP,
    STOP,
    SUBSET,
    SWAP,
    TARGET,
    TOP,
    VICTIM,
    ask,
    done,
    offer,
    push,
)
from regolith.envs.terror_below.cards import can_draw, draw, leave_line, put, put_under, refill_line
from regolith.envs.terror_below.death import ask_revived
from regolith.envs.terror_below.items import finish_effect, may_steal
from regolith.envs.terror_below.movement import offer_clearing, offer_first
from regolith.envs.terror_below.scoring import gain
from regolith.envs.terror_below.words import BOUNTY as FIRST_BOUNTY
from regolith.envs.terror_below.words import (
    COLOURS,
    DIRECTIONS,
    FREE_STEP,
    LINE,
    MOST_ARROWS,
    NONE,
    SEATS,
    SLOTS,
    VEHICLES,
    Deck,
    Do,
    Kind,
    Mode,
    Place,
    Task,
    Which,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table

ALL_SEATS = (1 << SEATS) - 1


@kernel
def do_effect(t: Table, s: Record, player: int, card: int, i: int) -> None:
    """Carry out one effect of a card; one that needs a choice stays on top and asks."""
    do, n, second, third = t.effect[card, i, 0], t.effect[card, i, 1], t.effect[card, i, 2], t.effect[card, i, 3]
    if do == Do.REVIVE:
        ask_revived(s, player)
        finish_effect(s)
    elif do == Do.REFRESH_BOUNTIES:
        ask_refresh(s, player, n)
        finish_effect(s)
    elif do == Do.HIDDEN_BOUNTY and n == 0:
        ask_hidden_bounty(t, s, player)
        finish_effect(s)
    elif do == Do.STEAL_EGG or do == Do.DISCARD_HAT:
        ask_victim(t, s, player, do, n)
        finish_effect(s)
    elif do == Do.PLAY_EXTRA_CARD_FACEDOWN:
        offer_plays(t, s, player)
        ask(s, player, Kind.FACE_DOWN)
        finish_effect(s)
    elif do == Do.SWAP_TARGETS:
        for pair in range(SLOTS):
            offer(s, SWAP + pair)
        ask(s, player, Kind.SWAP)
    elif do == Do.MOVE_TARGET and n == Which.CHOOSE_ONE:
        for slot in range(SLOTS):
            offer(s, TARGET + slot)
        ask(s, player, Kind.TARGET)
    else:
        done(s)
        if do == Do.AP:
            if not s.picked_up:
                s.pool += n
        elif do == Do.VP:
            gain(s, player, n)
        elif do == Do.DRAW:
            push(s, Task.DRAW, n, second)
        elif do == Do.MOVE_TARGET:
            if n == Which.ALL:
                for slot in range(SLOTS - 1, -1, -1):
                    push(s, Task.STEP, slot, third + FREE_STEP * second)
            elif s.distracted != NONE:
                push(s, Task.STEP, s.distracted, third + FREE_STEP * second)
        elif do == Do.REMOVE_RUBBLE:
            push(s, Task.CLEAR, n, 0)
        elif do == Do.ENTER_RUBBLE:
            s.may_enter_rubble = 1
        elif do == Do.PICKUP_NO_END:
            s.go_on_after_pickup = 1
        elif do == Do.WILD_EGG:
            s.wild_egg = 1
        elif do == Do.HIDDEN_BOUNTY:
            for _ in range(n):
                bounty = draw(t, s, Deck.BOUNTY, player, False)
                if bounty != NONE:
                    put(s, bounty, Place.LOOKED)
            push(s, Task.KEEP_BOUNTY, player, 0)


@kernel
def offer_plays(t: Table, s: Record, player: int) -> None:
    """Every vehicle card of the hand under every worm below its limit."""
    for card in range(VEHICLES):
        if s.at[card] == Place.HAND + player:
            for slot in range(SLOTS):
                if s.slot_count[slot] < t.limit[s.slot_worm[slot]]:
                    offer_first(t, s, Place.HAND + player, card, PLAY + SLOTS * card + slot)


@kernel
def ask_extra_card(t: Table, s: Record, player: int, highest: int) -> None:
    """Boots: another card of the hand, for its points alone."""
    for card in range(VEHICLES):
        if s.at[card] == Place.HAND + player and t.value[card] <= highest:
            offer_first(t, s, Place.HAND + player, card, CARD + card)
    ask(s, player, Kind.EXTRA_CARD)


@kernel
def ask_redraw(t: Table, s: Record, player: int) -> None:
    """A vehicle card to be replaced, or none."""
    for card in range(VEHICLES):
        if s.at[card] == Place.HAND + player:
            offer_first(t, s, Place.HAND + player, card, CARD + card)
    offer(s, STOP)
    ask(s, player, Kind.REDRAW)


@kernel
def offer_sets(s: Record, elements: int, most: int) -> None:
    """All subsets, the empty one too, of at most so many elements."""
    for subset in range(1 << LINE):
        size = (subset & 1) + (subset >> 1 & 1) + (subset >> 2 & 1) + (subset >> 3 & 1)
        if size <= most and subset & elements == subset:
            offer(s, SUBSET + subset)


@kernel
def ask_arrows(t: Table, s: Record, player: int, most: int) -> None:
    """Which arrows of the card just played do not count."""
    arrows = 0
    for i in range(MOST_ARROWS):
        if t.arrow[s.played, i] != NONE:
            arrows |= 1 << i
    offer_sets(s, arrows, most)
    ask(s, player, Kind.ARROWS)


@kernel
def ask_refresh(s: Record, player: int, most: int) -> None:
    """Which bounties of the line go."""
    lying = 0
    for i in range(LINE):
        if s.line[i] != NONE:
            lying |= 1 << i
    if lying:
        offer_sets(s, lying, most)
    ask(s, player, Kind.REFRESH)


@kernel
def refresh(t: Table, s: Record, subset: int) -> None:
    """Discard them together, then refill once."""
    for i in range(LINE):
        if subset >> i & 1:
            put(s, s.line[i], Place.DISCARD)
            s.line[i] = NONE
    refill_line(t, s)


@kernel
def ask_hidden_bounty(t: Table, s: Record, player: int) -> None:
    """A bounty of the line or the top card of the deck."""
    for i in range(LINE):
        if s.line[i] != NONE:
            offer_first(t, s, Place.LINE, s.line[i], BOUNTY + s.line[i] - FIRST_BOUNTY)
    if can_draw(s, Deck.BOUNTY):
        offer(s, TOP)
    ask(s, player, Kind.HIDDEN_BOUNTY)


@kernel
def hide_bounty(t: Table, s: Record, player: int, card: int) -> None:
    """It is the player's alone now; one that lay in the line is remembered by all."""
    if card == NONE:
        card = draw(t, s, Deck.BOUNTY, player, False)
        put(s, card, Place.HAND + player)
    else:
        leave_line(s, card)
        put(s, card, Place.HAND + player)
        s.known[card] = ALL_SEATS
        refill_line(t, s)


@kernel
def put_back(s: Record, player: int, deck: int, first: int, after: int) -> None:
    """The cards looked at and not kept go under their deck; the player knows where they are."""
    for card in range(first, after):
        if s.at[card] == Place.LOOKED:
            put_under(s, deck, card)
            s.known[card] = 1 << player


@kernel
def ask_victim(t: Table, s: Record, player: int, do: int, reach: int) -> None:
    """Whose egg is taken, or whose hat is shot off; players are counted from the next one."""
    for i in range(OTHERS):
        other = (player + 1 + i) % s.players
        if i >= s.players - 1:
            break
        if do == Do.DISCARD_HAT:
            if s.worn[other] != NONE:
                offer(s, VICTIM + LOOT * i + HAT_LOOT)
        elif may_steal(t, s, player, other, reach):
            for colour in range(COLOURS):
                if s.carried[other, colour]:
                    offer(s, VICTIM + LOOT * i + colour)
    ask(s, player, Kind.SHOOT_HAT if do == Do.DISCARD_HAT else Kind.STEAL)


@kernel
def step_target(t: Table, s: Record, player: int, slot: int, steps: int) -> None:
    """The next step of a target: closer to the pawn, or anywhere; the player whose turn it is chooses the direction."""
    left = steps % FREE_STEP
    free = steps >= FREE_STEP * Mode.FREE
    pawn = s.pawn[player]
    if left and (free or pawn != NONE):
        here = s.slot_target[slot]
        for direction in range(DIRECTIONS):
            cell = t.target_step[s.board, here, direction]
            if cell != NONE and (free or t.distance[s.board, cell, pawn] < t.distance[s.board, here, pawn]):
                offer(s, STEP + direction)
        if free:
            offer(s, STOP)
    ask(s, player, Kind.STEP)
    finish_effect(s)


@kernel
def ask_clearing(t: Table, s: Record, player: int, pieces: int) -> None:
    """Free removal of rubble, piece by piece."""
    if pieces:
        offer_clearing(t, s, player)
        if s.choices:
            offer(s, STOP)
    ask(s, player, Kind.CLEAR)
    finish_effect(s)
