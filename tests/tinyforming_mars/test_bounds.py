"""The lower bound: no win comes before it, wherever one looks, and it tells what is plainly hopeless."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from regolith import envs
from regolith.agents.plan.ladder import Ladder
from regolith.envs.core.state import State
from regolith.envs.tinyforming_mars.bounds import NEVER
from regolith.envs.tinyforming_mars.words import SOLO_GENERATIONS

from .table import Side, Table, table

NAME = "tinyforming_mars"
OPTIONS: list[dict[str, Any]] = [{}, {"map": "elysium"}, {"intense": True}, {"map": "elysium", "intense": True}]
DEALS = 4
EVERY = 5
"""Positions of a way: one in so many is looked at."""
STRAYED = 25
"""Random decisions, at most, before a win is looked for."""
GREEN_OUT = [2, 4, 6, 7, 8, 11, 12]
WATER_OUT = [3, 9, 10, 16]
DUMMY = Side(credits=0, cities=[1, 14])


@pytest.fixture(scope="module", params=OPTIONS, ids=str)
def ladder(request: pytest.FixtureRequest) -> Ladder:
    return Ladder(envs.game(NAME, players=1, **request.param))


def wins(ladder: Ladder) -> Iterator[tuple[State, list[int], int]]:
    """Positions, some after a few random decisions, a way to win from each, and the round in which it does."""
    for seed in range(DEALS):
        chooser = random.Random(seed)
        state = ladder.game.new(seed)
        for _ in range(chooser.randrange(STRAYED) if seed % 2 else 0):
            state.apply(chooser.choice(state.legal_actions()))
        found = ladder.fastest(state.array)
        if found is not None:
            yield state, list(found.actions), found.round


def test_no_win_comes_before_the_bound(ladder: Ladder) -> None:
    """All along the way: what is won later from there was possible from there."""
    looked_at = 0
    for state, actions, won in wins(ladder):
        for action in actions:
            if state.decisions % EVERY == 0:
                assert ladder.bound(state.array) <= won
                looked_at += 1
            state.apply(action)
        assert state.is_terminal
        assert ladder.bound(state.array) == won
    assert looked_at > 20


def test_the_bound_is_no_empty_word(ladder: Ladder) -> None:
    """Four activations a generation put out 22 cubes in six; credits and tags are what makes it eight."""
    bounds = [ladder.bound(ladder.start(ladder.number_of(seed))) for seed in range(DEALS)]
    assert min(bounds) >= 7
    assert max(bounds) <= SOLO_GENERATIONS


def bound_of(position: Table) -> int:
    return Ladder(envs.game(NAME, players=1)).bound(position.state.array)


def position(heat: int, credits: int, generation: int = SOLO_GENERATIONS, **more: Any) -> Table:
    """Heat alone is missing. Energy Farms (3 credits) are in reach; Great Dam (1 credit) lacks a production tag, Comet a space tag."""
    white = Side(("Comet", "Great Dam", "Bushes"), credits=credits, heat=heat, cities=[5], **more)
    return table(white, DUMMY, players=1, generation=generation, greenery=GREEN_OUT, water=WATER_OUT)


@pytest.mark.parametrize(
    ("heat", "credits", "tokens", "bound"),
    [
        (10, 3, {}, SOLO_GENERATIONS),
        (10, 0, {}, NEVER),
        (10, 2, {"production": 1}, SOLO_GENERATIONS),
        (9, 5, {"production": 1}, SOLO_GENERATIONS),
        (9, 3, {"production": 1}, NEVER),
        (6, 5, {"production": 1}, NEVER),
    ],
)
def test_the_last_generation(heat: int, credits: int, tokens: dict[str, int], bound: int) -> None:
    """Tags, credits, tokens and the number of activations decide."""
    assert bound_of(position(heat, credits, tokens=tokens)) == bound


def test_one_generation_more_is_another_chance() -> None:
    assert bound_of(position(10, 0, SOLO_GENERATIONS - 1)) == SOLO_GENERATIONS


def test_what_is_used_is_not_used_again() -> None:
    assert bound_of(position(10, 4, standard_used=True)) == NEVER
    assert bound_of(position(10, 4, tokens={"production": 1}, standard_used=True)) == SOLO_GENERATIONS
    used = ["Great Dam"]
    assert bound_of(position(10, 4, tokens={"production": 1}, standard_used=True, used=used)) == NEVER


def test_a_lost_game_is_never_won() -> None:
    game = envs.game(NAME, players=1)
    state, chooser = game.new(3), random.Random(3)
    while not state.is_terminal:
        state.apply(chooser.choice(state.legal_actions()))
    assert Ladder(game).bound(state.array) == NEVER
