"""Replay files: small, whole, and refused with one line when anything about them is wrong."""

from __future__ import annotations

import json
import random
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import random_game

from regolith import envs
from regolith.envs.core.errors import ReplayError
from regolith.envs.core.game import Game
from regolith.envs.core.layout import Layout
from regolith.envs.core.record import record_of, up_to
from regolith.envs.core.replay import DIGEST_EVERY, FORMAT, MAGIC, REMEDY, Replay

LARGEST = 1024


def actions_of(game: Game, seed: int) -> list[int]:
    """The decisions of a random game."""
    chooser = random.Random(seed)
    return [chooser.choice(state.legal_actions()) for state in random_game(game, seed) if not state.is_terminal]


@pytest.fixture(scope="module")
def replay(game: Game) -> Replay:
    return Replay.record(game, 5, actions_of(game, 5), ["random"] * game.players)


@pytest.fixture
def saved(replay: Replay, tmp_path: Path) -> Path:
    return replay.save(tmp_path / "some.replay")


def refused(path: Path, words: str) -> None:
    with pytest.raises(ReplayError, match=words) as caught:
        Replay.load(path)
    assert "\n" not in str(caught.value)
    assert path.name in str(caught.value)


def forged(path: Path, replay: Replay, actions: list[int] | None = None, **changes: Any) -> Path:
    """A file that is whole but says something else; a change to None leaves the entry out."""
    packed = path.read_bytes()[len(MAGIC) + 4 :]
    body = zlib.decompress(packed)
    size = int.from_bytes(body[:4], "little")
    head = {**json.loads(body[4 : 4 + size]), **changes}
    head = {key: value for key, value in head.items() if value is not None}
    chosen = replay.actions if actions is None else actions
    head["decisions"] = changes.get("decisions", len(chosen))
    return packed_file(path.with_name("forged.replay"), json.dumps(head).encode(), np.array(chosen, "<u2").tobytes())


def packed_file(path: Path, head: bytes, tail: bytes) -> Path:
    packed = zlib.compress(len(head).to_bytes(4, "little") + head + tail)
    path.write_bytes(MAGIC + zlib.crc32(packed).to_bytes(4, "little") + packed)
    return path


def test_a_replay_loads_as_it_was(replay: Replay, saved: Path) -> None:
    loaded = Replay.load(saved)
    assert loaded == replay
    assert loaded.actions == replay.actions
    assert loaded.players == ["random"] * replay.game.players
    assert len(loaded.digests) >= len(loaded.actions) // DIGEST_EVERY
    assert [state.digest() for _, state in loaded.states()] == [state.digest() for _, state in replay.states()]
    *_, (count, end) = loaded.states()
    assert count == len(replay.actions)
    assert end.is_terminal


def test_a_replay_is_small(replay: Replay, saved: Path) -> None:
    assert saved.stat().st_size < LARGEST + 2 * len(replay.actions)
    assert len(replay.actions) > 300 or saved.stat().st_size < LARGEST


def test_half_a_game_is_a_replay_too(replay: Replay, tmp_path: Path) -> None:
    for count in (0, 1, DIGEST_EVERY, DIGEST_EVERY + 1):
        part = Replay.record(replay.game, replay.seed, replay.actions[:count])
        assert Replay.load(part.save(tmp_path / "part.replay")).actions == replay.actions[:count]


def test_saving_makes_folders_and_leaves_no_other_file(replay: Replay, tmp_path: Path) -> None:
    path = replay.save(tmp_path / "a" / "b" / "game.replay")
    replay.save(path)
    assert [found.name for found in path.parent.iterdir()] == ["game.replay"]


def test_any_altered_byte_is_noticed(duel: Game, tmp_path: Path) -> None:
    saved = Replay.record(duel, 1, actions_of(duel, 1)).save(tmp_path / "some.replay")
    data = saved.read_bytes()
    for position in range(len(data)):
        altered = bytearray(data)
        altered[position] ^= 1 << position % 8
        saved.write_bytes(altered)
        refused(saved, "not a Regolith replay" if position < len(MAGIC) else "damaged")


