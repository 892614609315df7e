"""How good a position looks: what the greedy player maximises.

Everything is priced in points. Money now is worth more than money later, because it can be invested: each generation by a tenth. A
production is the money of the generations to come, a card in hand what playing it would bring beyond its price. Opponents count
by the same prices, as far as their things lie open, so that ending the game early is good for whom it is good.
Tuned by letting the greedy player meet itself with other numbers.
"""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.language.card import Scoring
from regolith.envs.terraforming_mars.player.hand_value import delay, use_of_action, worth_of_playing
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rules.counting import is_city
from regolith.envs.terraforming_mars.rules.generation import HEAT_FOR_TEMPERATURE
from regolith.envs.terraforming_mars.rules.goals import MOST_GOALS, goals_in_game, score, taken
from regolith.envs.terraforming_mars.rules.price import CARD_PRICE, STEEL_VALUE, TITANIUM_VALUE, price
from regolith.envs.terraforming_mars.rules.scoring import (
    FIRST_PLACE,
    MILESTONE_POINTS,
    MOST_NEIGHBOURS,
    SECOND_PLACE,
    card_points,
    points,
)
from regolith.envs.terraforming_mars.rules.solo import (
    GENERATIONS,
    GENERATIONS_WITH_PRELUDES,
)
from regolith.envs.terraforming_mars.rules.supply import pays_with_heat
from regolith.envs.terraforming_mars.state import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    MARS_SPACES,
    NOBODY,
    NONE,
    RESOURCES,
    TRACKS,
    Frame,
    Lies,
    Phase,
)
from regolith.envs.terraforming_mars.words import Resource, SpaceKind, Tag, Tile, Track

DECIDED = 1000.0
"""A solo game won: more than any position is worth."""
NEARLY_NOTHING = 0.001
"""A megacredit when nothing can be bought any more: it only breaks ties."""
GREAT, GOOD = 1.0, 0.4
"""Cards that bring so much more than their price, of the price: the money there is goes to the best ones first."""
CITY_GENERATIONS = 4.0
"""Beyond so many generations to come a city gains no more by waiting."""


@kernel
def steps_missing(t: Any, s: Any) -> int:
    """Of the tracks that end the game."""
    missing = 0
    for track in range(TRACKS):
        if track != Track.VENUS_SCALE:
            missing += t.track_end[track] - s.track[track]
    return missing


@kernel
def just_produced(s: Any) -> bool:
    """Between production and the first decision of the next research phase, or at the end of the game.

    There the production is taken off again and the generation counts as not over: so the last one to pass neither gains nor loses
    by it, and passes when nothing is better.
    """
    if s.phase == Phase.SOLAR or s.phase == Phase.FINAL_GREENERIES:
        return True
    if s.generation == 1:
        return False
    begun = s.depth < s.players or s.stack[max(0, s.depth - 1), Frame.TURN] > 0
    return s.phase == Phase.DRAFT or (s.phase == Phase.RESEARCH and not begun)


@kernel
def generations_to_come(t: Any, s: Any) -> float:
    """How often there will still be production, this generation included. The fewer steps are missing, the faster they come."""
    if s.phase == Phase.FINAL_GREENERIES:
        return 1.0
    if s.players == 1:
        last = GENERATIONS_WITH_PRELUDES if s.prelude else GENERATIONS
        counted_already = just_produced(s) and s.phase != Phase.SOLAR
        return float(last - s.generation + 1 + int(counted_already))
    every = 0
    for track in range(TRACKS):
        every += t.track_end[track] if track != Track.VENUS_SCALE else 0
    left = max(0, steps_missing(t, s)) / every
    return 1.0 + t.length[s.players] * left ** t.weight[Weight.STRETCH]


@kernel
def discounted(growth: float, times: float) -> float:
    """So many yearly payments, the first in a year, at their present worth."""
    if times <= 0.0:
        return 0.0
    return (1.0 - growth**-times) / (growth - 1.0)


