"""What cards do, in the words that cards are written in. Each function gives one step or one count."""

from __future__ import annotations

from collections.abc import Iterable

from regolith.envs.terraforming_mars.language.steps import Count, Counted, Op, Step, steps
from regolith.envs.terraforming_mars.words import (
    MC,
    NORMAL_RULE,
    PLANTS,
    STEEL,
    TITANIUM,
    CardResource,
    OffMars,
    Resource,
    Tag,
    Tile,
    To,
    Track,
    Victim,
    Where,
    Whose,
)

# Amounts that are counted


def each_tag(*tags: Tag, whose: Whose = Whose.OWN, every: int = 1) -> Count:
    return Count(Counted.TAGS, tags, whose, every=every)


def each_city() -> Count:
    return Count(Counted.CITIES, whose=Whose.EVERYBODY)


def each_city_on_mars() -> Count:
    return Count(Counted.CITIES_ON_MARS, whose=Whose.EVERYBODY)


def each_event() -> Count:
    return Count(Counted.EVENTS_PLAYED, whose=Whose.EVERYBODY)


# Stock and production


def gain(resource: Resource, n: int | Count) -> Step:
    return Step(Op.GAIN, n, (resource,))


def production(resource: Resource, n: int | Count) -> Step:
    return Step(Op.PRODUCTION, n, (resource,))


def decrease_any_production(resource: Resource, n: int) -> Step:
    return Step(Op.DECREASE_ANY_PRODUCTION, n, (resource,))


def convert_production(source: Resource, target: Resource) -> Step:
    return Step(Op.CONVERT_PRODUCTION, 1, (source, target))


def production_of_bonus(n: int) -> Step:
    return Step(Op.PRODUCTION_OF_BONUS, n)


def raise_lowest_production(n: int) -> Step:
    return Step(Op.RAISE_LOWEST_PRODUCTION, n)


def copy_production(tag: Tag) -> Step:
    return Step(Op.COPY_PRODUCTION, 1, (tag,))


def gain_what_rose(n: int) -> Step:
    return Step(Op.GAIN_WHAT_ROSE, n)


# Mars


def raise_track(track: Track, n: int) -> Step:
    if track == Track.OCEANS:
        raise ValueError("oceans rise by placing tiles")
    return Step(Op.RAISE_TRACK, n, (track,))


def tr(n: int | Count) -> Step:
    return Step(Op.TERRAFORM_RATING, n)


def place(tile: Tile, n: int = 1, where: Where | None = None, space: OffMars | None = None) -> Step:
    """Tiles on the map, by their normal rule unless told otherwise, or one on a space beside the map."""
    if space is not None:
        if where is not None:
            raise ValueError(f"{space!r} is a space of its own")
        where = Where.OFF_MARS
    return Step(Op.PLACE, n, (tile, NORMAL_RULE.get(tile) if where is None else where, space))


def claim_space(where: Where) -> Step:
    return Step(Op.CLAIM_SPACE, 1, (where,))


# Project cards


def draw(n: int, *, keep: int = 0, buy: bool = False, tag: Tag | None = None, icon: CardResource | None = None) -> Step:
    """Draw cards: all of them, a choice of them, for money, or only those with a tag or an icon."""
    forms = [
        *([Step(Op.DRAW_AND_KEEP, n, (keep,))] if keep else []),
        *([Step(Op.LOOK_AND_BUY, n)] if buy else []),
        *([Step(Op.DRAW_WITH_TAG, n, (tag,))] if tag is not None else []),
        *([Step(Op.DRAW_WITH_ICON, n, (icon,))] if icon is not None else []),
    ]
    if len(forms) > 1 or (keep and not 0 < keep < n):
        raise ValueError(f"no such way to draw {n}")
    return forms[0] if forms else Step(Op.DRAW, n)


def opponents_draw(n: int) -> Step:
    return Step(Op.OPPONENTS_DRAW, n)


def discard(n: int) -> Step:
    return Step(Op.DISCARD, n)


def reveal_top(tag: Tag, then: Step) -> Step:
    return Step(Op.REVEAL_TOP, 1, (tag,), (steps(then),))


