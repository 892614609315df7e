"""Paying, and what is done once something is paid: what the operations of `language/paying.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.paying import Paying
from regolith.envs.terraforming_mars.machine.fees import kept_for_fees
from regolith.envs.terraforming_mars.machine.stack import offer_amounts, push
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.playing import enter_play, standard_project_paid
from regolith.envs.terraforming_mars.rules.price import (
    MEANS_HEAT,
    heat_of_unit,
    heat_source,
    means,
    pay_unasked,
    spend_units,
    unit_value,
    units,
    worth_from,
)
from regolith.envs.terraforming_mars.rules.rating_fee import no_tracks_ahead
from regolith.envs.terraforming_mars.rules.supply import make_rating_steps, money
from regolith.envs.terraforming_mars.state import Frame, Mode
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

PRICE, WHAT, MEANS = Frame.X, Frame.Y, Frame.TURN
"""What the numbers of a payment under way are."""
OWED = Frame.X
"""Heat."""


@kernel
def offer_for_heat(t: Table, s: Record, f: int) -> None:
    """How many resources may be spent as heat: none that the heat paid besides would make superfluous."""
    player, owed = s.stack[f, Frame.PLAYER], int(s.stack[f, OWED])
    source, value = heat_source(t, s, player), heat_of_unit(t)
    have = int(s.resources[source]) if source != NONE else 0
    missing = max(0, owed - int(s.stock[player, Resource.HEAT]))
    least = (missing + value - 1) // value
    offer_amounts(s, least, least if s.auto_payment else min(have, (owed + value - 1) // value))


@kernel
def kept_from_rest(t: Table, s: Record, player: int, what: int, mean: int) -> int:
    """How much of what comes after a means of payment must be kept for fees, as far as it can be. Heat that is left keeps as well as MC."""
    kept = int(s.ahead_kept)
    if mean < MEANS_HEAT or kept == 0:
        return kept
    heat = units(t, s, player, what, MEANS_HEAT)
    return max(0, kept - heat) if mean > MEANS_HEAT else 0


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    """How many units of the next useful means of payment may be used; without one, MC pays the rest."""
    if t.op[row] == Paying.PAY_HEAT:
        offer_for_heat(t, s, f)
        return
    player, what = s.stack[f, Frame.PLAYER], s.stack[f, WHAT]
    if s.auto_payment:
        pay_unasked(t, s, player, what, s.stack[f, PRICE])
        return
    while s.stack[f, PRICE] > 0 and s.stack[f, MEANS] < means(t):
        left, mean = int(s.stack[f, PRICE]), s.stack[f, MEANS]
        have = units(t, s, player, what, mean)
        if have > 0:
            value = unit_value(t, s, player, mean)
            missing = max(0, left + kept_from_rest(t, s, player, what, mean) - worth_from(t, s, player, what, mean + 1))
            least, most = (missing + value - 1) // value, min(have, (left + value - 1) // value)
            offer_amounts(s, min(least, most), most)
            return
        s.stack[f, MEANS] += 1
    s.stock[player, Resource.MC] -= max(0, int(s.stack[f, PRICE]))


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    player, mean = s.stack[f, Frame.PLAYER], s.stack[f, MEANS]
    if t.op[row] == Paying.PAY_HEAT:
        s.stock[player, Resource.HEAT] -= max(0, int(s.stack[f, OWED]) - chosen * heat_of_unit(t))
        if chosen > 0:
            s.resources[heat_source(t, s, player)] -= chosen
        return
    spend_units(t, s, player, mean, chosen)
    s.stack[f, PRICE] -= chosen * unit_value(t, s, player, mean)
    s.stack[f, MEANS] += 1


@kernel
def make_rating_step(t: Table, s: Record, f: int, player: int) -> None:
    """A step of rating with its fee, if the player has the money and needs it for no other step that is certain."""
    fee, kept = int(s.rating_fee), kept_for_fees(t, s, f)
    no_tracks_ahead(s)
    if money(t, s, player) - kept >= fee:
        make_rating_steps(t, s, player, 1)
        push(s, t.pay_row, NONE, player, fee, NONE, Mode.WHOLE)


@kernel
def do(t: Table, s: Record, f: int, row: int) -> None:
    player = s.stack[f, Frame.PLAYER]
    if t.op[row] == Paying.ENTER_PLAY:
        enter_play(t, s, player, s.stack[f, Frame.Y])
    elif t.op[row] == Paying.STANDARD_PROJECT_PAID:
        standard_project_paid(t, s, player, s.stack[f, Frame.X])
    elif t.op[row] == Paying.RATING_STEP:
        make_rating_step(t, s, f, player)
