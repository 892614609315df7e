"""The record of a game of Terror Below."""

from __future__ import annotations

from regolith.envs.core.record import FLAG, OPTION, SEAT, SEAT_OR_NOBODY, UNUSED, Range, of, record_of, up_to
from regolith.envs.core.rng import WORD_LESS_ONE_BIT
from regolith.envs.terror_below.words import (
    BOUNTIES,
    CARDS,
    CELLS,
    CHARACTER,
    COLOURS,
    EGGS_PER_COLOUR,
    FREE_STEP,
    LINE,
    LOCATIONS,
    MOST_ARROWS,
    MOST_POINTS,
    MOST_RUBBLE,
    MOST_UNDER,
    NONE,
    ROLLS,
    ROOM_FOR_STICKS,
    RUBBLE,
    SEATS,
    SLOTS,
    SQUAD,
    VEHICLES,
    WORMS,
    Place,
    Result,
    Task,
    WormType,
)

ROOM_FOR_TASKS = 40
"""Room for what is still to be done."""
DRAWN_DECKS = 5
"""Decks that are drawn from in play: all but the characters."""
MOST_ACTIONS = 412
"""Room for one mark per action."""
MOST_ROUNDS = 1001
"""One more than the longest game that the options allow."""
MOST_POOL, MANY = 999, 10_000
"""More action points than all cards give in one turn; more victory points or damage than there can be."""
COUNTED = up_to(10**6)
"""Numbers about the game."""
SET_OF_SEATS = up_to((1 << SEATS) - 1)
A_CELL = Range(NONE, CELLS - 1)
A_CARD = Range(NONE, CARDS - 1)

