"""Delivering eggs, bounties, bonuses, 20 points (rulebook: Deliver 1 Egg, Delivery Bonus, Game End)."""

from __future__ import annotations

import pytest

from regolith.envs.terror_below.words import BOUNTY, WORM, Deck, Kind, Place, Result

from .table import HUNTS, Table, table

MOTEL, STORE, POLICE, GOVERNMENT, HOSPITAL = (3, 6), (1, 4), (6, 2), (3, 1), (6, 5)
GREEN_MOTEL = "green egg to Motel (2)"


def at(place: tuple[int, int], carried: str = "g", **position: object) -> Table:
    made = table(pawns={0: place}, carried={0: carried}, **position)  # type: ignore[arg-type]
    return made.do("Car 5 NN under worm 1")


def test_only_in_a_location_and_only_what_is_carried() -> None:
    assert not [name for name in at((2, 2)).legal if name.startswith("deliver")]
    assert [name for name in at(MOTEL, "gp").legal if name.startswith("deliver")] == [
        "deliver green egg",
        "deliver purple egg",
    ]


def test_plain_delivery_is_one_point_and_the_egg_returns_to_the_supply() -> None:
    made = at(STORE)
    supply = int(made.s.egg_supply[0])
    made.do("deliver green egg")
    assert (made.points(0), made.carried(0), int(made.s.egg_supply[0]), int(made.s.pool)) == (1, "", supply + 1, 4)


def test_a_bounty_of_the_line_pays_instead_and_is_replaced() -> None:
    made = at(STORE, line=("green egg to General Store (3)", *HUNTS[:3])).top(Deck.BOUNTY, "hunt Spitter (3)")
    made.do("deliver green egg")
    assert (made.points(0), made.s.bounties_done[0]) == (3, 1)
    assert made.line() == ["hunt Spitter (3)", *HUNTS[:3]]
    assert made.at(Place.DONE, BOUNTY, WORM) == ["green egg to General Store (3)"]


@pytest.mark.parametrize("bounty", ["green egg to Hospital (4)", "orange egg to General Store (2)"])
def test_colour_and_location_must_match(bounty: str) -> None:
    made = at(STORE, line=(bounty, *HUNTS[:3])).do("deliver green egg")
    assert (made.points(0), made.s.bounties_done[0]) == (1, 0)


def test_one_bounty_per_egg_even_if_two_match() -> None:
    """R20: one of the line must be completed."""
    two = ("green egg to Motel (2)", "green egg to Motel (3)")
    made = at(MOTEL, line=(*two, *HUNTS[:2])).do("deliver green egg")
    assert made.kind == Kind.BOUNTY
    assert made.legal == list(two), "one of the line must be completed"
    made.do(two[1])
    assert (made.points(0), made.s.bounties_done[0]) == (3 + 1, 1), "and the Motel's bonus"


def test_a_hidden_bounty_is_optional() -> None:
    """R20, C4: a hidden bounty may stay secret."""
    made = at(STORE, hidden={0: ["green egg to General Store (3)"]}).do("deliver green egg")
    assert made.legal == ["green egg to General Store (3) (hidden)", "no bounty, 1 point"]
    assert made.clone().do("no bounty, 1 point").points(0) == 1
    made.do("green egg to General Store (3) (hidden)")
    assert (made.points(0), made.hidden(0)) == (3, [])


def test_with_a_match_in_the_line_some_bounty_must_be_completed() -> None:
    """R20: the hidden one will do as well."""
    made = at(
        STORE, hidden={0: ["green egg to General Store (3)"]}, line=("green egg to General Store (3)", *HUNTS[:3])
    )
    made.do("deliver green egg")
    assert sorted(made.legal) == ["green egg to General Store (3)", "green egg to General Store (3) (hidden)"]


def test_hidden_bounties_of_others_do_not_count() -> None:
    made = at(STORE, hidden={1: ["green egg to General Store (3)"]}).do("deliver green egg")
    assert made.points(0) == 1


# bonuses


def test_general_store_gives_an_item() -> None:
    assert at(STORE).top(Deck.ITEM, "Sun Hat").do("deliver green egg").fresh(0) == ["Sun Hat"]


def test_state_police_gives_a_weapon() -> None:
    assert at(POLICE).top(Deck.WEAPON, "Dynamite").do("deliver green egg").fresh(0) == ["Dynamite"]


def test_motel_gives_a_point() -> None:
    assert at(MOTEL).do("deliver green egg").points(0) == 2


def test_government_facility_gives_a_hidden_bounty_of_the_line_or_the_deck() -> None:
    made = at(GOVERNMENT).top(Deck.BOUNTY, "hunt Grabber (4)", "hunt Spitter (3)").do("deliver green egg")
    assert made.kind == Kind.HIDDEN_BOUNTY
    assert made.legal == [HUNTS[2], HUNTS[3], HUNTS[0], HUNTS[1], "top card of the bounty deck"]
    deck = made.clone().do("top card of the bounty deck")
    assert (deck.hidden(0), deck.line()) == (["hunt Grabber (4)"], list(HUNTS))
    made.do(HUNTS[0])
    assert (made.hidden(0), made.line()) == ([HUNTS[0]], ["hunt Grabber (4)", *HUNTS[1:]])


def test_hospital_revives() -> None:
    made = at(HOSPITAL, leaders={0: "Veronica"}, dead={0: ["Pam", "Hank"]}, squads={0: []}).do("deliver green egg")
    assert made.kind == Kind.REVIVE
    made.do("Hank")
    assert (made.squad(0), made.dead(0), int(made.s.living[0])) == (["Hank"], ["Pam"], 2)


def test_a_bonus_that_can_do_nothing_is_still_the_bonus() -> None:
    """C45: the bonus of the turn is used up."""
    made = at(HOSPITAL, carried="gg").do("deliver green egg")
    assert made.s.bonus_taken
    assert made.kind == Kind.ACTION


def test_one_bonus_per_turn() -> None:
    made = at(MOTEL, carried="gg").do("deliver green egg", "deliver green egg")
    assert made.points(0) == 3


def test_government_bonus_with_nothing_left() -> None:
    """R25: no bounty anywhere, no bonus."""
    made = at(GOVERNMENT)
    for number in range(BOUNTY, WORM):
        made.s.at[number] = Place.DONE + 1
    made.s.line[:] = -1
    made.s.deck_count[Deck.BOUNTY] = 0
    made.do("deliver green egg")
    assert made.kind == Kind.ACTION
    assert made.hidden(0) == []


# twenty points


def test_twenty_points_win_at_once() -> None:
    made = at(STORE, points={0: 19}).do("deliver green egg")
    assert made.state.is_terminal
    assert made.over == Result.POINTS
    assert list(made.state.outcome()[1]) == [1, 2, 2]


def test_no_bonus_after_the_twentieth_point() -> None:
    """R37, C40: neither bonus nor refill."""
    made = at(STORE, points={0: 19}).do("deliver green egg")
    assert made.fresh(0) == []
    made = at(MOTEL, points={0: 18}, line=(GREEN_MOTEL, *HUNTS[:3])).do("deliver green egg")
    assert made.points(0) == 20, "the bounty alone"
    assert made.line()[0] == "", "the line is not refilled any more"
