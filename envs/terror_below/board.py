"""Spaces, dice, eggs, rubble and target tokens. A set of spaces is one number, a bit for each (rulebook: Worm Cards, Distraction)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.terror_below.orders import rolled
from regolith.envs.terror_below.words import (
    COLOURS,
    COLUMNS,
    DIE,
    MOST_ARROWS,
    MOST_ROWS,
    NONE,
    SLOTS,
    Roll,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table

FIRST_COLUMN = sum(1 << row * COLUMNS for row in range(MOST_ROWS))
LAST_COLUMN = FIRST_COLUMN << COLUMNS - 1


@kernel
def bit(cell: int) -> int:
    """The set of this space alone."""
    return np.int64(1) << np.int64(cell)  # type: ignore[return-value]


@kernel
def around(t: Table, s: Record, cells: int) -> int:
    """The spaces orthogonally beside a set of spaces; canyon is none of them."""
    sides = ((cells & ~LAST_COLUMN) << 1) | ((cells & ~FIRST_COLUMN) >> 1)
    return (sides | (cells << COLUMNS) | (cells >> COLUMNS)) & t.ground[s.board]


@kernel
def other_pawns(s: Record, player: int) -> int:
    """The spaces of all pawns but this player's."""
    cells = np.int64(0)
    for other in range(s.players):
        if other != player and s.pawn[other] != NONE:
            cells |= bit(s.pawn[other])
    return cells  # type: ignore[return-value]


@kernel
def die(s: Record, roll: int) -> int:
    return 1 + rolled(s, DIE, roll)


@kernel
def rolled_slot(s: Record) -> int:
    """A die picks a worm: 1-2, 3-4, 5-6."""
    return (die(s, Roll.WORM) - 1) // (DIE // SLOTS)


@kernel
def rolled_space(t: Table, s: Record, roll: int) -> int:
    """The space that red and blue die show; both are rolled again on a Location."""
    while True:
        red = rolled(s, DIE, roll)
        blue = rolled(s, DIE, roll)
        cell = int(t.dice_space[s.board, red, blue])
        if s.location_at[cell] == NONE:
            return cell


@kernel
def set_rubble(s: Record, cell: int, pieces: int) -> None:
    """So many pieces lie there now; the supply has the difference."""
    s.rubble_supply += s.rubble[cell] - pieces
    s.rubble[cell] = pieces
    if pieces:
        s.rubble_spaces |= bit(cell)
    else:
        s.rubble_spaces &= ~bit(cell)


@kernel
def eggs_on(s: Record, cell: int) -> int:
    total = 0
    for colour in range(COLOURS):
        total += s.eggs[cell, colour]
    return total


@kernel
def one_egg_per_space(s: Record, cell: int) -> None:
    """Solo: if two or more eggs lie together, all of them are discarded."""
    if s.players == 1 and eggs_on(s, cell) > 1:
        for colour in range(COLOURS):
            s.egg_supply[colour] += s.eggs[cell, colour]
            s.eggs[cell, colour] = 0


@kernel
def lay_egg(s: Record, cell: int, colour: int) -> None:
    """An egg onto a space."""
    s.eggs[cell, colour] += 1
    one_egg_per_space(s, cell)


@kernel
def drop_eggs(t: Table, s: Record, player: int, cell: int) -> None:
    """Everything carried falls on one space together (ruling R32); from a Location it scatters, egg by egg, where the dice say."""
    scattered = s.location_at[cell] != NONE
    for colour in range(COLOURS):
        while s.carried[player, colour]:
            s.carried[player, colour] -= 1
            if scattered:
                lay_egg(s, rolled_space(t, s, Roll.SCATTERED + player), colour)
            else:
                s.eggs[cell, colour] += 1
    one_egg_per_space(s, cell)


@kernel
def follow_arrows(t: Table, s: Record, slot: int, card: int, skipped: int) -> None:
    """Move a target along a vehicle card's arrows, left to right; arrows off the board are ignored, canyon is skipped over."""
    for i in range(MOST_ARROWS):
        arrow = t.arrow[card, i]
        if arrow == NONE:
            return
        if not skipped >> i & 1:
            cell = t.target_step[s.board, s.slot_target[slot], arrow]
            if cell != NONE:
                s.slot_target[slot] = cell
