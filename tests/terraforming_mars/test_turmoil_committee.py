"""The committee of Turmoil, from the rulebook and the rulings: delegates of cards, leaders, dominance, influence, points, requirements."""

from __future__ import annotations

import itertools

import pytest

from regolith.envs.terraforming_mars.actions import CARD, DELEGATE, PARTY
from regolith.envs.terraforming_mars.rooms import NEUTRAL, NOBODY
from regolith.envs.terraforming_mars.rules.scoring import points
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.turmoil.counting import influence
from regolith.envs.terraforming_mars.turmoil.rules import place_delegate, remove
from regolith.envs.terraforming_mars.turmoil.words import Party
from regolith.envs.terraforming_mars.words import ENERGY, MC

from .colony_games import NUMBER, T, actions, lay, offered, play, sound, take
from .turmoil_games import (
    BLUE,
    CLOCKWISE,
    GREEN,
    GREENS,
    KELVINISTS,
    MARS_FIRST,
    RED,
    REDS,
    SCIENTISTS,
    UNITY,
    clear_committee,
    committee,
    counts,
    may_play,
    send,
    turn,
)

FROM_LOBBY = {PARTY + party for party in CLOCKWISE}


# Delegates of cards.


@pytest.mark.parametrize(("reserve", "lobby"), [(6, 1), (2, 1), (2, 0), (1, 1), (1, 0), (0, 1), (0, 0)])
@pytest.mark.parametrize(
    ("card", "wanted"), [("Cultural Metropolis", 2), ("Martian Media Center", 1), ("Vote Of No Confidence", 1)]
)
def test_cards_take_delegates_from_the_reserve_and_need_all_of_them(
    card: str, wanted: int, reserve: int, lobby: int
) -> None:
    s = turn(UNITY)
    clear_committee(s)
    s.leader[KELVINISTS], s.dominant = RED, KELVINISTS
    s.delegates[KELVINISTS, RED], s.reserve[RED], s.lobby[RED] = 7 - reserve - lobby, reserve, lobby
    s.stock[RED, MC], s.production[RED, ENERGY] = 50, 1
    if card == "Martian Media Center":
        lay(s, RED, card)
        possible = CARD + NUMBER[card] in actions(s)
    else:
        possible = may_play(s, card)
    assert possible == (reserve + lobby >= wanted)
    if not possible:
        return
    take(s, CARD + NUMBER[card])
    while s.kind == Kind.SPACE:
        take(s, actions(s)[0])
    if s.kind == Kind.PARTY:
        assert set(actions(s)) == FROM_LOBBY
        before = int(s.delegates[REDS, RED])
        take(s, PARTY + REDS)
        assert s.delegates[REDS, RED] == before + wanted, "all to one party"
    else:
        assert s.chairman == RED
        assert s.reserve[NEUTRAL] == 14
    assert s.reserve[RED] == max(0, reserve - wanted)
    assert s.lobby[RED] == lobby - max(0, wanted - reserve)


def test_the_action_of_a_card_costs_no_free_move() -> None:
    s = turn()
    lay(s, RED, "Martian Media Center")
    for money in (2, 3):
        s.stock[RED, MC] = money
        assert (CARD + NUMBER["Martian Media Center"] in actions(s)) == (money == 3)
    take(s, CARD + NUMBER["Martian Media Center"])
    take(s, PARTY + REDS)
    assert (s.stock[RED, MC], s.lobby[RED], s.reserve[RED]) == (0, 1, 5)
    assert set(actions(s)) >= FROM_LOBBY


def test_a_banned_delegate_goes_home_unless_it_leads() -> None:
    s = turn(players=3)
    committee(s, UNITY, chairman=RED)
    send(s, UNITY, BLUE, leads=2, green=1, neutral=2)
    send(s, REDS, NEUTRAL, red=1)
    play(s, "Banned Delegate")
    choices = [(UNITY, BLUE), (UNITY, GREEN), (UNITY, NEUTRAL), (REDS, RED)]
    assert sorted(offered(s, DELEGATE)) == sorted(party * (NEUTRAL + 1) + owner for party, owner in choices)
    take(s, DELEGATE + UNITY * (NEUTRAL + 1) + BLUE)
    assert (s.reserve[BLUE], s.lobby[BLUE]) == (5, 1)
    assert s.leader[UNITY] == NEUTRAL, "who has more now"
    assert s.dominant == UNITY
    sound(s)


