"""The table as a picture: Mars with its tracks, milestones and awards below, a mat per player on the right, boards of boxes below."""

from __future__ import annotations

import math
from itertools import pairwise

from regolith.envs.core.picture import Picture, Point
from regolith.envs.terraforming_mars.base.boards import ROWS, Bonus
from regolith.envs.terraforming_mars.show.mats import draw_mat
from regolith.envs.terraforming_mars.show.pieces import CHOOSABLE, FAINT, INK, MAT, icon, owner_cube, wrapped
from regolith.envs.terraforming_mars.show.scene import CityView, GoalView, Scene, SpaceView, TrackView
from regolith.envs.terraforming_mars.words import SpaceKind, Tile, Track

WIDTH, HEIGHT = 1500, 980
BOXES_WIDTH, UNBROKEN = 410.0, "\xa0"
"""Of the names of the boxes in the title; a blank at which no line ends."""
NIGHT, PLANET = "#191417", "#9c4526"
CENTRE, HEX, DISC = (400.0, 382.0), 40.0, 306.0
MATS_LEFT, MATS_TOP, MAT_WIDTH = 806.0, 46.0, 684.0
GOALS_TOP, GOAL_ROW = 716.0, 38.0
LYING, BESIDE_LYING = 10.0, 14.0
"""What boxes lay on a space lies so far below its middle, and what is printed moves so far up."""
LEFT_OF_MIDDLE, RIGHT_OF_MIDDLE, ABOVE_NAME = 16.0, 12.0, 5.0
"""On a space with a name, below which there is no room: there both are side by side, above the name."""
LABEL = 27.0
"""Of a space, above its middle."""
BOARDS_LEFT, BOARDS_WIDTH = 14.0, 1476.0
TRACK_TOP, TRACK_BOTTOM = 102.0, 662.0
GROUND = {
    SpaceKind.LAND: "#d29a68",
    SpaceKind.OCEAN: "#a9d3ea",
    SpaceKind.VOLCANIC: "#c07a4c",
    SpaceKind.NOCTIS_CITY: "#d9b48c",
}
BONUS_LOOKS = {  # icon, ground, ink
    Bonus.PLANT: ("plant", "#e9f5df", "#2f8a38"),
    Bonus.STEEL: ("steel", "#7a4f2c", "#f3dcc0"),
    Bonus.TITANIUM: ("titanium", "#2f2f36", "#f5d76e"),
    Bonus.HEAT: ("heat", "#7d1f14", "#ff9a4a"),
}
OCEAN, GREENERY, CITY, SPECIAL = "#2f7fc4", "#4b9e46", "#8f959d", "#b98a56"
SPECIAL_NAMES = {
    Tile.CAPITAL: ("Capital",),
    Tile.COMMERCIAL_DISTRICT: ("Commercial", "District"),
    Tile.ECOLOGICAL_ZONE: ("Ecological", "Zone"),
    Tile.INDUSTRIAL_CENTER: ("Industrial", "Center"),
    Tile.LAVA_FLOWS: ("Lava", "Flows"),
    Tile.MINING_AREA: ("Mining", "Area"),
    Tile.MINING_RIGHTS: ("Mining", "Rights"),
    Tile.MOHOLE_AREA: ("Mohole", "Area"),
    Tile.NATURAL_PRESERVE: ("Natural", "Preserve"),
    Tile.NUCLEAR_ZONE: ("Nuclear", "Zone"),
    Tile.RESTRICTED_AREA: ("Restricted", "Area"),
    Tile.MAN_MADE_VOLCANO: ("Man-made", "Volcano"),
}
# Outlines in a square from -1 to 1.
SKYLINE = (
    *((-1, 0.8), (-1, 0), (-0.6, 0), (-0.6, -0.5), (-0.15, -0.5), (-0.15, -0.9)),
    *((0.3, -0.9), (0.3, -0.2), (0.65, -0.2), (0.65, 0.2), (1, 0.2), (1, 0.8)),
)
TREE = (
    *((0, -1), (0.55, -0.25), (0.3, -0.25), (0.75, 0.45), (0.14, 0.45), (0.14, 0.9)),
    *((-0.14, 0.9), (-0.14, 0.45), (-0.75, 0.45), (-0.3, -0.25), (-0.55, -0.25)),
)
DROP = ((0, -1), (0.5, -0.1), (0.62, 0.35), (0.4, 0.8), (0, 0.95), (-0.4, 0.8), (-0.62, 0.35), (-0.5, -0.1))
CITY_PLACES = ((102.0, 128.0), (168.0, 104.0), (698.0, 128.0), (632.0, 104.0), (102.0, 622.0), (698.0, 622.0))
TRACK_COLOURS = {
    Track.TEMPERATURE: "#e2582b",
    Track.OXYGEN: "#6cae4f",
    Track.OCEANS: OCEAN,
    Track.VENUS_SCALE: "#4aa7b8",
}
BONUS_MARKS = {
    Track.TEMPERATURE: {-24: "heat", -20: "heat", 0: "ocean"},
    Track.OXYGEN: {8: "temp."},
    Track.VENUS_SCALE: {8: "card", 16: "TR"},
}


