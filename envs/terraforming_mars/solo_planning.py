"""Playing alone: what the planner goes by. The evaluation, with numbers of its own, and what only the end of a solo game tells.

The evaluation gives the same for every plant and every unit of heat. In a solo game the tracks are all there is to do, and the last
generation is known, so it can be counted what will be left over, and which steps will come for nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.game import Planner
from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.player.evaluation import evaluate, generations_to_come
from regolith.envs.terraforming_mars.player.of_boxes import free_steps_a_generation
from regolith.envs.terraforming_mars.player.prices import prices
from regolith.envs.terraforming_mars.rooms import NONE, TRACKS
from regolith.envs.terraforming_mars.rules.generation import HEAT_FOR_TEMPERATURE
from regolith.envs.terraforming_mars.rules.supply import pays_with_heat
from regolith.envs.terraforming_mars.state import Phase
from regolith.envs.terraforming_mars.words import Resource, Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def round_of(t: Table, s: Record) -> int:
    """What the planner calls a round."""
    return s.generation


@kernel
def steps_to_come(s: Record, stock: float, produced: float, each: float) -> float:
    """Steps that a resource is enough for until the end, if nothing else is spent on. What the last generation produces comes too late."""
    return (stock + float(s.last_generation - s.generation - int(s.phase == Phase.SOLAR)) * produced) / each


@kernel
def free_steps(t: Table, s: Record, needed: Any) -> float:
    """What World Government Terraforming will still bring, if it takes the dearest steps first. `needed` is used up."""
    left, value = float(s.last_generation - s.generation) * free_steps_a_generation(s), 0.0
    while left > 0.0:
        dearest = NONE
        for track in range(s.tracks):
            if needed[track] > 0.0 and (dearest == NONE or t.solo_step[track] > t.solo_step[dearest]):
                dearest = track
        if dearest == NONE:
            break
        steps = min(left, needed[dearest])
        value += steps * t.solo_step[dearest]
        needed[dearest] -= steps
        left -= steps
    return value


@kernel
def guide(t: Table, s: Record, seat: int) -> float:
    """The evaluation, less heat and plants that nothing will be left to do for, and with the steps that will come for nothing."""
    value = evaluate(t, s, seat)
    if s.over != Over.RUNNING or s.solo_for_rating:
        return value
    price = prices(t, s, seat, generations_to_come(t, s), False).stock
    needed = np.zeros(TRACKS)
    for track in range(s.tracks):
        needed[track] = t.track_end[track] - s.track[track]
    stock, produced = s.stock[seat], s.production[seat]
    # Who pays with heat has a use for all of it.
    if not pays_with_heat(t, s, seat):
        made = produced[Resource.HEAT] + produced[Resource.ENERGY]
        warmer = steps_to_come(s, stock[Resource.HEAT], made, HEAT_FOR_TEMPERATURE)
        spare = max(0.0, warmer - needed[Track.TEMPERATURE])
        value -= price.heat * HEAT_FOR_TEMPERATURE * spare
        needed[Track.TEMPERATURE] = max(0.0, needed[Track.TEMPERATURE] - warmer)
    greener = steps_to_come(s, stock[Resource.PLANTS], produced[Resource.PLANTS], s.greenery_cost[seat])
    value -= price.plants * s.greenery_cost[seat] * max(0.0, greener - needed[Track.OXYGEN])
    needed[Track.OXYGEN] = max(0.0, needed[Track.OXYGEN] - greener)
    return value + free_steps(t, s, needed)


WEIGHTS = {
    "solo_last_mc": 0.072,
    "solo_growth": 0.09,
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

PLANNER = Planner(round_of, guide, WEIGHTS, beam=20, deals=1, rounds=2, fan=3)
