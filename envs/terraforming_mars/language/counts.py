"""Amounts that are counted when they are needed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from regolith.envs.terraforming_mars.rooms import room
from regolith.envs.terraforming_mars.words import CardResource, Resource, Tag, Whose


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
    FIXED = 8
    """Nothing: the number is printed (`base`), and only influence changes it."""
    PRINTED_TAGS = 9
    """Own, face up; wild tags do not count."""
    KINDS_OF_TAGS = 10
    """Own, face up; wild tags do not count."""
    RATING_SETS = 11
    """Complete sets of 5 of the rating above `base`."""
    PRODUCTION = 12
    CARDS_IN_HAND = 13
    ACTIVE_CARDS = 14
    """Own project cards in play."""
    TILES_BESIDE_OCEAN = 15
    """Own tiles on Mars."""
    EMPTY_SPACES_BESIDE_OWN_TILES = 16
    """On Mars, those reserved for oceans too."""
    PARTIES_WITH_DELEGATE = 17
    """Where the player has one, the leader included."""
    BUILDING_TAGS_AND_CITIES = 18
    """Own printed tags and own cities, off-Mars ones too."""
    CORRUPTION = 19
    """Own, and `base` more."""
    CLAIMED_TOKENS = 20
    """Own underground tokens, face up or down."""
    CRIME_TAGS = 21
    """Own, the card being played included, events and wild tags too."""
    PRODUCTIONS = 22
    """Kinds of own production of 1 or more."""
    LAST_AMOUNT = 23
    """How many the choice before took."""
    PRINTED_CRIME_TAGS = 24
    """Own, those of events too; wild tags do not count."""


room("things to count", len(Counted), 32)


OF_TAGS = (Counted.TAGS, Counted.PRINTED_TAGS)
OF_BASE = (Counted.FIXED, Counted.RATING_SETS, Counted.CORRUPTION, Counted.CARDS_IN_HAND)
LEAST_INFLUENCE = -2


@dataclass(frozen=True)
class Count:
    """An amount to be counted when it is needed: `each` for every `every` things, rounded down.

    Of the things at most `most` count; after that `influence` (1, 0 or less) times the influence of the player is added and with
    `less_tokens` his claimed tokens are taken off, never below 0. The amount is at most `limit`.
    """

    what: Counted
    tags: tuple[Tag, ...] = ()
    whose: Whose = Whose.OWN
    each: int = 1
    every: int = 1
    kind: CardResource | None = None
    most: int | None = None
    resource: Resource | None = None
    base: int = 0
    influence: int = 0
    limit: int | None = None
    less_tokens: bool = False

    def __post_init__(self) -> None:
        if bool(self.tags) != (self.what in OF_TAGS) or self.each < 1 or self.every < 1:
            raise ValueError(f"cannot count {self}")
        if (self.kind is not None) != (self.what == Counted.CARD_RESOURCES) or (
            self.most is not None and self.most < 1
        ):
            raise ValueError(f"cannot count {self}")
        if (self.resource is not None) != (self.what == Counted.PRODUCTION) or (
            self.base != 0 and self.what not in OF_BASE
        ):
            raise ValueError(f"cannot count {self}")
        if not LEAST_INFLUENCE <= self.influence <= 1 or (self.limit is not None and self.limit < 1):
            raise ValueError(f"cannot count {self}")


def each_tag(*tags: Tag, whose: Whose = Whose.OWN, every: int = 1) -> Count:
    return Count(Counted.TAGS, tags, whose, every=every)


def each_city(*, whose: Whose = Whose.EVERYBODY, every: int = 1) -> Count:
    return Count(Counted.CITIES, whose=whose, every=every)


def each_city_on_mars() -> Count:
    return Count(Counted.CITIES_ON_MARS, whose=Whose.EVERYBODY)


def each_event(*, whose: Whose = Whose.EVERYBODY) -> Count:
    return Count(Counted.EVENTS_PLAYED, whose=whose)


def each_colony(*, whose: Whose = Whose.OWN) -> Count:
    return Count(Counted.COLONIES, whose=whose)


def each_resource(kind: CardResource, *, every: int = 1) -> Count:
    """On all own cards."""
    return Count(Counted.CARD_RESOURCES, every=every, kind=kind)


def each_resource_here(*, most: int | None = None) -> Count:
    return Count(Counted.RESOURCES_HERE, most=most)


def each_card_without_tags() -> Count:
    return Count(Counted.CARDS_WITHOUT_TAGS)


def fixed(base: int, *, influence: int = 0) -> Count:
    """A printed number that only influence changes."""
    return Count(Counted.FIXED, base=base, influence=influence)


def each_printed_tag(*tags: Tag) -> Count:
    return Count(Counted.PRINTED_TAGS, tags)


def each_kind_of_tag() -> Count:
    return Count(Counted.KINDS_OF_TAGS)


def each_rating_set(*, above: int) -> Count:
    return Count(Counted.RATING_SETS, base=above)


def each_production(resource: Resource) -> Count:
    return Count(Counted.PRODUCTION, resource=resource)


def each_card_in_hand(*, above: int = 0) -> Count:
    return Count(Counted.CARDS_IN_HAND, base=above)


def each_active_card() -> Count:
    return Count(Counted.ACTIVE_CARDS)


def each_tile_beside_ocean() -> Count:
    return Count(Counted.TILES_BESIDE_OCEAN)


def each_empty_space_beside_own_tiles() -> Count:
    return Count(Counted.EMPTY_SPACES_BESIDE_OWN_TILES)


def each_party_with_delegate(each: int) -> Count:
    return Count(Counted.PARTIES_WITH_DELEGATE, each=each)


def each_building_tag_and_city() -> Count:
    return Count(Counted.BUILDING_TAGS_AND_CITIES)


def each_corruption(each: int = 1, *, base: int = 0) -> Count:
    """With a `base`: as if the player had so much more."""
    return Count(Counted.CORRUPTION, each=each, base=base)


def each_claimed_token(*, every: int = 1) -> Count:
    return Count(Counted.CLAIMED_TOKENS, every=every)


def each_printed_crime_tag() -> Count:
    return Count(Counted.PRINTED_CRIME_TAGS)


def each_crime_tag(each: int = 1) -> Count:
    return Count(Counted.CRIME_TAGS, each=each)


def each_production_there_is() -> Count:
    return Count(Counted.PRODUCTIONS)


def each_taken() -> Count:
    """By the choice before."""
    return Count(Counted.LAST_AMOUNT)
