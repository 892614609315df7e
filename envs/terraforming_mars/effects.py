"""What cards do, as steps: plain data that reads like the card and lowers to rows of integers.

A step is an operation, an amount, its operands and, for a choice or a condition, nested steps. `OPERANDS` is the table of all
operations; a step that does not fit it cannot be built, so a slip in a card is an error at import.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import UnionType
from typing import Any

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

Operand = IntEnum | int | None
Signature = Mapping[str, type | UnionType]
Steps = tuple["Step", ...]


class Counted(IntEnum):
    TAGS = 0
    """Face up, the card being played included; own wild tags count once each, opponents' never."""
    CITIES = 1
    """In play, off-Mars and neutral ones included."""
    CITIES_ON_MARS = 2
    EVENTS_PLAYED = 3


@dataclass(frozen=True)
class Count:
    """An amount to be counted when it is needed: `each` for every `every` things, rounded down."""

    what: Counted
    tags: tuple[Tag, ...] = ()
    whose: Whose = Whose.OWN
    each: int = 1
    every: int = 1

    def __post_init__(self) -> None:
        if bool(self.tags) != (self.what == Counted.TAGS) or self.each < 1 or self.every < 1:
            raise ValueError(f"cannot count {self}")


def each_tag(*tags: Tag, whose: Whose = Whose.OWN, every: int = 1) -> Count:
    return Count(Counted.TAGS, tags, whose, every=every)


def each_city() -> Count:
    return Count(Counted.CITIES, whose=Whose.EVERYBODY)


def each_city_on_mars() -> Count:
    return Count(Counted.CITIES_ON_MARS, whose=Whose.EVERYBODY)


def each_event() -> Count:
    return Count(Counted.EVENTS_PLAYED, whose=Whose.EVERYBODY)


class Op(IntEnum):
    """What a step does with its amount `n` and the operands of `OPERANDS`."""

    # Stock and production
    GAIN = 0
    PRODUCTION = 1
    """By n; negative lowers, which is illegal below 0 (MC: below -5)."""
    DECREASE_ANY_PRODUCTION = 2
    """Exactly n from one player, oneself included; without a legal target the card is unplayable."""
    CONVERT_PRODUCTION = 3
    """Any number of steps from 1 on."""
    PRODUCTION_OF_BONUS = 4
    """Of one metal printed on the space just chosen."""
    RAISE_LOWEST_PRODUCTION = 5
    COPY_PRODUCTION = 6
    """Only the production box of an own card in play, decreases included, counts made anew."""
    GAIN_WHAT_ROSE = 7
    """For each step of the production that caused the trigger."""
    # Mars
    RAISE_TRACK = 8
    TERRAFORM_RATING = 9
    PLACE = 10
    CLAIM_SPACE = 11
    """A marker, not a tile: only its owner may place there, and the bonus waits for the tile."""
    # Project cards
    DRAW = 12
    DRAW_AND_KEEP = 13
    LOOK_AND_BUY = 14
    """Each card may be bought at the card price or is discarded."""
    DRAW_WITH_TAG = 15
    """Reveal until n match; the misses are discarded."""
    DRAW_WITH_ICON = 16
    """Reveal until n cards show that card resource (`Card.shows`)."""
    OPPONENTS_DRAW = 17
    DISCARD = 18
    REVEAL_TOP = 19
    """Discard the top card; if it has the tag, do the branch."""
    PLAY_CARD = 20
    """From the hand, now, paid for with so much off."""
    PLAY_PRELUDE = 21
    """Of `draw` new ones; the others are discarded."""
    # Resources on cards
    ADD_HERE = 22
    ADD_RESOURCE = 23
    """All to one card; lost without an eligible card, unless required. No kind: what that card holds."""
    ADD_TO_PLAYED_CARD = 24
    """To the card whose play caused the trigger, if it holds one of the kinds."""
    REMOVE_RESOURCE = 25
    """Exactly n from one card, or what follows does not happen. Solo: counts as done."""
    MAY_REMOVE_RESOURCE = 26
    """Up to n from one card, may be declined."""
    # Costs, always paid first
    SPEND = 27
    SPEND_HERE = 28
    SPEND_FROM_CARD = 29
    """From any own card."""
    EXCHANGE = 30
    """Any number from 1 on; n of the gain for each."""
    EXCHANGE_HERE = 31
    # Other players
    REMOVE = 32
    """Up to n from one player, may be declined."""
    STEAL = 33
    """Up to n from one opponent, may be declined. Solo: from the neutral opponent."""
    # For good
    METAL_VALUE = 34
    GREENERY_COST = 35
    # Choices and conditions
    CHOOSE = 36
    """One branch that can be carried out."""
    IF_TAGS = 37
    """With at least that many own tags (wild ones count) the first branch, otherwise the second."""
    IF_SOLO = 38
    ONLY_IF_RATING_ROSE = 39
    """Without a TR raised this generation, from any source, the action may not be taken."""
    FUND_AWARD = 40
    """Free of charge, but it takes one of the three slots."""
    REUSE_ACTION = 41
    """Of another own card that was used this generation; its costs are paid again."""


