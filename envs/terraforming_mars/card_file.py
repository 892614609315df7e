"""A file of cards: what a designer changes about them, checked so that a mistake is named exactly. Nothing is compiled for it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from regolith.envs.core.card_words import plain, unknown
from regolith.envs.core.checks import shown
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.files import read_toml
from regolith.envs.terraforming_mars.boxes import CARDS
from regolith.envs.terraforming_mars.language.card import Card, Points, Scoring
from regolith.envs.terraforming_mars.language.tables import TABLE, build, numbered
from regolith.envs.terraforming_mars.language.text import requirement_text
from regolith.envs.terraforming_mars.requirement_words import UnknownRequirement
from regolith.envs.terraforming_mars.requirement_words import read as read_requirement
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION
from regolith.envs.terraforming_mars.state import Deck
from regolith.envs.terraforming_mars.words import PROJECT_KINDS, CardKind, CardSet

EXAMPLE = "example"
"""A file that comes with the game, to copy and change."""
MOST_BYTES = 1 << 16
MOST_PROBLEMS = 20
"""Named at a time."""
MOST_COST, MOST_POINTS = 100, 50
FIELDS = ("cost", "points", "requirement", "banned")
OTHER_TABLES = ("options", "seats", "deck")
"""What a file for `regolith compare` may hold besides: it is a file of cards too."""

DECK_OF = {CardKind.CORPORATION: Deck.CORPORATIONS, CardKind.PRELUDE: Deck.PRELUDES}


class CardFileError(RegolithError):
    """A file of cards that cannot be played with; the message lists what is wrong with it."""


@dataclass(frozen=True)
class Changes:
    """What a file changes: the new cards by their names."""

    path: Path
    cards: Mapping[str, Card]

    def caveat(self, file: str) -> str:
        """What whoever reads results must know, with the name of the file."""
        banned = sum(card.banned for card in self.cards.values())
        other = len(self.cards) - banned
        told = [f"{other} changed"] * bool(other) + [f"{banned} banned"] * bool(banned)
        return f"Cards are not all as printed: {', '.join(told)} by {file}." if told else ""


class Loaded:
    """A file in use: the cards of all boxes with its changes, their table, and the number that records carry to say which file it is."""

    def __init__(self, path: Path) -> None:
        self.changes = read(path)
        self.cards = {number: self.changes.cards.get(card.name, card) for number, card in numbered().items()}
        self.table = build(self.cards)
        said = [(name, card.cost, card.requires, card.vp, card.banned) for name, card in self.changes.cards.items()]
        # What the greedy player makes of the cards is no part of them.
        self.number = int.from_bytes(hashlib.sha256(repr(sorted(said)).encode()).digest()[:8], "little") >> 1

    def left(self, boxes: Collection[CardSet]) -> dict[Deck, list[Card]]:
        """The cards of each deck that are dealt in a game with these boxes."""
        there = [card for number, card in self.cards.items() if card.card_set in boxes and number != FIRST_CORPORATION]
        replaced = {card.replaces for card in there}
        decks: dict[Deck, list[Card]] = {deck: [] for deck in Deck}
        for card in there:
            if not card.banned and card.name not in replaced and set(card.needs) <= set(boxes):
                decks[DECK_OF.get(card.kind, Deck.PROJECTS)].append(card)
        return decks

    @property
    def row(self) -> Any:
        """The table as rules take it."""
        return self.table[0]


def read(path: Path) -> Changes:
    """Read and check a file of cards."""
    data = read_toml(path, MOST_BYTES, "the file of cards", CardFileError)
    problems = [
        f'there is no {shown(name)} in it; it has tables [cards."NAME"]'
        for name in data
        if name not in ("cards", *OTHER_TABLES)
    ]
    given = data.get("cards", {})
    cards: dict[str, Card] = {}
    if not isinstance(given, dict):
        problems.append(f'cards must be tables [cards."NAME"], not {shown(given)}')
        given = {}
    names = {plain(name): name for name in CARDS}
    for written, wanted in given.items():
        name = names.get(plain(written))
        if name is None:
            problems.append(unknown(written, CARDS))
        elif name in cards:
            problems.append(f"{name}: it stands there twice")
        else:
            cards[name] = _changed(CARDS[name], wanted, problems)
    if problems:
        more = len(problems) - MOST_PROBLEMS
        named = [*problems[:MOST_PROBLEMS], *([f"and {more} more"] if more > 0 else [])]
        raise CardFileError(f"the file of cards {path} is wrong: " + "; ".join(named))
    return Changes(path, {name: card for name, card in cards.items() if card != CARDS[name]})


def _changed(card: Card, wanted: Any, problems: list[str]) -> Card:
    """The card with what the file says of it; what is wrong is noted, and changes nothing."""

    def wrong(what: str) -> None:
        problems.append(f"{card.name}: {what}")

    if not isinstance(wanted, dict):
        wrong(f"it must be a table with {', '.join(FIELDS)}, not {shown(wanted)}")
        return card
    for field, value in wanted.items():
        if field not in FIELDS:
            wrong(f"there is no field {shown(field)}; a card has {', '.join(FIELDS)}")
        elif field == "banned":
            if isinstance(value, bool):
                card = replace(card, banned=value)
            else:
                wrong(f"banned must be true or false, not {shown(value)}")
        elif field == "points":
            if _whole(value, -MOST_POINTS, MOST_POINTS):
                card = _with_points(card, value, problems)
            else:
                wrong(f"points must be a number from {-MOST_POINTS} to {MOST_POINTS}, not {shown(value)}")
        elif card.kind not in PROJECT_KINDS:
            wrong(f"{field} is for projects, and it is none; it may have points or be banned")
        elif field == "cost":
            if _whole(value, 0, MOST_COST):
                card = replace(card, cost=value)
            else:
                wrong(f"cost must be a number from 0 to {MOST_COST}, not {shown(value)}")
        elif isinstance(value, str):
            try:
                card = replace(card, requires=read_requirement(value))
            except UnknownRequirement as problem:
                wrong(f"requirement: {problem}; as printed it is {requirement_text(card)!r}")
        else:
            wrong(f"requirement must be a text in quotes, empty for none, not {shown(value)}")
    return card


def _whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _with_points(card: Card, n: int, problems: list[str]) -> Card:
    """The card with so many points: as such, or for each of what it counts."""
    vp = Points(Scoring.FIXED, n) if card.vp is None else replace(card.vp, n=n or 1)
    try:
        return replace(card, vp=vp if n else None)
    except ValueError:
        problems.append(f"{card.name}: without points it would do nothing; give it points other than 0, or ban it")
        return card


_by_number: dict[int, Loaded] = {}


@cache
def load(path: str) -> Loaded:
    """A file of cards, read once."""
    loaded = Loaded(Path(__file__).parent / "example_cards.toml" if path == EXAMPLE else Path(path))
    return _by_number.setdefault(loaded.number, loaded)


def table_of(s: np.record) -> Any:
    """What the rules look things up in, in the game of a record."""
    return _by_number[int(s.cards_number)].row if s.cards_number else TABLE[0]


PRINTED = numbered()


def cards_of(s: np.record) -> Mapping[int, Card]:
    """The cards of the game of a record, by their numbers."""
    return _by_number[int(s.cards_number)].cards if s.cards_number else PRINTED
