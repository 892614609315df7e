"""The cards of a deck file as plain data, before the rules get them as a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regolith.envs.terror_below.words import ANY_WORM, MOST_VALUE, NONE, Do, Egg, Limit, Location, When, WormType


@dataclass(frozen=True)
class Effect:
    """A primitive and its numbers."""

    do: Do
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Side:
    """One side of the board: rows of letters, and the blue number of each row (0: none)."""

    map: tuple[str, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True)
class Vehicle:
    name: str
    value: int
    arrows: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Worm:
    type: WormType
    egg: int
    start: tuple[int, int]
    pattern: tuple[tuple[int, int], ...]
    eggs: tuple[tuple[int, int, int], ...]
    """Of a Queen: colour, columns to the right, rows down."""
    health: int
    limit: int

    @property
    def name(self) -> str:
        return "The Queen" if self.type == WormType.QUEEN else self.type.name.capitalize()


@dataclass(frozen=True)
class Bounty:
    """A delivery (colour and Location) or a hunt (type of worm, or any)."""

    egg: int
    location: int
    worm: int
    points: int

    @property
    def name(self) -> str:
        if self.worm == NONE:
            return f"{Egg(self.egg).name.lower()} egg to {title(Location(self.location))} ({self.points})"
        prey = "any worm" if self.worm == ANY_WORM else WormType(self.worm).name.capitalize()
        return f"hunt {prey} ({self.points})"


@dataclass(frozen=True)
class Card:
    """An item, a weapon, a hat or a character: when it acts, under which conditions, and what it does."""

    name: str
    when: When
    effects: tuple[Effect, ...]
    limit: Limit = Limit.NONE
    value_min: int = 0
    value_max: int = MOST_VALUE
    needs_weapon: bool = False
    cost_ap: int = 0
    cost_discard: bool = False
    second: When = When.NEVER
    second_effects: tuple[Effect, ...] = ()
    second_not_for_solo: bool = False
    not_for_solo: bool = False
    hat: bool = False


@dataclass(frozen=True)
class DeckFile:
    """A whole deck file, read and checked. Cards are listed one by one, in the order of their numbers."""

    path: Path
    sides: tuple[Side, Side]
    bonuses: tuple[Effect, ...]
    vehicles: tuple[Vehicle, ...]
    items: tuple[Card, ...]
    weapons: tuple[Card, ...]
    bounties: tuple[Bounty, ...]
    worms: tuple[Worm, ...]
    characters: tuple[Card, ...]
    reconstructed: int = 0
    """How many of the cards are reconstructed."""

    @property
    def cards(self) -> tuple[Any, ...]:
        """All cards by number."""
        return self.vehicles + self.items + self.weapons + self.bounties + self.worms + self.characters


def title(location: Location) -> str:
    return location.name.replace("_", " ").title()
