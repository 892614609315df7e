"""The Turmoil phase, from the rulebook and the rulings: its order, ruling bonuses, the new chairman, changing times."""

from __future__ import annotations

import itertools

import pytest

from regolith.envs.terraforming_mars.actions import BRANCH, SPACE
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NOBODY, NONE
from regolith.envs.terraforming_mars.state import Kind, Phase
from regolith.envs.terraforming_mars.turmoil.words import Event, EventLies, Party, Shown
from regolith.envs.terraforming_mars.words import (
    ANIMAL,
    BUILDING,
    EARTH,
    HEAT,
    JOVIAN,
    MC,
    MICROBE,
    PLANT,
    PLANTS,
    SCIENCE,
    VENUS,
    WILD,
    Tag,
    Tile,
    Track,
)

from .colony_games import sound, take
from .turmoil_games import (
    BLUE,
    CLOCKWISE,
    DRY_LAND,
    DRY_OCEAN,
    GREEN,
    GREENS,
    KELVINISTS,
    MARS_FIRST,
    QUIET_EVENT,
    RED,
    REDS,
    SCIENTISTS,
    UNITY,
    before_phase,
    committee,
    counts,
    end_actions,
    end_generation,
    next_actions,
    send,
    show,
    turn,
)

# Revision, event, government.


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_everybody_loses_1_tr_and_nobody_falls_below_0(players: int) -> None:
    s = before_phase(players=players)
    s.rating[:] = (0, 1, 2, 30, 40)
    end_generation(s)
    assert s.rating.tolist() == [0, 0, 1, 29, 39][:players] + [0, 1, 2, 30, 40][players:]


def test_production_comes_before_the_revision() -> None:
    s = before_phase()
    s.rating[:2] = (20, 31)
    end_generation(s)
    assert s.stock[:2, MC].tolist() == [20, 31]


@pytest.mark.parametrize(("rating", "sets"), [(19, 0), (20, 0), (21, 1), (25, 1), (26, 2), (41, 5), (60, 5)])
def test_the_event_counts_the_revised_rating(rating: int, sets: int) -> None:
    s = before_phase(Event.GENEROUS_FUNDING)
    s.rating[RED] = rating
    end_generation(s)
    assert s.stock[RED, MC] == rating + 2 * sets


def test_the_event_counts_the_influence_of_the_old_committee() -> None:
    """Red leads the dominant party with a second delegate there and becomes chairman only after it; Blue is the old chairman."""
    s = before_phase(Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL, players=3)
    committee(s, UNITY, chairman=BLUE)
    send(s, UNITY, RED, leads=2, green=1)
    end_generation(s, DRY_OCEAN)
    assert s.stock[:3, PLANTS].tolist() == [2, 1, 1]
    assert s.chairman == RED


def test_the_event_comes_before_the_ruling_bonus() -> None:
    """Mud Slides take all the MC that there are; those of the bonus come later."""
    s = before_phase(Event.MUD_SLIDES, dominant=UNITY)
    s.tile[[DRY_LAND, 3]], s.tile_owner[DRY_LAND], s.track[Track.OCEANS] = (Tile.CITY_TILE, Tile.OCEAN_TILE), RED, 1
    s.rating[RED], s.production[RED, MC], s.tags[RED, [EARTH, JOVIAN]] = 3, -1, (6, 0)
    end_generation(s)
    assert s.stock[RED, MC] == 6


def test_an_event_that_asks_is_done_before_the_government_changes() -> None:
    s = before_phase(Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL)
    s.rating[:2] = (20, 25)
    end_actions(s)
    assert s.kind == Kind.SPACE
    assert s.rating[:2].tolist() == [19, 24], "the revision came first"
    assert (s.ruling, s.event[Shown.CURRENT]) == (GREENS, Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL)
    sound(s)
    take(s, SPACE + DRY_OCEAN)
    assert (s.ruling, s.event[Shown.CURRENT], s.phase) == (KELVINISTS, Event.SUCCESSFUL_ORGANISMS, Phase.RESEARCH)
    sound(s)


