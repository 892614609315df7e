"""The twelve red projects: what each does and costs."""

from __future__ import annotations

import pytest

from .table import NO_TOKENS, Side, Table, cheapest, row, table

GAIN_ONE_HEAT = ["Windmills", "Geothermal Power", "GHG Factories", "Great Dam", "Solar Power", "Nuclear Power"]


@pytest.mark.parametrize("name", GAIN_ONE_HEAT)
def test_gains_one_heat_and_nothing_else(name: str) -> None:
    before = table(Side(projects=row(name), credits=6, heat=1, cities=[5]), Side(heat=2), water=[3, 16])
    after = before.copy().do(name)
    assert after.turn == "black"
    assert (after.white.heat, after.black.heat, after.supply.heat) == (2, 2, before.supply.heat - 1)
    assert (after.greenery, after.water, after.heat_on_map) == (before.greenery, before.water, set())
    assert after.white.tokens == before.white.tokens
    assert after.white.credits + after.supply.credits + after.markers == 7


# Windmills: cost 4, less 1 per vacant hex next to your cities, at least 1


def windmills(cities: list[int], occupied: list[int], **more: list[int]) -> int:
    return cheapest("Windmills", Side(projects=row("Windmills"), cities=cities), greenery=occupied, **more)


@pytest.mark.parametrize(("occupied", "cost"), [([2, 4, 5], 4), ([2, 4], 3), ([2], 2), ([], 1)])
def test_windmills_cost_less_per_vacant_hex_next_to_own_cities(occupied: list[int], cost: int) -> None:
    assert windmills([1], occupied) == cost


def test_windmills_never_cost_less_than_1() -> None:
    assert windmills([5], []) == 1
    assert windmills([5, 11], []) == 1


def test_windmills_count_vacant_water_hexes_too() -> None:
    """Hex 8 touches 4, 13 and the water hex 9."""
    assert windmills([8], [4, 13]) == 3
    assert windmills([8], [4, 13], water=[9]) == 4


def test_windmills_count_a_hex_between_two_own_cities_once() -> None:
    """Of the hexes around 4 and 13 only 8 is vacant, and it touches both cities."""
    assert windmills([4, 13], [1, 5, 14, 17], water=[9]) == 3
    assert windmills([4, 13], [1, 5, 14, 17, 8], water=[9]) == 4


def test_windmills_ignore_vacant_hexes_next_to_the_opponent() -> None:
    white = Side(projects=row("Windmills"), cities=[1])
    assert cheapest("Windmills", white, black=Side(cities=[14]), greenery=[2, 4, 5]) == 4


# Geothermal Power: cost 3, less 1 per two heat of your own, rounded down


@pytest.mark.parametrize(("heat", "cost"), [(0, 3), (1, 3), (2, 2), (3, 2), (4, 1), (5, 1), (6, 1), (8, 1)])
def test_geothermal_power_costs_less_per_two_own_heat(heat: int, cost: int) -> None:
    assert cheapest("Geothermal Power", Side(projects=row("Geothermal Power"), heat=heat)) == cost


def test_geothermal_power_ignores_the_heat_of_others() -> None:
    white = Side(projects=row("Geothermal Power"))
    assert cheapest("Geothermal Power", white, black=Side(heat=4), heat=[1, 2]) == 3


# GHG Factories: cost 3, less 1 per production tag beyond 2


@pytest.mark.parametrize(
    ("others", "cities", "cost"),
    [
        (("Moss", "Trees"), [], 3),  # PP
        (("Moss", "Fusion Power"), [], 2),  # PPP
        (("Moss", "Asteroid"), [], 1),  # PPPP
        (("Moss", "Asteroid"), [1], 1),  # PPPPP: never below 1
        (("Moss", "Trees"), [1], 2),  # the bonus hex counts
        (("Moss", "Trees"), [1, 17], 1),
    ],
)
def test_ghg_factories_cost_less_per_production_tag_beyond_two(
    others: tuple[str, str], cities: list[int], cost: int
) -> None:
    assert cheapest("GHG Factories", Side(projects=["GHG Factories", *others], cities=cities)) == cost


# Nuclear Power: cost 3, less 1 per energy tag


@pytest.mark.parametrize(
    ("others", "cost"),
    [
        (("Lava Flows", "Comet"), 3),  # no E
        (("Grass", "GHG Factories"), 1),  # EE
        (("Lava Flows", "Grass"), 2),  # E
        (("Lava Flows", "Bushes"), 1),  # EE
    ],
)
def test_nuclear_power_costs_less_per_energy_tag(others: tuple[str, str], cost: int) -> None:
    assert cheapest("Nuclear Power", Side(projects=["Nuclear Power", *others])) == cost


def test_nuclear_power_never_costs_less_than_1() -> None:
    """Four energy tags; production from hex 1 and science from a token."""
    white = Side(projects=["Nuclear Power", "Bushes", "Protected Valley"], cities=[1], tokens={"science": 1})
    assert cheapest("Nuclear Power", white) == 1


# Great Dam: cost 3, less 1 per water on the map beyond 2


