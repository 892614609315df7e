"""Choosing among things to do: what the operations of `language/choices.py` do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.hooks import card_entered
from regolith.envs.terraforming_mars.language.choices import Choices
from regolith.envs.terraforming_mars.machine.allowed import (
    STANDARD_PROJECTS,
    may_choose,
    may_copy,
    may_play,
    may_repeat,
    may_reuse,
    prelude_can_be_done,
)
from regolith.envs.terraforming_mars.machine.stack import begin, next_step, offer_choice, push
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CORPORATION, FIRST_PRELUDE, GOALS, NONE
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.drawing import (
    discard_openly,
    look_at,
    offer_looked_at,
    stop_looking,
    take_looked_at,
)
from regolith.envs.terraforming_mars.rules.generation import use_standard_for
from regolith.envs.terraforming_mars.rules.goals import may_fund
from regolith.envs.terraforming_mars.rules.in_force import action_of
from regolith.envs.terraforming_mars.rules.playing import enter_play
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.rules.requirements import buy_leeway
from regolith.envs.terraforming_mars.rules.supply import gain
from regolith.envs.terraforming_mars.state import Deck, Frame, Lies, Mode
from regolith.envs.terraforming_mars.words import Resource

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

FAILED_PRELUDE = 15


@kernel
def play_prelude(t: Table, s: Record, player: int, card: int) -> None:
    """A prelude that cannot be carried out is discarded for 15 MC."""
    if prelude_can_be_done(t, s, player, card):
        enter_play(t, s, player, card)
    else:
        discard_openly(s, card)
        gain(s, player, Resource.MC, FAILED_PRELUDE)


@kernel
def offer(t: Table, s: Record, f: int, row: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a = t.op[row], t.a[row]
    if op == Choices.CHOOSE:
        for i in range(t.branches[row]):
            if may_choose(t, s, player, card, t.branch_start[t.branch[row] + i], s.stack[f, Frame.X], True):
                offer_choice(s, i)
    elif op == Choices.PLAY_CARD:
        for other in range(FIRST_CORPORATION):
            if s.lies[other] == Lies.IN_HAND and s.owner[other] == player:
                if may_play(t, s, player, other, a, t.b[row] != 0):
                    offer_choice(s, other)
    elif op == Choices.PLAY_PRELUDE:
        if s.looked_at == 0 and s.stack[f, Frame.TURN] == 0:
            look_at(s, player, Deck.PRELUDES, a)
        offer_looked_at(s)
    elif op == Choices.PLAY_PRELUDES:
        for other in range(FIRST_PRELUDE, CARDS):
            if s.lies[other] == Lies.IN_HAND and s.owner[other] == player:
                offer_choice(s, other)
    elif op == Choices.REUSE_ACTION:
        for other in range(CARDS):
            if may_reuse(t, s, player, other, card):
                offer_choice(s, other)
    elif op == Choices.FUND_AWARD:
        for i in range(GOALS):
            if may_fund(s, i):
                offer_choice(s, i)
    elif op == Choices.COPY_PRELUDE:
        for other in range(FIRST_PRELUDE, CARDS):
            if may_copy(t, s, player, card, other):
                offer_choice(s, other)
    elif op == Choices.REPEAT_STANDARD_PROJECT:
        for project in range(STANDARD_PROJECTS):
            if may_repeat(t, s, player, project, t.n[row]):
                offer_choice(s, project)


@kernel
def settle(t: Table, s: Record, f: int, row: int, chosen: int) -> None:
    card, player = s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op = t.op[row]
    if op == Choices.CHOOSE:
        branch = t.branch_start[t.branch[row] + chosen]
        push(s, branch, card, player, s.stack[f, Frame.X], s.stack[f, Frame.Y], Mode.WHOLE)
    elif op == Choices.PLAY_CARD:
        if t.b[row] == 0:
            buy_leeway(t, s, player, chosen)
        push(s, t.play_row, NONE, player, price(t, s, player, chosen, t.a[row]), chosen, Mode.WHOLE)
    elif op == Choices.PLAY_PRELUDE:
        s.stack[f, Frame.TURN] += 1
        take_looked_at(s, chosen, player)
        if s.stack[f, Frame.TURN] >= amount(t, s, row, player, card):
            stop_looking(s, player)
            next_step(s, f)
            play_prelude(t, s, player, chosen)
    elif op == Choices.PLAY_PRELUDES:
        play_prelude(t, s, player, chosen)
    elif op == Choices.REUSE_ACTION:
        begin(s, action_of(t, s, chosen), chosen, player)
    elif op == Choices.FUND_AWARD:
        s.award[chosen] = player
    elif op == Choices.COPY_PRELUDE:
        s.copied = chosen
        begin(s, t.on_play[chosen], card, player)
        # It may hold something now.
        card_entered(t, s, player, card)
    elif op == Choices.REPEAT_STANDARD_PROJECT:
        use_standard_for(t, s, player, chosen, t.n[row])
