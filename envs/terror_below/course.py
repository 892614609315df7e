"""The course of a turn and of the game (rulebook: Turn Sequence, Roll for a Worm, Terror Turn, Game End)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.actions import PICK_UP, STOP, ask, done, offer, push
from regolith.envs.terror_below.board import eggs_on, follow_arrows, rolled_slot, rolled_space
from regolith.envs.terror_below.cards import lasting, put, refill_hand
from regolith.envs.terror_below.delivery import offer_deliveries
from regolith.envs.terror_below.effects import ask_arrows, offer_plays
from regolith.envs.terror_below.items import offer_items
from regolith.envs.terror_below.movement import ask_place, move, offer_clearing, offer_moves
from regolith.envs.terror_below.scoring import end_game, gain
from regolith.envs.terror_below.words import (
    ABSENT,
    COLOURS,
    DIE,
    EFFECTS,
    GEAR,
    ITEM,
    NONE,
    Do,
    Kind,
    Place,
    Result,
    Roll,
    Task,
    When,
)
from regolith.envs.terror_below.worms import add_card, attack, roll_for_a_worm

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def begin_turn(s: Record) -> None:
    """Forget the last turn, and queue the steps of this one."""
    done(s)
    s.pool = 0
    s.acting = 0
    s.played = NONE
    s.distracted = NONE
    s.skipped_arrows = NONE
    s.picked_up = 0
    s.go_on_after_pickup = 0
    s.may_enter_rubble = 0
    s.wild_egg = 0
    s.bonus_taken = 0
    s.leader_used = NONE
    s.hat_used = NONE
    s.passing_through = 0
    push(s, Task.NEXT, 0, 0)
    if s.players == 1:
        push(s, Task.TERROR, 0, 0)
    push(s, Task.CHECK, 0, 0)
    if s.players == 2:
        push(s, Task.ROLL, 0, 0)
    push(s, Task.REFILL, 0, 0)
    push(s, Task.SPECIAL, 0, 0)
    push(s, Task.ACT, 0, 0)
    push(s, Task.DISTRACT, 0, 0)
    push(s, Task.PLAY, 0, 0)
    if s.pawn[s.turn] == NONE:
        push(s, Task.PLACE_PAWN, s.turn, 0)


@kernel
def place_pawn(t: Table, s: Record, player: int) -> None:
    """On a Location; if none stands any more (solo), on a rolled space without rubble, on any if all have some (ruling R31)."""
    ask_place(s, player)
    if s.choices:
        return
    some_free = False
    for red in range(DIE):
        for blue in range(DIE):
            if not s.rubble[t.dice_space[s.board, red, blue]]:
                some_free = True
    cell = rolled_space(t, s, Roll.SPACE)
    while some_free and s.rubble[cell]:
        cell = rolled_space(t, s, Roll.SPACE)
    move(s, player, cell)
    s.passing_through = 0
    done(s)


@kernel
def ask_play(t: Table, s: Record, player: int) -> None:
    """A vehicle card under a worm; items may be used before."""
    offer_plays(t, s, player)
    if s.choices:
        offer_items(t, s, player)
        ask(s, player, Kind.PLAY)
    else:
        done(s)


@kernel
def play_vehicle(t: Table, s: Record, player: int, card: int, slot: int) -> None:
    """The card lies under the worm; its points and those of Leader and hat are in the pool."""
    done(s)
    add_card(s, slot, card, NONE)
    s.played = card
    s.distracted = slot
    s.pool += t.value[card]
    for giver in (s.leader[player], s.worn[player]):
        if giver != NONE and t.when[giver] == When.AFTER_PLAY_VEHICLE:
            if t.value_min[giver] <= t.value[card] <= t.value_max[giver]:
                for i in range(EFFECTS):
                    if t.effect[giver, i, 0] == Do.AP:
                        s.pool += t.effect[giver, i, 1]
                    elif t.effect[giver, i, 0] == Do.VP and s.over == Over.RUNNING:
                        gain(s, player, t.effect[giver, i, 1])
    highest = lasting(t, card, Do.PLAY_EXTRA_CARD_FOR_AP)
    if highest != ABSENT and s.over == Over.RUNNING:
        push(s, Task.EXTRA_CARD, highest, 0)


@kernel
def distract(t: Table, s: Record, player: int) -> None:
    """The worm's target follows the arrows, but those that Leader or hat ignore."""
    if s.played != NONE and s.skipped_arrows == NONE:
        ignore = max(0, lasting(t, s.leader[player], Do.SKIP_ARROWS)) + max(
            0, lasting(t, s.worn[player], Do.SKIP_ARROWS)
        )
        if ignore and t.arrow[s.played, 0] != NONE:
            ask_arrows(t, s, player, ignore)
            return
        s.skipped_arrows = 0
    if s.played != NONE:
        follow_arrows(t, s, s.distracted, s.played, s.skipped_arrows)
    done(s)
    s.acting = 1