@kernel
def prices(t: Any, s: Any, player: int, left: float) -> Any:
    """What everything is worth to a player with so many generations to come, in points.

    In order: units in stock, productions, steps of the tracks, rating, greenery, city, card drawn, victory point, MC, uses of an
    action from the next generation on, and 1 MC less for an opponent.
    """
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
    plant = w[Weight.PLANTS] * greenery / s.greenery_cost[player]
    heat = w[Weight.HEAT] * warmer / HEAT_FOR_TEMPERATURE
    if pays_with_heat(t, s, player):
        heat = max(heat, mc)
    steel = w[Weight.STEEL] * mc * (STEEL_VALUE + s.metal_value[player, 0])
    titanium = w[Weight.TITANIUM] * mc * (TITANIUM_VALUE + s.metal_value[player, 1])
    energy = max(heat, w[Weight.ENERGY] * mc)
    stock = (mc, steel, titanium, plant, heat if left <= 1.0 else energy, heat)
    produced = (
        mc * income,
        steel * income,
        titanium * income,
        plant * discounted(growth, left),
        energy * income,
        heat * income,
    )
    city = point * (w[Weight.CITY] + w[Weight.CITY_TIME] * min(left, CITY_GENERATIONS))
    return (
        stock,
        produced,
        step,
        rating,
        greenery,
        city,
        w[Weight.CARD_DRAWN] * mc * min(1.0, max(0.0, left - 1.0)),
        point,
        mc,
        w[Weight.USE_DOUBT] * income,
        0.0 if solo else w[Weight.HARM] * mc,
    )


@kernel
def step_worth(t: Any, s: Any, track: int, rating: float, left: float) -> float:
    """A step of a track through the player; nothing on a complete one, little on one that others will complete before him."""
    missing = t.track_end[track] - s.track[track]
    if missing <= 0 or (track == Track.VENUS_SCALE and not s.venus):
        return 0.0
    if s.players == 1:
        return rating if s.solo_for_rating else rating + t.solo_step[track]
    return rating * min(1.0, missing / max(1.0, left))


@kernel
def holdings(t: Any, s: Any, player: int, price_of: Any) -> float:
    """Rating, resources and productions of a player."""
    stock, produced, _, rating, _, _, _, _, mc, _, _ = price_of
    value = rating * s.rating[player]
    for resource in range(RESOURCES):
        value += stock[resource] * s.stock[player, resource] + produced[resource] * s.production[player, resource]
    if just_produced(s):
        value -= mc * s.rating[player]
        for resource in range(RESOURCES):
            value -= stock[resource] * s.production[player, resource]
    return value


@kernel
def land(t: Any, s: Any, seat: int, others: float, left: float) -> float:
    """Points of the map, and room for greeneries beside cities; those of opponents count `others` each."""
    total = 0.0
    room = t.weight[Weight.ROOM] * min(left, CITY_GENERATIONS)
    for space in range(MARS_SPACES):
        owner = s.tile_owner[space]
        if s.tile[space] == NONE or owner < 0 or owner >= s.players:
            continue
        value = 0.0
        if s.tile[space] == Tile.GREENERY_TILE:
            value = 1.0
        elif is_city(s.tile[space]):
            for i in range(MOST_NEIGHBOURS):
                other = t.neighbours[space, i]
                if other == NONE:
                    break
                if s.tile[other] == Tile.GREENERY_TILE:
                    value += 1.0
                elif s.tile[other] == NONE:
                    kind = t.space_kind[s.map, other]
                    value += room * int(kind == SpaceKind.LAND or kind == SpaceKind.VOLCANIC)
        total += value * (1.0 if owner == seat else others)
    return total


