"""Victory points, the end of the game, and who has won (rulebook: Game End, Scoring)."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import NOBODY, Over
from regolith.envs.terror_below.choices import withdraw
from regolith.envs.terror_below.pieces import (
    NONE,
    SOLO_ATTACKS,
    SOLO_BONUS,
    WIN_POINTS,
    Result,
    Scenario,
)


@kernel
def end_game(s: Any, result: int, winner: int) -> None:
    """Nothing follows: whatever was still to be done is dropped."""
    s.over = Over.TRUNCATED if result == Result.CUT_OFF else Over.FINISHED
    s.result = result
    s.winner = winner
    s.player = NOBODY
    s.tasks = 0
    withdraw(s)


@kernel
def gain(s: Any, player: int, points: int) -> None:
    """Victory points. Twenty win at once, except in the first two solo scenarios."""
    s.points[player] += points
    if s.points[player] >= WIN_POINTS and (s.players > 1 or s.scenario == Scenario.SCRAMBLE):
        end_game(s, Result.POINTS, player)


@kernel
def someone_lives(s: Any) -> bool:
    for player in range(s.players):
        if not s.out[player]:
            return True
    return False


@kernel
def solo_score(s: Any) -> int:
    """The score that is written down after a win."""
    score = s.points[0] + SOLO_ATTACKS - s.attacks + SOLO_BONUS * (s.queens + s.left_behind)
    return score + int(s.worn[0] != NONE)


@kernel
def outcome(t: Any, s: Any, scores: Any, places: Any) -> None:
    """Points and places. Who is out scores nothing as long as somebody is still in; ties go to more completed bounties."""
    if s.players == 1:
        won = s.winner == 0
        scores[0] = solo_score(s) if won else s.points[0]
        places[0] = 1 if won else 2
        return
    some = someone_lives(s)
    for player in range(s.players):
        scores[player] = 0 if some and s.out[player] else s.points[player]
    for player in range(s.players):
        better = 0
        for other in range(s.players):
            if some and s.out[player] != s.out[other]:
                better += int(s.out[player] != 0)
            elif scores[other] != scores[player]:
                better += int(scores[other] > scores[player])
            else:
                better += int(s.bounties_done[other] > s.bounties_done[player])
        places[player] = 1 + better
