"""Turns a deck file into the one record that the rules look things up in, and keeps the decks that are in use."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from regolith.envs.core.record import table_of
from regolith.envs.terror_below.card import Card, DeckFile, Effect, Side
from regolith.envs.terror_below.deck import CANYON, LETTERS, path_of, read
from regolith.envs.terror_below.weights import weight_columns
from regolith.envs.terror_below.words import (
    ALTERNATIVE,
    BOUNTIES,
    CARDS,
    CELLS,
    CHARACTER,
    COLOURS,
    COLUMNS,
    DIE,
    DIRECTIONS,
    EFFECTS,
    GEAR,
    ITEM,
    LOCATIONS,
    MOST_ARROWS,
    MOST_ROWS,
    MOST_SHADED,
    NONE,
    STEP_OF,
    VEHICLES,
    WORMS,
    WormType,
)

NUMBERS = 4
"""A primitive and its three numbers."""


def _cell(column: int, row: int) -> int:
    return row * COLUMNS + column


def _ground(side: Side, column: int, row: int) -> str:
    """The letter of a space, or nothing off the board."""
    return side.map[row][column] if 0 <= column < COLUMNS and 0 <= row < len(side.map) else ""


def _spaces(side: Side) -> list[tuple[int, int]]:
    """All spaces that are no canyon, as (column, row)."""
    return [
        (column, row)
        for row in range(len(side.map))
        for column in range(COLUMNS)
        if _ground(side, column, row) != CANYON
    ]


def _board_columns(side: Side) -> dict[str, Any]:
    """What each side of the board looks like: where steps, jumps, dice and Locations lead."""
    near = np.full((CELLS, DIRECTIONS), NONE, np.int32)
    target = np.full((CELLS, DIRECTIONS), NONE, np.int32)
    width = np.zeros((CELLS, DIRECTIONS), np.int32)
    start = np.full(LOCATIONS, NONE, np.int32)
    ground = 0
    for column, row in _spaces(side):
        here = _cell(column, row)
        ground |= 1 << here
        if side.map[row][column] in LETTERS:
            start[LETTERS[side.map[row][column]]] = here
        for direction, (right, down) in enumerate(STEP_OF.values()):
            reach = 1
            while _ground(side, column + reach * right, row + reach * down) == CANYON:
                reach += 1
            if _ground(side, column + reach * right, row + reach * down):
                there = _cell(column + reach * right, row + reach * down)
                target[here, direction] = there
                width[here, direction] = reach - 1
                if reach == 1:
                    near[here, direction] = there
    dice = np.zeros((DIE, DIE), np.int32)
    for red in range(DIE):
        for blue in range(DIE):
            dice[red, blue] = _cell(red, side.rows.index(blue + 1))
    rows = np.array([[row] * COLUMNS for row in range(MOST_ROWS)], np.int32).ravel()
    columns = np.array(list(range(COLUMNS)) * MOST_ROWS, np.int32)
    return {
        "near": near,
        "target_step": target,
        "canyon_width": width,
        "start_space": start,
        "dice_space": dice,
        "ground": np.int64(ground),
        "distance": np.abs(rows[:, None] - rows) + np.abs(columns[:, None] - columns),
    }


def _offset_space(side: Side, here: int, right: int, down: int) -> int:
    """The space at an offset, NONE for canyon and off the board."""
    column, row = here % COLUMNS + right, here // COLUMNS + down
    return NONE if _ground(side, column, row) in ("", CANYON) else _cell(column, row)


def _worm_columns(deck: DeckFile) -> dict[str, Any]:
    shaded = np.full((2, WORMS, CELLS, MOST_SHADED), NONE, np.int16)
    area = np.zeros((2, WORMS, CELLS), np.int64)
    queen_egg = np.full((2, WORMS, CELLS, COLOURS), NONE, np.int16)
    for board, side in enumerate(deck.sides):
        for number, worm in enumerate(deck.worms):
            for column, row in _spaces(side):
                here = _cell(column, row)
                spaces = [_offset_space(side, here, *offset) for offset in worm.pattern]
                eggs = [_offset_space(side, here, right, down) for _, right, down in worm.eggs]
                shaded[board, number, here, : len(spaces)] = spaces
                queen_egg[board, number, here, : len(eggs)] = eggs
                area[board, number, here] = sum(1 << c for c in {here, *spaces, *eggs} - {NONE})
    return {
        "shaded": shaded,
        "area": area,
        "queen_egg": queen_egg,
        "queen_colour": np.array([[egg[0] for egg in w.eggs] or [NONE] * COLOURS for w in deck.worms], np.int32),
        "worm_type": np.array([w.type for w in deck.worms], np.int32),
        "worm_egg": np.array([w.egg for w in deck.worms], np.int32),
        "worm_start": np.array([[w.start[0] - 1, w.start[1] - 1] for w in deck.worms], np.int32),
        "health": np.array([w.health for w in deck.worms], np.int32),
        "limit": np.array([w.limit for w in deck.worms], np.int32),
        "queen": np.array([w.type == WormType.QUEEN for w in deck.worms], np.int32),
    }


def _written(effect: Effect) -> list[int]:
    numbers = [int(effect.do), *(int(n) for n in effect.numbers)]
    return numbers + [0] * (NUMBERS - len(numbers))


def _card_columns(deck: DeckFile) -> dict[str, Any]:
    """Effects of everything that has any; a Location's delivery bonus stands after the last card."""
    effect = np.zeros((CARDS + LOCATIONS, 2 * EFFECTS, NUMBERS), np.int32)
    for number, card in enumerate(deck.cards):
        for i, one in enumerate(getattr(card, "effects", ())):
            effect[number, i] = _written(one)
        for i, one in enumerate(getattr(card, "second_effects", ())):
            effect[number, ALTERNATIVE + i] = _written(one)
    for location, one in enumerate(deck.bonuses):
        effect[CARDS + location, 0] = _written(one)

    def of_cards(name: str) -> np.ndarray[Any, Any]:
        return np.array([int(getattr(card, name, 0)) if isinstance(card, Card) else 0 for card in deck.cards], np.int32)

    names = (
        "when",
        "value_min",
        "value_max",
        "needs_weapon",
        "cost_ap",
        "cost_discard",
        "second",
        "second_not_for_solo",
    )
    columns = {name: of_cards(name) for name in (*names, "not_for_solo", "hat")}
    return {
        **columns,
        "effect": effect,
        "same": np.array([deck.cards.index(card) for card in deck.cards], np.int32),
        "value": np.array([v.value for v in deck.vehicles], np.int32),
        "arrow": np.array(
            [["NESW".index(a) for a in v.arrows] + [NONE] * (MOST_ARROWS - len(v.arrows)) for v in deck.vehicles],
            np.int32,
        ),
        "bounty_egg": np.array([b.egg for b in deck.bounties], np.int32),
        "bounty_location": np.array([b.location for b in deck.bounties], np.int32),
        "bounty_worm": np.array([b.worm for b in deck.bounties], np.int32),
        "bounty_points": np.array([b.points for b in deck.bounties], np.int32),
    }


