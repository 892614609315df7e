"""Milestones and awards of Underworld 2 that lie over others: asked for by name, or by the dice."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from regolith.envs.core.errors import InvalidOptions
from regolith.envs.terraforming_mars.boxes import AWARDS, MILESTONES
from regolith.envs.terraforming_mars.observation import OBSERVATION, observe
from regolith.envs.terraforming_mars.options import MarsOptions
from regolith.envs.terraforming_mars.rooms import GOALS, NONE
from regolith.envs.terraforming_mars.rules.goals import may_claim, score
from regolith.envs.terraforming_mars.rules.scoring import award_points
from regolith.envs.terraforming_mars.underworld.words import Token
from regolith.envs.terraforming_mars.words import MC

from .digging import ME, OTHER, give, ground
from .games import T, deal

NEW_MILESTONES, NEW_AWARDS = ["Risktaker", "Tunneler"], ["Kingpin", "Excavator"]


def names(s: Any) -> tuple[list[str], list[str]]:
    """The milestones and awards of a game."""
    return (
        [MILESTONES[tile].name for tile in s.milestone_tile if tile != NONE],
        [AWARDS[tile].name for tile in s.award_tile if tile != NONE],
    )


def laid(goal_tiles: str, **options: Any) -> tuple[list[str], list[str]]:
    return names(deal(1, underworld=True, goal_tiles=goal_tiles, **options)[0])


def test_without_being_asked_for_nothing_is_covered() -> None:
    assert names(deal(1, underworld=True)[0]) == names(deal(1)[0]) == laid("none")


def test_a_pair_puts_the_new_goal_in_the_place_of_the_other() -> None:
    milestones, awards = names(deal(1)[0])
    new_milestones, new_awards = laid("tunneler=gardener,kingpin=banker")
    assert new_milestones == ["Tunneler" if name == "Gardener" else name for name in milestones]
    assert new_awards == ["Kingpin" if name == "Banker" else name for name in awards]


def test_all_four_may_be_asked_for() -> None:
    milestones, awards = laid("risktaker=mayor, Tunneler=Builder, kingpin=thermalist, excavator=miner")
    assert milestones[1:4] == ["Risktaker", "Gardener", "Tunneler"]
    assert {*NEW_AWARDS} < {*awards}
    assert len(awards) == len(names(deal(1)[0])[1]), "there are no more than before"


def test_names_of_two_words_and_those_of_other_boxes() -> None:
    assert laid("tunneler=polar explorer,kingpin=space_baron", map="hellas") == laid(
        "kingpin=space baron,tunneler=polar_explorer", map="hellas"
    )
    milestones, awards = laid("tunneler=hoverlord,excavator=venuphile", venus=True)
    assert (milestones[-1], awards[-1]) == ("Tunneler", "Excavator")


@pytest.mark.parametrize(
    ("goal_tiles", "options"),
    [
        ("tunneler", {}),
        ("tunneler=", {}),
        ("miner=gardener", {}),
        ("tunneler=banker", {}),
        ("kingpin=gardener", {}),
        ("tunneler=tactician", {}),
        ("tunneler=tactician", {"map": "elysium"}),
        ("tunneler=gardener,risktaker=gardener", {}),
        ("tunneler=gardener,tunneler=mayor", {}),
        ("tunneler=hoverlord", {"venus": False}),
        ("some", {}),
    ],
)
def test_what_is_no_pair_of_this_game_is_refused(goal_tiles: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidOptions):
        MarsOptions.parse("terraforming_mars", {"underworld": True, "goal_tiles": goal_tiles, **options})


@pytest.mark.parametrize("goal_tiles", ["dice", "tunneler=gardener"])
def test_they_belong_to_the_box(goal_tiles: str) -> None:
    with pytest.raises(InvalidOptions, match="underworld=True"):
        MarsOptions.parse("terraforming_mars", {"goal_tiles": goal_tiles})


@pytest.mark.parametrize("goal_tiles", ["dice", "tunneler=gardener"])
def test_a_solo_game_has_no_goals(goal_tiles: str) -> None:
    with pytest.raises(InvalidOptions, match="two or more players"):
        MarsOptions.parse("terraforming_mars", {"underworld": True, "players": 1, "goal_tiles": goal_tiles})
    assert MarsOptions.parse("terraforming_mars", {"underworld": True, "players": 1, "goal_tiles": "none"})


@pytest.mark.parametrize("venus", [True, False])
def test_the_dice_use_each_goal_every_other_time_and_cover_any_goal(venus: bool) -> None:
    used: Counter[str] = Counter()
    places: Counter[int] = Counter()
    games, there = 240, 6 if venus else 5
    for number in range(games):
        milestones, awards = names(deal(number, underworld=True, goal_tiles="dice", venus=venus)[0])
        assert len(milestones) == len(awards) == there
        assert len(set(milestones)) == len(set(awards)) == there
        for goals, new in ((milestones, NEW_MILESTONES), (awards, NEW_AWARDS)):
            for name in new:
                if name in goals:
                    used[name] += 1
                    places[goals.index(name)] += 1
    assert {*used} == {*NEW_MILESTONES, *NEW_AWARDS}
    assert all(90 <= n <= 150 for n in used.values())
    assert {*places} == {*range(there)}
    assert min(places.values()) > 0.6 * sum(places.values()) / there


def test_the_dice_follow_the_seed() -> None:
    first = [laid("dice", players=2 + number % 3) for number in range(5)]
    assert first == [laid("dice", players=2 + number % 3) for number in range(5)]


def test_seven_claimed_tokens_make_a_tunneler() -> None:
    s = ground(goal_tiles="tunneler=gardener")
    at = names(s)[0].index("Tunneler")
    s.stock[:, MC] = 8
    give(s, *[Token.CORRUPTION_1] * 6)
    assert not may_claim(T, s, ME, at)
    give(s, Token.STEEL_2_PER_TEMPERATURE)
    assert may_claim(T, s, ME, at)
    assert not may_claim(T, s, OTHER, at)


def test_most_claimed_tokens_make_the_excavator() -> None:
    s = ground(goal_tiles="excavator=banker")
    at = names(s)[1].index("Excavator")
    s.award[at] = ME
    give(s, Token.BLANK)
    give(s, Token.BLANK, Token.PLANTS_2, player=OTHER)
    assert [score(T, s, player, T.award_goal[s.award_tile[at]], False) for player in (ME, OTHER)] == [1, 2]
    assert [award_points(T, s, player) for player in (ME, OTHER)] == [0, 5]


def test_everybody_sees_what_is_covered() -> None:
    s = deal(1, underworld=True, goal_tiles="tunneler=gardener,kingpin=banker")[0]
    out = np.zeros(OBSERVATION.size, np.float32)
    observe(T, s, 0, out)
    piece = OBSERVATION["goals laid over others"]
    shown = out[piece.start : piece.stop].reshape(4, GOALS)
    milestones, awards = names(s)
    assert np.argwhere(shown).tolist() == [[1, milestones.index("Tunneler")], [2, awards.index("Kingpin")]]
