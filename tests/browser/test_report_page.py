"""Pages of reports as people see them: light, dark and on a narrow screen, without an error and without anything that sticks out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from regolith import envs
from regolith.agents.plan.ladder import Ladder
from regolith.benchmarks import optimum
from regolith.benchmarks.arena import Tournament, hold
from regolith.benchmarks.optimum_report import write_optimum_report
from regolith.benchmarks.report import write_arena_report, write_solo_report
from regolith.benchmarks.solo import solo_game
from tests.benchmarks.test_report import arena_rows, solo_rows

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GAME = "tinyforming_mars"
HOSTILE = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"
LONG = "ppo:runs/a-rather-long-folder-name-without-any-space-in-it-at-all/and-another-one-below-it/best.safetensors"
LOOKS = {"light": ("light", 1280), "dark": ("dark", 1280), "narrow": ("light", 360), "narrow and dark": ("dark", 360)}
LEAST_CONTRAST = 4.5
"""Between text and what is behind it, as the guidelines for accessible pages have it."""
MEASURE = """() => {
  const root = document.documentElement;
  const level = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!colour.endsWith(", 0)") && colour !== "transparent") return level(colour);
    }
    return 1;
  };
  const contrasts = [...document.querySelectorAll("h1, li, p, a, th, td, dd, dt, code, label, figcaption, svg text")].map((element) => {
    const style = getComputedStyle(element);
    const ink = level(element.closest("svg") ? style.fill : style.color), paper = behind(element.closest("svg")?.parentElement ?? element);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  });
  const outside = [...document.querySelectorAll("svg text")].filter((text) => {
    const box = text.getBoundingClientRect(), frame = text.ownerSVGElement.getBoundingClientRect();
    return box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
  });
  return {
    wide: root.scrollWidth - root.clientWidth,
    contrast: Math.min(...contrasts),
    outside: outside.map((text) => text.textContent),
    paper: behind(document.body),
    drawings: [...document.querySelectorAll("svg")].filter((svg) => svg.getBoundingClientRect().width > 200).length,
    ids: [...document.querySelectorAll("[id]")].length - new Set([...document.querySelectorAll("[id]")].map((e) => e.id)).size,
  };
}"""


def played_by_hand(folder: Path) -> None:
    """Agents with names that nobody should have, and many corporations with names as long."""
    names = (HOSTILE, LONG, "greedy")
    rows = arena_rows([(deal, names[deal % 3], names[(deal + 1 + deal // 20) % 3]) for deal in range(60)])
    facts = [
        json.dumps({"generations": 8 + deal % 5, "share": deal / 60, "end": ("points", HOSTILE)[deal % 2]})
        for deal in range(60)
        for _ in range(2)
    ]
    seats = [json.dumps({"corporation": f"{HOSTILE} {number % 30}"}) for number in range(120)]
    rows = rows.with_columns(facts=pl.Series(facts), seat_facts=pl.Series(seats))
    write_arena_report(folder, rows, f"regolith arena {HOSTILE}", HOSTILE)


def tallied(folder: Path) -> None:
    rows = hold(Tournament(envs.game(GAME), ("greedy", "random"), 24, tallied=True), workers=1)
    write_arena_report(folder, rows, "regolith arena tinyforming_mars greedy random --deals 24 --tally")


def solo(folder: Path) -> None:
    rows = solo_rows({LONG: "WWLWLLWWWL" * 12, HOSTILE: "WLLLLLLWLL" * 12})
    lengths = pl.Series("length", [10 + number % 4 for number in range(rows.height)])
    write_solo_report(folder, rows.with_columns(lengths), "regolith solo mars")


def best_play(folder: Path) -> None:
    ladder = Ladder(solo_game(GAME, {}))
    rows = optimum.measure(ladder, optimum.sampled(ladder, 4), workers=1)
    write_optimum_report(folder, rows, "regolith optimum tinyforming_mars", ladder.deals)


def empty(folder: Path) -> None:
    write_arena_report(folder, pl.DataFrame(), "regolith arena mars")


REPORTS = {write.__name__: write for write in (played_by_hand, tallied, solo, best_play, empty)}


@pytest.fixture(scope="session", params=list(REPORTS))
def report(browser: Browser, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a report. (Only where there is a browser.)"""
    folder = tmp_path_factory.mktemp(request.param)
    REPORTS[request.param](folder)
    return folder


