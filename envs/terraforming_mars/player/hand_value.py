"""What cards in hand are worth: what playing them would bring, by the time left, the requirements and the money there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.card import Need, Scoring
from regolith.envs.terraforming_mars.language.operation import Gives
from regolith.envs.terraforming_mars.player.prices import Prices
from regolith.envs.terraforming_mars.player.weights import Underground, Weight
from regolith.envs.terraforming_mars.rooms import NONE, RESOURCES, TRACKS
from regolith.envs.terraforming_mars.rules.counting import counted
from regolith.envs.terraforming_mars.rules.requirements import REQUIREMENTS, stands_at, track_leeway
from regolith.envs.terraforming_mars.words import Resource, Tag

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

GENERATIONS_FOR_TAG, GENERATIONS_FOR_OTHER = 2.0, 1.5
"""How long it takes to meet a requirement: for each tag missing, for each production, city or other thing."""
NEVER = 1000.0
"""More generations than any game has."""
UNDERGROUND = len(Underground._fields)
TAG_TO_COME = 0.1
"""More tags of the kind that a card scores for, each generation."""


@kernel
def worth_of_playing(t: Table, s: Record, player: int, card: int, price: Prices) -> float:
    """Points that the effects of a card would be worth now, without its cost."""
    value = t.worth_rating[card] * price.rating + t.worth_greeneries[card] * price.greenery
    value += t.worth_cities[card] * price.city
    harm = t.worth_harmed[card] * price.harm
    value += t.worth_cards[card] * price.card_drawn + t.worth_points[card] * price.point + harm
    for resource in range(RESOURCES):
        produced = t.worth_production[card, resource] * price.production[resource]
        value += produced + t.worth_stock[card, resource] * price.stock[resource]
    value += t.worth_production[card, Resource.ENERGY] * price.more_energy
    value += price.mc * t.weight[Weight.COLONY] * t.worth_built[card]
    value += price.mc * price.uses * t.weight[Weight.FLEET] * t.worth_sent[card]
    for i in range(UNDERGROUND):
        value += t.worth_underground[card, i] * price.underground[i]
    if t.worth_points[card] < 0.0:
        value += min(-t.worth_points[card], price.bribes) * price.bribe
    for track in range(TRACKS):
        value += t.worth_steps[card, track] * price.step[track]
    value += uses_to_come(t, s, player, card, price)
    if t.counted[card] != NONE:
        things = counted(t, s, t.counted[card], player, card) + t.counted_own[card]
        if t.counted_as[card] == Gives.PRODUCTION:
            value += things * price.production[t.counted_resource[card]]
        elif t.counted_as[card] == Gives.STOCK:
            value += things * price.stock[t.counted_resource[card]]
        else:
            value += things * price.rating
    if t.vp_scoring[card] == Scoring.PER_TAG:
        tags = s.tags[player, t.vp_tag[card]] + t.tags[card, t.vp_tag[card]]
        value += (tags + TAG_TO_COME * price.times) * price.point
    return value


@kernel
def uses_to_come(t: Table, s: Record, player: int, card: int, price: Prices) -> float:
    """What a card's action and its lasting effects bring from the next generation on; an action for energy asks for its production."""
    use, lasting = t.use_mc[card] * price.mc, t.lasting_mc[card] * price.mc
    for i in range(UNDERGROUND):
        use += t.use_underground[card, i] * price.underground[i]
        lasting += t.lasting_underground[card, i] * price.underground[i]
    value = use * price.uses + t.use_points[card] * price.point * price.times
    raised = t.use_rating[card]
    if raised > 0:
        track = t.use_track[card]
        step = price.rating if track == NONE else price.step[track]
        if s.players > 1:
            # Halfway to the end it is worth less than now, and more than its point.
            step *= 0.5 + 0.5 * price.point / price.rating
        value += raised * step * price.times
    if t.use_energy[card] > 0:
        value *= min(1.0, s.production[player, Resource.ENERGY] / t.use_energy[card])
    return max(0.0, value) + lasting * price.uses + t.lasting_points[card] * price.point * price.times


@kernel
def delay(t: Table, s: Record, player: int, card: int) -> float:
    """Generations until the requirements of a card are met, as far as one can tell; very many if they never will be."""
    longest, tags_missing = 0.0, -float(s.tags[player, Tag.WILD])
    for i in range(REQUIREMENTS):
        need, n, most = t.needs[card, i, 0], t.needs[card, i, 1], t.needs[card, i, 2]
        if need == NONE:
            break
        have = int(stands_at(t, s, player, need, t.needs[card, i, 3], t.needs[card, i, 4]))
        if need < TRACKS:
            leeway = track_leeway(t, s, player, need)
            if most:
                if have - leeway > n:
                    return NEVER
            elif have + leeway < n:
                longest = max(longest, (n - have - leeway) / t.pace[need])
        elif most:
            if have > n:
                return NEVER
        elif have < n:
            if need == Need.TAGS:
                tags_missing += n - have
            else:
                longest = max(longest, GENERATIONS_FOR_OTHER * (n - have))
    return max(longest, GENERATIONS_FOR_TAG * tags_missing)
