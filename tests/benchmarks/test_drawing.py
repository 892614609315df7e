"""Pictures: everything that can be drawn is, names are text, and two pictures share no page's names."""

from __future__ import annotations

import re
from math import inf
from xml.etree import ElementTree

import pytest

from regolith.benchmarks.drawing import IN_CSS, PAPER, draw, for_page
from regolith.benchmarks.pictures import Bar, Forest, Histograms, Lines, Picture, Stacks, has_something

NAME = '<b id="x">&$1$_#2b6cb0'
FOREST = Forest("c", "rating", [Bar(NAME, 0.5, 0.4, 0.6), Bar("b", 0.2, -inf, inf)], 0.5, True)
PICTURES = [
    FOREST,
    Forest("c", "rating", [Bar("a", 0.0, 0.0, 0.0)]),
    Histograms("c", {NAME: [1, 2, 2, 5], "b": [0.5, 0.75, 2.0], "c": [100, 900], "d": [7]}),
    Stacks("c", "points", ("winners", "others"), {NAME: (3.0, 1.0), "b": (-1.0, 2.0)}),
    Lines("c", "round", "wins", [1, 2], {NAME: [0.5, 0.6], "b": [0.1, 0.2]}, {NAME: [(0.4, 0.6), (0.5, 0.7)]}, True),
]


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: type(picture).__name__)
def test_every_kind_is_drawn_and_names_are_text(picture: Picture) -> None:
    assert has_something(picture)
    svg = draw(picture)
    drawn, shown = ElementTree.fromstring(svg), ElementTree.fromstring(for_page(svg, "p"))
    for root in (drawn, shown):
        texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
        assert NAME in texts or NAME not in repr(picture)


def test_a_long_name_leaves_room_for_the_picture() -> None:
    """Beginning and end tell which it is; at full length there would be nothing but names (matplotlib warns, which is an error here)."""
    name = "ppo:runs/" + "a-long-folder/" * 20 + "best.safetensors"
    svg = draw(Forest("c", "rating", [Bar(name, 0.5, 0.4, 0.6)]))
    assert ">ppo:runs/a-long…est.safetensors</text>" in svg
    lines = Lines("c", "round", "wins", [1, 2], {name + letter: [0.5, 0.6] for letter in "abcdef"}, {})
    assert "…" in draw(lines)


def test_a_name_in_any_script_is_drawn_without_a_word() -> None:
    """A warning would be an error here."""
    assert ">火星</text>" in draw(Forest("c", "rating", [Bar("火星", 0.5, 0.4, 0.6)]))


def test_a_picture_is_the_same_every_time() -> None:
    assert draw(FOREST) == draw(FOREST)


def test_on_a_page_colours_are_those_of_the_page_and_ids_of_the_picture() -> None:
    svg = for_page(draw(FOREST), "mine")
    tags = "".join(re.findall(r"<[^<>]*>", svg))
    assert not any(colour in tags for colour in IN_CSS if colour != PAPER)
    assert "var(--ink)" in tags
    ids = re.findall(r'\bid="([^"]*)"', tags)
    assert ids
    assert all(name.startswith("mine-") for name in ids)
    used = re.findall(r'(?:url\(#|href="#)([^)"]*)', tags)
    assert used
    assert set(used) <= set(ids)


@pytest.mark.parametrize(
    "picture",
    [Forest("", "", []), Histograms("", {}), Stacks("", "", ("a",), {}), Lines("", "", "", [1], {"a": [1.0]}, {})],
)
def test_nothing_is_not_drawn(picture: Picture) -> None:
    assert not has_something(picture)
