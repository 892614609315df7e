"""What holds in every position of every game, and the yardsticks of random play."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from regolith.envs.tinyforming_mars.words import Kind

from .table import ADJACENT, FACTS, LAND, TOKENS, Table, new

OPTION_SETS: list[dict[str, Any]] = [
    {},
    {"map": "elysium"},
    {"intense": True},
    {"map": "elysium", "intense": True, "token_discounts": False},
    {"players": 1},
    {"players": 1, "map": "elysium", "intense": True},
]
WITH_OPTIONS = pytest.mark.parametrize("options", OPTION_SETS, ids=str)


def positions(options: dict[str, Any], games: int = 8) -> Iterator[Table]:
    """Every position of some random games, the last one included."""
    chooser = random.Random(11)
    for seed in range(games):
        t = new(seed, **options)
        yield t
        while not t.state.is_terminal:
            t.state.apply(chooser.choice(t.state.legal_actions()))
            yield t


@WITH_OPTIONS
def test_cubes_are_conserved(options: dict[str, Any]) -> None:
    for t in positions(options):
        supply = t.supply
        assert supply.heat + t.white.heat + t.black.heat + len(t.heat_on_map) == 11
        assert supply.greenery + len(t.greenery) == 7
        assert supply.water + len(t.water) == 4
        assert min(supply.heat, supply.greenery, supply.water, t.white.heat, t.black.heat) >= 0
        assert t.record.attached_heat <= supply.heat
        assert t.record.attached_water <= supply.water


@WITH_OPTIONS
def test_credits_and_tokens_are_conserved(options: dict[str, Any]) -> None:
    total = 5 if options.get("players") == 1 else 10
    for t in positions(options):
        held = [t.white, t.black, t.supply]
        assert sum(h.credits for h in held) + t.markers == total
        if t.kind != Kind.DISCOUNT:  # which is asked between the activation and its payment
            assert t.markers == t.record.used.sum()
        for name in TOKENS:
            assert sum(h.tokens[name] for h in held) == FACTS["totals"]["tokens"][name]
        assert min(min(h.credits, *h.tokens.values()) for h in held) >= 0


@WITH_OPTIONS
def test_the_seven_cards_are_conserved(options: dict[str, Any]) -> None:
    for t in positions(options):
        r = t.record
        laid_out = 0 if t.state.is_terminal else int(r.drawn)
        cards = [*r.deck_card[: r.deck_size], *r.row_card[:laid_out]]
        assert sorted(map(int, cards)) == list(range(7))


@WITH_OPTIONS
def test_the_map_obeys_the_placement_rules(options: dict[str, Any]) -> None:
    land = LAND[options.get("map", "tharsis")]
    for t in positions(options):
        cities = [*t.white.cities, *t.black.cities]
        pieces = [*cities, *t.greenery, *t.water, *t.heat_on_map]
        assert len(set(pieces)) == len(pieces)
        assert len(t.white.cities) <= 2
        assert len(t.black.cities) <= 2
        assert set(cities) | t.heat_on_map <= land
        assert t.water & land <= {17, 18, 19}  # only Ice Cap Melting puts water on land
        assert not any(b in ADJACENT[a] for a in cities for b in cities)


@WITH_OPTIONS
def test_nobody_keeps_more_than_five_credits_after_income(options: dict[str, Any]) -> None:
    for t in positions(options):
        if t.state.is_terminal or (t.kind == Kind.ORIENT and t.record.oriented == 0):
            assert max(t.white.credits, t.black.credits) <= 5
            assert t.markers == 0


@WITH_OPTIONS
def test_decisions_are_real(options: dict[str, Any]) -> None:
    """A turn may always be passed; a card has two sides; everything else has two ways or can be declined."""
    for t in positions(options):
        offered = t.offered()
        if t.state.is_terminal:
            assert offered == []
        elif t.kind == Kind.ACTION:
            assert "pass" in offered
        elif t.kind == Kind.ORIENT:
            assert len(offered) == 2
        else:
            assert len(offered) >= 2
        assert len(set(offered)) == len(offered)


@WITH_OPTIONS
def test_every_legal_action_applies(options: dict[str, Any]) -> None:
    kinds = set()
    for t in positions(options, games=3):
        for action in t.state.legal_actions():
            after = t.state.clone()
            after.apply(action)
            assert after.decisions == t.state.decisions + 1
            assert after.is_terminal or after.legal_actions()
        if not t.state.is_terminal:
            kinds.add(t.kind)
    assert {Kind.ORIENT, Kind.FIRST_CITY, Kind.ACTION} < kinds


@pytest.mark.parametrize("options", [o for o in OPTION_SETS if o.get("players") != 1], ids=str)
def test_scores_are_the_sum_of_their_parts(options: dict[str, Any]) -> None:
    """Counted once more, hex by hex."""
    for t in positions(options, games=4):
        for seat, (me, other) in enumerate([(t.white, t.black), (t.black, t.white)]):
            points = me.heat
            for city in me.cities:
                points += len(ADJACENT[city] & t.greenery) - len(ADJACENT[city] & t.heat_on_map)
            for cube in t.greenery | t.water:
                points += bool(ADJACENT[cube] & me.cities) and not ADJACENT[cube] & other.cities
            assert t.state.scores()[seat] == points


def test_solitaire_scores_the_cubes_out_of_the_supply() -> None:
    """The rulebook has no solitaire score; all 22 cubes are a win."""
    for t in positions({"players": 1}, games=4):
        out = t.white.heat + len(t.heat_on_map) + len(t.greenery) + len(t.water)
        assert t.state.scores() == [out]


@WITH_OPTIONS
def test_observations_stay_within_bounds(options: dict[str, Any]) -> None:
    for t in positions(options, games=2):
        for seat in range(t.state.game.players):
            seen = t.state.observation(seat)
            assert np.isfinite(seen).all()
            assert seen.min() >= 0
            assert seen.max() <= 1


PLAY = """
import random
from regolith import envs
for options in ({}, {"map": "elysium", "intense": True}, {"players": 1}):
    for seed in range(3):
        chooser, state = random.Random(seed), envs.game("tinyforming_mars", **options).new(seed)
        while not state.is_terminal:
            state.apply(chooser.choice(state.legal_actions()))
        print(state.decisions, int(state.record.generation), state.returns(), state.digest())
