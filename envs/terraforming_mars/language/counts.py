"""Amounts that are counted when they are needed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from regolith.envs.terraforming_mars.rooms import room
from regolith.envs.terraforming_mars.words import CardResource, Tag, Whose


class Counted(IntEnum):
    TAGS = 0
    """Face up, the card being played included; own wild tags count once each, opponents' never."""
    CITIES = 1
    """In play, off-Mars and neutral ones included."""
    CITIES_ON_MARS = 2
    EVENTS_PLAYED = 3
    COLONIES = 4
    CARD_RESOURCES = 5
    """Of that kind, on all own cards."""
    RESOURCES_HERE = 6
    """On the card itself."""
    CARDS_WITHOUT_TAGS = 7
    """Own ones, face up, corporation and preludes included; a wild tag is none."""


room("things to count", len(Counted), 32)


@dataclass(frozen=True)
class Count:
    """An amount to be counted when it is needed: `each` for every `every` things, rounded down; of the things at most `most` count."""

    what: Counted
    tags: tuple[Tag, ...] = ()
    whose: Whose = Whose.OWN
    each: int = 1
    every: int = 1
    kind: CardResource | None = None
    most: int | None = None

    def __post_init__(self) -> None:
        if bool(self.tags) != (self.what == Counted.TAGS) or self.each < 1 or self.every < 1:
            raise ValueError(f"cannot count {self}")
        if (self.kind is not None) != (self.what == Counted.CARD_RESOURCES) or (
            self.most is not None and self.most < 1
        ):
            raise ValueError(f"cannot count {self}")


def each_tag(*tags: Tag, whose: Whose = Whose.OWN, every: int = 1) -> Count:
    return Count(Counted.TAGS, tags, whose, every=every)


def each_city() -> Count:
    return Count(Counted.CITIES, whose=Whose.EVERYBODY)


def each_city_on_mars() -> Count:
    return Count(Counted.CITIES_ON_MARS, whose=Whose.EVERYBODY)


def each_event() -> Count:
    return Count(Counted.EVENTS_PLAYED, whose=Whose.EVERYBODY)


def each_colony(*, whose: Whose = Whose.OWN) -> Count:
    return Count(Counted.COLONIES, whose=whose)


def each_resource(kind: CardResource, *, every: int = 1) -> Count:
    """On all own cards."""
    return Count(Counted.CARD_RESOURCES, every=every, kind=kind)


def each_resource_here(*, most: int | None = None) -> Count:
    return Count(Counted.RESOURCES_HERE, most=most)


def each_card_without_tags() -> Count:
    return Count(Counted.CARDS_WITHOUT_TAGS)
