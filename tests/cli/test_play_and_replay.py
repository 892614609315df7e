"""A game at the terminal, by people and by agents, and looking at it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from regolith import envs
from regolith.envs.core.replay import Replay

from .running import Outcome, refused, run_command

GAME = "tinyforming_mars"
Command = Callable[..., Outcome]


@pytest.fixture
def regolith(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command in this process."""
    return lambda *words: run_command(monkeypatch, capsys, *map(str, words))


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Callable[[Iterable[str]], list[str]]:
    """Puts a list of answers in place of the keyboard; the prompts that were shown."""

    def script(lines: Iterable[str]) -> list[str]:
        left, shown = iter(lines), []

        def read(prompt: str = "") -> str:
            shown.append(prompt)
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)
        return shown

    return script


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A replay of a whole game."""
    game = envs.game(GAME)
    state, actions = game.new(11), []
    while not state.is_terminal:
        legal = state.legal_actions()
        actions.append(legal[len(actions) % len(legal)])
        state.apply(actions[-1])
    return Replay.record(game, 11, actions, ["first", "second"]).save(tmp_path / "game.rgl")


def decision_lines(out: str) -> list[str]:
    """The numbered lines of `replay`."""
    return re.findall(r"^ *\d+  generation .*$", out, re.MULTILINE)


def first_choices() -> Iterator[str]:
    while True:
        yield "1"


def test_agents_play_a_game_by_themselves(regolith: Command, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.rgl"
    outcome = regolith("play", GAME, "--agents", "random", "greedy", "--seed", 5, "--out", path)
    assert outcome.code == 0, outcome.err
    replay = Replay.load(path)
    *_, (_, end) = replay.states()
    assert end.is_terminal
    assert replay.players == ["random", "greedy"]
    state = replay.game.new(5)
    told = [line for line in outcome.out.splitlines() if line.startswith("generation")]
    wanted = []
    for action in replay.actions:
        wanted.append(f"{state.decision_text()}: {state.action_name(action)}")
        state.apply(action)
    assert told[: len(wanted)] == wanted
    for seat, (name, score) in enumerate(zip(replay.players, end.scores(), strict=True)):
        assert f"{replay.game.spec.seat_names[seat]} ({name}): {score:g} points" in outcome.out
    assert "deal 5" in outcome.out
    assert f"replay: {path}" in outcome.out


def test_what_agents_choose_in_secret_is_not_told_to_a_person(
    regolith: Command, answers: Callable[[Iterable[str]], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = replace(envs.spec(GAME), secret=lambda record: record.decisions % 2 == 0)
    monkeypatch.setattr("regolith.cli.commands.play.envs.game", lambda name, **options: spec.bind(**options))
    answers(first_choices())
    lines = told(regolith("play", GAME, "--agents", "human", "greedy", "--seed", 5).out)
    hidden = [line for line in lines if line.endswith(": (in secret)")]
    assert hidden
    assert all(", Black: " in line for line in hidden)
    assert any(", Black: " in line for line in lines if line not in hidden)
    lines = told(regolith("play", GAME, "--agents", "random", "greedy", "--seed", 5).out)
    assert not any("secret" in line for line in lines)


def told(out: str) -> list[str]:
    """The lines that tell of decisions."""
    return [line for line in out.splitlines() if re.match("generation .*: .*: ", line)]


def test_the_same_deal_gives_the_same_game(regolith: Command, tmp_path: Path) -> None:
    games = []
    for name, deal in (("a", 5), ("b", 5), ("c", 6)):
        regolith("play", GAME, "--agents", "random", "greedy", "--seed", deal, "--out", tmp_path / name)
        games.append(Replay.load(tmp_path / name).actions)
    assert games[0] == games[1]
    assert games[0] != games[2]


def test_without_a_seed_the_deal_is_told(regolith: Command, tmp_path: Path) -> None:
    outcome = regolith("play", GAME, "--agents", "random", "random", "--out", tmp_path / "game")
    assert outcome.code == 0
    assert f"deal {Replay.load(tmp_path / 'game').seed}" in outcome.out.splitlines()


def test_a_person_can_play(regolith: Command, answers: Callable[[Iterable[str]], list[str]], tmp_path: Path) -> None:
    shown = answers(first_choices())
    outcome = regolith("play", GAME, "--agents", "human", "greedy", "--seed", 3, "--out", tmp_path / "game")
    assert outcome.code == 0, outcome.err
    replay = Replay.load(tmp_path / "game")
    assert replay.players == ["human", "greedy"]
    state, own = replay.game.new(3), 0
    for action in replay.actions:
        if state.current_player == 0:
            own += 1
            assert action == state.legal_actions()[0]
        state.apply(action)
    assert state.is_terminal
    assert len(shown) == own
    assert re.fullmatch(r"choose 1-\d+ \(h for a hint, q to stop\): ", shown[0])


def test_a_person_who_names_no_agents_meets_greedy(
    regolith: Command, answers: Callable[[Iterable[str]], list[str]], tmp_path: Path
) -> None:
    answers(["q"])
    assert regolith("play", GAME, "--seed", 3, "--out", tmp_path / "two").code == 0
    assert Replay.load(tmp_path / "two").players == ["human", "greedy"]
    answers(["q"])
    assert regolith("play", GAME, "--seed", 3, "--players", 1, "--out", tmp_path / "one").code == 0
    assert Replay.load(tmp_path / "one").players == ["human"]


@pytest.mark.parametrize(
    ("words", "players"),
    [
        ("--players 3 human greedy greedy", ["human", "greedy", "greedy"]),
        ("--players 3 --agents human greedy greedy", ["human", "greedy", "greedy"]),
        ("human random", ["human", "random"]),
        ("--locations shuffled human greedy", ["human", "greedy"]),
        ("--agents human --random-worms greedy", ["human", "greedy"]),
        ("--players 4", ["human", "greedy", "greedy", "greedy"]),
    ],
)
def test_agents_are_plain_words_anywhere_among_the_options(
    words: str,
    players: list[str],
    regolith: Command,
    answers: Callable[[Iterable[str]], list[str]],
    tmp_path: Path,
) -> None:
    answers(["q"])
    outcome = regolith("play", "terror_below", "--seed", 3, "--out", tmp_path / "game", *words.split())
    assert outcome.code == 0, outcome.err
    assert Replay.load(tmp_path / "game").players == players


def test_agents_of_an_arena_are_plain_words_too(regolith: Command) -> None:
    outcome = regolith("arena", GAME, "--deals", 1, "--workers", 1, "random", "greedy")
    assert outcome.code == 0, outcome.err
    refused(regolith("arena", GAME, "--deals", 1), "at least one agent")


def test_a_wrong_answer_is_asked_again(
    regolith: Command, answers: Callable[[Iterable[str]], list[str]], tmp_path: Path
) -> None:
    shown = answers(["", "zero", "0", "-1", "9999", "1.5", " 2 ", "q"])
    outcome = regolith("play", GAME, "--agents", "human", "--players", 1, "--seed", 1, "--out", tmp_path / "game")
    assert outcome.code == 0
    assert outcome.out.count("please type a number") == 6
    assert len(shown) == 8
    replay = Replay.load(tmp_path / "game")
    assert replay.actions == [replay.game.new(1).legal_actions()[1]]


@pytest.mark.parametrize("stop", [["q"], ["Q"], ["quit"], []], ids=["q", "Q", "quit", "end of input"])
def test_stopping_keeps_the_replay(
    stop: list[str], regolith: Command, answers: Callable[[Iterable[str]], list[str]], tmp_path: Path
) -> None:
    answers(["1", "1", "1", *stop])
    outcome = regolith("play", GAME, "--agents", "human", "--players", 1, "--seed", 8, "--out", tmp_path / "game")
    assert outcome.code == 0
    assert "stopped" in outcome.out
    assert "points" not in outcome.out.split("stopped")[1]
    replay = Replay.load(tmp_path / "game")
    assert len(replay.actions) == 3
    assert replay.seed == 8


def test_stopping_at_once_keeps_an_empty_replay(
    regolith: Command, answers: Callable[[Iterable[str]], list[str]], tmp_path: Path
) -> None:
    answers(["q"])
    assert regolith("play", GAME, "--players", 1, "--seed", 8, "--out", tmp_path / "game").code == 0
    assert Replay.load(tmp_path / "game").actions == []
    outcome = regolith("replay", tmp_path / "game")
    assert outcome.code == 0
    assert decision_lines(outcome.out) == []


def test_a_person_does_not_see_what_is_hidden(
    regolith: Command, answers: Callable[[Iterable[str]], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(["q"])
    outcome = regolith("play", GAME, "--agents", "human", "greedy", "--seed", 3)
    state = envs.game(GAME).new(3)
    while state.current_player != 0:
        state.apply(state.legal_actions()[0])
    assert state.describe(0) in outcome.out or state.decisions > 0
    assert state.describe() not in outcome.out


def test_too_few_players_are_refused(regolith: Command) -> None:
    refused(regolith("play", GAME, "--agents", "random"), "2 players")


def test_too_many_players_are_refused(regolith: Command) -> None:
    refused(regolith("play", GAME, "--agents", "random", "greedy", "random", "--seed", 1))


def test_a_replay_prints_one_line_per_decision(regolith: Command, recorded: Path) -> None:
    replay = Replay.load(recorded)
    outcome = regolith("replay", recorded)
    assert outcome.code == 0, outcome.err
    assert outcome.err == ""
    title, *_ = outcome.out.splitlines()
    assert title == f"{replay.game.spec.title}, deal 11, {len(replay.actions)} decisions, players: first, second"
    state, wanted = replay.game.new(11), []
    for number, action in enumerate(replay.actions, start=1):
        wanted.append(f"{number:>4}  {state.decision_text()}: {state.action_name(action)}")
        state.apply(action)
    assert decision_lines(outcome.out) == wanted
    assert outcome.out.endswith(state.describe() + "\n")


@pytest.mark.parametrize("at", [0, 1, 17])
def test_a_replay_can_stop_early(at: int, regolith: Command, recorded: Path) -> None:
    replay = Replay.load(recorded)
    outcome = regolith("replay", recorded, "--at", at)
    assert outcome.code == 0
    assert len(decision_lines(outcome.out)) == at
    state = replay.game.new(11)
    for action in replay.actions[:at]:
        state.apply(action)
    assert outcome.out.endswith(state.describe() + "\n")


def test_a_replay_can_stop_at_its_last_decision(regolith: Command, recorded: Path) -> None:
    total = len(Replay.load(recorded).actions)
    assert regolith("replay", recorded, "--at", total).out == regolith("replay", recorded).out


@pytest.mark.parametrize("at", [-1, 100_000])
def test_a_replay_cannot_stop_where_it_is_not(at: int, regolith: Command, recorded: Path) -> None:
    refused(regolith("replay", recorded, f"--at={at}"), "--at", str(at))


def test_boards_show_the_board_before_every_decision(regolith: Command, recorded: Path) -> None:
    replay = Replay.load(recorded)
    outcome = regolith("replay", recorded, "--at", 6, "--boards")
    assert outcome.code == 0
    state, place = replay.game.new(11), 0
    for action in replay.actions[:6]:
        place = outcome.out.index(state.describe(), place)
        place = outcome.out.index(f"{state.decision_text()}: {state.action_name(action)}", place)
        state.apply(action)
    assert outcome.out.endswith(state.describe() + "\n")


def test_a_picture_of_the_board_as_svg(regolith: Command, recorded: Path, tmp_path: Path) -> None:
    path = tmp_path / "pictures" / "board.svg"
    outcome = regolith("replay", recorded, "--at", 12, "--picture", path)
    assert outcome.code == 0, outcome.err
    assert f"picture: {path}" in outcome.out
    replay = Replay.load(recorded)
    state = replay.game.new(11)
    for action in replay.actions[:12]:
        state.apply(action)
    assert path.read_text(encoding="utf-8") == state.picture().svg()


def test_a_picture_of_the_board_as_png(regolith: Command, recorded: Path, tmp_path: Path) -> None:
    pytest.importorskip("PIL", reason="pillow is an extra that is not installed here")
    path = tmp_path / "board.png"
    outcome = regolith("replay", recorded, "--picture", path)
    assert outcome.code == 0, outcome.err
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    *_, (_, end) = Replay.load(recorded).states()
    assert end.picture().rgb().shape[:2] == (height, width)


@pytest.mark.parametrize("name", ["board.gif", "board", "board.svg.txt"])
def test_a_picture_of_another_kind_is_refused(name: str, regolith: Command, recorded: Path, tmp_path: Path) -> None:
    refused(regolith("replay", recorded, "--picture", tmp_path / name), name)
    assert not (tmp_path / name).exists()


def test_a_replay_of_a_solo_game_can_be_shown(regolith: Command, tmp_path: Path) -> None:
    path = tmp_path / "solo.rgl"
    assert (
        regolith("play", GAME, "--agents", "random", "--players", 1, "--intense", "--seed", 4, "--out", path).code == 0
    )
    outcome = regolith("replay", path, "--at", 3)
    assert outcome.code == 0
    assert "players: random" in outcome.out
    assert len(decision_lines(outcome.out)) == 3


def test_a_damaged_replay_shows_nothing(regolith: Command, recorded: Path) -> None:
    data = bytearray(recorded.read_bytes())
    data[-1] ^= 255
    recorded.write_bytes(data)
    refused(regolith("replay", recorded), "damaged")


def test_names_in_a_replay_cannot_write_to_the_terminal(regolith: Command, recorded: Path, tmp_path: Path) -> None:
    replay = Replay.load(recorded)
    replay.players = ["\x1b[2J", *replay.players[1:]]
    outcome = regolith("replay", str(replay.save(tmp_path / "other.rgl")))
    assert "\x1b" not in outcome.out
    assert outcome.out.splitlines()[0].endswith(f"players: {', '.join(['?[2J', *replay.players[1:]])}")
