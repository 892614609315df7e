"""What the operations of `underworld/language/corruption.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.blocking import (
    WITH_A_FIGHTER,
    begin_block,
    blocking_card,
    can_block,
    is_blockable,
    offer_blocks,
    pay_block,
)
from regolith.envs.terraforming_mars.machine.stack import DECLINED, next_step, offer_choice, push
from regolith.envs.terraforming_mars.rooms import NONE, PROJECTS
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.drawing import deal, discard
from regolith.envs.terraforming_mars.rules.knowledge import moved_unseen
from regolith.envs.terraforming_mars.rules.supply import gain, rating_up
from regolith.envs.terraforming_mars.state import Deck, Frame, Lies, Mode, Place
from regolith.envs.terraforming_mars.underworld.corruption import crime_tags
from regolith.envs.terraforming_mars.underworld.language.corruption import (
    LEAST_TO_BLACKMAIL,
    MOST_REPLACED,
    Corruption,
)
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

PAYS, GIVES = 0, 1
"""What a blackmailed player chooses."""


@kernel
def may_be_chosen(s: Record, op: int, player: int, other: int) -> bool:
    """Whether an effect on corruption may be aimed at that opponent."""
    if other == player or s.corruption[other] == 0:
        return False
    if op == Corruption.EXPOSE:
        return s.corruption[other] > s.corruption[player]
    return op != Corruption.BLACKMAIL or s.corruption[other] >= LEAST_TO_BLACKMAIL


@kernel
def someone_may_be_chosen(s: Record, op: int, player: int) -> bool:
    for other in range(s.players):  # noqa: SIM110
        if may_be_chosen(s, op, player, other):
            return True
    return False


@kernel
def most_corrupt(s: Record) -> int:
    """Who alone has most corruption, or NONE."""
    found = 0
    for player in range(s.players):
        if s.corruption[player] > s.corruption[found]:
            found = player
    for player in range(s.players):
        if player != found and s.corruption[player] == s.corruption[found]:
            return NONE
    return found


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, choosing: bool) -> bool:
    op = t.op[row]
    if op == Corruption.SPEND:
        return s.corruption[player] >= t.n[row]
    if op == Corruption.CASH_IN:
        return s.corruption[player] > 0
    if op == Corruption.STEAL or op == Corruption.EXPOSE or op == Corruption.BLACKMAIL:
        return someone_may_be_chosen(s, op, player)
    if op == Corruption.REMOVE:
        return not choosing or someone_may_be_chosen(s, op, player)
    if op == Corruption.LAWSUIT:
        return most_corrupt(s) != NONE
    return True


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if is_blockable(s.stack[f, Frame.MODE]):
        if op == Corruption.STEAL:
            offer_blocks(t, s, f, row)
        elif blocking_card(t, s, s.stack[f, Frame.Y]) != NONE:
            offer_choice(s, WITH_A_FIGHTER)
    elif op == Corruption.MULLIGAN:
        offer_mulligan(s, player, s.stack[f, Frame.X])
    elif op == Corruption.PAY_OR_GIVE:
        if s.stock[player, Resource.MC] >= t.a[row]:
            offer_choice(s, PAYS)
        offer_choice(s, GIVES)
    else:
        for other in range(s.players):
            if may_be_chosen(s, op, player, other):
                offer_choice(s, other)


@kernel
def take_one(s: Record, op: int, player: int, victim: int) -> None:
    """Corruption is lost, or goes to who steals it."""
    s.corruption[victim] -= 1
    if op == Corruption.STEAL:
        s.corruption[player] += 1


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if op == Corruption.STEAL or op == Corruption.REMOVE:
        settle_taking(t, s, f, row, chosen)
    elif op == Corruption.EXPOSE:
        s.corruption[chosen] -= 1
    elif op == Corruption.BLACKMAIL:
        push(s, t.branch_start[t.branch[row]], s.stack[f, Frame.CARD], chosen, player, 0, Mode.WHOLE)
    elif op == Corruption.PAY_OR_GIVE:
        blackmailer = s.stack[f, Frame.X]
        if chosen == PAYS:
            gain(s, player, Resource.MC, -t.a[row])
            gain(s, blackmailer, Resource.MC, t.a[row])
        else:
            given = min(t.b[row], int(s.corruption[player]))
            s.corruption[player] -= given
            s.corruption[blackmailer] += given
    elif op == Corruption.MULLIGAN:
        settle_mulligan(s, f, chosen)


@kernel
def settle_taking(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """An opponent was chosen, or has said whether he blocks. Corruption that is only removed is not worth corruption, but a fighter."""
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if is_blockable(s.stack[f, Frame.MODE]):
        victim = s.stack[f, Frame.Y]
        if chosen == DECLINED:
            take_one(s, op, player, victim)
        else:
            pay_block(t, s, victim, chosen)
        next_step(s, f)
    elif chosen == DECLINED:
        next_step(s, f)
    elif can_block(t, s, chosen) and (op == Corruption.STEAL or blocking_card(t, s, chosen) != NONE):
        begin_block(s, f, chosen)
    else:
        take_one(s, op, player, chosen)
        next_step(s, f)


@kernel
def dealt_to(s: Record, player: int) -> int:
    """Cards from which a player has yet to choose in the research phase."""
    found = 0
    for card in range(PROJECTS):
        found += int(s.lies[card] == Lies.DEALT and s.owner[card] == player)
    return found


@kernel
def offer_mulligan(s: Record, player: int, put_back: int) -> None:
    """The cards dealt, for a player who can pay or has paid."""
    if put_back == 0 and s.corruption[player] == 0:
        return
    for card in range(PROJECTS):
        if s.lies[card] == Lies.DEALT and s.owner[card] == player:
            offer_choice(s, card)


@kernel
def settle_mulligan(s: Record, f: int, chosen: int) -> None:
    """The first card costs 1 corruption; all are put back before new ones are drawn. The others see how many."""
    player, put_back = s.stack[f, Frame.PLAYER], s.stack[f, Frame.X]
    if chosen != DECLINED:
        s.corruption[player] -= int(put_back == 0)
        discard(s, chosen)
        left = dealt_to(s, player)
        moved_unseen(s, Deck.PROJECTS, player, Place.DEALT, Place.DISCARDS, left == 0)
        put_back += 1
        s.stack[f, Frame.X] = put_back
        if put_back < MOST_REPLACED and left > 0:
            return
    deal(s, Deck.PROJECTS, player, put_back, Lies.DEALT)
    next_step(s, f)


@kernel
def sue(s: Record, each: int) -> None:
    """Who alone has most drops to the next highest amount."""
    sued = most_corrupt(s)
    if sued == NONE or s.players == 1:
        return
    second = 0
    for player in range(s.players):
        if player != sued:
            second = max(second, int(s.corruption[player]))
    lost = int(s.corruption[sued]) - second
    s.corruption[sued] = second
    gain(s, sued, Resource.MC, -min(each * lost, int(s.stock[sued, Resource.MC])))


@kernel
def lower_highest_rating(s: Record, n: int) -> None:
    highest = 0
    for player in range(s.players):
        highest = max(highest, int(s.rating[player]))
    for player in range(s.players):
        if s.rating[player] == highest:
            s.rating[player] = max(0, highest - n)


@kernel
def raise_lowest_rating(t: Table, s: Record, n: int) -> None:
    lowest = int(s.rating[0])
    for player in range(s.players):
        lowest = min(lowest, int(s.rating[player]))
    for player in range(s.players):
        if s.rating[player] == lowest:
            rating_up(t, s, player, n)


@kernel
def audit(t: Table, s: Record, n: int) -> None:
    fewest = crime_tags(s, 0)
    for player in range(s.players):
        fewest = min(fewest, crime_tags(s, player))
    for player in range(s.players):
        if crime_tags(s, player) == fewest:
            rating_up(t, s, player, 2 * n if fewest == 0 else n)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player, op = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], t.op[row]
    n = amount(t, s, row, player, card)
    if op == Corruption.GAIN:
        s.corruption[player] += n
    elif op == Corruption.SPEND:
        s.corruption[player] -= n
    elif op == Corruption.LOSE_EACH:
        for other in range(s.players):
            s.corruption[other] = max(0, int(s.corruption[other]) - n)
    elif op == Corruption.CASH_IN:
        gain(s, player, Resource.MC, n * int(s.corruption[player]))
        s.corruption[player] = 0
    elif op == Corruption.LAWSUIT:
        sue(s, n)
    elif op == Corruption.HIGHEST_RATING_DOWN:
        lower_highest_rating(s, n)
    elif op == Corruption.LOWEST_RATING_UP:
        raise_lowest_rating(t, s, n)
    elif op == Corruption.AUDIT:
        audit(t, s, n)
