"""The cards of Turmoil, the promo card, and the words that they are written in."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.actions import PASS, STANDARD, step
from regolith.envs.terraforming_mars.boxes import CARRIERS
from regolith.envs.terraforming_mars.hooks import influence, parties_with_delegate
from regolith.envs.terraforming_mars.language.box import Carrier
from regolith.envs.terraforming_mars.language.card import Need
from regolith.envs.terraforming_mars.language.stock import lose_production
from regolith.envs.terraforming_mars.language.tables import build, numbered
from regolith.envs.terraforming_mars.machine.allowed import may_act, may_play
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED, begin
from regolith.envs.terraforming_mars.player.hand_value import NEVER, delay
from regolith.envs.terraforming_mars.rooms import CARRIERS as CARRIER_ROOM
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, MARS_SPACES, NEUTRAL, NOBODY
from regolith.envs.terraforming_mars.rules.drawing import take_in_hand
from regolith.envs.terraforming_mars.rules.placement import put_tile
from regolith.envs.terraforming_mars.rules.price import (
    MEANS_STEEL,
    MEANS_TITANIUM,
    affordable,
    card_price,
    unit_value,
)
from regolith.envs.terraforming_mars.rules.requirements import meets, stands_at
from regolith.envs.terraforming_mars.rules.scoring import card_points
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.turmoil.words import DELEGATES, FIRST_PARTY, OWNERS, Party
from regolith.envs.terraforming_mars.words import (
    BUILDING,
    EARTH,
    ENERGY,
    JOVIAN,
    MC,
    OXYGEN,
    PLANTS,
    STEEL,
    WILD,
    Resource,
    SpaceKind,
    StandardProject,
    Tile,
    Whose,
)

from .committee import beside, chair, delegates, put, sitting, spaces
from .games import NUMBER, T, actions, deal, opened
from .tables import Change, act, answer, changed, choices, play

PLAYED: dict[str, Change] = {
    "Aerial Lenses": {"heat_up": 2},
    "Event Analysts": {},
    "GMO Contract": {"mc": 2},
    "Martian Media Center": {"mc_up": 2},
    "Public Celebrations": {},
    "Sponsored Mohole": {"heat_up": 2},
    "Supported Research": {"hand": 2},
    "Political Alliance": {"tr": 1},
    "Pristar": {"tr": -2},
    "TerraLabs Research": {"tr": -1},
    "Septem Tribus": {},
    "Utopia Invest": {"steel_up": 1, "titanium_up": 1},
    "Lakefront Resorts": {},
}
"""What comes of a card on an empty table."""


@pytest.mark.parametrize("card", PLAYED)
def test_playing(card: str) -> None:
    s = sitting()
    before = s.copy()
    play(s, card)
    assert s.depth == 0
    assert changed(before, s) == PLAYED[card]


# Requirements.

PARTY_OF = {
    "Aerial Lenses": Party.KELVINISTS,
    "Cultural Metropolis": Party.UNITY,
    "Diaspora Movement": Party.REDS,
    "Event Analysts": Party.SCIENTISTS,
    "GMO Contract": Party.GREENS,
    "Martian Media Center": Party.MARS_FIRST,
    "Parliament Hall": Party.MARS_FIRST,
    "PR Office": Party.UNITY,
    "Red Tourism Wave": Party.REDS,
    "Sponsored Mohole": Party.KELVINISTS,
    "Supported Research": Party.SCIENTISTS,
    "Wildlife Dome": Party.GREENS,
}


@pytest.mark.parametrize("card", PARTY_OF)
def test_a_party_must_rule_or_have_two_delegates_of_the_player(card: str) -> None:
    party, other = PARTY_OF[card], (PARTY_OF[card] + 1) % len(Party)
    for ruling in Party:
        s = sitting()
        s.ruling = ruling
        assert meets(T, s, 0, NUMBER[card], False) == (ruling == party)
    s.ruling = other
    delegates(s, party, 0)
    assert not meets(T, s, 0, NUMBER[card], False), "one delegate is not enough"
    delegates(s, Party(other), 0, 0)
    delegates(s, party, 1, 1)
    assert not meets(T, s, 0, NUMBER[card], False), "nor are those of others, nor those elsewhere"
    delegates(s, party, 0)
    assert meets(T, s, 0, NUMBER[card], False)
    assert not meets(T, s, 0, NUMBER["Banned Delegate"], False)


@pytest.mark.parametrize("card", ["Banned Delegate", "Public Celebrations"])
def test_the_player_must_be_chairman(card: str) -> None:
    s = sitting()
    delegates(s, s.dominant, 0, 0)
    assert not meets(T, s, 0, NUMBER[card], False)
    chair(s, 1)
    assert not meets(T, s, 0, NUMBER[card], False)
    chair(s, 0)
    assert meets(T, s, 0, NUMBER[card], False)


def test_the_player_must_lead_parties_and_the_chair_is_none() -> None:
    s = sitting()
    for led, wanted in enumerate(([False, False], [True, False], [True, True])):
        found = [bool(meets(T, s, 0, NUMBER[card], False)) for card in ("Vote Of No Confidence", "Political Alliance")]
        assert found == wanted
        assert stands_at(T, s, 0, Need.PARTY_LEADERS, -1, Whose.OWN) == led
        delegates(s, Party(led), 0)
    s = sitting()
    chair(s, 0)
    delegates(s, Party.REDS, 1, 0, 0)
    assert not meets(T, s, 0, NUMBER["Vote Of No Confidence"], False)


def test_what_the_greedy_player_thinks_of_requirements() -> None:
    s = sitting()
    assert delay(T, s, 0, NUMBER["GMO Contract"]) == 0
    assert 0 < delay(T, s, 0, NUMBER["Event Analysts"]) < NEVER
    assert delay(T, s, 0, NUMBER["Vote Of No Confidence"]) < delay(T, s, 0, NUMBER["Political Alliance"]) < NEVER


def test_without_the_committee_nobody_meets_them() -> None:
    s = deal(1)[0]
    for card in ("GMO Contract", "Public Celebrations", "Vote Of No Confidence"):
        assert not meets(T, s, 0, NUMBER[card], False)
    assert parties_with_delegate(s, 0) == 0


# Delegates.


def test_banned_delegate_removes_one_that_leads_no_party() -> None:
    s = sitting()
    delegates(s, Party.REDS, 1, 1, 0)
    delegates(s, Party.UNITY, NEUTRAL, NEUTRAL)
    delegates(s, Party.GREENS, 1)
    chair(s, 0)
    play(s, "Banned Delegate")
    assert (s.player, s.kind) == (0, Kind.DELEGATE)
    assert choices(s) == [
        Party.REDS * OWNERS,
        Party.REDS * OWNERS + 1,
        Party.UNITY * OWNERS + NEUTRAL,
    ], "neither a leader without another delegate nor a chairman"
    own, neutral = s.copy(), s.copy()
    answer(s, Party.REDS * OWNERS + 1)
    assert (s.delegates[Party.REDS, 1], s.reserve[1], s.leader[Party.REDS]) == (1, DELEGATES - 3, 1)
    answer(own, Party.REDS * OWNERS)
    assert (own.delegates[Party.REDS, 0], own.reserve[0]) == (0, DELEGATES - 2)
    before = int(neutral.reserve[NEUTRAL])
    answer(neutral, Party.UNITY * OWNERS + NEUTRAL)
    assert neutral.reserve[NEUTRAL] == before + 1


def test_banned_delegate_may_take_dominance_from_a_party() -> None:
    s = sitting()
    delegates(s, Party.REDS, 1, 0)
    delegates(s, Party.KELVINISTS, NEUTRAL, NEUTRAL, NEUTRAL)
    delegates(s, Party.GREENS, 1, 1)
    s.dominant = Party.KELVINISTS
    for _ in range(2):
        play(s, "Banned Delegate", Party.KELVINISTS * OWNERS + NEUTRAL)
        s.lies[NUMBER["Banned Delegate"]] = Lies.DISCARDED
    assert s.dominant == Party.REDS, "of those with more the first one clockwise"


def test_banned_delegate_without_a_delegate_to_ban_is_played_for_nothing() -> None:
    s = sitting()
    chair(s, 0)
    delegates(s, Party.REDS, 1)
    take_in_hand(s, NUMBER["Banned Delegate"], 0)
    assert may_play(T, s, 0, NUMBER["Banned Delegate"], 0, False)
    before = s.delegates.copy()
    play(s, "Banned Delegate")
    assert s.depth == 0
    assert (s.delegates == before).all()


def test_cultural_metropolis_sends_two_delegates_to_one_party() -> None:
    s = sitting()
    s.ruling, s.production[0, ENERGY], s.stock[0, MC] = Party.UNITY, 1, 20
    take_in_hand(s, NUMBER["Cultural Metropolis"], 0)
    s.reserve[0] = 0
    assert not may_play(T, s, 0, NUMBER["Cultural Metropolis"], 0, False), "one in the lobby is not enough"
    s.reserve[0] = 1
    assert may_play(T, s, 0, NUMBER["Cultural Metropolis"], 0, False)
    s.production[0, ENERGY] = 0
    assert not may_play(T, s, 0, NUMBER["Cultural Metropolis"], 0, False)
    s.production[0, ENERGY] = 1
    play(s, "Cultural Metropolis")
    assert s.kind == Kind.SPACE
    answer(s, choices(s)[0])
    assert s.kind == Kind.PARTY
    assert choices(s) == list(Party)
    answer(s, Party.REDS)
    assert (s.delegates[Party.REDS, 0], s.reserve[0], s.lobby[0], s.leader[Party.REDS]) == (2, 0, 0, 0)
    assert s.dominant == Party.REDS
    assert s.production[0, [ENERGY, MC]].tolist() == [0, 3]
    assert (s.tile == Tile.CITY_TILE).sum() == 1


def test_cards_take_delegates_from_the_reserve_before_the_lobby() -> None:
    s = sitting("Martian Media Center")
    s.stock[0, MC] = 2
    assert not may_act(T, s, 0, NUMBER["Martian Media Center"])
    s.stock[0, MC] = 9
    act(s, "Martian Media Center", Party.UNITY)
    assert (s.reserve[0], s.lobby[0], s.stock[0, MC]) == (DELEGATES - 2, 1, 6)
    s.reserve[0] = 0
    act(s, "Martian Media Center", Party.UNITY)
    assert (s.reserve[0], s.lobby[0], s.delegates[Party.UNITY, 0]) == (0, 0, 2)
    assert not may_act(T, s, 0, NUMBER["Martian Media Center"]), "none is left"


def test_recruitment_exchanges_a_neutral_delegate_that_does_not_lead() -> None:
    s = sitting()
    take_in_hand(s, NUMBER["Recruitment"], 0)
    s.stock[0, MC] = 2
    delegates(s, Party.REDS, NEUTRAL)
    assert not may_play(T, s, 0, NUMBER["Recruitment"], 0, False), "it leads"
    delegates(s, Party.UNITY, 1, NEUTRAL, 0)
    assert may_play(T, s, 0, NUMBER["Recruitment"], 0, False)
    kept = s.reserve[0], s.lobby[0]
    s.reserve[0], s.lobby[0] = 0, 0
    assert not may_play(T, s, 0, NUMBER["Recruitment"], 0, False), "there is no delegate to take its place"
    s.reserve[0], s.lobby[0] = kept
    before = int(s.reserve[NEUTRAL])
    play(s, "Recruitment")
    assert s.depth == 0, "there is only one party with such a delegate"
    assert s.delegates[Party.UNITY, [0, 1, NEUTRAL]].tolist() == [2, 1, 0]
    assert s.leader[Party.UNITY] == 0
    assert (s.reserve[0], s.reserve[NEUTRAL]) == (kept[0] - 1, before + 1)
    assert s.dominant != Party.UNITY, "the party has no more than before"


def test_recruitment_lets_the_player_choose_the_party() -> None:
    s = sitting()
    delegates(s, Party.REDS, NEUTRAL, NEUTRAL)
    delegates(s, Party.UNITY, 1, NEUTRAL)
    play(s, "Recruitment")
    assert (s.kind, choices(s)) == (Kind.PARTY, [Party.REDS, Party.UNITY])
    answer(s, Party.REDS)
    assert (s.delegates[Party.REDS, 0], s.leader[Party.REDS]) == (1, NEUTRAL), "it had no more than the leader"


def test_vote_of_no_confidence_takes_the_chair_from_the_neutral_chairman() -> None:
    s = sitting()
    delegates(s, Party.REDS, 0)
    take_in_hand(s, NUMBER["Vote Of No Confidence"], 0)
    s.stock[0, MC] = 5
    chaired = s.copy()
    chair(chaired, 1)
    assert not may_play(T, chaired, 0, NUMBER["Vote Of No Confidence"], 0, False)
    empty = s.copy()
    empty.reserve[0], empty.lobby[0] = 0, 0
    assert not may_play(T, empty, 0, NUMBER["Vote Of No Confidence"], 0, False)
    assert may_play(T, s, 0, NUMBER["Vote Of No Confidence"], 0, False)
    before, ruling = s.copy(), int(s.ruling)
    play(s, "Vote Of No Confidence")
    assert (s.chairman, s.reserve[0], s.lobby[0]) == (0, before.reserve[0] - 1, 1)
    assert s.reserve[NEUTRAL] == before.reserve[NEUTRAL] + 1
    assert s.rating[0] == before.rating[0] + 1
    assert s.rating_rose[0] == 1
    assert (s.ruling, s.leader[Party.REDS], s.delegates[Party.REDS, 0]) == (ruling, 0, 1)


# What is counted.


def test_aerial_lenses_may_remove_plants() -> None:
    s = sitting()
    s.stock[1, PLANTS] = 5
    play(s, "Aerial Lenses", 1)
    assert s.stock[1, PLANTS] == 3
    assert card_points(T, s, 0, NUMBER["Aerial Lenses"]) == -1


def test_diaspora_movement_counts_jovian_tags_of_everybody_and_itself() -> None:
    s = sitting()
    s.tags[:2, JOVIAN], s.tags[:2, WILD] = (1, 2), (1, 1)
    play(s, "Diaspora Movement")
    assert s.stock[0, MC] == 1 + 2 + 1 + 1, "own wild tags count, those of others do not"


@pytest.mark.parametrize(("there", "steps"), [(0, 0), (1, 0), (2, 1), (4, 1), (5, 2)])
def test_parliament_hall_counts_threes_of_building_tags_and_itself(there: int, steps: int) -> None:
    s = sitting()
    s.tags[0, BUILDING] = there
    play(s, "Parliament Hall")
    assert s.production[0, MC] == steps


def test_pr_office_counts_itself() -> None:
    s = sitting()
    s.tags[0, EARTH] = 2
    before = s.copy()
    play(s, "PR Office")
    assert changed(before, s) == {"tr": 1, "mc": 3}


def test_gmo_contract_pays_for_each_plant_animal_and_microbe_tag() -> None:
    s = sitting("GMO Contract")
    for card, paid in (("Algae", 2), ("Ecology Research", 6), ("Mine", 0), ("Virus", 2)):
        s.stock[:] = 0
        before = s.copy()
        play(s, card)
        assert changed(before, s).get("mc", 0) == paid
    before = s.copy()
    play(s, "Bushes", player=1)
    assert changed(before, s) == {}


def test_red_tourism_wave_counts_each_empty_space_beside_own_tiles_once() -> None:
    s = sitting()
    middle = next(at for at in spaces(s, SpaceKind.LAND) if len(beside(at)) == 6)
    next_to = beside(middle)[0]
    put(s, middle, Tile.GREENERY_TILE, 0)
    around = set(beside(middle)) | set(beside(next_to))
    for tile, owner in ((Tile.GREENERY_TILE, 1), (Tile.CITY_TILE, 0)):
        put(s, next_to, tile, owner)
        wanted = (set(beside(middle)) if owner else around) - {middle, next_to}
        s.claim[next(iter(wanted))] = 1
        before = s.copy()
        play(s, "Red Tourism Wave")
        assert changed(before, s).get("mc", 0) == len(wanted), "those with a marker, those for oceans too"
        s.lies[NUMBER["Red Tourism Wave"]] = Lies.DISCARDED
    put(s, MARS_SPACES, Tile.CITY_TILE, 0)
    s.tile[[middle, next_to]], s.tile_owner[[middle, next_to]] = -1, NOBODY
    before = s.copy()
    play(s, "Red Tourism Wave")
    assert changed(before, s) == {}, "a city off Mars touches nothing"


def test_event_analysts_add_to_influence() -> None:
    s = sitting("Event Analysts")
    assert [influence(T, s, player) for player in range(2)] == [1, 0]
    s.lies[NUMBER["Event Analysts"]] = Lies.IN_HAND
    assert influence(T, s, 0) == 0


def test_wildlife_dome_places_a_greenery() -> None:
    s = sitting()
    before = s.copy()
    play(s, "Wildlife Dome")
    assert s.kind == Kind.SPACE
    plain = next(at for at in choices(s) if not T.space_gain[s.map, at].any() and not T.space_cards[s.map, at])
    answer(s, plain)
    assert (s.tile[plain], s.tile_owner[plain], s.track[OXYGEN]) == (Tile.GREENERY_TILE, 0, 1)
    assert changed(before, s) == {"tr": 1}


def test_public_celebrations_are_worth_two_points() -> None:
    s = sitting()
    card = NUMBER["Public Celebrations"]
    play(s, "Public Celebrations")
    assert s.lies[card] == Lies.PLAYED_EVENT
    assert card_points(T, s, 0, card) == 2


# Corporations.


def passed(s: Any) -> Any:
    """Everybody passes."""
    s.draft = 0
    for _ in range(s.players):
        step(T, s, PASS)
    return s


def test_pristar_is_paid_in_generations_without_a_raised_rating() -> None:
    s = sitting("Pristar")
    s.stock[:2, MC], s.rating[:2] = 0, (20, 20)
    raised, solar = s.copy(), s.copy()
    quiet = passed(s)
    assert quiet.resources[NUMBER["Pristar"]] == 1
    assert quiet.stock[:2, MC].tolist() == [26, 20]
    assert card_points(T, quiet, 0, NUMBER["Pristar"]) == 1
    raised.rating_rose[0] = 1
    assert passed(raised).resources[NUMBER["Pristar"]] == 0
    assert raised.stock[0, MC] == 20
    # The leader of the dominant party becomes chairman, and his rating rises, in the solar phase of this generation.
    delegates(solar, solar.dominant, 0)
    passed(solar)
    while solar.phase == Phase.SOLAR:
        step(T, solar, actions(solar)[0])
    assert (solar.chairman, solar.generation, solar.rating[0]) == (0, 2, 20)
    assert solar.resources[NUMBER["Pristar"]] == 1
    assert solar.rating_rose[0] == 0, "nor does it count for the next one"


def test_pristar_keeps_its_preservation_from_others() -> None:
    """No effect but its own names that kind."""
    shown = [card.name for card in numbered().values() if card.holds is numbered()[NUMBER["Pristar"]].holds]
    assert shown == ["Pristar"]


def test_terralabs_pays_1_mc_for_each_card_from_the_first_hand_on() -> None:
    s = sitting("TerraLabs Research")
    assert [card_price(T, s, player) for player in range(2)] == [1, 3]
    s = deal(1, turmoil=True)[0]
    card = NUMBER["TerraLabs Research"]
    s.lies[card], s.owner[card] = Lies.BOUGHT, 0
    assert card_price(T, s, 0) == 1


def test_septem_tribus_is_paid_for_each_party_with_a_delegate_of_the_player() -> None:
    s = sitting("Septem Tribus")
    assert s.tags[0, WILD] == 1
    card = NUMBER["Septem Tribus"]
    assert may_act(T, s, 0, card)
    act(s, "Septem Tribus")
    assert s.stock[0, MC] == 0, "those in lobby and reserve are in no party"
    chair(s, 0)
    delegates(s, Party.REDS, 0, 0)
    delegates(s, Party.UNITY, 1, 0)
    delegates(s, Party.GREENS, 1)
    act(s, "Septem Tribus")
    assert s.stock[0, MC] == 4
    assert [parties_with_delegate(s, player) for player in range(2)] == [2, 2]


def test_utopia_invest_turns_a_step_of_any_production_into_four() -> None:
    s = sitting("Utopia Invest")
    s.production[0] = 0, 1, 0, 1, 0, 1
    act(s, "Utopia Invest")
    assert (s.kind, choices(s)) == (Kind.BRANCH, [Resource.MC, Resource.STEEL, Resource.PLANTS, Resource.HEAT])
    for resource in (Resource.MC, Resource.STEEL, Resource.HEAT):
        other = s.copy()
        answer(other, int(resource))
        assert (other.production[0] - s.production[0]).tolist() == [-int(kind == resource) for kind in Resource]
        assert (other.stock[0] - s.stock[0]).tolist() == [4 * int(kind == resource) for kind in Resource]
    s = sitting("Utopia Invest")
    s.production[0, MC] = -5
    assert not may_act(T, s, 0, NUMBER["Utopia Invest"])


def test_lakefront_resorts_gain_by_every_ocean_and_more_beside_oceans() -> None:
    s = sitting("Lakefront Resorts")
    free = spaces(s, SpaceKind.OCEAN)
    wet, near = next((at, other) for at in free for other in beside(at) if other in free)
    put_tile(T, s, 1, wet, Tile.OCEAN_TILE)
    put_tile(T, s, NOBODY, next(at for at in free if at not in (wet, near)), Tile.OCEAN_TILE)
    assert s.depth == 2, "two oceans"
    s.depth = 0
    for player, paid in ((0, 3), (1, 2)):
        t, oceans_there = s.copy(), sum(s.tile[at] == Tile.OCEAN_TILE for at in beside(near))
        t.stock[:] = 0
        put_tile(T, t, player, near, Tile.OCEAN_TILE)
        assert t.stock[player, MC] == paid * oceans_there
    play(s, "Mine", player=1)
    assert s.production[0, MC] == 0


def test_lakefront_resorts_raise_their_production() -> None:
    s = sitting("Lakefront Resorts")
    s.stock[1, MC], s.turn, s.player = 18, 1, 1
    step(T, s, STANDARD + StandardProject.AQUIFER)
    step(T, s, actions(s)[0])
    assert s.production[:2, MC].tolist() == [1, 0]


# Words that a party uses, or that no card uses in every way.

LOSES = FIRST_CARRIER + CARRIER_ROOM - 1
OWN_TABLE = opened(
    build(numbered(), {**CARRIERS, LOSES: Carrier("loses", (lose_production(MC, 3), lose_production(STEEL, 1)))})
)


@pytest.mark.parametrize(("before", "after"), [((5, 2), (2, 1)), ((2, 0), (0, 0)), ((-3, 1), (-3, 0))])
def test_only_production_above_0_is_lost(before: tuple[int, int], after: tuple[int, int]) -> None:
    s, t = sitting(), OWN_TABLE[0]
    s.production[0, [MC, STEEL]] = before
    begin(s, t.carrier_row[LOSES - FIRST_CARRIER], LOSES, 0)
    run(t, s, NOT_ASKED)
    assert tuple(s.production[0, [MC, STEEL]]) == after


def test_a_metal_is_worth_more_while_a_party_that_says_so_is_in_force() -> None:
    s = sitting()
    values = [int(unit_value(T, s, 0, mean)) for mean in (MEANS_STEEL, MEANS_TITANIUM)]
    assert values == [2, 3]
    s.in_force_for[FIRST_PARTY + Party.UNITY - FIRST_CARRIER] = 0b01
    assert [int(unit_value(T, s, 0, mean)) for mean in (MEANS_STEEL, MEANS_TITANIUM)] == [2, 4]
    assert [int(unit_value(T, s, 1, mean)) for mean in (MEANS_STEEL, MEANS_TITANIUM)] == [2, 3]
    s.stock[0, Resource.TITANIUM] = 3
    assert affordable(T, s, 0, NUMBER["Comet"], 12)
    assert not affordable(T, s, 0, NUMBER["Comet"], 13)
