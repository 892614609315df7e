"""Sections of the report of skill and luck that are about searches and about the course of a game."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np
import polars as pl

from regolith.agents.statistics import mean_interval
from regolith.benchmarks.cells import (
    FEW_GAMES,
    NOTHING,
    Section,
    counted,
    decimal,
    few_games,
    listed,
    percent,
    share_in_words,
    whole,
    with_interval,
)
from regolith.benchmarks.choices import FIRST, SEARCHES, choices_table
from regolith.benchmarks.doublings import EVEN, Step, budget_of, in_a_row, step_of
from regolith.benchmarks.findings import leaders_finding
from regolith.benchmarks.foresight import calibration_table, foresight_table
from regolith.benchmarks.pictures import Bar, Forest, Lines
from regolith.benchmarks.skill import Skill
from regolith.envs.core.game import Game

IN_A_TERMINAL = 20
NAMES = {FIRST: "the first", "later": "one of those after it"}


def ladder_sections(rungs: Sequence[str], parts: Sequence[pl.DataFrame]) -> list[Section]:
    """What each doubling of the budget gains; `parts`: the games of each step."""
    steps = [
        step
        for upper, lower, rows in zip(rungs[1:], rungs, parts, strict=False)
        if (step := step_of(rows, upper, lower)) is not None
    ]
    if not steps:
        return []
    lines = [
        [
            _met(step),
            counted(step.games),
            with_interval(step.share, step.interval.low, step.interval.high, percent),
            with_interval(step.elo, step.elo_interval.low, step.elo_interval.high, whole),
            "yes" if step.gains else "no",
        ]
        for step in steps
    ]
    note = (
        f"Simulations of {rungs[0]} and of the same with more; both sit in as many seats, so {100 * EVEN:.0f}% is even. "
        "Rating: points ahead, 400 are odds of ten to one. Surely: the interval of the share lies above even."
    )
    bars = [Bar(_met(step), step.share, step.interval.low, step.interval.high) for step in steps]
    return [
        Section(
            "Ladder of budgets",
            ["simulations", "games", "win share of the larger (95%)", "rating (95%)", "surely gains"],
            lines,
            note,
            finding=_depth(steps),
            picture=Forest("What twice the budget wins.", "win share", bars, beside=EVEN, shares=True),
        )
    ]


def _met(step: Step) -> str:
    return f"{budget_of(step.upper)} against {budget_of(step.lower)}"


def _depth(steps: Sequence[Step]) -> str:
    """How many doublings in a row gain, in words."""
    won = [
        f"{_met(step)} simulations win {share_in_words(step.share, step.interval.low, step.interval.high, step.games)}"
        for step in steps
    ]
    row = in_a_row(steps)
    lead = sum(step.elo for step in steps[:row])
    gained = f", {lead:+.0f} rating points together" if row and isfinite(lead) else ""
    told = f"Of {len(steps)} doublings {row} in a row surely gain{gained}: {listed(won)}."
    if row == len(steps):
        return f"{told} The ladder ends before the gain does."
    after = steps[row]
    return f"{told} What {_met(after)} simulations gain, so many games do not tell."


def choices_sections(course: pl.DataFrame, searcher: str, alone: str) -> list[Section]:
    """How undecided a search is, and how many decisions of a game leave a choice."""
    table = choices_table(course)
    if table.is_empty():
        return []
    lines = [
        [
            NAMES[line["decision"]],
            counted(line["deals"]),
            decimal(line["legal"]),
            decimal(line["most"], 2),
            with_interval(line["bits"], line["bits_low"], line["bits_high"], lambda bits: f"{bits:.2f}"),
            with_interval(line["differ"], line["differ_low"], line["differ_high"], percent),
        ]
        for line in table.iter_rows(named=True)
    ]
    note = (
        f"Decisions with more than one legal action in games of {alone}, and {SEARCHES} searches by {searcher} of each; of those after the "
        "first one is drawn by chance in each game. Most: the logarithm of the legal actions to base 2. Bits: the entropy of the choice. "
        "Differ: how likely it is that two searches choose differently."
    )
    first = table.row(0, named=True)
    bits = with_interval(first["bits"], first["bits_low"], first["bits_high"], lambda value: f"{value:.2f}")
    differ = share_in_words(first["differ"], first["differ_low"], first["differ_high"], first["deals"])
    told = (
        f"At {NAMES[first['decision']]} decision with a choice {searcher} is undecided by {bits} bits, where all actions alike would be "
        f"{first['most']:.2f}; two searches of it choose differently in {differ} of cases."
    )
    headers = ["decision", "deals", "legal actions", "most, bits", "bits (95%)", "differ (95%)"]
    return [Section("Undecided", headers, lines, note, finding=f"{told} {_real_choices(course)}")]


def _real_choices(course: pl.DataFrame) -> str:
    """How many decisions of a game have more than one legal action."""
    games = course.group_by("deal", maintain_order=True).agg(pl.col("length").first(), pl.col("choices").sum())
    deals, choices, all_of_them = (games[name].to_numpy() for name in ("deal", "choices", "length"))
    interval = mean_interval(choices, deals)
    number = with_interval(float(np.mean(choices)), interval.low, interval.high, lambda value: decimal(value, 0))
    return f"Of {all_of_them.mean():.0f} decisions in a game {number} leave a choice."


def foresight_sections(course: pl.DataFrame, skill: Skill) -> list[Section]:
    """How early the winner is known, and whether the chances that were foreseen hold."""
    table = foresight_table(course)
    if table.is_empty():
        return []
    unit = _round(skill.game)
    lines = [
        [
            str(line["round"]),
            counted(line["games"]),
            with_interval(line["win_rate"], line["win_low"], line["win_high"], percent),
            NOTHING
            if line["known"] is None
            else with_interval(line["known"], line["known_low"], line["known_high"], percent),
            with_interval(line["settled"], line["settled_low"], line["settled_high"], percent),
        ]
        for line in table.iter_rows(named=True)
    ]
    known = table.drop_nulls("known")
    picture = Lines(
        "How often the seat that the evaluation puts first wins, how much of the doubt is gone, how many games are settled.",
        unit,
        "share",
        known["round"].to_list(),
        {
            "first wins": known["win_rate"].to_list(),
            "doubt gone": known["known"].to_list(),
            "settled": known["settled"].to_list(),
        },
        {
            "first wins": list(known.select("win_low", "win_high").iter_rows()),
            "doubt gone": list(known.select("known_low", "known_high").iter_rows()),
        },
        shares=True,
    )
    note = (
        f"Games of {skill.alone} in all seats that went on after this {unit}. First: the seat that the game's evaluation, asked for each, "
        "puts first; seats that are level share; the games that go on longest are the close ones. Doubt: told where at least "
        f"{FEW_GAMES} games go on. Settled: of all games with one winner, those in which he is first from here to the end, as is seen "
        "afterwards. How often who is ahead in points wins is told by an arena with --tally. "
        f"{few_games(table['games'].to_list())}"
    )
    early = Section(
        "How early the winner is known",
        [unit, "games", "first wins (95%)", "doubt gone (95%)", "settled (95%)"],
        lines,
        note.strip(),
        first=IN_A_TERMINAL,
        finding=f"{leaders_finding(table, unit, 'in the evaluation')} {_settled(table, unit)}".strip(),
        picture=picture,
    )
    return [early, *_calibration(course)]


def _settled(table: pl.DataFrame, unit: str) -> str:
    """When half of the games are settled."""
    half = table.filter(pl.col("settled") >= 0.5)
    if half.is_empty():
        return ""
    line = half.row(0, named=True)
    share = f"{100.0 * line['settled']:.0f} % [{100.0 * line['settled_low']:.0f}, {100.0 * line['settled_high']:.0f}]"
    return f"From {unit} {line['round']} on the later winner is first to the end in {share} of games."


def _calibration(course: pl.DataFrame) -> list[Section]:
    table = calibration_table(course)
    if table.is_empty():
        return []
    lines = [
        [
            percent(line["foreseen"]),
            counted(line["seats"]),
            with_interval(line["found"], line["found_low"], line["found_high"], percent),
        ]
        for line in table.iter_rows(named=True)
    ]
    held = table.filter(pl.col("foreseen").is_between(pl.col("found_low"), pl.col("found_high"))).height
    at = [100.0 * foreseen for foreseen in table["foreseen"].to_list()]
    picture = Lines(
        "Chances to win as they were foreseen, and how often these seats won.",
        "foreseen, %",
        "found",
        at,
        {"found": table["found"].to_list(), "as foreseen": table["foreseen"].to_list()},
        {"found": list(table.select("found_low", "found_high").iter_rows())},
        shares=True,
    )
    note = (
        "Seats after all rounds that count above, by tenths of the chance that was foreseen for them from other deals: "
        "the mean chance, and how often they won."
    )
    finding = f"Chances that were foreseen lie within the interval of what was found in {held} of {table.height} tenths of the scale."
    return [
        Section("Foreseen and found", ["foreseen", "seats", "won (95%)"], lines, note, finding=finding, picture=picture)
    ]


def _round(game: Game) -> str:
    """What a round is called."""
    return "round" if game.spec.tally is None else game.spec.tally.round