RECORD = record_of(
    [
        # options, the number of the deck, and the set of spaces with rubble; the wide fields stand where nothing is left empty before them
        ("board", "<i4", OPTION),
        ("deck_number", "<i8", OPTION),
        ("rubble_spaces", "<i8", up_to((1 << CELLS) - 1)),
        ("location_setup", "<i4", OPTION),
        ("random_worms", "<i4", OPTION),
        ("scenario", "<i4", OPTION),
        ("queens", "<i4", OPTION),
        ("left_behind", "<i4", OPTION),
        ("max_rounds", "<i4", OPTION),
        # an experiment: two cards that have changed places, the key of the orders that everybody draws and rolls in (0: of the same
        # decks and dice), how often each deck was shuffled anew, and what was rolled for how often
        ("swapped", "<i2", (2,), up_to(CARDS - 1)),
        ("own_orders", "<u4", up_to(WORD_LESS_ONE_BIT)),
        ("shuffles", "<i4", (DRAWN_DECKS,), COUNTED),
        ("rolls", "<i4", (ROLLS,), COUNTED),
        # the course of the game: whose turn it is, who has a final turn left (a set of seats, with `ending`), how it ended
        ("rounds", "<i4", Range(1, MOST_ROUNDS)),
        ("start", "<i4", SEAT),
        ("turn", "<i4", SEAT),
        ("ending", "<i4", FLAG),
        ("final_turns", "<i4", SET_OF_SEATS),
        ("winner", "<i4", SEAT_OR_NOBODY),
        ("result", "<i4", of(Result)),
        # the cards: where each is, which seats know a hidden one, the order of each deck (its top is the last), the Bounty Line
        ("at", "<i2", (CARDS,), up_to(Place.DONE + SEATS - 1)),
        ("known", "<i2", (CARDS,), SET_OF_SEATS),
        ("deck", "<i2", (DRAWN_DECKS, VEHICLES), up_to(CHARACTER - 1)),
        ("deck_count", "<i4", (DRAWN_DECKS,), up_to(VEHICLES)),
        ("line", "<i2", (LINE,), A_CARD),
        # the board
        ("rubble", "<i2", (CELLS,), up_to(MOST_RUBBLE)),
        ("eggs", "<i2", (CELLS, COLOURS), up_to(EGGS_PER_COLOUR)),
        ("location_at", "<i2", (CELLS,), Range(NONE, LOCATIONS - 1)),
        ("location_space", "<i4", (LOCATIONS,), A_CELL),
        ("egg_supply", "<i4", (COLOURS,), up_to(EGGS_PER_COLOUR)),
        ("rubble_supply", "<i4", up_to(RUBBLE)),
        # the Terror zone: worm, target, and the vehicle cards under it; `under_owner` is the seat of a card that lies face down
        ("slot_worm", "<i4", (SLOTS,), Range(NONE, WORMS - 1)),
        ("slot_target", "<i4", (SLOTS,), A_CELL),
        ("slot_count", "<i4", (SLOTS,), up_to(MOST_UNDER)),
        ("under", "<i2", (SLOTS, MOST_UNDER), up_to(VEHICLES - 1)),
        ("under_owner", "<i2", (SLOTS, MOST_UNDER), SEAT_OR_NOBODY),
        # the players
        ("pawn", "<i4", (SEATS,), A_CELL),
        ("carried", "<i4", (SEATS, COLOURS), up_to(EGGS_PER_COLOUR)),
        ("carried_rubble", "<i4", (SEATS,), up_to(MOST_RUBBLE)),
        ("points", "<i4", (SEATS,), up_to(MANY)),
        ("bounties_done", "<i4", (SEATS,), up_to(BOUNTIES)),
        ("leader", "<i4", (SEATS,), A_CARD),
        ("worn", "<i4", (SEATS,), A_CARD),
        ("living", "<i4", (SEATS,), up_to(SQUAD)),
        ("out", "<i4", (SEATS,), FLAG),
        # the turn: points left, the card played and its worm, and what cards and abilities have changed for this turn
        ("pool", "<i4", up_to(MOST_POOL)),
        ("acting", "<i4", FLAG),
        ("played", "<i4", Range(NONE, VEHICLES - 1)),
        ("distracted", "<i4", Range(NONE, SLOTS - 1)),
        ("skipped_arrows", "<i4", Range(NONE, (1 << MOST_ARROWS) - 1)),
        ("picked_up", "<i4", FLAG),
        ("go_on_after_pickup", "<i4", FLAG),
        ("may_enter_rubble", "<i4", FLAG),
        ("wild_egg", "<i4", FLAG),
        ("bonus_taken", "<i4", FLAG),
        ("leader_used", "<i4", A_CARD),
        ("hat_used", "<i4", A_CARD),
        ("passing_through", "<i4", FLAG),
        # the attack: its slot, the damage so far, and sets of seats
        ("attack_slot", "<i4", Range(NONE, SLOTS - 1)),
        ("damage", "<i4", up_to(MANY)),
        ("caught", "<i4", SET_OF_SEATS),
        ("acted", "<i4", SET_OF_SEATS),
        ("fired", "<i4", SET_OF_SEATS),
        ("damaged", "<i4", SET_OF_SEATS),
        ("ability_used", "<i4", SET_OF_SEATS),
        ("hunter", "<i4", SEAT_OR_NOBODY),
        ("weapon", "<i4", A_CARD),
        ("rolled", "<i4", up_to(MANY)),
        ("sticks", "<i4", up_to(ROOM_FOR_STICKS)),
        ("stick_owner", "<i2", (ROOM_FOR_STICKS,), SEAT),
        ("stick_points", "<i2", (ROOM_FOR_STICKS,), up_to(MOST_POINTS)),
        # solo: Locations destroyed, Locations served and worm types claimed as sets; numbers about the game
        ("destroyed", "<i4", up_to(LOCATIONS)),
        ("served", "<i4", up_to((1 << LOCATIONS) - 1)),
        ("trophies", "<i4", up_to((1 << WormType.STARTING) - 1)),
        ("attacks", "<i4", COUNTED),
        ("kills", "<i4", COUNTED),
        ("deaths", "<i4", COUNTED),
        # what is still to be done, the last first, and what may be chosen now
        ("tasks", "<i4", up_to(ROOM_FOR_TASKS)),
        ("task", "<i4", (ROOM_FOR_TASKS,), of(Task)),
        ("task_a", "<i4", (ROOM_FOR_TASKS,), up_to(CARDS + LOCATIONS - 1)),
        ("task_b", "<i4", (ROOM_FOR_TASKS,), up_to(2 * FREE_STEP - 1)),
        ("choices", "<i4", up_to(MOST_ACTIONS)),
        # room to work in for re-dealing, otherwise empty
        ("room", "<i2", (VEHICLES,), UNUSED),
        ("room_places", "<i2", (Place.WORN,), UNUSED),
        ("option", "i1", (MOST_ACTIONS,), FLAG),
    ]
)
DTYPE = RECORD.dtype
