"""Underworld 2 as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.language.box import Award, Box, Goal, Milestone, Standard
from regolith.envs.terraforming_mars.language.choices import choose
from regolith.envs.terraforming_mars.language.research import buy_cards
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.turmoil.language import convert_delegates
from regolith.envs.terraforming_mars.underworld import tokens
from regolith.envs.terraforming_mars.underworld.cards import PROJECTS
from regolith.envs.terraforming_mars.underworld.corporations import CORPORATIONS
from regolith.envs.terraforming_mars.underworld.language.corruption import mulligan, spend_corruption
from regolith.envs.terraforming_mars.underworld.language.underground import excavate, place_marker, search
from regolith.envs.terraforming_mars.underworld.preludes import PRELUDES
from regolith.envs.terraforming_mars.underworld.words import EXCAVATION_COST
from regolith.envs.terraforming_mars.words import CRIME, MARS, STEEL, CardSet, Measure, StandardProject

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.language.lower import Lowering

COLLUSION = (spend_corruption(1), choose(convert_delegates(1), convert_delegates(2)))


def columns(lowering: Lowering) -> Mapping[str, Any]:
    """The tokens, and programs of the rules: effects that identify, the end of an excavation, the research phase."""
    programs = {
        "search_row": search(),
        "marker_row": (place_marker(),),
        "mulligan_row": (mulligan(), buy_cards()),
    }
    return {**tokens.columns(), **{name: np.int32(lowering.program(given)) for name, given in programs.items()}}


BOX = Box(
    CardSet.UNDERWORLD,
    "Underworld 2",
    option="underworld",
    projects=PROJECTS,
    corporations=CORPORATIONS,
    preludes=PRELUDES,
    carriers=tokens.CARRIERS,
    covering_milestones=(
        Milestone("Risktaker", Goal(Measure.PENALTIES), 3),
        Milestone("Tunneler", Goal(Measure.CLAIMED_TOKENS), 7),
    ),
    covering_awards=(
        Award("Kingpin", Goal(Measure.CRIME_TAGS)),
        Award("Excavator", Goal(Measure.CLAIMED_TOKENS)),
    ),
    tags=(CRIME, MARS),
    standard_projects={
        StandardProject.EXCAVATE: Standard(EXCAVATION_COST, (excavate(),), metal=STEEL),
        StandardProject.COLLUSION: Standard(0, COLLUSION, needs=(CardSet.TURMOIL,)),
    },
    sets={"blocking": 1},
    columns=columns,
    weights=(
        Weight.CORRUPTION,
        Weight.BRIBE,
        Weight.TOKEN_IN_FORCE,
        Weight.EXCAVATION,
        Weight.FOUND,
        Weight.DRAWS,
        Weight.UNDERWORLD_LENGTH,
    ),
    option_sets={
        "two with Underworld 2": {"underworld": True},
        "two with Underworld 2 alone": {
            "corporate_era": False,
            "prelude": False,
            "venus": False,
            "underworld": True,
        },
        "three with Underworld 2 and Corporate Era": {
            "players": 3,
            "prelude": False,
            "venus": False,
            "underworld": True,
            "goal_tiles": "dice",
            "map": "hellas",
        },
        "four with Underworld 2 and Prelude": {
            "players": 4,
            "corporate_era": False,
            "venus": False,
            "underworld": True,
            "payment": "auto",
        },
        "five with Underworld 2 and Venus Next": {
            "players": 5,
            "corporate_era": False,
            "prelude": False,
            "underworld": True,
            "goal_tiles": "dice",
            "map": "elysium",
        },
        "two with Underworld 2 and Colonies": {
            "corporate_era": False,
            "prelude": False,
            "venus": False,
            "colonies": True,
            "underworld": True,
            "draft": False,
        },
        "three with Underworld 2 and Turmoil": {
            "players": 3,
            "corporate_era": False,
            "prelude": False,
            "venus": False,
            "turmoil": True,
            "underworld": True,
            "goal_tiles": "risktaker=mayor,tunneler=gardener,kingpin=banker,excavator=miner",
        },
        "two with everything": {
            "colonies": True,
            "turmoil": True,
            "promos": True,
            "underworld": True,
            "goal_tiles": "dice",
        },
        "five with everything": {
            "players": 5,
            "colonies": True,
            "turmoil": True,
            "promos": True,
            "underworld": True,
            "map": "hellas",
        },
        "solo with Underworld 2": {"players": 1, "underworld": True},
        "solo with everything": {
            "players": 1,
            "colonies": True,
            "turmoil": True,
            "promos": True,
            "underworld": True,
            "map": "elysium",
        },
        "solo for rating with Underworld 2 alone": {
            "players": 1,
            "corporate_era": False,
            "prelude": False,
            "venus": False,
            "underworld": True,
            "solo_objective": "tr63",
            "payment": "auto",
        },
    },
)
