"""The table of Terror Below as a picture and as text.

Both are drawn from a `Scene`: plain data that says what one viewer may see. Drawing therefore knows no rules,
and a hidden card cannot leak into a picture by accident.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from regolith.envs.core.picture import Picture


@dataclass(frozen=True)
class SpaceView:
    """One space; `targets` and `threatened` are slot numbers from 1."""

    canyon: bool
    location: str
    rubble: int
    eggs: Mapping[str, int]
    pawns: tuple[str, ...]
    targets: tuple[int, ...]
    threatened: tuple[int, ...]


@dataclass(frozen=True)
class SlotView:
    """A worm of the Terror zone and the vehicle cards under it."""

    name: str
    egg: str
    health: int
    limit: int
    under: tuple[str, ...]
    pattern: tuple[tuple[int, int], ...]
    attacking: bool


@dataclass(frozen=True)
class PlayerView:
    """One player; cards that the viewer may not see are question marks."""

    name: str
    points: int
    bounties: int
    leader: str
    squad: tuple[str, ...]
    dead: tuple[str, ...]
    hat: str
    eggs: Mapping[str, int]
    rubble: int
    vehicles: tuple[str, ...]
    items: tuple[str, ...]
    weapons: tuple[str, ...]
    hidden: tuple[str, ...]
    turn: bool
    caught: bool
    out: bool


@dataclass(frozen=True)
class Scene:
    """Everything one viewer sees; spaces in reading order, `rows` with the blue number of each row (0: none)."""

    title: str
    aim: str
    phase: str
    rows: tuple[int, ...]
    columns: int
    spaces: tuple[SpaceView, ...]
    line: tuple[str, ...]
    slots: tuple[SlotView | None, ...]
    players: tuple[PlayerView, ...]
    looked_at: tuple[str, ...]
    attack: str
    highlighted: frozenset[int]
    reconstructed: int
    total: int


# ---------------------------------------------------------------- the picture

WIDTH, HEIGHT = 1120, 800
LEFT, TOP, SPACE = 46.0, 150.0, 60.0
PANEL_LEFT, PANEL_WIDTH, PANEL_HEIGHT = 440.0, 670.0, 122.0
ZONE_TOP = 664.0

INK, FAINT, SAND, NIGHT = "#2c2018", "#7d6a54", "#e3c48d", "#2b211c"
EGGS = {"green": "#4caf50", "orange": "#f08c2e", "purple": "#8e44ad", "yellow": "#f4d93f"}
PAWNS = {"Red": "#d5342b", "Blue": "#2e6fd3", "White": "#f5f5f2", "Grey": "#5c6068", "Pink": "#ea7fb3"}
TARGETS = {1: "#c2185b", 2: "#00838f", 3: "#5d4037"}
SHADES = {1: "#c2185b30", 2: "#00838f30", 3: "#5d403730"}
INITIALS = {
    "Government Facility": "GOV",
    "General Store": "STORE",
    "State Police": "POLICE",
    "Motel": "MOTEL",
    "Hospital": "HOSP",
}


def draw(scene: Scene) -> Picture:
    """The whole table: bounties above the board, the Terror zone below it, the players beside it."""
    picture = Picture(WIDTH, HEIGHT, NIGHT)
    picture.text(14, 22, scene.title, 18, "#ffb74d", "start", True)
    picture.text(WIDTH / 2 + 40, 22, scene.phase, 16, "#ffffff", max_width=470)
    picture.text(WIDTH - 14, 22, scene.aim, 14, "#ffb74d", "end", max_width=300)
    for i, name in enumerate(scene.line):
        _bounty(picture, 14 + 104 * i, 42, name)
    _board(picture, scene)
    for i, slot in enumerate(scene.slots):
        _slot(picture, 14 + 366 * i, ZONE_TOP, i + 1, slot)
    for i, player in enumerate(scene.players):
        _player(picture, PANEL_LEFT, 42 + (PANEL_HEIGHT + 2) * i, player)
    note = f"{scene.reconstructed} of {scene.total} cards are reconstructed, not those of the published game"
    picture.text(WIDTH - 14, HEIGHT - 10, note, 11, "#bfa98f", "end")
    extra = [scene.attack] if scene.attack else []
    extra += [f"choosing from: {', '.join(scene.looked_at)}"] if scene.looked_at else []
    picture.text(14, HEIGHT - 10, "; ".join(extra), 12, "#ffffff", "start", max_width=600)
    return picture


def _bounty(picture: Picture, x: float, y: float, name: str) -> None:
    picture.rect(x, y, 98, 76, "#f4ead2" if name else "#4a3b30", "#8d6e47", 1.5, 6)
    if not name:
        return
    words, _, points = name.rstrip(")").rpartition(" (")
    colour = next((paint for egg, paint in EGGS.items() if words.startswith(egg)), None)
    if colour:
        picture.circle(x + 18, y + 20, 10, colour, INK)
        picture.text(x + 56, y + 20, "deliver", 12, INK)
        picture.text(x + 49, y + 46, words.partition(" to ")[2], 12, INK, "middle", True, 92)
    else:
        picture.text(x + 49, y + 20, "hunt", 12, "#b3261e", "middle", True)
        picture.text(x + 49, y + 46, words.removeprefix("hunt "), 13, INK, "middle", True, 92)
    picture.text(x + 49, y + 64, f"{points} VP", 13, "#b3261e", "middle", True)


def _board(picture: Picture, scene: Scene) -> None:
    space = min(SPACE, (ZONE_TOP - TOP - 8) / len(scene.rows))
    width, height = scene.columns * space, len(scene.rows) * space
    picture.rect(LEFT - 22, TOP - 22, width + 30, height + 28, "#c9a468", "#8d6e47", 2, 14)
    for column in range(scene.columns):
        picture.text(LEFT + (column + 0.5) * space, TOP - 10, str(column + 1), 13, "#b3261e", "middle", True)
    for row, number in enumerate(scene.rows):
        if number:
            picture.text(LEFT - 11, TOP + (row + 0.5) * space, str(number), 13, "#1e4fa3", "middle", True)
    for cell, view in enumerate(scene.spaces):
        x, y = LEFT + cell % scene.columns * space, TOP + cell // scene.columns * space
        _space(picture, x, y, space, view)
    for cell in sorted(scene.highlighted):
        x, y = LEFT + cell % scene.columns * space, TOP + cell // scene.columns * space
        picture.rect(x + 2, y + 2, space - 4, space - 4, None, "#fff04d", 3, 6)


def _space(picture: Picture, x: float, y: float, size: float, view: SpaceView) -> None:
    picture.rect(x, y, size, size, "#6d4a33" if view.canyon else SAND, "#a88653", 1)
    if view.canyon:
        picture.polygon([(x + 6, y + size - 8), (x + size / 2, y + 8), (x + size - 6, y + size - 8)], "#4b2f20")
        return
    for slot in view.threatened:
        picture.rect(x + 1, y + 1, size - 2, size - 2, SHADES[slot])
    if view.location:
        _building(picture, x, y, size, view.location)
    for i in range(view.rubble):
        left, low = x + 6 + 15 * i, y + size - 6
        picture.polygon([(left, low), (left + 3, low - 9), (left + 9, low - 11), (left + 14, low)], "#8f8577", INK, 1)
    eggs = [egg for egg, count in view.eggs.items() for _ in range(count)]
    for i, egg in enumerate(eggs):
        picture.circle(x + 10 + 13 * (i % 4), y + 11 + 13 * (i // 4), 6, EGGS[egg], INK, 1)
    for i, slot in enumerate(view.targets):
        cx, cy = x + size - 12, y + 13 + 17 * i
        picture.circle(cx, cy, 9, "#ffffff", TARGETS[slot], 3)
        picture.text(cx, cy, str(slot), 11, TARGETS[slot], "middle", True)
    for i, pawn in enumerate(view.pawns):
        _pawn(picture, x + size / 2 + 12 * i, y + size - 24, pawn)


def _building(picture: Picture, x: float, y: float, size: float, name: str) -> None:
    low, high, middle = y + size - 6, y + 22, x + size / 2
    picture.polygon([(x + 6, high + 6), (middle, high - 8), (x + size - 6, high + 6)], "#8c3b2a", INK, 1)
    picture.rect(x + 9, high + 6, size - 18, low - high - 6, "#d7c9b5", INK, 1)
    picture.text(middle, low - 6, INITIALS.get(name, name[:5].upper()), 10, INK, "middle", True, size - 20)


def _pawn(picture: Picture, x: float, y: float, name: str) -> None:
    """A meeple: a head on a body."""
    edge = "#d0d0d0" if name == "Grey" else INK
    picture.polygon([(x - 10, y + 18), (x - 5, y + 2), (x + 5, y + 2), (x + 10, y + 18)], PAWNS[name], edge, 1.5)
    picture.circle(x, y - 2, 6.5, PAWNS[name], edge, 1.5)


def _slot(picture: Picture, x: float, y: float, number: int, slot: SlotView | None) -> None:
    width, height = 360, 116
    edge = "#ff5252" if slot is not None and slot.attacking else TARGETS[number]
    picture.rect(x, y, width, height, "#3e2f26", edge, 3 if slot is not None and slot.attacking else 2, 8)
    picture.circle(x + 20, y + 20, 12, "#ffffff", TARGETS[number], 3)
    picture.text(x + 20, y + 20, str(number), 13, TARGETS[number], "middle", True)
    picture.text(x + 20, y + 44, f"{2 * number - 1}-{2 * number}", 11, "#e0d2c0")
    if slot is None:
        return
    picture.text(x + 42, y + 20, slot.name, 16, "#ffffff", "start", True, 120)
    picture.circle(x + 172, y + 20, 8, EGGS.get(slot.egg, "#ffffff"), INK, 1)
    picture.text(x + 42, y + 44, f"health {slot.health}", 12, "#ff8a80", "start", True)
    picture.text(x + 112, y + 44, f"cards {len(slot.under)} of {slot.limit}", 12, "#ffd180", "start", True)
    for column in range(-2, 3):
        for row in range(-2, 3):
            paint = (
                "#ffffff" if (column, row) == (0, 0) else ("#ff8a65" if (column, row) in slot.pattern else "#5b483c")
            )
            picture.rect(x + 24 + 10 * column, y + 84 + 10 * row, 9, 9, paint)
    for i, card in enumerate(slot.under):
        picture.text(x + 200, y + 16 + 16 * i, card, 12, "#ffffff", "start", max_width=154)


def _player(picture: Picture, x: float, y: float, player: PlayerView) -> None:
    picture.rect(
        x,
        y,
        PANEL_WIDTH,
        PANEL_HEIGHT,
        "#efe1c6" if not player.out else "#a3968a",
        "#ffd54f" if player.turn else None,
        3,
        8,
    )
    _pawn(picture, x + 20, y + 16, player.name)
    state = " (out)" if player.out else (" (caught!)" if player.caught else "")
    picture.text(x + 40, y + 20, player.name + state, 16, INK, "start", True, 130)
    picture.text(x + 180, y + 20, f"{player.points} VP", 17, "#b3261e", "start", True)
    picture.text(x + 240, y + 20, f"{player.bounties} bounties", 12, INK, "start")
    eggs = [egg for egg, count in player.eggs.items() for _ in range(count)]
    for i, egg in enumerate(eggs):
        picture.circle(x + 340 + 16 * i, y + 20, 7, EGGS[egg], INK, 1)
    picture.text(x + PANEL_WIDTH - 10, y + 20, f"rubble {player.rubble}", 12, INK, "end")
    rows = (
        ("Leader", player.leader + (f", wearing {player.hat}" if player.hat else "") or "-"),
        ("Squad", ", ".join(player.squad) + (f"; dead: {', '.join(player.dead)}" if player.dead else "")),
        ("Vehicles", "; ".join(player.vehicles)),
        ("Items", "; ".join(player.items)),
        ("Weapons", "; ".join(player.weapons)),
        ("Hidden", "; ".join(player.hidden)),
    )
    for i, (word, value) in enumerate(rows):
        column, row = i % 2, i // 2
        left, line = x + 12 + 330 * column, y + 48 + 26 * row
        picture.text(left, line, word, 11, FAINT, "start")
        picture.text(left + 54, line, value or "-", 12, INK, "start", max_width=268)


# ---------------------------------------------------------------- the text


def _marks(view: SpaceView) -> str:
    """A space in seven letters: Location, rubble, eggs, targets, pawns."""
    if view.canyon:
        return "#######"
    marks = {"Government Facility": "G", "General Store": "S", "State Police": "P", "Motel": "M", "Hospital": "H"}
    parts = marks.get(view.location, "")
    parts += "%" * view.rubble
    parts += "".join(egg[0] * count for egg, count in view.eggs.items())
    parts += "".join(str(slot) for slot in view.targets)
    parts += "".join("@" + pawn[:2] for pawn in view.pawns)
    return parts.ljust(7)


def text(scene: Scene) -> str:
    """The board as text: G S P M H Locations, % rubble, small letters eggs, 1 2 3 targets, @Re a pawn."""
    lines = [f"{scene.title}; {scene.aim}", scene.phase]
    if scene.attack:
        lines.append(scene.attack)
    if scene.looked_at:
        lines.append("choosing from: " + ", ".join(scene.looked_at))
    lines.append("bounties: " + " | ".join(name or "-" for name in scene.line))
    lines.append("    " + " ".join(f"{column + 1:^7}" for column in range(scene.columns)))
    for row, number in enumerate(scene.rows):
        views = scene.spaces[row * scene.columns : (row + 1) * scene.columns]
        lines.append(f"{number or ' '}  |" + "|".join(_marks(view) for view in views) + "|")
    for number, slot in enumerate(scene.slots, start=1):
        if slot is not None:
            under = "; ".join(slot.under) or "no cards"
            lines.append(
                f"worm {number}: {slot.name}, egg {slot.egg}, health {slot.health}, "
                f"cards {len(slot.under)} of {slot.limit}: {under}"
            )
    for player in scene.players:
        eggs = ", ".join(f"{count} {egg}" for egg, count in player.eggs.items()) or "no eggs"
        state = ", out" if player.out else (", caught" if player.caught else "")
        hat = f" in {player.hat}" if player.hat else ""
        lines.append(
            f"{player.name}{state}: {player.points} points, {player.bounties} bounties, {eggs}, rubble {player.rubble}"
        )
        dead = f", dead {', '.join(player.dead)}" if player.dead else ""
        lines.append(f"  Leader {player.leader or '-'}{hat}, squad {', '.join(player.squad) or '-'}{dead}")
        hands = (
            ("vehicles", player.vehicles),
            ("items", player.items),
            ("weapons", player.weapons),
            ("hidden", player.hidden),
        )
        lines.append("  " + "; ".join(f"{word}: {', '.join(cards) or '-'}" for word, cards in hands))
    lines.append(f"({scene.reconstructed} of {scene.total} cards are reconstructed, not those of the published game)")
    return "\n".join(lines)
