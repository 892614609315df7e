"""Corporations and cards of Underworld 2 that change rules: where cities go, requirements, what pays for a trade, what cards hold."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import BRANCH, CARD, COLONY, SPACE, step
from regolith.envs.terraforming_mars.colonies.rules import can_pay_fee, can_pay_trade
from regolith.envs.terraforming_mars.colonies.words import ColonyLies, ColonyTile, TradeFee
from regolith.envs.terraforming_mars.language.lasting import Trigger
from regolith.envs.terraforming_mars.machine.allowed import can_be_done, may_act, may_play
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import DECLINED, NOT_ASKED, begin
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NONE
from regolith.envs.terraforming_mars.rules.course import end_generation
from regolith.envs.terraforming_mars.rules.placement import can_place
from regolith.envs.terraforming_mars.rules.supply import change_production
from regolith.envs.terraforming_mars.rules.tracks import raise_track
from regolith.envs.terraforming_mars.rules.triggers import fire
from regolith.envs.terraforming_mars.show.naming import action_name
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import (
    CITY_TILE,
    ENERGY,
    HEAT,
    MC,
    PLANTS,
    STEEL,
    TITANIUM,
    OffMars,
    Resource,
    SpaceKind,
    Tag,
    Track,
    Where,
)

from .committee import beside, hand, spaces
from .games import NUMBER, T, actions
from .tables import act, answer, choices, colonies, first_action, lay, play
from .underworld_tables import BESIDE, HOME, below, city, marker, stack

LAND = SpaceKind.LAND
TAURARO, AERON, HECATE, KEPLERTEC = "Kingdom of Tauraro", "Aeron Genomics", "Hecate Speditions", "Keplertec"


def land(s: Any) -> set[int]:
    return set(spaces(s, LAND)) | set(spaces(s, SpaceKind.VOLCANIC))


def test_tauraro_helps_opponents() -> None:
    s = below(players=3)
    play(s, TAURARO)
    assert list(s.production[:3, MC]) == [6, 2, 2]


def test_first_city_of_tauraro_anywhere_on_land_beside_cities_too() -> None:
    s = below(TAURARO)
    city(s, HOME, player=1)
    first_action(s, TAURARO)
    assert set(choices(s)) == land(s)
    assert set(beside(HOME)) & set(choices(s))


def test_cities_of_tauraro_go_beside_own_tiles_or_on_own_markers() -> None:
    s = below(TAURARO)
    city(s, HOME)
    far = next(at for at in sorted(land(s)) if at not in beside(HOME))
    marker(s, far)
    theirs = next(at for at in sorted(land(s)) if at not in (*beside(HOME), far))
    marker(s, theirs, player=1)
    first_action(s, TAURARO)
    assert set(choices(s)) == (set(beside(HOME)) & land(s)) | {far}


def test_other_players_keep_the_city_rules() -> None:
    s = below(TAURARO)
    city(s, HOME)
    begin(s, T.first_action[NUMBER[TAURARO]], NUMBER[TAURARO], 1)
    run(T, s, NOT_ASKED)
    assert not set(choices(s)) & set(beside(HOME))


def test_a_rule_of_its_own_stays() -> None:
    s = below(TAURARO)
    assert not can_place(T, s, 0, CITY_TILE, Where.NEXT_TO_TWO_CITIES)


def test_star_vegas_takes_the_space_of_another_city() -> None:
    s = below()
    play(s, "Star Vegas")
    assert choices(s) == [MARS_SPACES + off for off in OffMars]
    s.production[0, MC] = 0
    answer(s, MARS_SPACES + OffMars.PHOBOS_SPACE_HAVEN)
    assert (s.corruption[0], s.production[0, MC]) == (2, 1)
    assert not can_be_done(T, s, 0, NUMBER["Phobos Space Haven"], 0)
    assert can_be_done(T, s, 0, NUMBER["Ganymede Colony"], 0)


def test_star_vegas_needs_a_space_of_a_box_in_the_game() -> None:
    s = below(venus=False)
    play(s, "Star Vegas")
    both = [MARS_SPACES + OffMars.GANYMEDE_COLONY, MARS_SPACES + OffMars.PHOBOS_SPACE_HAVEN]
    assert choices(s) == both
    s.tile[both], s.tile_owner[both] = CITY_TILE, 0
    assert not can_be_done(T, s, 0, NUMBER["Star Vegas"], 0)


def aeron(animals: int, card: str = "Birds") -> Any:
    """It may play Birds, which need 13 % oxygen, and has money."""
    s = below(AERON)
    s.resources[NUMBER[AERON]], s.stock[0, MC] = animals, 50
    s.production[:, PLANTS] = 5
    s.lies[NUMBER[card]], s.owner[NUMBER[card]], s.hand[0] = Lies.IN_HAND, 0, 1
    return s


@pytest.mark.parametrize(("oxygen", "animals", "able"), [(13, 0, True), (11, 2, True), (11, 1, False), (10, 2, False)])
def test_animals_of_aeron_move_requirements_of_animal_cards(oxygen: int, animals: int, able: bool) -> None:
    s = aeron(animals)
    s.track[Track.OXYGEN] = oxygen
    assert may_play(T, s, 0, NUMBER["Birds"], 0, False) == able


def test_as_few_animals_as_needed_are_spent() -> None:
    s = aeron(5)
    s.track[Track.OXYGEN] = 11
    step(T, s, CARD + NUMBER["Birds"])
    assert s.resources[NUMBER[AERON]] == 3


def test_leeway_comes_before_animals() -> None:
    s = aeron(2)
    lay(s, "Inventrix")
    s.track[Track.OXYGEN] = 10
    assert may_play(T, s, 0, NUMBER["Birds"], 0, False)
    step(T, s, CARD + NUMBER["Birds"])
    assert s.resources[NUMBER[AERON]] == 1


def test_animals_help_only_animal_cards() -> None:
    s = aeron(5, "Bushes")
    assert T.tags[NUMBER["Bushes"], Tag.ANIMAL] == 0
    s.track[Track.TEMPERATURE] = 9
    assert not may_play(T, s, 0, NUMBER["Bushes"], 0, False)


def test_nothing_is_spent_where_tracks_are_ignored() -> None:
    s = aeron(5)
    begin(s, T.first_action[NUMBER["Anubis Securities"]], NUMBER["Anubis Securities"], 0)
    run(T, s, NOT_ASKED)
    assert s.resources[NUMBER[AERON]] == 5
    assert s.lies[NUMBER["Birds"]] == Lies.IN_PLAY


def test_hecate_trades_with_two_of_its_resources() -> None:
    s = below()
    play(s, HECATE)
    assert (s.resources[NUMBER[HECATE]], s.fleets[0]) == (3, 2)
    colonies(s, ColonyTile.LUNA, track=3)
    assert can_pay_trade(T, s, 0)
    s.kind = Kind.ACTION
    assert "2 supply chain" in action_name(s, COLONY + ColonyTile.LUNA)
    step(T, s, COLONY + ColonyTile.LUNA)
    assert (s.resources[NUMBER[HECATE]], s.stock[0, MC]) == (1, 7)
    assert not can_pay_fee(T, s, 0, TradeFee.CARD_RESOURCES)


def test_it_is_one_of_several_means_and_has_no_discount() -> None:
    s = below(HECATE, "Cryo-Sleep")
    s.resources[NUMBER[HECATE]], s.stock[0, ENERGY] = 2, 2
    colonies(s, ColonyTile.LUNA)
    s.kind = Kind.ACTION
    step(T, s, COLONY + ColonyTile.LUNA)
    assert choices(s) == [TradeFee.ENERGY, TradeFee.CARD_RESOURCES]
    assert action_name(s, BRANCH + TradeFee.CARD_RESOURCES) == "pay 2 supply chain"
    run(T, s, TradeFee.CARD_RESOURCES)
    assert (s.resources[NUMBER[HECATE]], s.stock[0, ENERGY]) == (0, 2)


def test_others_cannot_pay_so() -> None:
    s = below(HECATE)
    s.resources[NUMBER[HECATE]] = 9
    assert not can_pay_fee(T, s, 1, TradeFee.CARD_RESOURCES)


EXPRESS = "Martian Express"


def test_the_express_takes_any_resource_as_wares() -> None:
    s = below(EXPRESS)
    play(s, "Imported Nitrogen")
    assert s.resources[NUMBER[EXPRESS]] == 5
    lay(s, "Birds")
    play(s, "Large Convoy")
    while s.kind != Kind.NOTHING:
        animals = NUMBER["Birds"] in choices(s)
        assert not animals or choices(s) == sorted([NUMBER["Birds"], NUMBER[EXPRESS]])
        run(T, s, choices(s)[-1])


def test_what_goes_to_another_card_itself_is_not_taken() -> None:
    s = below(EXPRESS, "Birds")
    act(s, "Birds")
    assert (s.resources[NUMBER["Birds"]], s.resources[NUMBER[EXPRESS]]) == (1, 0)


def test_wares_are_sold_all_at_once() -> None:
    s = below(EXPRESS)
    assert not may_act(T, s, 0, NUMBER[EXPRESS])
    s.resources[NUMBER[EXPRESS]] = 4
    act(s, EXPRESS)
    assert (s.stock[0, MC], s.resources[NUMBER[EXPRESS]]) == (4, 0)


def test_wares_are_nothing_else() -> None:
    s = below(EXPRESS)
    s.resources[NUMBER[EXPRESS]] = 4
    assert not can_be_done(T, s, 0, NUMBER["Export Convoy"], 0)


def test_the_express_wakes_colony_tiles() -> None:
    s = below()
    sleepers = [ColonyTile.TITAN, ColonyTile.ENCELADUS, ColonyTile.MIRANDA]
    s.colony_lies[sleepers] = ColonyLies.DORMANT
    play(s, EXPRESS)
    assert set(s.colony_lies[sleepers]) == {ColonyLies.AWAKE}


@pytest.mark.parametrize(
    ("card", "rating", "titanium", "held"), [(None, 1, 1, 0), (EXPRESS, 0, 0, 2), ("Physics Complex", 0, 1, 1)]
)
def test_hyperspace_looks_for_holders(card: str | None, rating: int, titanium: int, held: int) -> None:
    s = below(*([card] if card else []))
    before = int(s.rating[0])
    play(s, "Hyperspace Drive Prototype")
    assert (s.rating[0] - before, s.stock[0, TITANIUM]) == (rating, titanium)
    assert card is None or s.resources[NUMBER[card]] == held


def test_keplertec_looks_at_the_pile_for_each_fighter() -> None:
    s = below(KEPLERTEC)
    stack(s, Token.BLANK)
    s.stock[0, TITANIUM] = 1
    act(s, KEPLERTEC)
    while s.kind != Kind.NOTHING:
        run(T, s, choices(s)[0])
    assert (s.resources[NUMBER[KEPLERTEC]], int(np.sum(s.claimed[0]))) == (1, 1)


def test_fighters_elsewhere_bring_keplertec_nothing() -> None:
    s = below(KEPLERTEC, "Space Wargames")
    begin(s, T.on_play[NUMBER["Space Wargames"]], NUMBER["Space Wargames"], 0)
    run(T, s, NOT_ASKED)
    assert (s.resources[NUMBER["Space Wargames"]], int(np.sum(s.claimed[0]))) == (4, 0)


def test_thiolava_vents_count_steps_of_heat_production() -> None:
    s = below()
    play(s, "Thiolava Vents")
    card = NUMBER["Thiolava Vents"]
    assert (s.resources[card], s.production[0, HEAT]) == (2, 2)
    change_production(T, s, 0, HEAT, 3)
    change_production(T, s, 0, STEEL, 3)
    change_production(T, s, 1, HEAT, 3)
    change_production(T, s, 0, HEAT, -2)
    run(T, s, NOT_ASKED)
    assert s.resources[card] == 5


def test_exploitation_of_venus_pays_who_raises() -> None:
    s = below("Exploitation Of Venus")
    raise_track(T, s, 1, Track.VENUS_SCALE, 2)
    raise_track(T, s, -1, Track.VENUS_SCALE, 1)
    run(T, s, NOT_ASKED)
    assert (s.stock[0, MC], s.stock[1, MC]) == (0, 4)


def test_the_research_hub_looks_at_full_hands() -> None:
    s = below("Research & Development Hub", players=4)
    for player, cards in enumerate((9, 7, 6, 8)):
        hand(s, player, cards)
    s.phase = Phase.ACTION
    end_generation(T, s)
    assert s.resources[NUMBER["Research & Development Hub"]] == 2


def test_arborists_like_cheap_events() -> None:
    s = below("Arborist Collective")
    card = NUMBER["Arborist Collective"]
    for name, held in (("Release of Inert Gases", 1), ("Imported Hydrogen", 1), ("Comet", 1), ("Sponsors", 1)):
        play(s, name)
        while s.kind != Kind.NOTHING:
            run(T, s, choices(s)[0])
        assert s.resources[card] == held, name
    play(s, "Release of Inert Gases", player=1)
    assert s.resources[card] == 1


def test_henkei_adds_to_two_different_cards_or_one() -> None:
    s = below("Henkei Genetics", "Decomposers", "Ants")
    s.corruption[0] = 2
    cards = sorted(NUMBER[name] for name in ("Henkei Genetics", "Decomposers", "Ants"))
    act(s, "Henkei Genetics")
    assert choices(s) == cards
    answer(s, cards[1])
    assert choices(s) == [cards[0], cards[2]]
    answer(s, cards[0])
    assert [int(s.resources[card]) for card in cards] == [3, 3, 0]
    act(s, "Henkei Genetics", cards[2])
    assert s.may_decline
    run(T, s, DECLINED)
    assert ([int(s.resources[card]) for card in cards], s.corruption[0]) == ([3, 3, 3], 0)


def test_the_convoy_takes_from_several_cards_but_not_from_pets() -> None:
    s = below("Birds", "Fish", "Pets")
    s.resources[[NUMBER["Birds"], NUMBER["Fish"], NUMBER["Pets"]]] = (1, 0, 5)
    assert not can_be_done(T, s, 0, NUMBER["Export Convoy"], 0)
    s.resources[NUMBER["Fish"]] = 1
    play(s, "Export Convoy", NUMBER["Fish"])
    assert (s.stock[0, MC], s.corruption[0]) == (20, 1)
    assert [int(s.resources[NUMBER[name]]) for name in ("Birds", "Fish", "Pets")] == [0, 0, 5]


def test_voltaic_metallurgy_exchanges_up_to_the_power_tags() -> None:
    s = below("Voltaic Metallurgy", "Power Plant")
    assert not may_act(T, s, 0, NUMBER["Voltaic Metallurgy"])
    s.stock[0, STEEL] = 5
    act(s, "Voltaic Metallurgy")
    assert choices(s) == [1, 2]
    answer(s, 2)
    assert (s.stock[0, STEEL], s.stock[0, TITANIUM]) == (3, 2)


def test_one_kind_of_resource_and_any_production() -> None:
    s = below("Monopoly")
    play(s, "Underground Smuggling Ring")
    assert choices(s) == list(Resource)
    answer(s, PLANTS)
    assert s.stock[0, PLANTS] == 2
    act(s, "Monopoly")
    assert choices(s) == list(Resource)
    answer(s, TITANIUM)
    assert s.production[0, TITANIUM] == 1


def test_a_tag_is_named_and_drawn() -> None:
    s = below(venus=False)
    begin(s, T.on_play[NUMBER["Underground Research Center"]] + 1, NUMBER["Underground Research Center"], 0)
    run(T, s, NOT_ASKED)
    assert s.kind == Kind.TAG
    assert Tag.WILD not in choices(s)
    assert Tag.VENUS not in choices(s)
    assert any(action_name(s, action) == "name the Jovian tag" for action in actions(s))
    answer(s, Tag.JOVIAN)
    (card,) = np.nonzero((s.lies[:480] == Lies.IN_HAND) & (s.owner[:480] == 0))[0]
    assert T.tags[card, Tag.JOVIAN]


def test_nothing_waits_without_its_card() -> None:
    s = below()
    for trigger in (Trigger.OWN_CHEAP_EVENT, Trigger.ANY_BIG_SHOW, Trigger.FIGHTER_HERE):
        fire(T, s, trigger, 0, NONE, 0, 0)
    assert s.depth == 0
    assert SPACE + BESIDE not in actions(s)