@kernel
def ask_action(t: Table, s: Record, player: int) -> None:
    """One action; on a space where the pawn may not stay only a way on. The step ends with the points."""
    if s.pool <= 0 or s.pawn[player] == NONE:
        done(s)
        s.acting = 0
        return
    offer_moves(t, s, player)
    if not s.passing_through:
        offer_clearing(t, s, player)
        if eggs_on(s, s.pawn[player]):
            offer(s, PICK_UP)
        offer_deliveries(s, player)
        offer_items(t, s, player)
        offer(s, STOP)
    ask(s, player, Kind.ACTION)


@kernel
def pick_up(t: Table, s: Record, player: int) -> None:
    """All eggs of the space. The action step ends, unless an item or the Leader says otherwise (clarification C14)."""
    cell = s.pawn[player]
    for colour in range(COLOURS):
        s.carried[player, colour] += s.eggs[cell, colour]
        s.eggs[cell, colour] = 0
    s.picked_up = 1
    if not s.go_on_after_pickup:
        most = lasting(t, s.leader[player], Do.PICKUP_NO_END)
        if most == ABSENT:
            s.pool = 0
        elif most != NONE:
            s.pool = min(s.pool, most)


@kernel
def special_ability(t: Table, s: Record, player: int) -> None:
    """The ability of the card played; the second card of Boots was its ability."""
    done(s)
    s.pool = 0
    s.passing_through = 0
    if s.played == NONE or s.out[player]:
        return
    for i in range(EFFECTS - 1, -1, -1):
        do = t.effect[s.played, i, 0]
        if do != Do.NOTHING and do != Do.PLAY_EXTRA_CARD_FOR_AP:
            push(s, Task.EFFECT, s.played, i)


@kernel
def refill(t: Table, s: Record, player: int) -> None:
    """Refill the hand; then Leader and hat may replace cards. What was acquired may be used from now on: attacks come between turns."""
    done(s)
    for card in range(ITEM, ITEM + GEAR):
        if s.at[card] == Place.FRESH + player:
            put(s, card, Place.HAND + player)
    if s.out[player]:
        return
    refill_hand(t, s, player)
    for giver in (s.worn[player], s.leader[player]):
        cards = lasting(t, giver, Do.REDRAW_VEHICLE)
        if cards != ABSENT:
            push(s, Task.REDRAW, cards, 0)


@kernel
def terror_turn(t: Table, s: Record, stage: int) -> None:
    """Solo: the blue die brings a card to a worm, the red die makes one attack. Worms at their limit attack in between."""
    if stage == 0:
        s.task_a[s.tasks - 1] = 1
        roll_for_a_worm(t, s)
        push(s, Task.CHECK, 0, 0)
    elif stage == 1:
        s.task_a[s.tasks - 1] = 2
        attack(t, s, rolled_slot(s))
    else:
        done(s)


@kernel
def next_turn(s: Record) -> None:
    """Clockwise. After an elimination every other player has one more turn, the one whose turn it was last (ruling R12)."""
    done(s)
    living = 0
    for player in range(s.players):
        living |= (1 - s.out[player]) << player
    if s.ending:
        s.final_turns &= living & ~(1 << s.turn)
    elif living != (1 << s.players) - 1:
        s.ending = 1
        s.final_turns = living
    if s.ending and not s.final_turns:
        end_game(s, Result.ELIMINATION, NONE)
        return
    while True:
        s.turn = (s.turn + 1) % s.players
        s.rounds += int(s.turn == s.start)
        if (s.final_turns if s.ending else living) >> s.turn & 1:
            break
    if s.players > 1 and not s.ending and s.rounds > s.max_rounds:
        end_game(s, Result.CUT_OFF, NONE)
    else:
        push(s, Task.TURN, 0, 0)
