"""What events and ruling bonuses bring, as sums of terms that the greedy player prices: so much of this and that for each thing counted.

Data only: editing this file recompiles nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.language.operation import Branching
from regolith.envs.terraforming_mars.language.steps import Step, Steps
from regolith.envs.terraforming_mars.player.card_worth import Held, Sum, brought
from regolith.envs.terraforming_mars.rooms import GLOBAL_EVENTS, NONE, PARTIES, RESOURCES, room
from regolith.envs.terraforming_mars.turmoil.language import branch_of_everybody, is_rank
from regolith.envs.terraforming_mars.turmoil.words import FIRST_PARTY, MOST_TERMS, TermFor

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.language.box import Carrier
    from regolith.envs.terraforming_mars.language.lower import Lowering

CARRIED = PARTIES + GLOBAL_EVENTS
"""Parties, then events."""


@dataclass(frozen=True)
class Term:
    """What is gained for each thing that `counts` counts; `whom` says who gains it, and with a `least` it is all or nothing."""

    counts: Step
    each: Sum
    whom: TermFor = TermFor.EVERYBODY
    least: int = NONE


def worth_of(steps: Steps) -> Sum:
    return brought(steps, Held(), None)


def terms(does: Steps) -> Iterator[Term]:
    """Of a program: what everybody does, and what the first places get. What happens on Mars is nobody's."""
    for step in does:
        if is_rank(step):
            for whom, branch in zip((TermFor.FIRST, TermFor.SECOND), step.branches, strict=False):
                yield Term(step, worth_of(branch), whom)
        for inner in branch_of_everybody(step):
            if inner.row.branching == Branching.CONDITION:
                yield Term(inner, worth_of(inner.branches[0]), least=inner["least"])
            elif inner.row.branching == Branching.NONE:
                yield Term(inner, worth_of((replace(inner, n=1),) if inner.row.counted else (inner,)))


def columns(lowering: Lowering, carriers: Mapping[int, Carrier]) -> dict[str, Any]:
    """The terms as columns, by party or event and then in order."""
    shape = (CARRIED, MOST_TERMS)
    row, whom, least = np.zeros(shape, np.int32), np.zeros(shape, np.int32), np.full(shape, NONE, np.int32)
    kept = np.full(shape, NONE, np.int32)
    rating, cards = np.zeros(shape), np.zeros(shape)
    stock, production = np.zeros((*shape, RESOURCES)), np.zeros((*shape, RESOURCES))
    for number, carrier in carriers.items():
        at = number - FIRST_PARTY
        found = list(terms(carrier.does))
        room(f"terms of {carrier.name}", len(found), MOST_TERMS)
        for i, term in enumerate(found):
            row[at, i] = lowering.program((term.counts,), number)
            whom[at, i], least[at, i], kept[at, i] = term.whom, term.least, term.each.kept
            rating[at, i], cards[at, i] = term.each.rating, term.each.cards
            stock[at, i], production[at, i] = term.each.stock, term.each.production
    return {
        "term_row": row,
        "term_for": whom,
        "term_least": least,
        "term_kept": kept,
        "term_rating": rating,
        "term_cards": cards,
        "term_stock": stock,
        "term_production": production,
    }
