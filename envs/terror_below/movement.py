"""Moving, ramping over pawns and over the canyon, rubble onto the Leader (rulebook: Perform Actions, Ramping the Canyon)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.core.record import Over
from regolith.envs.terror_below.actions import CARD, CLEAR, JUMP, LOCATION, MOVE, RAMP, ask, offer, push
from regolith.envs.terror_below.board import around, bit, die, other_pawns, set_rubble
from regolith.envs.terror_below.cards import lasting, put
from regolith.envs.terror_below.death import kill
from regolith.envs.terror_below.scoring import gain
from regolith.envs.terror_below.words import (
    ABSENT,
    DAREDEVIL,
    DAREDEVIL_VALUE,
    DIRECTIONS,
    LOCATIONS,
    NONE,
    RUBBLE_PER_CARD,
    SAFE_LANDING,
    VEHICLES,
    Do,
    Kind,
    Place,
    Roll,
    Task,
    When,
)

if TYPE_CHECKING:
    from regolith.envs.terror_below.record_types import Record, Table


@kernel
def leads_on(t: Table, s: Record, cell: int, points: int, passable: int, resting: int, pawns: int) -> bool:
    """Can a pawn that passes through this space come to rest within so many points, by moves and ramps over pawns (ruling R5)?"""
    cells = bit(cell)
    for _ in range(points):
        beside = around(t, s, cells)
        if beside & resting or around(t, s, beside & pawns) & resting:
            return True
        cells = beside & passable
    return False


@kernel
def offer_moves(t: Table, s: Record, player: int) -> None:
    """Moves, ramps over pawns, and ramps over the canyon."""
    here = s.pawn[player]
    pawns = other_pawns(s, player)
    free = t.ground[s.board] & ~s.rubble_spaces
    resting = free & ~pawns
    passable = t.ground[s.board] if s.may_enter_rubble else free
    for direction in range(DIRECTIONS):
        cell = t.near[s.board, here, direction]
        if cell != NONE:
            space = bit(cell)
            if space & resting or (space & passable and leads_on(t, s, cell, s.pool - 1, passable, resting, pawns)):
                offer(s, MOVE + direction)
            if space & pawns:
                for second in range(DIRECTIONS):
                    landing = t.near[s.board, cell, second]
                    if landing != NONE and landing != here and bit(landing) & resting:
                        offer(s, RAMP + DIRECTIONS * direction + second)
        width = t.canyon_width[s.board, here, direction]
        if width and not bit(t.target_step[s.board, here, direction]) & pawns and has_ramp_card(t, s, player, width):
            offer(s, JUMP + direction)


@kernel
def fits_ramp(t: Table, s: Record, player: int, card: int, width: int) -> bool:
    """One canyon space takes any vehicle card from the hand, more take a 6 or a 7."""
    return s.at[card] == Place.HAND + player and (width == 1 or t.value[card] >= DAREDEVIL_VALUE)


@kernel
def has_ramp_card(t: Table, s: Record, player: int, width: int) -> bool:
    found = False
    for card in range(VEHICLES):
        if fits_ramp(t, s, player, card, width):
            found = True
    return found


@kernel
def move(s: Record, player: int, cell: int) -> None:
    """The pawn stands there now, or passes through a space where it may not stay."""
    s.pawn[player] = cell
    space = bit(cell)
    s.passing_through = int((space & (s.rubble_spaces | other_pawns(s, player))) != 0)


@kernel
def ramp(t: Table, s: Record, player: int, directions: int) -> None:
    """Jump over a pawn: two spaces for one point."""
    over = t.near[s.board, s.pawn[player], directions // DIRECTIONS]
    move(s, player, t.near[s.board, over, directions % DIRECTIONS])
    leader = s.leader[player]
    if t.when[leader] == When.RAMP_PAWN and s.leader_used != leader:
        s.leader_used = leader
        gain(s, player, lasting(t, leader, Do.VP))


@kernel
def take_rubble(s: Record, player: int, pieces: int) -> None:
    """Rubble from the board, already off it and in the supply, onto the Leader; the third piece is exchanged for a card at once."""
    s.rubble_supply -= pieces
    s.carried_rubble[player] += pieces
    if s.carried_rubble[player] >= RUBBLE_PER_CARD:
        s.carried_rubble[player] -= RUBBLE_PER_CARD
        s.rubble_supply += RUBBLE_PER_CARD
        push(s, Task.EXCHANGE, player, 0)


@kernel
def clear_rubble(t: Table, s: Record, player: int, direction: int) -> None:
    """One piece from an adjacent space."""
    cell = t.near[s.board, s.pawn[player], direction]
    set_rubble(s, cell, s.rubble[cell] - 1)
    take_rubble(s, player, 1)


@kernel
def offer_clearing(t: Table, s: Record, player: int) -> None:
    """Adjacent spaces with rubble; the pawn's own is none of them."""
    if s.pawn[player] == NONE:
        return
    for direction in range(DIRECTIONS):
        cell = t.near[s.board, s.pawn[player], direction]
        if cell != NONE and s.rubble[cell]:
            offer(s, CLEAR + direction)


