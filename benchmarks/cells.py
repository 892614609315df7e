"""Tables of text: what a section of a report is, and how numbers look in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

NOTHING = "-"
LARGE = 100


@dataclass(frozen=True)
class Section:
    """A titled table of text cells with an explaining note."""

    title: str
    headers: Sequence[str]
    lines: Sequence[Sequence[str]]
    note: str = ""
    above: str = ""
    """What to know before reading the table."""
    first: int | None = None
    """A terminal shows so many lines of a long table; None: all."""


def with_interval(value: float | None, low: float, high: float, show: Callable[[float], str]) -> str:
    return NOTHING if value is None else f"{show(value)} [{show(low)}, {show(high)}]"


def percent(share: float) -> str:
    return f"{100.0 * share:.1f}%"


def whole_percent(share: float) -> str:
    return f"{100.0 * share:.0f}%"


def signed(value: float) -> str:
    return f"{value:+.2f}"


def whole(value: float) -> str:
    return f"{value:+.0f}" if isfinite(value) else ("∞" if value > 0 else "-∞")


def decimal(value: float | None, digits: int = 1) -> str:
    if value is None:
        return NOTHING
    return f"{value:.{digits}f}" if isfinite(value) else ("∞" if value > 0 else "-∞")


def decimal_like(value: float) -> Callable[[float], str]:
    """How to show numbers of this size: three digits tell enough."""
    digits = 0 if abs(value) >= LARGE else 1 if abs(value) >= LARGE / 10 else 2
    return lambda number: decimal(number, digits)


def short(value: float) -> str:
    """A whole or large number without decimals."""
    return decimal(value, 0 if value == round(value) or abs(value) >= LARGE else 1)
