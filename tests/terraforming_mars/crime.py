"""Positions with corruption, made by hand; letting an attack through or blocking it."""

from __future__ import annotations

from typing import Any

from regolith.envs.terraforming_mars.machine.blocking import WITH_A_FIGHTER, WITH_CORRUPTION
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import DECLINED
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.invariants import broken_choices, broken_stack
from regolith.envs.terraforming_mars.state import Kind

from .games import T
from .tables import choices, table


def underworld(*in_play: str, players: int = 2, **options: Any) -> Any:
    """The first player's turn with these cards in play; nobody has anything else."""
    return table(*in_play, players=players, underworld=True, **options)


def asked_to_block(s: Any, victim: int, *ways: int) -> bool:
    """Whether that player, and nobody else, is asked whether he blocks, and may do it in these ways; the record is sound."""
    assert Broken(broken_stack(T, s)) == Broken.NOTHING
    assert Broken(broken_choices(T, s)) == Broken.NOTHING
    asked = bool(s.kind == Kind.BLOCK and s.player == victim and s.may_decline)
    return asked and choices(s) == list(ways or [WITH_CORRUPTION])


def block(s: Any, way: int = WITH_CORRUPTION) -> None:
    assert s.kind == Kind.BLOCK
    assert way in choices(s)
    run(T, s, way)


def block_with_fighter(s: Any) -> None:
    block(s, WITH_A_FIGHTER)


def let_through(s: Any) -> None:
    assert s.kind == Kind.BLOCK
    run(T, s, DECLINED)


def decline(s: Any) -> None:
    assert s.may_decline
    run(T, s, DECLINED)


def done(s: Any) -> bool:
    """Nothing is left to decide."""
    return bool(s.kind == Kind.NOTHING and s.depth == 0)
