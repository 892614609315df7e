"""The global parameters: steps, terraform rating, and the bonuses printed beside the tracks."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import track_raised
from regolith.envs.terraforming_mars.machine.stack import push
from regolith.envs.terraforming_mars.rooms import NOBODY, NONE
from regolith.envs.terraforming_mars.rules.supply import change_production, rating_up
from regolith.envs.terraforming_mars.state import Mode
from regolith.envs.terraforming_mars.words import Resource, Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


class Mark(IntEnum):
    """Steps from the start of a track at which something happens."""

    HEAT_AT_MINUS_24 = 3
    HEAT_AT_MINUS_20 = 5
    OCEAN_AT_0 = 15
    TEMPERATURE_AT_8_PERCENT = 8


MARS_TRACKS = 3
"""Temperature, oxygen and oceans: when they are complete the game ends. The tracks of boxes follow them."""


@kernel
def complete(t: Table, s: Record, track: int) -> bool:
    return s.track[track] >= t.track_end[track]


@kernel
def all_complete(t: Table, s: Record, tracks: int) -> bool:
    """Whether so many tracks, from the first on, are complete."""
    for track in range(tracks):  # noqa: SIM110
        if not complete(t, s, track):
            return False
    return True


@kernel
def raise_track(t: Table, s: Record, player: int, track: int, n: int) -> None:
    """So many steps through a player, each with 1 TR; steps beyond the end are void. A bonus goes to who reaches the mark.

    Through NOBODY (the World Government) only what happens on Mars happens; the first player places the ocean.
    """
    for _ in range(n):
        if complete(t, s, track):
            return
        s.track[track] += 1
        at = s.track[track]
        decides = s.first_player if player == NOBODY else player
        mode = Mode.FOR_NOBODY if player == NOBODY else Mode.WHOLE
        if player != NOBODY:
            rating_up(t, s, player, 1)
        if track == Track.TEMPERATURE:
            if at == Mark.OCEAN_AT_0:
                push(s, t.ocean_row, NONE, decides, 0, 0, mode)
            elif player != NOBODY and (at == Mark.HEAT_AT_MINUS_24 or at == Mark.HEAT_AT_MINUS_20):
                change_production(t, s, player, Resource.HEAT, 1)
        elif track == Track.OXYGEN:
            if at == Mark.TEMPERATURE_AT_8_PERCENT:
                push(s, t.temperature_row, NONE, decides, 0, 0, mode)
        track_raised(t, s, player, track)
