"""What a vector env returns belongs to the caller."""

from __future__ import annotations

from typing import Any

import numpy as np
from conftest import MOST_DECISIONS

from regolith.envs.core.game import Game
from regolith.envs.core.vector import VectorEnv

Array = np.ndarray[Any, Any]


def arrays(returned: Any) -> list[Array]:
    """Every array in what `reset` or `step` returned."""
    if isinstance(returned, np.ndarray):
        return [returned]
    parts = returned.values() if isinstance(returned, dict) else returned if isinstance(returned, tuple) else ()
    return [array for part in parts for array in arrays(part)]


def play(env: VectorEnv, steps: int) -> Any:
    """Everything that the env gives away, as it comes."""
    yield env.reset(seed=1)
    for _ in range(steps):
        masks = env.action_masks()
        yield (masks, env.players_to_move())
        yield env.step(masks.argmax(axis=1))


def test_everything_returned_stays_as_it_was(game: Game) -> None:
    env = VectorEnv(game, 2, opponents=["random"] if game.players > 1 else None)
    kept, ended = [], False
    for returned in play(env, MOST_DECISIONS):
        kept += [(array, array.copy()) for array in arrays(returned)]
        ended = isinstance(returned[-1], dict) and "final_obs" in returned[-1]
        if ended:
            break
    assert ended
    assert all((array == then).all() for array, then in kept)


def test_writing_into_what_was_returned_changes_no_game(duel: Game) -> None:
    spoiled, other = VectorEnv(duel, 3), VectorEnv(duel, 3)
    for returned, same in zip(play(spoiled, 60), play(other, 60), strict=True):
        for array, wanted in zip(arrays(returned), arrays(same), strict=True):
            assert (array == wanted).all()
        if isinstance(returned[-1], dict):
            for array in arrays(returned):
                array[:] = 1


def test_copies_and_buffers_hold_the_same(duel: Game) -> None:
    for copied, buffered in zip(play(VectorEnv(duel, 4), 150), play(VectorEnv(duel, 4, copy=False), 150), strict=True):
        for returned in (copied[-1], buffered[-1]):
            if "final_obs" in returned:
                returned["final_obs"] = returned["final_obs"][returned["_final_obs"]]
        for one, other in zip(arrays(copied), arrays(buffered), strict=True):
            assert (one == other).all()
