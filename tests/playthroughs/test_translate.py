"""Stored games survive a new numbering of the actions: what is kept of them is enough to store them again."""

from __future__ import annotations

from pathlib import Path

from regolith.envs.core.replay import Replay

from .translate import HERE, main

GAME = "tinyforming_mars"


def test_games_are_stored_again_from_the_ranks_of_their_decisions(tmp_path: Path) -> None:
    ranks, copies = tmp_path / "ranks.json", tmp_path / "copies"
    (copies / GAME).mkdir(parents=True)
    main("ranks", GAME, str(ranks))
    main("games", GAME, str(ranks), str(copies))
    stored = sorted((HERE / GAME).glob("*.rgl"))
    assert [path.name for path in stored] == sorted(path.name for path in (copies / GAME).iterdir())
    for path in stored:
        assert Replay.load(copies / GAME / path.name) == Replay.load(path)
