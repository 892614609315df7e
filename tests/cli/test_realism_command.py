"""`regolith realism`."""

from __future__ import annotations

from pathlib import Path

import pytest

from regolith.benchmarks import arena

from .running import refused, run_command

GAME = "terraforming_mars"


def test_a_report_is_written_and_a_longer_run_goes_on_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["realism", GAME, "--players", "3", "--workers", "1", "--out", str(tmp_path), "--deals"]
    first = run_command(monkeypatch, capsys, *words, "2")
    assert first.code == 0, first.err
    assert "money into" in first.out
    assert "Compared with 187 games of 3 people each" in " ".join(first.out.split())
    report = (tmp_path / "report.md").read_text()
    assert "| generations |" in report
    assert "![Beside people](pictures/beside-people.svg)" in report
    played = []
    monkeypatch.setattr(arena, "play_task", lambda *task, own=arena.play_task: played.append(task[5]) or own(*task))
    assert run_command(monkeypatch, capsys, *words, "3").code == 0
    assert played == [[2]]
    assert "| games | 3 |" in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tinyforming_mars"], "no games of people to compare tinyforming_mars with"),
        ([GAME, "--players", "1"], "known for 2 to 5 players, not for 1"),
        ([GAME, "greedy"], "one agent plays all seats, --agent SPEC"),
        ([GAME, "--agent", "human"], "a human cannot play here"),
        ([GAME, "--agent", "nobody"], "there is no agent"),
        ([GAME, "--deals", "0"], "--deals must be at least 1"),
        ([GAME, "--workers", "0"], "--workers must be at least 1"),
        ([GAME, "--pluto"], "unknown option"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(run_command(monkeypatch, capsys, "realism", *words), told)
