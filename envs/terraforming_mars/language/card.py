"""A card: its printed frame (number, cost, tags, requirement, points), what it does, and the words to write one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TypedDict, Unpack

from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.lasting import Modifier, Passive
from regolith.envs.terraforming_mars.language.steps import Step, Steps, everything_in, steps
from regolith.envs.terraforming_mars.rooms import room
from regolith.envs.terraforming_mars.words import (
    FLOATERS,
    MARKS,
    PROJECT_KINDS,
    WILD,
    CardKind,
    CardResource,
    CardSet,
    Condition,
    Resource,
    Tag,
    Tile,
    Track,
    Whose,
)


class Need(IntEnum):
    """What a requirement looks at; the first four are the global parameters, in the order of `Track`."""

    TEMPERATURE = 0
    OXYGEN = 1
    OCEANS = 2
    VENUS_SCALE = 3
    TAGS = 4
    """Own, face up; the card itself does not help, a wild tag can stand for one missing tag."""
    PRODUCTION = 5
    CITIES = 6
    """In play, off-Mars ones included."""
    GREENERIES = 7
    CARD_RESOURCES = 8
    """On own cards; they are not spent."""
    TERRAFORM_RATING = 9
    COLONIES = 10
    """Own ones."""
    PARTY = 11
    """It rules, or the player has two delegates there."""
    CHAIRMAN = 12
    PARTY_LEADERS = 13
    """Own ones; the chairman is none."""
    CORRUPTION = 14
    CLAIMED_TOKENS = 15
    """Own underground tokens."""


room("needs of requirements", len(Need), 24)


@dataclass(frozen=True)
class Requirement:
    """At least `n`, or with `most` at most `n`, of what is needed."""

    need: Need
    n: int
    most: bool = False
    what: IntEnum | None = None
    """A tag, resource, kind of card resource or party."""
    whose: Whose = Whose.OWN

    def __post_init__(self) -> None:
        kinds = {Need.TAGS: Tag, Need.PRODUCTION: Resource, Need.CARD_RESOURCES: CardResource, Need.PARTY: IntEnum}
        if not isinstance(self.what, kinds.get(self.need, type(None))):
            raise TypeError(f"{self.need!r} cannot look at {self.what!r}")
        if self.need < len(Track):
            if self.n not in MARKS[Track(self.need)]:
                raise ValueError(f"there is no {self.n} on {Track(self.need)!r}")
        elif self.n < 1 and not self.most:
            raise ValueError(f"{self.need!r} of {self.n}")


def _track(track: Track, least: int | None, most: int | None) -> Requirement:
    if least is not None and most is None:
        return Requirement(Need(track), least)
    if most is not None and least is None:
        return Requirement(Need(track), most, most=True)
    raise ValueError(f"{track!r} needs a least or a most value")


def temperature(least: int | None = None, *, most: int | None = None) -> Requirement:
    return _track(Track.TEMPERATURE, least, most)


def oxygen(least: int | None = None, *, most: int | None = None) -> Requirement:
    return _track(Track.OXYGEN, least, most)


def oceans(least: int | None = None, *, most: int | None = None) -> Requirement:
    return _track(Track.OCEANS, least, most)


def venus_scale(least: int | None = None, *, most: int | None = None) -> Requirement:
    return _track(Track.VENUS_SCALE, least, most)


def tags(tag: Tag, least: int) -> Requirement:
    return Requirement(Need.TAGS, least, what=tag)


def one_each(*kinds: Tag) -> list[Requirement]:
    """One tag of each kind: as many different tags in play."""
    return [tags(kind, 1) for kind in kinds]


def producing(resource: Resource, least: int) -> Requirement:
    return Requirement(Need.PRODUCTION, least, what=resource)


def cities(least: int, *, whose: Whose) -> Requirement:
    return Requirement(Need.CITIES, least, whose=whose)


def greeneries(least: int) -> Requirement:
    return Requirement(Need.GREENERIES, least)


def floaters(least: int) -> Requirement:
    return Requirement(Need.CARD_RESOURCES, least, what=FLOATERS)


def colonies(least: int | None = None, *, most: int | None = None) -> Requirement:
    if (least is None) == (most is None):
        raise ValueError("colonies need a least or a most number")
    return Requirement(Need.COLONIES, least or most or 0, most=most is not None)


def chairman() -> Requirement:
    return Requirement(Need.CHAIRMAN, 1)


def party_leaders(least: int) -> Requirement:
    return Requirement(Need.PARTY_LEADERS, least)


def corruption(least: int | None = None, *, most: int | None = None) -> Requirement:
    if (least is None) == (most is None):
        raise ValueError("corruption needs a least or a most number")
    return Requirement(Need.CORRUPTION, least or most or 0, most=most is not None)


def claimed_tokens(least: int) -> Requirement:
    return Requirement(Need.CLAIMED_TOKENS, least)


def rating(least: int) -> Requirement:
    return Requirement(Need.TERRAFORM_RATING, least)


class Scoring(IntEnum):
    FIXED = 0
    PER_RESOURCE_HERE = 1
    PER_TAG = 2
    """Own, face up, this card included; wild tags do not count."""
    PER_CITY = 3
    """In play, off-Mars and neutral ones included."""
    PER_ADJACENT_CITY = 4
    """Cities of any owner that touch this card's tile."""
    PER_ADJACENT_OCEAN = 5
    IF_ANY_RESOURCE_HERE = 6
    """All or nothing: more than one resource gives no more."""
    PER_COLONY = 7
    """In play, of all players."""
    PER_MARKED_TOKEN = 8
    """Own claimed tokens under a cube."""


