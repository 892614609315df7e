"""Folders that cannot be written to, at the start, in between and at the end of a command."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from regolith import envs
from regolith.benchmarks import parquet
from regolith.benchmarks.soak import Finding
from regolith.cli import progress
from regolith.cli.app import main
from regolith.cli.commands import soak
from regolith.envs.core import files, rescue
from regolith.envs.core.replay import Replay

from .kinds import GAME, KINDS

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
FEW = ["--deals", "3", "--workers", "1"]
COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "arena": lambda out: ["arena", GAME, "--agents", "random", "greedy", *FEW, "--out", str(out)],
    "solo": lambda out: ["solo", GAME, "--agent", "random", *FEW, "--out", str(out)],
    "optimum": lambda out: ["optimum", GAME, "--fair", "greedy", *FEW, "--out", str(out)],
    "soak": lambda out: ["soak", GAME, "--decisions", "10", "--out", str(out)],
    "play": lambda out: ["play", GAME, "--agents", "random", "random", "--seed", "1", "--out", str(out / "game.rgl")],
}


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made; nobody sits at the terminal."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(rescue, "_asked", lambda: None)
    return folder


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[[list[str]], Any]:
    """Run a command here: exit code, what it printed, and the lines of its complaints."""

    def run(words: list[str]) -> tuple[int, str, list[str]]:
        monkeypatch.setattr(sys, "argv", ["regolith", *words])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        said = capfd.readouterr()
        assert "Traceback" not in said.err
        return code, said.out, said.err.splitlines()

    return run


def full_below(folder: Path, monkeypatch: pytest.MonkeyPatch, times: int = 1000) -> None:
    """The disk of this folder is full, for so many files; tiny ones as probes are still fit in."""
    original = os.replace

    def replace(source: Any, target: Any) -> None:
        nonlocal times
        if Path(target).is_relative_to(folder) and times > 0:
            times -= 1
            raise FULL
        original(source, target)

    monkeypatch.setattr(files.os, "replace", replace)


def a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Soaking finds something in its first game."""
    finding = Finding(envs.game(GAME), 1, [], "something")
    monkeypatch.setattr(soak, "soak_game", lambda *given: (10, finding))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_in_place_of_the_folder_is_noticed_at_the_start(name: str, command: Any, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    code, out, lines = command(COMMANDS[name](tmp_path / "taken"))
    assert (code, out, len(lines)) == (2, "", 1)
    assert "nothing can be written to" in lines[0]
    assert (tmp_path / "taken").read_text() == "mine"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_noticed_at_the_start(
    name: str, command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: int) -> None:
        raise FULL

    monkeypatch.setattr(os, "fsync", fail)
    code, out, lines = command(COMMANDS[name](tmp_path / "full"))
    assert (code, out, len(lines)) == (2, "", 1)
    assert "No space left on device" in lines[0]


@pytest.mark.parametrize(
    ("name", "made"), [("arena", "games.parquet"), ("solo", "games.parquet"), ("play", "game.rgl")]
)
def test_what_was_played_goes_to_another_folder(
    name: str, made: str, command: Any, tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_below(tmp_path / "out", monkeypatch)
    code, _, lines = command(COMMANDS[name](tmp_path / "out"))
    assert code == 2
    assert "No space left on device" in lines[-2]
    (found,) = temporary.rglob(made)
    assert lines[-1] == f"error: nothing could be written to {tmp_path / 'out'}: what was played is in {found.parent}"
    assert list((tmp_path / "out").iterdir()) == []
    if made == "game.rgl":
        assert Replay.load(found).seed == 1
    else:
        assert sorted(set(parquet.read(found)["deal"])) == [0, 1, 2]
        assert (found.parent / "report.md").exists()


def test_a_finding_goes_to_another_folder(
    command: Any, tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_finding(monkeypatch)
    code, out, _ = command(COMMANDS["soak"](tmp_path / "out"))
    assert (code, len(list((tmp_path / "out").glob("*.rgl")))) == (1, 1)
    full_below(tmp_path / "out", monkeypatch)
    code, out, lines = command(COMMANDS["soak"](tmp_path / "out"))
    (found,) = temporary.rglob("*.rgl")
    assert code == 2
    assert "FOUND something" in out
    assert lines[-1].endswith(f"is in {found.parent}")


def test_the_folder_that_a_person_names_keeps_what_it_holds(
    command: Any, tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine" / "out" / "games.parquet"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    monkeypatch.setattr(rescue, "_asked", lambda: tmp_path / "mine")
    full_below(tmp_path / "out", monkeypatch)
    code, _, lines = command(COMMANDS["arena"](tmp_path / "out"))
    assert (code, mine.read_text()) == (2, "mine")
    assert lines[-1].endswith(f"is in {tmp_path / 'mine' / 'out-again'}")
    assert parquet.read(tmp_path / "mine" / "out-again" / "games.parquet").height == 12
    assert list(temporary.iterdir()) == []


def test_where_nothing_can_be_saved_at_all_it_is_said(
    command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_below(tmp_path, monkeypatch)
    code, out, lines = command(COMMANDS["arena"](tmp_path / "out"))
    assert code == 2
    assert "Head to head" in out, "the results are at least shown"
    assert lines[-1].startswith("error: nothing could be saved, neither to")


@pytest.mark.parametrize("name", ["arena", "solo"])
def test_a_save_that_fails_is_tried_again(
    name: str, command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SAVE_EVERY", 0.0)
    full_below(tmp_path / "out", monkeypatch, times=1)
    # A save waits twenty times as long as the one before took: here no time passes.
    monkeypatch.setattr(progress.time, "monotonic", iter(range(10**6)).__next__)
    code, _, lines = command(COMMANDS[name](tmp_path / "out"))
    warnings = [line for line in lines if "saving failed" in line]
    assert (code, len(warnings)) == (0, 1)
    assert "No space left on device" in warnings[0]
    assert parquet.read(tmp_path / "out" / "games.parquet")["deal"].n_unique() == 3


@pytest.mark.parametrize("workers", ["1", "2"])
def test_replays_that_cannot_be_written_end_the_tournament_but_not_its_results(
    workers: str, command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Games of deal 1 and later cannot be written: something is in the way.
    for number in range(1, 40):
        (tmp_path / "out" / "replays" / f"deal{number}-lineup0-rotation0.rgl").mkdir(parents=True)
    words = ["arena", GAME, "--agents", "random", "greedy", "--deals", "40", "--workers", workers, "--replays"]
    code, _, lines = command([*words, "--out", str(tmp_path / "out")])
    assert code == 2
    assert "could not be written: it is not a regular file" in lines[-1]
    rows = parquet.read(tmp_path / "out" / "games.parquet")
    assert set(rows["deal"]) <= {0}
    assert (tmp_path / "out" / "report.md").exists()


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_a_picture_that_cannot_be_written(
    suffix: str, command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    KINDS["replay"].make(tmp_path / "game.rgl")
    (tmp_path / "taken").write_text("mine")
    words = ["replay", str(tmp_path / "game.rgl"), "--at", "1", "--picture"]
    code, out, lines = command([*words, str(tmp_path / "taken" / f"board.{suffix}")])
    assert (code, out, len(lines)) == (2, "", 1)
    code, _, lines = command([*words, str(tmp_path / f"board.{suffix}")])
    assert (code, lines) == (0, [])
    before = (tmp_path / f"board.{suffix}").read_bytes()
    full_below(tmp_path, monkeypatch)
    code, _, lines = command([*words, str(tmp_path / f"board.{suffix}")])
    assert (code, len(lines)) == (2, 1)
    assert "cannot be written: No space left on device" in lines[0]
    assert (tmp_path / f"board.{suffix}").read_bytes() == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_output_that_cannot_be_printed() -> None:
    with open("/dev/full", "w") as full:
        program = "from regolith.cli.app import main; main()"
        done = subprocess.run([sys.executable, "-c", program, "games"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "error: the output: No space left on device\n"


def test_rows_of_a_resumed_run_are_those_that_were_saved(command: Any, tmp_path: Path) -> None:
    """A half-written file that a killed run left does not disturb."""
    code, _, _ = command(COMMANDS["arena"](tmp_path / "out"))
    before = pl.read_parquet(tmp_path / "out" / "games.parquet")
    (tmp_path / "out" / "games.parquet.part").write_bytes(b"PAR1 half of it")
    assert (code, command(COMMANDS["arena"](tmp_path / "out"))[0]) == (0, 0)
    assert pl.read_parquet(tmp_path / "out" / "games.parquet").equals(before)
    assert not (tmp_path / "out" / "games.parquet.part").exists()
