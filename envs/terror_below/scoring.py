"""Victory points, the end of the game, and who has won (rulebook: Game End, Scoring)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import NOBODY, Over
from regolith.envs.terror_below.actions import withdraw
from regolith.envs.terror_below.words import (
    NONE,
    SOLO_ATTACKS,
    SOLO_BONUS,
    WIN_POINTS,
    Result,
    Scenario,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def end_game(s: Record, result: int, winner: int) -> None:
    """Nothing follows: whatever was still to be done is dropped."""
    s.over = Over.TRUNCATED if result == Result.CUT_OFF else Over.FINISHED
    s.result = result
    s.winner = winner
    s.player = NOBODY
    s.tasks = 0
    withdraw(s)


@kernel
def gain(s: Record, player: int, points: int) -> None:
    """Victory points. Twenty win at once, except in the first two solo scenarios."""
    s.points[player] += points
    if s.points[player] >= WIN_POINTS and (s.players > 1 or s.scenario == Scenario.SCRAMBLE):
        end_game(s, Result.POINTS, player)


@kernel
def someone_lives(s: Record) -> bool:
    found = False
    for player in range(s.players):
        if not s.out[player]:
            found = True
    return found


@kernel
def solo_score(s: Record) -> int:
    """The score that is written down after a win."""
    score = s.points[0] + SOLO_ATTACKS - s.attacks + SOLO_BONUS * (s.queens + s.left_behind)
    return score + int(s.worn[0] != NONE)


@kernel
def standing(s: Record, player: int) -> int:
    """Points as they count in the end: who is out has none as long as somebody is still in."""
    return 0 if s.out[player] and someone_lives(s) else int(s.points[player])


@kernel
def place_of(s: Record, player: int) -> int:
    """1 for the best; those still in come before those who are out, ties go to more completed bounties, then they share."""
    better = 0
    some = someone_lives(s)
    mine = standing(s, player)
    for other in range(s.players):
        theirs = standing(s, other)
        if some and s.out[player] != s.out[other]:
            better += int(s.out[player] != 0)
        elif theirs != mine:
            better += int(theirs > mine)
        else:
            better += int(s.bounties_done[other] > s.bounties_done[player])
    return 1 + better


@kernel
def outcome(t: Table, s: Record, scores: Any, places: Any) -> None:
    """Points and places; a solo game is won (place 1) or not."""
    if s.players == 1:
        won = s.winner == 0
        scores[0] = solo_score(s) if won else s.points[0]
        places[0] = 1 if won else 2
        return
    for player in range(s.players):
        scores[player] = standing(s, player)
        places[player] = place_of(s, player)