room("ways to score", len(Scoring), 16)


@dataclass(frozen=True)
class Points:
    """Victory points: `n` for every `every` of what is scored, rounded down."""

    scoring: Scoring
    n: int
    every: int = 1
    tag: Tag | None = None

    def __post_init__(self) -> None:
        if self.n == 0 or self.every < 1 or (self.tag is None) == (self.scoring == Scoring.PER_TAG):
            raise ValueError(f"no such points: {self}")


def per_resource(every: int, vp: int = 1) -> Points:
    return Points(Scoring.PER_RESOURCE_HERE, vp, every)


def per_tag(tag: Tag) -> Points:
    return Points(Scoring.PER_TAG, 1, tag=tag)


def per_city(every: int) -> Points:
    return Points(Scoring.PER_CITY, 1, every)


def per_colony(every: int) -> Points:
    return Points(Scoring.PER_COLONY, 1, every)


def per_adjacent(tile: Tile) -> Points:
    scorings = {Tile.CITY_TILE: Scoring.PER_ADJACENT_CITY, Tile.OCEAN_TILE: Scoring.PER_ADJACENT_OCEAN}
    return Points(scorings[tile], 1)


def per_marked_token() -> Points:
    return Points(Scoring.PER_MARKED_TOKEN, 1)


def if_any_resource(vp: int) -> Points:
    return Points(Scoring.IF_ANY_RESOURCE_HERE, vp)


WITH_ACTION = (CardKind.ACTIVE, CardKind.CORPORATION, CardKind.PRELUDE)


def counts_here(n: int | Count) -> bool:
    return isinstance(n, Count) and n.what == Counted.RESOURCES_HERE


