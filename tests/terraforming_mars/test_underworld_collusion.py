"""Collusion: a standard project for 1 corruption that turns neutral delegates of a party into own ones."""

from __future__ import annotations

from typing import Any

from regolith.envs.terraforming_mars.actions import STANDARD, step
from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.machine.stack import NOT_ASKED
from regolith.envs.terraforming_mars.rooms import NEUTRAL
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.generation import may_use_standard, use_standard
from regolith.envs.terraforming_mars.rules.price import standard_price
from regolith.envs.terraforming_mars.state import Kind
from regolith.envs.terraforming_mars.turmoil.invariants import broken_delegates, broken_parties
from regolith.envs.terraforming_mars.turmoil.words import Party
from regolith.envs.terraforming_mars.words import MC, StandardProject

from .committee import chair, delegates, sitting
from .crime import done, underworld
from .games import T, actions
from .tables import answer, choices

COLLUSION = StandardProject.COLLUSION
ONE, TWO = 0, 1
"""The ways to do it."""


def meeting(*in_play: str, players: int = 2, corruption: int = 1) -> Any:
    s = sitting(*in_play, players=players, underworld=True)
    s.corruption[0] = corruption
    return s


def may(s: Any) -> bool:
    return bool(may_use_standard(T, s, 0, COLLUSION))


def collude(s: Any, *chosen: int) -> None:
    use_standard(T, s, 0, COLLUSION)
    run(T, s, NOT_ASKED)
    answer(s, *chosen)


def sound(s: Any) -> bool:
    """All delegates are somewhere and leaders lead; the dominant party is one that has most."""
    s.dominant = max(Party, key=lambda party: int(s.delegates[party].sum()))
    return Broken(broken_delegates(s)) == Broken(broken_parties(T, s)) == Broken.NOTHING


def test_it_costs_1_corruption_and_no_money() -> None:
    s = meeting(corruption=2)
    delegates(s, Party.REDS, 0, NEUTRAL)
    assert standard_price(T, s, 0, COLLUSION) == 0
    assert may(s)
    collude(s)
    assert done(s)
    assert (s.corruption[0], s.stock[0, MC]) == (1, 0)
    assert list(s.delegates[Party.REDS, [0, NEUTRAL]]) == [2, 0]


def test_it_needs_corruption_a_neutral_delegate_and_an_own_one() -> None:
    s = meeting()
    assert not may(s)
    delegates(s, Party.REDS, NEUTRAL)
    assert may(s)
    s.corruption[0] = 0
    assert not may(s)
    s = meeting()
    delegates(s, Party.REDS, NEUTRAL)
    delegates(s, Party.UNITY, *[0] * 6)
    s.lobby[0] = 0
    assert not may(s)


def test_it_needs_turmoil_and_the_box() -> None:
    s = underworld()
    s.corruption[0] = 1
    assert not may(s)
    s = sitting()
    s.corruption[0] = 1
    delegates(s, Party.REDS, NEUTRAL)
    assert not may(s)


def test_it_is_an_action_of_a_turn() -> None:
    s = meeting()
    delegates(s, Party.REDS, NEUTRAL)
    assert STANDARD + COLLUSION in actions(s)
    step(T, s, STANDARD + COLLUSION)
    assert s.delegates[Party.REDS, 0] == 1


def test_one_or_two_of_one_party() -> None:
    s = meeting()
    delegates(s, Party.REDS, NEUTRAL, NEUTRAL, NEUTRAL)
    delegates(s, Party.UNITY, NEUTRAL)
    use_standard(T, s, 0, COLLUSION)
    run(T, s, NOT_ASKED)
    assert (s.kind, choices(s)) == (Kind.BRANCH, [ONE, TWO])
    one, two = s.copy(), s.copy()
    answer(one, ONE)
    assert (one.kind, choices(one)) == (Kind.PARTY, [Party.REDS, Party.UNITY])
    answer(one, Party.REDS)
    assert list(one.delegates[Party.REDS, [0, NEUTRAL]]) == [1, 2]
    assert one.leader[Party.REDS] == NEUTRAL, "who keeps delegates keeps the seat"
    answer(two, TWO)
    assert list(two.delegates[Party.REDS, [0, NEUTRAL]]) == [2, 1]
    assert two.leader[Party.REDS] == 0, "by majority"
    assert sound(one)
    assert sound(two)


