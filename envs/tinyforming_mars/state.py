"""The record of a TINYforming Mars game."""

from __future__ import annotations

from regolith.envs.core.record import FLAG, OPTION, Range, of, record_of, up_to
from regolith.envs.tinyforming_mars.words import (
    CARDS,
    CREDITS,
    CUBE_COUNTS,
    HEXES,
    NONE,
    NOTHING_ACTIVE,
    PROJECTS,
    ROW,
    STANDARDS,
    TAGS,
    TOKEN_COUNTS,
    TOKENS,
    Op,
)

ROOM_FOR_STEPS = 8
"""Room for effect steps not yet carried out."""
SET_OF_HEXES = up_to((1 << HEXES) - 1)
MOST_TAGS = 32
MOST_GENERATIONS = 1000

RECORD = record_of(
    [
        # options
        ("map", "<i4", OPTION),
        ("intense", "<i4", OPTION),
        ("token_discounts", "<i4", OPTION),
        ("max_generations", "<i4", OPTION),
        # the course of the game
        ("generation", "<i4", Range(1, MOST_GENERATIONS)),
        ("leader", "<i4", FLAG),
        ("passed", "<i4", (2,), FLAG),
        # the deck, top first: card and the face that lies up; the first `unseen` cards have not been in play yet
        ("deck_size", "<i4", up_to(CARDS)),
        ("unseen", "<i4", up_to(CARDS)),
        ("deck_card", "<i4", (CARDS,), up_to(CARDS - 1)),
        ("deck_up", "<i4", (CARDS,), FLAG),
        # the cards in play, in the order drawn, and the project of each that faces White / Black (-1: not decided)
        ("drawn", "<i4", up_to(ROW)),
        ("oriented", "<i4", up_to(ROW)),
        ("row_card", "<i4", (ROW,), up_to(CARDS - 1)),
        ("row_face", "<i4", (ROW,), FLAG),
        ("facing", "<i4", (2, ROW), Range(NONE, PROJECTS - 1)),
        ("used", "<i4", (2, ROW), FLAG),
        ("standard_used", "<i4", (2,), FLAG),
        # credits: in hand, in the supply, lying on projects
        ("credits", "<i4", (2,), up_to(CREDITS)),
        ("credit_supply", "<i4", up_to(CREDITS)),
        ("markers", "<i4", up_to(CREDITS)),
        # parameter cubes: supply by kind, heat in hand, and the cubes attached in the intense variant
        ("supply", "<i4", (3,), up_to(max(CUBE_COUNTS))),
        ("heat", "<i4", (2,), up_to(max(CUBE_COUNTS))),
        ("attached_heat", "<i4", FLAG),
        ("attached_water", "<i4", FLAG),
        ("tokens", "<i4", (2, TOKENS), up_to(max(TOKEN_COUNTS))),
        ("token_supply", "<i4", (TOKENS,), up_to(max(TOKEN_COUNTS))),
        # the map: sets of hexes, one bit each
        ("greenery", "<i4", SET_OF_HEXES),
        ("water", "<i4", SET_OF_HEXES),
        ("heat_on_map", "<i4", SET_OF_HEXES),
        ("cities", "<i4", (2,), SET_OF_HEXES),
        # of each player: his tags, and the hexes that touch his cities
        ("beside", "<i4", (2,), SET_OF_HEXES),
        ("tags", "<i4", (2, TAGS), up_to(MOST_TAGS)),
        # the action under way: its project, price, remaining steps (last first), and what may be chosen now
        ("active", "<i4", Range(NOTHING_ACTIVE, PROJECTS + STANDARDS - 1)),
        ("price", "<i4", up_to(CREDITS)),
        ("last_hex", "<i4", up_to(HEXES - 1)),
        ("moving", "<i4", up_to(HEXES)),
        ("todo", "<i4", up_to(ROOM_FOR_STEPS)),
        ("todo_op", "<i4", (ROOM_FOR_STEPS,), of(Op)),
        ("todo_arg", "<i4", (ROOM_FOR_STEPS,), up_to((1 << TAGS) - 1)),
        ("choices", "<i4", up_to((1 << (HEXES + 1)) - 1)),
        ("may_decline", "<i4", FLAG),
    ]
)
DTYPE = RECORD.dtype