@contextmanager
def opened(browser: Browser, folder: Path, look: str = "light") -> Iterator[tuple[Page, list[str]]]:
    """The page, and all that is wrong so far: errors, dialogs, and whatever it asks for besides itself."""
    colours, width = LOOKS[look]
    context = browser.new_context(color_scheme=colours, viewport={"width": width, "height": 800})  # type: ignore[arg-type]
    page, wrong, address = context.new_page(), [], (folder / "report.html").as_uri()
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: (wrong.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda sent: None if sent.url == address else wrong.append(sent.url))
    page.goto(address)
    yield page, wrong
    context.close()


@pytest.mark.parametrize("look", LOOKS)
def test_a_page_is_right_in_every_look(browser: Browser, report: Path, look: str) -> None:
    with opened(browser, report, look) as (page, wrong):
        measured: dict[str, Any] = page.evaluate(MEASURE)
        assert wrong == []
    assert measured["wide"] <= 0
    assert measured["outside"] == []
    assert measured["contrast"] >= LEAST_CONTRAST
    assert measured["ids"] == 0
    assert (measured["paper"] < 0.05) == ("dark" in look)
    pictures = report / "pictures"
    assert measured["drawings"] == (len(list(pictures.iterdir())) if pictures.exists() else 0)


@pytest.fixture(scope="module")
def many(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    played_by_hand(folder)
    return folder


def column(page: Page, table: str, number: int) -> list[str]:
    """The visible cells of a column."""
    cells = f"#{table} tbody tr:visible > :nth-child({number})"
    return page.locator(cells).all_inner_texts()


def test_a_click_sorts_by_numbers_and_another_one_the_other_way(browser: Browser, many: Path) -> None:
    with opened(browser, many) as (page, wrong):
        shares = [float(cell.split("%")[0]) for cell in column(page, "by-corporation", 4)]
        header = page.locator("#by-corporation thead th").nth(3)
        header.locator("button").click()
        assert header.get_attribute("aria-sort") == "descending"
        sorted_once = [float(cell.split("%")[0]) for cell in column(page, "by-corporation", 4)]
        assert sorted_once == sorted(shares, reverse=True)
        header.locator("button").click()
        assert [float(cell.split("%")[0]) for cell in column(page, "by-corporation", 4)] == sorted(shares)
        names = page.locator("#by-corporation thead th").first
        names.locator("button").click()
        assert (names.get_attribute("aria-sort"), header.get_attribute("aria-sort")) == ("ascending", "none")
        # Words with numbers in them come in the order of these.
        assert [name.rsplit(" ", 1)[1] for name in column(page, "by-corporation", 1)][-1] == "29"
        assert wrong == []


def test_what_is_typed_leaves_the_rows_that_have_it(browser: Browser, many: Path) -> None:
    with opened(browser, many) as (page, wrong):
        before = len(column(page, "by-corporation", 1))
        field = page.locator("#by-corporation input")
        field.fill(">  7".replace("  ", " "))
        found = column(page, "by-corporation", 1)
        assert 0 < len(found) < before
        assert all(name.endswith("> 7") for name in found)
        assert page.locator("#by-corporation [data-count]").inner_text() == f"{len(found)} of {before} rows"
        field.fill("")
        assert len(column(page, "by-corporation", 1)) == before
        assert wrong == []


def test_a_table_can_be_taken_out_of_the_page(browser: Browser, many: Path) -> None:
    with opened(browser, many) as (page, _):
        with page.expect_download() as download:
            page.locator("#by-corporation .tools a").click()
        assert download.value.suggested_filename == "by-corporation.csv"
        assert Path(download.value.path()).read_bytes() == (many / "tables" / "by-corporation.csv").read_bytes()
