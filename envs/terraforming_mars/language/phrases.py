"""Words and small phrases that texts about cards are made of."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import TYPE_CHECKING

from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.words import CardResource, Resource, Tile, Whose

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.language.steps import Step, Steps

PROPER = {"MC": "MC", "EARTH": "Earth", "JOVIAN": "Jovian", "VENUS": "Venus", "VENUS_SCALE": "Venus"}


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


def per(count: Count) -> str:
    """The tail of a counted amount."""
    if count.what == Counted.TAGS:
        tag = f"{either(map(word, count.tags))} tag" + ("s" if count.every > 1 else "")
        whose = {Whose.OWN: "", Whose.OPPONENTS: " of the opponents", Whose.EVERYBODY: " of anyone"}[count.whose]
        return f" per {f'{count.every} ' if count.every > 1 else ''}{tag}{whose}"
    if count.kind is not None:
        return f" per {some(count.every, count.kind).removeprefix('1 ')} on your cards"
    own = count.whose == Whose.OWN
    counted = {
        Counted.CITIES: " per city in play",
        Counted.CITIES_ON_MARS: " per city on Mars",
        Counted.EVENTS_PLAYED: " per event ever played",
        Counted.COLONIES: f" per colony {'of yours' if own else 'in play'}",
        Counted.RESOURCES_HERE: " per resource here",
        Counted.CARDS_WITHOUT_TAGS: " per card of yours without tags",
    }[count.what]
    return counted + (f", {count.most} at most" if count.most is not None else "")


def amount(step: Step, of: Resource | CardResource | str) -> str:
    return some(step.n, of) if isinstance(step.n, int) else some(step.n.each, of) + per(step.n)


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
