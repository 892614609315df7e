"""The action space: one flat numbering of everything that can be decided. Which actions are legal, and what each does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from regolith.envs.core.jit import kernel
from regolith.envs.core.layout import Layout
from regolith.envs.terraforming_mars.hooks import (
    begin_trade,
    boxes_have_actions,
    lobby,
    mark_lobbying,
    mark_policy,
    mark_trades,
    send_from_reserve,
    use_policy,
)
from regolith.envs.terraforming_mars.machine.ahead import nothing_ahead
from regolith.envs.terraforming_mars.machine.allowed import may_act, may_play, prelude_can_be_done
from regolith.envs.terraforming_mars.machine.stack import DECLINED, MOST_AMOUNT, NOT_ASKED, begin, push
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    COLONY_TILES,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    GOALS,
    MARS_SPACES,
    NONE,
    PARTIES,
    PLAYERS,
    RESOURCES,
    SPACES,
    STANDARD_ROOM,
    TAGS,
    TOKENS,
    WAYS,
)
from regolith.envs.terraforming_mars.rules.course import ACTIONS_IN_A_TURN, go_on
from regolith.envs.terraforming_mars.rules.generation import (
    may_convert_heat,
    may_convert_plants,
    may_use_standard,
    use_standard,
)
from regolith.envs.terraforming_mars.rules.goals import award_cost, may_claim, may_fund, milestone_cost
from regolith.envs.terraforming_mars.rules.in_force import action_of, in_force
from regolith.envs.terraforming_mars.rules.own_cards import next_own_card
from regolith.envs.terraforming_mars.rules.price import price
from regolith.envs.terraforming_mars.rules.requirements import buy_leeway
from regolith.envs.terraforming_mars.rules.supply import money
from regolith.envs.terraforming_mars.state import KINDS, Kind, Lies, Mode, Phase
from regolith.envs.terraforming_mars.words import StandardProject

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

STANDARD_PROJECTS = len(StandardProject)

ACTIONS = Layout()
CARD = ACTIONS.add("card", CARDS, "play this card from the hand, use its action if it is in play, or choose it")
SPACE = ACTIONS.add("space", SPACES, "choose this space")
PLAYER = ACTIONS.add("player", PLAYERS, "choose this player")
BRANCH = ACTIONS.add("branch", WAYS, "choose this way to use an effect")
AMOUNT = ACTIONS.add("amount", MOST_AMOUNT + 1, "so many: steps, resources, or units to pay with")
RESOURCE = ACTIONS.add("resource", RESOURCES, "choose MC, steel, titanium, plants, energy or heat")
STANDARD = ACTIONS.add("standard project", STANDARD_ROOM, "use this standard project")
CONVERT_PLANTS = ACTIONS.add("convert plants", 1, "plants into a greenery")
CONVERT_HEAT = ACTIONS.add("convert heat", 1, "heat into a step of temperature")
MILESTONE = ACTIONS.add("milestone", GOALS, "claim this milestone")
AWARD = ACTIONS.add("award", GOALS, "fund this award")
COLONY = ACTIONS.add("colony", COLONY_TILES, "trade with this colony tile, or choose it")
PARTY = ACTIONS.add("party", PARTIES, "send the delegate of the lobby to this party, or choose it")
RESERVE = ACTIONS.add("delegate from reserve", PARTIES, "send a delegate of the reserve to this party")
POLICY = ACTIONS.add("policy", PARTIES, "use the action of this ruling party")
DELEGATE = ACTIONS.add(
    "delegate",
    PARTIES * (PLAYERS + 1),
    "choose a delegate in a party: for each party one of each player, one neutral",
)
UNDERGROUND = ACTIONS.add(
    "underground", MARS_SPACES, "identify, excavate, claim or give back the token under this space"
)
TOKEN = ACTIONS.add("token kind", 2 * TOKENS, "choose a token of this kind; of this kind, under a cube")
TAG = ACTIONS.add("tag", TAGS, "name this tag")
BLOCK = ACTIONS.add("block", 2, "stop an attack with corruption; with a fighter")
DECLINE = ACTIONS.add("decline", 1, "no to an offer, or no more")
FIRST_ACTION = ACTIONS.add("first action", 1, "the corporation's first action")
END_TURN = ACTIONS.add("end turn", 1, "no second action this turn")
PASS = ACTIONS.add("pass", 1, "no more actions this generation")

BLOCK_OF_KIND = np.full(KINDS, -1, np.int32)
"""Where the choices of each kind of decision lie in the action space."""
for _kind, _block in (
    (Kind.SPACE, SPACE),
    (Kind.CARD, CARD),
    (Kind.PLAYER, PLAYER),
    (Kind.BRANCH, BRANCH),
    (Kind.AMOUNT, AMOUNT),
    (Kind.RESOURCE, RESOURCE),
    (Kind.AWARD, AWARD),
    (Kind.BLOCK, BLOCK),
    (Kind.PAYMENT, AMOUNT),
    (Kind.COLONY, COLONY),
    (Kind.PARTY, PARTY),
    (Kind.DELEGATE, DELEGATE),
    (Kind.TAG, TAG),
    (Kind.STANDARD, STANDARD),
    (Kind.UNDERGROUND, UNDERGROUND),
    (Kind.TOKEN, TOKEN),
):
    BLOCK_OF_KIND[_kind] = _block
assert TOKEN == UNDERGROUND + MARS_SPACES, "what is no space of Mars is a token by its kind"


@kernel
def all_others_passed(s: Record, player: int) -> bool:
    """The last player acts on without turns until he passes; so does a player alone."""
    for other in range(s.players):  # noqa: SIM110
        if other != player and not s.passed[other]:
            return False
    return True


@kernel
def legal_turn(t: Table, s: Record, mask: Any) -> None:
    """Mark what the player may do in his turn. A forced first action comes before all else.

    Passing is taking no action in a turn: after one action it only ends.
    """
    player = s.player
    mask[END_TURN if s.actions_taken and not all_others_passed(s, player) else PASS] = 1
    if s.first_action[player]:
        mask[FIRST_ACTION] = 1
        return
    card = next_own_card(s, player, NONE)
    while card < CARDS:
        if s.lies[card] == Lies.IN_HAND:
            if card < FIRST_CORPORATION:
                mask[CARD + card] = int(may_play(t, s, player, card, 0, False))
            else:
                mask[CARD + card] = int(prelude_can_be_done(t, s, player, card))
        elif s.lies[card] == Lies.IN_PLAY and action_of(t, s, card) != 0:
            mask[CARD + card] = int(may_act(t, s, player, card))
        card = next_own_card(s, player, card)
    for project in range(STANDARD_PROJECTS):
        if may_use_standard(t, s, player, project):
            mask[STANDARD + project] = 1
    if may_convert_plants(t, s, player):
        mask[CONVERT_PLANTS] = 1
    if may_convert_heat(t, s, player):
        mask[CONVERT_HEAT] = 1
    funds = money(t, s, player) >= award_cost(t, s)
    for i in range(GOALS):
        if may_claim(t, s, player, i):
            mask[MILESTONE + i] = 1
        if funds and may_fund(s, i):
            mask[AWARD + i] = 1
    if boxes_have_actions(s):
        mark_trades(t, s, player, mask[COLONY : COLONY + COLONY_TILES])
        mark_lobbying(t, s, player, mask[PARTY : PARTY + PARTIES], mask[RESERVE : RESERVE + PARTIES])
        mark_policy(t, s, player, mask[POLICY : POLICY + PARTIES])
    nothing_ahead(s)


@kernel
def legal(t: Table, s: Record, mask: Any) -> None:
    """Mark the legal actions of the player to move."""
    if s.kind == Kind.NOTHING:
        return
    if s.kind == Kind.ACTION:
        legal_turn(t, s, mask)
        return
    block = BLOCK_OF_KIND[s.kind]
    for i in range(s.choices):
        mask[block + s.choice[i]] = 1
    if s.may_decline:
        mask[DECLINE] = 1


@kernel
def take_action(t: Table, s: Record, player: int, action: int) -> None:
    """Begin an action of the turn. Each block has its own end: the number of a block that is no action of a turn does nothing."""
    if action in (PASS, END_TURN):
        s.passed[player] = int(action == PASS)
        s.actions_taken = ACTIONS_IN_A_TURN
    elif action == FIRST_ACTION:
        s.first_action[player] = 0
        for card in range(FIRST_CORPORATION, FIRST_PRELUDE):
            if in_force(t, s, card, player):
                begin(s, t.first_action[card], card, player)
    elif AWARD <= action < AWARD + GOALS:
        cost = award_cost(t, s)
        s.award[action - AWARD] = player
        push(s, t.pay_row, NONE, player, cost, NONE, Mode.WHOLE)
    elif MILESTONE <= action < MILESTONE + GOALS:
        s.milestone[action - MILESTONE] = player
        push(s, t.pay_row, NONE, player, milestone_cost(s), NONE, Mode.WHOLE)
    elif COLONY <= action < COLONY + COLONY_TILES:
        begin_trade(t, s, player, action - COLONY)
    elif PARTY <= action < PARTY + PARTIES:
        lobby(s, player, action - PARTY)
    elif RESERVE <= action < RESERVE + PARTIES:
        send_from_reserve(t, s, player, action - RESERVE)
    elif POLICY <= action < POLICY + PARTIES:
        use_policy(t, s, player)
    elif action == CONVERT_HEAT:
        begin(s, t.convert_heat_row, NONE, player)
    elif action == CONVERT_PLANTS:
        begin(s, t.convert_plants_row, NONE, player)
    elif STANDARD <= action < STANDARD + STANDARD_PROJECTS:
        use_standard(t, s, player, action - STANDARD)
    elif CARD <= action < CARD + CARDS:
        card = action - CARD
        if s.lies[card] == Lies.IN_HAND:
            buy_leeway(t, s, player, card)
            push(s, t.play_row, NONE, player, price(t, s, player, card, 0), card, Mode.WHOLE)
        else:
            s.used[card] = 1
            begin(s, action_of(t, s, card), card, player)


@kernel
def answer_of(s: Record, action: int) -> int:
    """What an action chooses among the things offered."""
    return DECLINED if action == DECLINE else action - BLOCK_OF_KIND[s.kind]


@kernel
def step(t: Table, s: Record, action: int) -> None:
    """Resolve one decision and run on to the next or to the end of the game."""
    s.decisions += 1
    if s.kind == Kind.ACTION:
        take_action(t, s, s.player, action)
        go_on(t, s, NOT_ASKED)
    else:
        go_on(t, s, answer_of(s, action))


@kernel
def follow_up(t: Table, s: Record) -> bool:
    """Is the pending decision part of an action already begun? Choices outside the action phase stand alone."""
    return s.phase == Phase.ACTION and s.kind > Kind.ACTION
