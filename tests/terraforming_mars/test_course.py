"""Whole games at random: they end, keep every card, and leave nothing below its lowest value."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from regolith.envs.core.record import NOBODY as GAME_OVER
from regolith.envs.terraforming_mars.actions import BRANCH, DECLINE, END_TURN, FIRST_ACTION, PASS, STANDARD, step
from regolith.envs.terraforming_mars.language.tables import numbered
from regolith.envs.terraforming_mars.rooms import (
    CARDS,
    FIRST_CORPORATION,
    FIRST_PRELUDE,
    NEUTRAL,
    NONE,
    TAGS,
)
from regolith.envs.terraforming_mars.rules.scoring import points
from regolith.envs.terraforming_mars.state import Kind, Lies, Phase
from regolith.envs.terraforming_mars.words import CardSet, Map, StandardProject, Tile, Track

from .games import T, actions, deal, played

CARDS_OF = {number: card for number, card in numbered().items() if card.name != "Beginner Corporation"}
SETTINGS = [(2, 1, 1, Map.THARSIS), (3, 0, 0, Map.HELLAS), (4, 1, 0, Map.ELYSIUM), (5, 0, 1, Map.HELLAS)]


def new_game(players: int, prelude: int, venus: int, board: int, number: int = 0) -> Any:
    """A game without draft."""
    sets = {"prelude": bool(prelude), "venus": bool(venus)}
    return deal(number, players=players, map=Map(board).name.lower(), draft=False, **sets)


@pytest.mark.parametrize(("players", "prelude", "venus", "board"), SETTINGS)
def test_games_end_and_keep_everything(players: int, prelude: int, venus: int, board: int) -> None:
    for number in range(3):
        array = new_game(players, prelude, venus, board, number)
        boxes = {CardSet.BASE, CardSet.CORPORATE_ERA}
        boxes |= ({CardSet.PRELUDE} if prelude else set()) | ({CardSet.VENUS} if venus else set())
        wanted = {at for at, card in CARDS_OF.items() if card.card_set in boxes}
        for s in played(array, number):
            assert s.stock.min() >= 0
            assert s.resources.min() >= 0
            assert s.production[:, 0].min() >= -5
            assert s.production[:, 1:].min() >= 0
            assert s.looked_at <= 10
        s = array[0]
        assert set(np.nonzero(s.lies != Lies.OUT_OF_THE_GAME)[0].tolist()) == wanted
        for deck, first in enumerate((0, FIRST_CORPORATION, FIRST_PRELUDE)):
            end = (FIRST_CORPORATION, FIRST_PRELUDE, CARDS)[deck]
            pile = s.deck[first : first + s.deck_size[deck]].tolist()
            assert sorted(pile) == [c for c in range(first, end) if s.lies[c] == Lies.IN_THE_DECK]
        for p in range(players):
            face_up = (s.lies == Lies.IN_PLAY) & (s.owner == p)
            assert s.tags[p].tolist() == [int(T.tags[face_up, tag].sum()) for tag in range(TAGS)]
            in_hand = (s.lies[:FIRST_CORPORATION] == Lies.IN_HAND) & (s.owner[:FIRST_CORPORATION] == p)
            assert s.hand[p] == in_hand.sum()
            assert s.events[p] == ((s.lies == Lies.PLAYED_EVENT) & (s.owner == p)).sum()
            assert points(T, s, p) > 0
        assert [int(s.track[track]) for track in (Track.TEMPERATURE, Track.OXYGEN, Track.OCEANS)] == [19, 14, 9]
        assert s.player == GAME_OVER


@pytest.mark.parametrize(("prelude", "venus", "board"), [(0, 0, Map.THARSIS), (1, 1, Map.HELLAS), (1, 0, Map.ELYSIUM)])
def test_solo_games_have_a_fixed_length(prelude: int, venus: int, board: int) -> None:
    array = new_game(1, prelude, venus, board, 4)
    s = array[0]
    tiles = [Tile(tile) for tile in s.tile if tile != NONE]
    assert sorted(tiles) == [Tile.GREENERY_TILE] * 2 + [Tile.CITY_TILE] * 2
    assert {int(owner) for owner in s.tile_owner} == {NONE, NEUTRAL}
    assert s.rating[0] == 14
    for s in played(array, 4):
        assert s.stock.min() >= 0
    assert s.generation == (12 if prelude else 14)
    assert (s.milestone == NONE).all()
    assert (s.award == NONE).all()


def test_the_world_government_gives_nobody_anything() -> None:
    array = new_game(2, 0, 1, Map.THARSIS, 2)
    s = array[0]
    while s.phase != Phase.SOLAR:
        step(T, s, DECLINE if DECLINE in actions(s) else PASS if PASS in actions(s) else actions(s)[0])
    before = array.copy()
    assert actions(s) == [BRANCH + track for track in Track]
    for track in Track:
        after = before.copy()
        s = after[0]
        step(T, s, BRANCH + track)
        if track == Track.OCEANS:
            assert s.kind == Kind.SPACE
            step(T, s, actions(s)[0])
        assert s.phase == Phase.RESEARCH
        assert s.track[track] == 1
        for field in ("rating", "stock", "production", "hand"):
            assert (s[field] == before[0][field]).all()


def test_looking_changes_nothing() -> None:
    array = new_game(2, 1, 1, Map.THARSIS)
    for _, _ in zip(range(150), played(array, 5), strict=False):
        before = array.tobytes()
        actions(array[0])
        assert array.tobytes() == before


def test_the_same_seed_gives_the_same_game() -> None:
    games = []
    for _ in range(2):
        array = new_game(3, 1, 1, Map.ELYSIUM, 9)
        for _ in played(array, 9):
            pass
        games.append(array.tobytes())
    assert games[0] == games[1]


PLAIN = """
from terraforming_mars.games import deal, played
array = deal(7, players=3)
for _, _ in zip(range(120), played(array, 7)):
    pass
