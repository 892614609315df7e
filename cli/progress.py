"""The progress bar that all long commands show."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import polars as pl
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from regolith.benchmarks import parquet
from regolith.envs.core.errors import printable
from regolith.envs.core.files import claimed
from regolith.envs.core.rescue import reason

SAVE_EVERY = 5.0
"""Seconds between two writes of the results so far; more when a write takes long."""


def bar(console: Console, amount: ProgressColumn | None = None) -> Progress:
    """A bar with the time left, and with counts unless something else tells how much is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        amount or MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )


@contextmanager
def counting(
    console: Console, what: str, total: int, out: Path | None, schema: dict[str, Any]
) -> Iterator[Callable[[int, list[dict[str, Any]]], None]]:
    """A callback that moves the bar, and with an `out` folder writes the rows so far every few seconds."""
    next_save = time.monotonic() + SAVE_EVERY
    with nullcontext() if out is None else claimed(out), bar(console) as progress:
        task = progress.add_task(what, total=total)

        def advance(done: int, rows: list[dict[str, Any]]) -> None:
            nonlocal next_save
            progress.advance(task, done)
            if out is not None and rows and (started := time.monotonic()) > next_save:
                try:
                    parquet.write(out / "games.parquet", pl.DataFrame(rows, schema=schema))
                except OSError as problem:
                    warn(progress.console, f"saving failed: {reason(problem)}; it is tried again in a while")
                took = time.monotonic() - started
                next_save = started + max(SAVE_EVERY, 20 * took)

        yield advance


def warn(console: Console, text: str) -> None:
    """One yellow line, whatever the text holds."""
    console.print(text, style="yellow", markup=False, highlight=False, soft_wrap=True)


def say_where(console: Console, folder: Path, *names: str) -> None:
    """Name the files that a command has written, each on a line of its own so that it can be copied."""
    for name in names:
        if (folder / name).exists():
            console.print(printable(folder / name), soft_wrap=True, highlight=False, markup=False)
