"""Duels of two trees: here both sides run in this environment, or one of them is an impostor."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from benchmarks.against.fakes import repository
from benchmarks.against.test_environments import gone
from rich.console import Console

from regolith import envs
from regolith.agents.statistics import wilson
from regolith.benchmarks import arena
from regolith.benchmarks.against import games
from regolith.benchmarks.against.environments import ComparisonError, Tree
from regolith.benchmarks.against.games import Duel, Finished, Results
from regolith.benchmarks.against.sides import SCRIPT, Positions, Side
from regolith.cli import duel as command
from regolith.cli.app import main

from .running import Outcome, refused

ROOT = Path(__file__).resolve().parents[2]
GAME = "tinyforming_mars"
COMMIT = "c0ffee" * 6 + "c0ff"
SOME = Duel(GAME, {}, 2, "random", "greedy")

IMPOSTOR = f"""
import importlib.util
found = importlib.util.spec_from_file_location("seat_process", {str(SCRIPT)!r})
module = importlib.util.module_from_spec(found)
found.loader.exec_module(module)
Honest = module.Table
"""
OTHER_RULES = (
    IMPOSTOR
    + """
class Odd(Honest):
    def _look(self):
        super()._look()
        if self.state.decisions == 7 and self.state.current_player == 1:
            self.names = ["fly to Venus", *self.names[1:]]
module.Table = Odd
module.main()
"""
)
OTHER_SCORES = (
    IMPOSTOR
    + """
class Odd(Honest):
    def position(self):
        found = super().position()
        if "end" in found:
            found["end"]["scores"][0] += 1
        return found
module.Table = Odd
module.main()
"""
)
OTHER_NUMBERS = (
    IMPOSTOR
    + """
class Mirror:
    def __init__(self, state):
        self.state, self.last = state, state.game.num_actions - 1
    def __getattr__(self, name):
        return getattr(self.state, name)
    def legal_actions(self):
        return sorted(self.last - action for action in self.state.legal_actions())
    def action_name(self, action):
        return self.state.action_name(self.last - action)
    def apply(self, action):
        self.state.apply(self.last - action)
class Mirrored(Honest):
    def __init__(self, state, players):
        mirror = Mirror(state)
        turned = {seat: lambda seen, player=player: mirror.last - player(state) for seat, player in players.items()}
        super().__init__(mirror, turned)
