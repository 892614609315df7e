"""What the operation of `venus/language.py` does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.machine.stack import offer_choice, push
from regolith.envs.terraforming_mars.rooms import NOBODY, NONE
from regolith.envs.terraforming_mars.rules.tracks import complete, raise_track
from regolith.envs.terraforming_mars.state import Frame, Mode
from regolith.envs.terraforming_mars.venus.language import Venus
from regolith.envs.terraforming_mars.words import Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def offer(t: Table, s: Record, row: int) -> None:
    if t.op[row] == Venus.WORLD_GOVERNMENT:
        for track in range(s.tracks):
            if not complete(t, s, track):
                offer_choice(s, track)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    if t.op[row] == Venus.WORLD_GOVERNMENT:
        if chosen == Track.OCEANS:
            push(s, t.ocean_row, NONE, s.stack[f, Frame.PLAYER], 0, 0, Mode.FOR_NOBODY)
        else:
            raise_track(t, s, NOBODY, chosen, 1)
