"""Reports in the terminal and on disk, on complete, partial and no data."""

import io
import json
import os
import re
import sys
from html import unescape
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from rich.console import Console

from regolith.benchmarks import report
from regolith.benchmarks.report import (
    write_arena_report,
    write_solo_report,
)
from regolith.benchmarks.tables import ARENA_SCHEMA, SOLO_SCHEMA
from regolith.cli.terminal import print_arena, print_solo

FILES = ["games.parquet", "pictures", "report.html", "report.md", "tables"]
OPTIONS = '{"players": 2}'


def arena_rows(results: list[tuple[int, str, str]], end: str = "finished") -> pl.DataFrame:
    """Duels given as (deal, winner, loser), the winner in seat 0."""
    return pl.DataFrame(
        [
            {
                "run": "r", "game": "mars", "env_version": 3, "options": OPTIONS, "deal": deal, "lineup": 0,
                "rotation": game, "seat": seat, "agent": agent, "score": 20.0 - seat, "place": seat + 1,
                "win": 1.0 - seat, "decisions": 10, "seconds": 0.02, "length": 20, "end": end,
                "fingerprint": f"g{game}",
            }
            for game, (deal, *agents) in enumerate(results)
            for seat, agent in enumerate(agents)
        ],
        schema=ARENA_SCHEMA,
    )  # fmt: skip


def solo_rows(results: dict[str, str]) -> pl.DataFrame:
    """Deals 0, 1, ... of each agent, as a string of W and L."""
    return pl.DataFrame(
        [
            {
                "run": "r", "game": "mars", "env_version": 3, "options": "{}", "deal": deal, "agent": agent,
                "won": letter == "W", "score": 60.0, "length": 14, "length_unit": "generations",
                "decisions": 90, "seconds": 0.5, "end": "finished",
                "missing": json.dumps({} if letter == "W" else {"heat": 2}),
            }
            for agent, letters in results.items()
            for deal, letter in enumerate(letters)
        ],
        schema=SOLO_SCHEMA,
    )  # fmt: skip


@pytest.fixture
def arena() -> pl.DataFrame:
    won, lost = ("greedy", "random"), ("random", "greedy")
    return arena_rows([(1, *won), (1, *won), (2, *won), (2, *lost)])


def shown(show: Any, rows: pl.DataFrame) -> str:
    console = Console(file=io.StringIO(), width=140)
    show(console, rows)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def cells(markdown: str, heading: str, first: str) -> list[str]:
    """Cells of the line that begins with `first` in the section under `heading`."""
    section = markdown.split(f"## {heading}\n")[1].split("\n## ")[0]
    (line,) = [line for line in section.splitlines() if line.startswith(f"| {first} |")]
    return [cell.strip() for cell in line.strip("|").split(" | ")]


def test_arena_report_files(tmp_path: Path, arena: pl.DataFrame) -> None:
    folder = tmp_path / "new" / "folder"
    write_arena_report(folder, arena, "regolith arena mars --deals 2")
    assert sorted(path.name for path in folder.iterdir()) == FILES
    assert pl.read_parquet(folder / "games.parquet").equals(arena)
    assert sorted(path.name for path in (folder / "pictures").iterdir()) == ["agents.svg", "seats.svg"]
    tables = ["agents.csv", "counts.csv", "head-to-head.csv", "scores-and-time.csv", "seats.csv"]
    assert sorted(path.name for path in (folder / "tables").iterdir()) == tables


def test_arena_report_numbers(tmp_path: Path, arena: pl.DataFrame) -> None:
    write_arena_report(tmp_path, arena, "regolith arena mars --deals 2")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "Command: `regolith arena mars --deals 2`" in text
    assert f"Options: `{OPTIONS}`" in text
    assert "Game: `mars, version 3`" in text
    assert "(pictures/agents.svg)" in text
    greedy = cells(text, "Agents", "greedy")
    # 3 of 4: 400 log10(3.5 / 1.5) = 147.2; Wilson 30.1% .. 95.4%; scores 20, 20, 20, 19; 2 ms a decision.
    assert greedy[1].startswith("+147 [")
    assert greedy[2:] == ["4", "75.0% [30.1%, 95.4%]"]
    assert cells(text, "Scores and time", "greedy") == ["greedy", "4", "19.8", "10.0", "2.00"]
    assert cells(text, "Agents", "random")[1] == "+0 [+0, +0]"
    assert cells(text, "Head to head", "greedy") == ["greedy", "-", "75.0% (4)"]
    # Always won, but on two deals only: as many as two wins of two.
    # Two wins of two have a score of (1 - 1/2) / (1/4 / 2)^(1/2), which is 1.414: p = 0.157, and so for both seats.
    assert cells(text, "Seats", "0") == ["0", "4", "100.0% [34.2%, 100.0%]", "50.0%", "0.157"]
    assert "The same in all games: decisions 20, winning score 20, margin 1." in text
    assert cells(text, "Counts", "games") == ["games", "4"]
    assert cells(text, "Counts", "deals") == ["deals", "2"]
    assert cells(text, "Counts", "distinct games") == ["distinct games", "4"]
    assert cells(text, "Counts", "truncated games") == ["truncated games", "0"]
    assert "identical" not in text
    assert "against itself." not in text


