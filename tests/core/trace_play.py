"""Plays games of every option set and prints what can be seen of them; compiled and uncompiled it must print the same.

Run by `test_compiled_equals_uncompiled.py`, as a program of its own for each of the two.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

import numpy as np

from regolith import envs
from regolith.envs.core.game import Game
from regolith.envs.core.seat import InsidePlayer

LOOK_EVERY, GREEDY_EVERY = 5, 12


def short(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=6).hexdigest()


def trace(game: Game, seed: int, decisions: int, greedy_choices: int) -> list[str]:
    """Random play from a generator of Python's own, with a look at everything every so often."""
    chooser, state = random.Random(seed), game.new(seed)
    greedy = InsidePlayer(game, "greedy", seed)
    lines = [f"{game!r} seed {seed}"]
    tally, counters = game.spec.tally, np.zeros((1, 1, 1), np.int32)
    before, mask = state.array.copy(), np.zeros(game.num_actions, np.int8)
    if tally is not None:
        counters = tally.empty(1, game.players)
        game.spec.drivers.tally_deals(game.table, state.array, counters)
    for count in range(decisions):
        if count % LOOK_EVERY == 0 or state.is_terminal:
            seats = range(game.players)
            seen = b"".join(state.observation(seat).tobytes() for seat in seats)
            evaluated = np.array([state.evaluate(seat) for seat in seats]).tobytes()
            scores, places = state.outcome()
            resampled = "".join(state.resample(seat, count).digest() for seat in seats)
            lines.append(
                f"{count} {state.digest()} observations {short(seen)} mask {short(state.legal_mask().tobytes())} "
                f"evaluation {short(evaluated)} outcome {scores.tolist()} {places.tolist()} resampled {short(resampled.encode())}"
            )
        if state.is_terminal:
            lines.append(f"end {state.returns()} {state.is_truncated}")
            break
        if greedy_choices and count % GREEDY_EVERY == GREEDY_EVERY - 1:
            greedy_choices -= 1
            lines.append(f"{count} greedy {greedy(state)}")
        action = chooser.choice(state.legal_actions())
        if tally is not None:
            which, actions, after = np.zeros(1, np.int64), np.array([action]), state.array.copy()
            game.spec.drivers.apply_and_tally(game.table, after, which, actions, mask, before, counters)
        state.apply(action)
    return [*lines, f"counted {short(counters.tobytes())} {int(counters.sum())}"]


if __name__ == "__main__":
    told = json.loads(sys.argv[1])
    for name in envs.games():
        for number in told["sets"][name]:
            arguments = told["first" if number == 0 else "others"]
            print("\n".join(trace(envs.game(name, **envs.spec(name).option_sets[number]), seed=number, **arguments)))
