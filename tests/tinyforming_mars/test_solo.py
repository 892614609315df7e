"""Solitaire: the dummy's cities, five credits, and the aim of using up all three supplies in twelve generations."""

from __future__ import annotations

import random
from typing import Any

import pytest

from regolith.envs.core.errors import InvalidOptions
from regolith.envs.core.record import Over
from regolith.envs.tinyforming_mars.words import Kind

from .table import ADJACENT, FACTS, LAND, PROJECTS, Side, Table, new, row, table

GREEN_OUT = [2, 4, 6, 7, 8, 11, 12]
WATER_OUT = [3, 9, 10, 16]
DUMMY = Side(credits=0, cities=[1, 14])


def play(white: Side, black: Side = DUMMY, **position: Any) -> Table:
    return table(white, black, players=1, **position)


def revealed(t: Table) -> str:
    """The face turned over for the dummy: it lies up at the bottom of the deck."""
    return f"{int(t.record.deck_card[3]) + 1}{'AB'[int(t.record.deck_up[3])]}"


# setup


@pytest.mark.parametrize("name", FACTS["solo_dummy_cities"])
def test_dummy_cities_of_every_face(name: str) -> None:
    expected, seen = FACTS["solo_dummy_cities"][name], set()
    for seed in range(250):
        t = new(seed, players=1, map=name)
        face = revealed(t)
        assert t.black.cities == set(expected[face]), face
        seen.add(face)
    assert seen == set(expected)
    assert len(seen) == 14


@pytest.mark.parametrize("name", FACTS["solo_dummy_cities"])
def test_table_of_dummy_cities_follows_from_the_costs(name: str) -> None:
    """The lower cost counts land from the top left, the higher one from the bottom right."""
    land = sorted(LAND[name])
    for face, cities in FACTS["solo_dummy_cities"][name].items():
        low, high = sorted(p["cost"] for p in PROJECTS.values() if f"{p['card']}{p['face']}" == face)
        assert cities == [land[low - 1], land[-high]]
        assert cities[1] not in ADJACENT[cities[0]]


def test_start() -> None:
    t = new(3, players=1)
    assert (t.white.credits, t.black.credits, t.supply.credits) == (5, 0, 0)
    assert (t.supply.heat, t.supply.greenery, t.supply.water) == (11, 7, 4)
    assert (t.turn, t.kind, t.generation) == ("white", Kind.ORIENT, 1)


def test_first_city_keeps_away_from_the_dummy() -> None:
    t = new(3, players=1).skip_research()
    assert (t.kind, t.turn) == (Kind.FIRST_CITY, "white")
    dummy = t.black.cities
    touched = set().union(*(ADJACENT[city] for city in dummy))
    assert t.hexes() == LAND["tharsis"] - dummy - touched
    assert t.do(t.offered()[0]).kind == Kind.ACTION


