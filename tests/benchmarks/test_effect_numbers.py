"""What the games of an effect tell, from rows whose answer is known: differences, the control, the fair price."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl
import pytest

from regolith.agents.statistics import mean_interval
from regolith.benchmarks.effect_numbers import effects_for_all, effects_of, worth_in_money
from regolith.benchmarks.paired import compared, gain_of, steadied
from regolith.benchmarks.tables import EFFECT_SCHEMA
from regolith.benchmarks.worlds import AS_DEALT, World

MONEY = World("10 MC", money=10)


def table_of(margins: dict[str, np.ndarray], even: bool = False, **more: Any) -> pl.DataFrame:
    """Rows as they would be with these margins. `even`: the mean of all seats is 0, so there is a control."""
    blank = {**dict.fromkeys(EFFECT_SCHEMA), "instead_of": "", "win": 0.0, "win_of_all": 0.0, "played": True}
    blank |= {"with_another": False, "game_numbers": "{}"}
    rows = [
        blank | {"world": world, "deal": deal, "margin": float(value), "margin_of_all": 0.0 if even else float(value)}
        for world, values in margins.items()
        for deal, value in enumerate(values)
    ]
    return pl.DataFrame(rows, schema=EFFECT_SCHEMA).with_columns(**more)


def test_the_fair_price_is_the_money_that_changes_as_much() -> None:
    chance = np.random.default_rng(1)
    luck = chance.normal(0, 20, 400)
    rows = table_of(
        {
            AS_DEALT: luck,
            "10 MC": luck + 5 + chance.normal(0, 2, 400),
            "Mine": luck + 3 + chance.normal(0, 2, 400),
            "Nothing": luck + chance.normal(0, 2, 400),
        }
    )
    money, mine, nothing = effects_of(rows, MONEY, ["Mine", "Nothing"])
    assert money.margin == pytest.approx(5, abs=0.5)
    assert mine.worth == pytest.approx(6, abs=1)
    assert mine.worth_interval is not None
    assert mine.worth_interval.low < 6 < mine.worth_interval.high
    assert mine.worth_interval.high - mine.worth_interval.low < 2
    assert mine.gain < 0.2, "what both games share is no noise"
    assert nothing.false_discovery > 0.05
    assert nothing.worth_interval is not None
    assert nothing.worth_interval.low < 0 < nothing.worth_interval.high


def test_the_interval_of_the_fair_price_holds_what_it_says() -> None:
    """Fieller's interval of a noisy ratio: about 95 of 100 hold the true one."""
    chance, held = np.random.default_rng(2), 0
    for _ in range(200):
        one, card = 0.5 + chance.normal(0, 1, 60), 2 + chance.normal(0, 4, 60)
        _, interval = worth_in_money(card, one)
        held += interval is not None and interval.low <= 4 <= interval.high
    assert 180 <= held <= 198


def test_where_money_has_no_sure_effect_there_is_no_fair_price() -> None:
    chance = np.random.default_rng(3)
    rows = table_of({AS_DEALT: np.zeros(30), "10 MC": chance.normal(0, 20, 30), "Mine": chance.normal(3, 1, 30)})
    assert effects_of(rows, MONEY, ["Mine"])[1].worth is None


def test_without_money_the_cards_alone_are_told() -> None:
    rows = table_of({AS_DEALT: np.zeros(30), "Mine": np.arange(30.0)})
    (mine,) = effects_of(rows, None, ["Mine", "Helion"])
    assert (mine.name, mine.deals, mine.worth) == ("Mine", 30, None)


def test_what_pairs_leave_is_taken_away_by_the_control() -> None:
    """Two games of a deal that have 0.6 of their variance in common: the ratio of widths is the root of 0.4, with the control of 0.32."""
    chance = np.random.default_rng(4)
    luck = chance.normal(0, 20, 20_000)
    after = 0.6 * luck + np.sqrt(1 - 0.36) * chance.normal(0, 20, 20_000) + 3
    rows = table_of({AS_DEALT: luck, "Mine": after}, even=True)
    (mine,) = effects_of(rows, None, ["Mine"])
    assert mine.plain_gain == pytest.approx(np.sqrt(0.4), abs=0.01)
    assert mine.gain == pytest.approx(np.sqrt(0.32), abs=0.01)
    assert mine.margin == pytest.approx(3, abs=0.4)


