"""Skill and luck for people: what explains results, the ladder, first decisions, and how early the winner is known."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import polars as pl

from regolith.agents.ratings import GAME_KEY
from regolith.agents.statistics import mean_interval, share_interval
from regolith.benchmarks import parquet
from regolith.benchmarks.cells import (
    NOTHING,
    Report,
    Section,
    Value,
    counted,
    decimal,
    listed,
    percent,
    signed,
    with_interval,
)
from regolith.benchmarks.findings import cut_off, few_deals
from regolith.benchmarks.methods import SKILL_METHODS, methods_of
from regolith.benchmarks.pictures import Bar, Forest
from regolith.benchmarks.report import NO_GAMES, titled, write_report
from regolith.benchmarks.skill import Skill
from regolith.benchmarks.skill_sections import choices_sections, foresight_sections, ladder_sections
from regolith.benchmarks.tables import COURSE, POOL, by
from regolith.benchmarks.variance import Array, Component, Decomposition, Source, decompose, results_of

POOL_GAME = (*GAME_KEY, "again")
RESULTS = {"margin": "margin", "win": "wins"}
"""What results are called in titles."""


def skill_sections(skill: Skill, rows: pl.DataFrame) -> list[Section]:
    """All sections that the rows suffice for."""
    if rows.is_empty():
        return []
    parts = {part: rows.filter(pl.col("part") == part) for part in skill.parts}
    pool, course = parts.pop(POOL), parts.pop(COURSE)
    return [
        *_variance(pool),
        *_pool(pool),
        *ladder_sections(skill.rungs, list(parts.values())),
        *choices_sections(course, skill.searcher, skill.alone),
        *foresight_sections(course, skill),
    ]


def _variance(pool: pl.DataFrame) -> list[Section]:
    """What explains each kind of result, and then the margin group by group."""
    results = results_of(pool)
    parts = {name: decompose(numbers) for name, numbers in results.items()}
    sections = [_explained(name, found) for name, found in parts.items() if found is not None]
    if pool["lineup"].n_unique() > 1:
        sections += _by_group(pool, results["margin"])
    return sections


def _by_group(pool: pl.DataFrame, margins: Array) -> list[Section]:
    """The components of the variance of margins, of the games of each group by itself."""
    first = pool.filter((pl.col("rotation") == 0) & (pl.col("again") == 0)).sort("lineup", "deal", "seat")
    groups = first.group_by("lineup", maintain_order=True).agg(pl.col("agent").unique(maintain_order=True))
    players = margins.shape[-1]
    lines = []
    explained: dict[str, Component] = {}
    for number, agents in enumerate(groups["agent"].to_list()):
        found = decompose(margins[:, :, number * players : (number + 1) * players])
        if found is not None:
            if (who := found.of(Source.PLAYERS)) is not None:
                explained[listed(agents)] = who
            cells = [listed(agents)]
            for source in Source:
                one = found.of(source)
                cells.append(
                    NOTHING if one is None else with_interval(one.share, one.interval.low, one.interval.high, _percent)
                )
            lines.append(cells)
    if not lines:
        return []
    # A source that no group has is no column.
    columns = [column for column in zip(*[["group", *Source], *lines], strict=True) if set(column[1:]) != {NOTHING}]
    headers, *lines = (list(line) for line in zip(*columns, strict=True))
    note = "The same, of the games of each group by itself: the more alike its agents play, the less is explained by who plays."
    finding = ""
    if explained:
        group, who = min(explained.items(), key=lambda one: one[1].share)
        finding = f"Between {group} alone who plays explains least, {_in_words(who)} of the variance of the margin."
    headers = [headers[0], *(f"{name} (95%)" for name in headers[1:])]
    return [Section("What explains margin, by group", headers, lines, note, finding=finding)]


def _explained(name: str, found: Decomposition) -> Section:
    """The components of the variance of one kind of result."""
    unit = "points" if name == "margin" else "wins"
    lines = [
        [
            one.source,
            with_interval(one.share, one.interval.low, one.interval.high, _percent),
            decimal(sqrt(one.variance), 2) if one.variance > 0.0 else NOTHING,
        ]
        for one in found.components
    ]
    lines.append(["all of it", percent(1.0), decimal(sqrt(found.variance), 2)])
    note = (
        f"Of {found.deals} deals. Who plays: this pool and no other; agents more unlike would explain more. Deal, for one seat: what it is "
        "dealt, whoever plays. Chance in play: what differs when the same agents play the same deal again, by their own randomness and the "
        "draws that it changes. Estimates of next to nothing lie around zero, also below it; they have no deviation then."
    )
    told = listed([f"{one.source} {_in_words(one)}" for one in found.components])
    bars = [Bar(one.source, one.share, one.interval.low, one.interval.high) for one in found.components]
    return Section(
        f"What explains {RESULTS[name]}",
        ["source", "share of variance (95%)", f"deviation, {unit}"],
        lines,
        note,
        finding=f"What explains the variance of {RESULTS[name]} in this pool: {told}.",
        picture=Forest(
            "Each source's share, between agents as unlike as those of this pool.",
            "share of variance",
            bars,
            beside=0.0,
            shares=True,
        ),
    )


def _in_words(one: Component) -> str:
    return f"{_number(one.share)} % [{_number(one.interval.low)}, {_number(one.interval.high)}]"


def _percent(share: float) -> str:
    return Value(f"{_number(share)}%", share)


def _number(share: float) -> str:
    """A share in percent, which may lie below zero."""
    text = f"{100.0 * share:.1f}"
    return "0.0" if text == "-0.0" else text


def _pool(pool: pl.DataFrame) -> list[Section]:
    """How the agents of the pool fared: with them it is known what is explained by who plays."""
    if pool.is_empty():
        return []
    best = pl.col("score").top_k(2)
    others = pl.when(pl.col("score") == best.max().over(POOL_GAME)).then(best.min().over(POOL_GAME))
    pool = pool.with_columns(margin=pl.col("score") - others.otherwise(best.max().over(POOL_GAME)))
    lines = []
    for agent, own in by(pool, "agent"):
        deals, wins, margins = (own[name].to_numpy() for name in ("deal", "win", "margin"))
        win, margin = share_interval(wins, deals), mean_interval(margins, deals)
        lines.append(
            [
                agent,
                counted(own.select(POOL_GAME).n_unique()),
                with_interval(float(wins.mean()), win.low, win.high, percent),
                with_interval(float(margins.mean()), margin.low, margin.high, signed),
            ]
        )
    note = "The games that the shares of variance are of: all groups, all rotations of seats, each deal twice."
    return [Section("Pool", ["agent", "games", "win share (95%)", "margin (95%)"], lines, note)]


def skill_careful(skill: Skill, rows: pl.DataFrame) -> list[str]:
    """What to keep in mind about a run as small as this."""
    if rows.is_empty():
        return [NO_GAMES]
    played = rows.filter(pl.col("part") == POOL)["deal"].n_unique()
    return [*(few_deals(played) if played else []), *cut_off(rows, (*POOL_GAME, "part"))]


def write_skill_report(skill: Skill, folder: Path, rows: pl.DataFrame, command: str, caveat: str) -> None:
    """Write `games.parquet` and the report of skill and luck."""
    parquet.write(folder / "games.parquet", rows)
    sections = skill_sections(skill, rows)
    about = {
        "Game": repr(skill.game),
        "Pool": ", ".join(skill.agents),
        "Ladder": ", ".join(skill.rungs),
        "In all seats": skill.alone,
        "Asked about decisions": skill.searcher,
    }
    methods = methods_of(SKILL_METHODS, sections)
    careful = skill_careful(skill, rows)
    report = Report(titled(rows, "skill and luck"), command, [], careful, about, sections, methods, caveat)
    write_report(folder, report)
