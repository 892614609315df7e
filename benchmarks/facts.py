"""Tables of what games say about themselves: facts of a game (how long, how it ended) and of a seat (which corporation).

Facts that are numbers have a mean and a distribution, facts that are words have shares. All functions take rows of an arena or of solo
runs. Games of an arena count together; in solo runs each agent has games of its own.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl

from regolith.agents.ratings import GAME_KEY
from regolith.agents.statistics import false_discovery_rates, mean_interval, share_interval, share_test
from regolith.benchmarks.tables import ARENA_SCHEMA, SOLO_SCHEMA, WIN_COLUMNS, by, checked, win_columns
from regolith.envs.core.realism import MARGIN, WINNING_SCORE

Kind = type | tuple[type, ...]
NUMBERS = (int, float)
QUANTILES = {"lowest": 0.0, "tenth": 0.1, "median": 0.5, "ninetieth": 0.9, "highest": 1.0}
NUMBER_TABLE: dict[str, Any] = {
    "fact": pl.String,
    "agent": pl.String,
    "games": pl.Int64,
    **dict.fromkeys(("mean", "mean_low", "mean_high", "deviation"), pl.Float64),
    **dict.fromkeys(QUANTILES, pl.Float64),
}
WORD_TABLE: dict[str, Any] = {
    "fact": pl.String,
    "value": pl.String,
    "agent": pl.String,
    "games": pl.Int64,
    **dict.fromkeys(("share", "share_low", "share_high"), pl.Float64),
}
FACT_TABLE: dict[str, Any] = {
    "value": pl.String,
    "agent": pl.String,
    "games": pl.Int64,
    **WIN_COLUMNS,
    "fair_share": pl.Float64,
    "mean_score": pl.Float64,
    "false_discovery": pl.Float64,
}


def game_numbers(rows: pl.DataFrame) -> pl.DataFrame:
    """Mean and distribution of every number of a game.

    The interval of the mean takes deals to be independent, not games. `agent` is null for an arena.
    """
    lines = [
        {"fact": fact, "agent": agent, **_distribution(values, deals)}
        for agent, fact, values, deals in every_number(rows)
    ]
    return pl.DataFrame(lines, schema=NUMBER_TABLE)


def every_number(rows: pl.DataFrame) -> Iterator[tuple[str | None, str, list[float], list[int]]]:
    """Every fact of a game that is a number, then the decisions, the (winning) score and its margin: agent, name, values and deals."""
    for agent, games in _games(rows):
        facts = _read(games, "facts")
        columns = {name: [facts_of.get(name) for facts_of in facts] for name in _names(facts, NUMBERS)}
        columns |= {
            name: games[name].to_list() for name in ("decisions", "score", WINNING_SCORE, MARGIN) if name in games
        }
        for fact, column in columns.items():
            values, deals = _known(column, games, NUMBERS)
            if values:
                yield agent, fact, values, deals


def game_words(rows: pl.DataFrame) -> pl.DataFrame:
    """How many games had which value of each fact of a game that is a word, the most frequent value first."""
    lines = []
    for agent, games in _games(rows):
        facts = _read(games, "facts")
        for fact in _names(facts, str):
            values, deals = _known([facts_of.get(fact) for facts_of in facts], games, str)
            counts = Counter(values)
            for value in sorted(counts, key=lambda value: (-counts[value], value)):
                interval = share_interval([float(other == value) for other in values], deals)
                line = {"fact": fact, "value": value, "agent": agent, "games": counts[value]}
                line |= {"share": counts[value] / len(values)}
                lines.append(line | {"share_low": interval.low, "share_high": interval.high})
    return pl.DataFrame(lines, schema=WORD_TABLE)


def seat_words(rows: pl.DataFrame) -> list[str]:
    """Facts of a seat whose values are words: those that its wins can be grouped by."""
    return _names(_read(rows, "seat_facts"), str)


def fact_table(rows: pl.DataFrame, fact: str) -> pl.DataFrame:
    """Win rate of each agent for each value of a seat's fact, an agent's best first.

    Games of an agent against itself count: they say nothing about the agent, but something about the value.
    The false-discovery rate, over all lines, is that of a win rate unlike that of all games of the agent.
    """
    if _checked(rows).is_empty():
        return pl.DataFrame(schema=FACT_TABLE)
    if "won" in rows.columns:
        rows = rows.with_columns(win=pl.col("won").cast(pl.Float64), fair_share=None)
    else:
        rows = rows.with_columns(fair_share=1.0 / pl.len().over(GAME_KEY))
    values = pl.Series("value", [facts.get(fact) for facts in _read(rows, "seat_facts")], pl.String)
    lines: list[dict[str, Any]] = []
    tests: list[float] = []
    for agent, own in by(rows.with_columns(values).filter(pl.col("value").is_not_null()), "agent"):
        usual = own["win"].to_numpy().mean()
        for value, part in by(own, "value"):
            line = {"value": value, "agent": agent, "games": part.height, "mean_score": part["score"].mean()}
            lines.append(line | win_columns(part) | {"fair_share": part["fair_share"].mean()})
            tests.append(share_test(part["win"].to_numpy(), part["deal"].to_numpy(), usual))
    for line, rate in zip(lines, false_discovery_rates(tests), strict=True):
        line["false_discovery"] = float(rate)
    order = ["agent", "win_rate", "games", "value"]
    return pl.DataFrame(lines, schema=FACT_TABLE).sort(order, descending=[False, True, True, False])


def _games(rows: pl.DataFrame) -> Iterator[tuple[str | None, pl.DataFrame]]:
    """One row per game: those of an arena together, those of solo runs for each agent."""
    if _checked(rows).is_empty():
        return
    if "won" in rows.columns:
        yield from by(rows, "agent")
        return
    # A game that was cut off has no winner; winners who tie have one score between them.
    finished = pl.col("end") != "truncated"
    best = pl.col("score").filter(finished).top_k(2)
    about = {
        "facts": pl.col("facts").first(),
        "decisions": pl.col("length").first(),
        WINNING_SCORE: pl.col("score").filter((pl.col("place") == 1) & finished).mean(),
        MARGIN: best.max() - best.min(),
    }
    yield None, rows.sort(*GAME_KEY).group_by(GAME_KEY, maintain_order=True).agg(**about)


def _known(column: list[Any], games: pl.DataFrame, kind: Kind) -> tuple[list[Any], list[int]]:
    """Those values of a column that are of a kind, and the deals of their games."""
    known = [(value, deal) for value, deal in zip(column, games["deal"], strict=True) if isinstance(value, kind)]
    return [value for value, _ in known], [deal for _, deal in known]


def _distribution(values: list[float], deals: list[int]) -> dict[str, Any]:
    interval = mean_interval(values, deals)
    quantiles = zip(QUANTILES, np.quantile(values, list(QUANTILES.values())), strict=True)
    return {
        "games": len(values),
        "mean": float(np.mean(values)),
        "mean_low": interval.low,
        "mean_high": interval.high,
        # Of the games as a sample: one game has no deviation.
        "deviation": float(np.std(values, ddof=1)) if len(values) > 1 else None,
        **{name: float(value) for name, value in quantiles},
    }


def _read(rows: pl.DataFrame, column: str) -> list[dict[str, Any]]:
    """The facts of each row, if it has any."""
    return [json.loads(text) if text else {} for text in rows[column]] if column in rows.columns else []


def _names(facts: list[dict[str, Any]], kind: Kind) -> list[str]:
    """Names of facts whose values are of a kind, in the order of the game."""
    return list(dict.fromkeys(name for found in facts for name, value in found.items() if isinstance(value, kind)))


def _checked(rows: pl.DataFrame) -> pl.DataFrame:
    return checked(rows, SOLO_SCHEMA if "won" in rows.columns else ARENA_SCHEMA)
