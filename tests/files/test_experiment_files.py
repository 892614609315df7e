"""Broken files of experiments: each is refused in one line, or used to the end; faults that were planted one by one never pass."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from regolith.benchmarks import parquet
from regolith.benchmarks.tables import COURSE
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


def followed(name: str, value: Any) -> Fault:
    """All rows of games that were followed say the same in a column."""

    def change(rows: pl.DataFrame) -> pl.DataFrame:
        values = [value if part == COURSE else old for part, old in rows.select("part", name).iter_rows()]
        return rows.with_columns(pl.Series(name, values, rows.schema[name]))

    return frame(change)


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
    "skill": RESULTS
    | {
        "a part that there is not": column("part", "luck"),
        "a step more than there are": column("part", "step 9"),
        "a game played a third time": frame(lambda rows: rows.with_columns(again=pl.col("again") * 5)),
        "another search": frame(
            lambda rows: rows.with_columns(searcher=pl.col("searcher").replace("greedy", "random"))
        ),
        "a search in a game that nobody followed": frame(lambda rows: rows.with_columns(searcher=pl.lit("greedy"))),
        "a game that nobody followed among those that were": followed("searcher", ""),
        "more choices than decisions": followed("choices", 5000),
        "choices in a game that nobody followed": frame(lambda rows: rows.with_columns(choices=pl.lit(1, pl.Int64))),
        "choices less than none": followed("choices", -1),
        "an evaluation that is no number": followed("evaluations", [float("nan")]),
        "an evaluation missing": followed("evaluations", [None]),
        "an evaluation without end": followed("evaluations", [1e300]),
        "one round more for one seat": frame(
            lambda rows: rows.with_columns(
                evaluations=pl.when(pl.col("seat") == 0)
                .then(pl.col("evaluations").list.concat([0.0]))
                .otherwise("evaluations")
            )
        ),
        "more searches than there are": followed("first_chosen", [99]),
        "a choice that nobody made": followed("later_chosen", [16, 0]),
        "more choices than actions": followed("first_legal", 1),
        "a game without one of its seats": frame(lambda rows: rows[1:]),
        "agents of another part": frame(lambda rows: rows.with_columns(part=pl.lit("pool"))),
        "places that cannot be": column("place", 7),
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
