"""The table of TINYforming Mars as a picture and as text.

Both are drawn from a `Scene`: plain data that says what one viewer may see. Drawing therefore knows no rules,
and a hidden card cannot leak into a picture by accident.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from regolith.envs.core.picture import Picture, Point, hexagon_points

ROWS = (3, 4, 5, 4, 3)
PARAMETER_CUBES = {"heat": 11, "greenery": 7, "water": 4}
SCORE_PARTS = ("cities", "greenery", "water", "heat")
TOKENS = ("nature", "production", "science")
TAG_LETTERS = {"E": "energy", "P": "production", "N": "nature", "S": "science", "X": "space"}
LETTER_OF = {tag: letter for letter, tag in TAG_LETTERS.items()}
PARAMETER_LETTERS = {"h": "heat", "g": "greenery", "w": "water"}

Content = str | tuple[str, int] | None


@dataclass(frozen=True)
class HexView:
    """One hex: `kind` is land, bonus or water; `icon` a bonus tag or a token icon."""

    kind: str
    icon: str | None = None
    content: Content = None  # "greenery", "water", "heat" or ("city", seat)


@dataclass(frozen=True)
class ProjectView:
    """One Project as it faces a player; tags by letter, "h5" for five Heat, "w2" for two Water."""

    name: str
    colour: str  # red, green, blue or grey
    cost: str
    requirement: str
    provides: str
    activated: bool = False


@dataclass(frozen=True)
class PlayerView:
    """One player's mat; the solo dummy is a player too, since its cities have an owner."""

    name: str
    colour: str  # white or black
    credits: int
    heat: int
    cities_in_hand: int
    tokens: Mapping[str, int]  # nature, production, science
    score: Mapping[str, int]  # cities, greenery, water, heat, total
    projects: Sequence[ProjectView] = ()
    passed: bool = False
    standard_project_used: bool = False
    is_lead: bool = False


@dataclass(frozen=True)
class SupplyView:
    """What lies beside the map; `marker_credits` are the Credits placed on activated Projects."""

    heat: int
    greenery: int
    water: int
    credits: int
    tokens: Mapping[str, int]
    marker_credits: int = 0
    attached: Sequence[str] = ()  # the "intense" variant: cubes still attached to others


@dataclass(frozen=True)
class Scene:
    """Everything one viewer sees; hexes in reading order, so hex id = index + 1; the deck from its top."""

    map_name: str
    generation: int
    max_generations: int | None
    phase: str
    hexes: Sequence[HexView]
    players: Sequence[PlayerView]
    supply: SupplyView
    deck: Sequence[str] = ()
    highlighted: frozenset[int] = frozenset()  # hex ids that may be chosen now


# ---------------------------------------------------------------- the picture

WIDTH, HEIGHT = 960, 640
MAP_CENTRE, DISC_RADIUS, HEX_RADIUS = (480.0, 267.0), 215.0, 46.0
MAT_LEFTS, MAT_TOP, MAT_WIDTH, MAT_HEIGHT = (10.0, 710.0), 52.0, 240.0, 578.0
TABLE_TOP, TABLE_HEIGHT, TABLE_WIDTH = 490.0, 140.0, 216.0

INK, FAINT, PAPER, MAT, NIGHT = "#2b1d16", "#75604f", "#fbf6ee", "#ead9c4", "#1e1719"
CUBES = {
    "heat": "#d63a2f",
    "greenery": "#3fa34d",
    "water": "#2f6fd0",
    "credits": "#f0bf2c",
    "white": "#f4f4f2",
    "black": "#3a3a42",
}
BANDS = {"red": "#b5362c", "green": "#347f40", "blue": "#2b62b3", "grey": "#6a6a70"}
TAG_COLOURS = {  # ground and drawing
    "energy": ("#7d3c98", "#ffe45c"),
    "production": ("#6e4020", "#ffd9a8"),
    "nature": ("#256b34", "#b6f09c"),
    "science": ("#f7f7f4", "#37474f"),
    "space": ("#23233a", "#f5d76e"),
}
CRATERS = ((-148, -112, 20), (150, -118, 14), (-152, 108, 16), (142, 122, 20), (30, -191, 11), (-30, 192, 9))
ICONS: dict[str, tuple[tuple[Point, ...], ...]] = {  # polygons in a square from -1 to 1
    "energy": (((0.4, -1), (-0.6, 0.2), (-0.1, 0.2), (-0.35, 1), (0.6, -0.25), (0.1, -0.25)),),
    "production": (
        ((-0.45, -0.9), (-0.38, 0.8), (-0.9, 0.8), (-0.8, -0.9)),
        ((-0.5, 0.1), (0.1, -0.4), (0.1, 0), (0.55, -0.4), (0.55, 0), (0.9, 0), (0.9, 0.8), (-0.5, 0.8)),
    ),
    "nature": (((-0.35, 0.9), (-0.95, -0.35), (-0.28, 0.15), (0, -0.95), (0.28, 0.15), (0.95, -0.35), (0.35, 0.9)),),
    "science": (
        ((-0.28, 0.42), (-0.66, -0.2), (-0.5, -0.75), (0, -1), (0.5, -0.75), (0.66, -0.2), (0.28, 0.42)),
        ((-0.28, 0.56), (0.28, 0.56), (0.2, 0.95), (-0.2, 0.95)),
    ),
    "space": (
        ((0, -1), (0.34, -0.45), (0.34, 0.55), (-0.34, 0.55), (-0.34, -0.45)),
        ((-0.34, 0.15), (0.34, 0.15), (0.75, 0.75), (0.25, 0.55), (-0.25, 0.55), (-0.75, 0.75)),
        ((-0.18, 0.66), (0.18, 0.66), (0, 1.05)),
    ),
}


