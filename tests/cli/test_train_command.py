"""`regolith train`: its bar, its settings, and what it says of damaged runs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from training.tiny import GAME, TINY

from regolith.cli.app import main
from regolith.cli.commands.train import nearest_limit
from regolith.training import ppo
from regolith.training.checkpoint import BEST_FILE, MODEL_FILE, load
from regolith.training.config import TrainingConfig
from regolith.training.evaluation import Evaluation
from regolith.training.ppo import Run


@pytest.fixture(autouse=True)
def _no_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "evaluate", lambda model, game, opponent, games, seed=0: Evaluation(0.0, games))


def command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    """The exit code of `regolith train`, and what it said."""
    settings = () if "--resume" in words else tuple(f"--set={key}={json.dumps(value)}" for key, value in TINY.items())
    monkeypatch.setattr(sys, "argv", ["regolith", "train", GAME, "--out", str(folder), *settings, *words])
    code = 0
    try:
        main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else -1
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(
    ("settings", "steps", "seconds", "done", "words"),
    [
        ({}, 0, 0.0, 0.0, "0 of 10,000,000 decisions"),
        ({"steps": 2000}, 500, 600.0, 0.25, "500 of 2,000 decisions"),
        ({"minutes": 3}, 0, 0.0, 0.0, "0.0 of 3 minutes"),
        ({"minutes": 3}, 200_000, 90.0, 0.5, "1.5 of 3 minutes"),
        ({"minutes": 0.5}, 200_000, 15.0, 0.5, "0.2 of 0.5 minutes"),
        ({"minutes": 10, "steps": 1000}, 400, 60.0, 0.4, "400 of 1,000 decisions"),
        ({"minutes": 10, "steps": 1000}, 50, 60.0, 0.1, "1.0 of 10 minutes"),
        ({"minutes": 1}, 5, 90.0, 1.0, "1.5 of 1 minutes"),
        ({"steps": 100}, 256, 1.0, 1.0, "256 of 100 decisions"),
    ],
)
def test_the_bar_shows_the_limit_that_comes_first(
    settings: dict[str, Any], steps: int, seconds: float, done: float, words: str
) -> None:
    assert nearest_limit(TrainingConfig.parse(settings), steps, seconds) == (pytest.approx(done), words)


def test_the_bar_of_minutes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = command(tmp_path, monkeypatch, capsys, "--minutes", "0.001")
    assert code == 0
    assert "of 0.001 minutes" in err
    assert "10,000,000" not in err


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        (
            "learning_rat=1",
            ["there is no setting 'learning_rat'", "did you mean learning_rate?", *TrainingConfig.model_fields],
        ),
        ("zzz=red", ["there is no setting 'zzz'; settings: steps, minutes"]),
        (f"seed={10**20}", ["seed", "less than or equal to 9223372036854775807"]),
        (f"seed={2**63}", ["seed"]),
        ("seed=10**20", ["seed='10**20'", "integer"]),
        ("seed=-1", ["seed", "greater than or equal to 0"]),
        ("seed=true", ["seed=True", "no numbers"]),
        ("seed=1.5", ["seed=1.5"]),
        ("seed=null", ["seed=None"]),
        ("seed=" + "9" * 6000, ["seed"]),
        ("hidden=" + "[" * 3000, ["hidden"]),
        ("hidden=[1000000000]", ["hidden.0"]),
        ("hidden=[1,1,1,1,1,1,1,1,1]", ["hidden"]),
        ("minutes=Infinity", ["minutes", "finite"]),
        ("learning_rate=NaN", ["learning_rate", "finite"]),
        ("threads=1000000000", ["threads"]),
        ("rollout=1000000000000", ["rollout"]),
        ("batch=1e400", ["batch"]),
    ],
)
def test_a_wrong_setting_is_one_line_that_helps(
    setting: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = command(tmp_path / "run", monkeypatch, capsys, "--set", setting)
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert len(err) < 600
    for word in words:
        assert word in err
    assert not (tmp_path / "run").exists()


def test_a_rollout_that_no_memory_holds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = command(tmp_path, monkeypatch, capsys, "--set", "rollout=1000000", "--set", "envs=65536")
    assert code == 2
    assert "lower envs or rollout" in err


def test_a_damaged_checkpoint_is_warned_of_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(tmp_path, monkeypatch, capsys, "--steps", "512")[0] == 0
    newest = max(tmp_path.glob("checkpoint-*"))
    newest.write_bytes(newest.read_bytes()[:-1])
    code, _, err = command(tmp_path, monkeypatch, capsys, "--resume", "--steps", "768")
    assert code == 0
    assert len([line for line in err.splitlines() if line.startswith("warning: ") and newest.name in line]) == 1
    assert load(tmp_path).head.steps == 768


def test_a_run_that_cannot_go_on_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(tmp_path, monkeypatch, capsys, "--steps", "256")[0] == 0
    for path in tmp_path.glob("checkpoint-*"):
        path.write_bytes(b"")
    code, out, err = command(tmp_path, monkeypatch, capsys, "--resume")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
    assert "new run in another folder" in err


def test_an_interrupt_is_told_and_a_second_one_skips_the_evaluation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*given: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "measure", interrupt)
    code, out, err = command(tmp_path, monkeypatch, capsys, "--steps", "512")
    assert code == 130, err
    assert out.splitlines()[-1].endswith(f"regolith train {GAME} --out {tmp_path} --resume")
    assert f"ppo:{tmp_path / MODEL_FILE}" in out
    assert not (tmp_path / BEST_FILE).exists()
    assert load(tmp_path).head.steps == 512


def test_a_finished_run_is_not_an_interrupted_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = command(tmp_path, monkeypatch, capsys, "--steps", "256")
    assert code == 0
    assert "--resume" not in out
