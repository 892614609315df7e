"""Choosing in secret among cards that everybody is dealt at once. No card shows these operations."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.language.operation import Declines, Family, Turns, check_family, operation
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Deck, Kind


class Research(IntEnum):
    PICK_CORPORATION = Family.RESEARCH
    """One of those dealt; it comes into play when everybody has chosen."""
    KEEP_PRELUDES = 113
    """So many of those dealt."""
    BUY_CARDS = 114
    """Any of those dealt, one after the other; paid when everybody has chosen."""
    DRAFT = 115
    """One card of the pack that lies before the player."""


operation(
    Research.PICK_CORPORATION,
    counted=False,
    asks=Kind.CARD,
    picks=Deck.CORPORATIONS,
    secret=True,
    question="choose a corporation",
    choice="corporation {choice.card}",
)
operation(
    Research.KEEP_PRELUDES,
    asks=Kind.CARD,
    turns=Turns.COUNTED,
    picks=Deck.PRELUDES,
    secret=True,
    question="choose a prelude to keep",
    choice="keep {choice.card}",
)
operation(
    Research.BUY_CARDS,
    counted=False,
    asks=Kind.CARD,
    turns=Turns.ENDLESS,
    declines=Declines.ALWAYS,
    picks=Deck.PROJECTS,
    secret=True,
    question="choose a card to buy",
    choice="buy {choice.card} ({choice.card_price} MC)",
    decline="buy no more cards",
)
operation(
    Research.DRAFT,
    counted=False,
    asks=Kind.CARD,
    secret=True,
    question="choose a card of the pack to keep",
    choice="keep {choice.card}",
)
check_family(Research, Family.RESEARCH, Family.PAYING)


def pick_corporation() -> Step:
    return Step(Research.PICK_CORPORATION)


def keep_preludes(n: int) -> Step:
    return Step(Research.KEEP_PRELUDES, n)


def buy_cards() -> Step:
    return Step(Research.BUY_CARDS)


def draft() -> Step:
    return Step(Research.DRAFT)
