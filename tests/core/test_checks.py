"""Every public function and method of the environments and agents, called with what makes no sense.

The calls are made from the signatures: a parameter whose name stands in `BAD` gets each of those values in turn, and the answer must be
one typed error. A new public function with such a parameter is called too; if the test cannot make its other arguments, it fails.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import midgame

import regolith.agents
import regolith.envs.core
from regolith import envs
from regolith.agents import Decisions, make_agent
from regolith.agents.model import Model, fingerprint
from regolith.agents.ppo import PpoAgent
from regolith.envs.core import checks
from regolith.envs.core.aec import RegolithAEC
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game, GameSpec
from regolith.envs.core.replay import Replay
from regolith.envs.core.seat import InsidePlayer, SeatEnv
from regolith.envs.core.vector import VectorEnv

KERNELS = {"bounds", "drive", "jit", "linking", "memory", "players", "ports", "record", "rng", "store"}
INSIDE = {
    "card_words",
    "checks",
    "experiment",
    "layout",
    "options",
    "readme",
    "realism",
    "record_types",
    "reset_options",
    "tally",
    "validation",
    "weights",
}
"""Modules of `envs.core` that users never call: what kernels are made of, and what games and envs are made with."""
OF_SEARCH = {"analysis", "compiled", "guided", "outside", "playouts", "selection", "thinking", "tree", "values", "walk"}
"""Modules of `agents.search` that its agent and `analyse` call; `search_outside` is tried by tests of its own."""
OF_RESULTS = {"ratings", "statistics"}
"""Modules of `agents` that reckon with tables of results, for reports and training."""
NOT_CALLED_BY_USERS = {
    "another_layout": "the words of an error",
    "by_the_clock": "asks about a name in a table of results",
    "GameSpec.__init__": "a game's own file makes it, of kernels and layouts",
    "GameSpec.seat_facts": "a field of the spec, given by the game's own file",
    "Kernels.__init__": "kernels",
    "Model.__init__": "its weights are the matrices of a network",
    "GameSpec.cards": "a field of the spec, given by the game's own file",
    "GameSpec.other_table": "a field of the spec, given by the game's own file",
    "Solo.__init__": "a game's own file makes it",
    "Planner.__init__": "a game's own file makes it",
    "Rung.__init__": "a game's own file makes it",
    "Deals.__init__": "a game's own file makes it",
    "MctsAgent.think": "with what a batch of decisions has checked",
    "Replay.verify": "its name is a word for messages",
    "SB3VecEnv.step_async": "SB3 keeps the actions until step_wait, which checks them",
}

NO_NUMBER = [True, np.True_, 1.5, np.float64(0), float("nan"), None, "0", b"0", [0], (), {}, np.array([0, 1]), object]
HUGE = [10**20, -(10**20), 10**5000, 2**63]
NO_COUNT = [*NO_NUMBER, *HUGE, 0, -1]
NO_TEXT = [None, 3, True, 1.5, b"random", ["random"], np.array(["random"])]
NO_ACTIONS = [
    None,
    3,
    "00",
    [0.5, 0.5],
    [True, True],
    ["0", "0"],
    [None, None],
    [[0], [0]],
    [-1, 0],
    [10**6, 0],
    [10**20, 0],
]
NO_ARRAY = [None, "x", 3, [[0.0]], np.zeros(3, np.float32), np.zeros((1, 3), np.float32), np.array([["a"]])]
BAD: dict[str, list[Any]] = {
    "seat": [*NO_NUMBER, *HUGE, -1, 99],
    "seed": [*NO_NUMBER, *HUGE, -1],
    "action": [*NO_NUMBER, *HUGE, -1, 10**6],
    "actions": NO_ACTIONS,
    "row": [*NO_NUMBER, *HUGE, -1, 1],
    "num_envs": NO_COUNT,
    "threads": NO_COUNT,
    "simulations": [*NO_COUNT, 4_000_000_000],
    "playout": [*NO_NUMBER, *HUGE, -2],
    "exploration": [True, None, "0", b"0", [0.5], float("nan"), float("inf"), -0.1, 10**400, np.array([0.5, 0.5])],
    "weights": ["ab", 3, True, [True], [float("nan")], [-1.0], [0.0], [[1.0]], [1, 2], ["1"], [None], object],
    "opponents": [3, "greedy", [3], ["mcts"], [None], np.array([1]), object, {"greedy": 1}],
    "spec": [
        *NO_TEXT,
        "",
        "nobody",
        "greedy:weights=\x1b[2J",
        "greedy:weights=a\nb",
        "mcts:simulations=4000000000",
        "mcts:simulations=1.5",
        "mcts:exploration=1e999",
    ],
    "agent": [*NO_TEXT, "player_99", 0],
    "name": [*NO_TEXT, "", "chess"],
    "purpose": [*NO_TEXT, "", "x" * 99, "two\nlines"],
    "options": [3, "x", ["deal"], {"colour": 1}, {"deal": 1, "state": b""}, {"deal": -1}, {"state": "x"}],
    "game": [None, "tinyforming_mars", 3, GameSpec],
    "state": [None, "x", 3, b"", np.zeros(3)],
    "env": [None, 3, "x"],
    "observations": NO_ARRAY,
    "masks": NO_ARRAY,
    "render_mode": [3, "svg", True, ["ansi"], np.array(["ansi"])],
    "render_view": [None, 3, "everything", True, ["all"]],
    "illegal_action": [None, 3, "ignore", True],
    "copy": [None, 1, "yes", 0.0],
}


def public() -> Iterator[tuple[str, Callable[..., Any], type | None]]:
    """Every function, method and constructor that a user can reach: its name, itself, and the class of a method."""
    packages = [
        (regolith.agents, OF_RESULTS),
        (regolith.agents.search, OF_SEARCH),
        (regolith.envs.core, KERNELS | INSIDE),
    ]
    modules = [envs, *(importlib.import_module(f"regolith.envs.{envs.spec(name).env_id}") for name in envs.games())]
    for package, left_out in packages:
        found = (module.name for module in pkgutil.iter_modules(package.__path__) if module.name not in left_out)
        modules += [importlib.import_module(f"{package.__name__}.{name}") for name in found]
    for module in modules:
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", None) != module.__name__:
                continue
            if inspect.isfunction(thing):
                yield name, thing, None
            elif inspect.isclass(thing):
                for method, function in vars(thing).items():
                    if method in ("__init__", "__call__") or not method.startswith("_"):
                        function = getattr(function, "__func__", function)
                        if inspect.isfunction(function):
                            yield f"{name}.{method}", function, thing


CASES = [
    pytest.param(name, function, owner, parameter, id=f"{name}-{parameter}")
    for name, function, owner in public()
    if name not in NOT_CALLED_BY_USERS and not getattr(function, "__isabstractmethod__", False)
    for parameter, described in inspect.signature(function).parameters.items()
    if parameter in BAD and described.kind is not described.VAR_KEYWORD
]


class Bench:
    """Something good for every parameter, so that only one of them is wrong at a time."""

    def __init__(self, game: Game, folder: Path) -> None:
        self.game = game
        self.state = midgame(game)
        self.views = np.zeros((1, game.observation_size), np.float32)
        self.model = Model(
            [(np.zeros((game.num_actions, game.observation_size), np.float32), np.zeros(game.num_actions, np.float32))],
            "relu",
            {**fingerprint(game.spec), "options": game.options.model_dump()},
        )
        self.path = self.model.save(folder / "model.safetensors")
        self.good: dict[str, Any] = {
            "seat": 0,
            "seed": 1,
            "action": self.state.legal_actions()[0],
            "row": 0,
            "num_envs": 2,
            "spec": game.spec,
            "agent": "player_0",
            "name": game.spec.name,
            "purpose": "play",
            "opponents": ["random"],
            "weights": [1.0],
            "game": game,
            "state": self.state,
            "observations": self.views,
            "masks": np.ones((1, game.num_actions), np.int8),
            "model": self.model,
            "path": str(self.path),
            "array": self.state.array.copy(),
            "env": self.vector(),
        }

    def special(self, name: str, parameter: str) -> Any:
        """Where the good value depends on who takes it."""
        if name in ("make_agent", "opponent", "analyse") and parameter == "spec":
            return "mcts:simulations=2"
        if name == "PpoAgent.__init__":
            return str(self.path)
        if name == "InsidePlayer.__init__" and parameter == "name":
            return "greedy"
        if name == "Game.__init__" and parameter == "options":
            return self.game.options
        if parameter == "options":
            return {}
        if parameter == "actions":
            return [] if name.startswith("Replay") else [int(mask.argmax()) for mask in self.vector().action_masks()]
        if parameter in ("states", "which", "generators"):
            batch = self.batch()
            return getattr(batch, parameter)
        return self.good[parameter]

    def vector(self) -> VectorEnv:
        env = VectorEnv(self.game, 2, ["random"])
        env.reset(seed=1)
        return env

    def batch(self) -> Decisions:
        return Decisions(self.game, self.state.array, np.zeros(1, np.int64), np.ones((1, 4), np.uint32))

    def subject(self, owner: type) -> Any:
        """An instance that is ready for any of its methods."""
        made: dict[str, Callable[[], Any]] = {
            "Game": lambda: self.game,
            "GameSpec": lambda: self.game.spec,
            "State": lambda: self.state.clone(),
            "RegolithAEC": lambda: RegolithAEC(self.game),
            "SeatEnv": lambda: SeatEnv(self.game),
            "VectorEnv": self.vector,
            "SB3VecEnv": lambda: self.vector().as_sb3(),
            "InsidePlayer": lambda: InsidePlayer(self.game, "greedy"),
            "Decisions": self.batch,
            "Model": lambda: self.model,
            "Agent": lambda: make_agent("random"),
            "GreedyAgent": lambda: make_agent("greedy"),
            "MctsAgent": lambda: make_agent("mcts:simulations=2"),
            "PpoAgent": lambda: PpoAgent(str(self.path)),
            "Replay": lambda: Replay,
        }
        if owner.__name__ not in made:
            raise KeyError(f"say how a {owner.__name__} is made, so that its methods can be called with wrong values")
        subject = made[owner.__name__]()
        if isinstance(subject, RegolithAEC):
            subject.reset(options={"state": self.state.serialize()})
        elif isinstance(subject, SeatEnv):
            subject.reset(options={"state": self.state.serialize(), "seat": self.state.current_player})
        return subject

    def call(self, name: str, function: Callable[..., Any], owner: type | None, wrong: dict[str, Any]) -> Any:
        """The call with good values for all that has no default, and the wrong one."""
        parameters = inspect.signature(function).parameters.values()
        given = {
            p.name: self.special(name, p.name)
            for p in parameters
            if p.name not in ("self", "cls", *wrong)
            and p.kind is not p.VAR_KEYWORD
            and (p.default is p.empty or p.name == "opponents")
        }
        if owner is None:
            return function(**given, **wrong)
        if name.endswith(".__init__"):
            return owner(**given, **wrong)
        return getattr(self.subject(owner), function.__name__)(**given, **wrong)

    def problem(self, *call: Any) -> RegolithError | None:
        """What the call has to say about the wrong value."""
        try:
            self.call(*call)
        except RegolithError as problem:
            return problem
        return None


@pytest.fixture(scope="module")
def bench(duel: Game, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(duel, tmp_path_factory.mktemp("models"))


@pytest.mark.parametrize(("entrance", "function", "owner", "parameter"), CASES)
def test_what_makes_no_sense_gets_a_typed_error(
    bench: Bench, entrance: str, function: Callable[..., Any], owner: type | None, parameter: str
) -> None:
    bench.call(entrance, function, owner, {})
    default = inspect.signature(function).parameters[parameter].default
    for value in BAD[parameter]:
        if value is None and default is None:
            continue
        problem = bench.problem(entrance, function, owner, {parameter: value})
        assert problem is not None, f"{entrance} takes {parameter}={checks.shown(value)} without a word"
        assert "\n" not in str(problem)
        assert len(str(problem)) < 600


def test_there_are_calls_to_make() -> None:
    """The entrances that users meet first are among them."""
    made = {case.id for case in CASES}
    assert {
        "State.apply-action",
        "State.action_name-action",
        "State.observation-seat",
        "State.describe-seat",
        "State.picture-seat",
        "State.evaluate-seat",
        "State.resample-seed",
        "Game.new-seed",
        "game-name",
        "RegolithAEC.reset-seed",
        "RegolithAEC.step-action",
        "SeatEnv.reset-seed",
        "SeatEnv.__init__-seat",
        "VectorEnv.__init__-num_envs",
        "VectorEnv.step-actions",
        "VectorEnv.set_opponents-weights",
        "InsidePlayer.reseed-seed",
        "make_agent-spec",
        "opponent-seed",
        "MctsAgent.__init__-simulations",
        "Decisions.resampled-row",
        "Model.logits-observations",
        "Replay.record-seed",
    } <= made
    assert not {name for name in NOT_CALLED_BY_USERS if name not in {found for found, _, _ in public()}}


@pytest.mark.parametrize("players", [True, 1.0, None, "2", [2], 0, -1, 99, 10**20], ids=repr)
def test_options_that_make_no_sense(name: str, players: Any) -> None:
    module = importlib.import_module(f"regolith.envs.{envs.spec(name).env_id}")
    for make in (envs.spec(name).bind, module.env, module.raw_env, lambda **o: envs.make_seat(name, **o)):
        with pytest.raises(RegolithError):
            make(players=players)


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError

    def __array__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError


def test_values_are_shown_on_one_short_line() -> None:
    assert checks.shown(3) == "3"
    assert checks.shown("two\nlines") == r"'two\nlines'"
    assert checks.shown(10**5000) == "an integer of 16610 bits"
    assert checks.shown(np.zeros((30, 30))).endswith(" ...")
    assert "\n" not in checks.shown(np.zeros((3, 3)))
    assert checks.shown(Unspeakable()) == "a Unspeakable that cannot be shown"
    assert checks.shown(midgame) == "midgame"


def test_numpy_integers_are_integers(duel: Game) -> None:
    state = duel.new(np.uint8(3))
    assert (state.observation(np.int32(0)) == state.observation(0)).all()
    assert checks.check_seed(np.uint64(2**63 - 1)) == 2**63 - 1
    assert state.action_name(np.int16(0)) == state.action_name(0) == state.action_name(np.array(0))


def test_objects_that_refuse_to_become_arrays(duel: Game) -> None:
    env = VectorEnv(duel, 2)
    env.reset()
    with pytest.raises(RegolithError):
        env.step(Unspeakable())
    with pytest.raises(RegolithError):
        VectorEnv(duel, 2, ["random"], weights=Unspeakable())  # type: ignore[arg-type]
