"""How fast is a game? Every figure is per second on one core unless it says otherwise.

The machine may be busy with other things: each measurement is repeated and the best round counts, and the PettingZoo peer is measured in
the same rounds as our own env, so that their ratio means something where seconds do not.
"""

from __future__ import annotations

import os
import random as python_random
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from regolith.agents import Decisions, make_agent, opponent
from regolith.benchmarks.arena import play_task
from regolith.benchmarks.warmup import warm_up
from regolith.envs.core import rng as random
from regolith.envs.core.aec import RegolithAEC
from regolith.envs.core.game import Game, checksum
from regolith.envs.core.state import State
from regolith.envs.core.validation import check_record
from regolith.envs.core.vector import VectorEnv, random_actions

Array = np.ndarray[Any, Any]
ROUNDS = 5
TURNS = 16
"""How often our AEC env and its peer take turns in a round."""
TALLIED = 4
"""Deals that an arena plays in a turn, with and without a tally."""
SEARCHED = 16
"""Positions that the guided search is measured in."""
TIMED = """
import time
started = time.perf_counter()
from regolith.benchmarks import warmup
imported = time.perf_counter()
warmup.{function}({name!r}, **{options!r})
print(time.perf_counter() - {since})
"""


@dataclass(frozen=True)
class Part:
    """Figures that are measured together: the work behind a figure is the same, whatever else is asked for."""

    figures: tuple[str, ...]
    what: str
    measure: Callable[[Game, int, int], dict[str, Any]]
    """Of a game, with so many games in the vector env, in so many rounds."""


PARTS = (
    Part(
        ("kernel", "kernel_no_observation", "games", "decisions_per_game"),
        "compiled play",
        lambda game, _, rounds: _kernel(game, rounds),
    ),
    Part(
        ("threads_speedup",), "two threads", lambda game, _, rounds: {"threads_speedup": _threads_speedup(game, rounds)}
    ),
    Part(
        ("vector",),
        "vector env",
        lambda game, many, rounds: {"vector": _best(lambda: _vector(game, many), rounds)},
    ),
    Part(
        ("vector_copy",),
        "vector env with copies",
        lambda game, many, rounds: {"vector_copy": _best(lambda: _vector(game, many, copy=True), rounds)},
    ),
    Part(
        ("aec", "peer_connect_four_aec", "aec_over_peer"),
        "AEC env and PettingZoo's connect four",
        lambda game, _, rounds: _aec(game, rounds),
    ),
    Part(("clone",), "clones", lambda game, _, rounds: {"clone": _best(lambda: _clone(game), rounds)}),
    Part(
        ("mcts_simulations",),
        "tree search",
        lambda game, _, rounds: {"mcts_simulations": _best(lambda: _mcts(game), rounds)},
    ),
    Part(
        ("search_simulations",),
        "guided tree search",
        lambda game, _, rounds: {"search_simulations": _best(lambda: _search(game), rounds)},
    ),
    Part(
        ("tally_over_plain",),
        "games with and without a tally",
        lambda game, _, rounds: {"tally_over_plain": _tally(game, rounds)},
    ),
    Part(("deserialize_us", "validation_us"), "states from bytes", lambda game, _, rounds: _deserialize(game, rounds)),
    Part(
        ("cold_compile_s", "warm_start_s"),
        "cold compilation in a fresh process",
        lambda game, _, rounds: _start(game),
    ),
    Part(("record_bytes",), "size", lambda game, _, rounds: {"record_bytes": game.spec.dtype.itemsize}),
)
FIGURES = tuple(name for part in PARTS for name in part.figures)


def measure(
    game: Game,
    vector_games: int = 1024,
    rounds: int = ROUNDS,
    say: Callable[[str], None] = lambda text: None,
    figures: Collection[str] = FIGURES,
) -> dict[str, Any]:
    """The chosen figures of a game (all of them, unless told otherwise) as one flat dictionary."""
    say("compiling")
    warm_up(game.spec.name, **game.options.model_dump())
    found: dict[str, Any] = {"game": game.spec.env_id, "options": game.options.model_dump()}
    for part in PARTS:
        if wanted := [name for name in part.figures if name in figures]:
            say(part.what)
            measured = part.measure(game, vector_games, rounds)
            found |= {name: measured[name] for name in wanted}
    return found | {"vector_games": vector_games}


