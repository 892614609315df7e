"""Corruption and crime: what cards do with them, what needs them, and who gains by having little."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.hooks import crime_tags, penalties
from regolith.envs.terraforming_mars.language.counts import each_corruption, each_crime_tag
from regolith.envs.terraforming_mars.machine.ahead import possible
from regolith.envs.terraforming_mars.machine.allowed import may_act
from regolith.envs.terraforming_mars.machine.blocking import WITH_A_FIGHTER
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.invariants import broken_choices, broken_counts, broken_stack
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.rules.supply import rating_up
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.turmoil.words import RATING_FEE
from regolith.envs.terraforming_mars.words import HEAT, MC, PLANTS, STEEL, TITANIUM, Resource

from .crime import asked_to_block, block_with_fighter, decline, done, let_through, underworld
from .games import NUMBER, T
from .tables import act, answer, choices, lay, play


def sound(s: Any) -> bool:
    """As far as the effects under way go."""
    return Broken(broken_stack(T, s)) == Broken(broken_choices(T, s)) == Broken.NOTHING


def can_play(s: Any, name: str, player: int = 0) -> bool:
    card = NUMBER[name]
    return bool(possible(T, s, player, card, T.on_play[card], NONE))


def test_corruption_is_gained_and_counted() -> None:
    s = underworld()
    play(s, "Lobbying Network")
    assert list(s.corruption[:2]) == [1, 0]
    lay(s, "Earth Office"), lay(s, "Media Group"), lay(s, "Research Coordination")
    play(s, "Old World Mafia")
    # Its own Earth tag, that of the network, those of the two cards and the wild one make 5: two pairs.
    assert s.corruption[0] == 3
    assert (each_corruption(2).each, each_crime_tag(3).each) == (2, 3)


def test_a_requirement_of_corruption_is_no_payment() -> None:
    s = underworld()
    card = NUMBER["Off-World Tax Haven"]
    for have, met in ((0, False), (1, False), (2, True), (3, True)):
        s.corruption[0] = have
        assert meets(T, s, 0, card, False) == met
    play(s, "Off-World Tax Haven")
    assert s.corruption[0] == 3


def test_some_cards_want_clean_hands() -> None:
    s = underworld()
    card = NUMBER["Anti-trust Crackdown"]
    assert meets(T, s, 0, card, False)
    s.corruption[0] = 1
    assert not meets(T, s, 0, card, False)


def test_the_crackdown_takes_2_from_everybody_and_cannot_be_blocked() -> None:
    s = underworld(players=3)
    lay(s, "Private Military Contractor", player=1, held=2)
    s.corruption[:3] = [0, 5, 1]
    play(s, "Anti-trust Crackdown")
    assert done(s)
    assert list(s.corruption[:3]) == [0, 3, 0]


@pytest.mark.parametrize(("way", "resource", "n"), [(0, STEEL, 5), (1, TITANIUM, 3), (2, PLANTS, 4), (3, HEAT, 8)])
def test_corruption_is_spent_for_resources(way: int, resource: Resource, n: int) -> None:
    s = underworld("Jenson-Boyle & Co")
    card = NUMBER["Jenson-Boyle & Co"]
    assert not may_act(T, s, 0, card)
    s.corruption[0] = 1
    assert may_act(T, s, 0, card)
    act(s, "Jenson-Boyle & Co", way)
    assert (s.stock[0, resource], s.corruption[0]) == (n, 0)


def test_securities_sell_all_corruption_at_6() -> None:
    s = underworld("Anubis Securities")
    card = NUMBER["Anubis Securities"]
    assert not may_act(T, s, 0, card)
    s.corruption[0] = 3
    act(s, "Anubis Securities")
    assert (s.stock[0, MC], s.corruption[0]) == (18, 0)


# Media Frenzy, Investigative Journalism


def test_a_frenzy_may_spare_everybody_and_needs_no_target() -> None:
    s = underworld(players=3)
    assert can_play(s, "Media Frenzy")
    s.corruption[:3] = [4, 1, 0]
    play(s, "Media Frenzy")
    assert (s.kind, choices(s)) == (Kind.PLAYER, [1])
    decline(s)
    assert list(s.corruption[:3]) == [4, 1, 0]


def test_corruption_does_not_save_corruption_but_a_fighter_does() -> None:
    s = underworld()
    s.corruption[1] = 2
    play(s, "Media Frenzy", 1)
    assert s.corruption[1] == 1
    assert s.kind != Kind.BLOCK
    s = underworld()
    lay(s, "Private Military Contractor", player=1, held=1)
    s.corruption[1] = 2
    play(s, "Media Frenzy", 1)
    assert asked_to_block(s, 1, WITH_A_FIGHTER)
    block_with_fighter(s)
    assert (s.corruption[1], s.resources[NUMBER["Private Military Contractor"]]) == (2, 0)


def test_a_frenzy_that_is_let_through() -> None:
    s = underworld()
    lay(s, "Private Military Contractor", player=1, held=1)
    s.corruption[1] = 2
    play(s, "Media Frenzy", 1)
    let_through(s)
    assert s.corruption[1] == 1


def test_journalists_expose_who_is_more_corrupt_and_nobody_blocks() -> None:
    s = underworld("Investigative Journalism", players=3)
    lay(s, "Private Military Contractor", player=1, held=1)
    card = NUMBER["Investigative Journalism"]
    s.stock[0, MC] = 10
    s.corruption[:3] = [1, 1, 0]
    assert not may_act(T, s, 0, card)
    s.corruption[1] = 2
    assert may_act(T, s, 0, card)
    act(s, "Investigative Journalism")
    assert done(s)
    assert (list(s.corruption[:3]), s.resources[card], s.stock[0, MC]) == ([1, 1, 0], 1, 5)


def test_alone_there_is_nobody_to_expose() -> None:
    s = underworld("Investigative Journalism", players=1)
    s.stock[0, MC] = 10
    assert not may_act(T, s, 0, NUMBER["Investigative Journalism"])


# Corporate Blackmail


def blackmailing(mc: int) -> Any:
    s = underworld(players=3)
    s.corruption[:3] = [1, 3, 2]
    s.stock[1, MC] = mc
    play(s, "Corporate Blackmail")
    return s


def test_the_blackmailed_pays_or_gives_as_he_likes() -> None:
    for way, mc, corruption in ((0, [10, 0], [1, 3]), (1, [0, 10], [3, 1])):
        s = blackmailing(10)
        assert (s.kind, s.player, choices(s), s.may_decline) == (Kind.BRANCH, 1, [0, 1], 0)
        assert sound(s)
        answer(s, way)
        assert done(s)
        assert (list(s.stock[:2, MC]), list(s.corruption[:2])) == (mc, corruption)


def test_without_10_mc_he_gives() -> None:
    s = blackmailing(9)
    assert done(s)
    assert list(s.corruption[:3]) == [3, 1, 2]


def test_heat_is_no_ransom() -> None:
    s = underworld()
    lay(s, "Helion", player=1)
    s.corruption[1], s.stock[1, HEAT] = 3, 50
    play(s, "Corporate Blackmail")
    assert (done(s), s.corruption[0]) == (True, 2)


def test_blackmail_needs_an_opponent_with_3() -> None:
    s = underworld()
    s.corruption[:2] = [9, 2]
    assert not can_play(s, "Corporate Blackmail")
    s.corruption[1] = 3
    assert can_play(s, "Corporate Blackmail")
    alone = underworld(players=1)
    alone.corruption[0] = 9
    assert not can_play(alone, "Corporate Blackmail")


# Class-action Lawsuit


def test_who_alone_has_most_drops_to_the_second() -> None:
    s = underworld(players=3)
    s.corruption[:3], s.stock[:3, MC] = [1, 5, 2], 7
    play(s, "Class-action Lawsuit")
    assert done(s)
    assert (list(s.corruption[:3]), list(s.stock[:3, MC])) == ([1, 2, 2], [7, 0, 7])
    s = underworld(players=3)
    s.corruption[:3], s.stock[:3, MC] = [4, 2, 2], 7
    play(s, "Class-action Lawsuit")
    assert (list(s.corruption[:3]), list(s.stock[:3, MC])) == ([2, 2, 2], [1, 7, 7])


def test_a_lawsuit_needs_one_who_has_most() -> None:
    s = underworld()
    assert not can_play(s, "Class-action Lawsuit")
    s.corruption[:2] = 2
    assert not can_play(s, "Class-action Lawsuit")
    s.corruption[1] = 3
    assert can_play(s, "Class-action Lawsuit")


def test_alone_a_lawsuit_is_without_effect() -> None:
    s = underworld(players=1)
    s.corruption[0], s.stock[0, MC] = 3, 9
    assert can_play(s, "Class-action Lawsuit")
    play(s, "Class-action Lawsuit")
    assert (s.corruption[0], s.stock[0, MC]) == (3, 9)


# Fabricated Scandal, Global Audit


def test_a_scandal_lowers_the_highest_and_then_raises_the_lowest() -> None:
    s = underworld(players=3)
    s.rating[:3] = [20, 25, 25]
    play(s, "Fabricated Scandal")
    assert (list(s.rating[:3]), s.corruption[0]) == ([21, 24, 24], 1)
    s = underworld(players=3)
    s.rating[:3] = [20, 20, 20]
    play(s, "Fabricated Scandal")
    assert list(s.rating[:3]) == [20, 20, 20]
    s = underworld()
    s.rating[:2] = [20, 21]
    play(s, "Fabricated Scandal")
    assert list(s.rating[:2]) == [21, 21]
    assert list(s.rating_rose[:2]) == [1, 1]


def test_alone_a_scandal_changes_nothing() -> None:
    s = underworld(players=1)
    before = int(s.rating[0])
    play(s, "Fabricated Scandal")
    assert s.rating[0] == before


def test_whom_a_scandal_raises_pays_the_reds_or_gains_nothing() -> None:
    s = underworld(players=3, turmoil=True)
    s.rating_fee = RATING_FEE
    s.rating[:3] = [20, 25, 20]
    s.stock[:3, MC] = [2, 0, 3]
    assert can_play(s, "Fabricated Scandal")
    play(s, "Fabricated Scandal")
    assert (list(s.rating[:3]), list(s.stock[:3, MC])) == ([20, 24, 21], [2, 0, 0])


def test_an_audit_raises_those_with_fewest_crimes() -> None:
    s = underworld(players=3)
    s.rating[:3] = 20
    lay(s, "Nightclubs", player=1)
    play(s, "Global Audit", player=1)
    assert list(s.rating[:3]) == [22, 20, 22]
    for player in range(3):
        lay(s, ("Casino", "Friends in High Places", "Racketeering")[player], player=player)
    s.rating[:3] = 20
    play(s, "Global Audit", player=1)
    assert list(s.rating[:3]) == [21, 20, 21]


def test_an_audit_counts_events_and_no_wild_tags() -> None:
    s = underworld()
    s.rating[:2] = 20
    lay(s, "Scapegoat", player=1)
    lay(s, "Research Coordination", player=0)
    play(s, "Global Audit")
    assert list(s.rating[:2]) == [22, 20]


def test_an_audit_under_the_reds_brings_as_much_as_can_be_paid() -> None:
    s = underworld(turmoil=True)
    s.rating_fee = RATING_FEE
    s.rating[:2], s.stock[:2, MC] = 20, [4, 6]
    play(s, "Global Audit")
    assert (list(s.rating[:2]), list(s.stock[:2, MC])) == ([21, 22], [1, 0])


# crime


def test_crimes_of_events_count_where_events_do() -> None:
    s = underworld()
    play(s, "Scapegoat"), play(s, "Narrative Spin")
    assert (s.event_crime[0], s.tags[0, 12]) == (2, 0)
    assert Broken(broken_counts(T, s)) != Broken.CRIME_COUNT
    assert crime_tags(s, 0) == 2
    lay(s, "Research Coordination")
    assert crime_tags(s, 0) == 2
    play(s, "Racketeering")
    # Two events, the wild tag and the card itself.
    assert s.production[0, MC] == 4
    play(s, "Gas Trust")
    assert s.stock[0, HEAT] == 15


def test_a_wrong_count_of_crimes_is_noticed() -> None:
    s = underworld()
    play(s, "Scapegoat")
    s.event_crime[0] = 0
    assert Broken(broken_counts(T, s)) in (Broken.CRIME_COUNT, Broken.CORPORATION)


def test_crimes_of_events_are_seen_when_they_are_played() -> None:
    s = underworld("Space Privateers")
    lay(s, "Detective TV Series", player=1)
    play(s, "Scapegoat")
    assert (s.resources[NUMBER["Space Privateers"]], s.stock[1, MC]) == (1, 2)
    play(s, "Scapegoat", player=1)
    assert (s.resources[NUMBER["Space Privateers"]], s.stock[1, MC]) == (1, 4)


# Anubis Securities


def test_whoever_is_least_corrupt_is_paid_for_his_rating() -> None:
    s = underworld("Anubis Securities", players=3)
    s.corruption[:3] = [1, 1, 2]
    for player in range(3):
        rating_up(T, s, player, 2)
        assert sound(s) or s.kind == Kind.NOTHING
        run(T, s, NOT_ASKED)
    assert list(s.stock[:3, MC]) == [4, 4, 0]


def test_nobody_is_paid_without_the_corporation() -> None:
    s = underworld()
    rating_up(T, s, 0, 2)
    run(T, s, NOT_ASKED)
    assert s.stock[0, MC] == 0


def test_the_effect_under_way_belongs_to_who_gains() -> None:
    s = underworld("Anubis Securities")
    rating_up(T, s, 1, 1)
    assert Broken(broken_stack(T, s)) == Broken.NOTHING
    run(T, s, NOT_ASKED)
    assert list(s.stock[:2, MC]) == [0, 2]


def test_a_step_that_costs_something_is_paid_and_brings_something() -> None:
    s = underworld("Anubis Securities", turmoil=True)
    s.rating_fee, s.stock[1, MC] = RATING_FEE, 2
    rating_up(T, s, 1, 1)
    run(T, s, NOT_ASKED)
    assert (s.stock[1, MC], s.rating[1]) == (2, 20)
    s.stock[1, MC] = 3
    rating_up(T, s, 1, 1)
    run(T, s, NOT_ASKED)
    assert (s.stock[1, MC], s.rating[1]) == (2, 21)


def test_penalties_are_those_of_all_own_cards() -> None:
    s = underworld()
    play(s, "Narrative Spin")
    lay(s, "Labor Trafficking"), lay(s, "Kingdom of Tauraro"), lay(s, "Public Celebrations", player=1)
    assert s.lies[NUMBER["Narrative Spin"]] == Lies.PLAYED_EVENT
    assert (penalties(T, s, 0), penalties(T, s, 1)) == (5, 0)
