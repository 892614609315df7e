"""Tournaments: who meets whom, in which seats, on which deals; resuming, interrupting, and the replays they leave."""

from __future__ import annotations

import json
import posixpath
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest
from cli.running import run_command

from regolith import envs
from regolith.agents import Agent, Decisions
from regolith.benchmarks import arena, parallel, parquet
from regolith.benchmarks.arena import Tournament, hold, known_rows, rotations
from regolith.benchmarks.tables import ARENA_SCHEMA
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.replay import Replay

KEY = ["lineup", "deal", "rotation", "seat"]
GAME_KEY = KEY[:-1]
AGENTS = ("random", "greedy", "mcts:simulations=2")


def comparable(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows in one order, without what differs from run to run."""
    return rows.drop("run", "seconds").sort(KEY)


def is_same(one: pl.DataFrame, other: pl.DataFrame) -> bool:
    return comparable(one).equals(comparable(other))


@pytest.fixture(scope="module")
def results(duel: Game) -> pl.DataFrame:
    """A small tournament of three agents."""
    return hold(Tournament(duel, AGENTS, deals=3), workers=1)


class Extreme(Agent):
    """Always takes the lowest, or always the highest, legal action: one can tell who sat where from the actions."""

    def __init__(self, name: str, choose: Callable[[Any], Any]) -> None:
        self.name, self.choose = name, choose

    def act(self, decisions: Decisions) -> Any:
        return np.array([self.choose(np.flatnonzero(mask)) for mask in decisions.masks], np.int64)


def test_with_enough_agents_every_group_of_different_agents_meets(duel: Game) -> None:
    agents = ("random", "greedy", "mcts:simulations=2", "mcts:simulations=3", "mcts:simulations=4")
    tournament = Tournament(duel, agents, deals=7)
    assert set(tournament.lineups()) == set(combinations(agents, duel.players))
    assert len(tournament.lineups()) == len(set(tournament.lineups()))
    assert tournament.games() == len(tournament.lineups()) * 7 * duel.players


@pytest.mark.parametrize(
    ("lineup", "wanted"),
    [
        ("abc", ["abc", "bca", "cab"]),
        ("aab", ["aab", "aba", "baa"]),
        ("abab", ["abab", "baba"]),
        ("aaaa", ["aaaa"]),
    ],
)
def test_rotations_that_seat_the_same_agents_are_one(lineup: str, wanted: list[str]) -> None:
    assert rotations(tuple(lineup)) == [tuple(names) for names in wanted]


def test_one_agent_plays_each_deal_once(duel: Game) -> None:
    """All rotations of copies are the same game, which must not count as several."""
    tournament = Tournament(duel, ("random",), deals=5)
    rows = hold(tournament, workers=1)
    assert tournament.games() == tournament.played(rows) == 5
    assert rows.height == 5 * duel.players
    assert rows.select("deal", "fingerprint").unique().height == 5
    assert set(rows["rotation"]) == {0}


def test_just_enough_agents_are_one_group(duel: Game) -> None:
    agents = ("greedy", "random", "mcts:simulations=2", "mcts:simulations=3")[: duel.players]
    assert Tournament(duel, agents, deals=1).lineups() == [agents]


def test_one_agent_meets_itself(duel: Game) -> None:
    assert Tournament(duel, ("random",), deals=2).lineups() == [("random",) * duel.players]


@pytest.mark.parametrize(
    ("seats", "agents", "wanted"),
    [
        (3, ["a", "b"], {("a", "a", "b"), ("a", "b", "b")}),
        (4, ["a", "b"], {("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", "b", "b")}),
        (3, ["a"], {("a", "a", "a")}),
        (3, ["a", "b", "c", "d"], {("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d"), ("b", "c", "d")}),
    ],
)
def test_with_fewer_agents_than_seats_some_sit_twice_but_nobody_only_with_copies(
    seats: int, agents: list[str], wanted: set[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "make_agent", lambda spec: SimpleNamespace(name="any", check=lambda game: None))
    table: Any = SimpleNamespace(players=seats)
    lineups = Tournament(table, tuple(agents), deals=1).lineups()
    assert set(lineups) == wanted
    assert len(lineups) == len(wanted)


@pytest.mark.parametrize(
    ("agents", "deals", "words"),
    [
        ((), 1, "at least one agent"),
        (("random", "random"), 1, "twice"),
        (("random", "human"), 1, "human"),
        (("random", "greedy"), 0, "at least 1"),
        (("random", "greedy"), -4, "at least 1"),
        (("random", "nobody"), 1, "nobody"),
    ],
)
def test_an_impossible_tournament_is_refused(duel: Game, agents: tuple[str, ...], deals: int, words: str) -> None:
    with pytest.raises(RegolithError, match=words):
        Tournament(duel, agents, deals)


def test_a_solo_game_has_no_arena(solo: Game) -> None:
    with pytest.raises(RegolithError, match="regolith solo"):
        Tournament(solo, ("random",), 1)


def test_rows_are_as_the_schema_says(results: pl.DataFrame, duel: Game) -> None:
    assert results.schema == pl.Schema(ARENA_SCHEMA)
    assert results.null_count().sum_horizontal().item() == 0
    assert results["run"].n_unique() == 1
    assert set(results["game"]) == {duel.spec.name}
    assert set(results["env_version"]) == {duel.spec.version}
    assert {text: json.loads(text) for text in results["options"].unique()} == {
        json.dumps(duel.options.model_dump(), sort_keys=True): duel.options.model_dump()
    }


def test_every_deal_is_played_in_all_rotations(results: pl.DataFrame, duel: Game) -> None:
    lineups, seats = range(len(Tournament(duel, AGENTS, deals=3).lineups())), range(duel.players)
    wanted = set(product(lineups, range(3), seats, seats))
    assert set(results.select(KEY).iter_rows()) == wanted
    assert results.height == len(wanted)


def test_each_agent_of_a_lineup_sits_in_each_seat_once_per_deal(results: pl.DataFrame, duel: Game) -> None:
    lineups = Tournament(duel, AGENTS, deals=3).lineups()
    for (lineup, _), part in results.group_by("lineup", "deal"):
        wanted = Counter(lineups[lineup])
        for _, same_seat in part.group_by("seat"):
            assert Counter(same_seat["agent"]) == wanted
        for _, same_game in part.group_by("rotation"):
            assert Counter(same_game["agent"]) == wanted


def test_the_agents_themselves_are_rotated_not_only_their_names(
    duel: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = {"lowest": min, "highest": max}
    monkeypatch.setattr(arena, "make_agent", lambda spec: Extreme(spec, choose[spec]))
    rows = hold(Tournament(duel, ("lowest", "highest"), deals=2), workers=1, replays=tmp_path)
    seen = set()
    for (deal, lineup, rotation), part in rows.group_by("deal", "lineup", "rotation"):
        replay = Replay.load(tmp_path / f"deal{deal}-lineup{lineup}-rotation{rotation}.rgl")
        names = dict(part.select("seat", "agent").iter_rows())
        state = duel.new(deal)
        for action in replay.actions:
            seat = state.current_player
            assert action == choose[names[seat]](state.legal_actions())
            seen.add((names[seat], seat))
            state.apply(action)
    assert seen == {(name, seat) for name in choose for seat in range(duel.players)}


def test_numbers_of_a_game_agree_with_each_other(results: pl.DataFrame, duel: Game) -> None:
    for _, part in results.group_by(GAME_KEY):
        assert part["win"].sum() == pytest.approx(1.0)
        assert set(part["length"]) == {part["decisions"].sum()}
        assert part["fingerprint"].n_unique() == 1
        if part["end"][0] == "finished":
            winners = part.filter(pl.col("place") == 1)
            assert set(winners["win"]) == {1.0 / winners.height}
            assert part.filter(pl.col("place") != 1)["win"].sum() == 0.0
        else:
            assert set(part["win"]) == {1.0 / duel.players}
    assert (results["seconds"] > 0).all()
    assert (results["place"].is_between(1, duel.players)).all()


def test_facts_of_games_and_seats_are_kept_apart(duel: Game, tmp_path: Path) -> None:
    rows = hold(Tournament(duel, AGENTS[: duel.players], deals=2), workers=1, replays=tmp_path)
    for (deal, lineup, rotation), part in rows.group_by("deal", "lineup", "rotation"):
        *_, (_, end) = Replay.load(tmp_path / f"deal{deal}-lineup{lineup}-rotation{rotation}.rgl").states()
        for seat, game_facts, seat_facts in part.select("seat", "facts", "seat_facts").iter_rows():
            assert json.loads(game_facts) == duel.spec.facts(end.record)
            assert json.loads(seat_facts) == duel.spec.seat_facts(end.record, seat)


def test_a_game_that_is_cut_off_is_shared() -> None:
    game = envs.game("tinyforming_mars", max_generations=1)
    rows = hold(Tournament(game, ("random", "greedy"), deals=3), workers=1)
    assert set(rows["end"]) == {"truncated"}
    assert set(rows["win"]) == {0.5}


def test_the_same_tournament_gives_the_same_rows(results: pl.DataFrame, duel: Game) -> None:
    again = hold(Tournament(duel, AGENTS, deals=3), workers=1)
    assert is_same(results, again)
    assert set(results["run"]).isdisjoint(again["run"])


@pytest.mark.parametrize("deals_per_task", [1, 2, 100])
def test_results_do_not_depend_on_how_the_work_is_split(
    results: pl.DataFrame, duel: Game, deals_per_task: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "DEALS_PER_TASK", deals_per_task)
    assert is_same(results, hold(Tournament(duel, AGENTS, deals=3), workers=1))


def test_results_do_not_depend_on_the_number_of_workers(results: pl.DataFrame, duel: Game) -> None:
    assert is_same(results, hold(Tournament(duel, AGENTS, deals=3), workers=2))


def test_results_of_a_pair_do_not_depend_on_who_else_takes_part(results: pl.DataFrame, duel: Game) -> None:
    pair = hold(Tournament(duel, AGENTS[: duel.players], deals=3), workers=1)
    assert is_same(pair, results.filter(pl.col("lineup") == 0))


def test_a_deal_is_the_same_wherever_the_counting_starts(results: pl.DataFrame, duel: Game) -> None:
    late = hold(Tournament(duel, AGENTS, deals=2, first_deal=1), workers=1)
    assert set(late["deal"]) == {1, 2}
    assert is_same(late, results.filter(pl.col("deal") > 0))


def test_distinct_deals_give_distinct_games(duel: Game) -> None:
    rows = hold(Tournament(duel, ("random", "greedy", "mcts:simulations=2")[: duel.players], deals=20), workers=1)
    games = rows.select(*GAME_KEY, "fingerprint").unique()
    assert games.height == 20 * duel.players
    assert games["fingerprint"].n_unique() == games.height


def watched_tasks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """The (lineup, deal) pairs that are played from now on."""
    seen: list[tuple[int, int]] = []
    original = arena.play_task

    def play_task(name: str, options: Any, run: str, number: int, lineup: Any, deals: list[int], *how: Any) -> Any:
        seen.extend((number, deal) for deal in deals)
        return original(name, options, run, number, lineup, deals, *how)

    monkeypatch.setattr(arena, "play_task", play_task)
    return seen


def test_resuming_plays_only_what_is_missing(
    results: pl.DataFrame, duel: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = results.filter(~((pl.col("lineup") == 1) & (pl.col("deal") == 2)) & (pl.col("deal") != 0))
    seen = watched_tasks(monkeypatch)
    reports: list[int] = []
    whole = hold(
        Tournament(duel, AGENTS, deals=3), workers=1, known=known, progress=lambda games, rows: reports.append(games)
    )
    lineups = len(Tournament(duel, AGENTS, deals=3).lineups())
    assert sorted(seen) == sorted([(number, 0) for number in range(lineups)] + [(1, 2)])
    assert is_same(whole, results)
    assert set(whole["run"]) == set(results["run"])
    assert reports[0] == known.height // duel.players
    assert sum(reports) == lineups * 3 * duel.players


def test_a_finished_tournament_is_not_played_again(
    results: pl.DataFrame, duel: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = watched_tasks(monkeypatch)
    assert hold(Tournament(duel, AGENTS, deals=3), workers=1, known=results).equals(results)
    assert seen == []


def test_a_tournament_can_be_made_longer(results: pl.DataFrame, duel: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = watched_tasks(monkeypatch)
    longer = hold(Tournament(duel, AGENTS, deals=4), workers=1, known=results)
    assert {deal for _, deal in seen} == {3}
    assert set(longer["deal"]) == {0, 1, 2, 3}


def test_one_more_agent_plays_only_its_own_games(
    results: pl.DataFrame, duel: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agents = (*AGENTS, "mcts:simulations=3")
    tournament = Tournament(duel, agents, deals=3)
    parquet.write(tmp_path / "games.parquet", results)
    known = known_rows(tmp_path / "games.parquet", tournament)
    seen = watched_tasks(monkeypatch)
    more = hold(tournament, workers=1, known=known)
    lineups = tournament.lineups()
    assert all(agents[3] in lineups[number] for number, _ in seen)
    assert {lineups[number] for number, _ in seen} == {lineup for lineup in lineups if agents[3] in lineup}
    assert is_same(more, hold(tournament, workers=1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_groups_keep_their_numbers_when_agents_join(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "make_agent", lambda spec: SimpleNamespace(name="any", check=lambda game: None))
    table: Any = SimpleNamespace(players=seats)
    for number in range(seats, 8):
        few, more = (Tournament(table, tuple("abcdefgh"[:n]), deals=1).lineups() for n in (number, number + 1))
        assert more[: len(few)] == few


def test_nothing_is_known_without_a_file(duel: Game, tmp_path: Path) -> None:
    assert known_rows(tmp_path / "games.parquet", Tournament(duel, AGENTS, 3)) is None


def test_known_rows_are_read_back(results: pl.DataFrame, duel: Game, tmp_path: Path) -> None:
    parquet.write(tmp_path / "games.parquet", results)
    known = known_rows(tmp_path / "games.parquet", Tournament(duel, AGENTS, 3))
    assert known is not None
    assert known.equals(results)


def test_an_interrupt_before_the_first_game_leaves_something_to_resume(duel: Game, tmp_path: Path) -> None:
    parquet.write(tmp_path / "games.parquet", pl.DataFrame(schema=ARENA_SCHEMA))
    tournament = Tournament(duel, ("random",), 1)
    known = known_rows(tmp_path / "games.parquet", tournament)
    assert hold(tournament, workers=1, known=known).height == duel.players


@pytest.mark.parametrize(
    "agents", [("random", "mcts:simulations=3"), ("greedy", "mcts:simulations=2", "random"), ("mcts:simulations=2",)]
)
def test_results_of_other_agents_are_refused(
    agents: tuple[str, ...], results: pl.DataFrame, duel: Game, tmp_path: Path
) -> None:
    path = tmp_path / "games.parquet"
    parquet.write(path, results)
    with pytest.raises(RegolithError, match="other agents"):
        known_rows(path, Tournament(duel, agents, 3))


@pytest.mark.parametrize(
    "change",
    [
        pl.lit('{"players": 2}').alias("options"),
        pl.lit(99, pl.Int64).alias("env_version"),
        pl.lit("another_game").alias("game"),
    ],
    ids=["options", "version", "game"],
)
def test_results_of_another_game_are_refused(
    change: pl.Expr, results: pl.DataFrame, duel: Game, tmp_path: Path
) -> None:
    path = tmp_path / "games.parquet"
    parquet.write(path, results.with_columns(change))
    with pytest.raises(RegolithError, match="another game or other options"):
        known_rows(path, Tournament(duel, AGENTS, 3))


def test_one_foreign_row_is_enough_to_refuse(results: pl.DataFrame, duel: Game, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    parquet.write(path, pl.concat([results, results[:1].with_columns(pl.lit(99, pl.Int64).alias("env_version"))]))
    with pytest.raises(RegolithError, match="another game or other options"):
        known_rows(path, Tournament(duel, AGENTS, 3))


@pytest.mark.parametrize(
    "content", [b"", b"not parquet at all", b"PAR1 and then nothing PAR1"], ids=["empty", "text", "magic"]
)
def test_a_file_that_is_no_results_file_is_refused(content: bytes, duel: Game, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    path.write_bytes(content)
    with pytest.raises(RegolithError, match="not a results file"):
        known_rows(path, Tournament(duel, AGENTS, 3))
    assert path.read_bytes() == content


@pytest.mark.parametrize("lost", ["run", "lineup", "agent", "deal", "game", "win"])
def test_a_table_without_the_columns_of_results_is_refused(
    lost: str, results: pl.DataFrame, duel: Game, tmp_path: Path
) -> None:
    path = tmp_path / "games.parquet"
    parquet.write(path, results.drop(lost))
    tournament = Tournament(duel, AGENTS, 3)
    with pytest.raises(RegolithError, match="not a results file"):
        hold(tournament, workers=1, known=known_rows(path, tournament))


def test_a_results_file_from_before_seats_had_facts_is_refused_with_the_reason(
    results: pl.DataFrame, duel: Game, tmp_path: Path
) -> None:
    parquet.write(tmp_path / "games.parquet", results.drop("seat_facts"))
    with pytest.raises(RegolithError, match="lacks the columns seat_facts; choose another --out folder"):
        known_rows(tmp_path / "games.parquet", Tournament(duel, AGENTS, 3))


def test_a_truncated_results_file_is_refused(results: pl.DataFrame, duel: Game, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    parquet.write(path, results)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(RegolithError, match="not a results file"):
        known_rows(path, Tournament(duel, AGENTS, 3))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_the_results_so_far(
    results: pl.DataFrame, duel: Game, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "DEALS_PER_TASK", 1)
    batches = 0

    def progress(games: int, rows: list[dict[str, Any]]) -> None:
        nonlocal batches
        batches += games > 0
        if batches == 2:
            raise KeyboardInterrupt

    tournament = Tournament(duel, AGENTS, deals=3)
    part = hold(tournament, workers, progress=progress)
    assert part.schema == pl.Schema(ARENA_SCHEMA)
    assert part.height == 2 * duel.players**2
    wanted = results.join(part.select("lineup", "deal").unique(), on=["lineup", "deal"])
    assert is_same(part, wanted)
    assert is_same(hold(tournament, 1, known=part), results)


def wait_for(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until something has happened, as long as the process lives (at most two minutes)."""
    for _ in range(1200):
        if condition():
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    raise AssertionError("nothing happened for two minutes")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_writes_the_report_and_the_run_can_be_resumed(
    workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = "tinyforming_mars"
    start = ["arena", game, "--agents", "random", "greedy", "--out", str(tmp_path), "--workers"]
    process = subprocess.Popen(
        [sys.executable, "-m", "regolith.cli.app", *start, workers, "--deals", "200000", "--replays"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for(
            lambda: (tmp_path / "replays").is_dir() and len(list((tmp_path / "replays").glob("*.rgl"))) > 40, process
        )
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted" in out
    assert (tmp_path / "report.md").read_text().startswith("# TINYforming Mars: tournament")
    rows = pl.read_parquet(tmp_path / "games.parquet")
    assert rows.schema == pl.Schema(ARENA_SCHEMA)
    played = rows["deal"].n_unique()
    assert 0 < played < 200000
    assert rows.height == played * 4
    assert f"{rows.height // 2} of 400000 games" in " ".join(out.split())
    again = run_command(monkeypatch, capsys, *start, "1", "--deals", str(played + 1))
    assert again.code == 0, again.err
    resumed = pl.read_parquet(tmp_path / "games.parquet")
    assert set(resumed["run"]) == set(rows["run"])
    assert resumed["deal"].n_unique() >= played + 1
    assert resumed.join(rows, on=KEY, how="semi").sort(KEY).equals(rows.sort(KEY))


def test_work_on_ray_gives_the_same_results(results: pl.DataFrame, duel: Game) -> None:
    ray = pytest.importorskip("ray", reason="ray is an extra that is not installed here")
    try:
        assert sorted(parallel.run(posixpath.join, [("a", "b"), ("c", "d")], 1, "local")) == ["a/b", "c/d"]
        assert is_same(results, hold(Tournament(duel, AGENTS, deals=3), ray_address="local"))
    finally:
        ray.shutdown()
