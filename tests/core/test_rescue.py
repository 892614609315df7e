"""Folders that cannot be written to, and where results go instead."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from regolith.envs.core.errors import RegolithError
from regolith.envs.core.rescue import probe, rescue_folder

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary folders are made."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def answers(monkeypatch: pytest.MonkeyPatch, *given: str | type[BaseException]) -> Iterator[str | type[BaseException]]:
    """A person at the terminal who answers so; the answers that were not asked for are left."""
    left = iter(given)

    def answer() -> str:
        said = next(left)
        if isinstance(said, str):
            return said
        raise said

    monkeypatch.setattr("builtins.input", answer)
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    return left


def test_a_folder_that_can_be_written_to_is_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "something").write_text("mine")
    probe(tmp_path / "new")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["something"]


def test_a_folder_is_made(tmp_path: Path) -> None:
    probe(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    for folder in (tmp_path / "taken", tmp_path / "taken" / "below"):
        with pytest.raises(RegolithError, match=r"taken.*choose another folder") as caught:
            probe(folder)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("broken", ["os.fsync", "tempfile.NamedTemporaryFile"])
def test_a_full_disk_is_noticed_and_nothing_is_left(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object, **more: object) -> None:
        raise FULL

    monkeypatch.setattr(broken, fail)
    with pytest.raises(RegolithError, match="No space left on device"):
        probe(tmp_path / "full")
    assert list((tmp_path / "full").iterdir()) == []


def test_without_a_terminal_the_folder_is_a_temporary_one(temporary: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rescue_folder(FULL)
    assert (folder.parent, folder.name.startswith("regolith-")) == (temporary, True)
    assert capsys.readouterr().err == "saving failed: No space left on device\n"


def test_the_person_at_the_terminal_names_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, f" {tmp_path / 'named'} ")
    assert rescue_folder(FULL) == tmp_path / "named"
    assert (tmp_path / "named").is_dir()


def test_a_folder_that_does_not_work_either_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("a file")
    left = answers(monkeypatch, str(tmp_path / "taken"), str(tmp_path / "named"), "never asked")
    assert rescue_folder(FULL) == tmp_path / "named"
    assert next(left) == "never asked"
    assert "nothing can be written to" in capsys.readouterr().err


@pytest.mark.parametrize("said", ["", EOFError, KeyboardInterrupt])
def test_no_answer_means_a_temporary_folder(
    said: str | type[BaseException], temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, said)
    assert rescue_folder(FULL).parent == temporary


def test_when_nothing_can_be_written_at_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(RegolithError, match="not even to a temporary folder"):
        rescue_folder(FULL)
