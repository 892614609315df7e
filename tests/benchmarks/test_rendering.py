"""One section, as Markdown, as CSV and on a page; and names that nobody should have."""

from __future__ import annotations

import csv
import io
from html import unescape
from math import inf
from pathlib import Path

import pytest

from regolith.benchmarks.cells import NOTHING, Report, Section, Value, counted, percent, signed, with_interval
from regolith.benchmarks.page import page
from regolith.benchmarks.rendering import as_code, file_names, in_csv, in_markdown, number_of
from regolith.benchmarks.report import write_report

HOSTILE = "\"><script>alert(1)</script>&'{{ 7 * 7 }}"
SECTION = Section(
    "Win rates",
    ["agent", "games", "win rate (95%)", "lift"],
    [
        ["greedy", counted(1200), with_interval(0.54, 0.52, 0.56, percent), signed(-0.5)],
        ["=HYPERLINK(1)", "7", NOTHING, signed(inf)],
    ],
    "A note.",
)


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_a_table_of_a_program_has_numbers_and_the_ends_of_intervals() -> None:
    assert rows_of(in_csv(SECTION)) == [
        ["agent", "games", "win rate", "win rate low", "win rate high", "lift"],
        ["greedy", "1200", "0.54", "0.52", "0.56", "-0.5"],
        ["'=HYPERLINK(1)", "7", "", "", "", "inf"],
    ]


@pytest.mark.parametrize("name", ["=1+1", "+1-2", "-x", "@sum", "\tx"])
def test_no_name_is_a_formula_to_a_spreadsheet(name: str) -> None:
    table = rows_of(in_csv(Section("T", [name], [[name]])))
    assert table == [[f"'{name}"], [f"'{name}"]]


def test_numbers_below_zero_are_no_formulas() -> None:
    assert rows_of(in_csv(Section("T", ["a"], [["-3"], ["+0.5"]]))) == [["a"], ["-3"], ["+0.5"]]


def test_a_table_of_a_person_shows_the_same_cells() -> None:
    assert in_markdown(SECTION) == [
        "## Win rates",
        "| agent | games | win rate (95%) | lift |\n| --- | ---: | ---: | ---: |\n"
        "| greedy | 1,200 | 54.0% [52.0%, 56.0%] | -0.50 |\n| =HYPERLINK(1) | 7 | - | ∞ |",
        "A note.",
    ]


def test_a_section_without_lines_is_its_note() -> None:
    empty = Section("Games", ["fact"], [], "All alike.")
    assert in_markdown(empty) == ["## Games", "All alike."]
    assert "<table>" not in page(Report("x", "y", sections=[empty]), {"games": empty}, {}, {})


@pytest.mark.parametrize(
    ("cell", "number"), [("12", 12.0), ("-0.5", -0.5), (Value("1,200", 1200), 1200), ("nan", None), ("1e5", None)]
)
def test_cells_are_sorted_by_their_numbers(cell: str, number: float | None) -> None:
    assert number_of(cell) == number


def test_names_of_files_are_plain_and_no_two_alike() -> None:
    titles = ["By corporation", "Games of a:b", "Games of a=b", "???", "../../etc/passwd", "x" * 300]
    names = file_names(titles)
    assert names[:5] == ["by-corporation", "games-of-a-b", "games-of-a-b-2", "table", "etc-passwd"]
    assert len(names[5]) == 60


def test_whatever_comes_from_outside_is_text_on_a_page() -> None:
    section = Section(HOSTILE, [HOSTILE], [[HOSTILE]], HOSTILE, HOSTILE, finding=HOSTILE)
    report = Report(HOSTILE, HOSTILE, [HOSTILE], [HOSTILE], {HOSTILE: HOSTILE}, [section], {HOSTILE: HOSTILE}, HOSTILE)
    text = page(report, {"table": section}, {"table": in_csv(section)}, {})
    assert text.count("<script>") == 1
    assert "alert(1)</script>" not in text
    assert "49" not in text.partition("<style>")[0]
    assert unescape(text).count(HOSTILE) >= 12


def test_whatever_comes_from_outside_is_text_in_markdown(tmp_path: Path) -> None:
    name = "\\<b>[x](y)`z`|"
    section = Section("Table", [name], [[name]], name, name, finding=name)
    write_report(tmp_path, Report("x", f"arena {name}\n# y", sections=[section]))
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    command = f"Command: ``arena {name} # y``"
    assert command in text.splitlines()
    words = text.replace(command, "")
    assert not [mark for mark in ("<", "](y", "`") if mark in words]
    cell = name.replace("|", r"\|")
    for line in (name, f"| {cell} |"):
        assert unescape(words).splitlines().count(line) >= 2


@pytest.mark.parametrize(
    ("words", "code"), [("a", "`a`"), ("`a``", "``` `a`` ```"), ("a`b", "``a`b``"), ("\x1b[2J", "`?[2J`")]
)
def test_code_is_code_whatever_marks_stand_in_it(words: str, code: str) -> None:
    assert as_code(words) == code


def test_a_page_asks_nobody_for_anything() -> None:
    text = page(Report("x", "y", sections=[SECTION]), {"win-rates": SECTION}, {"win-rates": in_csv(SECTION)}, {})
    assert "default-src 'none'" in text
    assert "http://" not in text
    assert "https://" not in text
    assert 'data-value="0.54"' in text
    assert 'data-value="Infinity"' in text


def test_tables_and_pictures_that_are_no_longer_made_go(tmp_path: Path) -> None:
    other = Section("Other", ["a"], [["1"]])
    write_report(tmp_path, Report("x", "y", sections=[SECTION, other]))
    (tmp_path / "tables" / "mine.csv").write_text("of somebody else")
    write_report(tmp_path, Report("x", "y", sections=[SECTION]))
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == ["mine.csv", "win-rates.csv"]


def test_a_report_of_somebody_else_makes_nothing_go(tmp_path: Path) -> None:
    kept = tmp_path / "kept.csv"
    kept.write_text("x")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "report.md").write_text("[x](tables/../../kept.csv) [y](../kept.csv)")
    write_report(tmp_path / "out", Report("x", "y", sections=[SECTION]))
    assert kept.exists()
