"""The solo game: Terror Turn, Locations, one egg per space, scenarios, difficulty, score (rulebook: Solo Mode)."""

from __future__ import annotations

from typing import Any

from regolith import envs
from regolith.envs.core import rng
from regolith.envs.terror_below import tasks, worms
from regolith.envs.terror_below.cards import refill_line
from regolith.envs.terror_below.words import BOUNTY, CARDS, NONE, SOLO_ATTACKS, WORM, Deck, Kind, Place, Result

from .table import DECK, FAR, HUNTS, Table, cell, table

AWAY = (1, 1)
BIKE = "Bicycle 3 without arrows"


def solo(**position: Any) -> Table:
    base = {"players": 1, "pawns": {0: AWAY}, "hands": {0: [BIKE, "Boots 2 N", "Boots 2 S"]}}
    return table(**{**base, **position})


def hit(made: Table, slot: int = 0) -> Table:
    """The worm of a slot attacks now; what it leads to is played up to the next question."""
    worms.attack(made.t, made.s, slot)
    made.s.option[:] = 0
    made.s.choices = 0
    tasks.step(made.t, made.s, NONE)
    made.state.refresh()
    return made


def exactly(worm: tuple[str, int], at: tuple[int, int]) -> tuple[Any, ...]:
    return ((*worm, at), FAR[1], FAR[2])


# setup


def test_queens_and_cards_not_for_solo_stay_in_the_box() -> None:
    for seed in range(5):
        s = envs.game("terror_below", players=1).new(seed).record
        t = DECK.table[0]
        assert all(s.at[c] == Place.BOX for c in range(CARDS) if t.not_for_solo[c])
        assert [int(s.at[WORM + i]) for i in range(37) if t.queen[i]] == [Place.BOX] * 3
        with_queens = envs.game("terror_below", players=1, queens=True).new(seed).record
        assert all(with_queens.at[WORM + i] != Place.BOX for i in range(37) if t.queen[i])


def test_members_left_behind_are_chosen_before_the_leader() -> None:
    """C67: after seeing all three."""
    state = envs.game("terror_below", players=1, left_behind=2).new(1)
    kinds = []
    while state.kind != Kind.PLAY:
        kinds.append(state.kind)
        state.apply(state.legal_actions()[0])
    assert kinds == [Kind.LEAVE_BEHIND, Kind.LEAVE_BEHIND, Kind.PLACE_PAWN], "the Leader is then the only one"
    assert state.record.living[0] == 1
    one = envs.game("terror_below", players=1, left_behind=1).new(1)
    assert one.kind == Kind.LEAVE_BEHIND
    one.apply(one.legal_actions()[0])
    assert one.kind == Kind.LEADER


def test_setup_attacks_follow_the_standard_rules() -> None:
    """C56: no Location is harmed in setup."""
    for seed in range(5):
        s = envs.game("terror_below", players=1).new(seed).record
        assert s.destroyed == 0
        assert all(s.rubble[c] == 0 for c in range(48) if s.location_at[c] >= 0)


def test_worms_of_a_random_setup_are_set_aside() -> None:
    """R35, C32, C1: four of them, and none counts among the fifteen."""
    state = envs.game("terror_below", players=1, random_worms=True).new(1)
    while state.kind != Kind.PLAY:
        state.apply(state.legal_actions()[0])
    s = state.record
    assert sum(s.at[WORM + i] == Place.BOX for i in range(37)) == 4 + 3 + 4
    assert sum(s.at[WORM + i] == Place.DISCARD for i in range(37)) == 0


# terror turn


def test_terror_turn_a_card_for_one_worm_and_an_attack_by_one() -> None:
    made = solo().do(f"{BIKE} under worm 1", "stop").settle()
    assert made.s.attacks == 1
    cards = sum(len(made.under(slot)) for slot in range(3))
    assert cards in (1, 2, 3), "the own card, the one face down, the rolled one; those of the attacker are gone"
    assert made.kind == Kind.PLAY


def test_no_other_roll_for_a_worm() -> None:
    """R16: the Terror Turn replaces it."""
    made = solo(hands={0: [BIKE]})
    before = int(made.s.deck_count[Deck.VEHICLE])
    made.do(f"{BIKE} under worm 1", "stop")
    assert before - int(made.s.deck_count[Deck.VEHICLE]) == 3 + 1


def test_a_worm_filled_by_the_own_card_attacks_before_the_dice() -> None:
    """R30: and is replaced before they are rolled."""
    made = solo(worms=exactly(("spitter", 5), (4, 3)), under={0: ["Boots 2 without arrows"] * 2}, hands={0: [BIKE]})
    made.top(Deck.VEHICLE, "Car 5 NN", "Car 5 EE", "Car 5 SS", "Boots 2 W").top(Deck.WORM, "Grabber", "Burrower")
    for seed in range(15):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        trial.do(f"{BIKE} under worm 1", "stop")
        assert trial.s.attacks == 2, "its own attack and the one of the red die"
        assert trial.eggs((4, 3)) == "g", "the card of the blue die cannot move its target any more"


