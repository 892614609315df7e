"""Milestones and awards: what they count, and which are open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import claimed_tokens, crime_tags, penalties
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    FIRST_CORPORATION,
    GOALS,
    NOBODY,
    NONE,
    RESOURCES,
    SPACES,
    TAGS,
)
from regolith.envs.terraforming_mars.rules.counting import cities, greeneries, on_own_cards, tiles_beside_ocean
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.rules.supply import money
from regolith.envs.terraforming_mars.words import CardKind, Measure, Tag

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

KIND, ROWS, COST, FIRST_TAG = 1, 2, 3, 4
"""Where a goal tells what it looks at; its resources follow its tags."""
MOST_GOALS = 3
"""Milestones claimed, and awards funded, in one game."""
MILESTONE_COST = 8


@kernel
def own_tiles(t: Table, s: Record, player: int, measure: int, rows: int) -> int:
    """Tiles of a player, on the whole or only those that the measure looks at."""
    found = 0
    for space in range(SPACES):
        if s.tile[space] == NONE or s.tile_owner[space] != player:
            continue
        if measure == Measure.TILES_IN_BOTTOM_ROWS:
            found += int(t.row_from_bottom[space] <= rows)
        else:
            found += 1
    return found


@kernel
def own_cards(t: Table, s: Record, player: int, measure: int, cost: int) -> int:
    """Face-up cards of a player that the measure looks at."""
    found = 0
    card = next_own_card(s, player, NONE)
    while card < CARDS:
        if in_force(t, s, card, player):
            kind = t.kind[card]
            if measure == Measure.CARDS_WITH_REQUIREMENT:
                found += int(t.needs[card, 0, 0] != NONE)
            elif card < FIRST_CORPORATION:
                found += int(t.cost[card] >= cost if measure == Measure.CARDS_IN_PLAY else kind == CardKind.AUTOMATED)
        card = next_own_card(s, player, card)
    return found


@kernel
def kinds_of_tags(t: Table, s: Record, player: int) -> int:
    """Different tags; each wild tag may be one more, up to those in the game."""
    kinds, in_game = 0, 0
    for tag in range(TAGS):
        if t.tag_box[tag] == NONE or not s.box[t.tag_box[tag]]:
            continue
        in_game += 1
        kinds += int(s.tags[player, tag] > 0)
    return min(kinds + int(s.tags[player, Tag.WILD]), in_game)


@kernel
def score(t: Table, s: Record, player: int, goal: Any, milestone: bool) -> int:
    """How far a player is. `goal` is a row of the table of milestones or awards."""
    measure = goal[0]
    first_resource = FIRST_TAG + TAGS
    if measure == Measure.TERRAFORM_RATING:
        return s.rating[player]
    if measure == Measure.CITIES:
        return cities(s, player, SPACES)
    if measure == Measure.GREENERIES:
        return greeneries(s, player)
    if measure == Measure.TILES_NEXT_TO_OCEAN:
        return tiles_beside_ocean(t, s, player)
    if measure == Measure.TILES or measure == Measure.TILES_IN_BOTTOM_ROWS:
        return own_tiles(t, s, player, measure, goal[ROWS])
    if measure == Measure.TAGS:
        found = int(s.tags[player, Tag.WILD]) if milestone else 0
        for tag in range(TAGS):
            found += goal[FIRST_TAG + tag] * int(s.tags[player, tag])
        return found
    if measure == Measure.CLAIMED_TOKENS:
        return claimed_tokens(s, player)
    if measure == Measure.KINDS_OF_TAGS:
        return kinds_of_tags(t, s, player)
    if measure == Measure.CARDS_IN_HAND:
        return s.hand[player]
    if measure == Measure.EVENTS_PLAYED:
        return s.events[player]
    if measure == Measure.PENALTIES:
        return penalties(t, s, player)
    if measure == Measure.CRIME_TAGS:
        return crime_tags(s, player)
    if measure == Measure.CARD_RESOURCES:
        return on_own_cards(t, s, player, goal[KIND])
    if measure == Measure.HIGHEST_PRODUCTION or measure == Measure.PRODUCTIONS_RAISED:
        highest, raised = int(s.production[player, 0]), 0
        for resource in range(RESOURCES):
            highest = max(highest, int(s.production[player, resource]))
            raised += int(s.production[player, resource] > s.start_production)
        return highest if measure == Measure.HIGHEST_PRODUCTION else raised
    if measure == Measure.PRODUCTION or measure == Measure.STOCK:
        found = 0
        for resource in range(RESOURCES):
            if goal[first_resource + resource]:
                stock = int(s.stock[player, resource])
                found += int(s.production[player, resource]) if measure == Measure.PRODUCTION else stock
        return found
    return own_cards(t, s, player, measure, goal[COST])


@kernel
def taken(goals: Any) -> int:
    """How many milestones are claimed, or awards funded."""
    found = 0
    for i in range(GOALS):
        found += int(goals[i] != NOBODY)
    return found


@kernel
def milestone_cost(s: Record) -> int:
    return MILESTONE_COST + s.goal_surcharge


@kernel
def may_claim(t: Table, s: Record, player: int, milestone: int) -> bool:
    tile = s.milestone_tile[milestone]
    if s.players == 1 or tile == NONE or s.milestone[milestone] != NOBODY or taken(s.milestone) >= MOST_GOALS:
        return False
    if money(t, s, player) < milestone_cost(s):
        return False
    return score(t, s, player, t.milestone_goal[tile], True) >= t.milestone_least[tile]


@kernel
def award_cost(t: Table, s: Record) -> int:
    """Of the next award, if one is left."""
    return t.award_cost[min(taken(s.award), MOST_GOALS - 1)] + s.goal_surcharge


@kernel
def may_fund(s: Record, award: int) -> bool:
    """Whether an award is open, whatever it costs."""
    open_still = s.players > 1 and taken(s.award) < MOST_GOALS
    return open_still and s.award_tile[award] != NONE and s.award[award] == NOBODY
