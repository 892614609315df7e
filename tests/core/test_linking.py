"""Only what is entered from outside becomes machine code, and it has everything below it; where that cannot be, plain Numba does it."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import njit

from regolith import envs
from regolith.envs.core import jit, linking

from .trace_play import trace

SOURCES = Path(jit.__file__).parents[2]
DECISIONS, GREEDY_CHOICES = 400, 6
BREAK = "import numba.core.codegen; del numba.core.codegen.JITCodeLibrary\n"
"""Something that `linking.py` needs is not there."""
KERNELS = """
import json, sys
from regolith.envs.core import jit

@jit.kernel
def lowest(x):
    return x + 1

@jit.kernel
def left(x):
    return 2 * lowest(x)

@jit.kernel
def right(x):
    return 3 * lowest(x)

found = [function(number) for function in (left, right) for number in NUMBERS]
kinds = sorted({type(made.library).__name__ for function in (lowest, left, right) for made in function.overloads.values()})
tried = "regolith.envs.core.linking" in sys.modules
print(json.dumps({"found": found, "kinds": kinds, "compiled": jit.compiled_count(), "tried": tried}))
"""
GAMES = f"""
import json, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from trace_play import trace
from regolith import envs
from regolith.envs.core import jit
names = sys.argv[1:]
lines = {{name: trace(envs.game(name), 1, {DECISIONS}, {GREEDY_CHOICES}) for name in names}}
print(json.dumps({{"lines": lines, "compiled": jit.compiled_count()}}))
"""


@jit.kernel
def lowest(x: int) -> int:
    if x < 0:
        raise ValueError("a negative number")
    return x + 1


@jit.kernel
def middle(x: int) -> int:
    return 2 * lowest(x)


@jit.kernel
def left(x: int) -> int:
    return middle(x) + lowest(x)


@jit.kernel
def right(x: int) -> int:
    return middle(x) - 1


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache of its own, in which the two entries were compiled."""
    folder = tmp_path_factory.mktemp("kernels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGOLITH_CACHE", str(folder))
        assert left(3) == 12
        assert right(3) == 7
    return folder


def library(function: object) -> object:
    """The code of a kernel that was compiled for one type."""
    (compiled,) = function.overloads.values()  # type: ignore[attr-defined]
    return compiled.library


def test_only_entries_have_machine_code() -> None:
    assert isinstance(library(left), linking.EntryCode)
    assert isinstance(library(right), linking.EntryCode)
    assert isinstance(library(middle), linking.InnerCode)
    assert isinstance(library(lowest), linking.InnerCode)
    assert library(middle).get_pointer_to_function("anything") == 0  # type: ignore[attr-defined]


def test_an_entry_collects_everything_below_it_once() -> None:
    below = library(left)._inner  # type: ignore[attr-defined]
    assert len(below) == len(set(below))
    assert {library(middle), library(lowest)} == set(below)


def test_only_entries_are_stored(folder: Path) -> None:
    stored = {path.name.split("-")[0].split(".")[-1] for path in folder.glob("*.nb?")}
    assert stored == {"left", "right"}


def test_what_is_inside_an_entry_cannot_be_seen_from_outside() -> None:
    """Names of inner functions repeat themselves between processes, and code of several processes is loaded side by side."""
    inside = {function.name: function.linkage.name for function in library(left).get_defined_functions()}  # type: ignore[attr-defined]
    named = {name for below in (middle, lowest) for name in inside if f"{below.__name__}B" in name}
    assert all(inside[name] == "internal" for name in named)
    assert "external" in inside.values()


