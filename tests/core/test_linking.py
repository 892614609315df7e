"""Only what is entered from outside becomes machine code, and it has everything below it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from numba import njit

from regolith.envs.core import jit, linking

SOURCES = Path(jit.__file__).parents[2]


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