def test_arena_report_says_what_to_be_careful_about(tmp_path: Path, arena: pl.DataFrame) -> None:
    itself = arena_rows([(7, "greedy", "greedy")], end="truncated").with_columns(run=pl.lit("other"))
    write_arena_report(tmp_path, pl.concat([arena, itself]), "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    # Both runs have a game with the fingerprint g0.
    assert "Some games are identical" in text
    assert "Both leave out games of an agent against itself." in text
    assert cells(text, "Counts", "distinct games")[1] == "4"
    assert cells(text, "Counts", "truncated games")[1] == "1"
    assert cells(text, "Counts", "games of an agent against itself")[1] == "1"


def test_terminal_shows_the_same_cells_as_the_report(tmp_path: Path, arena: pl.DataFrame) -> None:
    write_arena_report(tmp_path, arena, "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    terminal = shown(print_arena, arena)
    for cell in cells(text, "Agents", "greedy") + cells(text, "Seats", "1"):
        assert cell in terminal


def test_agent_names_are_shown_as_they_are(tmp_path: Path) -> None:
    """Neither terminal markup nor Markdown nor the plot's mathematics may eat parts of a name."""
    rows = arena_rows([(1, "mcts:[bold]x$y_$|2", "random"), (2, "mcts:[bold]x$y_$|2", "random")])
    # In the findings, in both tables of agents, and as row and as column of the head-to-head table.
    assert shown(print_arena, rows).count("mcts:[bold]x$y_$|2") == 5
    write_arena_report(tmp_path, rows, "x")
    assert r"| mcts:[bold]x$y_$\|2 |" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert ">mcts:[bold]x$y_$|2</text>" in (tmp_path / "pictures" / "agents.svg").read_text(encoding="utf-8")


def test_solo_report(tmp_path: Path) -> None:
    rows = solo_rows({"ppo": "WWWWWWLL", "greedy": "LLLLLLWL"})
    write_solo_report(tmp_path, rows, "regolith solo mars --deals 8")
    assert sorted(path.name for path in tmp_path.iterdir()) == FILES
    assert pl.read_parquet(tmp_path / "games.parquet").equals(rows)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "Command: `regolith solo mars --deals 8`" in text
    assert "Won and lost in: mean generations." in text
    assert cells(text, "Agents", "ppo") == ["ppo", "8", "6", "75.0% [40.9%, 92.9%]", "14.0", "14.0", "60.0"]
    assert "Lost games of ppo lacked on average: heat 2.0." in text
    # 6 deals won by ppo only, 1 by greedy only: p = 2 (1 + 7) / 128.
    assert cells(text, "Same deals", "ppo") == ["ppo", "greedy", "8", "0", "6", "1", "0.125"]
    assert cells(text, "Counts", "games") == ["games", "16"]
    terminal = shown(print_solo, rows)
    assert "75.0% [40.9%, 92.9%]" in terminal
    assert "0.125" in terminal


def test_solo_report_of_one_agent_has_no_comparison(tmp_path: Path) -> None:
    write_solo_report(tmp_path, solo_rows({"ppo": "W"}), "x")
    assert "Same deals" not in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_solo_report_says_why_agents_cannot_be_compared(tmp_path: Path) -> None:
    later = solo_rows({"greedy": "WL"}).with_columns(pl.col("deal") + 100)
    write_solo_report(tmp_path, pl.concat([solo_rows({"ppo": "W"}), later]), "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "Agents 'ppo' and 'greedy' played no deal in common." in text


@pytest.mark.parametrize("played", [[(1, "a", "b")], [(1, "a", "b"), (1, "b", "a"), (2, "a", "c")], [(1, "a", "a")]])
def test_partial_arena_data(tmp_path: Path, played: list[tuple[int, str, str]]) -> None:
    rows = arena_rows(played)
    write_arena_report(tmp_path, rows, "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert cells(text, "Counts", "games") == ["games", str(len(played))]
    assert "Agents" in shown(print_arena, rows)


def test_one_deal_has_an_unbounded_rating_interval(tmp_path: Path) -> None:
    write_arena_report(tmp_path, arena_rows([(1, "a", "random")]), "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert cells(text, "Agents", "a")[1] == "+191 [-∞, ∞]"
    assert (tmp_path / "pictures" / "agents.svg").exists()


def test_win_rates_by_a_fact(tmp_path: Path, arena: pl.DataFrame) -> None:
    """A fact of a seat that is a word gets a table, in both kinds of report; numbers, constants and rows without facts get none."""
    names = ("Helion", "Helion", "Helion", "Credicor") * 2
    facts = [json.dumps({"corporation": name, "rating": 9, "side": "red"}) for name in names]
    solo = solo_rows({"a": "WWLL", "b": "L"}).with_columns(seat_facts=pl.Series(facts[:5]))
    write_solo_report(tmp_path, solo, "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    section = text.split("## By corporation\n")[1].split("\n## ")[0]
    # Beside the half that a won, two of three are (1/6) / (1/4 / 3)^(1/2) = 0.577 off, and none of one is 1: p is 0.564 and 0.317.
    assert "| Helion | a | 3 | 66.7% [20.8%, 93.9%] | 60.0 | 0.846 |" in section
    assert "| Credicor | a | 1 | 0.0% [0.0%, 79.3%] | 60.0 | 0.846 |" in section
    assert "| Helion | b | 1 | 0.0% [0.0%, 79.3%] | 60.0 | 1.000 |" in section
    assert "By corporation none of 3 win rates stands out in so many games." in text
    assert "By rating" not in text
    assert "By side" not in text
    text = shown(print_arena, arena.with_columns(seat_facts=pl.Series(facts)))
    assert "By corporation" in text
    assert "fair share" in text.split("By corporation")[1]
    assert "By " not in shown(print_arena, arena)


def test_one_agent_needs_no_column_for_it(tmp_path: Path) -> None:
    about = pl.Series("seat_facts", [json.dumps({"corporation": name}) for name in ("Helion",) * 3 + ("Credicor",)])
    write_solo_report(tmp_path, solo_rows({"a": "WWLL"}).with_columns(about), "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| corporation | games | win rate (95%) | score | FDR |" in text
    assert cells(text, "By corporation", "Helion") == ["Helion", "3", "66.7% [20.8%, 93.9%]", "60.0", "0.564"]


@pytest.fixture
def alone() -> pl.DataFrame:
    """One agent in both seats: four deals of 8, 9, 12 and 13 generations, three of which ended by points."""
    rows = arena_rows([(deal, "greedy", "greedy") for deal in range(4)])
    facts = [
        json.dumps({"generations": number, "end": end})
        for number, end in [(8, "points"), (9, "points"), (12, "oceans"), (13, "points")]
        for _ in range(2)
    ]
    corporations = [json.dumps({"corporation": name}) for name in ("Helion", "Credicor") * 4]
    return rows.with_columns(facts=pl.Series(facts), seat_facts=pl.Series(corporations))


def test_report_of_one_agent_alone(tmp_path: Path, alone: pl.DataFrame) -> None:
    """No rating and no win rate, but seats, games and facts with their intervals."""
    write_arena_report(tmp_path, alone, "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "rating (95%)" not in text
    assert "Head to head" not in text
    assert "identical" not in text
    assert "plays only against itself, so it has no rating and no win rate" in text
    assert cells(text, "Agents", "greedy") == ["greedy", "4", "19.5", "10.0", "2.00"]
    # Four wins of four: (1 - 1/2) / (1/4 / 4)^(1/2) = 2, p = 0.0455.
    assert cells(text, "Seats", "0") == ["0", "4", "100.0% [51.0%, 100.0%]", "50.0%", "0.046"]
    # Mean 10.5, squares off it 6.25, 2.25, 2.25, 6.25: deviation (17/3)^(1/2) = 2.38; t of 3 is 3.182, so 10.5 ± 3.79.
    wanted = ["generations", "4", "10.5 [6.7, 14.3]", "2.38", "8", "8.3", "10.5", "12.7", "13"]
    assert cells(text, "Games", "generations") == wanted
    assert cells(text, "Games by end", "points") == ["points", "3", "75.0% [30.1%, 95.4%]"]
    assert cells(text, "Games by end", "oceans") == ["oceans", "1", "25.0% [4.6%, 69.9%]"]
    wanted = ["Helion", "4", "100.0% [51.0%, 100.0%]", "50.0%", "20.0", "0.046"]
    assert cells(text, "By corporation", "Helion") == wanted
    assert "Wilson intervals." in text
    assert "wider where games of one deal are alike" not in text


def test_report_says_that_games_of_one_deal_may_be_alike(arena: pl.DataFrame) -> None:
    assert "wider where games of one deal are alike" in shown(print_arena, arena)


def test_solo_agents_have_games_of_their_own(tmp_path: Path) -> None:
    rows = solo_rows({"a": "WWL", "b": "L"}).with_columns(score=pl.Series([40.0, 60.0, 80.0, 60.0]))
    write_solo_report(tmp_path, rows, "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    # Deviation 20, t of 2 is 4.303, so 60 ± 4.303 * 20 / 3^(1/2).
    assert cells(text, "Games of a", "score") == [
        "score",
        "3",
        "60.0 [10.3, 109.7]",
        "20.0",
        *["40", "44", "60", "76", "80"],
    ]
    assert "The same in all games: decisions 90." in text
    assert cells(text, "Games of b", "score") == ["score", "1", "60.0 [-∞, ∞]", "-", *["60"] * 5]


def test_large_numbers_have_no_decimals(tmp_path: Path, alone: pl.DataFrame) -> None:
    lengths = pl.Series("length", [400, 400, 401, 401, 402, 402, 404, 404])
    write_arena_report(tmp_path, alone.with_columns(lengths), "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    # Mean 401.75, deviation (8.75 / 3)^(1/2) = 1.71, half of it times 3.182 = 2.7; a tenth of the way is 400.3.
    wanted = ["decisions", "4", "402 [399, 404]", "1.71", "400", "400", "402", "403", "404"]
    assert cells(text, "Games", "decisions") == wanted


def test_small_numbers_have_two_decimals(tmp_path: Path, alone: pl.DataFrame) -> None:
    """A fact that is 0 or 1 is a share: three of four are 0.75 with a deviation of (3/4 / 3)^(1/2), 0.75 ± 3.182 / 4."""
    facts = pl.Series("facts", [json.dumps({"terraformed": number}) for number in (1, 1, 1, 1, 0, 0, 1, 1)])
    write_arena_report(tmp_path, alone.with_columns(facts), "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    wanted = ["terraformed", "4", "0.75 [-0.05, 1.55]", "0.50", "0", "0.3", "1", "1", "1"]
    assert cells(text, "Games", "terraformed") == wanted


@pytest.mark.parametrize("width", [64, 80, 100])
def test_intervals_stay_on_one_line_in_a_narrow_terminal(width: int, alone: pl.DataFrame) -> None:
    """A long name is folded, an interval is not; nothing is cut off."""
    name = "ppo:runs/a-rather-long-folder-name/best.safetensors"
    rows = arena_rows([(1, name, "random"), (2, name, "random"), (3, "random", name)])
    console = Console(file=io.StringIO(), width=width)
    print_arena(console, rows)
    print_arena(console, alone)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert all(len(line) <= width for line in text.splitlines())
    assert "…" not in text
    for cell in ("+89 [-739, +709]", "66.7% [20.8%, 93.9%]", "100.0% [51.0%, 100.0%]"):
        assert cell in text
    # The widest table needs the width of a usual terminal.
    assert bool(re.search(r"generations +4 +10\.5 \[6\.7, 14\.3\]", text)) == (width >= 80)


NAMES = (
    "mcts:simulations=2000",
    "mcts:simulations=150000,playout=0",
    "ppo:runs/my-first_run-20260101/best.safetensors",
)


@pytest.mark.parametrize("width", [40, 60, 80])
@pytest.mark.parametrize(
    ("show", "rows"),
    [
        (print_arena, arena_rows([(deal, a, b) for deal in (1, 2) for a in NAMES for b in NAMES if a != b])),
        (print_solo, solo_rows(dict(zip(NAMES, ("WLLL", "WWLL", "WWWL"), strict=True)))),
    ],
)
def test_names_and_numbers_are_not_broken_in_a_narrow_terminal(width: int, show: Any, rows: pl.DataFrame) -> None:
    console = Console(file=io.StringIO(), width=width)
    show(console, rows)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert all(len(line) <= width for line in text.splitlines())
    assert "…" not in text
    assert numbers_of(text) == numbers_of(shown(show, rows))
    for part in ("simulations=2000", "simulations=150000,", "20260101/", "safetensors"):
        assert part in text


def numbers_of(text: str) -> set[str]:
    return set(re.findall(r"\d[\d.]*%?", text))


def test_tables_too_wide_for_the_terminal_are_folded_not_cut(arena: pl.DataFrame) -> None:
    console = Console(file=io.StringIO(), width=40)
    print_arena(console, arena)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "…" not in text
    assert all(len(line) <= 40 for line in text.splitlines())
    assert "95.4%]" in text


@pytest.mark.parametrize(
    ("results", "answer"),
    [
        (
            {"greedy": "W" * 4 + "L" * 196},
            [
                "greedy won 4 of 200 deals, 2 % [1, 5]; "
                "a win rate is what this agent achieves, a lower bound of what can be won."
            ],
        ),
        (
            {"greedy": "LLLL", "random": "WWLL"},
            [
                "random won 2 of 4 deals, 50 % [15, 85].",
                "greedy won 0 of 4 deals, 0 % [0, 49].",
                "A win rate is what an agent achieves, a lower bound of what can be won.",
            ],
        ),
        (
            {"greedy": "W" + "L" * 1999},
            [
                "greedy won 1 of 2000 deals, 0.1 % [0.0, 0.3]; "
                "a win rate is what this agent achieves, a lower bound of what can be won."
            ],
        ),
    ],
)
def test_a_solo_run_answers_first(tmp_path: Path, results: dict[str, str], answer: list[str]) -> None:
    rows = solo_rows(results)
    assert shown(print_solo, rows).splitlines()[: len(answer)] == answer
    write_solo_report(tmp_path, rows, "regolith solo mars")
    paragraphs = (tmp_path / "report.md").read_text(encoding="utf-8").split("\n\n")
    assert paragraphs[: len(answer) + 1] == ["# mars: solo", *answer]


@pytest.mark.parametrize(
    ("write", "show", "rows"),
    [
        (write_arena_report, print_arena, arena_rows([(1, "a", "b")])),
        (write_solo_report, print_solo, solo_rows({"a": "W"})),
    ],
)
def test_caveats_are_told(tmp_path: Path, write: Any, show: Any, rows: pl.DataFrame) -> None:
    write(tmp_path, rows, "x", "Half of the cards are invented.")
    assert "\nHalf of the cards are invented.\n" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "Half of the cards are invented." in shown(
        lambda console, rows: show(console, rows, "Half of the cards are invented."), rows
    )


@pytest.mark.parametrize(
    ("write", "show", "schema"),
    [(write_arena_report, print_arena, ARENA_SCHEMA), (write_solo_report, print_solo, SOLO_SCHEMA)],
)
@pytest.mark.parametrize("typed", [True, False])
def test_no_games(tmp_path: Path, write: Any, show: Any, schema: dict[str, Any], typed: bool) -> None:
    rows = pl.DataFrame(schema=schema) if typed else pl.DataFrame()
    assert shown(show, rows).strip() == report.NO_GAMES
    write(tmp_path, rows, "regolith something")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert report.NO_GAMES in text
    assert "regolith something" in text
    assert dict(pl.read_parquet(tmp_path / "games.parquet").schema) == schema
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet", "report.html", "report.md"]
    assert report.NO_GAMES in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_report_without_matplotlib(tmp_path: Path, arena: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report is still written and says how to get pictures; older ones do not stay behind."""
    write_arena_report(tmp_path, arena, "x")
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.setitem(sys.modules, name, None)
    write_arena_report(tmp_path, arena, "x")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "pip install 'regolith[view]'" in text
    assert "svg" not in text
    assert cells(text, "Agents", "greedy")[3] == "75.0% [30.1%, 95.4%]"
    assert list((tmp_path / "pictures").iterdir()) == []
    assert "pip install 'regolith[view]'" in unescape((tmp_path / "report.html").read_text(encoding="utf-8"))


def test_a_failed_write_keeps_the_last_report(
    tmp_path: Path, arena: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_arena_report(tmp_path, arena, "first")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}

    def broken(file: int) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(OSError, match="disk full"):
        write_arena_report(tmp_path, arena.head(2), "second")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before
