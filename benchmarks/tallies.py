"""What a tally has counted, as columns of a results file: each piece of the counters is one, a list for every seat of a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from regolith.agents.ratings import GAME_KEY
from regolith.agents.statistics import share_interval
from regolith.envs.core.game import Game
from regolith.envs.core.layout import Piece
from regolith.envs.core.tally import Tally

Array = np.ndarray[Any, Any]
TALLY = "tally "
"""How the names of these columns begin."""
ENTRIES = pl.List(pl.Int16)
COUNTED_TABLE: dict[str, Any] = {
    "entry": pl.String,
    "seats": pl.Int64,
    **dict.fromkeys(("mean", "winners", "others", "win_rate", "win_low", "win_high"), pl.Float64),
}


LEADER_TABLE: dict[str, Any] = {
    "round": pl.Int64,
    "games": pl.Int64,
    **dict.fromkeys(("lead", "win_rate", "win_low", "win_high"), pl.Float64),
}
POINTS = "points"
"""What games call the curve of their score."""


def tally_columns(game: Game, counters: Array) -> dict[str, Array]:
    """The counters of one seat."""
    assert game.spec.tally is not None
    return {TALLY + name: entries for name, entries in game.spec.tally.stored(counters).items()}


def tally_schema(game: Game) -> dict[str, Any]:
    """The columns of a game's tally; none if it has none."""
    return {} if game.spec.tally is None else {TALLY + piece.name: ENTRIES for piece in game.spec.tally.counters}


def has_tally(rows: pl.DataFrame) -> bool:
    return any(name.startswith(TALLY) for name in rows.columns)


def entries_of(rows: pl.DataFrame, piece: Piece) -> Array:
    """What was counted, [row, entry]."""
    column = rows[TALLY + piece.name]
    return column.explode().to_numpy().reshape(rows.height, piece.size)


def wrong_tally(game: Game, rows: pl.DataFrame) -> str:
    """What cannot be true of the tally in these rows; nothing if all is well."""
    tally = game.spec.tally
    assert tally is not None
    for piece in tally.counters:
        column = rows[TALLY + piece.name]
        if rows.filter(pl.col(column.name).list.len() != piece.size).height:
            return f"lists of the column {column.name} have not {piece.size} entries"
        entries = column.explode()
        if entries.null_count():
            return f"entries of the column {column.name} are missing"
        if rows.height and piece.name not in tally.below_zero and (lowest := int(entries.min())) < 0:  # type: ignore[arg-type]
            return f"the column {column.name} counts {lowest}"
    return "" if tally.cards is None or rows.is_empty() else _wrong_cards(tally, rows)


def _wrong_cards(tally: Tally, rows: pl.DataFrame) -> str:
    """A card that had no chance to be dealt was not."""
    assert tally.cards is not None
    dealt, expected = (entries_of(rows, tally.counters[name]) for name in (tally.cards.dealt, tally.cards.expected))
    row, card = np.nonzero((dealt > 0) & (expected == 0))
    if row.size:
        name = tally.names[tally.cards.dealt](int(card[0])) or f"number {card[0]}"
        return f"row {row[0]} was dealt {name}, for which there was no chance"
    return ""


def by_name(tally: Tally, entries: Array) -> tuple[list[str], Array]:
    """Counters of cards, [row, card], with those of all copies of a card added up, and the names. Room for cards to come has none."""
    assert tally.cards is not None
    name = tally.names[tally.cards.dealt]
    names = [name(card) for card in range(entries.shape[1])]
    kinds = sorted(set(filter(None, names)), key=names.index)
    first = {kind: number for number, kind in enumerate(kinds)}
    added = np.zeros((entries.shape[0], len(kinds)), np.int64)
    for card, of in enumerate(names):
        if of:
            added[:, first[of]] += entries[:, card]
    return kinds, added


def cards_table(rows: pl.DataFrame, tally: Tally) -> pl.DataFrame:
    """What became of each card: sums over all seats of all games, or a mean of the copies played. The most played first."""
    cards = tally.cards
    if cards is None or rows.is_empty():
        return pl.DataFrame()
    counted = {name: entries_of(rows, tally.counters[name]) for name in cards.pieces if name != cards.expected}
    names, played = by_name(tally, counted[cards.played] > 0)
    sums = {name: by_name(tally, entries)[1].sum(0) for name, entries in counted.items()}
    times = played.sum(0)
    lines = []
    for number, card in enumerate(names):
        if not any(total[number] for total in sums.values()):
            continue
        some = int(times[number])
        line: dict[str, Any] = {"card": card}
        line |= {name: int(sums[name][number]) for name in (cards.dealt, *cards.others) if name not in cards.worth}
        line |= {"seats that played it": some}
        means = {tally.round: cards.played} if cards.played in tally.marks else {}
        for name, piece in (means | dict(zip(cards.worth, cards.worth, strict=True))).items():
            line[name] = float(sums[piece][number] / some) if some else None
        lines.append(line)
    return pl.DataFrame(lines, infer_schema_length=None).sort("seats that played it", "card", descending=[True, False])


