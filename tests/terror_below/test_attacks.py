"""Worm attacks: eggs, rubble, Queens, Locations, who is caught (rulebook: Worm Attack!, Appendix)."""

from __future__ import annotations

import pytest

from regolith.envs.core import rng
from regolith.envs.terror_below.words import Deck, Kind, Place

from .table import DECK, FAR, Table, attack, cell, strike, table

AWAY = {0: (1, 1), 1: (1, 6), 2: (6, 6)}
NOWHERE = "Boots 2 without arrows"


def struck(**position: object) -> Table:
    return strike(attack(**{"pawns": AWAY, **position}))  # type: ignore[arg-type]


def test_a_worm_attacks_when_its_limit_is_reached() -> None:
    made = table(
        worms=(("spitter", 5, (3, 3)), FAR[1], FAR[2]),
        under={0: [NOWHERE]},
        hands={0: ["Bicycle 3 without arrows"]},
        pawns=AWAY,
    )
    strike(made)
    assert (made.s.attacks, made.under(0)) == (0, [NOWHERE, "Bicycle 3 without arrows"])
    assert struck().s.attacks == 1


def test_egg_in_the_centre_and_rubble_in_the_pattern() -> None:
    made = struck()
    assert made.all_eggs() == {(3, 3): "g"}
    assert made.all_rubble() == {(2, 3): 1, (3, 2): 1, (3, 4): 1, (4, 3): 1}


def test_rubble_adds_up_to_two() -> None:
    made = struck(rubble={(2, 3): 1, (3, 2): 2})
    assert (made.rubble((2, 3)), made.rubble((3, 2)), made.rubble((3, 4))) == (2, 2, 1)


def test_the_cards_and_the_worm_are_discarded_and_a_new_worm_comes() -> None:
    made = attack(pawns=AWAY).top(Deck.WORM, "Grabber")
    strike(made)
    assert made.under(0) == []
    assert {"Spitter", NOWHERE, "Bicycle 3 without arrows"} <= set(made.discard())
    assert made.worm(0) == "Grabber"
    assert made.target(0) == DECK.deck.worms[made.s.slot_worm[0]].start


def test_face_down_cards_are_resolved_first_in_the_order_played() -> None:
    made = attack(pawns=AWAY, at=(3, 3), hands={0: ["Bicycle 3 without arrows"], 1: ["Car 5 EE"]}, ready=False)
    s = made.s
    s.under[0, 0] = next(c for c in range(54) if s.at[c] == Place.HAND + 1)
    s.at[s.under[0, 0]] = Place.SLOT
    s.under_owner[0, 0] = 1
    strike(made.renew())
    assert made.all_eggs() == {(5, 3): "g"}, "the card face down under it has two arrows to the east"


def test_an_egg_supply_that_is_empty() -> None:
    """R10: eggs are limited."""
    made = attack(pawns=AWAY)
    made.s.egg_supply[0] = 0
    assert strike(made).all_eggs() == {}


def test_a_rubble_supply_that_is_empty() -> None:
    """R10, C52: rubble is limited, and laid in the order of the pattern."""
    made = attack(pawns=AWAY)
    made.s.rubble_supply = 1
    assert strike(made).all_rubble() == {(2, 3): 1}, "in the order of the pattern"


def test_neither_rubble_nor_eggs_on_a_location() -> None:
    made = struck(at=(3, 2))
    assert made.rubble((3, 1)) == 0
    assert made.rubble((2, 2)) == 1


def test_an_egg_on_a_location_is_rolled_elsewhere_and_attacks_nobody_there() -> None:
    """R26: a rolled egg lies where it falls and catches nobody."""
    made = attack(pawns={0: (1, 1), 1: (1, 6), 2: (6, 6)}, at=(3, 1))
    landed = made.rolled(lambda m: m.eggs((1, 1)) == "g", "Bicycle 3 without arrows under worm 1", "stop")
    assert landed.pawn(0) == (1, 1), "nobody is attacked where a rolled egg lands"
    assert sum(len(eggs) for eggs in landed.all_eggs().values()) == 1
    for seed in range(40):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        strike(trial)
        assert set(trial.all_eggs()) & {(3, 1), (6, 2), (6, 5), (3, 6), (1, 4)} == set(), "never on a Location"


def test_rubble_off_the_board_is_not_placed() -> None:
    assert struck(at=(1, 1), pawns={0: (6, 1), 1: (1, 6), 2: (6, 6)}).all_rubble() == {(1, 2): 1, (2, 1): 1}


# Queens


def test_the_queen_lays_rubble_in_the_centre_and_an_egg_of_each_colour_beside() -> None:
    made = struck(worm=("queen", 1))
    assert made.all_eggs() == {(3, 2): "g", (4, 3): "o", (3, 4): "p", (2, 3): "y"}
    assert made.all_rubble() == {(3, 3): 1, (2, 2): 1, (2, 4): 1, (4, 2): 1, (4, 4): 1}


def test_a_queens_egg_off_the_board_is_rolled() -> None:
    made = struck(worm=("queen", 1), at=(6, 1), pawns={0: (1, 1), 1: (1, 6), 2: (6, 6)})
    assert sorted("".join(made.all_eggs().values())) == ["g", "o", "p", "y"]


def test_a_queen_on_a_location_catches_those_in_it() -> None:
    """R27: no rubble in the centre, everything else as usual."""
    made = attack(worm=("queen", 1), at=(3, 1), pawns={0: (3, 1), 1: (1, 6), 2: (6, 6)}, squads={0: ["Pam", "Hank"]})
    strike(made)
    assert made.s.deaths == 1
    assert made.rubble((3, 1)) == 0
    assert made.rubble((2, 2)) == made.rubble((4, 2)) == 1


