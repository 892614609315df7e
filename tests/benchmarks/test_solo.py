"""Solo runs: the same deals for every agent, a row for each deal, resuming and interrupting."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from cli.running import refused, run_command

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks import matches, parquet, solo
from regolith.benchmarks.sections import solo_sections
from regolith.benchmarks.tables import SOLO_SCHEMA, solo_table
from regolith.envs.core.errors import AgentSpecError, InvalidOptions, RegolithError, UnknownGame
from regolith.envs.core.game import Game

from .test_arena import wait_for

KEY = ["agent", "deal"]
AGENTS = ("random", "greedy", "mcts:simulations=2")
GAME = "tinyforming_mars"
DEALS = 5


def is_same(one: pl.DataFrame, other: pl.DataFrame) -> bool:
    """Do these hold the same rows, but for what differs from run to run?"""
    drop = ["run", "seconds"]
    return one.drop(drop).sort(KEY).equals(other.drop(drop).sort(KEY))


def solo_names() -> list[str]:
    return [name for name in envs.games() if envs.spec(name).solo is not None]


@pytest.fixture(scope="module", params=solo_names())
def alone(request: pytest.FixtureRequest) -> Game:
    """The solo mode of a game."""
    return solo.solo_game(request.param, {})


@pytest.fixture(scope="module")
def results(alone: Game) -> pl.DataFrame:
    return solo.measure(alone, AGENTS, DEALS, workers=1)


@pytest.fixture(scope="module")
def won() -> pl.DataFrame:
    """Deals that a search wins now and then."""
    game = solo.solo_game(GAME, {})
    return solo.measure(game, ["mcts:simulations=400"], 30, workers=2)


def test_there_is_a_game_with_a_solo_mode() -> None:
    assert GAME in solo_names()


def test_the_solo_game_has_one_player(alone: Game) -> None:
    assert alone.players == 1
    assert alone.solo


def test_options_reach_the_solo_game() -> None:
    game = solo.solo_game(GAME, {"map": "elysium", "intense": True})
    assert game == envs.game(GAME, players=1, map="elysium", intense=True)


def test_a_solo_run_with_two_players_is_refused() -> None:
    with pytest.raises(RegolithError, match="one player"):
        solo.solo_game(GAME, {"players": 2})


@pytest.mark.parametrize("options", [{"map": "venus"}, {"bogus": 1}, {"max_generations": 5}, {"players": 0}])
def test_wrong_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions):
        solo.solo_game(GAME, options)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match="chess"):
        solo.solo_game("chess", {})


def test_a_game_without_a_solo_mode_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    without = replace(envs.spec(GAME), solo=None)
    monkeypatch.setattr(solo, "envs", SimpleNamespace(spec=lambda name: without))
    with pytest.raises(RegolithError, match="no solo mode"):
        solo.solo_game(GAME, {})


@pytest.mark.parametrize(
    ("agents", "deals", "words"),
    [
        ([], 1, "at least one agent"),
        (["random", "random"], 1, "twice"),
        (["random"], 0, "at least 1"),
        (["random"], -2, "at least 1"),
    ],
)
def test_an_impossible_run_is_refused(alone: Game, agents: list[str], deals: int, words: str) -> None:
    with pytest.raises(RegolithError, match=words):
        solo.measure(alone, agents, deals, workers=1)


def test_an_unknown_agent_is_refused_before_anything_is_played(alone: Game) -> None:
    def progress(games: int, rows: list[Any]) -> None:
        raise AssertionError("it has begun")

    with pytest.raises(AgentSpecError, match="nobody"):
        solo.measure(alone, ["random", "nobody"], 1, workers=1, progress=progress)


def test_rows_are_as_the_schema_says(results: pl.DataFrame, alone: Game) -> None:
    assert results.schema == pl.Schema(SOLO_SCHEMA)
    assert results.null_count().sum_horizontal().item() == 0
    assert results["run"].n_unique() == 1
    assert set(results["game"]) == {alone.spec.name}
    assert set(results["env_version"]) == {alone.spec.version}
    assert [json.loads(text) for text in results["options"].unique()] == [alone.options.model_dump()]
    assert alone.spec.solo is not None
    assert set(results["length_unit"]) == {alone.spec.solo.length_unit}
    assert (results["seconds"] > 0).all()
    assert (results["decisions"] > 0).all()


def test_every_agent_plays_the_same_deals_once(results: pl.DataFrame) -> None:
    assert set(results.select(KEY).iter_rows()) == {(agent, deal) for agent in AGENTS for deal in range(DEALS)}
    assert results.height == len(AGENTS) * DEALS


def test_a_row_tells_of_its_deal(results: pl.DataFrame, alone: Game) -> None:
    agent = make_agent("greedy")
    (game,) = matches.play(alone, [3], [[agent]])
    assert alone.spec.solo is not None
    (row,) = results.filter((pl.col("agent") == "greedy") & (pl.col("deal") == 3)).to_dicts()
    assert row["score"] == game.scores[0]
    assert row["won"] == (game.places[0] == 1)
    assert row["decisions"] == len(game.actions)
    assert row["length"] == alone.spec.solo.length(game.record)
    assert row["end"] == game.end
    assert json.loads(row["facts"]) == alone.spec.facts(game.record)
    assert json.loads(row["seat_facts"]) == alone.spec.seat_facts(game.record, 0)


def test_facts_of_a_seat_stand_beside_those_of_the_game(alone: Game) -> None:
    spec = replace(alone.spec, facts=lambda record: {"turns": 3}, seat_facts=lambda record, seat: {"role": f"r{seat}"})
    columns = matches.facts_columns(Game(spec, alone.options), alone.new(0).record, 1)
    assert {name: json.loads(text) for name, text in columns.items()} == {
        "facts": {"turns": 3},
        "seat_facts": {"role": "r1"},
    }


def test_a_lost_game_lacks_something_and_a_won_game_nothing(won: pl.DataFrame, results: pl.DataFrame) -> None:
    for rows in (won, results):
        for was_won, missing in rows.select("won", "missing").iter_rows():
            lacking = json.loads(missing)
            assert isinstance(lacking, dict)
            assert (lacking == {}) == was_won
            assert was_won or sum(lacking.values()) > 0
    assert 0 < won["won"].sum() < won.height


def test_agents_differ_on_the_same_deals(results: pl.DataFrame) -> None:
    scores = results.pivot("agent", index="deal", values="score").drop("deal")
    assert scores.height == DEALS
    assert not scores["random"].equals(scores["greedy"])


def test_the_same_run_gives_the_same_rows(results: pl.DataFrame, alone: Game) -> None:
    again = solo.measure(alone, AGENTS, DEALS, workers=1)
    assert is_same(results, again)
    assert set(results["run"]).isdisjoint(again["run"])


@pytest.mark.parametrize("deals_per_task", [1, 2, 100])
def test_results_do_not_depend_on_how_the_work_is_split(
    results: pl.DataFrame, alone: Game, deals_per_task: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solo, "DEALS_PER_TASK", deals_per_task)
    assert is_same(results, solo.measure(alone, AGENTS, DEALS, workers=1))


def test_results_do_not_depend_on_the_number_of_workers(results: pl.DataFrame, alone: Game) -> None:
    assert is_same(results, solo.measure(alone, AGENTS, DEALS, workers=2))


def test_results_do_not_depend_on_who_else_takes_part_or_where_the_counting_starts(
    results: pl.DataFrame, alone: Game
) -> None:
    late = solo.measure(alone, ["greedy"], 2, first_deal=3, workers=1)
    assert set(late["deal"]) == {3, 4}
    assert is_same(late, results.filter((pl.col("agent") == "greedy") & (pl.col("deal") >= 3)))


def watched_tasks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The (agent, deal) pairs that are played from now on."""
    seen: list[tuple[str, int]] = []
    original = solo.play_task

    def play_task(name: str, options: Any, run: str, agent: str, deals: list[int]) -> Any:
        seen.extend((agent, deal) for deal in deals)
        return original(name, options, run, agent, deals)

    monkeypatch.setattr(solo, "play_task", play_task)
    return seen


