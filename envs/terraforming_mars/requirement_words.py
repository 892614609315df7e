"""Requirements read back from their words, as `regolith card` tells them: what it says of a card can be written into a file of cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache

from regolith.envs.terraforming_mars.boxes import CARDS
from regolith.envs.terraforming_mars.language.card import Need, Requirement
from regolith.envs.terraforming_mars.language.lower import REQUIREMENTS
from regolith.envs.terraforming_mars.language.text import requirement
from regolith.envs.terraforming_mars.words import MARKS, WILD, CardResource, Resource, Tag, Track, Whose

MOST = 9
"""Of a thing that may be required; of a rating more."""
RATINGS = range(21, 64)
FORMS = (
    "temperature at least -10 C",
    "oxygen at most 5%",
    "oceans at least 3",
    "Venus at least 8%",
    "2 science tags",
    "1 titanium production",
    "2 cities of anyone",
    "3 floaters",
    "25 TR",
)
"""Examples of what may be required."""
SUGGESTED = 2
BETWEEN = re.compile(r",(?! or )")
"""Between two requirements, and not within one."""


class UnknownRequirement(ValueError):
    """Words that are no requirement; the message says what is."""


def _requirements() -> Iterator[Requirement]:
    """All that can be required: what cards require, and the same with other numbers."""
    for card in CARDS.values():
        yield from card.requires
    for track in Track:
        for mark in MARKS[track]:
            yield Requirement(Need(track), mark)
            yield Requirement(Need(track), mark, most=True)
    for n in range(1, MOST + 1):
        for tag in Tag:
            if tag != WILD:
                yield Requirement(Need.TAGS, n, what=tag)
        for resource in Resource:
            yield Requirement(Need.PRODUCTION, n, what=resource)
        for kind in CardResource:
            yield Requirement(Need.CARD_RESOURCES, n, what=kind)
        for whose in (Whose.OWN, Whose.EVERYBODY):
            yield Requirement(Need.CITIES, n, whose=whose)
        yield Requirement(Need.GREENERIES, n)
        yield Requirement(Need.PARTY_LEADERS, n)
        yield Requirement(Need.CLAIMED_TOKENS, n)
        for most in (False, True):
            yield Requirement(Need.COLONIES, n, most=most)
            yield Requirement(Need.CORRUPTION, n, most=most)
    yield from (Requirement(Need.TERRAFORM_RATING, n) for n in RATINGS)
    yield Requirement(Need.CORRUPTION, 0, most=True)


@cache
def known() -> dict[str, Requirement]:
    """Every requirement by its words."""
    return {requirement(needed): needed for needed in _requirements()}


def read(text: str) -> tuple[Requirement, ...]:
    """What the words require, several things with commas between them; no words: nothing."""
    found = []
    for part in filter(None, map(str.strip, BETWEEN.split(text))):
        if part not in known():
            close = get_close_matches(part, known(), SUGGESTED)
            hint = f"did you mean {' or '.join(map(repr, close))}?" if close else f"write it such as {'; '.join(FORMS)}"
            raise UnknownRequirement(f"{part!r} is no requirement: {hint}")
        found.append(known()[part])
    if len(found) > REQUIREMENTS:
        raise UnknownRequirement(f"a card has at most {REQUIREMENTS} requirements, not {len(found)}")
    return tuple(found)
