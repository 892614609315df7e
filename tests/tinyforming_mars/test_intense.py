"""The optional variant: a heat attached to the 4th greenery, a water attached to the 8th heat (rulings of R15)."""

from __future__ import annotations

from typing import Any

import pytest

from .table import Side, Table, new, table

BOTH = ("heat", "water")
GREEN = ["Insects", "Power Grid", "Methane From Titan"]
"""Gives the tags of Greenhouses, Energy Farms and Import Water."""


def play(white: Side, attached: tuple[str, ...] = BOTH, **position: Any) -> Table:
    return table(white, attached=attached, intense=True, **position)


def farmer(heat: int = 0, **more: Any) -> Side:
    return Side(projects=GREEN, **{"credits": 3, "heat": heat} | more)


def attached(t: Table) -> tuple[int, int]:
    """Is the heat, is the water still attached?"""
    return int(t.record.attached_heat), int(t.record.attached_water)


def test_setup() -> None:
    t = new(1, intense=True)
    assert attached(t) == (1, 1)
    assert (t.supply.heat, t.supply.greenery, t.supply.water) == (11, 7, 4)
    assert attached(new(1)) == (0, 0)


# the 4th greenery


@pytest.mark.parametrize(("on_map", "bonus"), [([], 0), ([2], 0), ([2, 4], 0), ([2, 4, 6], 1), ([2, 4, 6, 7], 0)])
def test_the_fourth_greenery_brings_the_attached_heat(on_map: list[int], bonus: int) -> None:
    still = BOTH if len(on_map) < 4 else ("water",)
    heat_out = 0 if len(on_map) < 4 else 1
    t = play(farmer(), still, black=Side(heat=heat_out), greenery=on_map).do("Greenhouses", "greenery to 12")
    assert (t.white.heat, t.turn) == (bonus, "black")
    assert t.supply.heat == 11 - heat_out - bonus
    assert attached(t)[0] == (1 if len(on_map) < 3 else 0)


def test_without_the_variant_the_fourth_greenery_brings_nothing() -> None:
    t = table(farmer(), greenery=[2, 4, 6]).do("Greenhouses", "greenery to 12")
    assert (t.white.heat, t.supply.heat) == (0, 11)


def test_a_greenery_on_a_water_hex_counts_as_the_fourth() -> None:
    white = Side(projects=["Protected Valley", "Windmills", "Moss"], credits=4)
    t = play(white, black=Side(heat=2), greenery=[2, 4, 6]).do("Protected Valley", "greenery to 3")
    assert (t.white.heat, t.white.tokens["science"]) == (1, 1)


def test_a_returned_greenery_does_not_earn_the_bonus_twice() -> None:
    """White places the 4th, Ice Asteroid sends one back, and Trees place the 4th again (on 6, next to 7 and 11)."""
    white = Side(projects=["Ice Asteroid", "Trees", "Power Grid"], credits=8, heat=3, tokens={"nature": 1})
    t = play(white, black=Side(credits=2, heat=2), greenery=[11, 12, 19])
    t.do("Greenhouses", "greenery to 7", "pass")
    assert t.white.heat == 4
    t.do("Ice Asteroid", "water to 16", "return greenery 19")
    assert t.supply.greenery == 4
    t.do("Trees")
    assert (t.greenery, t.white.heat) == ({6, 7, 11, 12}, 4)


def test_a_greenery_returned_before_the_bonus_postpones_it() -> None:
    """Three were out and one comes back: the next one is the 3rd again, the one after it the 4th."""
    white = Side(projects=["Asteroid", "Research Outpost", "Moss"], credits=4)
    black = Side(credits=4, heat=2)  # faces Protected Valley, Windmills, Aquifer Pumping
    t = play(white, black=black, greenery=[2, 4, 6]).do(
        "Asteroid", "return greenery 2", "Protected Valley", "greenery to 16"
    )
    assert (t.black.heat, attached(t)) == (2, (1, 1))


