"""What strangers did to the command, and what it must do then."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from regolith.cli.arguments import MOST_DEALS, deal_count
from regolith.envs import tinyforming_mars_v0
from regolith.envs.core.errors import InvalidAction, RegolithError
from regolith.envs.core.files import claimed

GAME = "tinyforming_mars"
ARENA = ["arena", GAME, "--agents", "random", "--deals", "2", "--workers", "1"]
EFFECT = ["effect", GAME, "Lava Flows", "--agent", "random", "--deals", "2", "--workers", "1"]
START = "from regolith.cli.entry import main; main()"


def regolith(*words: str, **how: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", START, *words], text=True, timeout=300, check=False, **how)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("command", [ARENA, EFFECT, ["solo", GAME, "--deals", "2", "--workers", "1"]])
def test_results_are_kept_when_nobody_can_read_the_report(command: list[str], tmp_path: Path) -> None:
    with open("/dev/full", "w") as nowhere:
        done = regolith(*command, "--out", str(tmp_path), stdout=nowhere, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(pl.read_parquet(tmp_path / "games.parquet")) >= 2
    assert (tmp_path / "report.md").exists()


@pytest.mark.parametrize("command", [ARENA, EFFECT])
def test_a_second_run_in_the_same_folder_is_refused(command: list[str], tmp_path: Path) -> None:
    with claimed(tmp_path):
        done = regolith(*command, "--out", str(tmp_path), capture_output=True)
        assert done.returncode == 2
        assert "another run" in done.stderr
    assert not (tmp_path / "games.parquet").exists()
    with claimed(tmp_path), pytest.raises(RegolithError, match="another run"), claimed(tmp_path):
        pass


@pytest.mark.parametrize("deals", [0, -1, MOST_DEALS + 1, 10**20])
def test_deals_are_as_many_as_can_be_planned(deals: int) -> None:
    assert deal_count(MOST_DEALS) == MOST_DEALS
    with pytest.raises(RegolithError, match="--deals must be at"):
        deal_count(deals)


@pytest.mark.parametrize("pause", [0.3, 0.6])
def test_an_interrupt_while_everything_is_loaded_is_no_traceback(pause: float) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", START, "games"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    time.sleep(pause)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert b"Traceback" not in said


def test_a_closed_output_and_one_that_knows_few_letters_are_no_traceback() -> None:
    closed = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -c "{START}" games >&-'], stderr=subprocess.PIPE, text=True, check=False
    )
    assert (closed.returncode, closed.stderr) == (0, "")
    few = os.environ | {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = regolith("arena", GAME, "random", "greedy", "--deals", "1", "--workers", "1", capture_output=True, env=few)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_what_is_no_action_is_refused_by_the_wrapped_env_too() -> None:
    env = tinyforming_mars_v0.env()
    env.reset(seed=1)
    for action in (True, 1.5, "pass", None, -1, 10**30):
        with pytest.raises(InvalidAction):
            env.step(action)
    observation, *_ = env.last()
    env.step(int(observation["action_mask"].argmax()))
