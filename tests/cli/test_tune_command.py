"""`regolith tune`."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.test_arena import wait_for

from regolith.agents import make_agent
from regolith.benchmarks import tune
from regolith.benchmarks.tuning_files import STATE_FILE, load

from .running import Outcome, refused, run_command

GAME = "tinyforming_mars"


class Runner:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], out: Path) -> None:
        self.monkeypatch, self.capsys, self.out = monkeypatch, capsys, out

    def __call__(self, *words: str) -> Outcome:
        few = ["--workers", "1", "--confirm", "2"]
        return run_command(self.monkeypatch, self.capsys, "tune", GAME, "--out", str(self.out), *few, *words)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runner:
    return Runner(monkeypatch, capsys, tmp_path / "out")


FIRST = ("--weights", "token,room", "--deals", "2", "--generations", "2", "--opponents", "random", "greedy")


def test_a_tuning_from_the_start_to_the_end_and_on(run: Runner) -> None:
    first = run(*FIRST)
    assert first.code == 0, first.err
    assert "After 2 generations the best weights win" in " ".join(first.out.split())
    head, history = load(run.out)
    assert (head.settings.weights, head.settings.opponents) == (["token", "room"], ["random", "greedy"])
    assert len(history) == 2
    assert set(make_agent(f"greedy:weights={run.out / 'best.toml'}")._written) == {"token", "room"}  # type: ignore[attr-defined]
    refused(run(*FIRST), "go on with --resume")
    more = run("--resume", "--generations", "3")
    assert more.code == 0, more.err
    assert len(load(run.out)[1]) == 3
    assert "After 3 generations" in (run.out / "report.md").read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--deals", "3"], "--deals cannot change on resuming; it is 2"),
        (["--opponents", "greedy"], "--opponents cannot change on resuming"),
        (["--weights", "token"], "--weights cannot change on resuming"),
        (["--map", "elysium"], "another game or of other options"),
    ],
)
def test_what_was_decided_stays_on_resuming(run: Runner, words: list[str], told: str) -> None:
    assert run(*FIRST, "--confirm", "0").code == 0
    refused(run("--resume", *words), told)
    assert run("--resume", "--deals", "2", "--weights", "token room", "--generations", "2").code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--weights", "luck"], "there is no weight 'luck'"),
        (["--opponents", "nobody"], "there is no agent"),
        (["--opponents", "human"], "a human cannot play here"),
        (["--players", "1"], "two or more players"),
        (["--generations", "0"], "--generations must be at least 1"),
        (["--minutes", "0"], "--minutes must be a number above 0"),
        (["--deals", "0"], "--deals: Input should be greater"),
        (["--candidates", "3"], "--candidates: Input should be greater"),
        (["--spread", "-1"], "--spread: Input should be greater"),
        (["--by", "luck"], "--by: Input should be 'margin' or 'win'"),
        (["--seed", "-1"], "--seed: Input should be greater"),
        (["--confirm", "-1"], "--confirm must be at least 1"),
        (["--workers", "0"], "--workers must be at least 1"),
        (["--resume"], "no tuning in"),
    ],
)
def test_what_makes_no_sense_is_one_line(run: Runner, words: list[str], told: str) -> None:
    refused(run(*words), told)


def test_an_interrupt_while_confirming_keeps_what_was_learned(run: Runner) -> None:
    def interrupt(*given: object) -> None:
        raise KeyboardInterrupt

    with run.monkeypatch.context() as patched:
        patched.setattr(tune, "confirm", interrupt)
        stopped = run(*FIRST)
    assert stopped.code == 130
    assert "--resume" in stopped.out
    assert (run.out / "best.toml").exists()
    assert len(load(run.out)[1]) == 2
    assert run("--resume", "--generations", "2").code == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_whole_generations(workers: str, run: Runner) -> None:
    words = ["tune", GAME, "--out", str(run.out), "--weights", "token", "--generations", "100000", "--workers", workers]
    process = subprocess.Popen(
        [sys.executable, "-m", "regolith.cli.app", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for((run.out / STATE_FILE).exists, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted" in out
    learned = len(load(run.out)[1])
    assert learned >= 1
    assert run("--resume", "--generations", str(learned + 1)).code == 0
    assert len(load(run.out)[1]) == learned + 1
