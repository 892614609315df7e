"""What a seat has besides cards: goals, tiles, points by source, and how it stood when each generation was over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import points_of_boxes
from regolith.envs.terraforming_mars.rooms import CARDS, GOALS, NOBODY, NONE, RESOURCES, SPACES
from regolith.envs.terraforming_mars.rules.counting import greeneries
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.rules.scoring import (
    MILESTONE_POINTS,
    card_points,
    map_points,
    points,
    points_of_award,
)
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.tally.counters import (
    AWARD_POINTS,
    CARDS_POINTS,
    CLAIMED,
    FUNDED,
    GENERATIONS,
    PRODUCTION_CURVES,
    RATING_CURVE,
    SCORE_CURVE,
    SOURCES,
    STOCK_CURVES,
    TILES_PLACED,
    Source,
)

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def count_goals(before: Record, s: Record, counters: Any) -> None:
    """Milestones claimed and awards funded in a step."""
    for i in range(GOALS):
        if s.milestone[i] != before.milestone[i] and s.milestone[i] != NOBODY:
            counters[s.milestone[i], CLAIMED + s.milestone_tile[i]] = before.generation
        if s.award[i] != before.award[i] and s.award[i] != NOBODY:
            counters[s.award[i], FUNDED + s.award_tile[i]] = before.generation


@kernel
def count_tiles(before: Record, s: Record, counters: Any) -> None:
    """Tiles placed in a step. Nobody owns an ocean: it counts for the seat that decided."""
    for space in range(SPACES):
        if s.tile[space] != before.tile[space] and s.tile[space] != NONE:
            owner = s.tile_owner[space]
            player = owner if 0 <= owner < s.players else before.player
            if player >= 0:
                counters[player, TILES_PLACED + s.tile[space]] += 1


@kernel
def count_generation(t: Table, s: Record, generation: int, counters: Any) -> None:
    """How everybody stands when a generation is over."""
    at = generation - 1
    if at >= GENERATIONS:
        return
    for player in range(s.players):
        own = counters[player]
        own[SCORE_CURVE + at] = points(t, s, player)
        own[RATING_CURVE + at] = s.rating[player]
        for resource in range(RESOURCES):
            own[PRODUCTION_CURVES + resource * GENERATIONS + at] = s.production[player, resource]
            own[STOCK_CURVES + resource * GENERATIONS + at] = s.stock[player, resource]


@kernel
def count_points(t: Table, s: Record, player: int, own: Any) -> None:
    """Points at the end, by source and by card."""
    own[SOURCES + Source.RATING] = s.rating[player]
    for i in range(GOALS):
        own[SOURCES + Source.MILESTONES] += MILESTONE_POINTS * int(s.milestone[i] == player)
        if s.award[i] != NOBODY:
            brought = points_of_award(t, s, player, i)
            own[AWARD_POINTS + s.award_tile[i]] = brought
            own[SOURCES + Source.AWARDS] += brought
    own[SOURCES + Source.GREENERIES] = greeneries(s, player)
    own[SOURCES + Source.CITIES] = map_points(t, s, player) - greeneries(s, player)
    card = next_own_card(s, player, NONE)
    while card < CARDS:
        if s.lies[card] >= Lies.IN_PLAY:
            own[CARDS_POINTS + card] = card_points(t, s, player, card)
            own[SOURCES + Source.CARDS] += own[CARDS_POINTS + card]
        card = next_own_card(s, player, card)
    own[SOURCES + Source.BOXES] = points_of_boxes(t, s, player)
