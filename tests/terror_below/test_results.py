"""What results of the game say: the facts of a game, and that cards are reconstructed."""

from __future__ import annotations

from pathlib import Path

from regolith import envs
from regolith.envs.terror_below.deck import FOLDER
from regolith.envs.terror_below.options import TerrorOptions
from regolith.envs.terror_below.pieces import Result
from regolith.envs.terror_below.view import facts


def test_the_order_of_the_winner_counts_from_the_start_player() -> None:
    s = envs.game("terror_below", players=4).new(1).record
    s.start, s.points[:4], s.result = 3, (5, 20, 20, 8), Result.POINTS
    s.bounties_done[:4] = (1, 1, 2, 3)
    found = facts(s)
    # Seat 2 has as many points as seat 1 and more bounties; from seat 3 on it is the last of four.
    assert found["winner_order"] == 4
    s.out[2] = 1
    assert facts(s)["winner_order"] == 3
    assert found["end"] == "points"
    assert "solo_score" not in found


def test_a_solo_score_is_written_down_only_after_a_win() -> None:
    s = envs.game("terror_below", players=1).new(1).record
    s.points[0], s.attacks = 12, 9
    assert facts(s).keys() == {"rounds", "attacks", "kills", "deaths", "end"}
    s.winner = 0
    # 12 points, and 6 attacks of 15 to spare.
    assert facts(s)["solo_score"] == 18


def test_results_say_how_many_cards_are_reconstructed(tmp_path: Path) -> None:
    assert TerrorOptions(players=2).caveat.startswith("149 of 196 cards are reconstructed")
    corrected = tmp_path / "corrected.toml"
    text = (FOLDER / "deck.toml").read_text(encoding="utf-8")
    corrected.write_text(text.replace('provenance = "reconstructed"', 'provenance = "known"'), encoding="utf-8")
    assert TerrorOptions(players=2, deck=str(corrected)).caveat == ""
