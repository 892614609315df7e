"""What the solo planner goes by: where it tells more than the evaluation."""

from __future__ import annotations

from typing import Any

import pytest

from regolith.envs.terraforming_mars.player.evaluation import evaluate
from regolith.envs.terraforming_mars.solo_planning import guide
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import Resource, Track
from tests.terraforming_mars.games import NUMBER, T, choose, deal


def last_generations(before_the_last: int, **options: Any) -> Any:
    """A solo game about to take an action, so many generations before the last one, nothing produced and nothing in stock."""
    array = deal(1, players=1, **options)
    s = array[0]
    while s.phase != Phase.ACTION or s.kind != Kind.ACTION:
        choose(s)
    s.generation = s.last_generation - before_the_last
    s.production[0, :], s.stock[0, :] = 0, 0
    return array


def beyond_the_evaluation(array: Any) -> float:
    return float(guide(T, array[0], 0)) - float(evaluate(T, array[0], 0))


@pytest.mark.parametrize(("resource", "track"), [(Resource.HEAT, Track.TEMPERATURE), (Resource.PLANTS, Track.OXYGEN)])
def test_what_is_left_over_is_worth_nothing(resource: Resource, track: Track) -> None:
    """Two steps are missing: 16 are worth having, and no more."""
    array = last_generations(0, venus=False)
    s = array[0]
    s.track[track] = T.track_end[track] - 2
    values = []
    for n in (15, 16, 17, 40):
        s.stock[0, resource] = n
        values.append(float(guide(T, s, 0)))
    assert values[1] > values[0] + 0.01
    assert values[2] == pytest.approx(values[1])
    assert values[3] == pytest.approx(values[1])


def test_what_will_be_produced_counts_but_for_the_last_generation() -> None:
    array = last_generations(2, venus=False)
    s = array[0]
    s.track[Track.TEMPERATURE] = T.track_end[Track.TEMPERATURE] - 2
    s.production[0, Resource.HEAT] = 8
    assert beyond_the_evaluation(array) == pytest.approx(0.0)
    s.production[0, Resource.HEAT] = 9
    assert beyond_the_evaluation(array) < -0.01
    s.production[0, Resource.HEAT], s.production[0, Resource.ENERGY] = 8, 1
    assert beyond_the_evaluation(array) < -0.01, "energy becomes heat"
    s.production[0, Resource.ENERGY], s.generation = 0, s.generation + 1
    assert beyond_the_evaluation(array) == pytest.approx(0.0)
    s.phase, s.stock[0, Resource.HEAT] = Phase.SOLAR, 16
    assert beyond_the_evaluation(array) == pytest.approx(0.0), "this generation's has just come in"


def test_who_pays_with_heat_has_a_use_for_it() -> None:
    array = last_generations(0, venus=False)
    s = array[0]
    s.track[Track.TEMPERATURE], s.stock[0, Resource.HEAT] = T.track_end[Track.TEMPERATURE] - 1, 30
    assert beyond_the_evaluation(array) < -0.01
    own = NUMBER["Helion"]
    s.lies[own], s.owner[own] = Lies.IN_PLAY, 0
    assert beyond_the_evaluation(array) == pytest.approx(0.0)


def test_steps_that_come_for_nothing_are_the_dearest_ones() -> None:
    """Three are to come: while three steps of oxygen are missing, one of them is worth no more than one of another track."""
    array = last_generations(3)
    s = array[0]
    for track in range(s.tracks):
        s.track[track] = T.track_end[track]
    assert beyond_the_evaluation(array) == pytest.approx(0.0)
    s.track[Track.OXYGEN] -= 4
    oxygen, others = T.solo_step[Track.OXYGEN], T.solo_step[Track.TEMPERATURE]
    assert oxygen > others
    assert beyond_the_evaluation(array) == pytest.approx(3 * oxygen)
    s.track[Track.TEMPERATURE] -= 1
    assert beyond_the_evaluation(array) == pytest.approx(3 * oxygen)
    s.track[Track.OXYGEN] += 2
    assert beyond_the_evaluation(array) == pytest.approx(2 * oxygen + others)
    s.stock[0, Resource.PLANTS] = 8
    assert beyond_the_evaluation(array) == pytest.approx(oxygen + others), "plants make one of them"


def test_no_government_no_free_steps() -> None:
    array = last_generations(3, world_government=False)
    assert beyond_the_evaluation(array) == pytest.approx(0.0)


def test_a_rating_needs_no_tracks() -> None:
    array = last_generations(0, solo_objective="tr63")
    array[0].stock[0, Resource.HEAT] = 200
    assert beyond_the_evaluation(array) == 0.0
