"""Victory points: of cards, of the map, of milestones and awards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import colonies_of, marked_tokens, points_of_boxes
from regolith.envs.terraforming_mars.language.card import Scoring
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    GOALS,
    MARS_SPACES,
    MOST_NEIGHBOURS,
    NOBODY,
    NONE,
    SPACES,
)
from regolith.envs.terraforming_mars.rules.counting import cities, is_city
from regolith.envs.terraforming_mars.rules.goals import score
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.words import Resource, Tile

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

MILESTONE_POINTS, FIRST_PLACE, SECOND_PLACE = 5, 5, 2


@kernel
def space_of_card(t: Table, s: Record, player: int, card: int) -> int:
    """The space of the tile that a card placed: special tiles are placed by one card each."""
    if t.own_tile[card] != NONE:
        for space in range(SPACES):
            if s.tile[space] == t.own_tile[card] and s.tile_owner[space] == player:
                return space
    return NONE


@kernel
def beside_tile(t: Table, s: Record, player: int, card: int, ocean: bool) -> int:
    """Oceans, or cities, that touch the tile of a card."""
    space, found = space_of_card(t, s, player, card), 0
    if space == NONE:
        return 0
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE:
            found += int(s.tile[other] == Tile.OCEAN_TILE if ocean else is_city(s.tile[other]))
    return found


@kernel
def card_points(t: Table, s: Record, player: int, card: int) -> int:
    """Points that a card is worth to its owner now."""
    scoring = t.vp_scoring[card]
    if scoring == NONE:
        return 0
    things = 0
    if scoring == Scoring.FIXED:
        return t.vp[card]
    if scoring == Scoring.PER_RESOURCE_HERE:
        things = int(s.resources[card])
    elif scoring == Scoring.IF_ANY_RESOURCE_HERE:
        things = min(1, int(s.resources[card]))
    elif scoring == Scoring.PER_TAG:
        things = int(s.tags[player, t.vp_tag[card]])
    elif scoring == Scoring.PER_CITY:
        things = cities(s, NOBODY, SPACES)
    elif scoring == Scoring.PER_COLONY:
        things = colonies_of(s, NOBODY)
    elif scoring == Scoring.PER_MARKED_TOKEN:
        things = marked_tokens(s)
    elif scoring == Scoring.PER_ADJACENT_CITY or scoring == Scoring.PER_ADJACENT_OCEAN:
        things = beside_tile(t, s, player, card, scoring == Scoring.PER_ADJACENT_OCEAN)
    return things // t.vp_every[card] * t.vp[card]


@kernel
def points_of_award(t: Table, s: Record, player: int, award: int) -> int:
    """For first place in a funded award, and for second unless the first is shared or only two play."""
    if s.award[award] == NOBODY:
        return 0
    goal = t.award_goal[s.award_tile[award]]
    own = score(t, s, player, goal, False)
    better, best, firsts = 0, own, 0
    for other in range(s.players):
        theirs = score(t, s, other, goal, False)
        better += int(theirs > own)
        best = max(best, theirs)
    for other in range(s.players):
        firsts += int(score(t, s, other, goal, False) == best)
    if better == 0:
        return FIRST_PLACE
    return SECOND_PLACE if firsts == 1 and better == 1 and s.players > 2 else 0


@kernel
def award_points(t: Table, s: Record, player: int) -> int:
    total = 0
    for award in range(GOALS):
        total += points_of_award(t, s, player, award)
    return total


@kernel
def map_points(t: Table, s: Record, player: int) -> int:
    """1 for each own greenery, and for each greenery beside an own city."""
    total = 0
    for space in range(MARS_SPACES):
        if s.tile_owner[space] != player:
            continue
        if s.tile[space] == Tile.GREENERY_TILE:
            total += 1
        elif is_city(s.tile[space]):
            for i in range(MOST_NEIGHBOURS):
                other = t.neighbours[space, i]
                total += int(other != NONE and s.tile[other] == Tile.GREENERY_TILE)
    return total


@kernel
def points(t: Table, s: Record, player: int) -> int:
    """The score of a player as things stand."""
    total = s.rating[player] + award_points(t, s, player) + map_points(t, s, player) + points_of_boxes(t, s, player)
    for i in range(GOALS):
        total += MILESTONE_POINTS * int(s.milestone[i] == player)
    card = next_own_card(s, player, NONE)
    while card < CARDS:
        if s.lies[card] >= Lies.IN_PLAY:
            total += card_points(t, s, player, card)
        card = next_own_card(s, player, card)
    return total


@kernel
def ahead_of(s: Record, scores: Any, player: int, other: int) -> bool:
    """Whether a player stands before another: by points, then by MC."""
    if scores[player] != scores[other]:
        return scores[player] > scores[other]
    return s.stock[player, Resource.MC] > s.stock[other, Resource.MC]


@kernel
def outcome(t: Table, s: Record, scores: Any, places: Any) -> None:
    """Points and places as things stand; equal in points and MC share a place. A solo game that is won is place 1, else 2."""
    for player in range(s.players):
        scores[player] = points(t, s, player)
    for player in range(s.players):
        places[player] = 1
        for other in range(s.players):
            places[player] += int(ahead_of(s, scores, other, player))
    if s.players == 1:
        places[0] = 1 if s.solo_won else 2
