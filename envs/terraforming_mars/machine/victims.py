"""Attacks on several players at once: each victim decides for himself whether he blocks, in turn order from the attacker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.attacks import Attacks
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.machine.blocking import can_block, pay_block
from regolith.envs.terraforming_mars.machine.stack import DECLINED, next_step, push
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.supply import gain, rule_of
from regolith.envs.terraforming_mars.state import Frame, Mode

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def lose(s: Record, player: int, op: int, resource: int, victim: int, n: int) -> None:
    """A victim who did not block; what he loses goes to the attacker or to nobody."""
    n = min(n, s.stock[victim, resource])
    gain(s, victim, resource, -n)
    if op != Attacks.LOSES:
        gain(s, player, resource, n)


@kernel
def hit_each(t: Table, s: Record, f: int, row: int) -> None:
    """Every victim at once. Who can block is asked, with his loss as it is now; the others lose theirs."""
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
def answer(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    """A victim has said whether he blocks."""
    card, player, victim = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER], s.stack[f, Frame.Y]
    if chosen == DECLINED:
        lose(s, player, t.op[row], t.a[row], victim, s.stack[f, Frame.X])
    else:
        pay_block(t, s, victim, chosen)
        if t.op[row] == Attacks.RAIDED:
            s.resources[card] = max(0, int(s.resources[card]) - 1)
    next_step(s, f)