def draw(scene: Scene) -> Picture:
    """The whole table: map in the middle, a mat per player at its sides, supply and deck below."""
    picture = Picture(WIDTH, HEIGHT, NIGHT)
    _header(picture, scene)
    _mars(picture, scene)
    for left, player in zip(MAT_LEFTS, scene.players, strict=False):
        _mat(picture, left, player)
    _supply(picture, scene.supply)
    _deck(picture, scene.deck)
    return picture


def _header(picture: Picture, scene: Scene) -> None:
    picture.text(12, 25, f"TINYforming Mars: {scene.map_name}", 17, "#ffb37a", "start", True, 238)
    picture.text(480, 25, scene.phase, 17, "#ffffff", max_width=440)
    picture.text(948, 25, _generation(scene), 17, "#ffb37a", "end", True, 238)


def _generation(scene: Scene) -> str:
    limit = "" if scene.max_generations is None else f" of {scene.max_generations}"
    return f"Generation {scene.generation}{limit}"


def _hex_places() -> Iterator[tuple[int, int, int]]:
    """Hex id, row, and half hexes right of the middle: one grid for both outputs."""
    hex_id = 0
    for row, length in enumerate(ROWS):
        for column in range(length):
            hex_id += 1
            yield hex_id, row, 2 * column - length + 1


def _mars(picture: Picture, scene: Scene) -> None:
    """In layers, so that no hex paints over the outline of a highlighted neighbour."""
    cx, cy = MAP_CENTRE
    picture.circle(cx, cy, DISC_RADIUS, "#a8492a", "#d9793f", 3)
    for dx, dy, radius in CRATERS:
        picture.circle(cx + dx, cy + dy, radius, "#8f3b22", "#c0623a", 1.5)
    places: dict[int, Point] = {}
    for hex_id, row, half in _hex_places():
        places[hex_id] = (cx + half * HEX_RADIUS * math.sqrt(3) / 2, cy + (row - 2) * 1.5 * HEX_RADIUS)
        ground = "#aedcf2" if scene.hexes[hex_id - 1].kind == "water" else "#dca574"
        picture.hexagon(*places[hex_id], HEX_RADIUS, ground, "#7a351c", 2)
    for hex_id in sorted(scene.highlighted):
        picture.hexagon(*places[hex_id], HEX_RADIUS - 1, "#ffffff60", "#fff04d", 4)
    for hex_id, place in places.items():
        _hex(picture, place, hex_id, scene)


def _hex(picture: Picture, place: Point, hex_id: int, scene: Scene) -> None:
    """A cube takes the middle; the icon stays visible below it, as it still counts for a city."""
    (x, y), view = place, scene.hexes[hex_id - 1]
    if view.kind == "bonus" and view.icon:
        picture.hexagon(x, y, HEX_RADIUS - 6, None, TAG_COLOURS[view.icon][0], 5)
    picture.text(x, y - 28, str(hex_id), 11, INK)
    if view.icon:
        icon_y, radius = (y, 15.0) if view.content is None else (y + 27, 8.5)
        _tag(picture, x, icon_y, radius, view.icon, token=view.kind == "water")
    if view.content is not None:
        colour = view.content if isinstance(view.content, str) else scene.players[view.content[1]].colour
        _cube(picture, x, y - 2 if view.icon else y, 18, colour)