def test_any_truncation_is_noticed(saved: Path) -> None:
    data = saved.read_bytes()
    for size in [*range(0, len(data), 23), len(data) - 1]:
        saved.write_bytes(data[:size])
        refused(saved, "not a Regolith replay" if size < len(MAGIC) else "damaged")
    saved.write_bytes(data + b"\0")
    refused(saved, "damaged")


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 something else", b"RGLREPLAY", MAGIC[:-1] + b"\r\n"], ids=repr)
def test_other_files_are_no_replays(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other.replay"
    path.write_bytes(data)
    refused(path, "is not a Regolith replay")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    refused(tmp_path / "missing.replay", "cannot read")
    refused(tmp_path, "cannot read")


def test_other_env_version(replay: Replay, saved: Path) -> None:
    spec = replay.game.spec
    refused(forged(saved, replay, env=f"{spec.name}_v{spec.version + 1}"), f"was recorded with .*: {REMEDY}")


def test_other_layout(replay: Replay, saved: Path) -> None:
    made = f": the replay was made by another version of the layout of {replay.game.spec.env_id}"
    numbers, fields = r"\(its action numbers mean something else\)", r"\(its record has other fields\)"
    refused(forged(saved, replay, action_layout="0123456789ab"), f"{made} {numbers}: {REMEDY}")
    refused(forged(saved, replay, record_layout="0123456789ab"), f"{made} {fields}: {REMEDY}")
    # Options may have changed too: that is not what is wrong with the file.
    refused(forged(saved, replay, action_layout="0123456789ab", options={"no_such_option": 1}), made)


def test_other_format(replay: Replay, saved: Path) -> None:
    """Files of format 1 do not have the fingerprints."""
    made = "made by another version of the layout of its game, with other action numbers"
    refused(
        forged(saved, replay, format=1, action_layout=None, record_layout=None),
        rf"{made} \(it has replay format 1, and this version reads format {FORMAT}\): {REMEDY}",
    )
    refused(forged(saved, replay, format=FORMAT + 1), rf"{made} \(it has replay format {FORMAT + 1}, .*: {REMEDY}")


def test_a_fingerprint_tells_layouts_apart() -> None:
    def layout(*pieces: tuple[str, int]) -> str:
        found = Layout()
        for name, size in pieces:
            found.add(name, size, "anything")
        return found.fingerprint()

    def record(*fields: tuple[Any, ...]) -> str:
        return record_of([(*field, up_to(7)) for field in fields]).fingerprint()

    for made, one, two in (layout, ("a", 2), ("b", 2)), (record, ("a", "<i4"), ("b", "<i4")):
        other = (*one[:1], 3) if made is layout else (*one, (3,))
        prints = [made(one), made(two), made(one, two), made(two, one), made(other), made(other, two)]
        assert len(set(prints)) == len(prints)
        assert made(one, two) == prints[2]
    assert record(("a", "<i4")) != record(("a", "<i8"))


def test_illegal_actions(replay: Replay, saved: Path) -> None:
    first = replay.game.new(replay.seed)
    illegal = next(a for a in range(replay.game.num_actions) if a not in first.legal_actions())
    refused(forged(saved, replay, [illegal, *replay.actions[1:]]), "does not play back")
    refused(forged(saved, replay, [*replay.actions[:-1], 65535]), "does not play back")
    refused(forged(saved, replay, [*replay.actions, 0]), "does not play back")


def test_other_legal_actions(replay: Replay, saved: Path) -> None:
    """Legal, but not the game that was recorded: the digests tell."""
    state = replay.game.new(replay.seed)
    for count, action in enumerate(replay.actions):
        others = [a for a in state.legal_actions() if a != action]
        if others:
            refused(forged(saved, replay, [*replay.actions[:count], others[0]]), "does not play back")
            return
        state.apply(action)
    pytest.fail("a game without any choice")


def test_other_seed_options_or_digests(replay: Replay, saved: Path) -> None:
    refused(forged(saved, replay, seed=replay.seed + 1), "does not play back")
    refused(forged(saved, replay, digests=replay.digests[::-1]), "does not play back")
    refused(forged(saved, replay, digests=replay.digests[:-1]), "does not play back")
    refused(forged(saved, replay, digests=[]), "does not play back")


def test_actions_are_missing(replay: Replay, saved: Path) -> None:
    refused(forged(saved, replay, replay.actions[:-1], decisions=len(replay.actions)), "damaged")


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": -1},
        {"seed": "five"},
        {"seed": 2**70},
        {"seed": None},
        {"digests": 7},
        {"digests": None},
        {"game": 7},
        {"game": "no_such_game"},
        {"options": {"no_such_option": 1}},
        {"options": {"players": 99}},
        {"options": []},
        {"options": None},
        {"format": None},
        {"action_layout": None},
        {"record_layout": "short"},
        {"digest_every": 0},
    ],
    ids=str,
)
def test_nonsense_in_a_whole_file(name: str, tmp_path: Path, changes: dict[str, Any]) -> None:
    game = envs.game(name)
    replay = Replay.record(game, 1, actions_of(game, 1))
    saved = replay.save(tmp_path / "some.replay")
    assert Replay.load(forged(saved, replay)) == replay
    refused(forged(saved, replay, **changes), ".")


@pytest.mark.parametrize(
    ("head", "tail"),
    [
        (b"[]", b""),
        (b"7", b""),
        (b"null", b""),
        (b"{}", b""),
        (b"{", b""),
        (b"\xff\xfe", b""),
        (b"{}", b"odd"),
        (b"", b""),
    ],
)
def test_whole_files_without_a_head(tmp_path: Path, head: bytes, tail: bytes) -> None:
    refused(packed_file(tmp_path / "some.replay", head, tail), "damaged")


def test_verify_names_the_decision(replay: Replay) -> None:
    replay.verify()
    if len(replay.digests) > 1:
        wrong = Replay(replay.game, replay.seed, replay.actions, [replay.digests[0], "0" * 16, *replay.digests[2:]])
        with pytest.raises(ReplayError, match=f"differs at decision {min(DIGEST_EVERY, len(replay.actions))}"):
            wrong.verify()
