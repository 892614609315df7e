"""What happened in a game, counted while it runs.

A game may give a tally: named counters for each seat, and a kernel that compares the record before a decision with the one after it.
Rules know nothing of it, so a game that nobody tallies costs what it always did. Results files keep each piece of the counters as a
column of lists, and tables are queries on those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from regolith.envs.core.layout import Layout

DEALT = -1
"""In place of an action: the game has just been dealt, and the record before is the record itself."""
CHANCES = 10_000
"""Chances of being dealt a card are added up in ten-thousandths."""
COUNTER = np.dtype("<i4")
STORED = np.dtype("<i2")
"""Of a counter in a results file; what is larger is stored as the largest there is."""


@dataclass(frozen=True)
class CardCounters:
    """The pieces of a tally that tell of cards, each with one entry for every card."""

    dealt: str
    """How often chance dealt the card to the seat, where every card that could come was as likely as this one."""
    expected: str
    """The sum of the chances that it would, each as it was before the deal, in parts of `CHANCES`."""
    played: str
    """Not 0 if the seat has played it."""
    others: tuple[str, ...] = ()
    """What else is counted for each card."""
    worth: tuple[str, ...] = ()
    """Those of them that are told as a mean of the seats that played the card, not as a sum."""

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.dealt, self.expected, self.played, *self.others)


@dataclass(frozen=True)
class Tally:
    """The counters of a game."""

    counters: Layout
    """Of one seat. They are the same whatever the options."""
    count: Callable[..., Any]
    """`count(t, before, s, action, counters)`: what a decision has changed, into `counters[seat, index]`.

    `action` is DEALT for a new game. When `s` has ended it writes what only the end tells.
    """
    names: Mapping[str, Callable[[int], str]]
    """What the entries of each piece but the curves are called; an empty name is room for things to come."""
    renamed: Callable[[Any], Mapping[str, Callable[[int], str]]] = lambda options: {}
    """Names that options give to entries (a deck of one's own)."""
    curves: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The pieces that tell how a seat stood after each round, and what: all rounds of the first, then all of the next."""
    round: str = "generation"
    """What a round is called."""
    cards: CardCounters | None = None
    below_zero: frozenset[str] = frozenset()
    """The pieces whose entries may be negative."""
    marks: frozenset[str] = frozenset()
    """The pieces whose entries tell when something happened (0: never), so that their sums mean nothing."""

    def __post_init__(self) -> None:
        pieces = {piece.name: piece for piece in self.counters}
        named = {*self.names, *self.curves}
        if named != set(pieces):
            raise ValueError(f"names for other pieces than there are: {sorted(named ^ set(pieces))}")
        if uneven := [name for name, curves in self.curves.items() if pieces[name].size % len(curves)]:
            raise ValueError(f"curves of different length: {uneven}")
        of_cards = () if self.cards is None else self.cards.pieces
        if lacking := {*of_cards, *self.below_zero, *self.marks} - set(pieces):
            raise ValueError(f"no such pieces: {sorted(lacking)}")
        if len({pieces[name].size for name in of_cards}) > 1:
            raise ValueError("the pieces that tell of cards differ in size")

    def named(self, options: Any) -> Tally:
        """The same with the names that hold with these options."""
        return replace(self, names={**self.names, **self.renamed(options)})

    def empty(self, games: int, players: int) -> np.ndarray[Any, Any]:
        """Counters of so many games, all zero."""
        return np.zeros((games, players, self.counters.size), COUNTER)

    def stored(self, counters: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """The counters of one seat by the names of their pieces, as a results file keeps them."""
        limits = np.iinfo(STORED)
        kept = np.clip(counters, limits.min, limits.max).astype(STORED)
        return {piece.name: kept[piece.start : piece.stop] for piece in self.counters}
