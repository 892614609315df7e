"""The rules of the underground: the pile, tokens that lie open, excavation markers, and what tiles do to both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import below
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.rooms import (
    FIRST_CARRIER,
    MARS_SPACES,
    MOST_NEIGHBOURS,
    NOBODY,
    NONE,
    PLAYERS,
    TOKENS,
)
from regolith.envs.terraforming_mars.rules.supply import gain, money
from regolith.envs.terraforming_mars.rules.triggers import fire, waits_for
from regolith.envs.terraforming_mars.underworld.words import (
    CENTRE,
    FIRST_TOKEN,
    OCEAN_COST,
    PLACEMENT_BONUS,
    Shows,
    Token,
)
from regolith.envs.terraforming_mars.words import Resource, Tile, Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

SHOWS_OCEAN = int(Shows.OCEAN)
EVERYBODY = (1 << PLAYERS) - 1


@kernel
def clear_ground(s: Record) -> None:
    """Nothing lies open and nobody has dug."""
    for space in range(MARS_SPACES):
        s.token[space] = NONE
        s.excavated[space] = NOBODY


@kernel
def setup(t: Table, s: Record) -> None:
    """All tokens in the pile, and the centre of the map is identified."""
    for kind in range(TOKENS):
        s.pile[kind] = t.token_count[kind]
        s.pile_size += t.token_count[kind]
    for player in range(s.players):
        s.active_token[player] = NONE
    s.last_token = NONE
    if can_identify(s, CENTRE):
        s.token[CENTRE] = draw_token(s)


@kernel
def draw_token(s: Record) -> int:
    """A token of the pile, each with equal chance; the pile is not empty."""
    left = below(s.rng, int(s.pile_size))
    kind = 0
    while left >= s.pile[kind]:
        left -= int(s.pile[kind])
        kind += 1
    s.pile[kind] -= 1
    s.pile_size -= 1
    return kind


@kernel
def to_pile(s: Record, kind: int) -> None:
    s.pile[kind] += 1
    s.pile_size += 1


@kernel
def return_token(s: Record, space: int) -> None:
    """A token that lies open goes back to the pile."""
    if s.token[space] != NONE:
        to_pile(s, s.token[space])
        s.token[space] = NONE


@kernel
def can_identify(s: Record, space: int) -> bool:
    """No tile, no token, no marker, and the pile is not empty."""
    return s.tile[space] == NONE and s.token[space] == NONE and s.excavated[space] == NOBODY and s.pile_size > 0


@kernel
def draw_and_see(t: Table, s: Record, player: int) -> int:
    """A player identifies a token of the pile."""
    kind = draw_token(s)
    s.last_token = kind
    if t.token_shows[kind] & SHOWS_OCEAN:
        fire(t, s, Trigger.ANY_OCEAN_TOKEN, player, NONE, 0, 0)
    return kind


@kernel
def identify(t: Table, s: Record, player: int, space: int) -> None:
    """A player identifies a space that can be."""
    s.token[space] = draw_and_see(t, s, player)


@kernel
def ocean_left(t: Table, s: Record) -> bool:
    return s.track[Track.OCEANS] < t.track_end[Track.OCEANS]


@kernel
def cost_of_ocean(t: Table, s: Record, player: int, cost: int) -> int:
    """What an ocean for that price takes, with the fee for its rating; 0 if it would bring nothing."""
    if ocean_left(t, s):
        return cost + int(s.rating_fee)
    return cost if waits_for(t, s, Trigger.OWN_OCEAN_TOO_MANY, player) else 0


@kernel
def cost_of_token(t: Table, s: Record, player: int, kind: int) -> int:
    """MC that a player must have to excavate a token that lies open."""
    if kind == Token.OCEAN_FOR_4:
        return cost_of_ocean(t, s, player, OCEAN_COST)
    return int(s.rating_fee) if kind == Token.TR else 0


@kernel
def open_ground(s: Record, space: int) -> bool:
    """Neither a tile nor a marker."""
    return s.tile[space] == NONE and s.excavated[space] == NOBODY


@kernel
def can_be_taken(t: Table, s: Record, player: int, space: int) -> bool:
    """Whether the token of open ground can be taken: one that lies open may need money, a hidden one must be in the pile."""
    kind = s.token[space]
    if kind == NONE:
        return s.pile_size > 0
    cost = cost_of_token(t, s, player, kind)
    return cost == 0 or money(t, s, player) - int(s.ahead_kept) >= cost


@kernel
def own_ground(s: Record, player: int, space: int) -> bool:
    """A tile or a marker of the player."""
    return s.excavated[space] == player or (s.tile[space] != NONE and s.tile_owner[space] == player)


@kernel
def may_dig_anywhere(s: Record, player: int) -> bool:
    """By a card in this generation, or with neither tile nor marker on Mars."""
    if s.free_excavation[player]:
        return True
    for space in range(MARS_SPACES):  # noqa: SIM110
        if own_ground(s, player, space):
            return False
    return True


@kernel
def beside_own_ground(t: Table, s: Record, player: int, space: int) -> bool:
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE and own_ground(s, player, other):
            return True
    return False


@kernel
def beside_ocean(t: Table, s: Record, space: int) -> bool:
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE and s.tile[other] == Tile.OCEAN_TILE:
            return True
    return False


@kernel
def touches_no_tile(t: Table, s: Record, space: int) -> bool:
    """Beside the map nothing touches."""
    if space >= MARS_SPACES:
        return True
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE and s.tile[other] != NONE:
            return False
    return True


@kernel
def tile_placed(t: Table, s: Record, player: int, space: int) -> None:
    """A token under a tile goes back to the pile, a marker to its owner. A token may give the player MC first."""
    if space < MARS_SPACES:
        if s.token[space] == Token.PLACEMENT_BONUS_6 and player != NOBODY:
            gain(s, player, Resource.MC, PLACEMENT_BONUS)
        return_token(s, space)
        s.excavated[space] = NOBODY
    if player != NOBODY and touches_no_tile(t, s, space):
        fire(t, s, Trigger.OWN_LONELY_TILE, player, NONE, 0, 0)


@kernel
def made_volcanic(s: Record, space: int) -> bool:
    """Whether a token makes a space volcanic, and lets an ocean go there."""
    return s.token[space] == Token.VOLCANIC_OCEAN_SPACE


@kernel
def turn_face_down(s: Record, player: int) -> None:
    """The temporary token of a player is in force no more."""
    if s.active_token[player] != NONE:
        at = FIRST_TOKEN + int(s.active_token[player]) - FIRST_CARRIER
        s.in_force_for[at] = int(s.in_force_for[at]) & (EVERYBODY - (1 << player))
        s.active_token[player] = NONE


@kernel
def turn_face_up(s: Record, player: int, kind: int) -> None:
    """A temporary token of a player is in force, and no other."""
    turn_face_down(s, player)
    at = FIRST_TOKEN + kind - FIRST_CARRIER
    s.in_force_for[at] = int(s.in_force_for[at]) | (1 << player)
    s.active_token[player] = kind


@kernel
def research_begins(s: Record) -> None:
    """What lasts for a generation ends."""
    for player in range(s.players):
        turn_face_down(s, player)
        s.free_excavation[player] = 0
    s.active_marked = 0


@kernel
def track_raised(t: Table, s: Record, player: int, track: int) -> None:
    if track == Track.TEMPERATURE:
        fire(t, s, Trigger.ANY_TEMPERATURE_STEP, player, NONE, 0, 0)
