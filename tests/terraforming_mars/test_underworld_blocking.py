"""Attacks and how their victims stop them: with corruption or a fighter, one victim or several, in every box."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.boxes import CARDS
from regolith.envs.terraforming_mars.language.operation import DECLARED
from regolith.envs.terraforming_mars.language.steps import everything_in
from regolith.envs.terraforming_mars.machine.ahead import possible
from regolith.envs.terraforming_mars.machine.allowed import may_act, may_play
from regolith.envs.terraforming_mars.machine.blocking import WITH_A_FIGHTER, WITH_CORRUPTION
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, push
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.drawing import take_in_hand
from regolith.envs.terraforming_mars.rules.invariants import broken_choices, broken_stack
from regolith.envs.terraforming_mars.show.naming import question
from regolith.envs.terraforming_mars.state import Frame, Kind, Mode
from regolith.envs.terraforming_mars.turmoil.words import Event
from regolith.envs.terraforming_mars.words import (
    ENERGY,
    HEAT,
    MC,
    PLANTS,
    STEEL,
    TITANIUM,
    CardKind,
    Resource,
    SpaceKind,
    Tile,
)

from .committee import beside, happens, put, sitting, spaces
from .crime import asked_to_block, block, block_with_fighter, decline, done, let_through, underworld
from .games import NUMBER, T
from .tables import act, answer, choices, lay, play, table


def held(s: Any, name: str) -> int:
    return int(s.resources[NUMBER[name]])


def test_a_block_costs_1_corruption_and_stops_the_whole_loss() -> None:
    s = underworld()
    s.corruption[1], s.stock[1, PLANTS] = 2, 5
    play(s, "Asteroid", 1)
    assert asked_to_block(s, 1)
    assert (s.stock[1, PLANTS], s.corruption[1]) == (5, 2)
    block(s)
    assert done(s)
    assert (s.stock[1, PLANTS], s.corruption[1], s.stock[0, TITANIUM]) == (5, 1, 2)


def test_a_block_is_optional() -> None:
    s = underworld()
    s.corruption[1], s.stock[1, PLANTS] = 1, 5
    play(s, "Asteroid", 1)
    let_through(s)
    assert done(s)
    assert (s.stock[1, PLANTS], s.corruption[1]) == (2, 1)


@pytest.mark.parametrize("corrupt", [False, True])
def test_nobody_is_asked_without_corruption_or_without_the_box(corrupt: bool) -> None:
    s = table() if corrupt else underworld()
    s.corruption[1], s.stock[1, PLANTS] = int(corrupt), 5
    play(s, "Asteroid", 1)
    assert done(s)
    assert s.stock[1, PLANTS] == 2


def test_the_victim_is_told_what_he_would_lose() -> None:
    s = underworld()
    s.corruption[1], s.stock[1, PLANTS] = 1, 2
    play(s, "Asteroid", 1)
    assert question(s) == "stop the attack by Red with Asteroid: remove 2 plants from Blue?"


def test_own_damage_may_be_blocked() -> None:
    s = underworld()
    s.corruption[0], s.stock[0, PLANTS] = 1, 5
    play(s, "Asteroid", 0)
    assert asked_to_block(s, 0)
    block(s)
    assert (s.stock[0, PLANTS], s.corruption[0]) == (5, 0)


def test_a_production_may_be_saved_and_the_card_goes_on() -> None:
    s = underworld()
    s.corruption[1], s.production[1, ENERGY] = 1, 1
    play(s, "Energy Tapping", 1)
    assert asked_to_block(s, 1)
    block(s)
    assert (s.production[0, ENERGY], s.production[1, ENERGY]) == (1, 1)


def test_what_is_stolen_stays_where_it_is() -> None:
    s = underworld()
    s.corruption[1], s.stock[1, MC] = 1, 9
    lay(s, "Dirigibles", held=1)
    play(s, "Air Raid", 1)
    assert asked_to_block(s, 1)
    block(s)
    assert done(s)
    assert (s.stock[0, MC], s.stock[1, MC], held(s, "Dirigibles")) == (0, 9, 0)


@pytest.mark.parametrize(("card", "prey"), [("Predators", "Fish"), ("Ants", "Tardigrades")])
def test_what_stands_right_of_the_arrow_is_lost_with_what_was_blocked(card: str, prey: str) -> None:
    for blocks in (True, False):
        s = underworld(card)
        lay(s, prey, player=1, held=2)
        s.corruption[1] = 1
        act(s, card)
        assert asked_to_block(s, 1)
        (block if blocks else let_through)(s)
        assert done(s)
        assert (held(s, card), held(s, prey)) == ((0, 2) if blocks else (1, 1))


def test_own_prey_may_be_saved_too() -> None:
    s = underworld("Predators", "Fish")
    s.resources[NUMBER["Fish"]], s.corruption[0] = 1, 1
    act(s, "Predators")
    block(s)
    assert (held(s, "Predators"), held(s, "Fish"), s.corruption[0]) == (0, 1, 0)


def test_resources_on_a_card_are_saved_by_its_owner() -> None:
    s = underworld()
    lay(s, "Fish", player=1, held=3)
    s.corruption[1] = 1
    play(s, "Virus")
    answer(s, NUMBER["Fish"])
    assert asked_to_block(s, 1)
    assert question(s) == "stop the attack by Red with Virus: remove 2 animals from Blue's Fish?"
    block(s)
    assert held(s, "Fish") == 3


def test_a_copied_production_box_is_blocked_like_the_first_and_stays_a_production_box() -> None:
    s = underworld("Great Escarpment Consortium")
    s.corruption[1], s.production[1, STEEL] = 1, 1
    card = NUMBER["Great Escarpment Consortium"]
    push(s, T.on_play[card], card, 0, 0, 0, Mode.PRODUCTION_ONLY)
    run(T, s, NOT_ASKED)
    if s.kind != Kind.BLOCK:
        answer(s, 1)
    assert asked_to_block(s, 1)
    assert s.stack[s.depth - 1, Frame.MODE] == Mode.BLOCKABLE_PRODUCTION
    block(s)
    assert done(s)
    assert (s.production[0, STEEL], s.production[1, STEEL]) == (1, 1)


def test_a_copy_does_nothing_else_after_a_block() -> None:
    """Only the box is copied: the animal of the card that was attacked with is not."""
    s = underworld("Herbivores")
    s.corruption[1], s.production[1, PLANTS] = 1, 1
    card = NUMBER["Herbivores"]
    push(s, T.on_play[card], card, 0, 0, 0, Mode.PRODUCTION_ONLY)
    run(T, s, NOT_ASKED)
    while s.kind == Kind.PLAYER:
        answer(s, 1)
    block(s)
    assert done(s)
    assert held(s, "Herbivores") == 0


def test_events_of_the_committee_cannot_be_blocked() -> None:
    s = sitting(underworld=True)
    s.corruption[:2], s.stock[:2, PLANTS] = 3, 6
    assert happens(s, Event.ECO_SABOTAGE) == []
    assert list(s.stock[:2, PLANTS]) == [3, 3]


def every_attack() -> list[str]:
    """All cards that take something from a player."""
    return [
        card.name
        for card in CARDS.values()
        if any(DECLARED[int(step.op)].blockable for step in everything_in(card.on_play + card.action))
    ]


def test_every_attack_of_every_box_is_known() -> None:
    assert len([name for name in every_attack() if NUMBER[name] < NUMBER["Geologist Team"]]) == 29


@pytest.mark.parametrize("name", [name for name in every_attack() if name != "Media Frenzy"])
def test_every_attack_can_be_blocked(name: str) -> None:
    """Whatever is chosen, somebody is asked whether he blocks; nobody but him has lost anything when he does."""
    card = CARDS[name]
    s = sitting(players=3, underworld=True)
    s.stock[:3], s.production[:3], s.corruption[:3] = 30, 3, 9
    for other, prey in ((1, "Fish"), (2, "Tardigrades"), (0, "Dirigibles")):
        lay(s, prey, player=other, held=4)
    lay(s, "Venus Governor", player=1)
    for ocean in spaces(s, SpaceKind.OCEAN):
        for space in beside(ocean):
            if T.space_kind[s.map, space] != SpaceKind.OCEAN:
                put(s, space, Tile.CITY_TILE, 1)
    put(s, spaces(s, SpaceKind.OCEAN)[-1], Tile.OCEAN_TILE)
    if card.action and any(DECLARED[int(step.op)].blockable for step in everything_in(card.action)):
        lay(s, name, held=2 if card.holds is not None else 0)
        act(s, name)
    else:
        play(s, name)
    for _ in range(20):
        if s.kind == Kind.BLOCK:
            break
        offered = choices(s)
        run(T, s, 1 if s.kind == Kind.PLAYER and 1 in offered else offered[0])
    assert s.kind == Kind.BLOCK
    victim = int(s.player)
    before = s.copy()
    block(s)
    assert (s.stock[victim] >= before.stock[victim]).all()
    assert (s.production[victim] >= before.production[victim]).all()
    assert s.corruption[victim] == before.corruption[victim] - 1


def test_a_fighter_blocks_as_corruption_does() -> None:
    s = underworld()
    lay(s, "Private Military Contractor", player=1, held=1)
    s.stock[1, PLANTS] = 5
    play(s, "Asteroid", 1)
    assert asked_to_block(s, 1, WITH_A_FIGHTER)
    block_with_fighter(s)
    assert (s.stock[1, PLANTS], held(s, "Private Military Contractor")) == (5, 0)


def test_corruption_or_a_fighter() -> None:
    s = underworld()
    lay(s, "Private Military Contractor", player=1, held=1)
    s.stock[1, PLANTS], s.corruption[1] = 5, 1
    play(s, "Asteroid", 1)
    assert asked_to_block(s, 1, WITH_CORRUPTION, WITH_A_FIGHTER)


def test_fighters_of_other_cards_do_not_block() -> None:
    s = underworld()
    lay(s, "Security Fleet", player=1, held=3)
    s.stock[1, PLANTS] = 5
    play(s, "Asteroid", 1)
    assert done(s)


def test_the_contractors_of_an_opponent_help_nobody_else() -> None:
    s = underworld(players=3)
    lay(s, "Private Military Contractor", player=2, held=3)
    s.stock[1, PLANTS] = 5
    play(s, "Asteroid", 1)
    assert done(s)


def test_deepnuking_digs_although_its_damage_is_blocked() -> None:
    steps = [int(step.op) for step in CARDS["Deepnuking"].on_play]
    assert [DECLARED[op].blockable for op in steps] == [False, True]


# several victims


def test_everybody_pays_the_plant_tax_and_blocks_for_himself_in_turn_order() -> None:
    s = underworld(players=4)
    s.stock[:4, PLANTS] = [5, 1, 5, 5]
    s.corruption[:4] = [0, 1, 0, 1]
    play(s, "Plant Tax", player=2)
    assert asked_to_block(s, 2)
    block(s)
    assert asked_to_block(s, 3)
    let_through(s)
    assert asked_to_block(s, 1)
    block(s)
    assert done(s)
    assert list(s.stock[:4, PLANTS]) == [3, 1, 5, 3]
    assert list(s.corruption[:4]) == [0, 0, 0, 1]


def test_the_corruption_of_the_plant_tax_may_block_it() -> None:
    s = underworld()
    s.stock[0, PLANTS] = 2
    play(s, "Plant Tax")
    assert asked_to_block(s, 0)
    block(s)
    assert (s.stock[0, PLANTS], s.corruption[0]) == (2, 0)


def test_shielded_plants_are_not_taxed() -> None:
    s = underworld("Protected Habitats")
    s.stock[:2, PLANTS] = 5
    play(s, "Plant Tax")
    assert done(s)
    assert list(s.stock[:2, PLANTS]) == [5, 3]


def test_who_has_nothing_to_lose_is_not_asked() -> None:
    s = underworld()
    s.corruption[1] = 1
    play(s, "Plant Tax")
    assert done(s)


def test_monopoly_takes_2_of_the_named_resource_from_everybody() -> None:
    s = underworld(players=4)
    s.stock[:4, STEEL] = [0, 5, 1, 5]
    s.corruption[3] = 1
    play(s, "Monopoly")
    assert asked_to_block(s, 3)
    block(s)
    assert list(s.stock[:4, STEEL]) == [3, 3, 0, 5]


def test_monopoly_names_any_resource_that_somebody_has() -> None:
    s = underworld()
    s.stock[1, STEEL], s.stock[1, HEAT], s.stock[0, PLANTS] = 1, 1, 9
    play(s, "Monopoly")
    assert (s.kind, choices(s)) == (Kind.BRANCH, [Resource.STEEL, Resource.HEAT])
    answer(s, Resource.HEAT)
    assert (s.stock[0, HEAT], s.stock[1, STEEL]) == (1, 1)


def test_monopoly_needs_somebody_to_steal_from() -> None:
    s = underworld()
    s.stock[0, MC], s.corruption[0] = 50, 2
    take_in_hand(s, NUMBER["Monopoly"], 0)
    assert not may_play(T, s, 0, NUMBER["Monopoly"], 0, False)
    s.stock[1, MC] = 1
    assert may_play(T, s, 0, NUMBER["Monopoly"], 0, False)


def test_alone_monopoly_brings_2() -> None:
    s = underworld(players=1)
    play(s, "Monopoly", Resource.TITANIUM)
    assert s.stock[0, TITANIUM] == 2


def test_privateers_lose_a_fighter_for_each_block_after_the_amount_is_fixed() -> None:
    s = underworld("Space Privateers", players=4)
    s.resources[NUMBER["Space Privateers"]] = 3
    s.stock[:4, MC] = [0, 9, 9, 2]
    s.corruption[1:4] = 1
    act(s, "Space Privateers")
    assert asked_to_block(s, 1)
    assert question(s) == "stop the attack by Red with Space Privateers: take 3 MC from Blue?"
    block(s)
    assert asked_to_block(s, 2)
    let_through(s)
    assert asked_to_block(s, 3)
    block(s)
    assert held(s, "Space Privateers") == 1
    assert list(s.stock[:4, MC]) == [3, 9, 6, 2]


def test_privateers_need_a_fighter_and_somebody_else() -> None:
    for players, fighters, can in ((2, 0, False), (2, 1, True), (1, 1, False)):
        s = underworld("Space Privateers", players=players)
        card = NUMBER["Space Privateers"]
        s.resources[card] = fighters
        assert may_act(T, s, 0, card) == can


# the attacks of this box


def test_pirates_choose_an_opponent_beside_an_ocean_even_one_without_money() -> None:
    s = underworld(players=3)
    ocean = spaces(s, SpaceKind.OCEAN)[0]
    put(s, ocean, Tile.OCEAN_TILE)
    first, second = beside(ocean)[:2]
    card = NUMBER["Subnautic Pirates"]
    assert not possible(T, s, 0, card, T.on_play[card], NONE)
    put(s, first, Tile.CITY_TILE, 1)
    put(s, second, Tile.CITY_TILE, 2)
    assert possible(T, s, 0, card, T.on_play[card], NONE)
    s.stock[1, MC], s.corruption[2] = 5, 1
    play(s, "Subnautic Pirates")
    assert (s.kind, choices(s), s.may_decline) == (Kind.PLAYER, [1, 2], 0)
    answer(s, 2)
    assert done(s)
    assert s.corruption[2] == 1


def test_pirates_steal_what_there_is_up_to_7() -> None:
    s = underworld()
    ocean = spaces(s, SpaceKind.OCEAN)[0]
    put(s, ocean, Tile.OCEAN_TILE)
    put(s, beside(ocean)[0], Tile.CITY_TILE, 1)
    s.stock[1, MC] = 5
    play(s, "Subnautic Pirates")
    assert (s.stock[0, MC], s.stock[1, MC]) == (5, 0)


def test_raiders_steal_more_with_corruption() -> None:
    s = underworld()
    s.corruption[:2], s.stock[1, MC] = [3, 1], 20
    play(s, "Hired Raiders (Underworld 2)", 1)
    assert asked_to_block(s, 1)
    let_through(s)
    assert (s.stock[0, MC], s.stock[1, MC]) == (7, 13)


def test_blocked_raiders_bring_nothing() -> None:
    s = underworld()
    s.corruption[1], s.stock[1, MC] = 1, 20
    play(s, "Hired Raiders (Underworld 2)", 1)
    block(s)
    assert (s.stock[0, MC], s.stock[1, MC]) == (0, 20)


def test_alone_raiders_steal_from_the_neutral_opponent() -> None:
    s = underworld(players=1)
    s.corruption[0] = 2
    play(s, "Hired Raiders (Underworld 2)")
    assert s.stock[0, MC] == 6


def test_hackers_raise_their_own_production_first_and_need_no_target() -> None:
    s = underworld()
    s.corruption[:2] = [3, 0]
    s.production[:2, MC] = -5
    card = NUMBER["Hackers (Underworld 2)"]
    assert possible(T, s, 0, card, T.on_play[card], NONE)
    play(s, "Hackers (Underworld 2)")
    if s.kind == Kind.BLOCK:
        let_through(s)
    # Only he himself has 2 steps to lose by now.
    assert (s.production[0, MC], s.production[1, MC]) == (-4, -5)


def test_blocked_hackers_keep_what_they_gained() -> None:
    s = underworld()
    s.corruption[:2] = [3, 1]
    play(s, "Hackers (Underworld 2)", 1)
    block(s)
    assert (s.production[0, MC], s.production[1, MC]) == (3, 0)


def test_the_earthquake_machine_may_spare_everybody() -> None:
    s = underworld()
    card = NUMBER["Earthquake Machine"]
    assert possible(T, s, 0, card, T.on_play[card], NONE)
    s.production[:2, PLANTS] = 1
    play(s, "Earthquake Machine")
    assert (s.kind, choices(s)) == (Kind.PLAYER, [0, 1])
    decline(s)
    assert done(s)
    assert list(s.production[:2, PLANTS]) == [1, 1]


def test_the_earthquake_machine_is_blocked() -> None:
    s = underworld()
    s.production[1, PLANTS], s.corruption[1] = 1, 1
    play(s, "Earthquake Machine", 1)
    assert asked_to_block(s, 1)
    let_through(s)
    assert s.production[1, PLANTS] == 0


@pytest.mark.parametrize(("way", "resource", "n"), [(0, STEEL, 3), (1, TITANIUM, 2)])
def test_reckless_detonation_removes_one_of_the_metals(way: int, resource: Resource, n: int) -> None:
    s = underworld()
    s.stock[1, STEEL], s.stock[1, TITANIUM] = 5, 5
    card = NUMBER["Reckless Detonation"]
    lay(s, "Reckless Detonation")
    push(s, T.on_play[card] + 1, card, 0, 0, 0, Mode.WHOLE)
    run(T, s, NOT_ASKED)
    answer(s, way, 1)
    assert s.stock[1, resource] == 5 - n
    assert s.stock[1, STEEL] + s.stock[1, TITANIUM] == 10 - n


def test_mercenaries_remove_up_to_2_of_any_kind_from_one_card() -> None:
    for n in (1, 2):
        s = underworld()
        lay(s, "Tardigrades", player=1, held=4)
        lay(s, "Pets", player=1, held=4)
        s.corruption[1] = 1
        play(s, "Mercenary Squad", n - 1)
        assert (choices(s), s.may_decline) == ([NUMBER["Tardigrades"]], 1)
        answer(s, NUMBER["Tardigrades"])
        assert asked_to_block(s, 1)
        let_through(s)
        assert held(s, "Tardigrades") == 4 - n


def test_mercenaries_may_be_hired_for_nothing() -> None:
    s = underworld()
    play(s, "Mercenary Squad")
    assert done(s)


def stealing(players: int = 2) -> Any:
    s = underworld("Corporate Theft", players=players)
    s.stock[0, MC] = 5
    return s


CORRUPTION_BRANCH, CARD_BRANCH = 7, 6


def test_corporate_theft_takes_a_standard_resource() -> None:
    s = stealing()
    s.stock[1, TITANIUM] = 2
    act(s, "Corporate Theft")
    assert done(s)
    assert (s.stock[0, MC], s.stock[0, TITANIUM], s.stock[1, TITANIUM]) == (0, 1, 1)


def test_corporate_theft_needs_something_to_steal_and_somebody_else() -> None:
    s = stealing()
    assert not may_act(T, s, 0, NUMBER["Corporate Theft"])
    s.corruption[1] = 1
    assert may_act(T, s, 0, NUMBER["Corporate Theft"])
    assert not may_act(T, stealing(players=1), 0, NUMBER["Corporate Theft"])


def test_corporate_theft_of_corruption_is_blocked_with_corruption() -> None:
    for blocks in (True, False):
        s = stealing()
        s.corruption[1] = 2
        act(s, "Corporate Theft")
        assert asked_to_block(s, 1)
        (block if blocks else let_through)(s)
        assert list(s.corruption[:2]) == ([0, 1] if blocks else [1, 1])
        assert s.stock[0, MC] == 0


def test_corporate_theft_of_a_card_resource_needs_a_card_for_it() -> None:
    s = stealing()
    lay(s, "Fish", player=1, held=1)
    lay(s, "Birds"), lay(s, "Livestock")
    s.corruption[1] = 1
    act(s, "Corporate Theft", CARD_BRANCH)
    assert asked_to_block(s, 1)
    let_through(s)
    assert (s.player, s.kind, s.may_decline) == (0, Kind.CARD, 0)
    answer(s, NUMBER["Birds"])
    assert done(s)
    assert (held(s, "Birds"), held(s, "Fish")) == (1, 0)


def test_a_stolen_resource_without_a_card_is_lost() -> None:
    s = stealing()
    lay(s, "Fish", player=1, held=1)
    act(s, "Corporate Theft")
    assert done(s)
    assert held(s, "Fish") == 0


def test_protected_cards_are_not_robbed() -> None:
    s = stealing()
    lay(s, "Pets", player=1, held=1)
    assert not may_act(T, s, 0, NUMBER["Corporate Theft"])


def test_events_are_among_the_cards_that_attack() -> None:
    assert {CARDS[name].kind for name in every_attack()} >= {CardKind.EVENT, CardKind.ACTIVE, CardKind.AUTOMATED}


# records from outside


def blocked_position(name: str = "Asteroid") -> Any:
    s = underworld()
    s.corruption[1], s.stock[1, PLANTS] = 1, 5
    play(s, name, 1)
    assert asked_to_block(s, 1)
    return s


def spoilt(s: Any) -> bool:
    return Broken(broken_stack(T, s)) != Broken.NOTHING or Broken(broken_choices(T, s)) != Broken.NOTHING


@pytest.mark.parametrize(
    "spoil",
    [
        lambda s: setattr(s, "blocking", 0),
        lambda s: setattr(s, "player", 0),
        lambda s: setattr(s, "kind", Kind.PLAYER),
        lambda s: s.corruption.__setitem__(1, 0),
        lambda s: s.stack.__setitem__((s.depth - 1, Frame.Y), 2),
        lambda s: s.stack.__setitem__((s.depth - 1, Frame.Y), -1),
        lambda s: s.stack.__setitem__((s.depth - 1, Frame.MODE), Mode.WHOLE),
        lambda s: s.stack.__setitem__((s.depth - 1, Frame.ROW), s.stack[s.depth - 1, Frame.ROW] - 1),
        lambda s: setattr(s, "may_decline", 0),
    ],
)
def test_a_block_that_cannot_be_is_noticed(spoil: Any) -> None:
    s = blocked_position()
    spoil(s)
    assert spoilt(s)


def test_a_victim_among_several_who_is_not_asked_is_noticed() -> None:
    s = underworld(players=3)
    s.corruption[1:3], s.stock[:3, PLANTS] = 1, 5
    play(s, "Plant Tax")
    assert asked_to_block(s, 0)
    s.stack[s.depth - 2, Frame.MODE] = Mode.WHOLE
    assert spoilt(s)
