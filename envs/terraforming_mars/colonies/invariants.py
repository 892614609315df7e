"""What holds of the colony tiles and trade fleets in every record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.colonies.rules import (
    TILES,
    colonies_on,
    fleets_at_home,
    someone_holds,
    tile_in_game,
    tiles_drawn,
)
from regolith.envs.terraforming_mars.colonies.words import FIRST_TILE, FLEETS_AT_START, SOLO_TILES, ColonyLies
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.language.operation import Gives, Holds, Turns
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    COLONY_SLOTS,
    COLONY_TILES,
    END,
    FIRST_CARRIER,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    NOBODY,
    NONE,
    PLAYERS,
    TAGS,
)
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.in_force import next_in_force
from regolith.envs.terraforming_mars.rules.needed_boxes import boxes_there
from regolith.envs.terraforming_mars.state import Frame, Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import Tag

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

SOLO_LEFT_OUT = 1


@kernel
def leaving_one_out(t: Table, s: Record) -> bool:
    """Whether a solo player has yet to say which tile he leaves out."""
    for f in range(s.depth):  # noqa: SIM110
        if s.stack[f, Frame.ROW] == t.leave_colony_tile_row:
            return True
    return False


@kernel
def picker(t: Table, s: Record) -> int:
    """The player who gains the bonuses of colonies one after the other; NOBODY unless there is exactly one."""
    found, effects = NOBODY, 0
    for f in range(s.depth):
        op = t.op[s.stack[f, Frame.ROW]]
        if t.op_asks[op] == Kind.COLONY and t.op_turns[op] == Turns.OWN:
            found = int(s.stack[f, Frame.PLAYER])
            effects += 1
    return found if effects == 1 else NOBODY


@kernel
def has_further_tiles(t: Table, s: Record) -> bool:
    """Whether tiles of other boxes are in the game, and with them preludes that may be copied and played again."""
    for tile in range(TILES):  # noqa: SIM110
        if t.colony_needs[tile] != 0 and boxes_there(s, t.colony_needs[tile]):
            return True
    return False


@kernel
def broken_tiles(t: Table, s: Record) -> int:
    """As many tiles are in play as should be, and one that sleeps has nothing on it and reason to sleep."""
    offered, in_play = 0, 0
    for tile in range(COLONY_TILES):
        lies = s.colony_lies[tile]
        if (lies == ColonyLies.OF_NO_BOX) == tile_in_game(t, s, tile):
            return Broken.COLONY_TILE
        offered += int(lies == ColonyLies.OFFERED)
        in_play += int(lies >= ColonyLies.DORMANT)
        empty = colonies_on(s, tile) == 0 and s.colony_track[tile] == 0 and s.colony_visitor[tile] == NOBODY
        if lies != ColonyLies.AWAKE and not empty:
            return Broken.COLONY_TILE
        if lies == ColonyLies.DORMANT:
            kind = t.colony_sleeps_until[tile]
            if kind == NONE or someone_holds(t, s, kind):
                return Broken.COLONY_TILE
    wanted, choosing = tiles_drawn(s.players), False
    if s.colony_tiles != 0:
        wanted = 0
        for tile in range(TILES):
            if (s.colony_tiles >> tile) & 1:
                wanted += 1
                if s.colony_lies[tile] < ColonyLies.DORMANT:
                    return Broken.COLONY_TILE
    elif s.players == 1:
        choosing = leaving_one_out(t, s)
        if choosing != (s.phase == Phase.SETUP):
            return Broken.COLONY_TILE
        wanted = 0 if choosing else wanted - SOLO_LEFT_OUT
    if offered != (SOLO_TILES if choosing else 0):
        return Broken.COLONY_TILE
    # The corporation that adds a tile adds one; a prelude that does may be copied and played again.
    added = COLONY_TILES if has_further_tiles(t, s) else 1
    return Broken.COLONY_TILE if in_play < wanted or in_play > wanted + added else Broken.NOTHING


@kernel
def broken_colonies(t: Table, s: Record) -> int:
    """Colonies fill the places of a tile in order, markers are not below them, and only one effect picks from them."""
    picking = picker(t, s)
    for tile in range(COLONY_TILES):
        number = colonies_on(s, tile)
        for slot in range(COLONY_SLOTS):
            owner = s.colony_owner[tile, slot]
            if owner >= s.players or (owner != NOBODY) != (slot < number):
                return Broken.COLONY
        if s.colony_track[tile] < number:
            return Broken.COLONY
        if s.colony_picked[tile] > 0:
            if picking == NOBODY or s.colony_picked[tile] > number:
                return Broken.COLONY
    return Broken.NOTHING


@kernel
def fleets_of(t: Table, start: int) -> int:
    """Trade fleets that a program brings."""
    row, found = start, 0
    while t.op[row] != END:
        if t.op_gives[t.op[row]] == Gives.FLEETS:
            found += t.n[row]
        row += 1
    return found


@kernel
def takes_back(t: Table, card: int) -> bool:
    """Whether a card takes another one back to the hand."""
    row = t.on_play[card]
    while t.op[row] != END:
        if t.op_takes_back[t.op[row]]:
            return True
        row += 1
    return False


@kernel
def fleets_brought(t: Table, s: Record, player: int) -> int:
    """Trade fleets that the player has for certain: by his cards in play, the prelude that one of them copies, and his colonies."""
    found = FLEETS_AT_START
    for card in range(CARDS):
        if s.owner[card] == player and s.lies[card] == Lies.IN_PLAY:
            found += fleets_of(t, t.on_play[s.copied if card == t.copier and s.copied != 0 else card])
    for tile in range(TILES):
        for slot in range(COLONY_SLOTS):
            if s.colony_owner[tile, slot] == player:
                found += fleets_of(t, t.carrier_row[FIRST_TILE + tile - FIRST_CARRIER])
    return found


@kernel
def fleets_played_again(t: Table, s: Record, player: int) -> int:
    """Those that he may have besides: each prelude that he took back has brought its fleet once more than is seen."""
    most, returned = 0, 0
    for card in range(FIRST_PRELUDE, CARDS):
        if s.lies[card] != Lies.OUT_OF_THE_GAME:
            most = max(most, fleets_of(t, t.on_play[card]))
    for card in range(FIRST_CORPORATION):
        if s.owner[card] == player and s.lies[card] >= Lies.IN_PLAY:
            returned += int(takes_back(t, card))
    return most * returned


@kernel
def broken_fleets(t: Table, s: Record) -> int:
    """Everybody has the fleets that he began with and those of his cards and colonies, at home or on tiles."""
    for player in range(PLAYERS):
        if player >= s.players:
            if s.fleets[player] != 0:
                return Broken.TRADE_FLEET
            continue
        brought = fleets_brought(t, s, player)
        # What is under way may not have brought its fleet yet.
        few = s.fleets[player] < (brought if s.depth == 0 else FLEETS_AT_START)
        many = s.fleets[player] > brought + fleets_played_again(t, s, player)
        if few or many or fleets_at_home(s, player) < 0:
            return Broken.TRADE_FLEET
    for tile in range(COLONY_TILES):
        if s.colony_visitor[tile] >= s.players:
            return Broken.TRADE_FLEET
    return Broken.NOTHING


@kernel
def broken_kinds(t: Table, s: Record) -> int:
    """Kinds of tags are remembered for the one player who gains by new ones, and all that he has are among them."""
    owner = NOBODY
    trigger = Trigger.OWN_NEW_KIND_OF_TAG
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        owner = max(owner, next_in_force(t, s, t.passive_carrier[i], NOBODY))
    if owner == NOBODY:
        return Broken.KINDS_OF_TAGS if s.tag_kinds_had != 0 else Broken.NOTHING
    for tag in range(TAGS):
        known = (s.tag_kinds_had >> tag) & 1 != 0
        # A wild tag is of no box, as room for tags to come is.
        if (known and t.tag_box[tag] == NONE) or (tag != Tag.WILD and s.tags[owner, tag] > 0 and not known):
            return Broken.KINDS_OF_TAGS
    return Broken.NOTHING


@kernel
def broken(t: Table, s: Record) -> int:
    fault = broken_tiles(t, s)
    if fault == Broken.NOTHING:
        fault = broken_colonies(t, s)
    if fault == Broken.NOTHING:
        fault = broken_fleets(t, s)
    if fault == Broken.NOTHING:
        fault = broken_kinds(t, s)
    return fault


@kernel
def unused(s: Record) -> bool:
    """Without the box nothing of it is used."""
    if s.colony_corporations or s.colony_tiles or s.tag_kinds_had:
        return False
    for tile in range(COLONY_TILES):
        if s.colony_lies[tile] or s.colony_track[tile] or s.colony_visitor[tile] or s.colony_picked[tile]:
            return False
        for slot in range(COLONY_SLOTS):
            if s.colony_owner[tile, slot]:
                return False
    for player in range(PLAYERS):  # noqa: SIM110
        if s.fleets[player]:
            return False
    return True


@kernel
def broken_tile_of_effect(s: Record, holds: int, player: int, tile: int) -> bool:
    """Whether an effect under way cannot be about this tile."""
    if tile < 0 or tile >= TILES or s.colony_lies[tile] != ColonyLies.AWAKE:
        return True
    if holds == Holds.TILE_TO_VISIT:
        return s.colony_visitor[tile] != NOBODY or fleets_at_home(s, player) <= 0
    return holds == Holds.TRADED_TILE and s.colony_visitor[tile] != player
