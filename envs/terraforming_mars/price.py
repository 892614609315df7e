"""What playing a card costs, and what a player could pay for it."""

from __future__ import annotations

from typing import Any

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.lasting import Rule
from regolith.envs.terraforming_mars.state import CARDS, FIRST_CORPORATION, NONE, Inner, Lies
from regolith.envs.terraforming_mars.steps import Op
from regolith.envs.terraforming_mars.supply import pays_with_heat, rule_of
from regolith.envs.terraforming_mars.words import Condition, Resource, Tag

STEEL_VALUE, TITANIUM_VALUE = 2, 3
MEANS_STEEL, MEANS_TITANIUM, MEANS_HEAT, MEANS_CARDS = 0, 1, 2, 3
"""Means of payment besides MC, in the order in which they are asked for; then each kind of card that pays."""
METAL_ALLOWED = -2
"""A payment for no card that takes a metal is marked by this number minus the metal."""


@kernel
def price(t: Any, s: Any, player: int, card: int, discount: int) -> int:
    """The cost of a card in hand after all discounts."""
    if card >= FIRST_CORPORATION:
        return 0
    off = discount + s.next_discount[player]
    for i in range(t.rule_first[Rule.CARD_DISCOUNT], t.rule_first[Rule.CARD_DISCOUNT + 1]):
        source, tag = t.modifier_card[i], t.modifier_a[i]
        if s.lies[source] != Lies.IN_PLAY or s.owner[source] != player:
            continue
        if tag == NONE:
            off += t.modifier_n[i]
        elif t.tags[card, tag] > 0:
            off += t.modifier_n[i] * (t.tags[card, tag] if t.modifier_b[i] else 1)
    return max(0, t.cost[card] - off)


@kernel
def standard_price(t: Any, s: Any, player: int, project: int) -> int:
    return max(0, t.standard_cost[project] - rule_of(t, s, player, Rule.STANDARD_PROJECT_DISCOUNT, project))


@kernel
def means(t: Any) -> int:
    """How many means of payment there are besides MC."""
    rule = Rule.PAY_WITH_RESOURCE
    return MEANS_CARDS + t.rule_first[rule + 1] - t.rule_first[rule]


@kernel
def unit_value(t: Any, s: Any, player: int, mean: int) -> int:
    """What one unit of a means is worth in MC."""
    if mean == MEANS_STEEL:
        return STEEL_VALUE + s.metal_value[player, 0]
    if mean == MEANS_TITANIUM:
        return TITANIUM_VALUE + s.metal_value[player, 1]
    if mean == MEANS_HEAT:
        return 1
    return t.modifier_n[t.rule_first[Rule.PAY_WITH_RESOURCE] + mean - MEANS_CARDS]


@kernel
def heat_to_spare(t: Any, s: Any, player: int, what: int) -> int:
    """Heat that may pay; what the card itself will spend may not."""
    heat = int(s.stock[player, Resource.HEAT])
    if what >= 0 and t.condition[what] == Condition.HEAT_LEFT_AFTER_PAYING:
        row = t.on_play[what]
        while t.op[row] != Inner.END:
            if t.op[row] == Op.SPEND and t.a[row] == Resource.HEAT:
                heat -= t.n[row]
            row += 1
    return max(0, heat)


@kernel
def resources_to_spare(t: Any, s: Any, player: int, what: int, source: int) -> int:
    """Resources on a card that may pay; what the card played will itself spend may not, unless it can come from another card."""
    row = t.on_play[what]
    while t.op[row] != Inner.END and (t.op[row] != Op.SPEND_FROM_CARD or t.a[row] != t.holds[source]):
        row += 1
    spent = t.n[row] if t.op[row] == Op.SPEND_FROM_CARD else 0
    if spent > 0:
        for card in range(CARDS):
            if card != source and s.lies[card] == Lies.IN_PLAY and s.owner[card] == player:
                if t.holds[card] == t.holds[source] and s.resources[card] >= spent:
                    spent = 0
    return max(0, int(s.resources[source]) - spent)


@kernel
def units(t: Any, s: Any, player: int, what: int, mean: int) -> int:
    """How many units of a means may pay for something: a card, NONE, or a marked payment that takes a metal."""
    if mean == MEANS_STEEL:
        fits = t.tags[what, Tag.BUILDING] > 0 if what >= 0 else what == METAL_ALLOWED - Resource.STEEL
        return int(s.stock[player, Resource.STEEL]) if fits else 0
    if mean == MEANS_TITANIUM:
        fits = t.tags[what, Tag.SPACE] > 0 if what >= 0 else what == METAL_ALLOWED - Resource.TITANIUM
        return int(s.stock[player, Resource.TITANIUM]) if fits else 0
    if mean == MEANS_HEAT:
        return heat_to_spare(t, s, player, what) if pays_with_heat(t, s, player) else 0
    i = t.rule_first[Rule.PAY_WITH_RESOURCE] + mean - MEANS_CARDS
    source = t.modifier_card[i]
    if what < 0 or s.lies[source] != Lies.IN_PLAY or s.owner[source] != player or source == what:
        return 0
    return resources_to_spare(t, s, player, what, source) if t.tags[what, t.modifier_b[i]] > 0 else 0


@kernel
def worth_from(t: Any, s: Any, player: int, what: int, mean: int) -> int:
    """What could be paid with this means, those after it, and MC."""
    total = int(s.stock[player, Resource.MC])
    for later in range(mean, means(t)):
        total += units(t, s, player, what, later) * unit_value(t, s, player, later)
    return total


@kernel
def affordable(t: Any, s: Any, player: int, what: int, cost: int) -> bool:
    return cost <= s.stock[player, Resource.MC] or cost <= worth_from(t, s, player, what, 0)


@kernel
def spend_units(t: Any, s: Any, player: int, mean: int, n: int) -> None:
    if mean == MEANS_STEEL:
        s.stock[player, Resource.STEEL] -= n
    elif mean == MEANS_TITANIUM:
        s.stock[player, Resource.TITANIUM] -= n
    elif mean == MEANS_HEAT:
        s.stock[player, Resource.HEAT] -= n
    else:
        s.resources[t.modifier_card[t.rule_first[Rule.PAY_WITH_RESOURCE] + mean - MEANS_CARDS]] -= n
