"""Tracks, rating, tiles and markers: what the operations of `language/mars.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.language.mars import Mars
from regolith.envs.terraforming_mars.language.operation import Gives
from regolith.envs.terraforming_mars.machine.stack import offer_choice
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.counting import amount, is_city
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.placement import can_place, offer_spaces, put_tile
from regolith.envs.terraforming_mars.rules.supply import GIFT, gain, rating_up
from regolith.envs.terraforming_mars.rules.tracks import complete, raise_track
from regolith.envs.terraforming_mars.rules.triggers import fire, waits_for
from regolith.envs.terraforming_mars.state import Frame, Mode
from regolith.envs.terraforming_mars.words import Resource, Tile, Track, Where

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


@kernel
def foresee_city(t: Table, s: Record, player: int, card: int) -> None:
    """Production that a city of this player will bring him, the card in hand included."""
    for trigger in (Trigger.OWN_CITY, Trigger.ANY_CITY, Trigger.ANY_CITY_ON_MARS):
        for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
            waiting = t.passive_carrier[i]
            if waiting == card or in_force(t, s, waiting, player):
                row = t.passive_row[i]
                if t.op_gives[t.op[row]] == Gives.PRODUCTION:
                    s.ahead_production[t.a[row]] += t.n[row]


@kernel
def possible(t: Table, s: Record, player: int, card: int, row: int, choosing: bool) -> bool:
    op, a = t.op[row], t.a[row]
    if op == Mars.RAISE_TRACK:
        return a < s.tracks and not (choosing and complete(t, s, a))
    if op == Mars.PLACE:
        if is_city(a):
            foresee_city(t, s, player, card)
        if choosing and a == Tile.OCEAN_TILE and complete(t, s, Track.OCEANS):
            return waits_for(t, s, Trigger.OWN_OCEAN_TOO_MANY, player)
        if t.b[row] == Where.OFF_MARS:
            return s.tile[MARS_SPACES + t.c[row]] == NONE
        return can_place(t, s, player, a, t.b[row])
    if op == Mars.CLAIM_SPACE:
        return can_place(t, s, player, NONE, a)
    return True


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    player = s.stack[f, Frame.PLAYER]
    op, a, b = t.op[row], t.a[row], t.b[row]
    if op == Mars.PLACE:
        if b == Where.OFF_MARS:
            if s.tile[MARS_SPACES + t.c[row]] == NONE:
                offer_choice(s, MARS_SPACES + t.c[row])
        elif a != Tile.OCEAN_TILE or not complete(t, s, Track.OCEANS):
            offer_spaces(t, s, player, a, b)
    elif op == Mars.CLAIM_SPACE:
        offer_spaces(t, s, player, NONE, a)
    elif op == Mars.FINAL_GREENERY:
        if s.stock[player, Resource.PLANTS] >= s.greenery_cost[player]:
            offer_spaces(t, s, player, Tile.GREENERY_TILE, Where.GREENERY_RULES)


@kernel
def nowhere_to_place(t: Table, s: Record, f: int, row: int, left: int) -> None:
    """So many tiles found no space: there is no last space that later steps could look at. Something may wait for oceans too many."""
    s.last_space = NONE
    if t.op[row] == Mars.PLACE and t.a[row] == Tile.OCEAN_TILE and complete(t, s, Track.OCEANS):
        if s.stack[f, Frame.MODE] != Mode.FOR_NOBODY:
            for _ in range(left):
                fire(t, s, Trigger.OWN_OCEAN_TOO_MANY, s.stack[f, Frame.PLAYER], NONE, 0, 0)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    player, op = s.stack[f, Frame.PLAYER], t.op[row]
    if op == Mars.PLACE:
        put_tile(t, s, NOBODY if s.stack[f, Frame.MODE] == Mode.FOR_NOBODY else player, chosen, t.a[row])
    elif op == Mars.CLAIM_SPACE:
        s.claim[chosen] = player
    elif op == Mars.FINAL_GREENERY:
        gain(s, player, Resource.PLANTS, -s.greenery_cost[player])
        put_tile(t, s, player, chosen, Tile.GREENERY_TILE)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op = t.op[row]
    n = amount(t, s, row, player, card)
    if op == Mars.RAISE_TRACK:
        raise_track(t, s, NOBODY if s.stack[f, Frame.MODE] == Mode.FOR_NOBODY else player, t.a[row], n)
    elif op == Mars.TERRAFORM_RATING:
        rating_up(t, s, player, n)
        if s.rating_fee > 0 and t.row_waits[row]:
            for g in range(f + 1, s.depth):
                s.stack[g, Frame.X] = GIFT
    elif op == Mars.LOSE_RATING:
        s.rating[player] = max(0, s.rating[player] - n)
    elif op == Mars.CONVERT_PLANTS:
        gain(s, player, Resource.PLANTS, -s.greenery_cost[player])
