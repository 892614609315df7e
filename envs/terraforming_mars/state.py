"""The record of a Terraforming Mars game, and the words of its course: where cards lie, what is being decided."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.core.record import (
    FLAG,
    OPTION,
    SEAT,
    SEAT_OR_NOBODY,
    UNUSED,
    WORDS,
    Range,
    of,
    record_of,
    some_of,
    up_to,
)
from regolith.envs.core.rng import WORD_LESS_ONE_BIT
from regolith.envs.terraforming_mars.box_fields import BOX_FIELDS, BOX_STATE
from regolith.envs.terraforming_mars.rooms import (
    BOXES,
    CARDS,
    CARRIERS,
    FIRST_CARRIER,
    GOAL_TILES,
    GOALS,
    LOOKED_AT,
    NEUTRAL,
    NOBODY,
    NONE,
    PLAYERS,
    PROJECTS,
    RESOURCES,
    SOLAR_STEPS,
    SPACES,
    STACK,
    TAGS,
    TRACKS,
    room,
)
from regolith.envs.terraforming_mars.words import MARKS, StandardProject, Tile


class Deck(IntEnum):
    PROJECTS = 0
    CORPORATIONS = 1
    PRELUDES = 2


DECKS = len(Deck)


class Lies(IntEnum):
    """Where a card is. From `IN_A_PACK` on it belongs to the player in `owner`."""

    OUT_OF_THE_GAME = 0
    IN_THE_DECK = 1
    DISCARDED = 2
    IN_A_PACK = 3
    """Being drafted: in the pack that the player will choose from next."""
    DEALT = 4
    """Drafted or dealt, to be bought or not."""
    BOUGHT = 5
    """Chosen from those dealt; paid and taken in hand when everybody has chosen."""
    IN_HAND = 6
    LOOKED_AT = 7
    IN_PLAY = 8
    """Face up: its tags count."""
    PLAYED_EVENT = 9
    """Face down: only its points count."""
    FACE_UP_EVENT = 10
    """An event that its owner's card keeps face up: its tags count."""


class Place(IntEnum):
    """Where a card may lie that a player does not see: bits of `could_be`.

    The first three are of one opponent each: bit HAND + 0 is the hand of the next player, HAND + 1 that of the one after him.
    """

    HAND = 0
    DEALT = PLAYERS - 1
    """Cards before an opponent that he looks at, has drafted, or may have chosen already."""
    PACK = 2 * (PLAYERS - 1)
    """The pack of a draft that lies before an opponent now."""
    DISCARDS = 3 * (PLAYERS - 1)
    DECK = 3 * (PLAYERS - 1) + 1


PLACES = Place.DECK + 1


class Redeal(IntEnum):
    """What the redeal of hidden cards keeps for each place."""

    START = 0
    SIZE = 1
    FILLED = 2
    QUEUE = 3
    FROM = 4
    """The place that a card moves on from, when another card needs room."""
    SLOT = 5
    """The slot of that card."""


REDEAL = len(Redeal)


class Frame(IntEnum):
    """The numbers of an effect on the stack."""

    ROW = 0
    """The step to be done next."""
    CARD = 1
    """The card or other carrier that the effect is printed on, or NONE."""
    PLAYER = 2
    X = 3
    Y = 4
    """What X and Y hold is told by the row of the step that is next (`Holds`); for an attack under way Y is its target."""
    TURN = 5
    """How often the step was done already; for a payment, the means in turn."""
    MODE = 6


FRAME = len(Frame)


class Mode(IntEnum):
    """How an effect is carried out."""

    WHOLE = 0
    OPTIONAL = 1
    """The first choice may be declined, and with it the rest."""
    PRODUCTION_ONLY = 2
    BLOCKABLE = 3
    """The target of an attack has been chosen and may be able to block it."""
    FOR_NOBODY = 4
    """The World Government acts: the player decides, nobody gains."""
    BLOCKABLE_PRODUCTION = 5
    """As BLOCKABLE, in an effect that is carried out as PRODUCTION_ONLY."""


class Phase(IntEnum):
    """What ends when no effect is left."""

    SETUP = 0
    """Everybody picks corporation, preludes and cards."""
    CORPORATIONS = 1
    PRELUDES = 2
    RESEARCH = 3
    """Everybody chooses which of the cards dealt or drafted he buys."""
    ACTION = 4
    FINAL_GREENERIES = 5
    SOLAR = 6
    """What the boxes do between two generations."""
    DRAFT = 7
    """Everybody has taken a card from the pack before him."""
    PURCHASE = 8
    """Everybody pays for the cards he has chosen in the research phase."""


