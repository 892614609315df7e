"""Which numbers of the evaluation a player may have of its own: all that `weights.py` puts into the table.

Each has the range in which every position gets a finite value; beyond it a price would be divided by zero, or grow without end.
"""

from __future__ import annotations

from regolith.envs.core.weights import Place, Weights, name_of
from regolith.envs.terraforming_mars.boxes import BOXES
from regolith.envs.terraforming_mars.player.weights import LENGTH, Weight
from regolith.envs.terraforming_mars.words import Track

ANY = (-1000.0, 1000.0)
NOT_NEGATIVE = (0.0, 100.0)
PRICE = (0.0001, 100.0)
"""Of a megacredit, which other prices are divided by."""
INTEREST = (-0.5, 0.5)
"""More would be beyond what numbers can tell after many generations."""
SHARE = (0.0, 1.0)
LONGER = (-1.0, 100.0)
"""Of a length, by which it becomes longer."""
STEPS = (0.01, 100.0)
RANGES: dict[Weight, tuple[float, float]] = {
    Weight.LAST_MC: PRICE,
    Weight.SOLO_LAST_MC: PRICE,
    Weight.FINAL_MC: PRICE,
    Weight.GROWTH: INTEREST,
    Weight.EARLY_GROWTH: INTEREST,
    Weight.SOLO_GROWTH: INTEREST,
    Weight.CLOCK: SHARE,
    Weight.IDLE: SHARE,
    Weight.AWARD_SPREAD: NOT_NEGATIVE,
    Weight.FLEETING: NOT_NEGATIVE,
    Weight.STRETCH: NOT_NEGATIVE,
    Weight.AWARD_DOUBT: NOT_NEGATIVE,
    Weight.SEAT_DOUBT: NOT_NEGATIVE,
    Weight.CHAIR_NEAR: NOT_NEGATIVE,
    Weight.UNDERWORLD_LENGTH: LONGER,
}
"""Of those that cannot be just any number."""

OF_BOX = {box.option: box.weights for box in BOXES if box.weights}
"""Weights that belong to one box alone, by its option: `greedy:without=BOX` plays with zeros for them."""
WEIGHTS_TO_TUNE = Weights(
    places={
        **{name_of(weight): Place("weight", weight, *RANGES.get(weight, ANY)) for weight in Weight},
        "length": {str(players): Place("length", players, *NOT_NEGATIVE) for players in LENGTH if players > 1},
        "pace": {name_of(track): Place("pace", track, *STEPS) for track in Track},
        "solo_step": {name_of(track): Place("solo_step", track, *ANY) for track in Track},
    },
    of_box=OF_BOX,
)
