"""Nothing from outside is believed: bytes that are no state of a game are refused before a rule sees them."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import every_game, finished, midgame, positions, sampled_sets

from regolith import envs
from regolith.envs.core.errors import InvalidState
from regolith.envs.core.game import Game
from regolith.envs.core.record import HEADER, UNUSED, WORDS, Range, of, record_of

MUTANTS = Path(__file__).with_name("mutants.py")
FEW, MANY = 60, 2_500
"""Mutants of each option set: in every run, and with `--long` (20,000 of each game and more)."""
SETS = 12
"""About so many option sets of a game are tampered with in every run, all of them with `--long`."""
PATIENCE = 600


def bounds(game: Game) -> dict[str, tuple[int, int]]:
    """What each field may hold in this game."""
    return {name: (int(row[3]), int(row[4])) for name, row in zip(game.bounds.names, game.bounds.rows, strict=True)}


def with_number(game: Game, array: np.ndarray[Any, Any], name: str, at: int, number: int) -> bytes:
    """A state in which one number is another one; its checksum is right."""
    other = array.copy()
    other[name].reshape(-1)[at] = number
    return game.serialize(other)


def test_every_number_outside_its_range_is_refused(game: Game) -> None:
    """First and last number of every field, and each one that an option has written, just below and just above what it may be."""
    state = midgame(game)
    tried = 0
    for name, (width, first, end, low, high) in zip(game.bounds.names, game.bounds.rows.tolist(), strict=True):
        type_ends = np.iinfo(state.array[name].dtype)
        start = game.spec.dtype.fields[name][1] // width
        for at in {first - start, end - 1 - start}:
            for number in (low - 1, high + 1):
                if type_ends.min <= number <= type_ends.max:
                    tried += 1
                    with pytest.raises(InvalidState):
                        game.deserialize(with_number(game, state.array, name, at, number))
    assert tried > len(game.bounds.names)


def test_legal_states_are_believed(game: Game) -> None:
    for state in [*positions(game, 12), finished(game, 0)]:
        assert game.deserialize(state.serialize()).array.tobytes() == state.array.tobytes()


def test_a_flipped_bit_is_noticed_by_the_checksum(game: Game) -> None:
    data = midgame(game).serialize()
    for at in range(0, len(data), 97):
        with pytest.raises(InvalidState):
            game.deserialize(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])


def test_a_state_of_an_earlier_version_is_refused_as_that(duel: Game) -> None:
    """Versions before the first release marked states in another way."""
    data = duel.new(1).serialize()
    with pytest.raises(InvalidState, match="a state of another game or of another version, not of"):
        duel.deserialize(data[:4] + bytes(12) + data[16:])


def test_a_state_of_another_layout_is_refused_as_that(duel: Game) -> None:
    """One field more than this version has."""
    fields = [(name, duel.spec.dtype[name], duel.spec.record.ranges[name]) for name in duel.spec.dtype.names or ()]
    header = len(HEADER)
    wider = replace(duel.spec, record=record_of([*fields[header:], ("one_more", "<i4", UNUSED)]))
    other = Game(wider, duel.options)
    with pytest.raises(InvalidState) as caught:
        duel.deserialize(other.serialize(other.template))
    assert str(caught.value) == (
        f"this state was made by another version of the layout of {duel.spec.env_id} (its record has other fields): "
        "read it with the version that wrote it"
    )


def test_a_state_of_other_options_is_refused_as_that(duel: Game) -> None:
    others = [envs.game(duel.spec.name, **options) for options in duel.spec.option_sets]
    other = next(found for found in others if found != duel)
    with pytest.raises(InvalidState, match="with other options"):
        duel.deserialize(other.new(1).serialize())


def test_a_state_without_a_player_to_move_or_randomness_is_refused(game: Game) -> None:
    state, end = midgame(game), finished(game, 0)
    for changed, name in (
        (with_number(game, state.array, "player", 0, -1), "nobody"),
        (with_number(game, end.array, "player", 0, 0), "nobody"),
    ):
        with pytest.raises(InvalidState, match=name):
            game.deserialize(changed)
    state.array["rng"] = 0
    with pytest.raises(InvalidState, match="generator"):
        game.deserialize(game.serialize(state.array))


def test_a_pickled_state_is_checked_too(duel: Game) -> None:
    state = midgame(duel)
    name, (_, high) = next((n, b) for n, b in bounds(duel).items() if n == "generation" or n == "rounds")
    good = pickle.dumps(state)
    bad = good.replace(state.serialize(), with_number(duel, state.array, name, 0, high + 1))
    assert bad != good
    assert pickle.loads(good).digest() == state.digest()
    with pytest.raises(InvalidState):
        pickle.loads(bad)


def test_every_field_says_what_it_may_hold(name: str) -> None:
    record = envs.spec(name).record
    assert set(record.ranges) == set(record.dtype.names or ())
    free = [field for field, allowed in record.ranges.items() if allowed == WORDS]
    # The generator may hold anything but zeros; the stack and the room of the redeal are looked at by the invariants or written first.
    assert set(free) <= {"rng", "stack", "redeal"}


def test_a_field_without_a_range_is_an_error() -> None:
    with pytest.raises(AssertionError):
        record_of([("phase", "<i4")])
    assert record_of([("phase", "<i4", Range(0, 3))]).ranges["phase"] == (0, 3)


def test_the_range_of_an_enum_has_no_gaps(name: str) -> None:
    from enum import IntEnum

    class Gap(IntEnum):
        FIRST = 0
        THIRD = 2

    with pytest.raises(AssertionError):
        of(Gap)
    assert of(envs.spec(name).kinds).low == 0


@pytest.mark.parametrize("name", every_game())
def test_mutants_are_refused_or_play_on(name: str, long: bool, tmp_path: Path) -> None:
    """No crash, no hang, no other error: in a process of its own, so that a crash is a failure and not the end of the tests."""
    count = MANY if long else FEW
    sets = [dict(envs.spec(name).option_sets[i]) for i in sampled_sets(name, long, SETS)]
    notes = tmp_path / "last"
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(MUTANTS), name, json.dumps(sets), "0", str(count), str(notes)],
        capture_output=True,
        text=True,
        timeout=PATIENCE * (20 if long else 1),
        check=False,
    )
    last = notes.read_text() if notes.exists() else "none"
    assert done.returncode == 0, f"mutant {last} of {name}:\n{done.stderr[-2000:]}"
    for fates in json.loads(done.stdout.splitlines()[-1]):
        assert sum(fates.values()) == count
        assert fates["refused"] > count // 10
        assert fates["played on"] > count // 10