def test_the_attached_heat_does_not_move_the_line_of_heat() -> None:
    """Seven heat are out; the bonus makes eight, but the 8th of the line is still to come."""
    t = play(farmer(heat=7), greenery=[2, 4, 6]).do("Greenhouses", "greenery to 12")
    assert (t.white.heat, t.turn, attached(t)) == (8, "black", (0, 1))
    t = play(farmer(heat=8), ("water",), greenery=[2, 4, 6, 12]).do("Energy Farms")
    assert t.hexes() == {3, 9, 10, 15, 16}


# the 8th heat


@pytest.mark.parametrize(
    ("mine", "theirs", "bonus"), [(0, 0, False), (6, 0, False), (7, 0, True), (3, 4, True), (4, 4, False)]
)
def test_the_eighth_heat_brings_the_attached_water(mine: int, theirs: int, bonus: bool) -> None:
    still = BOTH if mine + theirs < 8 else ("heat",)
    t = play(farmer(heat=mine), still, black=Side(heat=theirs), water=[16]).do("Energy Farms")
    assert (t.turn == "white") == bonus
    if bonus:
        assert not t.can("decline")
        t.do("water to 15")
        assert (t.water, t.supply.water, t.white.heat, t.turn) == ({15, 16}, 2, mine + 1, "black")
        assert t.white.tokens["nature"] == 1
        assert t.white.credits == 1  # 3 paid, 1 for the water touched
        assert attached(t) == (1, 0)


def test_without_the_variant_the_eighth_heat_brings_nothing() -> None:
    assert table(farmer(heat=7)).do("Energy Farms").turn == "black"


def test_heat_on_the_map_counts_in_the_line_and_lava_flows_earns_the_bonus() -> None:
    white = Side(projects=["Lava Flows", "Bushes", "Comet"], credits=2, heat=3)
    t = play(white, black=Side(heat=2), heat=[1, 2]).do("Lava Flows", "heat to 4")
    assert (t.heat_on_map, t.white.heat) == ({1, 2, 4}, 3)
    assert t.hexes() == {3, 9, 10, 15, 16}
    assert t.do("water to 16").turn == "black"


def test_a_single_vacant_water_hex_takes_the_bonus_without_asking() -> None:
    t = play(farmer(heat=7), water=[3, 9, 10], greenery=[15]).do("Energy Farms")
    assert (t.water, t.turn, t.supply.water) == ({3, 9, 10, 16}, "black", 0)


def test_without_a_vacant_water_hex_the_bonus_is_lost_and_the_cube_stays() -> None:
    t = play(farmer(heat=7), water=[3, 9, 10], greenery=[15, 16]).do("Energy Farms")
    assert (t.turn, t.supply.water, attached(t)) == ("black", 1, (1, 0))


def test_a_lost_bonus_does_not_come_back_with_the_next_heat() -> None:
    t = play(farmer(heat=8), ("heat",), water=[3, 9, 10], greenery=[15]).do("Energy Farms")
    assert (t.turn, t.water) == ("black", {3, 9, 10})


def test_the_bonus_water_comes_before_the_rest_of_the_card() -> None:
    """Power Grid as the 8th heat: first the water, then a credit per city."""
    white = Side(projects=["Power Grid", "Grass", "Windmills"], credits=5, heat=7, cities=[1])
    t = play(white, black=Side(cities=[18])).do("Power Grid")
    assert t.white.credits == 0
    assert t.do("water to 3").white.credits == 2


# attached cubes that are needed themselves


def test_the_attached_heat_is_taken_when_the_line_is_used_up() -> None:
    t = play(farmer(heat=10), ("heat",), greenery=[2, 4, 6]).do("Energy Farms")
    assert (t.white.heat, t.supply.heat, attached(t)) == (11, 0, (0, 0))
    t = play(farmer(heat=11), (), greenery=[2, 4, 6]).do("Greenhouses", "greenery to 12")
    assert (t.white.heat, t.turn) == (11, "black")


def test_the_attached_water_is_taken_when_the_line_is_used_up() -> None:
    t = play(farmer(), water=[3, 9, 15]).do("Import Water", "water to 16")
    assert (t.supply.water, attached(t)) == (0, (1, 0))
    t = play(farmer(heat=7), ("heat",), water=[3, 9, 15, 16]).do("Energy Farms")
    assert (t.turn, t.white.heat) == ("black", 8)


