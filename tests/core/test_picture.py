"""The display list: SVG and pixels must tell the same story."""

from __future__ import annotations

import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from regolith.envs.core.errors import MissingExtra
from regolith.envs.core.picture import Anchor, Picture, fitted, hexagon_points, rgba, text_width

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def picture() -> Picture:
    picture = Picture(80, 60, "#102030")
    picture.rect(5, 5, 20, 20, "#ff0000", "#ffffff", 2, rounding=4)
    picture.circle(55, 15, 10, "#00ff00")
    picture.polygon([(5, 55), (25, 55), (15, 35)], "#0000ff", "#ffffff")
    picture.hexagon(55, 45, 12, "#ffff0080")
    picture.line(0, 30, 80, 30, "#ffffff", 2)
    picture.text(40, 30, 'a < b & "c"', 8, "#000000", bold=True)
    return picture


def test_svg_is_xml_with_every_shape_in_painting_order(picture: Picture) -> None:
    root = ElementTree.fromstring(picture.svg())
    tags = [element.tag.removeprefix(SVG) for element in root]
    assert tags == ["rect", "rect", "circle", "polygon", "polygon", "polygon", "text"]


def test_svg_text_is_escaped_and_centred(picture: Picture) -> None:
    text = ElementTree.fromstring(picture.svg()).find(f"{SVG}text")
    assert text is not None
    assert text.text == 'a < b & "c"'
    assert text.get("text-anchor") == "middle"
    assert text.get("dominant-baseline") == "central"


def test_both_outputs_have_the_size_of_the_picture(picture: Picture) -> None:
    root, pixels = ElementTree.fromstring(picture.svg()), picture.rgb()
    assert pixels.shape == (60, 80, 3)
    assert pixels.dtype == np.uint8
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("80", "60", "0 0 80 60")


@pytest.mark.parametrize(
    ("x", "y", "colour"),
    [
        pytest.param(2, 2, (16, 32, 48), id="background"),
        pytest.param(15, 15, (255, 0, 0), id="rect"),
        pytest.param(55, 15, (0, 255, 0), id="circle"),
        pytest.param(15, 50, (0, 0, 255), id="polygon"),
        pytest.param(3, 30, (255, 255, 255), id="line"),
    ],
)
def test_pixels_have_the_colours_of_their_shapes(
    picture: Picture, x: int, y: int, colour: tuple[int, int, int]
) -> None:
    assert tuple(picture.rgb()[y, x]) == colour


def test_translucent_colours_blend_and_become_svg_opacity(picture: Picture) -> None:
    red, green, blue = (int(part) for part in picture.rgb()[45, 55])
    assert (red, green, blue) == pytest.approx((136, 144, 24), abs=2)
    assert 'fill="#ffff00" fill-opacity="0.5"' in picture.svg()


@pytest.mark.parametrize(("anchor", "low", "high"), [("start", 40, 80), ("middle", 20, 60), ("end", 0, 40)])
def test_text_is_anchored_and_vertically_centred(anchor: Anchor, low: int, high: int) -> None:
    picture = Picture(80, 40, "#ffffff")
    picture.text(40, 20, "HHH", 16, "#000000", anchor)
    rows, columns = np.nonzero(picture.rgb().min(axis=2) < 128)
    assert low <= columns.min() <= columns.max() <= high
    assert (rows.min() + rows.max()) / 2 == pytest.approx(20, abs=2)


def test_hexagon_is_pointy_top() -> None:
    top, *_, upper_left = hexagon_points(10, 10, 4)
    assert top == pytest.approx((10, 6))
    assert upper_left == pytest.approx((10 - 4 * 3**0.5 / 2, 8))


def test_long_text_is_shrunk_then_cut() -> None:
    assert fitted("short", 10, 100) == ("short", 10)
    string, size = fitted("a little long", 10, text_width("a little long", 9))
    assert string == "a little long"
    assert size == pytest.approx(9)
    string, size = fitted("much too long for its place", 10, 50)
    assert string.endswith("...")
    assert text_width(string, size) <= 50


@pytest.mark.parametrize("colour", ["red", "#12", "#1234567"])
def test_other_colour_notations_are_refused(colour: str) -> None:
    with pytest.raises(ValueError, match="a colour is"):
        rgba(colour)


def test_without_pillow_the_svg_still_works(picture: Picture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    assert picture.svg().startswith("<svg")
    with pytest.raises(MissingExtra, match="pillow"):
        picture.rgb()
