"""All boxes, and what they bring, put together. A new box goes to the end, so that numbers stay. No rule imports this module."""

from __future__ import annotations

from collections.abc import Iterable

from regolith.envs.terraforming_mars.base.boards import BOARDS
from regolith.envs.terraforming_mars.base.box import BOX as BASE
from regolith.envs.terraforming_mars.colonies.box import BOX as COLONIES
from regolith.envs.terraforming_mars.colonies.options import ColoniesOptions
from regolith.envs.terraforming_mars.corporate_era.box import BOX as CORPORATE_ERA
from regolith.envs.terraforming_mars.corporate_era.options import CorporateEraOptions
from regolith.envs.terraforming_mars.language.box import Award, Box, Carrier, Milestone, Standard
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.prelude.box import BOX as PRELUDE
from regolith.envs.terraforming_mars.prelude.options import PreludeOptions
from regolith.envs.terraforming_mars.promos.box import BOX as PROMOS
from regolith.envs.terraforming_mars.promos.options import PromosOptions
from regolith.envs.terraforming_mars.rooms import BOXES as BOX_ROOM
from regolith.envs.terraforming_mars.rooms import CARRIERS as CARRIER_ROOM
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, room
from regolith.envs.terraforming_mars.turmoil.box import BOX as TURMOIL
from regolith.envs.terraforming_mars.turmoil.options import TurmoilOptions
from regolith.envs.terraforming_mars.underworld.box import BOX as UNDERWORLD
from regolith.envs.terraforming_mars.underworld.options import UnderworldOptions
from regolith.envs.terraforming_mars.venus.box import BOX as VENUS
from regolith.envs.terraforming_mars.venus.options import VenusOptions
from regolith.envs.terraforming_mars.words import PROJECT_KINDS, CardKind, StandardProject


class BoxOptions(
    UnderworldOptions, PromosOptions, TurmoilOptions, ColoniesOptions, VenusOptions, PreludeOptions, CorporateEraOptions
):
    """The options of all boxes; those of the last one named come first."""


def in_order(*boxes: Box) -> tuple[Box, ...]:
    """Boxes whose numbers are their places, as many as there is room for."""
    room("boxes", len(boxes), BOX_ROOM)
    if [box.card_set for box in boxes] != list(range(len(boxes))):
        raise ValueError("boxes are not in the order of their numbers")
    return boxes


def carriers_of(boxes: Iterable[Box]) -> dict[int, Carrier]:
    """The carriers of all boxes by their numbers."""
    found: dict[int, Carrier] = {}
    for box in boxes:
        for number, carrier in box.carriers.items():
            if number in found:
                raise ValueError(f"{carrier.name} and {found[number].name} are both carrier {number}")
            if number < FIRST_CARRIER:
                raise ValueError(f"{carrier.name} has the number of a card: {number}")
            room(f"carriers, such as {carrier.name}", number - FIRST_CARRIER + 1, CARRIER_ROOM)
            found[number] = carrier
    return found


BOXES = in_order(BASE, CORPORATE_ERA, PRELUDE, VENUS, COLONIES, TURMOIL, PROMOS, UNDERWORLD)
PROJECTS: tuple[Card, ...] = tuple(card for box in BOXES for card in box.projects)
CORPORATIONS: tuple[Card, ...] = tuple(card for box in BOXES for card in box.corporations)
PRELUDES: tuple[Card, ...] = tuple(card for box in BOXES for card in box.preludes)
CARDS: dict[str, Card] = {card.name: card for card in (*PROJECTS, *CORPORATIONS, *PRELUDES)}
"""Every card by its name."""
NUMBER: dict[str, int] = {card.name: n for deck in (PROJECTS, CORPORATIONS, PRELUDES) for n, card in enumerate(deck)}
"""The number of a card in its deck: its place there."""
CARRIERS = carriers_of(BOXES)
STANDARD_PROJECTS: dict[StandardProject, tuple[Box, Standard]] = {
    project: (box, standard) for box in BOXES for project, standard in box.standard_projects.items()
}
"""Every standard project with its box."""
MILESTONES: tuple[Milestone, ...] = (
    *(milestone for board in BOARDS.values() for milestone in board.milestones),
    *(milestone for box in BOXES for milestone in box.milestones if milestone.over),
    *(milestone for box in BOXES for milestone in box.milestones if not milestone.over),
    *(milestone for box in BOXES for milestone in box.covering_milestones),
)
AWARDS: tuple[Award, ...] = (
    *(award for board in BOARDS.values() for award in board.awards),
    *(award for box in BOXES for award in box.awards),
    *(award for box in BOXES for award in box.covering_awards),
)
"""Every milestone and award; the number of its tile is its place."""

if len(CARDS) != len(PROJECTS) + len(CORPORATIONS) + len(PRELUDES):
    raise ValueError("two cards share a name")
for deck, kinds in ((PROJECTS, PROJECT_KINDS), (CORPORATIONS, [CardKind.CORPORATION]), (PRELUDES, [CardKind.PRELUDE])):
    if misplaced := [card.name for card in deck if card.kind not in kinds]:
        raise ValueError(f"in the wrong deck: {misplaced}")
