"""What an experiment changes about a deal: money for a seat, a card in its opening hand, and in what order everybody draws."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.checks import check_seed
from regolith.envs.core.errors import RegolithError

if TYPE_CHECKING:
    from regolith.envs.core.game import Game

KEYS = (1 << 31) - 1
MOST_MONEY = 100
"""That a seat may be given at the start."""


@dataclass(frozen=True)
class Experiment:
    """How a game lets its deals be changed."""

    money: str
    """What players call it."""
    give: Callable[[np.record, int, int], None]
    """`give(record, seat, n)`: so much more money at the start, once the game is dealt."""
    draw_apart: Callable[[np.record, int], None]
    """`draw_apart(template, key)`: everybody draws in an order of his own, which depends on the key, not on who drew before."""
    swap: Callable[[np.record, int, int], None]
    """`swap(template, card, other)`: two cards of a deck change places."""
    decks: Mapping[str, Sequence[int]]
    """What may be dealt at first, by what people call it: the numbers of the cards of each deck."""
    name_of: Callable[[int], str]
    dealt: Callable[[np.record, int], Sequence[int]]
    """`dealt(record, seat)`: the cards that chance has dealt to a seat in a new game."""
    in_the_game: Callable[[np.record, int], bool]
    played: Callable[[np.record, int, int], bool]
    """`played(record, seat, card)`: whether the seat has played the card."""


@dataclass(frozen=True)
class Start:
    """How a deal is begun."""

    money: tuple[int, ...] = ()
    """What each seat has more; nothing: nobody has."""
    swapped: tuple[int, int] | None = None
    """Two cards that change places."""
    apart: bool = False
    """Whether everybody draws in an order of his own."""

    def deal(self, game: Game, states: Any, deal: int) -> None:
        """Deal a game into an array of one record."""
        seeds, template = np.array([check_seed(deal)], np.int64), game.template.copy()
        if self == Start():
            game.spec.drivers.deal(game.table, states, template, seeds)
            return
        experiment = experiment_of(game)
        if self.apart:
            experiment.draw_apart(template[0], 1 + drawn(KEYS, deal, "orders"))
        if self.swapped is not None:
            experiment.swap(template[0], *self.swapped)
        game.spec.drivers.deal(game.table, states, template, seeds)
        for seat, n in enumerate(self.money):
            experiment.give(states[0], seat, n)


def experiment_of(game: Game) -> Experiment:
    """How a game lets its deals be changed, if it does."""
    if game.spec.experiment is None:
        raise RegolithError(
            f"deals of {game.spec.name} cannot be changed: that is for games with money and hands of cards"
        )
    return game.spec.experiment


def drawn(n: int, *words: object) -> int:
    """A number below n that these words decide."""
    digest = hashlib.blake2b(" ".join(map(str, words)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % n
