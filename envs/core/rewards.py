"""From the outcome of a game to a number per seat. All modes sum to zero over two or more seats."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over

WIN, RANK, MARGIN = 0, 1, 2
MODES = {"win": WIN, "rank": RANK, "margin": MARGIN}


@kernel
def pay(mode: int, margin_scale: float, players: int, scores: Any, places: Any, out: Any) -> None:
    """Write each seat's return.

    win: +1 shared by the winners, the losers pay it in equal parts. rank: evenly spaced from +1 to -1, ties averaged.
    margin: own points less the mean of the others', in units of `margin_scale`. Solo: +1 won, -1 lost (margin: the points).
    """
    if players == 1:
        out[0] = scores[0] / margin_scale if mode == MARGIN else (1.0 if places[0] == 1 else -1.0)
        return
    total = 0.0
    winners = 0
    for i in range(players):
        total += scores[i]
        winners += places[i] == 1
    for i in range(players):
        if mode == WIN:
            share = 1.0 / winners if places[i] == 1 else 0.0
            out[i] = (share * players - 1.0) / (players - 1)
        elif mode == RANK:
            better = 0
            equal = 0
            for j in range(players):
                better += places[j] < places[i]
                equal += places[j] == places[i]
            out[i] = 1.0 - 2.0 * (better + (equal - 1) / 2.0) / (players - 1)
        else:
            out[i] = (scores[i] - (total - scores[i]) / (players - 1)) / margin_scale


@kernel
def win_share(over: int, players: int, places: Any, seat: int) -> float:
    """A seat's part of the win, whatever the rewards: winners share it; a game that was cut off is shared by all (solo: not won)."""
    if over == Over.TRUNCATED:
        return 1.0 / players if players > 1 else 0.0
    if places[seat] != 1:
        return 0.0
    winners = 0
    for i in range(players):
        winners += places[i] == 1
    return 1.0 / winners
