"""What effects count: tags, cards, tiles, colonies, resources on cards, and much else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import (
    claimed_tokens,
    colonies_of,
    crime_tags,
    influence,
    parties_with_delegate,
)
from regolith.envs.terraforming_mars.language.counts import Counted
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    FIRST_CORPORATION,
    MARS_SPACES,
    MOST_NEIGHBOURS,
    NOBODY,
    NONE,
    RESOURCES,
    SPACES,
    TAGS,
)
from regolith.envs.terraforming_mars.rules.holding import held_kind
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.words import CardKind, Tag, Tile, Whose

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

RATING_SET = 5
"""Steps of the rating that count together."""


@kernel
def is_city(tile: int) -> bool:
    return tile == Tile.CITY_TILE or tile == Tile.CAPITAL


@kernel
def cities(s: Record, player: int, spaces: int) -> int:
    """Cities of a player, or with NOBODY of everybody, on the first so many spaces."""
    found = 0
    for space in range(spaces):
        if is_city(s.tile[space]) and (player == NOBODY or s.tile_owner[space] == player):
            found += 1
    return found


@kernel
def greeneries(s: Record, player: int) -> int:
    found = 0
    for space in range(MARS_SPACES):
        if s.tile[space] == Tile.GREENERY_TILE and s.tile_owner[space] == player:
            found += 1
    return found


@kernel
def is_event(t: Table, s: Record, carrier: int) -> bool:
    """Whether an effect is printed on an event card whose tags are not counted as those of a card that lies face up."""
    return NONE < carrier < CARDS and t.kind[carrier] == CardKind.EVENT and s.lies[carrier] != Lies.FACE_UP_EVENT


@kernel
def own_tags(t: Table, s: Record, player: int, tag: int, card: int) -> int:
    """Tags that a player may count: face up, those of the event being played, and his wild tags once each."""
    found = int(s.tags[player, tag]) + int(s.tags[player, Tag.WILD])
    if is_event(t, s, card):
        found += t.tags[card, tag] + t.tags[card, Tag.WILD]
    return found


@kernel
def on_own_cards(t: Table, s: Record, player: int, kind: int) -> int:
    """Resources of a kind (NONE: of all kinds) on the own cards."""
    total = 0
    card = next_own_card(s, player, NONE)
    while card < CARDS:
        if in_force(t, s, card, player) and (kind == NONE or held_kind(t, s, card) == kind):
            total += int(s.resources[card])
        card = next_own_card(s, player, card)
    return total


@kernel
def without_tags(t: Table, s: Record, player: int) -> int:
    """Cards of a player that lie face up and show no tag but a wild one."""
    found = 0
    card = next_own_card(s, player, NONE)
    while card < CARDS:
        if in_force(t, s, card, player):
            shown = 0
            for tag in range(TAGS):
                shown += t.tags[card, tag] if tag != Tag.WILD else 0
            found += int(shown == 0)
        card = next_own_card(s, player, card)
    return found


@kernel
def next_to_ocean(t: Table, s: Record, space: int) -> bool:
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE and s.tile[other] == Tile.OCEAN_TILE:
            return True
    return False


@kernel
def tiles_beside_ocean(t: Table, s: Record, player: int) -> int:
    """Tiles of a player on Mars that touch at least one ocean."""
    found = 0
    for space in range(MARS_SPACES):
        if s.tile[space] != NONE and s.tile_owner[space] == player:
            found += int(next_to_ocean(t, s, space))
    return found


@kernel
def next_to_own_tile(t: Table, s: Record, space: int, player: int) -> bool:
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE and s.tile[other] != NONE and s.tile_owner[other] == player:
            return True
    return False


@kernel
def empty_spaces_beside_tiles(t: Table, s: Record, player: int) -> int:
    """Spaces of Mars without a tile that touch at least one tile of a player."""
    found = 0
    for space in range(MARS_SPACES):
        if s.tile[space] == NONE:
            found += int(next_to_own_tile(t, s, space, player))
    return found


@kernel
def active_cards(t: Table, s: Record, player: int) -> int:
    """Project cards of a player that lie in play and are active."""
    found = 0
    for card in range(FIRST_CORPORATION):
        found += int(t.kind[card] == CardKind.ACTIVE and in_force(t, s, card, player))
    return found


@kernel
def printed_kinds_of_tags(s: Record, player: int) -> int:
    found = 0
    for tag in range(TAGS):
        found += int(tag != Tag.WILD and s.tags[player, tag] > 0)
    return found


@kernel
def productions(s: Record, player: int) -> int:
    """Kinds of production of 1 or more."""
    found = 0
    for resource in range(RESOURCES):
        found += int(s.production[player, resource] > 0)
    return found


@kernel
def counted_of_player(t: Table, s: Record, count: int, player: int) -> int:
    """Things that only the player himself can have; no wild tag helps."""
    what = t.count_what[count]
    if what == Counted.FIXED:
        return int(t.count_base[count])
    if what == Counted.PRINTED_TAGS:
        things = 0
        for tag in range(TAGS):
            if t.count_tags[count, tag]:
                things += int(s.tags[player, tag])
        return things
    if what == Counted.KINDS_OF_TAGS:
        return printed_kinds_of_tags(s, player)
    if what == Counted.RATING_SETS:
        return max(0, int(s.rating[player]) - int(t.count_base[count])) // RATING_SET
    if what == Counted.PRODUCTION:
        return int(s.production[player, t.count_resource[count]])
    if what == Counted.CARDS_IN_HAND:
        return max(0, int(s.hand[player]) - int(t.count_base[count]))
    if what == Counted.ACTIVE_CARDS:
        return active_cards(t, s, player)
    if what == Counted.TILES_BESIDE_OCEAN:
        return tiles_beside_ocean(t, s, player)
    if what == Counted.EMPTY_SPACES_BESIDE_OWN_TILES:
        return empty_spaces_beside_tiles(t, s, player)
    if what == Counted.CORRUPTION:
        return int(s.corruption[player]) + int(t.count_base[count])
    if what == Counted.CRIME_TAGS:
        return int(s.tags[player, Tag.CRIME]) + int(s.event_crime[player]) + int(s.tags[player, Tag.WILD])
    if what == Counted.CLAIMED_TOKENS:
        return claimed_tokens(s, player)
    if what == Counted.PRINTED_CRIME_TAGS:
        return crime_tags(s, player)
    if what == Counted.PRODUCTIONS:
        return productions(s, player)
    if what == Counted.LAST_AMOUNT:
        return int(s.last_amount)
    if what == Counted.PARTIES_WITH_DELEGATE:
        return parties_with_delegate(s, player)
    return int(s.tags[player, Tag.BUILDING]) + cities(s, player, SPACES)


@kernel
def counted(t: Table, s: Record, count: int, player: int, card: int) -> int:
    """How much a count gives now."""
    what, whose = t.count_what[count], t.count_whose[count]
    things = 0
    if what == Counted.TAGS:
        for p in range(s.players):
            if (whose == Whose.OWN and p != player) or (whose == Whose.OPPONENTS and p == player):
                continue
            for tag in range(TAGS):
                if t.count_tags[count, tag]:
                    things += int(s.tags[p, tag])
        if whose != Whose.OPPONENTS:
            things += int(s.tags[player, Tag.WILD])
            if is_event(t, s, card):
                for tag in range(TAGS):
                    if t.count_tags[count, tag] or tag == Tag.WILD:
                        things += t.tags[card, tag]
    elif what == Counted.CITIES:
        things = cities(s, player if whose == Whose.OWN else NOBODY, SPACES)
    elif what == Counted.CITIES_ON_MARS:
        things = cities(s, NOBODY, MARS_SPACES)
    elif what == Counted.EVENTS_PLAYED:
        for p in range(s.players):
            if whose != Whose.OWN or p == player:
                things += int(s.events[p])
    elif what == Counted.COLONIES:
        things = colonies_of(s, player if whose == Whose.OWN else NOBODY)
    elif what == Counted.CARD_RESOURCES:
        things = on_own_cards(t, s, player, t.count_kind[count])
    elif what == Counted.RESOURCES_HERE:
        things = int(s.resources[card])
    elif what == Counted.CARDS_WITHOUT_TAGS:
        things = without_tags(t, s, player)
    else:
        things = counted_of_player(t, s, count, player)
    if t.count_most[count] != NONE:
        things = min(things, t.count_most[count])
    if t.count_influence[count] != 0:
        things = max(0, things + t.count_influence[count] * influence(t, s, player))
    if t.count_less_tokens[count]:
        things = max(0, things - claimed_tokens(s, player))
    result = things // t.count_every[count] * t.count_each[count]
    return result if t.count_limit[count] == NONE else min(result, t.count_limit[count])


@kernel
def amount(t: Table, s: Record, row: int, player: int, card: int) -> int:
    """The amount of a step: printed, or counted now."""
    if t.count[row] == NONE:
        return t.n[row]
    return counted(t, s, t.count[row], player, card)
