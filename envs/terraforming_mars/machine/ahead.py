"""Looking ahead: whether an effect can be carried out, step by step, before it is begun.

Steps that give nothing any more (a complete track, no card for a resource) do not stop a card, but they are no branch to choose.
"""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.language.steps import Op
from regolith.envs.terraforming_mars.machine.attacks import may_lower, someone_to_lower, someone_to_take_from
from regolith.envs.terraforming_mars.machine.held import has_prey, has_receiver, most_on_a_card
from regolith.envs.terraforming_mars.rules.counting import amount, is_city, own_tags
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.placement import can_place
from regolith.envs.terraforming_mars.rules.price import METAL_ALLOWED, affordable, price
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.rules.supply import lowest_production
from regolith.envs.terraforming_mars.rules.tracks import complete
from regolith.envs.terraforming_mars.state import CARDS, FIRST_CORPORATION, NONE, RESOURCES, TAGS, Inner, Lies
from regolith.envs.terraforming_mars.words import Condition, Resource, Tag, Tile, Track, Victim


@kernel
def foresee_city(t: Any, s: Any, player: int, card: int) -> None:
    """Production that a city of this player will bring him, the card in hand included."""
    for trigger in (Trigger.OWN_CITY, Trigger.ANY_CITY, Trigger.ANY_CITY_ON_MARS):
        for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
            waiting = t.passive_carrier[i]
            if waiting == card or in_force(t, s, waiting, player):
                row = t.passive_row[i]
                if t.op[row] == Op.PRODUCTION:
                    s.ahead_production[t.a[row]] += t.n[row]


@kernel
def foresee_tags(t: Any, s: Any, player: int, card: int) -> None:
    """Resources that the tags of this card will, or with a choice may, bring its player through other cards."""
    trigger = Trigger.OWN_TAG
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if not in_force(t, s, t.passive_carrier[i], player):
            continue
        row = t.passive_row[i]
        if t.op[row] == Op.CHOOSE:
            row = t.branch_start[t.branch[row]]
        if t.op[row] == Op.GAIN:
            for tag in range(TAGS):
                s.ahead_stock[t.a[row]] += t.n[row] * t.passive_tags[i, tag] * t.tags[card, tag]


@kernel
def foresee_production(t: Any, s: Any, player: int, resource: int, n: int) -> None:
    """Resources that a production which goes up will bring its player at once through other cards."""
    trigger = Trigger.OWN_PRODUCTION_STEP
    for i in range(t.trigger_first[trigger], t.trigger_first[trigger + 1]):
        if in_force(t, s, t.passive_carrier[i], player):
            row = t.passive_row[i]
            if t.op[row] == Op.GAIN_WHAT_ROSE:
                s.ahead_stock[resource] += n * t.n[row]


@kernel
def lowerable(t: Any, s: Any, player: int, row: int, n: int) -> bool:
    """Whether somebody can lose production; what the player gains by the same card counts, before and after."""
    resource, gains = t.a[row], 0
    while t.op[row] != Inner.END:
        if t.op[row] == Op.PRODUCTION and t.a[row] == resource:
            gains += t.n[row]
        row += 1
    for other in range(s.players):
        own = s.ahead_production[resource] + gains if other == player else 0
        if may_lower(s, other, resource, n - own):
            return True
    return s.players == 1


