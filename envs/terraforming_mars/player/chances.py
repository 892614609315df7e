"""How the greedy player meets chance: draws are tried several times, and the best space for a tile is looked for once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.rng import below
from regolith.envs.terraforming_mars.player.of_boxes import draws_of_boxes
from regolith.envs.terraforming_mars.player.weights import Weight
from regolith.envs.terraforming_mars.rules.experiment import another_order
from regolith.envs.terraforming_mars.rules.knowledge import first_of
from regolith.envs.terraforming_mars.state import DECKS, Frame, Kind

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

TOP = 16
"""Cards of a deck that change when it is tried once more: few actions draw as many."""
OPERATIONS, OPERANDS = 256, 16
"""More than there are, to make one number of several."""


@kernel
def chances(t: Table, s: Record, after: Record) -> int:
    """How often an action is tried that led from one position to another: often, if it drew cards or tokens.

    One lucky draw would make any action look good.
    """
    times = 1.0
    for deck in range(DECKS):
        if after.deck_size[deck] != s.deck_size[deck]:
            times = t.weight[Weight.CARD_DRAWS]
    return max(1, int(max(times, draws_of_boxes(t, s, after))))


@kernel
def redraw(t: Table, s: Record, seat: int) -> None:
    """Other cards on top of each deck; tokens and dice come of the generator anyway. In a deck any order is as likely as any other."""
    another_order(s)
    for deck in range(DECKS):
        first, size = first_of(deck), int(s.deck_size[deck])
        for place in range(first + size - 1, first + max(0, size - TOP) - 1, -1):
            other = first + below(s.rng, place - first + 1)
            card = s.deck[place]
            s.deck[place] = s.deck[other]
            s.deck[other] = card


@kernel
def question(t: Table, s: Record) -> int:
    """Where a tile goes, or a token is dug for: that depends on the map, hardly on what brings the tile."""
    if s.depth == 0 or (s.kind != Kind.SPACE and s.kind != Kind.UNDERGROUND):
        return 0
    row = int(s.stack[s.depth - 1, Frame.ROW])
    operands = int(t.a[row]) % OPERANDS * OPERANDS + int(t.b[row]) % OPERANDS
    return 1 + int(t.op[row]) + OPERATIONS * operands