def test_intervals_with_the_control_hold_what_they_say() -> None:
    """Also with few deals: about 95 of 100 hold the true effect, of every size of sample."""
    chance = np.random.default_rng(5)
    for count in (8, 30, 200):
        held = 0
        for _ in range(600):
            control = chance.normal(0, 20, count)
            differences = 3 - 0.5 * control + chance.normal(0, 10, count)
            interval = mean_interval(steadied(differences, control), np.arange(count))
            held += interval.low <= 3 <= interval.high
        assert 550 <= held <= 590


def test_deals_in_which_another_seat_held_the_card_do_not_spoil_the_control() -> None:
    """A strong card. Deals in which the seat held it are left out, so those where another seat did make the rest unfair."""
    chance = np.random.default_rng(6)
    count = 40_000
    holder = chance.integers(0, 4, count)
    noise, more = chance.normal(0, 20, count), chance.normal(0, 12, count)
    before = noise + np.where(holder == 0, 15, np.where(holder == 1, -15, 0))
    after = 0.6 * noise + more + 15
    left, other = holder != 0, holder == 1
    true = float((after - before)[left].mean())
    control = np.where(other, 0.0, before)[left]
    right = steadied((after - before)[left], control)
    spoilt = steadied((after - before)[left], before[left])
    assert right.mean() == pytest.approx(true, abs=0.35)
    assert abs(spoilt.mean() - true) > 1.0
    rows = table_of({AS_DEALT: before, "Mine": after}, even=True)
    held = pl.Series("held", np.concatenate([np.zeros(count, bool), ~left]))
    another = pl.Series("another", np.concatenate([np.zeros(count, bool), other]))
    rows = rows.with_columns(with_another=another, instead_of=pl.when(held).then(pl.lit("Mine")).otherwise(pl.lit("")))
    (mine,) = effects_of(rows, None, ["Mine"])
    assert mine.margin == pytest.approx(float(right.mean()))
    assert mine.deals == left.sum()


def test_without_a_control_differences_stay_as_they_are() -> None:
    differences = np.arange(5.0)
    assert steadied(differences, np.zeros(5)) is differences
    assert steadied(differences[:3], np.arange(3.0)).tolist() == [0, 1, 2], "too few to say how they go along"


def test_the_ratio_of_widths_is_one_of_games_that_share_nothing() -> None:
    chance = np.random.default_rng(7)
    one, two = chance.normal(0, 1, (2, 50_000))
    assert gain_of(two - one, one, two) == pytest.approx(1.0, abs=0.02)
    assert gain_of(one - one, one, one) == 0.0
    assert gain_of(np.zeros(3), np.zeros(3), np.zeros(3)) == 1.0


def numbered(world: str, values: list[dict[str, float]]) -> pl.DataFrame:
    rows = table_of({world: np.zeros(len(values))})
    return rows.with_columns(game_numbers=pl.Series([json.dumps(one) for one in values]))


def test_what_changes_for_all_is_told_number_by_number() -> None:
    chance = np.random.default_rng(8)
    lengths = chance.integers(10, 14, 60)
    begun = chance.integers(0, 2, (2, 60))
    rows = pl.concat(
        [
            numbered(
                AS_DEALT,
                [
                    {"generations": int(n), "oceans": 9, "win share of the start player": int(w)}
                    for n, w in zip(lengths, begun[0], strict=True)
                ],
            ),
            numbered(
                "Luna",
                [
                    {"generations": int(n) - 1, "oceans": 9, "win share of the start player": int(w)}
                    for n, w in zip(lengths, begun[1], strict=True)
                ],
            ),
        ]
    )
    (luna,) = effects_for_all(rows, ["Luna", "Ceres"])
    assert (luna.name, luna.deals) == ("Luna", 60)
    length, share = luna.differences
    assert (length.what, length.kind, length.difference, length.gain) == ("generations", "number", -1.0, 0.0)
    assert length.false_discovery < 0.05
    assert (share.what, share.kind) == ("win share of the start player", "share")
    assert share.means == (begun[0].mean(), begun[1].mean())


def test_false_discovery_rates_are_over_all_numbers() -> None:
    """Nothing planted: of a hundred numbers none is sure, though some have p values below 0.05."""
    chance = np.random.default_rng(9)
    pairs = [(str(n), "number", *chance.normal(0, 1, (2, 50))) for n in range(100)]
    found = compared(pairs)  # type: ignore[arg-type]
    assert any(not one.interval.low <= 0 <= one.interval.high for one in found)
    assert all(one.false_discovery > 0.05 for one in found)