@kernel
def step_possible(t: Any, s: Any, player: int, card: int, row: int, cause: int, choosing: bool) -> bool:
    """Whether one step can be done after those before it, whose results are in the `ahead_` fields. `choosing`: also, is it worth it."""
    op, a = t.op[row], t.a[row]
    n = amount(t, s, row, player, card)
    if op == Op.GAIN:
        s.ahead_stock[a] += n
    elif op == Op.PRODUCTION:
        s.ahead_production[a] += n
        if n > 0:
            foresee_production(t, s, player, a, n)
        return n >= 0 or s.production[player, a] + s.ahead_production[a] >= lowest_production(a)
    elif op == Op.DECREASE_ANY_PRODUCTION:
        return lowerable(t, s, player, row, n)
    elif op == Op.CONVERT_PRODUCTION:
        return s.production[player, a] + s.ahead_production[a] > lowest_production(a)
    elif op == Op.COPY_PRODUCTION:
        for other in range(CARDS):  # noqa: SIM110
            if copyable(t, s, player, other, a):
                return True
        return False
    elif op == Op.RAISE_TRACK:
        return not choosing or not complete(t, s, a)
    elif op == Op.PLACE:
        if is_city(a):
            foresee_city(t, s, player, card)
        if choosing and a == Tile.OCEAN_TILE and complete(t, s, Track.OCEANS):
            return False
        return can_place(t, s, player, a, t.b[row])
    elif op == Op.CLAIM_SPACE:
        return can_place(t, s, player, NONE, a)
    elif op == Op.ADD_RESOURCE:
        needed = choosing or t.d[row]
        return not needed or has_receiver(t, s, player, card, a, t.b[row], t.c[row])
    elif op == Op.ADD_TO_PLAYED_CARD:
        return s.lies[cause] == Lies.IN_PLAY and (t.holds[cause] == a or t.holds[cause] == t.b[row])
    elif op == Op.REMOVE_RESOURCE:
        return s.players == 1 or has_prey(t, s, player, a, n, t.b[row])
    elif op == Op.MAY_REMOVE_RESOURCE:
        return not choosing or has_prey(t, s, player, a, 1, t.b[row])
    elif op == Op.SPEND:
        if a == Resource.MC:
            what = NONE if t.b[row] == NONE else METAL_ALLOWED - t.b[row]
            return affordable(t, s, player, what, n - s.ahead_stock[a])
        return s.stock[player, a] + s.ahead_stock[a] >= n
    elif op == Op.SPEND_HERE:
        return s.resources[card] >= n
    elif op == Op.SPEND_FROM_CARD:
        return most_on_a_card(t, s, player, a) >= n
    elif op == Op.EXCHANGE:
        return s.stock[player, a] > 0
    elif op == Op.EXCHANGE_HERE:
        return s.resources[card] > 0
    elif op == Op.REMOVE:
        return not choosing or someone_to_take_from(t, s, player, a, t.b[row])
    elif op == Op.STEAL:
        return not choosing or s.players == 1 or someone_to_take_from(t, s, player, a, Victim.OPPONENT)
    elif op == Op.ONLY_IF_RATING_ROSE:
        return s.rating_rose[player] != 0
    return True


@kernel
def branch_taken(t: Any, s: Any, player: int, card: int, row: int) -> int:
    """Where a condition leads: the start of a branch, or NONE."""
    holds = s.players == 1
    if t.op[row] == Op.IF_TAGS:
        holds = own_tags(t, s, player, t.a[row], card) >= t.b[row]
    branch = 0 if holds else 1
    return t.branch_start[t.branch[row] + branch] if branch < t.branches[row] else NONE


@kernel
def branch_possible(t: Any, s: Any, player: int, card: int, start: int, cause: int, choosing: bool) -> bool:
    """Whether all steps of a branch can be done."""
    row = start
    while t.op[row] != Inner.END:
        # A step that was paid for may be wasted on a complete track, a free one is not offered.
        worth_it = choosing and (row == start or t.op[row] != Op.RAISE_TRACK)
        if not step_possible(t, s, player, card, row, cause, worth_it):
            return False
        row += 1
    return True


@kernel
def nothing_ahead(s: Any) -> None:
    for resource in range(RESOURCES):
        s.ahead_stock[resource] = 0
        s.ahead_production[resource] = 0


@kernel
def may_choose(t: Any, s: Any, player: int, card: int, start: int, cause: int, choosing: bool) -> bool:
    """Whether a branch can be chosen now."""
    nothing_ahead(s)
    return branch_possible(t, s, player, card, start, cause, choosing)


