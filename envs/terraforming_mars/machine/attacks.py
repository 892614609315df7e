"""What one player does to another: who may be chosen, and what the operations of `language/attacks.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.attacks import Attacks
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.language.operation import Gives
from regolith.envs.terraforming_mars.machine.blocking import (
    begin_block,
    can_block,
    is_blockable,
    pay_block,
    victim_of,
)
from regolith.envs.terraforming_mars.machine.held import may_get
from regolith.envs.terraforming_mars.machine.stack import DECLINED, next_step, offer_choice, push
from regolith.envs.terraforming_mars.rooms import CARDS, END, MOST_NEIGHBOURS, NONE
from regolith.envs.terraforming_mars.rules.counting import amount, tiles_beside_ocean
from regolith.envs.terraforming_mars.rules.holding import held_kind, put_on_card
from regolith.envs.terraforming_mars.rules.supply import (
    change_production,
    gain,
    may_lower,
    rule_of,
    someone_to_lower,
)
from regolith.envs.terraforming_mars.state import Frame, Kind, Lies, Mode
from regolith.envs.terraforming_mars.words import Tag, To, Victim

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

VICTIM_OF_THEFT = int(Victim.OPPONENT)


@kernel
def may_take_from(t: Table, s: Record, player: int, other: int, resource: int, victim: int) -> bool:
    """Whether an effect may take a resource out of that player's stock."""
    if victim == Victim.OPPONENT_BESIDE_ANY_OCEAN:
        return other != player and tiles_beside_ocean(t, s, other) > 0
    if s.stock[other, resource] <= 0:
        return False
    if other == player:
        return victim == Victim.ANYBODY
    if rule_of(t, s, other, Rule.SHIELD, resource) > 0:
        return False
    if victim == Victim.OPPONENT_WITH_VENUS_TAG:
        return s.tags[other, Tag.VENUS] > 0
    if victim == Victim.OPPONENT_BESIDE_THE_OCEAN:
        if s.last_space == NONE:
            return False
        for i in range(MOST_NEIGHBOURS):
            space = t.neighbours[s.last_space, i]
            if space != NONE and s.tile[space] != NONE and s.tile_owner[space] == other:
                return True
        return False
    return True


@kernel
def someone_to_take_from(t: Table, s: Record, player: int, resource: int, victim: int) -> bool:
    for other in range(s.players):  # noqa: SIM110
        if may_take_from(t, s, player, other, resource, victim):
            return True
    return False


@kernel
def lowerable(t: Table, s: Record, player: int, row: int, n: int) -> bool:
    """Whether somebody can lose production; what the player gains by the same card counts, before and after."""
    resource, gains = t.a[row], 0
    while t.op[row] != END:
        if t.op_gives[t.op[row]] == Gives.PRODUCTION and t.a[row] == resource:
            gains += t.n[row]
        row += 1
    for other in range(s.players):
        own = s.ahead_production[resource] + gains if other == player else 0
        if may_lower(s, other, resource, n - own):
            return True
    return s.players == 1


@kernel
def may_lose(t: Table, s: Record, player: int, card: int, kind: int, least: int, victim: int) -> bool:
    """Whether the player's effect may remove resources of a kind, or with NONE of any, from a card."""
    if s.lies[card] != Lies.IN_PLAY or s.resources[card] < least or t.protected[card]:
        return False
    if kind != NONE and held_kind(t, s, card) != kind:
        return False
    owner = s.owner[card]
    if owner == player:
        return victim == Victim.ANYBODY
    return rule_of(t, s, owner, Rule.SHIELD_CARDS, held_kind(t, s, card)) == 0


@kernel
def has_prey(t: Table, s: Record, player: int, kind: int, least: int, victim: int) -> bool:
    for card in range(CARDS):  # noqa: SIM110
        if may_lose(t, s, player, card, kind, least, victim):
            return True
    return False


@kernel
def strike(t: Table, s: Record, f: int, row: int, target: int) -> None:
    """An attack that was not blocked. The target is a player or a card."""
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, resource = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Attacks.DECREASE_ANY_PRODUCTION or op == Attacks.MAY_DECREASE_ANY_PRODUCTION:
        change_production(t, s, target, resource, -n)
    elif op == Attacks.REMOVE_RESOURCE or op == Attacks.MAY_REMOVE_RESOURCE:
        s.resources[target] -= min(n, s.resources[target])
    elif op == Attacks.STEAL_RESOURCE:
        s.resources[target] -= 1
        s.stack[f, Frame.Y] = held_kind(t, s, target)
        s.stack[f, Frame.TURN] = 1
        s.stack[f, Frame.MODE] = Mode.WHOLE
        return
    else:
        n = min(n, s.stock[target, resource])
        gain(s, target, resource, -n)
        if op != Attacks.REMOVE:
            gain(s, player, resource, n)
    next_step(s, f)


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, choosing: bool) -> bool:
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Attacks.DECREASE_ANY_PRODUCTION:
        return t.b[row] == 0 or lowerable(t, s, player, row, n)
    if op == Attacks.MAY_DECREASE_ANY_PRODUCTION:
        return not choosing or someone_to_lower(s, a, n)
    if op == Attacks.REMOVE_RESOURCE:
        return s.players == 1 or has_prey(t, s, player, a, n, t.b[row])
    if op == Attacks.MAY_REMOVE_RESOURCE:
        return not choosing or has_prey(t, s, player, a, 1, t.b[row])
    if op == Attacks.STEAL_RESOURCE:
        return has_prey(t, s, player, NONE, 1, Victim.OPPONENT)
    if op == Attacks.REMOVE:
        return not choosing or someone_to_take_from(t, s, player, a, t.b[row])
    if op == Attacks.ROB:
        return someone_to_take_from(t, s, player, a, t.b[row])
    if op == Attacks.STEAL_FROM_EACH:
        return s.players == 1 or someone_to_take_from(t, s, player, a, Victim.OPPONENT)
    if op == Attacks.RAID:
        return s.players > 1 and n > 0
    if op == Attacks.EVERYBODY_LOSES:
        return True
    return not choosing or s.players == 1 or someone_to_take_from(t, s, player, a, Victim.OPPONENT)


