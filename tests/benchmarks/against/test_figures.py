"""Figures as other trees print them, older ones among them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from regolith.benchmarks.against.environments import ComparisonError, Tree
from regolith.benchmarks.against.figures import Speed, games_of, same_work
from regolith.benchmarks.speed import FIGURES

from .fakes import NEW_HELP, OLD_HELP, fake_tree

ROOT = Path(__file__).resolve().parents[3]


def test_this_tree_offers_all_that_a_comparison_needs() -> None:
    tree = Tree("this tree", ROOT, Path(sys.executable).parent, dict(os.environ))
    speed = Speed.of(tree)
    assert speed.options >= {"--json", "--rounds", "--vector-games", "--figures"}
    assert all(speed.knows(name) for name in FIGURES)
    assert not speed.knows("elegance")
    assert games_of(tree) >= {"tinyforming_mars"}


def test_an_old_tree_measures_everything(tmp_path: Path) -> None:
    old = Speed.of(fake_tree(tmp_path, "old", {"kernel": [5.0], "aec": [6.0], "games": [7.0]}, help=OLD_HELP))
    new = Speed.of(fake_tree(tmp_path, "new", {"kernel": [5.0], "aec": [6.0]}, help=NEW_HELP))
    assert old.figures is None
    assert old.knows("elegance")
    assert new.knows("kernel")
    assert not new.knows("games")
    assert same_work(new, new, ["kernel", "aec"], 3, 64) == [
        "--rounds",
        "3",
        "--vector-games",
        "64",
        "--figures",
        "kernel,aec",
    ]
    words = same_work(new, old, ["kernel"], 3, 64)
    assert words == same_work(old, new, ["kernel"], 3, 64) == ["--rounds", "3", "--vector-games", "64"]
    assert old.measure("chess", words, ["kernel", "elegance"]) == {"kernel": 5.0}


def test_figures_that_are_nothing_are_not_there(tmp_path: Path) -> None:
    speed = Speed.of(fake_tree(tmp_path, "old", {"kernel": [5], "aec": [None]}, help=OLD_HELP))
    assert speed.measure("chess", [], ["kernel", "aec"]) == {"kernel": 5.0}


@pytest.mark.parametrize(
    "says",
    ["", "kernel 5", "[]", "7", '{"kernel": "many"}', '{"kernel": "7"}', '{"kernel": 0}', '{"kernel": true}'],
)
def test_what_is_no_figure_is_refused(tmp_path: Path, says: str) -> None:
    speed = Speed.of(fake_tree(tmp_path, "odd", {}, says=says))
    with pytest.raises(ComparisonError, match="did not print its figures"):
        speed.measure("chess", [], ["kernel"])


def test_infinite_figures_are_refused(tmp_path: Path) -> None:
    for number, says in enumerate(('{"kernel": NaN}', '{"kernel": Infinity}', '{"kernel": -1}')):
        with pytest.raises(ComparisonError, match="did not print its figures"):
            Speed.of(fake_tree(tmp_path, f"odd{number}", {}, says=says)).measure("chess", [], ["kernel"])


def test_a_run_that_fails_says_why(tmp_path: Path) -> None:
    speed = Speed.of(fake_tree(tmp_path, "broken", {}, fails="warning: hm\nerror: it is broken"))
    with pytest.raises(ComparisonError, match=r"broken: regolith speed chess --json .*: error: it is broken"):
        speed.measure("chess", ["--rounds", "1"], ["kernel"])


def test_a_tree_without_figures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ComparisonError, match="it has no 'regolith speed --json'"):
        Speed.of(fake_tree(tmp_path, "older", {}, help="Options\n --jsonish\n"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(ComparisonError, match="cannot be run"):
        Speed.of(Tree("oldest", tmp_path, tmp_path / "empty", {}))
