"""Items, hats and the second use of weapons (rulebook: Item and Weapon Cards, Hats)."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terror_below.words import ITEM, WEAPON, Deck, Kind, Place

from .table import HUNTS, Table, attack, strike, table


def with_item(name: str, **position: Any) -> Table:
    return table(gear={0: [name]}, **position)


def acting(name: str, **position: Any) -> Table:
    return with_item(name, **position).do("Car 5 NN under worm 1")


def test_items_are_used_before_the_card_or_in_the_action_step_and_discarded() -> None:
    assert "use Energy Drink" in with_item("Energy Drink").legal
    made = acting("Energy Drink").do("use Energy Drink")
    assert (made.s.pool, made.points(0)) == (7, 1)
    assert "Energy Drink" in made.discard()
    early = with_item("Energy Drink").do("use Energy Drink", "Car 5 NN under worm 1")
    assert (early.s.pool, early.points(0)) == (7, 1)


def test_a_card_acquired_this_turn_may_not_be_used() -> None:
    made = table(pawns={0: (1, 4)}, carried={0: "g"}).top(Deck.ITEM, "Energy Drink")
    made.do("Car 5 NN under worm 1", "deliver green egg")
    assert made.fresh(0) == ["Energy Drink"]
    assert "use Energy Drink" not in made.legal


def test_points_after_a_pick_up_are_lost() -> None:
    """C13: the other effects of the item still count."""
    made = table(gear={0: ["Energy Drink", "Egg Carton"]}, eggs={(1, 1): "g"}).do(
        "Car 5 NN under worm 1", "use Egg Carton", "pick up"
    )
    assert made.s.pool == 4
    made.do("use Energy Drink")
    assert (made.s.pool, made.points(0)) == (4, 2)


def test_egg_carton_lets_the_step_go_on() -> None:
    """C14: with all remaining points."""
    made = acting("Egg Carton", eggs={(1, 1): "g"}).do("use Egg Carton", "pick up")
    assert (made.kind, made.s.pool, made.carried(0)) == (Kind.ACTION, 4, "g")


def test_monster_tires_drive_over_rubble_but_do_not_stop_there() -> None:
    """C16: moves only, and the pawn must get out again."""
    made = acting("Monster Tires", rubble={(2, 1): 2}).do("use Monster Tires", "move east")
    assert made.pawn(0) == (2, 1)
    assert all(name.startswith(("move", "ramp")) for name in made.legal)
    assert made.do("move east").points(0) == 1
    ramp = acting("Monster Tires", pawns={0: (2, 2), 1: (3, 2)}, rubble={(4, 2): 1}).do("use Monster Tires")
    assert "ramp the pawn east, land east" not in ramp.legal


def test_seismograph_moves_a_target_up_to_two_steps() -> None:
    """C25: the token, then up to two directions, or none."""
    made = acting("Seismograph").do("use Seismograph", "target 2")
    assert made.kind == Kind.STEP
    made.do("target west", "target north")
    assert (made.target(1), made.points(0), made.kind) == ((3, 3), 1, Kind.ACTION)
    assert acting("Seismograph").do("use Seismograph", "target 1", "stop").points(0) == 1


def test_decoy_radio_swaps_two_targets() -> None:
    """C26: one of three pairs, no decline."""
    worms = (("boomer", 1, (4, 4)), ("boomer", 2, (5, 5)), ("boomer", 4, (3, 3)))
    made = with_item("Decoy Radio", worms=worms).do("use Decoy Radio")
    assert made.legal == ["swap targets 1 and 2", "swap targets 1 and 3", "swap targets 2 and 3"], "no decline"
    made.do("swap targets 2 and 3")
    assert (made.target(1), made.target(2), made.points(0)) == ((3, 3), (5, 5), 1)


def test_dozer_blade_takes_up_to_three_rubble_for_free() -> None:
    made = acting("Dozer Blade", pawns={0: (2, 2)}, rubble={(3, 2): 2, (2, 1): 2}).do(
        "use Dozer Blade", "clear east", "clear north"
    )
    assert (made.s.carried_rubble[0], made.s.pool) == (2, 5)
    made.do("clear north", "draw an item")
    assert (made.s.carried_rubble[0], made.s.pool, made.points(0)) == (0, 5, 1)


def test_items_with_a_point_can_always_be_cashed_in() -> None:
    """C11: scoring is an effect."""
    assert acting("Dozer Blade").do("use Dozer Blade").points(0) == 1
    assert acting("First Aid Kit").do("use First Aid Kit").points(0) == 1
    assert acting("Tow Cable").do("use Tow Cable").points(0) == 1


def test_forged_papers_make_an_egg_wild_for_the_next_delivery() -> None:
    """C15: any bounty of this Location, or none."""
    line = ("orange egg to General Store (2)", *HUNTS[:3])
    made = acting("Forged Papers", pawns={0: (1, 4)}, carried={0: "gg"}, line=line).do(
        "use Forged Papers", "deliver green egg"
    )
    assert made.legal == ["orange egg to General Store (2)", "no bounty, 1 point"]
    made.do("orange egg to General Store (2)")
    assert made.points(0) == 3
    assert not made.s.wild_egg


def test_forged_papers_work_for_hidden_bounties_and_force_nothing() -> None:
    """C15: used up by the next delivery, whatever it is."""
    line = ("green egg to General Store (3)", *HUNTS[:3])
    hidden = "yellow egg to General Store (4)"
    made = acting("Forged Papers", pawns={0: (1, 4)}, carried={0: "ggg"}, line=line, hidden={0: [hidden]})
    made.do("use Forged Papers", "deliver green egg")
    assert sorted(made.legal) == [line[0], "no bounty, 1 point", f"{hidden} (hidden)"]
    made.do("no bounty, 1 point").do("deliver green egg")
    assert (made.points(0), made.hidden(0)) == (1 + 1 + 3, [hidden]), (
        "the second egg is green again and must go to the line"
    )


def test_forged_papers_are_lost_at_the_end_of_the_turn() -> None:
    """C15: another player's delivery is none of theirs."""
    made = acting("Forged Papers").do("use Forged Papers")
    assert made.s.wild_egg
    made.do("stop").settle()
    assert (made.seat, made.s.wild_egg) == (1, 0)


