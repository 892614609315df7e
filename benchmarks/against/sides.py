"""The two processes of a duel, seen from the one that holds it: requests out, checked answers in."""

from __future__ import annotations

import json
import os
import select
import subprocess
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from regolith.benchmarks.against.environments import ComparisonError, Tree, end, last_line, start

SCRIPT = Path(__file__).with_name("seat_process.py")
LONGEST_ANSWER = 1 << 26
"""Bytes; no honest answer is longer."""


class Answer(BaseModel):
    """Part of an answer, taken exactly as it is meant."""

    model_config = ConfigDict(strict=True, extra="forbid")


class End(Answer):
    """How a game ended."""

    scores: list[float]
    places: list[int]
    truncated: bool


class Position(Answer):
    """A game as one side has it: who is to move, how many legal actions there are and a digest of their names."""

    player: int
    legal: int
    digest: str
    rank: int | None
    """The decision of this side, if it is to move."""
    end: End | None = None

    def agrees(self, other: Position) -> bool:
        """Whether the rules of both sides say the same."""
        return (self.player, self.legal, self.digest, self.end) == (other.player, other.legal, other.digest, other.end)


class Positions(Answer):
    positions: list[Position]


class Names(Answer):
    names: list[str]


class Options(Answer):
    options: list[str]


A = TypeVar("A", bound=Answer)


class Side:
    """The process of one tree. Leaving the context ends it, whatever it is doing; it also ends when this process does."""

    def __init__(self, tree: Tree, patience: float, script: Path = SCRIPT) -> None:
        self.tree = tree
        self._patience = patience
        self._script = script
        self._unread = b""

    def __enter__(self) -> Side:
        # Python would look for modules beside the script, where some have the names of others: -P forbids that.
        words = [str(self.tree.bin / "python"), "-P", str(self._script)]
        with ExitStack() as stack:
            self._errors = stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace"))
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self._errors}
            self._process = start(words, self.tree.variables, **pipes)
            stack.callback(self._end)
            self._open = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def _end(self) -> None:
        end(self._process)
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(BrokenPipeError):
                stream.close()

    def ask(self, model: type[A], **request: Any) -> A:
        """Send a request and wait for its answer."""
        self.send(**request)
        return self.receive(model)

    def send(self, **request: Any) -> None:
        """Send a request; `receive` has its answer, so that both sides can think at the same time."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            self._died()

    def receive(self, model: type[A]) -> A:
        """The answer to the last request."""
        line = self._line()
        try:
            found = json.loads(line)
            if isinstance(found, dict) and isinstance(found.get("error"), str):
                raise ComparisonError(f"{self.tree.name}: {found['error']}")
            return model.model_validate_json(line)
        except (ValueError, ValidationError):
            shown = line[:60].decode(errors="replace").strip()
            raise ComparisonError(f"{self.tree.name} gives an answer that is none: {shown!r}") from None

    def _line(self) -> bytes:
        """The next line that the process writes, if it writes one in time."""
        assert self._process.stdout is not None
        pipe, deadline = self._process.stdout.fileno(), time.monotonic() + self._patience
        while b"\n" not in self._unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([pipe], [], [], left)[0]:
                raise ComparisonError(f"{self.tree.name} has not answered for {self._patience:g} seconds")
            part = os.read(pipe, 1 << 16)
            if not part:
                self._died()
            self._unread += part
            if len(self._unread) > LONGEST_ANSWER:
                raise ComparisonError(f"{self.tree.name} gives an answer that has no end")
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _died(self) -> NoReturn:
        """Say how the process ended, and its last words."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        end(self._process)
        self._errors.seek(0)
        said = last_line(self._errors.read())
        raise ComparisonError(f"the process of {self.tree.name} ended with code {self._process.returncode}: {said}")
