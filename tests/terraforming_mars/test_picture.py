"""The picture shows the whole table, inside its frame, for every number of players, map and family of options."""

from __future__ import annotations

from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np

from regolith.envs.core.picture import text_width
from regolith.envs.terraforming_mars.base.boards import BOARDS
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, MARS_SPACES, NEUTRAL, NONE
from regolith.envs.terraforming_mars.show.naming import awards, milestones
from regolith.envs.terraforming_mars.show.view import picture
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.words import CardKind, CardSet, Map, OffMars, Tile

from .games import T
from .test_view import SEAT_NAMES, acting, every_family, game, give, positions

SVG = "{http://www.w3.org/2000/svg}"
ESTIMATE = 1.02
"""Texts are laid out by an estimate of their width."""


def texts(s: Any, seat: int | None = None) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture(s, seat).svg()).iter(f"{SVG}text"))


def words(s: Any, seat: int | None = None) -> list[str]:
    return [element.text or "" for element in texts(s, seat)]


def span(text: ElementTree.Element) -> tuple[float, float]:
    """Where a text begins and ends."""
    x, wide = float(text.attrib["x"]), text_width(text.text or "", float(text.attrib["font-size"]))
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.attrib["text-anchor"]]
    return x - shift * wide, x + (1 - shift) * wide


def crowded() -> Any:
    """Five players who have played and hold all the cards there are."""
    s = game(3)[-200][0].copy()
    s = np.array([s])[0]
    s.tags[:] = 0
    for card in range(FIRST_CORPORATION):
        if T.kind[card] == NONE:
            continue
        seat = card % 5
        s.owner[card] = seat
        s.lies[card] = Lies.IN_HAND if card > 200 else Lies.IN_PLAY
        if T.kind[card] == CardKind.EVENT and card <= 200:
            s.lies[card] = Lies.PLAYED_EVENT
        s.resources[card] = 12
    s.tags[:, :12] = 14
    s.stock[:] = 188
    s.production[:] = 45
    s.production[:, 0] = -5
    s.rating[:] = 103
    s.passed[:] = 1
    return s


@every_family
def test_every_position_is_a_picture(family: int) -> None:
    for s in positions(family, 97):
        for seat in (None, 0):
            drawn = picture(s, seat)
            root = ElementTree.fromstring(drawn.svg())
            assert (root.attrib["width"], root.attrib["height"]) == (str(drawn.width), str(drawn.height))
    pixels = drawn.rgb()
    assert pixels.shape == (drawn.height, drawn.width, 3)


def check_frame(s: Any) -> None:
    drawn = picture(s, None)
    for text in texts(s):
        left, right = span(text)
        assert left >= 0, text.text
        assert right <= drawn.width * ESTIMATE, text.text
        assert 0 < float(text.attrib["y"]) < drawn.height


@every_family
def test_texts_stay_inside_the_frame(family: int) -> None:
    for s in positions(family, 97):
        check_frame(s)


def test_texts_stay_inside_the_frame_late_in_a_game() -> None:
    check_frame(crowded())


def check_lines(s: Any) -> None:
    """Numbers and names stand side by side; a bold letter may touch a little."""
    lines: dict[float, list[tuple[float, float, str]]] = {}
    for text in texts(s):
        lines.setdefault(float(text.attrib["y"]), []).append((*span(text), text.text or ""))
    for line in lines.values():
        line.sort()
        for (_, end, one), (begin, _, other) in pairwise(line):
            assert end <= begin + 2, (one, other)


def test_texts_on_a_line_do_not_run_into_each_other() -> None:
    for s in (crowded(), game(3)[-1][0], game(0)[-1][0], game(5)[0][0]):
        check_lines(s)


def test_a_mat_that_is_full_counts_the_rest() -> None:
    shown = words(crowded())
    assert sum(word.startswith("and ") and word.endswith(" more") for word in shown) == 5


@every_family
def test_the_picture_names_everything(family: int) -> None:
    s = game(family)[-1][0]
    shown = words(s)
    for seat in range(s.players):
        assert SEAT_NAMES[seat] in shown
        assert f"TR {s.rating[seat]}" in shown
    for space in BOARDS[Map(s.map)].spaces:
        assert space.label in shown
    for goal in (*milestones(s), *awards(s)):
        assert (goal.name in shown) == (s.players > 1)
    assert ("Venus" in shown) == bool(s.box[CardSet.VENUS])
    assert f"{s.track[2]}/9" in shown


def test_every_tile_can_be_told_with_its_owner() -> None:
    s = acting()
    seen, drawn = {picture(s, None).svg()}, 1
    for tile in Tile:
        for owner in (0, 1, NEUTRAL) if tile != Tile.OCEAN_TILE else (NONE,):
            s.tile[30], s.tile_owner[30] = tile, owner
            seen.add(picture(s, None).svg())
            drawn += 1
    assert len(seen) == drawn


def test_a_tile_can_be_seen_on_every_space() -> None:
    s = acting()
    seen = {picture(s, None).svg()}
    for space in range(MARS_SPACES):
        s.tile[space], s.tile_owner[space] = Tile.GREENERY_TILE, 1
        seen.add(picture(s, None).svg())
        s.tile[space], s.tile_owner[space] = NONE, NONE
    assert len(seen) == 1 + MARS_SPACES


def test_cities_off_mars_markers_and_choices_can_be_seen() -> None:
    s = acting(venus=True)
    seen = {picture(s, None).svg()}
    for city in OffMars:
        s.tile[MARS_SPACES + city], s.tile_owner[MARS_SPACES + city] = Tile.CITY_TILE, 1
        seen.add(picture(s, None).svg())
    s.claim[30] = 0
    seen.add(picture(s, None).svg())
    assert len(seen) == len(OffMars) + 2


def test_owners_can_be_told_without_colours() -> None:
    s = acting()
    before = words(s).count("B")
    s.tile[20], s.tile_owner[20] = Tile.GREENERY_TILE, 1
    assert words(s).count("B") == before + 1


def test_the_hand_is_drawn_for_its_owner_alone() -> None:
    s = acting()
    give(s, "Comet")
    assert any(word.startswith("Comet") for word in words(s, 0))
    assert any(word.startswith("Comet") for word in words(s, None))
    assert not any(word.startswith("Comet") for word in words(s, 1))
