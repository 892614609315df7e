"""What pictures of a report show: data only. `drawing.py` draws them, the section that they belong to names them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST_BARS = 60
"""Of a forest: more could not be read."""


@dataclass(frozen=True)
class Bar:
    """A value with its interval."""

    label: str
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Forest:
    """Intervals below one another, the first on top."""

    caption: str
    axis: str
    bars: Sequence[Bar]
    beside: float | None = None
    """A line to compare with."""
    shares: bool = False
    """Values are shares, and told in percent."""


@dataclass(frozen=True)
class Histograms:
    """How often each number had which value."""

    caption: str
    numbers: Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Stacks:
    """Sums and what they are made of: for each bar the size of each part."""

    caption: str
    axis: str
    bars: Sequence[str]
    parts: Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Lines:
    """Curves over the same numbers, each with its intervals or without."""

    caption: str
    across: str
    axis: str
    at: Sequence[float]
    lines: Mapping[str, Sequence[float]]
    bands: Mapping[str, Sequence[tuple[float, float]]]
    """Lowest and highest value at each point, of those lines that have them."""
    shares: bool = False


Picture = Forest | Histograms | Stacks | Lines


def has_something(picture: Picture) -> bool:
    """Whether there is anything to draw."""
    match picture:
        case Forest():
            return len(picture.bars) > 0
        case Histograms():
            return len(picture.numbers) > 0
        case Stacks():
            return len(picture.parts) > 0
        case Lines():
            return len(picture.at) > 1 and len(picture.lines) > 0
