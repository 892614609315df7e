"""What holds of every record after every decision: used by `regolith soak` and to judge records from outside, never by the rules."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear
from regolith.envs.core.record import Over
from regolith.envs.terror_below.board import bit, eggs_on
from regolith.envs.terror_below.cards import stays_in_box
from regolith.envs.terror_below.stack import seats_of, tasks_fit, waits
from regolith.envs.terror_below.state import MOST_ACTIONS
from regolith.envs.terror_below.tasks import ask_task
from regolith.envs.terror_below.words import (
    BOUNTIES,
    BOUNTY,
    CELLS,
    CHARACTER,
    COLOURS,
    EFFECTS,
    EGGS_PER_COLOUR,
    FIRST,
    GEAR,
    ITEM,
    ITEMS,
    LINE,
    LOCATIONS,
    MOST_UNDER,
    NONE,
    RUBBLE,
    SEATS,
    SIZE,
    SLOTS,
    SOLO_ATTACKS,
    SQUAD,
    STARTING_WORMS,
    VEHICLES,
    WIN_POINTS,
    WORM,
    Deck,
    Do,
    Place,
    Result,
    Scenario,
    Task,
    When,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


class Broken(IntEnum):
    """What is wrong with a record."""

    NOTHING = 0
    CARDS = 1
    KNOWLEDGE = 2
    DECKS = 3
    BOUNTY_LINE = 4
    TERROR_ZONE = 5
    LOCATIONS = 6
    RUBBLE = 7
    EGGS = 8
    SEATS = 9
    SQUADS = 10
    HATS = 11
    BOUNTIES = 12
    PAWNS = 13
    ROUND = 14
    RESULT = 15
    TURN = 16
    ATTACK = 17
    TASKS = 18
    CHOICES = 19


def _places(*places: Place) -> int:
    """A set of places; the places of all seats together are one."""
    return sum(1 << _sort(place) for place in places)


def _sort(place: int) -> int:
    return place if place < Place.HAND else Place.HAND + (place - Place.HAND) // SEATS


MAY_LIE = (
    _places(Place.DECK, Place.DISCARD, Place.SLOT, Place.HAND),
    _places(Place.DECK, Place.DISCARD, Place.BOX, Place.LOOKED, Place.HAND, Place.FRESH, Place.WORN),
    _places(Place.DECK, Place.DISCARD, Place.BOX, Place.HAND, Place.FRESH),
    _places(Place.DECK, Place.DISCARD, Place.LINE, Place.LOOKED, Place.HAND, Place.DONE),
    _places(Place.DECK, Place.DISCARD, Place.BOX, Place.SLOT),
    _places(Place.BOX, Place.WORN, Place.SQUAD, Place.DEAD),
)
"""Where the cards of each deck can be."""
REMEMBERED = _places(Place.DECK, Place.LOOKED, Place.HAND, Place.FRESH)
"""Where a card can lie that some seats know and others do not."""


@kernel
def count(s: Record, deck: int, place: int) -> int:
    """How many cards of a deck are in a place."""
    found = 0
    for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
        found += int(s.at[card] == place)
    return found


@kernel
def broken_cards(t: Table, s: Record) -> int:
    """Every card is where its like can be, with a seat that plays; only what was left out of the game lies in the box."""
    boxed = 0
    for deck in range(len(SIZE)):
        for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
            place, sort = int(s.at[card]), int(s.at[card])
            if place >= Place.HAND:
                owner, sort = (place - Place.HAND) % SEATS, Place.HAND + (place - Place.HAND) // SEATS
                if owner >= s.players or (place == Place.FRESH + owner and owner != s.turn):
                    return Broken.CARDS
            if not MAY_LIE[deck] >> sort & 1:
                return Broken.CARDS
            if deck != Deck.CHARACTER:
                if stays_in_box(t, s, card):
                    if place != Place.BOX:
                        return Broken.CARDS
                elif place == Place.BOX:
                    if deck != Deck.WORM:
                        return Broken.CARDS
                    boxed += 1
            if s.known[card] and not (REMEMBERED >> sort & 1 and (deck == Deck.ITEM or deck == Deck.BOUNTY)):
                return Broken.KNOWLEDGE
    began = s.players == 1 and s.random_worms != 0 and s.slot_worm[0] != NONE
    return Broken.NOTHING if boxed == (STARTING_WORMS if began else 0) else Broken.CARDS


@kernel
def broken_decks(s: Record) -> int:
    """The decks and the line hold exactly the cards that are said to be there."""
    for deck in range(Deck.CHARACTER):
        found = np.int64(0)
        for i in range(VEHICLES):
            card = s.deck[deck, i]
            if i >= s.deck_count[deck]:
                if card != 0:
                    return Broken.DECKS
                continue
            number = card - FIRST[deck]
            if number < 0 or number >= SIZE[deck] or s.at[card] != Place.DECK or found & bit(number):
                return Broken.DECKS
            found |= bit(number)
        if s.deck_count[deck] != count(s, deck, Place.DECK):
            return Broken.DECKS
    lying, found = 0, np.int64(0)
    for i in range(LINE):
        card = s.line[i]
        if card != NONE:
            number = card - BOUNTY
            if number < 0 or number >= BOUNTIES or s.at[card] != Place.LINE or found & bit(number):
                return Broken.BOUNTY_LINE
            found |= bit(number)
            lying += 1
    return Broken.NOTHING if lying == count(s, Deck.BOUNTY, Place.LINE) else Broken.BOUNTY_LINE


@kernel
def slot_fits(t: Table, s: Record, slot: int) -> bool:
    """A worm of the Terror zone, its target, and not more cards than it can have before it attacks."""
    worm, target = s.slot_worm[slot], s.slot_target[slot]
    if target == NONE or not t.ground[s.board] & bit(target):
        return False
    if s.at[WORM + worm] != Place.SLOT:
        # The fifteenth worm of a solo game has gone, and nothing comes after it.
        return s.result == Result.ATTACKS and s.at[WORM + worm] == Place.DISCARD and s.slot_count[slot] == 0
    most = t.limit[worm]
    if s.over == Over.RUNNING and not waits(s, Task.CHECK):
        most -= 1
    elif s.players == 2 and not waits(s, Task.ROLL):
        most += 1
    return s.slot_count[slot] <= most


@kernel
def broken_terror_zone(t: Table, s: Record) -> int:
    """Three worms, once they are set up, and under them exactly the vehicle cards that are said to be there."""
    worms, cards, found = 0, 0, np.int64(0)
    for slot in range(SLOTS):
        cards += s.slot_count[slot]
        if s.slot_worm[slot] == NONE:
            if s.slot_target[slot] != NONE or s.slot_count[slot] != 0:
                return Broken.TERROR_ZONE
        else:
            worms += 1
            if not slot_fits(t, s, slot):
                return Broken.TERROR_ZONE
            for other in range(slot):
                if s.slot_worm[slot] == s.slot_worm[other]:
                    return Broken.TERROR_ZONE
        for i in range(MOST_UNDER):
            card = s.under[slot, i]
            if i >= s.slot_count[slot]:
                if card != 0 or s.under_owner[slot, i] != 0:
                    return Broken.TERROR_ZONE
            elif s.at[card] != Place.SLOT or found & bit(card):
                return Broken.TERROR_ZONE
            else:
                found |= bit(card)
    gone = int(s.result == Result.ATTACKS)
    set_up = s.over != Over.RUNNING or not waits(s, Task.SET_UP_WORMS)
    if worms != (SLOTS if set_up else 0) or count(s, Deck.WORM, Place.SLOT) != worms - gone:
        return Broken.TERROR_ZONE
    return Broken.NOTHING if cards == count(s, Deck.VEHICLE, Place.SLOT) else Broken.TERROR_ZONE


@kernel
def broken_board(t: Table, s: Record) -> int:
    """Locations are where they say; rubble and eggs are neither lost nor made, and lie on ground."""
    ground = t.ground[s.board]
    gone, shown = 0, 0
    for location in range(LOCATIONS):
        space = s.location_space[location]
        if space == NONE:
            gone += 1
        elif s.location_at[space] != location or not ground & bit(space):
            return Broken.LOCATIONS
    pieces, rubble, eggs = 0, np.int64(0), np.int64(0)
    for cell in range(CELLS):
        shown += int(s.location_at[cell] != NONE)
        pieces += s.rubble[cell]
        if s.rubble[cell]:
            rubble |= bit(cell)
        if eggs_on(s, cell):
            eggs |= bit(cell)
    if shown + gone != LOCATIONS or gone != s.destroyed or (gone != 0 and s.players > 1):
        return Broken.LOCATIONS
    for player in range(SEATS):
        pieces += s.carried_rubble[player]
    if pieces + s.rubble_supply != RUBBLE or rubble != s.rubble_spaces or rubble & ~ground:
        return Broken.RUBBLE
    for colour in range(COLOURS):
        total = int(s.egg_supply[colour])
        for cell in range(CELLS):
            total += s.eggs[cell, colour]
        for player in range(SEATS):
            total += s.carried[player, colour]
        if total != EGGS_PER_COLOUR:
            return Broken.EGGS
    return Broken.EGGS if eggs & ~ground else Broken.NOTHING


@kernel
def broken_seat(t: Table, s: Record, player: int, left_behind: int) -> int:
    """A squad with its Leader, a hat, bounties, and a pawn if there is a Leader to go with it."""
    leader, hat, pawn = s.leader[player], s.worn[player], s.pawn[player]
    led = count(s, Deck.CHARACTER, Place.WORN + player)
    living, dead = led + count(s, Deck.CHARACTER, Place.SQUAD + player), count(s, Deck.CHARACTER, Place.DEAD + player)
    if led != int(leader != NONE) or (leader != NONE and (leader < CHARACTER or s.at[leader] != Place.WORN + player)):
        return Broken.SQUADS
    if living != s.living[player] or living + dead + left_behind != SQUAD:
        return Broken.SQUADS
    if s.out[player] != int(living == 0 and s.players > 1):
        return Broken.SQUADS
    worn = count(s, Deck.ITEM, Place.WORN + player)
    if worn != int(hat != NONE):
        return Broken.HATS
    if hat != NONE and (hat < ITEM or hat >= ITEM + ITEMS or s.at[hat] != Place.WORN + player or not t.hat[hat]):
        return Broken.HATS
    if s.bounties_done[player] != count(s, Deck.BOUNTY, Place.DONE + player):
        return Broken.BOUNTIES
    if pawn != NONE:
        if leader == NONE or not t.ground[s.board] & bit(pawn):
            return Broken.PAWNS
        for other in range(player):
            passes = s.passing_through != 0 and (s.turn == player or s.turn == other)
            if s.pawn[other] == pawn and not passes:
                return Broken.PAWNS
    return Broken.NOTHING


@kernel
def broken_seats(t: Table, s: Record) -> int:
    """Those who play have what they have, and the other seats are empty."""
    left_behind = s.left_behind
    for i in range(s.tasks):
        left_behind -= int(s.task[i] == Task.ASK_LEFT_BEHIND)
    for player in range(s.players):
        found = broken_seat(t, s, player, left_behind)
        if found != Broken.NOTHING:
            return found
    for player in range(s.players, SEATS):
        if s.pawn[player] != NONE or s.leader[player] != NONE or s.worn[player] != NONE:
            return Broken.SEATS
        if s.living[player] or s.out[player] or s.points[player] or s.bounties_done[player] or s.carried_rubble[player]:
            return Broken.SEATS
        for colour in range(COLOURS):
            if s.carried[player, colour]:
                return Broken.SEATS
    everybody = (1 << s.players) - 1
    if (s.final_turns | s.caught | s.acted | s.fired | s.damaged | s.ability_used) & ~everybody:
        return Broken.SEATS
    return Broken.NOTHING


@kernel
def broken_course(s: Record) -> int:
    """The game is not longer than it can be, and has a result when it is over."""
    running = s.over == Over.RUNNING
    if s.players == 1:
        if s.rounds > s.attacks + 1 or s.attacks > SOLO_ATTACKS - int(running):
            return Broken.ROUND
    elif s.rounds > s.max_rounds + int(s.ending or not running):
        return Broken.ROUND
    if running != (s.result == Result.NONE) or (s.over == Over.TRUNCATED) != (s.result == Result.CUT_OFF):
        return Broken.RESULT
    if (s.winner != NONE) != (s.result == Result.POINTS or s.result == Result.OBJECTIVE):
        return Broken.RESULT
    if running and (s.players > 1 or s.scenario == Scenario.SCRAMBLE):
        for player in range(s.players):
            if s.points[player] >= WIN_POINTS:
                return Broken.RESULT
    if (s.played == NONE) != (s.distracted == NONE):
        return Broken.TURN
    if running and (s.final_turns >> s.turn & 1) != s.ending:
        return Broken.TURN
    return Broken.NOTHING if s.ending or s.final_turns == 0 else Broken.TURN


@kernel
def most_sticks(t: Table, s: Record) -> int:
    """How many points can wait for the end of the hunt: those of cards and Leaders that have been used."""
    most = 0
    for card in range(ITEM, ITEM + GEAR):
        if s.at[card] == Place.DISCARD and (t.when[card] == When.HUNT or t.when[card] == When.HUNT_JOIN):
            for i in range(EFFECTS):
                most += int(t.effect[card, i, 0] == Do.VP)
    for player in range(s.players):
        most += EFFECTS * (s.ability_used >> player & 1)
    return most


@kernel
def broken_attack(t: Table, s: Record) -> int:
    """Who is caught has a pawn, and only as long as a worm attacks."""
    if s.attack_slot == NONE:
        return Broken.NOTHING if s.caught == 0 else Broken.ATTACK
    for player in range(s.players):
        if s.caught >> player & 1 and s.pawn[player] == NONE:
            return Broken.ATTACK
    return Broken.NOTHING if s.sticks <= most_sticks(t, s) else Broken.ATTACK


@kernel
def broken_tasks(t: Table, s: Record) -> int:
    """What is left to do can be, a Leader is missing only where one is to be chosen, and cards looked at are being chosen from."""
    if not tasks_fit(t, s):
        return Broken.TASKS
    choosing, placing = seats_of(s, Task.ASK_LEADER) | seats_of(s, Task.NEW_LEADER), seats_of(s, Task.PLACE_PAWN)
    for player in range(s.players):
        if (s.leader[player] == NONE) != (s.out[player] != 0 or (choosing >> player & 1) != 0):
            return Broken.TASKS
        if placing >> player & 1 and s.pawn[player] != NONE:
            return Broken.TASKS
    top = s.task[s.tasks - 1]
    if top != Task.KEEP_ITEM and count(s, Deck.ITEM, Place.LOOKED):
        return Broken.TASKS
    return Broken.TASKS if top != Task.KEEP_BOUNTY and count(s, Deck.BOUNTY, Place.LOOKED) else Broken.NOTHING


@kernel
def asks_the_same(t: Table, s: Record) -> bool:
    """Whether the task on top, asked again, asks the same of the same player. If not, the record is spoilt as well as broken."""
    marks = np.empty(MOST_ACTIONS, np.int8)
    for action in range(MOST_ACTIONS):
        marks[action] = s.option[action]
    top = s.tasks - 1
    player, kind, choices, stage = s.player, s.kind, s.choices, s.task_a[top]
    clear(s.option)
    s.choices = 0
    ask_task(t, s)
    if s.choices == 0 or s.player != player or s.kind != kind or s.choices != choices or s.task_a[top] != stage:
        return False
    same = True
    for action in range(MOST_ACTIONS):
        same &= marks[action] == s.option[action]
    return same


@kernel
def broken_choices(t: Table, s: Record) -> int:
    """Before the end the player to move has the choices that the rules give, after it there is nothing to do."""
    if s.over == Over.RUNNING:
        return Broken.NOTHING if asks_the_same(t, s) else Broken.CHOICES
    offered = s.choices
    for action in range(MOST_ACTIONS):
        offered |= s.option[action]
    return Broken.NOTHING if offered == 0 else Broken.CHOICES


@kernel
def broken(t: Table, s: Record) -> int:
    """The number of what is wrong with a record, 0 if all is well. Each check relies on those before it."""
    if s.over != Over.RUNNING and s.tasks:
        return Broken.TASKS
    found = broken_cards(t, s)
    if found == Broken.NOTHING:
        found = broken_decks(s)
    if found == Broken.NOTHING:
        found = broken_terror_zone(t, s)
    if found == Broken.NOTHING:
        found = broken_board(t, s)
    if found == Broken.NOTHING:
        found = broken_seats(t, s)
    if found == Broken.NOTHING:
        found = broken_course(s)
    if found == Broken.NOTHING:
        found = broken_attack(t, s)
    if found == Broken.NOTHING and s.over == Over.RUNNING:
        found = broken_tasks(t, s)
    if found == Broken.NOTHING:
        found = broken_choices(t, s)
    return found
