"""The cache of compiled rules: nothing is compiled twice, and nothing stale is ever used.

Most tests work on a toy package beside a copy of the core, so that sources can be edited and compile in a second.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import os
import pkgutil
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError
from numba.extending import intrinsic

from regolith import envs
from regolith.agents.search import guided, playouts
from regolith.agents.search.compiled import search_of
from regolith.envs.core import jit, rng
from regolith.envs.core.memory import as_bytes, record_in
from regolith.envs.core.ports import BYTES

CORE = Path(jit.__file__).parent

CALLEE = """
from regolith.envs.core.jit import kernel

@kernel
def twice(x):
    return 2 * x
"""
RULES = """
from regolith.envs.core.jit import kernel
from regolith.toy.callee import twice

@kernel
def price(prices, i):
    return prices[i] + twice(i)
"""
LOOPS = """
from regolith.envs.core.jit import kernel

def total_of(rule):
    @kernel
    def total(prices):
        found = 0
        for i in range(prices.size):
            found += rule(prices, i)
        return found
    return total
"""
CATALOGUE = "PRICES = [10, 20, 30]\n"
PLAY = """
import json, sys
import numpy as np
from regolith.envs.core import jit, rng
from regolith.toy.catalogue import PRICES
from regolith.toy.loops import total_of
from regolith.toy.rules import price

prices = np.array(PRICES)
print(json.dumps({"total": int(total_of(price)(prices)), "compiled": jit.compiled_count(), "file": jit.__file__}))
"""


class Toy:
    """A package of our own named regolith, with the real core in it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        package = folder / "regolith"
        shutil.copytree(CORE, package / "envs" / "core", ignore=shutil.ignore_patterns("__pycache__"))
        self.package = package / "toy"
        self.package.mkdir()
        for empty in (package, package / "envs", self.package):
            (empty / "__init__.py").write_text("")
        for name, text in {"callee": CALLEE, "rules": RULES, "loops": LOOPS, "catalogue": CATALOGUE}.items():
            (self.package / f"{name}.py").write_text(text)

    def edit(self, module: str, old: str, new: str) -> None:
        path = self.package / f"{module}.py"
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def run(self, **environment: str) -> tuple[dict[str, Any], str]:
        """Play in a process of its own: what it printed, and its complaints."""
        variables = {**os.environ, "PYTHONPATH": str(self.folder), "REGOLITH_CACHE": str(self.cache), **environment}
        variables["PYTHONDONTWRITEBYTECODE"] = "1"
        done = subprocess.run(
            [sys.executable, "-c", PLAY],
            env=variables,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout.splitlines()[-1])
        assert str(self.folder) in found["file"]
        return found, done.stderr


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A toy whose rules have been compiled once."""
    toy = Toy(tmp_path_factory.mktemp("toy"))
    found, said = toy.run()
    assert found["total"] == 66
    assert found["compiled"] > 0
    assert said.count("compiling the rules") == 1
    return toy


@pytest.fixture
def toy(filled: Toy, tmp_path: Path) -> Toy:
    """A copy of it, cache and all."""
    copy = Toy.__new__(Toy)
    shutil.copytree(filled.folder, tmp_path / "copy")
    copy.folder = tmp_path / "copy"
    copy.cache, copy.package = copy.folder / "cache", copy.folder / "regolith" / "toy"
    return copy


def test_the_second_process_compiles_nothing(filled: Toy) -> None:
    found, said = filled.run()
    assert (found["total"], found["compiled"]) == (66, 0)
    assert said == ""


def test_a_copy_of_the_cache_serves_a_copy_of_the_package(toy: Toy) -> None:
    found, _ = toy.run()
    assert found["total"] == 66


@pytest.mark.parametrize(
    ("module", "old", "new", "total"),
    [
        pytest.param("callee", "2 * x", "3 * x", 69, id="a callee of a callee"),
        pytest.param("rules", "prices[i] +", "prices[i] -", 54, id="the rule that a loop closes over"),
        pytest.param("loops", "found = 0", "found = 1000", 1066, id="the loop itself"),
    ],
)
def test_an_edited_rule_is_compiled_again(filled: Toy, module: str, old: str, new: str, total: int) -> None:
    path = filled.package / f"{module}.py"
    before = path.read_text()
    filled.edit(module, old, new)
    try:
        found, _ = filled.run()
        assert found["total"] == total
        assert found["compiled"] > 0
        again, _ = filled.run()
        assert (again["total"], again["compiled"]) == (total, 0)
    finally:
        path.write_text(before)
    back, _ = filled.run()
    assert back["total"] == 66


def test_an_edited_catalogue_compiles_nothing(filled: Toy) -> None:
    filled.edit("catalogue", "20", "25")
    try:
        found, _ = filled.run()
        assert (found["total"], found["compiled"]) == (71, 0)
    finally:
        filled.edit("catalogue", "25", "20")


def test_index_checks_have_a_cache_of_their_own(filled: Toy) -> None:
    other = "0" if os.environ["REGOLITH_BOUNDSCHECK"] == "1" else "1"
    found, _ = filled.run(REGOLITH_BOUNDSCHECK=other)
    assert (found["total"], found["compiled"] > 0) == (66, True)
    found, _ = filled.run()
    assert found["compiled"] == 0


def test_uncompiled_it_is_plain_python(filled: Toy, tmp_path: Path) -> None:
    found, said = filled.run(NUMBA_DISABLE_JIT="1", REGOLITH_CACHE=str(tmp_path / "cache"))
    assert (found["total"], found["compiled"], said) == (66, 0, "")
    assert not (tmp_path / "cache").exists()


def test_a_cache_folder_that_cannot_be_made_only_warns(filled: Toy, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    found, said = filled.run(REGOLITH_CACHE=str(tmp_path / "file" / "cache"))
    assert found["total"] == 66
    assert "compiled rules are not kept" in said


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs a folder that even root cannot write")
def test_a_cache_folder_that_cannot_be_written_only_warns(filled: Toy) -> None:
    found, said = filled.run(REGOLITH_CACHE="/proc/regolith")
    assert found["total"] == 66
    assert "compiled rules are not kept" in said
    assert "REGOLITH_CACHE" in said


def test_a_damaged_cache_file_is_compiled_again(toy: Toy) -> None:
    toy.run()
    files = list(toy.cache.rglob("*.nb?"))
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:20])
    found, _ = toy.run()
    assert found["total"] == 66


# --- the games


PLAY_ALL = """
import random
import numpy as np
from regolith import envs
from regolith.agents import opponent
from regolith.envs.core.jit import compiled_count
from regolith.envs.core.vector import VectorEnv

