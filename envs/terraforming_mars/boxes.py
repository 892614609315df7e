"""All cards of the four boxes. A card's number is its place in its deck; a new box goes to the end, so numbers stay."""

from __future__ import annotations

from regolith.envs.terraforming_mars.base import cards as base
from regolith.envs.terraforming_mars.corporate_era import cards as corporate_era
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.prelude import cards as prelude
from regolith.envs.terraforming_mars.venus import cards as venus
from regolith.envs.terraforming_mars.words import PROJECT_KINDS, CardKind

PROJECTS: tuple[Card, ...] = (*base.PROJECTS, *corporate_era.PROJECTS, *prelude.PROJECTS, *venus.PROJECTS)
CORPORATIONS: tuple[Card, ...] = (
    *base.CORPORATIONS,
    *corporate_era.CORPORATIONS,
    *prelude.CORPORATIONS,
    *venus.CORPORATIONS,
)
PRELUDES: tuple[Card, ...] = prelude.PRELUDES
CARDS: dict[str, Card] = {card.name: card for card in (*PROJECTS, *CORPORATIONS, *PRELUDES)}
"""Every card by its name."""
NUMBER: dict[str, int] = {card.name: n for deck in (PROJECTS, CORPORATIONS, PRELUDES) for n, card in enumerate(deck)}
"""The number of a card in its deck."""

if len(CARDS) != len(PROJECTS) + len(CORPORATIONS) + len(PRELUDES):
    raise ValueError("two cards share a name")
for deck, kinds in ((PROJECTS, PROJECT_KINDS), (CORPORATIONS, [CardKind.CORPORATION]), (PRELUDES, [CardKind.PRELUDE])):
    if misplaced := [card.name for card in deck if card.kind not in kinds]:
        raise ValueError(f"in the wrong deck: {misplaced}")
