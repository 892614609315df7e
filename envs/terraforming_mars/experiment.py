"""How deals of Terraforming Mars are changed for an experiment."""

from __future__ import annotations

import numpy as np

from regolith.envs.core.experiment import Experiment
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CORPORATION, FIRST_PRELUDE
from regolith.envs.terraforming_mars.state import Deck, Lies
from regolith.envs.terraforming_mars.words import Resource

NAMES = {number: card.name for number, card in numbered().items()}
FIRSTS = (0, FIRST_CORPORATION, FIRST_PRELUDE, CARDS)
"""Numbers of the first card of each deck."""
BEGINNER = FIRST_CORPORATION
"""Nobody is dealt it."""
FIRST_HAND = (Lies.DEALT, Lies.IN_A_PACK)
PLAYED = (Lies.IN_PLAY, Lies.PLAYED_EVENT, Lies.FACE_UP_EVENT)


def give(s: np.record, seat: int, n: int) -> None:
    s.stock[seat, Resource.MC] += n


def draw_apart(s: np.record, key: int) -> None:
    s.own_orders = key


def swap(s: np.record, card: int, other: int) -> None:
    s.swapped[:] = card, other


def dealt(s: np.record, seat: int) -> list[int]:
    """What a seat chooses its first cards from, or its first pack."""
    return [int(card) for card in np.flatnonzero((s.owner == seat) & np.isin(s.lies, FIRST_HAND))]


def in_the_game(s: np.record, card: int) -> bool:
    return bool(s.lies[card] != Lies.OUT_OF_THE_GAME)


def played(s: np.record, seat: int, card: int) -> bool:
    return bool(s.owner[card] == seat and s.lies[card] in PLAYED)


EXPERIMENT = Experiment(
    money="MC",
    give=give,
    draw_apart=draw_apart,
    swap=swap,
    decks={
        deck.name.lower(): [card for card in NAMES if FIRSTS[deck] <= card < FIRSTS[deck + 1] and card != BEGINNER]
        for deck in Deck
    },
    name_of=NAMES.__getitem__,
    dealt=dealt,
    in_the_game=in_the_game,
    played=played,
)
