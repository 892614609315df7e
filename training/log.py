"""The TensorBoard log of a run.

TensorBoard's own writer has a thread that dies of a full disk, with a traceback in the midst of the terminal. A log is not
worth a run: this one is written at once, and given up with one line when it cannot be.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from regolith.envs.core.errors import MissingExtra
from regolith.envs.core.rescue import reason

try:
    from stable_baselines3.common.logger import KVWriter, Logger
    from tensorboard.compat.proto.event_pb2 import Event, SessionLog
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.summary.writer.record_writer import RecordWriter
except ImportError as problem:
    raise MissingExtra("train", "stable-baselines3 and tensorboard") from problem

LOG_FOLDER = "tensorboard"
VERSION = "brain.Event:2"
"""The format of event files that all versions of TensorBoard read."""


class EventLog(KVWriter):
    """Scalars to an event file of their own for each sitting; points after its first step are of a lost part of the run."""

    def __init__(self, folder: Path, steps: int) -> None:
        self._path = folder / LOG_FOLDER / "ppo_1" / f"events.out.tfevents.{time.time_ns()}"
        self._file: Any = None
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(self._path, "wb")  # noqa: SIM115 - open as long as the run
        except OSError as problem:
            self._give_up(problem)
        self._put(Event(file_version=VERSION))
        self._put(Event(step=steps + 1, session_log=SessionLog(status=SessionLog.START)))

    def write(self, key_values: Mapping[str, Any], key_excluded: Mapping[str, tuple[str, ...]], step: int = 0) -> None:
        values = [
            Summary.Value(tag=key, simple_value=float(value))
            for key, value in sorted(key_values.items())
            if "tensorboard" not in (key_excluded[key] or ())
        ]
        self._put(Event(step=step, summary=Summary(value=values)))

    def _put(self, event: Any) -> None:
        if self._file is None:
            return
        event.wall_time = time.time()
        try:
            RecordWriter(self._file).write(event.SerializeToString())
            self._file.flush()
        except OSError as problem:
            self._give_up(problem)

    def _give_up(self, problem: OSError) -> None:
        print(f"warning: {self._path} is not written any more: {reason(problem)}", file=sys.stderr)
        self.close()

    def close(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # what could not be written is tried again on closing
                file.close()


def run_log(folder: Path, steps: int) -> Logger:
    """A logger for SB3 that goes on in the folder of a run."""
    return Logger(str(folder), [EventLog(folder, steps)])