def test_fifteen_attacks_lose() -> None:
    made = solo(pawns={0: (1, 6)})
    made.s.attacks = SOLO_ATTACKS - 1
    made.do(f"{BIKE} under worm 1", "stop").settle()
    while not made.state.is_terminal:
        assert made.kind == Kind.NEW_LEADER, "whoever is caught in the last attack still dies"
        made.do(made.legal[0])
    assert made.over == Result.ATTACKS
    assert made.state.outcome()[1].tolist() == [2]


def test_a_dead_squad_loses() -> None:
    made = hit(solo(worms=exactly(("spitter", 5), AWAY), squads={0: []}, dead={0: ["Hank", "Pam"]}))
    assert made.over == Result.SQUAD_DEAD


# locations


def test_rubble_is_laid_on_locations_and_the_second_destroys_them() -> None:
    made = hit(solo(worms=exactly(("spitter", 5), (3, 2))))
    assert made.rubble((3, 1)) == 1
    again = solo(
        worms=exactly(("spitter", 5), (3, 2)),
        rubble={(3, 1): 1},
        line=("green egg to Government Facility (3)", *HUNTS[:3]),
    )
    hit(again)
    assert (again.rubble((3, 1)), int(again.s.location_space[0]), int(again.s.destroyed)) == (0, -1, 1)
    assert "green egg to Government Facility (3)" not in again.line(), "its bounties are discarded"
    assert "green egg to Government Facility (3)" in again.discard()
    assert not any("Government Facility" in name for name in again.line())


def test_an_exact_hit_destroys_first_then_the_egg_lies_there() -> None:
    """R28, C59: the space is open when the egg comes."""
    made = hit(solo(worms=exactly(("spitter", 5), (3, 1))))
    assert (int(made.s.destroyed), made.eggs((3, 1))) == (1, "g")


def test_locations_do_not_protect() -> None:
    made = hit(solo(pawns={0: (3, 1)}, worms=exactly(("spitter", 5), (3, 2)), squads={0: ["Hank"]}))
    assert made.s.deaths == 1


def test_death_in_a_standing_location_does_not_damage_it() -> None:
    """C62: eggs scatter, rubble goes to the supply."""
    made = hit(
        solo(
            pawns={0: (3, 1)},
            worms=exactly(("spitter", 5), (3, 2)),
            carried={0: "o"},
            carried_rubble={0: 2},
            squads={0: ["Hank"]},
        )
    )
    assert made.rubble((3, 1)) == 1, "the attack's own piece"
    assert made.eggs((3, 1)) == ""


def test_no_way_into_a_location_with_rubble_and_respawn_elsewhere() -> None:
    """R31: a Location with rubble is the second choice."""
    made = solo(pawns={0: (3, 2)}, rubble={(3, 1): 1}).do(f"{BIKE} under worm 1")
    assert "move north" not in made.legal
    assert "clear north" in made.legal
    back = solo(pawns={0: None}, rubble={(3, 1): 1})
    assert back.kind == Kind.PLACE_PAWN
    assert "to Government Facility" not in back.legal
    blocked = solo(pawns={0: None}, rubble={(3, 1): 1, (1, 4): 1, (6, 2): 1, (3, 6): 1, (6, 5): 1})
    assert len(blocked.legal) == 5


def test_without_locations_a_rolled_space() -> None:
    """R31: there must be some place."""
    made = solo(pawns={0: None}, ready=False)
    made.s.location_space[:] = -1
    made.s.location_at[:] = -1
    made.renew()
    assert made.kind == Kind.PLAY
    assert made.pawn(0) is not None


# one egg per space


def test_two_eggs_on_a_space_are_discarded() -> None:
    made = hit(solo(worms=exactly(("spitter", 5), (4, 3)), eggs={(4, 3): "p"}))
    assert made.all_eggs() == {}
    assert made.s.egg_supply.tolist() == [7, 7, 7, 7]


def test_several_eggs_may_be_carried() -> None:
    made = solo(carried={0: "g"}, eggs={AWAY: "g"}).do(f"{BIKE} under worm 1", "pick up")
    assert made.carried(0) == "gg"


# scenarios


def deliver(line: str, **position: Any) -> Table:
    base = {"pawns": {0: (3, 6)}, "carried": {0: "g"}, "line": (line, *HUNTS[:3]), "leaders": {0: "Pam"}}
    return solo(**{**base, **position}).do(f"{BIKE} under worm 1", "deliver green egg")


def test_special_delivery_serves_a_location_and_bans_its_bounties() -> None:
    made = deliver("green egg to Motel (2)")
    assert int(made.s.served).bit_count() == 1
    assert not any("Motel" in name for name in made.line())


def test_special_delivery_four_locations_win() -> None:
    made = solo(pawns={0: (3, 6)}, carried={0: "g"}, line=("green egg to Motel (2)", *HUNTS[:3]))
    made.s.served = 0b00111
    made.do(f"{BIKE} under worm 1", "deliver green egg")
    assert (made.over, made.state.outcome()[1].tolist()) == (Result.OBJECTIVE, [1])


