"""Stored games survive a new numbering of the actions: what is kept of them is enough to store them again."""

from __future__ import annotations

import json
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
    told = json.loads(ranks.read_text(encoding="utf-8"))
    for path in stored:
        # Were numbers of actions kept instead, this numbering would not notice.
        legal = [len(state.legal_actions()) for _, state in Replay.load(path).states()]
        assert all(rank < among for rank, among in zip(told[path.stem]["ranks"], legal, strict=False))
        assert Replay.load(copies / GAME / path.name) == Replay.load(path)