class Kind(IntEnum):
    """What the player to move decides."""

    NOTHING = 0
    ACTION = 1
    SPACE = 2
    CARD = 3
    PLAYER = 4
    BRANCH = 5
    AMOUNT = 6
    RESOURCE = 7
    AWARD = 8
    BLOCK = 9
    """Spend corruption to stop an attack."""
    PAYMENT = 10
    """How much of a metal, heat or card resource to pay with; the rest is paid with what comes next, at last with MC."""
    COLONY = 11
    """A colony tile."""
    PARTY = 12
    DELEGATE = 13
    """One in a party: the party, then the player whose it is, or neutral."""
    UNDERGROUND = 14
    """A space of Mars, or one of the tokens found."""
    TOKEN = 15
    """A kind of token; the same kinds again for those under a cube."""
    TAG = 16
    STANDARD = 17
    """A standard project."""


PHASES = room("phases", len(Phase), 16)
KINDS = room("kinds of decision", len(Kind), 24)
room("modes of an effect", len(Mode), 8)

A_CARD = up_to(CARDS - 1)
A_GOAL = Range(NONE, GOAL_TILES - 1)
"""Dice may lay some over others."""
MOST_GENERATIONS, MOST_PASSES = 1000, 10
MOST_STEPS = max(len(marks) for marks in MARKS.values()) - 1
MOST_ON_A_CARD, MOST = 16_000, 10**8
"""More than even a game of a thousand generations sees, and yet so few that nothing overflows."""
LOWEST_PRODUCTION = -5
MOST_CORRUPTION = 16_000
MOST_RATING_FEE = 3
MOST_CARD_FEE, MOST_SURCHARGE, MOST_SWING = 2, 8, 1
"""Each comes from one card, which is there once."""