def test_the_player_faces_one_project_of_each_card_and_the_dummy_none() -> None:
    t = new(3, players=1).skip_research()
    assert (t.record.facing[1] == -1).all()
    assert len({int(n) // 4 for n in t.record.facing[0]}) == 3


# the dummy


def test_white_always_leads_and_the_dummy_never_acts_nor_earns() -> None:
    chooser = random.Random(3)
    for seed in range(10):
        t = new(seed, players=1)
        dummy = t.black.cities
        while not t.state.is_terminal:
            assert t.turn == "white"
            assert t.record.leader == 0
            assert (t.black.credits, t.black.heat, sum(t.black.tokens.values())) == (0, 0, 0)
            assert t.black.cities == dummy
            assert t.white.credits + t.supply.credits + t.markers == 5
            t.state.apply(chooser.choice(t.state.legal_actions()))


def test_the_player_goes_on_after_each_action_until_he_passes() -> None:
    t = play(Side(projects=row("Comet"), credits=3)).do("Comet")
    assert t.turn == "white"
    assert t.do("Sell Patent").turn == "white"
    assert t.do("pass").generation == 4


def test_income_comes_from_the_five_credits() -> None:
    t = play(Side(credits=0, cities=[4, 13]), Side(credits=0, cities=[2, 18]), water=[9]).do("pass")
    assert (t.white.credits, t.black.credits, t.supply.credits) == (4, 0, 1)
    full = play(Side(credits=4, cities=[4, 13]), Side(credits=0, cities=[2, 18]), water=[9]).do("pass")
    assert (full.white.credits, full.supply.credits) == (5, 0)


@pytest.mark.parametrize(("dummy", "gain"), [([7], 2), ([7, 13], 3)])
def test_power_grid_counts_black_cities(dummy: list[int], gain: int) -> None:
    t = play(Side(projects=row("Power Grid"), credits=5, cities=[1]), Side(credits=0, cities=dummy)).do("Power Grid")
    assert t.white.credits == gain


def test_solar_power_counts_black_cities() -> None:
    def can(credits: int, dummy: list[int]) -> bool:
        return play(Side(projects=row("Solar Power"), credits=credits), Side(credits=0, cities=dummy)).can(
            "Solar Power"
        )

    assert can(1, [8, 12])
    assert not can(1, [8, 18])
    assert can(2, [8, 18])
    assert not can(2, [5, 18])


def test_grass_grows_next_to_black_cities() -> None:
    t = play(Side(projects=row("Grass"), heat=3), Side(credits=0, cities=[1])).do("Grass")
    assert t.hexes() == {2, 4, 5}


def test_artificial_lake_goes_next_to_black_cities() -> None:
    t = play(Side(projects=row("Artificial Lake"), heat=4), Side(credits=0, cities=[11])).do("Artificial Lake")
    assert t.hexes() == {10, 15, 16}


def test_lichen_keeps_away_from_black_cities() -> None:
    t = play(Side(projects=row("Lichen"), heat=2), Side(credits=0, cities=[5, 18])).do("Lichen")
    assert t.hexes() == {7, 8, 11, 12, 13}


def test_black_cities_do_not_lower_the_cost_of_windmills() -> None:
    """Windmills and Bushes speak of your cities."""
    t = play(Side(projects=row("Windmills"), credits=3), Side(credits=0, cities=[5]))
    assert not t.can("Windmills")


# the aim


ALL_OUT: dict[str, Any] = {"greenery": GREEN_OUT, "water": WATER_OUT}


@pytest.mark.parametrize("generation", [1, 7, 12])
def test_won_when_all_three_supplies_are_used_up(generation: int) -> None:
    t = play(Side(heat=11), generation=generation, **ALL_OUT)
    assert not t.state.is_terminal
    t.do("pass")
    assert (t.state.record.over, t.state.returns()) == (Over.FINISHED, [1.0])


@pytest.mark.parametrize(
    ("heat", "position"),
    [(10, ALL_OUT), (11, ALL_OUT | {"greenery": GREEN_OUT[:6]}), (11, ALL_OUT | {"water": WATER_OUT[:3]})],
)
def test_two_of_three_supplies_neither_end_nor_win(heat: int, position: dict[str, Any]) -> None:
    t = play(Side(heat=heat), generation=7, **position).do("pass")
    assert not t.state.is_terminal
    assert t.generation == 8
    last = play(Side(heat=heat), generation=12, **position).do("pass")
    assert last.state.returns() == [-1.0]


def test_heat_on_the_map_is_out_of_the_supply_too() -> None:
    t = play(Side(heat=10), heat=[13], generation=12, **ALL_OUT).do("pass")
    assert t.state.returns() == [1.0]


def test_lost_after_twelve_generations() -> None:
    t = play(Side(), generation=11).do("pass")
    assert not t.state.is_terminal
    t.skip_research().do("pass")
    assert (t.state.record.over, t.generation, t.state.returns()) == (Over.FINISHED, 12, [-1.0])


def test_passing_through_takes_exactly_twelve_generations() -> None:
    t, passes = new(5, players=1), 0
    while not t.state.is_terminal:
        passes += t.can("pass")
        t.do("pass" if t.can("pass") else t.offered()[0])
    assert passes == 12
    assert not t.state.is_truncated


FULL = {
    "white": Side(cities=[1, 7], credits=3),
    "black": Side(cities=[13, 19], credits=0),
    "greenery": [2, 4, 5, 6, 15, 16],
    "heat": [8, 11, 12, 14, 17, 18],
    "water": [3, 9, 10],
}


def test_a_full_map_without_success_is_lost() -> None:
    t = play(**FULL).do("pass")
    assert (t.state.record.over, t.state.returns()) == (Over.FINISHED, [-1.0])


def test_success_beats_a_full_map() -> None:
    full = FULL | {
        "white": Side(cities=[1, 7], credits=3, heat=7),
        "greenery": [2, 4, 5, 6, 8, 11, 16],
        "heat": [12, 14, 17, 18],
        "water": [3, 9, 10, 15],
    }
    t = play(**full)
    assert (t.supply.heat, t.supply.greenery, t.supply.water) == (0, 0, 0)
    assert t.do("pass").state.returns() == [1.0]


def test_success_does_not_latch() -> None:
    """The last water lands next to greenery, and Ice Asteroid sends one of those back."""
    white = Side(projects=["Ice Asteroid", "Trees", "Moss"], credits=3, heat=11)
    position = {"greenery": [2, 4, 6, 7, 8, 12, 11], "water": [3, 9, 10]}
    won = play(white, Side(credits=0, cities=[1]), **position | {"water": [3, 9, 10, 16]}).do("pass")
    assert won.state.returns() == [1.0]
    t = play(white, Side(credits=0, cities=[1]), **position).do(
        "Ice Asteroid", "water to 16", "return greenery 12", "pass"
    )
    assert not t.state.is_terminal


def test_the_cap_on_generations_is_for_two_players() -> None:
    with pytest.raises(InvalidOptions, match="max_generations"):
        new(1, players=1, max_generations=20)
