"""The two maps. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from dataclasses import dataclass

from regolith.envs.tinyforming_mars.words import HEXES, Hex, Map, Tag

ROWS = (3, 4, 5, 4, 3)
N, P, S, X = Tag.NATURE, Tag.PRODUCTION, Tag.SCIENCE, Tag.SPACE


@dataclass(frozen=True)
class MapHex:
    """One hex: what it is, and the tag (bonus hex) or token icon (water hex) printed on it."""

    kind: Hex
    tag: Tag | None = None


def land() -> MapHex:
    return MapHex(Hex.LAND)


def bonus(tag: Tag) -> MapHex:
    return MapHex(Hex.BONUS, tag)


def water(icon: Tag | None = None) -> MapHex:
    return MapHex(Hex.WATER, icon)


MAPS: dict[Map, tuple[MapHex, ...]] = {
    Map.THARSIS: (
        *(bonus(P), land(), water(S)),
        *(land(), land(), land(), land()),
        *(bonus(N), water(N), water(N), land(), bonus(N)),
        *(land(), land(), water(N), water()),
        *(bonus(P), land(), bonus(X)),
    ),
    Map.ELYSIUM: (
        *(water(S), water(P), land()),
        *(bonus(X), land(), water(), bonus(S)),
        *(land(), water(N), bonus(N), water(N), land()),
        *(land(), land(), land(), land()),
        *(bonus(P), land(), bonus(P)),
    ),
}


def places() -> list[tuple[int, float]]:
    """Row and horizontal position (in hex widths from the left edge of the long row) of each hex."""
    out = []
    for row, length in enumerate(ROWS):
        out += [(row, (max(ROWS) - length) / 2 + column) for column in range(length)]
    return out


def neighbours() -> list[list[int]]:
    """Hexes that touch each hex: beside it, or half a width to either side in the next row."""
    at = places()
    return [
        [
            b
            for b in range(HEXES)
            if a != b
            and (at[a][0], abs(at[a][1] - at[b][1])) in {(at[b][0], 1.0), (at[b][0] - 1, 0.5), (at[b][0] + 1, 0.5)}
        ]
        for a in range(HEXES)
    ]


def row_of(row: int) -> list[int]:
    """The hexes of a row, counted from 0 at the top."""
    return [h for h, (r, _) in enumerate(places()) if r == row]
