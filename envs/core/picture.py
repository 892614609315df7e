"""A picture is a list of plain shapes.

Every game draws into this list once. The SVG of the viewer and the pixels of `render()` are both made from
it, so the two cannot disagree, and a game never needs to know about an image library.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from regolith.envs.core.errors import MissingExtra

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

Point = tuple[float, float]
Colour = str | None  # "#rrggbb" or "#rrggbbaa"; None leaves the area or the outline unpainted
Anchor = Literal["start", "middle", "end"]

SUPERSAMPLING = 2  # shapes are painted this much larger and averaged down, which smooths their edges
FONT_FAMILY = "Aileron, Helvetica, Arial, sans-serif"  # Aileron is the font that Pillow carries
LONGEST_FREE_TEXT = 3  # letters; stretching so short a text to its estimated width would only deform it
SMALLEST_SHRINK = 0.75  # a long text shrinks to this part of its size before it is cut


def rgba(colour: str) -> tuple[int, int, int, int]:
    """Both outputs read colours here, so that neither can see a colour which the other would misread."""
    digits = colour.removeprefix("#")
    if len(digits) not in (6, 8):
        raise ValueError(f"a colour is #rrggbb or #rrggbbaa, not {colour!r}")
    red, green, blue, alpha = bytes.fromhex(digits.ljust(8, "f"))
    return red, green, blue, alpha


def hexagon_points(cx: float, cy: float, radius: float) -> list[Point]:
    """The corners of a pointy-top hexagon, clockwise from the top."""
    angles = [math.radians(60 * k - 90) for k in range(6)]
    return [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in angles]


def text_width(string: str, size: float) -> float:
    """An estimate from classes of letters: layout must not depend on which fonts are installed."""
    return size * sum(_advance(letter) for letter in string)


def fitted(string: str, size: float, width: float) -> tuple[str, float]:
    """Shrink a text a little, then cut it, so that it never runs over its neighbours."""
    needed = text_width(string, size)
    if needed <= width:
        return string, size
    size *= max(SMALLEST_SHRINK, width / needed)
    if text_width(string, size) <= width + 1e-6:
        return string, size
    while string and text_width(string + "...", size) > width:
        string = string[:-1]
    return string.rstrip() + "...", size


class Picture:
    """A canvas that remembers its shapes, in painting order."""

    def __init__(self, width: int, height: int, background: str) -> None:
        self.width = width
        self.height = height
        self.background = background
        self._shapes: list[_Shape] = []

    def polygon(self, points: Sequence[Point], fill: Colour, stroke: Colour = None, stroke_width: float = 1) -> None:
        self._shapes.append(_Polygon(tuple(points), _Ink(fill, stroke, stroke_width)))

    def hexagon(
        self,
        cx: float,
        cy: float,
        radius: float,
        fill: Colour,
        stroke: Colour = None,
        stroke_width: float = 1,
    ) -> None:
        self.polygon(hexagon_points(cx, cy, radius), fill, stroke, stroke_width)

    def circle(
        self,
        cx: float,
        cy: float,
        radius: float,
        fill: Colour,
        stroke: Colour = None,
        stroke_width: float = 1,
    ) -> None:
        self._shapes.append(_Circle(cx, cy, radius, _Ink(fill, stroke, stroke_width)))

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: Colour,
        stroke: Colour = None,
        stroke_width: float = 1,
        rounding: float = 0,
    ) -> None:
        self._shapes.append(_Rect(x, y, width, height, rounding, _Ink(fill, stroke, stroke_width)))

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str, stroke_width: float = 1) -> None:
        self.polygon([(x1, y1), (x2, y2)], None, stroke, stroke_width)

    def text(
        self,
        x: float,
        y: float,
        string: str,
        size: float,
        fill: str,
        anchor: Anchor = "middle",
        bold: bool = False,
        max_width: float | None = None,
    ) -> None:
        """Write one line, centred vertically on y; with `max_width` a long one is shrunk, then cut."""
        if max_width is not None:
            string, size = fitted(string, size, max_width)
        self._shapes.append(_Text(x, y, string, size, fill, anchor, bold))

    def svg(self) -> str:
        """A stand-alone SVG document."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
            f'viewBox="0 0 {self.width} {self.height}" font-family="{FONT_FAMILY}">'
        )
        ground = _Rect(0, 0, self.width, self.height, 0, _Ink(self.background))
        return "\n".join([head, *(shape.svg() for shape in (ground, *self._shapes)), "</svg>"])

    def rgb(self) -> npt.NDArray[np.uint8]:
        """The pixels, as an array of shape (height, width, 3)."""
        try:
            from PIL import Image, ImageDraw
        except ImportError as error:
            raise MissingExtra("view", "pillow") from error
        size = (self.width * SUPERSAMPLING, self.height * SUPERSAMPLING)
        image = Image.new("RGB", size, rgba(self.background)[:3])
        draw = ImageDraw.Draw(image, "RGBA")  # blends translucent colours into the RGB image
        for shape in self._shapes:
            shape.paint(draw)
        return np.array(image.reduce(SUPERSAMPLING), dtype=np.uint8)

    def png(self) -> bytes:
        """The pixels as a PNG file."""
        pixels = self.rgb()
        from PIL import Image

        file = io.BytesIO()
        Image.fromarray(pixels).save(file, format="png")
        return file.getvalue()


class _Shape(Protocol):
    """What the list holds: a thing that can write itself as SVG and paint itself on a Pillow image."""

    def svg(self) -> str: ...

    def paint(self, draw: ImageDraw.ImageDraw) -> None: ...


