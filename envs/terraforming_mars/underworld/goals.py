"""Milestones and awards that lie over others, by the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import below
from regolith.envs.terraforming_mars.rooms import COVERING_GOALS, GOALS, NONE

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

SIDES, NOT_USED = 6, 3
"""A die of six sides; with one of the lower three a goal is not used."""


@kernel
def lay(s: Record, tiles: Any, covering: Any) -> None:
    """For each new goal a die says whether it is used, then one which goal of the game it covers: one that is not covered yet."""
    there = 0
    while there < GOALS and tiles[there] != NONE:
        there += 1
    covered = NONE
    for i in range(COVERING_GOALS):
        if covering[i] != NONE and below(s.rng, SIDES) >= NOT_USED:
            at = below(s.rng, there)
            while at == covered:
                at = below(s.rng, there)
            tiles[at] = covering[i]
            covered = at


@kernel
def roll(t: Table, s: Record) -> None:
    if s.covering_goals:
        lay(s, s.milestone_tile, t.covering_milestone)
        lay(s, s.award_tile, t.covering_award)
