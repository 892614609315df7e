"""A comparison of two variants for people: a sentence for each thing that differs, then the numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path

import polars as pl

from regolith.benchmarks import parquet
from regolith.benchmarks.cells import Section, decimal_like, with_interval
from regolith.benchmarks.compare import Comparison, Difference, differences
from regolith.benchmarks.report import in_markdown
from regolith.envs.core.files import write_whole

SURE = 0.05
"""The share of false discoveries that is put up with."""
FEW_DEALS = 100


def _percent(value: float) -> str:
    return f"{100 * value:.1f}%"


def _show(found: Difference) -> Callable[[float], str]:
    """How a number is written."""
    return _percent if found.kind == "share" else decimal_like(max(map(abs, found.means)))


def _difference(found: Difference) -> str:
    """The difference with its interval, as exactly as it is large."""
    low, high = found.interval.low, found.interval.high
    size = decimal_like(max(abs(low), abs(high))) if isfinite(low) else _show(found)
    show = _percent if found.kind == "share" else size
    return with_interval(found.difference, low, high, lambda value: ("+" if value >= 0 else "-") + show(abs(value)))


def sentence(found: Difference) -> str:
    """What a difference says."""
    if found.false_discovery > SURE:
        return f"No sure difference in {found.what}: {_difference(found)} with B."
    one, two = map(_show(found), found.means)
    way = "up" if found.difference > 0 else "down"
    return f"With B {found.what} went {way} from {one} to {two}: {_difference(found)}."


def compare_answer(comparison: Comparison, rows: pl.DataFrame) -> list[str]:
    """What was found, in sentences: first what differs."""
    one, two = comparison.variants
    names = f"A is {one.name}, B is {two.name}."
    found = differences(rows)
    if not found:
        return [names, "There are not enough deals yet that both variants have played."]
    deals = rows["deal"].n_unique()
    few = [f"These are only {deals} deals: small differences cannot be seen."] if deals < FEW_DEALS else []
    seen = [one for one in found if one.false_discovery <= SURE]
    said = [sentence(one) for one in seen] or ["Nothing was found that differs between A and B."]
    unseen = [one for one in found if one.false_discovery > SURE]
    return [names, *few, *said, *map(sentence, unseen)]


def compare_sections(rows: pl.DataFrame) -> list[Section]:
    """The numbers behind the sentences."""
    found = differences(rows)
    if not found:
        return []
    cells = [
        [
            one.what,
            *map(_show(one), one.means),
            _difference(one),
            f"{one.false_discovery:.3f}",
            f"{one.gain:.2f}",
        ]
        for one in found
    ]
    headers = ["what", "A", "B", "B - A (95%)", "false discovery", "pairing"]
    note = (
        "Means over deals; games of one deal count together. Differences are those of the same deal, by Student's interval. "
        "False discovery: the share of false alarms to expect if everything up to here were called a difference (Benjamini and "
        "Hochberg). Pairing: the width of the interval beside that of as many games on different deals."
    )
    return [Section("Differences", headers, cells, note)]


def write_compare_report(folder: Path, comparison: Comparison, rows: pl.DataFrame, command: str) -> None:
    """Write `games.parquet` and `report.md`."""
    parquet.write(folder / "games.parquet", rows)
    text = ["# Results", *compare_answer(comparison, rows), f"Command: `{command}`"]
    for side, variant in zip(("A", "B"), comparison.variants, strict=True):
        money = f"; seats begin with {_listed(variant.money)} MC more" if variant.money else ""
        text.append(f"{side}: {variant.name}, `{variant.game!r}`{money}")
        text += [variant.game.options.caveat] if variant.game.options.caveat else []
    for section in compare_sections(rows):
        text += in_markdown(section)
    write_whole(folder / "report.md", ("\n\n".join(text) + "\n").encode())


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
