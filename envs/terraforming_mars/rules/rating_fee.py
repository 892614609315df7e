"""What steps of rating cost, where they cost something: looking ahead at how many steps an effect will bring, track bonuses included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import rating_beside_track
from regolith.envs.terraforming_mars.rooms import NONE, TRACKS
from regolith.envs.terraforming_mars.rules.price import leaves
from regolith.envs.terraforming_mars.rules.supply import pays_with_heat
from regolith.envs.terraforming_mars.rules.tracks import Mark
from regolith.envs.terraforming_mars.words import Resource, Tile, Track

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def no_fees_ahead(s: Record) -> None:
    for track in range(TRACKS):
        s.ahead_track[track] = 0
    s.ahead_rating = 0
    s.ahead_spent = 0
    s.ahead_spent_on = 0
    s.ahead_heat = 0


@kernel
def foresee_one_step(t: Table, s: Record, track: int) -> bool:
    """A step of a track, with its rating; False if the track will be complete."""
    if s.track[track] + s.ahead_track[track] >= t.track_end[track]:
        return False
    s.ahead_track[track] += 1
    s.ahead_rating += 1
    return True


@kernel
def foresee_temperature(t: Table, s: Record) -> None:
    if foresee_one_step(t, s, Track.TEMPERATURE):
        if s.track[Track.TEMPERATURE] + s.ahead_track[Track.TEMPERATURE] == Mark.OCEAN_AT_0:
            foresee_one_step(t, s, Track.OCEANS)


@kernel
def foresee_track(t: Table, s: Record, track: int, n: int) -> None:
    """So many steps of a track, and those that the bonuses beside it bring."""
    for _ in range(n):
        if track == Track.TEMPERATURE:
            foresee_temperature(t, s)
        elif foresee_one_step(t, s, track):
            at = s.track[track] + s.ahead_track[track]
            if track == Track.OXYGEN and at == Mark.TEMPERATURE_AT_8_PERCENT:
                foresee_temperature(t, s)
            s.ahead_rating += rating_beside_track(s, track, at)


@kernel
def foresee_tile(t: Table, s: Record, tile: int, n: int) -> None:
    """So many tiles, with the steps that they bring."""
    if tile == Tile.OCEAN_TILE:
        foresee_track(t, s, Track.OCEANS, n)
    elif tile == Tile.GREENERY_TILE:
        foresee_track(t, s, Track.OXYGEN, n)


@kernel
def fee_ahead(s: Record) -> int:
    """For all steps of rating foreseen."""
    return int(s.rating_fee) * int(s.ahead_rating)


@kernel
def can_pay_fees(t: Table, s: Record, player: int, what: int, cost: int) -> bool:
    """Whether the fees foreseen can be paid besides a price, and besides MC and heat that the effect itself spends."""
    if s.ahead_rating == 0:
        return True
    kept = fee_ahead(s) + int(s.ahead_kept)
    if what == NONE and cost == 0:
        what, cost = int(s.ahead_spent_on) if s.ahead_spent > 0 else NONE, int(s.ahead_spent)
    else:
        kept += int(s.ahead_spent)
    if what < 0 and s.ahead_heat > 0 and pays_with_heat(t, s, player):
        # The heat that the effect spends pays for nothing else.
        heat = int(s.stock[player, Resource.HEAT])
        s.stock[player, Resource.HEAT] = max(0, heat - s.ahead_heat)
        enough = leaves(t, s, player, what, cost, kept)
        s.stock[player, Resource.HEAT] = heat
        return enough
    return leaves(t, s, player, what, cost, kept)
