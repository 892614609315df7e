"""What a card is worth to play: rough sums over what is printed on it, made once when the table is built.

The evaluation prices these sums by the time left. Here only what does not depend on a position is judged: which branch of a choice
is the better one, how often an effect that waits will come to act. What a step brings stands in the row of its operation, the prices in
`card_prices.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from regolith.envs.terraforming_mars.language.card import Card, Scoring, counts_here
from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.lasting import Modifier, Rule, Trigger
from regolith.envs.terraforming_mars.language.lower import Lowering
from regolith.envs.terraforming_mars.language.operation import Branching, Gives, Here
from regolith.envs.terraforming_mars.language.steps import Step, Steps
from regolith.envs.terraforming_mars.player.card_prices import (
    ANY_RESOURCE,
    BESIDE_A_TILE,
    CARD_DRAWN,
    CARDS_A_GENERATION,
    CARDS_BOUGHT,
    CITIES_GUESSED,
    CITIES_TO_COME,
    CITY_ON_MARS,
    COLONIES_GUESSED,
    COLONIES_TO_COME,
    COUNTED_HERE,
    DELEGATE,
    EVERYBODY,
    GREENERY,
    HARM,
    LEEWAY_ONCE,
    MADE_OF_IT,
    OF_KIND,
    OF_UNDERGROUND,
    OTHERS_GUESSED,
    OWN_GUESSED,
    PAYS,
    POINT,
    PRODUCED,
    RATE,
    RATING,
    REVEALED_TAG,
    RULE_AS_SUCH,
    RULE_BY_STEP,
    SPECIAL_TILE,
    TAG_RATE,
    UNIT,
)
from regolith.envs.terraforming_mars.player.weights import Underground
from regolith.envs.terraforming_mars.rooms import CARDS, NONE, RESOURCES, TRACKS
from regolith.envs.terraforming_mars.rules.price import CARD_PRICE
from regolith.envs.terraforming_mars.words import CardResource, Resource, Tile, Track, Where, Whose


class Sum:
    """What steps bring, in the kinds that the evaluation prices differently. Rows of operations add to it (`language/operation.py`)."""

    def __init__(self, held: Held, holds: CardResource | None) -> None:
        self.held, self.holds = held, holds
        """What one resource on the card is worth that the steps are printed on, and which kind lies there."""
        self.production, self.stock = np.zeros(RESOURCES), np.zeros(RESOURCES)
        self.steps = np.zeros(TRACKS)
        self.rating = self.greeneries = self.cities = self.cards = self.points = 0.0
        self.built = self.sent = 0.0
        """Colonies, and trade fleets."""
        self.corrupted = self.dug = self.found = 0.0
        """Corruption, excavations, and tokens claimed out of several."""
        self.harmed = 0.0
        """MC that an opponent loses."""
        self.kept: int = NONE
        """A resource of which only so much may be kept."""

    def add(self, other: Sum, times: float = 1.0) -> None:
        self.production += times * other.production
        self.stock += times * other.stock
        self.steps += times * other.steps
        for name in PLAIN:
            setattr(self, name, getattr(self, name) + times * getattr(other, name))

    def raised(self) -> float:
        """Steps of the terraform rating."""
        return float(self.rating + self.steps.sum())

    def in_mc(self) -> float:
        """Everything but points, rating and what comes from under ground."""
        prices = np.array(UNIT)
        land = GREENERY * self.greeneries + CITY_ON_MARS * self.cities + CARD_DRAWN * self.cards + HARM * self.harmed
        return float(self.stock @ prices + PRODUCED * (self.production @ prices) + land)

    def underground(self) -> Underground:
        return Underground(self.corrupted, self.dug, self.found)

    def total(self) -> float:
        below = float(np.dot(OF_UNDERGROUND, self.underground()))
        return self.in_mc() + below + RATING * self.raised() + POINT * self.points

    def of(self, steps: Steps) -> Sum:
        """What other steps of the same card bring."""
        return brought(steps, self.held, self.holds)

    def gain(self, resource: Resource, n: float) -> None:
        self.stock[resource] += n

    def produce(self, resource: Resource, n: float) -> None:
        self.production[resource] += n

    def raise_track(self, track: Track, n: float) -> None:
        self.steps[track] += n

    def rate(self, n: float) -> None:
        self.rating += n

    def draw(self, n: float) -> None:
        self.cards += n

    def build_colony(self, n: float) -> None:
        self.built += n

    def gain_fleets(self, n: float) -> None:
        self.sent += n

    def corrupt(self, n: float) -> None:
        self.corrupted += n

    def excavate(self, n: float) -> None:
        self.dug += n

    def claim_found(self, n: float) -> None:
        self.found += n

    def send_delegates(self, n: float) -> None:
        self.gain(Resource.MC, DELEGATE * n)

    def keep_at_most(self, resource: Resource) -> None:
        self.kept = int(resource)

    def score(self, n: float) -> None:
        self.points += n

    def harm(self, resource: Resource, n: float) -> None:
        self.harmed += n * UNIT[resource]

    def harm_production(self, resource: Resource, n: float) -> None:
        self.harmed += n * PRODUCED * UNIT[resource]

    def help_others(self, cards: float) -> None:
        self.harmed -= cards * CARD_DRAWN

    def put_here(self, n: float) -> None:
        self.stock[Resource.MC] += n * self.held.mc
        self.points += n * self.held.points

    def put_on_a_card(self, kind: CardResource | None, n: float) -> None:
        """On a card that is to be chosen: this one, or one that may be there."""
        mc = ANY_RESOURCE if kind is None else OF_KIND.get(kind, ANY_RESOURCE)
        if kind is not None and kind is self.holds and self.held.total() >= mc:
            self.put_here(n)
        else:
            self.stock[Resource.MC] += n * mc

    def take_from_a_card(self, kind: CardResource, n: float) -> None:
        self.stock[Resource.MC] -= n * OF_KIND.get(kind, ANY_RESOURCE)

    def place(self, tile: Tile, where: Where, n: float) -> None:
        if tile == Tile.OCEAN_TILE:
            self.steps[Track.OCEANS] += n
            self.stock[Resource.MC] += SPECIAL_TILE * n
        elif tile == Tile.GREENERY_TILE:
            self.greeneries += n
        elif where == Where.OFF_MARS:
            return
        elif tile in (Tile.CITY_TILE, Tile.CAPITAL):
            self.cities += n
        else:
            self.stock[Resource.MC] += SPECIAL_TILE * n

    def best(self, branches: Sequence[Steps]) -> None:
        self.add(max(map(self.of, branches), key=Sum.total))

    def average(self, branches: Sequence[Steps]) -> None:
        for branch in branches:
            self.add(self.of(branch), 1 / len(branches))

    def chance(self, branch: Steps) -> None:
        """A branch that happens if a revealed card has a given tag."""
        self.add(self.of(branch), REVEALED_TAG)


COLUMNS = ("rating", "greeneries", "cities", "cards", "points", "harmed", "built", "sent")
PLAIN = (*COLUMNS, "corrupted", "dug", "found")


@dataclass(frozen=True)
class Held:
    """What one resource on a card is worth."""

    mc: float = 0.0
    points: float = 0.0

    def total(self) -> float:
        return self.mc + POINT * self.points


def guess(n: int | Count) -> float:
    """An amount, or a guess at it."""
    if isinstance(n, int):
        return float(n)
    if n.whose == Whose.OWN:
        return OWN_GUESSED[n.what] / n.every * n.each
    guesses = {
        Counted.CITIES: CITIES_GUESSED,
        Counted.CITIES_ON_MARS: CITIES_GUESSED,
        Counted.COLONIES: COLONIES_GUESSED,
    }
    return guesses.get(n.what, OTHERS_GUESSED) / n.every * n.each


def brought(given: Steps, held: Held, holds: CardResource | None) -> Sum:
    """What steps bring. A cost counts negative."""
    total = Sum(held, holds)
    for step in given:
        step.row.worth(total, step, guess(step.n))
    return total


def held_on(card: Card) -> Held:
    """By its points, by what it pays for, and by what the card's own action makes of it."""
    points = mc = 0.0
    if card.vp is not None and card.vp.scoring in (Scoring.PER_RESOURCE_HERE, Scoring.IF_ANY_RESOURCE_HERE):
        points = card.vp.n / card.vp.every
    for modifier in card.modifiers:
        if modifier.rule == Rule.PAY_WITH_RESOURCE:
            mc = PAYS * modifier.n
        elif modifier.rule == Rule.HEAT_FROM_RESOURCE:
            mc = PAYS * modifier.n * UNIT[Resource.HEAT]
    effects = (card.action, *(passive.steps for passive in card.passives))
    if any(counts_here(step.n) for step in card.every_step()):
        mc = COUNTED_HERE
    chosen = [step for steps in effects for step in steps if step.row.branching == Branching.CHOSEN]
    for branch in (branch for step in chosen for branch in step.branches):
        spent = sum(guess(step.n) for step in branch if step.row.here == Here.SPENDS)
        if spent:
            others = tuple(step for step in branch if step.row.here != Here.SPENDS)
            mc = max(mc, MADE_OF_IT * brought(others, Held(), None).total() / spent)
        exchanges = [(step,) for step in branch if step.row.here == Here.EXCHANGES]
        mc = max([mc, *(brought(exchange, Held(), None).total() for exchange in exchanges)])
    return Held(mc, points)


