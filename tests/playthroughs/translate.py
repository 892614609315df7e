"""Takes the stored games of one game over into another numbering of its actions: the n-th legal action stays the n-th.

Run it twice, first with the version that still plays the stored games, then with the new one:
`python tests/playthroughs/translate.py ranks GAME RANKS.json [FOLDER]`, then the same with `games` for `ranks`. FOLDER is where the
games are stored, unless they lie beside this file. Transcripts and results are not written: they must still be true.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from regolith import envs
from regolith.envs.core.replay import Replay

HERE = Path(__file__).parent


def ranks(replay: Replay) -> dict[str, Any]:
    """A game, with the place of each decision among the legal ones instead of its number."""
    state, found = replay.game.new(replay.seed), []
    for action in replay.actions:
        found.append(state.legal_actions().index(action))
        state.apply(action)
    options = replay.game.options.model_dump()
    return {"options": options, "seed": replay.seed, "players": replay.players, "ranks": found}


def game_of(name: str, told: dict[str, Any]) -> Replay:
    """The same game in the numbering of this version."""
    game = envs.game(name, **told["options"])
    state, actions = game.new(told["seed"]), []
    for rank in told["ranks"]:
        actions.append(state.legal_actions()[rank])
        state.apply(actions[-1])
    return Replay.record(game, told["seed"], actions, told["players"])


def main(what: str, name: str, file: str, folder: str = str(HERE)) -> None:
    games = Path(folder) / name
    if what == "ranks":
        stored = {path.stem: ranks(Replay.load(path)) for path in sorted(games.glob("*.rgl"))}
        Path(file).write_text(json.dumps(stored), encoding="utf-8")
    elif what == "games":
        for number, told in json.loads(Path(file).read_text(encoding="utf-8")).items():
            game_of(name, told).save(games / f"{number}.rgl")
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
