"""Final score, tie-breaks, and when the game ends."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.core.record import Over

from .table import ADJACENT, Side, Table, new, table

OUT = {"greenery": [1, 2, 4, 6, 7, 8, 11], "water": [3, 9, 10, 16]}
"""Greenery and water used up."""


def scores(**position: Any) -> list[float]:
    return table(**position).state.scores()


def places(t: Table) -> list[int]:
    return [int(place) for place in t.state.outcome()[1]]


# scoring


def test_worked_example() -> None:
    """White 4 and 13, Black 6. White: cities 5 8 | 8 14 -17 = 3, greenery 8 14 = 2, water 9 = 1, heat 2. Black: 1 + 0 + 1 + 3."""
    assert scores(
        white=Side(cities=[4, 13], heat=2),
        black=Side(cities=[6], heat=3),
        greenery=[5, 8, 14],
        water=[9, 10],
        heat=[17],
    ) == [8, 5]


def test_second_worked_example() -> None:
    """Elysium, the most crowded corner.

    White 10 and 12: city 10 touches greenery 5, 14, 15; city 12 touches greenery 16 and heat 7: 3 + 1 - 1 = 3 points.
    Black 8 and 18: city 8 touches greenery 13; city 18 touches greenery 14, 15: 3 points.
    Greenery alone: White 5 and 16, Black 13 (14 and 15 are shared). Water: 6 touches 10 only, 9 touches 8 and 10, 11 touches
    10 and 12. Heat 1 and 4.
    """
    assert scores(
        white=Side(cities=[10, 12], heat=1),
        black=Side(cities=[8, 18], heat=4),
        greenery=[5, 13, 14, 15, 16],
        water=[6, 9, 11],
        heat=[7],
        map="elysium",
    ) == [3 + 2 + 2 + 1, 3 + 1 + 0 + 4]


def test_nothing_on_the_map_is_worth_nothing() -> None:
    assert scores(white=Side(cities=[1]), black=Side(cities=[19])) == [0, 0]


def test_greenery_next_to_one_player_is_worth_two() -> None:
    assert scores(white=Side(cities=[1]), black=Side(cities=[19]), greenery=[2]) == [2, 0]


def test_shared_greenery_is_worth_one_to_each() -> None:
    assert {4, 6} <= ADJACENT[5]
    assert scores(white=Side(cities=[4]), black=Side(cities=[6]), greenery=[5]) == [1, 1]


def test_greenery_next_to_two_own_cities_counts_for_each_city_but_once_as_a_cube() -> None:
    assert scores(white=Side(cities=[4, 13]), greenery=[8]) == [3, 0]


def test_shared_greenery_between_two_own_cities_and_an_opponent() -> None:
    """Hex 14 on Elysium touches 10, 13 and 18."""
    assert scores(white=Side(cities=[13, 18]), black=Side(cities=[10]), greenery=[14], map="elysium") == [2, 1]


def test_greenery_next_to_nobody_is_worth_nothing() -> None:
    assert scores(white=Side(cities=[1]), black=Side(cities=[19]), greenery=[8]) == [0, 0]


def test_water_next_to_one_player_is_worth_one() -> None:
    assert scores(white=Side(cities=[5]), black=Side(cities=[19]), water=[9]) == [1, 0]


def test_water_next_to_two_own_cities_is_worth_one() -> None:
    assert scores(white=Side(cities=[4, 13]), water=[9]) == [1, 0]


def test_shared_water_is_worth_nothing() -> None:
    assert scores(white=Side(cities=[4]), black=Side(cities=[14]), water=[9]) == [0, 0]


def test_own_heat_is_worth_one_each() -> None:
    assert scores(white=Side(heat=3), black=Side(heat=5)) == [3, 5]


def test_heat_on_the_map_costs_every_adjacent_city_a_point() -> None:
    assert scores(white=Side(cities=[4]), black=Side(cities=[6]), heat=[5]) == [-1, -1]
    assert scores(white=Side(cities=[4, 13]), black=Side(cities=[6]), heat=[8]) == [-2, 0]
    assert scores(white=Side(cities=[1]), black=Side(cities=[19]), heat=[8]) == [0, 0]


def test_tokens_credits_and_cities_are_worth_nothing() -> None:
    assert scores(white=Side(cities=[1, 12], credits=8, tokens={"nature": 2}), black=Side(credits=0)) == [0, 0]


# tie-breaks


def swapped(position: dict[str, Any]) -> dict[str, Any]:
    return position | {"white": position["black"], "black": position["white"]}


TIES = {
    # White: a greenery, 1 city and 1 greenery point. Black: 2 heat.
    "cities": ([2, 2], {"white": Side(cities=[1]), "black": Side(cities=[19], heat=2), "greenery": [2]}),
    # White: 2 city points (5 and the shared 14), 1 greenery point. Black: 14 for both cities, 1 heat.
    "greenery": (
        [3, 3],
        {
            "white": Side(cities=[10]),
            "black": Side(cities=[13, 18], heat=1),
            "greenery": [5, 14],
            "map": "elysium",
        },
    ),
    # White: a water. Black: a heat.
    "water": ([1, 1], {"white": Side(cities=[7]), "black": Side(cities=[18], heat=1), "water": [3]}),
}


@pytest.mark.parametrize("level", TIES)
def test_tie_is_broken_in_order(level: str) -> None:
    """City points, then greenery points, then water points."""
    expected, position = TIES[level]
    t = table(**position)
    assert t.state.scores() == expected
    assert places(t) == [1, 2]
    assert places(table(**swapped(position))) == [2, 1]


def test_city_points_come_before_greenery_points() -> None:
    """White: 14 for both cities. Black: 14 and 5 less the heat on 12, and a greenery point for 5. Two each."""
    t = table(Side(cities=[13, 18]), Side(cities=[10, 7]), greenery=[14, 5], heat=[12], map="elysium")
    assert (t.state.scores(), places(t)) == ([2, 2], [1, 2])


def test_greenery_points_come_before_water_points() -> None:
    """White: 2 city points and a greenery point. Black: 2 city points and a water point."""
    t = table(Side(cities=[10]), Side(cities=[13, 18]), greenery=[5, 14], water=[19], map="elysium")
    assert (t.state.scores(), places(t)) == ([3, 3], [1, 2])


def test_more_points_beat_every_tie_break() -> None:
    t = table(Side(cities=[1]), Side(cities=[19], heat=3), greenery=[2])
    assert (t.state.scores(), places(t)) == ([2, 3], [2, 1])


@pytest.mark.parametrize("heat", [0, 3])
def test_equal_in_everything_is_a_draw(heat: int) -> None:
    """Ruling R13: both win the first place; equal totals and first comparisons mean equal heat."""
    t = table(Side(cities=[4], heat=heat), Side(cities=[6], heat=heat), greenery=[5])
    assert places(t) == [1, 1]


def finished(**position: Any) -> Table:
    t = table(**{"greenery": OUT["greenery"], "water": OUT["water"]} | position).do("pass", "pass")
    assert t.state.record.over == Over.FINISHED
    return t


def test_returns_of_a_finished_game() -> None:
    assert finished(white=Side(heat=3)).state.returns() == [1, -1]
    assert finished(black=Side(heat=3)).state.returns() == [-1, 1]
    assert finished().state.returns() == [0, 0]


def test_the_winner_of_a_tie_break_wins_the_game() -> None:
    """White's greenery on 17 and 14 for his city on 18: 2 city and 2 greenery points; Black has 4 heat."""
    t = finished(white=Side(cities=[18]), black=Side(heat=4), greenery=[1, 2, 4, 6, 7, 14, 17])
    assert (t.state.scores(), t.state.returns()) == ([4, 4], [1, -1])