@kernel
def ask_ramp_card(t: Table, s: Record, player: int, direction: int) -> None:
    """Which vehicle card a canyon ramp costs."""
    width = t.canyon_width[s.board, s.pawn[player], direction]
    for card in range(VEHICLES):
        if fits_ramp(t, s, player, card, width):
            offer_first(t, s, Place.HAND + player, card, CARD + card)
    ask(s, player, Kind.RAMP_CARD)


@kernel
def offer_first(t: Table, s: Record, place: int, card: int, action: int) -> None:
    """Offer a card unless an equal one from the same place is offered already."""
    for other in range(t.same[card], card):
        if s.at[other] == place and t.same[other] == t.same[card]:
            return
    offer(s, action)


@kernel
def jump(t: Table, s: Record, player: int, direction: int, card: int) -> None:
    """Over the canyon. A wide one pays a point and is a matter of luck: on 1-3 the Leader dies and the action step ends."""
    width = t.canyon_width[s.board, s.pawn[player], direction]
    landing = t.target_step[s.board, s.pawn[player], direction]
    put(s, card, Place.DISCARD)
    if width > 1:
        gain(s, player, DAREDEVIL)
        if s.over != Over.RUNNING:
            return
        if die(s, Roll.LANDING + player) < SAFE_LANDING:
            s.pool = 0
            s.passing_through = 0
            kill(t, s, player, landing)
            return
    pieces = s.rubble[landing]
    set_rubble(s, landing, 0)
    move(s, player, landing)
    take_rubble(s, player, pieces)


@kernel
def ask_place(s: Record, player: int) -> None:
    """A pawn comes onto the board, on a Location where nobody is; solo prefers one without rubble (ruling R31)."""
    pawns = other_pawns(s, player)
    for rubble_too in range(2):
        for location in range(LOCATIONS):
            space = s.location_space[location]
            if space != NONE and not pawns & bit(space) and (rubble_too or not s.rubble[space]):
                offer(s, LOCATION + location)
        if s.choices:
            break
    ask(s, player, Kind.PLACE_PAWN)


@kernel
def escape_distance(t: Table, s: Record, player: int, location: int) -> int:
    """How far away a Location is that an Escape Hatch could lead to, ABSENT if it cannot (clarification C27)."""
    space = s.location_space[location]
    if space == NONE or space == s.slot_target[s.attack_slot] or s.rubble[space]:
        return ABSENT
    if space == s.pawn[player] or other_pawns(s, player) & bit(space):
        return ABSENT
    return int(t.distance[s.board, s.pawn[player], space])


@kernel
def ask_escape(t: Table, s: Record, player: int) -> None:
    """The nearest Location that will do; the player chooses among equally near ones."""
    nearest = ABSENT
    for location in range(LOCATIONS):
        away = escape_distance(t, s, player, location)
        if away != ABSENT and (nearest == ABSENT or away < nearest):
            nearest = away
    for location in range(LOCATIONS):
        if nearest != ABSENT and escape_distance(t, s, player, location) == nearest:
            offer(s, LOCATION + location)
    ask(s, player, Kind.ESCAPE)
