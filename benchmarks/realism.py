"""Does a player play as people do? One agent in all seats, its games beside those that people have logged."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import polars as pl

from regolith.agents.statistics import Interval, wilson
from regolith.benchmarks import arena
from regolith.benchmarks.facts import fact_table, game_numbers
from regolith.benchmarks.tables import WIN_COLUMNS
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.realism import MARGIN, WINNING_SCORE, Known, People, Realism

NORMAL_95 = 1.959964
FIGURE_TABLE: dict[str, Any] = {
    "figure": pl.String,
    "games": pl.Int64,
    **dict.fromkeys(("mean", "mean_low", "mean_high", "deviation"), pl.Float64),
    **dict.fromkeys(("people_mean", "people_deviation"), pl.Float64),
    **dict.fromkeys(("difference", "difference_low", "difference_high"), pl.Float64),
}
SEATS_TABLE: dict[str, Any] = {
    "value": pl.String,
    "seats": pl.Int64,
    **WIN_COLUMNS,
    "people_seats": pl.Int64,
    **{f"people_{name}": kind for name, kind in WIN_COLUMNS.items()},
}


def comparable(game: Game) -> tuple[Realism, People]:
    """How games are compared with those of people, and what is known of these; raises if nothing is."""
    realism = game.spec.realism
    if realism is None:
        raise RegolithError(f"there are no games of people to compare {game.spec.name} with")
    return realism, realism.people(game.options)


def tournament(game: Game, agent: str, deals: int, first_deal: int = 0) -> arena.Tournament:
    """One agent in all seats, each deal once."""
    comparable(game)
    return arena.Tournament(game, (agent,), deals, first_deal, watched=True)


def known_rows(path: Path, games: arena.Tournament) -> pl.DataFrame | None:
    """The rows of an earlier, perhaps interrupted, run; None if there is none. Those of an arena lack what is watched here."""
    rows = arena.known_rows(path, games)
    wanted = {figure.name for figure in comparable(games.game)[0].figures} - {WINNING_SCORE, MARGIN}
    for text in [] if rows is None else rows["facts"].unique():
        if lacking := sorted(name for name in wanted if not isinstance(json.loads(text).get(name), int | float)):
            raise RegolithError(
                f"{path} holds games that were not watched for {lacking[0]}; choose another --out folder"
            )
    return rows


def figure_table(rows: pl.DataFrame, game: Game) -> pl.DataFrame:
    """Each figure over the games that were not cut off, beside people's; the difference in standard deviations where theirs is known."""
    realism, people = comparable(game)
    numbers = {line["fact"]: line for line in game_numbers(_finished(rows)).iter_rows(named=True)}
    lines = []
    for figure in realism.figures:
        if (own := numbers.get(figure.name)) is None:
            continue
        line = {"figure": figure.name} | {name: own[name] for name in FIGURE_TABLE if name in own}
        if (theirs := people.figures.get(figure.name)) is not None:
            line |= {"people_mean": theirs.mean, "people_deviation": theirs.deviation}
            line |= _difference(own["mean"], own["deviation"], own["games"], theirs, people.games)
        lines.append(line)
    return pl.DataFrame(lines, schema=FIGURE_TABLE)


def _difference(mean: float, deviation: float | None, games: int, theirs: Known, their_games: int) -> dict[str, float]:
    """Cohen's d: the difference of the means in units of the two deviations' root mean square, with its large-sample interval."""
    if not deviation or theirs.deviation is None:
        return {}
    d = (mean - theirs.mean) / sqrt((deviation**2 + theirs.deviation**2) / 2)
    half = NORMAL_95 * sqrt(1 / games + 1 / their_games + d * d / (2 * (games + their_games)))
    return {"difference": d, "difference_low": d - half, "difference_high": d + half}


def seats_table(rows: pl.DataFrame, game: Game) -> pl.DataFrame:
    """Win rate for each value of the fact of a seat, our best first, beside people's."""
    realism, people = comparable(game)
    lines = []
    for own in fact_table(_finished(rows), realism.by).iter_rows(named=True):
        line = {"value": own["value"], "seats": own["games"]} | {name: own[name] for name in WIN_COLUMNS}
        if (theirs := people.seats.get(own["value"])) is not None:
            interval: Interval = wilson(theirs.wins, theirs.seats)
            line |= {"people_seats": theirs.seats, "people_win_rate": theirs.wins / theirs.seats}
            line |= {"people_win_low": interval.low, "people_win_high": interval.high}
        lines.append(line)
    return pl.DataFrame(lines, schema=SEATS_TABLE)


def _finished(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.filter(pl.col("end") == "finished")
