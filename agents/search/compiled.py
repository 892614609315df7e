"""The compiled searches, put together once for each game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from regolith.envs.core.checks import check_kind
from regolith.envs.core.game import GameSpec

_searches: dict[tuple[str, Callable[[GameSpec], Any]], Any] = {}


def search_of(spec: GameSpec, build: Callable[[GameSpec], Any]) -> Any:
    """The search that `build` puts together for a game."""
    check_kind("spec", spec, GameSpec)
    if (spec.name, build) not in _searches:
        _searches[spec.name, build] = build(spec)
    return _searches[spec.name, build]