def test_monster_tires_need_a_point_to_get_out_again() -> None:
    """C16: rubble is a space to pass through."""
    made = with_item("Monster Tires", rubble={(2, 1): 1}, hands={0: ["Bicycle 3 N"]})
    made.do("use Monster Tires", "Bicycle 3 N under worm 1")
    assert "move east" in made.legal
    made.do("move south", "move north")
    assert (made.s.pool, "move east" in made.legal) == (1, False)


def test_no_egg_is_stolen_from_who_is_off_the_board() -> None:
    """C31: both pawns must be there; the card pays all the same."""
    made = acting("Tow Cable", board="canyon", pawns={0: (6, 8), 1: None}, carried={1: "g"}).do("use Tow Cable")
    assert (made.kind, made.carried(1), made.points(0)) == (Kind.ACTION, "g", 1)


def test_tow_cable_takes_an_egg_of_a_neighbour() -> None:
    """C31: within one step; player and colour are named."""
    made = acting("Tow Cable", pawns={0: (2, 2), 1: (3, 2), 2: (2, 4)}, carried={1: "go", 2: "p"}).do("use Tow Cable")
    assert made.legal == ["steal green egg from Blue", "steal orange egg from Blue"], "within one step"
    made.do("steal orange egg from Blue")
    assert (made.carried(0), made.carried(1), made.points(0)) == ("o", "g", 1)


