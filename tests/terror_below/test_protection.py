"""Ways out of an attack: joining hunters, Escape Hatch, Kevlar Vest, and what lasts for one hunt (rulebook: Hunting a Worm)."""

from __future__ import annotations

from typing import Any

from regolith.envs.core import rng
from regolith.envs.terror_below.words import DIE, Kind

from .table import Table, attack, strike
from .test_solo import hit, solo

CAUGHT = {0: (3, 3), 1: (1, 6), 2: (6, 6)}
TWO_CAUGHT = {0: (3, 3), 1: (3, 4), 2: (6, 6)}


def hunted(**position: Any) -> Table:
    return strike(attack(**{"pawns": CAUGHT, **position}))


# joining


def test_a_sniper_needs_no_pawn_on_the_board() -> None:
    """C2: the card says otherwise than the rule about hunters."""
    made = hunted(pawns={**CAUGHT, 1: None}, gear={1: ["Sniper Rifle"]})
    assert (made.seat, made.kind) == (1, Kind.JOIN)


def test_joiners_go_round_from_the_player_who_had_the_turn() -> None:
    """C23: after all who are caught."""
    made = hunted(caught_turn=1, gear={0: ["Pistol"], 1: ["Sniper Rifle"], 2: ["Sniper Rifle"]})
    order = []
    while made.kind in (Kind.HUNT, Kind.JOIN):
        order.append((made.seat, made.kind))
        made.do("stop")
    assert order == [(0, Kind.HUNT), (1, Kind.JOIN), (2, Kind.JOIN)]


def test_who_has_escaped_may_join_as_long_as_somebody_is_caught() -> None:
    """C23: alone there is nothing to join."""
    gear = {0: ["Escape Hatch", "Sniper Rifle"]}
    made = hunted(pawns=TWO_CAUGHT, gear=gear).do("use Escape Hatch")
    assert (made.seat, made.kind, made.pawn(0)) == (0, Kind.JOIN, (3, 1))
    alone = hunted(gear=gear).do("use Escape Hatch")
    assert (alone.kind, alone.seat, alone.gear(0), alone.s.deaths) == (Kind.PLAY, 1, ["Sniper Rifle"], 0)


def test_natasha_rolls_neither_as_a_joiner_nor_anything_but_weapons_again() -> None:
    """C22, C23: no Leader's bonus with a Sniper Rifle."""
    made = hunted(leaders={1: "Natasha"}, gear={1: ["Sniper Rifle", "Sniper Rifle"]}, worm=("queen", 1))
    assert made.do("use Sniper Rifle").kind == Kind.JOIN


def test_natasha_rolls_all_dice_of_the_weapon_again() -> None:
    """C22: the sum of both new dice counts."""
    made = hunted(leaders={0: "Natasha"}, gear={0: ["Semi-Automatic Rifle", "Pistol"]}, worm=("queen", 1))
    made.do("use Semi-Automatic Rifle")
    for seed in range(10):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        generator = trial.s.rng.copy()
        again = 2 + int(rng.below(generator, DIE)) + int(rng.below(generator, DIE))
        assert trial.do("yes").s.damage == again


# Escape Hatch


def test_others_may_have_acted_before_an_escape() -> None:
    """C35: it must be the owner's first act, not the first of the hunt."""
    made = hunted(pawns=TWO_CAUGHT, gear={0: ["Pistol"], 1: ["Escape Hatch"]}).do("use Pistol")
    assert (made.seat, made.legal) == (1, ["use Escape Hatch", "stop"])


def test_after_the_leaders_ability_there_is_no_escape() -> None:
    """C35: that was an act too."""
    made = hunted(leaders={0: "Sergeant Ruiz"}, gear={0: ["Escape Hatch"]})
    assert "use Escape Hatch" in made.legal
    assert made.do("use the Leader's ability").s.deaths == 1


def test_no_escape_if_no_location_is_free() -> None:
    """C27: four are occupied, the fifth is the target."""
    pawns = {0: (3, 2), 1: (1, 4), 2: (6, 2), 3: (3, 6), 4: (6, 5)}
    made = hunted(players=5, at=(3, 1), pawns=pawns, gear={0: ["Escape Hatch"]})
    assert (made.s.deaths, made.gear(0)) == (1, ["Escape Hatch"])


