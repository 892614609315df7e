"""Results for people: a folder with data, Markdown and a plot.

Markdown and terminal show the same sections, built once from the tables. Files are replaced as a whole, so an
interrupted run leaves the last complete report behind and never half a file.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

import polars as pl

from regolith.benchmarks import parquet
from regolith.benchmarks.cells import Section
from regolith.benchmarks.realism import figure_table
from regolith.benchmarks.sections import (
    arena_sections,
    realism_answer,
    realism_sections,
    solo_answer,
    solo_sections,
)
from regolith.benchmarks.tables import ARENA_SCHEMA, SOLO_SCHEMA, arena_table, solo_table
from regolith.envs.core.files import write_whole
from regolith.envs.core.game import Game

NO_GAMES = "No games yet: there is nothing to report."
NO_PLOT = "No plot: matplotlib is not installed. `pip install 'regolith[view]'` and run the report again."


@dataclass(frozen=True)
class Bar:
    """A value with its interval, for the plot."""

    label: str
    value: float
    low: float
    high: float


def write_arena_report(folder: Path, rows: pl.DataFrame, command: str, caveat: str = "") -> None:
    """Write `games.parquet`, `report.md` and `ratings.png` of an arena run."""
    rows = rows if rows.width else pl.DataFrame(schema=ARENA_SCHEMA)
    agents = arena_table(rows)
    rated = agents.select("agent", "rating", "rating_low", "rating_high").drop_nulls()
    bars = [Bar(*line) for line in rated.iter_rows()]
    sections = arena_sections(rows, agents)
    _write(folder, rows, command, caveat, [], sections, "ratings.png", "rating (Elo scale)", bars)


def write_solo_report(
    folder: Path, rows: pl.DataFrame, command: str, caveat: str = "", best: pl.DataFrame | None = None
) -> None:
    """Write `games.parquet`, `report.md` and `win_rates.png` of a solo run. `best`: the fastest win known of each deal."""
    rows = rows if rows.width else pl.DataFrame(schema=SOLO_SCHEMA)
    agents = solo_table(rows)
    bars = [Bar(*line) for line in agents.select("agent", "win_rate", "win_low", "win_high").iter_rows()]
    sections = solo_sections(rows, agents, best)
    _write(folder, rows, command, caveat, solo_answer(agents), sections, "win_rates.png", "win rate", bars)


def write_realism_report(game: Game, folder: Path, rows: pl.DataFrame, command: str, caveat: str = "") -> None:
    """Write `games.parquet`, `report.md` and `differences.png` of games beside those of people."""
    rows = rows if rows.width else pl.DataFrame(schema=ARENA_SCHEMA)
    apart = figure_table(rows, game).select("figure", "difference", "difference_low", "difference_high").drop_nulls()
    bars = [Bar(*line) for line in apart.iter_rows()]
    sections, axis = realism_sections(rows, game), "standard deviations from people"
    _write(folder, rows, command, caveat, realism_answer(game), sections, "differences.png", axis, bars)


def _write(
    folder: Path,
    rows: pl.DataFrame,
    command: str,
    caveat: str,
    answer: Sequence[str],
    sections: Sequence[Section],
    plot: str,
    axis: str,
    bars: Sequence[Bar],
) -> None:
    parquet.write(folder / "games.parquet", rows)
    text = ["# Results", *answer, f"Command: `{command}`"]
    if rows.is_empty():
        text.append(NO_GAMES)
    else:
        text += [f"Game: {_distinct(rows, 'game')}, version {_distinct(rows, 'env_version')}"]
        text += [f"Options: `{_distinct(rows, 'options')}`"]
    text += [caveat] if caveat else []
    if bars and _draw(folder / plot, axis, bars):
        text.append(f"![{axis} with 95% intervals]({plot})")
    else:
        # A plot of earlier results next to a newer table would mislead.
        (folder / plot).unlink(missing_ok=True)
        text += [NO_PLOT] if bars else []
    for section in sections:
        text += in_markdown(section)
    write_whole(folder / "report.md", ("\n\n".join(text) + "\n").encode())


def in_markdown(section: Section) -> list[str]:
    """Title, table and note: paragraphs of a report."""
    return [f"## {section.title}", *filter(None, [section.above, _markdown(section), section.note])]


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
    picture = io.BytesIO()
    canvas.print_figure(picture, format="png", dpi=150)
    write_whole(path, picture.getvalue())
    return True


def _markdown(section: Section) -> str:
    lines = [section.headers, ["---", *["---:"] * (len(section.headers) - 1)], *section.lines]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)


def _distinct(rows: pl.DataFrame, column: str) -> str:
    return ", ".join(map(str, rows[column].unique().sort()))
