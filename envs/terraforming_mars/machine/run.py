"""Carrying out effects: the stack is worked off until somebody has to choose."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.steps import Op
from regolith.envs.terraforming_mars.machine.ahead import (
    branch_taken,
    can_be_done,
    copyable,
    may_choose,
    may_play,
    may_reuse,
    nothing_ahead,
    prelude_can_be_done,
)
from regolith.envs.terraforming_mars.machine.attacks import attack, may_lower, may_take_from
from regolith.envs.terraforming_mars.machine.held import offer_own_stock, offer_prey, offer_receivers
from regolith.envs.terraforming_mars.machine.stack import (
    DECLINED,
    NOT_ASKED,
    begin,
    next_step,
    offer,
    push,
    swap_with_next,
)
from regolith.envs.terraforming_mars.rules.counting import amount
from regolith.envs.terraforming_mars.rules.draft import offer_pack, take_from_pack
from regolith.envs.terraforming_mars.rules.drawing import (
    discard,
    discard_openly,
    draw,
    draw_matching,
    look_at,
    stop_looking,
    take_looked_at,
    top_card,
)
from regolith.envs.terraforming_mars.rules.goals import may_fund
from regolith.envs.terraforming_mars.rules.placement import offer_spaces, put_tile
from regolith.envs.terraforming_mars.rules.playing import enter_play, standard_project_paid
from regolith.envs.terraforming_mars.rules.price import (
    METAL_ALLOWED,
    affordable,
    card_price,
    means,
    pay_unasked,
    price,
    spend_units,
    unit_value,
    units,
    worth_from,
)
from regolith.envs.terraforming_mars.rules.research import offer_dealt
from regolith.envs.terraforming_mars.rules.scoring import space_of_card
from regolith.envs.terraforming_mars.rules.supply import change_production, gain, lowest_production, rating_up
from regolith.envs.terraforming_mars.rules.tracks import complete, raise_track
from regolith.envs.terraforming_mars.state import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    GOALS,
    MARS_SPACES,
    NOBODY,
    NONE,
    RESOURCES,
    Deck,
    Frame,
    Inner,
    Kind,
    Lies,
    Mode,
)
from regolith.envs.terraforming_mars.words import Resource, Tile, Track, Victim, Where

MOST_AMOUNT = 127
FAILED_PRELUDE = 15


@kernel
def question(op: int) -> int:
    """The kind of decision that a step asks for."""
    if op == Op.PLACE or op == Op.CLAIM_SPACE or op == Inner.FINAL_GREENERY:
        return Kind.SPACE
    if op == Op.DECREASE_ANY_PRODUCTION or op == Op.REMOVE or op == Op.STEAL:
        return Kind.PLAYER
    if op == Op.CHOOSE or op == Inner.WORLD_GOVERNMENT:
        return Kind.BRANCH
    if op == Op.CONVERT_PRODUCTION or op == Op.EXCHANGE or op == Op.EXCHANGE_HERE:
        return Kind.AMOUNT
    if op == Op.RAISE_LOWEST_PRODUCTION:
        return Kind.RESOURCE
    if op == Op.FUND_AWARD:
        return Kind.AWARD
    if op == Inner.PAY:
        return Kind.PAYMENT
    return Kind.CARD


@kernel
def offer_amounts(s: Any, least: int, most: int) -> None:
    for n in range(least, min(most, MOST_AMOUNT) + 1):
        offer(s, n)


@kernel
def offer_payment(t: Any, s: Any, f: int) -> None:
    """How many units of the next useful means of payment may be used; without one, MC pays the rest."""
    player, what = s.stack[f, Frame.PLAYER], s.stack[f, Frame.Y]
    if s.auto_payment:
        pay_unasked(t, s, player, what, s.stack[f, Frame.X])
        return
    while s.stack[f, Frame.X] > 0 and s.stack[f, Frame.TURN] < means(t):
        left, mean = int(s.stack[f, Frame.X]), s.stack[f, Frame.TURN]
        have = units(t, s, player, what, mean)
        if have > 0:
            value = unit_value(t, s, player, mean)
            missing = max(0, left - worth_from(t, s, player, what, mean + 1))
            least, most = (missing + value - 1) // value, min(have, (left + value - 1) // value)
            offer_amounts(s, least, most)
            return
        s.stack[f, Frame.TURN] += 1
    s.stock[player, Resource.MC] -= max(0, int(s.stack[f, Frame.X]))


@kernel
def offer_choices(t: Any, s: Any, f: int) -> bool:
    """If the next step of this effect is one that asks, add what may be chosen; False if it asks nothing."""
    row, card, player = s.stack[f, Frame.ROW], s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a, b = t.op[row], t.a[row], t.b[row]
    if s.stack[f, Frame.MODE] == Mode.BLOCKABLE:
        offer(s, 0)
        s.may_decline = 1
    elif op == Op.PLACE:
        if b == Where.OFF_MARS:
            offer(s, MARS_SPACES + t.c[row])
        elif a != Tile.OCEAN_TILE or not complete(t, s, Track.OCEANS):
            offer_spaces(t, s, player, a, b)
    elif op == Op.CLAIM_SPACE:
        offer_spaces(t, s, player, NONE, a)
    elif op == Op.DECREASE_ANY_PRODUCTION:
        if s.players > 1:
            for other in range(s.players):
                if may_lower(s, other, a, amount(t, s, row, player, card)):
                    offer(s, other)
    elif op == Op.REMOVE or op == Op.STEAL:
        for other in range(s.players):
            hit = op == Op.REMOVE and may_take_from(t, s, player, other, a, b)
            robbed = op == Op.STEAL and may_take_from(t, s, player, other, a, Victim.OPPONENT)
            if hit or robbed:
                offer(s, other)
        s.may_decline = 1
    elif op == Op.CHOOSE:
        for i in range(t.branches[row]):
            if may_choose(t, s, player, card, t.branch_start[t.branch[row] + i], s.stack[f, Frame.X], True):
                offer(s, i)
    elif op == Op.CONVERT_PRODUCTION:
        offer_amounts(s, 1, s.production[player, a] - lowest_production(a))
    elif op == Op.EXCHANGE:
        offer_amounts(s, 1, s.stock[player, a])
    elif op == Op.EXCHANGE_HERE:
        offer_amounts(s, 1, s.resources[card])
    elif op == Op.RAISE_LOWEST_PRODUCTION:
        lowest = int(s.production[player, 0])
        for resource in range(RESOURCES):
            lowest = min(lowest, int(s.production[player, resource]))
        for resource in range(RESOURCES):
            if s.production[player, resource] == lowest:
                offer(s, resource)
    elif op == Op.COPY_PRODUCTION:
        for other in range(CARDS):
            if other != card and copyable(t, s, player, other, a):
                offer(s, other)
    elif op == Op.ADD_RESOURCE:
        offer_receivers(t, s, player, card, a, b, t.c[row])
    elif op == Op.REMOVE_RESOURCE:
        if s.players > 1:
            offer_prey(t, s, player, a, t.n[row], b)
    elif op == Op.MAY_REMOVE_RESOURCE:
        if s.players > 1:
            offer_prey(t, s, player, a, 1, b)
        s.may_decline = 1
    elif op == Op.SPEND_FROM_CARD:
        offer_own_stock(t, s, player, a, t.n[row])
    elif op == Op.DISCARD or op == Inner.SELL_CARDS:
        for other in range(FIRST_CORPORATION):
            if s.lies[other] == Lies.IN_HAND and s.owner[other] == player:
                offer(s, other)
        if op == Inner.SELL_CARDS and s.stack[f, Frame.TURN] > 0:
            s.may_decline = 1
    elif op == Op.DRAW_AND_KEEP or op == Op.LOOK_AND_BUY or op == Op.PLAY_PRELUDE:
        offer_looked_at(t, s, f)
    elif op == Op.PLAY_CARD:
        for other in range(FIRST_CORPORATION):
            if s.lies[other] == Lies.IN_HAND and s.owner[other] == player:
                if may_play(t, s, player, other, a, b != 0):
                    offer(s, other)
    elif op == Op.FUND_AWARD:
        for i in range(GOALS):
            if may_fund(s, i):
                offer(s, i)
    elif op == Op.REUSE_ACTION:
        for other in range(CARDS):
            if may_reuse(t, s, player, other, card):
                offer(s, other)
    elif op == Inner.PAY:
        offer_payment(t, s, f)
    elif op == Inner.PICK_CORPORATION or op == Inner.KEEP_PRELUDES or op == Inner.BUY_CARDS:
        offer_dealt(t, s, op, player, s.stack[f, Frame.TURN])
        s.may_decline = int(op == Inner.BUY_CARDS and s.choices > 0)
    elif op == Inner.DRAFT:
        offer_pack(s, player)
    elif op == Inner.PLAY_PRELUDES:
        for other in range(FIRST_PRELUDE, CARDS):
            if s.lies[other] == Lies.IN_HAND and s.owner[other] == player:
                offer(s, other)
    elif op == Inner.WORLD_GOVERNMENT:
        for track in range(s.tracks):
            if not complete(t, s, track):
                offer(s, track)
    elif op == Inner.FINAL_GREENERY:
        if s.stock[player, Resource.PLANTS] >= s.greenery_cost[player]:
            offer_spaces(t, s, player, Tile.GREENERY_TILE, Where.GREENERY_RULES)
            s.may_decline = 1
    else:
        return False
    return True


@kernel
def offer_looked_at(t: Any, s: Any, f: int) -> None:
    """Cards just turned over: some are kept, bought or played, the others discarded."""
    row, player = s.stack[f, Frame.ROW], s.stack[f, Frame.PLAYER]
    op = t.op[row]
    if s.looked_at == 0 and s.stack[f, Frame.TURN] == 0:
        if op == Op.PLAY_PRELUDE:
            look_at(s, player, Deck.PRELUDES, t.a[row])
        else:
            look_at(s, player, Deck.PROJECTS, t.n[row])
    if op == Op.LOOK_AND_BUY:
        if not affordable(t, s, player, NONE, card_price(t, s, player)):
            return
        s.may_decline = 1
    for i in range(s.looked_at):
        if s.lies[s.look[i]] == Lies.LOOKED_AT:
            offer(s, s.look[i])


@kernel
def settle(t: Any, s: Any, f: int, chosen: int) -> None:
    """Carry out the step that asked, with the choice made. New effects go on top of this one."""
    row, card, player = s.stack[f, Frame.ROW], s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a = t.op[row], t.a[row]
    if op in (Op.DECREASE_ANY_PRODUCTION, Op.REMOVE, Op.STEAL, Op.REMOVE_RESOURCE, Op.MAY_REMOVE_RESOURCE):
        attack(t, s, f, op, chosen)
        return
    if op == Inner.PAY:
        spend_units(t, s, player, s.stack[f, Frame.TURN], chosen)
        s.stack[f, Frame.X] -= chosen * unit_value(t, s, player, s.stack[f, Frame.TURN])
        s.stack[f, Frame.TURN] += 1
        return
    if op in (Op.DRAW_AND_KEEP, Op.LOOK_AND_BUY, Op.PLAY_PRELUDE):
        settle_looked_at(t, s, f, op, chosen)
        return
    if chosen == DECLINED:
        # No more cards to buy or sell, no more greeneries, or an optional effect is left out: it ends here.
        s.depth = f
        return
    if s.stack[f, Frame.MODE] == Mode.OPTIONAL:
        s.stack[f, Frame.MODE] = Mode.WHOLE
    s.stack[f, Frame.TURN] += 1
    n = amount(t, s, row, player, card)
    counted_turns = op == Op.PLACE or op == Op.DISCARD or op == Inner.KEEP_PRELUDES
    endless = op in (Inner.SELL_CARDS, Inner.PLAY_PRELUDES, Inner.FINAL_GREENERY, Inner.BUY_CARDS)
    if not endless and not (counted_turns and s.stack[f, Frame.TURN] < n):
        next_step(s, f)
    if op == Op.PLACE:
        put_tile(t, s, NOBODY if s.stack[f, Frame.MODE] == Mode.FOR_NOBODY else player, chosen, a)
    elif op == Op.CLAIM_SPACE:
        s.claim[chosen] = player
    elif op == Op.CHOOSE:
        branch = t.branch_start[t.branch[row] + chosen]
        push(s, branch, card, player, s.stack[f, Frame.X], s.stack[f, Frame.Y], Mode.WHOLE)
    elif op == Op.CONVERT_PRODUCTION:
        change_production(t, s, player, a, -chosen)
        change_production(t, s, player, t.b[row], chosen)
    elif op == Op.EXCHANGE:
        gain(s, player, a, -chosen)
        gain(s, player, t.b[row], n * chosen)
    elif op == Op.EXCHANGE_HERE:
        s.resources[card] -= chosen
        gain(s, player, a, n * chosen)
    elif op == Op.RAISE_LOWEST_PRODUCTION:
        change_production(t, s, player, chosen, n)
    elif op == Op.COPY_PRODUCTION:
        s.last_space = space_of_card(t, s, player, chosen)
        push(s, t.on_play[chosen], chosen, player, 0, 0, Mode.PRODUCTION_ONLY)
    elif op == Op.ADD_RESOURCE:
        s.resources[chosen] += n
    elif op == Op.SPEND_FROM_CARD:
        s.resources[chosen] -= n
    elif op == Op.DISCARD:
        discard(s, chosen)
    elif op == Inner.PICK_CORPORATION or op == Inner.KEEP_PRELUDES or op == Inner.BUY_CARDS:
        s.lies[chosen] = Lies.BOUGHT
    elif op == Inner.DRAFT:
        take_from_pack(s, chosen)
    elif op == Inner.WORLD_GOVERNMENT:
        if chosen == Track.OCEANS:
            push(s, t.ocean_row, NONE, player, 0, 0, Mode.FOR_NOBODY)
        else:
            raise_track(t, s, NOBODY, chosen, 1)
    elif op == Inner.PLAY_PRELUDES:
        play_prelude(t, s, player, chosen)
    elif op == Inner.FINAL_GREENERY:
        gain(s, player, Resource.PLANTS, -s.greenery_cost[player])
        put_tile(t, s, player, chosen, Tile.GREENERY_TILE)
    elif op == Inner.SELL_CARDS:
        discard(s, chosen)
        gain(s, player, Resource.MC, 1)
    elif op == Op.PLAY_CARD:
        push(s, t.play_row, NONE, player, price(t, s, player, chosen, a), chosen, Mode.WHOLE)
    elif op == Op.FUND_AWARD:
        s.award[chosen] = player
    elif op == Op.REUSE_ACTION:
        begin(s, t.action[chosen], chosen, player)


@kernel
def settle_looked_at(t: Any, s: Any, f: int, op: int, chosen: int) -> None:
    """A card among those looked at was chosen."""
    row, player = s.stack[f, Frame.ROW], s.stack[f, Frame.PLAYER]
    s.stack[f, Frame.TURN] += 1
    if op == Op.LOOK_AND_BUY:
        if chosen != DECLINED:
            take_looked_at(s, chosen, player)
        if chosen == DECLINED or s.stack[f, Frame.TURN] == t.n[row]:
            stop_looking(s, player)
            next_step(s, f)
        if chosen != DECLINED:
            push(s, t.pay_row, NONE, player, card_price(t, s, player), NONE, Mode.WHOLE)
        return
    take_looked_at(s, chosen, player)
    if s.stack[f, Frame.TURN] < (t.a[row] if op == Op.DRAW_AND_KEEP else t.n[row]):
        return
    stop_looking(s, player)
    next_step(s, f)
    if op == Op.PLAY_PRELUDE:
        play_prelude(t, s, player, chosen)


@kernel
def play_prelude(t: Any, s: Any, player: int, card: int) -> None:
    """A prelude that cannot be carried out is discarded for 15 MC."""
    if prelude_can_be_done(t, s, player, card):
        enter_play(t, s, player, card)
    else:
        discard_openly(s, card)
        gain(s, player, Resource.MC, FAILED_PRELUDE)


@kernel
def nothing_to_choose(t: Any, s: Any, f: int) -> None:
    """A step that asks found nothing to choose from: it falls away, and with some steps what would follow."""
    row, player = s.stack[f, Frame.ROW], s.stack[f, Frame.PLAYER]
    op = t.op[row]
    if op == Op.LOOK_AND_BUY or op == Op.DRAW_AND_KEEP or op == Op.PLAY_PRELUDE:
        stop_looking(s, player)
    if op == Op.PLACE:
        s.last_space = NONE
    if op == Op.STEAL and s.players == 1:
        gain(s, player, t.a[row], t.n[row])
    lost = op == Op.REMOVE_RESOURCE and s.players > 1
    if lost or s.stack[f, Frame.MODE] == Mode.OPTIONAL:
        s.depth = f
    else:
        next_step(s, f)


@kernel
def do(t: Any, s: Any, f: int) -> None:
    """Carry out a step that asks nothing."""
    row, card, player = s.stack[f, Frame.ROW], s.stack[f, Frame.CARD], s.stack[f, Frame.PLAYER]
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Op.SPEND and a != Resource.MC and s.stock[player, a] < n and f > 0:
        # The rest of the card's own play may still yield it: that comes first then.
        swap_with_next(s, f)
        return
    next_step(s, f)
    if op == Op.GAIN:
        gain(s, player, a, n)
    elif op == Op.PRODUCTION:
        change_production(t, s, player, a, n)
    elif op == Op.PRODUCTION_OF_BONUS:
        if s.last_space != NONE:
            steel = t.space_gain[s.map, s.last_space, Resource.STEEL] > 0
            change_production(t, s, player, Resource.STEEL if steel else Resource.TITANIUM, n)
    elif op == Op.GAIN_WHAT_ROSE:
        gain(s, player, s.stack[f, Frame.X], n * s.stack[f, Frame.Y])
    elif op == Op.RAISE_TRACK:
        raise_track(t, s, NOBODY if s.stack[f, Frame.MODE] == Mode.FOR_NOBODY else player, a, n)
    elif op == Op.TERRAFORM_RATING:
        rating_up(s, player, n)
    elif op == Op.DRAW:
        draw(s, player, n)
    elif op == Op.DRAW_WITH_TAG:
        draw_matching(t, s, player, n, a, NONE)
    elif op == Op.DRAW_WITH_ICON:
        draw_matching(t, s, player, n, NONE, a)
    elif op == Op.OPPONENTS_DRAW:
        for i in range(1, s.players):
            draw(s, (player + i) % s.players, n)
    elif op == Op.REVEAL_TOP:
        top = top_card(s, Deck.PROJECTS)
        if top != NONE:
            discard_openly(s, top)
            if t.tags[top, a] > 0:
                begin(s, t.branch_start[t.branch[row]], card, player)
    elif op == Op.ADD_HERE:
        s.resources[card] += n
    elif op == Op.ADD_TO_PLAYED_CARD:
        s.resources[s.stack[f, Frame.X]] += n
    elif op == Op.SPEND:
        if a == Resource.MC:
            what = NONE if t.b[row] == NONE else METAL_ALLOWED - t.b[row]
            push(s, t.pay_row, NONE, player, n, what, Mode.WHOLE)
        else:
            gain(s, player, a, -n)
    elif op == Op.SPEND_HERE:
        s.resources[card] -= n
    elif op == Op.METAL_VALUE:
        s.metal_value[player, a - Resource.STEEL] += n
    elif op == Op.GREENERY_COST:
        s.greenery_cost[player] += n
    elif op == Op.IF_TAGS or op == Op.IF_SOLO:
        taken = branch_taken(t, s, player, card, row)
        if taken != NONE:
            begin(s, taken, card, player)
    elif op == Inner.ENTER_PLAY:
        enter_play(t, s, player, s.stack[f, Frame.Y])
    elif op == Inner.STANDARD_PROJECT_PAID:
        standard_project_paid(t, s, player, s.stack[f, Frame.X])
    elif op == Inner.CONVERT_PLANTS:
        gain(s, player, Resource.PLANTS, -s.greenery_cost[player])


@kernel
def run(t: Any, s: Any, chosen: int) -> None:
    """Carry out effects until one needs a decision or none is left. A choice of one is not asked, an offer always is.

    `chosen` answers the question of the effect on top; NOT_ASKED if it has none.
    """
    s.kind = Kind.NOTHING
    answered = chosen != NOT_ASKED
    while s.depth > 0:
        f = s.depth - 1
        row = s.stack[f, Frame.ROW]
        op = t.op[row]
        if op == Inner.END:
            s.depth = f
            continue
        if s.stack[f, Frame.MODE] == Mode.PRODUCTION_ONLY:
            if op != Op.PRODUCTION and op != Op.PRODUCTION_OF_BONUS and op != Op.DECREASE_ANY_PRODUCTION:
                next_step(s, f)
                continue
        if answered:
            answered = False
            settle(t, s, f, chosen)
            continue
        s.choices = 0
        s.may_decline = 0
        if not offer_choices(t, s, f):
            do(t, s, f)
        elif s.choices == 0:
            nothing_to_choose(t, s, f)
        elif s.choices == 1 and not s.may_decline and s.stack[f, Frame.MODE] != Mode.OPTIONAL:
            settle(t, s, f, s.choice[0])
        else:
            s.player = s.stack[f, Frame.PLAYER]
            s.kind = question(op)
            if s.stack[f, Frame.MODE] == Mode.OPTIONAL:
                s.may_decline = 1
            elif s.stack[f, Frame.MODE] == Mode.BLOCKABLE:
                target = s.stack[f, Frame.Y]
                on_card = op == Op.REMOVE_RESOURCE or op == Op.MAY_REMOVE_RESOURCE
                s.player = s.owner[target] if on_card else target
                s.kind = Kind.BLOCK
            nothing_ahead(s)
            return
    s.choices = 0
    s.may_decline = 0
    nothing_ahead(s)


@kernel
def playable(t: Any, s: Any, player: int, card: int) -> bool:
    """Whether what a card does can be carried out, whatever its price and requirements."""
    return prelude_can_be_done(t, s, player, card) if card >= FIRST_CORPORATION else can_be_done(t, s, player, card)