def changed_rules(modifiers: Iterable[Modifier]) -> tuple[float, float]:
    """What changed rules are worth in MC: each generation, and at once."""
    lasting = once = 0.0
    for modifier in modifiers:
        if modifier.rule == Rule.CARD_DISCOUNT:
            tag = modifier["tag"]
            lasting += modifier.n * (CARDS_A_GENERATION if tag is None else TAG_RATE[tag])
        elif modifier.rule == Rule.NEXT_CARD_DISCOUNT:
            once += PAYS * modifier.n
        elif modifier.rule == Rule.NEXT_CARD_LEEWAY:
            once += LEEWAY_ONCE
        elif modifier.rule == Rule.CARD_PRICE:
            lasting -= (modifier.n - CARD_PRICE) * CARDS_BOUGHT
        else:
            lasting += RULE_BY_STEP.get(modifier.rule, 0.0) * modifier.n + RULE_AS_SUCH.get(modifier.rule, 0.0)
    return lasting, once


def printed_points(card: Card) -> float:
    """Points that the card has by itself; those for tags are counted in the position."""
    if card.vp is None:
        return 0.0
    guesses = {
        Scoring.FIXED: 1.0,
        Scoring.PER_CITY: CITIES_GUESSED + CITIES_TO_COME,
        Scoring.PER_COLONY: COLONIES_GUESSED + COLONIES_TO_COME,
        Scoring.PER_ADJACENT_CITY: BESIDE_A_TILE,
        Scoring.PER_ADJACENT_OCEAN: BESIDE_A_TILE,
    }
    return guesses.get(card.vp.scoring, 0.0) * card.vp.n / card.vp.every


