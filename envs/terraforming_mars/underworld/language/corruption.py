"""Corruption, in the words that cards write; and what players do to each other's."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.operation import (
    Declines,
    Family,
    Holds,
    Tells,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import amount, change
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Deck, Kind
from regolith.envs.terraforming_mars.words import MC

FIRST, END_OF_FAMILY = int(Family.OF_BOXES) + 76, int(Family.OF_BOXES) + 92


class Corruption(IntEnum):
    GAIN = FIRST
    SPEND = 205
    LOSE_EACH = 206
    """Everybody, as far as he has it; nobody can block it."""
    STEAL = 207
    """One from an opponent, without whom it is impossible."""
    REMOVE = 208
    """One from an opponent, may be declined. Corruption cannot save corruption, but a fighter can."""
    EXPOSE = 209
    """One from an opponent with more than the player, without whom it is impossible; nobody can block it."""
    CASH_IN = 210
    """All of it, for so many MC each."""
    LAWSUIT = 211
    """Who alone has most drops to the next highest amount and loses so many MC for each, as far as he has them; nobody can block it."""
    BLACKMAIL = 212
    """An opponent with 3 or more pays MC or gives corruption, as he likes; nobody can block it."""
    PAY_OR_GIVE = 213
    """What the victim of BLACKMAIL is asked."""
    HIGHEST_RATING_DOWN = 214
    """Of everybody who has the highest."""
    LOWEST_RATING_UP = 215
    """Of everybody who has the lowest."""
    AUDIT = 216
    """Everybody with fewest crime tags, events counted, gains rating; who has none gains as much again."""
    MULLIGAN = 217
    """For 1 corruption, 1 or 2 of the cards dealt for research are replaced."""


LEAST_TO_BLACKMAIL = 3
MOST_REPLACED = 2
"""Cards by a mulligan."""


def ransom(step: Step) -> str:
    """What a blackmailed player may choose between."""
    return f"{step['mc']} MC or {step['corruption']} corruption"


operation(
    Corruption.GAIN,
    lambda step: f"gain {amount(step, 'corruption')}",
    worth=lambda total, step, n: total.corrupt(n),
)
operation(
    Corruption.SPEND,
    "spend {n} corruption",
    tells=Tells.CORRUPTION,
    worth=lambda total, step, n: total.corrupt(-n),
)
operation(Corruption.LOSE_EACH, "everybody loses {n} corruption, which cannot be blocked")
operation(
    Corruption.STEAL,
    "steal 1 corruption from an opponent",
    counted=False,
    asks=Kind.PLAYER,
    turns=Turns.OWN,
    blockable=True,
    question="choose whose corruption to steal",
    choice="steal 1 corruption from {choice.name}",
    worth=lambda total, step, n: total.corrupt(1.0),
)
operation(
    Corruption.REMOVE,
    "remove up to 1 corruption from an opponent",
    counted=False,
    asks=Kind.PLAYER,
    turns=Turns.OWN,
    declines=Declines.ALWAYS,
    blockable=True,
    question="choose whose corruption to remove",
    choice="remove 1 corruption from {choice.name}",
    decline="remove nothing",
)
operation(
    Corruption.EXPOSE,
    "remove 1 corruption from an opponent with more than you, which cannot be blocked",
    counted=False,
    asks=Kind.PLAYER,
    question="choose whose corruption to remove",
    choice="remove 1 corruption from {choice.name}",
)
operation(
    Corruption.CASH_IN,
    "spend all your corruption for {n} MC each",
    worth=lambda total, step, n: (total.gain(MC, n), total.corrupt(-1.0)),
)
operation(
    Corruption.LAWSUIT,
    "who alone has most corruption drops to the next highest amount and loses {n} MC for each, which cannot be blocked",
)
operation(
    Corruption.BLACKMAIL,
    lambda step: (
        f"an opponent with {LEAST_TO_BLACKMAIL} or more corruption gives you {ransom(step.branches[0][0])}, which cannot be blocked"
    ),
    counted=False,
    branches=(1, 1),
    asks=Kind.PLAYER,
    question="choose whom to blackmail",
    choice="blackmail {choice.name}",
    worth=lambda total, step, n: total.corrupt(step.branches[0][0]["corruption"]),
)
operation(
    Corruption.PAY_OR_GIVE,
    operands={"mc": int, "corruption": int},
    counted=False,
    asks=Kind.BRANCH,
    by_others=True,
    x=Holds.PLAYER,
    question="choose what to give",
    choice=lambda choice: f"give {ransom(choice.step).split(' or ')[choice.i]}",
)
operation(Corruption.HIGHEST_RATING_DOWN, "highest TR: TR -{n}")
operation(Corruption.LOWEST_RATING_UP, lambda step: f"lowest TR: TR {change(step)}")
operation(
    Corruption.AUDIT,
    lambda step: f"fewest crime tags, events counted: TR {change(step)}; without any: TR {change(step)} again",
)
operation(
    Corruption.MULLIGAN,
    counted=False,
    asks=Kind.CARD,
    turns=Turns.OWN,
    declines=Declines.ALWAYS,
    picks=Deck.PROJECTS,
    secret=True,
    x=Holds.CARDS_PUT_BACK,
    question=lambda ask: (
        "choose a second card to replace"
        if ask.x
        else f"choose up to {MOST_REPLACED} cards to replace for 1 corruption"
    ),
    choice="replace {choice.card}",
    decline=lambda ask: "keep the other cards" if ask.x else "keep all cards",
)
check_family(Corruption, FIRST, END_OF_FAMILY)


def gain_corruption(n: int | Count = 1) -> Step:
    return Step(Corruption.GAIN, n)


def spend_corruption(n: int = 1) -> Step:
    return Step(Corruption.SPEND, n)


def lose_corruption_each(n: int) -> Step:
    return Step(Corruption.LOSE_EACH, n)


def steal_corruption() -> Step:
    return Step(Corruption.STEAL)


def remove_corruption() -> Step:
    """Up to 1, from an opponent."""
    return Step(Corruption.REMOVE)


def expose() -> Step:
    return Step(Corruption.EXPOSE)


def cash_in_corruption(each: int) -> Step:
    return Step(Corruption.CASH_IN, each)


def lawsuit(each_mc: int) -> Step:
    return Step(Corruption.LAWSUIT, each_mc)


def pay_or_give(mc: int, corruption: int) -> Step:
    """A blackmailed opponent chooses between the two."""
    return Step(Corruption.BLACKMAIL, branches=((Step(Corruption.PAY_OR_GIVE, 1, (mc, corruption)),),))


def rate_highest_down(n: int = 1) -> Step:
    return Step(Corruption.HIGHEST_RATING_DOWN, n)


def rate_lowest_up(n: int = 1) -> Step:
    return Step(Corruption.LOWEST_RATING_UP, n)


def audit(n: int = 1) -> Step:
    return Step(Corruption.AUDIT, n)


def mulligan() -> Step:
    return Step(Corruption.MULLIGAN)