for name in envs.games():
    for options in envs.spec(name).option_sets:
        game = envs.game(name, **options)
        chooser, state = random.Random(0), game.new(0)
        players = [opponent("random"), opponent("greedy"), opponent("mcts:simulations=3"), opponent("mcts:simulations=3,playout=0")]
        for count in range(24):
            if not state.is_terminal:
                state.observation(0), state.returns(), state.resample(0, count), state.evaluate(0)
                state.apply(players[count % 4](state))
        env = VectorEnv(game, 2, ["random"] if game.players > 1 else None)
        env.reset()
        env.step(env.action_masks().argmax(axis=1))
print(compiled_count())
"""


def test_a_second_process_plays_every_game_without_compiling() -> None:
    counts = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", PLAY_ALL], capture_output=True, text=True, timeout=900, check=False
        )
        assert done.returncode == 0, done.stderr
        counts.append(int(done.stdout))
    assert counts[1] == 0


def modules_of_game(name: str) -> dict[str, Any]:
    package = importlib.import_module(f"regolith.envs.{name}")
    names = [found.name for found in pkgutil.walk_packages(package.__path__, f"regolith.envs.{name}.")]
    return {found: importlib.import_module(found) for found in names}


def reach(modules: set[str]) -> set[str]:
    """All of our modules that these import, directly or not."""
    todo, found = list(modules), set(modules)
    while todo:
        for name in jit._imports(todo.pop()) - found:
            found.add(name)
            todo.append(name)
    return found


def stamped_modules(name: str) -> set[str]:
    """The modules whose edits recompile some rule or loop of a game."""
    spec = envs.spec(name)
    found = [value for module in modules_of_game(name).values() for value in vars(module).values()]
    found += [getattr(spec.drivers, loop) for loop in dir(type(spec.drivers)) if not loop.startswith("_")]
    found += [search_of(spec, playouts.build), *search_of(spec, guided.build)]
    kernels = {value.py_func for value in found if hasattr(value, "py_func")}
    assert len(kernels) > 20
    return reach({module for kernel in kernels for module in jit._modules_of(kernel)})


def test_rules_and_loops_count_for_their_game() -> None:
    spec = envs.spec("tinyforming_mars")
    rule: Any = spec.kernels.step
    loop: Any = spec.drivers.deal
    shared: Any = rng.seed
    assert jit._game_of(rule.py_func) == "tinyforming_mars"
    assert jit._game_of(loop.py_func) == "tinyforming_mars"
    assert jit._game_of(shared.py_func) == "core"
    other: Any = envs.spec("terror_below").kernels.step
    assert jit._game_of(other.py_func) == "terror_below"


def test_no_rule_depends_on_a_card_catalogue(name: str) -> None:
    """What only builds the table (and holds no rule and no enum itself) can be edited without compiling anything.

    The words that cards are written in are another matter: they stand beside the numbers that the rules know them by.
    """
    stamped = stamped_modules(name)
    modules = modules_of_game(name)
    assert f"regolith.envs.{name}.state" in stamped or len(stamped) > 5
    builders = {found for found in modules if "regolith.envs.core.record.table_of" in imported_names(found)}
    assert builders, "no module builds the table"
    assert not builders & stamped
    of_record = reach({f"regolith.envs.{name}.state"})
    of_words = reach({found for found in stamped if found in modules and holds_an_enum(modules[found])})
    others = reach(builders) - builders - of_record - of_words
    data = {
        found
        for found in others
        if found in modules and not hasattr(modules[found], "__path__") and holds_only_data(modules[found])
    }
    assert data, "no catalogue found"
    assert not data & stamped


def imported_names(module: str) -> set[str]:
    path = jit._source_file(module)
    assert path is not None
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    return {f"{node.module}.{alias.name}" for node in nodes for alias in node.names}


def own(module: Any) -> list[Any]:
    return [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]


def holds_an_enum(module: Any) -> bool:
    return any(isinstance(value, type) and issubclass(value, Enum) for value in own(module))


def holds_only_data(module: Any) -> bool:
    return not holds_an_enum(module) and not any(hasattr(value, "py_func") for value in own(module))


def test_the_stamp_follows_imports() -> None:
    rules, core = frozenset({"regolith.envs.core.players"}), frozenset({"regolith.envs.core.record"})
    assert jit.source_stamp(rules) == jit.source_stamp(rules)
    assert jit.source_stamp(rules) != jit.source_stamp(core)
    assert "regolith.envs.core.rng" in reach(set(rules))


def test_a_rule_outside_the_package_compiles_with_index_checks() -> None:
    """The tests run with index checks, and a game of somebody else's can use the decorator too."""

    @jit.kernel
    def read(array: Any, i: int) -> Any:
        return array[i]

    assert jit.BOUNDSCHECK
    assert read(np.arange(3), 2) == 2
    with pytest.raises(IndexError):
        read(np.arange(3), 3)


