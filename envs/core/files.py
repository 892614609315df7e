"""Whole files only: what is written replaces the old file at once or not at all, what is read has a size that was asked first."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from regolith.envs.core.errors import RegolithError, one_line

SIDE = ".part"
"""A file that is being written has this after its name; a killed run may leave one, and the next write takes its place."""


def write_whole(path: str | Path, data: bytes) -> Path:
    """Write a file to the side, onto the disk, and into place. A failure (OSError) leaves the old file as it was.

    Its folder is made if need be, links are followed, and its mode is what the umask gives.
    """
    path = Path(path)
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    side = target.with_name(target.name + SIDE)
    try:
        with open(side, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(side, target)
    except BaseException:
        side.unlink(missing_ok=True)
        raise
    return path


def read_whole(path: str | Path, most: int) -> bytes:
    """The bytes of a regular file of at most so many; anything else is an OSError.

    Devices and pipes are refused: a name from a file of somebody else's must not make anybody wait or read for ever.
    """
    try:
        # Opening a pipe waits for its other end, unless it is told not to.
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as problem:  # a name that no file can have
        raise OSError(errno.EINVAL, str(problem)) from None
    try:
        kind = os.fstat(number)
        if not stat.S_ISREG(kind.st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        if kind.st_size > most:
            raise OSError(errno.EFBIG, f"it is larger than {most:,} bytes", str(path))
        with open(number, "rb", closefd=False) as file:
            return file.read(kind.st_size)
    finally:
        os.close(number)


def read_toml(path: str | Path, most: int, what: str, error: type[RegolithError]) -> dict[str, Any]:
    """The tables of a TOML file of at most so many bytes; `what` it should be stands in the error."""
    try:
        return tomllib.loads(read_whole(path, most).decode())
    except OSError as problem:
        raise error(f"cannot read {what} {path}: {problem.strerror}") from None
    except ValueError as problem:
        raise error(f"{what} {path} is no TOML file: {one_line(problem)}") from None
    except RecursionError:
        raise error(f"{what} {path} has lists within lists without end") from None


@contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """One run at a time writes to a folder: two would replace each other's results. The claim ends with its process, however that ends."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RegolithError(
                f"another run is writing to {folder}: wait for its end, or choose another folder"
            ) from None
        yield
    finally:
        os.close(handle)
