"""Comparing two variants: pairs are of the same deal, a planted change is found with its sign, nothing is found where there is nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest

from regolith.benchmarks import compare, parquet
from regolith.benchmarks.compare import Comparison, Difference, differences, hold
from regolith.benchmarks.compare_report import compare_answer, compare_careful, compare_sections, sentence
from regolith.benchmarks.tables import COMPARE_SCHEMA
from regolith.benchmarks.variants import read
from regolith.envs.core.errors import RegolithError

GAME = "terraforming_mars"
SHORT = {"max_generations": 4, "payment": "auto"}


def comparison(folder: Path, one: str, other: str, deals: int, agents: tuple[str, ...] = ("random",)) -> Comparison:
    for name, text in (("one", one), ("other", other)):
        (folder / f"{name}.toml").write_text(text)
    return Comparison((read(folder / "one.toml", GAME, SHORT), read(folder / "other.toml", GAME, SHORT)), agents, deals)


def by_name(rows: pl.DataFrame) -> dict[str, Difference]:
    return {found.what: found for found in differences(rows)}


def test_money_for_the_second_player_is_found(tmp_path: Path) -> None:
    rows = hold(comparison(tmp_path, "", "[seats]\nmc = [0, 30]", 60, ("greedy",)), workers=1)
    found = by_name(rows)["score of seat 2"]
    assert found.interval.low > 0
    assert found.false_discovery < 0.05
    assert found.gain < 0.9
    assert found.means[1] - found.means[0] == pytest.approx(found.difference)
    assert sentence(found).startswith("With B score of seat 2 went up from ")


def test_pairs_are_of_the_same_deal_and_the_same_randomness(tmp_path: Path) -> None:
    """No money for anybody changes nothing at all."""
    same = comparison(tmp_path, "", "[seats]\nmc = [0, 0]", 4)
    rows = hold(same, workers=1)
    one, other = (rows.filter(pl.col("variant") == side).sort("deal", "seat") for side in ("A", "B"))
    assert one["fingerprint"].equals(other["fingerprint"])
    assert all(found.difference == 0 for found in differences(rows))
    assert "Nothing was found that differs between A and B." in compare_answer(same, rows)


def test_hands_are_alike_with_another_box(tmp_path: Path) -> None:
    """Everybody draws in an order of his own: cards of another box push in, but the others come in the same order."""
    pair = comparison(tmp_path, "", "[options]\ncolonies = true", 1).variants
    hands = []
    for variant in pair:
        states = np.zeros(1, variant.game.spec.dtype)
        variant.start.deal(variant.game, states, 5)
        hands.append({int(card) for card in np.flatnonzero(states["owner"][0][:480] == 0)})
    assert len(hands[0] & hands[1]) >= 5


def test_a_run_goes_on_where_it_has_ended(tmp_path: Path) -> None:
    long = comparison(tmp_path, "", "[seats]\nmc = [0, 8]", 3)
    whole = hold(long, workers=1)
    parquet.write(tmp_path / "games.parquet", whole.filter(pl.col("deal") != 1))
    known = long.known_rows(tmp_path / "games.parquet")
    assert known is not None
    assert long.played(known) == 4
    rows = hold(long, workers=1, known=known)
    assert long.played(rows) == long.games() == 6
    order = ["variant", "deal", "seat"]
    assert rows.sort(order).drop("seconds", "run").equals(whole.sort(order).drop("seconds", "run"))
    for others in (
        comparison(tmp_path, "", "[seats]\nmc = [0, 9]", 3),
        comparison(tmp_path, "", "[options]\ndraft = false", 3),
    ):
        with pytest.raises(RegolithError, match="other variants"):
            others.known_rows(tmp_path / "games.parquet")
    broken = whole.with_columns(win=pl.lit(1.0))
    parquet.write(tmp_path / "games.parquet", broken)
    with pytest.raises(RegolithError, match="is damaged"):
        long.known_rows(tmp_path / "games.parquet")


def test_all_seat_rotations_of_several_agents_are_played(tmp_path: Path) -> None:
    rows = hold(comparison(tmp_path, "", "[seats]\nmc = [0, 8]", 2, ("random", "greedy")), workers=1)
    assert rows.select("variant", "deal", "rotation").n_unique() == 8
    better = (pl.col("agent") == "greedy") & (pl.col("variant") == "B") & (pl.col("deal") == 0)
    found = by_name(rows.with_columns(win=pl.when(better).then(1.0).otherwise(pl.col("win"))))["win share of greedy"]
    assert found.means == (0.5, 0.75), "games that are cut off are shared"


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RegolithError, match="same number of players, not 2 and 3"):
        comparison(tmp_path, "", "[options]\nplayers = 3", 2)
    with pytest.raises(RegolithError, match="there is nothing to compare"):
        comparison(tmp_path, "", "", 2)


def test_few_deals_say_so_and_none_say_nothing(tmp_path: Path) -> None:
    pair = comparison(tmp_path, "", "[seats]\nmc = [0, 8]", 2)
    empty = pl.DataFrame(schema=COMPARE_SCHEMA)
    assert compare_sections(empty) == []
    assert compare_answer(pair, empty)[1] == "There are not enough deals yet that both variants have played."
    assert "These are only 2 deals" in " ".join(compare_careful(hold(pair, workers=1)))


def test_tasks_of_both_variants_are_played_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, int]] = []

    def play_task(side: str, *rest: object) -> list[object]:
        seen.extend((side, deal) for deal in rest[6])  # type: ignore[attr-defined]
        return []

    monkeypatch.setattr(compare, "play_task", play_task)
    hold(comparison(tmp_path, "", "[seats]\nmc = [0, 8]", 20), workers=1)
    assert {side for side, deal in seen[: len(seen) // 2]} == {"A", "B"}
    assert sorted(seen) == [(side, deal) for side in ("A", "B") for deal in range(20)]
