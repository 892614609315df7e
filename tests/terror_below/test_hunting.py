"""Hunting, weapons, protection, death and elimination (rulebook: Hunting a Worm, Death, Game End)."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.core import rng
from regolith.envs.terror_below.words import NONE, Kind, Place, Result

from .table import HUNTS, Table, attack, strike

CAUGHT = {0: (3, 3), 1: (1, 6), 2: (6, 6)}
SPITTER = ("spitter", 5)
"""Health 5."""
SCREAMER = ("screamer", 2)
"""Health 7, shaded: three spaces north of it and one more."""


def hunted(worm: tuple[str, int] = SPITTER, **position: Any) -> Table:
    """Seat 0 stands in the middle of an attack."""
    return strike(attack(worm=worm, **{"pawns": CAUGHT, **position}))


def test_the_rulebooks_example_veronica_hunts_a_screamer() -> None:
    made = attack(
        worm=SCREAMER,
        at=(3, 4),
        pawns={0: (3, 3), 1: (1, 6), 2: (6, 6)},
        gear={0: ["Hunting Rifle", "Pistol"]},
        leaders={0: "Veronica"},
    )
    made = made.rolled(
        lambda m: int(m.s.rolled) == 5, "Bicycle 3 without arrows under worm 1", "stop", "use Hunting Rifle"
    )
    assert (made.s.damage, made.kind) == (5, Kind.HUNT)
    plain = made.clone()
    plain.s.at[plain.s.line] = Place.DISCARD
    plain.s.line[:] = NONE
    assert plain.do("use Pistol").points(0) == 1, "no bounty in the line"
    made.do("use Pistol")
    assert made.kind == Kind.TROPHY, "a Screamer bounty lies in the line, two of them"
    made.do(HUNTS[3])
    assert made.points(0) == 5
    assert (made.s.deaths, made.pawn(0)) == (0, (3, 3))
    assert "Screamer" in made.discard()
    assert made.rubble((3, 3)) == 1, "rubble stays although the worm is dead"


def test_hunting_rifle_takes_the_higher_of_two_dice() -> None:
    made = attack(pawns=CAUGHT, gear={0: ["Hunting Rifle", "Pistol"]}, leaders={0: "Pam"}, worm=("boomer", 5))
    seen = []
    for seed in range(100):
        seen.append(int(strike_with(made, seed, "Hunting Rifle").s.damage))
    assert set(seen) <= {1, 2, 3, 4, 5, 6}
    assert 4.0 < sum(seen) / len(seen) < 5.0, "4.47 on average"


@pytest.mark.parametrize(
    ("weapon", "lowest", "highest"),
    [
        ("Pistol", 2, 2),
        ("Shotgun", 2, 7),
        ("Semi-Automatic Rifle", 2, 12),
        ("Dynamite", 4, 4),
        ("Alien Blaster", 8, 8),
        ("Chainsaw", 3, 3),
    ],
)
def test_weapons_deal_their_damage(weapon: str, lowest: int, highest: int) -> None:
    made = attack(worm=("queen", 1), pawns=CAUGHT, gear={0: [weapon, "Sharpened Stick"]}, leaders={0: "Pam"})
    dealt = {int(strike_with(made, seed, weapon).s.damage) for seed in range(25)}
    assert lowest <= min(dealt)
    assert max(dealt) <= highest
    assert len(dealt) > 1 or lowest == highest


def strike_with(made: Table, seed: int, weapon: str) -> Table:
    trial = made.clone()
    rng.seed(trial.s.rng, seed)
    return strike(trial).do(f"use {weapon}")


def test_sharpened_stick_pays_a_point_when_the_worm_is_defeated_by_anyone() -> None:
    made = hunted(gear={0: ["Sharpened Stick", "Dynamite"]}, line=()).do("use Sharpened Stick", "use Dynamite")
    assert made.points(0) == 2, "the killing blow and the stick"
    both = attack(pawns={0: (3, 3), 1: (3, 4), 2: (6, 6)}, gear={0: ["Sharpened Stick"], 1: ["Dynamite"]}, line=())
    strike(both).do("use Sharpened Stick")
    both.do("use Dynamite")
    assert (both.points(0), both.points(1)) == (1, 1)


def test_a_stick_pays_nothing_if_the_worm_survives() -> None:
    made = hunted(gear={0: ["Sharpened Stick"]}, squads={0: ["Pam"]})
    made.do("use Sharpened Stick")
    assert made.points(0) == 0
    assert made.s.deaths == 1


def test_sniper_rifle_joins_from_anywhere_after_the_caught_and_takes_the_kill() -> None:
    """C2, C23: from a Location too, without the bonus of a hat."""
    made = attack(
        pawns={0: (3, 3), 1: (1, 4), 2: (6, 6)},
        gear={0: ["Dynamite"], 1: ["Sniper Rifle"]},
        line=(),
        hats={1: "Cowboy Hat"},
    )
    strike(made).do("use Dynamite")
    assert (made.seat, made.kind) == (1, Kind.JOIN)
    won = made.rolled(lambda m: int(m.s.kills) == 1, "use Sniper Rifle")
    assert (won.points(1), won.s.deaths) == (1, 0)
    assert won.s.damage == 4 + won.s.rolled, "no hat bonus for a joiner"
    made.do("stop")
    assert made.s.deaths == 1


def test_sniper_rifle_not_while_caught() -> None:
    """C23: who is caught cannot join."""
    assert hunted(gear={0: ["Sniper Rifle"]}).s.deaths == 1


def test_order_the_player_who_had_the_turn_first_then_clockwise() -> None:
    """C36: a pass is final."""
    made = attack(
        caught_turn=1, pawns={0: (3, 3), 1: (3, 4), 2: (2, 3)}, gear={0: ["Pistol"], 1: ["Pistol"], 2: ["Pistol"]}
    )
    strike(made)
    order = []
    while made.kind == Kind.HUNT:
        order.append(made.seat)
        made.do("stop")
    assert order == [1, 2, 0], "a pass is final"
    while made.kind == Kind.NEW_LEADER:
        made.do(made.legal[0])
    assert made.s.deaths == 3


def test_damage_is_pooled_and_the_last_one_claims() -> None:
    made = attack(
        pawns={0: (3, 3), 1: (3, 4), 2: (6, 6)},
        gear={0: ["Chainsaw"], 1: ["Pistol"]},
        line=("hunt Spitter (3)", *HUNTS[:3]),
    )
    strike(made).do("use Chainsaw").do("use Pistol")
    assert (made.points(0), made.points(1), made.s.deaths) == (0, 3, 0)


def test_later_hunters_spend_nothing() -> None:
    """R21: the hunt stops when the health is reached."""
    made = attack(
        pawns={0: (3, 3), 1: (3, 4), 2: (6, 6)}, gear={0: ["Alien Blaster", "Pistol"], 1: ["Pistol"]}, line=()
    )
    strike(made).do("use Alien Blaster")
    assert made.gear(0) == ["Pistol"]
    assert made.gear(1) == ["Pistol"]
    assert made.kind == Kind.PLAY


def test_killing_blow_without_a_bounty_is_a_point() -> None:
    assert hunted(gear={0: ["Alien Blaster"]}, line=()).do("use Alien Blaster").points(0) == 1


def test_any_worm_bounties() -> None:
    made = hunted(gear={0: ["Alien Blaster"]}, line=("hunt any worm (3)", *HUNTS[:3])).do("use Alien Blaster")
    assert made.points(0) == 3


def test_a_hidden_hunting_bounty_is_optional() -> None:
    """R20, C4: a point instead is allowed."""
    made = hunted(gear={0: ["Alien Blaster"]}, hidden={0: ["hunt Spitter (3)"]}, line=HUNTS).do("use Alien Blaster")
    assert made.legal == ["hunt Spitter (3) (hidden)", "no bounty, 1 point"]


def test_a_queen_satisfies_any_worm_only() -> None:
    """R23: a Queen is none of the five types."""
    weapons = ["Alien Blaster", "Dynamite"]
    made = hunted(("queen", 1), gear={0: weapons}, line=("hunt any worm (3)", *HUNTS[:3])).do(
        "use Alien Blaster", "use Dynamite"
    )
    assert made.points(0) == 3


def test_using_nothing_is_legal_and_deadly() -> None:
    """R19: a hunter may pass."""
    made = hunted(gear={0: ["Alien Blaster"]}).do("stop")
    assert made.s.deaths == 1
    assert made.gear(0) == ["Alien Blaster"]


# protection


def test_kevlar_vest_saves_the_leader_where_he_is() -> None:
    """C34, C9: protection is asked for when the hunt has failed."""
    made = hunted(gear={0: ["Kevlar Vest"]}, carried={0: "g"})
    assert made.kind == Kind.PROTECT
    saved = made.clone().do("use Kevlar Vest")
    assert (saved.s.deaths, saved.pawn(0), saved.carried(0), saved.points(0)) == (0, (3, 3), "g", 0)
    assert made.do("stop").s.deaths == 1


def test_escape_hatch_to_the_nearest_free_location() -> None:
    """C27: the nearest one that is not occupied."""
    made = attack(pawns={0: (3, 3), 1: (3, 1), 2: (6, 6)}, gear={0: ["Escape Hatch"]})
    strike(made)
    assert made.legal == ["use Escape Hatch", "stop"]
    made.do("use Escape Hatch")
    assert made.legal == ["to General Store", "to Motel"], (
        "3 spaces away; the Government Facility is nearer but occupied"
    )
    made.do("to Motel")
    assert (made.pawn(0), made.s.deaths) == ((3, 6), 0)


def test_escape_hatch_the_owner_breaks_ties_and_only_as_the_first_act() -> None:
    """C35, C9: before hunting, so not after a weapon."""
    made = attack(at=(4, 3), pawns={0: (4, 3), 1: (1, 6), 2: (6, 6)}, gear={0: ["Escape Hatch", "Pistol"]})
    strike(made)
    tied = made.clone().do("use Escape Hatch")
    assert tied.legal == ["to Government Facility", "to State Police"]
    tied.do("to State Police")
    assert tied.pawn(0) == (6, 2)
    made.do("use Pistol")
    assert "use Escape Hatch" not in made.legal


def test_escape_hatch_not_to_the_target() -> None:
    """C27: the target's space is no way out."""
    made = attack(at=(3, 1), pawns={0: (3, 1), 1: (1, 6), 2: (6, 6)}, gear={0: ["Escape Hatch"]})
    strike(made).do("use Escape Hatch")
    assert made.pawn(0) != (3, 1)


