"""The numbers of the evaluation. They are data in the table: a player can have others of its own, and nothing is compiled for it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np


class Weight(IntEnum):
    """Worth in points."""

    CREDIT = 0
    TOKEN = 1
    INCOME = 2
    """A credit of income each generation."""
    ROOM = 3
    """A vacant hex beside a city."""
    READY = 4
    """A project within reach."""
    SOLO_CUBE = 5
    """A cube that is out of the supply, in solitaire."""


class Haste(IntEnum):
    """What the ladder weighs, in units of a cube out of the supply. The first five are those of the evaluation."""

    CREDIT = 0
    TOKEN = 1
    INCOME = 2
    ROOM = 3
    READY = 4
    HEAT = 5
    """A heat out, besides being a cube."""
    WATER = 6
    BONUS = 7
    """A city on a bonus hex."""
    CITY = 8
    ASKED = 9
    """A heat out that opens projects."""
    SCIENCE = 10
    """A science token, besides being a token; a nature token:"""
    NATURE = 11
    BROKE = 12
    """No credits at all."""
    LAGGING = 13
    """The share of its cubes that the supply with the largest share still has."""


WEIGHTS: dict[Weight, float] = {
    Weight.CREDIT: 0.15,
    Weight.TOKEN: 0.4,
    Weight.INCOME: 0.35,
    Weight.ROOM: 0.08,
    Weight.READY: 0.3,
    Weight.SOLO_CUBE: 1.0,
}
RANGE = (-100.0, 100.0)
"""Of what a player may write."""


def weight_columns() -> dict[str, np.ndarray[Any, Any]]:
    """Those of the evaluation, and room for those of a ladder, of which every rung has its own."""
    return {"weight": np.array([WEIGHTS[weight] for weight in Weight]), "haste": np.zeros(len(Haste))}
