"""Identifying, excavating and claiming: sections 1 to 5 of the rulebook of Underworld 2."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import STANDARD, step
from regolith.envs.terraforming_mars.language.stock import spend
from regolith.envs.terraforming_mars.language.tables import build, numbered
from regolith.envs.terraforming_mars.machine.allowed import may_act
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import DECLINED
from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.rooms import MARS_SPACES, NOBODY, NONE
from regolith.envs.terraforming_mars.rules.generation import may_use_standard
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.underworld.language.underground import excavate
from regolith.envs.terraforming_mars.underworld.words import CENTRE, FROM_PILE, Token
from regolith.envs.terraforming_mars.words import (
    CITY_TILE,
    MC,
    OCEAN_TILE,
    STEEL,
    TITANIUM,
    Map,
    Resource,
    StandardProject,
    Track,
)

from .digging import (
    ME,
    OTHER,
    TOKENS_IN_ALL,
    all_there,
    beside,
    claimed,
    dig,
    fill,
    give,
    ground,
    lay_open,
    lying_open,
    marker,
    markers,
    only_in_pile,
    tile,
)
from .games import NUMBER, T, actions, deal, opened
from .tables import act, answer, changed, choices, lay, play

EDGE, LAND = 0, 45


# --- the setup


@pytest.mark.parametrize("board", [board.name.lower() for board in Map])
@pytest.mark.parametrize("players", [2, 5])
def test_the_centre_is_identified_and_nothing_else(board: str, players: int) -> None:
    s = deal(3, players=players, underworld=True, map=board)[0]
    assert lying_open(s) == [CENTRE]
    assert s.pile_size == TOKENS_IN_ALL - 1
    assert all_there(s)


def test_the_centre_is_the_middle_of_the_map() -> None:
    assert T.row_from_bottom[CENTRE] == 5
    assert len(beside(CENTRE)) == 6
    row = [space for space in range(MARS_SPACES) if T.row_from_bottom[space] == 5]
    assert row.index(CENTRE) == len(row) // 2 == 4


def test_centres_differ_from_game_to_game_and_follow_the_seed() -> None:
    first = [int(deal(number, underworld=True)[0].token[CENTRE]) for number in range(20)]
    assert first == [int(deal(number, underworld=True)[0].token[CENTRE]) for number in range(20)]
    assert len(set(first)) > 5


def test_alone_the_centre_is_identified_too_unless_a_neutral_tile_lies_there() -> None:
    for number in range(12):
        s = deal(number, players=1, underworld=True)[0]
        assert lying_open(s) == ([CENTRE] if s.tile[CENTRE] == NONE else [])


def test_without_the_box_there_is_no_underground() -> None:
    s = deal(3)[0]
    assert s.pile_size == 0
    assert not s.pile.any()
    assert lying_open(s) == []
    s.stock[:] = 100
    assert not may_use_standard(T, s, ME, StandardProject.EXCAVATE)


# --- identifying


def test_any_empty_space_may_be_identified_also_those_reserved() -> None:
    s = ground("Geologist Team")
    act(s, "Geologist Team")
    assert s.kind == Kind.UNDERGROUND
    assert choices(s) == list(range(MARS_SPACES))


def test_spaces_with_a_tile_a_token_or_a_marker_cannot_be_identified() -> None:
    s = ground("Geologist Team")
    tile(s, 3, player=OTHER)
    tile(s, 4, OCEAN_TILE)
    lay_open(s, 5, Token.BLANK)
    marker(s, 6, OTHER)
    marker(s, 7)
    act(s, "Geologist Team")
    assert choices(s) == [space for space in range(MARS_SPACES) if space not in (3, 4, 5, 6, 7)]


def test_an_identified_token_lies_open_and_belongs_to_nobody() -> None:
    s = ground("Geologist Team")
    act(s, "Geologist Team", 17)
    assert lying_open(s) == [17]
    assert claimed(s) == []
    assert all_there(s)
    assert s.kind == Kind.NOTHING


def test_several_spaces_are_identified_one_after_the_other_and_seen_at_once() -> None:
    s = ground()
    play(s, "Canyon Survey", 10)
    assert lying_open(s) == [10]
    assert 10 not in choices(s)
    answer(s, 20)
    assert lying_open(s) == [10, 20]


def test_one_of_those_just_found_is_claimed_wherever_it_lies() -> None:
    s = ground()
    lay_open(s, 40, Token.PLANTS_3)
    only_in_pile(s, Token.TITANIUM_2, 3)
    tile(s, 0)
    before = s.copy()
    play(s, "Canyon Survey", 10, 20, 30)
    assert choices(s) == [10, 20, 30], "what lay open before is none of them"
    answer(s, 20)
    assert changed(before, s) == {"tokens": 1, "titanium": 2}
    assert lying_open(s) == [10, 30, 40], "its space is empty, the others stay"
    assert markers(s) == [], "a claim is no excavation"
    assert s.tokens_found == 0
    assert all_there(s)


def test_a_space_whose_token_was_claimed_may_be_identified_again() -> None:
    s = ground("Geologist Team")
    play(s, "Canyon Survey", 10, 20, 30, 20)
    while s.kind != Kind.NOTHING:
        run(T, s, choices(s)[0])
    act(s, "Geologist Team")
    assert 20 in choices(s)


def test_several_tokens_are_claimed_one_after_the_other() -> None:
    s = ground()
    only_in_pile(s, Token.ENERGY_PRODUCTION, 5)
    before = s.copy()
    play(s, "Neutrinograph", 1, 2, 3, 4, 5)
    assert choices(s) == [1, 2, 3, 4, 5], "the pile is empty after five"
    answer(s, 1, 3)
    assert choices(s) == [2, 4, 5]
    answer(s, 5)
    assert changed(before, s) == {"tokens": 3, "energy_up": 3}


def test_without_a_space_left_tokens_of_the_pile_are_identified_and_go_back() -> None:
    s = ground()
    fill(s, 20)
    play(s, "Canyon Survey")
    assert lying_open(s) == [20], "one space, then the pile"
    found = [int(kind) for kind in s.found_token[2:4]]
    assert choices(s) == list(dict.fromkeys([20, *(FROM_PILE + kind for kind in found)]))
    assert all_there(s)
    answer(s, 20)
    assert s.tokens_found == 0
    assert all_there(s)


def test_a_token_of_the_pile_may_be_claimed_and_the_others_go_back() -> None:
    s = ground()
    fill(s)
    only_in_pile(s, Token.TITANIUM_2, 3)
    before = s.copy()
    play(s, "Canyon Survey")
    assert changed(before, s) == {"tokens": 1, "titanium": 2}, "three alike are one choice"
    assert s.pile[Token.TITANIUM_2] == s.pile_size == 2


def test_face_up_tokens_everywhere_lead_to_the_pile_too() -> None:
    s = ground("Geologist Team")
    fill(s, 8)
    lay_open(s, 8, Token.BLANK)
    act(s, "Geologist Team")
    assert s.kind == Kind.NOTHING
    assert lying_open(s) == [8]
    assert s.last_token != NONE
    assert all_there(s)


def test_with_an_empty_pile_nothing_is_identified() -> None:
    s = ground()
    only_in_pile(s, Token.BLANK, 0)
    play(s, "Canyon Survey")
    assert s.kind == Kind.NOTHING
    assert s.tokens_found == 0
    assert lying_open(s) == []


def test_an_area_is_a_space_and_its_neighbours() -> None:
    s = ground()
    play(s, "Geoscan Satellite")
    assert choices(s) == list(range(MARS_SPACES))
    answer(s, CENTRE)
    assert lying_open(s) == sorted([CENTRE, *beside(CENTRE)])
    assert sorted(choices(s)) == lying_open(s)


def test_the_middle_of_an_area_need_not_be_empty() -> None:
    s = ground()
    tile(s, CENTRE, player=OTHER)
    gone, *rest = beside(CENTRE)
    lay_open(s, gone, Token.PLANTS_3)
    play(s, "Geoscan Satellite", CENTRE)
    assert sorted(choices(s)) == sorted(rest), "only what was found now may be claimed"


def test_an_area_without_anything_to_find_gives_nothing() -> None:
    s = ground()
    for space in (CENTRE, *beside(CENTRE)):
        lay_open(s, space, Token.CORRUPTION_1)
    play(s, "Geoscan Satellite", CENTRE)
    assert s.kind == Kind.NOTHING
    assert claimed(s) == []


def test_the_neighbours_of_the_tile_just_placed() -> None:
    s = ground()
    play(s, "Central Reservoir", LAND)
    assert s.tile[LAND] == OCEAN_TILE
    assert lying_open(s) == sorted(beside(LAND))
    assert sorted(choices(s)) == lying_open(s)


@pytest.mark.parametrize("kind", Token)
def test_life_is_found_where_a_token_shows_a_microbe(kind: Token) -> None:
    s = ground("Search for Life Underground")
    s.pile[:], s.pile_size = 0, 1
    s.pile[kind] = 1
    s.stock[ME, MC] = 1
    act(s, "Search for Life Underground", 10)
    microbes = kind in (Token.MICROBES_2, Token.MICROBES_2_PER_TEMPERATURE)
    assert s.resources[NUMBER["Search for Life Underground"]] == microbes
    assert s.stock[ME, MC] == 0


# --- excavating: where


def test_who_has_nothing_on_mars_excavates_anywhere() -> None:
    s = ground()
    tile(s, 3, player=OTHER)
    marker(s, 5, OTHER)
    dig(s)
    assert s.kind == Kind.UNDERGROUND
    assert choices(s) == [space for space in range(MARS_SPACES) if space not in (3, 5)]


@pytest.mark.parametrize("own", ["tile", "marker"])
def test_an_own_tile_or_marker_binds_to_its_neighbours(own: str) -> None:
    s = ground()
    tile(s, CENTRE) if own == "tile" else marker(s, CENTRE)
    dig(s)
    assert choices(s) == sorted(beside(CENTRE))


def test_oceans_and_tiles_of_others_do_not_help() -> None:
    s = ground()
    tile(s, 0)
    tile(s, CENTRE, OCEAN_TILE)
    tile(s, 60, player=OTHER)
    dig(s)
    assert choices(s) == sorted(beside(0))


def test_a_city_off_mars_is_no_tile_here() -> None:
    s = ground()
    tile(s, MARS_SPACES)
    dig(s)
    assert len(choices(s)) == MARS_SPACES


def test_spaces_with_tiles_and_markers_are_taken_but_not_those_that_are_claimed() -> None:
    s = ground()
    tile(s, CENTRE)
    one, two, three, *rest = beside(CENTRE)
    tile(s, one, player=OTHER)
    marker(s, two, OTHER)
    s.claim[three] = OTHER
    dig(s)
    assert choices(s) == sorted([three, *rest])


def test_a_fresh_marker_opens_new_spaces() -> None:
    s = ground()
    only_in_pile(s, Token.BLANK, 5)
    marker(s, 0)
    play(s, "Behemoth Excavator")
    assert choices(s) == sorted(beside(0))
    first = choices(s)[0]
    answer(s, first)
    assert choices(s) == sorted({*beside(0), *beside(first)} - {0, first})
    answer(s, choices(s)[-1])
    answer(s, choices(s)[-1])
    assert len(markers(s)) == 4
    assert s.kind == Kind.NOTHING


def test_who_is_hemmed_in_excavates_from_the_pile() -> None:
    s = ground()
    tile(s, EDGE)
    for space in beside(EDGE):
        marker(s, space, OTHER)
    only_in_pile(s, Token.TITANIUM_2, 3)
    before = s.copy()
    dig(s)
    assert s.kind == Kind.NOTHING, "there is nothing to choose"
    assert changed(before, s) == {"tokens": 1, "titanium": 2}
    assert markers(s) == []
    assert lying_open(s) == [], "no neighbours are identified"


def test_one_free_space_is_enough_to_stay_on_the_board() -> None:
    s = ground()
    tile(s, EDGE)
    *taken, free = beside(EDGE)
    for space in taken:
        marker(s, space, OTHER)
    dig(s)
    assert markers(s) == [free]


def test_who_has_nothing_on_a_full_map_excavates_from_the_pile() -> None:
    s = ground()
    fill(s)
    dig(s)
    assert len(claimed(s)) == 1
    assert all_there(s)


def test_an_effect_that_ignores_the_rule_lifts_only_the_neighbourhood() -> None:
    s = ground()
    tile(s, 0)
    tile(s, 3, player=OTHER)
    marker(s, 5, OTHER)
    play(s, "Orbital Laser Drill")
    assert choices(s) == [space for space in range(MARS_SPACES) if space not in (0, 3, 5)]


def test_the_freedom_of_a_generation_helps_its_own_card_and_later_ones() -> None:
    s = ground()
    tile(s, 0)
    play(s, "Tunneling Loophole")
    assert len(choices(s)) == MARS_SPACES - 1
    answer(s, 60)
    while s.kind != Kind.NOTHING:
        run(T, s, choices(s)[0])
    dig(s)
    assert len(choices(s)) == MARS_SPACES - 2


# --- excavating: what happens


def test_an_excavation_gives_the_token_then_the_marker_then_the_neighbours() -> None:
    s = ground()
    lay_open(s, CENTRE, Token.STEEL_2_PLANT_1)
    before = s.copy()
    dig(s, CENTRE)
    assert changed(before, s) == {"tokens": 1, "steel": 2, "plants": 1}
    assert markers(s) == [CENTRE]
    assert lying_open(s) == sorted(beside(CENTRE))
    assert s.last_space == CENTRE
    assert all_there(s)


def test_a_choice_of_the_token_comes_before_the_marker_and_the_neighbours() -> None:
    s = ground("Tardigrades", "Ants")
    lay_open(s, CENTRE, Token.MICROBES_2)
    dig(s, CENTRE)
    assert s.kind == Kind.CARD
    assert claimed(s) == [Token.MICROBES_2]
    assert markers(s) == []
    assert lying_open(s) == []
    answer(s, NUMBER["Ants"])
    assert s.resources[NUMBER["Ants"]] == 2
    assert markers(s) == [CENTRE]


def test_only_neighbours_that_can_be_are_identified() -> None:
    s = ground()
    one, two, three, *rest = beside(CENTRE)
    tile(s, one, player=OTHER)
    marker(s, two, OTHER)
    lay_open(s, three, Token.BLANK)
    lay_open(s, CENTRE, Token.PLANTS_2)
    dig(s, CENTRE)
    assert lying_open(s) == sorted([three, *rest])
    assert s.token[three] == Token.BLANK


def test_the_neighbours_are_identified_as_far_as_the_pile_goes() -> None:
    s = ground()
    lay_open(s, CENTRE, Token.PLANTS_2)
    only_in_pile(s, Token.BLANK, 2)
    dig(s, CENTRE)
    assert len(lying_open(s)) == 2
    assert s.pile_size == 0


def test_a_hidden_space_reveals_a_random_token() -> None:
    s = ground()
    only_in_pile(s, Token.HEAT_PRODUCTION_2, 1)
    before = s.copy()
    dig(s, CENTRE)
    assert changed(before, s) == {"tokens": 1, "heat_up": 2}


def test_with_an_empty_pile_tokens_that_lie_open_can_still_be_excavated() -> None:
    s = ground()
    lay_open(s, CENTRE, Token.PLANTS_2)
    lay_open(s, 4, Token.PLANTS_2)
    only_in_pile(s, Token.BLANK, 0)
    dig(s)
    assert choices(s) == [4, CENTRE]


def test_with_an_empty_pile_and_nothing_open_nothing_can_be_excavated() -> None:
    s = ground()
    only_in_pile(s, Token.BLANK, 0)
    s.stock[ME, MC] = 100
    assert not may_use_standard(T, s, ME, StandardProject.EXCAVATE)
    dig(s)
    assert s.kind == Kind.NOTHING


def test_markers_are_without_end() -> None:
    s = ground()
    for space in range(30):
        marker(s, space)
    lay_open(s, 40, Token.BLANK)
    play(s, "Orbital Laser Drill", 40)
    assert len(markers(s)) == 31


def test_excavations_that_are_counted_may_be_none() -> None:
    s = ground()
    play(s, "Volunteer Mining Initiative")
    assert s.kind == Kind.NOTHING
    assert claimed(s) == []
    for space in (0, 20, 45):
        tile(s, space, player=OTHER)
    only_in_pile(s, Token.BLANK, 5)
    play(s, "Volunteer Mining Initiative", 10)
    assert s.kind == Kind.NOTHING
    assert markers(s) == [10]


# --- what waits


def test_an_effect_counts_as_identifying_once_however_many_tokens() -> None:
    s = ground()
    insider = lay(s, "Mining Market Insider", player=OTHER)
    play(s, "Neutrinograph", 1, 2, 3, 4, 5, 6, 7)
    assert s.resources[insider] == 1


def test_an_excavation_of_a_hidden_space_counts_as_identifying_once() -> None:
    s = ground()
    insider = lay(s, "Mining Market Insider", player=OTHER)
    only_in_pile(s, Token.BLANK, 5)
    dig(s, CENTRE)
    assert s.resources[insider] == 1


def test_the_neighbours_of_an_excavation_are_identified() -> None:
    s = ground("Mining Market Insider")
    lay_open(s, CENTRE, Token.BLANK)
    dig(s, CENTRE)
    assert s.resources[NUMBER["Mining Market Insider"]] == 1


def test_tokens_of_the_pile_count_as_identified() -> None:
    s = ground("Mining Market Insider", "Geologist Team")
    fill(s)
    act(s, "Geologist Team")
    assert s.resources[NUMBER["Mining Market Insider"]] == 1


def test_a_token_excavated_from_the_pile_was_not_identified() -> None:
    s = ground("Mining Market Insider")
    fill(s)
    dig(s)
    assert len(claimed(s)) == 1
    assert s.resources[NUMBER["Mining Market Insider"]] == 0


def test_nothing_identified_is_nothing_to_wait_for() -> None:
    s = ground("Mining Market Insider")
    for space in (CENTRE, *beside(CENTRE)):
        lay_open(s, space, Token.CORRUPTION_1)
    dig(s, CENTRE)
    play(s, "Geoscan Satellite", CENTRE)
    assert s.resources[NUMBER["Mining Market Insider"]] == 0


def test_each_ocean_token_that_anybody_identifies_is_seen() -> None:
    s = ground()
    lay(s, "Geologist Team", player=OTHER)
    lay_open(s, CENTRE, Token.BLANK)
    s.stock[ME, MC] = 100
    only_in_pile(s, Token.OCEAN_FOR_4, 2)
    before = s.copy()
    dig(s, CENTRE)
    assert changed(before, s, OTHER) == {"tr": 2}
    before = s.copy()
    dig(s, lying_open(s)[0])
    run(T, s, choices(s)[0])
    assert changed(before, s, OTHER) == {}, "it lay open already"


def test_a_claim_is_noticed_however_it_comes() -> None:
    s = ground("Voltagon")
    only_in_pile(s, Token.BLANK, 5)
    fill(s)
    dig(s)
    assert s.stock[ME].tolist() == [0, 0, 0, 0, 2, 0]
    play(s, "Canyon Survey")
    assert s.stock[ME].tolist() == [0, 0, 0, 0, 4, 0]


def test_excavations_of_anybody_from_the_pile_too_pay_their_lessor_and_claims_do_not() -> None:
    s = ground()
    lay(s, "Excavator Leasing", player=OTHER)
    only_in_pile(s, Token.BLANK, 5)
    fill(s)
    dig(s)
    assert s.stock[OTHER, MC] == 1
    play(s, "Canyon Survey")
    assert len(claimed(s)) == 2
    assert s.stock[OTHER, MC] == 1


def test_an_excavation_beside_oceans_pays_once_and_one_from_the_pile_never() -> None:
    s = ground()
    lay(s, "Deepwater Dome")
    one, two, *_ = beside(CENTRE)
    tile(s, one, OCEAN_TILE)
    tile(s, two, OCEAN_TILE)
    lay_open(s, CENTRE, Token.BLANK)
    dig(s, CENTRE)
    assert s.stock[ME, MC] == 2
    fill(s)
    dig(s)
    assert s.stock[ME, MC] == 2


# --- the standard project


def test_excavating_costs_7_and_steel_pays() -> None:
    s = ground()
    s.stock[ME, MC], s.stock[ME, STEEL] = 3, 2
    assert STANDARD + StandardProject.EXCAVATE in actions(s)
    step(T, s, STANDARD + StandardProject.EXCAVATE)
    assert s.kind == Kind.UNDERGROUND
    assert s.stock[ME].tolist() == [0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("mc", "steel", "enough"), [(7, 0, True), (6, 0, False), (0, 4, True), (0, 3, False)])
def test_what_is_needed_for_it(mc: int, steel: int, enough: bool) -> None:
    s = ground()
    s.stock[ME, MC], s.stock[ME, STEEL], s.stock[ME, TITANIUM] = mc, steel, 10
    assert may_use_standard(T, s, ME, StandardProject.EXCAVATE) == enough


@pytest.mark.parametrize(
    ("mc", "steel", "enough"), [(10, 0, False), (11, 0, True), (4, 3, False), (4, 4, True), (3, 9, False)]
)
def test_the_price_comes_before_that_of_the_only_token_in_reach(mc: int, steel: int, enough: bool) -> None:
    """An ocean for 4 MC lies on every space; steel does not pay for it."""
    s = ground()
    marker(s, LAND)
    s.token[:] = Token.OCEAN_FOR_4
    s.stock[ME, MC], s.stock[ME, STEEL] = mc, steel
    assert may_use_standard(T, s, ME, StandardProject.EXCAVATE) == enough


@pytest.mark.parametrize(("metal", "steel", "least"), [(None, 9, 9), (STEEL, 0, 9), (STEEL, 1, 7), (STEEL, 9, 4)])
def test_what_an_action_spends_comes_before_the_price_of_the_only_token_in_reach(
    metal: Resource | None, steel: int, least: int
) -> None:
    """The action of a card that is made for this: no printed one spends MC and then excavates."""
    card = NUMBER["Chemical Factory"]
    made = replace(numbered()[card], action=(spend(MC, 5, or_pay=metal), excavate(1)))
    t = opened(build({**numbered(), card: made}))[0]
    s = ground("Chemical Factory")
    marker(s, LAND)
    s.token[:] = Token.OCEAN_FOR_4
    s.stock[ME, STEEL] = steel
    for mc in range(12):
        s.stock[ME, MC] = mc
        assert may_act(t, s, ME, card) == (mc >= least)


def test_how_much_steel_is_paid_is_chosen() -> None:
    s = ground()
    s.stock[ME, MC], s.stock[ME, STEEL] = 7, 4
    step(T, s, STANDARD + StandardProject.EXCAVATE)
    assert s.kind == Kind.PAYMENT
    assert choices(s) == [0, 1, 2, 3, 4]
    run(T, s, 2)
    assert (s.stock[ME, MC], s.stock[ME, STEEL]) == (4, 2)


# --- special excavations


def test_deepmining_takes_a_metal_that_lies_open_anywhere() -> None:
    s = ground()
    tile(s, 0)
    lay_open(s, 20, Token.STEEL_2_PER_TEMPERATURE)
    lay_open(s, 40, Token.TITANIUM_1_PLANT_1)
    lay_open(s, 50, Token.PLANTS_2)
    before = s.copy()
    play(s, "Deepmining")
    assert choices(s) == [20, 40]
    answer(s, 40)
    assert changed(before, s) == {"tokens": 1, "titanium": 1, "plants": 1, "titanium_up": 1}
    assert markers(s) == [40]
    before = s.copy()
    for space in lying_open(s):
        if space != 20:
            s.token[space] = NONE
    play(s, "Deepmining")
    assert changed(before, s) == {"tokens": 1, "steel_up": 1}


def test_an_aquifer_is_dug_out_and_filled() -> None:
    s = ground()
    tile(s, CENTRE)
    reserved = [space for space in range(MARS_SPACES) if T.space_kind[s.map, space] == 1 and s.tile[space] == NONE]
    marker(s, reserved[0], OTHER)
    lay_open(s, reserved[1], Token.BLANK)
    play(s, "Artesian Aquifer")
    assert choices(s) == reserved[1:]
    answer(s, reserved[1])
    assert s.tile[reserved[1]] == OCEAN_TILE
    assert s.excavated[reserved[1]] == NOBODY
    assert set(lying_open(s)) >= {space for space in beside(reserved[1]) if s.tile[space] == NONE} - {reserved[0]}
    assert s.track[Track.OCEANS] == 1


def test_deep_foundations_dig_where_the_city_goes() -> None:
    s = ground("Deep Foundations")
    lay_open(s, LAND, Token.PLANTS_3)
    s.stock[ME, MC] = 20
    act(s, "Deep Foundations", LAND)
    assert s.tile[LAND] == CITY_TILE
    assert claimed(s) == [Token.PLANTS_3]
    assert s.excavated[LAND] == NOBODY
    assert lying_open(s) == sorted(beside(LAND))


def test_deep_foundations_on_a_marker_only_build() -> None:
    s = ground("Deep Foundations")
    marker(s, LAND, OTHER)
    s.stock[ME, MC] = 20
    act(s, "Deep Foundations", LAND)
    assert s.tile[LAND] == CITY_TILE
    assert claimed(s) == []
    assert lying_open(s) == []


# --- giving back


def test_a_token_of_the_board_may_go_back_before_the_excavation() -> None:
    s = ground()
    lay_open(s, CENTRE, Token.BLANK)
    play(s, "Induced Tremor")
    assert choices(s) == [CENTRE]
    assert s.may_decline
    answer(s, CENTRE)
    assert lying_open(s) == []
    assert CENTRE in choices(s), "it may be excavated afresh"


def test_all_tokens_may_stay() -> None:
    s = ground()
    lay_open(s, CENTRE, Token.BLANK)
    play(s, "Induced Tremor")
    run(T, s, DECLINED)
    assert lying_open(s) == [CENTRE]
    assert s.kind == Kind.UNDERGROUND, "the excavation is still to come"


def test_all_tokens_go_back_and_markers_stay() -> None:
    s = ground()
    for space in (3, CENTRE, 50):
        lay_open(s, space, Token.BLANK)
    marker(s, 10, OTHER)
    play(s, "Server Sabotage")
    assert lying_open(s) == []
    assert s.pile_size == TOKENS_IN_ALL
    assert markers(s, OTHER) == [10]


def test_claimed_tokens_go_back_and_how_many_is_remembered() -> None:
    s = ground("Aeron Genomics", "Birds")
    give(s, Token.BLANK, Token.BLANK, Token.PLANTS_2)
    act(s, "Aeron Genomics", Token.BLANK)
    assert s.may_decline, "one is enough"
    answer(s, Token.PLANTS_2, NUMBER["Birds"])
    assert s.resources[NUMBER["Birds"]] == 2
    assert claimed(s) == [Token.BLANK]
    assert s.pile_size == TOKENS_IN_ALL - 1


def test_one_token_is_enough_to_stop_after() -> None:
    s = ground("Aeron Genomics", "Birds")
    give(s, Token.BLANK, Token.PLANTS_2)
    act(s, "Aeron Genomics", Token.BLANK)
    run(T, s, DECLINED)
    answer(s, NUMBER["Birds"])
    assert s.resources[NUMBER["Birds"]] == 1
    assert claimed(s) == [Token.PLANTS_2]


# --- what is hidden


def test_the_draw_is_fair() -> None:
    s = ground("Geologist Team")
    start, found = s.copy(), np.zeros(len(Token), int)
    for number in range(3000):
        s = start.copy()
        s.rng[:] = [number * 2 + 1, 17, 23, number]
        for _ in range(8):
            s.rng[0] = (int(s.rng[0]) * 747796405 + 1) % 2**32
        act(s, "Geologist Team", 10)
        found[s.last_token] += 1
    expected = 3000 * T.token_count[: len(Token)] / TOKENS_IN_ALL
    printed = expected > 0
    assert not found[~printed].any()
    assert ((found - expected)[printed] ** 2 / expected[printed]).sum() < 60


def test_a_seat_sees_how_many_tokens_are_left_to_find_and_to_claim() -> None:
    s = ground()
    at = OBSERVATION["effect amount"].start
    only_in_pile(s, Token.BLANK, 5)

    def shown() -> float:
        out = np.zeros(OBSERVATION.size, np.float32)
        observe(T, s, OTHER, out)
        return round(float(out[at]), 3)

    play(s, "Neutrinograph", 1)
    assert shown() == 0.6
    answer(s, 2, 3, 4, 5)
    assert shown() == 0.3
    answer(s, 2)
    assert shown() == 0.2


def test_everybody_sees_the_ground_and_what_is_in_the_pile() -> None:
    s = ground("Tardigrades", "Ants")
    lay_open(s, CENTRE, Token.MICROBES_2)
    lay_open(s, 5, Token.PLACEMENT_BONUS_6)
    marker(s, 60, OTHER)
    marker(s, beside(CENTRE)[0])
    give(s, Token.CORRUPTION_1)
    dig(s, CENTRE)
    out = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, ME, out)
    piece = OBSERVATION["underground"]
    planes = out[piece.start : piece.stop].reshape(7, MARS_SPACES)
    assert {space: planes[0, space] for space in range(MARS_SPACES) if planes[0, space]} == {5: 1.0, CENTRE: 0.25}
    assert sum(int(planes[1 + bit, 5]) << bit for bit in range(5)) == Token.PLACEMENT_BONUS_6
    assert {space: planes[6, space] for space in range(MARS_SPACES) if planes[6, space]} == {
        beside(CENTRE)[0]: 1.0,
        60: 0.5,
    }
    first = OBSERVATION["tokens in the pile"].start
    assert out[first + Token.CORRUPTION_1] == np.float32(12 / 13)
    first = OBSERVATION["claimed tokens"].start
    assert out[first + Token.CORRUPTION_1] == out[first + Token.MICROBES_2] == np.float32(0.2)
