"""Every Leader's ability."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terror_below.words import Deck, Kind

from .table import DECK, Table, attack, strike, table

CAUGHT = {0: (3, 3), 1: (1, 6), 2: (6, 6)}


def led_by(name: str, **position: Any) -> Table:
    return table(leaders={0: name}, **position)


def acting(name: str, **position: Any) -> Table:
    return led_by(name, **position).do("Car 5 NN under worm 1")


def hunting(name: str, weapons: list[str], **position: Any) -> Table:
    return strike(
        attack(leaders={0: name}, **{"pawns": CAUGHT, "gear": {0: weapons}, "worm": ("boomer", 5), **position})
    )


def test_veronica_adds_one_after_a_weapon() -> None:
    """C10: the condition is a weapon in this hunt."""
    made = hunting("Veronica", ["Pistol", "Dynamite"])
    assert "use the Leader's ability" not in made.legal
    made.do("use Pistol", "use the Leader's ability")
    assert made.s.damage == 3
    assert "use the Leader's ability" not in made.legal, "once per hunt"


@pytest.mark.parametrize(("card", "points"), [("Pickup Truck 6 NNE", 7), ("18-Wheeler 7 NNN", 8), ("Car 5 NN", 5)])
def test_pam_likes_big_vehicles(card: str, points: int) -> None:
    assert led_by("Pam", hands={0: [card]}).do(f"{card} under worm 1").s.pool == points


@pytest.mark.parametrize(("card", "points"), [("Bicycle 3 N", 4), ("Motorcycle 4 N", 4)])
def test_old_george_likes_small_ones(card: str, points: int) -> None:
    assert led_by("Old George", hands={0: [card]}).do(f"{card} under worm 1").s.pool == points


def test_merl_discards_a_card_for_two_points_once_a_turn() -> None:
    """C10: the cost is a card of the hand."""
    made = acting("Merl", gear={0: ["Pistol", "Kevlar Vest"]}).do("use the Leader's ability")
    assert (made.kind, made.legal) == (Kind.PAY, ["discard Kevlar Vest", "discard Pistol"])
    made.do("discard Pistol")
    assert made.s.pool == 7
    assert "use the Leader's ability" not in made.legal
    assert "use the Leader's ability" not in acting("Merl").legal


def test_merl_cannot_pay_with_the_hat_he_wears() -> None:
    """C10: it is no card of the hand."""
    assert "use the Leader's ability" not in acting("Merl", hats={0: "Sun Hat"}).legal


def test_once_per_turn_means_in_each_turn() -> None:
    """C10: what was used is ready again at the start of the next turn."""
    made = led_by("Shep", pawns={0: (2, 2)}, rubble={(3, 2): 2}).do("use the Leader's ability", "clear east")
    assert "use the Leader's ability" not in made.legal
    made.do(made.legal[0])
    while made.seat != 0 or made.kind != Kind.PLAY:
        made.do("stop" if "stop" in made.legal else made.legal[0])
    assert "use the Leader's ability" in made.legal


def test_merl_cannot_pay_with_a_card_acquired_this_turn() -> None:
    """C12: such a card does not leave the hand this turn."""
    made = acting("Merl", pawns={0: (6, 2)}, carried={0: "g"}).do("deliver green egg")
    assert made.fresh(0)
    assert "use the Leader's ability" not in made.legal


def test_merl_is_not_offered_after_a_pick_up() -> None:
    """C13: his points would be lost."""
    made = acting("Merl", gear={0: ["Pistol", "Egg Carton"]}, eggs={(1, 1): "g"}).do("use Egg Carton", "pick up")
    assert "use the Leader's ability" not in made.legal


def test_natasha_rolls_again_once_per_hunt() -> None:
    """C22: decided after seeing the dice; the second roll stands."""
    made = hunting("Natasha", ["Shotgun", "Hunting Rifle", "Pistol"]).do("use Pistol")
    assert made.kind == Kind.HUNT, "nothing was rolled"
    made.do("use Shotgun")
    assert (made.kind, made.legal) == (Kind.REROLL, ["yes", "stop"])
    first = int(made.s.rolled)
    kept = made.clone().do("stop")
    assert kept.s.damage == 2 + first
    kept.do("use Hunting Rifle")
    assert kept.kind in (Kind.REROLL, Kind.PLAY, Kind.NEW_LEADER), "still to be used"
    made.do("yes")
    assert made.s.damage == 2 + made.s.rolled


def test_alan_has_one_more_point_after_a_pick_up() -> None:
    """C14: one point at most is left."""
    made = acting("Alan", eggs={(1, 1): "g"}).do("pick up")
    assert (made.kind, made.s.pool) == (Kind.ACTION, 1)


def test_egg_carton_goes_before_alan() -> None:
    """C14: with both all points are left."""
    made = acting("Alan", eggs={(1, 1): "g"}, gear={0: ["Egg Carton"]}).do("use Egg Carton", "pick up")
    assert made.s.pool == 4


def test_will_chooses_one_of_two_items() -> None:
    """C28: one is kept, the other goes to the bottom."""
    made = (
        acting("Will", pawns={0: (1, 4)}, carried={0: "g"})
        .top(Deck.ITEM, "Sun Hat", "Tow Cable")
        .do("deliver green egg")
    )
    assert (made.kind, made.legal) == (Kind.KEEP_ITEM, ["keep Sun Hat", "keep Tow Cable"])
    made.do("keep Tow Cable")
    assert made.fresh(0) == ["Tow Cable"]
    assert made.s.deck[Deck.ITEM, 0] == DECK.names.index("Sun Hat"), "at the bottom"


def test_will_draws_weapons_as_everybody() -> None:
    made = acting("Will", pawns={0: (6, 2)}, carried={0: "g"}).do("deliver green egg")
    assert made.kind == Kind.ACTION


def test_selia_may_take_the_government_bonus_instead() -> None:
    made = acting("Selia", pawns={0: (3, 6)}, carried={0: "g"}).do("deliver green egg")
    assert made.kind == Kind.REPLACE_BONUS
    assert made.clone().do("stop").points(0) == 2
    made.do("yes")
    assert made.kind == Kind.HIDDEN_BOUNTY
    made.do("top card of the bounty deck")
    assert (made.points(0), len(made.hidden(0))) == (1, 1)


def test_selia_is_not_asked_at_the_government_facility() -> None:
    """C30: there is nothing to replace."""
    made = acting("Selia", pawns={0: (3, 1)}, carried={0: "g"}).do("deliver green egg")
    assert made.kind == Kind.HIDDEN_BOUNTY


def test_megan_earns_more_without_a_bounty() -> None:
    assert acting("Megan", pawns={0: (6, 2)}, carried={0: "g"}).do("deliver green egg").points(0) == 2
    line = ("green egg to State Police (2)", "hunt Boomer (5)", "hunt Boomer (6)", "hunt Screamer (4)")
    assert acting("Megan", pawns={0: (6, 2)}, carried={0: "g"}, line=line).do("deliver green egg").points(0) == 2, (
        "the bounty alone"
    )


def test_shep_digs_for_free_once_a_turn() -> None:
    assert "use the Leader's ability" not in acting("Shep").legal
    made = acting("Shep", pawns={0: (2, 2)}, rubble={(3, 2): 2}).do("use the Leader's ability", "clear east")
    assert (made.s.carried_rubble[0], made.s.pool) == (1, 5)
    assert "use the Leader's ability" not in made.legal


def test_patricia_earns_a_point_for_her_first_ramp() -> None:
    made = acting("Patricia", pawns={0: (3, 4), 1: (3, 3)}).do("ramp the pawn north, land north")
    assert made.points(0) == 1
    made.do("ramp the pawn south, land south")
    assert made.points(0) == 1


def test_sebastian_replaces_a_card_after_the_refill() -> None:
    made = acting("Sebastian", hands={0: ["Car 5 NN", "Bicycle 3 without arrows"]}).do("stop").settle()
    assert made.kind == Kind.REDRAW
    assert made.do("replace Bicycle 3 without arrows").seat == 1


def test_leader_first_then_hat() -> None:
    """C20: both act after the refill."""
    made = (
        acting("Sebastian", hats={0: "Sun Hat"}, hands={0: ["Car 5 NN", "Bicycle 3 without arrows"]})
        .do("stop")
        .settle()
    )
    made.do("stop")
    assert (made.kind, made.seat) == (Kind.REDRAW, 0)
    assert made.do("stop").seat == 1


def test_rebecca_holds_four_cards() -> None:
    made = acting("Rebecca").do("stop").settle()
    assert len(made.hand(0)) == 4


def test_anise_discards_a_bounty_for_a_point() -> None:
    """C10: a cost in points is for the action step, once per turn."""
    made = led_by("Anise")
    assert "use the Leader's ability" not in made.legal, "only in the action step"
    made.do("Car 5 NN under worm 1", "use the Leader's ability")
    assert (made.kind, len(made.legal), made.s.pool) == (Kind.REFRESH, 5, 4)
    made.do("discard bounties: 2")
    assert "use the Leader's ability" not in made.legal


def test_anise_pays_with_points_of_the_action_step_only() -> None:
    """C10: points of an item that was used before the vehicle card do not help earlier."""
    made = led_by("Anise", gear={0: ["Energy Drink"]}).do("use Energy Drink")
    assert (made.s.pool, "use the Leader's ability" in made.legal) == (2, False)


def test_sergeant_ruiz_deals_two_without_a_weapon() -> None:
    made = hunting("Sergeant Ruiz", ["Pistol"])
    made.do("use the Leader's ability")
    assert made.s.damage == 2