def test_hank_rolls_when_he_would_die() -> None:
    """C34: his roll comes last."""
    made = attack(pawns=CAUGHT, leaders={0: "Hank"})
    names = ("Bicycle 3 without arrows under worm 1", "stop")
    alive = made.rolled(lambda m: m.s.deaths == 0, *names)
    assert (alive.leader(0), alive.pawn(0)) == ("Hank", (3, 3))
    dies = sum(_dies(made, seed, names) for seed in range(60))
    assert 25 <= dies <= 55, "four of six"


def _dies(made: Table, seed: int, names: tuple[str, ...]) -> bool:
    trial = made.clone()
    rng.seed(trial.s.rng, seed)
    return bool(trial.do(*names).s.deaths)


# death


def test_death_drops_everything_and_a_new_leader_is_chosen() -> None:
    made = attack(
        pawns=CAUGHT,
        carried={0: "gp"},
        carried_rubble={0: 1},
        hats={0: "Hard Hat"},
        squads={0: ["Pam", "Hank"]},
        gear={0: ["Energy Drink"]},
    )
    strike(made)
    assert made.kind == Kind.NEW_LEADER
    made.do("Hank")
    assert (made.leader(0), made.dead(0), made.squad(0)) == ("Hank", ["Patricia"], ["Pam"])
    assert made.pawn(0) is None
    assert made.eggs((3, 3)) == "ggp"
    assert made.rubble((3, 3)) == 1
    assert "Hard Hat" in made.discard()
    assert made.gear(0) == ["Energy Drink"], "hands stay"