@pytest.mark.parametrize(("water", "cost"), [([3, 16], 3), ([3, 16, 9], 2), ([3, 16, 9, 10], 1)])
def test_great_dam_costs_less_per_water_beyond_two(water: list[int], cost: int) -> None:
    assert cheapest("Great Dam", Side(projects=row("Great Dam")), water=water) == cost


# Solar Power: cost 3, less 1 per city in the center row (hexes 8 to 12), anybody's


@pytest.mark.parametrize(
    ("white", "black", "cost"),
    [([5], [18], 3), ([8], [18], 2), ([5], [12], 2), ([8], [12], 1), ([8, 11], [18], 1), ([4, 7], [13, 19], 3)],
)
def test_solar_power_costs_less_per_city_in_the_center_row(white: list[int], black: list[int], cost: int) -> None:
    """Cities of the rows above and below do not count (ruling R10)."""
    mine = Side(projects=row("Solar Power"), cities=white)
    assert cheapest("Solar Power", mine, black=Side(cities=black)) == cost


def test_solar_power_never_costs_less_than_1() -> None:
    """Elysium has three land hexes in the center row: 8, 10 and 12 (ruling R9)."""
    white = Side(projects=row("Solar Power"), cities=[8, 10])
    assert cheapest("Solar Power", white, black=Side(cities=[12]), map="elysium") == 1


# Methane From Titan: a heat; with two space tags, 2 credits more for a second one


def methane(projects: list[str], credits: int = 4, **position: Side) -> Table:
    return table(Side(projects=["Methane From Titan", *projects], credits=credits), **position)


TWO_SPACE = ["Insects", "Aquifer Pumping"]


def test_methane_from_titan_may_buy_a_second_heat() -> None:
    t = methane(TWO_SPACE).do("Methane From Titan")
    assert set(t.offered()) == {"buy the second heat", "decline"}
    before = t.supply.credits
    bought = t.copy().do("buy the second heat")
    assert (bought.white.heat, bought.white.credits, bought.markers) == (2, 0, 1)
    assert bought.supply.credits == before + 2
    assert bought.turn == "black"
    declined = t.do("decline")
    assert (declined.white.heat, declined.white.credits, declined.turn) == (1, 2, "black")


def test_methane_second_heat_needs_a_second_space_tag() -> None:
    t = methane(["Insects", "Protected Valley"]).do("Methane From Titan")
    assert (t.turn, t.white.heat) == ("black", 1)


def test_methane_second_heat_counts_the_space_bonus_hex() -> None:
    t = table(Side(projects=["Methane From Titan", "Insects", "Protected Valley"], credits=4, cities=[19]))
    assert t.do("Methane From Titan").can("buy the second heat")


def test_methane_second_heat_needs_two_more_credits() -> None:
    t = methane(TWO_SPACE, credits=3).do("Methane From Titan")
    assert (t.turn, t.white.heat, t.white.credits) == ("black", 1, 1)


def test_methane_second_heat_needs_a_second_cube() -> None:
    t = methane(TWO_SPACE, black=Side(heat=10)).do("Methane From Titan")
    assert (t.turn, t.white.heat) == ("black", 1)
    assert methane(TWO_SPACE, black=Side(heat=9)).do("Methane From Titan").can("buy the second heat")


# Fusion Power: a heat and a token of your choice


def test_fusion_power_gives_a_heat_and_the_chosen_token() -> None:
    t = table(Side(projects=row("Fusion Power"))).do("Fusion Power")
    assert t.offered() == ["take nature token", "take production token", "take science token"]
    t.do("take science token")
    assert (t.white.heat, t.white.tokens, t.turn) == (1, NO_TOKENS | {"science": 1}, "black")
    assert t.supply.tokens == {"nature": 2, "production": 1, "science": 0}


def test_fusion_power_takes_the_last_kind_of_token_without_asking() -> None:
    white = Side(projects=row("Fusion Power"), tokens={"production": 1})
    t = table(white, Side(tokens={"science": 1})).do("Fusion Power")
    assert t.white.tokens == {"nature": 1, "production": 1, "science": 0}


def test_fusion_power_without_tokens_in_the_supply_still_gives_the_heat() -> None:
    white = Side(projects=row("Fusion Power"), tokens={"nature": 2})
    t = table(white, Side(tokens={"production": 1, "science": 1})).do("Fusion Power")
    assert (t.white.heat, t.white.tokens["nature"], t.turn) == (1, 2, "black")


# Asteroid: a heat; you may return any greenery


def test_asteroid_may_send_any_greenery_back() -> None:
    position = table(Side(projects=row("Asteroid"), credits=4, cities=[1]), greenery=[2, 12, 17]).do("Asteroid")
    assert position.white.heat == 1
    assert position.hexes() == {2, 12, 17}
    assert position.can("decline")
    kept = position.copy().do("decline")
    assert (kept.greenery, kept.supply.greenery, kept.turn) == ({2, 12, 17}, 4, "black")
    returned = position.do("return greenery 12")
    assert (returned.greenery, returned.supply.greenery, returned.turn) == ({2, 17}, 5, "black")


