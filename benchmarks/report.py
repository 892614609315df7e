"""Results for people: a folder with a page, Markdown, one CSV per table, pictures and the data.

Everything shows the same sections, built once from the tables. Files are replaced as a whole, so an interrupted run leaves the last
complete report behind and never half a file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import polars as pl

from regolith import envs
from regolith.benchmarks import parquet
from regolith.benchmarks.cells import Report, Section
from regolith.benchmarks.drawing import can_draw, draw
from regolith.benchmarks.findings import careful
from regolith.benchmarks.methods import ARENA_METHODS, REALISM_METHODS, SOLO_METHODS, methods_of
from regolith.benchmarks.page import page
from regolith.benchmarks.pictures import has_something
from regolith.benchmarks.rendering import as_code, as_text, file_names, in_csv, in_markdown
from regolith.benchmarks.sections import (
    arena_sections,
    realism_answer,
    realism_sections,
    solo_answer,
    solo_sections,
)
from regolith.benchmarks.tables import ARENA_SCHEMA, SOLO_SCHEMA, arena_table, solo_table
from regolith.envs.core.files import read_whole, write_whole
from regolith.envs.core.game import Game

NO_GAMES = "No games yet: there is nothing to report."
NO_PICTURES = "No pictures: matplotlib is not installed. `pip install 'regolith[view]'` and run the report again."
PAGE, MARKDOWN, TABLES, PICTURES = "report.html", "report.md", "tables", "pictures"
LARGEST_REPORT = 1 << 28


def write_report(folder: Path, report: Report) -> None:
    """Write `report.html`, `report.md`, `tables` and `pictures`; tables and pictures of the report before that are no longer made go."""
    old = _parts(folder / MARKDOWN)
    sections = dict(zip(file_names(section.title for section in report.sections), report.sections, strict=True))
    tables = {name: in_csv(section) for name, section in sections.items() if section.lines}
    pictures = {name: s.picture for name, s in sections.items() if s.picture is not None and has_something(s.picture)}
    drawings = {name: draw(picture) for name, picture in pictures.items()} if can_draw() else {}
    no_pictures = NO_PICTURES if pictures and not drawings else ""
    for name, table in tables.items():
        write_whole(folder / TABLES / f"{name}.csv", table.encode())
    for name, drawing in drawings.items():
        write_whole(folder / PICTURES / f"{name}.svg", drawing.encode())
    text = [f"# {report.heading}", *map(as_text, report.findings), f"Command: {as_code(report.command)}"]
    text += [f"{name}: {as_code(told)}" for name, told in report.about.items()]
    text += filter(None, [report.caveat, no_pictures])
    for name, section in sections.items():
        title, *rest = in_markdown(section)
        text.append(title)
        if name in drawings:
            text.append(f"![{section.title}]({PICTURES}/{name}.svg)")
        text += rest
        if name in tables:
            text.append(f"[{name}.csv]({TABLES}/{name}.csv)")
    if report.methods:
        text += ["## Methods", *(f"**{name}.** {told}" for name, told in report.methods.items())]
    write_whole(folder / PAGE, page(report, sections, tables, drawings, no_pictures).encode())
    write_whole(folder / MARKDOWN, ("\n\n".join(text) + "\n").encode())
    for gone in old - _parts(folder / MARKDOWN):
        (folder / gone).unlink(missing_ok=True)


def arena_report(rows: pl.DataFrame, command: str, caveat: str = "") -> Report:
    """Agents in a tournament, or one alone in all seats."""
    sections = arena_sections(rows, arena_table(rows))
    return _report("tournament", rows, command, caveat, [], sections, ARENA_METHODS)


def solo_report(rows: pl.DataFrame, command: str, caveat: str = "", best: pl.DataFrame | None = None) -> Report:
    """Solo games of some agents. `best`: the fastest win known of each deal."""
    agents = solo_table(rows)
    return _report("solo", rows, command, caveat, solo_answer(agents), solo_sections(rows, agents, best), SOLO_METHODS)


def realism_report(game: Game, rows: pl.DataFrame, command: str, caveat: str = "") -> Report:
    """Games beside those of people."""
    sections = realism_sections(rows, game)
    return _report("beside people", rows, command, caveat, realism_answer(game), sections, REALISM_METHODS)


def write_arena_report(folder: Path, rows: pl.DataFrame, command: str, caveat: str = "") -> None:
    """Write `games.parquet` and the report of an arena run."""
    rows = rows if rows.width else pl.DataFrame(schema=ARENA_SCHEMA)
    parquet.write(folder / "games.parquet", rows)
    write_report(folder, arena_report(rows, command, caveat))


def write_solo_report(
    folder: Path, rows: pl.DataFrame, command: str, caveat: str = "", best: pl.DataFrame | None = None
) -> None:
    """Write `games.parquet` and the report of a solo run."""
    rows = rows if rows.width else pl.DataFrame(schema=SOLO_SCHEMA)
    parquet.write(folder / "games.parquet", rows)
    write_report(folder, solo_report(rows, command, caveat, best))


def write_realism_report(game: Game, folder: Path, rows: pl.DataFrame, command: str, caveat: str = "") -> None:
    """Write `games.parquet` and the report of games beside those of people."""
    rows = rows if rows.width else pl.DataFrame(schema=ARENA_SCHEMA)
    parquet.write(folder / "games.parquet", rows)
    write_report(folder, realism_report(game, rows, command, caveat))


def about_games(rows: pl.DataFrame) -> dict[str, str]:
    """Which game, and with what options."""
    if rows.is_empty():
        return {}
    return {
        "Game": f"{_distinct(rows, 'game')}, version {_distinct(rows, 'env_version')}",
        "Options": _distinct(rows, "options"),
    }


def titled(rows: pl.DataFrame, what: str) -> str:
    """The heading of a report: the game, and what was done with it."""
    names = rows["game"].unique().to_list()
    return f"{_title(names[0])}: {what}" if names else what.capitalize()


def _report(
    what: str,
    rows: pl.DataFrame,
    command: str,
    caveat: str,
    answer: Sequence[str],
    sections: Sequence[Section],
    methods: Mapping[str, str],
) -> Report:
    told = [*answer, *([NO_GAMES] if rows.is_empty() else [])]
    found = methods_of(methods, sections)
    return Report(titled(rows, what), command, told, careful(rows), about_games(rows), sections, found, caveat)


def _title(name: str) -> str:
    return envs.spec(name).title if name in envs.games() else name


def _parts(markdown: Path) -> set[str]:
    """The tables and pictures that belong to a report."""
    try:
        text = read_whole(markdown, LARGEST_REPORT).decode(errors="replace")
    except OSError:
        return set()
    return set(re.findall(rf"\]\(((?:{TABLES}|{PICTURES})/[a-z0-9-]+\.(?:csv|svg))\)", text))


def _distinct(rows: pl.DataFrame, column: str) -> str:
    return ", ".join(map(str, rows[column].unique().sort()))
