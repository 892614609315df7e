"""What a card is worth to play: rough sums over what is printed on it, made once when the table is built.

The evaluation prices these sums by the time left. Here only what does not depend on a position is judged: which branch of a choice
is the better one, how often an effect that waits will come to act. All such prices are in MC in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.language.card import Card, Scoring
from regolith.envs.terraforming_mars.language.lasting import Modifier, Rule, Trigger
from regolith.envs.terraforming_mars.language.lower import Lowering
from regolith.envs.terraforming_mars.language.steps import Count, Counted, Op, Step, Steps
from regolith.envs.terraforming_mars.state import CARDS, NONE, RESOURCES, TRACKS
from regolith.envs.terraforming_mars.words import (
    ANIMAL,
    ANIMALS,
    BUILDING,
    CITY,
    EARTH,
    ENERGY,
    FLOATERS,
    JOVIAN,
    MC,
    MICROBE,
    MICROBES,
    PLANT,
    POWER,
    SCIENCE,
    SPACE,
    STEEL,
    VENUS,
    CardResource,
    Tag,
    Tile,
    Track,
    Where,
    Whose,
)

UNIT = (1.0, 1.8, 2.7, 1.9, 1.0, 0.9)
"""A unit of each resource."""
PRODUCED = 4.5
"""So many units is a production worth."""
POINT, RATING, GREENERY, CITY_ON_MARS, CARD_DRAWN = 7.0, 11.0, 19.0, 9.0, 3.5
SPECIAL_TILE = 2.0
"""For the bonus of its space."""
OF_KIND = {ANIMALS: 3.0, MICROBES: 1.2, FLOATERS: 1.5}
"""A resource for a card that may or may not be there; `ANY_RESOURCE` where the kind is open."""
ANY_RESOURCE = 1.5
HARM = 0.5
"""What an opponent loses is worth so much of what he loses."""
TAGS_GUESSED, CITIES_GUESSED, OTHERS_GUESSED = 2.5, 3.0, 4.0
"""What is counted, where no position tells: own tags, cities, tags of opponents and events."""

TAG_RATE: dict[Tag, float] = {
    BUILDING: 0.9,
    SPACE: 0.7,
    SCIENCE: 0.5,
    POWER: 0.35,
    EARTH: 0.5,
    JOVIAN: 0.25,
    PLANT: 0.4,
    MICROBE: 0.3,
    ANIMAL: 0.2,
    CITY: 0.3,
    VENUS: 0.4,
}
"""Cards with that tag that one player plays in a generation."""
CARDS_A_GENERATION = 2.5
EVERYBODY = 2.0
"""Events of everybody, for each own one."""
RATE: dict[Trigger, float] = {
    Trigger.OWN_EVENT: 0.6,
    Trigger.OWN_SPACE_EVENT: 0.4,
    Trigger.OWN_VP_CARD: 0.8,
    Trigger.OWN_COST_20: 0.8,
    Trigger.OWN_STANDARD_PROJECT: 0.6,
    Trigger.OWN_CITY: 0.25,
    Trigger.ANY_CITY: 0.7,
    Trigger.ANY_CITY_ON_MARS: 0.6,
    Trigger.OWN_GREENERY: 0.6,
    Trigger.ANY_OCEAN: 0.8,
    Trigger.OWN_TILE_ON_METAL: 0.4,
    Trigger.ANY_VENUS_STEP: 1.0,
    Trigger.OWN_PRODUCTION_STEP: 1.5,
}
"""How often the event happens in a generation."""
REVEALED_TAG = 0.1
"""How often a revealed card has a given tag."""


@dataclass
class Sum:
    """What steps bring, in the kinds that the evaluation prices differently."""

    production: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(RESOURCES))
    stock: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(RESOURCES))
    steps: np.ndarray[Any, Any] = field(default_factory=lambda: np.zeros(TRACKS))
    rating: float = 0.0
    greeneries: float = 0.0
    cities: float = 0.0
    cards: float = 0.0
    points: float = 0.0
    harm: float = 0.0
    """MC that an opponent loses."""

    def add(self, other: Sum, times: float = 1.0) -> None:
        self.production += times * other.production
        self.stock += times * other.stock
        self.steps += times * other.steps
        for name in ("rating", "greeneries", "cities", "cards", "points", "harm"):
            setattr(self, name, getattr(self, name) + times * getattr(other, name))

    def raised(self) -> float:
        """Steps of the terraform rating."""
        return float(self.rating + self.steps.sum())

    def in_mc(self) -> float:
        """Everything but points and rating."""
        prices = np.array(UNIT)
        land = GREENERY * self.greeneries + CITY_ON_MARS * self.cities + CARD_DRAWN * self.cards + HARM * self.harm
        return float(self.stock @ prices + PRODUCED * (self.production @ prices) + land)

    def total(self) -> float:
        return self.in_mc() + RATING * self.raised() + POINT * self.points


def guess(n: int | Count) -> float:
    """An amount, or a guess at it."""
    if isinstance(n, int):
        return float(n)
    if n.what == Counted.TAGS and n.whose == Whose.OWN:
        return TAGS_GUESSED / n.every * n.each
    return (OTHERS_GUESSED if n.what in (Counted.TAGS, Counted.EVENTS_PLAYED) else CITIES_GUESSED) / n.every * n.each


@dataclass(frozen=True)
class Held:
    """What one resource on a card is worth."""

    mc: float = 0.0
    points: float = 0.0

    def total(self) -> float:
        return self.mc + POINT * self.points


def held_on(card: Card) -> Held:
    """By its points, by what it pays for, and by what the card's own action makes of it."""
    points = mc = 0.0
    if card.vp is not None and card.vp.scoring in (Scoring.PER_RESOURCE_HERE, Scoring.IF_ANY_RESOURCE_HERE):
        points = card.vp.n / card.vp.every
    for modifier in card.modifiers:
        if modifier.rule == Rule.PAY_WITH_RESOURCE:
            mc = 0.8 * modifier.n
    ways = [step.branches for step in card.action if step.op == Op.CHOOSE]
    ways += [step.branches for passive in card.passives for step in passive.steps if step.op == Op.CHOOSE]
    for branch in (branch for branches in ways for branch in branches):
        spent = sum(guess(step.n) for step in branch if step.op == Op.SPEND_HERE)
        if spent:
            others = tuple(step for step in branch if step.op != Op.SPEND_HERE)
            mc = max(mc, 0.85 * brought(others, Held(), None).total() / spent)
        mc = max([mc, *(guess(step.n) for step in branch if step.op == Op.EXCHANGE_HERE)])
    return Held(mc, points)


