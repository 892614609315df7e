"""What a seat may know, as numbers in [0, 1]: me first, then the other players clockwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.core.record import NOBODY
from regolith.envs.terror_below.words import (
    BOUNTIES,
    BOUNTY,
    CELLS,
    CHARACTER,
    CHARACTERS,
    COLOURS,
    EGGS_PER_COLOUR,
    GEAR,
    ITEM,
    ITEMS,
    LOCATIONS,
    MOST_RUBBLE,
    NONE,
    RUBBLE,
    SEATS,
    SLOTS,
    SOLO_ATTACKS,
    SQUAD,
    VEHICLES,
    WEAPON,
    WIN_POINTS,
    WORM,
    WORMS,
    Board,
    Kind,
    Place,
    WormType,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table

EGGS_SCALE, HEALTH_SCALE, LIMIT_SCALE, POOL_SCALE, HAND_SCALE, ROUND_SCALE, DIE_SCALE = (
    2.0,
    12.0,
    7.0,
    12.0,
    6.0,
    30.0,
    12.0,
)
TYPES = int(WormType.STARTING)

OBSERVATION = Layout()
_add = OBSERVATION.add
RUBBLE_ON = _add("rubble", CELLS, "rubble on the space / 2; spaces are numbered row by row, six to a row")
EGGS_ON = _add("eggs", CELLS * COLOURS, "eggs on the space / 2: green, orange, purple, yellow; 4 for each space")
LOCATION_ON = _add(
    "location", LOCATIONS * CELLS, "Government Facility, General Store, State Police, Motel, Hospital; 48 each"
)
TARGET_ON = _add("target", SLOTS * CELLS, "target token of slot 1, 2, 3; 48 each")
AREA = _add("area", SLOTS * CELLS, "space that the worm would hit if it attacked now; 48 each")
PAWN_ON = _add("pawn", SEATS * CELLS, "my pawn, that of the next player, ...; 48 each")
CANYON = _add("canyon side", 1, "the board is the canyon side")
WORM_TYPE = _add("worm type", SLOTS * TYPES, "Spitter, Grabber, Burrower, Screamer, Boomer, Queen; 6 for each slot")
WORM_EGG = _add("worm egg", SLOTS * COLOURS, "colour of the worm's egg (Queen: none); 4 for each slot")
WORM_NUMBERS = _add(
    "worm numbers", SLOTS * 4, "health / 12, limit / 7, cards still missing / 7, face-down cards / 7 for each slot"
)
MY_FACE_DOWN = _add("my face-down", SLOTS * VEHICLES, "I put this vehicle card face down there; 54 for each slot")
MY_HAND = _add("my vehicles", VEHICLES, "vehicle card in my hand")
VEHICLE_GONE = _add("vehicle discard", VEHICLES, "vehicle card in the discard")
PLAYED = _add("played", VEHICLES, "the vehicle card of this turn")
DISTRACTED = _add("distracted", SLOTS, "the worm it was played on")
BOUNTY_LINE = _add("bounty line", BOUNTIES, "bounty in the line")
MY_BOUNTY = _add("my hidden bounty", BOUNTIES, "hidden bounty of mine")
KNOWN_BOUNTY = _add("known hidden bounty", BOUNTIES, "hidden bounty of another player that was taken from the line")
BOUNTY_GONE = _add("bounty gone", BOUNTIES, "bounty completed by anybody, or discarded")
MY_GEAR = _add("my gear", GEAR, "item or weapon in my hand")
MY_FRESH = _add("my fresh gear", GEAR, "item or weapon that I acquired this turn")
GEAR_GONE = _add("gear discard", GEAR, "item or weapon in the discard")
LOOKED = _add("looked at", GEAR + BOUNTIES, "items, weapons and bounties that I am choosing from")
WORM_GONE = _add("worm discard", WORMS, "worm card in the discard")
LEADER = _add("leader", SEATS * CHARACTERS, "the Leader: mine, the next player's, ...; 16 each")
LIVING = _add("squad", SEATS * CHARACTERS, "living squad members under the Leader; 16 each")
DEAD = _add("dead", SEATS * CHARACTERS, "dead squad members; 16 each")
HAT = _add("hat", SEATS * ITEMS, "the worn hat; 24 each")
CARRIED = _add("carried eggs", SEATS * COLOURS, "eggs on the Leader / 2; 4 each")
PLAYER = _add(
    "player",
    SEATS * 10,
    "points / 20, completed bounties / 6, living / 3, rubble on the Leader / 2, vehicle cards / 6, items / 6, weapons / 6, "
    "hidden bounties / 6, pawn off the board, out of the game; 10 each",
)
TURN = _add("turn", SEATS, "whose turn it is: mine, the next player's, ...")
MOVER = _add("to move", SEATS, "who must decide")
CAUGHT = _add("caught", SEATS, "who is caught in the attack under way")
FINAL = _add("final turn", SEATS, "who has a final turn left")
POOL = _add("action points", 1, "left / 12")
FLAGS = _add(
    "flags",
    7,
    "this turn: eggs picked up, may go on afterwards, may enter rubble, wild egg, bonus taken, Leader used, passing through",
)
ATTACK = _add("attack", SLOTS, "the worm that attacks")
DAMAGE = _add("damage", 2, "damage so far / 12, roll just made / 12")
KIND = _add("kind", len(Kind), "kind of the pending decision")
ASKED = _add("asked", SLOTS + 2, "the slot asked about; Location of the delivery bonus / 5; colour delivered / 4")
SUPPLY = _add("supply", COLOURS + 1, "eggs / 7 of each colour, rubble / 50")
PLAYERS = _add("players", SEATS, "number of players: 1 to 5")
ROUND = _add("round", 1, "number / 30, at most 1")
START = _add("start", SEATS, "who started the game")
SOLO = _add("solo", 3, "Special Delivery, Total Extermination, Scramble")
PROGRESS = _add(
    "solo progress", 2 + LOCATIONS + TYPES, "attacks / 15, destroyed Locations / 5, Locations served, types claimed"
)


@kernel
def write_board(t: Table, s: Record, seat: int, out: Any) -> None:
    """Everything that lies on the board."""
    for cell in range(CELLS):
        out[RUBBLE_ON + cell] = s.rubble[cell] / MOST_RUBBLE
    for cell in range(CELLS):
        for colour in range(COLOURS):
            out[EGGS_ON + COLOURS * cell + colour] = min(1.0, s.eggs[cell, colour] / EGGS_SCALE)
    for location in range(LOCATIONS):
        if s.location_space[location] != NONE:
            out[LOCATION_ON + CELLS * location + s.location_space[location]] = 1.0
    if s.board == Board.CANYON:
        out[CANYON] = 1.0
    for slot in range(SLOTS):
        worm = s.slot_worm[slot]
        if worm == NONE:
            continue
        out[TARGET_ON + CELLS * slot + s.slot_target[slot]] = 1.0
        area = t.area[s.board, worm, s.slot_target[slot]]
        for cell in range(CELLS):
            out[AREA + CELLS * slot + cell] = area >> cell & 1
        out[WORM_TYPE + TYPES * slot + t.worm_type[worm]] = 1.0
        if t.worm_egg[worm] != NONE:
            out[WORM_EGG + COLOURS * slot + t.worm_egg[worm]] = 1.0
        down = 0
        for i in range(s.slot_count[slot]):
            owner = s.under_owner[slot, i]
            down += int(owner != NONE)
            if owner == seat:
                out[MY_FACE_DOWN + VEHICLES * slot + s.under[slot, i]] = 1.0
        out[WORM_NUMBERS + 4 * slot] = min(1.0, t.health[worm] / HEALTH_SCALE)
        out[WORM_NUMBERS + 4 * slot + 1] = t.limit[worm] / LIMIT_SCALE
        out[WORM_NUMBERS + 4 * slot + 2] = max(0.0, (t.limit[worm] - s.slot_count[slot]) / LIMIT_SCALE)
        out[WORM_NUMBERS + 4 * slot + 3] = min(1.0, down / LIMIT_SCALE)


@kernel
def write_cards(s: Record, seat: int, out: Any) -> None:
    """My hand, what lies open, what is gone; of the others' hands only how many cards they have."""
    mine, fresh = Place.HAND + seat, Place.FRESH + seat
    for card in range(VEHICLES):
        out[VEHICLE_GONE + card] = int(s.at[card] == Place.DISCARD)
        out[MY_HAND + card] = int(s.at[card] == mine)
    for i in range(GEAR):
        out[MY_GEAR + i] = int(s.at[ITEM + i] == mine)
        out[MY_FRESH + i] = int(s.at[ITEM + i] == fresh)
        out[GEAR_GONE + i] = int(s.at[ITEM + i] == Place.DISCARD)
    for i in range(BOUNTIES):
        place = s.at[BOUNTY + i]
        out[BOUNTY_LINE + i] = int(place == Place.LINE)
        out[MY_BOUNTY + i] = int(place == mine)
        out[BOUNTY_GONE + i] = int(place == Place.DISCARD) + int(place >= Place.DONE)
    for i in range(WORMS):
        out[WORM_GONE + i] = int(s.at[WORM + i] == Place.DISCARD)
    for card in range(BOUNTY + BOUNTIES):
        place = s.at[card]
        if Place.HAND <= place < Place.WORN:
            owner = (place - Place.HAND) % SEATS
            entry = 4 if card < ITEM else (5 if card < WEAPON else (6 if card < BOUNTY else 7))
            count_card(s, seat, owner, entry, out)
            if card >= BOUNTY and owner != seat and s.known[card] >> seat & 1:
                out[KNOWN_BOUNTY + card - BOUNTY] = 1.0
        elif place == Place.LOOKED and s.player == seat:
            out[LOOKED + card - ITEM] = 1.0


