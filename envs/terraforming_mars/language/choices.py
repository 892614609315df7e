"""Choosing among things to do: effects, cards to play, actions to use again, awards. In the words that cards write."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum

from regolith.envs.terraforming_mars.language.operation import (
    Beyond,
    Branching,
    Family,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import branch_text
from regolith.envs.terraforming_mars.language.steps import Step, Steps, steps
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC


class Choices(IntEnum):
    CHOOSE = Family.CHOICES
    """One branch that can be carried out."""
    PLAY_CARD = 97
    """From the hand, now, paid for with so much off."""
    PLAY_PRELUDE = 98
    """Of `draw` new ones; the others are discarded."""
    PLAY_PRELUDES = 99
    """All in hand, one after the other."""
    REUSE_ACTION = 100
    """Of another own card that was used this generation; its costs are paid again."""
    FUND_AWARD = 101
    """Free of charge, but it takes one of the three slots."""
    COPY_PRELUDE = 102
    """Another one in play, anybody's: the card does what it says, and has its text from then on."""
    REPEAT_STANDARD_PROJECT = 103
    """One that the player has used in this generation, for so much less; selling patents is none."""


MANY = 4
"""Branches that are alike."""


def play_card_text(step: Step) -> str:
    cheaper = f" for {step['discount']} MC less" if step["discount"] else ""
    return f"play a card{cheaper}{' ignoring global requirements' if step['ignore_tracks'] else ''}"


def alike(first: Step, second: Step) -> bool:
    """Whether two steps do the same with different resources."""
    return (first.op, first.n, first.operands[1:]) == (second.op, second.n, second.operands[1:])


def merged(texts: Sequence[str]) -> str:
    """Texts that differ in one place, as one."""
    words = [text.split() for text in texts]
    begin = next(i for i, at in enumerate(zip(*words, strict=False)) if len(set(at)) > 1)
    end = next(i for i, at in enumerate(zip(*(text[::-1] for text in words), strict=False)) if len(set(at)) > 1)
    *others, last = (" ".join(text[begin : len(text) - end]) for text in words)
    return " ".join([*words[0][:begin], ", ".join(others), "or", last, *words[0][len(words[0]) - end :]])


def options_text(step: Step) -> str:
    """The branches; the same with each of many resources is said once."""
    first = step.branches[0][0]
    same = [branch for branch in step.branches if len(branch) == 1 and alike(branch[0], first)]
    texts = [branch_text(branch) for branch in step.branches if len(same) < MANY or branch not in same]
    return ", or ".join([merged([branch_text(branch) for branch in same]), *texts] if len(same) >= MANY else texts)


operation(
    Choices.CHOOSE,
    options_text,
    counted=False,
    branches=(2, 9),
    branching=Branching.CHOSEN,
    asks=Kind.BRANCH,
    question="choose one effect",
    choice=lambda choice: branch_text(choice.step.branches[choice.i]) + choice.only_choices,
    worth=lambda total, step, n: total.best(step.branches),
)
operation(
    Choices.PLAY_CARD,
    play_card_text,
    {"discount": int, "ignore_tracks": bool},
    counted=False,
    asks=Kind.CARD,
    beyond=Beyond.CARD_TO_PLAY,
    question="choose a card to play",
    choice="play {choice.card} ({choice.price} MC)",
    worth=lambda total, step, n: total.gain(MC, 0.7 * step["discount"] + 5.0 * step["ignore_tracks"]),
)
operation(
    Choices.PLAY_PRELUDE,
    lambda step: f"draw {step['draw']} preludes and play {step.n}",
    {"draw": int},
    asks=Kind.CARD,
    turns=Turns.OWN,
    looks_at_cards=True,
    question="choose a prelude to play",
    choice="play {choice.card}",
    worth=lambda total, step, n: total.gain(MC, 24.0 * n),
)
operation(
    Choices.PLAY_PRELUDES,
    counted=False,
    asks=Kind.CARD,
    turns=Turns.ENDLESS,
    question="choose a prelude to play",
    choice="play {choice.card}",
)
operation(
    Choices.REUSE_ACTION,
    "use the action of another card again",
    counted=False,
    asks=Kind.CARD,
    beyond=Beyond.ACTION_TO_REUSE,
    question="choose an action to use again",
    choice="use {choice.card} again",
    worth=lambda total, step, n: total.gain(MC, 4.0),
)
operation(
    Choices.FUND_AWARD,
    "fund an award for free",
    counted=False,
    asks=Kind.AWARD,
    question="choose an award to fund",
    choice="fund {choice.name} (free)",
    worth=lambda total, step, n: total.score(2.0),
)
operation(
    Choices.COPY_PRELUDE,
    "copy another prelude in play",
    counted=False,
    asks=Kind.CARD,
    beyond=Beyond.PRELUDE_TO_COPY,
    question="choose a prelude to copy",
    choice="copy {choice.card} of {choice.owner}",
    worth=lambda total, step, n: total.gain(MC, 24.0),
)
operation(
    Choices.REPEAT_STANDARD_PROJECT,
    "repeat a standard project of this generation for {n} MC less",
    asks=Kind.STANDARD,
    beyond=Beyond.PROJECT_TO_REPEAT,
    question="choose a standard project to repeat",
    choice="repeat {choice.name}",
    worth=lambda total, step, n: total.gain(MC, 0.5 * n),
)
check_family(Choices, Family.CHOICES, Family.RESEARCH)


def choose(*options: Step | Iterable[Step | Steps]) -> Step:
    return Step(Choices.CHOOSE, branches=tuple(steps(option) for option in options))


def play_card(*, discount: int = 0, ignore_tracks: bool = False) -> Step:
    """Play a card now; `ignore_tracks` waives requirements on global parameters, and only those."""
    return Step(Choices.PLAY_CARD, 1, (discount, ignore_tracks))


def play_prelude(*, draw: int, play: int) -> Step:
    return Step(Choices.PLAY_PRELUDE, play, (draw,))


def play_preludes() -> Step:
    return Step(Choices.PLAY_PRELUDES)


def reuse_action() -> Step:
    return Step(Choices.REUSE_ACTION)


def fund_award() -> Step:
    return Step(Choices.FUND_AWARD)


def copy_prelude() -> Step:
    return Step(Choices.COPY_PRELUDE)


def repeat_standard_project(discount: int) -> Step:
    return Step(Choices.REPEAT_STANDARD_PROJECT, discount)
