"""Broken files of every kind: each is refused in one line, or used to the end."""

from __future__ import annotations

import faulthandler
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from regolith.cli.app import main
from regolith.envs.core.errors import RegolithError

from .kinds import KINDS, Kind
from .mutation import broken_bytes

MUTANTS, MUTANTS_LONG = 200, 2000
BY_COMMAND, BY_COMMAND_LONG = 12, 100
MOST_SECONDS = 60
"""Of one mutant. Compiled code that hangs cannot be interrupted: the process is ended with a word on where it was."""


@contextmanager
def time_limit() -> Iterator[None]:
    faulthandler.dump_traceback_later(MOST_SECONDS, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture(params=KINDS, scope="module")
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture(scope="module")
def good(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / kind.name
    kind.make(path)
    return path.read_bytes()


def mutants(kind: Kind, good: bytes, count: int, seed: int) -> Iterator[tuple[int, bytes]]:
    """So many broken files, every second one with a checksum that fits."""
    for number in range(count):
        chooser = random.Random(f"{seed} {number}")
        yield number, (kind.altered if number % 2 else broken_bytes)(good, chooser)


def test_a_good_file_is_used(kind: Kind, good: bytes, tmp_path: Path) -> None:
    (tmp_path / kind.name).write_bytes(good)
    kind.use(tmp_path / kind.name)


def test_mutants_are_refused_or_used(kind: Kind, good: bytes, tmp_path: Path, long: bool) -> None:
    count = MUTANTS_LONG if long else MUTANTS
    refused: list[str] = []
    for number, data in mutants(kind, good, count, seed=1):
        path = tmp_path / str(number) / kind.name
        path.parent.mkdir()
        path.write_bytes(data)
        try:
            with time_limit():
                kind.use(path)
        except RegolithError as problem:
            refused.append(str(problem))
        except BaseException as problem:
            raise AssertionError(f"mutant {number}") from problem
    assert [text for text in refused if "\n" in text] == []
    low, high = kind.refused
    assert low <= len(refused) / count <= high, f"{len(refused)} of {count} were refused"


def test_mutants_at_the_command_line(
    kind: Kind,
    good: bytes,
    tmp_path: Path,
    long: bool,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    codes = []
    for number, data in mutants(kind, good, BY_COMMAND_LONG if long else BY_COMMAND, seed=2):
        path = tmp_path / str(number) / kind.name
        path.parent.mkdir()
        path.write_bytes(data)
        monkeypatch.setattr(sys, "argv", ["regolith", *kind.command(path)])
        code = 0
        try:
            with time_limit():
                main()
        except SystemExit as end:
            code = int(end.code or 0)
        codes.append(code)
        err = capfd.readouterr().err
        assert code in (0, 2), number
        assert "Traceback" not in err
        assert "panicked" not in err
        if code:
            assert err.startswith("error: "), number
            assert err.count("\n") == 1, number
    assert codes.count(2) > 0
