"""The log of a run: what TensorBoard shows after a part of the run was lost, and that a full disk costs the log alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from regolith.training.log import EventLog


def test_a_lost_part_of_a_run_is_not_shown(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    for start, steps in ((0, (1, 2, 3, 4)), (2, (3, 4, 5))):
        log = EventLog(tmp_path, start)
        for step in steps:
            log.write({"a": start + step, "hidden": 7}, {"a": (), "hidden": ("tensorboard",)}, step)
        log.close()
    shown = EventAccumulator(str(tmp_path / "tensorboard" / "ppo_1")).Reload()
    assert shown.Tags()["scalars"] == ["a"]
    assert [(event.step, event.value) for event in shown.Scalars("a")] == [(1, 1), (2, 2), (3, 5), (4, 6), (5, 7)]


def test_a_log_that_cannot_be_written_is_given_up_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = EventLog(tmp_path, 0)
    log._file.close()
    log._file = open("/dev/full", "wb")  # noqa: SIM115 - the log closes it
    for step in range(3):
        log.write({"a": 1.0}, {"a": ()}, step)
    log.close()
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("warning: ")
    assert line.endswith("is not written any more: No space left on device")


def test_a_log_without_a_folder_is_given_up_with_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tensorboard").write_text("a file")
    EventLog(tmp_path, 0).write({"a": 1.0}, {"a": ()}, 1)
    assert len(capsys.readouterr().err.splitlines()) == 1