def test_dropped_rubble_above_two_goes_to_the_supply() -> None:
    made = attack(at=(3, 2), pawns=CAUGHT, rubble={(3, 3): 1}, carried_rubble={0: 2}, squads={0: ["Pam", "Hank"]})
    strike(made)
    assert made.rubble((3, 3)) == 2


def test_death_in_a_location_scatters_eggs_and_returns_rubble() -> None:
    """R18: a Location holds neither."""
    made = attack(at=(3, 1), pawns={0: (3, 1), 1: (1, 6), 2: (6, 6)}, carried={0: "go"}, carried_rubble={0: 2})
    strike(made)
    assert made.rubble((3, 1)) == 0
    assert made.eggs((3, 1)) == ""
    assert sorted("".join(made.all_eggs().values())) == ["g", "g", "o"]


def test_the_dead_come_back_on_a_free_location() -> None:
    hands = {0: ["Bicycle 3 without arrows"], 1: ["Boots 2 N"], 2: ["Boots 2 S"]}
    made = attack(pawns={0: (3, 3), 1: (6, 2), 2: (6, 6)}, squads={0: ["Pam", "Hank"]}, hands=hands)
    strike(made).do("Pam").do("Boots 2 N under worm 2", "stop", "Boots 2 S under worm 3", "stop")
    assert (made.seat, made.kind) == (0, Kind.PLACE_PAWN)
    assert made.legal == ["to Government Facility", "to General Store", "to Motel", "to Hospital"], "one is taken"
    made.do("to Motel")
    assert (made.pawn(0), made.kind) == ((3, 6), Kind.PLAY)


