"""Cards looked up by their names: what stands on them, in our words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from difflib import get_close_matches

from regolith.envs.core.errors import RegolithError

SUGGESTED = 3
ALIKE = 0.5
"""Of a name, so that it is suggested for another one."""


class UnknownCard(RegolithError):
    """A name that no card has; the message says which ones are like it."""


@dataclass(frozen=True)
class CardWords:
    """What stands on a card. What it does not have is empty and left out."""

    name: str
    kind: str
    box: str = ""
    cost: str = ""
    tags: str = ""
    needs: str = ""
    does: str = ""
    points: str = ""
    remark: str = ""
    """What is to be known besides: how many copies there are, where the values come from."""

    def lines(self) -> list[str]:
        """The name, then a line for everything that the card has."""
        names = [field.name for field in fields(self)][2:]
        width = max(map(len, names))
        found = [f"  {name:<{width}}  {getattr(self, name)}" for name in names if getattr(self, name)]
        return [f"{self.name} ({self.kind})", *found]


def plain(name: str) -> str:
    """A name as it is compared: without capitals and punctuation."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def found(cards: Iterable[CardWords], name: str) -> list[CardWords]:
    """The cards of that name; if there are none, `UnknownCard` suggests others."""
    cards = list(cards)
    if matching := [card for card in cards if plain(card.name) == plain(name)]:
        return matching
    raise UnknownCard(unknown(name, [card.name for card in cards]))


def unknown(name: str, known: Iterable[str]) -> str:
    """That there is no such card, and which ones are like it."""
    names = {plain(other): other for other in known}
    close = get_close_matches(plain(name), names, SUGGESTED, ALIKE)
    # Who types the beginning of a name, or one word of it, means it.
    parts = [other for other in names if plain(name) in other] if plain(name) else []
    like = list(dict.fromkeys([*parts[:SUGGESTED], *close]))
    hint = f"; did you mean {' or '.join(names[other] for other in like)}?" if like else ""
    return f"there is no card {name!r}{hint}"
