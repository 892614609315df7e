"""At the end corruption makes up for points that own cards cost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.terraforming_mars.language.box import Goal
from regolith.envs.terraforming_mars.language.tables import _goal
from regolith.envs.terraforming_mars.rules.goals import score
from regolith.envs.terraforming_mars.rules.scoring import points
from regolith.envs.terraforming_mars.words import Measure

from .crime import underworld
from .games import T
from .tables import lay, play, table


def scored(corruption: int, *cards: str) -> int:
    """Points of such a player more than of one without cards and corruption."""
    s = underworld()
    nothing = points(T, s, 0)
    for card in cards:
        lay(s, card)
    s.corruption[0] = corruption
    return int(points(T, s, 0) - nothing)


@pytest.mark.parametrize(("corruption", "wanted"), [(0, -3), (1, -2), (2, -1), (3, 0), (4, 0), (50, 0)])
def test_each_corruption_cancels_a_point_up_to_all_penalties(corruption: int, wanted: int) -> None:
    # 2 of Labor Trafficking, 1 of the event, which lies face down.
    assert scored(corruption, "Labor Trafficking", "Narrative Spin") == wanted


def test_a_penalty_may_be_cancelled_in_part() -> None:
    assert scored(1, "Planetary Rights Buyout") == -2


def test_positive_points_are_left_alone() -> None:
    assert scored(5, "Public Celebrations") == 2
    assert scored(1, "Public Celebrations", "Labor Trafficking") == 1


def test_the_corporation_counts() -> None:
    assert scored(0, "Kingdom of Tauraro") == -2
    assert scored(1, "Kingdom of Tauraro") == -1


def test_cards_of_other_boxes_count() -> None:
    assert scored(1, "Flooding") == 0


def test_only_own_cards_count() -> None:
    s = underworld()
    nothing = points(T, s, 0)
    lay(s, "Labor Trafficking", player=1)
    s.corruption[0] = 2
    assert points(T, s, 0) == nothing
    assert points(T, s, 1) == nothing - 2


def test_without_the_box_nothing_is_bribed() -> None:
    s = table("Flooding")
    before = points(T, s, 0)
    s.corruption[0] = 1
    assert points(T, s, 0) == before


def goal(measure: Measure) -> Any:
    return np.array(_goal(Goal(measure)), np.int32)


def test_risktakers_count_what_bribes_would_cancel() -> None:
    s = underworld()
    lay(s, "Labor Trafficking")
    play(s, "Narrative Spin")
    assert s.corruption[0] == 2
    assert score(T, s, 0, goal(Measure.PENALTIES), True) == 3
    assert score(T, s, 1, goal(Measure.PENALTIES), True) == 0


def test_kingpins_count_events_and_no_wild_tags() -> None:
    s = underworld()
    lay(s, "Nightclubs"), lay(s, "Research Coordination")
    play(s, "Scapegoat")
    assert score(T, s, 0, goal(Measure.CRIME_TAGS), False) == 2
