"""Solo: ruins, respawning, one egg per space, the moment of each thing in a Terror Turn (rulebook: Solo Rules Differences)."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.core import rng
from regolith.envs.terror_below import worms
from regolith.envs.terror_below.actions import ACTIONS
from regolith.envs.terror_below.cards import refill_line
from regolith.envs.terror_below.words import (
    BOUNTY,
    DIE,
    WORM,
    Deck,
    Kind,
    Location,
    Place,
    Result,
    Scenario,
)

from .table import HUNTS, Space, Table, cell
from .test_solo import BIKE, deliver, exactly, hit, kill, solo

SPITTER = ("spitter", 5)
BOARD = [(column, row) for column in range(1, 7) for row in range(1, 7)]


def ruin(made: Table, *locations: Location) -> Table:
    """These Locations are destroyed."""
    for location in locations:
        made.s.location_at[made.s.location_space[location]] = -1
        made.s.location_space[location] = -1
        made.s.destroyed += 1
    return made


# hunting and dying


def test_passing_is_legal() -> None:
    """C5: the text says that one must attempt to fight; using nothing is an attempt that fails."""
    made = hit(solo(pawns={0: (4, 3)}, worms=exactly(SPITTER, (4, 3)), gear={0: ["Alien Blaster"]}))
    assert "stop" in made.legal
    assert made.do("stop").s.deaths == 1


@pytest.mark.parametrize(
    ("carried", "target", "left"),
    [
        ("g", (4, 2), "g"),
        ("go", (4, 2), ""),
        ("gop", (4, 2), ""),
        ("o", (4, 3), ""),
        ("go", (4, 3), ""),
        ("", (4, 3), "g"),
    ],
)
def test_carried_eggs_fall_together(carried: str, target: Space, left: str) -> None:
    """R32: with another egg on the space all are discarded, one alone survives."""
    made = solo(pawns={0: (4, 3)}, worms=exactly(SPITTER, target), carried={0: carried}, squads={0: ["Hank"]})
    hit(made)
    assert (made.s.deaths, made.eggs((4, 3)), made.carried(0)) == (1, left, "")
    assert (made.s.egg_supply + made.s.eggs.sum(0)).tolist() == [7, 7, 7, 7]


# locations


def test_an_exact_hit_leaves_an_open_space_and_catches_who_was_inside() -> None:
    """C59: a Queen lays her centre rubble there."""
    made = solo(pawns={0: (3, 1)}, worms=exactly(("queen", 1), (3, 1)), queens=True, rubble={(3, 1): 1})
    hit(made)
    assert (made.s.destroyed, made.rubble((3, 1)), made.s.deaths) == (1, 1, 1)


def test_face_down_cards_decide_which_location_is_hit() -> None:
    """C59: they are resolved before anything is destroyed."""
    made = solo(worms=exactly(SPITTER, (3, 2)), under={0: ["Bicycle 3 N"]})
    made.s.under_owner[0, 0] = 0
    hit(made)
    assert (made.s.destroyed, made.s.location_space[Location.GOVERNMENT_FACILITY], made.eggs((3, 1))) == (1, -1, "g")


def test_one_egg_per_space_holds_in_setup_but_locations_are_safe() -> None:
    """C56: setup attacks follow the standard rules for Locations."""
    made = solo(rubble={(3, 1): 1})
    number = next(i for i in range(WORM) if made.t.worm_egg[i] == 0)
    for eggs in ("g", ""):
        worms.erupt(made.t, made.s, number, cell((3, 2)), True)
        assert (made.eggs((3, 2)), made.rubble((3, 1)), made.s.destroyed) == (eggs, 1, 0)


def test_selia_may_take_the_bonus_of_a_ruin() -> None:
    """C30: the Government Facility need not stand."""
    made = solo(leaders={0: "Selia"}, pawns={0: (3, 6)}, carried={0: "g"})
    ruin(made, Location.GOVERNMENT_FACILITY).do(f"{BIKE} under worm 1", "deliver green egg")
    assert made.kind == Kind.REPLACE_BONUS
    assert made.do("yes").kind == Kind.HIDDEN_BOUNTY


def test_hidden_bounties_for_ruins_and_served_locations() -> None:
    """C63: for a ruin it cannot be completed, for a served Location it only scores."""
    bounty = "green egg to Motel (2)"
    made = solo(pawns={0: (3, 6)}, carried={0: "g"}, hidden={0: [bounty]})
    ruin(made, Location.MOTEL).do(f"{BIKE} under worm 1")
    assert not [name for name in made.legal if name.startswith("deliver")]
    made = solo(pawns={0: (3, 6)}, carried={0: "g"}, hidden={0: [bounty]})
    made.s.served = 1 << Location.MOTEL
    made.do(f"{BIKE} under worm 1", "deliver green egg", f"{bounty} (hidden)")
    assert (made.points(0), int(made.s.served)) == (2 + 1, 1 << Location.MOTEL)


def test_a_banned_bounty_may_be_drawn_as_a_hidden_one() -> None:
    """C63: bans concern the line only."""
    made = solo(pawns={0: (3, 1)}, carried={0: "g"}).top(Deck.BOUNTY, "green egg to Motel (2)")
    ruin(made, Location.MOTEL).do(f"{BIKE} under worm 1", "deliver green egg", "top card of the bounty deck")
    assert made.hidden(0) == ["green egg to Motel (2)"]


def test_legal_discards_come_back_to_the_line() -> None:
    """R34: banned ones stay where they are."""
    made = solo(scenario="total_extermination", line=())
    s = made.s
    s.at[BOUNTY:WORM], s.deck_count[Deck.BOUNTY], s.trophies = Place.DONE, 0, 1
    names = made.names[BOUNTY:WORM]
    for name in ("hunt Spitter (3)", "hunt any worm (3)"):
        s.at[BOUNTY + names.index(name)] = Place.DISCARD
    refill_line(made.t, s)
    assert made.line() == ["hunt any worm (3)", "", "", ""]
    assert made.at(Place.DISCARD, BOUNTY, WORM) == ["hunt Spitter (3)"]


# respawning


def respawn(seed: int, **position: Any) -> Table:
    """The pawn comes back to a town without Locations."""
    made = ruin(solo(pawns={0: None}, ready=False, **position), *Location)
    rng.seed(made.s.rng, seed)
    return made.renew()


def test_the_last_space_without_rubble_is_found() -> None:
    """R31, C64: an egg may lie there."""
    rubble = {space: 1 for space in BOARD if space != (5, 2)}
    for seed in range(5):
        assert respawn(seed, rubble=rubble, eggs={(5, 2): "g"}).pawn(0) == (5, 2)


def test_the_first_roll_counts_if_rubble_is_everywhere() -> None:
    """C64: no endless rolling."""
    for seed in range(5):
        made = ruin(solo(pawns={0: None}, ready=False, rubble=dict.fromkeys(BOARD, 1)), *Location)
        rng.seed(made.s.rng, seed)
        generator = made.s.rng.copy()
        first = (1 + int(rng.below(generator, DIE)), 1 + int(rng.below(generator, DIE)))
        assert made.renew().pawn(0) == first


# the Terror Turn


def test_the_card_of_the_blue_die_acts_before_the_attack_that_it_triggers() -> None:
    """C61: arrows, then the attack, then the red die."""
    made = solo(worms=exactly(SPITTER, (4, 3)), under={0: ["Boots 2 without arrows"]}, hands={0: [BIKE]})
    made.top(Deck.VEHICLE, "Car 5 NN", "Car 5 EE", "Car 5 SS", "Boots 2 W").top(Deck.WORM, "Grabber", "Burrower")
    filled = made.rolled(lambda m: m.s.attacks == 2, f"{BIKE} under worm 1", "stop")
    assert filled.eggs((3, 3)) == "g", "one space to the west"


# the end


def test_the_attack_in_which_the_objective_is_completed_does_not_count() -> None:
    """C58: it is not resolved yet."""
    made = solo(
        pawns={0: (4, 3)},
        worms=exactly(SPITTER, (4, 3)),
        gear={0: ["Alien Blaster"]},
        scenario="total_extermination",
        line=("hunt Spitter (3)", *HUNTS[:3]),
    )
    made.s.trophies, made.s.attacks = 0b11000, 6
    hit(made).do("use Alien Blaster")
    assert made.over == Result.OBJECTIVE
    assert made.state.scores() == [3 + (15 - 6)]


def test_other_objectives_win_at_once_and_twenty_points_do_not() -> None:
    """C57: neither by a kill nor by a delivery."""
    assert not kill(("hunt any worm (3)", *HUNTS[:3]), points={0: 19}).state.is_terminal
    assert not deliver("green egg to Motel (2)", points={0: 19}).state.is_terminal


def test_the_scenarios_are_ordered_by_difficulty() -> None:
    """R17: 1, 2 and 3."""
    assert list(Scenario) == [Scenario.SPECIAL_DELIVERY, Scenario.TOTAL_EXTERMINATION, Scenario.SCRAMBLE]


def test_restarting_and_resigning_are_no_actions() -> None:
    """C66: they belong to whoever runs the game."""
    words = " ".join(f"{piece.name} {piece.meaning}" for piece in ACTIONS).lower()
    assert "pick up" in words
    assert not [word for word in ("resign", "restart", "concede", "give up", "new game") if word in words]
