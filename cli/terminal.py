"""Reports in a terminal of any width: tables fold between words and parts of names, never inside a number."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import polars as pl
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from regolith.benchmarks.cells import Section, findings
from regolith.benchmarks.compare import Comparison
from regolith.benchmarks.compare_report import compare_answer, compare_careful, compare_sections
from regolith.benchmarks.effect import Effects
from regolith.benchmarks.effect_report import effect_answer, effect_careful, effect_sections
from regolith.benchmarks.findings import careful
from regolith.benchmarks.report import NO_GAMES
from regolith.benchmarks.sections import (
    arena_sections,
    realism_answer,
    realism_sections,
    solo_answer,
    solo_sections,
)
from regolith.benchmarks.skill import Skill
from regolith.benchmarks.skill_report import skill_careful, skill_sections
from regolith.benchmarks.tables import arena_table, solo_table
from regolith.envs.core.game import Game

_PART = re.compile(r"\S+?(?:[:/]|,(?!\d)|[-_.](?=[a-zA-Z])|(?=\s)|$)\s*")
"""What stays together: a word, or what ends in a sign between two words of a name (`mcts:simulations=400,playout=0`) or a path."""


def print_arena(console: Console, rows: pl.DataFrame, caveat: str = "") -> None:
    """Say what the games tell, then show the arena tables, and what to keep in mind about the game."""
    _print(console, rows, [], arena_sections(rows, arena_table(rows)), careful(rows), caveat)


def print_solo(console: Console, rows: pl.DataFrame, caveat: str = "", best: pl.DataFrame | None = None) -> None:
    """Say how often the game was won, then show the solo tables, and what to keep in mind about the game."""
    agents = solo_table(rows)
    _print(console, rows, solo_answer(agents), solo_sections(rows, agents, best), careful(rows), caveat)


def print_realism(game: Game, console: Console, rows: pl.DataFrame, caveat: str = "") -> None:
    """Say which games of people these are compared with, then show the tables, and what to keep in mind about the game."""
    _print(console, rows, realism_answer(game), realism_sections(rows, game), careful(rows), caveat)


def print_compare(comparison: Comparison, console: Console, rows: pl.DataFrame, caveat: str = "") -> None:
    """Say what differs between two variants, then show the numbers, and what to keep in mind about the game."""
    _print(console, rows, compare_answer(comparison, rows), compare_sections(rows), compare_careful(rows), caveat)


def print_effect(effects: Effects, console: Console, rows: pl.DataFrame, caveat: str = "") -> None:
    """Say what cards cause, then show the ranking, and what to keep in mind about the game."""
    _print(console, rows, effect_answer(effects, rows), effect_sections(effects, rows), effect_careful(rows), caveat)


def print_skill(skill: Skill, console: Console, rows: pl.DataFrame, caveat: str = "") -> None:
    """Say what is skill and what is luck, then show the numbers, and what to keep in mind about the game."""
    _print(console, rows, [], skill_sections(skill, rows), skill_careful(skill, rows), caveat)


def _print(
    console: Console,
    rows: pl.DataFrame,
    answer: Sequence[str],
    sections: Sequence[Section],
    careful: Sequence[str],
    caveat: str,
) -> None:
    for sentence in [*answer, *findings(sections), *careful]:
        say(console, sentence)
    if rows.is_empty() and NO_GAMES not in careful:
        console.print(NO_GAMES)
    for section in sections:
        show(console, section)
    if caveat:
        say(console, caveat, style="yellow")


def show(console: Console, section: Section) -> None:
    """A section as a table, or, where the terminal is too narrow for one, as a list. Of a long one only the first lines are shown."""
    hidden = 0 if section.first is None else max(0, len(section.lines) - section.first)
    section = replace(section, lines=section.lines[: section.first])
    columns = list(zip(section.headers, *section.lines, strict=True))
    # No lines and little padding between columns: the arena table is wide for a terminal of 80 columns.
    room = console.width - 2 * len(columns) - 1
    say(console, section.title, style="italic")
    if section.above:
        say(console, section.above)
    if not section.lines:
        return say(console, section.note, style="dim")
    widths = column_widths([_longest(column) for column in columns], [_least(column) for column in columns], room)
    if widths is None:
        _show_list(console, section)
    else:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for column, (header, width) in enumerate(zip(section.headers, widths, strict=True)):
            justify: Literal["left", "right"] = "left" if column == 0 else "right"
            table.add_column(Text(fold(header, width)), justify=justify, width=width)
        for line in section.lines:
            table.add_row(*(Text(fold(cell, width)) for cell, width in zip(line, widths, strict=True)))
        console.print(table)
    if hidden:
        say(console, f"{hidden} more lines are in the report of an --out folder.", style="dim")
    if section.note:
        say(console, section.note, style="dim")


def say(console: Console, text: str, style: str | None = None) -> None:
    """A paragraph."""
    console.print(fold(text, console.width), markup=False, highlight=False, style=style)


def column_widths(wanted: Sequence[int], least: Sequence[int], room: int) -> list[int] | None:
    """Numbers get the room they want before names, in the first column, do; None if not even the least fits."""
    spare = room - sum(least)
    if spare < 0:
        return None
    widths = list(least)
    for column in [*range(1, len(widths)), 0]:
        more = min(spare, wanted[column] - widths[column])
        widths[column] += more
        spare -= more
    return widths


def fold(text: str, width: int) -> str:
    """The text in lines of this width, as far as its parts allow it."""
    lines = [""]
    for part in _PART.findall(text):
        if lines[-1] and len(lines[-1]) + len(part.rstrip()) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def _longest(texts: Sequence[str]) -> int:
    return max(map(len, texts))


def _least(texts: Sequence[str]) -> int:
    """The width that the longest part needs."""
    return max(len(part.rstrip()) for text in texts for part in [*_PART.findall(text), ""])


def _show_list(console: Console, section: Section) -> None:
    console.print()
    for name, *cells in section.lines:
        say(console, name)
        for header, cell in zip(section.headers[1:], cells, strict=True):
            say(console, f"- {header}: {cell}")
    console.print()