def put(total: Sum, held: Held, n: float) -> None:
    total.stock[MC] += n * held.mc
    total.points += n * held.points


def elsewhere(total: Sum, kind: CardResource | None, n: float, held: Held, holds: CardResource | None) -> None:
    """Resources for a card that is to be chosen: this one, or one that may be there."""
    mc = ANY_RESOURCE if kind is None else OF_KIND.get(kind, ANY_RESOURCE)
    if kind is not None and kind is holds and held.total() >= mc:
        put(total, held, n)
    else:
        total.stock[MC] += n * mc


def brought(given: Steps, held: Held, holds: CardResource | None) -> Sum:
    """What steps bring. A cost counts negative."""
    total = Sum()
    for step in given:
        n = guess(step.n)
        if step.op == Op.CHOOSE:
            total.add(max((brought(branch, held, holds) for branch in step.branches), key=Sum.total))
        elif step.op == Op.IF_TAGS:
            for branch in step.branches:
                total.add(brought(branch, held, holds), 1 / len(step.branches))
        elif step.op == Op.REVEAL_TOP:
            total.add(brought(step.branches[0], held, holds), REVEALED_TAG)
        else:
            one_step(total, step, n, held, holds)
    return total


def one_step(total: Sum, step: Step, n: float, held: Held, holds: CardResource | None) -> None:
    """Add a step without branches."""
    op = step.op
    if op == Op.GAIN:
        total.stock[step["resource"]] += n
    elif op == Op.PRODUCTION:
        total.production[step["resource"]] += n
    elif op == Op.DECREASE_ANY_PRODUCTION:
        total.harm += n * PRODUCED * UNIT[step["resource"]]
    elif op == Op.CONVERT_PRODUCTION:
        total.stock[MC] += 2.0
    elif op == Op.PRODUCTION_OF_BONUS:
        total.production[STEEL] += n
    elif op == Op.RAISE_LOWEST_PRODUCTION:
        total.production[MC] += 1.5 * n
    elif op == Op.COPY_PRODUCTION:
        total.production[MC] += 2.0
    elif op == Op.GAIN_WHAT_ROSE:
        total.stock[MC] += 1.5 * n
    elif op == Op.RAISE_TRACK:
        total.steps[step["track"]] += n
    elif op == Op.TERRAFORM_RATING:
        total.rating += n
    elif op == Op.PLACE:
        tile(total, step, n)
    elif op == Op.CLAIM_SPACE:
        total.stock[MC] += 2.0
    elif op in (Op.DRAW, Op.DRAW_WITH_TAG, Op.DRAW_WITH_ICON):
        total.cards += n
    elif op == Op.DRAW_AND_KEEP:
        total.cards += 1.3 * step["keep"]
    elif op == Op.LOOK_AND_BUY:
        total.stock[MC] += 1.2 * n
    elif op == Op.OPPONENTS_DRAW:
        total.harm -= n * CARD_DRAWN
    elif op == Op.DISCARD:
        total.cards -= 0.4 * n
    elif op == Op.PLAY_CARD:
        total.stock[MC] += 0.7 * step["discount"] + 5.0 * step["ignore_tracks"]
    elif op == Op.PLAY_PRELUDE:
        total.stock[MC] += 24.0 * n
    elif op == Op.ADD_HERE:
        put(total, held, n)
    elif op == Op.ADD_RESOURCE:
        elsewhere(total, step["kind"], n, held, holds)
    elif op in (Op.ADD_TO_PLAYED_CARD, Op.MAY_REMOVE_RESOURCE):
        total.stock[MC] += n
    elif op == Op.SPEND:
        total.stock[step["resource"]] -= n
    elif op == Op.SPEND_HERE:
        put(total, held, -n)
    elif op == Op.SPEND_FROM_CARD:
        total.stock[MC] -= n * OF_KIND.get(step["kind"], ANY_RESOURCE)
    elif op in (Op.EXCHANGE, Op.EXCHANGE_HERE):
        total.stock[step["gain"]] += n
    elif op == Op.REMOVE or op == Op.STEAL:
        total.harm += n * UNIT[step["resource"]]
        if op == Op.STEAL:
            total.stock[step["resource"]] += n
    elif op == Op.METAL_VALUE:
        total.stock[MC] += 6.0 * n
    elif op == Op.GREENERY_COST:
        total.stock[MC] -= 8.0 * n
    elif op == Op.FUND_AWARD:
        total.points += 2.0
    elif op == Op.REUSE_ACTION:
        total.stock[MC] += 4.0


