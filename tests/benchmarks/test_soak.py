"""`regolith soak`: it finds what is wrong, keeps a replay of it, and says honestly what it has checked."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any

import pytest
from cli.running import refused, run_command

from regolith import envs
from regolith.benchmarks import soak
from regolith.cli.commands import soak as command
from regolith.envs.core.game import Game, Invariants
from regolith.envs.core.jit import kernel
from regolith.envs.core.replay import Replay
from regolith.envs.core.state import State

GAME = "tinyforming_mars"
TENTH = 10


class Broken(IntEnum):
    NOTHING = 0
    TENTH_DECISION = 1


@kernel
def broken_at_the_tenth(t: Any, s: Any) -> int:
    return 1 if s.decisions == TENTH else 0


def spoilt(name: str, **changed: Any) -> Game:
    """The game as a spec of its own, with something changed; the table is its own too, since it knows where the rules are."""
    return dataclasses.replace(envs.spec(GAME), name=name, table=envs.spec(GAME).table.copy(), **changed).bind()


def test_a_sound_game_has_no_finding(name: str) -> None:
    looked = []
    decisions, finding = soak.soak_game(envs.game(name), 1, 20, lambda: looked.append(1))
    assert finding is None
    assert decisions > 50
    assert looked


def test_a_game_is_the_same_however_often_it_is_looked_at() -> None:
    seldom = soak.soak_game(envs.game(GAME), 3, 5000, lambda: None)
    assert soak.soak_game(envs.game(GAME), 3, 5, lambda: None) == seldom


def test_a_broken_invariant_is_found_and_can_be_replayed(tmp_path: Path) -> None:
    game = spoilt("broken", invariants=Invariants(broken_at_the_tenth, Broken))
    _, finding = soak.soak_game(game, 4, 1000, lambda: None)
    assert finding is not None
    assert finding.text == "broken: tenth decision"
    assert len(finding.actions) == TENTH
    stored = dataclasses.replace(finding, game=envs.game(GAME)).save(tmp_path)
    assert Replay.load(stored).actions == finding.actions


@kernel
def observe_badly(t: Any, s: Any, seat: int, out: Any) -> None:
    out[0] = 2.0 if s.decisions == TENTH else 0.5


def test_an_observation_out_of_bounds_is_found() -> None:
    kernels = dataclasses.replace(envs.spec(GAME).kernels, observe=observe_badly)
    decisions, finding = soak.soak_game(spoilt("bounds", kernels=kernels), 4, 1000, lambda: None)
    assert finding is not None
    assert finding.text == "observation out of bounds"
    assert decisions == TENTH


class Leaky(State):
    """A state whose copies, bytes and names are wrong in one way each."""

    fault = ""

    def clone(self) -> State:
        return self if self.fault == "clone" else super().clone()

    def serialize(self) -> bytes:
        other = super().clone()
        other.array["decisions"] += self.fault == "serialize"
        return other.serialize()

    def action_name(self, action: int) -> str:
        return "same" if self.fault == "name" else super().action_name(action)

    def resample(self, seat: int, seed: int) -> State:
        return State(self.game, self.game.new(99).array if self.fault == "resample" else self.array.copy())

    def apply(self, action: Any) -> None:
        if self.fault != "apply" or action in self.legal_actions():
            super().apply(action)


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("", None),
        ("clone", "changed the state"),
        ("serialize", "another state"),
        ("name", "one name"),
        ("resample", "sees something hidden"),
        ("apply", "illegal action"),
    ],
)
def test_a_closer_look_finds_what_is_wrong(fault: str, text: str | None) -> None:
    state = Leaky(envs.game(GAME), envs.game(GAME).new(3).array)
    state.__class__ = type("Faulty", (Leaky,), {"fault": fault, "__slots__": ()})
    found = list(soak.look_closer(state, random.Random(1)))
    assert any(text in line for line in found) if text else not found, found


def test_the_end_is_checked() -> None:
    state = envs.game(GAME).new(3)
    assert any("after the end" in line for line in soak.check_end(state))
    while not state.is_terminal:
        state.apply(state.legal_actions()[0])
    assert not list(soak.check_end(state))


def test_the_command_says_what_it_has_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run_command(
        monkeypatch,
        capsys,
        "soak",
        GAME,
        "--decisions",
        "3000",
        "--sample-every",
        "50",
        "--out",
        str(tmp_path / "found"),
    )
    assert done.code == 0
    assert "random games of 9 option sets" in done.out
    assert "after every decision: its own invariants, mask" in done.out
    assert "sampled positions" in done.out
    assert "nothing found" in done.out
    assert not list((tmp_path / "found").iterdir())


def test_the_command_takes_options_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = run_command(
        monkeypatch, capsys, "soak", GAME, "--decisions", "500", "--players", "1", "--out", str(tmp_path / "found")
    )
    assert done.code == 0
    assert "random games of 1 option sets" in done.out


def test_option_sets_take_turns_and_only_what_was_played_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each game takes 100 decisions here."""
    played: list[tuple[Game, int]] = []

    def play(game: Game, seed: int, sample_every: int, sampled: Any) -> tuple[int, None]:
        played.append((game, seed))
        return 100, None

    monkeypatch.setattr(command, "soak_game", play)
    games = [envs.game(GAME, **options) for options in envs.spec(GAME).option_sets]
    some = run_command(monkeypatch, capsys, "soak", GAME, "--decisions", "250", "--out", str(tmp_path))
    assert played == [(game, 0) for game in games[:3]]
    assert "300 decisions in 3 random games of 3 of 9 option sets" in some.out
    played.clear()
    all_ = run_command(monkeypatch, capsys, "soak", GAME, "--decisions", "1100", "--seed", "7", "--out", str(tmp_path))
    assert played == [(game, 7) for game in games] + [(game, 8) for game in games[:2]]
    assert "1,100 decisions in 11 random games of 9 option sets" in all_.out


