"""Regolith's environments.

    from regolith import envs
    state = envs.game("tinyforming_mars", players=2).new(seed=7)

Every sub-package with an `env.py` that defines a `SPEC` is a game; there is no list to edit.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache
from typing import Any

from regolith.envs.core.errors import RegolithError, UnknownGame
from regolith.envs.core.game import Game, GameSpec
from regolith.envs.core.state import State

__all__ = ["Game", "GameSpec", "RegolithError", "State", "game", "games", "spec"]


@cache
def games() -> tuple[str, ...]:
    """Names of all games."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg and m.name != "core"))


@cache
def spec(name: str) -> GameSpec:
    """A game by name, whatever its options."""
    if name not in games():
        near = difflib.get_close_matches(name, games(), n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownGame(f"there is no game {name!r}{hint}; games: {', '.join(games())}")
    found = importlib.import_module(f"{__name__}.{name}.env").SPEC
    assert isinstance(found, GameSpec)
    return found


def game(name: str, **options: Any) -> Game:
    """A game with its options chosen and checked."""
    return spec(name).bind(**options)