# the end


@pytest.mark.parametrize(
    ("heat", "greenery", "water", "over"),
    [
        (11, OUT["greenery"], OUT["water"], True),
        (11, OUT["greenery"], [], True),
        (11, [], OUT["water"], True),
        (0, OUT["greenery"], OUT["water"], True),
        (11, [], [], False),
        (0, OUT["greenery"], [], False),
        (0, [], OUT["water"], False),
        (10, OUT["greenery"][:6], OUT["water"], False),
        (0, [], [], False),
    ],
)
def test_the_game_ends_when_two_supplies_are_used_up(
    heat: int, greenery: list[int], water: list[int], over: bool
) -> None:
    t = table(Side(heat=heat), greenery=greenery, water=water).do("pass")
    assert not t.state.is_terminal
    t.do("pass")
    assert t.state.is_terminal == over
    assert t.state.is_truncated is False
    assert t.generation == (3 if over else 4)


FULL = {
    "white": Side(cities=[1, 7]),
    "black": Side(cities=[13, 19]),
    "greenery": [2, 4, 5, 6, 15, 16],
    "heat": [8, 11, 12, 14, 17, 18],
    "water": [3, 9, 10],
}
"""All 19 hexes are taken and no supply is used up."""


def test_the_game_ends_when_no_hex_is_vacant() -> None:
    t = table(**FULL)
    assert (t.supply.heat, t.supply.greenery, t.supply.water) == (5, 1, 1)
    assert t.do("pass", "pass").state.is_terminal


