"""How good a position looks: what the greedy player maximises.

Everything is priced in points. Money now is worth more than money later, because it can be invested, the more so the longer the game
still lasts; points are worth the same whenever they come. What lies idle is worth what it will be worth in the next generation. A
production is the money of the generations to come, a card in hand what playing it would bring beyond its price, an award the chance to
win it. Opponents count by the same prices, as far as their things lie open, so that ending the game early is good for whom it is good.
Tuned by letting the greedy player meet itself with other numbers.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.ports import FRACTION, NUMBER, Door
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.doors import DoorTo
from regolith.envs.terraforming_mars.hooks import has_large_box, large_box_in_game
from regolith.envs.terraforming_mars.language.card import Scoring
from regolith.envs.terraforming_mars.player.hand_value import delay, uses_to_come, worth_of_playing
from regolith.envs.terraforming_mars.player.of_boxes import things_of_boxes
from regolith.envs.terraforming_mars.player.prices import CITY_GENERATIONS, Prices, haste, prices, usual_length
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    GOALS,
    MARS_SPACES,
    MOST_NEIGHBOURS,
    NOBODY,
    NONE,
    PLAYERS,
    RESOURCES,
    TAGS,
)
from regolith.envs.terraforming_mars.rules.counting import is_city
from regolith.envs.terraforming_mars.rules.goals import FIRST_TAG, MOST_GOALS, score, taken
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.rules.price import STEEL_VALUE, TITANIUM_VALUE, card_price, price
from regolith.envs.terraforming_mars.rules.scoring import (
    FIRST_PLACE,
    MILESTONE_POINTS,
    SECOND_PLACE,
    card_points,
    points,
)
from regolith.envs.terraforming_mars.rules.tracks import MARS_TRACKS
from regolith.envs.terraforming_mars.state import Frame, Lies, Phase
from regolith.envs.terraforming_mars.words import Measure, Resource, SpaceKind, Tag, Tile

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

MOST_TIMES = 2.0
"""So much longer than the steps that are missing say a game is never thought to be."""
DECIDED = 1000.0
"""A solo game won: more than any position is worth."""
NEARLY_NOTHING = 0.001
"""A megacredit when nothing can be bought any more: it only breaks ties."""
SURE = 0.1
"""At the end a lead of one decides an award."""
LARGEST_EXPONENT = 700.0
GREAT, GOOD = 1.0, 0.4
"""Cards that bring so much more than their price, of the price: the money there is goes to the best ones first."""


@kernel
def steps_missing(t: Table, s: Record) -> int:
    """Of the tracks that end the game."""
    missing = 0
    for track in range(MARS_TRACKS):
        missing += t.track_end[track] - s.track[track]
    return missing


@kernel
def just_produced(s: Record) -> bool:
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
def generations_to_come(t: Table, s: Record) -> float:
    """How often there will still be production, this generation included. The fewer steps are missing, the faster they come."""
    if s.phase == Phase.FINAL_GREENERIES:
        return 1.0
    if s.players == 1:
        counted_already = just_produced(s) and s.phase != Phase.SOLAR
        return float(s.last_generation - s.generation + 1 + int(counted_already))
    every = 0
    for track in range(MARS_TRACKS):
        every += t.track_end[track]
    left = max(0, steps_missing(t, s)) / every
    length = usual_length(t, s)
    by_steps = length * left ** t.weight[Weight.STRETCH]
    if left <= 0.0:
        return 1.0
    generation = s.generation - int(just_produced(s) and s.phase != Phase.SOLAR)
    by_clock = max(0.0, length + 1.0 - generation)
    return 1.0 + by_steps + t.weight[Weight.CLOCK] * (min(by_clock, MOST_TIMES * by_steps) - by_steps)


@kernel
def holdings(t: Table, s: Record, player: int, price: Prices) -> float:
    """Rating, resources and productions of a player."""
    value = price.rating * s.rating[player]
    for resource in range(RESOURCES):
        held = price.stock[resource] * s.stock[player, resource]
        value += held + price.production[resource] * s.production[player, resource]
    if just_produced(s):
        value -= price.mc * s.rating[player]
        for resource in range(RESOURCES):
            value -= price.stock[resource] * s.production[player, resource]
    return value


@kernel
def land(t: Table, s: Record, seat: int, others: float, left: float) -> float:
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
def milestones(t: Table, s: Record, seat: int, others: float) -> float:
    """Those claimed, and how near the player is to open ones."""
    total = 0.0
    open_still = taken(s.milestone) < MOST_GOALS
    for i in range(GOALS):
        tile = s.milestone_tile[i]
        if s.milestone[i] != NOBODY:
            total += MILESTONE_POINTS * (1.0 if s.milestone[i] == seat else others)
        elif open_still and tile != NONE:
            near = min(1.0, max(0, score(t, s, seat, t.milestone_goal[tile], True)) / t.milestone_least[tile])
            total += t.weight[Weight.MILESTONE_NEAR] * MILESTONE_POINTS * near * near * near
    return total


@kernel
def standing(t: Table, s: Record, player: int, goal: Any, left: float) -> float:
    """How much of what an award counts a player will have, as things stand.

    Resources are spent and cards played again: before the last generation what is produced tells more about them than what lies there.
    """
    now = float(score(t, s, player, goal, False))
    if goal[0] != Measure.STOCK and goal[0] != Measure.CARDS_IN_HAND:
        return now
    made = 0.0
    for resource in range(RESOURCES):
        if goal[0] == Measure.STOCK and goal[FIRST_TAG + TAGS + resource]:
            made += max(0.0, float(s.production[player, resource]))
    spent = min(1.0, left - 1.0)
    return now * (1.0 - spent) + t.weight[Weight.FLEETING] * made * spent


@kernel
def ahead(t: Table, own: float, theirs: float, left: float) -> float:
    """The chance to have more than another in the end, if both may still gain or lose."""
    spread = t.weight[Weight.AWARD_SPREAD] * np.sqrt((max(0.0, own + theirs) + 1.0) * (left - 1.0))
    # Beyond that the chance is nothing, and its inverse no number.
    behind = min(LARGEST_EXPONENT, (theirs - own) / (spread + SURE))
    return 1.0 / (1.0 + exp(behind))


@kernel
def awards(t: Table, s: Record, seat: int, others: float, left: float) -> float:
    """Awards funded: the chances to be first or second in the end."""
    total = 0.0
    have = np.zeros(PLAYERS)
    for i in range(GOALS):
        if s.award[i] == NOBODY:
            continue
        for player in range(s.players):
            have[player] = standing(t, s, player, t.award_goal[s.award_tile[i]], left)
        for player in range(s.players):
            none_better, one_better = 1.0, 0.0
            for other in range(s.players):
                if other != player:
                    worse = ahead(t, have[player], have[other], left)
                    one_better = one_better * worse + none_better * (1.0 - worse)
                    none_better *= worse
            mine = FIRST_PLACE * none_better + (SECOND_PLACE * one_better if s.players > 2 else 0.0)
            total += mine * (1.0 if player == seat else others)
    return total / (1.0 + t.weight[Weight.AWARD_DOUBT] * max(0.0, left - 1.0))


@kernel
def lying_open(t: Table, s: Record, card: int, price: Prices) -> float:
    """A card in play: its points, what lies on it, its action and what else it brings each generation."""
    player = s.owner[card]
    if t.vp_scoring[card] == Scoring.PER_RESOURCE_HERE:
        value = price.point * t.held_points[card] * s.resources[card]
    else:
        value = price.point * card_points(t, s, player, card)
    if s.lies[card] >= Lies.PLAYED_EVENT:
        return value
    value += t.weight[Weight.HELD] * price.mc * t.held_mc[card] * s.resources[card]
    # Only uses from the next generation on: this one's is a gain when it is made, and passing without it costs nothing.
    return value + uses_to_come(t, s, player, card, price)


@kernel
def saved_by_metal(t: Table, s: Record, player: int, card: int, cost: int, price: Prices) -> float:
    """What metals in stock save when they pay for a card, because they are worth less than the MC they stand for."""
    saved = 0.0
    if t.tags[card, Tag.BUILDING] > 0:
        value = STEEL_VALUE + s.metal_value[player, 0]
        saved = min(s.stock[player, Resource.STEEL], cost / value) * (value * price.mc - price.stock.steel)
    if t.tags[card, Tag.SPACE] > 0:
        value = TITANIUM_VALUE + s.metal_value[player, 1]
        each = value * price.mc - price.stock.titanium
        saved = max(saved, min(s.stock[player, Resource.TITANIUM], cost / value) * each)
    return saved


@kernel
def paid(cost: float, budget: float, later: float) -> float:
    """How much of a cost can be paid: all that there is money for now, and of what waits for income the less the longer it waits."""
    if cost <= budget:
        return cost
    waiting = min(cost - budget, later)
    return budget + (waiting - 0.5 * waiting * waiting / later if later > 0.0 else 0.0)


@kernel
def soon(before: float, cost: float, budget: float, later: float) -> float:
    """Which part of the cards that cost so much can be played soon, after others that cost so much before them."""
    return (paid(before + cost, budget, later) - paid(before, budget, later)) / max(1.0, cost)


@kernel
def cards(t: Table, s: Record, seat: int, others: float, price_of: Prices, left: float) -> float:
    """All cards that the player may see: those in play, and his own in hand and chosen."""
    mc, steel, titanium = price_of.mc, price_of.stock.steel, price_of.stock.titanium
    total, number, playable = 0.0, 0, 0
    great, good, fair = 0.0, 0.0, 0.0
    great_cost, good_cost, fair_cost = 0.0, 0.0, 0.0
    income = s.rating[seat] + s.production[seat, Resource.MC]
    money = float(s.stock[seat, Resource.MC] - income * int(just_produced(s)))
    for player in range(s.players):
        count = 1.0 if player == seat else others
        card = next_own_card(s, player, NONE)
        while card < CARDS:
            if s.lies[card] >= Lies.IN_PLAY:
                total += lying_open(t, s, card, price_of) * count
            card = next_own_card(s, player, card)
    card = NONE
    while True:
        card = next_own_card(s, seat, card)
        if card == CARDS:
            break
        lies = s.lies[card]
        drafted = lies == Lies.DEALT and s.phase == Phase.DRAFT
        if not (drafted or lies == Lies.BOUGHT or lies == Lies.IN_HAND):
            continue
        if card >= FIRST_CORPORATION:
            total += worth_of_playing(t, s, seat, card, price_of)
            money += t.start_mc[card] if card < FIRST_PRELUDE else 0
            continue
        unpaid = 0 if lies == Lies.IN_HAND else card_price(t, s, seat)
        number += int(not drafted)
        if lies == Lies.BOUGHT:
            total -= unpaid * mc
            money -= unpaid
        ready = 1.0 - delay(t, s, seat, card) / max(1.0, left)
        if ready > 0.0:
            cost = price(t, s, seat, card, 0) + (unpaid if drafted else 0)
            gain = worth_of_playing(t, s, seat, card, price_of) * ready - cost * mc
            gain += saved_by_metal(t, s, seat, card, cost, price_of)
            playable += int(gain > 0.0 and not drafted)
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
        budget = max(0.0, money + number + metals / mc)
        later = max(0.0, income * min(left - 1.0, t.weight[Weight.BUDGET]))
        value = great * soon(0.0, great_cost, budget, later)
        value += good * soon(great_cost, good_cost, budget, later)
        value += fair * soon(great_cost + good_cost, fair_cost, budget, later)
        total += t.weight[Weight.KEEP] * value
    return total + (playable * t.weight[Weight.JUNK] + (number - playable) * t.weight[Weight.DEAD]) * mc


@kernel
def decided(t: Table, s: Record, seat: int) -> float:
    """A game that is over: points ahead of the average opponent, MC to break ties; a solo game is won or lost."""
    if s.players == 1:
        return DECIDED * (1.0 if s.solo_won else -1.0) + goal_ahead(t, s)
    value = 0.0
    for player in range(s.players):
        of_player = points(t, s, player) + NEARLY_NOTHING * s.stock[player, Resource.MC]
        value += of_player if player == seat else -of_player / (s.players - 1)
    return value


@kernel
def goal_ahead(t: Table, s: Record) -> float:
    """What a solo game still needs, as a loss; a rating counts by itself."""
    if s.solo_for_rating:
        return 0.0
    value = 0.0
    for track in range(s.tracks):
        value -= t.solo_step[track] * (t.track_end[track] - s.track[track])
    return value


@kernel
def of_boxes(t: Table, s: Record, player: int, left: float) -> float:
    """What lies before a player, or is his, and belongs to a large box."""
    return things_of_boxes(t, s, player, prices(t, s, player, left, False), just_produced(s))


WORTH_OF_BOXES = Door(DoorTo.WORTH_OF_BOXES, of_boxes, (NUMBER, FRACTION), FRACTION, large_box_in_game)
worth_of_boxes = WORTH_OF_BOXES.through()


@kernel
def evaluate(t: Table, s: Record, seat: int) -> float:
    """Points ahead of the average opponent, and what all that is no point yet may still become. Solo: how near the goal is."""
    if s.over != Over.RUNNING:
        return decided(t, s, seat)
    left = generations_to_come(t, s)
    price_of = prices(t, s, seat, left, True)
    others = -t.weight[Weight.OTHERS] / (s.players - 1) if s.players > 1 else 0.0
    value = holdings(t, s, seat, price_of)
    if has_large_box(s):
        value += worth_of_boxes(t, s, seat, left)
        for player in range(s.players):
            if player != seat:
                value += others * worth_of_boxes(t, s, player, left)
    value += price_of.point * land(t, s, seat, others, left) + cards(t, s, seat, others, price_of, left)
    if s.players == 1:
        return value + goal_ahead(t, s)
    for player in range(s.players):
        if player != seat:
            value += others * holdings(t, s, player, prices(t, s, player, left, False))
    value -= haste(t, s) * steps_missing(t, s)
    return value + milestones(t, s, seat, others) + awards(t, s, seat, others, left)