def test_own_delegates_come_from_the_reserve_and_neutral_ones_go_home() -> None:
    s = meeting()
    delegates(s, Party.REDS, NEUTRAL, NEUTRAL, NEUTRAL)
    before = s.reserve.copy()
    collude(s, TWO)
    assert (s.reserve[0], s.reserve[NEUTRAL], s.lobby[0]) == (before[0] - 2, before[NEUTRAL] + 2, 1)


def test_the_lobby_helps_out_when_the_reserve_is_short() -> None:
    s = meeting()
    delegates(s, Party.UNITY, *[0] * 5)
    delegates(s, Party.REDS, NEUTRAL, NEUTRAL, NEUTRAL)
    assert (s.reserve[0], s.lobby[0]) == (1, 1)
    collude(s, TWO)
    assert (s.reserve[0], s.lobby[0]) == (0, 0)
    assert sound(s)


def test_with_one_delegate_left_only_one_is_turned() -> None:
    s = meeting()
    delegates(s, Party.UNITY, *[0] * 6)
    delegates(s, Party.REDS, NEUTRAL, NEUTRAL, NEUTRAL)
    collude(s)
    assert s.delegates[Party.REDS, 0] == 1


def test_the_seat_of_the_last_neutral_leader_is_the_players() -> None:
    """Even beside a rival with as many delegates."""
    s = meeting()
    delegates(s, Party.REDS, NEUTRAL, 1)
    collude(s)
    assert s.leader[Party.REDS] == 0
    s = meeting()
    delegates(s, Party.REDS, NEUTRAL, NEUTRAL, 1, 1)
    collude(s, TWO)
    assert s.leader[Party.REDS] == 0
    assert sound(s)


def test_a_larger_rival_takes_the_seat() -> None:
    s = meeting(players=3)
    delegates(s, Party.REDS, NEUTRAL, 1, 1)
    s.leader[Party.REDS] = NEUTRAL
    s.delegates[Party.REDS, NEUTRAL] += 1
    s.reserve[NEUTRAL] -= 1
    # Two neutral ones lead before two of a rival; one of them is turned, so that the rival has more than what is left.
    collude(s, ONE)
    assert s.leader[Party.REDS] == 1
    assert sound(s)


def test_another_leader_stays_unless_outnumbered() -> None:
    s = meeting()
    delegates(s, Party.REDS, 1, NEUTRAL)
    collude(s)
    assert s.leader[Party.REDS] == 1
    s = meeting()
    delegates(s, Party.REDS, 1, NEUTRAL, NEUTRAL)
    s.delegates[Party.REDS, NEUTRAL], s.leader[Party.REDS] = 2, NEUTRAL
    collude(s, TWO)
    assert s.leader[Party.REDS] == 0


def test_dominance_does_not_move() -> None:
    s = meeting()
    delegates(s, Party.REDS, NEUTRAL, NEUTRAL)
    delegates(s, Party.UNITY, 1, 1)
    s.dominant = Party.UNITY
    collude(s, TWO)
    assert s.dominant == Party.UNITY


def test_the_chair_is_no_delegate_to_be_turned() -> None:
    s = meeting()
    assert s.chairman == NEUTRAL
    assert not may(s)
    chair(s, 1)
    assert not may(s)


def test_it_is_a_standard_project_for_what_waits_for_one() -> None:
    s = meeting("Standard Technology")
    delegates(s, Party.REDS, NEUTRAL)
    collude(s)
    assert s.stock[0, MC] == 3