# elimination


def last_stand(turn: int = 0, **position: Any) -> Table:
    made = attack(caught_turn=turn, dead={0: ["Pam", "Hank"]}, squads={0: []}, **{"pawns": CAUGHT, **position})
    return strike(made)


def play_on(made: Table, seats: list[int]) -> None:
    """Each of these seats has a turn, then it is over."""
    for seat in seats:
        assert made.seat == seat
        while not made.state.is_terminal and made.seat == seat:
            made.do("stop" if "stop" in made.legal else made.legal[0])
    assert made.state.is_terminal


def test_after_an_elimination_all_others_have_one_turn() -> None:
    """R12: exactly one, and the one who is out cannot win."""
    made = last_stand(points={0: 9, 1: 3, 2: 5})
    assert made.s.out[0]
    play_on(made, [1, 2])
    assert made.over == Result.ELIMINATION
    scores, places = made.state.outcome()
    assert places.tolist() == [3, 2, 1]
    assert scores.tolist() == [0, 3, 5]


def test_the_player_whose_turn_it_was_goes_last() -> None:
    """R12: the final turns begin with the next player."""
    made = last_stand(turn=1, pawns={0: (3, 3), 1: (1, 6), 2: (6, 6)})
    play_on(made, [2, 1])


def test_twenty_points_still_win_in_a_final_turn() -> None:
    """R12: at once."""
    made = last_stand(points={1: 19}, pawns={0: (3, 3), 1: (1, 4), 2: (6, 6)}, carried={1: "g"})
    assert made.seat == 1
    made.do(made.legal[0])
    while "deliver green egg" not in made.legal:
        made.do(made.legal[0])
    made.do("deliver green egg")
    assert made.over == Result.POINTS
    assert made.state.outcome()[1].tolist() == [3, 1, 2]


def test_nobody_left_then_most_points_of_all() -> None:
    """R12: ties go to more bounties."""
    everybody: dict[int, list[str]] = {seat: [] for seat in range(3)}
    made = attack(
        pawns={0: (3, 3), 1: (3, 4), 2: (2, 3)},
        squads=everybody,
        dead={0: ["Pam", "Hank"], 1: ["Merl", "Alan"], 2: ["Will", "Shep"]},
        points={0: 4, 1: 9, 2: 9},
    )
    made.s.bounties_done[2] = 3
    strike(made)
    assert made.over == Result.ELIMINATION
    scores, places = made.state.outcome()
    assert (scores.tolist(), places.tolist()) == ([4, 9, 9], [3, 2, 1])


def test_ties_are_shared_after_bounties() -> None:
    made = last_stand(points={1: 3, 2: 3})
    play_on(made, [1, 2])
    assert made.state.outcome()[1].tolist() == [3, 1, 1]


def test_cards_of_an_eliminated_player_are_out_of_play() -> None:
    """C47: they are in no discard pile."""
    made = last_stand(gear={0: ["Energy Drink"]}, hidden={0: ["hunt Spitter (3)"]})
    assert made.gear(0) == ["Energy Drink"]
    assert made.hidden(0) == ["hunt Spitter (3)"]
    assert not made.at(Place.DISCARD, 54, 78)


def test_fresh_weapons_work_in_the_attack_after_the_own_turn() -> None:
    made = attack(pawns={0: (3, 3), 1: (1, 6), 2: (6, 6)}, rubble={(3, 2): 1}, carried_rubble={0: 2}, line=())
    made.do("Bicycle 3 without arrows under worm 1", "clear north", "draw a weapon")
    assert made.gear(0) == []
    assert len(made.fresh(0)) == 1
    weapon = made.fresh(0)[0]
    made.do("stop")
    assert f"use {weapon}" in made.legal
