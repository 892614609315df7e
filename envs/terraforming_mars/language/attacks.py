"""What one player does to another, in the words that cards write."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.counts import Count, each_resource_here
from regolith.envs.terraforming_mars.language.operation import (
    Branching,
    Declines,
    Family,
    Here,
    Holds,
    IfNone,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import amount, made, some
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import ANY_KIND, MC, PLANTS, CardResource, Resource, Victim


class Attacks(IntEnum):
    DECREASE_ANY_PRODUCTION = Family.ATTACKS
    """Exactly n from one player, oneself included; if required, the card is unplayable without a legal target."""
    REMOVE_RESOURCE = 49
    """Exactly n from one card, or what follows does not happen. Solo: counts as done."""
    MAY_REMOVE_RESOURCE = 50
    """Up to n from one card, of any kind if none is named; may be declined."""
    REMOVE = 51
    """Up to n from one player, may be declined."""
    STEAL = 52
    """Up to n from one opponent, may be declined. Solo: from the neutral opponent."""
    ROB = 53
    """Up to n from one opponent, without whom it is impossible; it cannot be declined."""
    STEAL_RESOURCE = 54
    """From a card of an opponent, to an own card that can hold it; without such a card it is lost."""
    MAY_DECREASE_ANY_PRODUCTION = 55
    """From one player, oneself included, may be declined."""
    STEAL_FROM_EACH = 56
    """Up to n from every opponent. Solo: from the neutral opponent."""
    RAID = 57
    """Up to n from every opponent; for each who blocks a resource here is lost. Not possible alone."""
    EVERYBODY_LOSES = 58
    """Up to n, oneself included; what is shielded is not lost."""
    ROBBED = 59
    """A victim of STEAL_FROM_EACH who may block."""
    RAIDED = 60
    LOSES = 61


VICTIMS = {
    Victim.ANYBODY: "any player",
    Victim.OPPONENT: "an opponent",
    Victim.OPPONENT_BESIDE_THE_OCEAN: "an opponent with a tile beside that ocean",
    Victim.OPPONENT_WITH_VENUS_TAG: "an opponent with a Venus tag",
    Victim.OPPONENT_BESIDE_ANY_OCEAN: "an opponent with a tile beside an ocean",
}


def kind_of(step: Step) -> CardResource | str:
    """What is taken from cards."""
    return "resources" if step["kind"] is None else step["kind"]


operation(
    Attacks.DECREASE_ANY_PRODUCTION,
    lambda step: f"{made(step['resource'])} of any player -{step.n}",
    {"resource": Resource, "required": bool},
    asks=Kind.PLAYER,
    comes_last=True,
    in_production_box=True,
    blockable=True,
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
    blockable=True,
    question="choose a card to remove {n} {kind} from",
    choice="remove {choice.removed} from {choice.owner}'s {choice.card}",
    turns=Turns.OWN,
)
operation(
    Attacks.MAY_REMOVE_RESOURCE,
    lambda step: f"remove up to {amount(step, kind_of(step))} from a card of {VICTIMS[step['victim']]}",
    {"kind": CardResource | None, "victim": Victim},
    asks=Kind.CARD,
    declines=Declines.ALWAYS,
    comes_last=True,
    blockable=True,
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
    blockable=True,
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
    blockable=True,
    question="choose whose {resource} to steal, up to {n}",
    choice="steal {choice.taken} from {choice.name}",
    decline="steal nothing",
    worth=worth_of_stealing,
    turns=Turns.OWN,
)
operation(
    Attacks.ROB,
    lambda step: f"steal {amount(step, step['resource'])} from {VICTIMS[step['victim']]}",
    {"resource": Resource, "victim": Victim},
    asks=Kind.PLAYER,
    comes_last=True,
    blockable=True,
    question="choose whose {resource} to steal, up to {n}",
    choice="steal {choice.taken} from {choice.name}",
    worth=worth_of_stealing,
    turns=Turns.OWN,
)
operation(
    Attacks.STEAL_RESOURCE,
    "steal a resource from a card of an opponent",
    counted=False,
    asks=Kind.CARD,
    comes_last=True,
    blockable=True,
    question="choose a card to steal a resource from, then one to add it to",
    choice=lambda choice: (
        f"add it to {choice.card}" if choice.ask.turn else f"steal {choice.removed} from {choice.owner}'s {choice.card}"
    ),
    worth=lambda total, step, n: total.gain(MC, 2.0),
    turns=Turns.OWN,
)
operation(
    Attacks.MAY_DECREASE_ANY_PRODUCTION,
    lambda step: f"{made(step['resource'])} of any player -{step.n}, or not",
    {"resource": Resource},
    asks=Kind.PLAYER,
    declines=Declines.ALWAYS,
    comes_last=True,
    in_production_box=True,
    blockable=True,
    question="choose whose {resource} production falls by {n}",
    choice=lambda choice: f"{made(choice.step['resource'])} of {choice.name} -{choice.n}",
    decline="lower no production",
    worth=lambda total, step, n: total.harm_production(step["resource"], n),
    turns=Turns.OWN,
)
operation(
    Attacks.STEAL_FROM_EACH,
    lambda step: f"steal up to {amount(step, step['resource'])} from each opponent",
    {"resource": Resource},
    branches=(1, 1),
    branching=Branching.EVERYBODY,
    comes_last=True,
    worth=worth_of_stealing,
)
operation(
    Attacks.RAID,
    lambda step: (
        f"steal up to {amount(step, step['resource'])} from each opponent; for each who blocks, remove a resource here"
    ),
    {"resource": Resource},
    branches=(1, 1),
    branching=Branching.EVERYBODY,
    here=Here.LOOKED_AT,
    worth=worth_of_stealing,
)
operation(
    Attacks.EVERYBODY_LOSES,
    lambda step: f"everybody loses up to {amount(step, step['resource'])}",
    {"resource": Resource},
    branches=(1, 1),
    branching=Branching.EVERYBODY,
    comes_last=True,
    worth=lambda total, step, n: total.harm(step["resource"], n / 2),
)
for _inner in (Attacks.ROBBED, Attacks.RAIDED, Attacks.LOSES):
    operation(
        _inner,
        operands={"resource": Resource},
        counted=False,
        asks=Kind.BLOCK,
        blockable=True,
        x=Holds.LOSS,
        question="choose whether to stop it",
        choice=lambda choice: f"take {some(choice.ask.x, choice.step['resource'])} from {choice.name}",
        turns=Turns.OWN,
    )
check_family(Attacks, Family.ATTACKS, Family.CONDITIONS)


def decrease_any_production(resource: Resource, n: int, *, required: bool = True) -> Step:
    """`required`: without somebody who has so much the card cannot be played."""
    return Step(Attacks.DECREASE_ANY_PRODUCTION, n, (resource, required))


def may_decrease_any_production(resource: Resource, n: int) -> Step:
    return Step(Attacks.MAY_DECREASE_ANY_PRODUCTION, n, (resource,))


def remove_resource(kind: CardResource, n: int, *, of: Victim) -> Step:
    return Step(Attacks.REMOVE_RESOURCE, n, (kind, of))


def may_remove_resource(kind: CardResource | None, n: int, *, of: Victim) -> Step:
    return Step(Attacks.MAY_REMOVE_RESOURCE, n, (kind, of))


def may_remove_any_resource(n: int) -> Step:
    """Up to n of any kind from one card of anybody: how many is said first."""
    return choose(*(may_remove_resource(ANY_KIND, i, of=Victim.ANYBODY) for i in range(1, n + 1)))


def remove_plants(n: int) -> Step:
    return Step(Attacks.REMOVE, n, (PLANTS, Victim.ANYBODY))


def remove(resource: Resource, n: int, *, of: Victim) -> Step:
    return Step(Attacks.REMOVE, n, (resource, of))


def remove_either(options: Mapping[Resource, int]) -> Step:
    """Up to so many of one of the resources, from anybody."""
    return choose(*(remove(resource, n, of=Victim.ANYBODY) for resource, n in options.items()))


def steal(resource: Resource, n: int | Count, *, of: Victim | None = None) -> Step:
    """From an opponent, if the player wants to; with `of` from such a one, who must be there."""
    if of is None:
        return Step(Attacks.STEAL, n, (resource,))
    return Step(Attacks.ROB, n, (resource, of))


def steal_any(*besides: Step) -> Step:
    """One standard resource or one resource of a card of an opponent, or what else is said."""
    standard = (steal(resource, 1, of=Victim.OPPONENT) for resource in Resource)
    return choose(*standard, Step(Attacks.STEAL_RESOURCE), *besides)


def steal_from_each(resource: Resource | None, n: int) -> Step:
    """From every opponent, who may block it each for himself; without a resource the player names one."""
    if resource is None:
        return choose(*(steal_from_each(named, n) for named in Resource))
    return Step(Attacks.STEAL_FROM_EACH, n, (resource,), ((Step(Attacks.ROBBED, 1, (resource,)),),))


def raid(resource: Resource) -> Step:
    """As many from every opponent as there are resources here, one of which is lost for each opponent who blocks."""
    inner = Step(Attacks.RAIDED, 1, (resource,))
    return Step(Attacks.RAID, each_resource_here(), (resource,), ((inner,),))


def everybody_loses(resource: Resource, n: int) -> Step:
    """The player too; each may block it for himself."""
    return Step(Attacks.EVERYBODY_LOSES, n, (resource,), ((Step(Attacks.LOSES, 1, (resource,)),),))
