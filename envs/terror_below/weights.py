"""The numbers of the evaluation. They are data in the table: a player can have others of its own, and nothing is compiled for it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np


class Weight(IntEnum):
    """Worth in points, unless told otherwise."""

    LIFE = 0
    """A squad member."""
    LAST_LIFE = 1
    """The last one, on top of that."""
    ITEM = 2
    WEAPON = 3
    HUNTER = 4
    """A weapon in Total Extermination, of its worth otherwise."""
    HIDDEN = 5
    """A hidden bounty."""
    RUBBLE = 6
    """A piece of rubble that is carried."""
    HAT = 7
    """A hat that is worn."""
    EGG = 8
    """An egg in the hand, of its bounty."""
    SECOND_EGG = 9
    """Each further one, of that."""
    AIM = 10
    """An egg that still lies on the board, of its bounty."""
    SOLO_AIM = 11
    STEP = 12
    """What a space of way costs, in whole sixteenths."""
    SOLO_STEP = 13
    """The same in Special Delivery."""
    OTHERS = 14
    """How much the position of the best other player counts."""
    SERVED = 15
    """A Location that is served, in a solo game."""
    TROPHY = 16
    """A kind of worm that is killed, in a solo game."""
    SOLO_POINT = 17
    """A point where points are not the objective."""
    OPEN_BOUNTY = 18
    """A Delivery Bounty in the line of a solo game."""
    SOLO_EGG = 19
    """The least worth of an egg in the hand in Special Delivery: the next bounty may ask for it."""
    SPARE = 20
    """Solo: the cost of losing a Location that can be spared."""
    NEEDED = 21
    """Solo: the cost of losing one that cannot."""
    DESTROYED = 22
    """The cost of each one that is destroyed, in Scramble."""
    PILE = 23
    """The part of the cost of a Location that a first piece of rubble on it counts."""
    ATTACK = 24
    """Solo: the cost of an attack, of which there are only so many."""
    AT_ONCE = 25
    """How likely a worm is to attack before the pawn is gone, if one card is missing."""
    SOON = 26
    """The same with two cards missing."""
    LATER = 27
    """The same with more of them missing."""
    BY_DIE = 28
    """The same in a solo game, where a die may choose the worm: at least."""
    FILLED = 29
    """The same in a solo game for a worm that lacks one card, where it would hit a Location."""
    PRIZE = 30
    """How much of the prize for a worm counts: it may never attack, or others may kill it."""
    CAUGHT = 31
    """What being caught costs besides the squad member."""
    LOST_EGG = 32
    """What it costs for each egg that is carried."""


WEIGHTS: dict[Weight, float] = {
    Weight.LIFE: 2.2,
    Weight.LAST_LIFE: 4.0,
    Weight.ITEM: 0.5,
    Weight.WEAPON: 0.4,
    Weight.HUNTER: 2.0,
    Weight.HIDDEN: 0.5,
    Weight.RUBBLE: 0.04,
    Weight.HAT: 0.6,
    Weight.EGG: 0.9,
    Weight.SECOND_EGG: 0.6,
    Weight.AIM: 0.3,
    Weight.SOLO_AIM: 0.15,
    Weight.STEP: 5 / 16,
    Weight.SOLO_STEP: 8 / 16,
    Weight.OTHERS: 0.5,
    Weight.SERVED: 8.0,
    Weight.TROPHY: 8.0,
    Weight.SOLO_POINT: 0.25,
    Weight.OPEN_BOUNTY: 0.6,
    Weight.SOLO_EGG: 4.5,
    Weight.SPARE: 2.0,
    Weight.NEEDED: 8.0,
    Weight.DESTROYED: 2.0,
    Weight.PILE: 0.2,
    Weight.ATTACK: 0.5,
    Weight.AT_ONCE: 0.5,
    Weight.SOON: 0.15,
    Weight.LATER: 0.05,
    Weight.BY_DIE: 0.35,
    Weight.FILLED: 0.6,
    Weight.PRIZE: 0.3,
    Weight.CAUGHT: 1.0,
    Weight.LOST_EGG: 0.5,
}
RANGE = (-100.0, 100.0)
"""Of what a player may write."""
COUNTED = (0.0, 100.0)
CHANCE = (0.0, 1.0)
RANGES: dict[Weight, tuple[float, float]] = {
    **dict.fromkeys((Weight.STEP, Weight.SOLO_STEP, Weight.SERVED, Weight.SOLO_EGG), COUNTED),
    **dict.fromkeys((Weight.AT_ONCE, Weight.SOON, Weight.LATER, Weight.BY_DIE, Weight.FILLED), CHANCE),
}
"""Of those that cannot be just any number: they are counted in whole sixteenths of a point, or are chances."""


def weight_columns() -> dict[str, np.ndarray[Any, Any]]:
    return {"weight": np.array([WEIGHTS[weight] for weight in Weight])}