def draw(scene: Scene) -> Picture:
    """The whole table."""
    bottom = HEIGHT if scene.milestones else int(GOALS_TOP)
    picture = Picture(WIDTH, bottom + sum(board.height for board in scene.boards), NIGHT)
    _header(picture, scene)
    _mars(picture, scene)
    _tracks(picture, scene)
    _goals(picture, scene)
    height = (bottom - MATS_TOP) / len(scene.players)
    for i, player in enumerate(scene.players):
        draw_mat(picture, MATS_LEFT, MATS_TOP + i * height, MAT_WIDTH, height - 8, player)
    for board in scene.boards:
        board.draw(picture, BOARDS_LEFT, bottom, BOARDS_WIDTH)
        bottom += board.height
    return picture


def _header(picture: Picture, scene: Scene) -> None:
    of = f" of {scene.last_generation}" if scene.last_generation else ""
    picture.text(14, 22, "Terraforming Mars", 18, "#ffb37a", "start", True)
    boxes = wrapped(" + ".join(part.replace(" ", UNBROKEN) for part in (scene.map_name, *scene.boxes)), 14, BOXES_WIDTH)
    for i, line in enumerate(boxes):
        at = 22 + 17 * (i - (len(boxes) - 1) / 2)
        picture.text(192, at, line.replace(UNBROKEN, " "), 14, "#d9c4b4", "start", False, BOXES_WIDTH)
    picture.text(790, 22, f"Generation {scene.generation}{of}", 18, "#ffb37a", "end", True)
    goal = f" (to win: {scene.goal})" if scene.goal else ""
    picture.text(MATS_LEFT, 22, scene.decision + goal, 16, "#ffffff", "start", max_width=MAT_WIDTH)


