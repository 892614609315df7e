"""The action space: one flat numbering of everything that can be decided. Which actions are legal, and what each does."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.terraforming_mars.machine import DECLINED, MOST_AMOUNT, answer
from regolith.envs.terraforming_mars.state import CARDS, COLONY_TILES, GOALS, PARTIES, PLAYERS, RESOURCES, SPACES, Kind

STANDARD_ROOM, BRANCH_ROOM = 16, 10

ACTIONS = Layout()
CARD = ACTIONS.add("card", CARDS, "play this card from the hand, use its action if it is in play, or choose it")
SPACE = ACTIONS.add("space", SPACES, "choose this space")
PLAYER = ACTIONS.add("player", PLAYERS, "choose this player")
BRANCH = ACTIONS.add("branch", BRANCH_ROOM, "choose this way to use an effect")
AMOUNT = ACTIONS.add("amount", MOST_AMOUNT + 1, "so many: steps, resources, or units to pay with")
RESOURCE = ACTIONS.add("resource", RESOURCES, "choose MC, steel, titanium, plants, energy or heat")
STANDARD = ACTIONS.add("standard project", STANDARD_ROOM, "use this standard project")
CONVERT_PLANTS = ACTIONS.add("convert plants", 1, "plants into a greenery")
CONVERT_HEAT = ACTIONS.add("convert heat", 1, "heat into a step of temperature")
MILESTONE = ACTIONS.add("milestone", GOALS, "claim this milestone")
AWARD = ACTIONS.add("award", GOALS, "fund this award")
COLONY = ACTIONS.add("colony", COLONY_TILES, "choose this colony tile, or trade with it")
PARTY = ACTIONS.add("party", PARTIES, "choose this party, or send a delegate there")
UNDERGROUND = ACTIONS.add("underground", SPACES, "identify, excavate or claim the token under this space")
BLOCK = ACTIONS.add("block", 1, "spend corruption to stop an attack")
DECLINE = ACTIONS.add("decline", 1, "no to an offer, or no more")
FIRST_ACTION = ACTIONS.add("first action", 1, "the corporation's first action")
END_TURN = ACTIONS.add("end turn", 1, "no second action this turn")
PASS = ACTIONS.add("pass", 1, "no more actions this generation")

BLOCK_OF_KIND = np.full(len(Kind), -1, np.int32)
"""Where the choices of each kind of decision lie in the action space."""
for _kind, _block in (
    (Kind.SPACE, SPACE),
    (Kind.CARD, CARD),
    (Kind.PLAYER, PLAYER),
    (Kind.BRANCH, BRANCH),
    (Kind.AMOUNT, AMOUNT),
    (Kind.RESOURCE, RESOURCE),
    (Kind.AWARD, AWARD),
    (Kind.BLOCK, BLOCK),
    (Kind.PAYMENT, AMOUNT),
):
    BLOCK_OF_KIND[_kind] = _block


@kernel
def legal(t: Any, s: Any, mask: Any) -> None:
    """Mark the legal actions of the player to move."""
    if s.kind == Kind.NOTHING:
        return
    block = BLOCK_OF_KIND[s.kind]
    for i in range(s.choices):
        mask[block + s.choice[i]] = 1
    if s.may_decline:
        mask[DECLINE] = 1


@kernel
def decide(t: Any, s: Any, action: int) -> None:
    """Resolve one decision of an effect under way and run on to the next."""
    s.decisions += 1
    answer(t, s, DECLINED if action == DECLINE else action - BLOCK_OF_KIND[s.kind])
