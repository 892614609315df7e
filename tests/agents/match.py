"""Plays agents against each other, all games of a match side by side, and asks them about single positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from regolith.agents import Agent, Decisions
from regolith.envs.core import rng as random
from regolith.envs.core.game import Game
from regolith.envs.core.state import State


def generators_from(seeds: Sequence[int]) -> np.ndarray[Any, Any]:
    """A generator for each seed."""
    found = np.zeros((len(seeds), 4), np.uint32)
    for generator, seed in zip(found, seeds, strict=True):
        random.seed(generator, seed)
    return found


def ask(agent: Agent, state: State, seed: int) -> int:
    """What an agent chooses for the player to move, with a fresh generator."""
    decisions = Decisions(state.game, state.array, np.zeros(1, np.int64), generators_from([seed]))
    return int(agent.act(decisions)[0])


def play(game: Game, lineups: Sequence[Sequence[Agent]], seeds: Sequence[int]) -> list[State]:
    """The ends of games: game i is dealt from `seeds[i]` and has `lineups[i][seat]` in its seats. Every action is checked."""
    states = [game.new(seed) for seed in seeds]
    generators = generators_from([1_000_000 + i for i in range(len(states) * game.players)]).reshape(
        -1, game.players, 4
    )
    agents = {id(agent): agent for lineup in lineups for agent in lineup}
    while True:
        waiting: dict[int, list[int]] = {}
        for i, state in enumerate(states):
            if not state.is_terminal:
                waiting.setdefault(id(lineups[i][state.current_player]), []).append(i)
        if not waiting:
            return states
        for key, which in waiting.items():
            records = np.concatenate([states[i].array for i in which])
            own = np.stack([generators[i, states[i].current_player] for i in which])
            actions = agents[key].act(Decisions(game, records, np.arange(len(which)), own))
            assert actions.shape == (len(which),)
            assert actions.dtype.kind == "i"
            for row, i in enumerate(which):
                generators[i, states[i].current_player] = own[row]
                states[i].apply(actions[row])


def mean_return(game: Game, agent: Agent, others: Agent, games: int) -> float:
    """What an agent earns per game against others, each deal once from every seat."""
    deals = games // game.players
    seats = [seat for _ in range(deals) for seat in range(game.players)]
    lineups = [[agent if seat == mine else others for seat in range(game.players)] for mine in seats]
    ends = play(game, lineups, [i // game.players for i in range(len(seats))])
    return float(np.mean([end.returns()[mine] for end, mine in zip(ends, seats, strict=True)]))
