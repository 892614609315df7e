"""Player mats: resources with production, rating, tags, and the cards in play by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regolith.envs.core.picture import Picture, text_width
from regolith.envs.terraforming_mars.show.pieces import (
    FAINT,
    INK,
    MAT,
    PRODUCTION_BOX,
    RESOURCE_COLOURS,
    owner_cube,
    wrapped,
)
from regolith.envs.terraforming_mars.show.scene import CardView, PlayerView, StoreView
from regolith.envs.terraforming_mars.words import CardKind

RESOURCE_NAMES = ("MC", "steel", "titanium", "plants", "energy", "heat")
TAG_LOOKS = {  # letters, ground, ink
    "building": ("Bu", "#7a4a21", "#ffffff"),
    "space": ("Sp", "#1f1f33", "#f5d76e"),
    "science": ("Sc", "#f7f7f4", "#37474f"),
    "power": ("Po", "#8044a8", "#ffe45c"),
    "Earth": ("Ea", "#2f66c9", "#d8f5c8"),
    "Jovian": ("Jo", "#e0a15a", "#5a2d0c"),
    "plant": ("Pl", "#256b34", "#c8f0b4"),
    "microbe": ("Mi", "#a6cf5a", "#1f3d10"),
    "animal": ("An", "#35713b", "#ffffff"),
    "city": ("Ci", "#8d939b", "#ffffff"),
    "wild": ("?", "#ffffff", "#c2185b"),
    "Venus": ("Ve", "#4aa7b8", "#ffffff"),
    "crime": ("Cr", "#1d1d22", "#ff6b5e"),
    "Mars": ("Ma", "#b5532c", "#ffffff"),
}
KIND_COLOURS = {
    CardKind.AUTOMATED: "#3f9b45",
    CardKind.ACTIVE: "#2c6cc4",
    CardKind.EVENT: "#c8402f",
    CardKind.CORPORATION: "#6a6a70",
    CardKind.PRELUDE: "#d67fa6",
}
WITH_EFFECTS = ((15.0, 220.0), (12.5, 190.0))
"""Sizes of the type when cards are shown with what they do, and the room for their names there."""
EFFECT_SIZE, SLACK = 0.84, 1.06
"""Of an effect, beside its card's name; fonts may be a little wider than our estimate."""
NAMES_ONLY = ((15.0, 2), (13.5, 3), (12.0, 4), (11.0, 4), (10.0, 4), (9.0, 5), (8.0, 6))
"""Sizes of the type and columns when there are more cards."""
LINE = 1.22
FLAGS_END = 156.0
"""Of the flags, from the right edge: points and rating stand there."""
TITLE_END, LATEST_TITLE_END = 350.0, 450.0
"""Where the room for corporation and belongings ends; if there are several kinds of belongings, as late as the flags allow."""


def draw_mat(picture: Picture, x: float, y: float, width: float, height: float, player: PlayerView) -> None:
    """One mat; whatever height is left after resources and tags lists the cards."""
    edge = "#ffe14d" if player.to_move else "#5b4a3f"
    picture.rect(x, y, width, height, MAT, edge, 3 if player.to_move else 1, 8)
    _title(picture, x, y + 16, width, player)
    _stores(picture, x + 8, y + 31, width - 16, player.stores)
    _tags(picture, x + 8, y + 82, width - 16, player)
    _cards(picture, x + 10, y + 98, width - 20, height - 104, player)


def _title(picture: Picture, x: float, y: float, width: float, player: PlayerView) -> None:
    owner_cube(picture, x + 17, y, 19, player.seat)
    picture.text(x + 33, y, player.name, 16, INK, "start", True, 62)
    corporation = player.corporation.name if player.corporation is not None else "no corporation yet"
    if player.corporation is not None and player.corporation.resources:
        corporation += f" ({player.corporation.resources})"
    flags = [
        (word, colour, text_width(word, 10) + 14)
        for word, holds, colour in (
            ("PASSED", player.passed, "#6b5b50"),
            ("FIRST", player.first, "#b0531f"),
            ("TO MOVE", player.to_move, "#8a6d00"),
        )
        if holds
    ]
    end = x + TITLE_END
    if len(player.belongings) > 1:
        first_flag = x + width - FLAGS_END - sum(wide + 4 for *_, wide in flags)
        end = max(end, min(x + LATEST_TITLE_END, first_flag - 8))
    for belonging in player.belongings:
        end = belonging.draw(picture, end, y)
    picture.text(x + 100, y, corporation, 14, INK if player.corporation else FAINT, "start", max_width=end - x - 100)
    right = x + width - 10
    points = f"{player.points} VP now"
    picture.text(right, y, points, 13, FAINT, "end")
    right -= 74
    picture.text(right, y, f"TR {player.rating}", 17, INK, "end", True)
    right = x + width - FLAGS_END
    for word, colour, wide in flags:
        right -= wide + 4
        picture.rect(right, y - 9, wide, 18, colour, rounding=9)
        picture.text(right + wide / 2, y, word, 10, "#ffffff", bold=True)