def counted_step(card: Card) -> Step | None:
    """The step of a card whose amount is to be counted in the position: no card has two that matter."""
    for step in card.on_play:
        if isinstance(step.n, Count) and step.row.gives in (Gives.STOCK, Gives.PRODUCTION, Gives.RATING):
            return step
    return None


def own_share(card: Card, count: Count) -> float:
    """What the card itself adds to a count when it comes into play."""
    if count.what == Counted.CARDS_WITHOUT_TAGS:
        return float(not card.tags)
    if count.what != Counted.TAGS or count.whose == Whose.OPPONENTS:
        return 0.0
    return sum(tag in count.tags for tag in card.tags) / count.every * count.each


def counted_columns(lowering: Lowering, cards: dict[int, Card]) -> dict[str, np.ndarray[Any, Any]]:
    """The count that the worth of playing a card depends on, what is gained for each, and what the card itself adds."""
    columns: dict[str, np.ndarray[Any, Any]] = {
        name: np.full(CARDS, NONE, np.int32) for name in ("counted", "counted_as", "counted_resource")
    }
    columns["counted_own"] = np.zeros(CARDS)
    for at, card in cards.items():
        step = counted_step(card)
        if step is not None and isinstance(step.n, Count):
            columns["counted"][at], columns["counted_as"][at] = lowering.counts.index(step.n), step.row.gives
            columns["counted_own"][at] = own_share(card, step.n)
            if step.row.gives != Gives.RATING:
                columns["counted_resource"][at] = step["resource"]
    return columns


def worth_columns(lowering: Lowering, cards: dict[int, Card]) -> dict[str, np.ndarray[Any, Any]]:
    """The columns of the table that the evaluation reads.

    `worth_...`: what playing the card brings; `use_...`: one use of its action; `lasting_...`: what else it brings each generation;
    `held_...`: each resource that lies on it.
    """
    columns = {f"worth_{name}": np.zeros(CARDS) for name in COLUMNS}
    columns |= {f"worth_{name}": np.zeros((CARDS, RESOURCES)) for name in ("production", "stock")}
    columns["worth_steps"] = np.zeros((CARDS, TRACKS))
    columns |= {
        f"{name}_underground": np.zeros((CARDS, len(Underground._fields))) for name in ("worth", "use", "lasting")
    }
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
        waiting = Sum(held, card.holds)
        for passive in card.passives:
            rate = RATE.get(passive.trigger) or sum(TAG_RATE[tag] for tag in passive.tags)
            rate *= EVERYBODY if passive.trigger == Trigger.ANY_TAG else 1.0
            effect = brought(passive.steps, held, card.holds)
            waiting.add(effect, rate if effect.total() > 0 else 0.0)
            if passive.this_too:
                now.add(effect, sum(card.tags.count(tag) for tag in passive.tags) or int(not passive.tags))
        use = brought(card.action, held, card.holds)
        if use.total() <= 0:
            use = Sum(held, card.holds)
        for name in COLUMNS:
            columns[f"worth_{name}"][at] = getattr(now, name)
        columns["worth_points"][at] += printed_points(card)
        columns["worth_production"][at], columns["worth_stock"][at] = now.production, now.stock
        columns["worth_stock"][at, Resource.MC] += once + card.start_mc
        columns["worth_steps"][at] = now.steps
        for name, total in (("worth", now), ("use", use), ("lasting", waiting)):
            columns[f"{name}_underground"][at] = total.underground()
        columns["use_mc"][at], columns["use_points"][at], columns["use_rating"][at] = (
            use.in_mc(),
            use.points,
            use.raised(),
        )
        columns["use_energy"][at] = max(0.0, -use.stock[Resource.ENERGY])
        raised = np.flatnonzero(use.steps)
        columns["use_track"][at] = raised[0] if len(raised) else NONE
        columns["lasting_mc"][at] = lasting + waiting.in_mc() + RATING * waiting.raised()
        columns["lasting_points"][at] = waiting.points
        columns["held_mc"][at], columns["held_points"][at] = held.mc, held.points
    return columns | counted_columns(lowering, cards)
