"""Turmoil, from the rulebook and the rulings: what events do on Mars, the last generation, the solo game."""

from __future__ import annotations

import pytest

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import BRANCH, SPACE, STANDARD
from regolith.envs.terraforming_mars.rooms import NONE
from regolith.envs.terraforming_mars.state import Kind, Phase
from regolith.envs.terraforming_mars.turmoil.words import Event
from regolith.envs.terraforming_mars.words import (
    BUILDING,
    EARTH,
    MC,
    StandardProject,
    Tile,
    Track,
)

from .colony_games import T, lay, offered, take
from .turmoil_games import (
    BLUE,
    DRY_OCEAN,
    GREEN,
    QUIET,
    QUIET_EVENT,
    RED,
    REDS,
    RICH_OCEAN,
    SCIENTISTS,
    before_phase,
    end_actions,
    end_generation,
    next_actions,
    send,
)

# What events do on Mars, through the first player.


@pytest.mark.parametrize("first", [RED, BLUE, GREEN])
def test_the_first_player_places_an_ocean_and_gets_nothing(first: int) -> None:
    s = before_phase(Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL, players=3)
    lay(s, BLUE, "Arctic Algae")
    s.first_player = first
    s.tile[0], s.track[Track.OCEANS] = Tile.OCEAN_TILE, 1
    end_actions(s)
    assert (s.kind, s.player) == (Kind.SPACE, first)
    take(s, SPACE + RICH_OCEAN)
    assert s.track[Track.OCEANS] == 2
    assert s.rating[:3].tolist() == [19] * 3
    assert s.stock[:3].tolist() == [[20, 0, 0, 0, 0, 0], [20, 0, 0, 2, 0, 0], [20, 0, 0, 0, 0, 0]], "Arctic Algae pay"
    assert s.first_player == (first + 1) % 3


def test_lakefront_resorts_gain_by_an_ocean_of_an_event() -> None:
    s = before_phase(Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL, corporations=("Lakefront Resorts", *QUIET[1:]))
    s.production[:] = 0
    end_generation(s, DRY_OCEAN)
    assert s.production[RED, MC] == 1


def test_aphrodite_gains_by_the_world_government() -> None:
    s = before_phase(venus=True, corporations=("Aphrodite", *QUIET[1:]))
    end_actions(s)
    take(s, BRANCH + 3)
    assert s.track[Track.VENUS_SCALE] == 1
    assert s.stock[RED, MC] == 20 + 2


def test_an_aquifer_is_not_released_when_all_oceans_lie() -> None:
    s = before_phase(Event.AQUIFER_RELEASED_BY_PUBLIC_COUNCIL)
    s.track[Track.OCEANS] = 9
    end_generation(s)
    assert s.track[Track.OCEANS] == 9


@pytest.mark.parametrize("oceans", [0, 1, 2, 8, 9])
def test_dry_deserts_take_an_ocean_that_the_first_player_chooses(oceans: int) -> None:
    s = before_phase(Event.DRY_DESERTS)
    spaces = [space for space in range(61) if T.space_kind[0, space] == 1][:oceans]
    s.tile[spaces], s.track[Track.OCEANS], s.first_player = Tile.OCEAN_TILE, oceans, BLUE
    end_actions(s)
    if oceans in (2, 8):
        assert (s.kind, s.player) == (Kind.SPACE, BLUE)
        assert offered(s, SPACE) == spaces
        take(s, SPACE + spaces[1])
        assert s.tile[spaces[1]] == NONE
    assert s.track[Track.OCEANS] == (s.tile == Tile.OCEAN_TILE).sum() == (oceans - 1 if 0 < oceans < 9 else oceans)
    assert s.rating[:2].tolist() == [19, 19]
    assert s.phase == Phase.RESEARCH


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (15, 13), (16, 14), (18, 16), (19, 19)])
def test_snow_cover_lowers_the_temperature_unless_it_is_complete(before: int, after: int) -> None:
    s = before_phase(Event.SNOW_COVER)
    s.track[Track.TEMPERATURE] = before
    end_generation(s)
    assert s.track[Track.TEMPERATURE] == after
    assert s.track[Track.OCEANS] == 0
    assert s.rating[:2].tolist() == [19, 19]


