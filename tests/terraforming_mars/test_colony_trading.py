"""Trading with colony tiles: fee, fleets, marker, income and bonuses, from the rulebook and the rulings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import AMOUNT, BRANCH, CARD, COLONY, END_TURN, PASS
from regolith.envs.terraforming_mars.colonies.words import STEPS, ColonyTile, TradeFee
from regolith.envs.terraforming_mars.rooms import NOBODY
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.words import ENERGY, HEAT, MC, TITANIUM

from .colony_games import (
    BOX_TILES,
    FACTS,
    MORE,
    NUMBER,
    SLEEPERS,
    STORES,
    actions,
    colonise,
    difference,
    given,
    hold,
    holdings,
    lay,
    offered,
    pay,
    play,
    sound,
    take,
    trades,
    turn,
)

LUNA, IO, CERES, EUROPA, TRITON = ColonyTile.LUNA, ColonyTile.IO, ColonyTile.CERES, ColonyTile.EUROPA, ColonyTile.TRITON
TITAN, PLUTO, MIRANDA = ColonyTile.TITAN, ColonyTile.PLUTO, ColonyTile.MIRANDA
OF_MEANS = {TradeFee.MC: MC, TradeFee.ENERGY: ENERGY, TradeFee.TITANIUM: TITANIUM}
FEES = {TradeFee.MC: 9, TradeFee.ENERGY: 3, TradeFee.TITANIUM: 3}
HAND = ("Comet", "Mine", "Trees", "Research", "Power Plant", "Algae", "Bushes", "Farming", "Soletta")
"""Cards to hold, and to discard."""


def in_hand(s: Any, player: int) -> set[int]:
    return set(np.nonzero((s.lies == Lies.IN_HAND) & (s.owner == player))[0].tolist())


def give_hands(s: Any) -> None:
    """Everybody holds three cards."""
    for player in range(s.players):
        hold(s, player, *HAND[3 * player : 3 * player + 3])


def trade(s: Any, tile: ColonyTile) -> None:
    """For 9 MC, which is all that the player has to pay with."""
    s.stock[s.player] = 0
    s.stock[s.player, MC] = 9
    take(s, COLONY + tile)


# Income and bonuses, by what is printed.


@pytest.mark.parametrize("tile", BOX_TILES)
@pytest.mark.parametrize("owners", [(), (1,), (0,), (1, 0), (2, 1), (2, 0, 1), (0, 0, 1), (1, 1, 1)])
def test_the_trader_gets_the_income_and_every_colony_brings_its_owner_a_bonus(
    tile: ColonyTile, owners: tuple[int, ...]
) -> None:
    printed = FACTS[tile.name.lower()]
    for marker in range(len(owners), STEPS):
        s = turn(tile)
        give_hands(s)
        if tile in SLEEPERS:
            for player, more in enumerate(MORE):
                lay(s, player, more + STORES[SLEEPERS[tile]])
        colonise(s, tile, *owners)
        s.colony_track[tile] = marker
        s.stock[0, MC] = 9
        before = holdings(s)
        take(s, COLONY + tile)
        while s.kind == Kind.CARD:
            take(s, actions(s)[0])
        wanted: Counter[Any] = Counter({(0, "stock.mc"): -9})
        for player, effect in ((0, printed["income"][marker]), *((owner, printed["bonus"]) for owner in owners)):
            wanted.update(given(player, effect))
        assert difference(before, holdings(s)) == {key: n for key, n in wanted.items() if n}
        assert s.colony_track[tile] == len(owners), "the marker goes back to the colonies"
        assert s.colony_visitor[tile] == 0
        assert (s.kind, s.player, s.actions_taken) == (Kind.ACTION, 0, 1)
        sound(s)


@pytest.mark.parametrize("tile", SLEEPERS)
def test_what_no_card_can_hold_is_lost_and_the_trade_is_legal(tile: ColonyTile) -> None:
    s = turn(tile)
    lay(s, 2, STORES[SLEEPERS[tile]])
    colonise(s, tile, 0, 1)
    s.colony_track[tile] = 6
    before = holdings(s)
    trade(s, tile)
    cards = {(0, "cards"): 1, (1, "cards"): 1} if tile == MIRANDA else {}
    assert difference(before, holdings(s)) == cards
    assert s.colony_track[tile] == 2
    assert s.kind == Kind.ACTION


def test_a_trade_that_brings_nothing_is_legal() -> None:
    s = turn(TRITON)
    s.colony_track[TRITON] = 0
    trade(s, TRITON)
    assert not s.stock[0].any()
    assert s.colony_visitor[TRITON] == 0
    assert s.colony_track[TRITON] == 0


def test_owners_decide_about_their_bonuses_in_the_order_of_building() -> None:
    s = turn(PLUTO)
    give_hands(s)
    colonise(s, PLUTO, 1, 0, 2)
    s.colony_track[PLUTO] = 6
    hands = [in_hand(s, player) for player in range(3)]
    trade(s, PLUTO)
    sizes = [3 + 4, 3, 3]
    for owner in (1, 0, 2):
        assert (s.kind, s.player) == (Kind.CARD, owner)
        sound(s)
        now = [size + (player == owner) for player, size in enumerate(sizes)]
        assert s.hand[:3].tolist() == now, "the income was first, then one card for this owner only"
        assert set(offered(s, CARD)) == in_hand(s, owner), "any card may be discarded"
        discarded = max(in_hand(s, owner) - hands[owner])
        take(s, CARD + discarded)
        assert s.lies[discarded] == Lies.DISCARDED
        assert s.colony_track[PLUTO] == (3 if owner == 2 else 6), "the marker goes back at last"
    assert s.hand[:3].tolist() == sizes
    assert (s.kind, s.player) == (Kind.ACTION, 0)


def test_each_bonus_of_pluto_is_finished_before_the_next() -> None:
    s = turn(PLUTO)
    give_hands(s)
    colonise(s, PLUTO, 1, 1, 1)
    trade(s, PLUTO)
    for _ in range(3):
        assert (s.kind, s.player) == (Kind.CARD, 1)
        assert len(in_hand(s, 1)) == 4
        take(s, actions(s)[-1])
    assert len(in_hand(s, 1)) == 3
    assert s.kind == Kind.ACTION


def test_what_one_grant_brings_goes_to_one_card_and_different_grants_to_different_ones() -> None:
    s = turn(TITAN)
    stores = [NUMBER[more + "Floater Store"] for more in MORE]
    lay(s, 0, "Floater Store", "Second Floater Store")
    lay(s, 1, "Third Floater Store")
    colonise(s, TITAN, 0, 1, 0)
    s.colony_track[TITAN] = 6
    trade(s, TITAN)
    for wanted in (0, 1, 1):
        assert (s.kind, s.player) == (Kind.CARD, 0)
        assert offered(s, CARD) == stores[:2]
        take(s, CARD + stores[wanted])
    assert s.resources[stores].tolist() == [4, 2, 1]
    assert s.kind == Kind.ACTION


# The fee.


@pytest.mark.parametrize("means", FEES)
def test_each_means_pays_alone(means: TradeFee) -> None:
    s = turn(EUROPA)
    s.stock[0, OF_MEANS[means]] = FEES[means] - 1
    assert not trades(s)
    s.stock[0, OF_MEANS[means]] = FEES[means]
    assert trades(s) == {EUROPA}
    take(s, COLONY + EUROPA)
    assert s.kind == Kind.ACTION, "there is nothing to choose"
    assert not s.stock[0].any()
    assert s.colony_visitor[EUROPA] == 0


def test_means_are_never_mixed() -> None:
    s = turn(EUROPA)
    s.stock[0] = [8, 50, 2, 50, 2, 50]
    assert not trades(s)


@pytest.mark.parametrize("discount", range(4))
@pytest.mark.parametrize("means", FEES)
def test_discounts_are_off_whatever_pays_and_add_up(means: TradeFee, discount: int) -> None:
    s = turn(EUROPA)
    lay(s, 0, *(["Trade for 1 Less"] if discount % 2 else []), *(["Trade for 2 Less"] if discount > 1 else []))
    lay(s, 1, *(["Trade for 1 Less"] if not discount % 2 else []))
    s.stock[0] = 20
    take(s, COLONY + EUROPA)
    assert s.kind == Kind.BRANCH
    assert offered(s, BRANCH) == list(FEES)
    sound(s)
    before = s.stock[0].copy()
    pay(s, means)
    paid = before - s.stock[0]
    assert paid[OF_MEANS[means]] == FEES[means] - discount
    assert paid.sum() == FEES[means] - discount, "nothing else"


@pytest.mark.parametrize("means", FEES)
def test_only_what_is_enough_is_offered(means: TradeFee) -> None:
    s = turn(EUROPA)
    for other, resource in OF_MEANS.items():
        s.stock[0, resource] = FEES[other] - (other == means)
    take(s, COLONY + EUROPA)
    assert offered(s, BRANCH) == [other for other in FEES if other != means]


@pytest.mark.parametrize("have", [(MC, TITANIUM, ENERGY), (MC, TITANIUM), (MC,)])
def test_unasked_one_pays_with_energy_else_titanium_else_mc(have: tuple[int, ...]) -> None:
    s = turn(EUROPA, payment="auto")
    for resource in (MC, TITANIUM, ENERGY):
        s.stock[0, resource] = 10 if resource in have else 2
    before = s.stock[0].copy()
    take(s, COLONY + EUROPA)
    assert s.kind == Kind.ACTION
    paid = before - s.stock[0]
    assert paid.sum() == paid[have[-1]] == (9 if have[-1] == MC else 3)


def test_heat_that_is_money_pays_the_fee() -> None:
    helion = ("Helion", "Ecoline")
    s = turn(EUROPA, corporations=helion, players=2)
    s.stock[0, [MC, HEAT]] = (4, 4)
    assert not trades(s)
    s.stock[0, HEAT] = 7
    take(s, COLONY + EUROPA)
    assert (s.kind, offered(s, AMOUNT)) == (Kind.PAYMENT, [5, 6, 7])
    sound(s)
    take(s, AMOUNT + 6)
    assert s.stock[0, [MC, HEAT]].tolist() == [1, 1]
    assert s.production[0, MC] == 1, "the trade goes on"
    s = turn(EUROPA, corporations=helion, players=2, payment="auto")
    s.stock[0, [MC, HEAT]] = (4, 7)
    take(s, COLONY + EUROPA)
    assert s.stock[0, [MC, HEAT]].tolist() == [0, 2]


# Fleets.


def test_a_fleet_trades_once_in_a_generation() -> None:
    s = turn(LUNA, IO)
    trade(s, IO)
    s.stock[0, MC] = 100
    assert s.player == 0
    assert not trades(s)


def test_another_fleet_trades_at_once_for_another_fee() -> None:
    s = turn(LUNA, IO, CERES)
    play(s, "Fleet")
    assert s.fleets[:3].tolist() == [2, 1, 1]
    take(s, END_TURN)
    for _ in range(2):
        take(s, PASS)
    s.stock[0, MC] = 100
    for tile, left in ((IO, {LUNA, CERES}), (CERES, set())):
        take(s, COLONY + tile)
        assert trades(s) == left
        sound(s)
    assert s.colony_visitor[[LUNA, IO, CERES]].tolist() == [NOBODY, 0, 0]
    assert s.stock[0, MC] == 100 - 18


def test_a_card_may_bring_several_fleets() -> None:
    s = turn(LUNA)
    play(s, "Two Fleets")
    assert s.fleets[0] == 3


@pytest.mark.parametrize("visitor", [0, 1])
def test_a_tile_holds_one_fleet(visitor: int) -> None:
    s = turn(LUNA, IO)
    s.fleets[0] = 3
    s.stock[0, MC] = 100
    s.colony_visitor[LUNA] = visitor
    assert trades(s) == {IO}


def test_one_needs_no_colony_to_trade_and_one_does_not_hinder() -> None:
    s = turn(LUNA, IO)
    colonise(s, LUNA, 1, 2)
    colonise(s, IO, 0)
    s.stock[0, MC] = 9
    assert trades(s) == {LUNA, IO}


# The optional steps of the marker.


@pytest.mark.parametrize("marker", range(STEPS))
@pytest.mark.parametrize("cards", [("Step before Trade",), ("Step before Trade", "Two Steps before Trade")])
def test_the_marker_may_be_moved_up_before_the_trade(cards: tuple[str, ...], marker: int) -> None:
    most = min(len(cards) * 2 - 1, 6 - marker)
    for steps in range(most + 1):
        s = turn(LUNA)
        lay(s, 0, *cards)
        colonise(s, LUNA, *[1] * min(marker, 2))
        s.colony_track[LUNA] = marker
        trade(s, LUNA)
        if most:
            assert (s.kind, offered(s, AMOUNT)) == (Kind.AMOUNT, list(range(most + 1)))
            assert not s.stock[0].any(), "the fee is paid"
            sound(s)
            take(s, AMOUNT + steps)
        assert s.stock[0, MC] == FACTS["luna"]["income"][marker + steps]["stock.mc"]
        assert s.colony_track[LUNA] == min(marker, 2)
        assert s.kind == Kind.ACTION


def test_steps_are_for_the_owner_of_the_card() -> None:
    s = turn(LUNA)
    lay(s, 1, "Step before Trade")
    trade(s, LUNA)
    assert s.kind == Kind.ACTION
    assert s.stock[0, MC] == 2


@pytest.mark.parametrize(("steps", "gained"), [(0, "mc"), (1, "energy"), (2, "energy"), (3, "plants")])
def test_on_europa_a_step_may_not_be_wanted(steps: int, gained: str) -> None:
    s = turn(EUROPA)
    lay(s, 0, "Step before Trade", "Two Steps before Trade")
    before = holdings(s)
    trade(s, EUROPA)
    take(s, AMOUNT + steps)
    assert difference(before, holdings(s)) == {(0, f"production.{gained}"): 1}, "not what lies below as well"


# A trade by the action of a card.


def free_trade(*tiles: ColonyTile) -> Any:
    s = turn(*tiles)
    lay(s, 0, "Free Trade")
    return s


def test_a_free_trade_is_a_whole_trade_without_a_fee() -> None:
    s = free_trade(LUNA, IO)
    colonise(s, LUNA, 0, 1)
    s.colony_track[LUNA] = 4
    take(s, CARD + NUMBER["Free Trade"])
    assert (s.kind, offered(s, COLONY)) == (Kind.COLONY, [IO, LUNA])
    sound(s)
    take(s, COLONY + LUNA)
    assert s.stock[:3, MC].tolist() == [10 + 2, 2, 0]
    assert (s.colony_track[LUNA], s.colony_visitor[LUNA]) == (2, 0)
    s.stock[0, MC] = 9
    assert not trades(s), "it was the only fleet"
    sound(s)


def test_a_free_trade_needs_a_fleet_at_home_and_a_tile_without_one() -> None:
    action = CARD + NUMBER["Free Trade"]
    s = free_trade(LUNA, IO, TITAN)
    s.colony_visitor[LUNA] = 1
    take(s, action)
    assert s.colony_visitor[IO] == 0, "the only tile left: nobody is asked, and Titan sleeps"
    s = free_trade(LUNA, IO)
    s.colony_visitor[LUNA] = 0
    assert action not in actions(s)
    s = free_trade(LUNA, IO)
    s.colony_visitor[[LUNA, IO]] = (1, 2)
    assert action not in actions(s)


def test_steps_come_before_a_free_trade_too() -> None:
    s = free_trade(LUNA)
    lay(s, 0, "Step before Trade", "Trade for 2 Less")
    take(s, CARD + NUMBER["Free Trade"])
    assert s.kind == Kind.AMOUNT
    take(s, AMOUNT + 1)
    assert s.stock[0, MC] == FACTS["luna"]["income"][2]["stock.mc"]


# The bonuses of all own colonies.


def test_own_bonuses_come_from_each_own_colony_in_any_order_and_nothing_else_happens() -> None:
    s = turn(LUNA, IO, PLUTO, CERES)
    give_hands(s)
    colonise(s, LUNA, 0, 1, 0)
    colonise(s, PLUTO, 1, 0)
    colonise(s, IO, 0)
    colonise(s, CERES, 1)
    before, track = holdings(s), s.colony_track.copy()
    play(s, "Own Bonuses")
    assert (s.kind, offered(s, COLONY)) == (Kind.COLONY, [IO, LUNA, PLUTO])
    take(s, COLONY + PLUTO)
    assert (s.kind, s.player) == (Kind.CARD, 0), "the draw and the discard come before the next bonus"
    assert len(in_hand(s, 0)) == 4
    sound(s)
    take(s, actions(s)[0])
    for left in ([IO, LUNA], [IO, LUNA]):
        assert offered(s, COLONY) == left
        sound(s)
        take(s, COLONY + LUNA)
    assert s.kind == Kind.ACTION, "the last one is not asked"
    assert difference(before, holdings(s)) == {(0, "stock.mc"): 4, (0, "stock.heat"): 2}
    assert (s.colony_track == track).all()
    assert (s.colony_visitor == NOBODY).all()
    assert not s.colony_picked.any()
    sound(s)


def test_without_colonies_there_are_no_bonuses() -> None:
    s = turn(LUNA)
    colonise(s, LUNA, 1)
    before = holdings(s)
    play(s, "Own Bonuses")
    assert s.kind == Kind.ACTION
    assert difference(before, holdings(s)) == {}


# Markers that go up and down.

MARKERS = "Marker Up, Marker Down"


def test_one_marker_goes_up_and_another_one_down() -> None:
    s = turn(LUNA, IO, CERES, TRITON, TITAN)
    s.colony_track[[LUNA, IO, CERES, TRITON]] = (6, 3, 2, 0)
    colonise(s, CERES, 1, 2)
    play(s, MARKERS)
    assert (s.kind, offered(s, COLONY)) == (Kind.COLONY, [CERES, IO, TRITON]), "Luna is at the end, Titan sleeps"
    take(s, COLONY + IO)
    sound(s)
    assert s.kind == Kind.ACTION, "only Luna can go down: Ceres is held by its colonies, Triton is at the start"
    assert s.colony_track[[LUNA, IO, CERES, TRITON]].tolist() == [5, 4, 2, 0]
    s = turn(LUNA, IO, CERES)
    play(s, MARKERS)
    take(s, COLONY + CERES)
    assert (s.kind, offered(s, COLONY)) == (Kind.COLONY, [IO, LUNA]), "not the one that went up"
    sound(s)
    take(s, COLONY + IO)
    assert s.colony_track[[LUNA, IO, CERES]].tolist() == [1, 0, 2]


@pytest.mark.parametrize(
    ("luna", "io", "playable"), [(6, 6, False), (0, 0, False), (6, 0, True), (1, 1, True), (3, 6, True)]
)
def test_both_moves_must_be_possible(luna: int, io: int, playable: bool) -> None:
    s = turn(LUNA, IO, TITAN)
    s.colony_track[[LUNA, IO]] = (luna, io)
    hold(s, 0, MARKERS)
    assert (CARD + NUMBER[MARKERS] in actions(s)) == playable


def test_a_marker_beside_a_single_tile_has_no_partner() -> None:
    s = turn(LUNA, TITAN)
    s.colony_track[LUNA] = 3
    hold(s, 0, MARKERS)
    assert CARD + NUMBER[MARKERS] not in actions(s)


def test_a_tile_that_must_go_down_is_not_raised() -> None:
    s = turn(LUNA, IO)
    s.colony_track[[LUNA, IO]] = (3, 0)
    play(s, MARKERS)
    assert s.colony_track[[LUNA, IO]].tolist() == [2, 1], "Io up, Luna down: nothing to choose"
