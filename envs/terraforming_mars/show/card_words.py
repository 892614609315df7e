"""Everything that people call a card, in words, for who looks one up."""

from __future__ import annotations

from collections.abc import Iterator

from regolith.envs.core.card_words import CardWords
from regolith.envs.terraforming_mars.boxes import BOXES
from regolith.envs.terraforming_mars.card_file import load
from regolith.envs.terraforming_mars.colonies.show import brings, name_of
from regolith.envs.terraforming_mars.colonies.tiles import TILES
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.phrases import word
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.language.text import deed_text, points_text, requirement_text
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.turmoil.events import EVENTS
from regolith.envs.terraforming_mars.turmoil.language import party_name
from regolith.envs.terraforming_mars.turmoil.show import occurrence
from regolith.envs.terraforming_mars.words import PROJECT_KINDS, CardKind, CardSet

KINDS = {
    CardKind.AUTOMATED: "project, automated",
    CardKind.ACTIVE: "project, active",
    CardKind.EVENT: "project, event",
    CardKind.CORPORATION: "corporation",
    CardKind.PRELUDE: "prelude",
}


def cards(options: MarsOptions) -> list[CardWords]:
    """All cards, global events and colony tiles."""
    known = load(options.cards).cards if options.cards else numbered()
    return [*(card_words(card) for card in known.values()), *_events(), *_colony_tiles()]


def card_words(card: Card) -> CardWords:
    """What stands on a card."""
    cost = f"{card.cost} MC" if card.kind in PROJECT_KINDS else ""
    return CardWords(
        name=card.name,
        kind=KINDS[card.kind],
        box=_box(card.card_set, card.needs),
        cost=f"start with {card.start_mc} MC" if card.start_mc else cost,
        tags=", ".join(word(tag) for tag in card.tags),
        needs=requirement_text(card),
        does=deed_text(card),
        points=points_text(card),
        remark="banned" if card.banned else f"replaces {card.replaces}" if card.replaces else "",
    )


def _box(card_set: CardSet, needs: tuple[CardSet, ...] = ()) -> str:
    """The box, and how to put it into the game; cards that need others are told with them."""
    titles = [BOXES[card_set].title, *(f"needs {BOXES[other].title}" for other in needs)]
    options = [f"--{BOXES[box].option.replace('_', '-')}" for box in (card_set, *needs) if BOXES[box].option]
    return ", ".join(titles) + (f" (options {' '.join(options)})" if options else "")


def _events() -> Iterator[CardWords]:
    for event in EVENTS.values():
        parties = (
            f"delegates: {party_name(event.revealed)} when it is revealed, {party_name(event.current)} when it occurs"
        )
        box = _box(CardSet.TURMOIL, event.needs)
        yield CardWords(event.name, "global event", box, does=occurrence(event.does), remark=parties)


def _colony_tiles() -> Iterator[CardWords]:
    for number, tile in TILES.items():
        income = " / ".join(brings(steps) for steps in tile.income)
        colony = f"a colony brings {brings(tile.build)}, and at every trade {brings(tile.bonus)}"
        does = f"{colony}; a trade brings, by the step of the marker: {income}"
        until = "" if tile.sleeps_until is None else f"dormant until a card can hold {word(tile.sleeps_until)}"
        yield CardWords(name_of(number), "colony tile", _box(CardSet.COLONIES, tile.needs), does=does, remark=until)
