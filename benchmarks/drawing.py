"""Pictures of a report, drawn by matplotlib: an SVG file for a light page, and the same in the colours of the page around it."""

from __future__ import annotations

import io
import re
import warnings
from importlib.util import find_spec
from math import isfinite
from typing import Any

from regolith.benchmarks.pictures import Forest, Histograms, Lines, Picture, Stacks

PAPER, INK, FAINT, BESIDE = "#ffffff", "#26282c", "#c9ccd2", "#8b9099"
SERIES = ("#2b6cb0", "#c05621", "#2f855a", "#97266d", "#6b46c1", "#b7791f", "#2c7a7b", "#718096")
IN_CSS = {PAPER: "none", INK: "var(--ink)", FAINT: "var(--faint)", BESIDE: "var(--beside)"} | {
    colour: f"var(--series-{number})" for number, colour in enumerate(SERIES, start=1)
}
"""What stands for a colour on a page, which has one for light and one for dark."""
WIDTH = 5.2
"""Inches."""
MOST_HISTOGRAMS, MOST_BINS = 8, 20
LONGEST_LABEL = 30
"""Letters; of longer names the table beside the picture tells all."""
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "regolith",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "sans-serif"],
    "font.size": 8.5,
    **dict.fromkeys(("text.color", "axes.labelcolor", "xtick.color", "ytick.color", "axes.titlecolor"), INK),
    **dict.fromkeys(("axes.edgecolor", "grid.color"), FAINT),
    **dict.fromkeys(("axes.spines.top", "axes.spines.right"), False),
    "axes.titlesize": 8.5,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "legend.frameon": False,
    "legend.fontsize": 8.0,
    "text.parse_math": False,
}


def can_draw() -> bool:
    """Whether matplotlib is there."""
    return find_spec("matplotlib") is not None


def draw(picture: Picture) -> str:
    """The picture as an SVG file."""
    import matplotlib

    with matplotlib.rc_context(STYLE):
        match picture:
            case Forest():
                return _drawn(picture, 0.75 + 0.24 * len(picture.bars), _forest)
            case Histograms():
                rows = (min(len(picture.numbers), MOST_HISTOGRAMS) + 1) // 2
                return _drawn(picture, 0.3 + 1.75 * rows, _histograms)
            case Stacks():
                return _drawn(picture, 1.1 + 0.4 * len(picture.bars), _stacks)
            case Lines():
                return _drawn(picture, 3.2, _lines)


def for_page(svg: str, name: str) -> str:
    """The drawing to stand in a page: without a head, in the page's colours, and with ids that no other picture has."""
    svg = svg[svg.index("<svg") :]
    for left_out in ("metadata", "style"):
        svg = re.sub(rf"<{left_out}.*?</{left_out}>", "", svg, flags=re.DOTALL)

    def adapted(tag: re.Match[str]) -> str:
        text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", tag[0])
        for colour, here in IN_CSS.items():
            text = text.replace(colour, here)
        return text

    # Labels between the tags stay as they are, whatever they say.
    return re.sub(r"<[^<>]*>", adapted, svg)


def _drawn(picture: Any, height: float, fill: Any) -> str:
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    FigureCanvasSVG(figure)
    fill(figure, picture)
    file = io.StringIO()
    with warnings.catch_warnings():
        # Who looks at the picture has fonts of his own: letters are written as text, not drawn.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return file.getvalue()


def _forest(figure: Any, forest: Forest) -> None:
    axes = figure.add_subplot()
    heights = range(len(forest.bars), 0, -1)
    ends = [end for bar in forest.bars for end in (bar.value, bar.low, bar.high) if isfinite(end)]
    lowest, highest = min(ends), max(ends)
    room = 0.05 * (highest - lowest) or 1.0
    for height, bar in zip(heights, forest.bars, strict=True):
        low, high = (_inside(end, lowest - room, highest + room) for end in (bar.low, bar.high))
        axes.plot([low, high], [height, height], color=SERIES[0], linewidth=1.8, solid_capstyle="round")
        axes.plot([bar.value], [height], "o", color=SERIES[0], markersize=4.5)
    if forest.beside is not None:
        axes.axvline(forest.beside, color=BESIDE, linewidth=1.0, linestyle=(0, (4, 3)), zorder=0.5)
    axes.set_yticks(list(heights), [_label(bar.label) for bar in forest.bars])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_ylim(0.4, len(forest.bars) + 0.6)
    axes.set_xlabel(f"{forest.axis}, 95 % interval")
    axes.grid(axis="x", linewidth=0.6)
    if forest.shares:
        _in_percent(axes.xaxis)


