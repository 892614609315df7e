"""What the greedy player thinks of colonies, fleets and trades, and what he does about them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.base import Decisions
from regolith.envs.core.rng import seed
from regolith.envs.core.state import State
from regolith.envs.terraforming_mars.actions import COLONY, STANDARD
from regolith.envs.terraforming_mars.boxes import BOXES
from regolith.envs.terraforming_mars.colonies.words import ColonyTile
from regolith.envs.terraforming_mars.player.evaluation import evaluate
from regolith.envs.terraforming_mars.player.tuning import OF_BOX
from regolith.envs.terraforming_mars.player.weights import WEIGHTS
from regolith.envs.terraforming_mars.rooms import NOBODY
from regolith.envs.terraforming_mars.state import Kind, Lies
from regolith.envs.terraforming_mars.words import ENERGY, MC, CardSet, StandardProject

from .games import T

LUNA, IO = ColonyTile.LUNA, ColonyTile.IO


def first_turn(tiles: str = "luna+io") -> State:
    """The first turn of a game, without cards in hand and without money."""
    state = envs.game("terraforming_mars", prelude=False, draft=False, colonies=True, colony_tiles=tiles).new(3)
    while state.kind != Kind.ACTION:
        state.apply(state.legal_actions()[-1])
    s = state.record
    s.lies[s.lies == Lies.IN_HAND] = Lies.DISCARDED
    s.owner[s.lies == Lies.DISCARDED] = NOBODY
    s.hand[:], s.stock[:], s.first_action[:] = 0, 0, 0
    state.refresh()
    return state


def chosen(state: State, spec: str = "greedy") -> int:
    generators = np.zeros((1, 4), np.uint32)
    seed(generators[0], 1)
    return int(make_agent(spec).act(Decisions(state.game, state.array, np.zeros(1, np.int64), generators))[0])


@pytest.mark.parametrize(("marker", "trades"), [(6, True), (0, False)])
def test_he_trades_when_it_pays(marker: int, trades: bool) -> None:
    state = first_turn("luna")
    state.record.stock[0, MC] = 9
    state.record.colony_track[LUNA] = marker
    state.refresh()
    assert COLONY + LUNA in state.legal_actions()
    assert (chosen(state) == COLONY + LUNA) == trades


def test_he_trades_where_it_gains_most() -> None:
    state = first_turn()
    state.record.stock[0, ENERGY] = 3
    state.record.colony_track[[LUNA, IO]] = 3, 6
    state.refresh()
    assert chosen(state) == COLONY + IO


def test_he_builds_early_and_not_in_the_end() -> None:
    build = STANDARD + StandardProject.BUILD_COLONY
    state = first_turn("luna")
    state.record.stock[0, MC] = 17
    state.refresh()
    assert chosen(state) == build
    state.record.track[:3] = T.track_end[:3] - 1
    state.record.generation = 11
    state.refresh()
    assert build in state.legal_actions()
    assert chosen(state) != build


def test_without_the_box_he_neither_trades_nor_builds() -> None:
    state = first_turn("luna")
    state.record.stock[0, ENERGY] = 3
    state.record.colony_track[LUNA] = 5
    state.refresh()
    assert chosen(state) == COLONY + LUNA
    assert chosen(state, "greedy:without=colonies") != COLONY + LUNA


def value(s: Any, seat: int = 0) -> float:
    return float(evaluate(T, s, seat))


def test_colonies_fleets_and_energy_for_them_are_worth_something() -> None:
    s = first_turn().record
    before = value(s), value(s, 1)
    s.colony_owner[LUNA, 0] = 0
    owned = value(s), value(s, 1)
    s.fleets[0] = 2
    sailing = value(s), value(s, 1)
    assert before[0] < owned[0] < sailing[0]
    assert before[1] > owned[1] > sailing[1], "and what an opponent has is a loss"
    gained = []
    for production in range(8):
        s.production[0, ENERGY] = production
        gained.append(value(s))
    steps = np.diff(gained)
    assert steps[:6].min() > steps[6:].max(), "energy for two fleets, three each"


def test_the_weights_of_the_box_are_its_own_and_none_is_zero() -> None:
    assert list(OF_BOX) == ["colonies", "turmoil", "underworld"]
    assert OF_BOX["colonies"] == BOXES[CardSet.COLONIES].weights
    assert all(WEIGHTS[weight] for weights in OF_BOX.values() for weight in weights)