def test_water_is_taken_from_the_line_while_it_lasts() -> None:
    t = play(farmer(), water=[3, 9]).do("Import Water", "water to 16")
    assert (t.supply.water, attached(t)) == (1, (1, 1))


def test_attached_cubes_belong_to_their_supply() -> None:
    """The attached cube is all that is left: the project can be activated, and the supply is not used up."""
    assert play(farmer(heat=10), ("heat",)).can("Energy Farms")
    assert play(farmer(), water=[3, 9, 15]).can("Import Water")
    t = play(farmer(heat=10), ("heat",), water=[3, 9, 15, 16]).do("pass", "pass")
    assert not t.state.is_terminal
    over = play(farmer(heat=11), (), water=[3, 9, 15, 16]).do("pass", "pass")
    assert over.state.is_terminal


# cards with two parts


def test_comet_may_place_the_attached_water() -> None:
    white = Side(projects=["Comet", "Research Outpost", "Moss"], credits=3, heat=5)
    t = play(white, water=[3, 9, 15]).do("Comet")
    assert set(t.offered()) == {"water to 10", "water to 16", "decline"}
    assert attached(t.do("water to 16")) == (1, 0)


def test_comet_as_the_eighth_heat_first_places_the_bonus_and_then_offers_its_own_water() -> None:
    white = Side(projects=["Comet", "Research Outpost", "Moss"], credits=3, heat=7)
    t = play(white).do("Comet")
    assert not t.can("decline")
    t.do("water to 3")
    assert t.hexes() == {9, 10, 15, 16}
    assert t.can("decline")
    t.do("water to 16")
    assert (t.water, t.supply.water, t.turn) == ({3, 16}, 2, "black")


METHANE = ["Methane From Titan", "Insects", "Aquifer Pumping"]


def test_methane_second_heat_as_the_eighth() -> None:
    t = play(Side(projects=METHANE, credits=4, heat=6)).do("Methane From Titan", "buy the second heat")
    assert (t.white.heat, t.hexes()) == (8, {3, 9, 10, 15, 16})


def test_methane_first_heat_as_the_eighth_is_resolved_before_the_second_is_offered() -> None:
    t = play(Side(projects=METHANE, credits=4, heat=7)).do("Methane From Titan")
    assert (t.white.heat, t.hexes()) == (8, {3, 9, 10, 15, 16})
    t.do("water to 16")
    assert set(t.offered()) == {"buy the second heat", "decline"}
    assert t.do("buy the second heat").white.heat == 9


def test_adjacency_credits_of_the_bonus_water_may_pay_for_the_second_heat() -> None:
    """One credit is left after the first heat; the water on 15 touches that on 16 and brings the other."""
    t = play(Side(projects=METHANE, credits=3, heat=7), water=[16]).do("Methane From Titan", "water to 15")
    assert t.white.credits == 2
    assert t.can("buy the second heat")


def test_methane_second_heat_may_be_the_attached_one() -> None:
    t = play(Side(projects=METHANE, credits=4, heat=9), ("heat",)).do("Methane From Titan", "buy the second heat")
    assert (t.white.heat, t.supply.heat, attached(t)) == (11, 0, (0, 0))


def test_moss_as_the_fourth_greenery_brings_the_heat_and_its_credits() -> None:
    white = Side(projects=["Moss", "Windmills", "Asteroid"], credits=4)
    t = play(white, greenery=[2, 4, 6], water=[16]).do("Moss", "greenery to 12")
    assert (t.white.heat, t.white.credits, t.turn) == (1, 1, "black")


def test_solitaire_can_be_intense() -> None:
    t = table(farmer(heat=7), Side(credits=0, cities=[1, 14]), attached=BOTH, intense=True, players=1).do(
        "Energy Farms"
    )
    assert t.hexes() == {3, 9, 10, 15, 16}
    assert t.do("water to 16").turn == "white"
