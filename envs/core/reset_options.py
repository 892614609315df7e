"""What `reset(options=...)` can ask for: a deal, a position, the learner's seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from regolith.envs.core.checks import shown
from regolith.envs.core.errors import InvalidOptions
from regolith.envs.core.game import Game
from regolith.envs.core.state import State

KEYS = ("deal", "seat", "state")


def check_reset_options(options: Any, no_seat: str = "") -> dict[str, Any]:
    """What is asked for. `no_seat` says why an env has no use for a seat."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise InvalidOptions(f"reset options are a dictionary, not {shown(options)}")
    for key in options:
        if key not in KEYS:
            raise InvalidOptions(f"unknown reset option {shown(key)} (reset options: {', '.join(KEYS)})")
    if no_seat and "seat" in options:
        raise InvalidOptions(f"there is no seat to choose: {no_seat}")
    if "deal" in options and "state" in options:
        raise InvalidOptions("a game starts from a deal or from a state, not from both")
    return dict(options)


def starting_state(game: Game, asked: Mapping[str, Any]) -> State | None:
    """The deal or position that is asked for, if any."""
    if "deal" in asked:
        return game.new(asked["deal"])
    if "state" in asked:
        return game.deserialize(asked["state"])
    return None


def undecided(state: State) -> State:
    """The same position, which must leave somebody something to decide."""
    if state.is_terminal:
        raise InvalidOptions("the game is over in this state: there is nothing left to decide")
    return state


def for_each_game(asked: Mapping[str, Any], key: str, games: int) -> list[Any]:
    """One value for each of some games, None where nothing is asked for: what is given is meant for all, a list for each."""
    value = asked.get(key, [None] * games)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        return [value] * games
    if len(value) != games:
        raise InvalidOptions(f"reset option {key!r} must be one value, or a list of {games}, one for each game")
    return list(value)
