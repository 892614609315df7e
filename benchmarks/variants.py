"""Variants of a game, each in a TOML file: options, changed cards or another deck, money for seats. Every mistake names the file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regolith import envs
from regolith.envs.core.checks import shown
from regolith.envs.core.errors import InvalidOptions, RegolithError
from regolith.envs.core.experiment import Start, money_of
from regolith.envs.core.files import read_toml
from regolith.envs.core.game import Game

MOST_BYTES = 1 << 16
TABLES = ("options", "cards", "seats", "deck")


class VariantError(RegolithError):
    """A file of a variant that cannot be played."""


@dataclass(frozen=True)
class Variant:
    """A game with its options, and what seats have more at the start."""

    name: str
    game: Game
    money: tuple[int, ...]

    @property
    def start(self) -> Start:
        """How its deals begin. Where a game allows it everybody draws in an order of his own, so that two variants stay alike."""
        return Start(money=self.money, apart=self.game.spec.experiment is not None)

    @property
    def fingerprint(self) -> str:
        """Another one for another game, whatever the files are called."""
        content = self.game.template.tobytes() + repr(self.money).encode()
        return hashlib.blake2b(content, digest_size=8).hexdigest()


def read(path: Path, game: str, options: Mapping[str, Any]) -> Variant:
    """Read and check a file; `options` hold for all that it does not say."""
    if not path.stem.isprintable():
        raise VariantError(f"reports name a variant after its file, so {shown(path.stem)} must be printable")
    data = read_toml(path, MOST_BYTES, "the variant", VariantError)
    for name in data:
        if name not in TABLES:
            raise _wrong(path, f"there is no {shown(name)}; a variant has {', '.join(TABLES)}")
    for name in ("options", "cards", "seats"):
        if not isinstance(data.get(name, {}), dict):
            raise _wrong(path, f"{name} must be a table, not {shown(data[name])}")
    spec = envs.spec(game)
    chosen = {**options, **data.get("options", {})}
    for table, option, value in (("cards", "cards", str(path)), ("deck", "deck", _deck(path, data.get("deck")))):
        if table not in data:
            continue
        if option not in spec.options.model_fields:
            raise _wrong(path, f"{spec.title} takes no {table}")
        if option in data.get("options", {}):
            raise _wrong(path, f"the {table} stand there twice, as an option too")
        chosen[option] = value
    try:
        bound = spec.bind(**chosen)
    except InvalidOptions as problem:
        raise _wrong(path, str(problem)) from None
    return Variant(path.stem, bound, _money(path, bound, data.get("seats", {})))


def _deck(path: Path, given: Any) -> Any:
    """A deck file lies where the variant says, seen from it; other names are for the game."""
    beside = path.parent / given if isinstance(given, str) else path
    return str(beside) if isinstance(given, str) and beside.is_file() else given


def _money(path: Path, game: Game, seats: dict[str, Any]) -> tuple[int, ...]:
    """What each seat has more at the start."""
    if not seats:
        return ()
    try:
        given = money_of(game)
    except RegolithError as problem:
        raise _wrong(path, str(problem)) from None
    key = given.name.lower()
    for name in seats:
        if name != key:
            raise _wrong(path, f"seats have no {shown(name)}; they may have {key} = [0, {given.usual}]")
    money = seats[key]
    if not isinstance(money, list) or not all(type(n) is int and 0 <= n <= given.most for n in money):
        raise _wrong(path, f"{key} must list numbers from 0 to {given.most}, one for each seat, not {shown(money)}")
    if len(money) != game.players:
        raise _wrong(path, f"{key} must list {game.players} numbers, one for each seat, not {len(money)}")
    return tuple(money)


def _wrong(path: Path, what: str) -> VariantError:
    return VariantError(f"the variant {path} is wrong: {what}")
