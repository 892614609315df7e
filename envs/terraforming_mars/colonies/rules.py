"""The rules of Colonies: which tiles are in play and awake, building, what a trade costs, colony production."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import below
from regolith.envs.terraforming_mars.colonies.words import (
    FEWEST_TILES,
    FIRST_STEP,
    FIRST_TILE,
    FLEETS_AT_START,
    LAST_STEP,
    MC_FEE,
    OTHER_FEE,
    SOLO_PRODUCTION,
    SOLO_TILES,
    TILES_BESIDES_PLAYERS,
    WAYS_TO_PAY,
    ColonyLies,
    ColonyTile,
    TradeFee,
)
from regolith.envs.terraforming_mars.language.lasting import Rule, Trigger
from regolith.envs.terraforming_mars.machine.stack import begin, push
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    COLONY_SLOTS,
    COLONY_TILES,
    FIRST_CARRIER,
    FIRST_CORPORATION,
    NOBODY,
    NONE,
    TAGS,
)
from regolith.envs.terraforming_mars.rules.holding import can_hold, held_kind
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.needed_boxes import boxes_there
from regolith.envs.terraforming_mars.rules.price import affordable
from regolith.envs.terraforming_mars.rules.supply import rule_of
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.state import Deck, Lies, Mode
from regolith.envs.terraforming_mars.words import CardSet, Resource, Tag

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

TILES = len(ColonyTile)


@kernel
def colonies_on(s: Record, tile: int) -> int:
    """How many colonies there are on a tile."""
    for slot in range(COLONY_SLOTS):
        if s.colony_owner[tile, slot] == NOBODY:
            return slot
    return COLONY_SLOTS


@kernel
def own_colonies_on(s: Record, tile: int, player: int) -> int:
    found = 0
    for slot in range(COLONY_SLOTS):
        found += int(s.colony_owner[tile, slot] == player)
    return found


@kernel
def fleets_at_home(s: Record, player: int) -> int:
    away = 0
    for tile in range(TILES):
        away += int(s.colony_visitor[tile] == player)
    return s.fleets[player] - away


@kernel
def someone_holds(t: Table, s: Record, kind: int) -> bool:
    """Whether any card in play can hold such resources."""
    for card in range(CARDS):  # noqa: SIM110
        if s.lies[card] == Lies.IN_PLAY and can_hold(t, s, card, kind):
            return True
    return False


@kernel
def wake(s: Record, tile: int) -> None:
    s.colony_lies[tile] = ColonyLies.AWAKE
    s.colony_track[tile] = FIRST_STEP


@kernel
def put_into_play(t: Table, s: Record, tile: int) -> None:
    """A tile sleeps until there is a card that can hold what it gives."""
    kind = t.colony_sleeps_until[tile]
    s.colony_lies[tile] = ColonyLies.DORMANT
    if kind == NONE or someone_holds(t, s, kind):
        wake(s, tile)


@kernel
def tiles_drawn(players: int) -> int:
    return SOLO_TILES if players == 1 else max(FEWEST_TILES, players + TILES_BESIDES_PLAYERS)


@kernel
def tile_in_game(t: Table, s: Record, tile: int) -> bool:
    """Whether a tile belongs to the boxes of this game."""
    return tile < TILES and boxes_there(s, t.colony_needs[tile])


@kernel
def draw_tiles(t: Table, s: Record) -> None:
    """Some of the tiles are offered, each with equal chance."""
    left, wanted = 0, tiles_drawn(s.players)
    for tile in range(TILES):
        left += int(tile_in_game(t, s, tile))
    for tile in range(TILES):
        if not tile_in_game(t, s, tile):
            continue
        if below(s.rng, left) < wanted:
            s.colony_lies[tile] = ColonyLies.OFFERED
            wanted -= 1
        left -= 1


@kernel
def swap_tiles(s: Record) -> None:
    """Two tiles change places, if an experiment wants it."""
    one, other = s.swapped[0] - FIRST_TILE, s.swapped[1] - FIRST_TILE
    if 0 <= one < TILES and 0 <= other < TILES:
        lies = int(s.colony_lies[one])
        s.colony_lies[one] = s.colony_lies[other]
        s.colony_lies[other] = lies


@kernel
def setup(t: Table, s: Record) -> None:
    """Fleets for all; tiles as asked for, or drawn. Alone one draws one more and leaves it out when everything else is chosen."""
    for player in range(s.players):
        s.fleets[player] = FLEETS_AT_START
    for tile in range(COLONY_TILES):
        s.colony_visitor[tile] = NOBODY
        for slot in range(COLONY_SLOTS):
            s.colony_owner[tile, slot] = NOBODY
    for tile in range(TILES):
        asked_for = (s.colony_tiles >> tile) & 1 != 0
        if tile_in_game(t, s, tile):
            s.colony_lies[tile] = ColonyLies.OFFERED if asked_for else ColonyLies.UNUSED
    if s.colony_tiles == 0:
        draw_tiles(t, s)
        swap_tiles(s)
    if s.players == 1:
        s.production[0, Resource.MC] += SOLO_PRODUCTION
        if s.colony_tiles == 0:
            begin(s, t.leave_colony_tile_row, NONE, 0)
            return
    put_offered_into_play(t, s)


@kernel
def put_offered_into_play(t: Table, s: Record) -> None:
    for tile in range(TILES):
        if s.colony_lies[tile] == ColonyLies.OFFERED:
            put_into_play(t, s, tile)


@kernel
def leave_out(t: Table, s: Record, tile: int) -> None:
    """The others that were offered come into play."""
    s.colony_lies[tile] = ColonyLies.UNUSED
    put_offered_into_play(t, s)


@kernel
def one_of_each(s: Record) -> bool:
    """Whether everybody is dealt a corporation of this box and another one."""
    return s.colony_corporations != 0


@kernel
def of_this_box(t: Table, card: int) -> bool:
    return t.card_set[card] == CardSet.COLONIES


@kernel
def stack_corporations(t: Table, s: Record) -> None:
    """Before corporations are dealt two by two: the next of this box and the next other one go on top, for each player."""
    top = FIRST_CORPORATION + s.deck_size[Deck.CORPORATIONS] - 1
    for i in range(2 * s.players):
        for other in range(top - i, FIRST_CORPORATION - 1, -1):
            if of_this_box(t, s.deck[other]) == (i % 2 == 0):
                card = s.deck[other]
                s.deck[other] = s.deck[top - i]
                s.deck[top - i] = card
                break


@kernel
def card_entered(t: Table, s: Record, player: int, card: int) -> None:
    """A card lies in play: tiles that waited for what it holds wake up, and a kind of tag may be new to its owner."""
    if s.lies[card] != Lies.IN_PLAY:
        return
    if held_kind(t, s, card) != NONE:
        for tile in range(TILES):
            if s.colony_lies[tile] == ColonyLies.DORMANT and can_hold(t, s, card, t.colony_sleeps_until[tile]):
                wake(s, tile)
    for tag in range(TAGS):
        if t.tags[card, tag] > 0:
            tag_entered(t, s, player, tag)


@kernel
def tag_entered(t: Table, s: Record, player: int, tag: int) -> None:
    """A kind of tag may be new to its owner."""
    trigger = Trigger.OWN_NEW_KIND_OF_TAG
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if in_force(t, s, t.passive_carrier[i], player):
            if tag != Tag.WILD and not (s.tag_kinds_had >> tag) & 1:
                s.tag_kinds_had |= 1 << tag
                fire(t, s, trigger, player, NONE, 0, 0)


@kernel
def may_build(s: Record, player: int, tile: int, again: bool) -> bool:
    """Whether a colony can be built on a tile; `again`: even if the player has one there."""
    if s.colony_lies[tile] != ColonyLies.AWAKE or colonies_on(s, tile) == COLONY_SLOTS:
        return False
    return again or own_colonies_on(s, tile, player) == 0


@kernel
def build(t: Table, s: Record, player: int, tile: int) -> None:
    """A colony on the lowest free place; a marker that stands there moves up."""
    colonies = colonies_on(s, tile)
    s.colony_owner[tile, colonies] = player
    s.colony_track[tile] = max(int(s.colony_track[tile]), colonies + 1)
    carrier = FIRST_TILE + tile
    begin(s, t.carrier_row[carrier - FIRST_CARRIER], carrier, player)
    fire(t, s, Trigger.ANY_COLONY, player, NONE, 0, 0)


@kernel
def fee(t: Table, s: Record, player: int, means: int) -> int:
    """What a trade costs the player, of what he pays with."""
    if means == TradeFee.CARD_RESOURCES:
        return rule_of(t, s, player, Rule.TRADE_WITH_RESOURCE, NONE)
    full = MC_FEE if means == TradeFee.MC else OTHER_FEE
    return max(0, full - rule_of(t, s, player, Rule.TRADE_DISCOUNT, NONE))


@kernel
def paying_card(t: Table, s: Record, player: int) -> int:
    """The card whose resources may pay for a trade of the player; NONE if he has none."""
    for i in range(t.rule_first[Rule.TRADE_WITH_RESOURCE], t.rule_first[Rule.TRADE_WITH_RESOURCE + 1]):
        if in_force(t, s, t.modifier_carrier[i], player):
            return t.modifier_carrier[i]
    return NONE


@kernel
def can_pay_fee(t: Table, s: Record, player: int, means: int) -> bool:
    if means == TradeFee.CARD_RESOURCES:
        card = paying_card(t, s, player)
        return card != NONE and s.resources[card] >= fee(t, s, player, means)
    cost = fee(t, s, player, means)
    if means == TradeFee.MC:
        return affordable(t, s, player, NONE, cost)
    return s.stock[player, Resource.ENERGY if means == TradeFee.ENERGY else Resource.TITANIUM] >= cost


@kernel
def pay_fee(t: Table, s: Record, player: int, means: int) -> None:
    cost = fee(t, s, player, means)
    if means == TradeFee.MC:
        push(s, t.pay_row, NONE, player, cost, NONE, Mode.WHOLE)
    elif means == TradeFee.CARD_RESOURCES:
        s.resources[paying_card(t, s, player)] -= cost
    else:
        s.stock[player, Resource.ENERGY if means == TradeFee.ENERGY else Resource.TITANIUM] -= cost


@kernel
def can_be_visited(s: Record, tile: int) -> bool:
    return s.colony_lies[tile] == ColonyLies.AWAKE and s.colony_visitor[tile] == NOBODY


@kernel
def has_trade(s: Record, player: int) -> bool:
    """Whether the player has a fleet at home, and there is a tile for it to go to."""
    if fleets_at_home(s, player) <= 0:
        return False
    for tile in range(TILES):  # noqa: SIM110
        if can_be_visited(s, tile):
            return True
    return False


@kernel
def can_pay_trade(t: Table, s: Record, player: int) -> bool:
    """Whether the player could pay for a trade by some means."""
    for means in range(WAYS_TO_PAY):  # noqa: SIM110
        if can_pay_fee(t, s, player, means):
            return True
    return False


@kernel
def begin_trade(t: Table, s: Record, player: int, tile: int) -> None:
    """A trade as an action: pay, send the fleet, then everything else."""
    push(s, t.trade_row, NONE, player, tile, 0, Mode.WHOLE)


@kernel
def produce(s: Record) -> None:
    """Colony production: all fleets come home, the markers of all tiles that are awake move up a step."""
    for tile in range(TILES):
        s.colony_visitor[tile] = NOBODY
        if s.colony_lies[tile] == ColonyLies.AWAKE:
            s.colony_track[tile] = min(LAST_STEP, s.colony_track[tile] + 1)