def _tag(picture: Picture, x: float, y: float, radius: float, tag: str, token: bool = False) -> None:
    """Tags are discs, Resource Tokens rounded squares."""
    ground, ink = TAG_COLOURS[tag]
    if token:
        picture.rect(x - radius, y - radius, 2 * radius, 2 * radius, ground, INK, 1, radius / 3)
    else:
        picture.circle(x, y, radius, ground, INK)
    for polygon in ICONS[tag]:
        picture.polygon([(x + 0.66 * radius * dx, y + 0.66 * radius * dy) for dx, dy in polygon], ink)


def _cube(picture: Picture, x: float, y: float, radius: float, colour: str) -> None:
    """A cube seen from a corner: three faces that fill a hexagon."""
    top, upper_right, lower_right, bottom, lower_left, upper_left = hexagon_points(x, y, radius)
    base = CUBES[colour]
    edge = "#8b8b93" if colour == "black" else INK
    width = max(0.6, radius / 16)
    picture.polygon([top, upper_right, (x, y), upper_left], _shade(base, 1.22), edge, width)
    picture.polygon([upper_left, (x, y), bottom, lower_left], _shade(base, 0.94), edge, width)
    picture.polygon([upper_right, lower_right, bottom, (x, y)], _shade(base, 0.72), edge, width)


def _shade(colour: str, factor: float) -> str:
    return "#" + "".join(f"{min(255, round(part * factor)):02x}" for part in bytes.fromhex(colour[1:]))


def _cube_row(picture: Picture, x: float, y: float, colour: str, count: int, of: int = 0) -> None:
    """A row of cubes; `of` adds outlines for those gone, to show how far a supply is used up."""
    for k in range(max(count, of)):
        if k < count:
            _cube(picture, x + 12 * k, y, 6.5, colour)
        else:
            picture.hexagon(x + 12 * k, y, 5.5, None, "#b39c86", 1)


def _token_row(picture: Picture, x: float, y: float, tokens: Mapping[str, int]) -> None:
    held = [token for token in TOKENS for _ in range(tokens.get(token, 0))]
    for k, token in enumerate(held):
        _tag(picture, x + 22 * k, y, 9, token, token=True)


def _label(picture: Picture, x: float, right: float, y: float, name: str, count: int) -> None:
    picture.text(x, y, name, 12, INK, "start")
    picture.text(right, y, str(count), 13, INK, "end", bold=True)


def _mat(picture: Picture, left: float, player: PlayerView) -> None:
    picture.rect(left, MAT_TOP, MAT_WIDTH, MAT_HEIGHT, MAT, rounding=10)
    _mat_title(picture, left, player)
    x, y = left + 12, MAT_TOP
    cubes = {"credits": player.credits, "heat": player.heat, player.colour: player.cities_in_hand}
    names = ("Credits", "Heat", "City cubes")
    for row, (name, (colour, count)) in enumerate(zip(names, cubes.items(), strict=True)):
        _label(picture, x, x + 80, y + 50 + 23 * row, name, count)
        _cube_row(picture, x + 91, y + 50 + 23 * row, colour, count)
    _label(picture, x, x + 80, y + 119, "Tokens", sum(player.tokens.values()))
    _token_row(picture, x + 94, y + 119, player.tokens)
    used = player.standard_project_used
    picture.text(x, y + 143, "Standard Project", 12, INK, "start")
    picture.text(x + 126, y + 143, "used" if used else "not used", 12, INK if used else FAINT, "start", used)
    if used:
        _cube(picture, x + 112, y + 143, 7, player.colour)
    _score(picture, left + 8, y + 160, player.score)
    for place in range(3):
        _project(picture, left + 8, y + 211 + 121 * place, player.projects[place : place + 1])


def _mat_title(picture: Picture, left: float, player: PlayerView) -> None:
    _cube(picture, left + 20, MAT_TOP + 20, 10, player.colour)
    right = left + MAT_WIDTH - 8
    for shown, word, colour in ((player.passed, "PASSED", "#6b5b50"), (player.is_lead, "LEAD", "#b0531f")):
        if shown:
            width = 56 if word == "PASSED" else 42
            right -= width
            picture.rect(right, MAT_TOP + 11, width, 18, colour, rounding=9)
            picture.text(right + width / 2, MAT_TOP + 20, word, 10, "#ffffff", bold=True)
            right -= 4
    picture.text(left + 36, MAT_TOP + 20, player.name, 16, INK, "start", True, right - left - 38)


