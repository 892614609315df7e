"""Writing what a command has played: to the folder that was asked for, or else to another one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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