def test_only_the_chairman_bans() -> None:
    for chairman in (NEUTRAL, RED, BLUE):
        s = turn()
        committee(s, UNITY, chairman=chairman)
        send(s, UNITY, BLUE, leads=2)
        assert may_play(s, "Banned Delegate") == (chairman == RED)


def test_a_swap_is_one_stroke() -> None:
    """Blue, who ties with Red after it, does not come first although the neutral leader falls behind both; dominance stays."""
    s = turn(players=3)
    clear_committee(s)
    send(s, UNITY, NEUTRAL, leads=2, blue=2, red=1)
    send(s, REDS, GREEN, leads=4, red=1)
    s.dominant, s.stock[RED, MC] = UNITY, 2
    play(s, "Recruitment")
    assert s.leader[UNITY] == RED, "there was only one neutral delegate to choose"
    assert s.delegates[UNITY, [RED, BLUE, NEUTRAL]].tolist() == [2, 2, 1]
    assert (s.reserve[RED], s.reserve[NEUTRAL], s.lobby[RED]) == (3, 12, 1)
    assert s.dominant == UNITY
    sound(s)


@pytest.mark.parametrize(("neutral", "leader", "possible"), [(1, NEUTRAL, False), (1, BLUE, True), (2, NEUTRAL, True)])
def test_a_neutral_leader_cannot_be_swapped(neutral: int, leader: int, possible: bool) -> None:
    s = turn()
    clear_committee(s)
    send(s, UNITY, leader, **({"leads": neutral} if leader == NEUTRAL else {"neutral": neutral}))
    s.dominant, s.stock[RED, MC] = UNITY, 2
    assert may_play(s, "Recruitment") == possible


def test_a_swap_is_offered_where_a_neutral_delegate_does_not_lead() -> None:
    s = turn()
    clear_committee(s)
    send(s, UNITY, BLUE, neutral=1)
    send(s, KELVINISTS, NEUTRAL, leads=2)
    send(s, GREENS, NEUTRAL)
    s.dominant, s.stock[RED, MC] = UNITY, 2
    play(s, "Recruitment")
    assert sorted(offered(s, PARTY)) == sorted((UNITY, KELVINISTS))


# Party leaders.


def leader_after(held: dict[int, int], leader: int, active: int, players: int) -> int:
    """Ties keep the leader; of those who overtake him together the active player comes first, then clockwise, then neutral."""
    most = max(held.values())
    if most == 0:
        return NOBODY
    if leader != NOBODY and held[leader] == most:
        return leader
    order = [*((active + i) % players for i in range(players)), NEUTRAL]
    return next(owner for owner in order if held[owner] == most)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_leaders_after_every_delegate_that_comes_or_goes(players: int) -> None:
    s = turn(players=players)
    owners = [*range(players), NEUTRAL]
    changed = 0
    for numbers in itertools.product(range(3 if players > 3 else 4), repeat=players + 1):
        held = dict(zip(owners, numbers, strict=True))
        most = max(numbers)
        for leader in [owner for owner in owners if held[owner] == most] if most else [NOBODY]:
            if leader not in (NOBODY, RED, players - 1, NEUTRAL):
                continue
            for owner in owners:
                for come in (1, -1):
                    if come < 0 and held[owner] - int(owner == leader) <= 0:
                        continue
                    for active in {RED, players - 1, owner % players} if come < 0 else {owner % players}:
                        clear_committee(s)
                        s.leader[UNITY] = leader
                        s.delegates[UNITY, owners] = numbers
                        (place_delegate if come > 0 else remove)(s, UNITY, owner, active)
                        after = {**held, owner: held[owner] + come}
                        assert s.delegates[UNITY, owners].tolist() == list(after.values())
                        assert s.leader[UNITY] == leader_after(after, leader, active, players)
                        changed += int(s.leader[UNITY] != leader)
    assert changed > 20


@pytest.mark.parametrize(("active", "red", "leader"), [(0, 2, 0), (1, 2, 1), (2, 2, 0), (2, 0, 1), (0, 0, 1)])
def test_who_overtakes_together_with_others_leads_if_he_is_active(active: int, red: int, leader: int) -> None:
    """Green, who leads with 2 as Blue, neutral and perhaps Red have, loses one by a card of the active player."""
    s = turn(players=3)
    committee(s, UNITY, chairman=active)
    send(s, UNITY, GREEN, leads=2, blue=2, neutral=2, red=red)
    s.player = s.turn = active
    play(s, "Banned Delegate")
    take(s, DELEGATE + UNITY * (NEUTRAL + 1) + GREEN)
    assert s.leader[UNITY] == leader


# Dominance.


