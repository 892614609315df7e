"""Ares Media: events stay face up, and big shows of anybody bring something."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.machine.run import run
from regolith.envs.terraforming_mars.rules.counting import own_tags
from regolith.envs.terraforming_mars.rules.goals import score
from regolith.envs.terraforming_mars.rules.invariants import Broken, broken_counts
from regolith.envs.terraforming_mars.rules.requirements import meets
from regolith.envs.terraforming_mars.rules.scoring import points
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.words import CITY, CRIME, EARTH, MC, SCIENCE, SPACE, CardKind, Measure

from .games import NUMBER, T
from .tables import choices, first_action, play
from .underworld_tables import below


def show(s: Any, name: str, player: int = 0) -> tuple[int, int]:
    """A card is played by somebody; what the owner of Ares Media gets: MC production and rating."""
    before = int(s.production[0, MC]), int(s.rating[0])
    play(s, name, player=player)
    while s.kind != Kind.NOTHING:
        run(T, s, choices(s)[0])
    return int(s.production[0, MC]) - before[0], int(s.rating[0]) - before[1]


@pytest.mark.parametrize(
    ("name", "mine", "theirs"),
    [
        ("Bribed Committee", (0, 2), (0, 0)),
        ("Sponsors", (2, 0), (0, 0)),
        ("Release of Inert Gases", (0, 2), (0, 0)),
        ("Big Asteroid", (1, 3), (1, 0)),
        ("Imported Nitrogen", (1, 1), (1, 0)),
        ("Open City", (5, 0), (1, 0)),
        ("Research", (0, 0), (0, 0)),
    ],
)
def test_events_and_city_cards_of_15_and_25(name: str, mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    assert show(below("Ares Media"), name) == mine
    if name != "Open City":
        assert show(below("Ares Media"), name, player=1) == theirs


def test_a_city_card_of_another_player() -> None:
    s = below("Ares Media")
    assert T.cost[NUMBER["Capital"]] >= 25
    assert T.tags[NUMBER["Capital"], CITY]
    s.track[2] = 4
    s.production[1] = 5
    assert show(s, "Capital", player=1) == (1, 0)


def test_without_it_events_lie_face_down() -> None:
    s = below("Ares Media")
    play(s, "Import of Advanced GHG", player=1)
    card = NUMBER["Import of Advanced GHG"]
    assert (s.lies[card], s.tags[1, EARTH], s.events[1]) == (Lies.PLAYED_EVENT, 0, 1)


def test_own_events_stay_face_up_and_their_tags_count() -> None:
    s = below("Ares Media")
    earth = int(s.tags[0, EARTH])
    play(s, "Import of Advanced GHG")
    card = NUMBER["Import of Advanced GHG"]
    assert (s.lies[card], s.tags[0, EARTH], s.tags[0, SPACE]) == (Lies.FACE_UP_EVENT, earth + 1, 1)
    assert s.events[0] == 1
    assert own_tags(T, s, 0, EARTH, card) == earth + 1
    assert Broken(broken_counts(T, s)) in (Broken.NOTHING, Broken.CORPORATION)


def test_for_requirements_milestones_and_awards() -> None:
    s = below("Ares Media")
    before = meets(T, s, 0, NUMBER["AI Central"], False)
    goal = next(row for row in T.award_goal if row[0] == Measure.TAGS and row[4 + SCIENCE])
    counted = score(T, s, 0, goal, False)
    for name in ("Technology Demonstration", "Gene Repair"):
        play(s, name)
    assert T.kind[NUMBER["Technology Demonstration"]] == CardKind.EVENT
    play(s, "Research")
    assert not before
    assert meets(T, s, 0, NUMBER["AI Central"], False)
    assert score(T, s, 0, goal, False) == counted + 4


@pytest.mark.parametrize("media", [(), ("Ares Media",)])
def test_an_event_counts_its_own_tags_once(media: tuple[str, ...]) -> None:
    """Face up they are among the tags already."""
    s = below(*media)
    play(s, "Technology Demonstration")
    assert own_tags(T, s, 0, SPACE, NUMBER["Technology Demonstration"]) == 1


def test_points_of_face_up_events_count() -> None:
    s = below("Ares Media")
    before = points(T, s, 0)
    play(s, "Bribed Committee")
    assert points(T, s, 0) == before


def test_crime_tags_of_face_up_events_count_once() -> None:
    s = below("Ares Media")
    play(s, "Staged Protests")
    assert (s.tags[0, CRIME], s.event_crime[0]) == (1, 0)


def test_the_first_action_draws_two_great_events() -> None:
    s = below("Ares Media")
    first_action(s, "Ares Media")
    drawn = [card for card in range(480) if s.lies[card] == Lies.IN_HAND and s.owner[card] == 0]
    assert len(drawn) == s.hand[0] == 2
    assert all(T.kind[card] == CardKind.EVENT and T.cost[card] >= 15 for card in drawn)
