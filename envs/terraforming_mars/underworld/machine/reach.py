"""What an excavation can reach: which ground may be chosen, and what the tokens that lie open there cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.stack import offer_choice
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, MARS_SPACES, NONE
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.price import leaves
from regolith.envs.terraforming_mars.rules.supply import money
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.underworld.language.underground import Underground
from regolith.envs.terraforming_mars.underworld.rules import (
    beside_own_ground,
    can_be_taken,
    cost_of_token,
    may_dig_anywhere,
    open_ground,
)
from regolith.envs.terraforming_mars.underworld.words import FROM_PILE, Shows
from regolith.envs.terraforming_mars.words import Resource, SpaceKind

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

SHOWS_METAL = int(Shows.STEEL | Shows.TITANIUM)


@kernel
def is_excavation(op: int) -> bool:
    """Whether a step takes a token from ground that the player chooses for it."""
    return op == Underground.EXCAVATE or op == Underground.EXCAVATE_METAL or op == Underground.EXCAVATE_OCEAN_SPACE


@kernel
def fits(t: Table, s: Record, player: int, row: int, space: int, anywhere: bool) -> bool:
    """Whether open ground is a space that an excavation may choose, whatever lies there."""
    op = t.op[row]
    if op == Underground.EXCAVATE_METAL:
        return s.token[space] != NONE and t.token_shows[s.token[space]] & SHOWS_METAL != 0
    if op == Underground.EXCAVATE_OCEAN_SPACE:
        return t.space_kind[s.map, space] == SpaceKind.OCEAN
    return anywhere or beside_own_ground(t, s, player, space)


@kernel
def digs_anywhere(t: Table, s: Record, player: int, row: int) -> bool:
    """By its own words, by the step before it, or as the player may."""
    if t.op[row] != Underground.EXCAVATE:
        return False
    return t.a[row] != 0 or t.op[row - 1] == Underground.EXCAVATE_ANYWHERE or may_dig_anywhere(s, player)


@kernel
def least_cost(t: Table, s: Record, player: int, card: int, row: int) -> int:
    """MC that the cheapest token in reach of an excavation costs: most cost nothing. NONE if no token is in reach.

    Who is hemmed in takes one of the pile. The step before it may put any token that lies open back, and a hidden one is drawn there.
    """
    if amount(t, s, row, player, card) == 0:
        return 0
    anywhere, hemmed_in = digs_anywhere(t, s, player, row), True
    returned = t.op[row - 1] == Underground.RETURN_TOKEN
    least = NONE
    for space in range(MARS_SPACES):
        if not open_ground(s, space) or not fits(t, s, player, row, space, anywhere):
            continue
        hemmed_in = False
        if s.token[space] == NONE and s.pile_size == 0:
            continue
        cost = 0 if s.token[space] == NONE or returned else cost_of_token(t, s, player, s.token[space])
        if cost == 0:
            return 0
        least = cost if least == NONE else min(least, cost)
    return 0 if hemmed_in and t.op[row] == Underground.EXCAVATE and s.pile_size > 0 else least


@kernel
def can_excavate(t: Table, s: Record, player: int, card: int, row: int) -> bool:
    """Whether a token is in reach and can be paid for after the steps before, and the price of a card in hand.

    MC that the tags of a card bring come after what it does.
    """
    cost = least_cost(t, s, player, card, row)
    if cost <= 0:
        return cost == 0
    cost += int(s.ahead_kept) - min(0, int(s.ahead_stock[Resource.MC]))
    if NONE < card < FIRST_CORPORATION and s.lies[card] == Lies.IN_HAND:
        return leaves(t, s, player, card, int(s.ahead_spent), cost)
    return money(t, s, player) >= cost


@kernel
def foresee(t: Table, s: Record, player: int, card: int, row: int) -> None:
    """What an excavation takes besides the fees of other steps."""
    cost = least_cost(t, s, player, card, row)
    if cost > 0:
        if s.ahead_spent == 0:
            s.ahead_spent_on = NONE
        s.ahead_spent += cost


@kernel
def offer_excavation(t: Table, s: Record, player: int, card: int, row: int) -> None:
    """The spaces to excavate; who is hemmed in takes a token of the pile."""
    if amount(t, s, row, player, card) == 0:
        return
    anywhere, hemmed_in = digs_anywhere(t, s, player, row), True
    for space in range(MARS_SPACES):
        if open_ground(s, space) and fits(t, s, player, row, space, anywhere):
            hemmed_in = False
            if can_be_taken(t, s, player, space):
                offer_choice(s, space)
    if hemmed_in and t.op[row] == Underground.EXCAVATE and s.pile_size > 0:
        offer_choice(s, FROM_PILE)
