"""Where the deals of a vector env come from: a stream named by purpose and seed, numbered by game and episode."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from regolith.envs.core import rng
from regolith.envs.core.checks import MAX_SEED
from regolith.envs.core.errors import InvalidOptions, InvalidSeed
from regolith.envs.core.game import Game
from regolith.envs.core.jit import kernel
from regolith.envs.core.streams import derived_seed, stream_keys
from regolith.envs.core.vector import VectorEnv

Array = np.ndarray[Any, Any]
STREAMS = [("play", 0), ("play", 1), ("play", 2**30), ("play", 2**30 - 1), ("play", MAX_SEED), ("evaluation", 0)]
PROGRAM = """
import numpy as np
from regolith.envs.core import rng
from regolith.envs.core.streams import stream_keys
pairs = [(0, 0), (0, 1), (1, 0), (65535, 2**31), (2**31 - 1, 2**32 - 1)] + [(i, 7 * i) for i in range(1, 200)]
keys = [key for seed in (0, 1, 2**63 - 1) for key in stream_keys("play", seed)]
print([int(rng.numbered(key, i, k)) for key in keys for i, k in pairs])
"""


@kernel
def all_numbers(key: Array, games: int, episodes: int, out: Array) -> None:
    for i in range(games):
        for k in range(episodes):
            out[i * episodes + k] = rng.numbered(key, i, k)


def numbers(purpose: str, seed: int, games: int, episodes: int) -> Array:
    out = np.zeros(games * episodes, np.int64)
    all_numbers(stream_keys(purpose, seed)[0], games, episodes, out)
    return out


def lineup(env: VectorEnv) -> tuple[list[int], list[list[int]], list[bytes]]:
    """The deals under way, who sits where, and the generators of the players inside."""
    lanes = env._lanes[0]
    return lanes.deals.tolist(), lanes.seats.tolist(), [row.tobytes() for row in lanes.generators]


def test_a_million_deals_of_each_of_several_streams_are_all_different() -> None:
    found = np.concatenate([numbers(*stream, 1000, 1000) for stream in STREAMS])
    assert found.min() > 10**6, "the small numbers are for people and tournaments"
    found.sort()
    assert found.size == len(STREAMS) * 10**6
    assert (np.diff(found) > 0).all()


def test_numbers_are_well_mixed() -> None:
    """Each of the 63 bits is set half of the time, and neighbours differ in half of them."""
    found = numbers("play", 0, 512, 512)
    bits = (found[:, None] >> np.arange(63)) & 1
    assert np.abs(bits.mean(axis=0) - 0.5).max() < 0.01
    for step in (1, 512):
        changed = ((found[step:] ^ found[:-step])[:, None] >> np.arange(63)) & 1
        assert np.abs(changed.mean(axis=0) - 0.5).max() < 0.01


def test_numbers_are_the_same_without_compilation() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-W", "error::RuntimeWarning", "-c", PROGRAM],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert told[0] == told[1]
    assert len(set(json.loads(told[0]))) == 6 * 204


def test_purpose_and_seed_cannot_be_mixed_up() -> None:
    keys = {stream_keys(p, s).tobytes() for p, s in [("a", 11), ("1 a", 1), ("a 1", 1), ("11 a", 1), ("a", 1)]}
    assert len(keys) == 5
    assert derived_seed("a", 1) != derived_seed("b", 1) != derived_seed("b", 2)


def test_seeds_that_shared_their_deals_no_longer_do(duel: Game) -> None:
    deals = []
    for purpose, seed in STREAMS:
        env = VectorEnv(duel, 8, seed=seed, purpose=purpose)
        for _ in range(3):
            env.reset()
            deals += lineup(env)[0]
    assert len(set(deals)) == len(STREAMS) * 24


def test_deals_and_lineups_do_not_depend_on_the_number_of_games(table: Game) -> None:
    few = VectorEnv(table, 3, ["random", "greedy"], seed=7)
    many = VectorEnv(table, 11, ["random", "greedy"], seed=7, threads=2)
    for seed in (None, None, 8, None):
        few.reset(seed=seed)
        many.reset(seed=seed)
        for one, other in zip(lineup(few), lineup(many), strict=True):
            assert one == other[:3]
    many.close()


def test_an_episode_does_not_depend_on_how_the_last_one_was_played(duel: Game) -> None:
    """Nor on how long it took: players inside draw anew for every game."""
    met: list[dict[int, Any]] = []
    for pick in (0, -1):
        env, seen = VectorEnv(duel, 2, ["random", "greedy"], seed=3), {}
        env.reset()
        while env._lanes[0].episodes.min() < 3:
            env.step([np.flatnonzero(mask)[pick] for mask in env.action_masks()])
            for i, episode in enumerate(env._lanes[0].episodes.tolist()):
                seen[i, episode] = (lineup(env)[0][i], lineup(env)[1][i])
        met.append(seen)
    both = met[0].keys() & met[1].keys()
    assert len(both) >= 6
    assert all(met[0][key] == met[1][key] for key in both)


def test_a_reset_without_a_seed_goes_on(duel: Game) -> None:
    env = VectorEnv(duel, 4, seed=5)
    first = []
    for _ in range(4):
        env.reset()
        first += lineup(env)[0]
    assert len(set(first)) == 16
    assert sorted(first) == sorted(numbers("play", 5, 4, 4).tolist())
    env.reset(seed=5)
    assert lineup(env)[0] == first[:4]


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "1", True, np.array([1, 2]), [0], np.float64(3)], ids=repr)
def test_what_is_no_seed_of_a_vector_env(duel: Game, seed: Any) -> None:
    with pytest.raises(InvalidSeed, match="a seed is an integer from 0"):
        VectorEnv(duel, 2, seed=seed)
    env = VectorEnv(duel, 2)
    env.reset(seed=1)
    before = lineup(env)
    with pytest.raises(InvalidSeed, match="a seed is an integer from 0"):
        env.reset(seed=seed)
    assert lineup(env) == before


def test_none_is_no_seed_of_a_stream(duel: Game) -> None:
    with pytest.raises(InvalidSeed):
        VectorEnv(duel, 2, seed=None)  # type: ignore[arg-type]


@pytest.mark.parametrize("purpose", ["", "x" * 65, "two\nlines", None, 3, b"play", "\ud800"], ids=repr)
def test_what_is_no_purpose(duel: Game, purpose: Any) -> None:
    with pytest.raises(InvalidOptions, match="a purpose is a text"):
        VectorEnv(duel, 2, purpose=purpose)
