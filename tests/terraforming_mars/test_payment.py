"""Paying unasked: metals first, nothing lost that need not be, and whatever is affordable can be paid."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.rooms import FIRST_CORPORATION, NONE
from regolith.envs.terraforming_mars.rules.playing import put_on_table
from regolith.envs.terraforming_mars.rules.price import MEANS_HEAT, affordable, means, pay_unasked, unit_value, units
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.words import HEAT, MC, STEEL, TITANIUM

from .games import NUMBER, T, deal, played


def position(helion: bool = False) -> Any:
    array = deal(1, draft=False)
    s = array[0]
    s.stock[:] = 0
    put_on_table(T, s, 0, NUMBER["Psychrophiles"])
    put_on_table(T, s, 0, NUMBER["Dirigibles"])
    if helion:
        put_on_table(T, s, 0, NUMBER["Helion"])
    return array


@pytest.mark.parametrize(
    ("card", "cost", "have", "left"),
    [
        ("Mine", 4, {MC: 4, STEEL: 1}, {MC: 2}),
        ("Mine", 4, {MC: 4, STEEL: 5}, {MC: 4, STEEL: 3}),
        ("Mine", 5, {MC: 1, STEEL: 5}, {STEEL: 3}),
        ("Mine", 5, {STEEL: 5}, {STEEL: 2}),
        ("Comet", 21, {MC: 30, STEEL: 9, TITANIUM: 9}, {MC: 30, STEEL: 9, TITANIUM: 2}),
        ("Comet", 20, {MC: 1, TITANIUM: 7}, {MC: 1}),
        ("Space Elevator", 27, {MC: 30, STEEL: 3, TITANIUM: 3}, {MC: 18}),
        ("Space Elevator", 6, {STEEL: 2, TITANIUM: 2}, {STEEL: 2}),
        ("Space Elevator", 3, {STEEL: 1, TITANIUM: 1}, {STEEL: 1}),
        ("Trees", 13, {MC: 20, STEEL: 9}, {MC: 7, STEEL: 9}),
    ],
)
def test_metals_pay_first_and_as_little_as_possible_is_lost(
    card: str, cost: int, have: dict[int, int], left: dict[int, int]
) -> None:
    s = position()[0]
    for resource, n in have.items():
        s.stock[0, resource] = n
    pay_unasked(T, s, 0, NUMBER[card], cost)
    assert s.stock[0].tolist() == [left.get(resource, 0) for resource in range(6)]


def test_card_resources_pay_before_money_and_heat_after_it() -> None:
    s = position(helion=True)[0]
    s.stock[0, [MC, HEAT]] = (5, 9)
    s.resources[NUMBER["Psychrophiles"]] = 3
    pay_unasked(T, s, 0, NUMBER["Trees"], 13)
    assert s.resources[NUMBER["Psychrophiles"]] == 0
    assert s.stock[0, [MC, HEAT]].tolist() == [0, 7]


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([*(n for n in NUMBER.values() if n < FIRST_CORPORATION), NONE]),
    st.integers(0, 45),
    st.booleans(),
    st.tuples(*[st.integers(0, 12)] * 6),
)
def test_nothing_affordable_is_refused_and_no_payment_loses_less(
    card: int, cost: int, helion: bool, have: tuple[int, ...]
) -> None:
    """Compared with every way to pay."""
    s = position(helion)[0]
    s.stock[0, [MC, STEEL, TITANIUM, HEAT]] = have[:4]
    s.resources[[NUMBER["Psychrophiles"], NUMBER["Dirigibles"]]] = have[4:]
    ways = [mean for mean in range(means(T)) if mean != MEANS_HEAT]
    at_hand = {mean: int(units(T, s, 0, card, mean)) for mean in ways}
    value = {mean: int(unit_value(T, s, 0, mean)) for mean in ways}
    money = int(s.stock[0, MC]) + int(units(T, s, 0, card, MEANS_HEAT))
    sums = [
        sum(n * value[mean] for mean, n in zip(ways, chosen, strict=True))
        for chosen in itertools.product(*(range(at_hand[mean] + 1) for mean in ways))
    ]
    enough = [paid for paid in sums if paid + money >= cost]
    assert bool(enough) == bool(affordable(T, s, 0, card, cost))
    if not enough:
        return
    lost = min(max(0, paid - cost) for paid in enough)
    most = max(paid for paid in enough if max(0, paid - cost) == lost)
    pay_unasked(T, s, 0, card, cost)
    spent = sum((at_hand[mean] - int(units(T, s, 0, card, mean))) * value[mean] for mean in ways)
    assert spent == most
    assert money - int(s.stock[0, MC]) - int(units(T, s, 0, card, MEANS_HEAT)) == max(0, cost - spent)
    assert s.stock.min() >= 0
    assert s.resources.min() >= 0


def test_no_payment_takes_more_than_two_means() -> None:
    s = position()[0]
    s.stock[0] = 9
    s.resources[[NUMBER["Psychrophiles"], NUMBER["Dirigibles"]]] = 9
    for card in range(FIRST_CORPORATION):
        found = [mean for mean in range(means(T)) if mean != MEANS_HEAT and units(T, s, 0, card, mean) > 0]
        assert len(found) <= 2


@pytest.mark.parametrize("payment", ["auto", "choose"])
def test_no_payment_is_asked_for_where_none_should_be(payment: str) -> None:
    asked = 0
    for number in range(2):
        for s in played(deal(number, payment=payment), number):
            asked += s.kind == Kind.PAYMENT
            assert s.stock.min() >= 0
        assert s.over == Over.FINISHED
    assert bool(asked) == (payment == "choose")
