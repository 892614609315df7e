"""Operations on stocks and productions, in the words that cards write."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.language.counts import Count, fixed
from regolith.envs.terraforming_mars.language.operation import (
    Family,
    Gives,
    Holds,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import amount, change, made, some, word
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC, STEEL, TITANIUM, Resource, Tag

NOTHING = fixed(0)


class Stock(IntEnum):
    GAIN = Family.STOCK
    PRODUCTION = 2
    """By n; negative lowers, which is illegal below 0 (MC: below -5)."""
    CONVERT_PRODUCTION = 3
    """Any number of steps from 1 on."""
    PRODUCTION_OF_BONUS = 4
    """Of one metal printed on the space just chosen."""
    RAISE_LOWEST_PRODUCTION = 5
    COPY_PRODUCTION = 6
    """Only the production box of an own card in play, decreases included, counts made anew."""
    GAIN_WHAT_ROSE = 7
    """For each step of the production that caused the trigger."""
    SPEND = 8
    EXCHANGE = 9
    """Any number from 1 on; n of the gain for each."""
    METAL_VALUE = 10
    GREENERY_COST = 11
    LOSE = 12
    """As much of it as is there."""
    LOSE_PRODUCTION = 13
    """As many steps as it is above 0."""
    KEEP_AT_MOST = 14
    """What is above that is lost."""
    GAIN_ANY = 15
    """n units, each of a resource that the player chooses."""


operation(
    Stock.GAIN,
    lambda step: f"gain {amount(step, step['resource'])}",
    {"resource": Resource},
    gives=Gives.STOCK,
    worth=lambda total, step, n: total.gain(step["resource"], n),
)
operation(
    Stock.PRODUCTION,
    lambda step: f"{made(step['resource'])} {change(step)}",
    {"resource": Resource},
    signed=True,
    gives=Gives.PRODUCTION,
    in_production_box=True,
    worth=lambda total, step, n: total.produce(step["resource"], n),
)
operation(
    Stock.CONVERT_PRODUCTION,
    lambda step: f"turn any {made(step['source'])} into {made(step['target'])}",
    {"source": Resource, "target": Resource},
    counted=False,
    asks=Kind.AMOUNT,
    question="choose how much production to convert",
    choice=lambda choice: f"{made(choice.step['source'])} -{choice.i}, {made(choice.step['target'])} +{choice.i}",
    worth=lambda total, step, n: total.gain(MC, 2.0),
)
operation(
    Stock.PRODUCTION_OF_BONUS,
    "production of that metal +{n}",
    in_production_box=True,
    worth=lambda total, step, n: total.produce(STEEL, n),
)
operation(
    Stock.RAISE_LOWEST_PRODUCTION,
    "a lowest production +{n}",
    asks=Kind.RESOURCE,
    question="choose which of the lowest productions to raise",
    choice=lambda choice: f"{made(Resource(choice.i))} +{choice.n}",
    worth=lambda total, step, n: total.produce(MC, 1.5 * n),
)
operation(
    Stock.COPY_PRODUCTION,
    "copy the production of an own {tag} card",
    {"tag": Tag},
    counted=False,
    asks=Kind.CARD,
    question="choose a card whose production to copy",
    choice="copy the production of {choice.card}",
    worth=lambda total, step, n: total.produce(MC, 2.0),
)
operation(
    Stock.GAIN_WHAT_ROSE,
    "gain {n} of that resource",
    gives=Gives.WHAT_ROSE,
    x=Holds.RESOURCE,
    y=Holds.STEPS,
    worth=lambda total, step, n: total.gain(MC, 1.5 * n),
)
operation(
    Stock.SPEND,
    lambda step: f"spend {amount(step, step['resource'])}{also_paid_with(step)}",
    {"resource": Resource, "metal": Resource | None},
    costs="resource",
    may_wait=True,
    worth=lambda total, step, n: total.gain(step["resource"], -n),
)
operation(
    Stock.EXCHANGE,
    lambda step: f"exchange any {word(step['spend'])} for {amount(step, step['gain'])} each",
    {"spend": Resource, "gain": Resource},
    asks=Kind.AMOUNT,
    question="choose how much to exchange",
    choice=lambda choice: (
        f"{some(choice.i, choice.step['spend'])} for {some(choice.i * choice.n, choice.step['gain'])}"
    ),
    worth=lambda total, step, n: total.gain(step["gain"], n),
)
operation(
    Stock.METAL_VALUE,
    "{metal} is worth {n} MC more",
    {"metal": Resource},
    worth=lambda total, step, n: total.gain(MC, 6.0 * n),
)
operation(
    Stock.GREENERY_COST,
    lambda step: f"plants needed for a greenery {change(step)}",
    signed=True,
    worth=lambda total, step, n: total.gain(MC, -8.0 * n),
)
operation(
    Stock.LOSE,
    lambda step: f"lose {amount(step, step['resource'])}",
    {"resource": Resource},
    worth=lambda total, step, n: total.gain(step["resource"], -n),
)
operation(
    Stock.LOSE_PRODUCTION,
    lambda step: f"lose {amount(step, made(step['resource']))}",
    {"resource": Resource},
    worth=lambda total, step, n: total.produce(step["resource"], -n),
)
operation(
    Stock.KEEP_AT_MOST,
    lambda step: (
        f"lose all {word(step['resource'])}" if step.n == NOTHING else f"keep at most {amount(step, step['resource'])}"
    ),
    {"resource": Resource},
    worth=lambda total, step, n: total.keep_at_most(step["resource"]),
)
operation(
    Stock.GAIN_ANY,
    lambda step: f"gain {amount(step, 'resources')}, each of your choice",
    asks=Kind.RESOURCE,
    turns=Turns.COUNTED,
    question="choose a resource to gain",
    choice=lambda choice: f"gain {some(1, Resource(choice.i))}",
    worth=lambda total, step, n: total.gain(MC, 3.0 * n),
)
check_family(Stock, Family.STOCK, Family.MARS)


def gain(resource: Resource, n: int | Count) -> Step:
    return Step(Stock.GAIN, n, (resource,))


def production(resource: Resource, n: int | Count) -> Step:
    return Step(Stock.PRODUCTION, n, (resource,))


def convert_production(source: Resource, target: Resource) -> Step:
    return Step(Stock.CONVERT_PRODUCTION, 1, (source, target))


def production_of_bonus(n: int) -> Step:
    return Step(Stock.PRODUCTION_OF_BONUS, n)


def raise_lowest_production(n: int) -> Step:
    return Step(Stock.RAISE_LOWEST_PRODUCTION, n)


def copy_production(tag: Tag) -> Step:
    return Step(Stock.COPY_PRODUCTION, 1, (tag,))


def gain_what_rose(n: int) -> Step:
    return Step(Stock.GAIN_WHAT_ROSE, n)


def spend(resource: Resource, n: int, *, or_pay: Resource | None = None) -> Step:
    """A cost; `or_pay` is the metal accepted for MC at its usual value."""
    if or_pay is not None and (resource != MC or or_pay not in (STEEL, TITANIUM)):
        raise ValueError(f"{or_pay!r} does not pay for {resource!r}")
    return Step(Stock.SPEND, n, (resource, or_pay))


def also_paid_with(step: Step) -> str:
    return f" ({word(step['metal'])} may pay)" if step["metal"] is not None else ""


def exchange(spend: Resource, gain: Resource, rate: int) -> Step:
    return Step(Stock.EXCHANGE, rate, (spend, gain))


def metal_value(metal: Resource, n: int) -> Step:
    if metal not in (STEEL, TITANIUM):
        raise ValueError(f"{metal!r} is not a metal")
    return Step(Stock.METAL_VALUE, n, (metal,))


def greenery_cost(n: int) -> Step:
    return Step(Stock.GREENERY_COST, n)


def lose(resource: Resource, n: int | Count) -> Step:
    return Step(Stock.LOSE, n, (resource,))


def lose_production(resource: Resource, n: int) -> Step:
    return Step(Stock.LOSE_PRODUCTION, n, (resource,))


def keep_at_most(resource: Resource, n: int | Count) -> Step:
    return Step(Stock.KEEP_AT_MOST, n, (resource,))


def lose_all(resource: Resource) -> Step:
    return keep_at_most(resource, NOTHING)


def gain_any(n: int | Count) -> Step:
    return Step(Stock.GAIN_ANY, n)
