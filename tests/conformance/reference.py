"""The cards of Underworld 2 with the values that the reference has, where these are merely other ones.

Data only: cost, points and names, as the facts tell them (`reference_value`). Where it behaves differently the deviations say so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from regolith.envs.terraforming_mars.language.card import Card, Points, Scoring, per_resource
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import CardSet

VALUES: dict[str, dict[str, Any]] = {
    "Patent Manipulation": {"cost": 7, "vp": Points(Scoring.FIXED, -2)},
    "Microgravimetry": {"cost": 5},
    "Space Wargames": {"cost": 25},
    "Space Privateers": {"cost": 10},
    "Corporate Theft": {"cost": 10},
    "Family Connections": {"cost": 12},
    "Aeron Genomics": {"vp": per_resource(3)},
}
EXCHANGED = {Token.VOLCANIC_OCEAN_SPACE: Token.ANY_RESOURCE_1}
"""The reference has another kind of token in place of one that is printed."""
SUBSTITUTE = " (Underworld 2)"


def as_in_the_reference(card: Card) -> Card:
    """A card with the reference's values, under the name that the shared formats have for it."""
    if card.card_set != CardSet.UNDERWORLD:
        return card
    return replace(card, name=card.name.replace(SUBSTITUTE, ":u"), **VALUES.get(card.name, {}))


NUMBERED = {at: as_in_the_reference(card) for at, card in numbered().items()}
NUMBER = {card.name: at for at, card in NUMBERED.items()}


def as_printed(card: Card) -> Card:
    """A card with its own values, under the name that the shared formats have for it."""
    return replace(card, name=card.name.replace(SUBSTITUTE, ":u"))