def _stores(picture: Picture, x: float, y: float, width: float, stores: Sequence[StoreView]) -> None:
    step = width / len(stores)
    for i, store in enumerate(stores):
        left, (ground, ink) = x + i * step, RESOURCE_COLOURS[store.resource]
        picture.rect(left + 2, y, step - 4, 40, ground, rounding=6)
        picture.text(left + 9, y + 11, RESOURCE_NAMES[store.resource], 11, ink, "start")
        picture.text(left + 9, y + 28, str(store.stock), 18, ink, "start", bold=True)
        picture.rect(left + step - 47, y + 14, 40, 21, PRODUCTION_BOX, "#ffffff90", 1, 3)
        picture.text(left + step - 27, y + 25, f"{store.production:+}", 14, "#ffffff", bold=True)


def _tags(picture: Picture, x: float, y: float, width: float, player: PlayerView) -> None:
    text = f"hand {player.hand}   in play {len(player.cards)}   events {len(player.events)}"
    step = min(37.0, (width - 18 - text_width(text, 12)) / max(1, len(player.tags)))
    for i, (tag, count) in enumerate(player.tags):
        letters, ground, ink = TAG_LOOKS[tag]
        left = x + 10 + step * i
        picture.circle(left, y, 9, ground, "#00000060", 1)
        picture.text(left, y, letters, 9, ink, bold=True)
        picture.text(left + 11, y, str(count), 12, INK, "start", bold=True)
    picture.text(x + width - 4, y, text, 12, INK, "end")


@dataclass(frozen=True)
class _Entry:
    text: str
    does: str
    colour: str
    held: bool
    """Not played: the viewer has it in hand or may choose it."""
    faint: bool = False


def _entries(player: PlayerView) -> list[_Entry]:
    """What matters most first: cards that still do something, cards to be played, the others, events."""
    lasting = [card for card in player.cards if card.lasting]
    others = [card for card in player.cards if not card.lasting]
    entries = [_Entry(_played(card), card.does, KIND_COLOURS[card.kind], False, card.used) for card in lasting]
    for place, cards in player.secret:
        mark = "" if place == "hand" else f" ({place.split()[0]})"
        for card in cards:
            cost = f" {card.price}" if card.price is not None else ""
            needs = f"Needs {card.needs}. " if card.needs else ""
            entries.append(_Entry(f"{card.name}{cost}{mark}", needs + card.does, KIND_COLOURS[card.kind], True))
    spent = (*others, *player.events)
    return entries + [_Entry(card.name, card.does, KIND_COLOURS[card.kind], False, True) for card in spent]


def _played(card: CardView) -> str:
    count = card.resources.split(" ")[0]
    return f"{card.name} [{count}]" if card.resources and count != "0" else card.name


def _cards(picture: Picture, x: float, y: float, width: float, height: float, player: PlayerView) -> None:
    """With their effects if all fit so; else names in columns, in the largest type that shows all; the rest is counted."""
    entries = _entries(player)
    for size, name_width in WITH_EFFECTS:
        small, left = EFFECT_SIZE * size, x + name_width + 6
        effects = [wrapped(entry.does, small, (width - name_width - 6) / SLACK) for entry in entries]
        if sum(map(len, effects)) * size * LINE <= height:
            line = 0.5
            for entry, effect in zip(entries, effects, strict=True):
                _name(picture, x, y + line * size * LINE, size, name_width, entry)
                for text in effect:
                    picture.text(left, y + line * size * LINE, text, small, FAINT, "start")
                    line += 1
            return
    for size, columns in NAMES_ONLY:
        lines = int(height // (size * LINE))
        if lines * columns >= len(entries):
            break
    room = lines * columns
    if len(entries) > room:
        entries = [*entries[: room - 1], _Entry(f"and {len(entries) - room + 1} more", "", FAINT, False)]
    for i, entry in enumerate(entries):
        left, at = x + (i // lines) * width / columns, y + (i % lines + 0.5) * size * LINE
        _name(picture, left, at, size, width / columns - 6, entry)


def _name(picture: Picture, x: float, y: float, size: float, width: float, entry: _Entry) -> None:
    """A card's name behind a square of its colour, hollow if it is not played."""
    side = size * 0.6
    fill = None if entry.held else entry.colour
    picture.rect(x, y - side / 2, side, side, fill, entry.colour, 1.2 if entry.held else 0.5, 1.5)
    picture.text(x + size, y, entry.text, size, FAINT if entry.faint else INK, "start", False, width - size)