SETS = [tied for n in range(1, 6) for tied in itertools.combinations(CLOCKWISE, n)]


def first_clockwise(after: Party, tied: tuple[Party, ...]) -> Party:
    start = CLOCKWISE.index(after) + 1
    return next(party for party in CLOCKWISE[start:] + CLOCKWISE[:start] if party in tied)


@pytest.mark.parametrize("dominant", CLOCKWISE)
def test_a_removal_moves_dominance_to_the_first_party_clockwise(dominant: Party) -> None:
    s = turn()
    for tied in SETS:
        if dominant in tied:
            continue
        clear_committee(s)
        for party in CLOCKWISE:
            send(s, party, RED, leads=1, neutral=int(party in (dominant, *tied)))
        s.dominant = dominant
        remove(s, dominant, NEUTRAL, RED)
        assert s.dominant == first_clockwise(dominant, tied)


@pytest.mark.parametrize("dominant", CLOCKWISE)
@pytest.mark.parametrize("party", CLOCKWISE)
def test_dominance_moves_only_to_more_delegates(dominant: Party, party: Party) -> None:
    s = turn()
    clear_committee(s)
    send(s, dominant, NEUTRAL, leads=2)
    s.dominant = dominant
    for _ in range(3):
        place_delegate(s, party, RED, RED)
        assert s.dominant == (party if counts(s)[party] > counts(s)[dominant] else dominant)


# Influence and points.


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize(("chair", "leads", "others"), list(itertools.product([0, 1], [0, 1], [0, 1, 3])))
def test_influence_is_chair_leader_and_others(players: int, chair: int, leads: int, others: int) -> None:
    for player in (RED, players - 1):
        s = turn(players=players)
        committee(s, SCIENTISTS, chairman=player if chair else NEUTRAL)
        s.delegates[SCIENTISTS, [player, NEUTRAL]] = (leads + others, 5)
        s.leader[SCIENTISTS] = player if leads else NEUTRAL
        s.delegates[REDS, player] = 2
        s.leader[REDS] = player
        for analysts in (0, 1):
            assert influence(T, s, player) == chair + leads + int(others > 0) + analysts
            assert influence(T, s, (player + 1) % players) == 0
            lay(s, player, "Event Analysts") if not analysts else None


def test_leaders_and_the_chairman_score() -> None:
    s = turn(players=3)
    before = [int(points(T, s, player)) for player in range(3)]
    committee(s, UNITY, chairman=BLUE)
    for party, leader in zip(CLOCKWISE, (RED, RED, BLUE, NEUTRAL, RED, RED), strict=True):
        send(s, party, leader, leads=1, **({"green": 1} if party == REDS else {}))
    assert [int(points(T, s, player)) for player in range(3)] == [before[0] + 4, before[1] + 2, before[2]]


# What cards ask for.

ASKING = {
    MARS_FIRST: "Parliament Hall",
    KELVINISTS: "Sponsored Mohole",
    REDS: "Diaspora Movement",
    GREENS: "GMO Contract",
    UNITY: "PR Office",
    SCIENTISTS: "Supported Research",
}


@pytest.mark.parametrize("party", CLOCKWISE)
@pytest.mark.parametrize("ruling", CLOCKWISE)
def test_a_card_asks_for_the_ruling_party_or_two_delegates_there(party: Party, ruling: Party) -> None:
    for delegates, leads in ((0, False), (1, True), (1, False), (2, True), (2, False), (3, False)):
        s = turn(ruling)
        committee(s, party, chairman=RED)
        send(s, party, RED if leads else NEUTRAL, leads=delegates if leads else 3)
        if not leads:
            s.delegates[party, RED] = delegates
        s.stock[RED, MC] = 20
        assert may_play(s, ASKING[party]) == (party == ruling or delegates >= 2)


def test_only_whose_turn_it_is_must_stand_there() -> None:
    s = turn(GREENS)
    clear_committee(s)
    send(s, UNITY, BLUE, leads=3)
    s.stock[RED, MC] = 20
    assert not may_play(s, "PR Office")


@pytest.mark.parametrize("led", [0, 1, 2, 3])
@pytest.mark.parametrize(("card", "least"), [("Vote Of No Confidence", 1), ("Political Alliance", 2)])
def test_a_card_asks_for_parties_that_one_leads(led: int, card: str, least: int) -> None:
    s = turn(promos=True)
    clear_committee(s)
    for party in CLOCKWISE[:led]:
        send(s, party, RED)
    s.stock[RED, MC] = 20
    assert may_play(s, card) == (led >= least)
