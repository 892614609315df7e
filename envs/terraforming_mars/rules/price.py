"""What cards cost, and what a player could pay for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from regolith.envs.core.jit import kernel
from regolith.envs.terraforming_mars.language.lasting import Rule
from regolith.envs.terraforming_mars.rooms import CARDS, FIRST_CARRIER, FIRST_CORPORATION, NONE
from regolith.envs.terraforming_mars.rules.holding import held_kind
from regolith.envs.terraforming_mars.rules.in_force import in_force
from regolith.envs.terraforming_mars.rules.supply import pays_with_heat, rule_of
from regolith.envs.terraforming_mars.state import Lies
from regolith.envs.terraforming_mars.words import Condition, Resource, StandardProject, Tag

if TYPE_CHECKING:
    from regolith.envs.terraforming_mars.record_types import Record, Table

CARD_PRICE = 3
STEEL_VALUE, TITANIUM_VALUE = 2, 3
MEANS_STEEL, MEANS_TITANIUM, MEANS_HEAT, MEANS_CARDS = 0, 1, 2, 3
"""Means of payment besides MC, in the order in which they are asked for; then each kind of card that pays."""
METAL_ALLOWED = -2
"""A payment for no card that takes a metal is marked by this number minus the metal."""


@kernel
def card_price(t: Table, s: Record, player: int) -> int:
    """What a player pays for a card that he takes in hand: in the setup, in the research phase or by the action of a card.

    The corporation that he has picked in the setup counts before it is in play: the first hand is bought at its price.
    """
    for i in range(t.rule_first[Rule.CARD_PRICE], t.rule_first[Rule.CARD_PRICE + 1]):
        carrier = t.modifier_carrier[i]
        if in_force(t, s, carrier, player) or (
            carrier < FIRST_CARRIER and s.lies[carrier] == Lies.BOUGHT and s.owner[carrier] == player
        ):
            return int(t.modifier_n[i])
    return CARD_PRICE


@kernel
def heat_source(t: Table, s: Record, player: int) -> int:
    """The card whose resources the player may spend as heat and which has some; NONE if there is none."""
    for i in range(t.rule_first[Rule.HEAT_FROM_RESOURCE], t.rule_first[Rule.HEAT_FROM_RESOURCE + 1]):
        card = t.modifier_carrier[i]
        if in_force(t, s, card, player) and s.resources[card] > 0:
            return card
    return NONE


@kernel
def heat_of_unit(t: Table) -> int:
    """What one such resource is worth in heat."""
    return int(t.modifier_n[t.rule_first[Rule.HEAT_FROM_RESOURCE]])


@kernel
def heat_at_hand(t: Table, s: Record, player: int) -> int:
    """Heat, and what may be spent as heat."""
    source = heat_source(t, s, player)
    heat = int(s.stock[player, Resource.HEAT])
    return heat if source == NONE else heat + int(s.resources[source]) * heat_of_unit(t)


@kernel
def price(t: Table, s: Record, player: int, card: int, discount: int) -> int:
    """The cost of a card in hand after all discounts."""
    if card >= FIRST_CORPORATION:
        return 0
    off = discount + s.next_discount[player]
    for i in range(t.rule_first[Rule.CARD_DISCOUNT], t.rule_first[Rule.CARD_DISCOUNT + 1]):
        tag = t.modifier_a[i]
        if not in_force(t, s, t.modifier_carrier[i], player):
            continue
        if tag == NONE:
            off += t.modifier_n[i]
        elif t.tags[card, tag] > 0:
            off += t.modifier_n[i] * (t.tags[card, tag] if t.modifier_b[i] else 1)
    return max(0, t.cost[card] - off)


@kernel
def standard_price(t: Table, s: Record, player: int, project: int) -> int:
    """The cost of a standard project after all discounts."""
    off = rule_of(t, s, player, Rule.STANDARD_PROJECT_DISCOUNT, project)
    if s.standard_used[player] == 0:
        off += rule_of(t, s, player, Rule.FIRST_STANDARD_DISCOUNT, NONE)
    if project == StandardProject.EXCAVATE:
        for other in range(s.players):
            off += rule_of(t, s, other, Rule.EXCAVATION_DISCOUNT_FOR_ALL, NONE)
    return max(0, t.standard_cost[project] - off)


@kernel
def means(t: Table) -> int:
    """How many means of payment there are besides MC."""
    rule = Rule.PAY_WITH_RESOURCE
    return MEANS_CARDS + t.rule_first[rule + 1] - t.rule_first[rule]


@kernel
def metal_bonus(s: Record, player: int, metal: int) -> int:
    """What a metal is worth more to a player, for good and for this generation."""
    return int(s.metal_value[player, metal]) + int(s.metal_swing[player])


@kernel
def unit_value(t: Table, s: Record, player: int, mean: int) -> int:
    """What one unit of a means is worth in MC."""
    if mean == MEANS_STEEL:
        return STEEL_VALUE + metal_bonus(s, player, 0) + rule_of(t, s, player, Rule.METAL_VALUE, Resource.STEEL)
    if mean == MEANS_TITANIUM:
        return TITANIUM_VALUE + metal_bonus(s, player, 1) + rule_of(t, s, player, Rule.METAL_VALUE, Resource.TITANIUM)
    if mean == MEANS_HEAT:
        return 1
    return t.modifier_n[t.rule_first[Rule.PAY_WITH_RESOURCE] + mean - MEANS_CARDS]


@kernel
def heat_to_spare(t: Table, s: Record, player: int, what: int) -> int:
    """Heat that may pay; what the card itself will spend may not."""
    heat = int(s.stock[player, Resource.HEAT])
    if what >= 0 and t.condition[what] == Condition.HEAT_LEFT_AFTER_PAYING:
        heat -= t.own_heat[what]
    return max(0, heat)


@kernel
def resources_to_spare(t: Table, s: Record, player: int, what: int, source: int) -> int:
    """Resources on a card that may pay; what the card played will itself spend may not, unless it can come from another card."""
    kind = held_kind(t, s, source)
    spent = t.own_held[what, kind]
    if spent > 0:
        for card in range(CARDS):
            if card != source and in_force(t, s, card, player):
                if held_kind(t, s, card) == kind and s.resources[card] >= spent:
                    spent = 0
    return max(0, int(s.resources[source]) - spent)


@kernel
def units(t: Table, s: Record, player: int, what: int, mean: int) -> int:
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
    source = t.modifier_carrier[i]
    if what < 0 or source == what or not in_force(t, s, source, player):
        return 0
    return resources_to_spare(t, s, player, what, source) if t.tags[what, t.modifier_b[i]] > 0 else 0


@kernel
def worth_from(t: Table, s: Record, player: int, what: int, mean: int) -> int:
    """What could be paid with this means, those after it, and MC."""
    total = int(s.stock[player, Resource.MC])
    for later in range(mean, means(t)):
        total += units(t, s, player, what, later) * unit_value(t, s, player, later)
    return total


@kernel
def affordable(t: Table, s: Record, player: int, what: int, cost: int) -> bool:
    """Whether a price can be paid, apart from money that is kept for what is to come."""
    if cost + s.ahead_kept <= s.stock[player, Resource.MC]:
        return True
    if s.ahead_kept > 0:
        return leaves(t, s, player, what, cost, s.ahead_kept)
    return cost <= worth_from(t, s, player, what, 0)


@kernel
def leaves(t: Table, s: Record, player: int, what: int, cost: int, kept: int) -> bool:
    """Whether a price can be paid so that some money is left. Only MC are money, and heat where it is as good."""
    money = int(s.stock[player, Resource.MC]) + units(t, s, player, what, MEANS_HEAT)
    return kept <= money and cost + kept <= worth_from(t, s, player, what, 0)


@kernel
def spend_units(t: Table, s: Record, player: int, mean: int, n: int) -> None:
    if mean == MEANS_STEEL:
        s.stock[player, Resource.STEEL] -= n
    elif mean == MEANS_TITANIUM:
        s.stock[player, Resource.TITANIUM] -= n
    elif mean == MEANS_HEAT:
        s.stock[player, Resource.HEAT] -= n
    else:
        s.resources[t.modifier_carrier[t.rule_first[Rule.PAY_WITH_RESOURCE] + mean - MEANS_CARDS]] -= n


@kernel
def pay_unasked(t: Table, s: Record, player: int, what: int, cost: int) -> None:
    """Pay with metals and card resources as far as no change is lost, the rest with MC, and heat only if MC are too few.

    If that cannot pay, as little as possible is lost. No payment takes more than two such means.
    """
    heat = units(t, s, player, what, MEANS_HEAT)
    money = max(0, int(s.stock[player, Resource.MC]) + heat - s.ahead_kept)
    one, other = NONE, NONE
    for mean in range(means(t)):
        if mean != MEANS_HEAT and units(t, s, player, what, mean) > 0:
            if one == NONE:
                one = mean
            else:
                other = mean
    have = have_other = 0
    value = value_other = 1
    if one != NONE:
        have, value = units(t, s, player, what, one), unit_value(t, s, player, one)
    if other != NONE:
        have_other, value_other = units(t, s, player, what, other), unit_value(t, s, player, other)
    best = best_other = 0
    least_lost, most_paid = cost + value + value_other, -1
    for n in range(min(have, (cost + value - 1) // value), -1, -1):
        left = max(0, cost - n * value)
        n_other = min(have_other, left // value_other)
        if left - n_other * value_other > money:
            n_other = (left - money + value_other - 1) // value_other
        paid = n * value + n_other * value_other
        lost = max(0, paid - cost)
        if n_other <= have_other and (lost < least_lost or (lost == least_lost and paid > most_paid)):
            best, best_other, least_lost, most_paid = n, n_other, lost, paid
    if best > 0:
        spend_units(t, s, player, one, best)
    if best_other > 0:
        spend_units(t, s, player, other, best_other)
    rest = max(0, cost - best * value - best_other * value_other)
    from_heat = max(0, rest - int(s.stock[player, Resource.MC]))
    s.stock[player, Resource.HEAT] -= from_heat
    s.stock[player, Resource.MC] -= rest - from_heat