@dataclass(frozen=True)
class Card:
    """A project card, corporation or prelude. `cost` is printed on projects, `start_mc` on corporations."""

    number: str
    name: str
    kind: CardKind
    card_set: CardSet = CardSet.BASE
    """Told by the `box` that the card lies in."""
    cost: int = 0
    start_mc: int = 0
    tags: tuple[Tag, ...] = ()
    requires: tuple[Requirement, ...] = ()
    condition: Condition | None = None
    vp: Points | None = None
    holds: CardResource | None = None
    protected: bool = False
    """What lies here can never be removed, not even by its owner."""
    on_play: Steps = ()
    action: Steps = ()
    first_action: Steps = ()
    passives: tuple[Passive, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    needs: tuple[CardSet, ...] = ()
    """Boxes without which the card stays in its box."""
    replaces: str = ""
    """A card of another box, which leaves the game when this one's box is in."""
    loses_first: bool = False
    """Who plays it has a production to lose before he gains: one is printed as its requirement."""
    banned: bool = False
    """It stays in the box: a file of cards wants it."""

    def __post_init__(self) -> None:
        effects = (self.on_play, self.action, self.first_action, self.passives, self.modifiers)
        if not (any(effects) or self.vp or WILD in self.tags):
            raise ValueError(f"{self.name} does nothing")
        if (self.cost and self.kind not in PROJECT_KINDS) or bool(self.start_mc) != (self.kind == CardKind.CORPORATION):
            raise ValueError(f"{self.name}: cost {self.cost}, start {self.start_mc}")
        if self.cost < 0 or (self.action and self.kind not in WITH_ACTION):
            raise ValueError(
                f"{self.name}: cost {self.cost}, or an action on a card that stays in play for its tags only"
            )
        if self.first_action and self.kind != CardKind.CORPORATION:
            raise ValueError(f"{self.name}: only corporations have a first action")
        uses_here = any(step.row.here or counts_here(step.n) for step in self.every_step())
        if self.holds is None and (uses_here or self.protected):
            raise ValueError(f"{self.name} holds nothing")

    def every_step(self) -> Iterable[Step]:
        """All steps of the card, nested ones and those of its passives included."""
        yield from everything_in(self.on_play + self.action + self.first_action)
        for passive in self.passives:
            yield from everything_in(passive.steps)

    def shows(self, kind: CardResource) -> bool:
        """Whether an icon of that card resource is printed on the card: held, needed, added, spent or counted."""
        needed = any(requirement.what is kind for requirement in self.requires)
        # Words of different enums are equal if their numbers are, so they are told apart by identity.
        used = any(operand is kind for step in self.every_step() for operand in step.operands)
        counted = any(isinstance(step.n, Count) and step.n.kind is kind for step in self.every_step())
        return self.holds is kind or needed or used or counted


class Face(TypedDict, total=False):
    """What may be printed on a card; a single thing may stand for a list of one."""

    requires: Requirement | Iterable[Requirement]
    condition: Condition
    vp: int | Points
    holds: CardResource
    protected: bool
    on_play: Step | Iterable[Step | Steps]
    action: Step | Iterable[Step | Steps]
    first_action: Step | Iterable[Step | Steps]
    passives: Passive | Iterable[Passive]
    modifiers: Modifier | Iterable[Modifier]
    needs: Iterable[CardSet]
    replaces: str


def _card(kind: CardKind, number: str, name: str, tags: tuple[Tag, ...], cost: int, start_mc: int, face: Face) -> Card:
    if unknown := face.keys() - Face.__optional_keys__:
        raise TypeError(f"{name}: there is no {unknown} on a card")
    requires, vp = face.get("requires", ()), face.get("vp")
    requirements = (requires,) if isinstance(requires, Requirement) else tuple(requires)
    passives, modifiers = face.get("passives", ()), face.get("modifiers", ())
    return Card(
        number=number,
        name=name,
        kind=kind,
        cost=cost,
        start_mc=start_mc,
        tags=tags,
        requires=requirements,
        condition=face.get("condition"),
        vp=Points(Scoring.FIXED, vp) if isinstance(vp, int) else vp,
        holds=face.get("holds"),
        protected=face.get("protected", False),
        on_play=steps(face.get("on_play", ())),
        action=steps(face.get("action", ())),
        first_action=steps(face.get("first_action", ())),
        passives=(passives,) if isinstance(passives, Passive) else tuple(passives),
        modifiers=(modifiers,) if isinstance(modifiers, Modifier) else tuple(modifiers),
        needs=tuple(face.get("needs", ())),
        replaces=face.get("replaces", ""),
        loses_first=any(requirement.need == Need.PRODUCTION for requirement in requirements),
    )


def automated(number: str, name: str, cost: int, *tags: Tag, **face: Unpack[Face]) -> Card:
    return _card(CardKind.AUTOMATED, number, name, tags, cost, 0, face)


def active(number: str, name: str, cost: int, *tags: Tag, **face: Unpack[Face]) -> Card:
    return _card(CardKind.ACTIVE, number, name, tags, cost, 0, face)


def event(number: str, name: str, cost: int, *tags: Tag, **face: Unpack[Face]) -> Card:
    return _card(CardKind.EVENT, number, name, tags, cost, 0, face)


def corporation(number: str, name: str, start_mc: int, *tags: Tag, **face: Unpack[Face]) -> Card:
    return _card(CardKind.CORPORATION, number, name, tags, 0, start_mc, face)


def prelude(number: str, name: str, *tags: Tag, **face: Unpack[Face]) -> Card:
    return _card(CardKind.PRELUDE, number, name, tags, 0, 0, face)


def box(card_set: CardSet, *cards: Card) -> tuple[Card, ...]:
    """Cards that come in that box, ordered by their printed numbers."""
    numbers = [card.number for card in cards]
    if numbers != sorted(set(numbers)):
        raise ValueError(f"numbers of {card_set!r} are not in order")
    return tuple(replace(card, card_set=card_set) for card in cards)
