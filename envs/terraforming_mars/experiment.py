"""How deals of Terraforming Mars are changed for an experiment: cards of seats, colony tiles, MC, and in what order everybody draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.experiment import Array, Experiment, Money, Thing
from regolith.envs.terraforming_mars.colonies.tally import tile_name
from regolith.envs.terraforming_mars.colonies.words import FIRST_TILE, ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CORPORATION, FIRST_PRELUDE
from regolith.envs.terraforming_mars.state import Deck, Lies
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.options import MarsOptions

FIRSTS = (0, FIRST_CORPORATION, FIRST_PRELUDE, CARDS)
"""Numbers of the first card of each deck."""
BEGINNER = FIRST_CORPORATION
"""Nobody is dealt it."""
FIRST_HAND = (Lies.DEALT, Lies.IN_A_PACK)
PLAYED = (Lies.IN_PLAY, Lies.PLAYED_EVENT, Lies.FACE_UP_EVENT)
LAID_OUT = (ColonyLies.OFFERED, ColonyLies.DORMANT, ColonyLies.AWAKE)
USUAL_MC, MOST_MC = 10, 100


def give(s: np.record, seat: int, n: int) -> None:
    s.stock[seat, Resource.MC] += n


def draw_apart(s: np.record, key: int) -> None:
    s.own_orders = key


def swap(s: np.record, one: int, other: int) -> None:
    s.swapped[:] = one, other


def dealt(s: np.record, seat: int) -> list[int]:
    """What a seat chooses its first cards from, or its first pack."""
    return [int(card) for card in np.flatnonzero((s.owner == seat) & np.isin(s.lies, FIRST_HAND))]


def laid_out(s: np.record) -> list[int]:
    """The colony tiles, if they were drawn."""
    if s.colony_tiles:
        return []
    return [FIRST_TILE + int(tile) for tile in np.flatnonzero(np.isin(s.colony_lies, LAID_OUT))]


def in_the_game(s: np.record, number: int) -> bool:
    if number >= FIRST_TILE:
        return bool(s.colony_lies[number - FIRST_TILE] != ColonyLies.OF_NO_BOX)
    return bool(s.lies[number] != Lies.OUT_OF_THE_GAME)


def played(s: np.record, counters: Array | None, seat: int, card: int) -> bool:
    return bool(s.owner[card] == seat and s.lies[card] in PLAYED)


def _deck_of(card: int) -> str:
    return next(deck.name.lower() for deck in Deck if FIRSTS[deck] <= card < FIRSTS[deck + 1])


CARD_THINGS = [Thing(card.name, _deck_of(n), (n,)) for n, card in numbered().items() if n != BEGINNER]
TILE_THINGS = [Thing(tile_name(tile), "colony tiles", (FIRST_TILE + tile,), for_all=True) for tile in ColonyTile]
EXPERIMENT = Experiment(
    money=Money("MC", give, usual=USUAL_MC, most=MOST_MC),
    things=[*CARD_THINGS, *TILE_THINGS],
    dealt=dealt,
    laid_out=laid_out,
    in_the_game=in_the_game,
    played=played,
    swap_undealt=swap,
    draw_apart=draw_apart,
    board="map",
)


def experiment(options: MarsOptions) -> Experiment:
    """The same whatever the options."""
    return EXPERIMENT
