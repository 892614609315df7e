"""Every vehicle, worm and bounty of the shipped decks, and every delivery bonus, by what the deck file says about it."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terror_below import worms
from regolith.envs.terror_below.card import Bounty, Vehicle, Worm
from regolith.envs.terror_below.deck import SHIPPED
from regolith.envs.terror_below.tables import load
from regolith.envs.terror_below.words import (
    ANY_WORM,
    BOUNTY,
    COLUMNS,
    NONE,
    STEP_OF,
    WEAPON,
    WORM,
    Board,
    Deck,
    Do,
    Egg,
    Kind,
    Location,
    Mode,
    Which,
    WormType,
)

from .table import Space, Table, attack, cell, space_of, strike, table

PLACES = {
    Location.GOVERNMENT_FACILITY: (3, 1),
    Location.GENERAL_STORE: (1, 4),
    Location.STATE_POLICE: (6, 2),
    Location.MOTEL: (3, 6),
    Location.HOSPITAL: (6, 5),
}
PISTOL = 2
"""Its damage, known from the rulebook."""


def cards(first: int, kind: str) -> list[Any]:
    """Every card of a kind in every shipped deck: the deck and the number of the card."""
    return [
        pytest.param(deck, number, id=f"{deck}-{number}-{card.name}")
        for deck in SHIPPED
        for number, card in enumerate(getattr(load(deck).deck, kind), start=first)
    ]


# vehicles


def on_board(space: Space) -> bool:
    return 1 <= space[0] <= COLUMNS and 1 <= space[1] <= COLUMNS


def along(start: Space, arrows: str) -> Space:
    """Where the arrows lead on the desert side."""
    for arrow in arrows:
        there = (start[0] + STEP_OF[arrow][0], start[1] + STEP_OF[arrow][1])
        start = there if on_board(there) else start
    return start


def distance(one: Space | None, other: Space | None) -> int:
    assert one is not None
    assert other is not None
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@pytest.mark.parametrize(("deck", "number"), cards(0, "vehicles"))
def test_a_vehicle_gives_its_points_moves_its_worm_and_has_its_ability(deck: str, number: int) -> None:
    name = load(deck).names[number]
    vehicle: Vehicle = load(deck).deck.vehicles[number]
    for start in ((4, 4), (1, 1), (6, 6)):
        spots = (("boomer", 1, start), ("boomer", 2, (5, 3)), ("boomer", 4, (2, 6)))
        made = table(deck=deck, hands={0: [name]}, worms=spots, pawns={0: (3, 3)}).do(f"{name} under worm 1")
        assert (made.s.pool, made.target(0), made.under(0)) == (vehicle.value, along(start, vehicle.arrows), [name])
        check_targets(vehicle, made)
    check_second_card(vehicle, name, deck)


def check_targets(vehicle: Vehicle, made: Table) -> None:
    """After the actions: the targets that the ability draws come closer by its steps, the others stay."""
    before = [distance(made.target(slot), (3, 3)) for slot in range(3)]
    made.do("stop")
    while made.kind == Kind.STEP:
        made.do(made.legal[0])
    drawn = [0, 0, 0]
    for effect in vehicle.effects:
        if effect.do == Do.MOVE_TARGET:
            which, mode, steps = effect.numbers
            assert mode == Mode.TOWARD_SELF
            drawn = [steps] * 3 if which == Which.ALL else [steps, 0, 0]
    wanted = [max(0, away - steps) for away, steps in zip(before, drawn, strict=True)]
    assert [distance(made.target(slot), (3, 3)) for slot in range(3)] == wanted


def check_second_card(vehicle: Vehicle, name: str, deck: str) -> None:
    """Boots and Bicycle use another card of the hand, all others leave it alone."""
    does = [effect.do for effect in vehicle.effects]
    others = {other.value: i for i, other in enumerate(load(deck).deck.vehicles) if other.name != vehicle.name}
    for value, number in others.items():
        second = load(deck).names[number]
        made = table(deck=deck, hands={0: [name, second]}).do(f"{name} under worm 1")
        added = Do.PLAY_EXTRA_CARD_FOR_AP in does and value <= vehicle.effects[0].numbers[0]
        assert made.s.pool == vehicle.value + (value if added else 0)
        assert (second in made.discard()) == added
        made.do("stop")
        assert (made.kind == Kind.FACE_DOWN) == (Do.PLAY_EXTRA_CARD_FACEDOWN in does)
        if made.kind == Kind.FACE_DOWN:
            before = made.target(1)
            made.do(f"{second} face down under worm 2")
            assert (made.under(1), made.s.under_owner[1, 0], made.target(1)) == ([second], 0, before)


# worms


@pytest.mark.parametrize("board", list(Board))
@pytest.mark.parametrize(("deck", "number"), cards(0, "worms"))
def test_a_worm_comes_to_its_coordinates_and_lays_its_pattern(deck: str, number: int, board: Board) -> None:
    worm: Worm = load(deck).deck.worms[number]
    side = load(deck).deck.sides[board]
    made = table(deck=deck, board=board.name.lower())
    s, t = made.s, made.t
    s.at[WORM + number], s.deck[Deck.WORM, s.deck_count[Deck.WORM]] = 0, WORM + number
    s.deck_count[Deck.WORM] += 1
    worms.new_worm(t, s, 0)
    column, row = worm.start[0], 1 + side.rows.index(worm.start[1])
    assert (s.slot_worm[0], made.target(0)) == (number, (column, row))

    for target in ((4, 3), (1, 1)):
        s.eggs[:], s.rubble[:], s.rubble_spaces, s.rubble_supply = 0, 0, 0, 50
        worms.erupt(t, s, number, cell(target), False)

        def open_spaces(offsets: list[tuple[int, int]], middle: Space = target) -> set[Space]:
            spaces = {(middle[0] + right, middle[1] + down) for right, down in offsets}
            return {
                (x, y)
                for x, y in spaces
                if 1 <= x <= COLUMNS and 1 <= y <= len(side.map) and side.map[y - 1][x - 1] == "."
            }

        queen = worm.type == WormType.QUEEN
        centre = [(0, 0)] if queen else []
        assert made.all_rubble() == dict.fromkeys(open_spaces([*centre, *worm.pattern]), 1)
        laid = [(colour, (right, down)) for colour, right, down in worm.eggs] if queen else [(worm.egg, (0, 0))]
        for colour, offset in laid:
            for space in open_spaces([offset]):
                assert s.eggs[cell(space), colour] >= 1
        assert s.eggs.sum() == len(laid), "what has no open space is rolled"


def hunted_worms() -> list[Any]:
    """All but the starting worms, which have neither health nor limit."""
    return [p for p in cards(0, "worms") if load(p.values[0]).deck.worms[p.values[1]].type != WormType.STARTING]


def which_of(deck: str, number: int) -> tuple[str, int]:
    """The type of a worm, and which one of its type it is, from 1."""
    kind = load(deck).deck.worms[number].type
    return kind.name.lower(), sum(worm.type == kind for worm in load(deck).deck.worms[: number + 1])


@pytest.mark.parametrize(("deck", "number"), hunted_worms())
def test_a_worm_attacks_at_its_limit_and_dies_at_its_health(deck: str, number: int) -> None:
    worm: Worm = load(deck).deck.worms[number]
    which = which_of(deck, number)
    pawns = {0: (4, 3), 1: (1, 6), 2: (6, 6)}
    made = attack(deck=deck, worm=which, at=(4, 3), pawns=pawns, gear={0: ["Pistol"]}, line=(), leaders={0: "Pam"})
    assert (made.s.slot_worm[0], made.s.slot_count[0]) == (number, worm.limit - 1)
    early = made.clone()
    early.s.slot_count[0] -= 1
    assert strike(early).s.caught == 0, "one card is still missing"
    strike(made)
    assert made.kind == Kind.HUNT
    survives = made.clone()
    survives.s.damage = worm.health - PISTOL - 1
    survives.do("use Pistol")
    assert (survives.s.kills, survives.s.deaths) == (0, 1)
    made.s.damage = worm.health - PISTOL
    made.do("use Pistol")
    assert (made.s.kills, made.s.deaths, made.points(0)) == (1, 0, 1)


# bounties


@pytest.mark.parametrize(("deck", "number"), cards(BOUNTY, "bounties"))
def test_a_bounty_pays_for_what_it_names_and_for_nothing_else(deck: str, number: int) -> None:
    bounty: Bounty = load(deck).deck.bounties[number - BOUNTY]
    name = load(deck).names[number]
    if bounty.worm == NONE:
        for colour in Egg:
            for location, place in PLACES.items():
                paid = deliver(deck, name, colour, place)
                assert paid == (bounty.points if (colour, location) == (bounty.egg, bounty.location) else 0)
    else:
        for kind in WormType:
            if kind != WormType.STARTING:
                paid = kill(deck, name, kind)
                assert paid == (bounty.points if bounty.worm in (kind, ANY_WORM) else 0)


def deliver(deck: str, bounty: str, colour: Egg, place: Space) -> int:
    """What the bounty in the line pays for a delivery."""
    letter = colour.name[0].lower()
    made = table(deck=deck, pawns={0: place}, carried={0: letter}, line=(bounty,)).do("Car 5 NN under worm 1")
    made.s.bonus_taken = 1
    made.do(f"deliver {colour.name.lower()} egg")
    assert made.points(0) == 1 or made.s.bounties_done[0]
    return made.points(0) if made.s.bounties_done[0] else 0


def kill(deck: str, bounty: str, kind: WormType) -> int:
    """What the bounty in the line pays for a kill."""
    pawns = {0: (4, 3), 1: (1, 6), 2: (6, 6)}
    which = (kind.name.lower(), 1)
    made = strike(attack(deck=deck, worm=which, at=(4, 3), pawns=pawns, gear={0: ["Pistol"]}, line=(bounty,)))
    made.s.damage = 19
    made.do("use Pistol")
    assert made.points(0) == 1 or made.s.bounties_done[0]
    return made.points(0) if made.s.bounties_done[0] else 0


# delivery bonuses


@pytest.mark.parametrize("location", list(Location))
@pytest.mark.parametrize("deck", SHIPPED)
def test_every_location_has_its_bonus(deck: str, location: Location) -> None:
    made = table(
        deck=deck, pawns={0: PLACES[location]}, carried={0: "g"}, dead={0: ["Hank"]}, squads={0: []}, line=()
    ).do("Car 5 NN under worm 1", "deliver green egg")
    assert space_of(made.s.location_space[location]) == PLACES[location]
    points, fresh, hidden, squad = 1, [], 0, 0
    bonus = load(deck).deck.bonuses[location]
    if bonus.do == Do.VP:
        points += bonus.numbers[0]
    elif bonus.do == Do.DRAW:
        fresh = [bonus.numbers[0]] * bonus.numbers[1]
    elif bonus.do == Do.HIDDEN_BOUNTY:
        hidden = 1
        if made.kind == Kind.HIDDEN_BOUNTY:
            made.do("top card of the bounty deck")
    else:
        assert bonus.do == Do.REVIVE
        squad = 1
    drawn = [Deck.WEAPON if name in made.names[WEAPON:BOUNTY] else Deck.ITEM for name in made.fresh(0)]
    assert (made.points(0), drawn, len(made.hidden(0)), len(made.squad(0))) == (points, fresh, hidden, squad)