@dataclass(frozen=True, slots=True)
class _Ink:
    fill: Colour
    stroke: Colour = None
    stroke_width: float = 1

    def svg(self) -> str:
        width = f' stroke-width="{_number(self.stroke_width)}" stroke-linejoin="round"' if self.stroke else ""
        return _svg_colour("fill", self.fill) + _svg_colour("stroke", self.stroke) + width

    def pillow(self) -> dict[str, Any]:
        """Keyword arguments of Pillow's closed shapes."""
        return {
            "fill": rgba(self.fill) if self.fill else None,
            "outline": rgba(self.stroke) if self.stroke else None,
            "width": _pixels(self.stroke_width) if self.stroke else 0,
        }

    @property
    def overhang(self) -> float:
        """SVG centres an outline on the edge, Pillow keeps it inside: shapes grow by this much for Pillow."""
        return self.stroke_width / 2 if self.stroke else 0


@dataclass(frozen=True, slots=True)
class _Polygon:
    points: tuple[Point, ...]
    ink: _Ink

    def svg(self) -> str:
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in self.points)
        return f'<polygon points="{points}"{self.ink.svg()}/>'

    def paint(self, draw: ImageDraw.ImageDraw) -> None:
        points = _scaled(*self.points)
        if self.ink.fill:
            draw.polygon(points, fill=rgba(self.ink.fill))
        if self.ink.stroke:
            outline = [*points, *points[:2]]  # one corner further, so that the last joint is rounded as well
            draw.line(outline, rgba(self.ink.stroke), _pixels(self.ink.stroke_width), joint="curve")


@dataclass(frozen=True, slots=True)
class _Circle:
    cx: float
    cy: float
    radius: float
    ink: _Ink

    def svg(self) -> str:
        place = f'cx="{_number(self.cx)}" cy="{_number(self.cy)}" r="{_number(self.radius)}"'
        return f"<circle {place}{self.ink.svg()}/>"

    def paint(self, draw: ImageDraw.ImageDraw) -> None:
        reach = self.radius + self.ink.overhang
        box = _scaled((self.cx - reach, self.cy - reach), (self.cx + reach, self.cy + reach))
        draw.ellipse(box, **self.ink.pillow())


@dataclass(frozen=True, slots=True)
class _Rect:
    x: float
    y: float
    width: float
    height: float
    rounding: float
    ink: _Ink

    def svg(self) -> str:
        place = f'x="{_number(self.x)}" y="{_number(self.y)}"'
        size = f'width="{_number(self.width)}" height="{_number(self.height)}" rx="{_number(self.rounding)}"'
        return f"<rect {place} {size}{self.ink.svg()}/>"

    def paint(self, draw: ImageDraw.ImageDraw) -> None:
        grow = self.ink.overhang
        pixel = 1 / SUPERSAMPLING  # Pillow's boxes include their last pixel
        corner = (self.x + self.width + grow - pixel, self.y + self.height + grow - pixel)
        rounding = self.rounding + grow if self.rounding else 0
        box = _scaled((self.x - grow, self.y - grow), corner)
        draw.rounded_rectangle(box, rounding * SUPERSAMPLING, **self.ink.pillow())


@dataclass(frozen=True, slots=True)
class _Text:
    x: float
    y: float
    string: str
    size: float
    fill: str
    anchor: Anchor
    bold: bool

    def svg(self) -> str:
        """With its length, because a reader without our font would otherwise run texts into each other."""
        place = f'x="{_number(self.x)}" y="{_number(self.y)}" font-size="{_number(self.size)}"'
        style = f'text-anchor="{self.anchor}" dominant-baseline="central"{_svg_colour("fill", self.fill)}'
        if self.bold:
            style += ' font-weight="bold"'
        if len(self.string) > LONGEST_FREE_TEXT:
            length = _number(text_width(self.string, self.size))
            style += f' textLength="{length}" lengthAdjust="spacingAndGlyphs"'
        return f"<text {place} {style}>{escape(self.string)}</text>"

    def paint(self, draw: ImageDraw.ImageDraw) -> None:
        anchor = {"start": "lm", "middle": "mm", "end": "rm"}[self.anchor]
        thickening = self.size * SUPERSAMPLING / 40 if self.bold else 0  # the font has no bold cut
        (place,) = _scaled((self.x, self.y))
        font = _font(self.size * SUPERSAMPLING)
        draw.text(place, self.string, rgba(self.fill), font, anchor, stroke_width=thickening)


@lru_cache(maxsize=64)
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _scaled(*points: Point) -> list[Point]:
    return [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]


def _pixels(width: float) -> int:
    return max(1, round(width * SUPERSAMPLING))


def _number(value: float) -> str:
    """Short decimals keep the document small and its text stable between platforms."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _svg_colour(attribute: str, colour: Colour) -> str:
    """Opacity as an attribute of its own, since SVG 1.1 readers do not know eight-digit colours."""
    if colour is None:
        return f' {attribute}="none"' if attribute == "fill" else ""
    red, green, blue, alpha = rgba(colour)
    opacity = f' {attribute}-opacity="{_number(alpha / 255)}"' if alpha < 255 else ""
    return f' {attribute}="#{red:02x}{green:02x}{blue:02x}"{opacity}'


def _advance(letter: str) -> float:
    """The width of a letter in units of the font size, for a Helvetica-like font."""
    if letter in "iljI.,:;|!' ":
        return 0.25
    if letter in "ftr()[]-/":
        return 0.32
    if letter in "mwMW@":
        return 0.85
    return 0.65 if letter.isupper() else 0.56
