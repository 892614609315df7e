"""Where compiled rules are kept: files with a checksum, and one process at a time that compiles for a game.

Numba's own cache believes whatever its files hold, and machine code with one wrong byte ends the process or, worse, does not.
Here every file begins with a checksum of the rest, which is looked at before anything else is. It is against accidents (a full
disk, a bad sector): the folder is the user's own, and whoever can write there can run code anyway.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import platformdirs
from numba.core.serialize import dumps

CHECKSUM_BYTES = 16


def cache_folder() -> Path:
    """Where compiled rules are kept."""
    override = os.environ.get("REGOLITH_CACHE")
    return Path(override) if override else Path(platformdirs.user_cache_dir("regolith")) / "kernels"


class Damaged(Exception):
    """A file is not what was written."""


class KernelFiles:
    """The stored code of one function: an index of what it was compiled for, and a data file for each entry.

    A data file repeats its key: should an index be lost and begun anew, no old file is taken for a new one.
    """

    def __init__(self, folder: Path, name: str, stamp: str) -> None:
        self._folder, self._name, self._stamp = folder, name, stamp
        self._index_path = folder / f"{name}.nbi"

    def load(self, key: Any) -> Any:
        """What was stored under this key, or None."""
        name = self._index().get(key)
        if name is None:
            return None
        try:
            stored, data = read_checked(self._folder / name)
        except FileNotFoundError:
            return None
        return data if stored == key else None

    def save(self, key: Any, data: Any) -> None:
        index = self._index()
        taken = set(index.values())
        names = (f"{self._name}.{number}.nbc" for number in count(1))
        name = index.get(key) or next(name for name in names if name not in taken)
        write_checked(self._folder / name, (key, data))
        write_checked(self._index_path, (self._stamp, {**index, key: name}))

    def flush(self) -> None:
        """Forget everything."""
        self._index_path.unlink(missing_ok=True)

    def _index(self) -> dict[Any, str]:
        try:
            stamp, index = read_checked(self._index_path)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        return index if stamp == self._stamp else {}


def read_checked(path: Path) -> Any:
    """What `write_checked` has written."""
    content = path.read_bytes()
    if content[:CHECKSUM_BYTES] != _checksum(memoryview(content)[CHECKSUM_BYTES:]):
        raise Damaged(f"{path.name} is damaged")
    return pickle.loads(memoryview(content)[CHECKSUM_BYTES:])


def write_checked(path: Path, value: Any) -> None:
    """Write to the side and rename, so that nobody ever reads half a file."""
    data = dumps(value)
    aside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        aside.write_bytes(_checksum(data) + data)
        aside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise


def _checksum(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM_BYTES).digest()


def take_turn(game: str) -> Callable[[], object] | None:
    """Try to become the one process that compiles for this game; call what is returned to end the turn. None: another process has it.

    The operating system holds the lock, so it ends with its holder, however that ends. Where there can be no lock (a folder that
    cannot be written) everybody has a turn.
    """
    from filelock import FileLock, Timeout  # only who compiles needs it, and a warm start shall be quick

    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        lock = FileLock(cache_folder() / f"{game}.lock")
        lock.acquire(blocking=False)
    except Timeout:
        return None
    except (OSError, NotImplementedError):
        return lambda: None
    return lock.release
