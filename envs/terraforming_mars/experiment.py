"""How deals of Terraforming Mars are changed for an experiment: cards of seats, what boxes lay out for all, MC, orders of drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.experiment import Array, Experiment, Money, Thing
from regolith.envs.terraforming_mars.boxes import BOXES
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
LAID_OUT = [box.laid_out for box in BOXES if box.laid_out is not None]
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
    """What the boxes have laid out by chance."""
    return [number for things in LAID_OUT for number in things.drawn(s)]


def in_the_game(s: np.record, number: int) -> bool:
    if number < CARDS:
        return bool(s.lies[number] != Lies.OUT_OF_THE_GAME)
    return any(number in things.names and things.there(s, number) for things in LAID_OUT)


def played(s: np.record, counters: Array | None, seat: int, card: int) -> bool:
    return bool(s.owner[card] == seat and s.lies[card] in PLAYED)


def _deck_of(card: int) -> str:
    return next(deck.name.lower() for deck in Deck if FIRSTS[deck] <= card < FIRSTS[deck + 1])


CARD_THINGS = [Thing(card.name, _deck_of(n), (n,)) for n, card in numbered().items() if n != BEGINNER]
THINGS_FOR_ALL = [
    Thing(name, things.deck, (number,), for_all=True) for things in LAID_OUT for number, name in things.names.items()
]
EXPERIMENT = Experiment(
    money=Money("MC", give, usual=USUAL_MC, most=MOST_MC),
    things=[*CARD_THINGS, *THINGS_FOR_ALL],
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
