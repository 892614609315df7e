"""The studies are complete: a page for each game, every link leads somewhere, every plot is small, real, shown and made by a command."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cli.printed import lowered
from cli.running import run_command

from regolith import envs

ROOT = Path(__file__).parent.parent
STUDIES = ROOT / "benchmarks" / "studies"
PAGES = [STUDIES / f"{name}.md" for name in envs.games()]
INDEX = STUDIES / "README.md"
PICTURES = sorted((STUDIES / "pictures").iterdir())
LARGEST = 100_000
"""Bytes of a plot."""
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[\w-]+)?\)")
_COMMAND = re.compile(r"^regolith .*--out (\S+)", re.MULTILINE)


def links(page: Path) -> list[Path]:
    return [(page.parent / target).resolve() for target in _LINK.findall(page.read_text(encoding="utf-8"))]


def test_there_is_a_page_for_every_game_and_no_other() -> None:
    assert {*PAGES, INDEX} == set(STUDIES.glob("*.md"))


@pytest.mark.parametrize("page", [*PAGES, INDEX], ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    found = links(page)
    assert found
    assert [target for target in found if not target.exists()] == []


def test_the_index_and_the_readme_lead_to_every_page() -> None:
    assert set(PAGES) <= set(links(INDEX))
    assert {*PAGES, INDEX} <= set(links(ROOT / "README.md"))


def test_the_readme_shows_a_plot_of_each_study() -> None:
    """In the order of the table of games, each under a sentence that links its page."""
    shown = [target for target in links(ROOT / "README.md") if target in PICTURES]
    assert len(shown) == len(PAGES)
    for page in PAGES:
        assert set(shown) & set(links(page)), f"no plot of {page.stem}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_one_to_three_plots(page: Path) -> None:
    assert 1 <= len([target for target in links(page) if target in PICTURES]) <= 3


@pytest.mark.parametrize("picture", PICTURES, ids=lambda path: path.name)
def test_plots_are_small_and_shown(picture: Path) -> None:
    text = picture.read_text(encoding="utf-8")
    assert len(text.encode()) <= LARGEST
    assert "<svg" in text
    assert "</svg>" in text
    assert [page for page in PAGES if picture in links(page)], "no page shows it"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_run_of_a_page_has_a_folder_of_its_own(page: Path) -> None:
    """Two commands with the same folder would not be two runs but one that goes on, or a refusal."""
    text = page.read_text(encoding="utf-8")
    commands = [line for line in text.splitlines() if line.startswith("regolith ")]
    folders = _COMMAND.findall(text)
    assert len(commands) == len(folders) >= 3
    assert len(set(folders)) == len(folders)
    assert {shlex.split(command)[2] for command in commands} == {page.stem}


def test_the_query_of_a_page_reads_what_its_command_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven sources of points for each of winner and loser, which together are their lead."""
    text = (STUDIES / "terraforming_mars.md").read_text(encoding="utf-8")
    (query,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    command = next(line for line in text.splitlines() if line.endswith("--out runs/mars-2"))
    words, _ = lowered(shlex.split(command)[1:], {"deals": 4})
    monkeypatch.chdir(tmp_path)
    assert run_command(monkeypatch, capsys, *words).code == 0
    found: dict[str, Any] = {}
    exec(compile(query, "query of the study", "exec"), found)
    seats = pl.read_parquet("runs/mars-2/games.parquet")
    won, lost = (seats.filter(win=win)["score"].mean() for win in (1.0, 0.0))
    assert len(found["means"]) == 7
    assert found["means"].sum() == pytest.approx(won - lost)