@kernel
def milestones(t: Any, s: Any, seat: int, others: float) -> float:
    """Those claimed, and how near the player is to open ones."""
    total = 0.0
    open_still = taken(s.milestone) < MOST_GOALS
    for i in range(goals_in_game(s)):
        if s.milestone[i] != NOBODY:
            total += MILESTONE_POINTS * (1.0 if s.milestone[i] == seat else others)
        elif open_still:
            least = t.milestone_least[s.map, i, int(s.turmoil != 0)]
            near = min(1.0, max(0, score(t, s, seat, t.milestone_goal[s.map, i], True)) / least)
            total += t.weight[Weight.MILESTONE_NEAR] * MILESTONE_POINTS * near * near * near
    return total


@kernel
def awards(t: Any, s: Any, seat: int, others: float, left: float) -> float:
    """Awards funded, as they would be decided now; a lead may still be lost."""
    total = 0.0
    for i in range(goals_in_game(s)):
        if s.award[i] == NOBODY:
            continue
        goal = t.award_goal[s.map, i]
        own = score(t, s, seat, goal, False)
        best, firsts, second, seconds = -1, 0, -1, 0
        for player in range(s.players):
            theirs = own if player == seat else score(t, s, player, goal, False)
            if theirs > best:
                second, seconds, best, firsts = best, firsts, theirs, 1
            elif theirs == best:
                firsts += 1
            elif theirs > second:
                second, seconds = theirs, 1
            elif theirs == second:
                seconds += 1
        two_places = firsts == 1 and s.players > 2
        mine = FIRST_PLACE if own == best else (SECOND_PLACE if two_places and own == second else 0)
        given = FIRST_PLACE * firsts + (SECOND_PLACE * seconds if two_places else 0)
        total += mine + others * (given - mine)
    return total / (1.0 + t.weight[Weight.AWARD_DOUBT] * max(0.0, left - 1.0))


@kernel
def lying_open(t: Any, s: Any, card: int, price_of: Any) -> float:
    """A card in play: its points, what lies on it, its action and what else it brings each generation."""
    _, _, step, rating, _, _, _, point, mc, uses, _ = price_of
    player = s.owner[card]
    if t.vp_scoring[card] == Scoring.PER_RESOURCE_HERE:
        value = point * t.held_points[card] * s.resources[card]
    else:
        value = point * card_points(t, s, player, card)
    if s.lies[card] == Lies.PLAYED_EVENT:
        return value
    value += mc * t.held_mc[card] * s.resources[card]
    value += uses * (t.lasting_mc[card] * mc + t.lasting_points[card] * point)
    # Only uses from the next generation on: this one's is a gain when it is made, and passing without it costs nothing.
    return value + uses * use_of_action(t, s, player, card, step, rating, point, mc)


@kernel
def saved_by_metal(
    t: Any, s: Any, player: int, card: int, cost: int, mc: float, steel: float, titanium: float
) -> float:
    """What metals in stock save when they pay for a card, because they are worth less than the MC they stand for."""
    saved = 0.0
    if t.tags[card, Tag.BUILDING] > 0:
        value = STEEL_VALUE + s.metal_value[player, 0]
        saved = min(s.stock[player, Resource.STEEL], cost / value) * (value * mc - steel)
    if t.tags[card, Tag.SPACE] > 0:
        value = TITANIUM_VALUE + s.metal_value[player, 1]
        saved = max(saved, min(s.stock[player, Resource.TITANIUM], cost / value) * (value * mc - titanium))
    return saved


