"""Steps of effects and the amounts they count: plain data that lowers to rows of integers.

A step is an operation, an amount, its operands and, for a choice or a condition, nested steps. `OPERANDS` is the table
of all operations; a step that does not fit it cannot be built, so a slip in a card is an error at import.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import UnionType
from typing import Any

from regolith.envs.terraforming_mars.words import (
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
UNCOUNTED = {
    *(Op.CONVERT_PRODUCTION, Op.COPY_PRODUCTION, Op.CLAIM_SPACE, Op.REVEAL_TOP, Op.PLAY_CARD, Op.CHOOSE, Op.IF_TAGS),
    *(Op.IF_SOLO, Op.ONLY_IF_RATING_ROSE, Op.FUND_AWARD, Op.REUSE_ACTION),
}
"""Where the amount means nothing and stays 1."""


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
        if self.op in UNCOUNTED and self.n != 1:
            raise ValueError(f"{self.op!r} has no amount")
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