OPERANDS: dict[Op, Signature] = {
    Op.GAIN: {"resource": Resource},
    Op.PRODUCTION: {"resource": Resource},
    Op.DECREASE_ANY_PRODUCTION: {"resource": Resource},
    Op.CONVERT_PRODUCTION: {"source": Resource, "target": Resource},
    Op.PRODUCTION_OF_BONUS: {},
    Op.RAISE_LOWEST_PRODUCTION: {},
    Op.COPY_PRODUCTION: {"tag": Tag},
    Op.GAIN_WHAT_ROSE: {},
    Op.RAISE_TRACK: {"track": Track},
    Op.TERRAFORM_RATING: {},
    Op.PLACE: {"tile": Tile, "where": Where, "space": OffMars | None},
    Op.CLAIM_SPACE: {"where": Where},
    Op.DRAW: {},
    Op.DRAW_AND_KEEP: {"keep": int},
    Op.LOOK_AND_BUY: {},
    Op.DRAW_WITH_TAG: {"tag": Tag},
    Op.DRAW_WITH_ICON: {"kind": CardResource},
    Op.OPPONENTS_DRAW: {},
    Op.DISCARD: {},
    Op.REVEAL_TOP: {"tag": Tag},
    Op.PLAY_CARD: {"discount": int, "ignore_tracks": bool},
    Op.PLAY_PRELUDE: {"draw": int},
    Op.ADD_HERE: {},
    Op.ADD_RESOURCE: {"kind": CardResource | None, "to": To, "tag": Tag | None, "required": bool},
    Op.ADD_TO_PLAYED_CARD: {"kind": CardResource, "or_kind": CardResource},
    Op.REMOVE_RESOURCE: {"kind": CardResource, "victim": Victim},
    Op.MAY_REMOVE_RESOURCE: {"kind": CardResource, "victim": Victim},
    Op.SPEND: {"resource": Resource, "metal": Resource | None},
    Op.SPEND_HERE: {},
    Op.SPEND_FROM_CARD: {"kind": CardResource},
    Op.EXCHANGE: {"spend": Resource, "gain": Resource},
    Op.EXCHANGE_HERE: {"gain": Resource},
    Op.REMOVE: {"resource": Resource, "victim": Victim},
    Op.STEAL: {"resource": Resource},
    Op.METAL_VALUE: {"metal": Resource},
    Op.GREENERY_COST: {},
    Op.CHOOSE: {},
    Op.IF_TAGS: {"tag": Tag, "least": int},
    Op.IF_SOLO: {},
    Op.ONLY_IF_RATING_ROSE: {},
    Op.FUND_AWARD: {},
    Op.REUSE_ACTION: {},
}
BRANCHES = {Op.CHOOSE: (2, 9), Op.IF_TAGS: (1, 2), Op.IF_SOLO: (1, 2), Op.REVEAL_TOP: (1, 1)}
"""Fewest and most branches; all other operations have none."""
SIGNED = {Op.PRODUCTION, Op.GREENERY_COST}
"""Where a negative amount makes sense."""


def check_operands(owner: object, signature: Signature, operands: tuple[Operand, ...]) -> None:
    """Raise unless the operands are those of the signature; a flag is no number and a number no flag."""
    if len(operands) != len(signature):
        raise TypeError(f"{owner!r} takes {', '.join(signature) or 'no operands'}, not {operands}")
    for (name, wanted), value in zip(signature.items(), operands, strict=True):
        if not isinstance(value, wanted) or (wanted is int and type(value) is not int):
            raise TypeError(f"{owner!r}: {name} cannot be {value!r}")


@dataclass(frozen=True)
class Step:
    """One step of an effect. `step["where"]` is the operand of that name."""

    op: Op
    n: int | Count = 1
    operands: tuple[Operand, ...] = ()
    branches: tuple[Steps, ...] = ()

    def __post_init__(self) -> None:
        check_operands(self.op, OPERANDS[self.op], self.operands)
        if isinstance(self.n, int) and (self.n == 0 or (self.n < 0 and self.op not in SIGNED)):
            raise ValueError(f"{self.op!r} of {self.n}")
        fewest, most = BRANCHES.get(self.op, (0, 0))
        if not fewest <= len(self.branches) <= most or not all(self.branches):
            raise ValueError(f"{self.op!r} with branches {self.branches}")

    def __getitem__(self, name: str) -> Any:
        return self.operands[list(OPERANDS[self.op]).index(name)]


def steps(given: Step | Iterable[Step]) -> Steps:
    """One step or several."""
    found = (given,) if isinstance(given, Step) else tuple(given)
    if not all(isinstance(step, Step) for step in found):
        raise TypeError(f"not all steps: {found}")
    return found


def everything_in(given: Steps) -> Iterable[Step]:
    """The steps and all steps nested in them."""
    for step in given:
        yield step
        for branch in step.branches:
            yield from everything_in(branch)


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


def draw(
    n: int, *, keep: int = 0, buy: bool = False, tag: Tag | None = None, icon: CardResource | None = None
) -> Step:
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


def add_resource(
    kind: CardResource | None, n: int | Count, *, to: To = To.ANY_CARD, tag: Tag | None = None, required: bool = False
) -> Step:
    """Add to one own card (with that tag). No kind: of the kind that the card holds."""
    return Step(Op.ADD_RESOURCE, n, (kind, to, tag, required))


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