def test_the_ocean_at_0_degrees_is_earned_again_after_snow() -> None:
    s = before_phase(Event.SNOW_COVER)
    s.track[[Track.TEMPERATURE, Track.OCEANS]] = (16, 3)
    next_actions(s)
    s.stock[:, MC] = 14
    take(s, STANDARD + StandardProject.ASTEROID)
    assert (s.kind, s.player) == (Kind.SPACE, s.first_player)
    take(s, SPACE + DRY_OCEAN)
    assert s.track[[Track.TEMPERATURE, Track.OCEANS]].tolist() == [15, 4]


@pytest.mark.parametrize(
    ("before", "after", "ocean"),
    [(0, 2, 0), (3, 5, 0), (13, 15, 1), (14, 16, 1), (15, 17, 0), (18, 19, 0), (19, 19, 0)],
)
def test_volcanic_eruptions_give_nobody_anything(before: int, after: int, ocean: int) -> None:
    s = before_phase(Event.VOLCANIC_ERUPTIONS)
    s.track[Track.TEMPERATURE], s.first_player = before, BLUE
    end_actions(s)
    if ocean:
        assert (s.kind, s.player) == (Kind.SPACE, BLUE)
        take(s, SPACE + RICH_OCEAN)
    assert s.track[[Track.TEMPERATURE, Track.OCEANS]].tolist() == [after, ocean]
    assert s.rating[:2].tolist() == [19, 19]
    assert not s.production[:2].any()
    assert s.stock[:2].tolist() == [[20, 0, 0, 0, 0, 0]] * 2


# The end of the game, and solo.


def test_the_phase_is_left_out_when_the_game_ends() -> None:
    s = before_phase(Event.WAR_ON_EARTH)
    send(s, REDS, RED)
    s.track[:3] = (19, 14, 9)
    before = s.copy()
    end_actions(s)
    assert s.over == Over.FINISHED
    assert s.rating[:2].tolist() == [20, 20]
    for field in ("delegates", "leader", "event", "lobby", "reserve"):
        assert s[field].tolist() == before[field].tolist()
    assert (s.chairman, s.ruling) == (before.chairman, before.ruling)


@pytest.mark.parametrize("by", ["event", "world government"])
def test_a_whole_generation_follows_if_mars_is_completed_in_the_solar_phase(by: str) -> None:
    s = before_phase(Event.VOLCANIC_ERUPTIONS if by == "event" else QUIET_EVENT, venus=by != "event")
    s.track[:3] = (18, 14, 9)
    next_actions(s)
    assert s.track[Track.TEMPERATURE] == 19
    assert (s.over, s.generation, s.kind) == (Over.RUNNING, 3, Kind.ACTION)
    assert s.rating[:2].tolist() == [19, 19]
    rating = s.rating.tolist()
    end_actions(s)
    assert s.over == Over.FINISHED
    assert s.rating.tolist() == rating


@pytest.mark.parametrize(("tags", "gained"), [(4, 0), (5, 1), (9, 1), (10, 2), (15, 2)])
def test_an_election_alone_is_won_by_numbers(tags: int, gained: int) -> None:
    s = before_phase(Event.ELECTION, players=1)
    s.tags[RED, BUILDING] = tags
    end_generation(s)
    assert s.rating[RED] == 14 - 1 + gained


@pytest.mark.parametrize(("tags", "lost"), [(0, 0), (3, 0), (4, 2), (9, 2)])
def test_a_revolution_alone_is_lost_by_numbers(tags: int, lost: int) -> None:
    s = before_phase(Event.REVOLUTION, players=1, dominant=SCIENTISTS)
    s.tags[RED, EARTH] = tags
    end_generation(s)
    assert s.rating[RED] == 14 - 1 - lost


def test_rating_of_an_event_has_no_fee() -> None:
    s = before_phase(Event.ELECTION, ruling=REDS)
    s.tags[RED, BUILDING], s.rating[:2] = 1, 0
    end_generation(s)
    assert s.rating[:2].tolist() == [2, 1]
    assert not s.stock[:2, MC].any()
