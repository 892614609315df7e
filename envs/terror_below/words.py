"""The words of the game: decks and where a card can be, colours, Locations, effects, kinds of decision, and the fixed numbers."""

from __future__ import annotations

from enum import IntEnum

NONE = -1

SEATS = 5
COLUMNS, MOST_ROWS = 6, 8
CELLS = COLUMNS * MOST_ROWS
DIE = 6
COLOURS = 4
LOCATIONS = 5
SLOTS = 3
LINE = 4

WIN_POINTS = 20
HAND = 3
SQUAD = 3
MOST_RUBBLE = 2
RUBBLE_PER_CARD = 3
EGGS_PER_COLOUR = 7
RUBBLE = 50
ABSENT = -9
"""Not an ability that this card has; no effect has this number."""
PLAIN_DELIVERY = 1
KILLING_BLOW = 1
DAREDEVIL = 1
SAFE_LANDING = 4
"""A daredevil's die must show this much."""
DAREDEVIL_VALUE = 6
"""The vehicle that a wide canyon takes."""
SOLO_ATTACKS = 15
SOLO_DESTROYED = 3
SOLO_DELIVERIES, SOLO_TROPHIES = 4, 3
SOLO_BONUS = 3

MOST_ARROWS = 4
MOST_UNDER = 10
"""Room for vehicle cards under one worm."""
ROOM_FOR_STICKS = 48
"""Room for the points that wait for the end of a hunt. A deck whose cards could give more is refused."""
MOST_LIMIT, MOST_HEALTH, MOST_POINTS, MOST_VALUE, MOST_HAND = 7, 20, 9, 9, 6
MOST_SHADED, MOST_OFFSET = 12, 3
MOST_TIMES, MOST_DRAWN, MOST_STEPS = 5, 3, 6
"""Most points, pieces of rubble or replaced cards of one effect, cards it draws, steps it moves a target."""
FREE_STEP = 16
"""Added to the number of steps of a target that may go anywhere."""
EFFECTS = 2
"""Most effects on one card."""
ALTERNATIVE = EFFECTS
"""Effects of a card's second use stand after those of the first."""


class Deck(IntEnum):
    """Card numbers run through all decks, in this order."""

    VEHICLE = 0
    ITEM = 1
    WEAPON = 2
    BOUNTY = 3
    WORM = 4
    CHARACTER = 5


SIZE = (54, 24, 23, 42, 37, 16)
FIRST = (0, 54, 78, 101, 143, 180)
CARDS = 196
VEHICLES, ITEMS, WEAPONS, BOUNTIES, WORMS, CHARACTERS = SIZE
ITEM, WEAPON, BOUNTY, WORM, CHARACTER = FIRST[1:]
GEAR = ITEMS + WEAPONS
"""Items and weapons together; their numbers follow each other."""
STARTING_WORMS, QUEENS = 4, 3

REPLACES, FOR_ALL = SEATS, 2 * SEATS
"""Who draws: a seat; a seat that replaces cards of its hand, with this added; or the game, for all."""
DRAWERS = FOR_ALL + 1


class Roll(IntEnum):
    """What is rolled for: by the game, for all; and, with the seat added, by whom."""

    WORM = 0
    SPACE = 1
    SCATTERED = 2
    SURVIVAL = SCATTERED + SEATS
    LANDING = SURVIVAL + SEATS
    DAMAGE = LANDING + SEATS


ROLLS = Roll.DAMAGE + SEATS


class Place(IntEnum):
    """Where a card is. The last six are one place for each seat."""

    DECK = 0
    DISCARD = 1
    BOX = 2
    LINE = 3
    SLOT = 4
    LOOKED = 5
    HAND = 6
    FRESH = HAND + SEATS
    WORN = FRESH + SEATS
    SQUAD = WORN + SEATS
    DEAD = SQUAD + SEATS
    DONE = DEAD + SEATS


class Egg(IntEnum):
    GREEN = 0
    ORANGE = 1
    PURPLE = 2
    YELLOW = 3


class Location(IntEnum):
    GOVERNMENT_FACILITY = 0
    GENERAL_STORE = 1
    STATE_POLICE = 2
    MOTEL = 3
    HOSPITAL = 4


class WormType(IntEnum):
    """The five types with a standee, the Queen, and the black-bordered cards of the setup."""

    SPITTER = 0
    GRABBER = 1
    BURROWER = 2
    SCREAMER = 3
    BOOMER = 4
    QUEEN = 5
    STARTING = 6


ANY_WORM = len(WormType)
"""On a bounty: whatever is killed."""


class Direction(IntEnum):
    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


STEP_OF = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
DIRECTIONS = len(Direction)


class Board(IntEnum):
    DESERT = 0
    CANYON = 1


class LocationSetup(IntEnum):
    STANDARD = 0
    SHUFFLED = 1
    ROLLED = 2


class Scenario(IntEnum):
    SPECIAL_DELIVERY = 0
    TOTAL_EXTERMINATION = 1
    SCRAMBLE = 2


