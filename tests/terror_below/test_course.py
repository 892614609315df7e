"""A turn: playing a card, distraction, and the actions (rulebook: Turn Sequence)."""

from __future__ import annotations

import pytest

from regolith.envs.terror_below.words import Deck, Kind

from .table import Table, table

NOWHERE = "Boots 2 without arrows"


def drive(made: Table, card: str = "Car 5 NN", slot: int = 1) -> Table:
    return made.do(f"{card} under worm {slot}")


# playing a card


def test_a_card_goes_under_any_worm_below_its_limit() -> None:
    made = table(worms=(("spitter", 1, (4, 4)), ("boomer", 1, (4, 4)), ("boomer", 2, (4, 4))), under={0: [NOWHERE] * 2})
    assert "Car 5 NN under worm 1" in made.legal
    made = table(
        worms=(("boomer", 1, (4, 4)), ("boomer", 2, (4, 4)), ("boomer", 4, (4, 4))),
        under={1: [NOWHERE] * 5},
        ready=False,
    )
    made.s.task_a[0] = 0
    assert not [name for name in made.renew().legal if name.endswith("under worm 2")]


def test_the_played_card_lies_face_up_under_the_worm() -> None:
    made = drive(table())
    assert made.under(0) == ["Car 5 NN"]
    assert made.s.under_owner[0, 0] == -1
    assert "Car 5 NN" not in made.hand(0)


# distraction


@pytest.mark.parametrize(
    ("card", "start", "end"),
    [
        ("Car 5 NN", (4, 4), (4, 2)),
        ("Pickup Truck 6 NNE", (4, 4), (5, 2)),
        ("18-Wheeler 7 EESS", (4, 4), (6, 6)),
        ("Car 5 NN", (4, 2), (4, 1)),
        ("Pickup Truck 6 NNE", (4, 1), (5, 1)),
        ("Car 5 EW", (6, 3), (5, 3)),
    ],
)
def test_arrows_move_the_target_and_those_off_the_board_are_ignored(
    card: str, start: tuple[int, int], end: tuple[int, int]
) -> None:
    made = table(hands={0: [card]}, worms=(("boomer", 1, start), ("boomer", 2, (4, 4)), ("boomer", 4, (4, 4))))
    assert drive(made, card).target(0) == end
    assert made.target(1) == (4, 4)


def test_a_target_may_enter_locations_rubble_and_other_targets() -> None:
    made = table(
        hands={0: ["Car 5 WW"]},
        rubble={(5, 2): 2},
        worms=(("boomer", 1, (6, 1)), ("boomer", 2, (4, 1)), ("boomer", 4, (4, 4))),
    )
    made.s.slot_target[0] = 3 + 6
    assert made.do("Car 5 WW under worm 1").target(0) == (2, 2)
    made = table(hands={0: ["Car 5 WW"]}, worms=(("boomer", 1, (5, 1)), ("boomer", 2, (3, 1)), ("boomer", 4, (4, 4))))
    assert made.do("Car 5 WW under worm 1").target(0) == (3, 1), "the Government Facility, where another target is"


# points and moves


def test_points_are_the_value_of_the_card() -> None:
    assert drive(table()).s.pool == 5
    assert drive(table(hands={0: ["18-Wheeler 7 NNN"]}), "18-Wheeler 7 NNN").s.pool == 7


def test_a_move_costs_a_point_and_goes_in_four_directions() -> None:
    made = drive(table(pawns={0: (2, 2)}))
    assert {name for name in made.legal if name.startswith("move")} == {
        "move north",
        "move east",
        "move south",
        "move west",
    }
    made.do("move east", "move south")
    assert made.pawn(0) == (3, 3)
    assert made.s.pool == 3


def test_a_pawn_never_moves_into_rubble_or_off_the_board() -> None:
    made = drive(table(pawns={0: (1, 1)}, rubble={(2, 1): 1}))
    assert [name for name in made.legal if name.startswith("move")] == ["move south"]


def test_points_need_not_be_spent() -> None:
    """R4: the player may stop with points left."""
    made = drive(table()).do("stop").settle()
    assert made.seat == 1


def test_passing_over_a_pawn_but_not_ending_there() -> None:
    """R5: on an occupied space only a way on is legal."""
    made = drive(table(pawns={0: (2, 2), 1: (3, 2)}))
    made.do("move east")
    assert made.pawn(0) == made.pawn(1)
    assert "stop" not in made.legal
    assert not [name for name in made.legal if not name.startswith(("move", "ramp"))]
    made.do("move east")
    assert "stop" in made.legal
    assert made.s.pool == 3


