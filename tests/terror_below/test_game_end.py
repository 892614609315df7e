"""The twentieth point, and the turns after an elimination (rulebook: Game End)."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terror_below.death import kill
from regolith.envs.terror_below.words import WORM, Kind, Place, Result

from .table import Table, attack, strike, table
from .test_hunting import CAUGHT, last_stand, play_on

THREE_CAUGHT = {0: (3, 3), 1: (3, 4), 2: (2, 3)}


def test_a_used_card_is_discarded_before_it_wins() -> None:
    """C40: twenty points are checked after every single gain."""
    made = table(gear={0: ["Energy Drink"]}, points={0: 19}).do("use Energy Drink")
    assert (made.over, made.points(0), made.state.outcome()[1].tolist()) == (Result.POINTS, 20, [1, 2, 2])
    assert "Energy Drink" in made.discard()


def test_no_new_worm_after_a_winning_kill() -> None:
    """C40: nothing follows."""
    made = strike(attack(pawns=CAUGHT, gear={0: ["Alien Blaster"]}, points={0: 19}, line=()))
    worm = int(made.s.slot_worm[0])
    made.do("use Alien Blaster")
    assert made.over == Result.POINTS
    assert (made.s.slot_worm[0], made.s.at[WORM + worm], made.s.attacks) == (worm, Place.SLOT, 0)


def sticks(points: dict[int, int]) -> Table:
    """Seats 0 and 1 use Sharpened Sticks, seat 2 strikes the killing blow."""
    gear = {0: ["Sharpened Stick"], 1: ["Sharpened Stick"], 2: ["Dynamite"]}
    made = strike(attack(pawns=THREE_CAUGHT, gear=gear, points=points, line=()))
    return made.do("use Sharpened Stick", "use Sharpened Stick", "use Dynamite")


@pytest.mark.parametrize(
    ("points", "winner"), [({0: 19, 1: 19, 2: 19}, 2), ({0: 19, 1: 19}, 0), ({1: 19, 2: 18}, 1)], ids=str
)
def test_the_killer_gains_first_then_the_sticks_in_the_order_played(points: dict[int, int], winner: int) -> None:
    """C41: only one player reaches twenty."""
    made = sticks(points)
    assert made.over == Result.POINTS
    assert made.state.outcome()[1].tolist().index(1) == winner
    assert [seat for seat in range(3) if made.points(seat) >= 20] == [winner]


def test_two_eliminated_in_one_attack_leave_one_final_turn_for_the_third() -> None:
    """R12: the same as for one."""
    made = attack(
        pawns={0: (3, 3), 1: (3, 4), 2: (6, 6)},
        squads={0: [], 1: []},
        dead={0: ["Pam", "Hank"], 1: ["Merl", "Alan"]},
    )
    play_on(strike(made), [2])
    assert made.state.outcome()[1].tolist()[2] == 1


def test_a_second_elimination_adds_no_turns() -> None:
    """R12: seat 1 falls in its final turn, seat 2 still has just one."""
    made = strike(
        attack(
            pawns=CAUGHT,
            squads={0: [], 1: []},
            dead={0: ["Pam", "Hank"], 1: ["Merl", "Alan"]},
            hands={0: ["Bicycle 3 without arrows"], 1: ["Car 5 WW"]},
        )
    )
    assert made.seat == 1
    kill(made.t, made.s, 1, made.s.pawn[1])
    made.renew().do("Car 5 WW under worm 1")
    play_on(made, [2])
    assert made.state.outcome()[1].tolist()[2] == 1


def turn_of_the_next(players: int, **position: Any) -> Table:
    """Seat 0 is eliminated in its own turn, then seat 1 plays a card."""
    made = last_stand(players=players, hands={0: ["Bicycle 3 without arrows"], 1: ["Car 5 WW"]}, **position)
    assert made.seat == 1
    return made


@pytest.mark.parametrize(("players", "rolled"), [(2, 1), (3, 0)])
def test_the_roll_for_a_worm_depends_on_the_number_of_players_at_the_start(players: int, rolled: int) -> None:
    """C46: three players of whom one is out do not roll."""
    pawns = {seat: space for seat, space in CAUGHT.items() if seat < players}
    made = turn_of_the_next(players, pawns=pawns)
    before = int(made.s.slot_count.sum())
    made.do("Car 5 WW under worm 2", "stop")
    while made.kind == Kind.STEP:
        made.do(made.legal[0])
    assert made.s.slot_count.sum() == before + 1 + rolled