class Result(IntEnum):
    """How a game ended; the losses are those of the solo game."""

    NONE = 0
    POINTS = 1
    ELIMINATION = 2
    OBJECTIVE = 3
    ATTACKS = 4
    SQUAD_DEAD = 5
    DESTROYED = 6
    CUT_OFF = 7


class Do(IntEnum):
    """The primitives that every card is made of, with up to three numbers each."""

    NOTHING = 0
    AP = 1
    """n"""
    VP = 2
    """n, only when the worm is defeated"""
    DRAW = 3
    """deck, n"""
    DRAW_CHOICE = 4
    """look"""
    PLAY_EXTRA_CARD_FOR_AP = 5
    """highest value"""
    PLAY_EXTRA_CARD_FACEDOWN = 6
    MOVE_TARGET = 7
    """which, mode, steps"""
    SWAP_TARGETS = 8
    DAMAGE = 9
    """fixed part, dice, how dice count"""
    REROLL = 10
    REMOVE_RUBBLE = 11
    """n"""
    ENTER_RUBBLE = 12
    PICKUP_NO_END = 13
    """most points left afterwards, NONE for all"""
    WILD_EGG = 14
    REVIVE = 15
    REFRESH_BOUNTIES = 16
    """most"""
    HIDDEN_BOUNTY = 17
    """cards to look at, 0 for 'one of the line or the top card'"""
    PREVENT_DEATH = 18
    ESCAPE_TO_LOCATION = 19
    SURVIVE_ROLL = 20
    """lowest die that saves"""
    STEAL_EGG = 21
    """range"""
    DISCARD_HAT = 22
    REDRAW_VEHICLE = 23
    """n"""
    HAND_SIZE = 24
    """n"""
    REPLACE_BONUS = 25
    """Location"""
    HUNT_DAMAGE_PLUS = 26
    """n"""
    SKIP_ARROWS = 27
    """n"""


class Which(IntEnum):
    DISTRACTED = 0
    ALL = 1
    CHOOSE_ONE = 2


class Mode(IntEnum):
    TOWARD_SELF = 0
    FREE = 1


class Take(IntEnum):
    SUM = 0
    HIGH = 1


class When(IntEnum):
    """When an ability or a card acts."""

    NEVER = 0
    OWN_TURN = 1
    HUNT = 2
    HUNT_JOIN = 3
    CAUGHT = 4
    WOULD_DIE = 5
    AFTER_PLAY_VEHICLE = 6
    DISTRACTION = 7
    PICKUP_EGGS = 8
    DELIVER_WITHOUT_BOUNTY = 9
    DELIVERY_BONUS = 10
    DRAW_ITEM = 11
    RAMP_PAWN = 12
    AFTER_REFILL = 13
    ALWAYS = 14


class Limit(IntEnum):
    NONE = 0
    ONCE_PER_TURN = 1
    ONCE_PER_HUNT = 2


class Kind(IntEnum):
    """Kinds of decision. Those after ACTION belong to something already begun."""

    LEAVE_BEHIND = 0
    LEADER = 1
    PLACE_PAWN = 2
    PLAY = 3
    ACTION = 4
    EXTRA_CARD = 5
    ARROWS = 6
    FACE_DOWN = 7
    TARGET = 8
    STEP = 9
    SWAP = 10
    RAMP_CARD = 11
    CLEAR = 12
    EXCHANGE = 13
    KEEP_ITEM = 14
    BOUNTY = 15
    REPLACE_BONUS = 16
    HIDDEN_BOUNTY = 17
    KEEP_BOUNTY = 18
    REVIVE = 19
    REFRESH = 20
    STEAL = 21
    SHOOT_HAT = 22
    PAY = 23
    REDRAW = 24
    HUNT = 25
    JOIN = 26
    REROLL = 27
    ESCAPE = 28
    PROTECT = 29
    TROPHY = 30
    NEW_LEADER = 31


class Task(IntEnum):
    """What is still to be done, kept on a stack in the record: the last one pushed comes first."""

    ASK_LEFT_BEHIND = 0
    ASK_LEADER = 1
    SET_UP_WORMS = 2
    PLACE_PAWN = 3
    TURN = 4
    PLAY = 5
    EXTRA_CARD = 6
    DISTRACT = 7
    ACT = 8
    SPECIAL = 9
    REFILL = 10
    REDRAW = 11
    ROLL = 12
    CHECK = 13
    TERROR = 14
    NEXT = 15
    EFFECT = 16
    STEP = 17
    CLEAR = 18
    EXCHANGE = 19
    KEEP_ITEM = 20
    BOUNTY = 21
    BONUS = 22
    KEEP_BOUNTY = 23
    PAY = 24
    RAMP = 25
    HUNT = 26
    JOIN = 27
    DAMAGE = 28
    ESCAPE = 29
    PROTECT = 30
    DIE = 31
    TROPHY = 32
    STICKS = 33
    NEW_LEADER = 34
    END_ATTACK = 35
    DRAW = 36
