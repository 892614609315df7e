"""Playing alone: the neutral tiles at the start, how long it lasts, when it is won."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.stack import offer_choice
from regolith.envs.terraforming_mars.rules.drawing import discard_openly, top_card
from regolith.envs.terraforming_mars.rules.placement import MOST_NEIGHBOURS, fits
from regolith.envs.terraforming_mars.rules.tracks import complete
from regolith.envs.terraforming_mars.state import MARS_SPACES, NEUTRAL, NONE, Deck
from regolith.envs.terraforming_mars.words import Tile, Track, Where

SOLO_RATING = 14
GENERATIONS, GENERATIONS_WITH_PRELUDES = 14, 12
RATING_TO_WIN = 63


@kernel
def cost_of_drawn_card(t: Any, s: Any) -> int:
    """The next card is discarded, and its cost counts; no cost counts as 1."""
    card = top_card(s, Deck.PROJECTS)
    discard_openly(s, card)
    return max(1, t.cost[card])


@kernel
def free_land(t: Any, s: Any, space: int, where: int) -> bool:
    return s.tile[space] == NONE and fits(t, s, NEUTRAL, space, where)


@kernel
def neutral_city(t: Any, s: Any, backwards: bool) -> None:
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
def last_generation(s: Any) -> bool:
    return s.generation >= (GENERATIONS_WITH_PRELUDES if s.prelude else GENERATIONS)


@kernel
def solo_goal_met(t: Any, s: Any) -> bool:
    """Mars terraformed, and Venus where it is in the game; or the rating, where that is the goal."""
    if s.solo_for_rating:
        return s.rating[0] >= RATING_TO_WIN
    mars = complete(t, s, Track.TEMPERATURE) and complete(t, s, Track.OXYGEN) and complete(t, s, Track.OCEANS)
    return mars and (not s.venus or complete(t, s, Track.VENUS_SCALE))
