"""How deals of Terror Below are changed for an experiment.

A seat is dealt an item, a weapon, three vehicle cards and a squad of three characters; for all there are four bounties in the line. There
is no money: what a seat may have more at the start are points. Everybody draws and rolls in orders of his own.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.experiment import Array, Experiment, Money, Thing
from regolith.envs.terror_below.actions import withdraw
from regolith.envs.terror_below.counting import CARDS_PLAYED
from regolith.envs.terror_below.death import ask_leader
from regolith.envs.terror_below.tables import load
from regolith.envs.terror_below.words import FIRST, SIZE, Deck, Place

if TYPE_CHECKING:
    from regolith.envs.terror_below.options import TerrorOptions

DECKS = {
    Deck.VEHICLE: "vehicles",
    Deck.ITEM: "items",
    Deck.WEAPON: "weapons",
    Deck.BOUNTY: "bounties",
    Deck.CHARACTER: "characters",
}
"""What is dealt before the game begins."""
USUAL_POINTS, MOST_POINTS = 1, 19


def give(s: np.record, seat: int, n: int) -> None:
    s.points[seat] += n


def dealt(s: np.record, seat: int) -> list[int]:
    """The hand of a seat and its squad."""
    return [int(card) for card in np.flatnonzero((s.at == Place.HAND + seat) | (s.at == Place.SQUAD + seat))]


def laid_out(s: np.record) -> list[int]:
    """The bounties of the line."""
    return [int(card) for card in np.flatnonzero(s.at == Place.LINE)]


def draw_apart(s: np.record, key: int) -> None:
    s.own_orders = key


def swap(s: np.record, one: int, other: int) -> None:
    """Two cards change places, wherever they are and in all orders; who is asked about his squad has the new one to choose from."""
    s.swapped[:] = one, other
    s.at[[one, other]] = s.at[[other, one]]
    for cards in (*(s.deck[deck, : s.deck_count[deck]] for deck in range(len(s.deck))), s.line):
        here, there = cards == one, cards == other
        cards[here], cards[there] = other, one
    kind = int(s.kind)
    withdraw(s)
    ask_leader(s, s.player, kind)


def played(s: np.record, counters: Array | None, seat: int, card: int) -> bool:
    assert counters is not None
    return bool(counters[CARDS_PLAYED + card] != 0)


@cache
def things_of(deck: str) -> list[Thing]:
    """The cards of a deck by what stands on them; those that differ only in their arrows or versions count as one."""
    cards = load(deck).deck.cards
    found: list[Thing] = []
    for of, name in DECKS.items():
        copies: dict[str, list[int]] = defaultdict(list)
        for card in range(FIRST[of], FIRST[of] + SIZE[of]):
            copies[cards[card].name.partition(" (")[0]].append(card)
        found += [Thing(card, name, tuple(n), for_all=of == Deck.BOUNTY) for card, n in copies.items()]
    return found


def experiment(options: TerrorOptions) -> Experiment:
    """With the deck in use."""
    table = load(options.deck).table[0]

    def in_the_game(s: np.record, card: int) -> bool:
        """Alone one plays without some cards."""
        return s.players > 1 or not table.not_for_solo[card]

    return Experiment(
        money=Money("points", give, USUAL_POINTS, MOST_POINTS),
        things=things_of(options.deck),
        dealt=dealt,
        laid_out=laid_out,
        in_the_game=in_the_game,
        played=played,
        tallied=True,
        swap_dealt=swap,
        draw_apart=draw_apart,
        board="board",
    )
