"""The worlds in which an effect plays each of its deals: as it is, with money for a seat, with something else dealt, on another board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from regolith import envs
from regolith.envs.core.card_words import plain, unknown
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.experiment import Start, Thing, boards_of, drawn, experiment_of, money_of
from regolith.envs.core.game import Game

Array = np.ndarray[Any, Any]
AS_DEALT = "as dealt"


@dataclass(frozen=True)
class World:
    """A way to begin each deal; without anything else the deal as it is."""

    name: str
    thing: Thing | None = None
    """It is dealt in place of another one."""
    money: int = 0
    """For the seat that the deal is about."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Other options of the game: its board."""

    @property
    def for_all(self) -> bool:
        """Whether it changes something for all seats alike."""
        return bool(self.options) or (self.thing is not None and self.thing.for_all)

    def game(self, game: Game) -> Game:
        """The game that is played in this world."""
        return envs.game(game.spec.name, **{**game.options.model_dump(), **self.options}) if self.options else game


@dataclass(frozen=True)
class Exchange:
    """What a deal has in place of what it would have."""

    one: int
    other: int
    """What chance had dealt there."""
    with_another: bool
    """Whether chance had dealt the first one to another seat."""


def with_money(game: Game, money: int) -> World:
    """Money for the seat that the deal is about."""
    name = money_of(game).name
    return World(f"{money} {name.removesuffix('s') if money == 1 else name}", money=money)


def named(game: Game, names: Sequence[str]) -> tuple[World, ...]:
    """What has these names: things that these options deal, and boards."""
    there = {plain(name): world for world in every_world(game) for name in _names(world)}
    boards = {plain(name): World(name, options=options) for name, options in boards_of(game).items()}
    for name in names:
        board = boards.get(plain(name))
        if board is not None and board.game(game) == game:
            raise RegolithError(
                f"{board.name} is what these options play on already: name another one, or other options"
            )
        if plain(name) not in there | boards:
            raise RegolithError(_not_there(game, name, [*there.values(), *boards.values()]))
    return tuple({world.name: world for world in ((there | boards)[plain(name)] for name in names)}.values())


def every_world(game: Game) -> tuple[World, ...]:
    """One for everything that these options may deal."""
    record = as_dealt(game, 0)[0]
    experiment = experiment_of(game)
    in_hand, for_all = set(experiment.dealt(record, 0)), set(experiment.laid_out(record))
    decks = {thing.deck for thing in experiment.things if in_hand.union(for_all).intersection(thing.copies)}
    return tuple(
        World(thing.name, thing)
        for thing in experiment.things
        if thing.deck in decks and any(experiment.in_the_game(record, number) for number in thing.copies)
    )


def _names(world: World) -> tuple[str, ...]:
    assert world.thing is not None
    return (world.name, *world.thing.other_names)


def _not_there(game: Game, name: str, there: Sequence[World]) -> str:
    """Why something cannot be measured: nothing is called so, or these options do not deal it before the game."""
    known = [*experiment_of(game).things]
    names = [other for thing in known for other in (thing.name, *thing.other_names)]
    cards = [card.name for card in game.spec.cards(game.options)]
    dealt = ", ".join(dict.fromkeys(world.thing.deck for world in there if world.thing is not None)) or "nothing"
    if plain(name) in {plain(other) for other in (*names, *cards)}:
        return f"{name} is not dealt before the game with these options; what is: {dealt}"
    return f"{unknown(name, [world.name for world in there])}; looked for among what these options deal: {dealt}"


def as_dealt(game: Game, deal: int) -> Array:
    """A deal as it is, everybody drawing in an order of his own."""
    return _dealt(game, Start(apart=True), deal)


def _dealt(game: Game, start: Start, deal: int) -> Array:
    states = np.zeros(1, game.spec.dtype)
    start.deal(game, states, deal)
    return states


def seat_of(game: Game, deal: int) -> int:
    """Whom a deal is about: the seats take turns."""
    return deal % game.players


def exchange(game: Game, deal: int, thing: Thing) -> Exchange | None:
    """What changes places so that the seat, or all, are dealt a thing; None where they are dealt it anyway or cannot be.

    The number of the deal draws which of the things that are there gives way, and which copy comes.
    """
    experiment, seat, record = experiment_of(game), seat_of(game, deal), as_dealt(game, deal)[0]
    of_deck = {number for other in experiment.things if other.deck == thing.deck for number in other.copies}

    def there(record: np.record) -> list[int]:
        found = experiment.laid_out(record) if thing.for_all else experiment.dealt(record, seat)
        return [number for number in found if number in of_deck]

    hand = there(record)
    copies = [number for number in thing.copies if experiment.in_the_game(record, number)]
    if not hand or not copies or set(hand) & set(thing.copies):
        return None
    seats = () if thing.for_all else (number for number in range(game.players) if number != seat)
    with_another = any(set(experiment.dealt(record, number)) & set(thing.copies) for number in seats)
    one, first = copies[drawn(len(copies), deal, "copy")], drawn(len(hand), deal, thing.deck)
    for other in hand[first:] + hand[:first]:
        found = there(_dealt(game, Start(swapped=(one, other), apart=True), deal)[0])
        # Some rules about who is dealt what put it elsewhere.
        if one in found and other not in found:
            return Exchange(one, other, with_another)
    return None


def start_of(game: Game, deal: int, world: World, exchanged: Exchange | None) -> Start:
    """How a deal begins in a world."""
    if exchanged is not None:
        return Start(swapped=(exchanged.one, exchanged.other), apart=True)
    money = tuple(world.money if seat == seat_of(game, deal) else 0 for seat in range(game.players))
    return Start(money=money if world.money else (), apart=True)
