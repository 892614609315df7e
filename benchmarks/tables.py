"""Tables over result rows: every number of a report is a query on them.

All functions take whatever rows there are: incomplete rotations, a single game, or none (an empty table).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from regolith.agents.ratings import GAME_KEY, rate
from regolith.agents.statistics import false_discovery_rates, mcnemar, share_interval, share_test, wilson, win_rate

ARENA_SCHEMA: dict[str, Any] = {
    "run": pl.String,
    "game": pl.String,
    "env_version": pl.Int64,
    "options": pl.String,
    "deal": pl.Int64,
    "lineup": pl.Int64,
    "rotation": pl.Int64,
    "seat": pl.Int64,
    "agent": pl.String,
    "score": pl.Float64,
    "place": pl.Int64,
    "win": pl.Float64,
    "decisions": pl.Int64,
    "seconds": pl.Float64,
    "length": pl.Int64,
    "end": pl.String,
    "fingerprint": pl.String,
    "facts": pl.String,
    "seat_facts": pl.String,
}
COMPARE_SCHEMA: dict[str, Any] = {**ARENA_SCHEMA, "variant": pl.String, "variant_mark": pl.String}
"""Games of two variants, A and B; the mark is another one for another variant, whatever its file is called."""
EFFECT_SCHEMA: dict[str, Any] = {
    "run": pl.String,
    "game": pl.String,
    "env_version": pl.Int64,
    "options": pl.String,
    "mark": pl.String,
    "agent": pl.String,
    "world": pl.String,
    "deal": pl.Int64,
    "seat": pl.Int64,
    "instead_of": pl.String,
    "with_another": pl.Boolean,
    "score": pl.Float64,
    "margin": pl.Float64,
    "win": pl.Float64,
    "margin_of_all": pl.Float64,
    "win_of_all": pl.Float64,
    "played": pl.Boolean,
    "length": pl.Int64,
    "game_numbers": pl.String,
}
"""One row for each game: in which world (as dealt, with a card, with money), how the seat fared that it is about, and all seats on average.

