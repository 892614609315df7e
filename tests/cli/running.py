"""Running a command in the process of a test."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from regolith.cli.app import main


@dataclass
class Outcome:
    """What a command did."""

    code: int
    out: str
    err: str


def run_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> Outcome:
    """Run `regolith WORDS` in this process."""
    capsys.readouterr()
    monkeypatch.setattr(sys, "argv", ["regolith", *words])
    try:
        main()
        code: object = 0
    except SystemExit as stop:
        code = 0 if stop.code is None else stop.code
    caught = capsys.readouterr()
    assert isinstance(code, int)
    return Outcome(code, caught.out, caught.err)


def refused(outcome: Outcome, *words: str) -> None:
    """The outcome is an error of one line that has these words, and nothing else happened."""
    assert outcome.code == 2, outcome
    assert "Traceback" not in outcome.err
    lines = outcome.err.splitlines()
    assert len(lines) == 1, outcome.err
    assert lines[0].startswith("error: ")
    assert outcome.out == ""
    for word in words:
        assert word in lines[0]
