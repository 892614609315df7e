"""Games straight on the record: dealing, legal actions, random play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from regolith import envs
from regolith.envs.core.record import PORTS_FIELD, Over
from regolith.envs.core.rng import seed
from regolith.envs.terraforming_mars.actions import ACTIONS, PASS, legal, step
from regolith.envs.terraforming_mars.language.tables import TABLE, numbered
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.rules.course import setup
from regolith.envs.terraforming_mars.state import DTYPE

envs.spec("terraforming_mars").open_doors()
T = TABLE[0]
NUMBER = {card.name: number for number, card in numbered().items()}
MOST_DECISIONS = 20_000


def opened(table: Any) -> Any:
    """A table of one's own, in which rules find the rules that they jump to."""
    table[PORTS_FIELD] = TABLE[PORTS_FIELD]
    return table


def deal(number: int = 0, **options: Any) -> Any:
    """A new game: an array of one record."""
    array = np.zeros(1, DTYPE)
    MarsOptions.parse("terraforming_mars", options).write(array[0])
    seed(array[0].rng, number)
    setup(T, array[0])
    return array


def actions(s: Any, t: Any = T) -> list[int]:
    mask = np.zeros(ACTIONS.size, np.int8)
    legal(t, s, mask)
    return [int(action) for action in np.nonzero(mask)[0]]


def choose(s: Any, *wanted: int) -> None:
    """Take the first of these actions that is legal, else the first legal one."""
    found = actions(s)
    step(T, s, next((action for action in wanted if action in found), found[0]))


def played(array: Any, number: int, t: Any = T) -> Iterator[Any]:
    """A game at random, reluctant to pass: the record after each decision."""
    chooser, s = random.Random(number), array[0]
    while s.over == Over.RUNNING:
        found = actions(s, t)
        assert found
        assert s.decisions < MOST_DECISIONS
        eager = [action for action in found if action != PASS]
        step(t, s, chooser.choice(eager if eager and chooser.random() < 0.9 else found))
        yield s
