"""What the generic tests share: every game, every family of options, and random play.

A test that takes `name` runs once for each game, one that takes `game` once for each of its option sets;
a new game gets all of them, or a third of them if there are many. The rules are compiled with index checks here.
"""

import os

os.environ.setdefault("REGOLITH_BOUNDSCHECK", "1")

import random
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from regolith import envs
from regolith.envs.core.game import Game
from regolith.envs.core.state import State

MOST_DECISIONS = 50_000
"""No game is longer, however it is played."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the long versions of tests that are sampled otherwise")


MANY = 12
"""Option sets of one game: where there are more, a test runs with a third of them unless `--long` is given."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Which third that is depends on the test, so that every set meets about a third of the tests. Tests named one by one run."""
    if config.getoption("--long") or any("[" in named for named in config.args):
        return
    left_out = []
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        for name, options in (params[of] for of in ("game", "table", "solo") if isinstance(params.get(of), tuple)):
            sets = envs.spec(name).option_sets
            whole_test = item.nodeid.partition("[")[0]
            if len(sets) > MANY and (sets.index(options) + zlib.crc32(whole_test.encode())) % 3:
                left_out.append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether sampled tests run in full."""
    return bool(request.config.getoption("--long"))


def every_game() -> list[Any]:
    """Each game's name, as a parameter of its own."""
    return [pytest.param(name, id=name) for name in envs.games()]


def every_option_set(fewest: int = 1, most: int = 99) -> list[Any]:
    """Each (name, options) pair for a number of players in this range, as a parameter of its own."""
    return [
        pytest.param((name, dict(options)), id="-".join([name, *(f"{k}={v}" for k, v in options.items())]))
        for name in envs.games()
        for options in envs.spec(name).option_sets
        if fewest <= envs.game(name, **options).players <= most
    ]


def sampled_sets(name: str, long: bool, about: int) -> list[int]:
    """The numbers of about so many option sets of a game, spread over all of them; of all of them for long versions."""
    sets = len(envs.spec(name).option_sets)
    return list(range(0, sets, 1 if long else max(1, sets // about)))


@pytest.fixture(scope="session", params=every_game())
def name(request: pytest.FixtureRequest) -> str:
    """The name of a game."""
    return str(request.param)


@pytest.fixture(scope="session", params=every_option_set())
def game(request: pytest.FixtureRequest) -> Game:
    """A game with one of its option sets."""
    found, options = request.param
    return envs.game(found, **options)


@pytest.fixture(scope="session", params=every_option_set(fewest=2))
def table(request: pytest.FixtureRequest) -> Game:
    """A game for two or more with one of its option sets."""
    found, options = request.param
    return envs.game(found, **options)


@pytest.fixture(scope="session", params=every_option_set(most=1))
def solo(request: pytest.FixtureRequest) -> Game:
    """A game for one with one of its option sets."""
    found, options = request.param
    return envs.game(found, **options)


@pytest.fixture(scope="session")
def duel(name: str) -> Game:
    """The first option set of a game with two or more players."""
    games = [envs.game(name, **options) for options in envs.spec(name).option_sets]
    return next(bound for bound in games if bound.players > 1)


def random_game(game: Game, seed: int) -> Iterator[State]:
    """Deal a game and play it at random: the state before each decision, and at last the state at the end.

    It is one object that moves on: clone what you keep.
    """
    chooser = random.Random(seed)
    state = game.new(seed)
    yield state
    while not state.is_terminal:
        assert state.decisions < MOST_DECISIONS, f"seed {seed} does not end"
        state.apply(chooser.choice(state.legal_actions()))
        yield state


def finished(game: Game, seed: int) -> State:
    """A game played at random to its end."""
    *_, state = random_game(game, seed)
    return state


def positions(game: Game, count: int, games: int = 3) -> list[State]:
    """So many running positions of a few random games, spread over their whole length."""
    found = []
    for seed in range(games):
        running = [state.clone() for state in random_game(game, seed) if not state.is_terminal]
        wanted = max(1, count // games)
        found += [running[i * len(running) // wanted] for i in range(wanted)]
    return found


def midgame(game: Game, seed: int = 0) -> State:
    """A position half way through a random game."""
    states = [state.clone() for state in random_game(game, seed)]
    return states[len(states) // 2]


def play_on(state: State, seed: int = 0) -> list[str]:
    """Play a state to its end at random; the digest after each decision."""
    chooser = random.Random(seed)
    digests = []
    while not state.is_terminal:
        state.apply(chooser.choice(state.legal_actions()))
        digests.append(state.digest())
    return digests
