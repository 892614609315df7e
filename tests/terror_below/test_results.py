"""What results of the game say: the facts of a game, and that cards are reconstructed."""

from __future__ import annotations

from pathlib import Path

from regolith import envs
from regolith.envs.terror_below.deck import FOLDER
from regolith.envs.terror_below.options import TerrorOptions
from regolith.envs.terror_below.view import facts, seat_facts


def test_a_solo_score_is_written_down_only_after_a_win() -> None:
    s = envs.game("terror_below", players=1).new(1).record
    s.points[0], s.attacks = 12, 9
    assert facts(s).keys() == {"rounds", "attacks", "worms killed", "leaders killed", "end"}
    s.winner = 0
    # 12 points, and 6 attacks of 15 to spare.
    assert facts(s)["solo score"] == 18
    assert seat_facts(s, 0) == {}


def test_results_say_how_many_cards_are_reconstructed(tmp_path: Path) -> None:
    assert TerrorOptions(players=2).caveat.startswith("149 of 196 cards are reconstructed")
    corrected = tmp_path / "corrected.toml"
    text = (FOLDER / "deck.toml").read_text(encoding="utf-8")
    corrected.write_text(text.replace('provenance = "reconstructed"', 'provenance = "known"'), encoding="utf-8")
    assert TerrorOptions(players=2, deck=str(corrected)).caveat == ""