def hex_centres() -> list[Point]:
    """The middle of each space, row by row."""
    step = HEX * math.sqrt(3)
    found = []
    for row, length in enumerate(ROWS):
        y = CENTRE[1] + (row - len(ROWS) // 2) * 1.5 * HEX
        found += [(CENTRE[0] + (column - (length - 1) / 2) * step, y) for column in range(length)]
    return found


def _mars(picture: Picture, scene: Scene) -> None:
    """In layers, so that no hex paints over the outline of a neighbour that may be chosen."""
    picture.circle(*CENTRE, DISC, PLANET, "#d9793f", 3)
    places = list(zip(hex_centres(), scene.spaces, strict=True))
    for (x, y), space in places:
        picture.hexagon(x, y, HEX, GROUND[space.kind], "#6b2e18", 1.5)
    for (x, y), space in places:
        _space(picture, x, y, space)
    for (x, y), space in places:
        if space.choosable:
            picture.hexagon(x, y, HEX - 2, "#ffffff30", CHOOSABLE, 3.5)
    for (x, y), city in zip(CITY_PLACES, scene.cities, strict=False):
        _off_mars(picture, x, y, city)


def _space(picture: Picture, x: float, y: float, space: SpaceView) -> None:
    if space.tile is None:
        _printed(picture, x, y, space)
        if space.lying is not None and space.name:
            space.lying.draw(picture, x - LEFT_OF_MIDDLE, y - ABOVE_NAME)
        elif space.lying is not None:
            space.lying.draw(picture, x, y + LYING)
    else:
        _tile(picture, x, y, space.tile, space.owner)
    picture.text(x, y - LABEL, space.label, 9, "#ffffff" if space.tile is not None else "#5a2a16")
    if space.claim is not None and space.tile is None:
        beside = space.name or space.lying is not None
        owner_cube(picture, x + 27 if beside else x, y + 4 if beside else y + 22, 13, space.claim)


def _printed(picture: Picture, x: float, y: float, space: SpaceView) -> None:
    """Name, kind and icons of a free space. Where something lies above a name, only the ground tells the kind."""
    crowded = bool(space.name) and space.lying is not None
    if space.kind == SpaceKind.OCEAN:
        picture.hexagon(x, y, HEX - 5, None, "#4d94c4", 2)
    elif space.kind == SpaceKind.VOLCANIC and not crowded:
        picture.polygon([(x - 13, y - 11), (x - 4, y - 23), (x + 4, y - 23), (x + 13, y - 11)], "#5b2413")
        picture.polygon([(x - 4, y - 23), (x + 4, y - 23), (x + 2, y - 16), (x - 1, y - 18)], "#ff8a3c")
    elif space.kind == SpaceKind.NOCTIS_CITY and not crowded:
        picture.polygon([(x + 9 * dx, y - 15 + 7 * dy) for dx, dy in SKYLINE], "#7b5a44")
    if space.name:
        first, _, rest = space.name.partition(" ")
        picture.text(x, y + 17, first, 8.5, INK, max_width=52)
        picture.text(x, y + 26, rest, 8.5, INK, max_width=44)
    last = len(space.bonuses) - 1
    for i, bonus in enumerate(space.bonuses):
        if crowded:
            step = 18 / max(1, last)
            _bonus(picture, x + RIGHT_OF_MIDDLE, y - ABOVE_NAME + step * (i - last / 2), bonus)
        else:
            _bonus(picture, x + 18 * (i - last / 2), y if space.lying is None else y - BESIDE_LYING, bonus)


def _bonus(picture: Picture, x: float, y: float, bonus: Bonus) -> None:
    if bonus == Bonus.CARD:
        picture.rect(x - 6, y - 8, 12, 16, "#ffffff", INK, 1, 2)
        picture.rect(x - 4, y - 6, 8, 5, "#b5651d")
    elif bonus == Bonus.OCEAN_FOR_6_MC:
        picture.polygon([(x + 8 * dx, y - 7 + 8 * dy) for dx, dy in DROP], OCEAN, "#ffffff", 1)
        picture.text(x, y + 8, "-6 MC", 9, INK, bold=True)
    else:
        name, ground, ink = BONUS_LOOKS[bonus]
        picture.rect(x - 8, y - 8, 16, 16, ground, "#00000050", 1, 3)
        icon(picture, name, x, y, 6, ink)


def _tile(picture: Picture, x: float, y: float, tile: Tile, owner: int | None) -> None:
    """A tile covers what is printed; the owner's cube lies on it."""
    if tile == Tile.OCEAN_TILE:
        picture.hexagon(x, y, HEX - 2, OCEAN, "#bfe0f5", 2)
        for dy in (-8, 4, 16):
            wave = [(x - 20 + 5 * i, y + dy + (3 if i % 2 else -3)) for i in range(9)]
            for start, end in pairwise(wave):
                picture.line(*start, *end, "#d3ecfb", 2)
        return
    if tile == Tile.GREENERY_TILE:
        picture.hexagon(x, y, HEX - 2, GREENERY, "#d3f0c6", 2)
        for dx in (-17, 17):
            picture.polygon([(x + dx + 10 * px, y - 6 + 12 * py) for px, py in TREE], "#24642a")
        mark = y + 14
    elif tile == Tile.CITY_TILE:
        picture.hexagon(x, y, HEX - 2, CITY, "#f0f2f4", 2)
        picture.polygon([(x + 23 * px, y - 8 + 14 * py) for px, py in SKYLINE], "#3f444b")
        mark = y + 17
    else:
        picture.hexagon(x, y, HEX - 2, CITY if tile == Tile.CAPITAL else SPECIAL, "#f6e6cf", 2)
        lines = SPECIAL_NAMES[tile]
        for i, line in enumerate(lines):
            picture.text(x, y - 12 + 11 * i - 5 * (len(lines) - 2), line, 10, INK, bold=True, max_width=60)
        mark = y + 18
    if owner is not None:
        owner_cube(picture, x, mark, 18, owner)


def _off_mars(picture: Picture, x: float, y: float, city: CityView) -> None:
    picture.circle(
        x, y, 21, CITY if city.owner is not None else "#3a2f33", CHOOSABLE if city.choosable else "#8c7d76", 2
    )
    if city.owner is not None:
        picture.polygon([(x + 11 * px, y - 7 + 8 * py) for px, py in SKYLINE], "#3f444b")
        owner_cube(picture, x, y + 9, 14, city.owner)
    for i, word in enumerate(city.name.split()):
        picture.text(x, y + 29 + 10 * i, word, 9.5, "#d9c4b4", max_width=64)


def _tracks(picture: Picture, scene: Scene) -> None:
    for track in scene.tracks:
        if track.track == Track.TEMPERATURE:
            _ladder(picture, 14, track, "Temp.")
        elif track.track == Track.VENUS_SCALE:
            _ladder(picture, 740, track, "Venus")
        elif track.track == Track.OXYGEN:
            _oxygen(picture, track)
        else:
            _oceans(picture, track)
    cards = f"deck {scene.deck}   discards {scene.discards}"
    picture.text(790, 692, cards, 13, "#d9c4b4", "end")


def _ladder(picture: Picture, x: float, track: TrackView, title: str) -> None:
    """A track that climbs: cells up to the present mark are filled."""
    height = (TRACK_BOTTOM - TRACK_TOP) / len(track.marks)
    picture.text(x + 23, TRACK_TOP - 34, title, 13, "#ffffff", bold=True)
    picture.text(x + 23, TRACK_TOP - 16, track.text, 15, TRACK_COLOURS[track.track], bold=True)
    for i, mark in enumerate(track.marks):
        y = TRACK_BOTTOM - (i + 1) * height
        _cell(picture, x, y, 46, height, track, mark)


def _cell(picture: Picture, x: float, y: float, width: float, height: float, track: TrackView, mark: int) -> None:
    filled, here = mark <= track.value, mark == track.value
    ground = TRACK_COLOURS[track.track] if filled else "#372c2f"
    picture.rect(x, y + 1, width, height - 2, ground, "#ffffff" if here else "#5e4f4c", 2.5 if here else 1, 3)
    bonus = BONUS_MARKS[track.track].get(mark)
    ink = "#ffffff" if filled else "#b9a79d"
    at = y + height / 2 - (5 if bonus else 0)
    picture.text(x + width / 2, at, str(mark), 13, ink, bold=here)
    if bonus:
        picture.text(x + width / 2, y + height / 2 + 7, f"+{bonus}", 8.5, ink, max_width=width - 4)


def _oxygen(picture: Picture, track: TrackView) -> None:
    left, width = 164.0, 37.0
    picture.text(68, 61, "Oxygen", 13, "#ffffff", "start", bold=True)
    picture.text(158, 61, track.text, 15, TRACK_COLOURS[track.track], "end", bold=True)
    for i, mark in enumerate(track.marks):
        _cell(picture, left + i * width, 46, width - 2, 30, track, mark)


def _oceans(picture: Picture, track: TrackView) -> None:
    picture.text(14, 692, "Oceans", 13, "#ffffff", "start", bold=True)
    picture.text(66, 692, track.text, 15, TRACK_COLOURS[track.track], "start", bold=True)
    for i in range(track.end):
        fill = OCEAN if i < track.value else None
        picture.polygon([(118 + 26 * i + 11 * dx, 692 + 12 * dy) for dx, dy in DROP], fill, "#7fb4dc", 1.5)


def _goals(picture: Picture, scene: Scene) -> None:
    if not scene.milestones:
        return
    left = f"{scene.milestones_left} left" if scene.milestones_left else "none left"
    costs = ", ".join(map(str, scene.award_costs))
    cost = f"next: {costs} MC" if costs else "none left"
    for x, title, note, goals in ((14, "Milestones", left, scene.milestones), (406, "Awards", cost, scene.awards)):
        picture.rect(x, GOALS_TOP, 384, 28 + GOAL_ROW * len(goals), MAT, rounding=8)
        picture.text(x + 10, GOALS_TOP + 14, f"{title} ({note})", 14, INK, "start", True, 190)
        for i, player in enumerate(scene.players):
            owner_cube(picture, _column(x, i), GOALS_TOP + 14, 15, player.seat)
        for i, goal in enumerate(goals):
            _goal(picture, x, GOALS_TOP + 28 + i * GOAL_ROW, goal)


def _column(x: float, player: int) -> float:
    return x + 222 + 35 * player


def _goal(picture: Picture, x: float, y: float, goal: GoalView) -> None:
    taken = goal.owner is not None
    picture.rect(x + 6, y, 372, GOAL_ROW - 3, "#f8efe2" if taken else "#dcc6aa", rounding=5)
    counts = goal.counts if goal.least is None else f"{goal.least} {goal.counts}"
    picture.text(x + 38, y + 11, goal.name, 14, INK, "start", True, 160)
    picture.text(x + 38, y + 26, counts, 10.5, FAINT, "start", max_width=166)
    if goal.owner is not None:
        owner_cube(picture, x + 22, y + 17, 20, goal.owner)
    else:
        picture.rect(x + 12, y + 7, 20, 20, None, "#a8917a", 1.2, 3)
    for i, value in enumerate(goal.values):
        reached = goal.least is not None and value >= goal.least
        leads = goal.least is None and value == max(goal.values) and value > 0
        picture.text(_column(x, i), y + 17, str(value), 14, INK, bold=reached or leads)
