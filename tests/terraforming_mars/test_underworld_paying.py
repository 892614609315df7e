"""Paying before an excavation: what the only token in reach costs is left, whatever else could pay.

Most positions are made by hand: an ocean for 4 MC, or under the Reds a step of rating for 3 MC, lies on every space in reach.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import CARD, STANDARD, step
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.machine.paying import MEANS, PRICE, WHAT
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import END, FIRST_CORPORATION, MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.drawing import take_in_hand
from regolith.envs.terraforming_mars.rules.playing import enter_play
from regolith.envs.terraforming_mars.rules.price import unit_value, units, worth_from
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.underworld.language.underground import Underground
from regolith.envs.terraforming_mars.underworld.machine.underground import is_excavation
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import (
    EARTH,
    HEAT,
    MC,
    OCEANS,
    STEEL,
    TITANIUM,
    VENUS_SCALE,
    StandardProject,
)

from .digging import beside
from .games import NUMBER, T, actions, deal, played
from .tables import choices, lay
from .underworld_tables import HOME, below, marker, stack

EXCAVATE = STANDARD + StandardProject.EXCAVATE
OCEAN, FEE = 4, 3
COST = {number: card.cost for number, card in numbered().items()}


def excavates(row: int) -> bool:
    while T.op[row] != END:
        if is_excavation(int(T.op[row])):
            return True
        row += 1
    return False


PROJECTS = [number for number in numbered() if number < FIRST_CORPORATION and excavates(T.on_play[number])]
"""All that excavate when played."""


def ground(*in_play: str, token: Token = Token.OCEAN_FOR_4, **options: Any) -> Any:
    """A marker at home, and the same token on every other space."""
    s = below(*in_play, **options)
    s.token[:] = token
    s.token[HOME] = NONE
    marker(s, HOME)
    return s


def have(s: Any, mc: int = 0, steel: int = 0, titanium: int = 0, heat: int = 0) -> None:
    s.stock[0] = 0
    s.stock[0, [MC, STEEL, TITANIUM, HEAT]] = mc, steel, titanium, heat


def hold(s: Any, name: str) -> int:
    """A card in hand, and the action to play it."""
    card = NUMBER[name]
    s.lies[card] = Lies.DISCARDED
    take_in_hand(s, card, 0)
    return CARD + card


def claimed(s: Any) -> int:
    return int(s.claimed[0].sum())


def begun(s: Any, action: int) -> Any:
    """What the game is like after an action, legal or not."""
    other = s.copy()
    step(T, other, action)
    return other


def possible_amounts(s: Any) -> list[int]:
    """All amounts of the means asked for after which the rest can still be paid."""
    frame, player = s.stack[s.depth - 1], s.player
    left, what, mean = int(frame[PRICE]), int(frame[WHAT]), int(frame[MEANS])
    value, rest = unit_value(T, s, player, mean), worth_from(T, s, player, what, mean + 1)
    most = min(int(units(T, s, player, what, mean)), -(-left // value))
    return [n for n in range(most + 1) if left - n * value <= rest]


def paid(s: Any, offered: bool) -> Iterator[Any]:
    """What the game is like after each way to pay: those that are offered, or all that there are."""
    if s.kind != Kind.PAYMENT:
        yield s
        return
    for amount in choices(s) if offered else possible_amounts(s):
        other = s.copy()
        run(T, other, amount)
        yield from paid(other, offered)


def digs(before: Any, after: Any) -> bool:
    """Whether the player excavates, or is asked where, once all is paid and asked that comes before it."""
    while after.kind not in (Kind.UNDERGROUND, Kind.ACTION, Kind.NOTHING) and claimed(after) == claimed(before):
        run(T, after, choices(after)[-1])
    return bool(after.kind == Kind.UNDERGROUND or claimed(after) > claimed(before))


def ways(s: Any, action: int, offered: bool = True) -> list[bool]:
    """For each way to pay, whether something is excavated then."""
    return [digs(s, after) for after in paid(begun(s, action), offered)]


# The standard project.


@pytest.mark.parametrize("payment", ["choose", "auto"])
@pytest.mark.parametrize(
    ("mc", "steel", "legal"),
    [
        (11, 0, True),
        (10, 0, False),
        (5, 3, True),
        (4, 3, False),
        (4, 4, True),
        (3, 4, False),
        (3, 9, False),
        (4, 9, True),
        (10, 1, True),
        (9, 1, True),
        (8, 1, False),
    ],
)
def test_steel_pays_for_the_project_and_not_for_the_ocean(payment: str, mc: int, steel: int, legal: bool) -> None:
    s = ground(payment=payment)
    have(s, mc, steel)
    assert (EXCAVATE in actions(s)) == legal
    if legal:
        assert all(ways(s, EXCAVATE))
    else:
        assert mc + 2 * steel >= 7
        assert not any(ways(s, EXCAVATE, offered=False))


def test_payments_that_leave_too_little_are_not_offered() -> None:
    s = ground()
    have(s, mc=6, steel=5)
    after = begun(s, EXCAVATE)
    assert (after.kind, choices(after)) == (Kind.PAYMENT, [3, 4])
    have(s, mc=30, steel=5)
    assert choices(begun(s, EXCAVATE)) == [0, 1, 2, 3, 4]
    s.token[beside(HOME)[0]] = NONE
    have(s, mc=6, steel=5)
    assert choices(begun(s, EXCAVATE)) == [1, 2, 3, 4], "hidden ground costs nothing"


def test_unasked_steel_is_wasted_rather_than_the_excavation() -> None:
    s = ground(payment="auto")
    have(s, mc=4, steel=4)
    after = begun(s, EXCAVATE)
    assert (after.stock[0, MC], after.stock[0, STEEL], after.kind) == (4, 0, Kind.UNDERGROUND)
    have(s, mc=5, steel=4)
    after = begun(s, EXCAVATE)
    assert (after.stock[0, MC], after.stock[0, STEEL]) == (4, 1)


@pytest.mark.parametrize(("mc", "heat", "legal"), [(0, 4, True), (4, 0, True), (2, 2, True), (2, 1, False)])
def test_heat_that_is_as_good_as_money_is_kept_as_well(mc: int, heat: int, legal: bool) -> None:
    s = ground("Helion")
    have(s, mc, steel=4, heat=heat)
    assert (EXCAVATE in actions(s)) == legal
    if legal:
        assert all(ways(s, EXCAVATE))


@pytest.mark.parametrize(("token", "cost"), [(Token.TR, FEE), (Token.OCEAN_FOR_4, OCEAN + FEE)])
def test_under_the_reds_the_fee_is_kept_too(token: Token, cost: int) -> None:
    s = ground(token=token, turmoil=True)
    s.rating_fee = FEE
    for mc in range(cost + 9):
        have(s, mc, steel=4)
        assert (EXCAVATE in actions(s)) == (mc >= cost)
        if mc >= cost:
            assert all(ways(s, EXCAVATE))


def test_with_no_ocean_left_nothing_is_kept() -> None:
    s = ground()
    s.track[OCEANS] = 9
    have(s, mc=1, steel=3)
    assert all(ways(s, EXCAVATE))
    have(s, mc=7, steel=4)
    assert choices(begun(s, EXCAVATE)) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("mc", "steel", "legal"), [(4, 0, True), (3, 9, False)])
def test_a_repeated_excavation_for_nothing(mc: int, steel: int, legal: bool) -> None:
    name = "Standard Technology (Underworld 2)"
    s = ground(name)
    s.standard_used[0] = 1 << StandardProject.EXCAVATE
    have(s, mc, steel)
    assert (CARD + NUMBER[name] in actions(s)) == legal


# Cards.


def test_heat_is_kept_for_the_token_where_microbes_could_pay() -> None:
    """Heat is asked for before what lies on cards."""
    s = ground("Helion")
    action = hold(s, "Micro-Geodesics")
    lay(s, "Psychrophiles", held=4)
    have(s, mc=1, heat=5)
    assert choices(begun(s, action)) == [0, 1, 2]
    assert all(ways(s, action))


@pytest.mark.parametrize("payment", ["choose", "auto"])
def test_titanium_pays_for_a_card_and_not_for_the_ocean(payment: str) -> None:
    """Imported Heavy Machinery, 9 MC, of space."""
    s = ground(payment=payment)
    action = hold(s, "Imported Heavy Machinery")
    for mc, titanium, legal in ((4, 3, True), (3, 3, False), (4, 2, False), (7, 2, True), (6, 2, False), (13, 0, True)):
        have(s, mc, titanium=titanium)
        assert (action in actions(s)) == legal
        if legal:
            assert all(ways(s, action))


def test_microbes_pay_for_a_card_and_not_for_the_ocean() -> None:
    """Micro-Geodesics, 8 MC, a plant card: a microbe pays 2."""
    s = ground()
    action = hold(s, "Micro-Geodesics")
    lay(s, "Psychrophiles", held=4)
    for mc in range(14):
        have(s, mc)
        assert (action in actions(s)) == (mc >= OCEAN)
        if mc >= OCEAN:
            assert all(ways(s, action))
    have(s, 6)
    assert choices(begun(s, action)) == [3, 4]


def test_mc_for_the_tags_of_a_card_come_too_late() -> None:
    """GMO Contract gives 2 MC for each plant and microbe tag, after the excavation."""
    s = ground("GMO Contract")
    action = hold(s, "Micro-Geodesics")
    have(s, COST[NUMBER["Micro-Geodesics"]] + OCEAN - 1)
    assert action not in actions(s)
    s.stock[0, MC] += 1
    assert action in actions(s)
    assert all(ways(s, action))


@pytest.mark.parametrize(("mc", "legal"), [(10 + FEE + FEE, True), (10 + FEE + FEE - 1, False)])
def test_the_fee_of_another_step_is_kept_besides_the_token(mc: int, legal: bool) -> None:
    """Acidizing raises Venus first."""
    s = ground(token=Token.TR, turmoil=True)
    action = hold(s, "Acidizing")
    s.rating_fee = FEE
    have(s, mc)
    s.track[VENUS_SCALE] = 5
    assert (action in actions(s)) == legal
    if legal:
        assert all(ways(s, action))
        (after,) = paid(begun(s, action), True)
        assert (after.stock[0, MC], after.track[VENUS_SCALE]) == (FEE, 6)


def test_the_fee_of_an_ocean_to_come_is_kept_besides_the_token() -> None:
    """Artesian Aquifer digs where its ocean goes."""
    s = ground(token=Token.TR, turmoil=True)
    action = hold(s, "Artesian Aquifer")
    s.rating_fee = FEE
    cost = COST[action - CARD]
    have(s, cost + 2 * FEE - 1)
    assert action not in actions(s)
    have(s, cost + 2 * FEE)
    assert all(ways(s, action))


def test_a_token_that_is_put_back_first_costs_nothing() -> None:
    """Induced Tremor may return the only token in reach and dig there."""
    s = ground()
    stack(s, Token.BLANK)
    action = hold(s, "Induced Tremor")
    have(s, COST[action - CARD])
    assert action in actions(s)
    have(s, COST[action - CARD] - 1)
    assert action not in actions(s)


def test_the_freedom_of_a_card_helps_its_own_excavation() -> None:
    (name,) = (numbered()[card].name for card in PROJECTS if T.op[T.on_play[card]] == Underground.EXCAVATE_ANYWHERE)
    s = ground()
    s.token[MARS_SPACES - 1] = NONE
    assert MARS_SPACES - 1 not in beside(HOME)
    action = hold(s, name)
    have(s, COST[action - CARD])
    s.tags[0, EARTH] = 1
    assert action in actions(s)
    assert all(ways(s, action))


# Eccentric Sponsor: a card for 25 MC less.


@pytest.mark.parametrize(("mc", "legal"), [(OCEAN, True), (OCEAN - 1, False)])
def test_what_the_sponsor_pays_is_left_for_the_token(mc: int, legal: bool) -> None:
    s = ground(prelude=True)
    hold(s, "Tunneling Subcontractor")
    have(s, mc)
    enter_play(T, s, 0, NUMBER["Eccentric Sponsor"])
    run(T, s, NOT_ASKED)
    if legal:
        assert digs(ground(), s)
    else:
        assert (s.kind, claimed(s), s.hand[0]) == (Kind.NOTHING, 0, 1)


# Whatever the position.


def fill_at_random(s: Any, chooser: random.Random) -> None:
    """Most open ground has a token that costs something."""
    for space in range(MARS_SPACES):
        if s.tile[space] == NONE and s.excavated[space] == NOBODY:
            s.token[space] = chooser.choice([Token.OCEAN_FOR_4, Token.OCEAN_FOR_4, Token.TR])
            if chooser.random() < 0.01:
                s.token[space] = NONE


def means_at_random(s: Any, player: int, chooser: random.Random) -> None:
    s.stock[player] = 0
    for resource, most in ((MC, 24), (STEEL, 7), (TITANIUM, 5), (HEAT, 6)):
        s.stock[player, resource] = chooser.randint(0, most) if chooser.random() < 0.7 else 0


BESIDE = (
    "Helion",
    "Advanced Alloys",
    "Psychrophiles",
    "Dirigibles",
    "Excavator Leasing",
    "Labor Trafficking",
    "GMO Contract",
)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_legal_digs_however_it_is_paid_and_nothing_else_could(seed: int) -> None:
    """The standard project and all cards, with random ground, means, discounts and fee. Events may bring MC of their own in between."""
    chooser = random.Random(seed)
    tried = dug = 0
    for _ in range(60):
        s = below(*(name for name in BESIDE if chooser.random() < 0.3), turmoil=True)
        for name in ("Psychrophiles", "Dirigibles"):
            if s.lies[NUMBER[name]] == Lies.IN_PLAY:
                s.resources[NUMBER[name]] = chooser.randint(0, 4)
        marker(s, HOME)
        fill_at_random(s, chooser)
        s.rating_fee = chooser.choice([0, 0, FEE])
        s.track[OCEANS] = chooser.choice([0, 0, 9])
        s.track[VENUS_SCALE] = chooser.choice([0, 8])
        for card in PROJECTS:
            hold(s, numbered()[card].name)
        means_at_random(s, 0, chooser)
        legal = actions(s)
        for action in [EXCAVATE, *(CARD + card for card in PROJECTS)]:
            if action in legal:
                found = ways(s, action)
                assert all(found) == any(ways(s, action, offered=False)), numbered().get(action - CARD)
                tried, dug = tried + len(found), dug + sum(found)
            elif action == EXCAVATE and worth_from(T, s, 0, -2 - STEEL, 0) >= 7:
                assert not any(ways(s, action, offered=False))
    assert tried > 200
    assert dug > 200


@pytest.mark.parametrize("payment", ["choose", "auto"])
@pytest.mark.parametrize("seed", range(3))
def test_in_random_games_no_payment_is_lost(seed: int, payment: str) -> None:
    """At every turn in which something may be paid for and excavated, with the ground made dear."""
    chooser = random.Random(seed)
    tried = 0
    for s in played(deal(seed, underworld=True, turmoil=True, colonies=True, payment=payment), seed):
        if s.over != Over.RUNNING or s.kind != Kind.ACTION or s.first_action[s.player]:
            continue
        other, player = s.copy(), int(s.player)
        fill_at_random(other, chooser)
        means_at_random(other, player, chooser)
        before = int(other.claimed[player].sum())
        for action in actions(other):
            card = action - CARD
            if action != EXCAVATE and not (card in PROJECTS and other.lies[card] == Lies.IN_HAND):
                continue
            outcomes = {
                offered: [excavated(after, player, before) for after in paid(begun(other, action), offered)]
                for offered in (True, False)
            }
            assert all(outcomes[True]) == any(outcomes[False])
            tried += 1
    assert tried > 20


def excavated(s: Any, player: int, before: int) -> bool:
    while s.kind not in (Kind.UNDERGROUND, Kind.ACTION, Kind.NOTHING) and s.claimed[player].sum() == before:
        run(T, s, choices(s)[-1])
    return bool(s.kind == Kind.UNDERGROUND or s.claimed[player].sum() > before)
