"""What was found out of the deals of a solo game, for people: who can win, how soon, and how far the fair player stays behind."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from regolith.agents.statistics import bootstrap_mean, wilson
from regolith.benchmarks import parquet
from regolith.benchmarks.cells import Report, Section, Value, counted
from regolith.benchmarks.findings import few_deals
from regolith.benchmarks.methods import OPTIMUM_METHODS, methods_of
from regolith.benchmarks.pictures import Lines
from regolith.benchmarks.report import about_games, titled, write_report
from regolith.benchmarks.tables import FOUND_BY_FAIR, NOT_PLAYED, NOT_SAMPLED
from regolith.envs.core.game import Deals

EVEN = 0.5
AT_LEAST, AT_MOST, BY_FAIR = "winnable, at least", "winnable, at most", "won by the fair player"


class Share(NamedTuple):
    """So many of so many deals; `whole`: these are all deals there are, so that nothing is estimated."""

    number: int
    of: int
    whole: bool = False

    @property
    def value(self) -> float:
        return self.number / self.of

    @property
    def interval(self) -> tuple[float, float]:
        if self.whole:
            return self.value, self.value
        found = wilson(self.number, self.of)
        return found.low, found.high

    def __str__(self) -> str:
        percent = f"{100 * self.value:.1f} %"
        if self.whole:
            return percent
        low, high = self.interval
        return f"{percent} [{100 * low:.1f}, {100 * high:.1f}]"

    def cell(self) -> str:
        return Value(str(self), self.value, *self.interval)


class Sides(NamedTuple):
    """What of the rows estimates a share of all deals: all rows where every deal is there, else the sample."""

    deals: pl.DataFrame
    fair: pl.DataFrame
    """The deals that the fair agent has played."""
    whole: bool


def sides(rows: pl.DataFrame, deals: Deals) -> Sides:
    whole = rows.height == deals.number
    sample = rows.filter(pl.col("seed") != NOT_SAMPLED)
    return Sides(rows if whole else sample, sample.filter(pl.col("fair") != NOT_PLAYED), whole)


def optimum_answer(rows: pl.DataFrame, deals: Deals) -> list[str]:
    """The answer in a few sentences."""
    found = sides(rows, deals)
    if found.deals.is_empty():
        return ["No deal of the sample has been looked at yet."]
    of = found.deals.height
    won = found.deals.filter(pl.col("fastest") > 0).height
    lost = found.deals.filter(pl.col("bound") > deals.rounds).height
    what = "all deals" if found.whole else "deals of the sample"
    sentences = [
        f"With all decks known, {won:,} of {of:,} {what} can be won ({Share(won, of, found.whole)}; each win was replayed by the rules): "
        f"{_counted(lost)} proven impossible, and {_counted(of - won - lost)} open."
    ]
    proven = found.deals.filter((pl.col("fastest") > 0) & (pl.col("fastest") == pl.col("bound"))).height
    if won:
        fastest = found.deals.filter(pl.col("fastest") > 0)
        sentences.append(
            f"The fastest win found takes {fastest['fastest'].to_numpy().mean():.2f} {deals.unit} on average, and none can take less than "
            f"{fastest['bound'].to_numpy().mean():.2f}; of {proven:,} deals it is proven that there is no faster one."
        )
    if not found.fair.is_empty():
        agent, wins = found.fair["fair_agent"][0], found.fair.filter(pl.col("fair") > 0).height
        sentences.append(
            f"{agent}, which knows what a player may know, won {wins:,} of "
            f"{found.fair.height:,} ({Share(wins, found.fair.height)})."
        )
    return sentences


def _counted(number: int) -> str:
    return f"{number:,} {'is' if number == 1 else 'are'}"


def optimum_sections(rows: pl.DataFrame, deals: Deals) -> list[Section]:
    """Tables: winnable or not, how soon, regret, effort."""
    found = sides(rows, deals)
    if found.deals.is_empty():
        return []
    return [_kinds(found, deals), _curve(found, deals), *_regret(found, deals), _effort(rows, deals)]


def _kinds(found: Sides, deals: Deals) -> Section:
    of = found.deals.height
    won, impossible = pl.col("fastest") > 0, pl.col("bound") > deals.rounds
    lines = [
        ("won (a witness each)", won),
        ("proven impossible", impossible),
        ("open", ~won & ~impossible),
        ("won, and proven that nothing is faster", won & (pl.col("fastest") == pl.col("bound"))),
    ]
    numbers = [(name, found.deals.filter(which).height) for name, which in lines]
    cells = [[name, counted(number), Share(number, of, found.whole).cell()] for name, number in numbers]
    note = "All deals." if found.whole else "A random sample of all deals; Wilson intervals."
    return Section("Deals", ["with all decks known", "deals", "share (95%)"], cells, note)


def _curve(found: Sides, deals: Deals) -> Section:
    """By the number of rounds allowed: who wins within them at least, at most, and by fair play."""
    of, fair = found.deals.height, found.fair.height
    cells: list[list[str]] = []
    columns: dict[str, list[Share]] = {AT_LEAST: [], AT_MOST: [], **({BY_FAIR: []} if fair else {})}
    first = min(int(found.deals["bound"].to_numpy().min()), deals.rounds)
    for last in range(first, deals.rounds + 1):
        least = found.deals.filter((pl.col("fastest") > 0) & (pl.col("fastest") <= last)).height
        most = found.deals.filter(pl.col("bound") <= last).height
        exact = found.deals.filter(pl.col("fastest") == last)
        by_fair = found.fair.filter((pl.col("fair") > 0) & (pl.col("fair") <= last)).height
        columns[AT_LEAST].append(Share(least, of, found.whole))
        columns[AT_MOST].append(Share(most, of, found.whole))
        if fair:
            columns[BY_FAIR].append(Share(by_fair, fair))
        proven = exact.filter(pl.col("bound") == last).height
        cells.append([str(last), counted(exact.height), counted(proven), *(c[-1].cell() for c in columns.values())])
    note = (
        f"Were a game over after so many {deals.unit}, so many deals could be won with all decks known, at least and at most. "
        f"{_even(found, deals)} The fair player was not told "
        "of a shorter game: its column is how soon it wins the whole one."
    )
    headers = [deals.unit, "fastest win found", "of these proven", *columns]
    picture = Lines(
        "Share of deals that could be won, were the game over after so many.",
        deals.unit,
        "deals",
        list(range(first, deals.rounds + 1)),
        {name: [share.value for share in shares] for name, shares in columns.items()},
        {name: [share.interval for share in shares] for name, shares in columns.items()},
        shares=True,
    )
    return Section("How soon", headers, cells, note, picture=picture)


def _even(found: Sides, deals: Deals) -> str:
    """How many rounds would make it an even game."""
    of = found.deals.height

    def crossing(column: str, rows: pl.DataFrame, number: int) -> int | None:
        for last in range(1, deals.rounds + 1):
            if rows.filter((pl.col(column) > 0) & (pl.col(column) <= last)).height >= EVEN * number:
                return last
        return None

    least, most = crossing("bound", found.deals, of), crossing("fastest", found.deals, of)
    said = f"At least half of the deals can be won within {most or 'more than all'}, and not within fewer than {least or 'all'}."
    if not found.fair.is_empty() and (by_fair := crossing("fair", found.fair, found.fair.height)):
        said += f" The fair player has won half of them after {by_fair}."
    return said


def _regret(found: Sides, deals: Deals) -> list[Section]:
    both = found.fair.filter((pl.col("fair") > 0) & (pl.col("fastest") > 0))
    if both.height < 2:
        return []
    regret = (both["fair"] - both["fastest"]).to_numpy().astype(np.float64)
    at_most = (both["fair"] - both["bound"]).to_numpy().astype(np.float64)
    interval = bootstrap_mean(regret, both["deal"].to_numpy())
    lost = found.fair.filter((pl.col("fair") == 0) & (pl.col("fastest") > 0)).height
    cells = [
        [
            f"{deals.unit} behind the fastest win found (95%)",
            Value(
                f"{regret.mean():.2f} [{interval.low:.2f}, {interval.high:.2f}]",
                float(regret.mean()),
                interval.low,
                interval.high,
            ),
        ],
        [f"{deals.unit} behind the bound", f"{at_most.mean():.2f}"],
        ["deals on which nothing faster was found", f"{int((regret == 0).sum()):,} of {both.height:,}"],
        ["deals lost that can be won", f"{lost:,} of {found.fair.height:,}"],
    ]
    headers, note = [found.fair["fair_agent"][0], "value"], "Deals that it has won; interval by bootstrap."
    return [Section("Regret of the fair player", headers, cells, note)]


def _effort(rows: pl.DataFrame, deals: Deals) -> Section:
    cells = [
        ["milliseconds of processor time a deal, ladder", f"{1000 * rows['ladder_seconds'].to_numpy().mean():.1f}"],
        ["milliseconds of processor time a deal, bound", f"{1000 * rows['bound_seconds'].to_numpy().mean():.1f}"],
    ]
    for beam in sorted({rung.beam for rung in deals.ladder}):
        cells.append([f"fastest wins found by a beam of {beam}", counted(rows.filter(pl.col("beam") == beam).height)])
    by_fair = rows.filter(pl.col("beam") == FOUND_BY_FAIR).height
    cells.append(["fastest wins found by the fair player", counted(by_fair)])
    return Section(
        "Effort",
        ["what", "value"],
        cells,
        "A deal that the fair player won faster than the ladder counts as found by it.",
    )


def optimum_report(rows: pl.DataFrame, command: str, deals: Deals) -> Report:
    """How soon the deals can be won."""
    sections = optimum_sections(rows, deals)
    return Report(
        titled(rows, "best play"),
        command,
        optimum_answer(rows, deals),
        few_deals(rows.height) if sections else [],
        about=about_games(rows),
        sections=sections,
        methods=methods_of(OPTIMUM_METHODS, sections),
    )


def write_optimum_report(folder: Path, rows: pl.DataFrame, command: str, deals: Deals) -> None:
    """Write `games.parquet` and the report."""
    parquet.write(folder / "games.parquet", rows)
    write_report(folder, optimum_report(rows, command, deals))