def test_distances_to_a_way_out_are_physical() -> None:
    """C27, C8: straight over the canyon, and rows without a number count."""
    pawns = {0: (3, 3), 1: (3, 1), 2: (6, 2)}
    made = hunted(board="canyon", pawns=pawns, gear={0: ["Escape Hatch"]}).do("use Escape Hatch")
    assert made.legal == ["to General Store", "to Motel"], "five spaces each"


def test_solo_the_own_location_is_no_way_out() -> None:
    """C27: it is occupied; a Queen's egg space catches there without laying rubble."""
    queen = (("queen", 1, (3, 2)), ("boomer", 2, (4, 4)), ("boomer", 4, (4, 4)))
    made = hit(solo(worms=queen, queens=True, pawns={0: (3, 1)}, gear={0: ["Escape Hatch"]}))
    assert (made.rubble((3, 1)), made.kind) == (0, Kind.HUNT)
    made.do("use Escape Hatch")
    assert (made.pawn(0), made.s.deaths) == ((6, 2), 0)


def test_solo_no_escape_to_rubble_or_ruins() -> None:
    """C27: the nearest Location has rubble, the next one is destroyed."""
    spitter = (("spitter", 5, (3, 3)), ("boomer", 2, (4, 4)), ("boomer", 4, (4, 4)))
    made = solo(worms=spitter, pawns={0: (3, 3)}, gear={0: ["Escape Hatch"]}, rubble={(3, 1): 1, (1, 4): 1})
    space = made.s.location_space
    made.s.location_at[space[3]], space[3] = -1, -1
    hit(made).do("use Escape Hatch")
    assert made.pawn(0) == (6, 2), "four spaces away; Government Facility, General Store and Motel are nearer"


# Kevlar Vest


def test_protection_comes_after_the_joiners_in_hunting_order() -> None:
    """C34, C9: each may use a vest or pass, then the others die in the same order."""
    pawns = {0: (3, 3), 1: (3, 4), 2: (6, 6)}
    gear = {0: ["Kevlar Vest"], 1: ["Kevlar Vest"], 2: ["Sniper Rifle"]}
    made = hunted(caught_turn=1, pawns=pawns, gear=gear, worm=("queen", 1))
    order = []
    while made.kind in (Kind.HUNT, Kind.JOIN, Kind.PROTECT, Kind.NEW_LEADER):
        order.append((made.seat, made.kind))
        made.do("stop" if "stop" in made.legal else made.legal[0])
    assert order == [
        (2, Kind.JOIN),
        (1, Kind.PROTECT),
        (0, Kind.PROTECT),
        (1, Kind.NEW_LEADER),
        (0, Kind.NEW_LEADER),
    ]


def test_with_a_vest_hank_need_not_roll() -> None:
    """C34: the vest is used before."""
    made = hunted(leaders={0: "Hank"}, gear={0: ["Kevlar Vest"]})
    for seed in range(20):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        assert trial.do("use Kevlar Vest").s.deaths == 0


# from one hunt to the next


def test_what_may_be_used_once_per_hunt_is_ready_for_the_next_one() -> None:
    """C10, C17: the Leader's ability and the damage of a Cowboy Hat, which adds to a Leader's damage too."""
    made = solo(
        worms=(("boomer", 5, (3, 3)), ("boomer", 6, (3, 3)), ("boomer", 4, (6, 6))),
        pawns={0: (3, 3)},
        leaders={0: "Sergeant Ruiz"},
        hats={0: "Cowboy Hat"},
        gear={0: ["Kevlar Vest", "Kevlar Vest"]},
    )
    for slot in range(2):
        hit(made, slot).do("use the Leader's ability")
        assert made.s.damage == 3
        assert made.kind == Kind.PROTECT, "once per hunt, and nothing else to do"
        made.do("use Kevlar Vest")


def test_a_hat_alone_does_no_damage() -> None:
    """C17: it adds to the wearer's own damage only."""
    made = hunted(pawns=TWO_CAUGHT, hats={0: "Cowboy Hat"}, gear={1: ["Pistol", "Pistol"]}, worm=("queen", 1))
    assert made.do("use Pistol").s.damage == 2
