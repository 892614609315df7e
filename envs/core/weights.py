"""Numbers of an evaluation that stand in the game's table: a player can have others of its own, and nothing is compiled for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from regolith.envs.core.checks import check_number, shown
from regolith.envs.core.errors import AgentSpecError

if TYPE_CHECKING:
    from regolith.envs.core.game import Game


class Place(NamedTuple):
    """Where a number stands in the table, and between what it must lie so that every evaluation is a finite number."""

    column: str
    entry: int
    least: float
    most: float


Places = Mapping[str, Place | Mapping[str, Place]]
"""By the names that people write: a number each, or a group of them."""


@dataclass(frozen=True)
class Weights:
    """What a game lets players change about its evaluation."""

    places: Places
    of_box: Mapping[str, Sequence[IntEnum]]
    """Weights that belong to a box, by the option of the box."""

    def __post_init__(self) -> None:
        owned = [weight for weights in self.of_box.values() for weight in weights]
        assert len(set(owned)) == len(owned), "a weight belongs to one box at most"
        for box in self.of_box:
            self.zeros(box)

    def read(self, given: Mapping[str, Any]) -> dict[Place, float]:
        """The numbers that somebody wrote down, each for its place. Names that are not given are not changed."""
        return dict(_read(self.places, given, ""))

    def by_name(self) -> dict[str, Place]:
        """Every number by its full name: `junk`, `pace.oxygen`."""
        return dict(_named(self.places, ""))

    def zeros(self, box: str) -> dict[Place, float]:
        """No weight for what only this box has."""
        return dict(_read(self.places, {name_of(weight): 0.0 for weight in self.of_box[box]}, ""))


def column(
    weights: type[IntEnum], usual: tuple[float, float], others: Mapping[Any, tuple[float, float]] | None = None
) -> dict[str, Place]:
    """The places of weights that all stand in the column `weight`, in the order of their numbers, with the ranges of each."""
    return {name_of(weight): Place("weight", weight, *(others or {}).get(weight, usual)) for weight in weights}


def name_of(weight: IntEnum) -> str:
    """What people write for it."""
    return weight.name.lower()


def _named(places: Places, group: str) -> Iterator[tuple[str, Place]]:
    for word, place in places.items():
        if isinstance(place, Place):
            yield group + word, place
        else:
            yield from _named(place, f"{group}{word}.")


def grouped(numbers: Mapping[str, float]) -> dict[str, Any]:
    """Numbers by their full names, as `Weights.read` takes them."""
    found: dict[str, Any] = {}
    for name, number in numbers.items():
        *groups, last = name.split(".")
        inner = found
        for group in groups:
            inner = inner.setdefault(group, {})
        inner[last] = number
    return found


def with_numbers(game: Game, numbers: Mapping[Place, float]) -> np.ndarray[Any, Any]:
    """A copy of the game's table that differs in these numbers alone."""
    game.spec.drivers  # noqa: B018  (compiles the rules, and so puts their addresses into the table)
    changed = game.table.copy()
    for place, number in numbers.items():
        changed[place.column][0, place.entry] = number
    return changed


def _read(places: Places, given: Mapping[str, Any], group: str) -> Iterator[tuple[Place, float]]:
    for word, value in given.items():
        name, place = group + word, places.get(word)
        if place is None:
            known = ", ".join(group + other for other in places)
            raise AgentSpecError(f"there is no weight {shown(name)}; there are {known}")
        if isinstance(place, Place):
            yield place, check_number(name, value, place.least, place.most, error=AgentSpecError)
        elif isinstance(value, Mapping):
            yield from _read(place, value, f"{name}.")
        else:
            parts = ", ".join(f"{name}.{part}" for part in place)
            raise AgentSpecError(f"{name} is a group of numbers ({parts}), not {shown(value)}")
