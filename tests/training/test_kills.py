"""Runs that are killed with kill -9, at every write and at any time, go on from what they had saved."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from . import victim
from .victim import SETTINGS


def killed(place: Path, deaths: list[dict[str, float]]) -> list[dict[str, Any]]:
    """What became of runs that died so."""
    done = subprocess.run(
        [sys.executable, victim.__file__, str(place), json.dumps(deaths)],
        capture_output=True,
        text=True,
        check=False,
        timeout=1200,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def survived(told: dict[str, Any]) -> None:
    """Nothing that was saved is lost, nothing is damaged, and the run goes on to its end with a folder that agrees."""
    assert told["again"] == 0
    if told["found"] is None:
        assert told["noted"] == []
        assert "nothing was saved there yet" in told["warning"]
    else:
        assert told["warning"] == ""
        assert told["found"] >= max(told["noted"], default=0)
    end = told["end"]
    assert end["steps"] == end["model"] == end["story"] == told["goal"]
    assert end["frozen"] == len(end["pool"])
    assert end["pool"] == end["evaluated"]
    assert end["best"] == end["evaluated"][-1]
    assert (end["checkpoints"], end["warning"], end["parts"]) == (2, "", [])


def test_a_run_can_be_killed_at_every_write(long: bool, tmp_path: Path) -> None:
    calls = range(1, 65) if long else (1, 2, 3, 4, 5, 11, 17, 23, 26, 31, 39, 45, 52, 60, 64)
    told = killed(tmp_path, [{"call": call} for call in calls])
    assert [one["call"] for one in told] == list(calls)
    assert all(one["code"] == -signal.SIGKILL for one in told)
    for one in told:
        survived(one)
    assert told[1]["found"] is None
    assert told[-1]["found"] == SETTINGS["steps"]


def test_a_run_can_be_killed_at_any_time(long: bool, tmp_path: Path) -> None:
    chooser = random.Random(9)
    told = killed(tmp_path, [{"after": chooser.uniform(0.02, 1.0)} for _ in range(60 if long else 8)])
    for one in told:
        assert one["code"] == -signal.SIGKILL
        survived(one)
    assert any(one["found"] for one in told)


def test_a_killed_command_is_resumed(tmp_path: Path) -> None:
    settings = [f"--set={key}={json.dumps(value)}" for key, value in SETTINGS.items() if key != "steps"]
    command = [sys.executable, "-m", "regolith.cli.app", "train", victim.GAME, "--out", str(tmp_path / "run")]
    process = subprocess.Popen([*command, *settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    patience = time.monotonic() + 300
    while not list((tmp_path / "run").glob("checkpoint-000003.safetensors")):
        assert time.monotonic() < patience
        assert process.poll() is None
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    done = subprocess.run([*command, "--resume", "--minutes", "0.001"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    story = json.loads((tmp_path / "run" / "run.json").read_text())
    assert story["steps"] >= 128
    assert story["sittings"] == 2


def test_an_interrupted_command_says_how_to_go_on(tmp_path: Path) -> None:
    settings = [f"--set={key}={json.dumps(value)}" for key, value in SETTINGS.items() if key != "steps"]
    command = [sys.executable, "-m", "regolith.cli.app", "train", victim.GAME, "--out", str(tmp_path / "run")]
    process = subprocess.Popen([*command, *settings], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    patience = time.monotonic() + 300
    while not list((tmp_path / "run").glob("checkpoint-000003.safetensors")):
        assert time.monotonic() < patience
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert f"regolith train {victim.GAME} --out {tmp_path / 'run'} --resume" in out.splitlines()[-1]
