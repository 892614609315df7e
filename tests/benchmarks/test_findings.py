"""Sentences at the head of a report: right numbers, careful words, and no row that only chance has raised."""

from __future__ import annotations

import json

import polars as pl

from regolith.benchmarks.facts import fact_table, game_numbers
from regolith.benchmarks.findings import (
    agents_finding,
    careful,
    fact_finding,
    games_finding,
    leaders_finding,
    lift_finding,
    seats_finding,
)
from regolith.benchmarks.lift import LIFT_TABLE
from regolith.benchmarks.tables import arena_table, seat_table
from regolith.benchmarks.tallies import LEADER_TABLE

from .test_tables import arena, played


def games(firsts: int, of: int, agents: str = "aa") -> pl.DataFrame:
    """So many deals, of which seat 0 wins the first ones."""
    return arena([played(deal, 0, agents, (1, 0) if deal < firsts else (0, 1)) for deal in range(of)])


def test_the_start_player() -> None:
    rows = games(140, 200)
    found = seats_finding(rows, seat_table(rows))
    assert found == "The start player wins 70 % [63, 76] of 200 games; even would be 50 %."
    even = games(102, 200)
    assert seats_finding(even, seat_table(even)).endswith("So many games do not tell the seats apart.")


def test_who_begins_is_not_said_where_that_is_drawn() -> None:
    rows = games(140, 200).with_columns(seat_facts=pl.lit(json.dumps({"turn order": "1st"})))
    found = seats_finding(rows, seat_table(rows))
    assert found == "Not the even share of 50 % is what these win: seat 0 (70 % [63, 76]) and seat 1 (30 % [24, 37])."


def test_agents_by_rating() -> None:
    rows = games(150, 200, "ab")
    found = agents_finding(arena_table(rows))
    assert found == "Of games with others win, best rating first: a 75 % [69, 80], b 25 % [20, 31]."
    assert agents_finding(arena_table(games(1, 2))) == ""


def test_length_and_margin() -> None:
    facts = pl.Series("facts", [json.dumps({"rounds": number}) for number in (4, 6) * 10 for _ in range(2)])
    found = games_finding(game_numbers(games(20, 20).with_columns(facts)))
    # Deviation 1.026 of 20, t of 19 is 2.093; seat 0 has 10 points and seat 1 has 1.
    assert found.startswith("A game has 5.00 [4.52, 5.48] rounds on average; eight of ten have 4 to 6.")
    assert "The winner is 9.00 [9.00, 9.00] points ahead of the next on average." in found


def corporations(good: int) -> pl.DataFrame:
    """Ten corporations in 400 games; the first wins so many of its 80."""
    rows = games(200, 400)
    names = [f"c{(deal + 5 * seat) % 10}" for deal in range(400) for seat in range(2)]
    wins = [float((deal // 10 + seat) % 2) for deal in range(400) for seat in range(2)]
    with_facts = rows.with_columns(
        seat_facts=pl.Series([json.dumps({"corporation": name}) for name in names]), win=pl.Series(wins)
    )
    first = pl.Series([name == "c0" for name in names])
    number = first.cast(pl.Int64).cum_sum()
    return with_facts.with_columns(win=pl.when(first).then((number <= good).cast(pl.Float64)).otherwise("win"))


def test_what_stands_out_is_named_and_nothing_else() -> None:
    found = fact_finding("corporation", fact_table(corporations(70), "corporation"))
    assert found == "By corporation, of 10 these win more than usual: c0 (88 % [78, 93])."
    # 49 of 80 alone have p = 0.044; of ten looked at that is nothing.
    found = fact_finding("corporation", fact_table(corporations(49), "corporation"))
    assert found == "By corporation none of 10 win rates stands out in so many games."


def test_cards_that_bring_something() -> None:
    line = {"card": "Comet", "margin_lift": 3.0, "margin_lift_low": 1.0, "margin_lift_high": 5.0}
    table = pl.DataFrame(
        [line | {"margin_false_discovery": 0.01}, line | {"card": "Moss", "margin_false_discovery": 0.06}],
        schema=LIFT_TABLE,
    )
    told = "Of 2 cards 1 has an effect on the margin of who is dealt them, in points: Comet (+3.0 [+1.0, +5.0])."
    assert lift_finding(table) == told
    assert lift_finding(table[1:]) == "None of 1 cards has an effect on the margin that so many games can tell."
    assert lift_finding(table.clear()) == ""


def test_leaders_half_way_and_late() -> None:
    line = {"lead": 1.0, "win_low": 0.5, "win_high": 0.7}
    lines = [line | {"round": n, "games": 50 if n < 5 else 3, "win_rate": 0.5 + n / 10} for n in range(1, 6)]
    found = leaders_finding(pl.DataFrame(lines, schema=LEADER_TABLE), "turn")
    told = "Whoever is ahead in points after turn 2 wins 70 % [50, 70] and after turn 4 wins 90 % [50, 70], of the games that go on then."
    assert found == told


def test_small_samples_and_cut_off_games_are_told() -> None:
    assert careful(games(50, 100)) == []
    few = careful(games(1, 3).with_columns(end=pl.lit("truncated")))
    assert few[0].startswith("These are only 3 deals: intervals are wide")
    assert few[1] == "3 games were cut off before the end."
    assert careful(games(1, 1))[0].startswith("This is only 1 deal:")
    assert careful(pl.DataFrame()) == []
