"""What cards cause, for people: a sentence for a single card, a ranking for all of them."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from regolith.benchmarks import parquet
from regolith.benchmarks.cells import NOTHING, Section, percent, whole_percent, with_interval
from regolith.benchmarks.effect import Effect, Effects, effects_of
from regolith.benchmarks.report import in_markdown
from regolith.envs.core.experiment import experiment_of
from regolith.envs.core.files import write_whole

SURE = 0.05
"""The share of false discoveries that is put up with."""
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
    surely = "" if one.false_discovery <= SURE else "; that could be chance"
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
    good = sum(one.false_discovery <= SURE and one.margin > 0 for one in cards)
    bad = sum(one.false_discovery <= SURE and one.margin < 0 for one in cards)
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
            f"{one.deals:,}",
            whole_percent(one.played) if one.name != effects.worlds()[1].name else NOTHING,
            _margin(one),
            _win(one),
            f"{one.false_discovery:.3f}",
            _worth(one),
            f"{one.gain:.2f}",
        ]
        for one in found
    ]
    headers = [
        "dealt",
        "deals",
        "played",
        "lead (95%)",
        "win share (95%)",
        "false discovery",
        f"fair price, {money} (95%)",
        "pairing",
    ]
    note = (
        "What it changes for a seat to be dealt this instead of a card that chance deals from the same deck. Each deal is played in "
        "both ways with all else equal; the lead is the score less the best other one. Intervals are Student's, of differences of the "
        "same deal. False discovery: the share of false alarms to expect if everything with that number or a smaller one were called "
        f"an effect (Benjamini and Hochberg). Fair price: the {money} at the start that change the lead as much (Fieller's interval). "
        "Pairing: the width of the interval of the lead beside that of as many games on different deals."
    )
    return [Section("Effects of being dealt a card", headers, cells, note)]


def write_effect_report(folder: Path, effects: Effects, rows: pl.DataFrame, command: str) -> None:
    """Write `games.parquet` and `report.md`."""
    parquet.write(folder / "games.parquet", rows)
    text = ["# Results", *effect_answer(effects, rows), f"Command: `{command}`", f"Game: `{effects.game!r}`"]
    text += [effects.game.options.caveat] if effects.game.options.caveat else []
    for section in effect_sections(effects, rows):
        text += in_markdown(section)
    write_whole(folder / "report.md", ("\n\n".join(text) + "\n").encode())