def test_world_government_comes_before_the_turmoil_phase() -> None:
    s = before_phase(Event.MUD_SLIDES, venus=True)
    s.tile[DRY_LAND], s.tile_owner[DRY_LAND] = Tile.CITY_TILE, RED
    end_actions(s)
    assert s.rating[RED] == 20
    take(s, BRANCH + 2)
    take(s, SPACE + 3)
    assert s.rating[RED] == 19
    assert s.stock[RED, MC] == 20 - 4, "the new ocean counts"


def test_no_event_happens_in_the_first_generation() -> None:
    s = before_phase(None)
    s.rating[RED] = 40
    end_generation(s)
    assert s.event[Shown.CURRENT] == Event.SUCCESSFUL_ORGANISMS
    assert s.stock[:2].tolist() == [[40, 0, 0, 0, 0, 0], [20, 0, 0, 0, 0, 0]]
    assert s.rating[:2].tolist() == [39, 19]


# The ruling bonus.

PAID = {
    MARS_FIRST: (BUILDING,),
    SCIENTISTS: (SCIENCE,),
    UNITY: (VENUS, EARTH, JOVIAN),
    GREENS: (PLANT, MICROBE, ANIMAL),
}


@pytest.mark.parametrize("party", CLOCKWISE)
@pytest.mark.parametrize("players", [1, 3, 5])
def test_the_new_ruling_party_pays_everybody(party: Party, players: int) -> None:
    s = before_phase(dominant=party, players=players)
    s.rating[:] = 30
    for player, tag in itertools.product(range(players), Tag):
        s.tags[player, tag] = 1 + player + 2 * tag
    s.production[:players, HEAT] = range(3, 3 + players)
    end_generation(s)
    for player in range(players):
        paid = sum(1 + player + 2 * tag for tag in PAID.get(party, ()))
        if party == KELVINISTS:
            paid = 3 + player
        assert s.stock[player, MC] == 30 + paid, "neither limit nor wild tags"
        assert s.rating[player] == (30 if party == REDS and players > 1 else 29)
    assert s.ruling == party


def test_wild_tags_bring_no_bonus() -> None:
    s = before_phase(dominant=SCIENTISTS)
    s.tags[RED, WILD] = 3
    end_generation(s)
    assert s.stock[RED, MC] == 20


@pytest.mark.parametrize(
    ("before", "after"),
    [((20, 21, 22), (20, 20, 21)), ((20, 20, 22), (20, 20, 21)), ((22, 21, 21), (21, 21, 21)), ((0, 1, 5), (1, 1, 4))],
)
def test_the_reds_give_1_tr_to_all_with_the_lowest(before: tuple[int, ...], after: tuple[int, ...]) -> None:
    s = before_phase(dominant=REDS, players=3)
    s.rating[:3] = before
    end_generation(s)
    assert s.rating[:3].tolist() == list(after)


@pytest.mark.parametrize(("before", "after"), [(14, 14), (20, 20), (21, 21), (22, 21), (30, 29)])
def test_alone_the_reds_give_1_tr_up_to_20(before: int, after: int) -> None:
    s = before_phase(dominant=REDS, players=1)
    s.rating[RED] = before
    end_generation(s)
    assert s.rating[RED] == after


def test_the_reds_compare_ratings_before_the_chairman_gains() -> None:
    s = before_phase()
    committee(s, REDS)
    send(s, REDS, RED, leads=2)
    s.rating[:2] = (20, 21)
    end_generation(s)
    assert s.rating[:2].tolist() == [21, 20]


