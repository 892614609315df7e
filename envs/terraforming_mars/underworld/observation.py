"""What a seat sees of Underworld 2: everything but which token is drawn next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.perspective import relative, share, value_of
from regolith.envs.terraforming_mars.rooms import (
    COVERING_GOALS,
    GOALS,
    MARS_SPACES,
    NOBODY,
    NONE,
    PLAYERS,
    STANDARD_ROOM,
    TEMPORARY_TOKENS,
    TOKENS,
)
from regolith.envs.terraforming_mars.state import MOST_CARD_FEE, MOST_SURCHARGE, Frame
from regolith.envs.terraforming_mars.underworld.corruption import write as write_corruption
from regolith.envs.terraforming_mars.underworld.counting import owner_of_cubes
from regolith.envs.terraforming_mars.underworld.words import MOST_OF_A_KIND, NEW_SEARCH

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

TOKEN_BITS, NUMBER_BITS = 5, 10
OPEN = 0
KINDS = OPEN + MARS_SPACES
MARKERS = KINDS + TOKEN_BITS * MARS_SPACES
PILE = MARKERS + MARS_SPACES
CLAIMED = PILE + TOKENS
ACTIVE = CLAIMED + PLAYERS * TOKENS
MARKED = ACTIVE + PLAYERS * TEMPORARY_TOKENS
FOUND_IN_PILE = MARKED + TOKENS
CORRUPTION = FOUND_IN_PILE + TOKENS
UNTIL_RESEARCH = CORRUPTION + 2 * PLAYERS
STANDARD_USED = UNTIL_RESEARCH + 3 * PLAYERS + 2
COPIED = STANDARD_USED + STANDARD_ROOM
COVERING = COPIED + NUMBER_BITS
SIZE = COVERING + 2 * COVERING_GOALS * GOALS
"""Where the pieces of the observation that belong to this box begin, from the first of them on, and how long they are."""
CLAIMED_SCALE, FOUND_SCALE = 5.0, 2.0
SHOWN_FOUND, SHOWN_EXCAVATED, SHOWN_UNDER_CUBE = 0.5, 0.25, 0.5


@kernel
def write_ground(t: Table, s: Record, seat: int, out: Any) -> None:
    """Tokens that lie open and markers; what an effect has found is still to be claimed, what it excavates is on its way."""
    for space in range(MARS_SPACES):
        kind = int(s.token[space])
        if kind != NONE:
            out[OPEN + space] = 1.0
            for bit in range(TOKEN_BITS):
                out[KINDS + bit * MARS_SPACES + space] = (kind >> bit) & 1
        owner = s.excavated[space]
        if owner != NOBODY:
            out[MARKERS + space] = 1.0 if owner == seat else value_of(s, seat, owner) / 2
    for f in range(s.depth):
        space = s.stack[f, Frame.X]
        if s.stack[f, Frame.ROW] == t.marker_row and space < MARS_SPACES:
            out[OPEN + space] = SHOWN_EXCAVATED
    i = int(s.tokens_found) - 1
    while i >= 0 and s.found_space[i] != NEW_SEARCH:
        space, kind = int(s.found_space[i]), int(s.found_token[i])
        if space == NONE:
            out[FOUND_IN_PILE + kind] = share(out[FOUND_IN_PILE + kind] * FOUND_SCALE + 1, FOUND_SCALE)
        elif s.token[space] == kind:
            out[OPEN + space] = SHOWN_FOUND
        i -= 1


@kernel
def write_covering(s: Record, tiles: Any, covering: Any, out: Any) -> None:
    """For each new goal the one that it covers."""
    for i in range(COVERING_GOALS):
        for at in range(GOALS):
            if tiles[at] != NONE and tiles[at] == covering[i]:
                out[i * GOALS + at] = 1.0


@kernel
def write(t: Table, s: Record, seat: int, out: Any) -> None:
    write_ground(t, s, seat, out)
    write_corruption(s, seat, out[CORRUPTION:UNTIL_RESEARCH])
    for kind in range(TOKENS):
        out[PILE + kind] = s.pile[kind] / MOST_OF_A_KIND
        out[MARKED + kind] = share(s.marked[kind], CLAIMED_SCALE)
    for player in range(s.players):
        side = relative(s, seat, player)
        for kind in range(TOKENS):
            out[CLAIMED + side * TOKENS + kind] = share(s.claimed[player, kind], CLAIMED_SCALE)
        if s.active_token[player] != NONE:
            out[ACTIVE + side * TEMPORARY_TOKENS + s.active_token[player]] = 1.0
        out[UNTIL_RESEARCH + 3 * side] = (s.metal_swing[player] + 1) / 2
        out[UNTIL_RESEARCH + 3 * side + 1] = s.free_excavation[player]
        out[UNTIL_RESEARCH + 3 * side + 2] = int(s.next_first == player + 1)
        for project in range(STANDARD_ROOM):
            if (s.standard_used[player] >> project) & 1:
                out[STANDARD_USED + project] += 0.5 ** (side + 1)
    out[UNTIL_RESEARCH + 3 * PLAYERS] = s.goal_surcharge / MOST_SURCHARGE
    out[UNTIL_RESEARCH + 3 * PLAYERS + 1] = s.card_fee / MOST_CARD_FEE
    for bit in range(NUMBER_BITS):
        out[COPIED + bit] = (s.copied >> bit) & 1
    if s.active_marked:
        player = owner_of_cubes(t, s)
        at = ACTIVE + relative(s, seat, player) * TEMPORARY_TOKENS + s.active_token[player]
        out[at] = SHOWN_UNDER_CUBE
    write_covering(s, s.milestone_tile, t.covering_milestone, out[COVERING:])
    write_covering(s, s.award_tile, t.covering_award, out[COVERING + COVERING_GOALS * GOALS :])
