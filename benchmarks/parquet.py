"""Parquet files that carry a checksum, and what such a file says of itself before any of it is unpacked.

Polars trusts what it reads: a few damaged bytes can make it panic, and a file of a few kilobytes can unpack to gigabytes. So a results
file is checked as plain bytes first. The checksum stands in the file's own metadata, and any program can still read the file.
"""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import polars as pl

from regolith.envs.core.errors import RegolithError, one_line
from regolith.envs.core.files import read_whole, write_whole

KEY = "regolith"
MARK = b"crc32:"
DIGITS = 8
MAGIC = b"PAR1"
MOST_BYTES = 1 << 32
MOST_UNPACKED = 100
"""Times the size of the file. Columns of results files are a few times as large as what is packed of them."""
FREE_BYTES = 1 << 20
BYTES_PER_ROW = 4
"""At least: thinking times of seats differ in more. A few rows need not keep to it."""
FREE_ROWS = 10_000
LONGEST_LIST = 4096
"""Entries of a list in a column of lists."""
FREE_ENTRIES, ENTRIES_PER_BYTE = 1 << 22, 64
"""Of all lists of a file: counters are mostly zeros, which take little room."""
DEEPEST = 16
"""Structures within structures; those of Parquet's metadata are not so deep."""


class Damaged(RegolithError):
    """Bytes that are not a whole Parquet file of ours."""


def write(path: Path, frame: pl.DataFrame) -> None:
    """Replace the file as a whole, so that an interrupt never leaves half of it."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, metadata={KEY: (MARK + b"0" * DIGITS).decode()})
    write_whole(path, sealed(buffer.getvalue()))


def read(path: Path) -> pl.DataFrame:
    """The frame that `write` wrote."""
    try:
        data = read_whole(path, MOST_BYTES)
    except OSError as problem:
        raise Damaged(f"cannot be read: {problem.strerror}") from None
    if not data.startswith(MAGIC) or not data.endswith(MAGIC):
        raise Damaged("it is no Parquet file")
    if data.rfind(MARK) < 0:
        raise Damaged("it has no checksum, so another version or another program wrote it")
    if sealed(data) != data:
        raise Damaged("its checksum does not match, so it was truncated or altered")
    _check_sizes(data)
    try:
        with _silent_panics():
            return pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError) as problem:
        raise Damaged(one_line(problem)) from None


def sealed(data: bytes) -> bytes:
    """The same file with the checksum of everything but the checksum."""
    start = data.rfind(MARK) + len(MARK)
    before, after = data[:start], data[start + DIGITS :]
    return before + f"{zlib.crc32(after, zlib.crc32(before)):08x}".encode() + after


def _check_sizes(data: bytes) -> None:
    """Raise if the file claims to hold more than a file of its size does."""
    try:
        size = int.from_bytes(data[-8:-4], "little")
        about = _Compact(data[-8 - size : -8]).structure()
        rows = about[3]
        columns = [column[3] for group in about[4] for column in group[1]]
        unpacked = sum(column[6] for column in columns)
        counts = {column[5] for column in columns if len(column[3]) == 1}
        entries = [column[5] for column in columns if len(column[3]) > 1]
    except (KeyError, TypeError, IndexError, ValueError, struct.error):
        raise Damaged("its metadata cannot be read") from None
    if not 0 <= rows <= max(FREE_ROWS, len(data) // BYTES_PER_ROW) or any(count > rows for count in counts):
        raise Damaged(f"it claims {rows:,} rows, which do not fit into its {len(data):,} bytes")
    if any(not 0 <= n <= rows * LONGEST_LIST for n in entries) or (
        sum(entries) > FREE_ENTRIES + ENTRIES_PER_BYTE * len(data)
    ):
        raise Damaged(f"its lists claim {sum(entries):,} entries, which do not fit into its {len(data):,} bytes")
    if not 0 <= unpacked <= FREE_BYTES + MOST_UNPACKED * len(data):
        raise Damaged(f"its {len(data):,} bytes would unpack to {unpacked:,}")


class _Compact:
    """Thrift's compact protocol, in which Parquet writes its metadata: structures as dicts from field number to value."""

    def __init__(self, data: bytes) -> None:
        self._data = io.BytesIO(data)

    def structure(self, depth: int = 0) -> dict[int, Any]:
        found: dict[int, Any] = {}
        number = 0
        while (head := self._bytes(1)[0]) != 0:
            kind = head & 15
            number = number + (head >> 4) if head >> 4 else self._zigzag()
            found[number] = kind == 1 if kind in (1, 2) else self._value(kind, depth + 1)
        return found

    def _value(self, kind: int, depth: int) -> Any:
        if depth > DEEPEST:
            raise ValueError("too deep")
        if kind in (1, 2, 3):
            return self._bytes(1)[0]
        if kind in (4, 5, 6):
            return self._zigzag()
        if kind == 7:
            return struct.unpack("<d", self._bytes(8))[0]
        if kind == 8:
            return self._bytes(self._varint())
        if kind == 9:
            head = self._bytes(1)[0]
            count = head >> 4 if head >> 4 < 15 else self._varint()
            return [self._value(head & 15, depth + 1) for _ in range(count)]
        if kind == 12:
            return self.structure(depth)
        raise ValueError(f"no type {kind}")

    def _bytes(self, count: int) -> bytes:
        data = self._data.read(count)
        if len(data) < count:
            raise ValueError("it ends too soon")
        return data

    def _varint(self) -> int:
        value = shift = 0
        while (byte := self._bytes(1)[0]) & 128:
            value |= (byte & 127) << shift
            shift += 7
        return value | byte << shift

    def _zigzag(self) -> int:
        value = self._varint()
        return value >> 1 ^ -(value & 1)


@contextmanager
def _silent_panics() -> Iterator[None]:
    """Nothing goes to the terminal: a panic of Polars writes pages to it before it can be caught."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