@kernel
def possible(t: Any, s: Any, player: int, card: int, start: int, cause: int) -> bool:
    """Whether an effect can be carried out to its end; what a choice or condition would change is not counted further on."""
    row = start
    while t.op[row] != Inner.END:
        op = t.op[row]
        if op == Op.CHOOSE:
            found = False
            for i in range(t.branches[row]):
                start_of = t.branch_start[t.branch[row] + i]
                found = found or branch_possible(t, s, player, card, start_of, cause, False)
            if not found:
                return False
        elif op == Op.IF_TAGS or op == Op.IF_SOLO:
            taken = branch_taken(t, s, player, card, row)
            if taken != NONE and not branch_possible(t, s, player, card, taken, cause, False):
                return False
        elif not step_possible(t, s, player, card, row, cause, False):
            return False
        row += 1
    return True


@kernel
def copyable(t: Any, s: Any, player: int, card: int, tag: int) -> bool:
    """Whether the production box of a card with that tag, or a wild one, can be carried out once more."""
    if s.lies[card] != Lies.IN_PLAY or s.owner[card] != player:
        return False
    if t.tags[card, tag] == 0 and t.tags[card, Tag.WILD] == 0:
        return False
    row, found = t.on_play[card], False
    lost = 0
    while t.op[row] != Inner.END:
        if t.op[row] == Op.PRODUCTION:
            found = True
            n = amount(t, s, row, player, card)
            # No card lowers two productions, nor one that it raises itself, so each loss stands alone.
            if n < 0 and s.production[player, t.a[row]] + n < lowest_production(t.a[row]):
                lost += 1
        elif t.op[row] == Op.PRODUCTION_OF_BONUS:
            found = True
        elif t.op[row] == Op.DECREASE_ANY_PRODUCTION:
            found = True
            lost += int(not someone_to_lower(s, t.a[row], t.n[row]))
        row += 1
    return found and lost == 0


@kernel
def can_be_done(t: Any, s: Any, player: int, card: int) -> bool:
    """Whether what a card does when played can be carried out."""
    # Project cards come from the hand, so another card makes two.
    if t.condition[card] == Condition.ANOTHER_CARD_IN_HAND and s.hand[player] < 2:
        return False
    nothing_ahead(s)
    foresee_tags(t, s, player, card)
    return possible(t, s, player, card, t.on_play[card], card)


@kernel
def may_play(t: Any, s: Any, player: int, card: int, discount: int, ignore_tracks: bool) -> bool:
    """Whether a project card can be played from the hand now: requirements, price, effects."""
    return (
        affordable(t, s, player, card, price(t, s, player, card, discount))
        and meets(t, s, player, card, ignore_tracks)
        and can_be_done(t, s, player, card)
    )


@kernel
def has_card_to_play(t: Any, s: Any, player: int, discount: int, ignore_tracks: bool) -> bool:
    for card in range(FIRST_CORPORATION):
        if s.lies[card] == Lies.IN_HAND and s.owner[card] == player:
            if may_play(t, s, player, card, discount, ignore_tracks):
                return True
    return False


@kernel
def prelude_can_be_done(t: Any, s: Any, player: int, card: int) -> bool:
    """As `can_be_done`, for cards that may let the player play another card."""
    row = t.on_play[card]
    while t.op[row] != Inner.END:
        if t.op[row] == Op.PLAY_CARD and not has_card_to_play(t, s, player, t.a[row], t.b[row] != 0):
            return False
        row += 1
    return can_be_done(t, s, player, card)


@kernel
def plain_action_possible(t: Any, s: Any, player: int, card: int) -> bool:
    """Whether the action of a card in play could be carried out, used or not."""
    if s.lies[card] != Lies.IN_PLAY or s.owner[card] != player or t.action[card] == 0:
        return False
    nothing_ahead(s)
    return possible(t, s, player, card, t.action[card], NONE)


@kernel
def may_reuse(t: Any, s: Any, player: int, card: int, by: int) -> bool:
    """Whether the action of a card that was used already can be used again through the card `by`."""
    return s.used[card] != 0 and card != by and plain_action_possible(t, s, player, card)


@kernel
def may_act(t: Any, s: Any, player: int, card: int) -> bool:
    """Whether the action of a card may be taken now."""
    if s.used[card] or not plain_action_possible(t, s, player, card):
        return False
    if t.op[t.action[card]] != Op.REUSE_ACTION:
        return True
    for other in range(CARDS):  # noqa: SIM110
        if may_reuse(t, s, player, other, card):
            return True
    return False