"""


def test_uncompiled_rules_play_the_same_games() -> None:
    """The rules are plain Python too: the same choices lead to the same ends, byte for byte."""

    def play(**variables: str) -> list[str]:
        run = subprocess.run(
            [sys.executable, "-c", PLAY], env=os.environ | variables, capture_output=True, text=True, check=True
        )
        return run.stdout.splitlines()

    compiled = play()
    assert len(compiled) == 9
    assert play(NUMBA_DISABLE_JIT="1") == compiled


# yardsticks

GAMES = 2000


@pytest.fixture(scope="module")
def random_games() -> list[dict[str, Any]]:
    chooser = random.Random(2024)
    games = []
    for seed in range(GAMES):
        state = new(seed).state
        while not state.is_terminal:
            state.apply(chooser.choice(state.legal_actions()))
        games.append(
            {
                "decisions": state.decisions,
                "white": state.returns()[0],
                "scores": state.scores(),
                "generations": int(state.record.generation),
                "cut off": state.is_truncated,
            }
        )
    return games


def near(values: list[float], expected: float, spread: float) -> bool:
    """Within four standard errors of a mean known from about as many games."""
    return bool(abs(np.mean(values) - expected) < 4 * spread * (2 / len(values)) ** 0.5)


def test_random_games_end_by_rule(random_games: list[dict[str, Any]]) -> None:
    """After 20 generations on average, and never as late as the cap of 60."""
    assert not any(game["cut off"] for game in random_games)
    assert near([game["generations"] for game in random_games], 20, 4)


def test_length_of_random_games(random_games: list[dict[str, Any]]) -> None:
    lengths = [float(game["decisions"]) for game in random_games]
    assert near(lengths, 157, float(np.std(lengths)))


def test_results_of_random_games(random_games: list[dict[str, Any]]) -> None:
    results = Counter(game["white"] for game in random_games)
    assert near([float(game["white"] == 1) for game in random_games], 0.49, 0.5)
    assert results[0] < 0.015 * GAMES
    assert results[1] + results[-1] + results[0] == GAMES


@pytest.mark.parametrize("seat", [0, 1])
def test_scores_of_random_games(random_games: list[dict[str, Any]], seat: int) -> None:
    """About ten points each."""
    assert abs(np.mean([game["scores"][seat] for game in random_games]) - 10) < 0.7


def test_random_solitaire_is_lost() -> None:
    chooser = random.Random(5)
    for seed in range(100):
        state = new(seed, players=1).state
        while not state.is_terminal:
            state.apply(chooser.choice(state.legal_actions()))
        assert state.returns() == [-1.0]
        assert state.record.generation == 12
