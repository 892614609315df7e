"""What a tally has counted, as columns of a results file: each piece of the counters is one, a list for every seat of a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from regolith.envs.core.game import Game
from regolith.envs.core.layout import Piece
from regolith.envs.core.tally import Tally

Array = np.ndarray[Any, Any]
TALLY = "tally "
"""How the names of these columns begin."""
ENTRIES = pl.List(pl.Int16)


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
