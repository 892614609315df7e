"""What the operations of `turmoil/language.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.stack import begin, offer_choice, seat
from regolith.envs.terraforming_mars.rooms import CARDS, MARS_SPACES, NEUTRAL, NONE, PARTIES
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.holding import held_kind, put_on_card
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.supply import rating_up
from regolith.envs.terraforming_mars.rules.tracks import complete
from regolith.envs.terraforming_mars.state import Frame
from regolith.envs.terraforming_mars.turmoil.language import Turmoil
from regolith.envs.terraforming_mars.turmoil.rules import (
    change_times,
    convert,
    exchange,
    others_beside_leader,
    remove,
    resolve_event,
    revise_ratings,
    rule,
    seat_chairman,
    send,
    take_chair,
    unplaced,
)
from regolith.envs.terraforming_mars.turmoil.words import OWNERS
from regolith.envs.terraforming_mars.words import Tile, Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def has_neutral_to_exchange(s: Record) -> bool:
    for party in range(PARTIES):  # noqa: SIM110
        if others_beside_leader(s, party, NEUTRAL) > 0:
            return True
    return False


@kernel
def has_neutrals_to_convert(s: Record, n: int) -> bool:
    for party in range(PARTIES):  # noqa: SIM110
        if s.delegates[party, NEUTRAL] >= n:
            return True
    return False


@kernel
def possible(t: Table, s: Record, player: int, row: int) -> bool:
    op = t.op[row]
    if op == Turmoil.SEND_DELEGATES:
        return unplaced(s, player) >= t.n[row]
    if op == Turmoil.EXCHANGE_DELEGATE:
        return unplaced(s, player) > 0 and has_neutral_to_exchange(s)
    if op == Turmoil.CONVERT_DELEGATES:
        return unplaced(s, player) >= t.n[row] and has_neutrals_to_convert(s, t.n[row])
    if op == Turmoil.TAKE_CHAIR:
        return unplaced(s, player) > 0 and s.chairman == NEUTRAL
    return True


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    op = t.op[row]
    if op == Turmoil.SEND_DELEGATES:
        if unplaced(s, s.stack[f, Frame.PLAYER]) >= t.n[row]:
            for party in range(PARTIES):
                offer_choice(s, party)
    elif op == Turmoil.REMOVE_DELEGATE:
        for party in range(PARTIES):
            for owner in range(OWNERS):
                if others_beside_leader(s, party, owner) > 0:
                    offer_choice(s, party * OWNERS + owner)
    elif op == Turmoil.EXCHANGE_DELEGATE:
        for party in range(PARTIES):
            if others_beside_leader(s, party, NEUTRAL) > 0:
                offer_choice(s, party)
    elif op == Turmoil.CONVERT_DELEGATES:
        for party in range(PARTIES):
            if s.delegates[party, NEUTRAL] >= t.n[row] and unplaced(s, s.stack[f, Frame.PLAYER]) >= t.n[row]:
                offer_choice(s, party)
    elif op == Turmoil.REMOVE_OCEAN:
        if not complete(t, s, Track.OCEANS):
            for space in range(MARS_SPACES):
                if s.tile[space] == Tile.OCEAN_TILE:
                    offer_choice(s, space)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if op == Turmoil.SEND_DELEGATES:
        send(s, player, chosen, t.n[row])
    elif op == Turmoil.REMOVE_DELEGATE:
        remove(s, chosen // OWNERS, chosen % OWNERS, player)
    elif op == Turmoil.EXCHANGE_DELEGATE:
        exchange(s, chosen, player)
    elif op == Turmoil.CONVERT_DELEGATES:
        convert(s, chosen, player, t.n[row])
    elif op == Turmoil.REMOVE_OCEAN:
        s.tile[chosen] = NONE
        s.track[Track.OCEANS] -= 1


@kernel
def place_of(t: Table, s: Record, row: int, card: int, player: int) -> int:
    """The place of a player by what is counted: 0 first, 1 second, NONE no place. Who shares the first mostly leaves no second."""
    own = amount(t, s, row, player, card)
    if s.players == 1:
        if own >= t.b[row]:
            return 0
        return 1 if t.c[row] != NONE and own >= t.c[row] else NONE
    if own < t.a[row]:
        return NONE
    best = own
    for other in range(s.players):
        best = max(best, amount(t, s, row, other, card))
    if own == best:
        return 0
    firsts, between = 0, 0
    for other in range(s.players):
        theirs = amount(t, s, row, other, card)
        firsts += int(theirs == best)
        between += int(own < theirs < best)
    return 1 if (firsts == 1 or t.d[row] != 0) and between == 0 else NONE


@kernel
def begin_by_rank(t: Table, s: Record, row: int, card: int) -> None:
    for i in range(s.players - 1, -1, -1):
        player = seat(s, i)
        place = place_of(t, s, row, card, player)
        if place != NONE and place < t.branches[row]:
            begin(s, t.branch_start[t.branch[row] + place], card, player)


@kernel
def add_to_each(t: Table, s: Record, player: int, kind: int, n: int) -> None:
    """To every own card of a kind, or with NONE to every one that holds something."""
    for card in range(CARDS):
        if in_force(t, s, card, player) and held_kind(t, s, card) != NONE:
            if (kind == NONE and s.resources[card] > 0) or (kind != NONE and held_kind(t, s, card) == kind):
                put_on_card(t, s, card, n)


@kernel
def rate_lowest(t: Table, s: Record, n: int, alone_most: int) -> None:
    """Everybody with the lowest rating gains; alone one does only up to a rating."""
    lowest = int(s.rating[0])
    for player in range(s.players):
        lowest = min(lowest, int(s.rating[player]))
    if s.players == 1 and lowest > alone_most:
        return
    for player in range(s.players):
        if s.rating[player] == lowest:
            rating_up(t, s, player, n)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player, op = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], t.op[row]
    if op == Turmoil.TAKE_CHAIR:
        take_chair(s, player)
    elif op == Turmoil.EVERYBODY:
        for i in range(s.players - 1, -1, -1):
            begin(s, t.branch_start[t.branch[row]], card, seat(s, i))
    elif op == Turmoil.RANK:
        begin_by_rank(t, s, row, card)
    elif op == Turmoil.LOWER_TRACK:
        if not complete(t, s, t.a[row]):
            s.track[t.a[row]] = max(0, s.track[t.a[row]] - t.n[row])
    elif op == Turmoil.ADD_TO_EACH:
        add_to_each(t, s, player, t.a[row], t.n[row])
    elif op == Turmoil.RATE_LOWEST:
        rate_lowest(t, s, t.n[row], t.a[row])
    elif op == Turmoil.REVISE_RATINGS:
        revise_ratings(s)
    elif op == Turmoil.RESOLVE_EVENT:
        resolve_event(t, s)
    elif op == Turmoil.RULE:
        rule(t, s)
    elif op == Turmoil.SEAT_CHAIRMAN:
        seat_chairman(t, s)
    elif op == Turmoil.CHANGE_TIMES:
        change_times(t, s)
