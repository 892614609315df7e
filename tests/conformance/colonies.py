"""Records about single colony tiles: building, trading, bonuses, the end of a generation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.terraforming_mars.actions import ACTIONS, COLONY, legal, take_action
from regolith.envs.terraforming_mars.colonies.rules import produce
from regolith.envs.terraforming_mars.colonies.words import FIRST_STEP, FIRST_TILE
from regolith.envs.terraforming_mars.machine.stack import begin
from regolith.envs.terraforming_mars.rooms import COLONY_TILES
from tests.terraforming_mars.operations import playable

from .battery import BUILD, TRADE
from .colony_tiles import TILE, no_tiles, put_colony_tile
from .delta import Ends
from .difference import Difference, compare
from .folder import Record
from .paths import leaves
from .position import Unsupported

if TYPE_CHECKING:
    from .checker import Checker

EFFECTS = {"build_colony": BUILD, "trade_income_no_cost": TRADE}
"""What happens as if a card said so, without a price."""


def check_colony_tile(checker: Checker, record: Record) -> list[Difference]:
    """The tile of the record is alone in play; where none is named, all ways to trade in the fixture count."""
    stimulus, t = record["stimulus"], checker.t
    start = checker.prepared(record)
    if stimulus == "trade_action":
        return check_trades(checker, record, start)
    tile = TILE[record["colony"]]
    no_tiles(start)
    owners = record.get("colonies", [1] * record.get("existing_colonies_of_p1", 0))
    put_colony_tile(start, record["colony"], record.get("track_before", FIRST_STEP), owners)
    before, s = start.copy(), start[0]
    possible = True
    if stimulus in EFFECTS:
        card = checker.cards.number[EFFECTS[stimulus]]
        possible = bool(playable(t, s, 0, card))
        begin(s, t.on_play[card], card, 0)
    elif stimulus == "colony_bonus_once":
        begin(s, t.colony_bonus[tile], FIRST_TILE + tile, 0)
    elif stimulus == "end_of_generation_tracks":
        produce(s)
    else:
        raise Unsupported(stimulus)
    return checker.verdict(record, possible, before, start)


def check_trades(checker: Checker, record: Record, start: Any) -> list[Difference]:
    """All trades that the player to move may make, with all fees."""
    mask = np.zeros(ACTIONS.size, np.int8)
    legal(checker.t, start[0], mask)
    possible = [int(action) for action in np.nonzero(mask)[0] if COLONY <= action < COLONY + COLONY_TILES]

    def ways() -> Iterator[Any]:
        for action in possible:
            after = start.copy()
            take_action(checker.t, after[0], 0, action)
            yield from leaves(checker.in_mc, after)

    ends = Ends(checker.cards, start, ways())
    found = compare(record["id"], record["outcomes"], list(ends), before=start)
    found += compare(record["id"], [{"possible": record["possible"]}], [{"possible": bool(possible)}])
    return found + ends.compare_draws(record["id"], record)
