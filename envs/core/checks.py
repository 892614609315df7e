"""What users hand to the suite, checked in one place.

Each check gives the value back in the form that the rest of the code expects, or raises one typed error that says what to do.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from operator import index
from typing import Any, TypeVar

import numpy as np

from regolith.envs.core.errors import (
    AgentSpecError,
    InvalidAction,
    InvalidOptions,
    InvalidSeat,
    InvalidSeed,
    RegolithError,
)
from regolith.envs.core.players import INSIDE

Array = np.ndarray[Any, Any]
Kind = TypeVar("Kind")
MAX_SEED = 2**63 - 1
LONGEST_PURPOSE = 64
LONGEST_SHOWN = 60
BIGGEST_SHOWN = 2**128


def shown(value: Any) -> str:
    """A value in a message: on one line, and not too long."""
    if isinstance(value, int) and abs(value) > BIGGEST_SHOWN:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = " ".join((value.__name__ if inspect.isroutine(value) else repr(value)).split())
    except Exception:
        text = f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 4] + " ..."


def is_whole(value: Any) -> bool:
    """An integer of Python's or NumPy's. A bool is none here: who passes one has mixed something up."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def check_kind(name: str, value: Any, kind: type[Kind]) -> Kind:
    """An argument that must be of one class."""
    if not isinstance(value, kind):
        raise InvalidOptions(f"{name} must be a {kind.__name__}, not {shown(value)}")
    return value


def check_choice(name: str, value: Any, choices: Sequence[str | None]) -> Any:
    """An argument that must be one of a few words."""
    if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
        words = ", ".join(map(repr, choices))
        raise InvalidOptions(f"{name} {shown(value)} does not exist; it is one of {words}")
    return value


def check_count(name: str, value: Any, most: int, least: int = 1, error: type[RegolithError] = InvalidOptions) -> int:
    """A number of games, threads, simulations and the like."""
    if not is_whole(value) or not least <= value <= most:
        raise error(f"{name} must be an integer from {least} to {most}, not {shown(value)}")
    return int(value)


def check_number(
    name: str, value: Any, least: float, most: float, error: type[RegolithError] = InvalidOptions
) -> float:
    """A number that need not be whole."""
    number = is_whole(value) or isinstance(value, (float, np.floating))
    if not number or not least <= value <= most:
        raise error(f"{name} must lie between {least:g} and {most:g}, not {shown(value)}")
    return float(value)


def check_seed(seed: Any) -> int:
    """A seed is an integer from 0 to 2**63 - 1."""
    if not is_whole(seed) or not 0 <= seed <= MAX_SEED:
        raise InvalidSeed(f"a seed is an integer from 0 to 2**63 - 1, not {shown(seed)}")
    return int(seed)


def check_purpose(purpose: Any) -> str:
    """A purpose names a stream of deals: any short text."""
    if not isinstance(purpose, str) or not purpose.isprintable() or not 0 < len(purpose) <= LONGEST_PURPOSE:
        raise InvalidOptions(f"a purpose is a text of 1 to {LONGEST_PURPOSE} characters, not {shown(purpose)}")
    return purpose


def check_seat(seat: Any, players: int) -> int:
    """A seat is a number at this table."""
    if not is_whole(seat) or not 0 <= seat < players:
        raise InvalidSeat(f"seat {shown(seat)} does not exist: seats are 0 to {players - 1}")
    return int(seat)


def check_learner(seat: Any, players: int) -> Any:
    """The learner sits in one seat, or in a "random" one."""
    return seat if isinstance(seat, str) and seat == "random" else check_seat(seat, players)


def check_action(action: Any, count: int) -> int:
    """An action is a number of the action space, or an array of no dimension that holds one, as some policies give it."""
    try:
        number = -1 if isinstance(action, bool) else index(action)
    except TypeError:
        number = -1
    if not 0 <= number < count:
        raise InvalidAction(f"an action is an integer from 0 to {count - 1}, not {shown(action)}")
    return number


def check_actions(actions: Any, games: int, count: int, who: str) -> Array:
    """One action for each of some games, as compiled code takes them."""
    try:
        chosen = np.asarray(actions)
    except Exception:  # an object may raise anything on its way into an array
        raise InvalidAction(f"{who}: actions must be {games} integers, not {shown(actions)}") from None
    if chosen.shape != (games,) or chosen.dtype.kind not in "iu":
        raise InvalidAction(f"{who}: actions must be {games} integers, not {chosen.dtype} of shape {chosen.shape}")
    if games and (chosen.min() < 0 or chosen.max() >= count):
        wrong = chosen[(chosen < 0) | (chosen >= count)][0]
        raise InvalidAction(f"{who}: an action is an integer from 0 to {count - 1}, not {wrong}")
    return chosen.astype(np.int64)


def check_opponents(opponents: Any) -> list[Any]:
    """An opponent is the name of one that plays inside, or something that can be called."""
    if opponents is None or isinstance(opponents, str) or not isinstance(opponents, Sequence):
        raise InvalidOptions(f"opponents must be a list, not {shown(opponents)}")
    for opponent in opponents:
        inside = isinstance(opponent, str) and opponent in INSIDE
        if not inside and (isinstance(opponent, str) or not callable(opponent)):
            names = " nor ".join(map(repr, INSIDE))
            raise InvalidOptions(f"opponent {shown(opponent)} is neither {names} nor a callable")
    return list(opponents)


def check_weights(weights: Any, count: int) -> Array:
    """How often each opponent is drawn: equally often unless weights say otherwise."""
    try:
        given = np.ones(count) if weights is None else np.asarray(weights)
    except Exception:  # an object may raise anything on its way into an array
        given = np.zeros(0)
    right = given.shape == (count,) and given.dtype.kind in "iuf" and bool(np.isfinite(given).all())
    if not right or (given < 0).any() or given.sum() <= 0:
        raise InvalidOptions("weights must be one non-negative number per opponent, not all zero")
    return given.astype(np.float64)


def check_agent_spec(spec: Any) -> str:
    """An agent is named by a text, which stands in reports and terminals and so must be printable."""
    if not isinstance(spec, str) or not spec.isprintable():
        raise AgentSpecError(f"an agent is named by a printable text such as 'greedy', not by {shown(spec)}")
    return spec