module.Table = Mirrored
module.main()
"""
)
ANSWERS = "import sys\nfor line in sys.stdin:\n    print({answer!r}, flush=True)\n"


def tree(name: str) -> Tree:
    """This environment under some name, with the rules that the tests have compiled."""
    return Tree(name, ROOT, Path(sys.executable).parent, dict(os.environ))


def side(script: Path | str = SCRIPT, name: str = "base", folder: Path | None = None, patience: float = 120.0) -> Side:
    """A side that runs this script, or this text as one."""
    if isinstance(script, str):
        assert folder is not None
        path = folder / f"{name}.py"
        path.write_text(script)
        script = path
    return Side(tree(name), patience, script)


def play(duel: Duel, deals: int, other: Side) -> Results:
    results = Results()
    with side(name="this tree") as here, other as there:
        duel.play(here, there, deals, results)
    return results


@pytest.fixture(scope="module")
def honest() -> Results:
    """A few games between sides that agree."""
    return play(SOME, 4, side())


def by_seat(results: Results) -> dict[tuple[int, int], Finished]:
    return {(one.deal, one.seat): one for one in results.finished}


def test_a_duel_is_what_an_arena_plays_on_the_same_deals(honest: Results) -> None:
    rows = arena.hold(arena.Tournament(envs.game(GAME), ("random", "greedy"), 4), workers=1)
    mine = rows.filter(pl.col("agent") == "random")
    wanted = {(row["deal"], row["seat"]): row for row in mine.to_dicts()}
    assert honest.differences == []
    found = by_seat(honest)
    assert set(found) == set(wanted) == set(SOME.plan(4))
    for key, one in found.items():
        assert one.scores[one.seat] == wanted[key]["score"]
        assert one.share == wanted[key]["win"]
        assert one.decisions == wanted[key]["length"]


def test_numbers_of_actions_may_differ(tmp_path: Path, honest: Results) -> None:
    found = play(SOME, 2, side(OTHER_NUMBERS, folder=tmp_path))
    assert found.differences == []
    assert {key: one for key, one in by_seat(honest).items() if key[0] < 2} == by_seat(found)


def test_games_may_be_played_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch, honest: Results) -> None:
    monkeypatch.setattr(games, "TOGETHER", 3)
    assert by_seat(play(SOME, 4, side())) == by_seat(honest)


def test_with_three_players_one_of_them_is_a() -> None:
    duel = Duel("terror_below", {"players": 3}, 3, "random", "greedy")
    assert duel.plan(2) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    results = play(duel, 1, side())
    assert sorted(by_seat(results)) == duel.plan(1)
    assert all(len(one.scores) == 3 for one in results.finished)


def test_other_rules_are_found_where_they_differ(tmp_path: Path, honest: Results) -> None:
    """Games in which another seat is to move at that decision are played to their end as ever."""
    results = play(SOME, 4, side(OTHER_RULES, folder=tmp_path))
    assert results.differences
    for one in results.differences:
        assert one.decision == 7
        assert one.this.player == one.other.player == 1
        assert "fly to Venus" in one.other.names
        assert len(one.this.names) == len(one.other.names)
        assert len(set(one.this.names) - set(one.other.names)) == 1
    assert results.played() == set(SOME.plan(4))
    assert len(results.finished) + len(results.differences) == 8
    for key, one in by_seat(results).items():
        assert one == by_seat(honest)[key]


def test_other_results_of_a_game_are_other_rules(tmp_path: Path) -> None:
    results = play(SOME, 1, side(OTHER_SCORES, folder=tmp_path))
    assert results.finished == []
    assert len(results.differences) == 2
    for one in results.differences:
        assert one.this.end is not None
        assert one.other.end is not None
        assert one.other.end.scores[0] == one.this.end.scores[0] + 1


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("import sys\nsys.exit('no games today')", r"the process of base ended with code 1: no games today"),
        ("import os, sys\nsys.stdin.readline()\nos._exit(7)", r"ended with code 7: it says nothing"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)", r"ended with code -11"),
        ("import time\ntime.sleep(600)", r"base has not answered for 1 seconds"),
        ("import sys\nwhile True:\n    sys.stdout.write('x' * 65536)", r"has no end|has not answered"),
        (ANSWERS.format(answer="hello"), r"an answer that is none: 'hello'"),
        (ANSWERS.format(answer="[]"), r"an answer that is none"),
        (ANSWERS.format(answer='{"positions": [{"player": "0"}]}'), r"an answer that is none"),
        (ANSWERS.format(answer='{"positions": [], "and": 1}'), r"an answer that is none"),
        (ANSWERS.format(answer='{"positions": []}'), r"base answers about 0 games instead of 2"),
        (ANSWERS.format(answer='{"error": "out of order"}'), r"^base: out of order$"),
    ],
)
def test_a_side_that_fails_is_one_line_and_leaves_no_process(tmp_path: Path, script: str, told: str) -> None:
    this, other = side(name="this tree"), side(script, folder=tmp_path, patience=1.0)
    with pytest.raises(ComparisonError, match=told) as caught, this as here, other as there:
        SOME.play(here, there, 1, Results())
    assert "\n" not in str(caught.value)
    assert gone(this._process.pid)
    assert gone(other._process.pid)


@pytest.mark.parametrize("rank", ["99999", "-1", "None", "self.rank if self.rank is None else len(self.names)"])
def test_a_decision_that_is_not_legal_is_refused(tmp_path: Path, rank: str) -> None:
    text = IMPOSTOR + "class Odd(Honest):\n    def position(self):\n"
    text += f"        return super().position() | {{'rank': {rank}}}\nmodule.Table = Odd\nmodule.main()\n"
    with pytest.raises(ComparisonError, match=r"^base decides .* actions are legal$"):
        play(SOME, 1, side(text, folder=tmp_path))


@pytest.mark.parametrize("thought", ["pass", "__import__('time').sleep(600)"])
def test_a_side_ends_when_nobody_asks_any_more(tmp_path: Path, thought: str) -> None:
    """Its pipe is closed when the process that holds the duel ends, however that ends."""
    text = IMPOSTOR + f"class Odd(Honest):\n    def _look(self):\n        super()._look()\n        {thought}\n"
    with side(text + "module.Table = Odd\nmodule.main()\n", folder=tmp_path) as there:
        there.ask(Positions, do="deal", game=GAME, options={}, agent="random", games=[])
        there.send(do="deal", game=GAME, options={}, agent="random", games=[{"deal": 0, "seeds": {}}])
        process = there._process
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(10) == 0


def test_what_agents_print_is_no_answer(tmp_path: Path) -> None:
    text = IMPOSTOR + "class Odd(Honest):\n    def _look(self):\n        print('thinking')\n        super()._look()\n"
    results = play(SOME, 1, side(text + "module.Table = Odd\nmodule.main()\n", folder=tmp_path))
    assert len(results.finished) == 2


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ({"do": "options", "game": "chess"}, r"^base: there is no game 'chess'"),
        ({"do": "deal", "game": GAME, "options": {"colour": 1}, "agent": "greedy", "games": []}, r"^base: .*colour"),
        (
            {"do": "deal", "game": GAME, "options": {}, "agent": "genius", "games": [{"deal": 0, "seeds": {"0": 1}}]},
            r"^base: there is no agent 'genius'",
        ),
        ({"do": "names", "game": 5}, r"^base: IndexError"),
    ],
)
def test_what_a_tree_cannot_do_is_said_in_its_name(request_: dict[str, Any], told: str) -> None:
    with side() as there, pytest.raises(ComparisonError, match=told):
        there.ask(Positions, **request_)


Run = Callable[..., Outcome]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command, with this environment as both trees; `script` is what the base runs."""
    repo = repository(tmp_path / "repo")
    here = Tree("this tree", repo, tree("this").bin, dict(os.environ))
    monkeypatch.setattr(command, "this_tree", lambda: here)
    monkeypatch.setattr(command, "tree_of", lambda root, commit, say: tree("base"))
    monkeypatch.setattr(command, "commit_of", lambda root, name: COMMIT)
    monkeypatch.setenv("COLUMNS", "140")

    def call(*words: str, script: str | None = None) -> Outcome:
        capsys.readouterr()
        if script is not None:
            made = {"base": lambda: side(script, folder=tmp_path), "this tree": lambda: side(name="this tree")}
            monkeypatch.setattr(command, "Side", lambda tree, patience: made[tree.name]())
        monkeypatch.setattr(sys, "argv", ["duel", COMMIT, *words])
        with pytest.raises(SystemExit) as stop:
            main(command.app)
        caught = capsys.readouterr()
        assert isinstance(stop.value.code, int)
        return Outcome(stop.value.code, caught.out, caught.err)

    return call


