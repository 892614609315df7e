"""Files are written as a whole or not at all, and read up to a bound."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from regolith.envs.core.files import SIDE, read_whole, write_whole

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    assert write_whole(path, b"old") == path
    write_whole(str(path), b"new")
    assert path.read_bytes() == b"new"
    assert names(path.parent) == ["file"]


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_the_mode_is_what_the_umask_gives(umask: int, mode: int, tmp_path: Path) -> None:
    before = os.umask(umask)
    try:
        write_whole(tmp_path / "file", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == mode


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: Any) -> None:
        raise FULL

    path = write_whole(tmp_path / "file", b"old")
    monkeypatch.setattr(os, broken, fail)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_the_data_is_on_the_disk_before_the_name_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for name in ("fsync", "replace"):
        original = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *given, n=name, f=original: (done.append(n), f(*given)))
    write_whole(tmp_path / "file", b"data")
    assert done == ["fsync", "replace"]


def test_what_a_killed_run_left_does_not_disturb(tmp_path: Path) -> None:
    (tmp_path / f"file{SIDE}").write_bytes(b"half of something much longer")
    write_whole(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert names(tmp_path) == ["file"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere" / "file")
    write_whole(tmp_path / "link", b"data")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "elsewhere" / "file").read_bytes() == b"data"


def test_only_files_are_replaced(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/full")):
        with pytest.raises(OSError, match="not a regular file"):
            write_whole(path, b"data")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)


def test_a_file_is_read_up_to_a_bound(tmp_path: Path) -> None:
    path = write_whole(tmp_path / "file", b"12345")
    assert read_whole(path, 5) == b"12345"
    assert read_whole(path, 1 << 60) == b"12345", "no room is made for more than there is"
    with pytest.raises(OSError, match="larger than 4 bytes"):
        read_whole(path, 4)


def test_only_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, why in (
        (tmp_path / "pipe", "not a regular file"),
        (Path("/dev/zero"), "not a regular file"),
        (tmp_path, "not a regular file"),
        (tmp_path / "missing", "No such file"),
        (tmp_path / "\0", "null"),
        (tmp_path / "\ud800", "surrogates"),
    ):
        with pytest.raises(OSError, match=re.compile(why)):
            read_whole(path, 100)
