"""How near a solitaire is to its end, for the ladder that looks for fast wins with all decks known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.game import Rung
from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.core.weights import Place
from regolith.envs.tinyforming_mars.evaluation import DECIDED, holdings
from regolith.envs.tinyforming_mars.hexes import count
from regolith.envs.tinyforming_mars.scoring import ALL_CUBES
from regolith.envs.tinyforming_mars.weights import RANGE, Haste
from regolith.envs.tinyforming_mars.words import CUBE_COUNTS, WHITE, Cube, Tag

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

HEATS, GREENERIES, WATERS = CUBE_COUNTS
HEAT_ASKED = 6
"""More heat is needed by no project."""


@kernel
def haste(t: Table, s: Record, seat: int) -> float:
    """How near the end is; a win is worth more than anything else."""
    weight, heat, greenery, water = t.haste, s.supply[Cube.HEAT], s.supply[Cube.GREENERY], s.supply[Cube.WATER]
    left = heat + greenery + water
    if s.over == Over.FINISHED:
        return DECIDED if left == 0 else float(-ALL_CUBES - left)
    value = holdings(t, weight, s, WHITE) - left
    value -= weight[Haste.HEAT] * heat + weight[Haste.WATER] * water
    value += weight[Haste.BONUS] * count(s.cities[WHITE] & t.bonus_hexes[s.map])
    value += weight[Haste.CITY] * count(s.cities[WHITE])
    value += weight[Haste.ASKED] * min(HEATS - heat, HEAT_ASKED)
    value += weight[Haste.SCIENCE] * s.tokens[WHITE, Tag.SCIENCE] + weight[Haste.NATURE] * s.tokens[WHITE, Tag.NATURE]
    if s.credits[WHITE] == 0:
        value -= weight[Haste.BROKE]
    return value - weight[Haste.LAGGING] * max(heat / HEATS, max(greenery / GREENERIES, water / WATERS))


def hasty(*numbers: float) -> dict[Place, float]:
    """Numbers for all of `Haste`, in its order."""
    return {Place("haste", entry, *RANGE): number for entry, number in zip(Haste, numbers, strict=True)}


STEADY = hasty(0.39, 0.68, 0.62, 0.11, 0.35, -0.13, -0.31, 0.99, -0.51, 0.45, -0.34, -0.49, -0.25, 1.38)
"""Found by CMA-ES on random deals of both maps: what is fastest on average with a beam of 20."""
BOLD = hasty(0.42, 0.69, 0.78, -0.32, 0.46, 0.3, -0.36, 1.97, -0.24, 0.39, -0.2, -0.26, -0.23, 2.0)
"""In the same way, what is fastest on average after the other has been tried."""
LADDER = (
    Rung(20, BOLD),
    Rung(20, STEADY),
    Rung(60, BOLD),
    Rung(300, STEADY, last_resort=True),
    Rung(1000, BOLD, last_resort=True),
)
