"""Compiling everything a game needs ahead of its first use."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith import envs
from regolith.agents import Decisions, make_agent, opponent
from regolith.benchmarks.matches import Played, watched
from regolith.envs.core import rewards, rng
from regolith.envs.core.jit import compiled_count, end_announcement
from regolith.envs.core.record import Over
from regolith.envs.core.vector import VectorEnv, random_actions


def first_steps(name: str, **options: Any) -> None:
    """What a user of one game meets first: deal, observe, decide."""
    state = envs.game(name, **options).new(seed=0)
    state.observation()
    state.apply(state.legal_actions()[0])
    state.returns()


def warm_up(name: str, **options: Any) -> int:
    """Compile (or find in the cache) all kernels that a game with these options needs; how many had to be compiled."""
    before = compiled_count()
    game = envs.game(name, **options)
    first_steps(name, **options)
    state = game.new(seed=0)
    state.describe()
    game.spec.facts(state.array[0])
    game.spec.seat_facts(state.array[0], 0)
    if game.spec.realism is not None and not game.solo:
        follow_a_game(game)
    scores, places = state.outcome()
    rewards.pay(rewards.WIN, 1.0, game.players, scores, places, scores.copy())
    rewards.win_share(int(Over.FINISHED), game.players, places, 0)
    state.resample(0, 1)
    state.evaluate(0)
    game.deserialize(state.serialize())
    generators = np.ones((1, 4), np.uint32)
    rng.seed(generators[0], 1)
    batch = Decisions(game, state.array, np.zeros(1, np.int64), generators)
    batch.observations  # noqa: B018
    for spec in ("random", "greedy", "mcts:simulations=4"):
        actions = make_agent(spec).act(batch)
    game.spec.drivers.apply(game.table, state.array, batch.which, actions, np.zeros(game.num_actions, np.int8))
    env = VectorEnv(game, 2, opponents=None if game.solo else ("random", "greedy"))
    _, info = env.reset()
    random_actions(info["action_mask"], generators[0], actions := np.zeros(2, np.int64))
    env.step(actions)
    end_announcement()
    return compiled_count() - before


def follow_a_game(game: envs.Game) -> None:
    """What reports ask about a game while it is played; some of it only after certain decisions."""
    chooser, state, actions = np.random.default_rng(0), game.new(seed=0), []
    while not state.is_terminal:
        actions.append(int(chooser.choice(state.legal_actions())))
        state.apply(actions[-1])
    watched(game, Played(0, state.scores(), [], [], [], "finished", state.record, actions))


def warm_up_all(name: str) -> int:
    """The same for every option, and for players that few ask for."""
    before = compiled_count()
    envs.spec(name).open_doors()
    warm_up(name)
    opponent("mcts:simulations=2,playout=0")(envs.game(name).new(seed=0))
    return compiled_count() - before
