"""The counters of one seat: a piece for each thing that is counted, whatever the options."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.core.layout import Layout
from regolith.envs.terraforming_mars.box_tallies import COUNTERS_OF_BOXES
from regolith.envs.terraforming_mars.rooms import CARDS, GOAL_TILES, RESOURCES
from regolith.envs.terraforming_mars.words import Tile


class Source(IntEnum):
    """Where points come from."""

    RATING = 0
    MILESTONES = 1
    AWARDS = 2
    GREENERIES = 3
    CITIES = 4
    """Greeneries beside own cities."""
    CARDS = 5
    BOXES = 6
    """What boxes add that is no card: leaders and chairman, bribes."""


GENERATIONS = 32
"""Room for generations in the curves; what comes later is not told."""
TILES = len(Tile)

COUNTERS = Layout()
CARDS_DEALT = COUNTERS.add("dealt", CARDS, "dealt by chance: first hands, packs of a draft, cards for research, draws")
CARDS_EXPECTED = COUNTERS.add("expected", CARDS, "the chances of that, each before its deal, in ten-thousandths")
CARDS_OFFERED = COUNTERS.add("offered", CARDS, "seen with others, to take or to leave: each pack counts anew")
CARDS_DRAFTED = COUNTERS.add("drafted", CARDS, "taken from a pack")
CARDS_BOUGHT = COUNTERS.add("bought", CARDS, "chosen from those dealt, or a fee paid for it")
CARDS_DRAWN = COUNTERS.add("drawn", CARDS, "came into the hand without being bought")
CARDS_PLAYED = COUNTERS.add("played", CARDS, "the generation in which it was played last; 0: never")
CARDS_USED = COUNTERS.add("used", CARDS, "how often its action was taken as an action of the turn")
CARDS_POINTS = COUNTERS.add("points", CARDS, "what it was worth at the end")
CLAIMED = COUNTERS.add("milestones", GOAL_TILES, "the generation in which the seat claimed it; 0: never")
FUNDED = COUNTERS.add("awards", GOAL_TILES, "the generation in which the seat funded it; 0: never")
AWARD_POINTS = COUNTERS.add("award points", GOAL_TILES, "what it brought the seat at the end, whoever funded it")
TILES_PLACED = COUNTERS.add("tiles", TILES, "placed; an ocean counts for the seat that chose the space")
SOURCES = COUNTERS.add("score", len(Source), "points at the end by source")
SCORE_CURVE = COUNTERS.add("score by generation", GENERATIONS, "points when the generation was over")
RATING_CURVE = COUNTERS.add("rating by generation", GENERATIONS, "terraform rating then")
PRODUCTION_CURVES = COUNTERS.add(
    "production by generation", RESOURCES * GENERATIONS, "of each resource then, all generations of MC first"
)
STOCK_CURVES = COUNTERS.add(
    "stock by generation", RESOURCES * GENERATIONS, "of each resource then, after the production phase"
)
FIRST_OF_BOXES = COUNTERS.size
for _name, _size, _meaning in COUNTERS_OF_BOXES:
    COUNTERS.add(_name, _size, _meaning)
