"""`regolith skill`: its report, resuming, and mistakes that are one line."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from regolith.benchmarks import skill

from .running import refused, run_command

GAME = "tinyforming_mars"
SHORT = (
    "--ladder",
    "mcts:simulations=1",
    "--doublings",
    "1",
    "--alone",
    "random",
    "--search",
    "greedy",
    "--workers",
    "1",
)


def test_skill_and_luck_are_told_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = ("skill", GAME, "--agents", "random", "greedy", *SHORT, "--out", str(out))
    first = run_command(monkeypatch, capsys, *words, "--deals", "2")
    assert first.code == 0, first.err
    told = " ".join(first.out.split())
    for sentence in (
        "What explains the variance of margin in this pool",
        "doublings",
        "leave a choice",
        "These are only 2 deals",
    ):
        assert sentence in told
    assert "## What explains margin" in (out / "report.md").read_text()
    assert "How early the winner is known" in (out / "report.html").read_text()
    table = pl.read_csv(out / "tables" / "what-explains-margin.csv")
    assert {"source", "share of variance", "share of variance low", "share of variance high"} <= set(table.columns)
    assert pl.read_parquet(out / "games.parquet").height == 2 * 2 * (2 * 2 + 1 + 2)
    again = run_command(monkeypatch, capsys, *words, "--deals", "3")
    assert again.code == 0, again.err
    assert pl.read_parquet(out / "games.parquet").height == 3 * 2 * (2 * 2 + 1 + 2)
    other = run_command(monkeypatch, capsys, *words, "--deals", "3", "--intense")
    refused(other, "other options")


def test_an_interrupted_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = ("skill", GAME, "random", "greedy", *SHORT, "--deals", "2", "--out", str(tmp_path))
    task_of, played = skill.play_task, []

    def interrupted(*task: object) -> object:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(task)
        return task_of(*task)  # type: ignore[arg-type]

    monkeypatch.setattr(skill, "play_task", interrupted)
    stopped = run_command(monkeypatch, capsys, *words)
    assert stopped.code == 130
    assert "interrupted" in stopped.out
    rows = pl.read_parquet(tmp_path / "games.parquet").height
    assert 0 < rows < 2 * 2 * 7
    monkeypatch.setattr(skill, "play_task", task_of)
    assert run_command(monkeypatch, capsys, *words).code == 0
    assert pl.read_parquet(tmp_path / "games.parquet").height == 2 * 2 * 7


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--agents", "greedy"), "at least two"),
        (("--agents", "greedy", "nobody"), "nobody"),
        (("--agents", "greedy", "greedy"), "twice"),
        (("--ladder", "greedy"), "simulations"),
        (("--ladder", "mcts:seconds=1"), "simulations"),
        (("--doublings", "-1"), "at least 0"),
        (("--doublings", "99"), "more than"),
        (("--search", "human"), "human"),
        (("--alone", "plan"), "plan"),
        (("--deals", "0"), "--deals"),
        (("--deals", "2000000"), "--deals"),
        (("--seed", "-1"), "--seed"),
        (("--seed", str(2**63 - 2_000_000)), "--seed"),
        (("--workers", "0"), "--workers"),
        (("--players", "1"), "two or more"),
        (("--colour", "red"), "colour"),
    ],
)
def test_mistakes_are_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], named: str
) -> None:
    refused(run_command(monkeypatch, capsys, "skill", GAME, *words), named)