def counted_table(rows: pl.DataFrame, tally: Tally, piece: Piece) -> pl.DataFrame:
    """Each entry of a piece: how many seats had any, means of all seats, of winners and of the others, and the wins of those with any.

    Entries that are the same for all seats are left out.
    Of a piece that marks when something happened the means are those of the seats to which it did.
    """
    entries, wins, deals = entries_of(rows, piece), rows["win"].to_numpy(), rows["deal"].to_numpy()
    lines = []
    for number in range(piece.size):
        own = entries[:, number]
        some = own != 0
        if not some.any() or (len(own) > 1 and own.min() == own.max()):
            continue
        weight = some if piece.name in tally.marks else np.ones(len(own), bool)
        interval = share_interval(wins[some], deals[some])
        lines.append(
            {
                "entry": tally.names[piece.name](number),
                "seats": int(some.sum()),
                "mean": float(own[weight].mean()),
                "winners": _weighted(own, weight * wins),
                "others": _weighted(own, weight * (1.0 - wins)),
                "win_rate": float(wins[some].mean()),
                "win_low": interval.low,
                "win_high": interval.high,
            }
        )
    return pl.DataFrame(lines, schema=COUNTED_TABLE)


def curve_table(rows: pl.DataFrame, tally: Tally, piece: Piece) -> pl.DataFrame:
    """The mean of each curve of a piece after each round, over the seats whose game had that round."""
    last = _last_round(rows, tally)
    names = tally.curves[piece.name]
    entries = entries_of(rows, piece).reshape(rows.height, len(names), -1)
    lines = []
    for number in range(int(last.max(initial=0))):
        there = last > number
        means = entries[there, :, number].mean(0)
        lines.append(
            {tally.round: number + 1, "seats": int(there.sum()), **dict(zip(names, map(float, means), strict=True))}
        )
    return pl.DataFrame(lines, schema={tally.round: pl.Int64, "seats": pl.Int64, **dict.fromkeys(names, pl.Float64)})


def leader_table(rows: pl.DataFrame, tally: Tally) -> pl.DataFrame:
    """How often whoever is ahead in points after a round wins, of the games that go on then, and how far ahead that is."""
    found = [(tally.counters[name], curves.index(POINTS)) for name, curves in tally.curves.items() if POINTS in curves]
    if not found:
        return pl.DataFrame(schema=LEADER_TABLE)
    (piece, curve), *_ = found
    points = entries_of(rows, piece).reshape(rows.height, len(tally.curves[piece.name]), -1)[:, curve]
    return ahead_table(rows, points, _last_round(rows, tally))


def ahead_table(rows: pl.DataFrame, values: Array, last: Array) -> pl.DataFrame:
    """How often the seat of a game with the highest value after a round wins, of the games that go on then, and how far ahead it is.

    `values`: of each row after each round; `last`: the last round of its game.
    """
    at = pl.DataFrame({"row": np.arange(rows.height), "last": last})
    games = rows.select(*GAME_KEY, "win").hstack(at)
    lines = []
    for number in range(values.shape[1]):
        now = games.with_columns(value=pl.Series(values[:, number])).filter(
            pl.col("last").max().over(GAME_KEY) > number + 1
        )
        if now.is_empty():
            break
        best = pl.col("value") == pl.col("value").max()
        by_game = now.group_by(GAME_KEY, maintain_order=True).agg(
            share=pl.col("win").filter(best).mean(),
            lead=pl.col("value").top_k(2).max() - pl.col("value").top_k(2).min(),
        )
        shares, deals = by_game["share"].to_numpy(), by_game["deal"].to_numpy()
        interval = share_interval(shares, deals)
        line = {"round": number + 1, "games": by_game.height, "lead": float(by_game["lead"].to_numpy().mean())}
        line |= {"win_rate": float(shares.mean()), "win_low": interval.low, "win_high": interval.high}
        lines.append(line)
    return pl.DataFrame(lines, schema=LEADER_TABLE)


def _last_round(rows: pl.DataFrame, tally: Tally) -> Array:
    """The last round of which a curve of the seat tells anything."""
    last = np.zeros(rows.height, np.int64)
    for name, curves in tally.curves.items():
        entries = entries_of(rows, tally.counters[name]).reshape(rows.height, len(curves), -1)
        rounds = np.arange(1, entries.shape[2] + 1)
        last = np.maximum(last, ((entries != 0).any(1) * rounds).max(1))
    return last


def _weighted(values: Array, weights: Array) -> float | None:
    return float(np.average(values, weights=weights)) if weights.sum() > 0 else None
