"""Playing alone: what the planner goes by. The evaluation, with numbers that were tuned for planning whole generations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.game import Planner
from regolith.envs.core.jit import kernel

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def round_of(t: Table, s: Record) -> int:
    """What the planner calls a round."""
    return s.generation


WEIGHTS = {
    "solo_last_mc": 0.072,
    "solo_step": {"temperature": 1.25, "oxygen": 1.7, "oceans": 1.2, "venus_scale": 1.4},
    "keep": 0.7,
    "idle": 0.0,
    "heat": 0.8,
    "plants": 0.9,
    "junk": 0.8,
    "dead": 1.05,
    "held": 1.0,
    "budget": 1.91,
    "steel": 0.592,
    "titanium": 0.85,
    "energy": 1.25,
    "greenery_place": 0.393,
    "city": 0.639,
    "city_time": 0.512,
    "room": 0.117,
    "card_drawn": 3.3,
    "use_doubt": 0.539,
    "points_doubt": 0.467,
}
"""Without cards a step of oxygen costs the most: the greedy player, who prices it lower, leaves it for last and runs out of money."""

PLANNER = Planner(round_of, weights=WEIGHTS, beam=20, deals=1, rounds=1, fan=3)
