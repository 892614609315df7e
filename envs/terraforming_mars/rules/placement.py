"""Tiles: where they may go, and what placing one brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import has_own_marker, made_volcanic, tile_placed
from regolith.envs.terraforming_mars.language.lasting import Rule, Trigger
from regolith.envs.terraforming_mars.machine.stack import begin, offer_choice
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, MOST_NEIGHBOURS, NOBODY, NONE, OFF_MARS_SPACES, RESOURCES
from regolith.envs.terraforming_mars.rules.counting import is_city
from regolith.envs.terraforming_mars.rules.drawing import draw
from regolith.envs.terraforming_mars.rules.supply import gain, money, rating_up, rule_of
from regolith.envs.terraforming_mars.rules.tracks import complete, raise_track
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.state import Phase
from regolith.envs.terraforming_mars.words import Resource, SpaceKind, Tile, Track, Where

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

OCEAN_MC = 2
"""For each ocean that a new tile touches, unless a card says otherwise."""
SOUTH_POLE_COST = 6
LAND, CITY_RULES, CITY_BESIDE_OWN = int(Where.LAND), int(Where.CITY_RULES), int(Where.CITY_BESIDE_OWN)


@kernel
def has_kind(t: Table, s: Record, kind: int) -> bool:
    """Whether the map has spaces of that kind."""
    for space in range(MARS_SPACES):  # noqa: SIM110
        if t.space_kind[s.map, space] == kind:
            return True
    return False


@kernel
def rule_here(t: Table, s: Record, player: int, tile: int, where: int) -> int:
    """The rule to go by on this map, where some have no volcanoes or no Noctis City, and for this player."""
    rule = where
    if where == Where.VOLCANIC and not has_kind(t, s, SpaceKind.VOLCANIC):
        rule = CITY_RULES if is_city(tile) else LAND
    elif where == Where.NOCTIS_CITY and not has_kind(t, s, SpaceKind.NOCTIS_CITY):
        rule = CITY_RULES
    if rule == CITY_RULES and rule_of(t, s, player, Rule.CITIES_BESIDE_OWN, NONE) > 0:
        rule = CITY_BESIDE_OWN
    return rule


@kernel
def shows_metal(t: Table, s: Record, space: int) -> bool:
    gains = t.space_gain[s.map, space]
    return gains[Resource.STEEL] > 0 or gains[Resource.TITANIUM] > 0


@kernel
def fits(t: Table, s: Record, player: int, space: int, where: int) -> bool:
    """Whether a free space obeys a rule (as given by `rule_here`)."""
    kind = t.space_kind[s.map, space]
    if where == Where.LAST_SPACE:
        return space == s.last_space
    if where == Where.OCEAN_SPACE:
        return kind == SpaceKind.OCEAN or made_volcanic(s, space)
    if where == Where.NOCTIS_CITY:
        return kind == SpaceKind.NOCTIS_CITY
    if where == Where.VOLCANIC:
        return kind == SpaceKind.VOLCANIC or made_volcanic(s, space)
    if kind != SpaceKind.LAND and kind != SpaceKind.VOLCANIC:
        return False
    if where == Where.LAND:
        return True
    if where == Where.UNMARKED_LAND:
        return s.claim[space] == NOBODY
    if where == Where.OWN_MARKER:
        return has_own_marker(s, space, player)
    if where == Where.METAL_BONUS:
        return shows_metal(t, s, space)
    tiles, own, city, greenery = 0, 0, 0, 0
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other == NONE:
            break
        tile = s.tile[other]
        if tile != NONE:
            tiles += 1
            own += int(s.tile_owner[other] == player)
            city += int(is_city(tile))
            greenery += int(tile == Tile.GREENERY_TILE)
    if where == Where.CITY_RULES:
        return city == 0
    if where == Where.GREENERY_RULES:
        return own > 0
    if where == Where.CITY_BESIDE_OWN:
        return own > 0 or has_own_marker(s, space, player)
    if where == Where.ISOLATED:
        return tiles == 0
    if where == Where.NEXT_TO_GREENERY:
        return greenery > 0
    if where == Where.NEXT_TO_CITY:
        return city > 0
    if where == Where.NEXT_TO_TWO_CITIES:
        return city > 1
    return own > 0 and shows_metal(t, s, space)


@kernel
def free(t: Table, s: Record, player: int, space: int) -> bool:
    """No tile, nobody else's marker, and the extra cost of the south pole is at hand, though without an ocean left nobody pays it."""
    if s.tile[space] != NONE or (s.claim[space] != NOBODY and s.claim[space] != player):
        return False
    return t.space_ocean[s.map, space] == 0 or money(t, s, player) - s.ahead_kept >= south_pole_cost(t, s)