def test_a_step_in_needs_a_step_out() -> None:
    """R5, C38: a step in is offered only if moves and ramps lead out with the points left."""
    made = table(pawns={0: (2, 2), 1: (3, 2)}, hands={0: ["Car 5 NN"]})
    drive(made).do("move west", "move east", "move west", "move east")
    assert made.s.pool == 1
    assert "move east" not in made.legal
    assert "move west" in made.legal
    walled = drive(table(pawns={0: (1, 1), 1: (2, 1)}, rubble={(3, 1): 1, (2, 2): 1}))
    assert "move east" in walled.legal, "one can turn back"
    two = drive(table(pawns={0: (1, 1), 1: (2, 1), 2: (3, 1)}, rubble={(2, 2): 1, (3, 2): 1}))
    assert "move east" in two.legal


def test_a_pawn_on_rubble_may_leave_but_not_clear_its_own_space() -> None:
    """R22: rubble under a pawn binds it to nothing, but is not adjacent to it."""
    made = drive(table(pawns={0: (2, 2)}, rubble={(2, 2): 1}))
    assert not [name for name in made.legal if name.startswith("clear")]
    assert "stop" in made.legal
    made.do("move east")
    assert "move west" not in made.legal


def test_one_pawn_to_a_location() -> None:
    """C3: a Location is a space like others, so one may pass through but not stay with another pawn."""
    made = drive(table(pawns={0: (3, 2), 1: (3, 1)})).do("move north")
    assert made.pawn(0) == made.pawn(1) == (3, 1)
    assert "stop" not in made.legal
    placing = table(pawns={0: None, 1: (3, 1)})
    assert (placing.kind, "to Government Facility" in placing.legal) == (Kind.PLACE_PAWN, False)


def test_on_the_way_nothing_but_moves_and_ramps() -> None:
    """C38: no card is used on a space where the pawn may not stay."""
    made = drive(table(pawns={0: (2, 2), 1: (3, 2)}, gear={0: ["Energy Drink"]}, rubble={(3, 1): 1}))
    assert "use Energy Drink" in made.legal
    made.do("move east")
    assert made.legal == ["move east", "move south", "move west"], "neither clearing nor an item"


def test_items_before_the_card_or_in_the_action_step() -> None:
    """C37: the step ends with the last point, even if cards that cost nothing are left."""
    made = table(pawns={0: None}, gear={0: ["Energy Drink"]}, hands={0: ["Bicycle 3 N"]}, hats={0: "Tinfoil Hat"})
    assert "use Energy Drink" not in made.legal, "the pawn comes first"
    made.do("to Motel")
    assert "use Energy Drink" in made.legal
    made.do("Bicycle 3 N under worm 1")
    assert made.legal == ["ignore arrows: none", "ignore arrows: 1"], "not during the distraction"
    made.do("ignore arrows: none", "move north", "move north")
    assert "use Energy Drink" in made.legal
    made.do("move north")
    assert (made.seat, made.gear(0)) == (1, ["Energy Drink"])


# ramping a pawn


def test_ramp_straight_or_around_a_corner_two_spaces_for_one_point() -> None:
    """The rulebook's example."""
    made = drive(table(pawns={0: (3, 4), 1: (3, 3)}))
    ramps = [name for name in made.legal if name.startswith("ramp")]
    assert ramps == [f"ramp the pawn north, land {way}" for way in ("north", "east", "west")]
    made.do("ramp the pawn north, land east")
    assert made.pawn(0) == (4, 3)
    assert made.s.pool == 4


def test_no_ramp_over_a_pawn_in_the_same_space() -> None:
    """C39: the pawn that is jumped over is adjacent."""
    made = drive(table(pawns={0: (2, 2), 1: (3, 2), 2: (3, 3)})).do("move east")
    ramps = [name for name in made.legal if name.startswith("ramp")]
    assert ramps == [f"ramp the pawn south, land {way}" for way in ("east", "south", "west")]


def test_ramp_needs_an_empty_landing_space() -> None:
    made = drive(table(pawns={0: (3, 4), 1: (3, 3), 2: (4, 3)}, rubble={(3, 2): 1}))
    assert [name for name in made.legal if name.startswith("ramp")] == ["ramp the pawn north, land west"]


