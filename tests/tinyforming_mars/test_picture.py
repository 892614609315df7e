"""The drawn table must show what its scene holds, in pixels and in letters."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest

from regolith.envs.tinyforming_mars.picture import (
    Content,
    HexView,
    PlayerView,
    ProjectView,
    Scene,
    SupplyView,
    draw,
    text,
)

WATER_HEXES = {3: "science", 9: "nature", 10: "nature", 15: "nature", 16: None}
BONUS_HEXES = {1: "production", 8: "nature", 12: "nature", 17: "production", 19: "space"}
CUBES: dict[int, Content] = {2: "greenery", 9: "water", 13: "heat", 8: ("city", 0), 19: ("city", 1)}
NO_TOKENS = {"nature": 0, "production": 0, "science": 0}


def tharsis(cubes: dict[int, Content]) -> tuple[HexView, ...]:
    def view(hex_id: int) -> HexView:
        kind = "water" if hex_id in WATER_HEXES else "bonus" if hex_id in BONUS_HEXES else "land"
        return HexView(kind, (WATER_HEXES | BONUS_HEXES).get(hex_id), cubes.get(hex_id))

    return tuple(view(hex_id) for hex_id in range(1, 20))


def player(name: str, colour: str) -> PlayerView:
    projects = (
        ProjectView("Comet", "red", "3", "E X", "N N", activated=True),
        ProjectView("Insects", "green", "2", "N S h6*", "P X"),
        ProjectView("Great Dam", "red", "3*", "P N w2", "E S"),
    )
    score = {"cities": -1, "greenery": 2, "water": 1, "heat": 4, "total": 6}
    return PlayerView(name, colour, 3, 4, 1, NO_TOKENS | {"nature": 1}, score, projects, is_lead=True)


@pytest.fixture
def scene() -> Scene:
    return Scene(
        map_name="Tharsis",
        generation=3,
        max_generations=12,
        phase="White to act: choose a hex for Water",
        hexes=tharsis(CUBES),
        players=(player("White", "white"), player("Black", "black")),
        supply=SupplyView(6, 6, 3, 2, {"nature": 1, "production": 1, "science": 1}, marker_credits=2),
        deck=("Moss | Aquifer Pumping", "?"),
        highlighted=frozenset({10, 16}),
    )


def svg_texts(scene: Scene) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(draw(scene).svg()).iter() if element.text]


def test_svg_and_pixels_have_the_same_size(scene: Scene) -> None:
    picture = draw(scene)
    root, pixels = ElementTree.fromstring(picture.svg()), picture.rgb()
    assert pixels.shape == (int(root.attrib["height"]), int(root.attrib["width"]), 3)
    assert pixels.dtype == np.uint8


def test_picture_names_everything(scene: Scene) -> None:
    shown = svg_texts(scene)
    for string in (
        *map(str, range(1, 20)),
        "White",
        "Black",
        "Comet",
        "6*",
        "ACTIVATED",
        "LEAD",
        *scene.deck,
    ):
        assert string in shown
    assert "Generation 3 of 12" in shown
    assert "Generation 3" in svg_texts(replace(scene, max_generations=None))


@pytest.mark.parametrize("hex_id", range(1, 20))
@pytest.mark.parametrize("content", ["greenery", "water", "heat", ("city", 0), ("city", 1)])
def test_every_cube_on_every_hex_changes_the_picture(scene: Scene, hex_id: int, content: Content) -> None:
    vacant = draw(replace(scene, hexes=tharsis({}))).svg()
    assert draw(replace(scene, hexes=tharsis({hex_id: content}))).svg() != vacant


def test_highlighted_hexes_are_visible_in_pixels(scene: Scene) -> None:
    plain, lit = draw(replace(scene, highlighted=frozenset())).rgb(), draw(scene).rgb()
    changed = (plain != lit).any(axis=2).mean()
    assert 0.01 < changed < 0.05  # two hexes of the whole table


def test_solo_dummy_without_projects_can_be_drawn(scene: Scene) -> None:
    dummy = replace(player("Black (dummy)", "black"), projects=(), passed=True)
    solo = replace(scene, players=(scene.players[0], dummy))
    assert "Black (dummy)" in svg_texts(solo)
    assert "Black (dummy), lead, passed" in text(solo)


def test_text_board_shows_every_hex_and_cube(scene: Scene) -> None:
    board = text(scene)
    for hex_id in range(1, 20):
        assert re.search(rf"[| >]{hex_id}[\[~< |]", board)
    for word in ("3~S", "1[P]", "16~", "GREEN", "WATER", "HEAT", "CITY W", "CITY B"):
        assert board.count(word) == 1
    assert all(f">{name}<" in board for name in ("10~N", "16~"))


def test_text_tells_the_same_as_the_picture(scene: Scene) -> None:
    board = text(scene)
    for string in ("Generation 3 of 12", scene.phase, "[x] Comet", "[ ] Insects", "score 6", *scene.deck):
        assert string in board


def test_colours_only_decorate(scene: Scene) -> None:
    coloured = text(scene, color=True)
    assert "\x1b[" in coloured
    assert "\x1b[" not in text(scene)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text(scene)
