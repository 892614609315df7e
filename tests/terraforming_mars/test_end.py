"""How games end and who has won: the cap, points, the tie-break, solo objectives, the World Government."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith.envs.core.record import NOBODY as GAME_OVER
from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import BRANCH, DECLINE, PASS, STANDARD, follow_up, step
from regolith.envs.terraforming_mars.rules.scoring import outcome, points
from regolith.envs.terraforming_mars.state import Kind, Phase
from regolith.envs.terraforming_mars.words import MC, PLANTS, StandardProject, Track

from .games import T, actions, choose, deal, played

END = {Track.TEMPERATURE: 19, Track.OXYGEN: 14, Track.OCEANS: 9, Track.VENUS_SCALE: 15}


def result(s: Any) -> tuple[list[float], list[int]]:
    scores, places = np.zeros(s.players), np.zeros(s.players, np.int64)
    outcome(T, s, scores, places)
    return scores.tolist(), places.tolist()


def idle(s: Any) -> None:
    choose(s, DECLINE, PASS)


def to_generation(s: Any, generation: int) -> None:
    """Do as little as possible up to the first action of a generation."""
    while not (s.generation == generation and s.phase == Phase.ACTION and s.kind == Kind.ACTION):
        idle(s)


@pytest.mark.parametrize("cap", [1, 3])
def test_a_cap_cuts_the_game_off_after_so_many_generations(cap: int) -> None:
    s = deal(2, players=3, max_generations=cap)[0]
    while s.over == Over.RUNNING:
        assert s.generation <= cap
        idle(s)
    assert s.over == Over.TRUNCATED
    assert s.generation == cap
    assert s.player == GAME_OVER
    assert s.kind == Kind.NOTHING
    assert s.stock[:3, MC].min() >= 20, "production has taken place"


def test_a_game_that_ends_by_its_rules_is_not_cut_off() -> None:
    s = deal(2, max_generations=1)[0]
    to_generation(s, 1)
    for track in (Track.TEMPERATURE, Track.OXYGEN, Track.OCEANS):
        s.track[track] = END[track]
    while s.over == Over.RUNNING:
        idle(s)
    assert s.over == Over.FINISHED


def test_more_points_win_then_more_money_then_nobody() -> None:
    s = deal(3, players=4)[0]
    to_generation(s, 1)
    s.rating[:4] = (30, 30, 30, 40)
    s.stock[:4, MC] = (10, 20, 10, 0)
    scores, places = result(s)
    assert scores == [float(points(T, s, player)) for player in range(4)]
    assert len(set(scores[:3])) == 1, "nothing but the rating differs yet"
    assert places == [3, 2, 3, 1]
    s.stock[:4, PLANTS] = (1, 2, 3, 4)
    assert result(s)[1] == places, "plants break no tie"


@pytest.mark.parametrize(("rating", "won"), [(62, False), (63, True), (80, True)])
def test_a_rating_of_63_wins_where_that_is_the_aim(rating: int, won: bool) -> None:
    s = deal(3, players=1, solo_objective="tr63")[0]
    to_generation(s, 12)
    assert STANDARD + StandardProject.BUFFER_GAS in actions(s)
    s.rating[0] = rating
    s.stock[0, PLANTS] = 0
    while s.over == Over.RUNNING:
        idle(s)
    assert s.over == Over.FINISHED
    assert result(s)[1] == [1 if won else 2]


@pytest.mark.parametrize("venus", [True, False])
def test_solo_is_won_by_terraforming_everything(venus: bool) -> None:
    for missing in (None, *([Track.VENUS_SCALE] if venus else []), Track.OXYGEN):
        s = deal(3, players=1, venus=venus, world_government=False)[0]
        to_generation(s, 12)
        assert STANDARD + StandardProject.BUFFER_GAS not in actions(s)
        assert result(s)[1] == [2], "not won before the end"
        for track in Track:
            s.track[track] = END[track] - (1 if track == missing else 0)
        s.rating[0] = 80
        while s.over == Over.RUNNING:
            idle(s)
        assert result(s)[1] == [1 if missing is None else 2]


@pytest.mark.parametrize(
    ("options", "asked"), [({}, True), ({"world_government": False}, False), ({"venus": False}, False)]
)
@pytest.mark.parametrize("players", [1, 2])
def test_the_world_government_terraforms_where_it_is_in_the_game(
    players: int, options: dict[str, Any], asked: bool
) -> None:
    s = deal(1, players=players, **options)[0]
    to_generation(s, 1)
    phases = set()
    while s.generation == 1:
        idle(s)
        phases.add(int(s.phase))
        if s.phase == Phase.SOLAR:
            assert s.player == s.first_player
            assert actions(s) == [BRANCH + track for track in Track]
    assert (Phase.SOLAR in phases) == asked


def test_the_world_government_has_nothing_to_do_on_complete_tracks() -> None:
    s = deal(1)[0]
    to_generation(s, 1)
    s.track[Track.TEMPERATURE] = END[Track.TEMPERATURE]
    s.track[Track.VENUS_SCALE] = END[Track.VENUS_SCALE]
    while s.phase != Phase.SOLAR:
        idle(s)
    assert actions(s) == [BRANCH + Track.OXYGEN, BRANCH + Track.OCEANS]


def test_only_decisions_within_an_action_follow_up() -> None:
    seen = set()
    for s in played(deal(4), 4):
        if s.over == Over.RUNNING:
            within = s.phase == Phase.ACTION and s.depth > 0
            assert follow_up(T, s) == within
            seen.add((int(s.phase), bool(within)))
    assert (Phase.ACTION, True) in seen
    assert (Phase.ACTION, False) in seen
    assert (Phase.DRAFT, False) in seen


def test_a_first_action_may_be_passed_over_and_stays_owed() -> None:
    for number in range(40):
        s = deal(number, players=2)[0]
        to_generation(s, 1)
        if s.first_action[0]:
            step(T, s, PASS)
            to_generation(s, 2)
            while s.player != 0:
                idle(s)
            assert s.first_action[0]
            return
    raise AssertionError("no corporation with a first action was dealt")
