"""The action space, which actions are legal, and what each one does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.tinyforming_mars.course import after_research, end_turn, place_first_city
from regolith.envs.tinyforming_mars.effects import DECLINE as DECLINED
from regolith.envs.tinyforming_mars.effects import FROM_HAND, activate, answer, run_effects
from regolith.envs.tinyforming_mars.requirements import may_activate
from regolith.envs.tinyforming_mars.research import orient, project_on_table
from regolith.envs.tinyforming_mars.words import HEXES, PROJECTS, ROW, STANDARDS, TOKENS, Kind

if TYPE_CHECKING:
    from regolith.envs.tinyforming_mars.record_types import Record, Table

ACTIONS = Layout()
ACTIVATE = ACTIONS.add("activate", PROJECTS, "activate the project of this number, which faces you")
STANDARD = ACTIONS.add(
    "standard project", STANDARDS, "Sell Patent, Found City, Import Water, Greenhouses, Energy Farms"
)
PASS = ACTIONS.add("pass", 1, "no more actions this generation")
TAKE = ACTIONS.add("take", PROJECTS, "turn the card so that the project of this number faces you")
CITY = ACTIONS.add("city to", HEXES, "the hex for a city")
WATER = ACTIONS.add("water to", HEXES, "the hex for a water")
GREENERY = ACTIONS.add("greenery to", HEXES, "the hex for a greenery")
HEAT = ACTIONS.add("heat to", HEXES, "the hex for a heat")
RETURN = ACTIONS.add("return greenery", HEXES, "the greenery that goes back to the supply")
MOVE = ACTIONS.add("move city", HEXES, "the own city to be moved")
FOUND = ACTIONS.add("new city", 1, "place a city from the hand instead of moving one")
TOKEN = ACTIONS.add("token", TOKENS, "take, or spend for a discount, a nature, production or science token")
BUY = ACTIONS.add("buy", 1, "pay for the second heat of Methane From Titan")
DECLINE = ACTIONS.add("decline", 1, "no to an offer")

BLOCK_OF_KIND = np.full(len(Kind), -1, np.int32)
"""Where the choices of each kind of decision lie in the action space."""
for _kind, _block in (
    (Kind.FIRST_CITY, CITY),
    (Kind.CITY_TO_MOVE, MOVE),
    (Kind.CITY_HEX, CITY),
    (Kind.WATER_HEX, WATER),
    (Kind.GREENERY_HEX, GREENERY),
    (Kind.HEAT_HEX, HEAT),
    (Kind.RETURN_GREENERY, RETURN),
    (Kind.TOKEN, TOKEN),
    (Kind.DISCOUNT, TOKEN),
    (Kind.SECOND_HEAT, BUY),
):
    BLOCK_OF_KIND[_kind] = _block

if FOUND != MOVE + FROM_HAND:
    raise AssertionError("a new city is the choice after the last hex")


@kernel
def legal(t: Table, s: Record, mask: Any) -> None:
    """Mark the legal actions of the player to move."""
    player = s.player
    if s.kind == Kind.ORIENT:
        mask[TAKE + project_on_table(s, 0)] = 1
        mask[TAKE + project_on_table(s, 1)] = 1
    elif s.kind == Kind.ACTION:
        mask[PASS] = 1
        for i in range(ROW):
            if not s.used[player, i] and may_activate(t, s, player, s.facing[player, i]):
                mask[ACTIVATE + s.facing[player, i]] = 1
        if not s.standard_used[player]:
            for i in range(STANDARDS):
                if may_activate(t, s, player, PROJECTS + i):
                    mask[STANDARD + i] = 1
    else:
        block = BLOCK_OF_KIND[s.kind]
        choices, i = s.choices, 0
        while choices:
            if choices & 1:
                mask[block + i] = 1
            choices >>= 1
            i += 1
        if s.may_decline:
            mask[DECLINE] = 1


@kernel
def take_action(t: Table, s: Record, player: int, action: int) -> None:
    """A turn: activate a project, a standard project, or pass."""
    if action == PASS:
        s.passed[player] = 1
    elif action >= STANDARD:
        s.standard_used[player] = 1
        activate(t, s, player, PROJECTS + action - STANDARD)
    else:
        for i in range(ROW):
            if s.facing[player, i] == action - ACTIVATE:
                s.used[player, i] = 1
        activate(t, s, player, action - ACTIVATE)


@kernel
def step(t: Table, s: Record, action: int) -> None:
    """Resolve one decision and run on to the next."""
    s.decisions += 1
    player = s.player
    if s.kind == Kind.ORIENT:
        orient(t, s, action - TAKE)
        if s.oriented == ROW:
            after_research(t, s)
        return
    if s.kind == Kind.FIRST_CITY:
        place_first_city(t, s, action - CITY)
        return
    if s.kind == Kind.ACTION:
        take_action(t, s, player, action)
    else:
        chosen = DECLINED if action == DECLINE else action - BLOCK_OF_KIND[s.kind]
        s.choices = 0
        s.may_decline = 0
        answer(t, s, player, chosen)
    if not run_effects(t, s, player):
        end_turn(t, s, player)


@kernel
def follow_up(t: Table, s: Record) -> bool:
    """Is the pending decision part of an action already begun?"""
    return s.kind > Kind.ACTION
