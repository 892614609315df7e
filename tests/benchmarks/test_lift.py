"""The lottery of the deal: a planted card is found, nothing is found where there is nothing, and deals are not games."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.statistics import false_discovery_rates
from regolith.benchmarks import arena
from regolith.benchmarks.lift import LEAST_DEALS, LIFT_TABLE, lift_table, ratios
from regolith.benchmarks.matches import play
from regolith.benchmarks.tables import ARENA_SCHEMA
from regolith.benchmarks.tallies import TALLY, tally_schema
from regolith.envs.core.layout import Layout
from regolith.envs.core.tally import CHANCES, CardCounters, Tally
from regolith.envs.terraforming_mars.boxes import NUMBER
from regolith.envs.terraforming_mars.language.card import Scoring
from regolith.envs.terraforming_mars.rooms import NONE

CARDS, HAND = 40, 8
BETTER = ("Mine", "Micro-Mills", "Power Plant", "Adapted Lichen")
DEALS = 260
COUNTERS = Layout()
for _name in ("dealt", "expected", "played"):
    COUNTERS.add(_name, CARDS, "of each card")
LOTTERY = Tally(
    COUNTERS,
    print,
    dict.fromkeys(("dealt", "expected", "played"), str),
    cards=CardCounters("dealt", "expected", "played"),
)


def lottery(deals: int, worth: float, seed: int, rotations: int = 1) -> pl.DataFrame:
    """Games of two: hands of a shuffled deck, card 7 is worth so many points to who plays it, and who is rich plays more of his cards.

    Riches bring points too, so that the naive win rate of every card played is too high.
    """
    chance = np.random.default_rng(seed)
    rows: list[dict[str, Any]] = []
    for deal in range(deals):
        hands = chance.permutation(CARDS)[: 2 * HAND].reshape(2, HAND)
        for rotation in range(rotations):
            rich = chance.random(2)
            dealt = np.zeros((2, CARDS), np.int16)
            np.put_along_axis(dealt, hands, 1, 1)
            played = dealt * (chance.random((2, CARDS)) < 0.2 + 0.6 * rich[:, None])
            scores = 20.0 * rich + worth * played[:, 7] + chance.normal(0.0, 5.0, 2)
            for seat in range(2):
                blank: dict[str, Any] = {**dict.fromkeys(ARENA_SCHEMA), "run": "r", "options": "{}", "env_version": 0}
                win = float(scores[seat] == scores.max())
                row = blank | {"game": "lottery", "deal": deal, "lineup": 0, "rotation": rotation, "seat": seat}
                row |= {"agent": "a", "score": scores[seat], "win": win}
                expected = np.full(CARDS, CHANCES * HAND // CARDS, np.int16)
                counted = {"dealt": dealt[seat], "expected": expected, "played": played[seat].astype(np.int16)}
                rows.append(row | {TALLY + name: entries for name, entries in counted.items()})
    schema = ARENA_SCHEMA | {TALLY + piece.name: pl.List(pl.Int16) for piece in COUNTERS}
    return pl.DataFrame(rows, schema=schema)


def test_a_planted_card_is_found_with_its_worth_and_the_naive_rate_flatters_all() -> None:
    table = lift_table(lottery(1500, 10.0, seed=1), LOTTERY)
    best, *others = table.iter_rows(named=True)
    assert best["card"] == "7"
    assert best["margin_false_discovery"] < 0.001
    assert best["win_false_discovery"] < 0.01
    # Half of those dealt it play it.
    assert best["margin_lift_low"] < 5.0 * (1 + HAND / (CARDS - 1)) < best["margin_lift_high"]
    assert best["margin_by_playing_low"] < 10.0 * (1 + HAND / (CARDS - 1)) < best["margin_by_playing_high"]
    assert not best["weak"]
    assert sum(line["margin_false_discovery"] < 0.05 for line in others) <= 1
    assert np.mean([line["naive"] for line in others]) > 0.54
    assert sum(line["naive_low"] > 0.5 for line in others) > len(others) / 2


def test_without_an_effect_few_cards_are_found_and_intervals_hold_zero() -> None:
    tables = [lift_table(lottery(150, 0.0, seed=seed), LOTTERY) for seed in range(12)]
    p_values = np.concatenate([table["margin_p_value"].to_numpy() for table in tables])
    assert 0.02 < (p_values < 0.05).mean() < 0.09
    assert 0.42 < p_values.mean() < 0.58
    assert sum((table["margin_false_discovery"] < 0.05).any() for table in tables) <= 3
    held = [
        line["margin_lift_low"] < 0.0 < line["margin_lift_high"]
        for table in tables
        for line in table.iter_rows(named=True)
    ]
    assert 0.91 < np.mean(held) < 0.98


def test_more_games_of_the_same_deals_do_not_make_sure_of_luck() -> None:
    """Copies of every game change no interval."""
    rows = lottery(200, 5.0, seed=3)
    again = pl.concat([rows, *(rows.with_columns(rotation=pl.lit(r, pl.Int64)) for r in (1, 2))])
    one, three = (lift_table(part, LOTTERY).sort("card") for part in (rows, again))
    for name in ("margin_lift", "margin_lift_low", "margin_lift_high", "win_by_playing_low", "margin_p_value"):
        assert three[name].to_numpy() == pytest.approx(one[name].to_numpy(), rel=1e-9)


def test_too_few_deals_say_nothing() -> None:
    assert lift_table(lottery(1, 0.0, seed=1), LOTTERY).equals(pl.DataFrame(schema=LIFT_TABLE))
    assert lift_table(lottery(LEAST_DEALS - 1, 0.0, seed=1), LOTTERY).is_empty()
    assert lift_table(pl.DataFrame(schema=ARENA_SCHEMA), LOTTERY).is_empty()


def test_ratios_are_fiellers_and_unbounded_where_the_sum_below_may_be_zero() -> None:
    chance = np.random.default_rng(5)
    above, below = chance.normal(1.0, 1.0, (400, 2)), chance.normal([2.0, 0.0], 1.0, (400, 2))
    found = ratios(above, below)
    assert found.value[0] == pytest.approx(0.5, abs=0.1)
    assert found.low[0] < 0.5 < found.high[0]
    # With a sum below that is far from zero, Fieller's interval is that of the delta method.
    off = above[:, 0] - found.value[0] * below[:, 0]
    half = 1.966 * np.sqrt(400 / 399 * (off**2).sum()) / below[:, 0].sum()
    assert found.high[0] - found.low[0] == pytest.approx(2 * half, rel=0.02)
    assert found.strength[0] > 100 > 10 > found.strength[1]
    assert (found.low[1], found.high[1]) == (-np.inf, np.inf)


def test_false_discovery_rates_are_those_of_benjamini_and_hochberg() -> None:
    assert false_discovery_rates([0.01, 0.04, 0.03, 0.5]) == pytest.approx([0.04, 0.16 / 3, 0.16 / 3, 0.5])
    assert false_discovery_rates([]).size == 0
    with pytest.raises(ValueError, match="between 0 and 1"):
        false_discovery_rates([1.5])


def test_cards_made_better_in_a_real_game_are_found() -> None:
    """Ten points more for each of some cheap cards without points, and the greedy player sees them."""
    game = envs.game("terraforming_mars", players=2, max_generations=9)
    game.new(0)  # compiles the rules, whose addresses are in the table
    table = game.table.copy()
    better = [NUMBER[name] for name in BETTER]
    assert (table["vp_scoring"][0, better] == NONE).all()
    table["vp_scoring"][0, better], table["vp"][0, better] = Scoring.FIXED, 10
    table["worth_points"][0, better] += 10.0
    game.__dict__["table"] = table
    deals, agent = list(range(DEALS)), make_agent("greedy")
    rows: list[Any] = []
    for deal, played in zip(deals, play(game, deals, [[agent, agent]] * DEALS, tallied=True), strict=True):
        rows += arena.rows_of(game, "r", 0, deal, 0, ("greedy", "greedy"), played, {})
    assert game.spec.tally is not None
    found = lift_table(pl.DataFrame(rows, schema=ARENA_SCHEMA | tally_schema(game)), game.spec.tally)
    planted = found.filter(pl.col("card").is_in(BETTER))
    assert planted.height == len(BETTER)
    others = found.filter(~pl.col("card").is_in(BETTER))
    assert planted["margin_lift"].mean() > 2.5 > 1.0 > abs(others["margin_lift"].mean())
    assert (planted["margin_p_value"] < 0.01).all()
    assert (planted["margin_lift_low"] > 0.0).all()
    assert (planted["margin_by_playing_low"] > 0.0).all()