def play_randomly(game: Game, decisions: int, observation: Array, first_seed: int = 0) -> int:
    """Random play inside compiled code, one game after another; how many games were completed."""
    states = np.zeros(1, game.spec.dtype)
    game.spec.drivers.deal(game.table, states, game.template, np.array([first_seed], np.int64))
    generator, mask = np.zeros(4, np.uint32), np.zeros(game.num_actions, np.int8)
    random.seed(generator, first_seed)
    table, play = game.table, game.spec.drivers.random_play
    return int(play(table, states, game.template, first_seed, generator, mask, observation, decisions))


def _best(once: Callable[[], float], rounds: int) -> float:
    return max(once() for _ in range(rounds))


def _rate(count: float, work: Callable[[], Any]) -> float:
    started = time.perf_counter()
    work()
    return count / (time.perf_counter() - started)


def _kernel(game: Game, rounds: int) -> dict[str, float]:
    seen, blind = np.zeros(game.observation_size, np.float32), np.zeros(0, np.float32)
    decisions = _enough(lambda n: play_randomly(game, n, seen))
    games = play_randomly(game, decisions, blind)
    with_observation = _best(lambda: _rate(decisions, lambda: play_randomly(game, decisions, seen)), rounds)
    return {
        "kernel": with_observation,
        "kernel_no_observation": _best(lambda: _rate(decisions, lambda: play_randomly(game, decisions, blind)), rounds),
        "games": with_observation * games / decisions,
        "decisions_per_game": decisions / max(1, games),
    }


def _enough(work: Callable[[int], Any], seconds: float = 0.3) -> int:
    """A count that keeps `work` busy for about so long; the first call may compile and does not count."""
    count = 1000
    work(count)
    while True:
        started = time.perf_counter()
        work(count)
        spent = time.perf_counter() - started
        if spent > seconds / 10:
            return int(count * seconds / spent) + 1
        count *= 4


def _threads_speedup(game: Game, rounds: int) -> float:
    """Throughput of two threads playing side by side over that of one."""
    decisions = _enough(lambda n: play_randomly(game, n, np.zeros(game.observation_size, np.float32)))

    def play(seed: int) -> None:
        play_randomly(game, decisions, np.zeros(game.observation_size, np.float32), seed)

    with ThreadPoolExecutor(2) as pool:
        one = two = 0.0
        # Two threads need a moment in which both cores are free: on a shared machine that takes some patience.
        for _ in range(3 * rounds):
            one = max(one, _rate(decisions, lambda: play(1)))
            two = max(two, _rate(2 * decisions, lambda: list(pool.map(play, (1, 2)))))
    return two / one


def _vector(game: Game, num_envs: int, steps: int = 150, copy: bool = False) -> float:
    """Decisions per second through `VectorEnv.step`, the caller choosing random legal actions."""
    env = VectorEnv(game, num_envs, copy=copy)
    _, info = env.reset()
    generator, actions = np.zeros(4, np.uint32), np.zeros(num_envs, np.int64)
    random.seed(generator, 1)
    started = time.perf_counter()
    for _ in range(steps):
        random_actions(info["action_mask"], generator, actions)
        info = env.step(actions)[4]
    return num_envs * steps / (time.perf_counter() - started)


def _aec(game: Game, rounds: int) -> dict[str, float | None]:
    """Our env and the peer in turns of a few hundredths of a second, so that both meet the machine in its good moments."""
    env, connect_four = RegolithAEC(game), _connect_four()
    ours, peer = 0.0, 0.0
    for _ in range(TURNS * rounds):
        ours = max(ours, _aec_loop(env, 20))
        if connect_four is not None:
            peer = max(peer, _aec_loop(connect_four, 20))
    return {"aec": ours, "peer_connect_four_aec": peer or None, "aec_over_peer": ours / peer if peer else None}