def _histograms(figure: Any, histograms: Histograms) -> None:
    import numpy as np

    chosen = list(histograms.numbers.items())[:MOST_HISTOGRAMS]
    for number, (name, values) in enumerate(chosen, start=1):
        axes = figure.add_subplot((len(chosen) + 1) // 2, 2 if len(chosen) > 1 else 1, number)
        found = np.asarray(values, np.float64)
        axes.hist(found, bins=_edges(found), color=SERIES[0], edgecolor="none", rwidth=0.9)
        axes.set_title(_label(name))
        axes.yaxis.get_major_locator().set_params(integer=True, nbins=4)
        axes.xaxis.get_major_locator().set_params(nbins=6)
        axes.grid(axis="y", linewidth=0.6)


def _edges(values: Any) -> Any:
    """One bin for each whole number, or where there are too many of them, bins of equal width that hold as many of them each."""
    import numpy as np

    low, high = float(values.min()), float(values.max())
    if np.any(values != np.round(values)):
        return np.linspace(low, high, MOST_BINS + 1)
    width = int(np.ceil((high - low + 1) / MOST_BINS))
    return np.arange(low - 0.5, high + width + 0.5, width)


def _stacks(figure: Any, stacks: Stacks) -> None:
    axes = figure.add_subplot()
    heights = list(range(len(stacks.bars), 0, -1))
    above, below = [0.0] * len(heights), [0.0] * len(heights)
    for number, (name, sizes) in enumerate(stacks.parts.items()):
        starts = [a if size >= 0 else b for a, b, size in zip(above, below, sizes, strict=True)]
        colour = SERIES[number % len(SERIES)]
        axes.barh(heights, sizes, left=starts, height=0.62, color=colour, edgecolor="none", label=_label(name))
        above = [a + max(0.0, size) for a, size in zip(above, sizes, strict=True)]
        below = [b + min(0.0, size) for b, size in zip(below, sizes, strict=True)]
    axes.set_yticks(heights, [_label(bar) for bar in stacks.bars])
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(stacks.axis)
    axes.grid(axis="x", linewidth=0.6)
    figure.legend(loc="outside upper center", ncols=4)


def _lines(figure: Any, lines: Lines) -> None:
    axes = figure.add_subplot()
    for number, (name, values) in enumerate(lines.lines.items()):
        colour = SERIES[number % len(SERIES)]
        if name in lines.bands:
            low, high = zip(*lines.bands[name], strict=True)
            axes.fill_between(lines.at, low, high, color=colour, alpha=0.18, linewidth=0)
        axes.plot(lines.at, values, color=colour, linewidth=1.8, marker="o", markersize=3, label=_label(name))
    axes.set_xlabel(lines.across)
    axes.set_ylabel(lines.axis)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(linewidth=0.6)
    if lines.shares:
        _in_percent(axes.yaxis)
    if len(lines.lines) > 1:
        figure.legend(loc="outside upper center", ncols=4)


def _label(name: str) -> str:
    """A name with room for a picture beside it: beginning and end of a long one."""
    half = LONGEST_LABEL // 2
    return name if len(name) <= LONGEST_LABEL else f"{name[:half]}…{name[-half:]}"


def _inside(value: float, low: float, high: float) -> float:
    """An interval without end goes to the edge."""
    return min(max(value, low), high)


def _in_percent(axis: Any) -> None:
    axis.set_major_formatter(lambda share, _: f"{100 * share:.3g} %")
