"""`regolith compare` and `regolith effect`: reports, resuming, and mistakes that are one line."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from regolith import envs
from regolith.benchmarks import parallel
from regolith.benchmarks.report import NO_GAMES
from regolith.benchmarks.worlds import every_world

from .running import Outcome, refused, run_command

GAME = "terraforming_mars"
SHORT = ("--max-generations", "2", "--payment", "auto", "--workers", "1", "--deals", "2")


class Runner:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.monkeypatch, self.capsys, self.folder = monkeypatch, capsys, folder
        (folder / "usual.toml").write_text("")
        (folder / "rich.toml").write_text("[seats]\nmc = [0, 8]\n")
        self.variants = (str(folder / "usual.toml"), str(folder / "rich.toml"))
        self.out = folder / "out"

    def __call__(self, *words: str) -> Outcome:
        return run_command(self.monkeypatch, self.capsys, *words)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Runner:
    return Runner(monkeypatch, capsys, tmp_path)


def test_a_comparison_is_told_and_kept(run: Runner) -> None:
    words = ("compare", GAME, *run.variants, "random", *SHORT, "--out", str(run.out))
    first = run(*words)
    assert first.code == 0, first.err
    assert "A is usual, B is rich." in first.out
    report = (run.out / "report.md").read_text()
    assert "## Differences" in report
    assert "seats begin with 0, 8 MC more" in report
    assert "Differences" in (run.out / "report.html").read_text()
    assert pl.read_csv(run.out / "tables" / "differences.csv").height > 0
    assert pl.read_parquet(run.out / "games.parquet").height == 8
    again = run(*words[:-1], str(run.out), "--deals", "3")
    assert again.code == 0, again.err
    assert pl.read_parquet(run.out / "games.parquet").height == 12


def test_an_effect_is_told_and_kept(run: Runner) -> None:
    words = ("effect", GAME, "Mine", "helion", "--agent", "random", *SHORT, "--out", str(run.out))
    first = run(*words)
    assert first.code == 0, first.err
    assert "To be dealt Mine instead of another card" in " ".join(first.out.split())
    assert "## Effects of being dealt a card" in (run.out / "report.md").read_text()
    assert (run.out / "report.html").exists()
    table = pl.read_csv(run.out / "tables" / "effects-of-being-dealt-a-card.csv")
    assert {"10 MC", "Mine"} <= set(table["dealt"])
    assert set(pl.read_parquet(run.out / "games.parquet")["world"]) == {"as dealt", "10 MC", "Mine", "Helion"}


@pytest.mark.parametrize("name", ["[/x]", "[red]out"])
def test_a_folder_is_named_as_it_is(run: Runner, name: str) -> None:
    out = run.folder / name
    words = ("effect", "tinyforming_mars", "Elysium", "--agent", "random", "--workers", "1", "--deals", "2")
    outcome = run(*words, "--out", str(out))
    assert outcome.code == 0, outcome.err
    assert str(out / "report.md") in outcome.out.splitlines()


@pytest.mark.parametrize("command", ["compare", "effect"])
def test_one_deal_tells_nothing_but_is_one(run: Runner, command: str) -> None:
    agent = (*run.variants, "random") if command == "compare" else ("Mine", "--agent", "random")
    outcome = run(command, GAME, *agent, *SHORT, "--deals", "1")
    assert outcome.code == 0, outcome.err
    told = " ".join(outcome.out.split())
    assert "There are not enough deals yet" in told
    assert "This is only 1 deal" in told
    assert NO_GAMES not in told


def test_what_lies_there_for_all_is_told_and_kept(run: Runner) -> None:
    words = ("effect", "terror_below", "Canyon", "Pistol", "--agent", "random", "--max-rounds", "3", "--workers", "1")
    first = run(*words, "--deals", "6", "--out", str(run.out))
    assert first.code == 0, first.err
    assert "Canyon instead of the board of these options (6 deals), for all seats alike:" in " ".join(first.out.split())
    report = (run.out / "report.md").read_text()
    assert "## Effects of being dealt a card" in report
    assert "## What changes for all" in report
    assert set(pl.read_csv(run.out / "tables" / "what-changes-for-all.csv")["with"]) == {"Canyon"}
    again = run("effect", "terror_below", "--all", *words[4:], "--deals", "2", "--out", str(run.out))
    assert again.code == 0, again.err
    assert "things that lie there for all" in " ".join(again.out.split())
    assert "Canyon" in (run.out / "report.md").read_text(), "what was measured before is told too"


@pytest.mark.parametrize("command", ["compare", "effect"])
def test_an_interrupted_run_goes_on(run: Runner, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was played before the interrupt is kept, the exit code says so, and the same command plays the rest."""
    (run.folder / "other.toml").write_text("[seats]\ncredits = [0, 1]\n")
    pair = [run.variants[0], str(run.folder / "other.toml"), "random"]
    game = ["tinyforming_mars", *(pair if command == "compare" else ["Elysium", "--agent", "random"])]
    words = (command, *game, "--workers", "1", "--deals", "40", "--out", str(run.out))
    really = parallel.run

    def stopped(*given: Any) -> Iterator[Any]:
        for number, found in enumerate(really(*given)):
            if number == 3:
                raise KeyboardInterrupt
            yield found

    monkeypatch.setattr(parallel, "run", stopped)
    outcome = run(*words)
    assert outcome.code == 130
    assert "interrupted: 15 of 80 games were played" in outcome.out
    assert (run.out / "report.md").exists()
    monkeypatch.setattr(parallel, "run", really)
    assert run(*words).code == 0
    rows = pl.read_parquet(run.out / "games.parquet")
    assert rows.height == 80 * (2 if command == "compare" else 1)
    assert run(command, *game, "--workers", "1", "--deals", "40", "--out", str(run.folder / "whole")).code == 0
    whole = pl.read_parquet(run.folder / "whole" / "games.parquet")
    key = ["variant", "deal", "seat"] if command == "compare" else ["world", "deal"]
    changing = ["run", *(["seconds"] if command == "compare" else [])]
    assert rows.drop(changing).sort(key).equals(whole.drop(changing).sort(key))


