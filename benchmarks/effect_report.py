"""What cards cause, for people: a sentence for a single card, a ranking for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path

import polars as pl

from regolith.benchmarks import parquet
from regolith.benchmarks.cells import (
    NOTHING,
    Report,
    Section,
    counted,
    decimal,
    percent,
    rate,
    whole_percent,
    with_interval,
)
from regolith.benchmarks.effect import Effect, Effects, effects_of
from regolith.benchmarks.findings import MOST_FALSE, few_deals
from regolith.benchmarks.methods import EFFECT_METHODS, methods_of
from regolith.benchmarks.pictures import MOST_BARS, Bar, Forest
from regolith.benchmarks.report import titled, write_report
from regolith.envs.core.experiment import experiment_of

MOST_SENTENCES = 5


def _signed(value: float) -> str:
    return f"{value:+.1f}"


def _signed_percent(value: float) -> str:
    return ("+" if value >= 0 else "-") + percent(abs(value))


def _margin(one: Effect) -> str:
    return with_interval(one.margin, one.margin_interval.low, one.margin_interval.high, _signed)


def _win(one: Effect) -> str:
    return with_interval(one.win, one.win_interval.low, one.win_interval.high, _signed_percent)


def _worth(one: Effect) -> str:
    if one.worth is None or one.worth_interval is None:
        return NOTHING
    return with_interval(one.worth, one.worth_interval.low, one.worth_interval.high, _signed)


def sentence(one: Effect, effects: Effects) -> str:
    """What an effect says."""
    money = experiment_of(effects.game).money
    if one.name == effects.worlds()[1].name:
        return (
            f"{one.name} more at the start change the lead of a seat by {_margin(one)} and its win share by {_win(one)} "
            f"({one.deals} deals)."
        )
    surely = "" if one.false_discovery <= MOST_FALSE else "; that could be chance"
    said = (
        f"To be dealt {one.name} instead of another card changes the lead of a seat by {_margin(one)} and its win share by {_win(one)}"
        f"{surely} ({one.deals} deals; it is played in {whole_percent(one.played)} of them)."
    )
    if one.worth is None:
        return f"{said} What it is worth in {money} these deals do not tell."
    return f"{said} It is worth {_worth(one)} {money} at the start: who gave that for it would be as well off with another card."


def effect_answer(effects: Effects, rows: pl.DataFrame) -> list[str]:
    """What was found, in sentences; of many cards only how many differ."""
    found = effects_of(effects.told(rows), effects.worlds()[1])
    if not found:
        return ["No deal has been played in both ways yet."]
    if len(found) <= MOST_SENTENCES + 1:
        return [sentence(one, effects) for one in found]
    cards = found[1:]
    good = sum(one.false_discovery <= MOST_FALSE and one.margin > 0 for one in cards)
    bad = sum(one.false_discovery <= MOST_FALSE and one.margin < 0 for one in cards)
    surely = f"{good} of {len(cards)} cards are surely better to be dealt than another card, {bad} are surely worse."
    return [sentence(found[0], effects), surely]


def effect_sections(effects: Effects, rows: pl.DataFrame) -> list[Section]:
    """All cards, the best first."""
    found = effects_of(effects.told(rows), effects.worlds()[1])
    if not found:
        return []
    money = experiment_of(effects.game).money
    cells = [
        [
            one.name,
            counted(one.deals),
            whole_percent(one.played) if one.name != effects.worlds()[1].name else NOTHING,
            _margin(one),
            _win(one),
            rate(one.false_discovery),
            _worth(one),
            decimal(one.gain, 2),
        ]
        for one in found
    ]
    headers = [
        "dealt",
        "deals",
        "played",
        "lead (95%)",
        "win share (95%)",
        "FDR",
        f"fair price, {money} (95%)",
        "pairing",
    ]
    note = (
        "What it changes for a seat to be dealt this instead of a card that chance deals from the same deck; the lead is the score less "
        f"the best other one. FDR: false-discovery rate. Fair price: the {money} at the start that change the lead as much. Pairing: the "
        "width of the interval of the lead beside that of as many games on different deals."
    )
    return [Section("Effects of being dealt a card", headers, cells, note, picture=_forest(found))]


def _forest(found: Sequence[Effect]) -> Forest:
    """The same for the eye; of many those that are surest."""
    known = [one for one in found if isfinite(one.margin_interval.low) and isfinite(one.margin_interval.high)]
    surest = sorted(known, key=lambda one: one.false_discovery)[:MOST_BARS]
    shown = [one for one in known if one in surest]
    bars = [Bar(one.name, one.margin, one.margin_interval.low, one.margin_interval.high) for one in shown]
    return Forest("What being dealt it changes, the best first.", "points of the lead", bars, beside=0.0)


def effect_careful(rows: pl.DataFrame) -> list[str]:
    """What to keep in mind about a run as small as this."""
    return [] if rows.is_empty() else few_deals(rows["deal"].n_unique())


def write_effect_report(effects: Effects, folder: Path, rows: pl.DataFrame, command: str, caveat: str) -> None:
    """Write `games.parquet` and the report of what cards cause."""
    parquet.write(folder / "games.parquet", rows)
    sections = effect_sections(effects, rows)
    report = Report(
        titled(rows, "what a card causes"),
        command,
        effect_answer(effects, rows),
        effect_careful(rows),
        {"Game": repr(effects.game)},
        sections,
        methods_of(EFFECT_METHODS, sections),
        caveat,
    )
    write_report(folder, report)
