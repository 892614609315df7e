"""Every item, hat, weapon and character of the shipped decks, by what the deck file says. An effect without a check here fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regolith.envs.core import rng
from regolith.envs.terror_below.card import Card, Effect
from regolith.envs.terror_below.deck import SHIPPED
from regolith.envs.terror_below.tables import load
from regolith.envs.terror_below.words import (
    BOUNTY,
    DIE,
    HAND,
    NONE,
    Deck,
    Do,
    Egg,
    Kind,
    Location,
    Mode,
    Place,
    Take,
    When,
    Which,
)

from .table import HUNTERS, Table, attack, strike, table

CAR = "Car 5 NN"
CAUGHT = {0: (3, 3), 1: (1, 6), 2: (6, 6)}
NEAR = {0: (2, 2), 1: (3, 2), 2: (6, 6)}
"""A place with everything around: rubble, a player with eggs and a hat."""
VEHICLES = ("Boots 2 N", "Bicycle 3 N", "Motorcycle 4 N", "Car 5 NN", "Pickup Truck 6 NNE", "18-Wheeler 7 NNN")


def different(kind: str, wanted: Callable[[Card], bool] = lambda card: True) -> list[Any]:
    """Every different card of a kind in every shipped deck."""
    return [
        pytest.param(deck, card, id=f"{deck}-{card.name}")
        for deck in SHIPPED
        for card in dict.fromkeys(getattr(load(deck).deck, kind))
        if wanted(card)
    ]


def points_of(effects: tuple[Effect, ...]) -> int:
    return sum(effect.numbers[0] for effect in effects if effect.do == Do.VP)


def number_of(card: Card, do: Do) -> int:
    return next(effect.numbers[0] for effect in card.effects if effect.do == do)


def rolls(made: Table, dice: int) -> list[int]:
    """What the next dice will show."""
    generator = made.s.rng.copy()
    return [1 + int(rng.below(generator, DIE)) for _ in range(dice)]


def plenty(deck: str, **position: Any) -> Table:
    """A turn in which every effect can do something."""
    names, bounties = load(deck).names, load(deck).deck.bounties
    hunts = [names[BOUNTY + i] for i, bounty in enumerate(bounties) if bounty.worm in HUNTERS]
    yellow = next(
        names[BOUNTY + i] for i, b in enumerate(bounties) if (b.egg, b.location) == (Egg.YELLOW, Location.HOSPITAL)
    )
    base = {
        "line": (yellow, *hunts[:3]),
        "pawns": NEAR,
        "rubble": {(2, 1): 2, (1, 2): 2},
        "eggs": {(2, 2): "g"},
        "carried": {1: "o"},
        "hats": {1: "Sun Hat"},
        "leaders": {0: "Alan", 1: "Pam"},
        "dead": {0: ["Hank"]},
        "squads": {0: []},
    }
    made = table(deck=deck, **{**base, **position})
    return made.top(Deck.BOUNTY, *(names[BOUNTY + 6 * i] for i in range(4)))


# what the effects of the own turn do, each from the moment when the card was used


def gives_points(made: Table, n: int) -> None:
    assert made.s.pool == 5 + n


def clears(made: Table, n: int) -> None:
    before = sum(made.all_rubble().values())
    for left in range(n, 0, -1):
        assert made.kind == Kind.CLEAR
        made.do(next(name for name in made.legal if name.startswith("clear")))
        if made.kind == Kind.EXCHANGE:
            made.do("draw an item")
        assert sum(made.all_rubble().values()) == before - (n - left + 1)
    assert (made.kind, made.s.pool) == (Kind.ACTION, 5)


def enters_rubble(made: Table) -> None:
    assert made.rubble((2, 1)) == 2
    assert "move north" in made.legal


def picks_up_and_goes_on(made: Table, most: int) -> None:
    made.do("pick up")
    assert (made.kind, made.s.pool) == (Kind.ACTION, 4 if most == NONE else min(4, most))


def counts_as_any_colour(made: Table) -> None:
    made.s.pawn[0], made.s.carried[0, 0] = made.s.location_space[Location.HOSPITAL], 1
    made.renew().do("deliver green egg", made.line()[0])
    assert made.s.bounties_done[0] == 1


def revives(made: Table) -> None:
    assert (made.squad(0), made.dead(0), made.s.living[0]) == (["Hank"], [], 2)


def renews_the_line(made: Table, most: int) -> None:
    before = made.line()
    assert made.kind == Kind.REFRESH
    chosen = [str(i + 1) for i in range(most)]
    assert not any(name.count(",") >= most for name in made.legal), "not more"
    made.do(f"discard bounties: {', '.join(chosen)}")
    assert [i for i in range(4) if made.line()[i] != before[i]] == list(range(most))
    assert "" not in made.line()


def hides_a_bounty(made: Table, look: int) -> None:
    assert (made.kind, len(made.legal)) == (Kind.KEEP_BOUNTY, look)
    kept = made.legal[0]
    assert made.do(kept).hidden(0) == [kept]


def moves_a_target(made: Table, which: int, mode: int, steps: int) -> None:
    assert (which, mode) == (Which.CHOOSE_ONE, Mode.FREE)
    made.do("target 2")
    for _ in range(steps):
        made.do("target west")
    assert made.target(1) == (4 - steps, 4)
    assert made.kind == Kind.ACTION, "no further step"


def swaps_targets(made: Table) -> None:
    made.do("swap targets 1 and 2")
    assert (made.target(0), made.target(1)) == ((4, 4), (4, 2)), "the Car has moved the first one two spaces north"


def steals(made: Table, reach: int) -> None:
    assert reach >= 1
    assert (made.carried(0), made.carried(1)) == ("o", ""), "the only egg near by"


def shoots_a_hat(made: Table) -> None:
    assert made.s.worn[1] == NONE
    assert "Sun Hat" in made.discard()


OWN_TURN: dict[Do, Callable[..., None]] = {
    Do.AP: gives_points,
    Do.REMOVE_RUBBLE: clears,
    Do.ENTER_RUBBLE: enters_rubble,
    Do.PICKUP_NO_END: picks_up_and_goes_on,
    Do.WILD_EGG: counts_as_any_colour,
    Do.REVIVE: revives,
    Do.REFRESH_BOUNTIES: renews_the_line,
    Do.HIDDEN_BOUNTY: hides_a_bounty,
    Do.MOVE_TARGET: moves_a_target,
    Do.SWAP_TARGETS: swaps_targets,
    Do.STEAL_EGG: steals,
    Do.DISCARD_HAT: shoots_a_hat,
}


def check_own_turn(made: Table, effects: tuple[Effect, ...]) -> None:
    """Each effect in turn; points for using the card come on top of what a delivery earns."""
    wild = any(effect.do == Do.WILD_EGG for effect in effects)
    used = made.points(0)
    for effect in effects:
        if effect.do != Do.VP:
            OWN_TURN[effect.do](made, *effect.numbers)
    if not wild:
        used = made.points(0)
    assert used == points_of(effects)


# items


@pytest.mark.parametrize(("deck", "card"), different("items", lambda card: card.when == When.OWN_TURN and not card.hat))
def test_an_item_of_the_own_turn(deck: str, card: Card) -> None:
    made = plenty(deck, gear={0: [card.name]}).do(f"{CAR} under worm 1")
    if any(effect.do == Do.ENTER_RUBBLE for effect in card.effects):
        assert "move north" not in made.legal
    made.do(f"use {card.name}")
    check_own_turn(made, card.effects)
    assert card.name in made.discard()
    assert card.name not in made.gear(0)


@pytest.mark.parametrize(("deck", "card"), different("items", lambda card: card.when == When.CAUGHT))
def test_an_item_for_who_is_caught(deck: str, card: Card) -> None:
    made = strike(attack(deck=deck, pawns=CAUGHT, gear={0: [card.name]}))
    escape = [effect.do for effect in card.effects] == [Do.ESCAPE_TO_LOCATION]
    assert escape or [effect.do for effect in card.effects] == [Do.PREVENT_DEATH]
    assert made.kind == (Kind.HUNT if escape else Kind.PROTECT)
    made.do(f"use {card.name}")
    assert (made.s.deaths, made.pawn(0)) == (0, (3, 1) if escape else (3, 3))
    assert card.name in made.discard()


# hats


def test_every_hat_has_a_check() -> None:
    hats = [param.values[1] for param in different("items", lambda card: card.hat)]
    assert {effect.do for card in hats for effect in card.effects} <= set(HATS)


@pytest.mark.parametrize(("deck", "card"), different("items", lambda card: card.hat))
def test_a_hat_is_put_on_in_the_own_turn_and_works(deck: str, card: Card) -> None:
    made = table(deck=deck, gear={0: [card.name]}).do(f"use {card.name}")
    assert made.names[made.s.worn[0]] == card.name
    assert card.name not in made.discard()
    for effect in card.effects:
        HATS[effect.do](deck, card, {"hats": {0: card.name}})


def adds_points_to_some_vehicles(deck: str, card: Card, owner: dict[str, Any]) -> None:
    more = number_of(card, Do.AP)
    for name in VEHICLES:
        made = table(deck=deck, hands={0: [name]}, **owner).do(f"{name} under worm 1")
        value = int(name.split()[-2])
        assert made.s.pool == value + (more if card.value_min <= value <= card.value_max else 0)


def adds_damage(deck: str, card: Card, owner: dict[str, Any]) -> None:
    more = number_of(card, Do.HUNT_DAMAGE_PLUS)
    position: dict[str, Any] = {"pawns": CAUGHT, "gear": {0: ["Pistol", "Pistol"]}, "worm": ("queen", 1)}
    made = strike(attack(deck=deck, **position, **owner)).do("use Pistol")
    assert made.s.damage == 2 + more
    assert made.do("use Pistol").s.damage == 4 + more, "once per hunt"


def digs_for_free(deck: str, card: Card, owner: dict[str, Any]) -> None:
    made = plenty(deck, **owner).do(f"{CAR} under worm 1", "use the hat")
    clears(made, number_of(card, Do.REMOVE_RUBBLE))
    assert "use the hat" not in made.legal


def ignores_arrows(deck: str, card: Card, owner: dict[str, Any]) -> None:
    most = number_of(card, Do.SKIP_ARROWS)
    made = table(deck=deck, hands={0: ["Pickup Truck 6 NNE"]}, **owner).do("Pickup Truck 6 NNE under worm 1")
    assert (made.kind, max(name.count(",") for name in made.legal)) == (Kind.ARROWS, most - 1)
    assert made.do("ignore arrows: 1").target(0) == (5, 3)


def replaces_cards(deck: str, card: Card, owner: dict[str, Any]) -> None:
    most = number_of(card, Do.REDRAW_VEHICLE)
    made = table(deck=deck, hands={0: ["Bicycle 3 without arrows", CAR]}, **owner).do(f"{CAR} under worm 1", "stop")
    made.settle()
    for _ in range(most):
        assert made.kind == Kind.REDRAW
        chosen = made.legal[0]
        assert made.do(chosen).at(Place.DISCARD, 0, 54)[-1:] == [chosen.removeprefix("replace ")]
    assert (made.seat, len(made.hand(0))) == (1, HAND)


HATS: dict[Do, Callable[[str, Card, dict[str, Any]], None]] = {
    Do.AP: adds_points_to_some_vehicles,
    Do.HUNT_DAMAGE_PLUS: adds_damage,
    Do.REMOVE_RUBBLE: digs_for_free,
    Do.SKIP_ARROWS: ignores_arrows,
    Do.REDRAW_VEHICLE: replaces_cards,
}


# weapons


@pytest.mark.parametrize(("deck", "card"), different("weapons"))
def test_a_weapon_deals_its_damage_and_pays_when_the_worm_is_defeated(deck: str, card: Card) -> None:
    owner = 1 if card.when == When.HUNT_JOIN else 0
    gear = {owner: [card.name], 0: ["Kevlar Vest"]} if owner else {0: [card.name, "Kevlar Vest"]}
    made = strike(attack(deck=deck, worm=("queen", 1), pawns=CAUGHT, gear=gear, leaders={0: "Pam"}, line=()))
    assert (made.seat, made.kind) == (owner, Kind.JOIN if owner else Kind.HUNT)
    fixed, dice, take = next(effect.numbers for effect in card.effects if effect.do == Do.DAMAGE)
    for seed in range(5):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        shown = rolls(trial, dice) or [0]
        dealt = fixed + (max(shown) if take == Take.HIGH else sum(shown))
        killed = trial.clone()
        assert trial.do(f"use {card.name}").s.damage == dealt
        assert card.name in trial.discard()
        assert trial.points(owner) == (0 if not trial.s.kills else 1 + points_of(card.effects))
        killed.s.damage = int(killed.t.health[killed.s.slot_worm[0]]) - dealt
        assert killed.do(f"use {card.name}").points(owner) == 1 + points_of(card.effects)


@pytest.mark.parametrize(("deck", "card"), different("weapons"))
def test_the_second_use_of_a_weapon(deck: str, card: Card) -> None:
    made = plenty(deck, gear={0: [card.name]}).do(f"{CAR} under worm 1")
    assert (f"use {card.name}" in made.legal) == (card.second == When.OWN_TURN)
    if card.second == When.OWN_TURN:
        check_own_turn(made.do(f"use {card.name}"), card.second_effects)
        assert card.name in made.discard()
        solo = plenty(deck, players=1, pawns={0: (2, 2)}, carried={}, hats={}, leaders={}, gear={0: [card.name]})
        assert (f"use {card.name}" in solo.legal) != card.second_not_for_solo


# characters


@pytest.mark.parametrize(("deck", "card"), different("characters"))
def test_a_leader_has_the_ability(deck: str, card: Card) -> None:
    LEADERS[card.when](deck, card, {"leaders": {0: card.name}})


def hunts(deck: str, card: Card, owner: dict[str, Any]) -> None:
    gear = {0: ["Semi-Automatic Rifle", "Kevlar Vest"]}
    made = strike(attack(deck=deck, worm=("queen", 1), pawns=CAUGHT, gear=gear, **owner))
    made.s.damage = -20
    if card.effects[0].do == Do.REROLL:
        made.do("use Semi-Automatic Rifle")
        assert made.kind == Kind.REROLL
        again = sum(rolls(made, 2))
        assert made.do("yes").s.damage == again - 20
    else:
        assert ("use the Leader's ability" in made.legal) != card.needs_weapon
        if card.needs_weapon:
            made.do("use Semi-Automatic Rifle")
        before = int(made.s.damage)
        made.do("use the Leader's ability")
        assert made.s.damage == before + number_of(card, Do.DAMAGE)
    assert "use the Leader's ability" not in made.legal


def acts_in_the_own_turn(deck: str, card: Card, owner: dict[str, Any]) -> None:
    made = plenty(deck, gear={0: ["Dynamite"]}, **owner).do(f"{CAR} under worm 1", "use the Leader's ability")
    assert (made.gear(0) == []) == card.cost_discard
    if card.cost_ap:
        assert made.s.pool == 5 - card.cost_ap
    made.s.pool += card.cost_ap
    check_own_turn(made, card.effects)
    assert "use the Leader's ability" not in made.legal, "once per turn"


def goes_on_after_a_pick_up(deck: str, card: Card, owner: dict[str, Any]) -> None:
    picks_up_and_goes_on(plenty(deck, **owner).do(f"{CAR} under worm 1"), number_of(card, Do.PICKUP_NO_END))


def chooses_among_items(deck: str, card: Card, owner: dict[str, Any]) -> None:
    made = table(deck=deck, pawns={0: (1, 4)}, carried={0: "g"}, line=(), **owner).top(
        Deck.ITEM, "Sun Hat", "Tow Cable", "Decoy Radio", "Police Scanner"
    )
    made.do(f"{CAR} under worm 1", "deliver green egg")
    assert (made.kind, len(made.legal)) == (Kind.KEEP_ITEM, number_of(card, Do.DRAW_CHOICE))
    assert made.do("keep Tow Cable").fresh(0) == ["Tow Cable"]


def takes_another_bonus(deck: str, card: Card, owner: dict[str, Any]) -> None:
    assert number_of(card, Do.REPLACE_BONUS) == Location.GOVERNMENT_FACILITY
    made = table(deck=deck, pawns={0: (3, 6)}, carried={0: "g"}, **owner).do(f"{CAR} under worm 1", "deliver green egg")
    made.do("yes", "top card of the bounty deck")
    assert (made.points(0), len(made.hidden(0))) == (1, 1)


def earns_more_without_a_bounty(deck: str, card: Card, owner: dict[str, Any]) -> None:
    made = table(deck=deck, pawns={0: (1, 4)}, carried={0: "g"}, line=(), **owner)
    made.do(f"{CAR} under worm 1", "deliver green egg")
    assert made.points(0) == 1 + points_of(card.effects)


def earns_by_ramping(deck: str, card: Card, owner: dict[str, Any]) -> None:
    made = table(deck=deck, pawns={0: (3, 4), 1: (3, 3)}, **owner)
    made.do(f"{CAR} under worm 1", "ramp the pawn north, land north")
    assert made.points(0) == points_of(card.effects)


def has_a_larger_hand(deck: str, card: Card, owner: dict[str, Any]) -> None:
    made = table(deck=deck, **owner).do(f"{CAR} under worm 1", "stop").settle()
    assert len(made.hand(0)) == number_of(card, Do.HAND_SIZE)


def rolls_for_life(deck: str, card: Card, owner: dict[str, Any]) -> None:
    made = attack(deck=deck, pawns=CAUGHT, **owner)
    for seed in range(12):
        trial = made.clone()
        rng.seed(trial.s.rng, seed)
        (shown,) = rolls(trial, 1)
        assert strike(trial).s.deaths == int(shown < number_of(card, Do.SURVIVE_ROLL))


LEADERS: dict[When, Callable[[str, Card, dict[str, Any]], None]] = {
    When.HUNT: hunts,
    When.OWN_TURN: acts_in_the_own_turn,
    When.AFTER_PLAY_VEHICLE: adds_points_to_some_vehicles,
    When.PICKUP_EGGS: goes_on_after_a_pick_up,
    When.DRAW_ITEM: chooses_among_items,
    When.DELIVERY_BONUS: takes_another_bonus,
    When.DELIVER_WITHOUT_BOUNTY: earns_more_without_a_bounty,
    When.RAMP_PAWN: earns_by_ramping,
    When.AFTER_REFILL: replaces_cards,
    When.ALWAYS: has_a_larger_hand,
    When.WOULD_DIE: rolls_for_life,
}