def _score(picture: Picture, x: float, y: float, score: Mapping[str, int]) -> None:
    picture.rect(x, y, MAT_WIDTH - 16, 42, "#dcc5a9", rounding=6)
    for column, part in enumerate((*SCORE_PARTS, "total")):
        centre = x + 24 + 44 * column
        picture.text(centre, y + 12, part, 10, INK)
        picture.text(centre, y + 29, str(score[part]), 15, INK, bold=part == "total")


def _project(picture: Picture, x: float, y: float, shown: Sequence[ProjectView]) -> None:
    """One place for a Project; it stays empty before research and beside the solo dummy."""
    width, height = MAT_WIDTH - 16, 115
    if not shown:
        picture.rect(x, y, width, height, None, "#c4ab8f", 1.5, 8)
        return
    (project,) = shown
    picture.rect(x, y, width, height, PAPER, BANDS[project.colour], 2, 8)
    picture.rect(x, y, width, 30, BANDS[project.colour], rounding=8)
    picture.rect(x, y + 18, width, 12, BANDS[project.colour])
    picture.rect(x + 6, y + 4, 26, 22, CUBES["credits"], INK, 1, 4)
    picture.text(x + 19, y + 15, project.cost, 14, INK, bold=True)
    for row_y, word, tags in ((y + 52, "needs", project.requirement), (y + 89, "provides", project.provides)):
        picture.text(x + 10, row_y, word, 11, FAINT, "start")
        _tag_row(picture, x + 74, row_y, tags)
    picture.line(x + 10, y + 70, x + width - 10, y + 70, "#dccbb6")
    if project.activated:
        picture.rect(x - 1, y - 1, width + 2, height + 2, "#2b1d1666", rounding=9)
        picture.rect(x + 122, y + 79, 96, 20, INK, rounding=10)
        _cube(picture, x + 134, y + 89, 7, "credits")
        picture.text(x + 178, y + 89, "ACTIVATED", 11, "#ffffff", bold=True)
    picture.text(x + 40, y + 15, project.name, 14, "#ffffff", "start", True, width - 46)


def _tag_row(picture: Picture, x: float, y: float, tags: str) -> None:
    for letter, parameter, count in re.findall(r"([EPNSX])|([hgw])(\d+\*?)", tags):
        if letter:
            _tag(picture, x, y, 11, TAG_LETTERS[letter])
            x += 26
        else:
            picture.text(x - 8, y, count, 14, INK, "start", bold=True)
            _cube(picture, x + 9 * len(count) + 2, y, 9, PARAMETER_LETTERS[parameter])
            x += 9 * len(count) + 28


def _supply(picture: Picture, supply: SupplyView) -> None:
    x, y = 260.0, TABLE_TOP
    picture.rect(x, y, TABLE_WIDTH, TABLE_HEIGHT, MAT, rounding=10)
    picture.text(x + 10, y + 15, "Supply", 13, INK, "start", bold=True)
    markers = f"Credits on Projects: {supply.marker_credits}"
    if supply.attached:
        markers = f"on Projects: {supply.marker_credits}; attached: {', '.join(supply.attached)}"
    picture.text(x + TABLE_WIDTH - 10, y + 15, markers, 11, INK, "end", max_width=TABLE_WIDTH - 70)
    counts = {name: getattr(supply, name) for name in (*PARAMETER_CUBES, "credits")}
    for row, (name, count) in enumerate(counts.items()):
        row_y = y + 37 + 22 * row
        _label(picture, x + 10, x + 74, row_y, name.capitalize(), count)
        _cube_row(picture, x + 85, row_y, name, count, PARAMETER_CUBES.get(name, 0))
    _label(picture, x + 10, x + 74, y + 125, "Tokens", sum(supply.tokens.values()))
    _token_row(picture, x + 88, y + 125, supply.tokens)


def _deck(picture: Picture, deck: Sequence[str]) -> None:
    x, y = 484.0, TABLE_TOP
    picture.rect(x, y, TABLE_WIDTH, TABLE_HEIGHT, MAT, rounding=10)
    picture.text(x + 10, y + 15, "Draw Deck, top first", 13, INK, "start", bold=True)
    for place, card in enumerate(deck):
        row_y = y + 34 + 15.5 * place
        picture.text(x + 18, row_y, str(place + 1), 11, FAINT, "end")
        picture.text(x + 26, row_y, card, 12, INK, "start", max_width=TABLE_WIDTH - 34)


# ------------------------------------------------------------------- the text