def test_a_hidden_bounty_counts_although_the_line_bans_it() -> None:
    """C63: bans concern the line only."""
    made = deliver(HUNTS[3], hidden={0: ["green egg to Motel (2)"]})
    assert made.legal == ["green egg to Motel (2) (hidden)", "no bounty, 1 point"]
    assert int(made.do("green egg to Motel (2) (hidden)").s.served).bit_count() == 1


def test_twenty_points_win_only_in_scramble() -> None:
    """C57: the other scenarios go on."""
    made = deliver("green egg to Motel (2)", points={0: 19})
    assert not made.state.is_terminal
    made = deliver("green egg to Motel (2)", points={0: 19}, scenario="scramble")
    assert made.over == Result.POINTS


def kill(line: tuple[str, ...], worm: tuple[str, int] = ("spitter", 5), **position: Any) -> Table:
    base = {
        "pawns": {0: (4, 3)},
        "worms": exactly(worm, (4, 3)),
        "gear": {0: ["Alien Blaster", "Dynamite"]},
        "scenario": "total_extermination",
    }
    made = hit(solo(**{**base, **position, "line": line}))
    made.do("use Alien Blaster")
    return made


def test_total_extermination_claims_types_and_bans_their_bounties() -> None:
    made = kill(("hunt Spitter (3)", "hunt Spitter (3)", *HUNTS[:2]))
    assert int(made.s.trophies) == 1
    assert "hunt Spitter (3)" not in made.line()


def test_total_extermination_three_types_win() -> None:
    """R29: the claim comes before the fifteenth worm is discarded."""
    made = solo(
        pawns={0: (4, 3)},
        worms=exactly(("spitter", 5), (4, 3)),
        gear={0: ["Alien Blaster"]},
        scenario="total_extermination",
        line=("hunt Spitter (3)", *HUNTS[:3]),
    )
    made.s.trophies = 0b11000
    made.s.attacks = SOLO_ATTACKS - 1
    hit(made).do("use Alien Blaster")
    assert made.over == Result.OBJECTIVE, "the claim comes before the fifteenth worm is discarded"


def test_any_worm_claims_the_type_that_was_killed_and_stays_allowed() -> None:
    """C65: on a claimed type it scores without progress."""
    made = kill(("hunt any worm (3)", *HUNTS[:3]))
    assert int(made.s.trophies) == 1
    made = solo(
        pawns={0: (4, 3)},
        worms=exactly(("spitter", 5), (4, 3)),
        gear={0: ["Alien Blaster"]},
        scenario="total_extermination",
        line=("hunt any worm (3)", *HUNTS[:3]),
    )
    made.s.trophies = 1
    hit(made).do("use Alien Blaster")
    assert (int(made.s.trophies), made.points(0)) == (1, 3), "legal, scores, no progress"


def test_a_queen_is_a_type_of_its_own() -> None:
    """R23: a distinct type without a standee."""
    made = kill(("hunt any worm (3)", *HUNTS[:3]), ("queen", 1), queens=True)
    made.do("use Dynamite")
    assert int(made.s.trophies) == 1 << 5


def test_a_kill_without_a_bounty_is_no_trophy() -> None:
    made = kill(HUNTS)
    assert (int(made.s.trophies), made.points(0)) == (0, 1)


def test_scramble_is_lost_with_the_third_location() -> None:
    """C60: at that moment, before the hunt."""
    made = solo(worms=exactly(("spitter", 5), (3, 1)), pawns={0: (3, 1)}, scenario="scramble")
    made.s.destroyed = 2
    hit(made)
    assert (made.over, made.s.deaths) == (Result.DESTROYED, 0)
    other = solo(worms=exactly(("spitter", 5), (3, 1)))
    other.s.destroyed = 2
    assert not hit(other).state.is_terminal, "only in Scramble"


def test_the_line_stays_short_when_every_bounty_is_banned() -> None:
    """R34: no endless search."""
    made = solo(scenario="total_extermination", line=("hunt Spitter (3)",))
    s = made.s
    for number in range(BOUNTY, WORM):
        if s.at[number] == Place.DECK:
            s.at[number] = Place.DONE
    s.deck_count[Deck.BOUNTY] = 0
    s.trophies = 1
    refill_line(made.t, s)
    assert made.line() == [""] * 4


def test_an_objective_out_of_reach_is_no_loss() -> None:
    """R33: the game goes on."""
    made = solo(worms=exactly(("spitter", 5), (3, 1)))
    made.s.destroyed = 1
    made.s.location_space[1] = -1
    made.s.location_at[cell((1, 4))] = -1
    assert not hit(made).state.is_terminal


# score


def test_the_score_after_a_win() -> None:
    made = solo(
        pawns={0: (3, 6)},
        carried={0: "g"},
        line=("green egg to Motel (2)", *HUNTS[:3]),
        hats={0: "Sun Hat"},
        points={0: 7},
        queens=True,
    )
    made.s.served, made.s.attacks, made.s.left_behind = 0b00111, 6, 2
    made.do(f"{BIKE} under worm 1", "deliver green egg")
    assert made.state.scores() == [7 + 2 + (15 - 6) + 3 + 2 * 3 + 1]