def test_an_interrupted_soak_counts_whole_games_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(game: Game, seed: int, sample_every: int, sampled: Any) -> tuple[int, None]:
        if game.options.map == "elysium":  # type: ignore[attr-defined]
            raise KeyboardInterrupt
        return 100, None

    monkeypatch.setattr(command, "soak_game", play)
    done = run_command(monkeypatch, capsys, "soak", GAME, "--out", str(tmp_path))
    assert done.code == 130
    first = [envs.game(GAME, **options).options.map for options in envs.spec(GAME).option_sets].index("elysium")  # type: ignore[attr-defined]
    assert f"{100 * first} decisions in {first} random games of {first} of 9 option sets" in done.out
    assert "interrupted" in done.out


@pytest.mark.parametrize("wrong", [("--decisions", "0"), ("--sample-every", "0"), ("--seed", "-1"), ("word",)])
def test_wrong_arguments_are_one_line(
    wrong: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(run_command(monkeypatch, capsys, "soak", GAME, *wrong, "--out", str(tmp_path / "found")))


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every closer look finds something."""

    def complain(state: State, chooser: random.Random) -> Iterator[str]:
        yield "a fault"

    monkeypatch.setattr(soak, "look_closer", complain)


def soaked(folder: Path, decisions: int) -> None:
    context: Any = type("Context", (), {"args": []})()
    command.command(context, GAME, decisions=decisions, sample_every=20, seed=0, out=folder)


@pytest.mark.usefixtures("faulty")
def test_findings_are_kept_as_replays_and_end_in_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        soaked(tmp_path, 10_000)
    assert left.value.code == 1
    out = capsys.readouterr().out
    assert out.count("FOUND a fault") == command.MOST_FINDINGS
    stored = sorted(tmp_path.glob("*.rgl"))
    assert len(stored) == command.MOST_FINDINGS
    assert Replay.load(stored[0]).actions


def test_an_interrupt_keeps_what_was_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    def complain_once(state: State, chooser: random.Random) -> Iterator[str]:
        looks.append(1)
        if len(looks) > 1:
            raise KeyboardInterrupt
        yield "a fault"

    monkeypatch.setattr(soak, "look_closer", complain_once)
    with pytest.raises(SystemExit) as left:
        soaked(tmp_path, 10_000)
    assert left.value.code == 1
    out = capsys.readouterr().out
    assert "interrupted" in out
    assert "FOUND a fault" in out
    assert len(list(tmp_path.glob("*.rgl"))) == 1
