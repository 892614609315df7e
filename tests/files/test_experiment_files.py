"""Broken files of experiments: each is refused in one line, or used to the end; faults that were planted one by one never pass."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from regolith.benchmarks import parquet
from regolith.envs.core.errors import RegolithError

from .experiment_kinds import EXPERIMENT_KINDS
from .kinds import Kind
from .mutation import toml_text
from .test_mutants import (  # noqa: F401  (the same tests, of these kinds)
    good,
    test_a_good_file_is_used,
    test_mutants_are_refused_or_used,
    test_mutants_at_the_command_line,
)
from .test_planted_faults import Fault, column, frame


@pytest.fixture(params=EXPERIMENT_KINDS, scope="module")
def kind(request: pytest.FixtureRequest) -> Kind:
    return EXPERIMENT_KINDS[request.param]


def text(more: str) -> Fault:
    """A file that says something else."""
    return lambda data: more.encode()


CARDS: dict[str, Fault] = {
    "no text": text("\x00"),
    "lists without end": text("cards = " + "[" * 10_000),
    "too long": lambda data: data + b"#" * (1 << 17),
    "a name that clears the screen": text(toml_text({"cards": {"\x1b[2J": {"cost": 1}}})),
    "a card that is none": text("[cards.Main]\ncost = 1"),
    "a cost that overflows": text("[cards.Mine]\ncost = 99999999999999999999"),
    "a requirement without end": text(f'[cards.Mine]\nrequirement = "{"oxygen at least 5%, " * 50}"'),
    "points that are text": text('[cards.Mine]\npoints = "1"'),
}
RESULTS: dict[str, Fault] = {
    "no checksum": lambda data: data.replace(parquet.MARK, b"CRC32:"),
    "a run missing": column("run", None),
    "a run that clears the screen": column("run", "\x1b[2J"),
    "a deal that is negative": column("deal", -1),
    "another game": column("game", "chess"),
    "another version": column("env_version", 99),
    "other options": column("options", "{}"),
    "a game twice": frame(lambda rows: pl.concat([rows, rows[:1]])),
    "a column missing": frame(lambda rows: rows.drop("deal")),
    "a column more": frame(lambda rows: rows.with_columns(extra=1)),
    "a win of two": column("win", 2.0),
    "a score that is no number": column("score", float("nan")),
    "rows without end": frame(lambda rows: pl.concat([rows[:1]] * 100_000, rechunk=True)),
}
FAULTS = {
    "cards": CARDS,
    "variant": CARDS | {"a table that is none": text("[luck]"), "money for three": text("[seats]\nmc = [1, 2, 3]")},
    "compare": RESULTS
    | {
        "a third variant": column("variant", "C"),
        "another variant under the same name": column("variant_mark", "0" * 16),
        "a game without one of its seats": frame(lambda rows: rows[1:]),
        "places that cannot be": column("place", 7),
    },
    "effect": RESULTS
    | {
        "other cards": column("mark", "0" * 16),
        "another agent": column("agent", "greedy"),
        "another seat": column("seat", 1),
        "a seat that there is not": column("seat", 9),
        "a world that clears the screen": column("world", "\x1b[2J"),
        "a length that is negative": column("length", -1),
        "numbers of a game that are none": column("game_numbers", "[1]"),
        "a number of a game that clears the screen": column("game_numbers", '{"\x1b[2J": 1}'),
        "a mean of wins of two": column("win_of_all", 2.0),
        "a mean of margins without end": column("margin_of_all", float("inf")),
    },
}


@pytest.mark.parametrize(("name", "fault"), [(name, fault) for name, faults in FAULTS.items() for fault in faults])
def test_a_planted_fault_is_refused(name: str, fault: str, tmp_path: Path) -> None:
    wanted, folder = EXPERIMENT_KINDS[name], tmp_path / "good"
    folder.mkdir()
    wanted.make(folder / wanted.name)
    data = (folder / wanted.name).read_bytes()
    broken = FAULTS[name][fault](data)
    assert broken != data
    path = tmp_path / wanted.name
    path.write_bytes(broken)
    with pytest.raises(RegolithError) as caught:
        wanted.use(path)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 2000 + len(str(tmp_path))
