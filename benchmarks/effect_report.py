"""What cards cause, for people: a sentence for a single card, a ranking for all of them; and what changes for all seats alike."""

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
from regolith.benchmarks.compare_report import difference_text
from regolith.benchmarks.compare_report import sentence as difference_sentence
from regolith.benchmarks.compare_report import shown as number_shown
from regolith.benchmarks.effect import Effects
from regolith.benchmarks.effect_numbers import Effect, EffectForAll, effects_for_all, effects_of
from regolith.benchmarks.findings import MOST_FALSE, few_deals
from regolith.benchmarks.methods import EFFECT_METHODS, methods_of
from regolith.benchmarks.pictures import MOST_BARS, Bar, Forest
from regolith.benchmarks.report import titled, write_report
from regolith.envs.core.experiment import boards_of, experiment_of

MOST_SENTENCES = 5


def _signed(value: float) -> str:
    return f"{value:+.1f}" if isfinite(value) else decimal(value)


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


def _money(effects: Effects) -> str:
    """What players call it; nothing if there is none."""
    money = experiment_of(effects.game).money
    return "" if money is None else money.name


def _is_money(one: Effect, effects: Effects) -> bool:
    return effects.paid is not None and one.name == effects.paid.name


def of_seats(effects: Effects, rows: pl.DataFrame) -> list[Effect]:
    """The effects on a seat that these rows tell."""
    names = [thing.name for thing in experiment_of(effects.game).things if not thing.for_all]
    return effects_of(effects.told(rows), effects.paid, names)


def of_all(effects: Effects, rows: pl.DataFrame) -> list[EffectForAll]:
    """The effects on all seats that these rows tell."""
    things = [thing.name for thing in experiment_of(effects.game).things if thing.for_all]
    return effects_for_all(effects.told(rows), [*things, *boards_of(effects.game)])


def sentence(one: Effect, effects: Effects) -> str:
    """What an effect says."""
    money = _money(effects)
    surely = "" if one.false_discovery <= MOST_FALSE else "; that could be chance"
    pairing = f" Pairing makes the interval of the lead {one.gain:.2f} times as wide as that of as many games on different deals."
    if _is_money(one, effects):
        return (
            f"To have {one.name} more at the start changes the lead of a seat by {_margin(one)} and its win share by {_win(one)}"
            f"{surely} ({one.deals} deals).{pairing}"
        )
    said = (
        f"To be dealt {one.name} instead of another card changes the lead of a seat by {_margin(one)} and its win share by {_win(one)}"
        f"{surely} ({one.deals} deals; it is played in {whole_percent(one.played)} of them).{pairing}"
    )
    if not money:
        return said
    if one.worth is None:
        return f"{said} What it is worth in {money} these deals do not tell."
    return f"{said} It is worth {_worth(one)} {money} at the start: who gave that for it would be as well off with another card."


def sentences_for_all(one: EffectForAll, effects: Effects) -> list[str]:
    """What a thing that is laid out for all, or a board, surely changes; nothing is said of a single seat."""
    board = one.name in boards_of(effects.game)
    instead = "the board of these options" if board else "another one that chance had laid out"
    about = f"{one.name} instead of {instead} ({one.deals} deals), for all seats alike:"
    sure = [found for found in one.differences if found.false_discovery <= MOST_FALSE]
    if not sure:
        return [f"{about} nothing was found that differs."]
    return [about, *(difference_sentence(found, one.name) for found in sure)]


def effect_answer(effects: Effects, rows: pl.DataFrame) -> list[str]:
    """What was found, in sentences; of many cards only how many differ."""
    seats, for_all = of_seats(effects, rows), of_all(effects, rows)
    if not seats and not for_all:
        return ["There are not enough deals yet that have been played in both ways."]
    cards = [one for one in seats if not _is_money(one, effects)]
    if len(cards) <= MOST_SENTENCES:
        told = [sentence(one, effects) for one in seats]
    else:
        told = [sentence(one, effects) for one in seats if _is_money(one, effects)]
        good = sum(one.false_discovery <= MOST_FALSE and one.margin > 0 for one in cards)
        bad = sum(one.false_discovery <= MOST_FALSE and one.margin < 0 for one in cards)
        told.append(
            f"{good} of {len(cards)} cards are surely better to be dealt than another card, {bad} are surely worse."
        )
    if len(for_all) <= MOST_SENTENCES:
        return told + [said for one in for_all for said in sentences_for_all(one, effects)]
    sure = [one.name for one in for_all if any(found.false_discovery <= MOST_FALSE for found in one.differences)]
    return [*told, f"Of {len(for_all)} things that lie there for all, {len(sure)} surely change something."]


def effect_sections(effects: Effects, rows: pl.DataFrame) -> list[Section]:
    """All cards, the best first; then what changes for all seats."""
    seats, for_all = of_seats(effects, rows), of_all(effects, rows)
    return [*([_seat_section(effects, seats)] if seats else []), *([_section_for_all(for_all)] if for_all else [])]


def _seat_section(effects: Effects, found: Sequence[Effect]) -> Section:
    money = _money(effects)
    cells = [
        [
            one.name,
            counted(one.deals),
            NOTHING if _is_money(one, effects) else whole_percent(one.played),
            _margin(one),
            _win(one),
            rate(one.false_discovery),
            *([_worth(one)] if money else []),
            decimal(one.gain, 2),
            decimal(one.plain_gain, 2),
        ]
        for one in found
    ]
    prices = [f"fair price, {money} (95%)"] * bool(money)
    headers = ["dealt", "deals", "played", "lead (95%)", "win share (95%)", "FDR", *prices, "pairing", "plain pairing"]
    price = f"Fair price: the {money} at the start that change the lead as much. " * bool(money)
    note = (
        "What it changes for a seat to be dealt this instead of a card that chance deals from the same deck; the lead is the score less "
        f"the best other one. FDR: false-discovery rate. {price}Pairing: the width of the interval of the lead beside that of as many "
        "games on different deals; plain pairing: what it would be without the control."
    )
    return Section("Effects of being dealt a card", headers, cells, note, picture=_forest(found))


def _section_for_all(found: Sequence[EffectForAll]) -> Section:
    cells = [
        [
            world.name,
            one.what,
            counted(world.deals),
            *map(number_shown(one), one.means),
            difference_text(one),
            rate(one.false_discovery),
            decimal(one.gain, 2),
        ]
        for world in found
        for one in world.differences
    ]
    headers = ["with", "what", "deals", "as dealt", "with it", "difference (95%)", "FDR", "pairing"]
    note = (
        "What lies there for all changes the game, not the lead of a seat. Score is the mean of all seats."
        " FDR: false-discovery rate. Pairing: the width of the interval beside that of as many games on different deals."
    )
    return Section("What changes for all", headers, cells, note)


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