def test_no_ramp_back_onto_the_own_space() -> None:
    """C39: the landing is another space than the start."""
    made = drive(table(pawns={0: (3, 4), 1: (3, 3)}))
    assert "ramp the pawn north, land south" not in made.legal


def test_ramp_over_a_pawn_on_rubble_onto_a_location_or_eggs() -> None:
    """R6: only rubble and pawns on the landing space forbid a ramp."""
    made = drive(table(pawns={0: (3, 3), 1: (3, 2)}, rubble={(3, 2): 2}, eggs={(2, 2): "g"}))
    assert "ramp the pawn north, land north" in made.legal, "the Government Facility"
    assert "ramp the pawn north, land west" in made.legal


# rubble


def test_rubble_is_taken_from_orthogonally_adjacent_spaces() -> None:
    """R1: neither diagonally nor from the own space."""
    made = drive(table(pawns={0: (2, 2)}, rubble={(3, 2): 2, (2, 1): 1, (3, 3): 1, (2, 2): 1}))
    assert [name for name in made.legal if name.startswith("clear")] == ["clear north", "clear east"]
    made.do("clear east")
    assert (made.rubble((3, 2)), made.s.carried_rubble[0], made.s.pool) == (1, 1, 4)


@pytest.mark.parametrize(("choice", "card"), [("draw an item", "Decoy Radio"), ("draw a weapon", "Shotgun")])
def test_the_third_rubble_is_exchanged_for_a_card_at_once(choice: str, card: str) -> None:
    made = drive(table(pawns={0: (2, 2)}, rubble={(3, 2): 1}, carried_rubble={0: 2}))
    supply = int(made.s.rubble_supply)
    made.top(Deck.ITEM, "Decoy Radio").top(Deck.WEAPON, "Shotgun").do("clear east")
    assert made.kind == Kind.EXCHANGE
    made.do(choice)
    assert (made.s.carried_rubble[0], made.s.rubble_supply) == (0, supply + 3)
    assert made.fresh(0) == [card]
    assert made.s.pool == 4


# eggs


def test_pick_up_takes_all_eggs_and_ends_the_action_step() -> None:
    made = drive(table(eggs={(1, 1): "ggp"})).do("pick up").settle()
    assert made.carried(0) == "ggp"
    assert not made.all_eggs()
    assert made.seat == 1


def test_no_eggs_no_pick_up() -> None:
    assert "pick up" not in drive(table()).legal


# the special ability comes after the actions


def test_refill_to_three_and_the_next_player() -> None:
    made = drive(table()).do("stop").settle()
    assert len(made.hand(0)) == 3
    assert made.seat == 1


def test_surplus_cards_stay() -> None:
    """R36: no refill until the hand is below its size again."""
    made = table(hands={0: ["Car 5 NN", "Car 5 EE", "Car 5 SS", "Car 5 WW", "Car 5 NE"]})
    drive(made).do("stop").settle()
    assert len(made.hand(0)) == 4


# worked examples of the appendix


def test_boots_add_the_points_of_a_second_card_only() -> None:
    made = table(hands={0: [NOWHERE, "Pickup Truck 6 NNE", "18-Wheeler 7 NNN"]})
    made.do(f"{NOWHERE} under worm 1")
    assert made.s.pool == 8, "2 for Boots and 6 for the truck; the 7 may not be played, so nothing was asked"
    assert made.under(0) == [NOWHERE]
    assert "Pickup Truck 6 NNE" in made.discard()
    assert made.target(0) == (4, 4), "no arrows of the second card"
    made.do("stop")
    assert made.target(0) == (4, 4), "nor its ability"


def test_boots_ask_which_card() -> None:
    """R7: the second card is chosen together with Boots and cannot be declined."""
    made = table(hands={0: [NOWHERE, "Car 5 NN", "Pickup Truck 6 NNE"]}).do(f"{NOWHERE} under worm 1")
    assert made.kind == Kind.EXTRA_CARD
    assert made.do("add Car 5 NN").s.pool == 7


def test_boots_without_a_card_of_six_or_less() -> None:
    """R7: a 7 is no second card."""
    made = table(hands={0: [NOWHERE, "18-Wheeler 7 NNN"]}).do(f"{NOWHERE} under worm 1")
    assert made.s.pool == 2
    assert made.hand(0) == ["18-Wheeler 7 NNN"]


