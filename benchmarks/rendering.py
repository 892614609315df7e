"""A section of a report as Markdown, as CSV, and as a table of a page."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from math import isfinite

from regolith.benchmarks.cells import NOTHING, Section, Value
from regolith.envs.core.errors import printable

INTERVAL = " (95%)"
"""How headers say that their column has intervals."""
LONGEST_NAME = 60
RISKY = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins so is a formula to programs that open CSV files."""


def in_markdown(section: Section) -> list[str]:
    """Title, table and note: paragraphs of a report."""
    table = _markdown(section) if section.lines else ""
    return [f"## {section.title}", *filter(None, [as_text(section.above), table, as_text(section.note)])]


def as_text(words: str) -> str:
    """Words in Markdown that stay words: names in them are no tags, links or code."""
    return re.sub(r"[<`]|(?<=\])\(", lambda mark: f"&#{ord(mark[0])};", words)


def as_code(words: str) -> str:
    """Code in Markdown, whatever marks stand in it."""
    line = printable(words)
    marks = "`" * (1 + max((len(run) for run in re.findall("`+", line)), default=0))
    beside = " " if "`" in line[:1] + line[-1:] else ""
    return f"{marks}{beside}{line}{beside}{marks}"


def _markdown(section: Section) -> str:
    lines = [section.headers, ["---", *["---:"] * (len(section.headers) - 1)], *section.lines]
    return "\n".join("| " + " | ".join(as_text(cell).replace("|", r"\|") for cell in line) + " |" for line in lines)


def in_csv(section: Section) -> str:
    """Numbers as they are, shares from 0 to 1; three columns where there are intervals; nothing where nothing is known."""
    columns: list[list[str]] = []
    for header, *cells in zip(section.headers, *section.lines, strict=True):
        name = header.removesuffix(INTERVAL)
        columns.append([_plain(name), *map(_in_csv, cells)])
        if any(isinstance(cell, Value) and cell.low is not None for cell in cells):
            columns.append([f"{name} low", *(_end(cell, "low") for cell in cells)])
            columns.append([f"{name} high", *(_end(cell, "high") for cell in cells)])
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(zip(*columns, strict=True))
    return file.getvalue()


def number_of(cell: str) -> float | None:
    """The number that a cell shows; None: it is a word, or nothing."""
    if isinstance(cell, Value):
        return cell.value
    return float(cell) if re.fullmatch(r"[+-]?\d+(\.\d+)?", cell) else None


def file_names(titles: Iterable[str]) -> list[str]:
    """A name for each title that is good for a file and an address, no two alike."""
    names: list[str] = []
    for title in titles:
        name = plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:LONGEST_NAME].strip("-") or "table"
        more = 2
        while name in names:
            name, more = f"{plain}-{more}", more + 1
        names.append(name)
    return names


def _in_csv(cell: str) -> str:
    if cell == NOTHING:
        return ""
    return _number(cell.value) if isinstance(cell, Value) else _plain(cell)


def _end(cell: str, which: str) -> str:
    end = getattr(cell, which, None)
    return "" if end is None else _number(end)


def _plain(text: str) -> str:
    """Words, so that no program takes them for a formula."""
    return f"'{text}" if text.startswith(RISKY) and number_of(text) is None else text


def _number(value: float) -> str:
    return f"{value:.10g}" if isfinite(value) else ("inf" if value > 0 else "-inf")