def test_resuming_plays_only_what_is_missing(
    results: pl.DataFrame, alone: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = watched_tasks(monkeypatch)
    missing = {("greedy", 1), ("greedy", 4), ("random", 0)}
    known = results.filter(~pl.struct(KEY).is_in([dict(zip(KEY, pair, strict=True)) for pair in missing]))
    assert known.height == results.height - 3
    whole = solo.measure(alone, AGENTS, DEALS, workers=1, known=known)
    assert set(seen) == missing
    assert len(seen) == 3
    assert is_same(whole, results)
    assert set(whole["run"]) == set(results["run"])


def test_an_agent_can_join_later(results: pl.DataFrame, alone: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    known = results.filter(pl.col("agent") != "greedy")
    seen = watched_tasks(monkeypatch)
    whole = solo.measure(alone, AGENTS, DEALS, workers=1, known=known)
    assert {agent for agent, _ in seen} == {"greedy"}
    assert is_same(whole, results)


def test_known_rows_are_read_back(results: pl.DataFrame, alone: Game, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    assert solo.known_rows(path, alone, AGENTS) is None
    parquet.write(path, results)
    known = solo.known_rows(path, alone, AGENTS)
    assert known is not None
    assert known.equals(results)


def test_results_of_other_agents_are_refused(results: pl.DataFrame, alone: Game, tmp_path: Path) -> None:
    parquet.write(tmp_path / "games.parquet", results)
    with pytest.raises(RegolithError, match="other agents"):
        solo.known_rows(tmp_path / "games.parquet", alone, ["random", "greedy"])


def test_results_with_other_options_are_refused(results: pl.DataFrame, alone: Game, tmp_path: Path) -> None:
    parquet.write(tmp_path / "games.parquet", results.with_columns(options=pl.lit("{}")))
    with pytest.raises(RegolithError, match="other options"):
        solo.known_rows(tmp_path / "games.parquet", alone, AGENTS)


@pytest.mark.parametrize("content", [b"", b"not parquet at all"], ids=["empty", "text"])
def test_a_file_that_is_no_results_file_is_refused(content: bytes, alone: Game, tmp_path: Path) -> None:
    (tmp_path / "games.parquet").write_bytes(content)
    with pytest.raises(RegolithError, match="not a results file"):
        solo.known_rows(tmp_path / "games.parquet", alone, AGENTS)


@pytest.mark.parametrize("lost", ["run", "agent", "deal", "won"])
def test_a_table_without_the_columns_of_results_is_refused(
    lost: str, results: pl.DataFrame, alone: Game, tmp_path: Path
) -> None:
    parquet.write(tmp_path / "games.parquet", results.drop(lost))
    with pytest.raises(RegolithError, match="not a results file"):
        solo.measure(alone, AGENTS, DEALS, workers=1, known=solo.known_rows(tmp_path / "games.parquet", alone, AGENTS))


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_the_results_so_far(
    results: pl.DataFrame, alone: Game, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solo, "DEALS_PER_TASK", 2)
    batches = 0

    def progress(games: int, rows: list[Any]) -> None:
        nonlocal batches
        batches += games > 0
        if batches == 2:
            raise KeyboardInterrupt

    part = solo.measure(alone, AGENTS, DEALS, workers=workers, progress=progress)
    assert part.schema == pl.Schema(SOLO_SCHEMA)
    assert 2 <= part.height <= 4
    assert is_same(part, results.join(part, on=KEY, how="semi"))
    assert is_same(solo.measure(alone, AGENTS, DEALS, workers=1, known=part), results)


def test_ctrl_c_writes_the_report_and_the_run_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    start = ["solo", GAME, "--agent", "random", "--workers", "1", "--out", str(tmp_path), "--deals"]
    process = subprocess.Popen(
        [sys.executable, "-c", FREQUENT, *start, "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        wait_for((tmp_path / "games.parquet").exists, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted" in out
    rows = pl.read_parquet(tmp_path / "games.parquet")
    assert 0 < rows.height < 1000000
    assert (tmp_path / "report.md").exists()
    again = run_command(monkeypatch, capsys, *start, str(rows.height + 3))
    assert again.code == 0, again.err
    resumed = pl.read_parquet(tmp_path / "games.parquet")
    assert resumed.height == rows.height + 3
    assert resumed.join(rows, on=KEY, how="semi").sort(KEY).equals(rows.sort(KEY))


FREQUENT = "from regolith.cli import progress; progress.SAVE_EVERY = 0.2; from regolith.cli.app import main; main()"
"""The command, with results written all the time."""


def test_a_solo_run_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [
        "solo",
        GAME,
        "--agent",
        "random",
        "greedy",
        "--deals",
        "3",
        "--seed",
        "7",
        "--workers",
        "1",
        "--out",
        str(tmp_path),
    ]
    outcome = run_command(monkeypatch, capsys, *words, "--map", "elysium")
    assert outcome.code == 0, outcome.err
    assert {path.name for path in tmp_path.iterdir()} == {
        "games.parquet",
        "pictures",
        "report.html",
        "report.md",
        "tables",
    }
    rows = pl.read_parquet(tmp_path / "games.parquet")
    assert set(rows.select(KEY).iter_rows()) == {(agent, deal) for agent in ("random", "greedy") for deal in (7, 8, 9)}
    assert json.loads(rows["options"][0])["map"] == "elysium"
    assert "win rate" in outcome.out
    assert "interrupted" not in outcome.out


def test_without_an_agent_greedy_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = run_command(monkeypatch, capsys, "solo", GAME, "--deals", "2", "--workers", "1")
    assert outcome.code == 0
    assert "greedy" in outcome.out


@pytest.mark.parametrize(("game", "told"), [("terror_below", True), (GAME, False)])
def test_results_of_reconstructed_cards_say_so(
    game: str, told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["--deals", "1", "--workers", "1", "--out", str(tmp_path)]
    for words in (["solo", game, "--agent", "random"], ["arena", game, "--agents", "random"]):
        (tmp_path / "games.parquet").unlink(missing_ok=True)
        outcome = run_command(monkeypatch, capsys, *words, *run)
        assert outcome.code == 0, outcome.err
        assert ("149 of 196 cards are reconstructed" in outcome.out) == told
        assert ("149 of 196 cards are reconstructed" in (tmp_path / "report.md").read_text()) == told


def test_results_of_one_kind_are_not_taken_for_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ["--deals", "1", "--workers", "1", "--out", str(tmp_path)]
    assert run_command(monkeypatch, capsys, "solo", GAME, "--agent", "random", *common).code == 0
    before = (tmp_path / "games.parquet").read_bytes()
    outcome = run_command(monkeypatch, capsys, "arena", GAME, "--agents", "random", *common)
    assert outcome.code == 2
    assert "is not a results file" in outcome.err
    assert (tmp_path / "games.parquet").read_bytes() == before


def made_up(agent: str, *games: tuple[bool, int]) -> pl.DataFrame:
    """Games of an agent: won, length."""
    lines = [
        {
            **dict.fromkeys(SOLO_SCHEMA, 0),
            **dict.fromkeys(("run", "options"), ""),
            **dict.fromkeys(("missing", "facts", "seat_facts"), "{}"),
            **{"game": GAME, "deal": deal, "agent": agent, "won": won, "length": length},
            **{"length_unit": "generations", "end": "finished"},
        }
        for deal, (won, length) in enumerate(games)
    ]
    return pl.DataFrame(lines, schema=SOLO_SCHEMA, strict=False)


def test_the_report_tells_who_has_won_by_when() -> None:
    rows = pl.concat([made_up("greedy", (True, 12), (False, 12)), made_up("plan", (True, 10), (True, 12))])
    (section,) = [s for s in solo_sections(rows, solo_table(rows)) if s.title == "Won within"]
    assert list(section.headers) == ["generations", "plan", "greedy"]
    assert [line[0] for line in section.lines] == ["10", "12"]
    assert [cell.split()[0] for line in section.lines for cell in line[1:]] == ["50.0%", "0.0%", "100.0%", "50.0%"]
    alike = made_up("plan", (True, 12), (True, 12))
    assert "Won within" not in [s.title for s in solo_sections(alike, solo_table(alike))]


def test_the_report_tells_how_far_agents_are_behind_the_yardstick() -> None:
    rows = made_up("plan", (True, 10), (True, 12), (False, 12), (False, 12))
    best = pl.DataFrame({"deal": [0, 1, 2, 3], "fastest": [9, 9, 11, 0]})
    (section,) = [s for s in solo_sections(rows, solo_table(rows), best) if s.title == "Regret"]
    assert section.lines[0][1].startswith("2.00 [")
    assert section.lines[0][2] == "1 of 3"


def test_a_yardstick_needs_numbered_deals(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    few = ("--agent", "random", "--deals", "2", "--workers", "1", "--yardstick")
    outcome = run_command(monkeypatch, capsys, "solo", GAME, *few)
    assert outcome.code == 0, outcome.err
    assert "Regret" in outcome.out
    refused(run_command(monkeypatch, capsys, "solo", "terror_below", *few), "not numbered")
