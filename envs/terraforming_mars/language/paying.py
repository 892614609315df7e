"""Paying, and what is done once something is paid. No card shows these operations."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from regolith.envs.terraforming_mars.language.operation import Family, Gives, Holds, Turns, check_family, operation
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind


class Paying(IntEnum):
    PAY = Family.PAYING
    """The price, by means that the player chooses; the turn of the effect is the means that is asked for."""
    ENTER_PLAY = 121
    """A card in hand which has been paid for."""
    STANDARD_PROJECT_PAID = 122
    """What waits for that."""
    PAY_HEAT = 123
    """Heat that is owed, with resources on a card that stand for heat as far as the player chooses."""
    RATING_STEP = 124
    """A step of rating that has its fee: it is paid, or the step is not made."""


def pay_choice(choice: Any) -> str:
    worth = f" (worth {choice.worth} MC)" if choice.i else ""
    return f"pay with {choice.means}{worth}"


operation(
    Paying.PAY,
    counted=False,
    asks=Kind.PAYMENT,
    turns=Turns.OWN,
    x=Holds.PRICE,
    y=Holds.WHAT_IS_PAID,
    question="choose how much {means} to pay with ({price})",
    choice=pay_choice,
)
operation(
    Paying.PAY_HEAT,
    counted=False,
    asks=Kind.PAYMENT,
    x=Holds.HEAT_OWED,
    question="choose how many {means} to spend as heat ({price})",
    choice=lambda choice: f"spend {choice.means}" + (f" (worth {choice.worth} heat)" if choice.i else ""),
)
operation(Paying.ENTER_PLAY, counted=False, y=Holds.CARD_IN_HAND)
operation(Paying.STANDARD_PROJECT_PAID, counted=False, x=Holds.STANDARD_PROJECT)
operation(Paying.RATING_STEP, counted=False, gives=Gives.RATING)
check_family(Paying, Family.PAYING, Family.OF_BOXES)


def pay() -> Step:
    return Step(Paying.PAY)


def pay_heat() -> Step:
    return Step(Paying.PAY_HEAT)


def enter_play() -> Step:
    return Step(Paying.ENTER_PLAY)


def standard_project_paid() -> Step:
    return Step(Paying.STANDARD_PROJECT_PAID)


def rating_step() -> Step:
    return Step(Paying.RATING_STEP)
