"""The canyon side: arrows, patterns, ramping (rulebook: Canyon Side of the Game Board).

Rows 4 and 5 have no number. Canyon: (2-4, 4) and (3-6, 5).
"""

from __future__ import annotations

from typing import Any

from regolith.envs.core import rng
from regolith.envs.terror_below.words import Kind, Result

from .table import Table, attack, cell, strike, table

FAR = (("boomer", 1, (5, 2)), ("boomer", 2, (5, 2)), ("boomer", 4, (5, 2)))


def canyon(**position: Any) -> Table:
    return table(**{"board": "canyon", "worms": FAR, "pawns": {0: (1, 1), 1: (1, 8), 2: (6, 8)}, **position})


def test_no_move_into_the_canyon() -> None:
    made = canyon(pawns={0: (2, 3), 1: (1, 8), 2: (6, 8)}).do("Car 5 NN under worm 1")
    assert "move south" not in made.legal
    assert "move north" in made.legal


def test_targets_skip_the_canyon() -> None:
    worms = (("boomer", 1, (3, 3)), ("boomer", 2, (5, 2)), ("boomer", 4, (5, 2)))
    assert canyon(worms=worms, hands={0: ["Boots 2 S"]}).do("Boots 2 S under worm 1").target(0) == (3, 6)
    worms = (("boomer", 1, (2, 5)), ("boomer", 2, (5, 2)), ("boomer", 4, (5, 2)))
    made = canyon(worms=worms, hands={0: ["Boots 2 E"]}).do("Boots 2 E under worm 1")
    assert made.target(0) == (2, 5), "no desert space in that direction: the arrow is skipped"


def test_no_rubble_in_the_canyon_and_eggs_of_a_queen_there_are_rolled() -> None:
    """R14: an egg that would fall into the canyon is rolled."""
    made = attack(worm=("queen", 1), at=(5, 4), board="canyon", pawns={0: (1, 1), 1: (1, 8), 2: (6, 8)})
    strike(made)
    ground = int(made.t.ground[1])
    assert all(ground >> cell(space) & 1 for space in (*made.all_rubble(), *made.all_eggs()))
    assert sorted("".join(made.all_eggs().values())) == ["g", "o", "p", "y"]


def test_patterns_use_physical_rows() -> None:
    """C8: rows without a number count as rows."""
    made = attack(worm=("burrower", 2), at=(1, 3), board="canyon", pawns={0: (6, 1), 1: (1, 8), 2: (6, 8)})
    assert strike(made).all_rubble() == {(1, 1): 1, (1, 2): 1, (1, 4): 1, (1, 5): 1}


def test_ramp_over_one_space_costs_any_card_and_takes_the_rubble() -> None:
    made = canyon(
        pawns={0: (2, 3), 1: (1, 8), 2: (6, 8)}, rubble={(2, 5): 2}, hands={0: ["Car 5 NN", "Boots 2 N", "Boots 2 E"]}
    )
    made.do("Car 5 NN under worm 1", "ramp the canyon south")
    assert (made.kind, made.legal) == (Kind.RAMP_CARD, ["discard Boots 2 N", "discard Boots 2 E"])
    made.do("discard Boots 2 E")
    assert (made.pawn(0), made.s.carried_rubble[0], made.rubble((2, 5)), made.s.pool) == ((2, 5), 2, 0, 4)
    assert "Boots 2 E" in made.discard()
    assert made.points(0) == 0


def test_the_third_rubble_is_exchanged_and_the_rest_stays() -> None:
    """C43: pieces are taken one by one."""
    made = canyon(
        pawns={0: (2, 3), 1: (1, 8), 2: (6, 8)},
        rubble={(2, 5): 2},
        carried_rubble={0: 2},
        hands={0: ["Car 5 NN", "Boots 2 N"]},
    )
    made.do("Car 5 NN under worm 1", "ramp the canyon south")
    assert made.kind == Kind.EXCHANGE
    assert made.do("draw an item").s.carried_rubble[0] == 1


