"""Final score, tie-breaks, and the aim of solitaire (rulebook: End Game, Tie Breaker, Solitaire Play)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.tinyforming_mars.hexes import count
from regolith.envs.tinyforming_mars.words import CUBE_COUNTS, HEXES, WHITE

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

ALL_CUBES = sum(CUBE_COUNTS)


@kernel
def city_points(t: Table, s: Record, player: int) -> int:
    """Each city: +1 per greenery and -1 per heat that touches it."""
    points = 0
    for h in range(HEXES):
        if s.cities[player] >> h & 1:
            points += count(t.neighbours[h] & s.greenery) - count(t.neighbours[h] & s.heat_on_map)
    return points


@kernel
def own_cubes(s: Record, player: int, cubes: int) -> int:
    """Cubes that touch this player's cities and none of the other's."""
    return count(cubes & s.beside[player] & ~s.beside[1 - player])


@kernel
def score(t: Table, s: Record, player: int) -> int:
    """Points of a player as the map stands."""
    cubes = own_cubes(s, player, s.greenery) + own_cubes(s, player, s.water)
    return city_points(t, s, player) + cubes + s.heat[player]


@kernel
def empty_supplies(s: Record) -> int:
    """How many of the three parameter supplies are used up."""
    return int(s.supply[0] == 0) + int(s.supply[1] == 0) + int(s.supply[2] == 0)


@kernel
def lead(t: Table, s: Record) -> int:
    """Positive if White is ahead, negative if Black is, 0 for a draw: points, then city, greenery and water points.

    The rulebook's fourth comparison, heat points, can never decide: if the total and the first three are equal, so are they.
    """
    ahead = score(t, s, 0) - score(t, s, 1)
    if ahead == 0:
        ahead = city_points(t, s, 0) - city_points(t, s, 1)
    if ahead == 0:
        ahead = own_cubes(s, 0, s.greenery) - own_cubes(s, 1, s.greenery)
    if ahead == 0:
        ahead = own_cubes(s, 0, s.water) - own_cubes(s, 1, s.water)
    return ahead


@kernel
def outcome(t: Table, s: Record, scores: Any, places: Any) -> None:
    """Points and places; solitaire is won (place 1) when all three supplies are used up, so its score is the cubes out of them."""
    if s.players == 1:
        scores[WHITE] = ALL_CUBES - (s.supply[0] + s.supply[1] + s.supply[2])
        places[WHITE] = 1 if empty_supplies(s) == 3 else 2
        return
    ahead = lead(t, s)
    for player in range(2):
        scores[player] = score(t, s, player)
        better = ahead if player == 0 else -ahead
        places[player] = 1 if better >= 0 else 2
