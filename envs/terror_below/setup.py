"""Dealing a game: decks, Locations, squads, starting worms (rulebook: Setup, Advanced Setup, Solo Mode)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core import rng as random
from regolith.envs.core.jit import kernel
from regolith.envs.terror_below.actions import done, push
from regolith.envs.terror_below.board import rolled_space
from regolith.envs.terror_below.cards import draw, put, refill_hand, refill_line, shuffle, stays_in_box
from regolith.envs.terror_below.death import ask_leader
from regolith.envs.terror_below.words import (
    CARDS,
    CELLS,
    CHARACTER,
    CHARACTERS,
    COLOURS,
    EGGS_PER_COLOUR,
    FIRST,
    FOR_ALL,
    LINE,
    LOCATIONS,
    NONE,
    RUBBLE,
    SEATS,
    SIZE,
    SLOTS,
    SQUAD,
    STARTING_WORMS,
    WORM,
    Deck,
    Kind,
    LocationSetup,
    Place,
    Roll,
    Task,
)
from regolith.envs.terror_below.worms import erupt, new_worm

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def place_locations(t: Table, s: Record) -> None:
    """On their start spaces, shuffled over them, or anywhere by dice."""
    for location in range(LOCATIONS):
        s.location_space[location] = t.start_space[s.board, location]
    if s.location_setup == LocationSetup.SHUFFLED:
        for i in range(LOCATIONS - 1, 0, -1):
            j = random.below(s.rng, i + 1)
            s.location_space[i], s.location_space[j] = s.location_space[j], s.location_space[i]
    for location in range(LOCATIONS):
        if s.location_setup == LocationSetup.ROLLED:
            s.location_space[location] = rolled_space(t, s, Roll.SPACE)
        s.location_at[s.location_space[location]] = location


@kernel
def make_decks(t: Table, s: Record) -> None:
    """Shuffle everything but the starting worms; a solo game leaves some cards in the box."""
    for deck in range(Deck.CHARACTER):
        for card in range(FIRST[deck], FIRST[deck] + SIZE[deck]):
            if stays_in_box(t, s, card):
                put(s, card, Place.BOX)
            else:
                s.deck[deck, s.deck_count[deck]] = card
                s.deck_count[deck] += 1
        shuffle(s, deck)


@kernel
def deal_squads(t: Table, s: Record) -> None:
    """Seat by seat from the start player: an item, a weapon, a hand of vehicles, three characters. The other characters go back."""
    for i in range(s.players):
        player = (s.start + i) % s.players
        put(s, draw(t, s, Deck.ITEM, player, False), Place.HAND + player)
        put(s, draw(t, s, Deck.WEAPON, player, False), Place.HAND + player)
        s.leader[player] = NONE
        refill_hand(t, s, player)
        s.living[player] = SQUAD
        for _ in range(SQUAD):
            while True:
                card = CHARACTER + random.below(s.rng, CHARACTERS)
                if s.at[card] == Place.DECK and not (s.players == 1 and t.not_for_solo[card]):
                    break
            put(s, card, Place.SQUAD + player)
    for card in range(CHARACTER, CARDS):
        if s.at[card] == Place.DECK:
            s.at[card] = Place.BOX


@kernel
def setup(t: Table, s: Record) -> None:
    """Deal a game up to the first decision, which is about the start player's squad; the worms come after the Leaders."""
    s.rounds = 1
    s.winner = NONE
    s.attack_slot = NONE
    s.hunter = NONE
    s.weapon = NONE
    s.played = NONE
    s.distracted = NONE
    s.leader_used = NONE
    s.hat_used = NONE
    s.rubble_supply = RUBBLE
    for colour in range(COLOURS):
        s.egg_supply[colour] = EGGS_PER_COLOUR
    for cell in range(CELLS):
        s.location_at[cell] = NONE
    for i in range(LINE):
        s.line[i] = NONE
    for player in range(SEATS):
        s.pawn[player] = NONE
        s.worn[player] = NONE
        s.leader[player] = NONE
    for slot in range(SLOTS):
        s.slot_worm[slot] = NONE
        s.slot_target[slot] = NONE
    s.start = random.below(s.rng, int(s.players))
    s.turn = s.start
    place_locations(t, s)
    make_decks(t, s)
    refill_line(t, s)
    deal_squads(t, s)
    push(s, Task.TURN, 0, 0)
    for i in range(s.players):
        push(s, Task.PLACE_PAWN, (s.start + i) % s.players, 0)
    push(s, Task.SET_UP_WORMS, 0, 0)
    for i in range(s.players - 1, -1, -1):
        push(s, Task.ASK_LEADER, (s.start + i) % s.players, 0)
    for _ in range(s.left_behind):
        push(s, Task.ASK_LEFT_BEHIND, 0, 0)
    ask_leader(s, s.start, Kind.LEAVE_BEHIND if s.left_behind else Kind.LEADER)


@kernel
def set_up_worms(t: Table, s: Record) -> None:
    """The starting worms attack, then one more for each player above two; or as many random ones. Then the slots are filled."""
    done(s)
    extra = max(0, s.players - 2)
    if s.random_worms:
        extra += STARTING_WORMS
    else:
        for worm in range(STARTING_WORMS):
            erupt(t, s, worm, t.dice_space[s.board, t.worm_start[worm, 0], t.worm_start[worm, 1]], True)
    for _ in range(extra):
        card = draw(t, s, Deck.WORM, FOR_ALL, False)
        worm = card - WORM
        erupt(t, s, worm, t.dice_space[s.board, t.worm_start[worm, 0], t.worm_start[worm, 1]], True)
        put(s, card, Place.BOX if s.players == 1 else Place.DISCARD)
    for slot in range(SLOTS):
        new_worm(t, s, slot)
