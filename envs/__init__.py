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
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo

from regolith.envs.core.checks import shown
from regolith.envs.core.errors import RegolithError, UnknownGame
from regolith.envs.core.game import Game, GameSpec
from regolith.envs.core.state import State

__all__ = ["Game", "GameSpec", "RegolithError", "State", "game", "games", "spec"]


@cache
def games() -> tuple[str, ...]:
    """Names of all games."""
    folders = (Path(path) for path in __path__)
    return tuple(sorted(env.parent.name for folder in folders for env in folder.glob("*/env.py")))


def spec(name: str) -> GameSpec:
    """A game by name, whatever its options."""
    if not isinstance(name, str) or name not in games():
        near = difflib.get_close_matches(name, games(), n=1) if isinstance(name, str) else []
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise UnknownGame(f"there is no game {shown(name)}{hint}; games: {', '.join(games())}")
    found = importlib.import_module(f"{__name__}.{name}.env").SPEC
    assert isinstance(found, GameSpec)
    return found


def game(name: str, **options: Any) -> Game:
    """A game with its options chosen and checked."""
    return spec(name).bind(**options)


def make_solo(name: str, **options: Any) -> Any:
    """The solo mode of a game as a Gymnasium env: `gymnasium.make("regolith/TinyformingMarsSolo-v0")`."""
    from regolith.envs.core.seat import SeatEnv

    seat_options = {k: options.pop(k) for k in ("render_mode", "render_view", "illegal_action") if k in options}
    found = spec(name)
    if found.solo is None:
        raise UnknownGame(f"{name} has no solo mode")
    return SeatEnv(found.bind(**{**found.solo.options, **options}), **seat_options)


def make_seat(name: str, **options: Any) -> Any:
    """One seat of a game as a Gymnasium env: `gymnasium.make("regolith/TinyformingMars-v0", opponents=("greedy",))`."""
    from regolith.envs.core.seat import SeatEnv

    keys = ("opponents", "seat", "render_mode", "render_view", "illegal_action")
    seat_options = {k: options.pop(k) for k in keys if k in options}
    return SeatEnv(game(name, **options), **seat_options)


def _register() -> None:
    """Put every game into PettingZoo's and Gymnasium's registries; nothing of a game is imported yet."""
    for name in games():
        for module in pkgutil.iter_modules(__path__):
            if module.name.startswith(f"{name}_v"):
                version = module.name.rpartition("_v")[2]
                title = "".join(word.capitalize() for word in name.split("_"))
                pettingzoo.register("aec", f"regolith/{name}-v{version}", entry_point=f"{__name__}.{module.name}:env")
                gymnasium.register(f"regolith/{title}-v{version}", f"{__name__}:make_seat", kwargs={"name": name})
                gymnasium.register(f"regolith/{title}Solo-v{version}", f"{__name__}:make_solo", kwargs={"name": name})


_register()
