"""`regolith optimum`."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from benchmarks.test_arena import wait_for

from .running import Outcome, refused, run_command

GAME = "tinyforming_mars"


class Runner:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], out: Path) -> None:
        self.monkeypatch, self.capsys, self.out = monkeypatch, capsys, out

    def __call__(self, *words: str, game: str = GAME) -> Outcome:
        few = ["--workers", "1", "--deals", "2", "--fair", "greedy"]
        return run_command(self.monkeypatch, self.capsys, "optimum", game, "--out", str(self.out), *few, *words)

    def rows(self) -> pl.DataFrame:
        return pl.read_parquet(self.out / "games.parquet")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runner:
    return Runner(monkeypatch, capsys, tmp_path / "out")


def test_a_run_and_more_of_it(run: Runner) -> None:
    first = run()
    assert first.code == 0, first.err
    assert "With all decks known, 2 of 2 deals of the sample can be won" in " ".join(first.out.split())
    report = (run.out / "report.md").read_text()
    assert report.startswith("# TINYforming Mars: best play\n\nWith all decks known, ")
    for name in ("report.html", "report.md", "games.parquet", "tables", "pictures"):
        assert str(run.out / name) in first.out
    before = run.rows()
    more = run("--deals", "3")
    assert more.code == 0, more.err
    assert run.rows()["seed"].to_list() == [0, 1, 2]
    assert run.rows()[:2].equals(before), "what was known stays as it was"


def test_options_of_the_game_and_no_fair_player(run: Runner) -> None:
    assert run("--map", "elysium", "--intense", "--fair", "nobody", "--first", "7").code == 0
    assert run.rows()["seed"].to_list() == [7, 8]
    assert run.rows()["fair"].to_list() == [-1, -1]
    refused(run(), "another game or other options")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--deals", "0"], "--deals must be at least 1"),
        (["--first", "-1"], "must lie between 0"),
        (["--workers", "0"], "--workers must be at least 1"),
        (["--fair", "luck"], "there is no agent"),
        (["--fair", "human"], "a human cannot play here"),
        (["--map", "moon"], "map"),
        (["--players", "2"], "one player"),
        (["--luck", "1"], "unknown option"),
        (["greedy"], "unexpected 'greedy'"),
    ],
)
def test_what_makes_no_sense_is_one_line(run: Runner, words: list[str], told: str) -> None:
    refused(run(*words), told)


def test_games_whose_deals_are_not_numbered(run: Runner) -> None:
    refused(run(game="terror_below"), "not numbered")


def test_another_fair_player_needs_another_folder(run: Runner) -> None:
    assert run("--deals", "1").code == 0
    refused(run("--fair", "random"), "another fair agent")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_found_and_the_run_goes_on(workers: str, run: Runner) -> None:
    words = ["optimum", GAME, "--out", str(run.out), "--deals", "100000", "--fair", "nobody", "--workers", workers]
    process = subprocess.Popen(
        [sys.executable, "-m", "regolith.cli.app", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for((run.out / "games.parquet").exists, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted" in out
    assert (run.out / "report.md").exists()
    found = run.rows()
    assert found.height >= 1
    outcome = run("--fair", "nobody", "--deals", "1")
    assert outcome.code == 0, outcome.err
    assert run.rows().height >= found.height
