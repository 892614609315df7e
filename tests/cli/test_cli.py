"""The command line: what it offers, how it reads options, and that every mistake is one line and exit code 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from regolith import envs
from regolith.benchmarks.warmup import warm_up
from regolith.envs.core.replay import Replay

from .running import Outcome, refused, run_command

COMMANDS = ("arena", "solo", "train", "play", "replay", "speed", "warmup", "games")
GAME = "tinyforming_mars"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files of all kinds that are not what a command needs, and one good replay; the rules are compiled by then."""
    warm_up(GAME)
    folder = tmp_path_factory.mktemp("files")
    game = envs.game(GAME)
    state, actions = game.new(3), []
    for _ in range(40):
        actions.append(state.legal_actions()[0])
        state.apply(actions[-1])
    replay = Replay.record(game, 3, actions, ["a", "b"])
    whole = replay.save(folder / "good.rgl").read_bytes()
    (folder / "text.rgl").write_text("a shopping list\n")
    (folder / "empty.rgl").write_bytes(b"")
    (folder / "cut.rgl").write_bytes(whole[:-7])
    (folder / "head.rgl").write_bytes(whole[:12])
    altered = bytearray(whole)
    altered[len(altered) // 2] ^= 1
    (folder / "altered.rgl").write_bytes(altered)
    mask = game.new(3).legal_mask()
    illegal = int(np.flatnonzero(mask == 0)[0])
    Replay(game, 3, [illegal, *actions[1:]], replay.digests, []).save(folder / "illegal.rgl")
    Replay(game, 4, actions, replay.digests, []).save(folder / "otherdeal.rgl")
    (folder / "text.safetensors").write_text("a shopping list\n")
    save_file({"0.weight": np.zeros((2, 2), np.float32)}, folder / "other.safetensors")
    (folder / "taken").write_text("a file where a folder should go\n")
    return {path.name.replace(".", "_"): str(path) for path in folder.iterdir()} | {"folder": str(folder)}


def cases(prefix: str, *rest: str) -> list[object]:
    """Command lines that begin alike, as parameters."""
    return [pytest.param(f"{prefix} {words}".strip(), id=f"{prefix.split()[0]} {words}".strip()) for words in rest]


REPORT = {"games.parquet", "report.html", "report.md", "tables", "pictures"}
ARENA, SOLO = f"arena {GAME} --agents random greedy --workers 1", f"solo {GAME} --agent random --workers 1"
PLAY, TRAIN, SPEED = f"play {GAME} --agents random greedy", f"train {GAME} --out {{folder}}/run", f"speed {GAME}"

UNKNOWN_GAME = [
    *cases("arena chess --agents random greedy", ""),
    *cases("solo chess --agent random", ""),
    *cases("train chess --out {folder}/run", ""),
    *cases("play chess", ""),
    *cases("speed chess", "", "--json"),
    *cases("warmup chess", ""),
]
WRONG_OPTIONS = (
    "--map venus",
    "--map=7",
    "--bogus",
    "--bogus=1",
    "--players 0",
    "--players=-1",
    "--players 3",
    "--intense=maybe",
    "--map",
)
OPTION_CASES = [case for prefix in (ARENA, SOLO, PLAY, TRAIN, SPEED) for case in cases(prefix, *WRONG_OPTIONS)]
WRONG_AGENTS = (
    "nobody",
    "randon",
    "random:3",
    "greedy:depth=2",
    "mcts:simulations=0",
    "mcts:simulations=-5",
    "mcts:simulations=many",
    "mcts:exploration=-1",
    "ppo",
    "ppo:",
    "ppo:{folder}/missing.safetensors",
    "ppo:{text_safetensors}",
    "ppo:{other_safetensors}",
    "ppo:{good_rgl}",
    "ppo:{folder}",
)
AGENT_CASES = [
    *cases(f"arena {GAME} --workers 1 --agents random", *WRONG_AGENTS),
    *cases(f"solo {GAME} --workers 1 --agent", *WRONG_AGENTS),
    *cases(f"play {GAME} --agents random", *WRONG_AGENTS),
]
COUNT_CASES = [
    *cases(ARENA, "--deals 0", "--deals -1", "--workers 0", "--workers -2", "--seed -1"),
    *cases(f"arena {GAME} --agents random greedy", "--workers 0", "--max-generations 0", "--max-generations=-4"),
    *cases(SOLO, "--deals 0", "--deals -1", "--seed -1"),
    *cases(f"solo {GAME} --agent random", "--workers 0", "--workers -2"),
    *cases(
        TRAIN, "--steps 0", "--steps -5", "--minutes 0", "--minutes -1", "--seed -1", "--set envs=0", "--set rollout=-1"
    ),
    *cases(
        TRAIN,
        "--set batch=0",
        "--set evaluation_games=0",
        "--set learning_rate=0",
        "--set threads=0",
        "--set hidden=[0]",
    ),
    *cases(SPEED, "--rounds 0", "--rounds -1", "--vector-games 0", "--vector-games -8"),
    *cases(PLAY, "--seed -1"),
    *cases("replay {good_rgl}", "--at -1", "--at 41"),
]
SEED_CASES = [case for prefix in (ARENA, SOLO, PLAY) for case in cases(prefix, f"--seed {2**63}")]
REPLAY_CASES = [
    *cases(
        "replay",
        "{folder}/missing.rgl",
        "{folder}",
        "{text_rgl}",
        "{empty_rgl}",
        "{cut_rgl}",
        "{head_rgl}",
        "{altered_rgl}",
    ),
    *cases(
        "replay", "{illegal_rgl}", "{otherdeal_rgl}", "{text_safetensors}", "{good_rgl} --picture {folder}/board.gif"
    ),
]
OTHER_CASES = [
    *cases(f"arena {GAME} --workers 1 --agents", "random random", "random human", "random greedy --players 1"),
    *cases(f"solo {GAME} --workers 1 --agent", "random random", "random --players 2", "random --max-generations 5"),
    *cases(f"play {GAME}", "--agents random"),
    *cases(TRAIN, "--resume", "word", "--set steps", "--set colour=red", "--set rewards=praise", "--set steps=many"),
    *cases(SPEED, "word"),
]
FOLDER_CASES = [
    *cases(ARENA, "--deals 1 --out {taken}", "--deals 1 --out {taken}/results"),
    *cases(SOLO, "--deals 1 --out {taken}", "--deals 1 --out {taken}/results"),
    *cases(
        f"train {GAME} --steps 64 --set envs=2 --set rollout=8 --set evaluation_games=2",
        "--out {taken}",
        "--out {taken}/run",
    ),
    *cases(PLAY, "--seed 1 --out {folder}"),
]
USAGE_CASES = [
    *cases("replay {good_rgl}", "--bogus", "--at two"),
    *cases("warmup", "--bogus", f"{GAME} {GAME}"),
    *cases("games", "--bogus"),
    *cases("replay", ""),
    *cases("arena", "", GAME, f"{GAME} --agents random greedy --deals two", f"{GAME} --agents random greedy --deals"),
    *cases("solo", "", f"{GAME} --deals two"),
    *cases("train", GAME, f"{GAME} --out {{folder}}/run --steps many"),
    *cases("conquer", ""),
]


@pytest.mark.parametrize(
    "line",
    [
        *UNKNOWN_GAME,
        *OPTION_CASES,
        *AGENT_CASES,
        *COUNT_CASES,
        *SEED_CASES,
        *REPLAY_CASES,
        *OTHER_CASES,
        *FOLDER_CASES,
        *USAGE_CASES,
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    line: str, files: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(run_command(monkeypatch, capsys, *line.format(**files).split()))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("arena tinyforming_marx --agents random greedy", ["tinyforming_marx", "did you mean tinyforming_mars"]),
        (f"{ARENA} --map venus", ["map", "venus", "tharsis", "elysium"]),
        (f"{ARENA} --bogus 3", ["--bogus", "--map", "--intense"]),
        (f"{PLAY} --map", ["--map", "needs a value"]),
        (f"arena {GAME} --agents random greedi", ["greedi", "did you mean greedy"]),
        (f"arena {GAME} --agents random ppo:{{text_safetensors}}", ["text.safetensors", "not a Regolith model"]),
        ("replay {cut_rgl}", ["cut.rgl", "damaged"]),
        ("replay {altered_rgl}", ["altered.rgl", "damaged"]),
        ("replay {text_rgl}", ["text.rgl", "not a Regolith replay"]),
        ("replay {illegal_rgl}", ["illegal.rgl", "not legal"]),
        ("replay {otherdeal_rgl}", ["otherdeal.rgl", "does not play back"]),
        (f"{ARENA} --deals 0", ["--deals", "at least 1"]),
        ("replay {good_rgl} --at 41", ["--at", "40", "41"]),
        (f"{TRAIN} --resume", ["no training run"]),
    ],
)
def test_an_error_names_the_mistake(
    line: str,
    words: list[str],
    files: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    refused(run_command(monkeypatch, capsys, *line.format(**files).split()), *words)


@pytest.mark.parametrize(
    "line", [f"arena {GAME} --agents human: random --workers 1", f"solo {GAME} --agent human --workers 1"]
)
def test_a_human_cannot_play_where_nobody_is_asked(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody_there(prompt: str = "") -> str:
        raise AssertionError("a question was asked")

    monkeypatch.setattr("builtins.input", nobody_there)
    refused(run_command(monkeypatch, capsys, *line.split()), "human")


def test_a_mistake_leaves_no_folder_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in (f"{ARENA} --deals 0", f"{SOLO} --deals 0", f"train {GAME} --steps 0"):
        refused(run_command(monkeypatch, capsys, *line.split(), "--out", str(tmp_path / "out")))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("prefix", [ARENA, SOLO])
def test_ray_is_an_extra(prefix: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    outcome = run_command(monkeypatch, capsys, *prefix.split(), "--deals", "1", "--ray", "local")
    assert outcome.code == 2
    assert "Traceback" not in outcome.err
    last = outcome.err.splitlines()[-1]
    assert last.startswith("error: ")
    assert "regolith[ray]" in last


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = run_command(monkeypatch, capsys, command, "--help")
    assert outcome.code == 0
    assert outcome.err == ""
    assert f"regolith {command}" in outcome.out
    wanted = {"arena": "--agents", "solo": "--deals", "train": "--resume", "replay": "--picture", "speed": "--json"}
    assert wanted.get(command, "--help") in outcome.out


def test_the_help_lists_all_commands(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run_command(monkeypatch, capsys, "--help")
    assert outcome.code == 0
    for command in COMMANDS:
        assert f" {command} " in outcome.out


def test_games_lists_every_game_with_its_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = run_command(monkeypatch, capsys, "games")
    assert outcome.code == 0
    for name in envs.games():
        spec = envs.spec(name)
        assert f"{name}  ({spec.title}, {spec.env_id})" in outcome.out
        for option in spec.options.model_fields:
            assert f"--{option} " in outcome.out


def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str) -> Replay:
    """The game that `play` was told to play."""
    path = tmp_path / "game.rgl"
    outcome = run_command(monkeypatch, capsys, "play", GAME, "--seed", "2", "--out", str(path), *words.split())
    assert outcome.code == 0, outcome.err
    return Replay.load(path)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("--agents random greedy", {}),
        ("--agents random greedy --map elysium", {"map": "elysium"}),
        ("--map=elysium --agents random greedy", {"map": "elysium"}),
        ("--agents random --map elysium greedy", {"map": "elysium"}),
        ("--agents random greedy --intense", {"intense": True}),
        ("--intense --agents random greedy", {"intense": True}),
        ("--agents random --intense greedy", {"intense": True}),
        ("--agents random greedy --intense false", {"intense": False}),
        ("--agents random greedy --token-discounts=false --intense", {"token_discounts": False, "intense": True}),
        ("--agents random greedy --token_discounts false", {"token_discounts": False}),
        ("--agents random greedy --max-generations 3", {"max_generations": 3}),
        ("--agents random --agents greedy --rewards margin", {"rewards": "margin"}),
        ("--agents random --players=1", {"players": 1}),
        ("--agents random --players 1 --map elysium --intense", {"players": 1, "map": "elysium", "intense": True}),
    ],
)
def test_options_of_the_game_are_options_of_the_command(
    words: str,
    wanted: dict[str, object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    replay = played(tmp_path, monkeypatch, capsys, words)
    assert replay.game == envs.game(GAME, **wanted)
    assert replay.seed == 2
    assert replay.players == ["random", "greedy"][: replay.game.players]


def test_the_installed_command_fails_as_promised() -> None:
    command = Path(sys.executable).with_name("regolith")
    done = subprocess.run(
        [command, "arena", "chess", "--agents", "random"], capture_output=True, text=True, check=False
    )
    refused(Outcome(done.returncode, done.stdout, done.stderr), "chess")


def test_the_module_runs_as_a_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "regolith.cli.app", "games"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert all(name in done.stdout for name in envs.games())


def test_a_tournament_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "results"
    words = [*ARENA.split(), "--deals", "2", "--map", "elysium", "--replays", "--out", str(out)]
    outcome = run_command(monkeypatch, capsys, *words)
    assert outcome.code == 0, outcome.err
    assert {path.name for path in out.iterdir()} == {*REPORT, "replays"}
    for name in REPORT:
        assert str(out / name) in outcome.out
    assert len(list((out / "replays").iterdir())) == 4
    report = (out / "report.md").read_text()
    assert "regolith arena" in report
    assert json.dumps(envs.game(GAME, map="elysium").options.model_dump(), sort_keys=True) in report
    assert "random" in outcome.out
    assert "interrupted" not in outcome.out


def test_an_interrupt_that_no_command_handles_is_exit_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(envs, "games", interrupted)
    assert run_command(monkeypatch, capsys, "games").code == 130
