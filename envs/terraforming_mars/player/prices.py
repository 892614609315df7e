"""What everything is worth to a player now, in points: the prices that the evaluation goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.player.of_boxes import fee_to_come, more_for_energy
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rules.generation import HEAT_FOR_TEMPERATURE
from regolith.envs.terraforming_mars.rules.price import STEEL_VALUE, TITANIUM_VALUE
from regolith.envs.terraforming_mars.rules.supply import pays_with_heat
from regolith.envs.terraforming_mars.words import Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

CITY_GENERATIONS = 4.0
"""Beyond so many generations to come a city gains no more by waiting."""


class ByResource(NamedTuple):
    """In the order of `Resource`, so that a loop over the resources can look them up by number."""

    mc: float
    steel: float
    titanium: float
    plants: float
    energy: float
    heat: float


class Prices(NamedTuple):
    """Of one player, in points."""

    stock: ByResource
    """A unit of each resource."""
    production: ByResource
    step: tuple[float, ...]
    """Of each track, through the player."""
    rating: float
    greenery: float
    city: float
    card_drawn: float
    point: float
    mc: float
    uses: float
    """Uses of an action from the next generation on."""
    harm: float
    """1 MC less for an opponent."""
    more_energy: float
    """How much more than other ones the next step of energy production is worth, if boxes want energy."""


@kernel
def discounted(growth: float, times: float) -> float:
    """So many yearly payments, the first in a year, at their present worth."""
    if times <= 0.0:
        return 0.0
    return (1.0 - growth**-times) / (growth - 1.0)


@kernel
def prices(t: Table, s: Record, player: int, left: float) -> Prices:
    """With so many generations to come."""
    w = t.weight
    solo = s.players == 1
    growth = w[Weight.SOLO_GROWTH] if solo else w[Weight.GROWTH]
    last_mc = w[Weight.SOLO_LAST_MC] if solo else w[Weight.LAST_MC]
    mc = last_mc * growth ** (left - 1.0)
    last = left == 1.0 and not solo
    if last:
        mc = w[Weight.FINAL_MC]
    point = w[Weight.SOLO_POINT] if solo else 1.0
    income = discounted(growth, left - 1.0)
    for_rating = solo and s.solo_for_rating != 0
    rating = (1.0 if for_rating else point) + mc * income
    warmer = step_worth(t, s, Track.TEMPERATURE, rating, left)
    oxygen = step_worth(t, s, Track.OXYGEN, rating, left)
    ocean, venus = step_worth(t, s, Track.OCEANS, rating, left), step_worth(t, s, Track.VENUS_SCALE, rating, left)
    step = (warmer, oxygen, ocean, venus)
    # At the end a greenery in hand must be worth less than one on the map, wherever it can go.
    greenery = point * (1.0 if last else 1.0 + w[Weight.GREENERY_PLACE]) + oxygen
    fee = mc * fee_to_come(t, s)
    plant = w[Weight.PLANTS] * (greenery - min(fee, oxygen)) / s.greenery_cost[player]
    heat = w[Weight.HEAT] * (warmer - min(fee, warmer)) / HEAT_FOR_TEMPERATURE
    if pays_with_heat(t, s, player):
        heat = max(heat, mc)
    steel = w[Weight.STEEL] * mc * (STEEL_VALUE + s.metal_value[player, 0])
    titanium = w[Weight.TITANIUM] * mc * (TITANIUM_VALUE + s.metal_value[player, 1])
    energy = max(heat, w[Weight.ENERGY] * mc)
    stock = ByResource(mc, steel, titanium, plant, heat if left <= 1.0 else energy, heat)
    produced = ByResource(
        mc * income,
        steel * income,
        titanium * income,
        plant * discounted(growth, left),
        energy * income,
        heat * income,
    )
    city = point * (w[Weight.CITY] + w[Weight.CITY_TIME] * min(left, CITY_GENERATIONS))
    card_drawn = w[Weight.CARD_DRAWN] * mc * min(1.0, max(0.0, left - 1.0))
    uses = w[Weight.USE_DOUBT] * income
    harm = 0.0 if solo else w[Weight.HARM] * mc
    more_energy = mc * uses * more_for_energy(t, s, player)
    return Prices(stock, produced, step, rating, greenery, city, card_drawn, point, mc, uses, harm, more_energy)


@kernel
def step_worth(t: Table, s: Record, track: int, rating: float, left: float) -> float:
    """A step of a track through the player; nothing on a complete one, little on one that others will complete before him."""
    missing = t.track_end[track] - s.track[track]
    if missing <= 0 or track >= s.tracks:
        return 0.0
    if s.players == 1:
        return rating if s.solo_for_rating else rating + t.solo_step[track]
    return rating * min(1.0, missing / max(1.0, left))