def test_a_callee_may_be_met_before_what_refers_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the order in which functions are collected, none is left out because nothing referred to it yet."""
    monkeypatch.setenv("REGOLITH_CACHE", str(tmp_path))

    @jit.kernel
    def shared(x: float) -> int:
        return int(x) + 1

    @jit.kernel
    def idle(x: float) -> int:
        return shared(x)

    @jit.kernel
    def busy(x: float) -> int:
        return shared(x) * 2

    @jit.kernel
    def entry(x: float) -> int:
        return busy(x)

    assert idle(1.5) == 2
    assert entry(2.5) == 6


def test_functions_of_others_may_call_rules() -> None:
    @njit
    def foreign(x: int) -> int:
        return middle(x) + 1

    assert foreign(3) == 9
    with pytest.raises(ValueError, match="a negative number"):
        foreign(-1)


def test_errors_come_up_from_below() -> None:
    with pytest.raises(ValueError, match="a negative number"):
        left(-1)
    with pytest.raises(ValueError, match="a negative number"):
        right(-1)


def test_inner_code_gets_an_entry_when_python_calls_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGOLITH_CACHE", str(tmp_path))

    @jit.kernel
    def inner(x: int) -> int:
        return x * x

    @jit.kernel
    def outer(x: int) -> int:
        return inner(x) + 1

    assert outer(3) == 10
    assert isinstance(library(inner), linking.InnerCode)
    assert inner(4) == 16
    assert isinstance(library(inner), linking.EntryCode)
    assert outer(4) == 17


@pytest.mark.parametrize("path", sorted(SOURCES.glob("envs/**/*.py")), ids=lambda path: path.stem)
def test_imports_are_found_without_parsing(path: Path) -> None:
    module = "regolith." + ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    ours = {name for name in found if name.startswith("regolith.") and jit._source_file(name) is not None}
    assert ours <= jit._imports(module)


def run(program: str, cache: Path, *words: str, **variables: str) -> tuple[Any, str]:
    """What a program prints, and its complaints; it has this cache, and its own idea of linking."""
    kept = {key: value for key, value in os.environ.items() if key != "REGOLITH_LINKING"}
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        env={**kept, "REGOLITH_CACHE": str(cache), **variables},
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def toy(cache: Path, *numbers: float, broken: bool = False, **variables: str) -> tuple[Any, str]:
    """Run two entries and what they share with these numbers."""
    return run((BREAK if broken else "") + KERNELS.replace("NUMBERS", repr(numbers)), cache, **variables)


def test_the_switch_compiles_with_plain_numba(tmp_path: Path) -> None:
    with_linking, _ = toy(tmp_path, 3)
    assert with_linking == {"found": [8, 12], "kinds": ["EntryCode", "InnerCode"], "compiled": 3, "tried": True}
    without, said = toy(tmp_path, 3, REGOLITH_LINKING="0")
    assert without == {"found": [8, 12], "kinds": ["JITCodeLibrary"], "compiled": 3, "tried": False}
    assert "Warning" not in said


def test_code_of_both_ways_is_stored_side_by_side(tmp_path: Path) -> None:
    """And what is stored is used without trying anything."""
    for _ in range(2):
        for switch in ("0", "1"):
            found, _ = toy(tmp_path, 3, REGOLITH_LINKING=switch)
    assert found["compiled"] == 0
    assert not found["tried"]
    names = frozenset({"regolith.envs.core.rng"})
    assert jit.source_stamp(names, linking=True) != jit.source_stamp(names, linking=False)


def test_numba_that_is_not_as_expected_is_used_plainly_with_one_warning(tmp_path: Path) -> None:
    complaint = "linking.py does not work with Numba"
    found, said = toy(tmp_path / "new", 3, broken=True)
    assert found == {"found": [8, 12], "kinds": ["JITCodeLibrary"], "compiled": 3, "tried": False}
    assert said.count(complaint) == 1
    assert "JITCodeLibrary" in said
    # The next process finds all that it needs: it tries nothing and says nothing.
    found, said = toy(tmp_path / "new", 3, broken=True)
    assert found["compiled"] == 0
    assert complaint not in said
    # One that has something else to compile does not try again, though that would work now.
    found, said = toy(tmp_path / "new", 3, 2.5)
    assert found["found"] == [8, 7.0, 12, 10.5]
    assert found["kinds"] == ["JITCodeLibrary"]
    assert not found["tried"]
    assert said.count(complaint) == 1
    (note,) = (tmp_path / "new").glob("plain-numba-*")
    assert f"to try again, delete {note}" in said
    note.unlink()
    found, said = toy(tmp_path / "new", 4.5, 7.5)
    assert found["tried"]
    assert complaint not in said


def test_nothing_is_wrong_here() -> None:
    assert linking.fault(jit._without_cache) is None


def answering(*answers: object) -> Callable[[Any], Any]:
    """In place of the decorator: what it decorates gives these answers."""
    left = iter(answers)
    return lambda function: lambda x: next(left)


def visible(library: Any) -> None:
    """Optimise without hiding what is inside."""
    super(linking.EntryCode, library)._optimize_final_module()


@pytest.mark.parametrize(
    ("target", "name", "value", "words"),
    [
        (linking, "OVERRIDDEN", ("finalize", "no_such_method"), "JITCodeLibrary has no no_such_method"),
        (linking, "READ", ("_codegen", "_no_such_attribute"), "JITCodeLibrary has no _no_such_attribute"),
        (linking, "InnerCode", linking.EntryCode, "fails with|made elsewhere"),
        (linking.EntryCode, "_optimize_final_module", visible, "can be seen from outside"),
        (linking.EntryCode, "finalize", lambda library: 1 // 0, "fails with ZeroDivisionError"),
        (linking.EntryCode, "serialize_using_object_code", lambda library: 1 // 0, "fails with ZeroDivisionError"),
    ],
    ids=["method", "attribute", "kind", "visible", "compilation", "storing"],
)
def test_what_is_wrong_is_found(
    target: Any, name: str, value: Any, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target, name, value)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "_linking", True)
        found = linking.fault(jit._without_cache)
    assert found is not None
    assert re.search(words, found), found


def test_wrong_answers_are_found() -> None:
    assert linking.fault(answering(5)) == "a small kernel computes something else"
    assert linking.fault(answering(6, 0)) == "a small kernel does not raise its exception"


def test_the_same_games_are_played_without_linking(tmp_path: Path, long: bool) -> None:
    """Both ways to do without it share a cache: compiling all games takes minutes."""
    names = envs.games() if long else ["tinyforming_mars"]
    wanted = {name: trace(envs.game(name), 1, DECISIONS, GREEDY_CHOICES) for name in names}
    broken, said = run(BREAK + GAMES, tmp_path, *names)
    assert broken["compiled"] > 0
    assert said.count("linking.py does not work") == 1
    assert broken["lines"] == wanted
    switched, said = run(GAMES, tmp_path, *names, REGOLITH_LINKING="0")
    assert switched == {"lines": wanted, "compiled": 0}
    assert "Warning" not in said


def test_a_record_type_is_written_out_once_and_as_numba_would() -> None:
    record = numba.from_dtype(np.dtype([("mc", "<i4"), ("cards", "<i2", (3,))]))
    assert repr(record) == linking._written_out(record)
    assert repr(record) is repr(record)