def test_asteroid_asks_even_for_a_single_greenery() -> None:
    assert set(table(Side(projects=row("Asteroid"), credits=4), greenery=[2]).do("Asteroid").offered()) == {
        "return greenery 2",
        "decline",
    }


def test_asteroid_without_greenery_only_gives_the_heat() -> None:
    t = table(Side(projects=row("Asteroid"), credits=4)).do("Asteroid")
    assert (t.turn, t.white.heat) == ("black", 1)


def test_a_greenery_sent_back_reopens_the_greenery_supply() -> None:
    """Black could place none; after the Asteroid he can."""
    white, black = Side(projects=["Asteroid", "Research Outpost", "Moss"], credits=4), Side(credits=4, cities=[8])
    greenery = [1, 2, 4, 5, 6, 7, 14]
    assert not table(white, black, greenery=greenery, heat=[18, 19], turn="black").can("Protected Valley")
    t = table(white, black, greenery=greenery, heat=[18, 19]).do("Asteroid", "return greenery 14")
    assert t.can("Protected Valley")


# Lava Flows: a heat on the map


def test_lava_flows_puts_a_heat_on_vacant_land_for_nobody() -> None:
    white = Side(projects=row("Lava Flows"), cities=[1])
    t = table(white, Side(cities=[19]), greenery=[2], water=[16]).do("Lava Flows")
    assert t.hexes() == {4, 5, 6, 7, 8, 11, 12, 13, 14, 17, 18}
    t.do("heat to 12")  # a bonus hex: gives nothing
    assert (t.heat_on_map, t.white.heat, t.black.heat, t.supply.heat) == ({12}, 0, 0, 10)
    assert (t.white.tokens, t.turn) == (NO_TOKENS, "black")


def test_lava_flows_needs_vacant_land() -> None:
    """All 14 land hexes are taken; a red project without a placement is still allowed."""
    cities = {
        "white": Side(projects=["Lava Flows", "Bushes", "Comet"], credits=5, cities=[1, 7]),
        "black": Side(cities=[13, 19]),
    }
    land = {"greenery": [2, 4, 5, 6, 8, 11], "heat": [12, 14, 17]}
    assert table(**cities, **land, water=[]).can("Lava Flows")  # hex 18 is vacant
    full = {"greenery": [2, 4, 5, 6, 8, 11], "heat": [12, 14, 17, 18]}
    t = table(**cities, **full)
    assert not t.can("Lava Flows")
    assert table(Side(projects=row("Comet"), cities=[1, 7]), Side(cities=[13, 19]), **full).can("Comet")


# Power Grid: a heat and 1 credit per city on the map


@pytest.mark.parametrize(
    ("white", "black", "gain"), [([1], [], 1), ([1], [18], 2), ([1, 7], [13], 3), ([1, 7], [13, 19], 4)]
)
def test_power_grid_pays_a_credit_per_city_of_both_players(white: list[int], black: list[int], gain: int) -> None:
    t = table(Side(projects=row("Power Grid"), credits=5, cities=white), Side(cities=black)).do("Power Grid")
    assert (t.white.heat, t.white.credits, t.markers, t.turn) == (1, gain, 1, "black")


def test_power_grid_credits_come_from_the_supply_and_its_marker_stays() -> None:
    """Black holds 5: the supply is what White has just paid, 4 of the 5 credits."""
    t = table(Side(projects=row("Power Grid"), credits=5, cities=[1, 7]), Side(credits=5, cities=[13, 19])).do(
        "Power Grid"
    )
    assert (t.white.credits, t.supply.credits, t.markers) == (4, 0, 1)


# Comet: a heat; with five of your own then, you may place a water


def test_comet_offers_a_water_to_the_owner_of_five_heat() -> None:
    t = table(Side(projects=row("Comet"), heat=4), water=[3]).do("Comet")
    assert t.white.heat == 5
    assert t.hexes() == {9, 10, 15, 16}
    assert t.can("decline")
    declined = t.copy().do("decline")
    assert (declined.water, declined.turn) == ({3}, "black")
    placed = t.do("water to 9")
    assert (placed.water, placed.supply.water, placed.white.tokens["nature"], placed.turn) == ({3, 9}, 2, 1, "black")


@pytest.mark.parametrize("heat", [0, 3])
def test_comet_with_fewer_than_five_heat_only_gives_the_heat(heat: int) -> None:
    """Heat of the opponent and on the map does not count."""
    t = table(Side(projects=row("Comet"), heat=heat), Side(heat=4), heat=[1]).do("Comet")
    assert (t.turn, t.white.heat) == ("black", heat + 1)


def test_comet_without_a_water_cube_or_hex_only_gives_the_heat() -> None:
    white = Side(projects=row("Comet"), heat=6)
    assert table(white, water=[3, 9, 10, 15]).do("Comet").turn == "black"
    assert table(white, water=[3, 9, 10], greenery=[15, 16]).do("Comet").turn == "black"


def test_comet_asks_even_for_a_single_hex() -> None:
    t = table(Side(projects=row("Comet"), heat=6), water=[3, 9, 10], greenery=[15]).do("Comet")
    assert set(t.offered()) == {"water to 16", "decline"}
