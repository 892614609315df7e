"""Operations of Underworld 2 that bend the rules: copied and returned preludes, cards given away, fees, prices of a generation.

In the words that cards write.
"""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.operation import (
    Declines,
    Family,
    Here,
    Lasts,
    Turns,
    check_family,
    operation,
)
from regolith.envs.terraforming_mars.language.phrases import amount, change, made, some, word
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC, CardResource, Resource

FIRST, END_OF_FAMILY = int(Family.OF_BOXES) + 92, int(Family.OF_BOXES) + 116


class Schemes(IntEnum):
    CHARGE_FOR_CARDS = FIRST
    """Until the next research phase each project card that comes into a hand costs so much, or is discarded."""
    RETURN_PRELUDE = 223
    """An own prelude in play that places no special tile goes back to the hand."""
    GIVE_AWAY = 224
    """This card ends among the played cards of a player with more corruption, or with at least so much."""
    FIRST_NEXT_GENERATION = 226
    RAISE_METALS = 227
    """Both metals are worth more to the player and less to the others, until the generation ends."""
    SURCHARGE_GOALS = 228
    """Milestones and awards cost everybody more, until the generation ends."""
    DRAW_NAMED_TAG = 229
    """Reveal until n cards have the tag that the player names."""
    CASH_IN_HERE = 230
    """Everything on the card, at n MC each."""
    GAIN_ONE_KIND = 231
    """n units of one resource that the player chooses."""
    RAISE_ANY_PRODUCTION = 232
    """One that the player chooses, by n."""
    ADD_TO_SEVERAL = 233
    """n to each of up to so many cards, which are different."""
    SPEND_FROM_CARDS = 234
    """So many in all, from as many own cards as wanted."""
    EXCHANGE_METALS = 235
    """One for one, at least 1 and at most n."""
    DRAW_EVENTS = 236
    """Reveal until n are events of that printed cost or more."""
    OPPONENTS_PRODUCTION = 237


def recipient(step: Step) -> str:
    return f"a player with {'more' if step['more'] else step['least']} corruption"


operation(
    Schemes.CHARGE_FOR_CARDS,
    "until the next research each card that anyone takes in hand costs {n} MC or is discarded",
    worth=lambda total, step, n: total.gain(MC, n),
    lasts=Lasts.CARDS,
)
operation(
    Schemes.RETURN_PRELUDE,
    "take a played prelude without special tile back into your hand",
    counted=False,
    asks=Kind.CARD,
    takes_back=True,
    question="choose a prelude to take back",
    choice="take back {choice.card}",
    worth=lambda total, step, n: total.gain(MC, 20.0),
)
operation(
    Schemes.GIVE_AWAY,
    lambda step: f"give this card to {recipient(step)}{' than you' if step['more'] else ' or more'}",
    {"more": bool, "least": int},
    counted=False,
    asks=Kind.PLAYER,
    comes_last=True,
    question="choose who gets the card",
    choice="give the card to {choice.name}",
)
operation(
    Schemes.FIRST_NEXT_GENERATION,
    "be first player in the next generation",
    counted=False,
    worth=lambda total, step, n: total.gain(MC, 3.0),
)
operation(
    Schemes.RAISE_METALS,
    "steel and titanium are worth {n} MC more to you and less to the others this generation",
    worth=lambda total, step, n: total.gain(MC, 4.0 * n),
    lasts=Lasts.METALS,
)
operation(
    Schemes.SURCHARGE_GOALS,
    "milestones and awards cost {n} MC more this generation",
    worth=lambda total, step, n: total.gain(MC, 0.25 * n),
    lasts=Lasts.GOALS,
)
operation(
    Schemes.DRAW_NAMED_TAG,
    lambda step: f"draw {amount(step, 'cards')} with a tag that you name",
    asks=Kind.TAG,
    question="name the tag of the card to draw",
    choice="name the {choice.name}",
    worth=lambda total, step, n: total.draw(1.2 * n),
)
operation(
    Schemes.CASH_IN_HERE,
    "spend all from here for {n} MC each",
    here=Here.SPENDS,
    worth=lambda total, step, n: total.gain(MC, n),
)
operation(
    Schemes.GAIN_ONE_KIND,
    lambda step: f"gain {some(step.n, 'standard resources')} of one kind",
    asks=Kind.RESOURCE,
    question="choose a resource to gain",
    choice=lambda choice: f"gain {some(choice.n, Resource(choice.i))}",
    worth=lambda total, step, n: total.gain(MC, 3.0 * n),
)
operation(
    Schemes.RAISE_ANY_PRODUCTION,
    "any production +{n}",
    asks=Kind.RESOURCE,
    question="choose a production to raise",
    choice=lambda choice: f"{made(Resource(choice.i))} +{choice.n}",
    worth=lambda total, step, n: total.produce(MC, 1.8 * n),
)
operation(
    Schemes.ADD_TO_SEVERAL,
    lambda step: f"add {amount(step, step['kind'])} to each of up to {step['cards']} cards",
    {"kind": CardResource, "cards": int},
    asks=Kind.CARD,
    turns=Turns.OWN,
    declines=Declines.AFTER_ONE,
    question=lambda ask: f"choose a card to add {some(ask.n, ask.step['kind'])} to",
    choice="add {choice.held} to {choice.card}",
    decline="add to no other card",
    worth=lambda total, step, n: total.put_on_a_card(step["kind"], n * step["cards"]),
)
operation(
    Schemes.SPEND_FROM_CARDS,
    lambda step: f"spend {amount(step, step['kind'])} from your cards",
    {"kind": CardResource},
    costs="kind",
    asks=Kind.CARD,
    turns=Turns.COUNTED,
    question=lambda ask: f"choose a card to spend {some(1, ask.step['kind'])} from",
    choice=lambda choice: f"spend {some(1, choice.step['kind'])} from {choice.card}",
    worth=lambda total, step, n: total.take_from_a_card(step["kind"], n),
)
operation(
    Schemes.EXCHANGE_METALS,
    lambda step: f"exchange {word(step['source'])} for as much {word(step['target'])}, {amount(step, 'units')} at most",
    {"source": Resource, "target": Resource},
    asks=Kind.AMOUNT,
    question="choose how much to exchange",
    choice=lambda choice: f"{some(choice.i, choice.step['source'])} for {some(choice.i, choice.step['target'])}",
    worth=lambda total, step, n: total.gain(MC, 2.0),
)
operation(
    Schemes.DRAW_EVENTS,
    lambda step: f"draw {some(step.n, 'events')}" + (f" of {step['cost']} MC or more" if step["cost"] else ""),
    {"cost": int},
    worth=lambda total, step, n: total.draw(n),
)
operation(
    Schemes.OPPONENTS_PRODUCTION,
    lambda step: f"each opponent: {made(step['resource'])} {change(step)}",
    {"resource": Resource},
    worth=lambda total, step, n: total.harm_production(step["resource"], -n),
)
check_family(Schemes, FIRST, END_OF_FAMILY)


