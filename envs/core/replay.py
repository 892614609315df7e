"""Replay files: options, seed, actions and digests of a game, in one small checked file."""

from __future__ import annotations

import json
import os
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from regolith.envs.core.checks import check_actions, check_kind, check_seed
from regolith.envs.core.errors import RegolithError, ReplayError
from regolith.envs.core.game import Game
from regolith.envs.core.state import State

MAGIC = b"RGLREPLAY\n"
FORMAT = 1
DIGEST_EVERY = 16
"""Decisions between two digests; the last state always has one."""
MOST_ACTIONS = 1 << 16
"""What the file can tell apart; whether an action exists and is legal is seen when it is played."""


@dataclass
class Replay:
    """A game as the list of its decisions."""

    game: Game
    seed: int
    actions: list[int] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    """Who sat where (agent specs), if known."""

    def __post_init__(self) -> None:
        check_kind("game", self.game, Game)
        self.seed = check_seed(self.seed)
        if count := len(check_kind("actions", self.actions, list)):
            self.actions = check_actions(self.actions, count, MOST_ACTIONS, "replay").tolist()

    @classmethod
    def record(cls, game: Game, seed: int, actions: list[int], players: list[str] | None = None) -> Replay:
        """Play the actions once and note the digests."""
        replay = cls(game, seed, actions, [], list(players or []))
        replay.digests = [
            state.digest() for count, state in _states(game, seed, actions) if _digested(count, len(actions))
        ]
        return replay

    def save(self, path: str | Path) -> Path:
        """Write the file; an existing one is replaced only when the new one is complete."""
        path = Path(path)
        head = {
            "format": FORMAT,
            "env": self.game.spec.env_id,
            "game": self.game.spec.name,
            "options": self.game.options.model_dump(),
            "seed": self.seed,
            "digest_every": DIGEST_EVERY,
            "digests": self.digests,
            "players": self.players,
            "decisions": len(self.actions),
        }
        text = json.dumps(head, sort_keys=True).encode()
        body = len(text).to_bytes(4, "little") + text + np.array(self.actions, "<u2").tobytes()
        packed = zlib.compress(body, 9)
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(path.name + ".part")
        temporary.write_bytes(MAGIC + zlib.crc32(packed).to_bytes(4, "little") + packed)
        os.replace(temporary, path)
        return path

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a file, checking that it is whole and that this version of the game plays it back to the same states."""
        path = Path(path)
        try:
            data = path.read_bytes()
        except OSError as problem:
            raise ReplayError(f"cannot read {path}: {problem.strerror}") from None
        replay = cls._parse(data, path)
        replay.verify(path)
        return replay

    @classmethod
    def _parse(cls, data: bytes, path: Path) -> Replay:
        from regolith import envs

        if not data.startswith(MAGIC):
            raise ReplayError(f"{path} is not a Regolith replay")
        checksum, packed = data[len(MAGIC) : len(MAGIC) + 4], data[len(MAGIC) + 4 :]
        if zlib.crc32(packed).to_bytes(4, "little") != checksum:
            raise ReplayError(f"{path} is damaged (truncated or altered): its checksum does not match")
        try:
            body = zlib.decompress(packed)
            size = int.from_bytes(body[:4], "little")
            head: dict[str, Any] = json.loads(body[4 : 4 + size])
            actions = np.frombuffer(body[4 + size :], "<u2").tolist()
            if head["format"] != FORMAT or head["digest_every"] != DIGEST_EVERY:
                raise ReplayError(f"{path} has replay format {head['format']}; this version reads format {FORMAT}")
            if head["decisions"] != len(actions):
                raise ReplayError(f"{path} is damaged: {len(actions)} of {head['decisions']} decisions are there")
            spec = envs.spec(head["game"])
            if head["env"] != spec.env_id:
                raise ReplayError(f"{path} was recorded with {head['env']}; this version plays {spec.env_id}")
            game, digests, players = spec.bind(**head["options"]), list(head["digests"]), list(head["players"])
            return cls(game, check_seed(head["seed"]), actions, digests, players)
        except ReplayError:
            raise
        except (RegolithError, zlib.error, ValueError, KeyError, TypeError) as problem:
            raise ReplayError(f"{path} is damaged: {problem}") from None

    def verify(self, name: str | Path = "the replay") -> None:
        """Play it back and compare the digests."""
        wanted = iter(self.digests)
        try:
            for count, state in _states(self.game, self.seed, self.actions):
                if _digested(count, len(self.actions)) and next(wanted, None) != state.digest():
                    raise ReplayError(f"{name} does not play back: the state differs at decision {count}")
        except ReplayError:
            raise
        except RegolithError as problem:
            raise ReplayError(f"{name} does not play back: {problem}") from None
        if next(wanted, None) is not None:
            raise ReplayError(f"{name} does not play back: it has more digests than decisions")

    def states(self) -> Any:
        """Pairs of (decisions taken, state); the state is one object that moves on."""
        return _states(self.game, self.seed, self.actions)


def _states(game: Game, seed: int, actions: list[int]) -> Any:
    state: State = game.new(seed)
    yield 0, state
    for count, action in enumerate(actions, start=1):
        state.apply(action)
        yield count, state


def _digested(count: int, total: int) -> bool:
    return count % DIGEST_EVERY == 0 or count == total
