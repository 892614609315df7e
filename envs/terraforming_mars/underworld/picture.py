"""Tokens, excavation markers and corruption as a picture: on the spaces of Mars, on the mats, and a board with the pile below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.picture import Picture, text_width
from regolith.envs.terraforming_mars.language.phrases import some
from regolith.envs.terraforming_mars.show.pieces import (
    CHOOSABLE,
    INK,
    OWNER_COLOURS,
    OWNER_INK,
    PRODUCTION_BOX,
    RESOURCE_COLOURS,
    icon,
    owner_cube,
)
from regolith.envs.terraforming_mars.show.seats import OWNER_SIGNS, seat_name
from regolith.envs.terraforming_mars.underworld.words import TEMPORARY, Token
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.underworld.show import Digger, Held, UndergroundBoard

ON_MARS, IN_THE_PILE, IN_A_ROW = 16.0, 16.0, 13.0
"""Radius of a token on a space, on the board with the pile, and in the row of a player."""
ROCK, EDGE, PALE, WHITE = "#2c2320", "#6a564c", "#d8c7b8", "#ffffff"
TOKEN, TEMPORARY_TOKEN, RIM, GLOW = "#d8c29c", "#e7ab6a", "#3b2a20", "#ffe14d"
VEIL, EMPTY_INK = "#2c2320b4", "#8d7b70"
CORRUPTION, CORRUPTION_INK = "#1d1d22", "#ff6b5e"
PILE_HEIGHT, ROW_HEIGHT, GAP = 66, 33, 8
NAME_ROOM, HELD_STEP = 350.0, 60.0
LETTERS = "#241a16"
LONGEST_LARGE = 4
"""Letters of a line that is alone on its token and large."""
ICONS = {
    Resource.STEEL: "steel",
    Resource.TITANIUM: "titanium",
    Resource.PLANTS: "plant",
    Resource.ENERGY: "energy",
    Resource.HEAT: "heat",
}
SHOWN: dict[Token, tuple[tuple[int, Resource], ...]] = {
    Token.MC_PRODUCTION_PER_TEMPERATURE: ((1, Resource.MC),),
    Token.STEEL_2_PER_TEMPERATURE: ((2, Resource.STEEL),),
    Token.TITANIUM_1_PER_TEMPERATURE: ((1, Resource.TITANIUM),),
    Token.PLANTS_2_PER_TEMPERATURE: ((2, Resource.PLANTS),),
    Token.STEEL_2_PLANT_1: ((2, Resource.STEEL), (1, Resource.PLANTS)),
    Token.STEEL_PRODUCTION: ((1, Resource.STEEL),),
    Token.TITANIUM_1_PLANT_1: ((1, Resource.TITANIUM), (1, Resource.PLANTS)),
    Token.TITANIUM_2: ((2, Resource.TITANIUM),),
    Token.TITANIUM_PRODUCTION: ((1, Resource.TITANIUM),),
    Token.PLANTS_2: ((2, Resource.PLANTS),),
    Token.PLANTS_3: ((3, Resource.PLANTS),),
    Token.PLANT_PRODUCTION: ((1, Resource.PLANTS),),
    Token.ENERGY_2: ((2, Resource.ENERGY),),
    Token.ENERGY_PRODUCTION: ((1, Resource.ENERGY),),
    Token.HEAT_PRODUCTION_2: ((2, Resource.HEAT),),
}
"""Resources that a token shows, with their numbers; the others show letters."""
PRODUCTION = (
    Token.MC_PRODUCTION_PER_TEMPERATURE,
    Token.STEEL_PRODUCTION,
    Token.TITANIUM_PRODUCTION,
    Token.PLANT_PRODUCTION,
    Token.ENERGY_PRODUCTION,
    Token.HEAT_PRODUCTION_2,
)
SHORT: dict[Token, tuple[str, ...]] = {
    Token.MICROBES_2_PER_TEMPERATURE: ("2 Mi",),
    Token.OCEAN_REQUIREMENT_3: ("ocean", "+/-3"),
    Token.OXYGEN_REQUIREMENT_3: ("oxyg.", "+/-3"),
    Token.TEMPERATURE_REQUIREMENT_6C: ("temp.", "+/-6 C"),
    Token.BLANK: ("blank",),
    Token.CARD_1: ("1", "card"),
    Token.CARD_2: ("2", "cards"),
    Token.MICROBES_2: ("2 Mi",),
    Token.TR: ("TR",),
    Token.OCEAN_FOR_4: ("ocean", "4 MC"),
    Token.SCIENCE_TAG: ("Sc", "tag"),
    Token.PLANT_TAG: ("Pl", "tag"),
    Token.VOLCANIC_OCEAN_SPACE: ("volc.", "ocean"),
    Token.PLACEMENT_BONUS_6: ("tile", "6 MC"),
    Token.ANY_RESOURCE_1: ("1 ?",),
}
PER_TEMPERATURE = tuple(kind for kind in Token if kind.name.endswith("PER_TEMPERATURE"))


def draw_token(picture: Picture, x: float, y: float, radius: float, kind: Token) -> None:
    """Temporary tokens have a ground of their own."""
    picture.circle(x, y, radius, TEMPORARY_TOKEN if kind < TEMPORARY else TOKEN, RIM, 1.5)
    if kind in (Token.CORRUPTION_1, Token.CORRUPTION_2):
        draw_corruption(picture, x, y, 0.62 * radius, 1 if kind == Token.CORRUPTION_1 else 2)
        return
    shown, up = SHOWN.get(kind, ()), 0.18 * radius if kind in PER_TEMPERATURE else 0.0
    for i, (n, resource) in enumerate(shown):
        at = x + (i - (len(shown) - 1) / 2) * radius * 0.92
        _resource(picture, at, y - up, radius, n, resource, kind in PRODUCTION, len(shown) > 1)
    lines = SHORT.get(kind, ())
    for i, line in enumerate(lines):
        size = radius * (0.62 if len(lines) > 1 or len(line) > LONGEST_LARGE else 0.8)
        at = y - up + (i - (len(lines) - 1) / 2) * radius * 0.66
        picture.text(x, at, line, size, LETTERS, bold=True, max_width=1.85 * radius)
    if kind in PER_TEMPERATURE:
        picture.text(x, y + 0.62 * radius, "/2 C", 0.56 * radius, LETTERS, bold=True)


def _resource(
    picture: Picture, x: float, y: float, radius: float, n: int, resource: Resource, production: bool, several: bool
) -> None:
    """A resource with its number; production lies in a box of its own."""
    half = radius * (0.42 if several else 0.5)
    ground, ink = RESOURCE_COLOURS[resource]
    if production:
        picture.rect(x - 1.62 * half, y - 1.28 * half, 3.24 * half, 2.56 * half, PRODUCTION_BOX, "#ffffffa0", 0.8, 2)
        picture.text(x - 0.85 * half, y, f"+{n}", 1.25 * half, WHITE, bold=True)
        at, half = x + 0.72 * half, 0.72 * half
    elif several:
        picture.text(x, y - 0.58 * radius, str(n), 0.5 * radius, LETTERS, bold=True)
        at, y = x, y + 0.16 * radius
    else:
        picture.text(x - 0.8 * half, y, str(n), 1.5 * half, LETTERS, bold=True)
        at, half = x + 0.62 * half, 0.86 * half
    picture.rect(at - half, y - half, 2 * half, 2 * half, ground, "#00000060", 0.8, 2)
    if resource in ICONS:
        icon(picture, ICONS[resource], at, y, 0.72 * half, ink)
    else:
        picture.text(at, y, "M", 1.2 * half, ink, bold=True)


def draw_corruption(picture: Picture, x: float, y: float, radius: float, n: int) -> None:
    """So much of it, on a dark diamond."""
    picture.polygon(
        [(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)], CORRUPTION, CORRUPTION_INK, 1.2
    )
    picture.text(x, y, str(n), radius * (1.1 if n < 10 else 0.85), CORRUPTION_INK, bold=True)


def draw_marker(picture: Picture, x: float, y: float, radius: float, owner: int) -> None:
    """An excavation marker: a pit in the colour of its owner, with his letter."""
    picture.hexagon(x, y, radius, RIM, "#ffffff90", 1.2)
    picture.hexagon(x, y, 0.78 * radius, OWNER_COLOURS[owner])
    picture.text(x, y, OWNER_SIGNS[owner], 0.95 * radius, OWNER_INK[owner], bold=True)


def draw_standing(picture: Picture, end: float, y: float, has: Digger) -> float:
    """Corruption and the number of claimed tokens of a player, left of an end; what is returned is the end of what is left."""
    count = str(has.claimed)
    picture.text(end, y, count, 12, INK, "end", bold=True)
    left = end - text_width(count, 12) - 11
    picture.circle(left, y, 7, TOKEN, RIM, 1.5)
    left -= 22
    draw_corruption(picture, left, y, 11, has.corruption)
    return left - 16


def height(board: UndergroundBoard) -> int:
    return PILE_HEIGHT + ROW_HEIGHT * len(board.diggers) + 2 * GAP


def draw_board(picture: Picture, x: float, y: float, width: float, board: UndergroundBoard) -> None:
    picture.rect(x, y, width, height(board) - GAP, ROCK, EDGE, 1, 8)
    _pile(picture, x + 10, y + 4, width - 20, board)
    for i, has in enumerate(board.diggers):
        _row(picture, x + 10, y + PILE_HEIGHT + (i + 0.5) * ROW_HEIGHT, width - 20, has)


def _pile(picture: Picture, x: float, y: float, width: float, board: UndergroundBoard) -> None:
    """Every kind that is printed, with how many of it are left; what was found there has a ring, what is used up is dark."""
    picture.text(x, y + 16, "Pile", 14, WHITE, "start", True)
    picture.text(x, y + 36, f"{board.left} left", 12, PALE, "start")
    kinds = [(kind, n) for kind, n in board.pile if kind != Token.ANY_RESOURCE_1 or n]
    left = x + 62
    step = (width - 62) / len(kinds)
    for i, (kind, n) in enumerate(kinds):
        at, found = left + (i + 0.5) * step, board.found.count(kind)
        if kind in board.choosable or found:
            picture.circle(at, y + 22, IN_THE_PILE + 4, None, CHOOSABLE if kind in board.choosable else GLOW, 2.5)
        draw_token(picture, at, y + 22, IN_THE_PILE, kind)
        if not n + found:
            picture.circle(at, y + 22, IN_THE_PILE + 1, VEIL)
        count = f"{n}+{found}" if found else str(n)
        picture.text(at, y + 50, count, 12, WHITE if n + found else EMPTY_INK, bold=True)


def _row(picture: Picture, x: float, y: float, width: float, has: Digger) -> None:
    """A player's corruption and markers, then his tokens by kind."""
    owner_cube(picture, x + 10, y, 17, has.seat)
    picture.text(x + 26, y, seat_name(has.seat), 13, WHITE, "start", True)
    draw_corruption(picture, x + 92, y, 11, has.corruption)
    picture.text(x + 107, y, "corruption", 12, PALE, "start")
    draw_marker(picture, x + 184, y, 10, has.seat)
    picture.text(x + 198, y, some(has.markers, "markers"), 12, PALE, "start")
    picture.text(x + 272, y, f"{has.claimed} claimed", 12, PALE, "start")
    step = min(HELD_STEP, (width - NAME_ROOM) / max(1, len(has.tokens)))
    for i, held in enumerate(has.tokens):
        _held(picture, x + NAME_ROOM + (i + 0.35) * step, y, held, has.seat)


def _held(picture: Picture, x: float, y: float, held: Held, seat: int) -> None:
    """Tokens of one kind: a ring if one is in force, a cube on those that have one."""
    draw_token(picture, x, y, IN_A_ROW, held.kind)
    if held.in_force:
        picture.circle(x, y, IN_A_ROW + 2, None, GLOW, 2.2)
    if held.count > 1:
        picture.text(x + IN_A_ROW + 4, y, f"x{held.count}", 10.5, PALE, "start", bold=True)
    if held.marked:
        owner_cube(picture, x + IN_A_ROW - 1, y - IN_A_ROW + 2, 9, seat)
        if held.marked > 1:
            picture.text(x + IN_A_ROW + 5, y - IN_A_ROW + 2, str(held.marked), 8.5, PALE, "start")
