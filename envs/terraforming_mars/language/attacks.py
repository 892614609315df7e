"""What one player does to another, in the words that cards write."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from regolith.envs.terraforming_mars.language.operation import (
    Declines,
    Family,
    IfNone,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import amount, made
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC, PLANTS, CardResource, Resource, Victim


class Attacks(IntEnum):
    DECREASE_ANY_PRODUCTION = Family.ATTACKS
    """Exactly n from one player, oneself included; without a legal target the card is unplayable."""
    REMOVE_RESOURCE = 49
    """Exactly n from one card, or what follows does not happen. Solo: counts as done."""
    MAY_REMOVE_RESOURCE = 50
    """Up to n from one card, may be declined."""
    REMOVE = 51
    """Up to n from one player, may be declined."""
    STEAL = 52
    """Up to n from one opponent, may be declined. Solo: from the neutral opponent."""


VICTIMS = {
    Victim.ANYBODY: "any player",
    Victim.OPPONENT: "an opponent",
    Victim.OPPONENT_BESIDE_THE_OCEAN: "an opponent with a tile beside that ocean",
    Victim.OPPONENT_WITH_VENUS_TAG: "an opponent with a Venus tag",
}

operation(
    Attacks.DECREASE_ANY_PRODUCTION,
    lambda step: f"{made(step['resource'])} of any player -{step.n}",
    {"resource": Resource},
    asks=Kind.PLAYER,
    comes_last=True,
    in_production_box=True,
    question="choose whose {resource} production falls by {n}",
    choice=lambda choice: f"{made(choice.step['resource'])} of {choice.name} -{choice.n}",
    worth=lambda total, step, n: total.harm_production(step["resource"], n),
    turns=Turns.OWN,
)
operation(
    Attacks.REMOVE_RESOURCE,
    lambda step: f"remove {amount(step, step['kind'])} from a card of {VICTIMS[step['victim']]}",
    {"kind": CardResource, "victim": Victim},
    asks=Kind.CARD,
    if_none=IfNone.REST_IS_LOST,
    question="choose a card to remove {n} {kind} from",
    choice="remove {choice.removed} from {choice.owner}'s {choice.card}",
    turns=Turns.OWN,
)
operation(
    Attacks.MAY_REMOVE_RESOURCE,
    lambda step: f"remove up to {amount(step, step['kind'])} from a card of {VICTIMS[step['victim']]}",
    {"kind": CardResource, "victim": Victim},
    asks=Kind.CARD,
    declines=Declines.ALWAYS,
    comes_last=True,
    question="choose a card to remove up to {n} {kind} from",
    choice="remove {choice.removed} from {choice.owner}'s {choice.card}",
    decline="remove nothing",
    worth=lambda total, step, n: total.gain(MC, n),
    turns=Turns.OWN,
)
operation(
    Attacks.REMOVE,
    lambda step: f"remove up to {amount(step, step['resource'])} of {VICTIMS[step['victim']]}",
    {"resource": Resource, "victim": Victim},
    asks=Kind.PLAYER,
    declines=Declines.ALWAYS,
    comes_last=True,
    question="choose whose {resource} to remove, up to {n}",
    choice="remove {choice.taken} from {choice.name}",
    decline="remove nothing",
    worth=lambda total, step, n: total.harm(step["resource"], n),
    turns=Turns.OWN,
)


def worth_of_stealing(total: Any, step: Step, n: float) -> None:
    total.harm(step["resource"], n)
    total.gain(step["resource"], n)


operation(
    Attacks.STEAL,
    lambda step: f"steal up to {amount(step, step['resource'])}",
    {"resource": Resource},
    asks=Kind.PLAYER,
    declines=Declines.ALWAYS,
    if_none=IfNone.FROM_NEUTRAL_IN_SOLO,
    comes_last=True,
    question="choose whose {resource} to steal, up to {n}",
    choice="steal {choice.taken} from {choice.name}",
    decline="steal nothing",
    worth=worth_of_stealing,
    turns=Turns.OWN,
)
check_family(Attacks, Family.ATTACKS, Family.CONDITIONS)


def decrease_any_production(resource: Resource, n: int) -> Step:
    return Step(Attacks.DECREASE_ANY_PRODUCTION, n, (resource,))


def remove_resource(kind: CardResource, n: int, *, of: Victim) -> Step:
    return Step(Attacks.REMOVE_RESOURCE, n, (kind, of))


def may_remove_resource(kind: CardResource, n: int, *, of: Victim) -> Step:
    return Step(Attacks.MAY_REMOVE_RESOURCE, n, (kind, of))


def remove_plants(n: int) -> Step:
    return Step(Attacks.REMOVE, n, (PLANTS, Victim.ANYBODY))


def remove(resource: Resource, n: int, *, of: Victim) -> Step:
    return Step(Attacks.REMOVE, n, (resource, of))


def steal(resource: Resource, n: int) -> Step:
    return Step(Attacks.STEAL, n, (resource,))