# who is caught


@pytest.mark.parametrize("where", [(3, 3), (2, 3), (3, 4)])
def test_pawns_where_eggs_or_rubble_land_are_caught(where: tuple[int, int]) -> None:
    assert struck(pawns={**AWAY, 0: where}).s.deaths == 1


def test_pawns_elsewhere_are_not() -> None:
    assert struck(pawns={**AWAY, 0: (2, 2)}).s.deaths == 0


def test_a_location_is_safe_unless_the_target_is_exactly_on_it() -> None:
    assert struck(at=(3, 2), pawns={**AWAY, 0: (3, 1)}).s.deaths == 0
    assert struck(at=(3, 1), pawns={**AWAY, 0: (3, 1)}).s.deaths == 1


def test_full_rubble_is_no_shelter() -> None:
    """R11, C6: every shaded space catches, whether or not rubble could be laid."""
    assert struck(rubble={(2, 3): 2}, pawns={**AWAY, 0: (2, 3)}).s.deaths == 1
    made = attack(pawns={**AWAY, 0: (2, 3)})
    made.s.rubble_supply = 0
    assert strike(made).s.deaths == 1


@pytest.mark.parametrize("where", [(3, 2), (3, 3), (4, 4)])
def test_queens_eggs_and_centre_catch_too(where: tuple[int, int]) -> None:
    """C6: also when no egg is left."""
    made = attack(worm=("queen", 1), pawns={**AWAY, 0: where})
    made.s.egg_supply[:] = 0
    assert strike(made).s.deaths == 1


def test_the_target_catches_when_its_egg_cannot_be_laid() -> None:
    """C6: neither an empty supply nor an egg that is rolled elsewhere is a shelter."""
    made = attack(pawns={**AWAY, 0: (3, 3)})
    made.s.egg_supply[:] = 0
    assert strike(made).s.deaths == 1
    assert struck(at=(3, 1), pawns={**AWAY, 0: (3, 1)}).s.deaths == 1


def test_a_rolled_egg_may_lie_on_rubble() -> None:
    """R26: rubble is no obstacle to eggs."""
    made = attack(pawns=AWAY, at=(3, 1), rubble={(5, 5): 2})
    made.rolled(
        lambda m: m.eggs((5, 5)) == "g" and m.rubble((5, 5)) == 2, "Bicycle 3 without arrows under worm 1", "stop"
    )


def test_several_worms_attack_in_the_order_of_their_slots() -> None:
    """R3: each one fully before the next."""
    worms = (("spitter", 5, (3, 3)), FAR[1], ("spitter", 1, (3, 4)))
    under = {0: [NOWHERE] * 3, 2: [NOWHERE] * 2}
    made = table(worms=worms, under={0: under[0]}, hands={0: ["Bicycle 3 without arrows"]}, pawns=AWAY, ready=False)
    for number in (9, 10, 11):
        made.s.under[2, made.s.slot_count[2]] = number
        made.s.under_owner[2, made.s.slot_count[2]] = -1
        made.s.at[number] = Place.SLOT
        made.s.slot_count[2] += 1
    made.s.deck_count[Deck.VEHICLE] = 0
    for number in range(54):
        if made.s.at[number] == Place.DECK:
            made.s.deck[0, made.s.deck_count[0]] = number
            made.s.deck_count[0] += 1
    made.renew()
    short = made.clone()
    made.do("stop")  # worm 2 is the only one with room
    assert made.s.attacks == 2
    assert made.all_eggs() == {(3, 3): "g", (3, 4): "g"}
    short.s.rubble_supply = 2
    assert short.do("stop").all_rubble() == {(2, 3): 1, (3, 2): 1}, "the first slot takes all that is left"


# two players


def test_two_players_roll_for_a_worm() -> None:
    made = table(players=2, hands={0: ["Bicycle 3 without arrows"]}).top(
        Deck.VEHICLE, "Car 5 WW", "Pickup Truck 6 NNE", "Car 5 NE", "18-Wheeler 7 EESS"
    )
    slots = {1: 0, 2: 0, 3: 0}
    for seed in range(60):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        trial.do("Bicycle 3 without arrows under worm 1", "stop")
        for slot in range(3):
            rolled = trial.under(slot)[1 if slot == 0 else 0 :]
            if rolled:
                assert rolled == ["18-Wheeler 7 EESS"], "the card after the three that refill the hand"
                assert trial.target(slot) == (6, 6)
                slots[slot + 1] += 1
    assert min(slots.values()) > 8


def test_the_rolled_card_may_exceed_the_limit() -> None:
    made = attack(players=2, pawns={0: (1, 1), 1: (1, 6)}).top(
        Deck.VEHICLE, "Boots 2 N", "Boots 2 E", "Boots 2 S", "Boots 2 W"
    )
    hit = made.rolled(lambda m: "Boots 2 W" in m.discard(), "Bicycle 3 without arrows under worm 1", "stop")
    assert hit.all_eggs() == {(2, 3): "g"}, "its arrow counts before the attack"


def test_three_players_do_not_roll() -> None:
    made = table(players=3, hands={0: ["Bicycle 3 without arrows"]}).do("Bicycle 3 without arrows under worm 1", "stop")
    assert [len(made.under(slot)) for slot in range(3)] == [1, 0, 0]
    assert made.kind == Kind.PLAY
    assert made.s.pawn[1] == cell((6, 1))