def kept(tmp_path: Path) -> dict[str, Any]:
    (path,) = (tmp_path / "repo" / "build" / "duel").iterdir()
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def test_the_command_reports_and_goes_on_where_it_ended(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, honest: Results
) -> None:
    outcome = run(GAME, "-a", "random", "--deals", "3")
    assert outcome.code == 0, outcome
    row = next(line for line in outcome.out.splitlines() if "all" in line)
    finished = [one for one in honest.finished if one.deal < 3]
    wins = sum(one.share for one in finished)
    bounds = wilson(wins, 6)
    ours = sum(one.scores[one.seat] for one in finished) / 6
    assert row.split("│")[1].strip() == "all"
    assert [cell.strip() for cell in row.split("│")[2:6]] == [
        "6",
        f"{wins / 6:.1%}",
        f"{bounds.low:.1%} - {bounds.high:.1%}",
        f"{ours:.1f}",
    ]
    planned: list[tuple[int, int]] = []
    real = games._Batch

    def batch(duel: Duel, this: Side, other: Side, plan: list[tuple[int, int]], results: Results) -> Any:
        planned.extend(plan)
        return real(duel, this, other, plan, results)

    monkeypatch.setattr(games, "_Batch", batch)
    assert run(GAME, "-a", "random", "--deals", "4").code == 0
    assert planned == [(3, 0), (3, 1)]
    assert by_seat(Results.model_validate(kept(tmp_path))) == by_seat(honest)
    again = run(GAME, "-a", "random", "--deals", "3")
    assert again.out == outcome.out
    assert len(planned) == 2


