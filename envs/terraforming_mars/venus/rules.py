"""The rules of Venus Next: the bonuses beside its track, and World Government Terraforming."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.machine.stack import begin
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.drawing import draw
from regolith.envs.terraforming_mars.rules.supply import rating_up
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.venus.words import Carriers
from regolith.envs.terraforming_mars.words import Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


class Mark(IntEnum):
    """Steps from the start of the track at which something happens."""

    CARD_AT_8_PERCENT = 4
    RATING_AT_16_PERCENT = 8


@kernel
def track_raised(t: Table, s: Record, player: int, track: int) -> None:
    """A track went up by a step through a player. The World Government, which is NOBODY, gets no bonus."""
    if track != Track.VENUS_SCALE:
        return
    if player != NOBODY:
        if s.track[track] == Mark.CARD_AT_8_PERCENT:
            draw(s, player, 1)
        elif s.track[track] == Mark.RATING_AT_16_PERCENT:
            rating_up(t, s, player, 1)
        fire(t, s, Trigger.ANY_VENUS_STEP_OF_A_PLAYER, player, NONE, 0, 0)
    fire(t, s, Trigger.ANY_VENUS_STEP, player, NONE, 0, 0)


@kernel
def rating_beside_track(track: int, at: int) -> int:
    """Steps of rating that a step of a track brings besides its own."""
    return int(track == Track.VENUS_SCALE and at == Mark.RATING_AT_16_PERCENT)


@kernel
def govern(t: Table, s: Record) -> None:
    """The first player decides what the World Government does."""
    if s.world_government:
        carrier = Carriers.WORLD_GOVERNMENT
        begin(s, t.carrier_row[carrier - FIRST_CARRIER], carrier, s.first_player)


@kernel
def write_options(s: Record, out: Any) -> None:
    """What a player sees of the options, from the first number on."""
    out[0] = s.world_government


@kernel
def steps_a_generation(s: Record) -> int:
    """That World Government Terraforming takes, whoever plays."""
    return int(s.world_government)