def wide(**position: Any) -> Table:
    """Two canyon spaces south of (3, 3)."""
    hand = {0: ["Car 5 NN", "Pickup Truck 6 NNE"]}
    return canyon(**{"pawns": {0: (3, 3), 1: (1, 8), 2: (6, 8)}, "hands": hand, **position}).do("Car 5 NN under worm 1")


def test_a_wide_canyon_takes_a_six_or_seven() -> None:
    assert "ramp the canyon south" in wide().legal
    assert "ramp the canyon south" not in wide(hands={0: ["Car 5 NN", "Car 5 EE"]}).legal
    assert "ramp the canyon south" not in wide(hands={0: ["Car 5 NN"]}).legal


def test_a_daredevil_earns_a_point_and_lands_on_four_or_more() -> None:
    landed = wide().rolled(lambda m: m.pawn(0) == (3, 6), "ramp the canyon south")
    assert (landed.points(0), landed.s.pool, landed.s.deaths) == (1, 4, 0)
    falls = 0
    for seed in range(80):
        trial = wide()
        rng.seed(trial.s.rng, seed)
        falls += int(trial.do("ramp the canyon south").s.deaths)
    assert 25 <= falls <= 55


def test_a_fall_kills_drops_everything_at_the_landing_and_ends_the_actions() -> None:
    """R15, C42: the new Leader is chosen at once, the hand is refilled."""
    made = wide(carried={0: "gp"}, carried_rubble={0: 1}, squads={0: ["Hank", "Shep"]})
    fallen = made.rolled(lambda m: m.s.deaths == 1, "ramp the canyon south")
    assert (fallen.points(0), fallen.pawn(0), fallen.eggs((3, 6)), fallen.rubble((3, 6))) == (1, None, "gp", 1)
    assert fallen.kind == Kind.NEW_LEADER
    fallen.do("Shep")
    assert (fallen.leader(0), fallen.seat) == ("Shep", 1)
    assert len(fallen.hand(0)) == 3


def test_the_point_counts_before_the_fall_and_may_win() -> None:
    """R15, C40: no die is rolled after the twentieth point."""
    made = wide(points={0: 19}).do("ramp the canyon south")
    assert (made.over, made.s.deaths) == (Result.POINTS, 0)


def test_no_ramp_onto_a_pawn() -> None:
    """R15: pawns never share a space."""
    assert "ramp the canyon south" not in wide(pawns={0: (3, 3), 1: (3, 6), 2: (6, 8)}).legal


def test_a_fall_onto_a_location_scatters_the_eggs() -> None:
    """R15: eggs are rolled, rubble goes to the supply."""
    made = wide(carried={0: "g"}, carried_rubble={0: 2})
    made.s.location_space[1], made.s.location_at[cell((1, 6))] = cell((3, 6)), -1
    made.s.location_at[cell((3, 6))] = 1
    fallen = made.rolled(lambda m: m.s.deaths == 1, "ramp the canyon south")
    assert (fallen.eggs((3, 6)), fallen.rubble((3, 6))) == ("", 0)
    assert "".join(fallen.all_eggs().values()) == "g"


def test_a_fall_with_the_last_character() -> None:
    """C42: no ability and no refill for who is out."""
    made = wide(squads={0: []}, dead={0: ["Hank", "Shep"]})
    fallen = made.rolled(lambda m: m.s.deaths == 1, "ramp the canyon south")
    assert fallen.s.out[0]
    assert fallen.hand(0) == [], "no refill"
    assert fallen.seat == 1


def test_a_step_that_does_not_come_closer_is_not_taken() -> None:
    """C24: from (2, 5) the pawn at (5, 4) is 4 away; the only steps lead to (2, 3), (2, 6) and (1, 5), which are no nearer."""
    made = canyon(pawns={0: (5, 4), 1: (1, 8), 2: (6, 8)}).do("Car 5 NN under worm 1")
    made.s.slot_target[0] = cell((2, 5))
    assert made.do("stop").target(0) == (2, 5)