def test_a_rule_that_compiled_code_called_first_can_be_called_from_python() -> None:
    """It was compiled without an entry for Python then, and gets one now."""

    @jit.kernel
    def half(x: int) -> int:
        return x // 2

    @jit.kernel
    def quarter(x: int) -> int:
        return half(half(x))

    assert quarter(20) == 5
    assert half(20) == 10
    assert quarter(40) == 10


def test_whatever_integer_python_hands_over_a_rule_is_compiled_once() -> None:
    class Count(IntEnum):
        THREE = 3

    @jit.kernel
    def double(x: int) -> int:
        return 2 * x

    threes, asked = (3, Count.THREE, np.int8(3), np.uint16(3), np.int64(3)), []
    for three in threes:
        assert double(three) == 6
    assert len(double.overloads) == 1
    compile_ = double.compile
    double.compile = lambda signature: asked.append(signature) or compile_(signature)
    for three in threes:
        assert double(three) == double(three) == 6
    assert asked == [], "a known kind of integer is not looked up again"


def test_the_garbage_collector_is_on_again_after_compiling() -> None:
    @jit.kernel
    def same(x: int) -> int:
        return x

    @jit.kernel
    def broken(x: int) -> int:
        return x.nothing_of_this_name  # type: ignore[attr-defined,no-any-return]

    assert gc.isenabled()
    same(1)
    assert gc.isenabled()
    with pytest.raises(TypingError):
        broken(1)
    assert gc.isenabled()


def reader(dtype: Any) -> Any:
    """Compiled code that finds a field in a record given as bytes: its argument types do not tell the layout."""
    record = record_in(dtype)

    @jit.kernel
    def wanted(data: Any) -> int:
        return record(data).wanted

    return jit.fixed(wanted, BYTES)


def test_code_for_one_layout_is_not_used_for_another() -> None:
    for fields in (["wanted", "other"], ["other", "wanted"]):
        records = np.zeros(1, np.dtype((np.record, [(name, "<i4") for name in fields])))
        records["wanted"], records["other"] = 7, 8
        assert reader(records.dtype)(as_bytes(records)) == 7


def test_threads_that_compile_at_the_same_time_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one thread compiles code for compiled code, another one asks for a rule from Python."""
    # An empty cache: with what an earlier run of this test has stored, nothing would be compiled.
    monkeypatch.setenv("REGOLITH_CACHE", str(tmp_path))

    @jit.kernel
    def third(x: int) -> int:
        return x // 3

    asked: list[Future[int]] = []

    @intrinsic
    def while_compiling(typing_context: Any, x: Any) -> Any:
        asked.append(pool.submit(third, 30))
        time.sleep(0.2)
        return x(x), lambda context, builder, sig, values: values[0]

    @jit.kernel
    def inner(x: int) -> int:
        return while_compiling(x)

    @jit.kernel
    def outer(x: int) -> int:
        return inner(x)

    with ThreadPoolExecutor(1) as pool:
        assert outer(7) == 7
        assert asked[0].result(60) == 10

    @jit.kernel
    def afterwards(x: int) -> int:
        return x

    assert afterwards(3) == 3
