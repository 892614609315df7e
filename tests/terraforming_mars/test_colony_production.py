"""Colony production in the solar phase, and what holds of colonies in every game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regolith.envs.core.record import Over
from regolith.envs.terraforming_mars.actions import BRANCH, COLONY, DECLINE, END_TURN, PASS, step
from regolith.envs.terraforming_mars.colonies.words import ColonyLies, ColonyTile
from regolith.envs.terraforming_mars.rooms import NOBODY
from regolith.envs.terraforming_mars.rules.invariants import Broken, broken
from regolith.envs.terraforming_mars.state import Phase
from regolith.envs.terraforming_mars.words import MC, PLANTS, Track

from . import games
from .colony_games import BOX_TILES, T, actions, colonise, sound, take, trades, turn

LUNA, IO, TITAN, TRITON = ColonyTile.LUNA, ColonyTile.IO, ColonyTile.TITAN, ColonyTile.TRITON
TILES = [LUNA, IO, TITAN, TRITON]


def visited(**options: Any) -> Any:
    """The first player has traded; markers stand at the end, in the middle, beside the track and among colonies."""
    s = turn(*TILES, **options)
    colonise(s, TRITON, 0, 0)
    s.colony_track[[LUNA, IO]] = (6, 3)
    s.stock[0, MC] = 9
    take(s, COLONY + TRITON)
    return s


def everybody_passes(s: Any) -> None:
    """Up to what comes after the production of this generation."""
    while s.phase == Phase.ACTION and s.over == Over.RUNNING:
        take(s, PASS if PASS in actions(s) else END_TURN)


def production_is_done(s: Any) -> None:
    assert s.colony_track[TILES].tolist() == [6, 4, 0, 3], "never past the end; a sleeping tile stays as it is"
    assert (s.colony_visitor == NOBODY).all()
    sound(s)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_fleets_come_home_and_markers_move_up_before_the_next_generation(players: int) -> None:
    s = visited(players=players)
    assert s.colony_track[TILES].tolist() == [6, 3, 0, 2]
    everybody_passes(s)
    assert (s.phase, s.generation) == (Phase.RESEARCH, 2)
    production_is_done(s)
    while s.phase != Phase.ACTION or s.player != 0:
        step(T, s, next(action for action in (PASS, DECLINE) if action in actions(s)))
    s.stock[0, MC] = 9
    assert TRITON in trades(s), "the same fleet trades again"


def test_fleets_of_everybody_come_home() -> None:
    s = turn(*TILES)
    s.fleets[:3] = (2, 1, 1)
    s.colony_visitor[[LUNA, IO, TRITON]] = (0, 2, 0)
    everybody_passes(s)
    assert (s.colony_visitor == NOBODY).all()
    assert s.fleets[:3].tolist() == [2, 1, 1]


def test_the_world_government_acts_first() -> None:
    s = visited(venus=True)
    everybody_passes(s)
    assert s.phase == Phase.SOLAR
    assert s.colony_track[TILES].tolist() == [6, 3, 0, 2]
    assert s.colony_visitor[TRITON] == 0
    sound(s)
    take(s, BRANCH + Track.TEMPERATURE)
    production_is_done(s)


def test_without_the_world_government_there_is_nothing_to_decide() -> None:
    s = visited(venus=True, world_government=False)
    everybody_passes(s)
    assert s.phase == Phase.RESEARCH
    production_is_done(s)


@pytest.mark.parametrize("plants", [0, 8])
def test_a_game_that_ends_has_no_colony_production(plants: int) -> None:
    s = visited()
    for track in (Track.TEMPERATURE, Track.OXYGEN, Track.OCEANS):
        s.track[track] = T.track_end[track]
    s.stock[1, PLANTS] = plants
    everybody_passes(s)
    while s.over == Over.RUNNING:
        assert s.phase == Phase.FINAL_GREENERIES
        step(T, s, DECLINE)
    assert s.colony_track[TILES].tolist() == [6, 3, 0, 2]
    assert s.colony_visitor[TRITON] == 0


def test_a_solo_game_ends_without_colony_production() -> None:
    s = visited(players=1)
    s.generation = s.last_generation
    everybody_passes(s)
    assert s.over == Over.FINISHED
    assert s.colony_track[TILES].tolist() == [6, 3, 0, 2]
    assert s.colony_visitor[TRITON] == 0


def test_a_game_that_is_cut_off_has_no_colony_production() -> None:
    s = visited(max_generations=1)
    everybody_passes(s)
    assert s.over == Over.TRUNCATED
    assert s.colony_visitor[TRITON] == 0


# Whole games.


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of games with Colonies that fit together."""
    found: dict[str, Any] = {
        "players": draw(st.integers(1, 5)),
        "map": draw(st.sampled_from(["tharsis", "hellas", "elysium"])),
        "payment": draw(st.sampled_from(["choose", "auto"])),
        **{flag: draw(st.booleans()) for flag in ("corporate_era", "prelude", "venus", "colony_corporations")},
    }
    if found["players"] > 1:
        found["draft"] = draw(st.booleans())
    tiles = draw(st.sets(st.sampled_from(list(BOX_TILES))))
    found["colony_tiles"] = "+".join(tile.name.lower() for tile in tiles)
    return found


@settings(max_examples=25, deadline=None)
@given(options(), st.integers(0, 2**62))
def test_what_holds_in_every_game(chosen: dict[str, Any], number: int) -> None:
    """Colonies stay, fleets are kept, markers stand above colonies, and a tile that is awake never sleeps again."""
    array = games.deal(number, colonies=True, **chosen)
    before = array.copy()[0]
    for s in games.played(array, number):
        assert broken(games.T, s) == Broken.NOTHING
        built, stayed = s.colony_owner != NOBODY, before.colony_owner != NOBODY
        assert (s.colony_owner[stayed] == before.colony_owner[stayed]).all()
        assert (s.colony_track >= built.sum(1)).all()
        awake = s.colony_lies == ColonyLies.AWAKE
        assert awake[before.colony_lies == ColonyLies.AWAKE].all()
        assert awake[built.any(1)].all()
        assert (s.colony_lies[before.colony_lies == ColonyLies.DORMANT] >= ColonyLies.DORMANT).all()
        assert (s.fleets >= before.fleets).all()
        away = np.array([(s.colony_visitor == player).sum() for player in range(s.players)])
        assert (away <= s.fleets[: s.players]).all()
        left = (before.colony_visitor != NOBODY) & (s.colony_visitor != before.colony_visitor)
        assert not left.any() or s.generation == before.generation + 1
        before = array.copy()[0]
