"""What a position is worth to the players, between -1 and 1: the values that a search backs up."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.envs.core import rewards
from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over

WIN_SHARE = 0.7
"""How much of the value of a finished game is winning; the rest is by how much, which tells apart lines that are all won or all lost."""


def value_of(rules: Any) -> Any:
    """The kernel that writes the values for one game's rules."""
    outcome, evaluate = rules.outcome, rules.evaluate

    @kernel
    def worth(t: Any, s: Any, scale: float, scores: Any, places: Any, margins: Any, values: Any) -> None:
        """What each player gets; a game cut off is worth nothing to anybody, one under way what the evaluation says."""
        players = s.players
        if s.over == Over.TRUNCATED:
            for p in range(players):
                values[p] = 0.0
            return
        if s.over == Over.RUNNING:
            for p in range(players):
                values[p] = np.tanh(evaluate(t, s, p) / scale)
            return
        outcome(t, s, scores, places)
        rewards.pay(rewards.WIN, scale, players, scores, places, values)
        rewards.pay(rewards.MARGIN, scale, players, scores, places, margins)
        for p in range(players):
            margin = evaluate(t, s, p) / scale if players == 1 else margins[p]
            values[p] = WIN_SHARE * values[p] + (1.0 - WIN_SHARE) * np.tanh(margin)

    return worth
