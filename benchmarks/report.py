"""Results for people: tables in the terminal, and a folder with data, Markdown and a plot.

Terminal and Markdown show the same sections, built once from the tables. Files are replaced as a whole, so an
interrupted run leaves the last complete report behind and never half a file.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from pathlib import Path

import polars as pl
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from regolith.benchmarks.tables import (
    ARENA_SCHEMA,
    SOLO_SCHEMA,
    arena_summary,
    arena_table,
    fact_names,
    fact_table,
    head_to_head,
    seat_table,
    solo_comparison,
    solo_summary,
    solo_table,
)

NO_GAMES = "No games yet: there is nothing to report."
NO_PLOT = "No plot: matplotlib is not installed. `pip install 'regolith[view]'` and run the report again."
NOTHING = "-"


@dataclass(frozen=True)
class Section:
    """A titled table of text cells with an explaining note."""

    title: str
    headers: Sequence[str]
    lines: Sequence[Sequence[str]]
    note: str = ""


@dataclass(frozen=True)
class Bar:
    """A value with its interval, for the plot."""

    label: str
    value: float
    low: float
    high: float


def print_arena(console: Console, rows: pl.DataFrame) -> None:
    """Show the arena tables in the terminal."""
    _print(console, _arena_sections(rows, arena_table(rows)))


def print_solo(console: Console, rows: pl.DataFrame) -> None:
    """Show the solo tables in the terminal."""
    _print(console, _solo_sections(rows, solo_table(rows)))


def write_arena_report(folder: Path, rows: pl.DataFrame, command: str) -> None:
    """Write `games.parquet`, `report.md` and `ratings.png` of an arena run."""
    rows = rows if rows.width else pl.DataFrame(schema=ARENA_SCHEMA)
    agents = arena_table(rows)
    rated = agents.select("agent", "rating", "rating_low", "rating_high").drop_nulls()
    bars = [Bar(*line) for line in rated.iter_rows()]
    _write(folder, rows, command, _arena_sections(rows, agents), "ratings.png", "rating (Elo scale)", bars)


def write_solo_report(folder: Path, rows: pl.DataFrame, command: str) -> None:
    """Write `games.parquet`, `report.md` and `win_rates.png` of a solo run."""
    rows = rows if rows.width else pl.DataFrame(schema=SOLO_SCHEMA)
    agents = solo_table(rows)
    bars = [Bar(*line) for line in agents.select("agent", "win_rate", "win_low", "win_high").iter_rows()]
    _write(folder, rows, command, _solo_sections(rows, agents), "win_rates.png", "win rate", bars)


def _arena_sections(rows: pl.DataFrame, agents: pl.DataFrame) -> list[Section]:
    """Agents, head to head, seats and counts; nothing without rows."""
    if rows.is_empty():
        return []
    seats = seat_table(rows)
    summary = arena_summary(rows)
    pairs = {(a, b): f"{_percent(share)} ({n})" for a, b, n, share in head_to_head(rows).iter_rows()}
    names = agents["agent"].to_list()
    note = "Rating: Plackett-Luce on the Elo scale with a bootstrap interval over deals."
    if summary.self_play_games:
        note += " Ratings and win rates leave out games of an agent against itself."
    if summary.distinct_games < summary.games:
        note += " Some games are identical: intervals are narrower than the information in them."
    return [
        Section(
            "Agents",
            ["agent", "rating (95%)", "games", "win rate (95%)", "interval", "score", "decisions", "ms each"],
            [
                [
                    line["agent"],
                    _with_interval(line["rating"], line["rating_low"], line["rating_high"], _whole),
                    str(line["games"]),
                    _with_interval(line["win_rate"], line["win_low"], line["win_high"], _percent),
                    line["interval"] or NOTHING,
                    _decimal(line["mean_score"]),
                    _decimal(line["decisions_per_game"]),
                    _decimal(line["ms_per_decision"], 2),
                ]
                for line in agents.iter_rows(named=True)
            ],
            note,
        ),
        Section(
            "Head to head",
            ["agent", *names],
            [[a, *(pairs.get((a, b), NOTHING) for b in names)] for a in names],
            "Win share of the agent in the row over games with the agent in the column, and number of games.",
        ),
        Section(
            "Seats",
            ["seat", "games", "win share (95%)", "interval", "fair share"],
            [
                [
                    str(line["seat"]),
                    str(line["games"]),
                    _with_interval(line["win_rate"], line["win_low"], line["win_high"], _percent),
                    line["interval"],
                    _percent(line["fair_share"]),
                ]
                for line in seats.iter_rows(named=True)
            ],
        ),
        *_by_facts(rows),
        _counts(
            ("games", summary.games),
            ("deals", summary.deals),
            ("distinct games", summary.distinct_games),
            ("games of an agent against itself", summary.self_play_games),
            ("truncated games", summary.truncated_games),
        ),
    ]


def _solo_sections(rows: pl.DataFrame, agents: pl.DataFrame) -> list[Section]:
    """Agents, paired comparisons and counts; nothing without rows."""
    if rows.is_empty():
        return []
    unit = "/".join(agents["length_unit"].unique().sort())
    summary = solo_summary(rows)
    sections = [
        Section(
            "Agents",
            ["agent", "deals", "wins", "win rate (95%)", f"{unit}, won", f"{unit}, lost", "score", "missing"],
            [
                [
                    line["agent"],
                    str(line["deals"]),
                    str(line["wins"]),
                    _with_interval(line["win_rate"], line["win_low"], line["win_high"], _percent),
                    _decimal(line["length_won"]),
                    _decimal(line["length_lost"]),
                    _decimal(line["mean_score"]),
                    line["missing"] or NOTHING,
                ]
                for line in agents.iter_rows(named=True)
            ],
            "Wilson intervals.",
        )
    ]
    if agents.height > 1:
        sections.append(_comparisons(rows, agents["agent"].to_list()))
    sections += _by_facts(rows)
    counts = _counts(("games", summary.games), ("deals", summary.deals), ("truncated games", summary.truncated_games))
    return [*sections, counts]


def _by_facts(rows: pl.DataFrame) -> list[Section]:
    """A table for every fact that is a word: how often each agent won with which corporation, say."""
    sections = []
    for fact in fact_names(rows):
        table = fact_table(rows, fact)
        fair = table["fair_share"].null_count() < table.height
        lines = [
            [
                line["value"],
                line["agent"],
                str(line["games"]),
                _with_interval(line["win_rate"], line["win_low"], line["win_high"], _percent),
                line["interval"],
                *([_percent(line["fair_share"])] if fair else []),
                _decimal(line["mean_score"]),
            ]
            for line in table.iter_rows(named=True)
        ]
        headers = [fact, "agent", "games", "win rate (95%)", "interval", *(["fair share"] if fair else []), "score"]
        sections.append(Section(f"By {fact}", headers, lines))
    return sections


def _comparisons(rows: pl.DataFrame, agents: Sequence[str]) -> Section:
    """Each pair of agents on shared deals; pairs that cannot be compared say why, in the note."""
    lines, reasons = [], []
    for a, b in combinations(agents, 2):
        try:
            pair = solo_comparison(rows, a, b)
        except ValueError as reason:
            reasons.append(str(reason))
            continue
        counts = (pair.deals, pair.both_won, pair.only_a, pair.only_b)
        lines.append([a, b, *map(str, counts), f"{pair.p_value:.3g}"])
    headers = ["a", "b", "shared deals", "both won", "only a", "only b", "p value"]
    return Section("Same deals", headers, lines, " ".join(["Exact McNemar test.", *dict.fromkeys(reasons)]))


def _counts(*counts: tuple[str, int]) -> Section:
    return Section("Counts", ["count", "number"], [[name, str(number)] for name, number in counts])


def _print(console: Console, sections: Sequence[Section]) -> None:
    if not sections:
        console.print(NO_GAMES)
    for section in sections:
        # No lines and little padding between columns: the arena table is wide for a terminal of 80 columns.
        table = Table(title=section.title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for column, header in enumerate(section.headers):
            table.add_column(escape(header), justify="left" if column == 0 else "right", overflow="fold")
        for line in section.lines:
            table.add_row(*map(escape, line))
        console.print(table)
        if section.note:
            console.print(section.note, markup=False, highlight=False, style="dim")


def _write(
    folder: Path,
    rows: pl.DataFrame,
    command: str,
    sections: Sequence[Section],
    plot: str,
    axis: str,
    bars: Sequence[Bar],
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _replace(folder / "games.parquet", rows.write_parquet)
    text = ["# Results", f"Command: `{command}`"]
    if rows.is_empty():
        text.append(NO_GAMES)
    else:
        text += [f"Game: {_distinct(rows, 'game')}, version {_distinct(rows, 'env_version')}"]
        text += [f"Options: `{_distinct(rows, 'options')}`"]
    if bars and _draw(folder / plot, axis, bars):
        text.append(f"![{axis} with 95% intervals]({plot})")
    else:
        # A plot of earlier results next to a newer table would mislead.
        (folder / plot).unlink(missing_ok=True)
        text += [NO_PLOT] if bars else []
    for section in sections:
        text += [f"## {section.title}", _markdown(section), *filter(None, [section.note])]
    _replace(folder / "report.md", lambda path: path.write_text("\n\n".join(text) + "\n", encoding="utf-8"))


def _draw(path: Path, axis: str, bars: Sequence[Bar]) -> bool:
    """Draw horizontal intervals, the best agent on top; False when matplotlib is missing."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        return False
    figure = Figure(figsize=(7.0, 1.2 + 0.4 * len(bars)), layout="constrained")
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    heights = range(len(bars), 0, -1)
    for height, bar in zip(heights, bars, strict=True):
        if isfinite(bar.low) and isfinite(bar.high):
            axes.plot([bar.low, bar.high], [height, height], color="tab:blue", linewidth=2)
        axes.plot([bar.value], [height], "o", color="tab:blue")
    axes.set_yticks(list(heights), [bar.label.replace("$", r"\$") for bar in bars])
    axes.set_ylim(0.4, len(bars) + 0.6)
    axes.set_xlabel(f"{axis}, 95% interval")
    axes.grid(axis="x", alpha=0.3)
    _replace(path, lambda target: canvas.print_figure(target, format="png", dpi=150))
    return True


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under another name and move it into place."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        write(partial)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def _markdown(section: Section) -> str:
    lines = [section.headers, ["---", *["---:"] * (len(section.headers) - 1)], *section.lines]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)


def _distinct(rows: pl.DataFrame, column: str) -> str:
    return ", ".join(map(str, rows[column].unique().sort()))


def _with_interval(value: float | None, low: float, high: float, show: Callable[[float], str]) -> str:
    return NOTHING if value is None else f"{show(value)} [{show(low)}, {show(high)}]"


def _percent(share: float) -> str:
    return f"{100.0 * share:.1f}%"


def _whole(value: float) -> str:
    return f"{value:+.0f}" if isfinite(value) else ("∞" if value > 0 else "-∞")


def _decimal(value: float | None, digits: int = 1) -> str:
    return NOTHING if value is None else f"{value:.{digits}f}"
