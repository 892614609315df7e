"""The record of a game of Terror Below."""

from __future__ import annotations

from regolith.envs.core.record import record_dtype
from regolith.envs.terror_below.pieces import (
    CARDS,
    CELLS,
    COLOURS,
    LINE,
    LOCATIONS,
    MOST_UNDER,
    SEATS,
    SLOTS,
    VEHICLES,
    Place,
)

ROOM_FOR_TASKS = 40
"""Room for what is still to be done."""
ROOM_FOR_STICKS = 48
"""Room for the points that wait for the end of a hunt: one for each item and weapon at most."""
DRAWN_DECKS = 5
"""Decks that are drawn from in play: all but the characters."""
MOST_ACTIONS = 412
"""Room for one mark per action."""

DTYPE = record_dtype(
    [
        # options, the number of the deck, and the set of spaces with rubble; the wide fields stand where nothing is left empty before them
        ("board", "<i4"),
        ("deck_number", "<i8"),
        ("rubble_spaces", "<i8"),
        ("location_setup", "<i4"),
        ("random_worms", "<i4"),
        ("scenario", "<i4"),
        ("queens", "<i4"),
        ("left_behind", "<i4"),
        ("max_rounds", "<i4"),
        # the course of the game: whose turn it is, who has a final turn left (a set of seats, with `ending`), how it ended
        ("rounds", "<i4"),
        ("start", "<i4"),
        ("turn", "<i4"),
        ("ending", "<i4"),
        ("final_turns", "<i4"),
        ("winner", "<i4"),
        ("result", "<i4"),
        # the cards: where each is, which seats know a hidden one, the order of each deck (its top is the last), the Bounty Line
        ("at", "<i2", (CARDS,)),
        ("known", "<i2", (CARDS,)),
        ("deck", "<i2", (DRAWN_DECKS, VEHICLES)),
        ("deck_count", "<i4", (DRAWN_DECKS,)),
        ("line", "<i2", (LINE,)),
        # the board
        ("rubble", "<i2", (CELLS,)),
        ("eggs", "<i2", (CELLS, COLOURS)),
        ("location_at", "<i2", (CELLS,)),
        ("location_space", "<i4", (LOCATIONS,)),
        ("egg_supply", "<i4", (COLOURS,)),
        ("rubble_supply", "<i4"),
        # the Terror zone: worm, target, and the vehicle cards under it; `under_owner` is the seat of a card that lies face down
        ("slot_worm", "<i4", (SLOTS,)),
        ("slot_target", "<i4", (SLOTS,)),
        ("slot_count", "<i4", (SLOTS,)),
        ("under", "<i2", (SLOTS, MOST_UNDER)),
        ("under_owner", "<i2", (SLOTS, MOST_UNDER)),
        # the players
        ("pawn", "<i4", (SEATS,)),
        ("carried", "<i4", (SEATS, COLOURS)),
        ("carried_rubble", "<i4", (SEATS,)),
        ("points", "<i4", (SEATS,)),
        ("bounties_done", "<i4", (SEATS,)),
        ("leader", "<i4", (SEATS,)),
        ("worn", "<i4", (SEATS,)),
        ("living", "<i4", (SEATS,)),
        ("out", "<i4", (SEATS,)),
        # the turn: points left, the card played and its worm, and what cards and abilities have changed for this turn
        ("pool", "<i4"),
        ("acting", "<i4"),
        ("played", "<i4"),
        ("distracted", "<i4"),
        ("skipped_arrows", "<i4"),
        ("picked_up", "<i4"),
        ("go_on_after_pickup", "<i4"),
        ("may_enter_rubble", "<i4"),
        ("wild_egg", "<i4"),
        ("bonus_taken", "<i4"),
        ("leader_used", "<i4"),
        ("hat_used", "<i4"),
        ("passing_through", "<i4"),
        # the attack: its slot, the damage so far, and sets of seats
        ("attack_slot", "<i4"),
        ("damage", "<i4"),
        ("caught", "<i4"),
        ("acted", "<i4"),
        ("fired", "<i4"),
        ("damaged", "<i4"),
        ("ability_used", "<i4"),
        ("hunter", "<i4"),
        ("weapon", "<i4"),
        ("rolled", "<i4"),
        ("sticks", "<i4"),
        ("stick_owner", "<i2", (ROOM_FOR_STICKS,)),
        ("stick_points", "<i2", (ROOM_FOR_STICKS,)),
        # solo: Locations destroyed, Locations served and worm types claimed as sets; numbers about the game
        ("destroyed", "<i4"),
        ("served", "<i4"),
        ("trophies", "<i4"),
        ("attacks", "<i4"),
        ("kills", "<i4"),
        ("deaths", "<i4"),
        # what is still to be done, the last first, and what may be chosen now
        ("tasks", "<i4"),
        ("task", "<i4", (ROOM_FOR_TASKS,)),
        ("task_a", "<i4", (ROOM_FOR_TASKS,)),
        ("task_b", "<i4", (ROOM_FOR_TASKS,)),
        ("choices", "<i4"),
        # room to work in for re-dealing, otherwise empty
        ("room", "<i2", (VEHICLES,)),
        ("room_places", "<i2", (Place.WORN,)),
        ("option", "i1", (MOST_ACTIONS,)),
    ]
)
