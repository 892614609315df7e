"""The speed check from end to end, between trees that only say what they were told."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from benchmarks.against.fakes import OLD_HELP, calls, commit, fake_tree, repository

from regolith import envs
from regolith.benchmarks.against import turns
from regolith.benchmarks.against.environments import Tree, commit_of
from regolith.benchmarks.against.ratios import LEAST_TURNS
from regolith.cli import speed_check
from regolith.cli.app import main

from .running import Outcome, refused

GAME = "tinyforming_mars"
COMMIT = "c0ffee" * 6 + "c0ff"
Check = Callable[..., Outcome]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Run the command with two fake trees in place of this one and the commit."""
    repository(tmp_path / "repo")

    def run(*words: str) -> Outcome:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["speed_check", COMMIT, "--games", GAME, *words])
        with pytest.raises(SystemExit) as stop:
            main(speed_check.app)
        caught = capsys.readouterr()
        assert isinstance(stop.value.code, int)
        return Outcome(stop.value.code, caught.out, caught.err)

    monkeypatch.setattr(speed_check, "commit_of", lambda root, name: name)
    monkeypatch.setenv("COLUMNS", "140")
    return run


@pytest.fixture
def trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Say what both trees measure."""

    def tell(this: dict[str, list[float | None]], base: dict[str, list[float | None]], **told: Any) -> None:
        made = fake_tree(tmp_path, "this tree", this, games=envs.games())
        here = Tree(made.name, tmp_path / "repo", made.bin, made.variables)
        there = fake_tree(tmp_path, "base", base, **{"games": envs.games(), **told})
        monkeypatch.setattr(speed_check, "this_tree", lambda: here)
        monkeypatch.setattr(speed_check, "tree_of", lambda root, commit, say: there)

    return tell


def runs(tmp_path: Path) -> list[list[str]]:
    """The measurements, in order."""
    return [call for call in calls(tmp_path) if call[1] == "speed" and call[2] != "--help"]


def test_equal_trees_pass_after_the_least_turns(tmp_path: Path, check: Check, trees: Callable[..., None]) -> None:
    trees({"kernel": [100, 101], "cold_compile_s": [10]}, {"kernel": [100, 101], "cold_compile_s": [9.9]})
    outcome = check("--figures", "kernel,cold_compile_s")
    assert outcome.code == 0, outcome
    row = next(line for line in outcome.out.splitlines() if "cold_compile_s" in line)
    assert [word for word in row.split() if word not in "│-"] == [
        GAME,
        "cold_compile_s",
        "0.990",
        "0.990",
        "0.990",
        "15",
        "passed",
    ]
    assert [call[0] for call in runs(tmp_path)] == (["this tree", "base", "base", "this tree"] * LEAST_TURNS)[
        : 2 * LEAST_TURNS
    ]
    assert len({tuple(call[1:]) for call in runs(tmp_path)}) == 1
    first = [call[0] for call in calls(tmp_path) if call[1] == "warmup"]
    assert first == ["this tree", "base"]
    assert "15 take about" in outcome.err


def test_a_slower_tree_fails(check: Check, trees: Callable[..., None]) -> None:
    trees(
        {"kernel": [95], "aec": [100], "cold_compile_s": [10]}, {"kernel": [100], "aec": [100], "cold_compile_s": [9]}
    )
    outcome = check("--figures", "kernel aec cold_compile_s")
    assert outcome.code == speed_check.SLOWER
    verdicts = [line.split()[-2] for line in outcome.out.splitlines() if GAME in line]
    assert verdicts == ["slower", "passed", "slower"]
    assert check("--figures", "kernel", "--least", "0.94").code == 0


def test_a_noisy_machine_is_neither_a_pass_nor_a_failure(
    tmp_path: Path, check: Check, trees: Callable[..., None]
) -> None:
    """The noisy figure takes all turns, the other one only those that it needs."""
    trees({"kernel": [80, 120, 100], "aec": [5.0]}, {"kernel": [100], "aec": [5.0]})
    outcome = check("--figures", "kernel,aec", "--turns", "18")
    assert outcome.code == speed_check.UNDECIDED
    assert "too noisy" in outcome.out
    assert [call[-1] for call in runs(tmp_path)] == ["kernel,aec"] * 30 + ["kernel"] * 6


def test_a_difference_too_small_to_see_is_no_pass(check: Check, trees: Callable[..., None]) -> None:
    trees({"kernel": [95.5, 96.5, 97.5]}, {"kernel": [100]})
    outcome = check("--figures", "kernel")
    assert outcome.code == speed_check.UNDECIDED
    assert "too close to say" in outcome.out


def test_few_turns_give_no_verdict(check: Check, trees: Callable[..., None]) -> None:
    trees({"kernel": [100]}, {"kernel": [100]})
    outcome = check("--figures", "kernel", "--turns", "3")
    assert outcome.code == speed_check.UNDECIDED
    assert "too few turns" in outcome.out


def test_figures_and_games_of_one_tree_only_are_left_out_by_name(
    tmp_path: Path, check: Check, trees: Callable[..., None]
) -> None:
    """The base is told by its help what it has, and a figure that is nothing counts as missing."""
    trees({"kernel": [1], "aec": [None]}, {"kernel": [1], "aec": [1]}, games=[GAME])
    outcome = check("--figures", "kernel,aec,clone", "--games", " ".join(envs.games()))
    assert outcome.code == 0, outcome
    left_out = [line for line in outcome.out.splitlines() if line.startswith("left out")]
    assert left_out[:2] == [
        f"left out: {GAME} aec (not in this tree)",
        f"left out: {GAME} clone (not in base and this tree)",
    ]
    assert left_out[2:] == [f"left out: {name} (not in base)" for name in envs.games() if name != GAME]
    assert runs(tmp_path)[0][-1] == "kernel,aec"
    assert runs(tmp_path)[-1][-1] == "kernel"


def test_nothing_in_common_is_no_pass(check: Check, trees: Callable[..., None]) -> None:
    trees({"kernel": [1]}, {"kernel": [1]})
    outcome = check("--figures", "clone")
    assert outcome.code == 2
    assert "no figure was compared" in outcome.err


def test_with_an_old_base_both_trees_measure_everything(
    tmp_path: Path, check: Check, trees: Callable[..., None]
) -> None:
    trees({"kernel": [1], "aec": [1]}, {"kernel": [1], "games": [1]}, help=OLD_HELP)
    outcome = check("--figures", "kernel,aec")
    assert outcome.code == 0
    assert "left out: tinyforming_mars aec (not in base)" in outcome.out
    assert {" ".join(call[2:]) for call in runs(tmp_path)} == {f"{GAME} --json --rounds 3 --vector-games 1024"}


def test_an_interrupted_check_goes_on(
    tmp_path: Path, check: Check, trees: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    trees({"kernel": [100]}, {"kernel": [100]})
    real, taken = turns.save, 0

    def save(path: Path, results: Any) -> None:
        nonlocal taken
        real(path, results)
        taken += 1
        if taken == 4:
            raise KeyboardInterrupt

    monkeypatch.setattr(turns, "save", save)
    outcome = check("--figures", "kernel")
    assert outcome.code == 130
    assert " 4 " in outcome.out
    (path,) = (tmp_path / "repo" / "build" / "speed-check").iterdir()
    assert len(json.loads(path.read_text())["games"][GAME]["pairs"]["kernel"]) == 4
    assert check("--figures", "kernel").code == 0
    assert len(runs(tmp_path)) == 2 * LEAST_TURNS
    assert check("--figures", "kernel").code == 0
    assert len(runs(tmp_path)) == 2 * LEAST_TURNS
    assert check("--figures", "kernel", "--rounds", "2", "--turns", "1").code == speed_check.UNDECIDED
    assert len(runs(tmp_path)) == 2 * LEAST_TURNS + 2


def test_an_edited_tree_starts_anew(tmp_path: Path, check: Check, trees: Callable[..., None]) -> None:
    trees({"kernel": [100]}, {"kernel": [100]})
    assert check("--figures", "kernel", "--turns", "2").code == speed_check.UNDECIDED
    (tmp_path / "repo" / "envs" / "rules.py").write_text("ONE = 2\n")
    assert check("--figures", "kernel", "--turns", "1").code == speed_check.UNDECIDED
    assert len(runs(tmp_path)) == 6
    commit(tmp_path / "repo")
    check("--figures", "kernel", "--turns", "1")
    assert len(runs(tmp_path)) == 6


def test_a_tree_that_is_edited_meanwhile_is_not_measured_on(
    tmp_path: Path, check: Check, trees: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    trees({"kernel": [100]}, {"kernel": [100]})
    real = turns.save

    def save(path: Path, results: Any) -> None:
        real(path, results)
        (tmp_path / "repo" / "envs" / "rules.py").write_text("ONE = 2\n")

    monkeypatch.setattr(turns, "save", save)
    outcome = check("--figures", "kernel")
    assert outcome.code == 2
    assert "edited while it was measured" in outcome.err
    assert len(runs(tmp_path)) == 2


def test_damaged_results_are_not_believed(tmp_path: Path, check: Check, trees: Callable[..., None]) -> None:
    trees({"kernel": [100]}, {"kernel": [100]})
    check("--figures", "kernel", "--turns", "1")
    (path,) = (tmp_path / "repo" / "build" / "speed-check").iterdir()
    good = path.read_text()
    for damaged in (good[:-5], good.replace("100.0", "-1.0"), good.replace("100.0", '"x"')):
        path.write_text(damaged)
        outcome = check("--figures", "kernel", "--turns", "1")
        refused(outcome, "is damaged: delete it")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--least", "much"], "Invalid value for '--least'"),
        (["--least", "nan"], "--least must be a number above 0"),
        (["--width", "0"], "--width must be a number above 0"),
        (["--turns", "0"], "--turns must be at least 1"),
        (["--rounds", "0"], "--rounds must be at least 1"),
        (["--games", "chess"], "there is no 'chess'"),
        (["--figures", "elegance"], "there is no 'elegance'"),
        (["--figures", "record_bytes"], "there is no 'record_bytes'"),
    ],
)
def test_mistakes_are_one_line(check: Check, trees: Callable[..., None], words: list[str], told: str) -> None:
    trees({}, {})
    refused(check(*words), told)


def test_a_base_that_cannot_be_measured_is_one_line(check: Check, trees: Callable[..., None]) -> None:
    trees({"kernel": [1]}, {"kernel": [1]}, help="")
    refused(check("--figures", "kernel"), "base cannot be measured: it has no 'regolith speed --json'")


def test_an_unknown_commit_is_one_line(
    check: Check, trees: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    trees({}, {})
    monkeypatch.setattr(speed_check, "commit_of", commit_of)
    refused(check(), f"there is no commit '{COMMIT}'")