def tile(total: Sum, step: Step, n: float) -> None:
    if step["tile"] == Tile.OCEAN_TILE:
        total.steps[Track.OCEANS] += n
        total.stock[MC] += SPECIAL_TILE * n
    elif step["tile"] == Tile.GREENERY_TILE:
        total.greeneries += n
    elif step["where"] == Where.OFF_MARS:
        return
    elif step["tile"] in (Tile.CITY_TILE, Tile.CAPITAL):
        total.cities += n
    else:
        total.stock[MC] += SPECIAL_TILE * n


def changed_rules(modifiers: Iterable[Modifier]) -> tuple[float, float]:
    """What changed rules are worth in MC: each generation, and at once."""
    lasting = once = 0.0
    for modifier in modifiers:
        if modifier.rule == Rule.CARD_DISCOUNT:
            tag = modifier["tag"]
            lasting += modifier.n * (CARDS_A_GENERATION if tag is None else TAG_RATE[tag])
        elif modifier.rule == Rule.NEXT_CARD_DISCOUNT:
            once += 0.8 * modifier.n
        elif modifier.rule == Rule.NEXT_CARD_LEEWAY:
            once += 2.0
        elif modifier.rule == Rule.STANDARD_PROJECT_DISCOUNT:
            lasting += 0.1 * modifier.n
        elif modifier.rule == Rule.LEEWAY:
            lasting += 0.4 * modifier.n
        elif modifier.rule == Rule.HEAT_AS_MC:
            lasting += 1.0
        elif modifier.rule in (Rule.SHIELD, Rule.SHIELD_CARDS):
            lasting += 0.3
    return lasting, once


def printed_points(card: Card) -> float:
    """Points that the card has by itself; those for tags are counted in the position."""
    if card.vp is None:
        return 0.0
    guesses = {
        Scoring.FIXED: 1.0,
        Scoring.PER_CITY: CITIES_GUESSED + 2.0,
        Scoring.PER_ADJACENT_CITY: 1.5,
        Scoring.PER_ADJACENT_OCEAN: 1.5,
    }
    return guesses.get(card.vp.scoring, 0.0) * card.vp.n / card.vp.every