@kernel
def count_card(s: Record, seat: int, owner: int, entry: int, out: Any) -> None:
    """One more card in somebody's hand."""
    place = PLAYER + 10 * ((owner - seat) % s.players) + entry
    out[place] = min(1.0, out[place] + 1.0 / HAND_SCALE)


@kernel
def write_players(s: Record, seat: int, out: Any) -> None:
    """Everybody, me first."""
    for i in range(CHARACTERS):
        place = s.at[CHARACTER + i]
        if Place.WORN <= place < Place.DONE:
            owner = ((place - Place.WORN) % SEATS - seat) % s.players
            if place < Place.SQUAD:
                out[LEADER + CHARACTERS * owner + i] = 1.0
            elif place < Place.DEAD:
                out[LIVING + CHARACTERS * owner + i] = 1.0
            else:
                out[DEAD + CHARACTERS * owner + i] = 1.0
    for i in range(s.players):
        player = (seat + i) % s.players
        if s.pawn[player] != NONE:
            out[PAWN_ON + CELLS * i + s.pawn[player]] = 1.0
        else:
            out[PLAYER + 10 * i + 8] = 1.0
        if s.worn[player] != NONE:
            out[HAT + ITEMS * i + s.worn[player] - ITEM] = 1.0
        for colour in range(COLOURS):
            out[CARRIED + COLOURS * i + colour] = min(1.0, s.carried[player, colour] / EGGS_SCALE)
        out[PLAYER + 10 * i] = min(1.0, s.points[player] / WIN_POINTS)
        out[PLAYER + 10 * i + 1] = min(1.0, s.bounties_done[player] / HAND_SCALE)
        out[PLAYER + 10 * i + 2] = s.living[player] / SQUAD
        out[PLAYER + 10 * i + 3] = s.carried_rubble[player] / MOST_RUBBLE
        out[PLAYER + 10 * i + 9] = s.out[player]
        out[CAUGHT + i] = s.caught >> player & 1
        out[FINAL + i] = s.final_turns >> player & 1
    out[TURN + (s.turn - seat) % s.players] = 1.0
    out[START + (s.start - seat) % s.players] = 1.0
    if s.player != NOBODY:
        out[MOVER + (s.player - seat) % s.players] = 1.0


