"""Colonies as a box. Data only: editing this file recompiles nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.colonies.cards import CORPORATIONS, PROJECTS
from regolith.envs.terraforming_mars.colonies.experiment import DRAWN_TILES
from regolith.envs.terraforming_mars.colonies.language import (
    build_colony,
    leave_colony_tile,
    trade_paid,
    trade_with_fee,
)
from regolith.envs.terraforming_mars.colonies.tiles import TILES
from regolith.envs.terraforming_mars.colonies.words import COLONY_COST, FIRST_TILE, STEPS
from regolith.envs.terraforming_mars.language.box import Box, Carrier, Standard
from regolith.envs.terraforming_mars.language.lower import bits
from regolith.envs.terraforming_mars.language.phrases import title
from regolith.envs.terraforming_mars.player.card_worth import Held, brought
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rooms import COLONY_TILES, NONE, RESOURCES
from regolith.envs.terraforming_mars.words import CardSet, StandardProject

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.language.lower import Lowering


def columns(lowering: Lowering) -> Mapping[str, Any]:
    """What is printed on the tiles besides what building brings, and the programs of a trade."""
    bonus, income = np.zeros(COLONY_TILES, np.int32), np.zeros((COLONY_TILES, STEPS), np.int32)
    sleeps_until, needs = np.full(COLONY_TILES, NONE, np.int32), np.zeros(COLONY_TILES, np.int32)
    bonus_stock, bonus_cards = np.zeros((COLONY_TILES, RESOURCES)), np.zeros(COLONY_TILES)
    for tile, printed in TILES.items():
        bonus[tile] = lowering.program(printed.bonus, FIRST_TILE + tile)
        income[tile] = [lowering.program(given, FIRST_TILE + tile) for given in printed.income]
        needs[tile] = bits(printed.needs)
        if printed.sleeps_until is not None:
            sleeps_until[tile] = printed.sleeps_until
        worth = brought(printed.bonus, Held(), None)
        bonus_stock[tile], bonus_cards[tile] = worth.stock, worth.cards
    return {
        "colony_bonus": bonus,
        "colony_income": income,
        "colony_sleeps_until": sleeps_until,
        "colony_needs": needs,
        "colony_bonus_stock": bonus_stock,
        "colony_bonus_cards": bonus_cards,
        "trade_row": np.int32(lowering.program(trade_with_fee())),
        "trade_paid_row": np.int32(lowering.program(trade_paid())),
        "leave_colony_tile_row": np.int32(lowering.program((leave_colony_tile(),))),
    }


BOX = Box(
    CardSet.COLONIES,
    "Colonies",
    option="colonies",
    projects=PROJECTS,
    corporations=CORPORATIONS,
    carriers={FIRST_TILE + tile: Carrier(title(tile), printed.build) for tile, printed in TILES.items()},
    standard_projects={StandardProject.BUILD_COLONY: Standard(COLONY_COST, (build_colony(),))},
    columns=columns,
    weights=(Weight.COLONY_TRADES, Weight.FLEET, Weight.TRADE_ENERGY, Weight.COLONY, Weight.TRADE),
    laid_out=DRAWN_TILES,
    option_sets={
        "two with Colonies": {"colonies": True},
        "three with Colonies alone": {
            "players": 3,
            "corporate_era": False,
            "prelude": False,
            "venus": False,
            "colonies": True,
            "map": "hellas",
        },
        "four with Colonies and Prelude": {
            "players": 4,
            "corporate_era": False,
            "venus": False,
            "colonies": True,
            "colony_corporations": True,
            "payment": "auto",
        },
        "five with Colonies and Venus Next": {
            "players": 5,
            "corporate_era": False,
            "prelude": False,
            "colonies": True,
            "map": "elysium",
            "colony_tiles": "enceladus+europa+luna+miranda+pluto+titan+triton",
        },
        "solo with Colonies": {"players": 1, "colonies": True},
        "solo for rating with Colonies and Corporate Era": {
            "players": 1,
            "prelude": False,
            "venus": False,
            "colonies": True,
            "solo_objective": "tr63",
            "payment": "auto",
        },
    },
)
