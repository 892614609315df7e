"""The files of a folder of records, plain or compressed."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Record = dict[str, Any]
ENDINGS = ("", ".gz")


def path_of(folder: Path, name: str) -> Path | None:
    """A file, plain if it is there in both forms."""
    return next((folder / (name + ending) for ending in ENDINGS if (folder / (name + ending)).exists()), None)


def text_of(path: Path) -> str:
    if path.suffix == ".gz":
        with gzip.open(path, "rt", encoding="utf-8") as file:
            return file.read()
    return path.read_text(encoding="utf-8")


def lines_of(path: Path) -> Iterator[Record]:
    """The records of a file; what is wrong with one that cannot be read."""
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except json.JSONDecodeError as error:
                raise ValueError(f"{path}, line {number}: {error}") from error


@dataclass
class Tally:
    """How many records were compared, and how many were not because the game does not have what they are about."""

    run: int = 0
    left_out: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        left = ", ".join(f"{n} {why}" for why, n in sorted(self.left_out.items()))
        return f"{self.run} records compared, {self.left_out.total()} left out" + (f" ({left})" if left else "")
