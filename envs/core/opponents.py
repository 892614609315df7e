"""Checks on what users say about seats and opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from regolith.envs.core.errors import InvalidOptions
from regolith.envs.core.game import Game

INSIDE = ("random", "greedy")
"""Opponents that play in compiled code, by name."""


def check_seat(game: Game, seat: Any) -> None:
    """A seat is a number at this table, or "random"."""
    number = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
    if seat != "random" and not (number and 0 <= seat < game.players):
        raise InvalidOptions(f"seat {seat!r} does not exist: seats are 0 to {game.players - 1}, or 'random'")


def check_opponents(opponents: Sequence[Any]) -> None:
    """An opponent is the name of one that plays inside, or something that can be called."""
    for opponent in opponents:
        if opponent not in INSIDE and (isinstance(opponent, str) or not callable(opponent)):
            raise InvalidOptions(f"opponent {opponent!r} is neither {' nor '.join(map(repr, INSIDE))} nor a callable")


def shares(weights: Sequence[float] | None, count: int) -> np.ndarray[Any, Any]:
    """How often each opponent is drawn: equally often unless weights say otherwise."""
    given = np.array([1.0] * count if weights is None else weights, np.float64)
    if given.shape != (count,) or not np.isfinite(given).all() or (given < 0).any() or given.sum() <= 0:
        raise InvalidOptions("weights must be one non-negative number per opponent, not all zero")
    return given