`with_another`: the deal as it is has the card in another hand. `game_numbers` are JSON, only where a world is about all seats.
"""
SKILL_SCHEMA: dict[str, Any] = {
    **ARENA_SCHEMA,
    "part": pl.String,
    "again": pl.Int64,
    "choices": pl.Int64,
    "evaluations": pl.List(pl.Float64),
    "searcher": pl.String,
    "first_legal": pl.Int64,
    "first_chosen": pl.List(pl.Int64),
    "later_legal": pl.Int64,
    "later_chosen": pl.List(pl.Int64),
}
"""Games of a pool of agents, of a ladder of searches, and of one agent that is followed; what is seen then is the same for all seats
of a game but for its choices (decisions with more than one legal action) and evaluations (after each round)."""
POOL, COURSE, STEP = "pool", "course", "step"
"""Its parts; the steps of the ladder are numbered."""
TIMES = 2
"""How often the agents of the pool play the same deal in the same seats."""
SOLO_SCHEMA: dict[str, Any] = {
    "run": pl.String,
    "game": pl.String,
    "env_version": pl.Int64,
    "options": pl.String,
    "deal": pl.Int64,
    "agent": pl.String,
    "won": pl.Boolean,
    "score": pl.Float64,
    "length": pl.Int64,
    "length_unit": pl.String,
    "decisions": pl.Int64,
    "seconds": pl.Float64,
    "missing": pl.String,
    "end": pl.String,
    "facts": pl.String,
    "seat_facts": pl.String,
}
OPTIMUM_SCHEMA: dict[str, Any] = {
    "run": pl.String,
    "game": pl.String,
    "env_version": pl.Int64,
    "options": pl.String,
    "deal": pl.Int64,
    "seed": pl.Int64,
    "bound": pl.Int64,
    "fastest": pl.Int64,
    "beam": pl.Int64,
    "witness": pl.String,
    "bound_seconds": pl.Float64,
    "ladder_seconds": pl.Float64,
    "fair_agent": pl.String,
    "fair": pl.Int64,
    "fair_seconds": pl.Float64,
}
NOT_SAMPLED, NOT_PLAYED = -1, -1
"""In the columns `seed` and `fair`."""
FOUND_BY_FAIR = -1
"""In the column `beam`, which tells the beam that found the fastest win (0: none was found)."""
WIN_COLUMNS: dict[str, Any] = dict.fromkeys(("win_rate", "win_low", "win_high"), pl.Float64)
ARENA_TABLE: dict[str, Any] = {
    "agent": pl.String,
    **dict.fromkeys(("rating", "rating_low", "rating_high"), pl.Float64),
    "games": pl.Int64,
    **WIN_COLUMNS,
    "interval": pl.String,
    **dict.fromkeys(("mean_score", "decisions_per_game", "ms_per_decision"), pl.Float64),
}
HEAD_TO_HEAD: dict[str, Any] = {
    "agent": pl.String,
    "opponent": pl.String,
    "games": pl.Int64,
    "win_share": pl.Float64,
}
SEAT_TABLE: dict[str, Any] = {
    "seat": pl.Int64,
    "games": pl.Int64,
    **WIN_COLUMNS,
    "fair_share": pl.Float64,
    "false_discovery": pl.Float64,
}
SOLO_TABLE: dict[str, Any] = {
    "agent": pl.String,
    "deals": pl.Int64,
    "wins": pl.Int64,
    **WIN_COLUMNS,
    "interval": pl.String,
    "length_won": pl.Float64,
    "length_lost": pl.Float64,
    "length_unit": pl.String,
    "mean_score": pl.Float64,
    "missing": pl.String,
}
MISSING_SHOWN = 4


@dataclass(frozen=True)
class ArenaSummary:
    """What the rows hold. Fewer distinct games than games means that agents repeated themselves."""

    games: int
    deals: int
    distinct_games: int
    self_play_games: int
    truncated_games: int


@dataclass(frozen=True)
class SoloSummary:
    """What the rows hold."""

    games: int
    deals: int
    truncated_games: int


@dataclass(frozen=True)
class SoloComparison:
    """Two agents on the deals both played, with the exact McNemar p value."""

    a: str
    b: str
    deals: int
    both_won: int
    only_a: int
    only_b: int
    p_value: float


def arena_summary(rows: pl.DataFrame) -> ArenaSummary:
    """Counts of games, deals, distinct games, games of one agent against itself, and truncated games."""
    if checked(rows, ARENA_SCHEMA).is_empty():
        return ArenaSummary(0, 0, 0, 0, 0)
    games = rows.group_by(GAME_KEY).agg(
        pl.col("fingerprint").first(),
        (pl.col("agent").n_unique() == 1).alias("self_play"),
        (pl.col("end") == "truncated").any().alias("truncated"),
    )
    return ArenaSummary(
        games=games.height,
        deals=games["deal"].n_unique(),
        distinct_games=games["fingerprint"].n_unique(),
        self_play_games=int(games["self_play"].sum()),
        truncated_games=int(games["truncated"].sum()),
    )


def solo_summary(rows: pl.DataFrame) -> SoloSummary:
    """Counts of games, deals and truncated games."""
    if checked(rows, SOLO_SCHEMA).is_empty():
        return SoloSummary(0, 0, 0)
    return SoloSummary(rows.height, rows["deal"].n_unique(), int((rows["end"] == "truncated").sum()))


def arena_table(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per agent, best rating first.

    Games of an agent against itself count for score, decisions and time. They are left out of rating and win
    rate, which they would only pull to the fair share; an agent with no other games has null there.
    """
    if checked(rows, ARENA_SCHEMA).is_empty():
        return pl.DataFrame(schema=ARENA_TABLE)
    ratings = {rating.agent: rating for rating in rate(rows)}
    met = rows.filter(pl.col("agent").n_unique().over(GAME_KEY) > 1)
    lines = []
    for agent, own in by(rows, "agent"):
        decisions, seconds = int(own["decisions"].sum()), float(own["seconds"].sum())
        line: dict[str, Any] = {
            "agent": agent,
            "games": own.select(GAME_KEY).n_unique(),
            "mean_score": own["score"].mean(),
            "decisions_per_game": decisions / own.height,
            "ms_per_decision": 1000.0 * seconds / decisions if decisions else None,
        }
        if agent in ratings:
            rating = ratings[agent]
            line |= {"rating": rating.rating}
            line |= {"rating_low": rating.interval.low, "rating_high": rating.interval.high}
            own = met.filter(pl.col("agent") == agent)
            one_seat = own.select(GAME_KEY).n_unique() == own.height
            result = win_rate(own["win"].to_numpy(), own["deal"].to_numpy(), one_seat)
            line |= {"win_rate": result.mean, "win_low": result.interval.low, "win_high": result.interval.high}
            line |= {"interval": result.method}
        lines.append(line)
    table = pl.DataFrame(lines, schema=ARENA_TABLE)
    return table.sort(["rating", "agent"], descending=[True, False], nulls_last=True)


def head_to_head(rows: pl.DataFrame) -> pl.DataFrame:
    """Mean win share of each agent over the games in which each other agent also had a seat."""
    if checked(rows, ARENA_SCHEMA).is_empty():
        return pl.DataFrame(schema=HEAD_TO_HEAD)
    present = rows.select(*GAME_KEY, opponent="agent").unique()
    shares = rows.group_by(*GAME_KEY, "agent").agg(pl.col("win").mean())
    return (
        shares.join(present, on=GAME_KEY)
        .filter(pl.col("agent") != pl.col("opponent"))
        .sort(*GAME_KEY)
        .group_by("agent", "opponent")
        .agg(pl.len().alias("games").cast(pl.Int64), pl.col("win").mean().alias("win_share"))
        .sort("agent", "opponent")
        .select(*HEAD_TO_HEAD)
    )