# The chairman, and who goes home.


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("ruling", [REDS, UNITY])
def test_the_leader_takes_the_chair_and_gains_1_tr_without_a_fee(players: int, ruling: Party) -> None:
    for leader in (*range(players), NEUTRAL):
        for old in {RED, players - 1, NEUTRAL}:
            s = before_phase(None, players=players, ruling=ruling)
            s.rating[:] = 0
            committee(s, KELVINISTS, chairman=old)
            send(s, KELVINISTS, leader, leads=2)
            s.delegates[KELVINISTS, players - 1] += 1
            s.reserve[players - 1] -= 1
            end_generation(s)
            assert s.chairman == leader
            assert s.rating[:players].tolist() == [int(player == leader) for player in range(players)]
            assert not s.stock[:players, MC].any()
            assert not s.delegates[KELVINISTS].any()
            assert s.leader[KELVINISTS] == NOBODY
            in_parties = s.delegates.sum(axis=0)
            for player in range(players):
                assert s.reserve[player] == 6 - int(player == leader) - in_parties[player]
            assert s.reserve[NEUTRAL] == 14 - int(leader == NEUTRAL) - in_parties[NEUTRAL]
            assert s.lobby[:players].all()
            sound(s)


def test_delegates_of_other_parties_stay() -> None:
    s = before_phase(players=3)
    send(s, SCIENTISTS, GREEN)
    send(s, MARS_FIRST, BLUE)
    s.delegates[KELVINISTS, RED], s.reserve[RED] = 1, 5
    end_generation(s)
    assert (s.delegates[SCIENTISTS, GREEN], s.delegates[MARS_FIRST, BLUE], s.delegates[KELVINISTS].sum()) == (1, 1, 0)


@pytest.mark.parametrize(
    ("lobby", "reserve", "returns", "after"),
    [
        (1, 3, 0, (1, 3)),
        (0, 3, 0, (1, 2)),
        (0, 0, 0, (0, 0)),
        (1, 0, 0, (1, 0)),
        (0, 0, 1, (1, 0)),
        (0, 0, 2, (1, 1)),
        (1, 0, 2, (1, 2)),
    ],
)
def test_the_lobby_is_filled_last_and_only_where_it_is_empty(
    lobby: int, reserve: int, returns: int, after: tuple[int, int]
) -> None:
    """What the ruling party sends home may go there; the rest of the delegates is in another party."""
    s = before_phase(None)
    s.delegates[KELVINISTS, [RED, NEUTRAL]] = (returns, 3)
    s.delegates[MARS_FIRST, RED], s.leader[MARS_FIRST] = 7 - lobby - reserve - returns, RED
    s.lobby[RED], s.reserve[RED], s.reserve[NEUTRAL], s.dominant = lobby, reserve, 10, KELVINISTS
    end_generation(s)
    assert (s.lobby[RED], s.reserve[RED]) == after


def test_the_old_chairman_may_go_to_the_lobby() -> None:
    s = before_phase()
    committee(s, UNITY, chairman=RED)
    send(s, UNITY, NEUTRAL)
    send(s, REDS, RED, leads=5)
    s.lobby[RED], s.delegates[REDS, RED], s.dominant = 0, 6, UNITY
    end_generation(s)
    assert (s.lobby[RED], s.reserve[RED]) == (1, 0)


def test_a_lobby_that_was_used_is_full_again_in_the_next_action_phase() -> None:
    s = before_phase(None)
    s.lobby[RED], s.delegates[GREENS, RED], s.leader[GREENS] = 0, 1, RED
    next_actions(s)
    assert (s.lobby[RED], s.reserve[RED]) == (1, 5)
    sound(s)


def test_an_empty_party_comes_to_rule_without_a_new_chairman() -> None:
    """As may happen when no event brings neutral delegates any more."""
    s = turn()
    show(s, None, coming=None, distant=None, deck=())
    committee(s, REDS, chairman=BLUE)
    end_generation(s)
    assert (s.ruling, s.chairman) == (REDS, BLUE)
    assert s.rating[:2].tolist() == [20, 20], "the revision, and the bonus of the Reds"
    assert s.reserve.tolist() == [6, 5, 0, 0, 0, 14]
    sound(s)


# Dominance afterwards, and changing times.


