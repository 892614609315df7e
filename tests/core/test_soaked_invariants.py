"""`regolith soak` asks a game's own invariants after every decision, not only when a game has ended."""

from __future__ import annotations

import random

import numpy as np
import pytest

from regolith import envs
from regolith.benchmarks import soak
from regolith.envs.core import rng

BEFORE, MORE = 40, 20


@pytest.mark.parametrize(
    ("name", "field", "found"),
    [("tinyforming_mars", "credit_supply", "broken: credits"), ("terror_below", "rubble_supply", "broken: rubble")],
)
def test_what_breaks_in_the_middle_is_found_after_the_next_decision(name: str, field: str, found: str) -> None:
    state, chooser = envs.game(name).new(seed=1), random.Random(1)
    for _ in range(BEFORE):
        state.apply(chooser.choice(state.legal_actions()))
    game, generator, count = state.game, np.zeros(4, np.uint32), np.zeros(1, np.int64)
    rng.seed(generator, 1)
    mask, observation = np.zeros(game.num_actions, np.int8), np.zeros(game.observation_size, np.float32)
    buffers = (generator, mask, observation, np.zeros(2 * MORE, np.int64), count)
    play_on = soak.loop_of(game.spec)
    assert play_on(game.table, state.array, *buffers, MORE) == soak.Wrong.NOTHING
    assert count[0] == MORE
    state.array[field] += 1
    wrong = play_on(game.table, state.array, *buffers, 2 * MORE)
    assert (soak.in_words(game.spec, wrong), int(count[0])) == (found, MORE + 1)
    assert not state.array["over"][0]