RECORD = record_of(
    [
        # options
        ("map", "<i4", OPTION),
        ("box", "<i4", (BOXES,), OPTION),
        ("draft", "<i4", OPTION),
        ("initial_draft", "<i4", OPTION),
        ("beginner", "<i4", OPTION),
        ("auto_payment", "<i4", OPTION),
        ("max_generations", "<i4", OPTION),
        ("solo_for_rating", "<i4", OPTION),
        # which file has changed the cards (0: none has)
        ("cards_number", "<i8", OPTION),
        # an experiment: two cards of a deck or two things laid out for all that have changed places, and the key of the orders that
        # everybody draws in (0: of one deck)
        ("swapped", "<i2", (2,), up_to(FIRST_CARRIER + CARRIERS - 1)),
        ("own_orders", "<u4", up_to(WORD_LESS_ONE_BIT)),
        # what boxes change about the base game: how many tracks there are, productions at the start, preludes dealt to each player,
        # the last generation of a solo game, whether attacks may be blocked, and the numbers of the milestones and awards
        ("tracks", "<i4", OPTION),
        ("start_production", "<i4", OPTION),
        ("preludes_dealt", "<i4", OPTION),
        ("last_generation", "<i4", OPTION),
        ("blocking", "<i4", OPTION),
        ("milestone_tile", "<i2", (GOALS,), A_GOAL),
        ("award_tile", "<i2", (GOALS,), A_GOAL),
        *BOX_FIELDS,
        ("solo_won", "<i4", FLAG),
        # the course of the game
        ("generation", "<i4", Range(1, MOST_GENERATIONS)),
        ("first_player", "<i4", SEAT),
        ("phase", "<i4", of(Phase)),
        ("solar_step", "<i4", up_to(SOLAR_STEPS - 1)),
        ("turn", "<i4", SEAT),
        ("actions_taken", "<i4", up_to(2)),
        ("passed", "<i4", (PLAYERS,), FLAG),
        # a draft: to whom packs are passed (the next player or the previous one), and how often they have been
        ("draft_direction", "<i4", Range(-1, 1)),
        ("passes", "<i4", up_to(MOST_PASSES)),
        # Mars: the tracks in steps from their start (oceans in tiles) and every space
        ("track", "<i4", (TRACKS,), up_to(MOST_STEPS)),
        ("tile", "<i2", (SPACES,), some_of(Tile)),
        ("tile_owner", "<i2", (SPACES,), Range(NOBODY, NEUTRAL)),
        ("claim", "<i2", (SPACES,), SEAT_OR_NOBODY),
        # the players
        ("rating", "<i4", (PLAYERS,), up_to(MOST)),
        ("rating_rose", "<i4", (PLAYERS,), FLAG),
        ("stock", "<i4", (PLAYERS, RESOURCES), up_to(MOST)),
        ("production", "<i4", (PLAYERS, RESOURCES), Range(LOWEST_PRODUCTION, MOST)),
        ("metal_value", "<i4", (PLAYERS, 2), up_to(10)),
        ("greenery_cost", "<i4", (PLAYERS,), Range(1, 8)),
        ("next_discount", "<i4", (PLAYERS,), up_to(50)),
        ("next_leeway", "<i4", (PLAYERS,), up_to(50)),
        ("first_action", "<i4", (PLAYERS,), FLAG),
        # tags of the face-up cards, events played and cards in hand, kept for each player because many rules ask
        ("tags", "<i2", (PLAYERS, TAGS), up_to(CARDS)),
        ("events", "<i2", (PLAYERS,), up_to(CARDS)),
        ("hand", "<i2", (PLAYERS,), up_to(CARDS)),
        # the cards
        ("lies", "i1", (CARDS,), of(Lies)),
        ("owner", "i1", (CARDS,), SEAT_OR_NOBODY),
        ("resources", "<i2", (CARDS,), up_to(MOST_ON_A_CARD)),
        ("used", "i1", (CARDS,), FLAG),
        ("deck", "<i2", (CARDS,), A_CARD),
        ("deck_size", "<i4", (DECKS,), up_to(PROJECTS)),
        ("looked_at", "<i4", up_to(LOOKED_AT)),
        ("look", "<i2", (LOOKED_AT,), A_CARD),
        # the players for whom each carrier that is no card is in force, as bits by seat: set by its box
        ("in_force_for", "u1", (CARRIERS,), up_to((1 << PLAYERS) - 1)),
        # what each player remembers of a card that he does not see: the places where it could be; 0 if he never saw it
        ("could_be", "<u2", (PLAYERS, CARDS), up_to((1 << PLACES) - 1)),
        # scratch of the redeal, for each place: its first slot, how many there are and are filled, and the way of a card that moves on
        ("redeal", "<i2", (REDEAL, PLACES), WORDS),
        # who claimed and who funded, NOBODY if still open; in the order of their tiles
        ("milestone", "<i2", (GOALS,), SEAT_OR_NOBODY),
        ("award", "<i2", (GOALS,), SEAT_OR_NOBODY),
        # effects under way, the last one on top (`invariants` looks at each for what it is), and what they remember; between two decisions
        # there are never nearly as many as may pile up while they are carried out
        ("depth", "<i4", up_to(STACK // 2)),
        ("stack", "<i2", (STACK, FRAME), WORDS),
        ("last_space", "<i4", Range(NONE, SPACES - 1)),
        # what may be chosen now
        ("may_decline", "<i4", FLAG),
        ("choices", "<i4", up_to(PROJECTS)),
        ("choice", "<i2", (PROJECTS,), A_CARD),
        # scratch of the look ahead: what the steps before would have changed
        ("ahead_stock", "<i4", (RESOURCES,), UNUSED),
        ("ahead_production", "<i4", (RESOURCES,), UNUSED),
        # what each step of rating costs now, in MC, and scratch of the look ahead for it: steps of the tracks and of rating, MC and heat
        # spent (the price of a card whose effects are looked at), what those MC pay for, and MC that must be kept for steps to come
        ("rating_fee", "<i2", up_to(MOST_RATING_FEE)),
        ("ahead_track", "<i4", (TRACKS,), UNUSED),
        ("ahead_rating", "<i4", UNUSED),
        ("ahead_spent", "<i4", UNUSED),
        ("ahead_spent_on", "<i4", UNUSED),
        ("ahead_heat", "<i4", UNUSED),
        ("ahead_kept", "<i4", UNUSED),
        # What cards of boxes set and the base game obeys, most of it until the next research phase: what a card that comes into a hand
        # costs, and a milestone or award more; who begins the next generation, as seat + 1 (0: the next one); how many the last
        # choice took; the card whose text another one has taken over (0: none); the standard projects that each player has used in this
        # generation, as bits; what his metals are worth more or less.
        ("card_fee", "<i2", up_to(MOST_CARD_FEE)),
        ("goal_surcharge", "<i2", up_to(MOST_SURCHARGE)),
        ("next_first", "<i2", up_to(PLAYERS)),
        ("last_amount", "<i2", up_to(MOST_ON_A_CARD)),
        ("copied", "<i2", A_CARD),
        ("standard_used", "<u2", (PLAYERS,), up_to((1 << len(StandardProject)) - 1)),
        ("metal_swing", "i1", (PLAYERS,), Range(-MOST_SWING, MOST_SWING)),
        # corruption of each player, which stops attacks if these may be blocked, and crime tags on events that he has played
        ("corruption", "<i2", (PLAYERS,), up_to(MOST_CORRUPTION)),
        ("event_crime", "<i2", (PLAYERS,), up_to(PROJECTS)),
        *BOX_STATE,
    ]
)
DTYPE = RECORD.dtype
room("bytes of the record", DTYPE.itemsize, 24 * 1024)
