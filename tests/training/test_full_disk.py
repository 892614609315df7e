"""Disks that are full, from the start or later: one line each time, and nothing that was learned is lost."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regolith import envs
from regolith.agents import tensor_files
from regolith.agents.model import Model
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.files import write_whole
from regolith.envs.core.game import Game
from regolith.training import course, ppo
from regolith.training.checkpoint import BEST_FILE, MODEL_FILE, load
from regolith.training.evaluation import Evaluation
from regolith.training.ppo import ATTEMPTS, Run

from .tiny import GAME, TINY, config, trained


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.game(GAME)


@pytest.fixture(autouse=True)
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every evaluation is lost at no cost, every rollout is saved, and temporary folders are made here."""
    monkeypatch.setattr(ppo, "evaluate", lambda model, game, opponent, games, seed=0: Evaluation(0.0, games))
    monkeypatch.setattr(course, "SAVE_EVERY", 0.0)
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


class Disk:
    """Takes nothing below a folder while it is full."""

    def __init__(self, below: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.below, self.full, self.refused = below, False, 0
        monkeypatch.setattr(tensor_files, "write_whole", self.write)

    def write(self, path: Path, data: bytes) -> Path:
        if self.full and self.below in path.parents:
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return write_whole(path, data)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(tmp_path / "full", monkeypatch)


def filling(disk: Disk, at: int, until: int = 10**9) -> Any:
    """A report that sees the disk full between these numbers of decisions."""

    def report(steps: int, seconds: float, evaluated: Any) -> None:
        disk.full = at <= steps < until

    return report


def test_a_folder_that_takes_nothing_is_noticed_at_the_start(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(RegolithError, match=r"nothing can be written to .*taken.*choose another folder"):
        Run(game, tmp_path / "taken", config()).train()


def test_a_disk_without_room_for_a_checkpoint_is_noticed_at_the_start(game: Game, disk: Disk) -> None:
    disk.full = True
    with pytest.raises(RegolithError, match=r"a checkpoint cannot be written.*No space left.*choose another folder"):
        Run(game, disk.below, config()).train()


def test_a_save_that_fails_is_tried_again(game: Game, disk: Disk, capsys: pytest.CaptureFixture[str]) -> None:
    Run(game, disk.below, config(evaluate_every=10**6)).train(filling(disk, 256, 768))
    warnings = capsys.readouterr().err.splitlines()
    assert len(warnings) == disk.refused == 2
    assert all(line.startswith("warning: the run could not be saved in") for line in warnings)
    assert all(line.endswith("No space left on device") for line in warnings)
    assert load(disk.below).head.steps == 1024
    assert Model.load(disk.below / BEST_FILE).meta["steps"] == 1024


def test_what_was_learned_is_written_elsewhere(game: Game, disk: Disk, quick: Path) -> None:
    run = Run(game, disk.below, config())
    with pytest.raises(RegolithError, match=r"could not be saved.*it is in .*--resume") as caught:
        run.train(filling(disk, 512))
    assert "\n" not in str(caught.value)
    place = next(quick.iterdir()) / "full"
    assert str(place) in str(caught.value)
    assert load(disk.below).head.steps < load(place).head.steps == Model.load(place / MODEL_FILE).meta["steps"] == 1024
    resumed = Run(game, place, config(steps=1280), load(place))
    resumed.train()
    assert resumed.learner.num_timesteps == 1280


def test_an_interrupted_run_is_written_elsewhere_too(game: Game, disk: Disk, quick: Path) -> None:
    def report(steps: int, seconds: float, evaluated: Any) -> None:
        disk.full = True
        if steps == 512:
            raise KeyboardInterrupt

    with pytest.raises(RegolithError, match="could not be saved"):
        Run(game, disk.below, config(steps=10**6)).train(report)
    assert load(next(quick.iterdir()) / "full").head.steps == 512


def answer(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The person at the terminal names a folder."""
    monkeypatch.setattr("builtins.input", lambda: str(folder))
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)


def test_the_person_at_the_terminal_names_the_folder(
    game: Game, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(monkeypatch, tmp_path / "named")
    with pytest.raises(RegolithError, match=r"it is in .*named"):
        Run(game, disk.below, config()).train(filling(disk, 512))
    assert load(tmp_path / "named" / "full").head.steps == 1024


def test_another_run_in_that_folder_is_not_disturbed(
    game: Game, disk: Disk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "named" / "full"
    trained(game, other, steps=256)
    before = {path: path.read_bytes() for path in other.rglob("*") if path.is_file()}
    answer(monkeypatch, tmp_path / "named")
    with pytest.raises(RegolithError, match="full-again"):
        Run(game, disk.below, config()).train(filling(disk, 512))
    assert {path: path.read_bytes() for path in other.rglob("*") if path.is_file()} == before
    assert load(tmp_path / "named" / "full-again").head.steps == 1024


def test_when_no_place_is_left_that_is_said(game: Game, disk: Disk, quick: Path, tmp_path: Path) -> None:
    run = Run(game, disk.below, config())

    def report(steps: int, seconds: float, evaluated: Any) -> None:
        disk.full, disk.below = True, tmp_path

    with pytest.raises(RegolithError, match=r"since the last checkpoint.*is lost: No space left"):
        run.train(report)
    assert len(list(quick.iterdir())) == ATTEMPTS
    disk.full = False
    assert load(run.folder).head.steps == 0


@pytest.fixture
def small_files() -> Iterator[Any]:
    """A limit to the size of files that the operating system sets; it is lifted afterwards."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_the_operating_system_refuses_for_a_while(
    game: Game, tmp_path: Path, small_files: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def report(steps: int, seconds: float, evaluated: Any) -> None:
        small_files(20_000 if 256 <= steps < 768 else resource.RLIM_INFINITY)

    Run(game, tmp_path / "run", config(evaluate_every=10**6)).train(report)
    warnings = capsys.readouterr().err.splitlines()
    assert len(warnings) == 2
    assert all(line.endswith("File too large") for line in warnings)
    assert load(tmp_path / "run").head.steps == 1024
    assert not list((tmp_path / "run").rglob("*.part"))


def test_the_command_on_a_disk_without_room(tmp_path: Path) -> None:
    settings = [f"--set={key}={json.dumps(value)}" for key, value in TINY.items()]
    done = subprocess.run(
        [sys.executable, "-m", "regolith.cli.app", "train", GAME, "--out", str(tmp_path / "run"), *settings],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)),
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "a checkpoint cannot be written" in done.stderr.splitlines()[-1]
    assert not list((tmp_path / "run").glob("*.safetensors"))
