"""What effects count: tags, cities, events, colonies, resources on cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import colonies_of
from regolith.envs.terraforming_mars.language.counts import Counted
from regolith.envs.terraforming_mars.rooms import CARDS, MARS_SPACES, NOBODY, NONE, SPACES, TAGS
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.words import CardKind, Tag, Tile, Whose

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


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
def is_event(t: Table, carrier: int) -> bool:
    """Whether an effect is printed on an event card."""
    return NONE < carrier < CARDS and t.kind[carrier] == CardKind.EVENT


@kernel
def own_tags(t: Table, s: Record, player: int, tag: int, card: int) -> int:
    """Tags that a player may count: face up, those of the event being played, and his wild tags once each."""
    found = int(s.tags[player, tag]) + int(s.tags[player, Tag.WILD])
    if is_event(t, card):
        found += t.tags[card, tag] + t.tags[card, Tag.WILD]
    return found


@kernel
def on_own_cards(t: Table, s: Record, player: int, kind: int) -> int:
    """Resources of a kind (NONE: of all kinds) on the own cards."""
    total = 0
    for card in range(CARDS):
        if in_force(t, s, card, player) and (kind == NONE or t.holds[card] == kind):
            total += int(s.resources[card])
    return total


@kernel
def without_tags(t: Table, s: Record, player: int) -> int:
    """Cards of a player that lie face up and show no tag but a wild one."""
    found = 0
    for card in range(CARDS):
        if in_force(t, s, card, player):
            shown = 0
            for tag in range(TAGS):
                shown += t.tags[card, tag] if tag != Tag.WILD else 0
            found += int(shown == 0)
    return found


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
            if is_event(t, card):
                for tag in range(TAGS):
                    if t.count_tags[count, tag] or tag == Tag.WILD:
                        things += t.tags[card, tag]
    elif what == Counted.CITIES:
        things = cities(s, NOBODY, SPACES)
    elif what == Counted.CITIES_ON_MARS:
        things = cities(s, NOBODY, MARS_SPACES)
    elif what == Counted.EVENTS_PLAYED:
        for p in range(s.players):
            things += int(s.events[p])
    elif what == Counted.COLONIES:
        things = colonies_of(s, player if whose == Whose.OWN else NOBODY)
    elif what == Counted.CARD_RESOURCES:
        things = on_own_cards(t, s, player, t.count_kind[count])
    elif what == Counted.RESOURCES_HERE:
        things = int(s.resources[card])
    elif what == Counted.CARDS_WITHOUT_TAGS:
        things = without_tags(t, s, player)
    if t.count_most[count] != NONE:
        things = min(things, t.count_most[count])
    return things // t.count_every[count] * t.count_each[count]


@kernel
def amount(t: Table, s: Record, row: int, player: int, card: int) -> int:
    """The amount of a step: printed, or counted now."""
    if t.count[row] == NONE:
        return t.n[row]
    return counted(t, s, t.count[row], player, card)
