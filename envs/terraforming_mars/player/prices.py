"""What everything is worth to a player now, in points: the prices that the evaluation goes by."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, NamedTuple

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.player.of_boxes import (
    fee_to_come,
    longer_by_boxes,
    mean_token,
    more_for_energy,
    spare_corruption,
)
from regolith.envs.terraforming_mars.player.weights import Underground, Weight
from regolith.envs.terraforming_mars.rules.generation import HEAT_FOR_TEMPERATURE
from regolith.envs.terraforming_mars.rules.price import STEEL_VALUE, TITANIUM_VALUE
from regolith.envs.terraforming_mars.rules.supply import pays_with_heat
from regolith.envs.terraforming_mars.rules.tracks import MARS_TRACKS
from regolith.envs.terraforming_mars.words import Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

CITY_GENERATIONS = 4.0
"""Beyond so many generations to come a city gains no more by waiting."""


MOST_GENERATIONS = 1000.0
"""More than any weights make of a game."""


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
    """Uses of an action from the next generation on, as payments in MC at their present worth."""
    times: float
    """The same as points, which lose nothing by coming later."""
    harm: float
    """1 MC less for an opponent."""
    underground: Underground
    bribes: float
    """Points that corruption takes off the penalties of cards still in hand, at most."""
    bribe: float
    """What that gains for each of them."""
    more_energy: float
    """How much more than other ones the next step of energy production is worth, if boxes want energy."""


@kernel
def usual_length(t: Table, s: Record) -> float:
    """Generations from the first to the last, as the player thinks of them."""
    return t.length[s.players] * (1.0 + longer_by_boxes(t, s))


@kernel
def growth(t: Table, s: Record) -> tuple[float, float]:
    """How fast money grows at the end of a game, and how much faster for each generation before it: as logarithms."""
    if s.players == 1:
        return t.weight[Weight.SOLO_GROWTH], 0.0
    late = t.weight[Weight.GROWTH]
    return late, 0.5 * (t.weight[Weight.EARLY_GROWTH] - late) / max(1.0, usual_length(t, s))


@kernel
def price_of_mc(t: Table, s: Record, left: float) -> float:
    """What a megacredit grows to until the last generation: fast while there is much to build, slowly towards the end."""
    late, faster = growth(t, s)
    last_mc = t.weight[Weight.SOLO_LAST_MC] if s.players == 1 else t.weight[Weight.LAST_MC]
    return last_mc * exp((late + faster * (left - 1.0)) * (left - 1.0))


@kernel
def payments(t: Table, s: Record, left: float) -> float:
    """What 1 MC in each generation to come will be worth, the first in the next one."""
    late, faster = growth(t, s)
    # Neighbouring prices have a ratio, and neighbouring ratios too: one power each, instead of one for every generation.
    price, shrinks = price_of_mc(t, s, left), exp(-late - faster * (2.0 * left - 3.0))
    total, again = 0.0, exp(2.0 * faster)
    whole = int(min(left - 1.0, MOST_GENERATIONS))
    for _ in range(whole):
        price *= shrinks
        shrinks *= again
        total += price
    return total + max(0.0, left - 1.0 - whole) * price_of_mc(t, s, 1.0)


@kernel
def prices(t: Table, s: Record, player: int, left: float, for_cards: bool) -> Prices:
    """With so many generations to come. `for_cards`: also what only cards are judged by (tokens and bribes take long to price)."""
    w = t.weight
    solo = s.players == 1
    # Money that is not spent now waits for the next generation, and is worth what it will be worth then.
    mc = price_of_mc(t, s, max(1.0, left - w[Weight.IDLE]))
    last = left == 1.0 and not solo
    if last:
        mc = w[Weight.FINAL_MC]
    point = w[Weight.SOLO_POINT] if solo else 1.0
    income = (1.0 if solo else w[Weight.INCOME]) * payments(t, s, left) / mc
    for_rating = solo and s.solo_for_rating != 0
    rating = (1.0 if for_rating else point) + mc * income
    warmer = step_worth(t, s, Track.TEMPERATURE, rating, left)
    oxygen = step_worth(t, s, Track.OXYGEN, rating, left)
    ocean, venus = step_worth(t, s, Track.OCEANS, rating, left), step_worth(t, s, Track.VENUS_SCALE, rating, left)
    step = (warmer, oxygen, ocean, venus)
    # At the end a greenery in hand must be worth less than one on the map, wherever it can go.
    greenery = point * (1.0 if last else 1.0 + w[Weight.GREENERY_PLACE]) + oxygen
    # What is not converted now is converted a generation later: the rating comes later, and may cost a fee.
    later = mc * fee_to_come(t, s)
    if left > 1.0:
        later += w[Weight.IDLE] * price_of_mc(t, s, max(1.0, left - 1.0)) * min(1.0, left - 1.0)
    plant = w[Weight.PLANTS] * (greenery - min(later, oxygen)) / s.greenery_cost[player]
    heat = w[Weight.HEAT] * (warmer - min(later, warmer)) / HEAT_FOR_TEMPERATURE
    if pays_with_heat(t, s, player):
        heat = max(heat, mc)
    steel = w[Weight.STEEL] * mc * (STEEL_VALUE + s.metal_value[player, 0])
    titanium = w[Weight.TITANIUM] * mc * (TITANIUM_VALUE + s.metal_value[player, 1])
    energy = max(heat, w[Weight.ENERGY] * mc)
    # In the end a rating is its point and brings no money any more; a solo game wants the steps themselves, sooner or later.
    last_plant, last_heat = plant, heat
    if not solo:
        last_plant = w[Weight.PLANTS] * (point + 0.5 * min(point, oxygen)) / s.greenery_cost[player]
        last_heat = w[Weight.HEAT] * min(point, warmer) / HEAT_FOR_TEMPERATURE
    warmth = max(0.0, left - 1.0) * (heat + last_heat) / 2.0
    stock = ByResource(mc, steel, titanium, plant, heat if left <= 1.0 else energy, heat)
    produced = ByResource(
        mc * income,
        steel * income,
        titanium * income,
        left * (plant + last_plant) / 2.0,
        max(energy * income, warmth),
        warmth,
    )
    city = point * (w[Weight.CITY] + w[Weight.CITY_TIME] * min(left, CITY_GENERATIONS))
    card_drawn = w[Weight.CARD_DRAWN] * mc * min(1.0, max(0.0, left - 1.0))
    uses, times = w[Weight.USE_DOUBT] * income, w[Weight.POINTS_DOUBT] * max(0.0, left - 1.0)
    harm = 0.0 if solo else w[Weight.HARM] * mc
    more_energy = mc * uses * more_for_energy(t, s, player)
    corruption, token, bribes = w[Weight.CORRUPTION] * mc, 0.0, 0.0
    if for_cards:
        token = mean_token(t, s, stock, produced, rating, ocean, card_drawn)
        bribes = spare_corruption(t, s, player)
    below = Underground(corruption, w[Weight.EXCAVATION] * token, w[Weight.FOUND] * token)
    bribe = max(0.0, w[Weight.BRIBE] * point - corruption)
    return Prices(
        stock,
        produced,
        step,
        rating,
        greenery,
        city,
        card_drawn,
        point,
        mc,
        uses,
        times,
        harm,
        below,
        bribes,
        bribe,
        more_energy,
    )


@kernel
def haste(t: Table, s: Record) -> float:
    """What it is worth that a step brings the end nearer: the more players there are, the less it is one's own doing."""
    return t.weight[Weight.HASTE] / sqrt(float(s.players))


@kernel
def step_worth(t: Table, s: Record, track: int, rating: float, left: float) -> float:
    """A step of a track through the player; nothing on a complete one, little on one that others will complete before him."""
    missing = t.track_end[track] - s.track[track]
    if missing <= 0 or track >= s.tracks:
        return 0.0
    if s.players == 1:
        return rating if s.solo_for_rating else rating + t.solo_step[track]
    worth = rating * min(1.0, missing / max(1.0, left))
    return worth + haste(t, s) if track < MARS_TRACKS else worth
