"""Words and small phrases that texts about cards are made of."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

from regolith.envs.terraforming_mars.language.counts import OF_TAGS, Count, Counted
from regolith.envs.terraforming_mars.words import CardResource, Resource, Tile, Whose

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.language.steps import Step, Steps

PROPER = {"MC": "MC", "EARTH": "Earth", "JOVIAN": "Jovian", "VENUS": "Venus", "VENUS_SCALE": "Venus", "MARS": "Mars"}


def word(of: IntEnum) -> str:
    """A word of the game as players write it."""
    # Words of different enums are equal if their numbers are, so the key is the name.
    return PROPER.get(of.name, of.name.lower().replace("_", " "))


def title(of: IntEnum) -> str:
    """The name of a place or a special tile."""
    return of.name.replace("_", " ").title()


def tile_name(tile: Tile) -> str:
    return word(tile) if tile <= Tile.CITY_TILE else f"{title(tile)} tile"


def some(n: int, of: Resource | CardResource | str) -> str:
    """So many of a thing: 1 plant, 2 plants, 3 heat."""
    plural = of if isinstance(of, str) else word(of)
    return f"{n} {plural.removesuffix('s') if n == 1 else plural}"


def made(resource: Resource) -> str:
    return f"{word(resource).removesuffix('s')} production"


def a(thing: str) -> str:
    return f"{'an' if thing[0] in 'aeioAEIO' else 'a'} {thing}"


def either(words: Iterable[str]) -> str:
    return " or ".join(words)


def thing(count: Count) -> str:
    """One of the things that are counted, or so many as count together."""
    if count.what in OF_TAGS:
        tag = f"{either(map(word, count.tags))} tag" + ("s" if count.every > 1 else "")
        whose = {Whose.OWN: "", Whose.OPPONENTS: " of the opponents", Whose.EVERYBODY: " of anyone"}[count.whose]
        printed = "printed " if count.what == Counted.PRINTED_TAGS else ""
        return f"{f'{count.every} ' if count.every > 1 else ''}{printed}{tag}{whose}"
    if count.kind is not None:
        return f"{some(count.every, count.kind).removeprefix('1 ')} on your cards"
    if count.resource is not None:
        return f"step of your {made(count.resource)}"
    whose = "of yours" if count.whose == Whose.OWN else "in play"
    return {
        Counted.CITIES: f"{count.every} cities {whose}" if count.every > 1 else f"city {whose}",
        Counted.CITIES_ON_MARS: "city on Mars",
        Counted.EVENTS_PLAYED: "event that you played" if count.whose == Whose.OWN else "event ever played",
        Counted.COLONIES: f"colony {whose}",
        Counted.RESOURCES_HERE: "resource here",
        Counted.CARDS_WITHOUT_TAGS: "card of yours without tags",
        Counted.FIXED: "influence",
        Counted.KINDS_OF_TAGS: "kind of tag",
        Counted.RATING_SETS: f"5 TR above {count.base}",
        Counted.CARDS_IN_HAND: f"card in hand above {count.base}" if count.base else "card in hand",
        Counted.PRINTED_CRIME_TAGS: "printed crime tag of yours, events counted",
        Counted.ACTIVE_CARDS: "active card of yours",
        Counted.TILES_BESIDE_OCEAN: "tile of yours next to an ocean",
        Counted.EMPTY_SPACES_BESIDE_OWN_TILES: "empty space next to a tile of yours",
        Counted.PARTIES_WITH_DELEGATE: "party with a delegate of yours",
        Counted.BUILDING_TAGS_AND_CITIES: "printed building tag and city of yours",
        Counted.CORRUPTION: "corruption of yours",
        Counted.CLAIMED_TOKENS: f"{count.every} underground tokens" if count.every > 1 else "underground token",
        Counted.CRIME_TAGS: "crime tag of yours, events counted",
        Counted.PRODUCTIONS: "kind of production of yours",
        Counted.LAST_AMOUNT: "one of these",
    }[count.what]


def with_influence(count: Count) -> str:
    """What is counted, with the limit and with what influence does to it."""
    limit = f", {count.most} at most" if count.most is not None else ""
    tokens = " and per underground token of yours" if count.less_tokens else ""
    most = f", {count.limit} in all at most" if count.limit is not None else ""
    if count.what == Counted.FIXED or count.influence == 0:
        return thing(count) + limit
    if count.every > 1:
        return f"{thing(count)}{limit} and influence together{most}"
    less = "less" if count.influence == -1 else f"{-count.influence} less per"
    return f"{thing(count)}{limit}, {'and per' if count.influence > 0 else less} influence{tokens}{most}"


def per(count: Count) -> str:
    """The tail of a counted amount."""
    return f" per {with_influence(count)}"


def amount(step: Step, of: Resource | CardResource | str) -> str:
    if isinstance(step.n, int):
        return some(step.n, of)
    if step.n.base and step.n.what == Counted.FIXED:
        return f"{some(step.n.base, of)}, {step.n.each} {'more' if step.n.influence > 0 else 'less'} per influence"
    if step.n.base and step.n.what == Counted.CORRUPTION:
        return f"{some(step.n.base, of)}, {step.n.each} more{per(step.n)}"
    return some(step.n.each, of) + per(step.n)


def change(step: Step) -> str:
    """A signed amount."""
    return f"{step.n:+}" if isinstance(step.n, int) else f"+{step.n.each}{per(step.n)}"


def step_text(step: Step) -> str:
    """What a step does, in words made from its row."""
    text = step.row.text
    if isinstance(text, str):
        operands = {name: word(step[name]) for name in step.row.operands if isinstance(step[name], IntEnum)}
        return text.format(n=step.n, **operands)
    return text(step)


def branch_text(steps: Steps) -> str:
    return " and ".join(map(step_text, steps))


def phrases(steps: Steps) -> str:
    """The steps in a row; a choice among them is set off by semicolons."""
    return ("; " if any(step.branches for step in steps) else ", ").join(map(step_text, steps))