@kernel
def south_pole_cost(t: Table, s: Record) -> int:
    """With the fee for the rating that its ocean brings."""
    oceans = s.track[Track.OCEANS] + s.ahead_track[Track.OCEANS]
    return SOUTH_POLE_COST + (int(s.rating_fee) if oceans < t.track_end[Track.OCEANS] else 0)


@kernel
def free_beside_map(t: Table, s: Record, off: int) -> bool:
    """Whether a space beside the map is meant for a city of this game and has none."""
    return t.off_mars_box[off] != NONE and s.box[t.off_mars_box[off]] != 0 and s.tile[MARS_SPACES + off] == NONE


@kernel
def has_space_beside_map(t: Table, s: Record) -> bool:
    for off in range(OFF_MARS_SPACES):  # noqa: SIM110
        if free_beside_map(t, s, off):
            return True
    return False


@kernel
def offer_spaces_beside_map(t: Table, s: Record) -> None:
    for off in range(OFF_MARS_SPACES):
        if free_beside_map(t, s, off):
            offer_choice(s, MARS_SPACES + off)


@kernel
def offer_spaces(t: Table, s: Record, player: int, tile: int, where: int) -> None:
    """Add the spaces where a tile may go to the choices. What goes beside own tiles goes anywhere without such a space."""
    if where == Where.SPACE_OF_ANOTHER_CITY:
        offer_spaces_beside_map(t, s)
        return
    rule = rule_here(t, s, player, tile, where)
    for space in range(MARS_SPACES):
        if free(t, s, player, space) and fits(t, s, player, space, rule):
            offer_choice(s, space)
    if s.choices == 0 and (rule == Where.GREENERY_RULES or rule == Where.CITY_BESIDE_OWN):
        for space in range(MARS_SPACES):
            if free(t, s, player, space) and fits(t, s, player, space, Where.LAND):
                offer_choice(s, space)


@kernel
def can_place(t: Table, s: Record, player: int, tile: int, where: int) -> bool:
    """Whether there is a space for a tile. Oceans that are all placed stop nothing."""
    if where == Where.OFF_MARS or where == Where.LAST_SPACE:
        return True
    if where == Where.SPACE_OF_ANOTHER_CITY:
        return has_space_beside_map(t, s)
    rule = rule_here(t, s, player, tile, where)
    if rule == Where.GREENERY_RULES or rule == Where.CITY_BESIDE_OWN:
        rule = LAND
    if tile == Tile.OCEAN_TILE and complete(t, s, Track.OCEANS):
        return True
    for space in range(MARS_SPACES):  # noqa: SIM110
        if free(t, s, player, space) and fits(t, s, player, space, rule):
            return True
    return False


@kernel
def mc_beside_ocean(t: Table, s: Record, player: int) -> int:
    """For each ocean that a new tile of the player touches."""
    return OCEAN_MC + rule_of(t, s, player, Rule.OCEAN_BONUS, NONE)


@kernel
def put_tile(t: Table, s: Record, player: int, space: int, tile: int) -> None:
    """Place a tile, with everything that the player gets for it. An ocean placed through NOBODY gives nothing."""
    s.tile[space] = tile
    s.tile_owner[space] = NOBODY if tile == Tile.OCEAN_TILE else player
    s.claim[space] = NOBODY
    s.last_space = space
    tile_placed(t, s, player, space)
    if is_city(tile):
        fire(t, s, Trigger.OWN_CITY, player, NONE, 0, 0)
        fire(t, s, Trigger.ANY_CITY, player, NONE, 0, 0)
        if space < MARS_SPACES:
            fire(t, s, Trigger.ANY_CITY_ON_MARS, player, NONE, 0, 0)
    if space >= MARS_SPACES:
        return
    if player != NOBODY:
        fire(t, s, Trigger.OWN_TILE_ON_MARS, player, NONE, 0, 0)
    if tile == Tile.OCEAN_TILE:
        s.track[Track.OCEANS] += 1
        fire(t, s, Trigger.ANY_OCEAN, player, NONE, 0, 0)
        if player == NOBODY:
            return
        rating_up(t, s, player, 1)
    elif tile == Tile.GREENERY_TILE:
        fire(t, s, Trigger.OWN_GREENERY, player, NONE, 0, 0)
        if s.phase != Phase.FINAL_GREENERIES:
            raise_track(t, s, player, Track.OXYGEN, 1)
    for resource in range(RESOURCES):
        gain(s, player, resource, t.space_gain[s.map, space, resource])
    if shows_metal(t, s, space):
        fire(t, s, Trigger.OWN_TILE_ON_METAL, player, NONE, 0, 0)
    draw(s, player, t.space_cards[s.map, space])
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE and s.tile[other] == Tile.OCEAN_TILE:
            gain(s, player, Resource.MC, mc_beside_ocean(t, s, player))
    if t.space_ocean[s.map, space] and not complete(t, s, Track.OCEANS):
        begin(s, t.ocean_row, NONE, player)
        begin(s, t.south_pole_row, NONE, player)