def play_card(*, discount: int = 0, ignore_tracks: bool = False) -> Step:
    """Play a card now; `ignore_tracks` waives requirements on global parameters, and only those."""
    return Step(Op.PLAY_CARD, 1, (discount, ignore_tracks))


def play_prelude(*, draw: int, play: int) -> Step:
    return Step(Op.PLAY_PRELUDE, play, (draw,))


# Resources on cards


def add_here(n: int) -> Step:
    return Step(Op.ADD_HERE, n)


def add_resource(kind: CardResource | None, n: int | Count, *, tag: Tag | None = None, required: bool = False) -> Step:
    """Add to one own card (with that tag), perhaps to this one. No kind: of the kind that the card holds."""
    return Step(Op.ADD_RESOURCE, n, (kind, To.ANY_CARD, tag, required))


def add_elsewhere(kind: CardResource, n: int, *, tag: Tag | None = None) -> Step:
    """Add to another own card (with that tag)."""
    return Step(Op.ADD_RESOURCE, n, (kind, To.OTHER_CARD, tag, False))


def add_to_filled_card(n: int) -> Step:
    """Add to an own card what it holds already; unplayable without such a card."""
    return Step(Op.ADD_RESOURCE, n, (None, To.FILLED_CARD, None, True))


def add_to_played_card(n: int, kind: CardResource, or_kind: CardResource) -> Step:
    return Step(Op.ADD_TO_PLAYED_CARD, n, (kind, or_kind))


def remove_resource(kind: CardResource, n: int, *, of: Victim) -> Step:
    return Step(Op.REMOVE_RESOURCE, n, (kind, of))


def may_remove_resource(kind: CardResource, n: int, *, of: Victim) -> Step:
    return Step(Op.MAY_REMOVE_RESOURCE, n, (kind, of))


# Costs


def spend(resource: Resource, n: int, *, or_pay: Resource | None = None) -> Step:
    """A cost; `or_pay` is the metal accepted for MC at its usual value."""
    if or_pay is not None and (resource != MC or or_pay not in (STEEL, TITANIUM)):
        raise ValueError(f"{or_pay!r} does not pay for {resource!r}")
    return Step(Op.SPEND, n, (resource, or_pay))


def spend_here(n: int) -> Step:
    return Step(Op.SPEND_HERE, n)


def spend_from_card(kind: CardResource, n: int) -> Step:
    return Step(Op.SPEND_FROM_CARD, n, (kind,))


def exchange(spend: Resource, gain: Resource, rate: int) -> Step:
    return Step(Op.EXCHANGE, rate, (spend, gain))


def exchange_here(gain: Resource, rate: int) -> Step:
    return Step(Op.EXCHANGE_HERE, rate, (gain,))


# Other players


def remove_plants(n: int) -> Step:
    return Step(Op.REMOVE, n, (PLANTS, Victim.ANYBODY))


def remove(resource: Resource, n: int, *, of: Victim) -> Step:
    return Step(Op.REMOVE, n, (resource, of))


def steal(resource: Resource, n: int) -> Step:
    return Step(Op.STEAL, n, (resource,))


# For good


def metal_value(metal: Resource, n: int) -> Step:
    if metal not in (STEEL, TITANIUM):
        raise ValueError(f"{metal!r} is not a metal")
    return Step(Op.METAL_VALUE, n, (metal,))


def greenery_cost(n: int) -> Step:
    return Step(Op.GREENERY_COST, n)


# Choices and conditions


def choose(*options: Step | Iterable[Step]) -> Step:
    return Step(Op.CHOOSE, branches=tuple(steps(option) for option in options))


def if_tags(tag: Tag, least: int, then: Step, otherwise: Step) -> Step:
    return Step(Op.IF_TAGS, 1, (tag, least), (steps(then), steps(otherwise)))


def if_solo(then: Step) -> Step:
    return Step(Op.IF_SOLO, branches=(steps(then),))


def only_if_rating_rose() -> Step:
    return Step(Op.ONLY_IF_RATING_ROSE)


def fund_award() -> Step:
    return Step(Op.FUND_AWARD)


def reuse_action() -> Step:
    return Step(Op.REUSE_ACTION)