@pytest.mark.parametrize("party", CLOCKWISE)
def test_dominance_goes_to_the_first_of_equals_clockwise_from_the_ruling_party(party: Party) -> None:
    others = CLOCKWISE[CLOCKWISE.index(party) + 1 :] + CLOCKWISE[: CLOCKWISE.index(party)]
    for n in range(6):
        for tied in itertools.combinations(others, n):
            s = turn()
            show(s, None, coming=None, distant=None, deck=())
            committee(s, party)
            for other in others:
                send(s, other, RED, leads=1 if other in tied else 0, neutral=int(other in tied))
                s.leader[other] = RED if other in tied else NOBODY
            send(s, party, NEUTRAL, leads=2)
            s.dominant = party
            end_generation(s)
            assert s.ruling == party
            assert s.dominant == (tied or others)[0]


def test_neutral_delegates_come_after_the_ruling_party_has_been_emptied() -> None:
    """Successful Organisms ask for Scientists when they become current: these rule, and one is there again."""
    s = before_phase(dominant=SCIENTISTS)
    end_generation(s)
    assert counts(s) == {SCIENTISTS: 1, GREENS: 1, MARS_FIRST: 0, KELVINISTS: 0, REDS: 0, UNITY: 0}
    assert s.leader[SCIENTISTS] == s.leader[GREENS] == NEUTRAL
    assert s.dominant == SCIENTISTS, "it came before the delegate of the Greens"


def test_events_move_on_with_neutral_delegates() -> None:
    """Successful Organisms come, for the Scientists; Pandemic follows with nothing; Election is revealed, for the Greens."""
    s = before_phase(QUIET_EVENT)
    neutral = int(s.reserve[NEUTRAL])
    end_generation(s)
    assert s.event[[Shown.DISTANT, Shown.COMING, Shown.CURRENT]].tolist() == [
        Event.ELECTION,
        Event.PANDEMIC,
        Event.SUCCESSFUL_ORGANISMS,
    ]
    assert s.event_lies[QUIET_EVENT] == EventLies.DISCARDED
    assert s.delegates[:, NEUTRAL].sum() == s.delegates[[SCIENTISTS, GREENS], NEUTRAL].sum() == 2
    assert s.reserve[NEUTRAL] == neutral + 1 - 2
    sound(s)


@pytest.mark.parametrize(("left", "after"), [(0, {}), (1, {SCIENTISTS: 1}), (2, {SCIENTISTS: 1, GREENS: 1})])
def test_without_neutral_delegates_none_comes(left: int, after: dict[Party, int]) -> None:
    s = before_phase()
    committee(s, UNITY, chairman=BLUE)
    send(s, UNITY, RED)
    s.reserve[NEUTRAL] = left
    end_generation(s)
    assert {party: n for party, n in counts(s).items() if n} == after
    assert s.reserve[NEUTRAL] == 0


def test_dominance_is_looked_at_after_each_neutral_delegate() -> None:
    """Reds lead 1:0:0; Scientists get 2 by the first, Greens 2 by the second, which is not more."""
    s = before_phase()
    for party in (REDS, SCIENTISTS, GREENS):
        send(s, party, BLUE)
    end_generation(s)
    assert s.dominant == SCIENTISTS
    assert counts(s)[SCIENTISTS] == counts(s)[GREENS] == 2


def test_when_the_deck_is_used_up_the_events_shown_still_happen() -> None:
    s = before_phase(QUIET_EVENT)
    show(s, QUIET_EVENT, coming=Event.SUCCESSFUL_ORGANISMS, distant=Event.PANDEMIC, deck=())
    rows = [(NONE, Event.PANDEMIC, Event.SUCCESSFUL_ORGANISMS), (NONE, NONE, Event.PANDEMIC), (NONE, NONE, NONE)]
    for row in (*rows, rows[-1]):
        next_actions(s)
        assert s.event[[Shown.DISTANT, Shown.COMING, Shown.CURRENT]].tolist() == list(row)
        sound(s)
    assert (s.event_lies[:31] == EventLies.DISCARDED).all()