@kernel
def write_turn(t: Table, s: Record, out: Any) -> None:
    """What is going on: the card played, points left, the attack, the question."""
    if s.played != NONE:
        out[PLAYED + s.played] = 1.0
        out[DISTRACTED + s.distracted] = 1.0
    out[POOL] = max(0.0, min(1.0, s.pool / POOL_SCALE))
    out[FLAGS] = s.picked_up
    out[FLAGS + 1] = s.go_on_after_pickup
    out[FLAGS + 2] = s.may_enter_rubble
    out[FLAGS + 3] = s.wild_egg
    out[FLAGS + 4] = s.bonus_taken
    out[FLAGS + 5] = 1.0 if s.leader_used != NONE else 0.0
    out[FLAGS + 6] = s.passing_through
    if s.attack_slot != NONE:
        out[ATTACK + s.attack_slot] = 1.0
        out[DAMAGE] = min(1.0, s.damage / HEALTH_SCALE)
        out[DAMAGE + 1] = min(1.0, s.rolled / DIE_SCALE)
    out[KIND + s.kind] = 1.0
    if s.tasks:
        top = s.tasks - 1
        if s.kind == Kind.STEP:
            out[ASKED + s.task_a[top]] = 1.0
        elif s.kind == Kind.REPLACE_BONUS:
            out[ASKED + SLOTS] = (1 + s.task_b[top]) / LOCATIONS
        elif s.kind == Kind.BOUNTY:
            out[ASKED + SLOTS + 1] = (1 + s.task_b[top]) / COLOURS


@kernel
def observe(t: Table, s: Record, seat: int, out: Any) -> None:
    """Write a seat's observation into an array of zeros."""
    write_board(t, s, seat, out)
    write_cards(s, seat, out)
    write_players(s, seat, out)
    write_turn(t, s, out)
    for colour in range(COLOURS):
        out[SUPPLY + colour] = s.egg_supply[colour] / EGGS_PER_COLOUR
    out[SUPPLY + COLOURS] = s.rubble_supply / RUBBLE
    out[PLAYERS + s.players - 1] = 1.0
    out[ROUND] = min(1.0, s.rounds / ROUND_SCALE)
    if s.players == 1:
        out[SOLO + s.scenario] = 1.0
        out[PROGRESS] = s.attacks / SOLO_ATTACKS
        out[PROGRESS + 1] = s.destroyed / LOCATIONS
        for location in range(LOCATIONS):
            out[PROGRESS + 2 + location] = s.served >> location & 1
        for kind in range(TYPES):
            out[PROGRESS + 2 + LOCATIONS + kind] = s.trophies >> kind & 1
