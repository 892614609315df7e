"""Reading what typer leaves over: options of the game, and lists of agents; and checks that commands share."""

from __future__ import annotations

import json
from collections.abc import Collection
from math import isfinite
from pathlib import Path
from typing import Any

from regolith import envs
from regolith.envs.core.checks import MAX_SEED
from regolith.envs.core.errors import InvalidOptions, InvalidSeed, RegolithError
from regolith.envs.core.rescue import probe

MOST_DEALS = 1_000_000
INTERRUPTED = 130
"""The exit code of a command that was stopped by Ctrl-C, as shells have it."""


def split_rest(game: str, rest: list[str]) -> tuple[dict[str, Any], list[str]]:
    """Game options (`--map elysium --intense`) and the plain words between them."""
    fields = envs.spec(game).options.model_fields
    options: dict[str, Any] = {}
    words: list[str] = []
    todo = list(rest)
    while todo:
        token = todo.pop(0)
        if not token.startswith("-"):
            words.append(token)
            continue
        name, separator, _ = token.lstrip("-").replace("-", "_").partition("=")
        if name not in fields:
            raise InvalidOptions(f"unknown option {token!r}; options of {game}: " + ", ".join(f"--{f}" for f in fields))
        if separator:
            options[name] = _value(token.partition("=")[2])
        elif fields[name].annotation is bool and (not todo or todo[0] not in ("true", "false")):
            options[name] = True
        elif todo:
            options[name] = _value(todo.pop(0))
        else:
            raise InvalidOptions(f"option {token} needs a value")
    return options, words


def _value(text: str) -> Any:
    """Numbers and booleans as such, everything else as text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def at_least_one(name: str, value: int) -> int:
    """Counts of games, decisions and the like."""
    if value < 1:
        raise RegolithError(f"{name} must be at least 1, not {value}")
    return value


def deal_count(deals: int, name: str = "--deals") -> int:
    """How many deals are played: as many as can be planned ahead in little memory."""
    if at_least_one(name, deals) > MOST_DEALS:
        raise RegolithError(f"{name} must be at most {MOST_DEALS:,}, not {deals}; --seed goes on where a run has ended")
    return deals


def above_zero(name: str, value: float) -> float:
    """Seconds, shares and the like."""
    if not (isfinite(value) and value > 0):
        raise RegolithError(f"{name} must be a number above 0, not {value:g}")
    return value


def listed(name: str, text: str, known: Collection[str]) -> list[str]:
    """Words with commas or spaces between them, all of them known; no words mean all."""
    words = list(dict.fromkeys(text.replace(",", " ").split()))
    for word in words:
        if word not in known:
            raise RegolithError(f"{name}: there is no {word!r}; there are {', '.join(known)}")
    return words or list(known)


def deal_numbers(seed: int, deals: int) -> int:
    """The first of so many deals, all of which must be seeds."""
    if not 0 <= seed <= MAX_SEED - deals:
        raise InvalidSeed(f"--seed must lie between 0 and {MAX_SEED - deals}, not {seed}")
    return seed


def folder(path: Path) -> Path:
    """A folder to write results into, made and tried now: better than finding out after hours that it cannot be."""
    probe(path)
    return path


def file(path: Path) -> Path:
    """A file to write: its folder is made and tried now."""
    if path.exists() and not path.is_file():
        raise RegolithError(f"{path} is not a file and cannot become one; name another")
    folder(path.parent)
    return path
