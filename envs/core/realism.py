"""What is known of games that people have played, and what a game tells of its own games to be set beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

WINNING_SCORE, MARGIN = "winning score", "margin"
"""Figures that every game has: they are reckoned from the scores."""


class Watcher(Protocol):
    """Follows one game from decision to decision, outside its record."""

    def decided(self, before: np.record, action: int, after: np.record) -> None:
        """An action was taken, and the game has run on to the next decision or to its end."""

    def told(self, end: np.record) -> dict[str, int | float]:
        """What is known at the end of the game, by the names of figures."""


@dataclass(frozen=True)
class Figure:
    """A number of a game that a report shows, and how it is counted if its name does not tell."""

    name: str
    meaning: str = ""
    is_share: bool = False


@dataclass(frozen=True)
class Known:
    """A figure of people: its mean over games and, if that is known, its standard deviation."""

    mean: float
    deviation: float | None = None


@dataclass(frozen=True)
class Seats:
    """How often people sat there with something, and won; a win that is shared counts in parts."""

    seats: int
    wins: float


@dataclass(frozen=True)
class People:
    """Games of people."""

    games: int
    """That the figures are of."""
    played: str
    """What these games were played with, in words; how far that is from what was asked for."""
    figures: Mapping[str, Known]
    seats: Mapping[str, Seats]
    """By the value of the fact of a seat, over the games that `seats_of` tells."""
    seats_of: str
    source: str


@dataclass(frozen=True)
class Realism:
    """How a game can be compared with games of people."""

    figures: tuple[Figure, ...]
    """In the order of the report. Each is a fact of the game, or told by the watcher, or reckoned from the scores."""
    by: str
    """The fact of a seat whose values have win rates."""
    watcher: Callable[[], Watcher]
    """A new one for each game."""
    people: Callable[[Any], People]
    """Games of people that are most like those with these options; `InvalidOptions` if there are none."""