@pytest.mark.parametrize("vacant", ["land", "water hex"])
def test_a_single_vacant_hex_keeps_the_game_going(vacant: str) -> None:
    """Water hexes count too."""
    change = {"heat": FULL["heat"][:5]} if vacant == "land" else {"water": FULL["water"][:2]}
    assert not table(**FULL | change).do("pass", "pass").state.is_terminal


def test_the_end_is_tested_at_income_only_and_does_not_latch() -> None:
    """Ruling R11: greenery and water are used up, but a greenery comes back before the generation is over."""
    white = Side(projects=["Asteroid", "Research Outpost", "Moss"], credits=4)
    t = table(white, **OUT).do("Asteroid")
    assert not t.state.is_terminal
    assert t.copy().do("decline", "pass", "pass").state.is_terminal
    went_on = t.do("return greenery 1", "pass", "pass")
    assert not went_on.state.is_terminal
    assert went_on.generation == 4


def test_play_continues_in_the_generation_in_which_supplies_run_out() -> None:
    """White takes the last heat with greenery gone; Black still acts."""
    white = Side(projects=["Comet", "Research Outpost", "Moss"], credits=3, heat=10)
    t = table(white, greenery=OUT["greenery"], water=[3, 9]).do("Comet", "decline")
    assert (t.supply.heat, t.supply.greenery, t.turn) == (0, 0, "black")
    assert t.can("Sell Patent")
    assert t.do("Sell Patent", "pass", "pass").state.is_terminal


def test_income_is_paid_in_the_last_generation_too() -> None:
    """It changes no score, but it comes before the end check."""
    t = finished(white=Side(cities=[18], credits=0))
    assert t.white.credits == 1


def test_a_cap_cuts_the_game_off_without_a_winner() -> None:
    t = table(Side(heat=5), generation=4, turn="black", max_generations=4).do("pass", "pass")
    assert t.state.is_truncated
    assert t.state.is_terminal
    assert t.state.returns() == [0, 0]
    assert t.state.scores() == [5, 0]
    assert t.state.legal_actions() == []


def test_the_cap_counts_whole_generations() -> None:
    t = new(1, max_generations=2)
    generations = 0
    while not t.state.is_terminal:
        t.do("pass" if t.can("pass") else t.offered()[0])
        generations = max(generations, t.generation)
    assert generations == 2
    assert t.state.is_truncated


def test_a_game_that_ends_by_rule_at_the_cap_is_not_cut_off() -> None:
    t = table(Side(heat=5), generation=3, max_generations=3, **OUT).do("pass", "pass")
    assert not t.state.is_truncated
    assert t.state.returns() == [1, -1]


# turns


def test_players_alternate_one_action_each() -> None:
    t = table(Side(projects=["Comet", "Research Outpost", "Moss"], credits=5), Side(credits=1)).do("Comet")
    assert t.turn == "black"
    assert t.do("Sell Patent").turn == "white"


def test_passing_is_final_and_the_other_goes_on_alone() -> None:
    t = table(Side(credits=0), Side(credits=5), turn="black").do("pass")
    assert t.turn == "white"
    t.do("Sell Patent")
    assert t.turn == "white"
    assert t.do("pass").generation == 4


def test_a_player_with_nothing_to_do_must_still_pass() -> None:
    t = table(Side(credits=0, standard_used=True))
    assert t.offered() == ["pass"]


def test_nobody_acts_after_the_end() -> None:
    t = finished()
    assert (t.turn, t.offered()) == (None, [])