def seat_table(rows: pl.DataFrame) -> pl.DataFrame:
    """Win share per seat next to the fair share 1/n (its mean when games of several sizes are mixed).

    The false-discovery rate, over all seats, is that of another share than the fair one.
    """
    if checked(rows, ARENA_SCHEMA).is_empty():
        return pl.DataFrame(schema=SEAT_TABLE)
    sized = rows.with_columns(fair_share=1.0 / pl.len().over(GAME_KEY))
    lines, tests = [], []
    for seat, own in by(sized, "seat"):
        fair = float(own["fair_share"].to_numpy().mean())
        lines.append({"seat": seat, "games": own.height, **win_columns(own), "fair_share": fair})
        tests.append(share_test(own["win"].to_numpy(), own["deal"].to_numpy(), fair))
    rates = pl.Series("false_discovery", false_discovery_rates(tests))
    return pl.DataFrame(lines, schema=SEAT_TABLE).with_columns(rates)


def solo_table(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per agent, best win rate first. `missing` is what lost games lacked on average, null without any."""
    if checked(rows, SOLO_SCHEMA).is_empty():
        return pl.DataFrame(schema=SOLO_TABLE)
    lines = []
    for agent, own in by(rows, "agent"):
        won, lost = own.filter(pl.col("won")), own.filter(~pl.col("won"))
        interval = wilson(won.height, own.height)
        lines.append(
            {
                "agent": agent,
                "deals": own["deal"].n_unique(),
                "wins": won.height,
                "win_rate": won.height / own.height,
                "win_low": interval.low,
                "win_high": interval.high,
                "interval": "wilson",
                "length_won": won["length"].mean(),
                "length_lost": lost["length"].mean(),
                "length_unit": "/".join(sorted(own["length_unit"].unique())),
                "mean_score": own["score"].mean(),
                "missing": _missing_text(lost),
            }
        )
    return pl.DataFrame(lines, schema=SOLO_TABLE).sort(["win_rate", "agent"], descending=[True, False])


def solo_comparison(rows: pl.DataFrame, a: str, b: str) -> SoloComparison:
    """Exact McNemar test of two agents on the deals (same options, same version) that both played."""
    checked(rows, SOLO_SCHEMA)
    key = ["env_version", "options", "deal"]
    results = []
    for agent in (a, b):
        own = rows.filter(pl.col("agent") == agent).select(*key, "won")
        if own.is_empty():
            raise ValueError(f"Agent {agent!r} has no results.")
        if own.select(key).is_duplicated().any():
            raise ValueError(f"Agent {agent!r} played a deal more than once: compare one run at a time.")
        results.append(own)
    paired = results[0].join(results[1], on=key, suffix="_b")
    if paired.is_empty():
        raise ValueError(f"Agents {a!r} and {b!r} played no deal in common.")
    test = mcnemar(paired["won"].to_numpy(), paired["won_b"].to_numpy())
    both = int((paired["won"] & paired["won_b"]).sum())
    return SoloComparison(a, b, paired.height, both, test.only_a, test.only_b, test.p_value)


def times(part: str) -> int:
    """How often each game of a part of skill and luck is played."""
    return TIMES if part == POOL else 1


def by(rows: pl.DataFrame, column: str) -> list[tuple[Any, pl.DataFrame]]:
    """The rows of each value of a column, values sorted, rows in an order that is always the same."""
    order = [name for name in (column, *GAME_KEY, "seat") if name in rows.columns]
    return [(key[0], part) for key, part in rows.sort(order).group_by(column, maintain_order=True)]


def win_columns(rows: pl.DataFrame) -> dict[str, float]:
    """Win share of these rows, with an interval that knows that games of one deal may be alike."""
    wins = rows["win"].to_numpy()
    interval = share_interval(wins, rows["deal"].to_numpy())
    return {"win_rate": float(wins.mean()), "win_low": interval.low, "win_high": interval.high}


def _missing_text(lost: pl.DataFrame) -> str | None:
    """What lost games lacked: the things missing most often first, each with its mean over all losses."""
    if lost.is_empty():
        return None
    amounts: dict[str, list[int]] = {}
    for text in lost["missing"]:
        for name, amount in json.loads(text).items():
            if amount:
                amounts.setdefault(name, []).append(amount)
    if not amounts:
        return None
    often = sorted(amounts, key=lambda name: (-len(amounts[name]), -sum(amounts[name]), name))[:MISSING_SHOWN]
    means = ", ".join(f"{name} {sum(amounts[name]) / lost.height:.1f}" for name in often)
    return means


def checked(rows: pl.DataFrame, schema: Mapping[str, Any]) -> pl.DataFrame:
    """The rows, if they have the columns and are of one game: numbers across games mean nothing."""
    if rows.is_empty():
        return rows
    lacking = [name for name in schema if name not in rows.columns]
    if lacking:
        raise ValueError(f"The results lack the columns {', '.join(lacking)}.")
    games = sorted(rows["game"].unique())
    if len(games) > 1:
        raise ValueError(f"The results mix the games {', '.join(games)}: report one game at a time.")
    return rows
