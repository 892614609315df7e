"""The tally of Terraforming Mars, put together: its counters, what counts them, and what their entries are called."""

from __future__ import annotations

from regolith.envs.core.tally import CardCounters, Tally
from regolith.envs.terraforming_mars.box_tallies import NAMES_OF_BOXES
from regolith.envs.terraforming_mars.boxes import AWARDS, MILESTONES
from regolith.envs.terraforming_mars.language.phrases import word
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.tally.counters import COUNTERS, Source
from regolith.envs.terraforming_mars.tally.counting import count
from regolith.envs.terraforming_mars.words import Resource, Tile

CARDS_BY_NUMBER = numbered()


def card(number: int) -> str:
    return CARDS_BY_NUMBER[number].name if number in CARDS_BY_NUMBER else ""


def milestone(number: int) -> str:
    return MILESTONES[number].name if number < len(MILESTONES) else ""


def award(number: int) -> str:
    return AWARDS[number].name if number < len(AWARDS) else ""


OF_CARDS = CardCounters(
    "dealt", "expected", "played", others=("offered", "drafted", "bought", "drawn", "used", "points"), worth=("points",)
)
TALLY = Tally(
    counters=COUNTERS,
    count=count,
    names={
        **dict.fromkeys(OF_CARDS.pieces, card),
        "milestones": milestone,
        "awards": award,
        "award points": award,
        "tiles": lambda number: word(Tile(number)),
        "score": lambda number: word(Source(number)),
        **NAMES_OF_BOXES,
    },
    curves={
        "score by generation": ("points",),
        "rating by generation": ("rating",),
        "production by generation": tuple(map(word, Resource)),
        "stock by generation": tuple(map(word, Resource)),
    },
    cards=OF_CARDS,
    below_zero=frozenset({"points", "score", "score by generation", "production by generation"}),
    marks=frozenset({"played", "milestones", "awards"}),
)
