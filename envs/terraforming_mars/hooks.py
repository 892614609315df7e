"""Where the rules call the boxes: a line for each box that has something to do there.

Rules may import this module, and this module only the kernels of the boxes, never their cards: so editing a card recompiles nothing.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.ports import FLOAT32, NOTHING, NUMBER, Door
from regolith.envs.terraforming_mars.colonies import counting as colony_counting
from regolith.envs.terraforming_mars.colonies import invariants as colony_invariants
from regolith.envs.terraforming_mars.colonies import observation as colony_observation
from regolith.envs.terraforming_mars.colonies import rules as colonies
from regolith.envs.terraforming_mars.doors import DoorTo
from regolith.envs.terraforming_mars.rooms import COLONY_TILES, SOLAR_STEPS, room
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.turmoil import counting as committee
from regolith.envs.terraforming_mars.turmoil import invariants as turmoil_invariants
from regolith.envs.terraforming_mars.turmoil import observation as turmoil_observation
from regolith.envs.terraforming_mars.turmoil import rules as turmoil
from regolith.envs.terraforming_mars.underworld import corruption as bribery
from regolith.envs.terraforming_mars.underworld import counting as token_counting
from regolith.envs.terraforming_mars.underworld import goals as covering
from regolith.envs.terraforming_mars.underworld import invariants as underground_invariants
from regolith.envs.terraforming_mars.underworld import observation as underground_observation
from regolith.envs.terraforming_mars.underworld import rules as underground
from regolith.envs.terraforming_mars.venus import rules as venus
from regolith.envs.terraforming_mars.words import CardSet

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


def large_box_in_game(options: Any) -> bool:
    """Whether options ask for a box whose rules are compiled only where it is played."""
    return any(options.box[box] for box in (CardSet.COLONIES, CardSet.TURMOIL, CardSet.UNDERWORLD))


def rating_may_cost(options: Any) -> bool:
    """Whether steps of rating may have a fee in games with these options."""
    return bool(options.box[CardSet.TURMOIL])


@kernel
def has_large_box(s: Record) -> bool:
    return s.box[CardSet.COLONIES] != 0 or s.box[CardSet.TURMOIL] != 0 or s.box[CardSet.UNDERWORLD] != 0


class SolarStep(IntEnum):
    """The steps of the solar phase, in the order of the rulebooks."""

    NOT_BEGUN = 0
    WORLD_GOVERNMENT = 1
    COLONY_PRODUCTION = 2
    TURMOIL = 3
    DONE = 4


room("steps of the solar phase", len(SolarStep), SOLAR_STEPS)


@kernel
def set_up_things(t: Table, s: Record) -> None:
    if s.box[CardSet.UNDERWORLD]:
        underground.setup(t, s)
        covering.roll(t, s)
    if s.box[CardSet.COLONIES]:
        colonies.setup(t, s)
    if s.box[CardSet.TURMOIL]:
        turmoil.setup(t, s)


SETUP_OF_BOXES = Door(DoorTo.SETUP_OF_BOXES, set_up_things, (), NOTHING, large_box_in_game)
set_up_large_boxes = SETUP_OF_BOXES.through()


@kernel
def set_up(t: Table, s: Record) -> None:
    """Before anything is dealt."""
    underground.clear_ground(s)
    if has_large_box(s):
        set_up_large_boxes(t, s)


@kernel
def stack_corporations(t: Table, s: Record) -> None:
    """Before the corporations are dealt: a variant may want some of them on top of the deck."""
    if colonies.one_of_each(s):
        colonies.stack_corporations(t, s)


@kernel
def corporations_of_two_kinds(s: Record) -> bool:
    """Whether everybody was dealt one corporation of each of two kinds."""
    return colonies.one_of_each(s)


@kernel
def kind_of_corporation(t: Table, card: int) -> int:
    return int(colonies.of_this_box(t, card))


@kernel
def card_entered(t: Table, s: Record, player: int, card: int) -> None:
    """A card has come into play or was played as an event; nothing that it does has happened yet."""
    if s.box[CardSet.COLONIES]:
        colonies.card_entered(t, s, player, card)


@kernel
def tag_entered(t: Table, s: Record, player: int, tag: int) -> None:
    """A tag has come to a player without a card."""
    if s.box[CardSet.COLONIES]:
        colonies.tag_entered(t, s, player, tag)


@kernel
def tile_placed(t: Table, s: Record, player: int, space: int) -> None:
    """A tile lies on a space, through a player or NOBODY; nothing that it brings has happened yet."""
    if s.box[CardSet.UNDERWORLD]:
        underground.tile_placed(t, s, player, space)


@kernel
def made_volcanic(s: Record, space: int) -> bool:
    """Whether a space counts as volcanic and takes an ocean, whatever is printed there."""
    return s.box[CardSet.UNDERWORLD] != 0 and underground.made_volcanic(s, space)


@kernel
def has_own_marker(s: Record, space: int, player: int) -> bool:
    """Whether the player has an excavation marker on a space."""
    return s.box[CardSet.UNDERWORLD] != 0 and s.excavated[space] == player


@kernel
def claimed_tokens(s: Record, player: int) -> int:
    return token_counting.claimed_tokens(s, player) if s.box[CardSet.UNDERWORLD] else 0


@kernel
def marked_tokens(s: Record) -> int:
    return token_counting.marked_tokens(s) if s.box[CardSet.UNDERWORLD] else 0


@kernel
def tags_beside_cards(t: Table, s: Record, player: int, tag: int) -> int:
    """Tags of a player that are not on cards."""
    return token_counting.tags_of_tokens(t, s, player, tag) if s.box[CardSet.UNDERWORLD] else 0


@kernel
def research_begins(s: Record) -> None:
    """A new generation has begun, with research."""
    if s.box[CardSet.UNDERWORLD]:
        underground.research_begins(s)


@kernel
def boxes_have_actions(s: Record) -> bool:
    """Whether a box with actions of its own is in the game."""
    return s.box[CardSet.COLONIES] != 0 or s.box[CardSet.TURMOIL] != 0


@kernel
def mark_trades(t: Table, s: Record, player: int, mask: Any) -> None:
    """The colony tiles that the player may trade with as an action."""
    if s.box[CardSet.COLONIES] and colonies.has_trade(s, player) and colonies.can_pay_trade(t, s, player):
        for tile in range(COLONY_TILES):
            mask[tile] = int(colonies.can_be_visited(s, tile))


@kernel
def begin_trade(t: Table, s: Record, player: int, tile: int) -> None:
    if s.box[CardSet.COLONIES]:
        colonies.begin_trade(t, s, player, tile)


@kernel
def track_raised(t: Table, s: Record, player: int, track: int) -> None:
    """A track went up by a step through a player, or through NOBODY."""
    if s.box[CardSet.VENUS]:
        venus.track_raised(t, s, player, track)
    if s.box[CardSet.UNDERWORLD]:
        underground.track_raised(t, s, player, track)


@kernel
def rating_beside_track(s: Record, track: int, at: int) -> int:
    """Steps of rating that a step of a track brings its player besides its own."""
    return venus.rating_beside_track(track, at) if s.box[CardSet.VENUS] else 0


@kernel
def actions_begin(t: Table, s: Record) -> None:
    """The action phase begins."""
    if s.box[CardSet.TURMOIL]:
        turmoil.actions_begin(t, s)


@kernel
def actions_end(s: Record) -> None:
    """Everybody has passed."""
    if s.box[CardSet.TURMOIL]:
        turmoil.actions_end(s)


@kernel
def mark_lobbying(t: Table, s: Record, player: int, from_lobby: Any, from_reserve: Any) -> None:
    """The parties that the player may send a delegate to as an action."""
    if s.box[CardSet.TURMOIL]:
        if turmoil.may_lobby(s, player):
            from_lobby[:] = 1
        if turmoil.may_send_from_reserve(t, s, player):
            from_reserve[:] = 1


@kernel
def lobby(s: Record, player: int, party: int) -> None:
    if s.box[CardSet.TURMOIL]:
        turmoil.lobby(s, player, party)


@kernel
def send_from_reserve(t: Table, s: Record, player: int, party: int) -> None:
    if s.box[CardSet.TURMOIL]:
        turmoil.send_from_reserve(t, s, player, party)


@kernel
def mark_policy(t: Table, s: Record, player: int, mask: Any) -> None:
    """The action of the ruling party, if the player may take it."""
    if s.box[CardSet.TURMOIL] and turmoil.may_use_policy(t, s, player):
        mask[s.ruling] = 1


@kernel
def use_policy(t: Table, s: Record, player: int) -> None:
    if s.box[CardSet.TURMOIL]:
        turmoil.use_policy(t, s, player)


@kernel
def points_of_boxes(t: Table, s: Record, player: int) -> int:
    """Victory points for things of boxes that are no cards."""
    total = turmoil.points(s, player) if s.box[CardSet.TURMOIL] else 0
    return total + bribery.bribed_points(t, s, player) if s.box[CardSet.UNDERWORLD] else total


@kernel
def penalties(t: Table, s: Record, player: int) -> int:
    """Points lost by own cards that show negative points."""
    return bribery.penalties(t, s, player)


@kernel
def crime_tags(s: Record, player: int) -> int:
    return bribery.crime_tags(s, player)


@kernel
def research_program(t: Table, s: Record) -> int:
    """What everybody does with the cards dealt or drafted for research."""
    return t.mulligan_row if s.box[CardSet.UNDERWORLD] else t.research_row


@kernel
def solar(t: Table, s: Record) -> bool:
    """Begin the next step of the solar phase; False when all are done."""
    s.solar_step += 1
    if s.solar_step == SolarStep.WORLD_GOVERNMENT:
        if s.box[CardSet.VENUS]:
            venus.govern(t, s)
    elif s.solar_step == SolarStep.COLONY_PRODUCTION:
        if s.box[CardSet.COLONIES]:
            colonies.produce(s)
    elif s.solar_step == SolarStep.TURMOIL:
        if s.box[CardSet.TURMOIL]:
            turmoil.begin_phase(t, s)
    return s.solar_step < SolarStep.DONE


@kernel
def colonies_of(s: Record, player: int) -> int:
    """Colonies of a player, or with NOBODY of everybody."""
    return colony_counting.colonies_of(s, player)


@kernel
def influence(t: Table, s: Record, player: int) -> int:
    return committee.influence(t, s, player) if s.box[CardSet.TURMOIL] else 0


@kernel
def parties_with_delegate(s: Record, player: int) -> int:
    return committee.parties_with_delegate(s, player) if s.box[CardSet.TURMOIL] else 0


@kernel
def stands_in_committee(s: Record, player: int, need: int, what: int) -> int:
    """What a requirement on parties, the chairman or party leaders looks at."""
    return committee.stands_in_committee(s, player, need, what) if s.box[CardSet.TURMOIL] else 0


@kernel
def write_options(s: Record, out: Any) -> None:
    """The options of boxes, as the players see them."""
    venus.write_options(s, out[:1])
    colony_observation.write_options(s, out[1:])


@kernel
def write_things(t: Table, s: Record, seat: int, out: Any) -> None:
    """What a seat sees of the large boxes that are in the game, from the first piece of the observation that is theirs on."""
    if s.box[CardSet.COLONIES]:
        colony_observation.write(s, seat, out[: colony_observation.SIZE])
    if s.box[CardSet.TURMOIL]:
        first = colony_observation.SIZE
        turmoil_observation.write(t, s, seat, out[first : first + turmoil_observation.SIZE])
    if s.box[CardSet.UNDERWORLD]:
        first = colony_observation.SIZE + turmoil_observation.SIZE
        underground_observation.write(t, s, seat, out[first : first + underground_observation.SIZE])


VIEW_OF_BOXES = Door(DoorTo.VIEW_OF_BOXES, write_things, (NUMBER, FLOAT32), NOTHING, large_box_in_game)
write_large_boxes = VIEW_OF_BOXES.through()


@kernel
def write_boxes(t: Table, s: Record, seat: int, out: Any) -> None:
    """What a seat sees of the boxes."""
    if has_large_box(s):
        write_large_boxes(t, s, seat, out)


ALL_WELL = int(Broken.NOTHING)


@kernel
def broken_things(t: Table, s: Record) -> int:
    """What is wrong with the things of the large boxes that are in the game."""
    found = ALL_WELL
    if s.box[CardSet.COLONIES]:
        found = colony_invariants.broken(t, s)
    if found == Broken.NOTHING and s.box[CardSet.TURMOIL]:
        found = turmoil_invariants.broken(t, s)
    if found == Broken.NOTHING and s.box[CardSet.UNDERWORLD]:
        found = underground_invariants.broken(t, s)
    return found


BROKEN_BOXES = Door(DoorTo.BROKEN_BOXES, broken_things, (), NUMBER, large_box_in_game)
broken_large_boxes = BROKEN_BOXES.through()


@kernel
def unused_things(t: Table, s: Record) -> bool:
    """Whether there is nothing of a large box that is not in the game."""
    if not s.box[CardSet.COLONIES] and not colony_invariants.unused(s):
        return False
    if not s.box[CardSet.TURMOIL] and not turmoil_invariants.unused(t, s):
        return False
    return s.box[CardSet.UNDERWORLD] != 0 or underground_invariants.unused(t, s)


@kernel
def broken_corruption(s: Record) -> int:
    """Only players have corruption, and only with the box."""
    return Broken.NOTHING if bribery.unused(s, s.players if s.box[CardSet.UNDERWORLD] else 0) else Broken.CORRUPTION


@kernel
def broken_boxes(t: Table, s: Record) -> int:
    """What is wrong with the things of a box."""
    found = broken_corruption(s)
    if found == Broken.NOTHING and not unused_things(t, s):
        return Broken.BOX_NOT_IN_THE_GAME
    return broken_large_boxes(t, s) if found == Broken.NOTHING and has_large_box(s) else found


@kernel
def broken_tile_of_effect(s: Record, holds: int, player: int, tile: int) -> bool:
    return s.box[CardSet.COLONIES] == 0 or colony_invariants.broken_tile_of_effect(s, holds, player, tile)