@kernel
def cards(t: Any, s: Any, seat: int, others: float, price_of: Any, left: float) -> float:
    """All cards that the player may see: those in play, and his own in hand and chosen."""
    (_, steel, titanium, _, _, _), _, _, _, _, _, _, _, mc, _, _ = price_of
    total, number = 0.0, 0
    great, good, fair = 0.0, 0.0, 0.0
    great_cost, good_cost, fair_cost = 0.0, 0.0, 0.0
    income = s.rating[seat] + s.production[seat, Resource.MC]
    money = float(s.stock[seat, Resource.MC] - income * int(just_produced(s)))
    for card in range(CARDS):
        lies = s.lies[card]
        if lies < Lies.DEALT:
            continue
        if lies >= Lies.IN_PLAY:
            total += lying_open(t, s, card, price_of) * (1.0 if s.owner[card] == seat else others)
            continue
        drafted = lies == Lies.DEALT and s.phase == Phase.DRAFT
        if s.owner[card] != seat or not (drafted or lies == Lies.BOUGHT or lies == Lies.IN_HAND):
            continue
        if card >= FIRST_CORPORATION:
            total += worth_of_playing(t, s, seat, card, price_of)
            money += t.start_mc[card] if card < FIRST_PRELUDE else 0
            continue
        unpaid = 0 if lies == Lies.IN_HAND else CARD_PRICE
        number += int(not drafted)
        if lies == Lies.BOUGHT:
            total -= unpaid * mc
            money -= unpaid
        ready = 1.0 - delay(t, s, seat, card) / max(1.0, left)
        if ready > 0.0:
            cost = price(t, s, seat, card, 0) + (unpaid if drafted else 0)
            gain = worth_of_playing(t, s, seat, card, price_of) * ready - cost * mc
            gain += saved_by_metal(t, s, seat, card, cost, mc, steel, titanium)
            if gain > GREAT * cost * mc:
                great += gain
                great_cost += cost
            elif gain > GOOD * cost * mc:
                good += gain
                good_cost += cost
            elif gain > 0.0:
                fair += gain
                fair_cost += cost
    if great_cost + good_cost + fair_cost > 0.0:
        metals = steel * s.stock[seat, Resource.STEEL] + titanium * s.stock[seat, Resource.TITANIUM]
        # A card counts as the MC it could be sold for, so that selling one never looks like more money for the others.
        budget = max(0.0, money + number + metals / mc + income * min(left - 1.0, t.weight[Weight.BUDGET]))
        value = great * min(1.0, budget / max(1.0, great_cost))
        budget = max(0.0, budget - great_cost)
        value += good * min(1.0, budget / max(1.0, good_cost))
        budget = max(0.0, budget - good_cost)
        value += fair * min(1.0, budget / max(1.0, fair_cost))
        total += t.weight[Weight.KEEP] * value
    return total + number * t.weight[Weight.JUNK] * mc


@kernel
def decided(t: Any, s: Any, seat: int) -> float:
    """A game that is over: points ahead of the average opponent, MC to break ties; a solo game is won or lost."""
    if s.players == 1:
        return DECIDED * (1.0 if s.solo_won else -1.0) + goal_ahead(t, s)
    value = 0.0
    for player in range(s.players):
        of_player = points(t, s, player) + NEARLY_NOTHING * s.stock[player, Resource.MC]
        value += of_player if player == seat else -of_player / (s.players - 1)
    return value


@kernel
def goal_ahead(t: Any, s: Any) -> float:
    """What a solo game still needs, as a loss; a rating counts by itself."""
    if s.solo_for_rating:
        return 0.0
    value = 0.0
    for track in range(TRACKS):
        if track != Track.VENUS_SCALE or s.venus:
            value -= t.solo_step[track] * (t.track_end[track] - s.track[track])
    return value


@kernel
def evaluate(t: Any, s: Any, seat: int) -> float:
    """Points ahead of the average opponent, and what all that is no point yet may still become. Solo: how near the goal is."""
    if s.over != Over.RUNNING:
        return decided(t, s, seat)
    left = generations_to_come(t, s)
    price_of = prices(t, s, seat, left)
    _, _, _, _, _, _, _, point, _, _, _ = price_of
    others = -t.weight[Weight.OTHERS] / (s.players - 1) if s.players > 1 else 0.0
    value = holdings(t, s, seat, price_of)
    value += point * land(t, s, seat, others, left) + cards(t, s, seat, others, price_of, left)
    if s.players == 1:
        return value + goal_ahead(t, s)
    for player in range(s.players):
        if player != seat:
            value += others * holdings(t, s, player, prices(t, s, player, left))
    return value + milestones(t, s, seat, others) + awards(t, s, seat, others, left)
