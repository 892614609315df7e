"""Play with states that somebody has tampered with, in a process of its own: `python mutants.py GAME OPTIONS FIRST COUNT NOTES`.

OPTIONS is a JSON list of option sets, or `all` for every one of the game; of each, COUNT mutants are tried.

A mutant is a state of a random game in which some bytes, numbers or whole fields were changed, with its checksum repaired. It must be
refused with `InvalidState`, or play on to the end of the game like any other state. The number of each mutant is written to NOTES before
it is tried, so that whoever watches knows which one crashed the process or never ended. What became of them all is printed as JSON.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from regolith import envs
from regolith.agents import Decisions, make_agent
from regolith.envs.core.errors import InvalidState
from regolith.envs.core.game import Game
from regolith.envs.core.record import WORDS
from regolith.envs.core.state import State

MOST_DECISIONS = 50_000
GAMES = 4
"""Random games that the mutants are made from."""
SEARCHED = 25
"""One of so many that play on is also given to the agents and drawn."""
Array = np.ndarray[Any, Any]


def records(game: Game) -> list[Array]:
    """Every state of some random games, the ends included."""
    found = []
    for seed in range(GAMES):
        chooser = random.Random(seed)
        state = game.new(seed)
        found.append(state.array.copy())
        while not state.is_terminal:
            state.apply(chooser.choice(state.legal_actions()))
            found.append(state.array.copy())
    return found


class Tamperer:
    """Makes mutants of the states of one game. The same number makes the same mutant."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.records = records(game)
        self.fields = [name for name, allowed in game.spec.record.ranges.items() if allowed != WORDS]

    def mutant(self, number: int) -> Array:
        chooser = random.Random(f"{self.game!r} {number}")
        array = chooser.choice(self.records).copy()
        way = chooser.choice((self._flip, self._edge, self._edge, self._within, self._within, self._splice, self._swap))
        for _ in range(chooser.choice((1, 1, 2, 4))):
            way(chooser, array)
        return array

    def _flip(self, chooser: random.Random, array: Array) -> None:
        """Some bits of the record."""
        data = array.view(np.uint8)
        data[chooser.randrange(data.size)] ^= 1 << chooser.randrange(8)

    def _numbers(self, chooser: random.Random, array: Array) -> Array:
        """The numbers of one field, as a flat view."""
        return array[chooser.choice(self.fields)].reshape(-1)

    def _edge(self, chooser: random.Random, array: Array) -> None:
        """One number at or just past an end of what its field or its type can hold."""
        name = chooser.choice(self.fields)
        numbers = array[name].reshape(-1)
        ends = np.iinfo(numbers.dtype)
        row = self.game.bounds.names.index(name)
        low, high = (int(end) for end in self.game.bounds.rows[row][3:])
        wanted = chooser.choice((low - 1, low, low + 1, high - 1, high, high + 1, ends.min, ends.max))
        numbers[chooser.randrange(numbers.size)] = min(max(wanted, int(ends.min)), int(ends.max))

    def _within(self, chooser: random.Random, array: Array) -> None:
        """One number that its field can hold: only the game's own invariants can tell."""
        name = chooser.choice(self.fields)
        numbers = array[name].reshape(-1)
        row = self.game.bounds.names.index(name)
        low, high = (int(end) for end in self.game.bounds.rows[row][3:])
        numbers[chooser.randrange(numbers.size)] = chooser.randint(low, high)

    def _splice(self, chooser: random.Random, array: Array) -> None:
        """A field, or a part of the record, of another state."""
        other = chooser.choice(self.records)
        if chooser.random() < 0.7:
            name = chooser.choice(self.fields)
            array[name] = other[name]
        else:
            data = array.view(np.uint8)
            start = chooser.randrange(data.size // 4) * 4
            end = min(data.size, start + 4 * chooser.randrange(1, 200))
            data[start:end] = other.view(np.uint8)[start:end]

    def _swap(self, chooser: random.Random, array: Array) -> None:
        """Two numbers of one field."""
        numbers = self._numbers(chooser, array)
        i, j = chooser.randrange(numbers.size), chooser.randrange(numbers.size)
        numbers[i], numbers[j] = numbers[j], numbers[i]


def look_at(state: State, number: int) -> None:
    """Everything that can be asked of a state."""
    for seat in range(state.game.players):
        state.observation(seat)
        state.evaluate(seat)
        state.resample(seat, number)
    state.outcome()
    state.decision_text()
    for action in state.legal_actions():
        state.action_name(action)
    if number % SEARCHED == 0:
        state.describe()
        state.picture().svg()
        state.game.spec.facts(state.record)
        if not state.is_terminal:
            for spec in ("greedy", "mcts:simulations=8,playout=20"):
                batch = Decisions(state.game, state.array, np.zeros(1, np.int64), np.ones((1, 4), np.uint32))
                state.clone().apply(int(make_agent(spec).act(batch)[0]))


def try_out(game: Game, array: Array, number: int) -> str:
    """What becomes of a mutant, in one word."""
    try:
        state = game.deserialize(game.serialize(array))
    except InvalidState:
        return "refused"
    chooser = random.Random(number)
    look_at(state, number)
    first = state.decisions
    while not state.is_terminal:
        assert state.decisions - first < MOST_DECISIONS, "the game does not end"
        state.apply(chooser.choice(state.legal_actions()))
        if chooser.random() < 0.02:
            look_at(state, number + 1)
    look_at(state, number)
    state.returns()
    return "played on"


def main(name: str, options: str, first: str, count: str, notes: str) -> None:
    sets = envs.spec(name).option_sets if options == "all" else json.loads(options)
    all_fates = []
    for chosen in sets:
        game = envs.game(name, **chosen)
        tamperer = Tamperer(game)
        fates: Counter[str] = Counter()
        for number in range(int(first), int(first) + int(count)):
            Path(notes).write_text(f"{dict(chosen)} {number}")
            fates[try_out(game, tamperer.mutant(number), number)] += 1
        all_fates.append(fates)
    print(json.dumps(all_fates))


if __name__ == "__main__":
    main(*sys.argv[1:])
