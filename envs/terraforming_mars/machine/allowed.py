"""What may be begun: branches to choose, cards to play, actions to take. An effect must be possible, and what it costs at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.language.operation import Beyond, Branching, Gives
from regolith.envs.terraforming_mars.machine.ahead import branch_possible, nothing_ahead, possible
from regolith.envs.terraforming_mars.machine.fees import fees_payable
from regolith.envs.terraforming_mars.rooms import CARDS, END, FIRST_CORPORATION, FIRST_PRELUDE, NONE, TAGS
from regolith.envs.terraforming_mars.rules.generation import may_use_standard_for
from regolith.envs.terraforming_mars.rules.in_force import action_of, in_force
from regolith.envs.terraforming_mars.rules.own_cards import next_lying
from regolith.envs.terraforming_mars.rules.price import affordable, price
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.words import Condition, StandardProject

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table


STANDARD_PROJECTS = len(StandardProject)


@kernel
def may_choose(t: Table, s: Record, player: int, card: int, start: int, cause: int, choosing: bool) -> bool:
    """Whether a branch can be chosen now."""
    nothing_ahead(s)
    if not branch_possible(t, s, player, card, start, cause, choosing):
        return False
    return s.rating_fee == 0 or fees_payable(t, s, player, card, start, NONE, 0)


@kernel
def foresee_tags(t: Table, s: Record, player: int, card: int) -> None:
    """Resources that the tags of this card will, or with a choice may, bring its player through other cards."""
    trigger = Trigger.OWN_TAG
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if not in_force(t, s, t.passive_carrier[i], player):
            continue
        row = t.passive_row[i]
        if t.op_branching[t.op[row]] == Branching.CHOSEN:
            row = t.branch_start[t.branch[row]]
        if t.op_gives[t.op[row]] == Gives.STOCK:
            for tag in range(TAGS):
                s.ahead_stock[t.a[row]] += t.n[row] * t.passive_tags[i, tag] * t.tags[card, tag]


@kernel
def can_be_done(t: Table, s: Record, player: int, card: int, cost: int) -> bool:
    """Whether what a card does when played can be carried out, once so much is paid for it."""
    # Project cards come from the hand, so another card makes two.
    if t.condition[card] == Condition.ANOTHER_CARD_IN_HAND and s.hand[player] < 2:
        return False
    nothing_ahead(s)
    foresee_tags(t, s, player, card)
    s.ahead_spent = cost
    done = possible(t, s, player, card, t.on_play[card], card)
    s.ahead_spent = 0
    return done


@kernel
def may_play(t: Table, s: Record, player: int, card: int, discount: int, ignore_tracks: bool) -> bool:
    """Whether a project card can be played from the hand now: requirements, price, effects."""
    cost = price(t, s, player, card, discount)
    return (
        affordable(t, s, player, card, cost)
        and meets(t, s, player, card, ignore_tracks)
        and can_be_done(t, s, player, card, cost)
        and (s.rating_fee == 0 or fees_payable(t, s, player, card, t.on_play[card], card, cost))
    )


@kernel
def has_card_to_play(t: Table, s: Record, player: int, discount: int, ignore_tracks: bool) -> bool:
    card = next_lying(s, Lies.IN_HAND, player, 0, FIRST_CORPORATION)
    while card < FIRST_CORPORATION and not may_play(t, s, player, card, discount, ignore_tracks):
        card = next_lying(s, Lies.IN_HAND, player, card + 1, FIRST_CORPORATION)
    return card < FIRST_CORPORATION


@kernel
def text_can_be_done(t: Table, s: Record, player: int, card: int, start: int) -> bool:
    """Whether a prelude can do what a program says, its own or that of a card that it copies."""
    row = start
    while t.op[row] != END:
        if t.op_beyond[t.op[row]] == Beyond.CARD_TO_PLAY:
            if not has_card_to_play(t, s, player, t.a[row], t.b[row] != 0):
                return False
        row += 1
    nothing_ahead(s)
    foresee_tags(t, s, player, card)
    if not possible(t, s, player, card, start, card):
        return False
    return s.rating_fee == 0 or fees_payable(t, s, player, card, start, NONE, 0)


@kernel
def prelude_can_be_done(t: Table, s: Record, player: int, card: int) -> bool:
    """As `can_be_done`, for cards that may let the player play another card or copy one."""
    if t.op_beyond[t.op[t.on_play[card]]] == Beyond.PRELUDE_TO_COPY:
        for other in range(FIRST_PRELUDE, CARDS):  # noqa: SIM110
            if may_copy(t, s, player, card, other):
                return True
        return False
    return text_can_be_done(t, s, player, card, t.on_play[card])


@kernel
def may_copy(t: Table, s: Record, player: int, card: int, other: int) -> bool:
    """Whether a card can do what another prelude in play says."""
    return other != card and s.lies[other] == Lies.IN_PLAY and text_can_be_done(t, s, player, card, t.on_play[other])


@kernel
def may_repeat(t: Table, s: Record, player: int, project: int, discount: int) -> bool:
    """Whether the player has used a standard project in this generation and could do it again for so much less."""
    used = (s.standard_used[player] >> project) & 1 != 0
    return used and may_use_standard_for(t, s, player, project, discount)


@kernel
def has_project_to_repeat(t: Table, s: Record, player: int, discount: int) -> bool:
    for project in range(STANDARD_PROJECTS):  # noqa: SIM110
        if may_repeat(t, s, player, project, discount):
            return True
    return False


@kernel
def plain_action_possible(t: Table, s: Record, player: int, card: int) -> bool:
    """Whether the action of a card in play could be carried out, used or not."""
    action = action_of(t, s, card)
    if s.lies[card] != Lies.IN_PLAY or s.owner[card] != player or action == 0:
        return False
    nothing_ahead(s)
    if not possible(t, s, player, card, action, NONE):
        return False
    if t.op_beyond[t.op[action]] == Beyond.PROJECT_TO_REPEAT:
        return has_project_to_repeat(t, s, player, t.n[action])
    return s.rating_fee == 0 or fees_payable(t, s, player, card, action, NONE, 0)


@kernel
def may_reuse(t: Table, s: Record, player: int, card: int, by: int) -> bool:
    """Whether the action of a card that was used already can be used again through the card `by`."""
    return s.used[card] != 0 and card != by and plain_action_possible(t, s, player, card)


@kernel
def may_act(t: Table, s: Record, player: int, card: int) -> bool:
    """Whether the action of a card may be taken now."""
    if s.used[card] or not plain_action_possible(t, s, player, card):
        return False
    if t.op_beyond[t.op[t.action[card]]] != Beyond.ACTION_TO_REUSE:
        return True
    for other in range(CARDS):  # noqa: SIM110
        if may_reuse(t, s, player, other, card):
            return True
    return False