def _deck_columns(deck: DeckFile) -> dict[str, Any]:
    """What a deck says, in columns of the same shapes for every deck, so that the compiled rules serve all of them."""
    sides = [_board_columns(side) for side in deck.sides]
    boards = {name: np.array([side[name] for side in sides]) for name in sides[0]}
    return boards | _worm_columns(deck) | _card_columns(deck)


class Loaded:
    """A deck in use: its cards, its table, and the number that records carry to say which deck they belong to."""

    def __init__(self, path: Path) -> None:
        self.deck = read(path)
        columns = _deck_columns(self.deck)
        self.table = table_of(columns | weight_columns())
        names = [card.name for card in self.deck.cards]
        # What the greedy player likes is no part of a deck.
        content = table_of(columns).tobytes() + "\n".join(names).encode()
        self.number = int.from_bytes(hashlib.sha256(content).digest()[:8], "little") >> 1
        self.names = [self._name(card) for card in range(CARDS)]

    def _name(self, card: int) -> str:
        """The name of a card; cards that differ although they share a name get their arrows or a number."""
        one = self.deck.cards[card]
        if card < VEHICLES:
            return f"{one.name} {one.value} {one.arrows or 'without arrows'}"
        if ITEM <= card < ITEM + GEAR or card >= CHARACTER:
            versions = list(dict.fromkeys(other for other in self.deck.cards if other.name == one.name))
            return f"{one.name}" if len(versions) == 1 else f"{one.name} {1 + versions.index(one)}"
        return f"{one.name}"


_by_number: dict[int, Loaded] = {}


@cache
def load(deck: str) -> Loaded:
    """A deck by its name or file, read once."""
    loaded = Loaded(path_of(deck))
    return _by_number.setdefault(loaded.number, loaded)


def deck_of(number: int) -> Loaded:
    """The deck that a record belongs to."""
    return _by_number[number]


TABLE = load("deck").table
assert len(TABLE["bounty_egg"][0]) == BOUNTIES
