"""Playing alone: the neutral tiles at the start, how long it lasts, when it is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.stack import offer_choice
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, MOST_NEIGHBOURS, NEUTRAL, NONE
from regolith.envs.terraforming_mars.rules.drawing import discard_openly, top_card
from regolith.envs.terraforming_mars.rules.placement import fits
from regolith.envs.terraforming_mars.rules.tracks import all_complete
from regolith.envs.terraforming_mars.state import Deck
from regolith.envs.terraforming_mars.words import Tile, Where

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

SOLO_RATING = 14
GENERATIONS = 14
RATING_TO_WIN = 63


@kernel
def cost_of_drawn_card(t: Table, s: Record) -> int:
    """The next card is discarded, and its cost counts; no cost counts as 1."""
    card = top_card(s, Deck.PROJECTS, NEUTRAL)
    discard_openly(s, card)
    return max(1, t.cost[card])


@kernel
def free_land(t: Table, s: Record, space: int, where: int) -> bool:
    return s.tile[space] == NONE and fits(t, s, NEUTRAL, space, where)


@kernel
def neutral_city(t: Table, s: Record, backwards: bool) -> None:
    """A neutral city with a greenery: counted from the upper left, or backwards from the lower right; clockwise around the city."""
    s.choices = 0
    for i in range(MARS_SPACES):
        space = MARS_SPACES - 1 - i if backwards else i
        beside = False
        for j in range(MOST_NEIGHBOURS):
            other = t.neighbours[space, j]
            beside = beside or (other != NONE and free_land(t, s, other, Where.LAND))
        if beside and free_land(t, s, space, Where.CITY_RULES):
            offer_choice(s, space)
    city = s.choice[(cost_of_drawn_card(t, s) - 1) % s.choices]
    s.tile[city] = Tile.CITY_TILE
    s.tile_owner[city] = NEUTRAL
    s.choices = 0
    for j in range(MOST_NEIGHBOURS):
        other = t.neighbours[city, j]
        if other != NONE and free_land(t, s, other, Where.LAND):
            offer_choice(s, other)
    greenery = s.choice[(cost_of_drawn_card(t, s) - 1) % s.choices]
    s.tile[greenery] = Tile.GREENERY_TILE
    s.tile_owner[greenery] = NEUTRAL
    s.choices = 0


@kernel
def solo_goal_met(t: Table, s: Record) -> bool:
    """All tracks of the game complete; or the rating, where that is the goal."""
    if s.solo_for_rating:
        return s.rating[0] >= RATING_TO_WIN
    return all_complete(t, s, s.tracks)