def test_police_scanner_looks_at_two_bounties_and_keeps_one() -> None:
    """C28: the other goes to the bottom."""
    made = with_item("Police Scanner").top(Deck.BOUNTY, "hunt Grabber (4)", "hunt Spitter (3)").do("use Police Scanner")
    assert sorted(made.legal) == ["hunt Grabber (4)", "hunt Spitter (3)"]
    made.do("hunt Grabber (4)")
    assert (made.hidden(0), made.points(0)) == (["hunt Grabber (4)"], 1)
    bottom = made.s.deck[Deck.BOUNTY, 0]
    assert made.s.known[bottom] == 1, "only the owner knows what lies at the bottom"


def test_first_aid_kit_revives() -> None:
    made = acting("First Aid Kit", dead={0: ["Hank"]}, squads={0: []}).do("use First Aid Kit")
    assert (made.squad(0), made.points(0)) == (["Hank"], 1)


def test_suspicious_briefcase_renews_the_line() -> None:
    """C26: any number, chosen together, then one refill."""
    made = (
        with_item("Suspicious Briefcase")
        .top(Deck.BOUNTY, "hunt Grabber (4)", "hunt Spitter (3)")
        .do("use Suspicious Briefcase")
    )
    assert made.kind == Kind.REFRESH
    assert len(made.legal) == 16
    made.do("discard bounties: 1, 3")
    assert made.line() == ["hunt Grabber (4)", HUNTS[1], "hunt Spitter (3)", HUNTS[3]]
    assert made.points(0) == 1
    assert with_item("Suspicious Briefcase").do("use Suspicious Briefcase", "discard bounties: none").line() == list(
        HUNTS
    )


# hats


def test_a_hat_replaces_the_one_worn() -> None:
    made = with_item("Hard Hat", hats={0: "Sun Hat"}).do("use Hard Hat")
    assert "Sun Hat" in made.discard()
    assert made.at(Place.WORN, ITEM, WEAPON) == ["Hard Hat"]


def test_cowboy_hat_adds_to_the_first_damage_of_a_hunt() -> None:
    """C17: by itself, once."""
    made = attack(
        worm=("boomer", 5),
        pawns={0: (3, 3), 1: (1, 6), 2: (6, 6)},
        gear={0: ["Pistol", "Dynamite"]},
        hats={0: "Cowboy Hat"},
    )
    strike(made).do("use Pistol")
    assert made.s.damage == 3
    made.do("use Dynamite")
    assert made.s.damage in (0, 7), "0 when the next worm has come already"


def test_hard_hat_takes_a_rubble_for_free_once_a_turn() -> None:
    """C21: in the own turn."""
    made = table(hats={0: "Hard Hat"}, pawns={0: (2, 2)}, rubble={(3, 2): 2}).do(
        "Car 5 NN under worm 1", "use the hat", "clear east"
    )
    assert (made.s.carried_rubble[0], made.s.pool) == (1, 5)
    assert "use the hat" not in made.legal


@pytest.mark.parametrize(("card", "points"), [("Motorcycle 4 N", 5), ("Car 5 NN", 5), ("Bicycle 3 N", 4)])
def test_trucker_cap_adds_a_point_to_slow_vehicles(card: str, points: int) -> None:
    made = table(hats={0: "Trucker Cap"}, hands={0: [card]}).do(f"{card} under worm 1")
    assert made.s.pool == points


def test_a_cap_put_on_later_adds_nothing() -> None:
    """C18: it must be worn when the card is played."""
    made = table(gear={0: ["Trucker Cap"]}, hands={0: ["Motorcycle 4 N"]}).do(
        "Motorcycle 4 N under worm 1", "use Trucker Cap"
    )
    assert made.s.pool == 4


def test_tinfoil_hat_ignores_an_arrow() -> None:
    """C19: named before the first arrow is resolved, or none."""
    made = table(hats={0: "Tinfoil Hat"}, hands={0: ["Pickup Truck 6 NNE"]}).do("Pickup Truck 6 NNE under worm 1")
    assert made.legal == ["ignore arrows: none", "ignore arrows: 1", "ignore arrows: 2", "ignore arrows: 3"]
    assert made.do("ignore arrows: 3").target(0) == (4, 2)