print(array.tobytes().hex())
"""


def test_compiled_equals_uncompiled() -> None:
    array = deal(7, players=3)
    for _, _ in zip(range(120), played(array, 7), strict=False):
        pass
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    here = Path(__file__).parent.parent
    shown = subprocess.run(
        [sys.executable, "-c", PLAIN], cwd=here, env=environment, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == array.tobytes().hex()


def test_a_turn_has_two_actions_or_a_pass() -> None:
    array = new_game(2, 0, 0, Map.THARSIS, 3)
    alone = 0
    for s in played(array, 3):
        if s.phase == Phase.ACTION and s.kind == Kind.ACTION:
            found = actions(s)
            alone += int(s.passed.sum() == 1)
            assert s.actions_taken < (1 if s.passed.any() else 2)
            others_play = s.passed[1 - s.player] == 0
            assert (END_TURN in found) == (s.actions_taken == 1 and others_play)
            assert (PASS in found) == (END_TURN not in found)
            if s.first_action[s.player]:
                assert FIRST_ACTION in found
                assert len(found) == 2
            assert not s.passed[s.player]
        if s.generation == 6:
            break
    assert alone > 3, "the last player left is at the start of a turn again and again"


def test_passing_is_taking_no_action_and_the_last_player_never_ends_his_turn() -> None:
    s = new_game(2, 0, 0, Map.THARSIS)[0]
    while s.phase != Phase.ACTION or s.first_action.any():
        found = actions(s)
        step(T, s, FIRST_ACTION if FIRST_ACTION in found else DECLINE if DECLINE in found else found[0])
    while s.actions_taken:
        step(T, s, END_TURN)
    player = s.player
    s.stock[:, 0] = 200
    power_plant = STANDARD + StandardProject.POWER_PLANT
    assert PASS in actions(s)
    assert END_TURN not in actions(s)
    step(T, s, power_plant)
    assert END_TURN in actions(s)
    assert PASS not in actions(s)
    step(T, s, END_TURN)
    assert s.player != player
    step(T, s, PASS)
    for _ in range(5):
        assert s.player == player
        assert PASS in actions(s)
        assert END_TURN not in actions(s)
        step(T, s, power_plant)
