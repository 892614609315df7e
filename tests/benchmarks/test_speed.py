"""The speed report: its figures and how they are taken; not whether they are good."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from cli.running import refused, run_command

from regolith import envs
from regolith.agents.search import MctsAgent
from regolith.benchmarks import arena, speed, warmup
from regolith.benchmarks.solo import solo_game
from regolith.cli.commands import speed as command
from regolith.envs.core.game import Game
from regolith.envs.core.jit import cache_folder, compiled_count

GAME = "tinyforming_mars"
KEYS = {
    "kernel",
    "kernel_no_observation",
    "games",
    "vector",
    "vector_copy",
    "aec",
    "peer_connect_four_aec",
    "clone",
    "mcts_simulations",
    "search_simulations",
    "tally_over_plain",
    "deserialize_us",
    "validation_us",
    "threads_speedup",
    "cold_compile_s",
    "warm_start_s",
    "record_bytes",
    "decisions_per_game",
}
STARTS = {"cold_compile_s": 12.5, "warm_start_s": 1.5}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No compilation in fresh processes, and little of everything else."""
    clone, mcts, vector, loop = speed._clone, speed._mcts, speed._vector, speed._aec_loop
    search = speed._search
    monkeypatch.setattr(speed, "_start", lambda name: dict(STARTS))
    monkeypatch.setattr(speed, "TALLIED", 1)
    monkeypatch.setattr(speed, "_enough", lambda work: 20_000)
    monkeypatch.setattr(speed, "_clone", lambda game: clone(game, 1000))
    monkeypatch.setattr(speed, "_mcts", lambda game: mcts(game, 20))
    monkeypatch.setattr(speed, "_search", lambda game: search(game, 4))
    monkeypatch.setattr(speed, "_vector", lambda game, num_envs, copy=False: vector(game, num_envs, 5, copy))
    monkeypatch.setattr(speed, "_aec_loop", lambda env, games: loop(env, 2))


def test_every_figure_is_explained() -> None:
    assert sorted(command.MEANING) == sorted(speed.FIGURES)
    assert len(set(speed.FIGURES)) == len(speed.FIGURES)


def check(figures: dict[str, Any], game: Game) -> None:
    """All figures are there and make sense."""
    assert set(figures) >= KEYS
    assert figures["game"] == game.spec.env_id
    assert figures["options"] == game.options.model_dump()
    for key in KEYS:
        if key == "peer_connect_four_aec" and speed._connect_four() is None:
            assert figures[key] is None
            continue
        assert isinstance(figures[key], (int, float)), key
        assert np.isfinite(figures[key]), key
        assert figures[key] > 0, key
    assert figures["record_bytes"] == game.spec.dtype.itemsize
    assert figures["games"] * figures["decisions_per_game"] == pytest.approx(figures["kernel"])


@pytest.mark.usefixtures("quick")
def test_every_game_has_all_figures(name: str) -> None:
    game = envs.game(name)
    said: list[str] = []
    figures = speed.measure(game, vector_games=4, rounds=1, say=said.append)
    check(figures, game)
    assert {key: figures[key] for key in STARTS} == STARTS
    assert figures["vector_games"] == 4
    assert len(said) == len(set(said)) > 3


@pytest.mark.usefixtures("quick")
def test_chosen_figures_are_measured_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_start", "_threads_speedup", "_vector", "_mcts", "_search", "_deserialize"):
        monkeypatch.setattr(speed, name, None)
    said: list[str] = []
    figures = speed.measure(envs.game(GAME), 4, 1, said.append, ["clone", "kernel", "record_bytes"])
    assert set(figures) == {"game", "options", "vector_games", "clone", "kernel", "record_bytes"}
    assert figures["record_bytes"] == envs.spec(GAME).dtype.itemsize
    assert len(said) == 4


def test_the_vector_env_is_measured_without_and_with_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "_vector", lambda game, num_envs, copy=False: 3.0 if copy else 7.0)
    figures = speed.measure(envs.game(GAME), 4, 2, figures=["vector", "vector_copy"])
    assert (figures["vector"], figures["vector_copy"]) == (7.0, 3.0)