def test_coordinates_skip_the_rows_without_a_number() -> None:
    """C8: only dice and printed coordinates use the numbers."""
    assert canyon().t.dice_space[1, 0, 3] == cell((1, 6))


# around a fall


def fallen(made: Table) -> Table:
    """The same ramp with dice that end it badly."""
    return made.rolled(lambda m: m.s.deaths == 1, "ramp the canyon south")


def test_neither_a_vest_nor_hank_helps_against_a_fall() -> None:
    """C34: the die of the ramp alone decides."""
    made = wide(leaders={0: "Hank"}, gear={0: ["Kevlar Vest"]})
    for seed in range(20):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        shown = 1 + int(rng.below(trial.s.rng.copy(), 6))
        trial.do("ramp the canyon south")
        assert (trial.s.deaths, trial.kind == Kind.PROTECT) == (int(shown < 4), False)


def test_the_new_leader_counts_at_once() -> None:
    """C42, C33: Rebecca's hand is four although her pawn is off the board; Sebastian replaces a card."""
    made = fallen(wide(squads={0: ["Rebecca"]}, dead={0: ["Hank"]}))
    assert (made.leader(0), made.pawn(0), len(made.hand(0))) == ("Rebecca", None, 4)
    assert fallen(wide(squads={0: ["Sebastian"]}, dead={0: ["Hank"]})).kind == Kind.REDRAW


def test_after_a_fall_a_bicycle_still_acts_and_no_target_comes_closer() -> None:
    """C42: an ability that needs the pawn is skipped."""
    hand = ["Bicycle 3 without arrows", "Pickup Truck 6 NNE", "Car 5 EE"]
    made = canyon(pawns={0: (3, 3), 1: (1, 8), 2: (6, 8)}, hands={0: hand}, squads={0: ["Hank", "Shep"]})
    made = fallen(made.do("Bicycle 3 without arrows under worm 1")).do("Shep")
    assert (made.kind, made.seat) == (Kind.FACE_DOWN, 0)
    car = wide(squads={0: ["Hank", "Shep"]})
    before = car.target(0)
    assert fallen(car).do("Shep").target(0) == before


def test_two_players_roll_for_a_worm_after_a_fatal_fall() -> None:
    """C42: the roll and the attacks follow although the squad is gone."""
    made = fallen(wide(players=2, pawns={0: (3, 3), 1: (1, 8)}, squads={0: []}, dead={0: ["Hank", "Shep"]}))
    assert (made.s.out[0], made.s.slot_count.sum()) == (1, 2), "the card played and the rolled one"


def test_the_second_card_of_boots_cannot_pay_for_a_ramp() -> None:
    """C7: it is gone before the actions."""
    pawns = {0: (2, 3), 1: (1, 8), 2: (6, 8)}
    made = canyon(pawns=pawns, hands={0: ["Boots 2 N", "Car 5 NN"]}).do("Boots 2 N under worm 1")
    assert (made.s.pool, "ramp the canyon south" in made.legal) == (7, False)
    seven = canyon(pawns=pawns, hands={0: ["Boots 2 N", "18-Wheeler 7 NNN"]}).do("Boots 2 N under worm 1")
    assert "ramp the canyon south" in seven.legal


def test_a_canyon_ramp_is_a_way_on_but_no_reason_to_step_in() -> None:
    """C38: from a space where the pawn may not stay the canyon may be ramped; a step in needs another way out."""
    hand = {0: ["Car 5 NN", "Car 5 EE"]}
    pawns = {0: (1, 3), 1: (2, 3), 2: (6, 8)}
    made = canyon(pawns=pawns, hands=hand).do("Car 5 NN under worm 1", "move east")
    assert "ramp the canyon south" in made.legal
    assert "stop" not in made.legal
    walled = canyon(pawns=pawns, hands=hand, rubble={(1, 3): 1, (2, 2): 1, (3, 3): 1}).do("Car 5 NN under worm 1")
    assert "move east" not in walled.legal
