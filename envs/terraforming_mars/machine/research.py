"""Choosing in secret among cards dealt: what the operations of `language/research.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.research import Research
from regolith.envs.terraforming_mars.rules.draft import offer_pack, take_from_pack
from regolith.envs.terraforming_mars.rules.research import offer_dealt
from regolith.envs.terraforming_mars.state import Frame, Lies

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if op == Research.DRAFT:
        offer_pack(s, player)
    else:
        offer_dealt(t, s, t.op_picks[op], player, s.stack[f, Frame.TURN])


@kernel
def settle(t: Table, s: Record, row: int, chosen: int) -> None:
    if t.op[row] == Research.DRAFT:
        take_from_pack(s, chosen)
    else:
        s.lies[chosen] = Lies.BOUGHT
