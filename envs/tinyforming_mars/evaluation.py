"""How good a position looks: what the greedy player maximises."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.tinyforming_mars.hexes import count, vacant
from regolith.envs.tinyforming_mars.requirements import may_activate
from regolith.envs.tinyforming_mars.scoring import empty_supplies, lead, score
from regolith.envs.tinyforming_mars.weights import Weight
from regolith.envs.tinyforming_mars.words import HEXES, NONE, ROW, TOKENS, WHITE

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

DECIDED = 100.0
"""More than any position is worth."""


@kernel
def holdings(t: Table, weight: Any, s: Record, player: int) -> float:
    """Everything of a player's that is no point yet."""
    value = weight[Weight.CREDIT] * s.credits[player]
    for tag in range(TOKENS):
        value += weight[Weight.TOKEN] * s.tokens[player, tag]
    for h in range(HEXES):
        if s.cities[player] >> h & 1:
            value += weight[Weight.INCOME] * (1 + count(t.neighbours[h] & s.water))
    value += weight[Weight.ROOM] * count(vacant(s) & s.beside[player])
    if not s.passed[player]:
        for i in range(ROW):
            project = s.facing[player, i]
            if project != NONE and not s.used[player, i] and may_activate(t, s, player, project):
                value += weight[Weight.READY]
    return value


@kernel
def evaluate(t: Table, s: Record, seat: int) -> float:
    """Points ahead plus holdings ahead; a finished game counts as decided. Solitaire: cubes out of the supply."""
    if s.players == 1:
        left = s.supply[0] + s.supply[1] + s.supply[2]
        if s.over == Over.FINISHED:
            return DECIDED if empty_supplies(s) == 3 else -t.weight[Weight.SOLO_CUBE] * left
        return holdings(t, t.weight, s, WHITE) - t.weight[Weight.SOLO_CUBE] * left
    if s.over == Over.FINISHED:
        ahead = lead(t, s)
        if ahead == 0:
            return 0.0
        white = 1.0 if ahead > 0 else -1.0
        return DECIDED * (white if seat == WHITE else -white)
    return (
        score(t, s, seat) - score(t, s, 1 - seat) + holdings(t, t.weight, s, seat) - holdings(t, t.weight, s, 1 - seat)
    )
