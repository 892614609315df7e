"""What the greedy player likes in a solo game, and the facts of a game."""

from __future__ import annotations

from typing import Any

import pytest

from regolith import envs
from regolith.envs.terror_below.evaluation import evaluate
from regolith.envs.terror_below.view import facts, seat_facts
from regolith.envs.terror_below.words import NONE, Location, Result

from .table import FAR, Table, cell, table

MOTEL, HOSPITAL = (3, 6), (6, 5)
AWAY = (1, 1)


def solo(**position: Any) -> Table:
    return table(**{"players": 1, "pawns": {0: AWAY}, **position})


def worth(made: Table) -> float:
    return float(evaluate(made.t, made.s, 0))


def beside(target: tuple[int, int]) -> tuple[Any, ...]:
    return (("spitter", 1, target), FAR[1], FAR[2])


def destroy(made: Table, *locations: Location) -> Table:
    for location in locations:
        made.s.location_at[made.s.location_space[location]] = NONE
        made.s.location_space[location] = NONE
        made.s.destroyed += 1
    return made


@pytest.mark.parametrize("scenario", ["special_delivery", "scramble"])
def test_a_threatened_location_is_bad(scenario: str) -> None:
    safe = worth(solo(scenario=scenario, worms=beside((5, 3))))
    shaded = worth(solo(scenario=scenario, worms=beside((2, 6))))
    hit = worth(solo(scenario=scenario, worms=beside(MOTEL)))
    assert safe > shaded > hit


def test_a_location_that_is_served_may_fall() -> None:
    threatened, safe = solo(worms=beside(MOTEL)), solo(worms=beside((5, 3)))
    for made in (threatened, safe):
        made.s.served = 1 << Location.MOTEL
    assert worth(threatened) == worth(safe)


def test_total_extermination_needs_no_location() -> None:
    options = {"scenario": "total_extermination"}
    assert worth(solo(worms=beside(MOTEL), **options)) == worth(solo(worms=beside((5, 3)), **options))


def test_rubble_on_a_location_is_bad_and_worse_under_a_worm() -> None:
    clean, covered = solo(worms=beside((2, 6))), solo(worms=beside((2, 6)))
    covered.s.rubble[cell(MOTEL)] = 1
    elsewhere = solo(worms=beside((2, 6)))
    elsewhere.s.rubble[cell(HOSPITAL)] = 1
    assert worth(clean) > worth(elsewhere) > worth(covered)


@pytest.mark.parametrize("scenario", ["special_delivery", "scramble"])
def test_the_last_location_that_is_needed_counts_most(scenario: str) -> None:
    lost = (Location.HOSPITAL,) if scenario == "special_delivery" else (Location.HOSPITAL, Location.STATE_POLICE)

    def cost(*gone: Location) -> float:
        safe, threatened = (destroy(solo(scenario=scenario, worms=beside(at)), *gone) for at in ((5, 3), MOTEL))
        return worth(safe) - worth(threatened)

    assert cost(*lost) > 2 * cost() > 0


def test_attacks_run_out() -> None:
    early, late = solo(), solo()
    late.s.attacks = 5
    assert worth(early) > worth(late)


def test_any_egg_is_worth_carrying_in_special_delivery() -> None:
    bare, carrying = solo(), solo(carried={0: "g"})
    assert worth(carrying) - worth(bare) > 3


# facts


def test_facts_tell_how_a_game_went() -> None:
    made = table(players=4)
    made.s.attacks, made.s.kills, made.s.deaths, made.s.rounds = 7, 3, 2, 9
    for result, word in ((Result.POINTS, "points"), (Result.ELIMINATION, "elimination"), (Result.CUT_OFF, "cut off")):
        made.s.result = result
        assert facts(made.s) == {"rounds": 9, "attacks": 7, "worms killed": 3, "leaders killed": 2, "end": word}


def test_turn_order_counts_from_the_start_player() -> None:
    s = envs.game("terror_below", players=5).new(1).record
    s.start = 3
    orders = [seat_facts(s, seat)["turn order"] for seat in range(5)]
    assert orders == ["3rd", "4th", "5th", "1st", "2nd"]
