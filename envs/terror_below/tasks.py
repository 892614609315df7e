"""What each answer does, and the loop that carries out what is still to be done up to the next question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.actions import (
    ABILITY,
    BOUNTY,
    CARD,
    CLEAR,
    DELIVER,
    DRAW,
    HAT,
    JUMP,
    LOCATION,
    LOOT,
    MOVE,
    PICK_UP,
    PLAY,
    RAMP,
    STEP,
    STOP,
    SUBSET,
    SWAP,
    TARGET,
    TOP,
    USE,
    VICTIM,
    YES,
    done,
    push,
    withdraw,
)
from regolith.envs.terror_below.actions import CHARACTER as CHOOSE_CHARACTER
from regolith.envs.terror_below.cards import draw, lasting, put
from regolith.envs.terror_below.course import (
    ask_action,
    ask_play,
    begin_turn,
    distract,
    next_turn,
    pick_up,
    place_pawn,
    play_vehicle,
    refill,
    special_ability,
    terror_turn,
)
from regolith.envs.terror_below.death import ask_leader, lead, revive
from regolith.envs.terror_below.delivery import ask_bonus, ask_delivery_bounty, deliver, delivered, take_bonus
from regolith.envs.terror_below.effects import (
    ask_clearing,
    ask_extra_card,
    ask_redraw,
    do_effect,
    hide_bounty,
    put_back,
    refresh,
    step_target,
)
from regolith.envs.terror_below.hunting import (
    ask_trophy,
    claim_trophy,
    damage,
    deaths,
    fire,
    hunt,
    join,
    pay_sticks,
    protect,
    roll_damage,
)
from regolith.envs.terror_below.items import (
    acquire,
    ask_bounty_to_keep,
    ask_exchange,
    ask_gear,
    use_ability,
    use_item,
)
from regolith.envs.terror_below.movement import (
    ask_escape,
    ask_ramp_card,
    clear_rubble,
    jump,
    move,
    ramp,
)
from regolith.envs.terror_below.setup import set_up_worms
from regolith.envs.terror_below.words import (
    BOUNTIES,
    CHARACTER,
    FREE_STEP,
    ITEM,
    ITEMS,
    NONE,
    REPLACES,
    SLOTS,
    Deck,
    Do,
    Kind,
    Mode,
    Place,
    Task,
)
from regolith.envs.terror_below.words import BOUNTY as FIRST_BOUNTY
from regolith.envs.terror_below.worms import add_card, check_attacks, end_attack, roll_for_a_worm

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def ask_task(t: Table, s: Record) -> None:
    """Ask what the task on top needs to know, which changes nothing but the offer. A task that turns out to have nothing to ask is done."""
    top = s.tasks - 1
    task, a, b, player = s.task[top], s.task_a[top], s.task_b[top], s.turn
    if task == Task.ACT:
        ask_action(t, s, player)
    elif task == Task.EFFECT:
        do_effect(t, s, player, a, b)
    elif task == Task.STEP:
        step_target(t, s, player, a, b)
    elif task == Task.PLAY:
        ask_play(t, s, player)
    elif task == Task.EXTRA_CARD:
        ask_extra_card(t, s, player, a)
        if not s.choices:
            done(s)
    elif task == Task.DISTRACT:
        distract(t, s, player)
    elif task == Task.REDRAW:
        if a:
            ask_redraw(t, s, player)
        else:
            done(s)
    elif task == Task.PLACE_PAWN:
        place_pawn(t, s, a)
    elif task == Task.CLEAR:
        ask_clearing(t, s, player, a)
    elif task == Task.EXCHANGE:
        ask_exchange(s, a)
        if not s.choices:
            done(s)
    elif task == Task.KEEP_ITEM:
        ask_gear(t, s, a, Place.LOOKED, Kind.KEEP_ITEM)
        if not s.choices:
            done(s)
    elif task == Task.KEEP_BOUNTY:
        ask_bounty_to_keep(t, s, a)
        if not s.choices:
            done(s)
    elif task == Task.PAY:
        ask_gear(t, s, player, Place.HAND + player, Kind.PAY)
    elif task == Task.RAMP:
        ask_ramp_card(t, s, player, a)
    elif task == Task.BOUNTY:
        ask_delivery_bounty(t, s, a, b)
    elif task == Task.BONUS:
        ask_bonus(t, s, a, b)
    elif task == Task.HUNT:
        hunt(t, s)
    elif task == Task.JOIN:
        join(t, s)
    elif task == Task.DAMAGE:
        damage(t, s)
    elif task == Task.ESCAPE:
        ask_escape(t, s, a)
    elif task == Task.PROTECT:
        protect(t, s)
    elif task == Task.TROPHY:
        ask_trophy(t, s, a)
    elif task == Task.NEW_LEADER:
        ask_leader(s, a, Kind.NEW_LEADER)
    elif task == Task.ASK_LEADER:
        ask_leader(s, a, Kind.LEADER)
    elif task == Task.ASK_LEFT_BEHIND:
        ask_leader(s, 0, Kind.LEAVE_BEHIND)


@kernel
def do_task(t: Table, s: Record) -> None:
    """Do what is on top of the stack, or ask what it needs to know."""
    top = s.tasks - 1
    task, a, b, player = s.task[top], s.task_a[top], s.task_b[top], s.turn
    if task == Task.SPECIAL:
        special_ability(t, s, player)
    elif task == Task.REFILL:
        refill(t, s, player)
    elif task == Task.ROLL:
        done(s)
        roll_for_a_worm(t, s)
    elif task == Task.CHECK:
        check_attacks(t, s)
    elif task == Task.TERROR:
        terror_turn(t, s, a)
    elif task == Task.NEXT:
        next_turn(s)
    elif task == Task.TURN:
        begin_turn(s)
    elif task == Task.DRAW:
        s.task_b[top] -= 1
        if b:
            acquire(t, s, player, a)
        else:
            done(s)
    elif task == Task.DIE:
        deaths(t, s)
    elif task == Task.STICKS:
        pay_sticks(s)
    elif task == Task.END_ATTACK:
        end_attack(t, s)
    elif task == Task.SET_UP_WORMS:
        set_up_worms(t, s)
    else:
        ask_task(t, s)


@kernel
def act(t: Table, s: Record, player: int, action: int) -> None:
    """One action of the action step, or an item or ability of the own turn."""
    if action == STOP:
        s.pool = 0
    elif action == ABILITY:
        s.leader_used = s.leader[player]
        use_ability(t, s, s.leader[player])
    elif action == HAT:
        s.hat_used = s.worn[player]
        use_ability(t, s, s.worn[player])
    elif USE <= action < ABILITY:
        use_item(t, s, player, ITEM + action - USE)
    else:
        s.pool -= 1
        if action == PICK_UP:
            pick_up(t, s, player)
        elif action >= DELIVER:
            deliver(s, player, action - DELIVER)
        elif action >= CLEAR:
            clear_rubble(t, s, player, action - CLEAR)
        elif action >= JUMP:
            push(s, Task.RAMP, action - JUMP, 0)
        elif action >= RAMP:
            ramp(t, s, player, action - RAMP)
        else:
            move(s, player, t.near[s.board, s.pawn[player], action - MOVE])


@kernel
def fight(t: Table, s: Record, player: int, action: int, joined: bool) -> None:
    """What a hunter does: pass for good, use the Leader, a weapon, or a way out."""
    if action == STOP:
        s.task_a[s.tasks - 1] += 1
        return
    s.acted |= 1 << player
    if action == ABILITY:
        fire(t, s, player, s.leader[player], joined)
        return
    card = ITEM + action - USE
    if t.effect[card, 0, 0] == Do.ESCAPE_TO_LOCATION:
        put(s, card, Place.DISCARD)
        push(s, Task.ESCAPE, player, 0)
    else:
        fire(t, s, player, card, joined)


@kernel
def settle(t: Table, s: Record, player: int, kind: int, action: int) -> None:
    """The answer to a question that an effect on top of the stack has asked."""
    top = s.tasks - 1
    a, b = s.task_a[top], s.task_b[top]
    if kind == Kind.STEP:
        if action == STOP:
            done(s)
        else:
            s.task_b[top] -= 1
            s.slot_target[a] = t.target_step[s.board, s.slot_target[a], action - STEP]
        return
    if kind == Kind.CLEAR:
        if action == STOP:
            done(s)
        else:
            s.task_a[top] -= 1
            clear_rubble(t, s, player, action - CLEAR)
        return
    if kind == Kind.REDRAW:
        if action == STOP:
            done(s)
        else:
            s.task_a[top] -= 1
            put(s, action - CARD, Place.DISCARD)
            card = draw(t, s, Deck.VEHICLE, REPLACES + player, False)
            put(s, card, Place.HAND + player)
        return
    if kind == Kind.BOUNTY:
        delivered(t, s, player, NONE if action == STOP else FIRST_BOUNTY + action - BOUNTY)
        return
    if kind == Kind.TROPHY:
        claim_trophy(t, s, player, NONE if action == STOP else FIRST_BOUNTY + action - BOUNTY)
        return
    if kind == Kind.REPLACE_BONUS:
        take_bonus(s, lasting(t, s.leader[player], Do.REPLACE_BONUS) if action == YES else b)
        return
    done(s)
    if kind == Kind.TARGET:
        push(s, Task.STEP, action - TARGET, t.effect[a, b, 3] + FREE_STEP * (t.effect[a, b, 2] == Mode.FREE))
    elif kind == Kind.SWAP:
        first, second = (action - SWAP) // 2, (action - SWAP + 3) // 2
        s.slot_target[first], s.slot_target[second] = s.slot_target[second], s.slot_target[first]
    elif kind == Kind.FACE_DOWN:
        add_card(s, (action - PLAY) % SLOTS, (action - PLAY) // SLOTS, player)
    elif kind == Kind.EXTRA_CARD:
        s.pool += t.value[action - CARD]
        put(s, action - CARD, Place.DISCARD)
    elif kind == Kind.RAMP_CARD:
        jump(t, s, player, a, action - CARD)
    elif kind == Kind.EXCHANGE:
        push(s, Task.DRAW, Deck.ITEM + action - DRAW, 1)
    elif kind == Kind.KEEP_ITEM:
        put(s, ITEM + action - USE, Place.FRESH + player)
        put_back(s, player, Deck.ITEM, ITEM, ITEM + ITEMS)
    elif kind == Kind.KEEP_BOUNTY:
        put(s, FIRST_BOUNTY + action - BOUNTY, Place.HAND + player)
        put_back(s, player, Deck.BOUNTY, FIRST_BOUNTY, FIRST_BOUNTY + BOUNTIES)
    elif kind == Kind.HIDDEN_BOUNTY:
        hide_bounty(t, s, player, NONE if action == TOP else FIRST_BOUNTY + action - BOUNTY)
    elif kind == Kind.REVIVE:
        revive(s, player, CHARACTER + action - CHOOSE_CHARACTER)
    elif kind == Kind.REFRESH:
        refresh(t, s, action - SUBSET)
    elif kind == Kind.STEAL:
        other, colour = (player + 1 + (action - VICTIM) // LOOT) % s.players, (action - VICTIM) % LOOT
        s.carried[other, colour] -= 1
        s.carried[player, colour] += 1
    elif kind == Kind.SHOOT_HAT:
        other = (player + 1 + (action - VICTIM) // LOOT) % s.players
        put(s, s.worn[other], Place.DISCARD)
        s.worn[other] = NONE
    elif kind == Kind.PAY:
        put(s, ITEM + action - USE, Place.DISCARD)


@kernel
def answer(t: Table, s: Record, action: int) -> None:
    """Carry out the choice of the player to move."""
    player, kind, top = s.player, s.kind, s.tasks - 1
    withdraw(s)
    if kind == Kind.ACTION:
        act(t, s, player, action)
    elif kind == Kind.PLAY:
        if action < CARD:
            play_vehicle(t, s, player, (action - PLAY) // SLOTS, (action - PLAY) % SLOTS)
        else:
            act(t, s, player, action)
    elif kind == Kind.HUNT:
        fight(t, s, player, action, False)
    elif kind == Kind.JOIN:
        fight(t, s, player, action, True)
    elif kind == Kind.PROTECT:
        s.task_a[top] += 1
        if action != STOP:
            put(s, ITEM + action - USE, Place.DISCARD)
            s.caught &= ~(1 << player)
    elif kind == Kind.REROLL:
        s.task_b[top] = 1
        if action == YES:
            s.ability_used |= 1 << player
            s.rolled = roll_damage(t, s, player, s.weapon)
    elif kind == Kind.ESCAPE:
        done(s)
        s.caught &= ~(1 << player)
        s.pawn[player] = s.location_space[action - LOCATION]
    elif kind == Kind.ARROWS:
        s.skipped_arrows = action - SUBSET
    elif kind == Kind.PLACE_PAWN:
        done(s)
        s.pawn[player] = s.location_space[action - LOCATION]
    elif kind == Kind.LEADER or kind == Kind.NEW_LEADER:
        done(s)
        lead(s, player, CHARACTER + action - CHOOSE_CHARACTER)
    elif kind == Kind.LEAVE_BEHIND:
        done(s)
        put(s, CHARACTER + action - CHOOSE_CHARACTER, Place.BOX)
        s.living[player] -= 1
    else:
        settle(t, s, player, kind, action)


@kernel
def step(t: Table, s: Record, action: int) -> None:
    """Resolve one decision and do what is to be done up to the next real choice: a question with one answer is not asked."""
    s.decisions += 1
    chosen = action
    while s.over == Over.RUNNING:
        if chosen != NONE:
            answer(t, s, chosen)
            chosen = NONE
        elif s.choices == 0:
            do_task(t, s)
        elif s.choices == 1:
            chosen = 0
            while not s.option[chosen]:
                chosen += 1
        else:
            return
