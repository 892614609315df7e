"""Tables of text: what a report and its sections are, and how numbers look in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

from regolith.benchmarks.pictures import Picture

NOTHING = "-"
LARGE = 100
FEW_GAMES = 20
"""With fewer a row says little; the note of its table tells how many there are."""


class Value(str):
    """A cell with a number as people read it, and the number itself, by which tables are sorted and which programs read."""

    value: float
    low: float | None
    high: float | None

    def __new__(cls, text: str, value: float, low: float | None = None, high: float | None = None) -> Value:
        cell = super().__new__(cls, text)
        cell.value, cell.low, cell.high = value, low, high
        return cell


@dataclass(frozen=True)
class Section:
    """A titled table of text cells with an explaining note."""

    title: str
    headers: Sequence[str]
    lines: Sequence[Sequence[str]]
    """Without any there is only the note."""
    note: str = ""
    above: str = ""
    """What to know before reading the table."""
    first: int | None = None
    """A terminal shows so many lines of a long table; None: all."""
    finding: str = ""
    """What the table tells, in a sentence or two: reports begin with these."""
    picture: Picture | None = None
    """The same for the eye."""


@dataclass(frozen=True)
class Report:
    """What there is to say, whatever it is written to."""

    heading: str
    command: str
    """The line that gives this report again."""
    answer: Sequence[str] = ()
    """Sentences that come before the findings of the sections."""
    careful: Sequence[str] = ()
    """Sentences that come after them."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Game, options and whatever else the results are of."""
    sections: Sequence[Section] = ()
    methods: Mapping[str, str] = field(default_factory=dict)
    caveat: str = ""

    @property
    def findings(self) -> list[str]:
        return [*self.answer, *findings(self.sections), *self.careful]


def findings(sections: Sequence[Section]) -> list[str]:
    """What the sections tell, in their order."""
    return [section.finding for section in sections if section.finding]


def with_interval(value: float | None, low: float, high: float, show: Callable[[float], str]) -> str:
    return NOTHING if value is None else Value(f"{show(value)} [{show(low)}, {show(high)}]", value, low, high)


def percent(share: float) -> str:
    return Value(f"{100.0 * share:.1f}%", share)


def whole_percent(share: float) -> str:
    return Value(f"{100.0 * share:.0f}%", share)


def rate(share: float) -> str:
    """A false-discovery rate."""
    return Value(f"{share:.3f}", share)


def signed(value: float) -> str:
    return Value(f"{value:+.2f}" if isfinite(value) else _endless(value), value)


def whole(value: float) -> str:
    return Value(f"{value:+.0f}" if isfinite(value) else _endless(value), value)


def decimal(value: float | None, digits: int = 1) -> str:
    if value is None:
        return NOTHING
    return Value(f"{value:.{digits}f}" if isfinite(value) else _endless(value), value)


def counted(number: int) -> str:
    """A large number in groups of three digits."""
    return Value(f"{number:,}", number)


def decimal_like(value: float) -> Callable[[float], str]:
    """How to show numbers of this size: three digits tell enough."""
    digits = 0 if abs(value) >= LARGE else 1 if abs(value) >= LARGE / 10 else 2
    return lambda number: decimal(number, digits)


def short(value: float) -> str:
    """A whole or large number without decimals."""
    return decimal(value, 0 if value == round(value) or abs(value) >= LARGE else 1)


def share_in_words(share: float, low: float, high: float, of: int) -> str:
    """A share of so many, as sentences tell it: 54 % [52, 56]."""
    digits = 0 if of < 1000 else 1
    rate, lowest, highest = (f"{100.0 * number:.{digits}f}" for number in (share, low, high))
    return f"{rate} % [{lowest}, {highest}]"


def listed(words: Sequence[str]) -> str:
    """A, B and C."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def few_games(games: Sequence[int]) -> str:
    """How many rows say little; nothing if none does."""
    few = sum(number < FEW_GAMES for number in games)
    return f"Rows of fewer than {FEW_GAMES} games say little: {few} of {len(games)}." if few else ""


def _endless(value: float) -> str:
    return "∞" if value > 0 else "-∞"
