"""Operations on resources that lie on cards, in the words that cards write."""

from __future__ import annotations

from enum import IntEnum

from regolith.envs.terraforming_mars.language.counts import Count
from regolith.envs.terraforming_mars.language.operation import Family, Here, Holds, check_family, operation
from regolith.envs.terraforming_mars.language.phrases import amount, either, some, word
from regolith.envs.terraforming_mars.language.steps import Step
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import MC, CardResource, Resource, Tag, To


class Held(IntEnum):
    ADD_HERE = Family.HELD
    ADD_RESOURCE = 33
    """All to one card; lost without an eligible card, unless required. No kind: what that card holds."""
    ADD_TO_PLAYED_CARD = 34
    """To the card whose play caused the trigger, if it holds one of the kinds."""
    SPEND_HERE = 35
    SPEND_FROM_CARD = 36
    """From any own card."""
    EXCHANGE_HERE = 37
    ONLY_IF_HERE = 38
    """Without so many on the card the action may not be taken."""


def add_resource_text(step: Step) -> str:
    what = amount(step, step["kind"] if step["kind"] is not None else "resources")
    if step["to"] == To.FILLED_CARD:
        return f"add {what} to a card that holds some"
    tag = f"{word(step['tag'])} " if step["tag"] is not None else ""
    return f"add {what} to {'any' if step['to'] == To.ANY_CARD else 'another'} {tag}card"


operation(
    Held.ADD_HERE,
    "add {n} here",
    here=Here.ADDS,
    worth=lambda total, step, n: total.put_here(n),
)
operation(
    Held.ADD_RESOURCE,
    add_resource_text,
    {"kind": CardResource | None, "to": To, "tag": Tag | None, "required": bool},
    asks=Kind.CARD,
    question=lambda ask: (
        f"choose a card to add {some(ask.n, 'resources' if ask.step['kind'] is None else ask.step['kind'])} to"
    ),
    choice="add {choice.held} to {choice.card}",
    worth=lambda total, step, n: total.put_on_a_card(step["kind"], n),
)
operation(
    Held.ADD_TO_PLAYED_CARD,
    lambda step: f"add {step.n} {either(some(1, step[k])[2:] for k in ('kind', 'or_kind'))} to that card",
    {"kind": CardResource, "or_kind": CardResource},
    x=Holds.CARD_PLAYED,
    worth=lambda total, step, n: total.gain(MC, n),
)
operation(
    Held.SPEND_HERE,
    "spend {n} from here",
    here=Here.SPENDS,
    worth=lambda total, step, n: total.put_here(-n),
)
operation(
    Held.SPEND_FROM_CARD,
    lambda step: f"spend {amount(step, step['kind'])} from any card",
    {"kind": CardResource},
    costs="kind",
    asks=Kind.CARD,
    question=lambda ask: f"choose a card to spend {some(ask.n, ask.step['kind'])} from",
    choice="spend {choice.held} from {choice.card}",
    worth=lambda total, step, n: total.take_from_a_card(step["kind"], n),
)
operation(
    Held.EXCHANGE_HERE,
    lambda step: f"exchange any number from here for {amount(step, step['gain'])} each",
    {"gain": Resource},
    here=Here.EXCHANGES,
    asks=Kind.AMOUNT,
    question="choose how much to exchange",
    choice=lambda choice: f"{choice.held_here} for {some(choice.i * choice.n, choice.step['gain'])}",
    worth=lambda total, step, n: total.gain(step["gain"], n),
)
operation(Held.ONLY_IF_HERE, "with {n} or more here", here=Here.LOOKED_AT)
check_family(Held, Family.HELD, Family.ATTACKS)


def add_here(n: int) -> Step:
    return Step(Held.ADD_HERE, n)


def add_resource(kind: CardResource | None, n: int | Count, *, tag: Tag | None = None, required: bool = False) -> Step:
    """Add to one own card (with that tag), perhaps to this one. No kind: of the kind that the card holds."""
    return Step(Held.ADD_RESOURCE, n, (kind, To.ANY_CARD, tag, required))


def add_elsewhere(kind: CardResource, n: int | Count, *, tag: Tag | None = None, required: bool = False) -> Step:
    """Add to another own card (with that tag)."""
    return Step(Held.ADD_RESOURCE, n, (kind, To.OTHER_CARD, tag, required))


def add_to_filled_card(n: int) -> Step:
    """Add to an own card what it holds already; unplayable without such a card."""
    return Step(Held.ADD_RESOURCE, n, (None, To.FILLED_CARD, None, True))


def add_to_played_card(n: int, kind: CardResource, or_kind: CardResource) -> Step:
    return Step(Held.ADD_TO_PLAYED_CARD, n, (kind, or_kind))


def spend_here(n: int) -> Step:
    return Step(Held.SPEND_HERE, n)


def spend_from_card(kind: CardResource, n: int) -> Step:
    return Step(Held.SPEND_FROM_CARD, n, (kind,))


def exchange_here(gain: Resource, rate: int) -> Step:
    return Step(Held.EXCHANGE_HERE, rate, (gain,))


def only_if_here(n: int) -> Step:
    return Step(Held.ONLY_IF_HERE, n)
