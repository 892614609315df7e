"""How a tree search goes about one game: numbers that are measured, not guessed."""

from __future__ import annotations

from typing import Any, NamedTuple

from regolith.envs.core.checks import check_count, check_kind, check_number


class Guidance(NamedTuple):
    """Values are between -1 and 1; `scale` is the lead in the evaluation that counts as most of the way to a win."""

    exploration: float = 1.0
    """How far the prior leads away from what has earned most."""
    heat: float = 0.05
    """Differences of value that the prior takes seriously: the smaller, the more it prefers the best."""
    widening: float = 2.0
    """Actions that a node considers, for each root of its visits."""
    trust: float = 1.0
    """How many visits the first look at an action counts for."""
    field: int = 16
    """Actions that the root begins with."""
    draws: int = 2
    """Deals of the hidden things in which the root looks at its actions first."""
    replies: int = 0
    """Decisions that are taken greedily before the evaluation is asked."""
    scale: float = 20.0


UNTUNED = Guidance()
"""For a game that nobody has measured yet."""

RANGES = {
    "exploration": (0.0, 100.0),
    "heat": (0.0001, 100.0),
    "widening": (0.0, 100.0),
    "trust": (0.001, 1000.0),
    "scale": (0.001, 1_000_000.0),
}
MOST_FIELD, MOST_DRAWS, MOST_REPLIES = 10_000, 1_000, 1_000


def check_guidance(given: Any) -> Guidance:
    """Numbers of one's own, in the form that compiled code expects."""
    guide = check_kind("guidance", given, Guidance)
    return Guidance(
        field=check_count("guidance: field", guide.field, MOST_FIELD),
        draws=check_count("guidance: draws", guide.draws, MOST_DRAWS),
        replies=check_count("guidance: replies", guide.replies, MOST_REPLIES, least=0),
        **{name: check_number(f"guidance: {name}", getattr(guide, name), *RANGES[name]) for name in RANGES},
    )