def test_all_cards_are_ranked(run: Runner) -> None:
    words = ("effect", GAME, "--all", "--agent", "random", "--max-generations", "1", "--workers", "1", "--deals", "2")
    outcome = run(*words, "--out", str(run.out))
    assert outcome.code == 0, outcome.err
    cards = len(every_world(envs.game(GAME, max_generations=1)))
    rows = pl.read_parquet(run.out / "games.parquet")
    assert rows["world"].n_unique() == cards + 2
    assert "cards are surely better to be dealt than another card" in " ".join(outcome.out.split())
    ranked = [line for line in (run.out / "report.md").read_text().splitlines() if line.startswith("| ")]
    assert len(ranked) > 0.8 * cards


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("compare GAME A A", "there is nothing to compare"),
        ("compare GAME A", "name two variants"),
        ("compare GAME --players 2 A A", "there is nothing to compare"),
        ("compare GAME A nowhere.toml", "cannot read the variant nowhere.toml"),
        ("compare chess A B", "chess"),
        ("compare GAME A B --deals 0", "--deals must be at least 1"),
        ("compare GAME A B luck", "there is no agent"),
        ("compare GAME A B --moons 2", "unknown option"),
        ("compare GAME A B --players 1", "mc must list 1 numbers"),
        ("compare terror_below A B", "seats have no 'mc'; they may have points = [0, 1]"),
        ("compare tinyforming_mars A B --players 1", "nobody can be given anything at the start"),
        ("compare GAME A B --workers 0", "--workers must be at least 1"),
        ("compare GAME A B --seed -1", "--seed must lie between 0"),
        ("compare GAME . A", "cannot read the variant ."),
        ("compare GAME A A --players 1", "two or more players"),
        ("effect GAME Minne", "did you mean Mine"),
        ("effect GAME Mine --all", "name cards or rank all of them"),
        ("effect GAME Mine --mc 0", "between 1 and 100 MC"),
        ("effect GAME Mine --deals 0", "--deals must be at least 1"),
        ("effect GAME Mine --agent human", "a human cannot play here"),
        ("effect GAME Mine --money 101", "between 1 and 100 MC"),
        ("effect GAME Luna", "Luna is not dealt before the game with these options"),
        ("effect GAME Tharsis", "Tharsis is what these options play on already"),
        ("effect GAME ''", "there is no card"),
        ("effect GAME Mine --workers 0", "--workers must be at least 1"),
        ("effect GAME Mine --seed -1", "--seed must lie between 0"),
        ("effect GAME --all --deals 100000", "games are too many for one run"),
        ("effect chess Mine", "chess"),
        ("effect terror_below Spitter", "Spitter is not dealt before the game"),
        ("effect tinyforming_mars Gras", "looked for among what these options deal: faces"),
        ("effect tinyforming_mars --mc 6", "between 1 and 5 credits"),
        ("effect tinyforming_mars --players 1", "name something to measure"),
    ],
)
def test_what_makes_no_sense_is_one_line(run: Runner, words: str, told: str) -> None:
    names = {"GAME": GAME, "A": run.variants[0], "B": run.variants[1]}
    refused(run(*(names.get(word, word) for word in shlex.split(words))), told)
