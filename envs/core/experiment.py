"""What an experiment changes about a deal: money for a seat, what chance deals to it or lays out for all, in what order everybody draws."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from regolith.envs.core.checks import check_seed
from regolith.envs.core.errors import RegolithError

if TYPE_CHECKING:
    from regolith.envs.core.game import Game

Array = np.ndarray[Any, Any]
KEYS = (1 << 31) - 1


@dataclass(frozen=True)
class Money:
    """What seats may have more of at the start."""

    name: str
    """What players call it."""
    give: Callable[[np.record, int, int], None]
    """`give(record, seat, n)`: so much more of it at the start, once the game is dealt."""
    usual: int
    """So much is given to find out what it is worth."""
    most: int
    """That a seat may be given."""


@dataclass(frozen=True)
class Thing:
    """What chance may deal: a card with all its copies, or whatever else a game shuffles."""

    name: str
    deck: str
    """What it is dealt from, in the words of the game: it may take the place of a thing of the same deck only."""
    copies: tuple[int, ...]
    """The numbers by which the game knows them."""
    other_names: tuple[str, ...] = ()
    for_all: bool = False
    """Whether it is laid out for all, not dealt to a seat."""


@dataclass(frozen=True)
class Experiment:
    """How a game lets its deals be changed."""

    money: Money | None
    """None: there is none to give."""
    things: Sequence[Thing]
    """Whatever some deal of the game may bring before it begins, whatever boxes are in it."""
    dealt: Callable[[np.record, int], Sequence[int]]
    """`dealt(record, seat)`: what chance has dealt to a seat in a new game."""
    in_the_game: Callable[[np.record, int], bool]
    """Whether a thing may take the place of another one in this new game."""
    played: Callable[[np.record, Array | None, int, int], bool]
    """`played(record, counters, seat, number)`: whether the seat has played the card. The counters are the seat's, if they are counted."""
    tallied: bool = False
    """Whether `played` needs what the tally of the game counts."""
    laid_out: Callable[[np.record], Sequence[int]] = lambda record: ()
    """What chance has laid out for all in a new game."""
    swap_undealt: Callable[[np.record, int, int], None] | None = None
    """`swap_undealt(template, one, other)`: two things will change places when the game is dealt."""
    swap_dealt: Callable[[np.record, int, int], None] | None = None
    """`swap_dealt(record, one, other)`: two things change places in a new game. A game has one of these two."""
    draw_apart: Callable[[np.record, int], None] | None = None
    """`draw_apart(template, key)`: everybody draws, and rolls, in an order of his own, which depends on the key, not on who drew before.

    None: all draw from the same decks, or nobody draws.
    """
    board: str = ""
    """The option that says on which board the game is played."""


@dataclass(frozen=True)
class Start:
    """How a deal is begun."""

    money: tuple[int, ...] = ()
    """What each seat has more; nothing: nobody has."""
    swapped: tuple[int, int] | None = None
    """Two things that change places."""
    apart: bool = False
    """Whether everybody draws in an order of his own, where the game knows such orders."""

    def deal(self, game: Game, states: Any, deal: int) -> None:
        """Deal a game into an array of one record."""
        seeds, template = np.array([check_seed(deal)], np.int64), game.template.copy()
        if self == Start():
            game.spec.drivers.deal(game.table, states, template, seeds)
            return
        experiment = experiment_of(game)
        if self.apart and experiment.draw_apart is not None:
            experiment.draw_apart(template[0], 1 + drawn(KEYS, deal, "orders"))
        if self.swapped is not None and experiment.swap_undealt is not None:
            experiment.swap_undealt(template[0], *self.swapped)
        game.spec.drivers.deal(game.table, states, template, seeds)
        if self.swapped is not None and experiment.swap_dealt is not None:
            experiment.swap_dealt(states[0], *self.swapped)
        if any(self.money):
            money = money_of(game)
            for seat, n in enumerate(self.money):
                money.give(states[0], seat, n)


def experiment_of(game: Game) -> Experiment:
    """How a game lets its deals be changed, if it does."""
    if game.spec.experiment is None:
        raise RegolithError(f"deals of {game.spec.name} cannot be changed: the game does not say how")
    return game.spec.experiment(game.options)


def money_of(game: Game) -> Money:
    """What seats of a game may have more of at the start, if there is such a thing."""
    money = experiment_of(game).money
    if money is None:
        raise RegolithError(f"nobody can be given anything at the start of {game!r}")
    return money


def boards_of(game: Game) -> Mapping[str, dict[str, Any]]:
    """The boards of a game by their names, each with the option that chooses it."""
    option = experiment_of(game).board
    if not option:
        return {}
    choices = get_args(game.spec.options.model_fields[option].annotation)
    return {choice.title(): {option: choice} for choice in choices}


def drawn(n: int, *words: object) -> int:
    """A number below n that these words decide."""
    digest = hashlib.blake2b(" ".join(map(str, words)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") % n
