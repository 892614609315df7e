"""The record of a TINYforming Mars game."""

from __future__ import annotations

from regolith.envs.core.record import record_dtype
from regolith.envs.tinyforming_mars.pieces import CARDS, ROW, TAGS, TOKENS

ROOM_FOR_STEPS = 8
"""Room for effect steps not yet carried out."""

DTYPE = record_dtype(
    [
        # options
        ("map", "<i4"),
        ("intense", "<i4"),
        ("token_discounts", "<i4"),
        ("max_generations", "<i4"),
        # the course of the game
        ("generation", "<i4"),
        ("leader", "<i4"),
        ("passed", "<i4", (2,)),
        # the deck, top first: card and the face that lies up; the first `unseen` cards have not been in play yet
        ("deck_size", "<i4"),
        ("unseen", "<i4"),
        ("deck_card", "<i4", (CARDS,)),
        ("deck_up", "<i4", (CARDS,)),
        # the cards in play, in the order drawn, and the project of each that faces White / Black (-1: not decided)
        ("drawn", "<i4"),
        ("oriented", "<i4"),
        ("row_card", "<i4", (ROW,)),
        ("row_face", "<i4", (ROW,)),
        ("facing", "<i4", (2, ROW)),
        ("used", "<i4", (2, ROW)),
        ("standard_used", "<i4", (2,)),
        # credits: in hand, in the supply, lying on projects
        ("credits", "<i4", (2,)),
        ("credit_supply", "<i4"),
        ("markers", "<i4"),
        # parameter cubes: supply by kind, heat in hand, and the cubes attached in the intense variant
        ("supply", "<i4", (3,)),
        ("heat", "<i4", (2,)),
        ("attached_heat", "<i4"),
        ("attached_water", "<i4"),
        ("tokens", "<i4", (2, TOKENS)),
        ("token_supply", "<i4", (TOKENS,)),
        # the map: sets of hexes, one bit each
        ("greenery", "<i4"),
        ("water", "<i4"),
        ("heat_on_map", "<i4"),
        ("cities", "<i4", (2,)),
        # of each player: his tags, and the hexes that touch his cities
        ("beside", "<i4", (2,)),
        ("tags", "<i4", (2, TAGS)),
        # the action under way: its project, price, remaining steps (last first), and what may be chosen now
        ("active", "<i4"),
        ("price", "<i4"),
        ("last_hex", "<i4"),
        ("moving", "<i4"),
        ("todo", "<i4"),
        ("todo_op", "<i4", (ROOM_FOR_STEPS,)),
        ("todo_arg", "<i4", (ROOM_FOR_STEPS,)),
        ("choices", "<i4"),
        ("may_decline", "<i4"),
    ]
)
