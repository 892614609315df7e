"""Paying, and what is done once something is paid: what the operations of `language/paying.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import has_large_box
from regolith.envs.terraforming_mars.language.paying import Paying
from regolith.envs.terraforming_mars.machine import box_families
from regolith.envs.terraforming_mars.machine.fees import kept_for_fees
from regolith.envs.terraforming_mars.machine.stack import enters, offer_amounts, push
from regolith.envs.terraforming_mars.rooms import END, NONE
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
    """How much of what comes after a means of payment must be kept, as far as it can be. Heat that is left keeps as well as MC."""
    kept = int(s.ahead_kept)
    if mean < MEANS_HEAT or kept == 0:
        return kept
    heat = units(t, s, player, what, MEANS_HEAT)
    return max(0, kept - heat) if mean > MEANS_HEAT else 0


@kernel
def kept_for_program(t: Table, s: Record, player: int, card: int, start: int) -> int:
    """MC that the first step of a program that cannot be done without them needs. No branch has such a step."""
    row, kept = start, 0
    while t.op[row] != END and kept == 0:
        kept = box_families.kept_for_step(t, s, player, card, row)
        row += 1
    return kept


@kernel
def kept_for_what_is_paid(t: Table, s: Record, f: int) -> int:
    """MC that a payment must leave for what follows it: the card that is paid for, or the effects below."""
    player, kept = s.stack[f, Frame.PLAYER], 0
    for g in range(f, -1, -1):
        if kept == 0 and s.stack[g, Frame.PLAYER] == player:
            row, card = int(s.stack[g, Frame.ROW]), int(s.stack[g, Frame.CARD])
            if enters(t, row):
                card = int(s.stack[g, WHAT])
                row = int(t.on_play[card])
            kept = kept_for_program(t, s, player, card, row)
    return kept


@kernel
def keep_what_can_be(t: Table, s: Record, f: int) -> None:
    """Besides fees, MC are kept for what follows if any payment could leave them. Without other means there is nothing to choose."""
    player, what, left = s.stack[f, Frame.PLAYER], s.stack[f, WHAT], int(s.stack[f, PRICE])
    mean = s.stack[f, MEANS]
    worth = worth_from(t, s, player, what, mean)
    if left <= 0 or worth == s.stock[player, Resource.MC]:
        return
    before = int(s.ahead_kept)
    s.ahead_kept = before + kept_for_what_is_paid(t, s, f)
    rest = kept_from_rest(t, s, player, what, mean) if mean > MEANS_HEAT else int(s.ahead_kept)
    if s.ahead_kept > money(t, s, player) or left + rest > worth:
        s.ahead_kept = before


@kernel
def offer_payment(t: Table, s: Record, f: int) -> None:
    """How many units of the next useful means of payment may be used; without one, MC pays the rest."""
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
            if mean == MEANS_HEAT:
                # What is kept must not be spent before cards that could pay.
                most = max(min(least, most), min(most, money(t, s, player) - int(s.ahead_kept)))
            offer_amounts(s, min(least, most), most)
            return
        s.stack[f, MEANS] += 1
    s.stock[player, Resource.MC] -= max(0, int(s.stack[f, PRICE]))


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    if t.op[row] == Paying.PAY_HEAT:
        offer_for_heat(t, s, f)
        return
    kept = int(s.ahead_kept)
    if has_large_box(s):
        keep_what_can_be(t, s, f)
    offer_payment(t, s, f)
    s.ahead_kept = kept


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
