"""Colours and small pieces that several parts of the picture are drawn with."""

from __future__ import annotations

from regolith.envs.core.picture import Picture, Point, text_width
from regolith.envs.terraforming_mars.show.seats import OWNER_SIGNS
from regolith.envs.terraforming_mars.words import Resource

INK, FAINT, MAT = "#241a16", "#6f5d50", "#ead9c4"
OWNER_COLOURS = ("#d0342c", "#2f66c9", "#3c9a48", "#e8c12f", "#2f2f36", "#a9a39c")
OWNER_INK = ("#ffffff", "#ffffff", "#ffffff", "#241a16", "#ffffff", "#241a16")
RESOURCE_COLOURS = {
    Resource.MC: ("#f2c230", "#241a16"),
    Resource.STEEL: ("#9a6a3f", "#ffffff"),
    Resource.TITANIUM: ("#3b3b42", "#f5d76e"),
    Resource.PLANTS: ("#3d8f3f", "#ffffff"),
    Resource.ENERGY: ("#8044a8", "#ffffff"),
    Resource.HEAT: ("#d9552b", "#ffffff"),
}
"""Ground and ink."""
PRODUCTION_BOX, CHOOSABLE = "#8a5a34", "#fff04d"
ICONS: dict[str, tuple[tuple[Point, ...], ...]] = {  # polygons in a square from -1 to 1
    "plant": (((-0.8, 0.8), (-0.75, -0.2), (-0.2, -0.75), (0.85, -0.85), (0.75, 0.2), (0.2, 0.75)),),
    "steel": (
        (
            (-0.85, -0.75),
            (0.85, -0.75),
            (0.85, -0.15),
            (0.22, -0.15),
            (0.22, 0.9),
            (-0.22, 0.9),
            (-0.22, -0.15),
            (-0.85, -0.15),
        ),
    ),
    "titanium": (((0, -1), (0.26, -0.26), (1, 0), (0.26, 0.26), (0, 1), (-0.26, 0.26), (-1, 0), (-0.26, -0.26)),),
    "heat": (((-0.6, 0.9), (-0.8, 0.1), (-0.3, -0.2), (-0.1, -1), (0.55, -0.3), (0.8, 0.4), (0.5, 0.9)),),
    "energy": (((0.4, -1), (-0.6, 0.2), (-0.1, 0.2), (-0.35, 1), (0.6, -0.25), (0.1, -0.25)),),
}


def icon(picture: Picture, name: str, x: float, y: float, radius: float, fill: str) -> None:
    for polygon in ICONS[name]:
        picture.polygon([(x + radius * dx, y + radius * dy) for dx, dy in polygon], fill)


def owner_cube(picture: Picture, x: float, y: float, size: float, owner: int) -> None:
    """A player's cube with his letter, so that it can be read without colours."""
    picture.rect(x - size / 2, y - size / 2, size, size, OWNER_COLOURS[owner], "#ffffff", 1.2, size / 6)
    picture.text(x, y, OWNER_SIGNS[owner], size * 0.72, OWNER_INK[owner], bold=True)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """A text in lines of that width."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
