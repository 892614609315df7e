"""The tally of Terror Below, put together: its counters, what counts them, and what their entries are called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from regolith.envs.core.tally import CardCounters, Tally
from regolith.envs.terror_below.counting import COUNTERS, CURVES, Source, count
from regolith.envs.terror_below.tables import load
from regolith.envs.terror_below.words import Egg, Location, WormType

if TYPE_CHECKING:
    from regolith.envs.terror_below.options import TerrorOptions


def cards_of(deck: str) -> Mapping[str, Callable[[int], str]]:
    """Names of the cards of a deck."""
    names = load(deck).names
    return dict.fromkeys(OF_CARDS.pieces, lambda card: names[card])


def renamed(options: TerrorOptions) -> Mapping[str, Callable[[int], str]]:
    """A deck of one's own has names of its own."""
    return cards_of(options.deck)


def worm(kind: int) -> str:
    return WormType(kind).name.capitalize()


def location(number: int) -> str:
    return Location(number).name.replace("_", " ").title()


OF_CARDS = CardCounters("dealt", "expected", "played", others=("taken", "used"))
TALLY = Tally(
    counters=COUNTERS,
    count=count,
    names={
        **cards_of("deck"),
        "worms": worm,
        "deliveries": location,
        "eggs": lambda colour: Egg(colour).name.lower(),
        "dangers": lambda number: ("caught", "Leaders lost")[number],
        "score": lambda source: Source(source).name.lower(),
    },
    curves={"by round": CURVES},
    round="round",
    cards=OF_CARDS,
    renamed=renamed,
    marks=frozenset({"played"}),
)