def test_an_interrupt_gives_the_results_so_far(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = games._Batch._finished

    def finished(self: Any, i: int, end: Any) -> Finished:
        if len(self.results.finished) == 3:
            raise KeyboardInterrupt
        return real(self, i, end)

    monkeypatch.setattr(games._Batch, "_finished", finished)
    outcome = run(GAME, "-a", "random", "--deals", "4")
    assert outcome.code == 130
    assert "win share of A" in outcome.out
    assert len(kept(tmp_path)["finished"]) == 3


def test_other_rules_are_shown_in_words_and_no_success(tmp_path: Path, run: Run) -> None:
    outcome = run(GAME, "-a", "random", "--deals", "4", script=OTHER_RULES)
    assert outcome.code == command.RULES_DIFFER
    assert "decision 7" in outcome.out
    assert "base: seat 1 has" in outcome.out
    assert "fly to Venus" in outcome.out
    assert "games were given up" in outcome.out
    assert kept(tmp_path)["differences"]


def test_options_are_those_of_both_trees(tmp_path: Path, run: Run) -> None:
    outcome = run(GAME, "-a", "random", "--deals", "1", "--options", "--map elysium")
    assert outcome.code == 0
    ours = list(envs.spec(GAME).options.model_fields)
    fewer = ANSWERS.format(answer=json.dumps({"options": [name for name in ours if name != "map"]}))
    refused(run(GAME, "--options", "--map elysium", script=fewer), "only this tree knows the option '--map'")
    more = ANSWERS.format(answer=json.dumps({"options": [*ours, "weather"]}))
    refused(run(GAME, "--options", "--weather=dust", script=more), "only base knows the option '--weather=dust'")
    refused(run(GAME, "--options", "--colour red"), "unknown option '--colour'")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess",), "there is no game 'chess'"),
        (("",), "there is no game ''"),
        ((GAME, "--deals", "0"), "--deals must be at least 1"),
        ((GAME, "--patience", "nan"), "--patience must be a number above 0"),
        ((GAME, "-b", "human"), "a human cannot play here"),
        ((GAME, "-a", "genius"), "there is no agent 'genius'"),
        ((GAME, "-a", "mcts:simulations=few"), "is not a number"),
        ((GAME, "--options", "--players 1"), "two or more players"),
        ((GAME, "--options", "elysium"), "unexpected 'elysium'"),
        ((GAME, "--options", "--map 'elysium"), "cannot be read"),
        ((GAME, "--options", "--map moon"), "moon"),
    ],
)
def test_mistakes_are_one_line(run: Run, words: tuple[str, ...], told: str) -> None:
    refused(run(*words), told)


def test_a_draw_is_half_a_win(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "140")
    shares = (0.5, 1.0, 0.0)
    finished = [Finished(deal=i, seat=0, share=share, scores=[3, 3], decisions=9) for i, share in enumerate(shares)]
    assert command.show(Console(), SOME, "base", 3, Results(finished=finished)) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "all" in line)
    interval = wilson(1.5, 3)
    assert [cell.strip() for cell in row.split("│")[3:5]] == ["50.0%", f"{interval.low:.1%} - {interval.high:.1%}"]
    assert interval != wilson(1, 3)


@pytest.mark.parametrize("spec", ["ppo:{}", "ppo:{},sample=1", "greedy:weights={}", "greedy:without=box,weights={}"])
def test_results_of_another_model_are_other_results(spec: str, tmp_path: Path) -> None:
    model = tmp_path / "model"
    spec = spec.format(model)
    model.write_text("one")
    before = command._identity(spec)
    assert before == command._identity(spec)
    model.write_text("two")
    assert command._identity(spec) != before


@pytest.mark.parametrize(
    "spec", ["greedy", "greedy:without=box", "greedy:weights=nowhere", "ppo:nowhere", "other:file"]
)
def test_an_agent_without_a_file_is_its_spec(spec: str) -> None:
    assert command._identity(spec) == spec
