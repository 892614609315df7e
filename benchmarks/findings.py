"""What tables tell, in sentences: reports begin with these. Of many rows they name only those that stand out after correction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from regolith.agents.ratings import GAME_KEY
from regolith.benchmarks.cells import FEW_GAMES, decimal_like, listed, share_in_words, short
from regolith.benchmarks.facts import seat_words
from regolith.envs.core.realism import MARGIN

FEW_DEALS = 100
MOST_FALSE = 0.05
"""False-discovery rate up to which a sentence names a row."""
MOST_NAMED = 5
TURN_ORDER = "turn order"
"""The fact by which seats differ where the start player is drawn; elsewhere it is seat 0."""


def careful(rows: pl.DataFrame) -> list[str]:
    """What to keep in mind about a run as small as this, or with games that were cut off."""
    if rows.is_empty():
        return []
    game = GAME_KEY if "lineup" in rows.columns else ("agent", "deal")
    return [*few_deals(rows["deal"].n_unique()), *cut_off(rows, game)]


def cut_off(rows: pl.DataFrame, game: Sequence[str]) -> list[str]:
    """How many games were cut off, if any; `game` are the columns that tell one from another."""
    number = rows.filter(pl.col("end") == "truncated").select(game).n_unique()
    return [f"{number} {'game was' if number == 1 else 'games were'} cut off before the end."] if number else []


def few_deals(deals: int) -> list[str]:
    """What so few deals cannot tell."""
    if deals >= FEW_DEALS:
        return []
    these = "This is only 1 deal" if deals == 1 else f"These are only {deals} deals"
    return [f"{these}: intervals are wide, and what is not told apart here may differ all the same."]


def agents_finding(agents: pl.DataFrame) -> str:
    """Who wins how often against others, best rating first."""
    won = [f"{line['agent']} {_share(line)}" for line in agents.drop_nulls("win_rate").iter_rows(named=True)]
    return f"Of games with others win, best rating first: {', '.join(won)}." if won else ""


def seats_finding(rows: pl.DataFrame, seats: pl.DataFrame) -> str:
    """How the start player fares, unless games draw one; and whether any seat does otherwise than its share."""
    if seats.height < 2 or seats["fair_share"].n_unique() > 1:
        return ""
    fair, told = 100.0 * seats["fair_share"][0], []
    if TURN_ORDER not in seat_words(rows):
        first = seats.row(0, named=True)
        told.append(f"The start player wins {_share(first)} of {first['games']} games; even would be {fair:.3g} %.")
    unlike = seats.filter(pl.col("false_discovery") <= MOST_FALSE)
    if unlike.is_empty():
        told.append("So many games do not tell the seats apart.")
    elif seats.height > 2 or not told:
        named = [f"seat {line['seat']} ({_share(line)})" for line in unlike.iter_rows(named=True)]
        told.append(f"Not the even share of {fair:.3g} % is what these win: {listed(named)}.")
    return " ".join(told)


def games_finding(numbers: pl.DataFrame) -> str:
    """How long a game is, which is the first number that games tell, and how far the winner is ahead."""
    told = []
    if not numbers.is_empty() and (length := numbers.row(0, named=True))["fact"] != "decisions":
        low, high = (short(length[name]) for name in ("tenth", "ninetieth"))
        told.append(f"A game has {_mean(length)} {length['fact']} on average; eight of ten have {low} to {high}.")
    for line in numbers.filter(pl.col("fact") == MARGIN).iter_rows(named=True):
        told.append(f"The winner is {_mean(line)} points ahead of the next on average.")
    return " ".join(told)


def fact_finding(fact: str, table: pl.DataFrame) -> str:
    """Which values of a fact win more or less than is usual."""
    unlike = table.filter(pl.col("false_discovery") <= MOST_FALSE)
    if unlike.is_empty():
        return f"By {fact} none of {table.height} win rates stands out in so many games."
    several = table["agent"].n_unique() > 1
    usual = table.select(
        "agent", usual=pl.col("win_rate").dot("games").over("agent") / pl.col("games").sum().over("agent")
    )
    marked = table.select("value", "agent", "win_rate", "win_low", "win_high", "games", "false_discovery").with_columns(
        more=table["win_rate"] > usual["usual"]
    )
    told = []
    for more, word in ((True, "more"), (False, "less")):
        part = marked.filter((pl.col("more") == more) & (pl.col("false_discovery") <= MOST_FALSE))
        part = part.sort("win_rate", descending=more)
        names = [
            f"{line['value']}{' of ' + line['agent'] if several else ''} ({_share(line)})"
            for line in part.head(MOST_NAMED).iter_rows(named=True)
        ]
        rest = [f"{part.height - MOST_NAMED} more"] if part.height > MOST_NAMED else []
        if names:
            told.append(f"{word} than usual: {listed([*names, *rest])}")
    return f"By {fact}, of {table.height} these win {'; '.join(told)}."


def lift_finding(lifts: pl.DataFrame) -> str:
    """Which cards move the margin of those who are dealt them."""
    if lifts.is_empty():
        return ""
    unlike = lifts.filter(pl.col("margin_false_discovery") <= MOST_FALSE).sort(
        pl.col("margin_lift").abs(), descending=True
    )
    if unlike.is_empty():
        return f"None of {lifts.height} cards has an effect on the margin that so many games can tell."
    names = [
        f"{line['card']} ({line['margin_lift']:+.1f} [{line['margin_lift_low']:+.1f}, {line['margin_lift_high']:+.1f}])"
        for line in unlike.head(MOST_NAMED).iter_rows(named=True)
    ]
    rest = [f"{unlike.height - MOST_NAMED} more"] if unlike.height > MOST_NAMED else []
    said = "has an effect" if unlike.height == 1 else "have an effect"
    return f"Of {lifts.height} cards {unlike.height} {said} on the margin of who is dealt them, in points: {listed([*names, *rest])}."


def leaders_finding(leaders: pl.DataFrame, round_name: str, ahead: str = "in points") -> str:
    """How much it is worth to be ahead half way and late."""
    known = leaders.filter(pl.col("games") >= FEW_GAMES)
    if known.height < 2:
        return ""
    half, late = known.row(known.height // 2 - 1, named=True), known.row(-1, named=True)
    told = [f"after {round_name} {line['round']} wins {_share(line)}" for line in (half, late)]
    return f"Whoever is ahead {ahead} {' and '.join(told)}, of the games that go on then."


def _share(line: dict[str, Any]) -> str:
    return share_in_words(line["win_rate"], line["win_low"], line["win_high"], line["games"])


def _mean(line: dict[str, Any]) -> str:
    show = decimal_like(line["mean"])
    return f"{show(line['mean'])} [{show(line['mean_low'])}, {show(line['mean_high'])}]"
