"""The one record that the rules look things up in: cards, maps, standard projects, milestones and awards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from regolith.envs.core.record import table_of
from regolith.envs.terraforming_mars.base.boards import (
    AWARD_COSTS,
    BOARDS,
    ROWS,
    Bonus,
    axial,
    neighbours,
)
from regolith.envs.terraforming_mars.base.programs import PROGRAMS
from regolith.envs.terraforming_mars.boxes import (
    AWARDS,
    BOXES,
    CARRIERS,
    CORPORATIONS,
    MILESTONES,
    PRELUDES,
    PROJECTS,
    STANDARD_PROJECTS,
)
from regolith.envs.terraforming_mars.doors import PORTS
from regolith.envs.terraforming_mars.language.box import Carrier, Goal
from regolith.envs.terraforming_mars.language.card import Card
from regolith.envs.terraforming_mars.language.lower import (
    Lowering,
    bits,
    filled,
    lower_cards,
    lower_carriers,
    lower_modifiers,
    lower_passives,
)
from regolith.envs.terraforming_mars.language.lower import (
    number as as_number,
)
from regolith.envs.terraforming_mars.language.operation import columns
from regolith.envs.terraforming_mars.player.card_worth import worth_columns
from regolith.envs.terraforming_mars.player.weights import weight_columns
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    COVERING_GOALS,
    FIRST_CARRIER,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    GOAL_TILES,
    MARS_SPACES,
    MOST_NEIGHBOURS,
    NONE,
    OFF_MARS_SPACES,
    RESOURCES,
    SPACES,
    STANDARD_ROOM,
    TAGS,
    room,
)
from regolith.envs.terraforming_mars.rooms import CARRIERS as CARRIER_ROOM
from regolith.envs.terraforming_mars.words import (
    HEAT,
    MARKS,
    PLANTS,
    STEEL,
    TITANIUM,
    Map,
    OffMars,
    StandardProject,
    Tag,
    Track,
)

BONUS_RESOURCE = {Bonus.PLANT: PLANTS, Bonus.STEEL: STEEL, Bonus.TITANIUM: TITANIUM, Bonus.HEAT: HEAT}
MOST_ICONS = 3
"""Of one kind on a space."""


def numbered(
    projects: Sequence[Card] = PROJECTS,
    corporations: Sequence[Card] = CORPORATIONS,
    preludes: Sequence[Card] = PRELUDES,
) -> dict[int, Card]:
    """Every card by its number in the record."""
    room("project cards", len(projects), FIRST_CORPORATION)
    room("corporations", len(corporations), FIRST_PRELUDE - FIRST_CORPORATION)
    room("preludes", len(preludes), CARDS - FIRST_PRELUDE)
    firsts = ((0, projects), (FIRST_CORPORATION, corporations), (FIRST_PRELUDE, preludes))
    return {first + i: card for first, deck in firsts for i, card in enumerate(deck)}


def _goal(goal: Goal) -> list[int]:
    """A goal as numbers: measure, kind of card resource, rows, cost, then its tags and its resources as flags."""
    plain = [int(goal.measure), NONE if goal.kind is None else int(goal.kind), goal.rows, goal.cost]
    tags = [int(tag in goal.tags) for tag in range(TAGS)]
    return plain + tags + [int(resource in goal.resources) for resource in range(RESOURCES)]


def _goals() -> dict[str, Any]:
    """The tiles of all milestones and awards, whatever map or box they come from."""
    milestones = {
        "milestone_goal": [_goal(milestone.goal) for milestone in MILESTONES],
        "milestone_least": [milestone.threshold for milestone in MILESTONES],
    }
    awards = {"award_goal": [_goal(award.goal) for award in AWARDS]}
    found = {
        **filled("milestones of all maps and boxes", GOAL_TILES, milestones, NONE),
        **filled("awards of all maps and boxes", GOAL_TILES, awards, NONE),
    }
    covering = {
        "covering_milestone": [MILESTONES.index(milestone) for box in BOXES for milestone in box.covering_milestones],
        "covering_award": [AWARDS.index(award) for box in BOXES for award in box.covering_awards],
    }
    return {
        **found,
        **filled("goals that lie over others", COVERING_GOALS, covering, NONE),
        "award_cost": np.array(AWARD_COSTS, np.int32),
    }


def _maps() -> dict[str, Any]:
    around = np.full((SPACES, MOST_NEIGHBOURS), NONE, np.int32)
    for space, ring in enumerate(neighbours()):
        around[space, : len(ring)] = ring
    kind = np.full((len(Map), SPACES), NONE, np.int32)
    gains = np.zeros((len(Map), SPACES, RESOURCES), np.int32)
    cards, ocean = np.zeros((len(Map), SPACES), np.int32), np.zeros((len(Map), SPACES), np.int32)
    for at in Map:
        for number, space_there in enumerate(BOARDS[at].spaces):
            kind[at, number] = space_there.kind
            for bonus in space_there.bonuses:
                if bonus in BONUS_RESOURCE:
                    gains[at, number, BONUS_RESOURCE[bonus]] += 1
                cards[at, number] += bonus == Bonus.CARD
                ocean[at, number] += bonus == Bonus.OCEAN_FOR_6_MC
    # As players see a space: its kind, then what it gives.
    signs = np.array([0, 1.0, 0.25, 0.5], np.float32)[np.maximum(kind, 0)] * (kind >= 0) + 0.75 * (ocean > 0)
    given = [gains[:, :, resource] for resource in BONUS_RESOURCE.values()] + [cards]
    planes = np.stack([signs, *(bonus / MOST_ICONS for bonus in given)], axis=1)[:, :, :MARS_SPACES]
    rows_below = [len(ROWS) - (row + len(ROWS) // 2) for _, row in axial()]
    return {
        "neighbours": around,
        "space_kind": kind,
        "space_gain": gains,
        "space_cards": cards,
        "space_ocean": ocean,
        "printed": planes.reshape(len(Map), -1).astype(np.float32),
        "row_from_bottom": np.array(rows_below + [99] * (SPACES - MARS_SPACES), np.int32),
        "track_end": np.array([len(MARKS[track]) - 1 for track in Track], np.int32),
    }


def _tag_boxes() -> list[int]:
    """The box that each tag comes from; NONE for a wild tag, which stands for the others, and for room."""
    boxes = {tag: box.card_set for box in BOXES for tag in box.tags}
    return [int(boxes.get(Tag(tag), NONE)) if tag < len(Tag) else NONE for tag in range(TAGS)]


def _off_mars_boxes() -> list[int]:
    """The box that each space beside the map comes from; NONE for room."""
    boxes = {space: box.card_set for box in BOXES for space in box.off_mars}
    return [int(boxes.get(OffMars(off), NONE)) if off < len(OffMars) else NONE for off in range(OFF_MARS_SPACES)]


def _carrier_boxes() -> np.ndarray[Any, Any]:
    """The box that each carrier comes from, by its place among them; NONE for room."""
    found = np.full(CARRIER_ROOM, NONE, np.int32)
    for box in BOXES:
        for number in box.carriers:
            found[number - FIRST_CARRIER] = box.card_set
    return found


def build(cards: dict[int, Card], carriers: Mapping[int, Carrier] = CARRIERS) -> np.ndarray[Any, Any]:
    """The table for a collection of cards and other carriers."""
    lowering = Lowering()
    of_cards = lower_cards(lowering, cards)
    of_carriers = lower_carriers(lowering, carriers)
    all_carriers: dict[int, Card | Carrier] = {**cards, **carriers}
    of_passives = lower_passives(lowering, all_carriers)
    boxes, standard = zip(*(STANDARD_PROJECTS[project] for project in StandardProject), strict=True)
    of_boxes = {name: column for box in BOXES for name, column in box.columns(lowering).items()}
    programs = {name: np.int32(lowering.program(given)) for name, given in PROGRAMS.items()}
    of_standard_projects = {
        "standard_cost": [project.cost for project in standard],
        "standard_box": [box.card_set for box in boxes],
        "standard_tr_solo": [project.tr_solo for project in standard],
        "standard_needs": [bits(project.needs) for project in standard],
        "standard_metal": [as_number(project.metal) for project in standard],
        "standard_row": [lowering.program(project.does) for project in standard],
    }
    return table_of(
        of_cards
        | of_passives
        | of_carriers
        | lower_modifiers(all_carriers)
        | worth_columns(lowering, cards)
        | weight_columns()
        | _maps()
        | of_boxes
        | _goals()
        | filled("standard projects", STANDARD_ROOM, of_standard_projects)
        | {"tag_box": np.array(_tag_boxes(), np.int32), "carrier_box": _carrier_boxes()}
        | {"off_mars_box": np.array(_off_mars_boxes(), np.int32)}
        | programs
        | columns()
        | lowering.columns(),
        PORTS,
    )


TABLE = build(numbered())
