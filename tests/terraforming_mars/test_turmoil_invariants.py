"""What is noticed of a committee and of events that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.rooms import FIRST_CARRIER, NEUTRAL, NOBODY, NONE, PARTIES
from regolith.envs.terraforming_mars.rules.broken import Broken
from regolith.envs.terraforming_mars.rules.generation import produce
from regolith.envs.terraforming_mars.rules.invariants import broken
from regolith.envs.terraforming_mars.state import Frame, Kind, Phase
from regolith.envs.terraforming_mars.turmoil.words import FIRST_EVENT, FIRST_PARTY, Event, EventLies, Party, Shown
from regolith.envs.terraforming_mars.words import MC

from .games import T, deal, played

Spoil = Callable[[Any], None]


def between_actions(seed: int = 3, **options: Any) -> Any:
    """A position of a game with Turmoil in which somebody chooses an action, and a current event lies there."""
    array = deal(seed, turmoil=True, **options)
    for s in played(array, seed):
        if s.over == Over.RUNNING and s.kind == Kind.ACTION and s.generation > 3:
            assert broken(T, s) == Broken.NOTHING
            return array
    raise AssertionError("no such position")


def led(s: Any) -> int:
    """A party that is not dominant and has a leader."""
    return next(p for p in range(PARTIES) if s.leader[p] != NOBODY and p != s.dominant)


def move(s: Any, wrong: int) -> None:
    """Delegates of the neutral reserve go to a party, whose leader stays who he is."""
    where = led(s)
    s.leader[where] = NEUTRAL
    taken = min(wrong, int(s.reserve[NEUTRAL]))
    s.delegates[where, NEUTRAL] += taken
    s.reserve[NEUTRAL] -= taken


def too_few_to_lead(s: Any) -> None:
    where = int(s.dominant)
    for owner in (0, 1):
        s.reserve[owner] += s.delegates[where, owner]
        s.delegates[where, owner] = 0
    s.delegates[where, 0], s.leader[where] = 1, 0
    s.reserve[0] -= 1
    s.delegates[where, 1] = 2
    s.reserve[1] -= 2


def led_by_nobody_there(s: Any) -> None:
    where = led(s)
    s.reserve += s.delegates[where]
    s.delegates[where] = 0


SPOILT: dict[str, tuple[Broken, Spoil]] = {
    "a delegate too many": (Broken.DELEGATE_COUNT, lambda s: s.reserve.__setitem__(0, s.reserve[0] + 1)),
    "a delegate lost": (Broken.DELEGATE_COUNT, lambda s: s.reserve.__setitem__(NEUTRAL, s.reserve[NEUTRAL] - 1)),
    "two chairmen's markers": (Broken.DELEGATE_COUNT, lambda s: setattr(s, "chairman", (s.chairman + 1) % 2)),
    "a player who is not there": (Broken.DELEGATE_COUNT, lambda s: s.lobby.__setitem__(4, 1)),
    "a leader of nobody": (Broken.PARTY_LEADER, led_by_nobody_there),
    "nobody leads": (Broken.PARTY_LEADER, lambda s: s.leader.__setitem__(int(s.dominant), NOBODY)),
    "a leader with fewer": (Broken.PARTY_LEADER, too_few_to_lead),
    "a greater party": (Broken.DOMINANT_PARTY, lambda s: move(s, 9)),
    "an event of another box": (
        Broken.GLOBAL_EVENT,
        lambda s: s.event_lies.__setitem__(Event.CORROSIVE_RAIN, EventLies.IN_THE_DECK),
    ),
    "an event lost": (Broken.GLOBAL_EVENT, lambda s: s.event_lies.__setitem__(int(s.event[0]), EventLies.DISCARDED)),
    "an event shown twice": (Broken.GLOBAL_EVENT, lambda s: s.event.__setitem__(Shown.COMING, s.event[Shown.DISTANT])),
    "an event shown nowhere": (Broken.GLOBAL_EVENT, lambda s: s.event.__setitem__(Shown.CURRENT, NONE)),
    "a current event in generation 1": (Broken.GLOBAL_EVENT, lambda s: setattr(s, "generation", 1)),
    "a fee without Reds": (
        Broken.POLICY,
        lambda s: setattr(s, "rating_fee", 0 if s.ruling == Party.REDS else 3),
    ),
    "another policy in force": (
        Broken.POLICY,
        lambda s: s.in_force_for.__setitem__(
            FIRST_PARTY + (Party.UNITY if s.ruling != Party.UNITY else Party.GREENS) - 640, 3
        ),
    ),
    "an action used that is not there": (
        Broken.POLICY,
        lambda s: (
            (setattr(s, "ruling", Party.KELVINISTS), s.in_force_for.fill(0), setattr(s, "rating_fee", 0))
            and s.policy_used.__setitem__(0, 1)
        ),
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_what_is_broken_is_noticed(name: str) -> None:
    wrong, spoil = SPOILT[name]
    s = between_actions()[0]
    spoil(s)
    assert Broken(broken(T, s)) == wrong


@pytest.mark.parametrize(
    ("field", "place"),
    [
        *(("delegates", (1, 1)), ("reserve", 5), ("lobby", 0), ("leader", 2), ("event", 0), ("event_lies", 7)),
        *(("policy_used", 1), ("chairman", ()), ("ruling", ()), ("dominant", ()), ("rating_fee", ())),
    ],
)
def test_without_the_box_nothing_of_it_is_used(field: str, place: Any) -> None:
    s = deal(2)[0]
    assert broken(T, s) == Broken.NOTHING
    if place == ():
        s[field] = 1
    else:
        s[field][place] = 1
    assert Broken(broken(T, s)) == Broken.BOX_NOT_IN_THE_GAME


def test_the_phase_is_that_of_the_first_player() -> None:
    s = between_actions()[0]
    s.stack[0] = 0
    s.stack[0, Frame.ROW], s.stack[0, Frame.CARD], s.depth = T.turmoil_row + 2, NONE, 1
    s.kind, s.choices = Kind.CARD, 1
    assert Broken(broken(T, s)) == Broken.EFFECT
    assert s.phase == Phase.ACTION


def test_a_game_that_is_cut_off_has_no_policy_any_more() -> None:
    array = deal(3, turmoil=True, max_generations=1)
    for s in played(array, 3):
        assert broken(T, s) == Broken.NOTHING
    assert array[0].over == Over.TRUNCATED


@pytest.mark.parametrize("row", range(5))
def test_without_the_box_there_is_no_such_phase(row: int) -> None:
    array = deal(2, venus=True)
    s = next(s for s in played(array, 2) if s.kind == Kind.ACTION)
    s.stack[0] = 0
    s.stack[0, Frame.ROW], s.stack[0, Frame.CARD], s.depth = T.turmoil_row + row, NONE, 1
    s.kind, s.choices = Kind.CARD, 1
    assert Broken(broken(T, s)) == Broken.EFFECT


def test_nobody_owes_mc_after_production() -> None:
    s = between_actions()[0]
    s.rating[0], s.production[0, MC], s.stock[0, MC] = 2, -5, 1
    s.rating[1], s.production[1, MC], s.stock[1, MC] = 2, -5, 4
    produce(s)
    assert s.stock[:2, MC].tolist() == [0, 1]


@pytest.mark.parametrize("number", [FIRST_EVENT + Event.PANDEMIC, FIRST_PARTY + Party.UNITY])
def test_events_and_bonuses_are_under_way_in_their_phase_only(number: int) -> None:
    s = between_actions()[0]
    s.ruling = Party.KELVINISTS
    s.in_force_for.fill(0)
    s.rating_fee = 0
    s.stack[0] = 0
    s.stack[0, Frame.ROW], s.stack[0, Frame.CARD], s.depth = T.carrier_row[number - FIRST_CARRIER], number, 1
    s.kind, s.choices = Kind.CARD, 1
    assert Broken(broken(T, s)) == Broken.EFFECT


@pytest.mark.parametrize(("price", "depth"), [(1000, 1), (1, 2)])
def test_what_is_owed_in_a_turn_can_be_paid_and_is_paid_at_once(price: int, depth: int) -> None:
    s = between_actions()[0]
    s.stock[0, MC] = 10
    for f in range(depth):
        s.stack[f] = 0
        s.stack[f, Frame.ROW], s.stack[f, Frame.CARD] = T.pay_row, NONE
        s.stack[f, Frame.X], s.stack[f, Frame.Y] = price, NONE
    s.depth, s.kind, s.choices = depth, Kind.PAYMENT, 1
    assert Broken(broken(T, s)) == Broken.EFFECT
