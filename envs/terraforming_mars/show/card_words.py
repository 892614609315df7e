"""Everything that people call a card, in words, for who looks one up."""

from __future__ import annotations

from regolith.envs.core.card_words import CardWords
from regolith.envs.terraforming_mars.card_file import load
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.phrases import word
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.language.text import deed_text, points_text, requirement_text
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.show import box_views
from regolith.envs.terraforming_mars.show.box_titles import box_text
from regolith.envs.terraforming_mars.words import PROJECT_KINDS, CardKind

KINDS = {kind: f"project, {kind.name.lower()}" if kind in PROJECT_KINDS else kind.name.lower() for kind in CardKind}


def cards(options: MarsOptions) -> list[CardWords]:
    """All cards of the three decks, then what boxes have besides."""
    known = load(options.cards).cards if options.cards else numbered()
    return [*(card_words(card) for card in known.values()), *box_views.other_cards()]


def card_words(card: Card) -> CardWords:
    """What stands on a card."""
    cost = f"{card.cost} MC" if card.kind in PROJECT_KINDS else ""
    return CardWords(
        name=card.name,
        kind=KINDS[card.kind],
        box=box_text(card.card_set, card.needs),
        cost=f"start with {card.start_mc} MC" if card.start_mc else cost,
        tags=", ".join(word(tag) for tag in card.tags),
        needs=requirement_text(card),
        does=deed_text(card),
        points=points_text(card),
        remark="banned" if card.banned else f"replaces {card.replaces}" if card.replaces else "",
    )
