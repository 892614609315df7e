"""Operations on project cards that are drawn, looked at, discarded or sold, in the words that cards write."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.operation import (
    Branching,
    Declines,
    Family,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import a, amount, branch_text, word
from regolith.envs.terraforming_mars.language.steps import Step, steps
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC, CardResource, Tag


class Drawing(IntEnum):
    DRAW = Family.DRAWING
    DRAW_AND_KEEP = 73
    LOOK_AND_BUY = 74
    """Each card may be bought at the card price or is discarded."""
    DRAW_WITH_TAG = 75
    """Reveal until n match; the misses are discarded."""
    DRAW_WITH_ICON = 76
    """Reveal until n cards show that card resource (`Card.shows`)."""
    OPPONENTS_DRAW = 77
    DISCARD = 78
    REVEAL_TOP = 79
    """Discard the top card; if it has the tag, do the branch."""
    SELL_CARDS = 80
    """Any number from 1 on, one after the other."""
    KEEP_FOR_FEE = 81
    """The next card that has come to the player while cards have a fee: paid for and taken in hand, or discarded."""


operation(
    Drawing.DRAW,
    lambda step: f"draw {amount(step, 'cards')}",
    worth=lambda total, step, n: total.draw(n),
)
operation(
    Drawing.DRAW_AND_KEEP,
    lambda step: f"draw {amount(step, 'cards')} and keep {step['keep']}",
    {"keep": int},
    asks=Kind.CARD,
    turns=Turns.OWN,
    looks_at_cards=True,
    secret=True,
    question="choose a card to keep",
    choice="keep {choice.card}",
    worth=lambda total, step, n: total.draw(1.3 * step["keep"]),
)
operation(
    Drawing.LOOK_AND_BUY,
    lambda step: f"look at {amount(step, 'cards')} to buy or discard",
    asks=Kind.CARD,
    turns=Turns.OWN,
    declines=Declines.ALWAYS,
    looks_at_cards=True,
    secret=True,
    question="choose a card to buy",
    choice="buy {choice.card} ({choice.card_price} MC)",
    decline="buy no more cards",
    worth=lambda total, step, n: total.gain(MC, 1.2 * n),
)
operation(
    Drawing.DRAW_WITH_TAG,
    lambda step: f"draw {amount(step, 'cards')} with {a(word(step['tag']))} tag",
    {"tag": Tag},
    worth=lambda total, step, n: total.draw(n),
)
operation(
    Drawing.DRAW_WITH_ICON,
    lambda step: f"draw {amount(step, 'cards')} that show {word(step['kind'])}",
    {"kind": CardResource},
    worth=lambda total, step, n: total.draw(n),
)
operation(
    Drawing.OPPONENTS_DRAW,
    lambda step: f"each opponent draws {amount(step, 'cards')}",
    worth=lambda total, step, n: total.help_others(n),
)
operation(
    Drawing.DISCARD,
    lambda step: f"discard {amount(step, 'cards')}",
    asks=Kind.CARD,
    turns=Turns.COUNTED,
    secret=True,
    question="choose a card to discard",
    choice="discard {choice.card}",
    worth=lambda total, step, n: total.draw(-0.4 * n),
)
operation(
    Drawing.REVEAL_TOP,
    lambda step: f"reveal the top card: for {a(word(step['tag']))} tag {branch_text(step.branches[0])}",
    {"tag": Tag},
    counted=False,
    branches=(1, 1),
    branching=Branching.CHANCE,
    worth=lambda total, step, n: total.chance(step.branches[0]),
)
operation(
    Drawing.SELL_CARDS,
    counted=False,
    asks=Kind.CARD,
    turns=Turns.ENDLESS,
    declines=Declines.AFTER_ONE,
    secret=True,
    question="choose a card to sell",
    choice="sell {choice.card}",
    decline="sell no more",
)
operation(
    Drawing.KEEP_FOR_FEE,
    counted=False,
    asks=Kind.CARD,
    turns=Turns.OWN,
    declines=Declines.ALWAYS,
    secret=True,
    question="choose whether to pay for a card that you have drawn",
    choice="keep {choice.card} ({choice.s.card_fee} MC)",
    decline="discard it",
)
check_family(Drawing, Family.DRAWING, Family.CHOICES)


def draw(
    n: int | Count, *, keep: int = 0, buy: bool = False, tag: Tag | None = None, icon: CardResource | None = None
) -> Step:
    """Draw cards: all of them, a choice of them, for money, or only those with a tag or an icon."""
    forms = [
        *([Step(Drawing.DRAW_AND_KEEP, n, (keep,))] if keep else []),
        *([Step(Drawing.LOOK_AND_BUY, n)] if buy else []),
        *([Step(Drawing.DRAW_WITH_TAG, n, (tag,))] if tag is not None else []),
        *([Step(Drawing.DRAW_WITH_ICON, n, (icon,))] if icon is not None else []),
    ]
    if len(forms) > 1 or (keep and not (isinstance(n, int) and 0 < keep < n)):
        raise ValueError(f"no such way to draw {n}")
    return forms[0] if forms else Step(Drawing.DRAW, n)


def opponents_draw(n: int) -> Step:
    return Step(Drawing.OPPONENTS_DRAW, n)


def discard(n: int) -> Step:
    return Step(Drawing.DISCARD, n)


def reveal_top(tag: Tag, then: Step) -> Step:
    return Step(Drawing.REVEAL_TOP, 1, (tag,), (steps(then),))


def keep_for_fee() -> Step:
    return Step(Drawing.KEEP_FOR_FEE)


def sell_cards() -> Step:
    return Step(Drawing.SELL_CARDS)