def test_tinfoil_hat_is_for_the_own_card_alone() -> None:
    """C19: neither for a card face down nor for the one that two players roll for."""
    hand = ["Bicycle 3 without arrows", "Car 5 NN"]
    made = table(players=2, hats={0: "Tinfoil Hat"}, hands={0: hand})
    made.top(Deck.VEHICLE, "Boots 2 N", "Boots 2 E", "Boots 2 S", "Boots 2 W")
    made.do("Bicycle 3 without arrows under worm 1", "stop", "Car 5 NN face down under worm 2")
    assert (made.kind, made.seat) == (Kind.PLAY, 1)
    assert sorted(made.target(slot) or () for slot in range(3)) == [(3, 4), (4, 4), (4, 4)], "the rolled arrow counts"


def test_hard_hat_before_the_card() -> None:
    """C21, C10: at any time when an item may be used, once in each turn."""
    made = table(hats={0: "Hard Hat"}, pawns={0: (2, 2)}, rubble={(3, 2): 2}).do("use the hat", "clear east")
    made.do("Car 5 NN under worm 1")
    assert "use the hat" not in made.legal
    made.do("stop")
    while made.seat != 0 or made.kind != Kind.PLAY:
        made.do("stop" if "stop" in made.legal else made.legal[0])
    assert "use the hat" in made.legal


def test_sun_hat_replaces_a_card_after_the_refill() -> None:
    """C20: it acts after the refill."""
    made = (
        table(hats={0: "Sun Hat"}, hands={0: ["Bicycle 3 without arrows", "Car 5 NN"]})
        .do("Car 5 NN under worm 1", "stop")
        .settle()
    )
    assert made.kind == Kind.REDRAW
    made.do("replace Bicycle 3 without arrows")
    assert "Bicycle 3 without arrows" in made.discard()
    assert len(made.hand(0)) == 3
    assert made.seat == 1


# weapons on the own turn


def test_a_pistol_shoots_a_hat_off_any_other_player() -> None:
    """R24: without a point, whatever the distance."""
    made = acting("Pistol", hats={1: "Sun Hat", 2: "Hard Hat"})
    made.do("use Pistol")
    assert made.legal == ["shoot off the hat of Blue", "shoot off the hat of White"]
    made.do("shoot off the hat of White")
    assert (made.s.worn[2], made.s.pool) == (-1, 5)
    assert {"Pistol", "Hard Hat"} <= set(made.discard())


def test_a_pistol_shoots_before_the_card_too() -> None:
    """R24: at any time when an item may be used."""
    made = with_item("Pistol", hats={1: "Sun Hat"}).do("use Pistol")
    assert (made.kind, made.s.worn[1]) == (Kind.PLAY, -1)


def test_a_pistol_needs_a_hat_to_shoot_at() -> None:
    """C11: its effect must be able to do something."""
    assert "use Pistol" not in acting("Pistol", hats={0: "Sun Hat"}).legal


def test_chainsaw_clears_two_rubble_and_needs_some() -> None:
    """C11: without rubble there is no use of it."""
    assert "use Chainsaw" not in acting("Chainsaw").legal
    made = acting("Chainsaw", pawns={0: (2, 2)}, rubble={(3, 2): 2}).do("use Chainsaw", "clear east", "clear east")
    assert (made.s.carried_rubble[0], made.s.pool, made.points(0)) == (2, 5, 0)


@pytest.mark.parametrize("weapon", ["Hunting Rifle", "Dynamite", "Sniper Rifle", "Kevlar Vest", "Escape Hatch"])
def test_other_weapons_and_protection_have_no_use_on_the_own_turn(weapon: str) -> None:
    assert f"use {weapon}" not in acting(weapon, rubble={(2, 1): 1}).legal
