"""Replay files: options, seed, actions and digests of a game, in one small checked file."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json

from regolith.envs.core.checks import MAX_SEED, check_actions, check_kind, check_seed
from regolith.envs.core.errors import RegolithError, ReplayError, another_layout, one_line
from regolith.envs.core.files import read_whole, write_whole
from regolith.envs.core.game import Game, GameSpec
from regolith.envs.core.state import State

MAGIC = b"RGLREPLAY\n"
FORMAT = 2
"""Files of format 1 do not say for which action numbers they were written."""
DIGEST_EVERY = 16
"""Decisions between two digests; the last state always has one."""
WHAT, REMEDY = "the replay", "replay it with the version that wrote it"
MOST_ACTIONS = 1 << 16
"""What the file can tell apart; whether an action exists and is legal is seen when it is played."""
MOST_DECISIONS = 50_000
"""A game that takes longer does not end."""
MOST_HEAD = 1 << 20
"""Bytes of the header: digests of the longest game fit several times over."""
MOST_BYTES = 4 + MOST_HEAD + 2 * MOST_DECISIONS
"""Of what is unpacked, so that a small file cannot fill the memory."""


Fingerprint = Annotated[str, Field(pattern="^[0-9a-f]{12}$")]


class OtherVersion(ReplayError):
    """A file that is whole, but not for this version of the game."""


class Head(BaseModel):
    """What stands before the decisions."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: int
    env: str = Field(max_length=100)
    game: str = Field(max_length=100)
    action_layout: Fingerprint
    record_layout: Fingerprint
    options: dict[str, Any]
    seed: int = Field(ge=0, le=MAX_SEED)
    digest_every: int = Field(ge=DIGEST_EVERY, le=DIGEST_EVERY)
    digests: list[Annotated[str, Field(pattern="^[0-9a-f]{16}$")]] = Field(max_length=MOST_DECISIONS)
    players: list[Annotated[str, Field(max_length=5000)]] = Field(max_length=100)
    decisions: int = Field(ge=0, le=MOST_DECISIONS)


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
        head = {
            "format": FORMAT,
            "env": self.game.spec.env_id,
            "game": self.game.spec.name,
            "action_layout": self.game.spec.actions.fingerprint(),
            "record_layout": self.game.spec.record.fingerprint(),
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
        return write_whole(path, MAGIC + zlib.crc32(packed).to_bytes(4, "little") + packed)

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a file, checking that it is whole and that this version of the game plays it back to the same states."""
        path = Path(path)
        try:
            data = read_whole(path, 2 * MOST_BYTES)
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
            head, actions = _unpacked(packed)
            spec = envs.spec(head.game)
            _check_layout(head, spec)
            game = Game(spec, spec.options.parse(spec.name, head.options))
            if len(head.players) not in (0, game.players):
                raise ReplayError(f"it names {len(head.players)} of {game.players} players")
        except OtherVersion as problem:
            raise ReplayError(f"{path}: {one_line(problem)}") from None
        except RegolithError as problem:
            raise ReplayError(f"{path} is damaged: {one_line(problem)}") from None
        return cls(game, head.seed, actions, head.digests, head.players)

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

    def states(self, stop: int | None = None) -> Any:
        """Pairs of (decisions taken, state), at most up to a number of decisions; the state is one object that moves on."""
        return _states(self.game, self.seed, self.actions[:stop])

    def transcript(self, stop: int | None = None, boards: bool = False) -> Iterator[str]:
        """The game in words: a title, a line for each decision up to a number of them (with the board before it if wanted), the board.

        Headings stand between the decisions wherever they change, and after each decision what it has brought to light.
        """
        players = one_line(", ".join(self.players)) or "unknown"
        yield f"{self.game.spec.title}, deal {self.seed}, {len(self.actions)} decisions, players: {players}"
        last, told, before = len(self.actions[:stop]), "", None
        for count, state in self.states(stop):
            if news := state.news(before):
                yield f"      {news}"
            before = state.record.copy()
            if boards or count == last:
                yield "\n" + state.describe()
            if count < last:
                if (heading := state.heading()) != told:
                    yield f"      {heading}"
                    told = heading
                yield f"{count + 1:>4}  {state.decision_text()}: {state.action_name(self.actions[count])}"


def _check_layout(head: Head, spec: GameSpec) -> None:
    """Raise unless the numbers of actions mean here what they meant where the file was written, and states have the same bytes."""
    if head.env != spec.env_id:
        raise OtherVersion(f"{WHAT} was recorded with {head.env!r}, and this version plays {spec.env_id}: {REMEDY}")
    if head.action_layout != spec.actions.fingerprint():
        raise OtherVersion(another_layout(WHAT, spec.env_id, "its action numbers mean something else", REMEDY))
    if head.record_layout != spec.record.fingerprint():
        raise OtherVersion(another_layout(WHAT, spec.env_id, "its record has other fields", REMEDY))


def _unpacked(packed: bytes) -> tuple[Head, list[int]]:
    """Header and decisions."""
    unpacker = zlib.decompressobj()
    try:
        body = unpacker.decompress(packed, MOST_BYTES)
        if not unpacker.eof or unpacker.unused_data:
            raise ReplayError(f"it does not end, or not within {MOST_BYTES:,} bytes")
        size = int.from_bytes(body[:4], "little")
        given = from_json(body[4 : 4 + size])
        if not isinstance(given, dict):
            raise ReplayError("its header is not an object")
        if (found := given.get("format")) != FORMAT:
            if type(found) is not int:
                raise ReplayError(f"it has no replay format but {found!r}")
            how = f"it has replay format {found}, and this version reads format {FORMAT}"
            raise OtherVersion(another_layout(WHAT, "its game, with other action numbers", how, REMEDY))
        head = Head.model_validate(given)
        actions: list[int] = np.frombuffer(body[4 + size :], "<u2").tolist()
    except ValidationError as problem:
        raise ReplayError("; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in problem.errors())) from None
    except (zlib.error, ValueError) as problem:
        raise ReplayError(str(problem)) from None
    if head.decisions != len(actions):
        raise ReplayError(f"{len(actions)} of {head.decisions} decisions are there")
    return head, actions


def _states(game: Game, seed: int, actions: list[int]) -> Any:
    state: State = game.new(seed)
    yield 0, state
    for count, action in enumerate(actions, start=1):
        state.apply(action)
        yield count, state


def _digested(count: int, total: int) -> bool:
    return count % DIGEST_EVERY == 0 or count == total