def counted_step(card: Card) -> Step | None:
    """The step of a card whose amount is to be counted in the position: no card has two that matter."""
    for step in card.on_play:
        if isinstance(step.n, Count) and step.op in (Op.GAIN, Op.PRODUCTION, Op.TERRAFORM_RATING):
            return step
    return None


def own_share(card: Card, count: Count) -> float:
    """What the card itself adds to a count when it comes into play."""
    if count.what != Counted.TAGS or count.whose == Whose.OPPONENTS:
        return 0.0
    return sum(tag in count.tags for tag in card.tags) / count.every * count.each


def counted_columns(lowering: Lowering, cards: dict[int, Card]) -> dict[str, np.ndarray[Any, Any]]:
    """The count that the worth of playing a card depends on, what is gained for each, and what the card itself adds."""
    columns: dict[str, np.ndarray[Any, Any]] = {
        name: np.full(CARDS, NONE, np.int32) for name in ("counted", "counted_op", "counted_resource")
    }
    columns["counted_own"] = np.zeros(CARDS)
    for at, card in cards.items():
        step = counted_step(card)
        if step is not None and isinstance(step.n, Count):
            columns["counted"][at], columns["counted_op"][at] = lowering.counts.index(step.n), step.op
            columns["counted_own"][at] = own_share(card, step.n)
            if step.op != Op.TERRAFORM_RATING:
                columns["counted_resource"][at] = step["resource"]
    return columns


def worth_columns(lowering: Lowering, cards: dict[int, Card]) -> dict[str, np.ndarray[Any, Any]]:
    """The columns of the table that the evaluation reads.

    `worth_...`: what playing the card brings; `use_...`: one use of its action; `lasting_...`: what else it brings each generation;
    `held_...`: each resource that lies on it.
    """
    plain = ("rating", "greeneries", "cities", "cards", "points", "harm")
    columns = {f"worth_{name}": np.zeros(CARDS) for name in plain}
    columns |= {f"worth_{name}": np.zeros((CARDS, RESOURCES)) for name in ("production", "stock")}
    columns["worth_steps"] = np.zeros((CARDS, TRACKS))
    for name in (
        "use_mc",
        "use_points",
        "use_rating",
        "use_energy",
        "lasting_mc",
        "lasting_points",
        "held_mc",
        "held_points",
    ):
        columns[name] = np.zeros(CARDS)
    columns["use_track"] = np.full(CARDS, NONE, np.int32)
    for at, card in cards.items():
        held = held_on(card)
        counted = counted_step(card)
        at_once = tuple(step for step in card.on_play if step is not counted) + card.first_action
        now = brought(at_once, held, card.holds)
        lasting, once = changed_rules(card.modifiers)
        waiting = Sum()
        for passive in card.passives:
            rate = RATE.get(passive.trigger) or sum(TAG_RATE[tag] for tag in passive.tags)
            rate *= EVERYBODY if passive.trigger == Trigger.ANY_TAG else 1.0
            effect = brought(passive.steps, held, card.holds)
            waiting.add(effect, rate if effect.total() > 0 else 0.0)
            if passive.this_too:
                now.add(effect, sum(card.tags.count(tag) for tag in passive.tags) or int(not passive.tags))
        use = brought(card.action, held, card.holds)
        if use.total() <= 0:
            use = Sum()
        for name in plain:
            columns[f"worth_{name}"][at] = getattr(now, name)
        columns["worth_points"][at] += printed_points(card)
        columns["worth_production"][at], columns["worth_stock"][at] = now.production, now.stock
        columns["worth_stock"][at, MC] += once + card.start_mc
        columns["worth_steps"][at] = now.steps
        columns["use_mc"][at], columns["use_points"][at], columns["use_rating"][at] = (
            use.in_mc(),
            use.points,
            use.raised(),
        )
        columns["use_energy"][at] = max(0.0, -use.stock[ENERGY])
        raised = np.flatnonzero(use.steps)
        columns["use_track"][at] = raised[0] if len(raised) else NONE
        columns["lasting_mc"][at] = lasting + waiting.in_mc() + RATING * waiting.raised()
        columns["lasting_points"][at] = waiting.points
        columns["held_mc"][at], columns["held_points"][at] = held.mc, held.points
    return columns | counted_columns(lowering, cards)