def test_reading_a_state_is_timed_in_the_middle_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = envs.game(GAME)
    deserialize, read, checked = Game.deserialize, [], []
    monkeypatch.setattr(Game, "deserialize", lambda self, data: read.append(data) or deserialize(self, data))
    monkeypatch.setattr(speed, "check_record", lambda game, array: checked.append(array.tobytes()))
    figures = speed._deserialize(game, 2)
    assert 0.0 < figures["validation_us"] < figures["deserialize_us"]
    assert len(read) > 2 * len(checked) // 3 > 200
    assert 20 < deserialize(game, read[0]).decisions < 120
    assert all(data.endswith(checked[0]) for data in read)


def test_microseconds_are_those_of_the_best_round(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 4.0, 10.0, 11.0])
    monkeypatch.setattr(speed, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    assert speed._microseconds(lambda: None, 2, calls=1000) == pytest.approx(1000.0)


@pytest.mark.usefixtures("quick")
def test_a_random_two_player_game_has_a_plausible_length() -> None:
    figures = speed._kernel(envs.game(GAME), 1)
    assert 130 < figures["decisions_per_game"] < 185


@pytest.mark.usefixtures("quick")
def test_options_of_the_game_are_measured() -> None:
    game = envs.game(GAME, players=1)
    assert speed._kernel(game, 1)["decisions_per_game"] < speed._kernel(envs.game(GAME), 1)["decisions_per_game"]
    check(speed.measure(game, vector_games=4, rounds=1), game)


def test_the_best_round_counts() -> None:
    rates = iter([3.0, 9.0, 4.0])
    assert speed._best(lambda: next(rates), 3) == 9.0
    assert next(rates, None) is None


def test_a_rate_is_count_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 14.0])
    monkeypatch.setattr(speed, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    assert speed._rate(100, lambda: None) == 25.0


def test_enough_work_is_found_by_growing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def work(count: int) -> None:
        nonlocal now
        now += count * 1e-6

    monkeypatch.setattr(speed, "time", SimpleNamespace(perf_counter=lambda: now))
    assert speed._enough(work, seconds=0.3) == pytest.approx(300_000, rel=0.01)


def test_the_search_measured_has_the_simulations_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(MctsAgent, "act", lambda self, decisions: asked.append((self.simulations, len(decisions))))
    speed._mcts(envs.game(GAME), simulations=123)
    assert asked == [(1, 1), (123, 1)]
    asked.clear()
    speed._search(envs.game(GAME), simulations=45)
    assert asked == [(45, speed.SEARCHED)]


def test_starts_are_timed_in_fresh_processes_with_a_cache_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds, calls = iter(["40.0\n", "2.0\n", "1.25\n"]), []

    def run(words: list[str], env: dict[str, str], check: bool, **rest: Any) -> Any:
        folder = Path(env["REGOLITH_CACHE"])
        assert check
        calls.append((words[-1], folder, sorted(path.name for path in folder.iterdir())))
        (folder / f"kernel{len(calls)}").touch()
        return SimpleNamespace(stdout=next(seconds))

    monkeypatch.setenv("REGOLITH_CACHE", "elsewhere")
    monkeypatch.setattr(speed.subprocess, "run", run)
    assert speed._start(envs.game(GAME, players=1)) == {"cold_compile_s": 40.0, "warm_start_s": 1.25}
    codes, folders, contents = zip(*calls, strict=True)
    assert "warm_up" in codes[0]
    assert "first_steps" in codes[1]
    assert codes[1] == codes[2]
    assert all(GAME in code and "'players': 1" in code for code in codes)
    assert len(set(folders)) == 1
    assert contents[0] == []
    assert contents[1] == ["kernel1"]
    assert not folders[0].exists()


def test_the_code_of_a_warm_start_runs_and_prints_seconds() -> None:
    code = speed.TIMED.format(function="first_steps", name=GAME, options={"players": 1}, since="started")
    assert speed._fresh_process(code, str(cache_folder())) > 0.0


def test_a_start_that_fails_is_not_a_figure(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        speed._fresh_process("raise SystemExit(3)", str(tmp_path))


@pytest.mark.usefixtures("quick")
def test_the_command_prints_one_json_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = run_command(
        monkeypatch, capsys, "speed", GAME, "--json", "--rounds", "1", "--vector-games", "4", "--map", "elysium"
    )
    assert outcome.code == 0, outcome.err
    assert len(outcome.out.splitlines()) == 1
    check(json.loads(outcome.out), envs.game(GAME, map="elysium"))


@pytest.mark.usefixtures("quick")
def test_the_command_measures_what_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = ("speed", GAME, "--rounds", "1", "--vector-games", "4", "--figures", "clone, aec")
    found = json.loads(run_command(monkeypatch, capsys, *few, "--json").out)
    assert set(found) == {"game", "options", "vector_games", "clone", "aec"}
    shown = run_command(monkeypatch, capsys, *few).out
    assert "clone" in shown
    assert "kernel" not in shown
    refused(
        run_command(monkeypatch, capsys, "speed", GAME, "--figures", "elegance"), "there is no 'elegance'", "kernel"
    )


@pytest.mark.usefixtures("quick")
def test_the_command_prints_a_table_with_every_figure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(command.MEANING) >= KEYS
    outcome = run_command(monkeypatch, capsys, "speed", GAME, "--rounds", "1", "--vector-games", "4")
    assert outcome.code == 0, outcome.err
    assert "12.50" in outcome.out
    assert "1.50" in outcome.out
    assert GAME in outcome.out


def test_without_the_peer_its_figures_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "_connect_four", lambda: None)
    monkeypatch.setattr(speed, "_aec_loop", lambda env, games: 7.0)
    figures = speed._aec(envs.game(GAME), 1)
    assert figures == {"aec": 7.0, "peer_connect_four_aec": None, "aec_over_peer": None}
    filled = dict.fromkeys(KEYS, 1.0) | figures | {"game": GAME, "options": {}}
    assert command._table(filled).row_count == len(command.MEANING)


def test_our_env_and_the_peer_are_measured_in_the_same_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    peer, rates = object(), iter([10.0, 4.0, 30.0, 5.0])
    seen = []

    def loop(env: Any, games: int) -> float:
        seen.append((env is peer, games))
        return next(rates)

    monkeypatch.setattr(speed, "_connect_four", lambda: peer)
    monkeypatch.setattr(speed, "_aec_loop", loop)
    monkeypatch.setattr(speed, "TURNS", 1)
    assert speed._aec(envs.game(GAME), 2) == {"aec": 30.0, "peer_connect_four_aec": 5.0, "aec_over_peer": 6.0}
    assert [is_peer for is_peer, _ in seen] == [False, True, False, True]
    assert len({games for _, games in seen}) == 1


def test_warming_up_twice_compiles_nothing_the_second_time(name: str) -> None:
    warmup.warm_up(name)
    assert warmup.warm_up(name) == 0


def test_warming_up_leaves_nothing_to_compile_for_play(name: str) -> None:
    warmup.warm_up(name)
    before = compiled_count()
    game = envs.game(name)
    arena.hold(arena.Tournament(game, ("random", "greedy", "mcts:simulations=2"), 1), workers=1)
    if game.spec.solo is not None:
        solo_game(name, {}).new(1).apply(solo_game(name, {}).new(1).legal_actions()[0])
    speed._vector(game, 2, 2)
    assert compiled_count() == before


def test_the_warmup_command_tells_what_it_compiled(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in envs.games():
        warmup.warm_up_all(name)
    outcome = run_command(monkeypatch, capsys, "warmup")
    assert outcome.code == 0
    assert sorted(line.split(":")[0] for line in outcome.out.splitlines()) == sorted(envs.games())
    assert all(": 0 functions compiled" in line for line in outcome.out.splitlines())
    one = run_command(monkeypatch, capsys, "warmup", GAME)
    assert one.out.startswith(f"{GAME}: 0 functions")


def test_random_play_counts_the_games_it_finished(name: str) -> None:
    game = envs.game(name)
    nothing = np.zeros(0, np.float32)
    assert speed.play_randomly(game, 1, nothing) == 0
    few, many = (speed.play_randomly(game, count, nothing) for count in (5_000, 20_000))
    assert 0 < few < many
    assert speed.play_randomly(game, 20_000, nothing) == many
