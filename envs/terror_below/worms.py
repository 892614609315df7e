"""Worm attacks: eggs, rubble, who is caught, destroyed Locations, the next worm (rulebook: Worm Attack!, Solo: Locations)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.actions import done, push
from regolith.envs.terror_below.board import bit, follow_arrows, lay_egg, rolled_slot, rolled_space, set_rubble
from regolith.envs.terror_below.cards import draw, put, refill_line
from regolith.envs.terror_below.scoring import end_game
from regolith.envs.terror_below.words import (
    COLOURS,
    FOR_ALL,
    MOST_RUBBLE,
    MOST_SHADED,
    NONE,
    SLOTS,
    SOLO_ATTACKS,
    SOLO_DESTROYED,
    WORM,
    Deck,
    Place,
    Result,
    Roll,
    Scenario,
    Task,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def add_card(s: Record, slot: int, card: int, owner: int) -> None:
    """A vehicle card under a worm, face up (owner NONE) or face down."""
    s.under[slot, s.slot_count[slot]] = card
    s.under_owner[slot, s.slot_count[slot]] = owner
    s.slot_count[slot] += 1
    put(s, card, Place.SLOT)


@kernel
def roll_for_a_worm(t: Table, s: Record) -> None:
    """A die picks a worm, which gets the top vehicle card face up, even at its limit; only the arrows count."""
    slot = rolled_slot(s)
    card = draw(t, s, Deck.VEHICLE, FOR_ALL, False)
    if card != NONE:
        add_card(s, slot, card, NONE)
        follow_arrows(t, s, slot, card, 0)


@kernel
def new_worm(t: Table, s: Record, slot: int) -> None:
    """The next worm comes into a slot, its target to the printed coordinates."""
    card = draw(t, s, Deck.WORM, FOR_ALL, False)
    s.slot_worm[slot] = card - WORM
    s.slot_target[slot] = t.dice_space[s.board, t.worm_start[card - WORM, 0], t.worm_start[card - WORM, 1]]
    put(s, card, Place.SLOT)


@kernel
def destroy(t: Table, s: Record, cell: int) -> None:
    """Solo: a Location and its rubble are gone, and so are the bounties for it. Three lose Scramble at once."""
    s.location_space[s.location_at[cell]] = NONE
    s.location_at[cell] = NONE
    set_rubble(s, cell, 0)
    s.destroyed += 1
    if s.scenario == Scenario.SCRAMBLE and s.destroyed >= SOLO_DESTROYED:
        end_game(s, Result.DESTROYED, NONE)
    else:
        refill_line(t, s)


@kernel
def add_rubble(t: Table, s: Record, cell: int, setup: bool) -> None:
    """One piece, at most two to a space; none on a Location, except in a solo game, where the second destroys it."""
    location = s.location_at[cell] != NONE
    if s.rubble[cell] == MOST_RUBBLE or s.rubble_supply == 0 or (location and (setup or s.players > 1)):
        return
    set_rubble(s, cell, s.rubble[cell] + 1)
    if location and s.rubble[cell] == MOST_RUBBLE:
        destroy(t, s, cell)


@kernel
def erupt(t: Table, s: Record, worm: int, target: int, setup: bool) -> None:
    """Lay the eggs and the rubble of an attack. Eggs without a legal space are rolled after the rubble (clarification C51)."""
    homeless = 0
    eggs = COLOURS if t.queen[worm] else 1
    for i in range(eggs):
        colour = t.queen_colour[worm, i] if t.queen[worm] else t.worm_egg[worm]
        cell = t.queen_egg[s.board, worm, target, i] if t.queen[worm] else target
        if s.egg_supply[colour] == 0:
            continue
        s.egg_supply[colour] -= 1
        if cell == NONE or s.location_at[cell] != NONE:
            homeless |= 1 << i
        else:
            lay_egg(s, cell, colour)
    if t.queen[worm]:
        add_rubble(t, s, target, setup)
    for i in range(MOST_SHADED):
        cell = t.shaded[s.board, worm, target, i]
        if cell != NONE:
            add_rubble(t, s, cell, setup)
    for i in range(eggs):
        if homeless >> i & 1:
            colour = t.queen_colour[worm, i] if t.queen[worm] else t.worm_egg[worm]
            lay_egg(s, rolled_space(t, s, Roll.SPACE), colour)


@kernel
def attack(t: Table, s: Record, slot: int) -> None:
    """A worm attacks: face-down cards act, eggs and rubble are laid, and those who are caught must hunt."""
    s.attack_slot = slot
    s.damage = 0
    s.acted = 0
    s.fired = 0
    s.damaged = 0
    s.ability_used = 0
    s.sticks = 0
    push(s, Task.END_ATTACK, 0, 0)
    for i in range(s.slot_count[slot]):
        if s.under_owner[slot, i] != NONE:
            s.under_owner[slot, i] = NONE
            follow_arrows(t, s, slot, s.under[slot, i], 0)
    worm, target = s.slot_worm[slot], s.slot_target[slot]
    if s.players == 1 and s.location_at[target] != NONE:
        destroy(t, s, target)
    if s.over == Over.RUNNING:
        erupt(t, s, worm, target, False)
    if s.over != Over.RUNNING:
        return
    area = t.area[s.board, worm, target]
    s.caught = 0
    for player in range(s.players):
        cell = s.pawn[player]
        if cell != NONE and area & bit(cell):
            if s.players == 1 or s.location_at[cell] == NONE or cell == target:
                s.caught |= 1 << player
    if s.caught:
        push(s, Task.DIE, 0, 0)
        push(s, Task.PROTECT, 0, 0)
        push(s, Task.JOIN, 0, 0)
        push(s, Task.HUNT, 0, 0)


@kernel
def check_attacks(t: Table, s: Record) -> None:
    """Worms at their limit attack in the order of their slots, each one fully before the next is looked for (ruling R3)."""
    for slot in range(SLOTS):
        if s.slot_count[slot] >= t.limit[s.slot_worm[slot]]:
            attack(t, s, slot)
            return
    done(s)


@kernel
def end_attack(t: Table, s: Record) -> None:
    """Clear the slot and bring the next worm. A solo game is lost with the fifteenth worm."""
    done(s)
    slot = s.attack_slot
    for i in range(s.slot_count[slot]):
        put(s, s.under[slot, i], Place.DISCARD)
        s.under[slot, i] = 0
        s.under_owner[slot, i] = 0
    s.slot_count[slot] = 0
    put(s, WORM + s.slot_worm[slot], Place.DISCARD)
    s.attack_slot = NONE
    s.attacks += 1
    if s.players == 1 and s.attacks == SOLO_ATTACKS:
        end_game(s, Result.ATTACKS, NONE)
    else:
        new_worm(t, s, slot)
