"""The underground tokens: what is printed on them, what they bring, what lasts and how long."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin
from regolith.envs.terraforming_mars.rooms import NOBODY, NONE, TEMPORARY_TOKENS
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.course import new_generation
from regolith.envs.terraforming_mars.rules.generation import may_use_standard
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.rules.scoring import card_points
from regolith.envs.terraforming_mars.rules.tracks import raise_track
from regolith.envs.terraforming_mars.state import Kind, Phase
from regolith.envs.terraforming_mars.underworld.invariants import broken
from regolith.envs.terraforming_mars.underworld.rules import turn_face_up
from regolith.envs.terraforming_mars.underworld.tokens import TOKENS
from regolith.envs.terraforming_mars.underworld.words import CENTRE, Token
from regolith.envs.terraforming_mars.words import (
    HEAT,
    MC,
    OCEAN_TILE,
    PLANT,
    SCIENCE,
    StandardProject,
    Tag,
    Track,
)

from .digging import (
    ME,
    OTHER,
    TOKENS_IN_ALL,
    all_there,
    claimed,
    dig,
    give,
    ground,
    in_force,
    lay_open,
    marker,
    markers,
    only_in_pile,
    tile,
)
from .games import NUMBER, T
from .tables import act, answer, changed, choices, lay, play

TEMPORARY = [kind for kind in Token if kind < TEMPORARY_TOKENS]
PRINTED: dict[str, Any] = json.loads(Path(__file__).with_name("underground_tokens.json").read_text(encoding="utf-8"))
CHANGES = {
    Token.BLANK: {},
    Token.CORRUPTION_1: {"corruption": 1},
    Token.CORRUPTION_2: {"corruption": 2},
    Token.CARD_1: {"hand": 1},
    Token.CARD_2: {"hand": 2},
    Token.STEEL_2_PLANT_1: {"steel": 2, "plants": 1},
    Token.STEEL_PRODUCTION: {"steel_up": 1},
    Token.TITANIUM_1_PLANT_1: {"titanium": 1, "plants": 1},
    Token.TITANIUM_2: {"titanium": 2},
    Token.TITANIUM_PRODUCTION: {"titanium_up": 1},
    Token.PLANTS_2: {"plants": 2},
    Token.PLANTS_3: {"plants": 3},
    Token.PLANT_PRODUCTION: {"plants_up": 1},
    Token.ENERGY_2: {"energy": 2},
    Token.ENERGY_PRODUCTION: {"energy_up": 1},
    Token.HEAT_PRODUCTION_2: {"heat_up": 2},
    Token.MICROBES_2: {"Tardigrades": 2},
    Token.TR: {"tr": 1},
    Token.SCIENCE_TAG: {},
    Token.PLANT_TAG: {},
    Token.VOLCANIC_OCEAN_SPACE: {},
    Token.PLACEMENT_BONUS_6: {},
    **{kind: {} for kind in TEMPORARY},
}
PER_STEP = {
    Token.MC_PRODUCTION_PER_TEMPERATURE: {"mc_up": 1},
    Token.STEEL_2_PER_TEMPERATURE: {"steel": 2},
    Token.TITANIUM_1_PER_TEMPERATURE: {"titanium": 1},
    Token.PLANTS_2_PER_TEMPERATURE: {"plants": 2},
    Token.MICROBES_2_PER_TEMPERATURE: {"Tardigrades": 2},
}


def excavated(s: Any, kind: Token, *chosen: int, player: int = ME) -> None:
    """A token of that kind lies open in the middle of nothing, and the player digs it out."""
    s.tile[:], s.tile_owner[:], s.excavated[:] = NONE, NOBODY, NOBODY
    lay_open(s, CENTRE, kind)
    dig(s, CENTRE, *chosen, player=player)


def raised(s: Any, player: int, n: int = 1) -> None:
    raise_track(T, s, player, Track.TEMPERATURE, n)
    run(T, s, NOT_ASKED)


# --- what is printed


def test_every_printed_token_is_there_as_often_as_printed() -> None:
    counts = PRINTED["counts"]
    assert {kind.name.lower(): printed.count for kind, printed in TOKENS.items()} == counts
    assert sum(counts.values()) == TOKENS_IN_ALL


def test_temporary_kinds_come_first_as_there_is_room_for_one_in_force() -> None:
    assert [kind.name.lower() for kind in TEMPORARY] == PRINTED["temporary"]
    lasting = [kind for kind, printed in TOKENS.items() if printed.passives or printed.modifiers]
    assert lasting == TEMPORARY


@pytest.mark.parametrize(("kind", "gained"), CHANGES.items())
def test_what_claiming_a_token_brings(kind: Token, gained: dict[str, int]) -> None:
    s = ground("Tardigrades")
    before = s.copy()
    excavated(s, kind)
    assert changed(before, s) == {"tokens": 1, **gained}
    assert all_there(s)


def test_every_kind_was_claimed_above_or_has_its_own_test() -> None:
    assert {*Token} - {*CHANGES} == {Token.OCEAN_FOR_4, Token.ANY_RESOURCE_1}


def test_any_resource_is_a_kind_of_positions() -> None:
    s = ground()
    s.token[CENTRE] = Token.ANY_RESOURCE_1
    dig(s, CENTRE)
    assert s.kind == Kind.BRANCH
    answer(s, 1)
    assert s.corruption[ME] == 1
    assert claimed(s) == [Token.ANY_RESOURCE_1]


def test_microbes_are_lost_without_a_card_for_them() -> None:
    s = ground()
    before = s.copy()
    excavated(s, Token.MICROBES_2)
    assert changed(before, s) == {"tokens": 1}


# --- one temporary token at a time


@pytest.mark.parametrize("kind", TEMPORARY)
def test_a_temporary_token_is_in_force_for_its_owner(kind: Token) -> None:
    s = ground()
    excavated(s, kind)
    assert in_force(s, kind) == [ME]
    assert s.active_token[ME] == kind
    assert s.active_token[OTHER] == NONE


def test_a_new_one_turns_the_old_one_face_down_and_that_still_counts() -> None:
    s = ground()
    excavated(s, Token.STEEL_2_PER_TEMPERATURE)
    excavated(s, Token.OXYGEN_REQUIREMENT_3)
    assert in_force(s, Token.STEEL_2_PER_TEMPERATURE) == []
    assert in_force(s, Token.OXYGEN_REQUIREMENT_3) == [ME]
    assert claimed(s) == [Token.STEEL_2_PER_TEMPERATURE, Token.OXYGEN_REQUIREMENT_3]


def test_two_of_the_same_kind_give_once() -> None:
    s = ground()
    excavated(s, Token.STEEL_2_PER_TEMPERATURE)
    excavated(s, Token.STEEL_2_PER_TEMPERATURE)
    before = s.copy()
    raised(s, ME)
    assert changed(before, s) == {"tr": 1, "steel": 2}


def test_other_tokens_and_those_of_others_leave_it_in_force() -> None:
    s = ground()
    excavated(s, Token.STEEL_2_PER_TEMPERATURE)
    excavated(s, Token.SCIENCE_TAG)
    excavated(s, Token.PLANTS_2)
    excavated(s, Token.STEEL_2_PER_TEMPERATURE, player=OTHER)
    assert in_force(s, Token.STEEL_2_PER_TEMPERATURE) == [ME, OTHER]


def test_they_end_when_research_begins_not_before() -> None:
    s = ground()
    excavated(s, Token.STEEL_2_PER_TEMPERATURE)
    play(s, "Tunneling Loophole", 50)
    s.phase = Phase.SOLAR
    assert in_force(s, Token.STEEL_2_PER_TEMPERATURE) == [ME]
    new_generation(T, s)
    assert in_force(s, Token.STEEL_2_PER_TEMPERATURE) == []
    assert s.active_token[ME] == NONE
    assert Token.STEEL_2_PER_TEMPERATURE in claimed(s), "face down"
    assert not s.free_excavation.any()


# --- temperature


@pytest.mark.parametrize(("kind", "gained"), PER_STEP.items())
@pytest.mark.parametrize("by", [ME, OTHER, NOBODY])
def test_each_step_of_temperature_by_anybody_pays_the_owner(kind: Token, gained: dict[str, int], by: int) -> None:
    s = ground("Tardigrades")
    excavated(s, kind)
    before = s.copy()
    raised(s, by)
    assert changed(before, s) == {**({"tr": 1} if by == ME else {}), **gained}


def test_two_steps_pay_twice_and_a_card_is_chosen_for_each() -> None:
    s = ground("Tardigrades", "Ants")
    excavated(s, Token.MICROBES_2_PER_TEMPERATURE)
    raised(s, OTHER, 2)
    answer(s, NUMBER["Ants"])
    assert s.kind == Kind.CARD
    answer(s, NUMBER["Tardigrades"])
    assert s.resources[NUMBER["Ants"]] == s.resources[NUMBER["Tardigrades"]] == 2


def test_earlier_steps_and_other_tracks_pay_nothing() -> None:
    s = ground()
    raised(s, ME)
    before = s.copy()
    excavated(s, Token.PLANTS_2_PER_TEMPERATURE)
    raise_track(T, s, ME, Track.OXYGEN, 1)
    run(T, s, NOT_ASKED)
    assert changed(before, s) == {"tokens": 1, "tr": 1}


def test_a_complete_track_pays_nothing() -> None:
    s = ground()
    excavated(s, Token.PLANTS_2_PER_TEMPERATURE)
    s.track[Track.TEMPERATURE] = T.track_end[Track.TEMPERATURE]
    before = s.copy()
    raised(s, ME)
    assert changed(before, s) == {}


# --- requirements


@pytest.mark.parametrize(
    ("kind", "track", "card", "least"),
    [
        (Token.OCEAN_REQUIREMENT_3, Track.OCEANS, "Algae", 5),
        (Token.OXYGEN_REQUIREMENT_3, Track.OXYGEN, "Breathing Filters", 7),
        (Token.TEMPERATURE_REQUIREMENT_6C, Track.TEMPERATURE, "Grass", 7),
    ],
)
def test_a_requirement_may_be_missed_by_three_steps_while_the_token_is_in_force(
    kind: Token, track: Track, card: str, least: int
) -> None:
    s = ground()
    s.track[track] = least - 3
    assert not meets(T, s, ME, NUMBER[card], False)
    excavated(s, kind)
    assert meets(T, s, ME, NUMBER[card], False)
    assert not meets(T, s, OTHER, NUMBER[card], False)
    s.track[track] = least - 4
    assert not meets(T, s, ME, NUMBER[card], False)
    s.track[track] = least - 3
    excavated(s, Token.PLANTS_2_PER_TEMPERATURE)
    assert not meets(T, s, ME, NUMBER[card], False), "it lies face down"


def test_a_highest_value_may_be_missed_too_and_other_leeway_adds_up() -> None:
    s = ground("Inventrix")
    excavated(s, Token.OXYGEN_REQUIREMENT_3)
    s.track[Track.OXYGEN] = 5 + 3 + 2
    assert meets(T, s, ME, NUMBER["Dust Seals"], False)
    assert meets(T, s, ME, NUMBER["Colonizer Training Camp"], False)
    s.track[Track.OXYGEN] += 1
    assert not meets(T, s, ME, NUMBER["Colonizer Training Camp"], False)


# --- tags


@pytest.mark.parametrize(("kind", "tag"), [(Token.SCIENCE_TAG, SCIENCE), (Token.PLANT_TAG, PLANT)])
def test_a_tag_token_is_a_tag(kind: Token, tag: Tag) -> None:
    s = ground()
    excavated(s, kind)
    excavated(s, kind)
    assert s.tags[ME, tag] == 2
    assert s.tags[ME].sum() == 2


def test_claiming_one_counts_as_playing_that_tag() -> None:
    s = ground("Olympus Conference")
    excavated(s, Token.SCIENCE_TAG)
    assert s.resources[NUMBER["Olympus Conference"]] == 1
    excavated(s, Token.PLANT_TAG)
    assert s.resources[NUMBER["Olympus Conference"]] == 1


def test_an_offer_for_a_tag_may_be_declined() -> None:
    s = ground("Mars University")
    s.lies[NUMBER["Ants"]], s.owner[NUMBER["Ants"]] = 6, ME
    s.hand[ME] = 1
    lay_open(s, CENTRE, Token.SCIENCE_TAG)
    dig(s, CENTRE)
    assert s.kind == Kind.CARD
    assert s.may_decline


def test_no_card_was_played_so_none_can_be_given_resources() -> None:
    s = ground("Viral Enhancers", "Ecological Zone")
    before = s.copy()
    excavated(s, Token.PLANT_TAG)
    assert changed(before, s)["plants"] == 1, "there is no card to put anything on"


def test_cards_of_others_that_wait_for_any_tag_do_not_react() -> None:
    s = ground()
    lay(s, "Saturn Systems", player=OTHER)
    before = s.copy()
    excavated(s, Token.SCIENCE_TAG)
    assert changed(before, s, OTHER) == {}


def test_a_new_kind_of_tag_is_new_for_aridor() -> None:
    s = ground("Aridor")
    before = s.copy()
    excavated(s, Token.SCIENCE_TAG)
    assert changed(before, s) == {"tokens": 1, "mc_up": 1}
    excavated(s, Token.SCIENCE_TAG)
    assert changed(before, s) == {"tokens": 2, "mc_up": 1}


def test_a_tag_leaves_with_its_token() -> None:
    s = ground("Micro-Geodesics")
    s.resources[NUMBER["Micro-Geodesics"]] = 1
    give(s, Token.PLANT_TAG)
    tags = int(s.tags[ME, PLANT])
    act(s, "Micro-Geodesics")
    assert s.tags[ME, PLANT] == tags - 1
    assert claimed(s) == []


# --- the ocean


def test_the_ocean_of_a_token_is_paid_and_placed() -> None:
    s = ground()
    s.stock[ME, MC] = 10
    lay_open(s, CENTRE, Token.OCEAN_FOR_4)
    dig(s, CENTRE)
    assert s.stock[ME, MC] == 6
    assert s.kind == Kind.SPACE
    answer(s, 3)
    assert s.tile[3] == OCEAN_TILE
    assert s.rating[ME] == 21
    assert markers(s) == [CENTRE]


def test_the_ocean_may_go_where_the_token_was_and_then_there_is_no_marker() -> None:
    s = ground()
    s.stock[ME, MC] = 4
    lay_open(s, CENTRE, Token.OCEAN_FOR_4)
    dig(s, CENTRE, CENTRE)
    assert s.tile[CENTRE] == OCEAN_TILE
    assert markers(s) == []
    assert broken(T, s) == Broken.NOTHING


@pytest.mark.parametrize(("mc", "there"), [(3, False), (4, True)])
def test_a_face_up_ocean_needs_its_money(mc: int, there: bool) -> None:
    s = ground()
    s.stock[ME, MC] = mc
    lay_open(s, CENTRE, Token.OCEAN_FOR_4)
    dig(s)
    assert (CENTRE in choices(s)) == there


@pytest.mark.parametrize(("mc", "enough"), [(10, False), (11, True)])
def test_where_nothing_else_can_be_excavated_the_project_needs_its_price_and_the_ocean(mc: int, enough: bool) -> None:
    s = ground()
    tile(s, 0)
    one, *others = (int(space) for space in T.neighbours[0] if space != NONE)
    for space in others:
        marker(s, space, OTHER)
    lay_open(s, one, Token.OCEAN_FOR_4)
    s.stock[ME, MC] = mc
    assert may_use_standard(T, s, ME, StandardProject.EXCAVATE) == enough


def test_a_random_ocean_without_the_money_fizzles() -> None:
    s = ground()
    s.stock[ME, MC] = 3
    only_in_pile(s, Token.OCEAN_FOR_4, 1)
    before = s.copy()
    dig(s, CENTRE)
    assert changed(before, s) == {"tokens": 1}
    assert markers(s) == [CENTRE]


def test_a_claim_of_an_ocean_just_found_fizzles_too() -> None:
    s = ground()
    only_in_pile(s, Token.OCEAN_FOR_4, 2)
    before = s.copy()
    play(s, "Canyon Survey", 10, 20, 10)
    assert changed(before, s) == {"tokens": 1}


def test_with_all_oceans_placed_nothing_is_paid() -> None:
    s = ground()
    s.track[Track.OCEANS] = 9
    before = s.copy()
    lay_open(s, CENTRE, Token.OCEAN_FOR_4)
    dig(s, CENTRE)
    assert changed(before, s) == {"tokens": 1}


def test_with_all_oceans_placed_whales_are_bought() -> None:
    s = ground("Whales")
    s.track[Track.OCEANS] = 9
    s.stock[ME, MC] = 3
    lay_open(s, CENTRE, Token.OCEAN_FOR_4)
    dig(s)
    assert CENTRE not in choices(s)
    run(T, s, choices(s)[-1])
    while s.kind != Kind.NOTHING:
        run(T, s, choices(s)[0])
    s.excavated[:], s.tile[:] = NOBODY, NONE
    s.stock[ME, MC] = 4
    before = s.copy()
    dig(s, CENTRE)
    assert changed(before, s) == {"tokens": 1, "mc": -4, "Whales": 1}


def test_whales_come_with_each_ocean_too_many_of_a_card() -> None:
    s = ground("Whales")
    s.track[Track.OCEANS] = 9
    play(s, "Lake Marineris")
    assert s.resources[NUMBER["Whales"]] == 2
    begin(s, T.standard_row[StandardProject.AQUIFER], NONE, OTHER)
    run(T, s, NOT_ASKED)
    assert s.resources[NUMBER["Whales"]] == 2, "an ocean of another player"
    s.track[Track.OCEANS] = 8
    play(s, "Lake Marineris")
    run(T, s, choices(s)[0])
    assert s.resources[NUMBER["Whales"]] == 3


def test_artesian_aquifer_feeds_whales_when_all_oceans_are_placed() -> None:
    s = ground("Whales")
    s.track[Track.OCEANS] = 9
    lay_open(s, 1, Token.BLANK)
    play(s, "Artesian Aquifer", 1)
    assert s.resources[NUMBER["Whales"]] == 1


# --- Reds


def reds(mc: int) -> Any:
    s = ground(turmoil=True)
    s.rating_fee = 3
    s.stock[ME, MC] = mc
    return s


@pytest.mark.parametrize(("mc", "there"), [(2, False), (3, True)])
def test_under_reds_a_face_up_rating_needs_the_fee(mc: int, there: bool) -> None:
    s = reds(mc)
    lay_open(s, CENTRE, Token.TR)
    dig(s)
    assert (CENTRE in choices(s)) == there
    if there:
        answer(s, CENTRE)
        assert s.rating[ME] == 21
        assert s.stock[ME, MC] == 0


@pytest.mark.parametrize(("mc", "there"), [(6, False), (7, True)])
def test_under_reds_a_face_up_ocean_needs_price_and_fee(mc: int, there: bool) -> None:
    s = reds(mc)
    lay_open(s, CENTRE, Token.OCEAN_FOR_4)
    dig(s)
    assert (CENTRE in choices(s)) == there


def test_under_reds_a_random_rating_without_the_fee_gives_none() -> None:
    s = reds(2)
    only_in_pile(s, Token.TR, 1)
    dig(s, CENTRE)
    assert s.rating[ME] == 20
    assert s.stock[ME, MC] == 2
    assert claimed(s) == [Token.TR]


def test_under_reds_a_random_ocean_without_the_sum_fizzles() -> None:
    s = reds(6)
    only_in_pile(s, Token.OCEAN_FOR_4, 1)
    dig(s, CENTRE)
    assert s.stock[ME, MC] == 6
    assert s.track[Track.OCEANS] == 0


# --- counts, points, cubes


def test_claimed_tokens_are_counted_face_down_too() -> None:
    s = ground()
    give(s, Token.BLANK, Token.PLANTS_2, Token.STEEL_2_PER_TEMPERATURE)
    assert meets(T, s, ME, NUMBER["Geothermal Network"], False)
    assert not meets(T, s, OTHER, NUMBER["Geothermal Network"], False)
    before = s.copy()
    play(s, "Forest Tunnels")
    assert changed(before, s)["plants"] == 3


def test_each_token_has_room_for_one_cube_and_scores_a_point() -> None:
    s = ground("Underground Shelters")
    give(s, Token.BLANK, Token.BLANK, Token.PLANTS_2)
    act(s, "Underground Shelters", Token.BLANK)
    act(s, "Underground Shelters", Token.BLANK)
    assert card_points(T, s, ME, NUMBER["Underground Shelters"]) == 2
    act(s, "Underground Shelters")
    assert s.marked[Token.PLANTS_2] == 1, "the only one left"
    assert card_points(T, s, ME, NUMBER["Underground Shelters"]) == 3
    assert broken(T, s) == Broken.NOTHING


def test_a_token_under_a_cube_is_another_choice_and_its_point_is_lost() -> None:
    s = ground("Underground Shelters", "Aeron Genomics", "Birds")
    give(s, Token.BLANK, Token.BLANK)
    s.marked[Token.BLANK] = 1
    act(s, "Aeron Genomics")
    assert choices(s) == [Token.BLANK, 32 + Token.BLANK]
    answer(s, 32 + Token.BLANK)
    assert s.marked[Token.BLANK] == 0
    assert s.claimed[ME, Token.BLANK] == 1


def test_cubes_do_not_lie_on_tokens_of_others() -> None:
    s = ground("Underground Shelters")
    lay(s, "Aeron Genomics", player=OTHER)
    give(s, Token.BLANK)
    s.marked[Token.BLANK] = 1
    give(s, Token.BLANK, Token.PLANTS_2, player=OTHER)
    act(s, "Aeron Genomics", player=OTHER)
    assert choices(s) == [Token.BLANK, Token.PLANTS_2]


def test_a_token_in_force_that_goes_back_is_in_force_no_more() -> None:
    s = ground("Micro-Geodesics")
    s.resources[NUMBER["Micro-Geodesics"]] = 1
    excavated(s, Token.PLANTS_2_PER_TEMPERATURE)
    act(s, "Micro-Geodesics")
    assert in_force(s, Token.PLANTS_2_PER_TEMPERATURE) == []
    assert s.active_token[ME] == NONE


def test_of_two_alike_the_one_in_force_stays() -> None:
    s = ground("Micro-Geodesics")
    s.resources[NUMBER["Micro-Geodesics"]] = 1
    give(s, Token.PLANTS_2_PER_TEMPERATURE)
    excavated(s, Token.PLANTS_2_PER_TEMPERATURE)
    act(s, "Micro-Geodesics")
    assert in_force(s, Token.PLANTS_2_PER_TEMPERATURE) == [ME]
    assert claimed(s) == [Token.PLANTS_2_PER_TEMPERATURE]


@pytest.mark.parametrize("under_cube", [True, False])
def test_the_one_in_force_may_be_the_one_under_the_cube(under_cube: bool) -> None:
    s = ground("Underground Shelters", "Aeron Genomics", "Birds")
    kind = Token.PLANTS_2_PER_TEMPERATURE
    excavated(s, kind)
    act(s, "Underground Shelters")
    assert s.active_marked
    give(s, kind)
    act(s, "Aeron Genomics", 32 + kind if under_cube else kind)
    assert in_force(s, kind) == ([] if under_cube else [ME])
    assert s.active_marked == (not under_cube)
    assert broken(T, s) == Broken.NOTHING


# --- the record


@pytest.mark.parametrize(
    ("spoiled", "found"),
    [
        (lambda s: s.pile.__setitem__(Token.BLANK, 3), Broken.TOKEN_COUNT),
        (lambda s: s.claimed.__setitem__((3, Token.BLANK), 1), Broken.TOKEN_COUNT),
        (lambda s: s.excavated.__setitem__(CENTRE, 1), Broken.UNDERGROUND),
        (lambda s: s.excavated.__setitem__(3, 2), Broken.UNDERGROUND),
        (lambda s: tile(s, CENTRE), Broken.UNDERGROUND),
        (lambda s: s.active_token.__setitem__(0, 3), Broken.TOKEN_IN_FORCE),
        (lambda s: turn_face_up(s, 0, 1), Broken.TOKEN_IN_FORCE),
        (lambda s: s.free_excavation.__setitem__(3, 1), Broken.TOKEN_IN_FORCE),
        (lambda s: s.marked.__setitem__(Token.BLANK, 1), Broken.CUBES_ON_TOKENS),
        (lambda s: s.found_token.__setitem__(2, 1), Broken.TOKENS_FOUND),
    ],
)
def test_what_is_wrong_with_a_record_is_seen(spoiled: Any, found: Broken) -> None:
    s = ground()
    lay_open(s, CENTRE, Token.BLANK)
    assert broken(T, s) == Broken.NOTHING
    spoiled(s)
    assert broken(T, s) == found


def test_heat_pays_for_the_ocean_where_it_is_as_good_as_mc() -> None:
    s = ground("Helion")
    s.stock[ME, HEAT] = 4
    lay_open(s, CENTRE, Token.OCEAN_FOR_4)
    dig(s, CENTRE)
    assert s.kind == Kind.SPACE
    assert s.stock[ME, HEAT] == 0
