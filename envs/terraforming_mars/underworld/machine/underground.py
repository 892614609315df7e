"""Digging: what the operations of `language/underground.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.machine.stack import DECLINED, begin, next_step, offer_choice, push
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    FIRST_CORPORATION,
    FOUND,
    MARS_SPACES,
    MOST_NEIGHBOURS,
    NONE,
    TOKENS,
)
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.placement import can_place, offer_spaces
from regolith.envs.terraforming_mars.rules.price import leaves
from regolith.envs.terraforming_mars.rules.supply import change_production, money
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.state import Frame, Lies, Mode
from regolith.envs.terraforming_mars.underworld.claiming import (
    begin_claims,
    begin_search,
    claim,
    claim_found,
    end_search,
    find,
    first_found,
    give_back,
    mark,
    still_there,
    unmarked,
)
from regolith.envs.terraforming_mars.underworld.counting import claimed_tokens, owner_of_cubes
from regolith.envs.terraforming_mars.underworld.language.underground import Underground
from regolith.envs.terraforming_mars.underworld.rules import (
    beside_ocean,
    beside_own_ground,
    can_be_taken,
    can_identify,
    cost_of_ocean,
    cost_of_token,
    draw_token,
    identify,
    may_dig_anywhere,
    ocean_left,
    open_ground,
    return_token,
)
from regolith.envs.terraforming_mars.underworld.words import FROM_PILE, Shows
from regolith.envs.terraforming_mars.words import Resource, SpaceKind, Tile, Where

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

TO_FIND, TO_CLAIM = Frame.X, Frame.Y
"""What the numbers of an effect that identifies are."""
SPACE, IDENTIFIED = Frame.X, Frame.Y
"""And those of the end of an excavation."""
SHOWS_STEEL, SHOWS_METAL = int(Shows.STEEL), int(Shows.STEEL | Shows.TITANIUM)
SHOWS_MICROBE = int(Shows.MICROBE)


# --- what may be chosen


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


@kernel
def offer_to_identify(s: Record) -> None:
    """The spaces that can be identified; without any, the pile."""
    if s.pile_size == 0 or s.tokens_found == FOUND:
        return
    for space in range(MARS_SPACES):
        if can_identify(s, space):
            offer_choice(s, space)
    if s.choices == 0:
        offer_choice(s, FROM_PILE)


@kernel
def offer_found(s: Record) -> None:
    """The tokens that the effect has found: by their spaces, those of the pile by their kinds."""
    for i in range(first_found(s), s.tokens_found):
        choice = int(s.found_space[i])
        if choice == NONE:
            choice = FROM_PILE + int(s.found_token[i])
            for j in range(s.choices):
                if s.choice[j] == choice:
                    choice = NONE
        if choice != NONE and still_there(s, i):
            offer_choice(s, choice)


@kernel
def offer_own_tokens(t: Table, s: Record, player: int, under_cubes: bool) -> None:
    has_cubes = owner_of_cubes(t, s) == player
    for kind in range(TOKENS):
        if s.claimed[player, kind] == 0:
            continue
        plain = unmarked(s, player, kind, has_cubes)
        if plain > 0:
            offer_choice(s, kind)
        if under_cubes and plain < s.claimed[player, kind]:
            offer_choice(s, TOKENS + kind)


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if op == Underground.FIND:
        offer_to_identify(s)
    elif op == Underground.CLAIM_FOUND:
        if s.stack[f, TO_CLAIM] > 0:
            offer_found(s)
    elif op == Underground.IDENTIFY_AREA:
        if s.pile_size > 0:
            for space in range(MARS_SPACES):
                offer_choice(s, space)
    elif op == Underground.CHOOSE_CITY_SPACE:
        offer_spaces(t, s, player, Tile.CITY_TILE, Where.CITY_RULES)
    elif op == Underground.DISCARD_TOKENS:
        offer_own_tokens(t, s, player, True)
    elif op == Underground.MARK_TOKEN:
        offer_own_tokens(t, s, player, False)
    elif op == Underground.RETURN_TOKEN:
        for space in range(MARS_SPACES):
            if s.token[space] != NONE:
                offer_choice(s, space)
    else:
        offer_excavation(t, s, player, s.stack[f, Frame.CARD], row)


@kernel
def can_mark(s: Record, player: int) -> bool:
    """Only who puts cubes on tokens asks."""
    for kind in range(TOKENS):  # noqa: SIM110
        if unmarked(s, player, kind, True) > 0:
            return True
    return False


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, choosing: bool) -> bool:
    """With an empty pile nothing happens, which stops no card that is being played, but no action is taken for it."""
    op = t.op[row]
    if op == Underground.EXCAVATE_METAL or op == Underground.EXCAVATE_OCEAN_SPACE:
        return can_excavate(t, s, player, card, row)
    if op == Underground.CHOOSE_CITY_SPACE:
        return can_place(t, s, player, Tile.CITY_TILE, Where.CITY_RULES)
    if op == Underground.DISCARD_TOKENS:
        return claimed_tokens(s, player) >= t.a[row]
    if op == Underground.MARK_TOKEN:
        return can_mark(s, player)
    played = NONE < card < CARDS and s.lies[card] != Lies.IN_PLAY and not choosing
    if op == Underground.EXCAVATE:
        return (played and s.pile_size == 0) or can_excavate(t, s, player, card, row)
    if Underground.IDENTIFY <= op <= Underground.IDENTIFY_FROM_PILE:
        return played or s.pile_size > 0
    return True


# --- what is done


@kernel
def excavate(t: Table, s: Record, player: int, space: int, known: bool) -> None:
    """Take the token of a space or of the pile; its effect, then the marker and the neighbours are to come, in this order.

    A hidden space is identified first; a token of the pile is taken without that. `known`: the effect has identified before.
    """
    identified = space != FROM_PILE and s.token[space] == NONE
    push(s, t.marker_row, NONE, player, space, int(identified or known), Mode.WHOLE)
    if space == FROM_PILE:
        kind = draw_token(s)
    else:
        if s.token[space] == NONE:
            identify(t, s, player, space)
        kind = int(s.token[space])
        s.token[space] = NONE
    claim(t, s, player, kind)
    if identified and not known:
        fire(t, s, Trigger.ANY_IDENTIFYING, player, NONE, 0, 0)


@kernel
def settle_excavation(t: Table, s: Record, f: int, row: int, player: int, space: int) -> None:
    """One of the excavations of an effect, which remembers whether it has identified: what waits for that happens once."""
    several = t.op[row] == Underground.EXCAVATE and amount(t, s, row, player, s.stack[f, Frame.CARD]) > 1
    last = s.stack[f, Frame.ROW] != row
    known = several and (last or s.stack[f, Frame.TURN] > 1) and s.stack[f, IDENTIFIED] != 0
    if several:
        hidden = space != FROM_PILE and s.token[space] == NONE
        s.stack[f, IDENTIFIED] = int((known or hidden) and not last)
    excavate(t, s, player, space, known)


@kernel
def note_identified(t: Table, s: Record, f: int, player: int) -> None:
    """The effect that goes on excavating below a marker has identified."""
    below = f - 1
    if below >= 0 and s.stack[below, Frame.PLAYER] == player and s.stack[below, Frame.TURN] > 0:
        if t.op[s.stack[below, Frame.ROW]] == Underground.EXCAVATE:
            s.stack[below, IDENTIFIED] = 1


@kernel
def end_excavation(t: Table, s: Record, f: int, player: int, space: int, identified: bool) -> None:
    """The own marker, unless a tile lies there by now, then all neighbours that can be are identified."""
    fire(t, s, Trigger.ANY_EXCAVATION, player, NONE, 0, 0)
    if space == FROM_PILE:
        s.last_space = NONE
        return
    return_token(s, space)
    if s.tile[space] == NONE:
        s.excavated[space] = player
    s.last_space = space
    if beside_ocean(t, s, space):
        fire(t, s, Trigger.OWN_EXCAVATION_BESIDE_OCEAN, player, NONE, 0, 0)
    some = False
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE and can_identify(s, other):
            identify(t, s, player, other)
            some = True
    if some and not identified:
        note_identified(t, s, f, player)
        fire(t, s, Trigger.ANY_IDENTIFYING, player, NONE, 0, 0)


@kernel
def identify_around(t: Table, s: Record, player: int, space: int, centre: bool, n: int) -> None:
    """The neighbours of a space, perhaps itself too; then so many are claimed."""
    if not begin_search(s):
        return
    if centre and can_identify(s, space):
        find(t, s, player, space)
    for i in range(MOST_NEIGHBOURS):
        other = t.neighbours[space, i]
        if other != NONE and s.tokens_found < FOUND and can_identify(s, other):
            find(t, s, player, other)
    begin_claims(t, s, player, n)


@kernel
def settle_search(t: Table, s: Record, f: int, player: int, chosen: int) -> None:
    """The next space of an effect that identifies. What waits for identifying happens once."""
    first = s.stack[f, Frame.TURN] == 0
    s.stack[f, Frame.TURN] += 1
    s.stack[f, TO_FIND] -= 1
    if s.stack[f, TO_FIND] == 0:
        next_step(s, f)
    find(t, s, player, chosen)
    if first:
        fire(t, s, Trigger.ANY_IDENTIFYING, player, NONE, 0, 0)


@kernel
def settle_discard(t: Table, s: Record, f: int, row: int, player: int, chosen: int) -> None:
    """One more token goes back; how many did is remembered."""
    if chosen != DECLINED:
        s.stack[f, Frame.TURN] += 1
        give_back(t, s, player, chosen % TOKENS, chosen >= TOKENS)
        s.last_amount = s.stack[f, Frame.TURN]
    if chosen == DECLINED or s.stack[f, Frame.TURN] >= t.b[row]:
        next_step(s, f)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if op == Underground.FIND:
        settle_search(t, s, f, player, chosen)
    elif op == Underground.CLAIM_FOUND:
        s.stack[f, TO_CLAIM] -= 1
        claim_found(t, s, player, chosen)
    elif op == Underground.IDENTIFY_AREA:
        identify_around(t, s, player, chosen, True, t.a[row])
    elif op == Underground.CHOOSE_CITY_SPACE:
        s.last_space = chosen
    elif op == Underground.DISCARD_TOKENS:
        settle_discard(t, s, f, row, player, chosen)
    elif op == Underground.MARK_TOKEN:
        mark(s, player, chosen)
    elif op == Underground.RETURN_TOKEN:
        next_step(s, f)
        if chosen != DECLINED:
            return_token(s, chosen)
    else:
        if op == Underground.EXCAVATE_METAL:
            steel = t.token_shows[s.token[chosen]] & SHOWS_STEEL != 0
            change_production(t, s, player, Resource.STEEL if steel else Resource.TITANIUM, 1)
        settle_excavation(t, s, f, row, player, chosen)


@kernel
def ocean_for(t: Table, s: Record, player: int, price: int) -> None:
    """The money is at hand, and an ocean can be placed or something waits for one too many."""
    cost = cost_of_ocean(t, s, player, price)
    if cost == 0 or money(t, s, player) - int(s.ahead_kept) < cost:
        return
    if ocean_left(t, s) and not can_place(t, s, player, Tile.OCEAN_TILE, Where.OCEAN_SPACE):
        return
    begin(s, t.ocean_row, NONE, player)
    push(s, t.pay_row, NONE, player, price, NONE, Mode.WHOLE)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player, op = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], t.op[row]
    if op == Underground.IDENTIFY:
        if begin_search(s):
            push(s, t.search_row, NONE, player, amount(t, s, row, player, card), t.a[row], Mode.WHOLE)
    elif op == Underground.IDENTIFY_FROM_PILE:
        if begin_search(s):
            for _ in range(min(int(s.pile_size), amount(t, s, row, player, card), FOUND - int(s.tokens_found))):
                find(t, s, player, FROM_PILE)
            begin_claims(t, s, player, t.a[row])
    elif op == Underground.IDENTIFY_BESIDE:
        if NONE < s.last_space < MARS_SPACES:
            identify_around(t, s, player, s.last_space, False, t.a[row])
    elif op == Underground.PUT_BACK:
        end_search(s)
    elif op == Underground.EXCAVATE_LAST_SPACE:
        space = s.last_space
        if NONE < space < MARS_SPACES and open_ground(s, space) and can_be_taken(t, s, player, space):
            excavate(t, s, player, space, False)
    elif op == Underground.PLACE_MARKER:
        end_excavation(t, s, f, player, s.stack[f, SPACE], s.stack[f, IDENTIFIED] != 0)
    elif op == Underground.IF_FOUND_MICROBE:
        if s.last_token != NONE and t.token_shows[s.last_token] & SHOWS_MICROBE:
            begin(s, t.branch_start[t.branch[row]], card, player)
    elif op == Underground.RETURN_ALL_TOKENS:
        for space in range(MARS_SPACES):
            return_token(s, space)
    elif op == Underground.EXCAVATE_ANYWHERE:
        s.free_excavation[player] = 1
    elif op == Underground.OCEAN_FOR:
        ocean_for(t, s, player, t.n[row])
