"""The five global events of Underworld 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.language.counts import Count, Counted
from regolith.envs.terraforming_mars.language.phrases import branch_text
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.turmoil.events import EVENTS
from regolith.envs.terraforming_mars.turmoil.words import Event, EventLies
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import BUILDING, CRIME, MC, Tag

from .committee import give_influence, hand, happens, sitting
from .games import deal
from .underworld_tables import open_token

NEW = tuple(Event)[36:]
FACTS: dict[str, Any] = json.loads((Path(__file__).parent / "global_events.json").read_text(encoding="utf-8"))


def council(players: int = 2, mc: int = 50, **options: Any) -> Any:
    s = sitting(players=players, underworld=True, **options)
    s.stock[:, MC] = mc
    s.token[:] = NONE
    return s


def paid(s: Any, players: int = 2) -> list[int]:
    return [50 - int(s.stock[player, MC]) for player in range(players)]


@pytest.mark.parametrize("underworld", [False, True])
def test_they_are_in_the_game_only_with_the_box(underworld: bool) -> None:
    s = deal(3, turmoil=True, underworld=underworld)[0]
    there = [s.event_lies[event] != EventLies.OUT_OF_THE_GAME for event in NEW]
    assert there == [underworld] * 5


@pytest.mark.parametrize("event", NEW)
def test_names_parties_and_boxes_are_those_printed(event: Event) -> None:
    fact, printed = FACTS[event.name.lower()], EVENTS[event]
    assert (printed.name, printed.revealed.name.lower(), printed.current.name.lower()) == (
        fact["name"],
        fact["revealed"],
        fact["current"],
    )
    assert [box.name.lower() for box in printed.needs] == fact["needs"]


def test_fair_trade_complaint_hits_full_hands_and_fills_small_ones() -> None:
    s = council(3)
    for player, cards in enumerate((10, 6, 9)):
        hand(s, player, cards)
    give_influence(s, 2, 1)
    happens(s, Event.FAIR_TRADE_COMPLAINT)
    assert paid(s, 3) == [4, 0, 1]
    assert list(s.hand[:3]) == [10, 8, 9]


def test_influence_never_makes_it_a_gain() -> None:
    s = council()
    hand(s, 0, 7)
    give_influence(s, 0, 3)
    happens(s, Event.FAIR_TRADE_COMPLAINT)
    assert (paid(s)[0], s.hand[0]) == (0, 7)


def crimes(s: Any, *printed: int, events: tuple[int, ...] = ()) -> None:
    for player, n in enumerate(printed):
        s.tags[player, CRIME] = n
    for player, n in enumerate(events):
        s.event_crime[player] = n


def test_lagging_regulation_rewards_crime() -> None:
    s = council(4)
    crimes(s, 2, 3, 1, 0, events=(2, 0, 0, 0))
    happens(s, Event.LAGGING_REGULATION)
    assert paid(s, 4) == [-9, -3, 0, 0]
    assert list(s.corruption[:4]) == [1, 1, 0, 0]


def test_influence_counts_and_wild_tags_do_not() -> None:
    s = council(3)
    crimes(s, 1, 1, 0)
    s.tags[0, Tag.WILD] = 5
    give_influence(s, 1, 1)
    happens(s, Event.LAGGING_REGULATION)
    assert paid(s, 3) == [-3, -9, 0]


def test_a_shared_first_place_leaves_a_second() -> None:
    s = council(4)
    crimes(s, 2, 2, 1, 0)
    happens(s, Event.LAGGING_REGULATION)
    assert paid(s, 4) == [-9, -9, -3, 0]


def test_nobody_wins_with_nothing() -> None:
    s = council()
    happens(s, Event.LAGGING_REGULATION)
    assert paid(s) == [0, 0]


@pytest.mark.parametrize(("n", "gain"), [(4, 0), (5, 9)])
def test_alone_one_needs_five(n: int, gain: int) -> None:
    s = council(1)
    crimes(s, n)
    happens(s, Event.LAGGING_REGULATION)
    assert paid(s, 1) == [-gain]


def test_media_stir() -> None:
    s = council(4)
    s.corruption[:4] = (0, 2, 7, 3)
    give_influence(s, 3, 1)
    before = s.rating.copy()
    happens(s, Event.MEDIA_STIR)
    assert paid(s, 4) == [0, 6, 15, 6]
    assert list(s.rating[:4] - before[:4]) == [1, 0, 0, 0]
    assert list(s.corruption[:4]) == [0, 2, 7, 3]


@pytest.mark.parametrize(("tokens", "influence", "steps"), [(0, 0, 0), (3, 0, 1), (3, 1, 2), (9, 1, 5), (20, 2, 5)])
def test_migration_underground(tokens: int, influence: int, steps: int) -> None:
    s = council()
    s.claimed[0, Token.BLANK] = tokens
    give_influence(s, 0, influence)
    happens(s, Event.MIGRATION_UNDERGROUND)
    assert (s.production[0, MC], s.production[1, MC]) == (steps, 0)


@pytest.mark.parametrize(
    ("tags", "influence", "tokens", "lost"), [(3, 0, 0, 6), (9, 0, 0, 14), (9, 1, 2, 8), (2, 1, 5, 0)]
)
def test_seismic_predictions(tags: int, influence: int, tokens: int, lost: int) -> None:
    s = council()
    s.tags[0, BUILDING] = tags
    s.claimed[0, Token.BLANK] = tokens
    give_influence(s, 0, influence)
    size = int(s.pile_size)
    for space in (3, 20, 40):
        open_token(s, space, Token.BLANK)
    happens(s, Event.SEISMIC_PREDICTIONS)
    assert paid(s)[0] == lost
    assert (int(np.sum(s.token != NONE)), s.pile_size) == (0, size + 3)


@pytest.mark.parametrize("event", NEW)
def test_they_are_told(event: Event) -> None:
    assert len(branch_text(EVENTS[event].does)) > 20


@pytest.mark.parametrize("wrong", [{"influence": 2}, {"influence": -3}, {"limit": 0}])
def test_what_cannot_be_counted_is_an_error(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="cannot count"):
        Count(Counted.CLAIMED_TOKENS, **wrong)
