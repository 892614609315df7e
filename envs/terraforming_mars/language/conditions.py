"""Conditions: steps that happen only if something is so, in the words that cards write."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.operation import Branching, Family, check_family, operation
from regolith.envs.terraforming_mars.language.phrases import branch_text, per, word
from regolith.envs.terraforming_mars.language.steps import Step, steps
from regolith.envs.terraforming_mars.words import CardResource, Tag


class Conditions(IntEnum):
    IF_TAGS = Family.CONDITIONS
    """With at least that many own tags (wild ones count) the first branch, otherwise the second."""
    IF_SOLO = 65
    ONLY_IF_RATING_ROSE = 66
    """Without a TR raised this generation, from any source, the action may not be taken."""
    IF_COUNT = 67
    """If what is counted is at least so much; otherwise the second branch, if there is one."""
    IF_HOLDER = 68
    """With an own card that can hold such resources the first branch, otherwise the second."""


def if_tags_text(step: Step) -> str:
    then, otherwise = (branch_text(branch) for branch in step.branches)
    return f"with {step['least']} {word(step['tag'])} tags {then}, otherwise {otherwise}"


operation(
    Conditions.IF_TAGS,
    if_tags_text,
    {"tag": Tag, "least": int},
    counted=False,
    branches=(1, 2),
    branching=Branching.CONDITION,
    worth=lambda total, step, n: total.average(step.branches),
)
operation(
    Conditions.IF_SOLO,
    lambda step: f"solo: {branch_text(step.branches[0])}",
    counted=False,
    branches=(1, 2),
    branching=Branching.CONDITION,
)
operation(Conditions.ONLY_IF_RATING_ROSE, "if your TR rose this generation", counted=False)
operation(
    Conditions.IF_COUNT,
    lambda step: (
        f"with a count of {step['least']} (1{per(step.n)}): {branch_text(step.branches[0])}"
        + (f", otherwise {branch_text(step.branches[1])}" if len(step.branches) > 1 else "")
    ),
    {"least": int},
    branches=(1, 2),
    branching=Branching.CONDITION,
    worth=lambda total, step, n: total.average(step.branches),
)
operation(
    Conditions.IF_HOLDER,
    lambda step: (
        f"with a card that can hold {word(step['kind'])} {branch_text(step.branches[0])}, "
        f"otherwise {branch_text(step.branches[1])}"
    ),
    {"kind": CardResource},
    counted=False,
    branches=(2, 2),
    branching=Branching.CONDITION,
    worth=lambda total, step, n: total.average(step.branches),
)
check_family(Conditions, Family.CONDITIONS, Family.DRAWING)


def if_tags(tag: Tag, least: int, then: Step, otherwise: Step) -> Step:
    return Step(Conditions.IF_TAGS, 1, (tag, least), (steps(then), steps(otherwise)))


def if_solo(then: Step) -> Step:
    return Step(Conditions.IF_SOLO, branches=(steps(then),))


def only_if_rating_rose() -> Step:
    return Step(Conditions.ONLY_IF_RATING_ROSE)


def if_count(count: Count, least: int, then: Step, otherwise: Step | None = None) -> Step:
    branches = (steps(then),) if otherwise is None else (steps(then), steps(otherwise))
    return Step(Conditions.IF_COUNT, count, (least,), branches)


def if_holder(kind: CardResource, then: Step, otherwise: Step) -> Step:
    return Step(Conditions.IF_HOLDER, 1, (kind,), (steps(then), steps(otherwise)))