def _connect_four() -> Any:
    """PettingZoo's own connect four, if its drawing library is installed."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import connect_four_v3

            return connect_four_v3.raw_env()
    except ImportError:
        return None


def _aec_loop(env: Any, games: int) -> float:
    """The same plain loop for any AEC env: look, choose a random legal action, step."""
    choose = python_random.Random(1).random
    decisions = 0
    started = time.perf_counter()
    for seed in range(games):
        env.reset(seed=seed)
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(choose() * len(legal))])
            decisions += 1
    return decisions / (time.perf_counter() - started)


def _clone(game: Game, rounds: int = 1_000_000) -> float:
    states = np.zeros(2, game.spec.dtype)
    return _rate(2 * rounds, lambda: game.spec.drivers.clone(states, rounds))


def _mcts(game: Game, simulations: int = 4000) -> float:
    """Simulations per second from the first decision of a game: full random playouts."""
    state = game.new(seed=1)
    batch = Decisions(game, state.array, np.zeros(1, np.int64), np.ones((1, 4), np.uint32))
    agent = make_agent(f"mcts:simulations={simulations},playout=random")
    make_agent("mcts:simulations=1,playout=random").act(batch)  # finds its code, which does not count
    return _rate(simulations, lambda: agent.act(batch))


def _search(game: Game, simulations: int = 200) -> float:
    """Simulations per second of the search with its defaults, over positions of a game that the greedy player plays."""
    positions, generators = _choices(game), np.ones((SEARCHED, 4), np.uint32)
    agent = make_agent(f"mcts:simulations={simulations}")

    def search() -> None:
        agent.act(Decisions(game, positions, np.arange(SEARCHED), generators.copy()))

    return _rate(simulations * SEARCHED, search)


@cache
def _choices(game: Game) -> Array:
    """Decisions that leave a choice, evenly spread over a game of the greedy player against itself."""
    state, choose = game.new(seed=1), opponent("greedy", seed=1)
    found = []
    while not state.is_terminal:
        if len(state.legal_actions()) > 1:
            found.append(state.array.copy())
        state.apply(choose(state))
    return np.concatenate([found[i * len(found) // SEARCHED] for i in range(SEARCHED)])


def _tally(game: Game, rounds: int) -> float | None:
    """Games of the greedy player that an arena plays with a tally, over those without: processor time, in turns, on the same deals."""
    if game.spec.tally is None:
        return None
    lineup = ("greedy",) * game.players

    def spent(tallied: bool, turn: int) -> float:
        deals = list(range(turn * TALLIED, (turn + 1) * TALLIED))
        started = time.process_time()
        play_task(game.spec.name, game.options.model_dump(), "speed", 0, lineup, deals, None, False, tallied)
        return time.process_time() - started

    spent(True, 0)  # compiles, which does not count
    spent(False, 0)
    plain = tallied = 0.0
    for turn in range(2 * rounds):
        first = bool(turn % 2)
        for on in (first, not first):
            if on:
                tallied += spent(True, turn)
            else:
                plain += spent(False, turn)
    return plain / tallied


def _deserialize(game: Game, rounds: int) -> dict[str, float]:
    """Microseconds to make a state of bytes in the middle of a game, and the part of them that checking the bytes takes."""
    state = _midgame(game)
    data, array = state.serialize(), state.array

    def validate() -> None:
        checksum(array)
        check_record(game, array)

    game.deserialize(data)  # finds its code, which does not count
    return {
        "deserialize_us": _microseconds(lambda: game.deserialize(data), rounds),
        "validation_us": _microseconds(validate, rounds),
    }


def _midgame(game: Game) -> State:
    """A position half way through a random game."""
    chooser, state, taken = python_random.Random(1), game.new(seed=1), []
    while not state.is_terminal:
        taken.append(chooser.choice(state.legal_actions()))
        state.apply(taken[-1])
    middle = game.new(seed=1)
    for action in taken[: len(taken) // 2]:
        middle.apply(action)
    return middle


def _microseconds(work: Callable[[], Any], rounds: int, calls: int = 200) -> float:
    """What one call takes in the best round."""

    def repeat() -> None:
        for _ in range(calls):
            work()

    return 1e6 / _best(lambda: _rate(calls, repeat), rounds)


def _start(game: Game) -> dict[str, float]:
    """Seconds that a fresh process takes to compile all kernels into an empty cache, and then to start from that cache.

    The warm start includes all imports and ends with the first decision of a game.
    """
    with tempfile.TemporaryDirectory() as folder:
        chosen = {"name": game.spec.name, "options": game.options.model_dump()}
        cold = _fresh_process(TIMED.format(function="warm_up", since="imported", **chosen), folder)
        warm = [
            _fresh_process(TIMED.format(function="first_steps", since="started", **chosen), folder) for _ in range(2)
        ]
    return {"cold_compile_s": cold, "warm_start_s": min(warm)}


def _fresh_process(code: str, cache: str) -> float:
    """Run some code in a new interpreter with this cache folder; what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "REGOLITH_CACHE": cache},
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return float(done.stdout)