@kernel
def offer_cards(t: Table, s: Record, f: int, row: int) -> None:
    """Cards that may lose resources; for one that was stolen, own cards that can hold it."""
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, kind, victim, least = t.op[row], t.a[row], t.b[row], 1
    if op == Attacks.REMOVE_RESOURCE:
        least = amount(t, s, row, player, card)
    elif op == Attacks.STEAL_RESOURCE:
        kind, victim = NONE, VICTIM_OF_THEFT
    stolen = s.stack[f, Frame.TURN] > 0
    for other in range(CARDS):
        if stolen:
            if may_get(t, s, player, card, other, s.stack[f, Frame.Y], To.ANY_CARD, NONE):
                offer_choice(s, other)
        elif s.players > 1 and may_lose(t, s, player, other, kind, least, victim):
            offer_choice(s, other)


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a, b = t.op[row], t.a[row], t.b[row]
    if t.op_asks[op] == Kind.CARD:
        offer_cards(t, s, f, row)
        return
    for other in range(s.players):
        if op == Attacks.DECREASE_ANY_PRODUCTION or op == Attacks.MAY_DECREASE_ANY_PRODUCTION:
            hit = s.players > 1 and may_lower(s, other, a, amount(t, s, row, player, card))
        elif op == Attacks.REMOVE or op == Attacks.ROB:
            hit = may_take_from(t, s, player, other, a, b)
        else:
            hit = op == Attacks.STEAL and may_take_from(t, s, player, other, a, Victim.OPPONENT)
        if hit:
            offer_choice(s, other)


@kernel
def lose(s: Record, player: int, op: int, resource: int, victim: int, n: int) -> None:
    """A victim who did not block; what he loses goes to the attacker or to nobody."""
    n = min(n, s.stock[victim, resource])
    gain(s, victim, resource, -n)
    if op != Attacks.LOSES:
        gain(s, player, resource, n)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    """An attack on several players at once. Who can block is asked, with his loss as it is now, in turn order; the others lose theirs."""
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, resource = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if s.players == 1 and op == Attacks.STEAL_FROM_EACH:
        gain(s, player, resource, n)
        return
    inner = t.branch_start[t.branch[row]]
    for i in range(s.players - 1, -1, -1):
        victim = (player + i) % s.players
        loss = min(n, int(s.stock[victim, resource]))
        spared = i == 0 and op != Attacks.EVERYBODY_LOSES
        if spared or loss <= 0 or rule_of(t, s, victim, Rule.SHIELD, resource) > 0:
            continue
        if can_block(t, s, victim):
            push(s, inner, card, player, loss, victim, Mode.BLOCKABLE)
        else:
            lose(s, player, t.op[inner], resource, victim, loss)


@kernel
def answer_of_victim(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """A victim has said whether he blocks."""
    card, player, victim = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], s.stack[f, Frame.Y]
    if chosen == DECLINED:
        lose(s, player, t.op[row], t.a[row], victim, s.stack[f, Frame.X])
    else:
        pay_block(t, s, victim, chosen)
        if t.op[row] == Attacks.RAIDED:
            s.resources[card] = max(0, int(s.resources[card]) - 1)
    next_step(s, f)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """A target was chosen, or the victim has said whether he blocks. A block leaves the attacker without what he would have stolen."""
    op = t.op[row]
    if op == Attacks.ROBBED or op == Attacks.RAIDED or op == Attacks.LOSES:
        answer_of_victim(t, s, f, row, chosen)
    elif is_blockable(s.stack[f, Frame.MODE]):
        target = s.stack[f, Frame.Y]
        if chosen == DECLINED:
            strike(t, s, f, row, target)
            return
        pay_block(t, s, victim_of(t, s, row, target), chosen)
        next_step(s, f)
        if op == Attacks.REMOVE_RESOURCE:
            # What was to follow the removal does not happen.
            s.depth = f
    elif chosen == DECLINED:
        next_step(s, f)
    elif op == Attacks.STEAL_RESOURCE and s.stack[f, Frame.TURN] > 0:
        put_on_card(t, s, chosen, 1)
        next_step(s, f)
    elif op == Attacks.ROB and s.stock[chosen, t.a[row]] == 0:
        # There is nothing to lose, and so nothing to block.
        next_step(s, f)
    elif can_block(t, s, victim_of(t, s, row, chosen)):
        begin_block(s, f, chosen)
    else:
        strike(t, s, f, row, chosen)
