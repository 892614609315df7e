"""Credits: a closed pool, markers on projects, and income."""

from __future__ import annotations

import random

import pytest

from .table import Side, Table, new, row, table


def after_income(t: Table) -> Table:
    return t.do("pass", "pass")


@pytest.mark.parametrize("options", [{}, {"map": "elysium", "intense": True}, {"players": 1}])
def test_credits_are_a_closed_pool(options: dict[str, object]) -> None:
    total = 5 if options.get("players") == 1 else 10
    chooser = random.Random(1)
    for seed in range(10):
        t = new(seed, **options)
        while not t.state.is_terminal:
            assert t.white.credits + t.black.credits + t.supply.credits + t.markers == total
            assert min(t.white.credits, t.black.credits, t.supply.credits, t.markers) >= 0
            t.state.apply(chooser.choice(t.state.legal_actions()))
        assert t.white.credits + t.black.credits + t.supply.credits == total


def test_the_supply_starts_empty() -> None:
    t = new(1)
    assert (t.white.credits, t.black.credits, t.supply.credits, t.markers) == (5, 5, 0, 0)


def test_markers_cannot_be_gained() -> None:
    """Nine credits are in hand and one lies on Comet: nothing to gain for Moss or Sell Patent."""
    t = table(Side(projects=["Comet", "Research Outpost", "Moss"], credits=4, used=["Comet"]), Side(credits=5))
    assert (t.supply.credits, t.markers) == (0, 1)
    assert not t.can("Sell Patent")


def test_markers_return_only_when_both_have_passed() -> None:
    t = table(Side(projects=row("Comet"), credits=3, cities=[1]), Side(credits=2)).do("Comet", "pass")
    assert t.markers == 1
    t.do("pass")
    assert t.markers == 0
    assert t.white.credits + t.black.credits + t.supply.credits == 10


def test_markers_are_back_in_the_supply_before_income() -> None:
    """All other credits are in hand, so White's income is the credit from his project."""
    white = Side(projects=row("Comet"), credits=4, used=["Comet"], cities=[1])
    t = after_income(table(white, Side(credits=5)))
    assert (t.white.credits, t.supply.credits) == (5, 0)


@pytest.mark.parametrize(
    ("cities", "water", "due"),
    [
        ([], [], 0),
        ([1], [], 1),
        ([1, 7], [], 2),
        ([7], [3], 2),
        ([5], [9, 10], 3),
        ([4, 13], [9], 4),  # hex 9 touches both cities and counts for each
        ([5], [3, 15, 16], 1),  # water that touches no city of his
        ([8, 14], [9, 10, 15], 6),  # 8: 9; 14: 9, 10, 15
    ],
)
def test_income_is_one_per_city_and_per_water_touching_each_city(cities: list[int], water: list[int], due: int) -> None:
    t = after_income(table(Side(credits=0, cities=cities), Side(credits=0), water=water))
    assert t.white.credits == min(due, 5)
    assert t.black.credits == 0


def test_greenery_and_heat_bring_no_income() -> None:
    assert after_income(table(Side(credits=0, cities=[5]), greenery=[1, 2], heat=[4])).white.credits == 1


def test_a_water_between_two_players_pays_both() -> None:
    t = after_income(table(Side(credits=0, cities=[4]), Side(credits=0, cities=[14]), water=[9]))
    assert (t.white.credits, t.black.credits) == (2, 2)


def test_credits_above_five_are_returned_after_income() -> None:
    t = after_income(table(Side(credits=4, cities=[4, 13]), Side(credits=0), water=[9]))
    assert (t.white.credits, t.supply.credits) == (5, 5)
    t = after_income(table(Side(credits=8), Side(credits=0)))
    assert (t.white.credits, t.supply.credits) == (5, 5)


def test_credits_above_five_are_kept_during_the_action_phase() -> None:
    t = table(Side(credits=8), Side(credits=0)).do("pass")
    assert t.white.credits == 8


@pytest.mark.parametrize(("leader", "white_gets"), [("white", 2), ("black", 4)])
def test_the_lead_player_collects_and_returns_first(leader: str, white_gets: int) -> None:
    """Two credits are in the supply and White is due 4; Black returns 3 above 5, in time only if he leads."""
    t = table(Side(credits=0, cities=[4, 13]), Side(credits=8), water=[9], leader=leader)
    after_income(t)
    assert (t.white.credits, t.black.credits) == (white_gets, 5)


def test_income_is_limited_by_the_supply() -> None:
    """White is due 4 and one credit is in the supply; what is missing is lost, though Black then returns 2."""
    t = after_income(table(Side(credits=2, cities=[4, 13]), Side(credits=7), water=[9], leader="white"))
    assert (t.white.credits, t.black.credits, t.supply.credits) == (3, 5, 2)


def test_income_does_not_go_to_a_dummy() -> None:
    t = table(Side(credits=0, cities=[1]), Side(credits=0, cities=[7, 13]), players=1).do("pass")
    assert (t.white.credits, t.black.credits, t.supply.credits) == (1, 0, 4)


@pytest.mark.parametrize(("generation", "leader"), [(1, "white"), (2, "black"), (3, "white"), (4, "black")])
def test_the_lead_alternates(generation: int, leader: str) -> None:
    t = table(generation=generation, turn=leader)
    t.do("pass", "pass")
    assert t.generation == generation + 1
    assert t.turn != leader


def test_a_gain_takes_what_the_supply_has_and_loses_the_rest() -> None:
    white = Side(projects=["Ice Cap Melting", "Bushes", "Moss"], credits=3, heat=5)
    t = table(white, Side(credits=7), water=[15, 16], greenery=[17])  # the supply is empty
    t.do("Ice Cap Melting", "water to 19")  # pays 3, of which 2 reach the supply; touches 15 and 16
    assert (t.white.credits, t.supply.credits, t.markers) == (2, 0, 1)
    poor = table(
        Side(projects=["Water From Europa", "Research Outpost", "Trees"], credits=1), Side(credits=9), water=[9, 15]
    )
    poor.do("Water From Europa", "water to 10")  # pays 1, which stays on the project
    assert (poor.white.credits, poor.supply.credits, poor.markers) == (0, 0, 1)