HALF_CELL = 4  # characters between neighbouring half columns
ANSI = {"heat": "31", "greenery": "32", "water": "34", "white": "97", "black": "90", "chosen": "1;33"}
CUBE_WORDS = {"greenery": "GREEN", "water": "WATER", "heat": "HEAT"}
ANSI_BANDS = {"red": "31", "green": "32", "blue": "34", "grey": "90"}


def text(scene: Scene, color: bool = False) -> str:
    """The table in characters; colours only repeat what the letters already say."""
    head = f"TINYforming Mars | {scene.map_name} | {_generation(scene)}"
    legend = "~ water hex (letter: token icon), [ ] bonus hex, > < may be chosen; E P N S X: tags"
    blocks = [[head, scene.phase], _text_map(scene, color), [legend, _text_supply(scene.supply)]]
    blocks += [_text_player(player, color) for player in scene.players]
    blocks.append([f"Draw Deck, top first: {'; '.join(scene.deck) or 'empty'}"])
    return "\n\n".join("\n".join(block) for block in blocks)


def _text_map(scene: Scene, color: bool) -> list[str]:
    """Hexes of two written lines each; neighbours share their edges, so each edge is drawn by both."""
    canvas = [[" "] * 41 for _ in range(4 * len(ROWS) + 2)]
    for hex_id, row, half in _hex_places():
        top, centre = 4 * row, 20 + HALF_CELL * half
        for line, reach in ((0, 1), (1, 3)):
            canvas[top + line][centre - reach], canvas[top + line][centre + reach] = "/", "\\"
            canvas[top + 5 - line][centre - reach], canvas[top + 5 - line][centre + reach] = "\\", "/"
        for line, (string, style) in enumerate(_text_hex(scene, hex_id), start=top + 2):
            canvas[line][centre - 4] = canvas[line][centre + 4] = "|"
            letters = list(f"{string:^7}")
            if color and style:
                letters[0], letters[-1] = f"\x1b[{style}m{letters[0]}", f"{letters[-1]}\x1b[0m"
            canvas[line][centre - 3 : centre + 4] = letters
    return ["".join(line).rstrip() for line in canvas]


def _text_hex(scene: Scene, hex_id: int) -> list[tuple[str, str]]:
    """The two lines of a hex, each with its ANSI style: id and icon, then the cube."""
    view = scene.hexes[hex_id - 1]
    icon = LETTER_OF[view.icon] if view.icon else ""
    name = str(hex_id) + {"land": "", "bonus": f"[{icon}]", "water": f"~{icon}"}[view.kind]
    if hex_id in scene.highlighted:
        first = f">{name}<", ANSI["chosen"]
    else:
        first = name, ANSI["water"] if view.kind == "water" else ""
    if view.content is None:
        return [first, ("", "")]
    if isinstance(view.content, str):
        return [first, (CUBE_WORDS[view.content], ANSI[view.content])]
    owner = scene.players[view.content[1]]
    return [first, (f"CITY {owner.colour[0].upper()}", ANSI[owner.colour])]


def _text_supply(supply: SupplyView) -> str:
    cubes = f"heat {supply.heat}, greenery {supply.greenery}, water {supply.water}, credits {supply.credits}"
    attached = f", attached: {', '.join(supply.attached)}" if supply.attached else ""
    tokens = _text_tokens(supply.tokens)
    return f"Supply: {cubes} (and {supply.marker_credits} on Projects), tokens {tokens}{attached}"


def _text_tokens(tokens: Mapping[str, int]) -> str:
    return " ".join(f"{LETTER_OF[token]}{tokens.get(token, 0)}" for token in TOKENS)


def _text_player(player: PlayerView, color: bool) -> list[str]:
    used = player.standard_project_used
    flags = ("lead", player.is_lead), ("passed", player.passed), ("Standard Project used", used)
    title = ", ".join([player.name, *(word for word, holds in flags if holds)])
    hand = f"credits {player.credits}, heat {player.heat}, cities in hand {player.cities_in_hand}"
    parts = " + ".join(f"{part} {player.score[part]}" for part in SCORE_PARTS)
    return [
        title,
        f"  {hand}, tokens {_text_tokens(player.tokens)}",
        f"  score {player.score['total']} = {parts}",
        *(_text_project(project, color) for project in player.projects),
    ]


def _text_project(project: ProjectView, color: bool) -> str:
    colour = f"{project.colour:<5}"
    if color:
        colour = f"\x1b[{ANSI_BANDS[project.colour]}m{colour}\x1b[0m"
    mark = "x" if project.activated else " "
    what = f"cost {project.cost:<2}  needs {project.requirement:<8}  provides {project.provides}"
    return f"  [{mark}] {project.name:<22}  {colour}  {what}"
