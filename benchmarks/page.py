"""A report as a page: one file that needs no network, light or dark as the reader's system is.

Jinja escapes whatever comes from options, names and files. Besides, the page forbids everything but its own style and script.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import isfinite

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from regolith.benchmarks.cells import Report, Section
from regolith.benchmarks.drawing import for_page
from regolith.benchmarks.rendering import number_of

LONG_TABLE = 12
"""Lines from which on a table can be filtered."""


@dataclass(frozen=True)
class TableOnPage:
    """A section, its name within the page, and its table to download."""

    section: Section
    name: str
    download: str


@dataclass(frozen=True)
class PictureOnPage:
    """A drawing beside the words about it; `name` is that of its table."""

    title: str
    caption: str
    name: str
    svg: Markup


def page(
    report: Report,
    sections: Mapping[str, Section],
    tables: Mapping[str, str],
    drawings: Mapping[str, str],
    no_pictures: str = "",
) -> str:
    """The page of a report, whose sections have names, and by these their CSV tables and their drawings."""
    pictures = []
    for name, svg in drawings.items():
        section = sections[name]
        assert section.picture is not None
        # The drawing is matplotlib's, which escapes labels.
        pictures.append(PictureOnPage(section.title, section.picture.caption, name, Markup(for_page(svg, name))))
    script = _text("page.js")
    return _template().render(
        report=report,
        pictures=pictures,
        no_pictures=no_pictures,
        tables=[TableOnPage(section, name, _data(tables.get(name, ""))) for name, section in sections.items()],
        long_table=LONG_TABLE,
        style=Markup(_text("page.css")),
        script=Markup(script),
        script_hash=f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}",
        sort_key=_sort_key,
    )


@cache
def _template() -> Template:
    rules = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return rules.from_string(_text("page.html"))


def _text(name: str) -> str:
    return files("regolith.benchmarks").joinpath(name).read_text(encoding="utf-8")


def _data(text: str) -> str:
    return f"data:text/csv;charset=utf-8;base64,{base64.b64encode(text.encode()).decode()}"


def _sort_key(cell: str) -> Markup:
    """The number that a cell is sorted by, as an attribute; nothing for words."""
    number = number_of(cell)
    if number is None:
        return Markup("")
    told = f"{number:.10g}" if isfinite(number) else ("Infinity" if number > 0 else "-Infinity")
    return Markup(' data-value="{}"').format(told)
