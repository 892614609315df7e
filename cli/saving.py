"""Writing what a command has played, to the folder that was asked for or else to another one, and then showing it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import polars as pl
from rich.console import Console

from regolith.benchmarks.report import MARKDOWN, PAGE, PICTURES, TABLES
from regolith.cli.arguments import INTERRUPTED
from regolith.cli.progress import say_where
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.rescue import reason, rescue_folder


def save(folder: Path, write: Callable[[Path], object]) -> None:
    """Let `write` write into the folder; if that fails, into another one. Then this raises, so that nobody looks in the wrong place."""
    try:
        write(folder)
        return
    except OSError as problem:
        # What is in the other folder already is not ours to overwrite.
        other = rescue_folder(problem) / (folder.resolve().name or "results")
        while other.exists():
            other = other.with_name(other.name + "-again")
    try:
        write(other)
    except OSError as problem:
        raise RegolithError(f"nothing could be saved, neither to {folder} nor to {other}: {reason(problem)}") from None
    raise RegolithError(f"nothing could be written to {folder}: what was played is in {other}")


def save_and_show(
    out: Path | None,
    rows: pl.DataFrame,
    caveat: str,
    played: int,
    games: int,
    write: Callable[[Path, pl.DataFrame, str, str], object],
    show: Callable[[Console, pl.DataFrame, str], object],
    unsaved: Exception | None = None,
) -> None:
    """The end of a run: its report goes to the folder, then to the terminal, with the names of the files; raises what could not be saved.

    A run of which not all games were played was interrupted, and ends the command as such.
    """
    console, line = Console(), shlex.join(["regolith", *sys.argv[1:]])
    try:
        # What was played is kept first: a terminal that is gone must not take it along.
        if out is not None:
            save(out, lambda folder: write(folder, rows, line, caveat))
    finally:
        if played < games:
            console.print(f"[yellow]interrupted: {played} of {games} games were played[/]")
        show(console, rows, caveat)
    if out is not None:
        say_where(console, out, PAGE, MARKDOWN, "games.parquet", TABLES, PICTURES)
    if unsaved is not None:
        raise unsaved
    if played < games:
        sys.exit(INTERRUPTED)
