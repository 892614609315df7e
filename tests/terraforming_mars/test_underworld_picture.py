"""Underworld 2 as a picture: tokens and markers on Mars, corruption on the mats, the pile and what was claimed below."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.base.boards import BOARDS
from regolith.envs.terraforming_mars.boxes import BOXES
from regolith.envs.terraforming_mars.picture import HEIGHT, HEX, MATS_LEFT, MATS_TOP, hex_centres
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.show.view import picture
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.underworld import picture as drawing
from regolith.envs.terraforming_mars.underworld.language.underground import search
from regolith.envs.terraforming_mars.underworld.tokens import TOKENS as PRINTED
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import Map, Tile

from .games import NUMBER
from .test_picture import check_frame, check_lines, texts
from .test_picture import words as drawn
from .test_underworld_view import E4, E5, asked, table

LABEL_ROOM, NAME_ROOM = (-7, -31, 7, -23), (-20, 13, 20, 31)
"""Of a space: so far left, above, right, below its middle."""
KINDS = [kind for kind in Token if PRINTED[kind].count]


def changes(before: Any, s: Any) -> tuple[int, int, int, int]:
    """The frame of all pixels that differ: left, top, right, bottom."""
    rows, columns = np.nonzero((before != picture(s, None).rgb()).any(axis=2))
    return int(columns.min()), int(rows.min()), int(columns.max()), int(rows.max())


def crowded(players: int, **options: Any) -> Any:
    """Tokens of all kinds and markers of everybody on Mars, and all the rest claimed."""
    s = table(players=players, **options)
    s.pile[:], s.pile_size = 0, 0
    for space in range(MARS_SPACES):
        if space < len(KINDS):
            s.token[space] = KINDS[space]
        else:
            s.excavated[space] = space % players
    for kind in KINDS:
        s.claimed[kind % players, kind] = PRINTED[kind].count - 1
    for seat in range(players):
        s.active_token[seat] = next((kind for kind in Token if s.claimed[seat, kind]), NONE)
        s.corruption[seat] = 12 + seat
    s.marked[:] = s.claimed[0]
    shelters = NUMBER["Underground Shelters"]
    s.lies[shelters], s.owner[shelters] = Lies.IN_PLAY, 0
    s.tags[:, :14] = 14
    return s


@pytest.mark.parametrize("kind", Token)
def test_a_token_lies_on_its_space_and_looks_like_no_other(kind: Token) -> None:
    s = table()
    before = picture(s, None).rgb()
    s.token[E5] = kind
    left, top, right, bottom = changes(before, s)
    x, y = hex_centres()[E5]
    assert x - HEX < left < right < x + HEX
    assert y - HEX < top < bottom < y + HEX
    shown = picture(s, None).svg()
    for other in Token:
        s.token[E5] = other
        assert (picture(s, None).svg() == shown) == (other == kind)


def test_what_is_printed_is_still_seen_beside_a_token() -> None:
    s = table()
    free = picture(s, None).svg()
    s.token[E5] = Token.BLANK
    assert picture(s, None).svg().count("<polygon") == free.count("<polygon")


def part(pixels: Any, space: int, box: tuple[int, int, int, int]) -> Any:
    """Of a space: what lies so far left, above, right, below its middle."""
    x, y = map(round, hex_centres()[space])
    left, top, right, bottom = box
    return pixels[y + top : y + bottom, x + left : x + right]


@pytest.mark.parametrize("map_", Map)
def test_labels_and_names_of_spaces_are_never_covered(map_: Map) -> None:
    s = table(map=map_.name.lower())
    s.claim[:] = NOBODY
    spaces = BOARDS[map_].spaces
    named = [i for i, space in enumerate(spaces) if space.name]
    assert named
    free = picture(s, None).rgb()
    s.token[:], s.claim[:] = Token.OXYGEN_REQUIREMENT_3, 1
    tokens = picture(s, None).rgb()
    s.token[:], s.excavated[:] = NONE, 1
    markers = picture(s, None).rgb()
    s.excavated[:] = NOBODY
    places = [(space, LABEL_ROOM) for space in range(MARS_SPACES)] + [(space, NAME_ROOM) for space in named]
    for covered in (tokens, markers, picture(s, None).rgb()):
        for space, room in places:
            assert (part(covered, space, room) == part(free, space, room)).all(), spaces[space]


def test_the_title_names_every_box() -> None:
    s = table(players=1, colonies=True, turmoil=True, promos=True, venus=True, prelude=True)
    title = [text for text in texts(s) if float(text.attrib["y"]) < MATS_TOP and float(text.attrib["x"]) < MATS_LEFT]
    told = " ".join(text.text or "" for text in title)
    assert all(box.title in told for box in BOXES if box.option)
    check_lines(s)


def test_markers_show_their_owner_until_a_tile_lies_there() -> None:
    s = table(players=3)
    before = picture(s, None).rgb()
    _, y = hex_centres()[E4]
    seen = set()
    for seat in range(3):
        s.excavated[E4] = seat
        seen.add(picture(s, None).svg())
        _, top, _, bottom = changes(before, s)
        assert abs(top - y) < HEX
        assert bottom > HEIGHT, "and they are counted below"
    assert len(seen) == 3
    s.excavated[E4], s.tile[E4], s.tile_owner[E4] = NOBODY, Tile.CITY_TILE, 0
    covered = picture(s, None).svg()
    s.token[E4] = Token.TR
    assert picture(s, None).svg() == covered


def test_corruption_and_claims_are_drawn_on_the_mat_and_below() -> None:
    s = table()
    before = picture(s, None).rgb()
    assert before.shape[0] == HEIGHT + drawing.PILE_HEIGHT + 2 * drawing.ROW_HEIGHT + 2 * drawing.GAP
    s.corruption[1] = 7
    left, top, right, bottom = changes(before, s)
    assert left < MATS_LEFT < right
    assert top < HEIGHT < bottom
    assert drawn(s).count("7") >= 2
    before = picture(s, None).rgb()
    s.claimed[0, Token.PLANTS_2] = 2
    assert changes(before, s)[3] > HEIGHT
    assert {"2 claimed", "x2"} <= {*drawn(s)}
    claimed = picture(s, None).svg()
    s.claimed[0, Token.PLANTS_2_PER_TEMPERATURE] = 1
    passive = picture(s, None).svg()
    s.active_token[0] = Token.PLANTS_2_PER_TEMPERATURE
    assert len({claimed, passive, picture(s, None).svg()}) == 3


def test_the_pile_is_drawn_by_kinds_with_what_was_found_there(monkeypatch: pytest.MonkeyPatch) -> None:
    s = table()
    assert "5 left" in drawn(s)
    before = picture(s, None).svg()
    s.pile[Token.TR], s.pile_size = 1, 6
    assert "6 left" in drawn(s)
    left = picture(s, None).svg()
    s.pile[Token.TR], s.tokens_found, s.found_space[0], s.found_token[0] = 0, 1, NONE, Token.TR
    assert "0+1" in drawn(s)
    assert len({before, left, picture(s, None).svg()}) == 3
    asked(monkeypatch, s, search()[1], MARS_SPACES + Token.TR, y=1)
    assert drawing.CHOOSABLE in picture(s, None).svg()


@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (2, {}), (5, {"colonies": True, "turmoil": True, "venus": True, "prelude": True})],
)
def test_everything_fits(players: int, options: dict[str, Any]) -> None:
    s = crowded(players, **options)
    check_frame(s)
    check_lines(s)