def test_boots_pick_up_leaves_the_extra_points_unusable() -> None:
    """R7: a pick up ends the step whatever is left of both cards; the rulebook's note."""
    made = table(hands={0: [NOWHERE, "Car 5 NN"]}, eggs={(1, 1): "g"}).do(f"{NOWHERE} under worm 1", "pick up")
    assert made.seat == 1


def test_the_second_card_of_boots_is_discarded_before_the_distraction() -> None:
    """C7: so the choice is made without having seen where the target goes."""
    made = table(hands={0: ["Boots 2 N", "Car 5 NN", "Pickup Truck 6 NNE"]}, hats={0: "Tinfoil Hat"})
    made.do("Boots 2 N under worm 1")
    assert (made.kind, made.target(0)) == (Kind.EXTRA_CARD, (4, 4))
    made.do("add Car 5 NN")
    assert (made.kind, "Car 5 NN" in made.discard()) == (Kind.ARROWS, True)


def test_bicycle_puts_a_second_card_face_down() -> None:
    """R8, C55: it cannot be declined, may go under the same worm, and remembers who put it there."""
    made = table(hands={0: ["Bicycle 3 N", "Car 5 NN", "Car 5 EE"]}).do("Bicycle 3 N under worm 1", "stop")
    assert made.kind == Kind.FACE_DOWN
    cards = ("Car 5 NN", "Car 5 EE")
    assert made.legal == [f"{card} face down under worm {slot}" for card in cards for slot in (1, 2, 3)], "no decline"
    made.do("Car 5 EE face down under worm 3")
    assert made.under(2) == ["Car 5 EE"]
    assert made.s.under_owner[2, 0] == 0
    assert made.target(2) == (4, 4), "its arrows wait for the attack"


def test_bicycle_may_not_fill_a_worm_above_its_limit() -> None:
    """R8: any worm below its limit."""
    worms = (("spitter", 1, (4, 4)), ("boomer", 1, (4, 4)), ("boomer", 2, (4, 4)))
    made = table(hands={0: ["Bicycle 3 N", "Car 5 NN", "Car 5 EE"]}, worms=worms, under={0: [NOWHERE] * 2})
    made.do("Bicycle 3 N under worm 1", "stop")
    assert not [name for name in made.legal if name.endswith("worm 1")]


def test_bicycle_without_another_card_is_skipped() -> None:
    """R8: nothing happens without another card."""
    made = table(hands={0: ["Bicycle 3 N"]}).do("Bicycle 3 N under worm 1", "stop")
    assert made.seat == 1


def test_motorcycle_draws_all_targets_one_space_closer() -> None:
    worms = (("boomer", 1, (1, 4)), ("boomer", 2, (4, 1)), ("boomer", 4, (1, 1)))
    made = table(hands={0: ["Motorcycle 4 E"]}, pawns={0: (1, 1), 1: (5, 5)}, worms=worms)
    made.do("Motorcycle 4 E under worm 3", "stop")
    assert made.target(0) == (1, 3)
    assert made.target(1) == (3, 1)
    assert made.target(2) == (1, 1), "moved to (2, 1) by its arrow, then back"


def test_motorcycle_the_player_chooses_among_equal_ways() -> None:
    """R9: fewer orthogonal steps; a target on the pawn stays."""
    worms = (("boomer", 1, (4, 4)), ("boomer", 2, (1, 1)), ("boomer", 4, (1, 2)))
    made = table(hands={0: ["Motorcycle 4 N"]}, worms=worms).do("Motorcycle 4 N under worm 3", "stop")
    assert made.kind == Kind.STEP
    assert made.legal == ["target north", "target west"]
    made.do("target west")
    assert (made.target(0), made.target(1)) == ((3, 4), (1, 1))


@pytest.mark.parametrize(("card", "steps"), [("Car 5 NN", 1), ("Pickup Truck 6 EES", 1), ("18-Wheeler 7 NNN", 2)])
def test_loud_vehicles_draw_their_own_worm(card: str, steps: int) -> None:
    worms = (("boomer", 1, (1, 6)), ("boomer", 2, (4, 4)), ("boomer", 4, (4, 4)))
    made = table(hands={0: [card]}, worms=worms).do(f"{card} under worm 1")
    before = made.target(0)
    made.do("stop")
    while made.kind == Kind.STEP:
        made.do(made.legal[0])
    after = made.target(0)
    assert before is not None
    assert after is not None
    assert sum(before) - sum(after) == steps
    assert made.target(1) == (4, 4)
