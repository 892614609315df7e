"""The setup with Turmoil and lobbying, from the rulebook and the rulings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.actions import MILESTONE, PARTY, PASS, RESERVE
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NOBODY, NONE, PLAYERS
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.turmoil.words import EventLies, Party, Shown
from regolith.envs.terraforming_mars.words import HEAT, MC, STEEL

from . import colony_games
from .colony_games import T, actions, lay, sound, take
from .turmoil_games import (
    BLUE,
    CLOCKWISE,
    GREENS,
    QUIET,
    RED,
    REDS,
    UNITY,
    clear_committee,
    deal,
    end_actions,
    turn,
)

FROM_LOBBY = {PARTY + party for party in CLOCKWISE}
FROM_RESERVE = {RESERVE + party for party in CLOCKWISE}


def without_turmoil() -> Any:
    return colony_games.turn(corporations=QUIET, colonies=False, players=2)


# Setup.


@pytest.mark.parametrize("players", range(1, PLAYERS + 1))
def test_everybody_begins_with_one_delegate_in_the_lobby_and_six_in_reserve(players: int) -> None:
    same = other = 0
    for number in range(40):
        s = deal(number, players=players, draft=False)
        nobody = [0] * (PLAYERS - players)
        assert s.lobby.tolist() == [1] * players + nobody
        assert s.reserve.tolist() == [6] * players + nobody + [11], "two of 13 neutral ones came with the events"
        assert s.chairman == NEUTRAL
        assert s.ruling == GREENS
        coming, distant = (T.event_revealed[s.event[place]] for place in (Shown.COMING, Shown.DISTANT))
        expected = np.zeros((6, NEUTRAL + 1), int)
        expected[coming, NEUTRAL] += 1
        expected[distant, NEUTRAL] += 1
        assert s.delegates.tolist() == expected.tolist()
        assert s.leader.tolist() == [NEUTRAL if expected[party].any() else NOBODY for party in range(6)]
        assert s.dominant == coming, "the first party keeps the marker"
        assert s.event[Shown.CURRENT] == NONE
        same, other = same + int(coming == distant), other + int(coming != distant)
        sound(s)
    assert same
    assert other


@pytest.mark.parametrize(
    ("options", "events"),
    [
        ({}, 31),
        ({"venus": True, "colonies": True}, 31),
        ({"promos": True, "venus": False}, 31),
        ({"promos": True, "venus": True}, 32),
        ({"promos": True, "colonies": True, "venus": False}, 33),
        ({"promos": True, "colonies": True, "venus": True}, 36),
    ],
)
def test_promo_events_come_only_with_their_boxes(options: dict[str, Any], events: int) -> None:
    s = deal(1, **options)
    assert (s.event_lies != EventLies.OUT_OF_THE_GAME).sum() == events
    assert (s.event_lies == EventLies.SHOWN).sum() == 2


def test_every_event_may_be_the_first() -> None:
    found = {int(deal(number).event[Shown.COMING]) for number in range(400)}
    assert found == set(range(31))


def test_terraformer_needs_26_on_tharsis() -> None:
    for s, least in ((turn(), 26), (without_turmoil(), 35)):
        s.stock[RED, MC] = 8
        for rating in (25, 26, 34, 35):
            s.rating[RED] = rating
            assert (MILESTONE in actions(s)) == (rating >= least)


@pytest.mark.parametrize("map_name", ["hellas", "elysium"])
def test_other_maps_keep_their_milestones(map_name: str) -> None:
    with_box, without = deal(1, map=map_name), deal(1, map=map_name, turmoil=False)
    assert with_box.milestone_tile.tolist() == without.milestone_tile.tolist()


# Lobbying.


def test_a_delegate_goes_from_the_lobby_for_nothing_or_from_the_reserve_for_5() -> None:
    s = turn()
    clear_committee(s)
    assert set(actions(s)) >= FROM_LOBBY
    for money in (0, 4, 5):
        s.stock[RED, MC] = money
        assert (set(actions(s)) & FROM_RESERVE) == (FROM_RESERVE if money == 5 else set())
    take(s, RESERVE + UNITY)
    assert (s.stock[RED, MC], s.lobby[RED], s.reserve[RED]) == (0, 1, 5)
    assert (s.actions_taken, s.kind, s.player) == (1, Kind.ACTION, RED)
    take(s, PARTY + REDS)
    assert (s.stock[RED, MC], s.lobby[RED], s.reserve[RED]) == (0, 0, 5)
    assert s.player == BLUE, "each is one action"
    assert (s.delegates[UNITY, RED], s.delegates[REDS, RED], s.delegates.sum()) == (1, 1, 2)
    assert s.leader[UNITY] == s.leader[REDS] == RED
    assert s.dominant == UNITY
    take(s, PASS)
    assert not set(actions(s)) & FROM_LOBBY, "the lobby is empty until the next generation"
    sound(s)


@pytest.mark.parametrize("party", CLOCKWISE)
@pytest.mark.parametrize("block", [PARTY, RESERVE])
def test_a_delegate_goes_to_the_party_that_is_named(party: Party, block: int) -> None:
    s = turn()
    clear_committee(s)
    s.stock[RED, MC] = 5
    take(s, block + party)
    assert s.delegates[party, RED] == s.delegates.sum() == 1
    assert s.leader[party] == RED
    assert s.dominant == party
    sound(s)


def test_lobbying_has_no_limit_but_delegates_and_money() -> None:
    s = turn()
    clear_committee(s)
    s.passed[BLUE], s.stock[RED, MC] = 1, 34
    for sent in range(6):
        assert set(actions(s)) >= FROM_RESERVE
        take(s, RESERVE + CLOCKWISE[sent])
        s.stock[RED, MC] += int(sent == 0)
    assert (s.stock[RED, MC], s.reserve[RED], s.lobby[RED]) == (5, 0, 1)
    assert not set(actions(s)) & FROM_RESERVE
    take(s, PARTY + GREENS)
    assert not set(actions(s)) & (FROM_RESERVE | FROM_LOBBY), "none is left"
    sound(s)


def test_who_does_not_choose_how_he_pays_sends_the_free_delegate_first() -> None:
    s = turn(payment="auto")
    s.stock[RED, MC] = 5
    assert set(actions(s)) >= FROM_LOBBY
    assert not set(actions(s)) & FROM_RESERVE
    take(s, PARTY + GREENS)
    assert set(actions(s)) >= FROM_RESERVE
    take(s, RESERVE + GREENS)
    assert s.stock[RED, MC] == 0


def test_lobbying_is_no_standard_project() -> None:
    s = turn(corporations=("CrediCor", *QUIET[1:]))
    lay(s, RED, "Standard Technology")
    s.stock[RED, MC] = 5
    take(s, RESERVE + GREENS)
    assert s.stock[RED, MC] == 0
    assert s.actions_taken == 1


def test_heat_and_metals_pay_for_a_delegate_only_with_helion() -> None:
    s = turn()
    s.stock[RED, [STEEL, HEAT]] = 9
    assert not set(actions(s)) & FROM_RESERVE
    s = turn(corporations=("Helion", *QUIET[1:]))
    s.stock[RED, [MC, HEAT]] = (2, 3)
    take(s, RESERVE + GREENS)
    assert s.stock[RED, [MC, HEAT]].tolist() == [0, 0]


def test_without_the_box_there_are_no_delegates() -> None:
    s = without_turmoil()
    s.stock[RED, MC] = 50
    assert not set(actions(s)) & (FROM_LOBBY | FROM_RESERVE)


def test_nobody_lobbies_between_the_action_phases() -> None:
    s = turn(venus=True)
    s.stock[:, MC] = 50
    end_actions(s)
    assert s.kind == Kind.BRANCH
    assert not set(actions(s)) & (FROM_LOBBY | FROM_RESERVE)
