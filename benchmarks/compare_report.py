"""A comparison of two variants for people: a sentence for each thing that differs, then the numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path

import polars as pl

from regolith.benchmarks import parquet
from regolith.benchmarks.cells import Report, Section, decimal, decimal_like, percent, rate, with_interval
from regolith.benchmarks.compare import SIDES, Comparison, differences
from regolith.benchmarks.findings import MOST_FALSE, few_deals
from regolith.benchmarks.methods import COMPARE_METHODS, methods_of
from regolith.benchmarks.paired import Difference
from regolith.benchmarks.report import titled, write_report
from regolith.benchmarks.variants import Variant
from regolith.envs.core.experiment import money_of


def shown(found: Difference) -> Callable[[float], str]:
    """How a number is written."""
    return percent if found.kind == "share" else decimal_like(max(map(abs, found.means)))


def difference_text(found: Difference) -> str:
    """The difference with its interval, as exactly as it is large."""
    low, high = found.interval.low, found.interval.high
    size = decimal_like(max(abs(low), abs(high))) if isfinite(low) else shown(found)
    show = percent if found.kind == "share" else size
    return with_interval(found.difference, low, high, lambda value: ("+" if value >= 0 else "-") + show(abs(value)))


def sentence(found: Difference, there: str = "B") -> str:
    """What a difference says of the second way to play."""
    if found.false_discovery > MOST_FALSE:
        return f"No sure difference in {found.what}: {difference_text(found)} with {there}."
    one, two = map(shown(found), found.means)
    way = "up" if found.difference > 0 else "down"
    return f"With {there} {found.what} went {way} from {one} to {two}: {difference_text(found)}."


def compare_answer(comparison: Comparison, rows: pl.DataFrame) -> list[str]:
    """What was found, in sentences: first what differs."""
    one, two = comparison.variants
    names = f"A is {one.name}, B is {two.name}."
    found = differences(rows)
    if not found:
        return [names, "There are not enough deals yet that both variants have played."]
    seen = [one for one in found if one.false_discovery <= MOST_FALSE]
    said = [sentence(one) for one in seen] or ["Nothing was found that differs between A and B."]
    unseen = [one for one in found if one.false_discovery > MOST_FALSE]
    return [names, *said, *map(sentence, unseen)]


def compare_sections(rows: pl.DataFrame) -> list[Section]:
    """The numbers behind the sentences."""
    found = differences(rows)
    if not found:
        return []
    cells = [
        [
            one.what,
            *map(shown(one), one.means),
            difference_text(one),
            rate(one.false_discovery),
            decimal(one.gain, 2),
        ]
        for one in found
    ]
    headers = ["what", "A", "B", "B - A (95%)", "FDR", "pairing"]
    note = (
        "Means over deals; games of one deal count together. Differences are those of the same deal, by Student's interval. "
        "FDR: false-discovery rate. Pairing: the width of the interval beside that of as many games on different deals."
    )
    return [Section("Differences", headers, cells, note)]


def compare_careful(rows: pl.DataFrame) -> list[str]:
    """What to keep in mind about a run as small as this."""
    return [] if rows.is_empty() else few_deals(rows["deal"].n_unique())


def write_compare_report(comparison: Comparison, folder: Path, rows: pl.DataFrame, command: str, caveat: str) -> None:
    """Write `games.parquet` and the report of a comparison."""
    parquet.write(folder / "games.parquet", rows)
    sections = compare_sections(rows)
    report = Report(
        titled(rows, "two variants"),
        command,
        compare_answer(comparison, rows),
        compare_careful(rows),
        {side: _played(variant) for side, variant in zip(SIDES, comparison.variants, strict=True)},
        sections,
        methods_of(COMPARE_METHODS, sections),
        caveat,
    )
    write_report(folder, report)


def _played(variant: Variant) -> str:
    """What a variant is."""
    money = f"; seats begin with {_listed(variant.money)} {money_of(variant.game).name} more" if variant.money else ""
    return f"{variant.name}, {variant.game!r}{money}"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