def charge_for_cards(n: int) -> Step:
    return Step(Schemes.CHARGE_FOR_CARDS, n)


def return_prelude() -> Step:
    return Step(Schemes.RETURN_PRELUDE)


def give_away(*, more_corruption: bool = False, least_corruption: int = 0) -> Step:
    """To another player with more corruption than one's own, or to anybody, oneself too, with at least so much."""
    if more_corruption == bool(least_corruption):
        raise ValueError("a card is given to who has more corruption, or to who has at least so much")
    return Step(Schemes.GIVE_AWAY, 1, (more_corruption, least_corruption))


def first_next_generation() -> Step:
    return Step(Schemes.FIRST_NEXT_GENERATION)


def raise_metals_this_generation(n: int) -> Step:
    return Step(Schemes.RAISE_METALS, n)


def surcharge_goals(n: int) -> Step:
    return Step(Schemes.SURCHARGE_GOALS, n)


def draw_named_tag(n: int) -> Step:
    return Step(Schemes.DRAW_NAMED_TAG, n)


def cash_in_here(each: int) -> Step:
    return Step(Schemes.CASH_IN_HERE, each)


def gain_one_kind(n: int) -> Step:
    return Step(Schemes.GAIN_ONE_KIND, n)


def raise_any_production(n: int) -> Step:
    return Step(Schemes.RAISE_ANY_PRODUCTION, n)


def add_to_several(kind: CardResource, n: int, cards: int) -> Step:
    if cards > 2:
        raise ValueError("only the last card chosen is remembered")
    return Step(Schemes.ADD_TO_SEVERAL, n, (kind, cards))


def spend_from_cards(kind: CardResource, n: int) -> Step:
    """Not from cards whose resources can never be removed."""
    return Step(Schemes.SPEND_FROM_CARDS, n, (kind,))


def exchange_metals(source: Resource, target: Resource, most: Count) -> Step:
    return Step(Schemes.EXCHANGE_METALS, most, (source, target))


def draw_events(n: int, cost: int = 0) -> Step:
    return Step(Schemes.DRAW_EVENTS, n, (cost,))


def opponents_production(resource: Resource, n: int) -> Step:
    return Step(Schemes.OPPONENTS_PRODUCTION, n, (resource,))
