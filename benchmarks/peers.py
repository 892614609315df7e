"""Random play in other suites of board games, measured in the same run as ours.

None of them plays our games, so a rate compares how fast one can learn on a suite, not two implementations of the same rules. Every loop
finds the legal moves of each decision, as a learner must. A suite that is not installed is left out.
"""

from __future__ import annotations

import importlib.util
import os
import random
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from regolith.benchmarks.speed import play_randomly
from regolith.envs.core.game import Game

TURNS_OF_CATAN = 1000
"""The suite itself cuts a game off there."""


@dataclass(frozen=True)
class Peer:
    """Another suite, and a game of it that is played from Python as its documentation shows."""

    name: str
    needs: tuple[str, ...]
    """The packages that must be there."""
    what: str
    play: Callable[[float], int]
    """Play for about so many seconds; how many decisions were taken."""

    @property
    def installed(self) -> bool:
        return all(importlib.util.find_spec(package) is not None for package in self.needs)


@dataclass(frozen=True)
class Rate:
    """Decisions per second in the best round."""

    name: str
    what: str
    decisions: float


def _until(seconds: float, game: Callable[[], int]) -> int:
    """Whole games until the time is over."""
    end, decisions = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        decisions += game()
    return decisions


def _connect_four(seconds: float) -> int:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.raw_env()

    def game() -> int:
        env.reset()
        decisions = 0
        while not any(env.terminations.values()):
            legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
            env.step(int(random.choice(legal)))
            decisions += 1
        return decisions

    return _until(seconds, game)


def _backgammon(seconds: float) -> int:
    import pyspiel

    backgammon = pyspiel.load_game("backgammon")

    def game() -> int:
        state, decisions = backgammon.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return _until(seconds, game)


def _catan(seconds: float) -> int:
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    def game() -> int:
        catan, decisions = Catan([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)]), 0
        while catan.winning_color() is None and catan.state.num_turns < TURNS_OF_CATAN:
            catan.play_tick()
            decisions += 1
        return decisions

    return _until(seconds, game)


PEERS = (
    Peer("PettingZoo", ("pettingzoo", "pygame"), "connect_four_v3 with mask and observation", _connect_four),
    Peer("OpenSpiel", ("pyspiel",), "backgammon from Python, with observation", _backgammon),
    Peer("Catanatron", ("catanatron",), "Catan for two, without observation", _catan),
)


def compare(game: Game, seconds: float, rounds: int) -> list[Rate]:
    """Our rate first, then those of the installed peers; rounds alternate, so that a busy moment hits all alike."""
    seen = np.zeros(game.observation_size, np.float32)
    play_randomly(game, 1000, seen)
    started, decisions = time.perf_counter(), 10_000
    play_randomly(game, decisions, seen)
    decisions = int(decisions * seconds / (time.perf_counter() - started)) + 1

    def ours(_: float) -> int:
        play_randomly(game, decisions, seen)
        return decisions

    runs: list[tuple[str, str, Callable[[float], int]]] = [
        ("Regolith", f"{game.spec.title} with mask and observation, in compiled code", ours)
    ]
    runs += [(peer.name, peer.what, peer.play) for peer in PEERS if peer.installed]
    best = dict.fromkeys((name for name, _, _ in runs), 0.0)
    for _ in range(rounds):
        for name, _, play in runs:
            started = time.perf_counter()
            best[name] = max(best[name], play(seconds) / (time.perf_counter() - started))
    return [Rate(name, what, best[name]) for name, what, _ in runs]
