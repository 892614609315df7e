"""Turmoil as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.language.box import Box, Carrier, Goal, Milestone
from regolith.envs.terraforming_mars.language.lower import bits
from regolith.envs.terraforming_mars.language.phrases import title
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rooms import GLOBAL_EVENTS, NONE, PARTIES
from regolith.envs.terraforming_mars.turmoil import terms
from regolith.envs.terraforming_mars.turmoil.cards import CORPORATIONS, PROJECTS
from regolith.envs.terraforming_mars.turmoil.events import EVENTS
from regolith.envs.terraforming_mars.turmoil.language import turmoil_phase
from regolith.envs.terraforming_mars.turmoil.parties import TILES
from regolith.envs.terraforming_mars.turmoil.words import FIRST_EVENT, FIRST_PARTY, Event, Party
from regolith.envs.terraforming_mars.words import CardSet, Measure

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.language.lower import Lowering


CARRIERS = {
    **{
        FIRST_PARTY + number: Carrier(title(number), tile.bonus, tile.passives, tile.modifiers)
        for number, tile in TILES.items()
    },
    **{FIRST_EVENT + number: Carrier(printed.name, printed.does) for number, printed in EVENTS.items()},
}


def columns(lowering: Lowering) -> Mapping[str, Any]:
    """The actions of the parties, the parties on the events and the boxes that these need, and the program of the Turmoil phase."""
    actions = np.zeros(PARTIES, np.int32)
    revealed, current = (np.full(GLOBAL_EVENTS, NONE, np.int32) for _ in range(2))
    needs = np.zeros(GLOBAL_EVENTS, np.int32)
    for number, tile in TILES.items():
        actions[number] = lowering.program(tile.action, FIRST_PARTY + number)
    for event, printed in EVENTS.items():
        revealed[event], current[event], needs[event] = printed.revealed, printed.current, bits(printed.needs)
    return {
        "policy_row": actions,
        "event_revealed": revealed,
        "event_current": current,
        "event_needs": needs,
        "turmoil_row": np.int32(lowering.program(turmoil_phase())),
        **terms.columns(lowering, CARRIERS),
    }


BOX = Box(
    CardSet.TURMOIL,
    "Turmoil",
    option="turmoil",
    projects=PROJECTS,
    corporations=CORPORATIONS,
    carriers=CARRIERS,
    milestones=(Milestone("Terraformer", Goal(Measure.TERRAFORM_RATING), 26, over="Terraformer"),),
    columns=columns,
    weights=(
        Weight.SEAT,
        Weight.SEAT_DOUBT,
        Weight.LEADER,
        Weight.DELEGATE,
        Weight.EVENT_NOW,
        Weight.EVENT_SOON,
        Weight.RULING_BONUS,
        Weight.NEXT_CHAIR,
        Weight.FEE,
        Weight.CHAIR_NEAR,
    ),
    option_sets={
        "two with Turmoil": {"turmoil": True},
        "three with Turmoil alone": {
            "players": 3,
            "corporate_era": False,
            "prelude": False,
            "venus": False,
            "turmoil": True,
            "map": "hellas",
        },
        "four with Turmoil and Prelude": {
            "players": 4,
            "corporate_era": False,
            "venus": False,
            "turmoil": True,
            "payment": "auto",
        },
        "five with Turmoil and Venus Next": {
            "players": 5,
            "corporate_era": False,
            "prelude": False,
            "turmoil": True,
            "map": "elysium",
        },
        "two with Turmoil and all that belongs to it": {"colonies": True, "turmoil": True},
        "solo with Turmoil": {"players": 1, "turmoil": True},
        "solo for rating with Turmoil, Colonies and Corporate Era": {
            "players": 1,
            "prelude": False,
            "venus": False,
            "colonies": True,
            "turmoil": True,
            "solo_objective": "tr63",
        },
    },
)
if missing := [*({*Party} - {*TILES}), *({*Event} - {*EVENTS})]:
    raise ValueError(f"not printed: {missing}")
