"""Stored code: whatever happens to its files, nothing wrong is run; and of several processes one compiles at a time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from regolith.envs.core import jit, store

GAME = "tinyforming_mars"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("REGOLITH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def sum_of_squares() -> Callable[[int], int]:
    """The same kernel each time, as another process would have it: nothing of it is in memory yet."""

    @jit.kernel
    def total(n: int) -> int:
        found = 0
        for i in range(n):
            found += i * i
        return found

    return total


def compiled_by(call: Callable[[], object]) -> int:
    before = jit.compiled_count()
    call()
    return jit.compiled_count() - before


def flip(place: float) -> Callable[[bytes], bytes]:
    def damage(content: bytes) -> bytes:
        changed = bytearray(content)
        changed[int(place * (len(content) - 1))] ^= 1
        return bytes(changed)

    return damage


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    **{f"a bit at {place}": flip(place) for place in (0.0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1.0)},
    "the last byte is gone": lambda content: content[:-1],
    "half of it": lambda content: content[: len(content) // 2],
    "the first bytes": lambda content: content[:10],
    "nothing": lambda content: b"",
    "zeros": lambda content: bytes(len(content)),
    "something at the end": lambda content: content + b"\0",
}


@pytest.mark.parametrize("kind", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_is_noticed_before_anything_is_read(
    damage: Callable[[bytes], bytes], kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sum_of_squares()(4) == 14
    (path,) = folder.glob(f"*.{kind}")
    spoilt = damage(path.read_bytes())
    path.write_bytes(spoilt)
    read: list[bytes] = []
    loads = store.pickle.loads
    monkeypatch.setattr(store.pickle, "loads", lambda data: read.append(bytes(data)) or loads(data))
    with pytest.warns(UserWarning, match=rf"compiled again.*{path.name} is damaged"):
        assert compiled_by(lambda: sum_of_squares()(4)) == 1
    assert spoilt[store.CHECKSUM_BYTES :] not in read
    assert compiled_by(lambda: sum_of_squares()(4)) == 0
    assert not list(folder.glob("*.part"))


def test_data_of_another_entry_is_not_taken(folder: Path) -> None:
    """An index that was lost and begun anew names its files anew: an old one may still be there."""
    files = store.KernelFiles(folder, "rule", "stamp")
    folder.mkdir()
    files.save("a", 1)
    assert (files.load("a"), files.load("b")) == (1, None)
    store.write_checked(folder / "rule.nbi", ("stamp", {"b": "rule.1.nbc"}))
    assert files.load("b") is None
    files.save("b", 2)
    files.save("c", 3)
    assert [files.load(key) for key in "abc"] == [None, 2, 3]
    assert store.KernelFiles(folder, "rule", "another stamp").load("b") is None
    files.flush()
    assert files.load("c") is None


def test_a_write_that_fails_leaves_what_was_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    store.write_checked(folder / "file", "old")

    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        store.write_checked(folder / "file", "new")
    assert store.read_checked(folder / "file") == "old"
    assert [path.name for path in folder.iterdir()] == ["file"]


# --- turns


def test_a_game_has_one_turn_at_a_time() -> None:
    end = store.take_turn("mars")
    assert end is not None
    assert store.take_turn("mars") is None
    other = store.take_turn("venus")
    assert other is not None
    end()
    again = store.take_turn("mars")
    assert again is not None
    again()
    other()


def test_without_a_folder_everybody_has_a_turn(folder: Path) -> None:
    folder.write_text("in the way")
    assert store.take_turn("mars") is not None
    assert store.take_turn("mars") is not None


def test_a_turn_ends_with_the_compilation(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[str] = []
    take = store.take_turn
    monkeypatch.setattr(jit, "take_turn", lambda game: taken.append(game) or take(game))

    @jit.kernel
    def broken(x: int) -> int:
        return x.nothing_of_this_name  # type: ignore[attr-defined,no-any-return]

    sum_of_squares()(3)
    with pytest.raises(Exception, match="nothing_of_this_name"):
        broken(1)
    assert taken == ["core", "core"]
    end = take("core")
    assert end is not None
    end()
    sum_of_squares()(3)
    assert taken == ["core", "core"], "what is stored is read without a turn"


WARM_UP = """
import json, sys
from regolith.benchmarks.warmup import warm_up
from regolith.envs.core import store
stored = []
save = store.KernelFiles.save
store.KernelFiles.save = lambda self, key, data: (stored.append(self._name), save(self, key, data))
warm_up(sys.argv[1])
print(json.dumps(len(stored)))
"""


def test_two_processes_on_an_empty_cache_compile_everything_once(folder: Path) -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", WARM_UP, GAME], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    said = [process.communicate(timeout=600) for process in both]
    assert [process.returncode for process in both] == [0, 0], said
    files = len(list(folder.glob("*.nbc")))
    assert files > 20
    assert sum(int(out) for out, _ in said) == files
    assert any(f"waiting for the rules of {GAME}" in err or "waiting for the rules of core" in err for _, err in said)


SLOW = """
import sys, time
from numba.extending import intrinsic
from regolith.envs.core.jit import compiled_count, kernel

@intrinsic
def patience(typing_context, x):
    if sys.argv[1] == "hold":
        print("compiling", flush=True)
        time.sleep(600)
    return x(x), lambda context, builder, sig, values: values[0]

@kernel
def rule(x):
    return patience(x)

print(rule(7), compiled_count(), flush=True)
"""


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Callable[[str], subprocess.Popen[str]]]:
    """Starts a process with a rule that takes for ever to compile (hold), or does not (pass)."""
    script = tmp_path / "slow.py"
    script.write_text(SLOW)
    started = []

    def start(how: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, str(script), how],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_when_the_one_that_compiles_is_killed_another_goes_on(slow: Callable[[str], subprocess.Popen[str]]) -> None:
    holder = slow("hold")
    assert holder.stdout is not None
    assert holder.stdout.readline() == "compiling\n"
    other = slow("pass")
    assert other.stderr is not None
    assert other.stderr.readline() == "waiting for the rules of core: another process compiles them ...\n"
    time.sleep(0.5)
    assert other.poll() is None
    holder.kill()
    out, err = other.communicate(timeout=60)
    assert out == "7 1\n"
    assert "compiling the rules" in err
