"""Records that are changed on purpose, and what is told of them."""

from __future__ import annotations

import copy
import functools
from collections.abc import Iterator
from typing import Any

from .checker import INFORMATIVE, OWN_DATA, Checker
from .deviations import Deviations
from .difference import Difference
from .folder import Record
from .positions import read

INPUTS = {
    "id",
    "card",
    "fixture",
    "adjust",
    "removed",
    "stimulus",
    "resources",
    "with",
    "baseline",
    "holder",
    "project",
}
INPUTS |= {"map", "what", "count", "position", "config"}
INPUTS |= {"token", "space"}
INPUTS |= {"colony", "colonies", "existing_colonies_of_p1", "track_before", "dominant_party_delegates"}
"""What is to be done, not what it must lead to."""
OF_THE_REFERENCE = INFORMATIVE | {"unpaid", "shuffles"}
"""Told of the reference's own walk."""


def tampered(value: Any, inside: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every way to change one thing: a value is another, a part is gone, a part is there that should not be."""
    told = "/".join(inside)
    if isinstance(value, dict):
        for name, part in value.items():
            if name in INPUTS | OF_THE_REFERENCE:
                continue
            for where, changed in tampered(part, (*inside, name)):
                yield where, {**value, name: changed}
    elif isinstance(value, list):
        for i, part in enumerate(value):
            for where, changed in tampered(part, (*inside, str(i))):
                yield where, [*value[:i], changed, *value[i + 1 :]]
        if value:
            yield f"{told} one less", value[1:]
        yield f"{told} one more", [*value, {"0.mc": 99} if not value or isinstance(value[0], dict) else 99]
    elif isinstance(value, bool):
        yield told, not value
    elif isinstance(value, int):
        yield told, value + 1
    elif isinstance(value, str):
        yield told, f"{value}?"


def left_open(differences: list[Difference], kind: str = "set", player: int = 0) -> list[str]:
    deviations = Deviations(kind)
    return [str(difference) for difference in differences if deviations.leave_open(difference, player)]


def of_own_data(checker: Checker, name: str, wanted: list[str]) -> list[Record]:
    return [record for record in checker.read(name)[0] if record["id"] in wanted]


@functools.cache
def own_positions() -> dict[str, Record]:
    return {record["id"]: record for record in read(OWN_DATA, "positions")[0]}


def own_position(name: str) -> Record:
    """A position kept here, free to be changed."""
    return copy.deepcopy(own_positions()[name])
