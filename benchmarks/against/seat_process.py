"""One side of a duel: the rules and an agent of the tree whose Python runs this file, moved by lines of JSON.

It is run by the Python of another, perhaps older tree, so it imports nothing of this one, and of that one only what has been
public since before there were duels. Both sides play every game. A request is one line, and so is its answer;
`{"error": TEXT}` answers what this tree cannot do.

    {"do": "options", "game": NAME}                            -> {"options": [NAMES]}
    {"do": "deal", "game": NAME, "options": {}, "agent": SPEC,
     "games": [{"deal": N, "seeds": {SEAT: SEED}}]}            -> positions; in these seats the agent of this side decides
    {"do": "apply", "ranks": [RANK or null]}                   -> positions, one for each game; null leaves a game as it is
    {"do": "names", "game": INDEX}                             -> {"names": [NAMES]}

Numbers of actions may differ between trees. So the legal actions are put in the order of their names (equal names by number), and an action
is its rank there.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable
from queue import Queue
from threading import Thread
from typing import Any


class Table:
    """A game under way, and who of this side sits at it."""

    def __init__(self, state: Any, players: dict[int, Callable[[Any], int]]) -> None:
        self.state = state
        self.players = players
        self._look()

    def _look(self) -> None:
        """Legal actions by name, and what our own player would do."""
        named = sorted((self.state.action_name(action), action) for action in self.state.legal_actions())
        self.names = [name for name, _ in named]
        self.actions = [action for _, action in named]
        self.rank: int | None = None
        if (player := self.players.get(self.state.current_player)) is not None:
            self.rank = self.actions.index(player(self.state))

    def apply(self, rank: int) -> None:
        """Take the decision of this rank."""
        self.state.apply(self.actions[rank])
        self._look()

    def position(self) -> dict[str, Any]:
        """What both sides must agree on, and our decision if it is ours."""
        found: dict[str, Any] = {
            "player": self.state.current_player,
            "legal": len(self.names),
            "digest": hashlib.blake2b("\n".join(self.names).encode(), digest_size=12).hexdigest(),
            "rank": self.rank,
        }
        if self.state.is_terminal:
            scores, places = self.state.outcome()
            found["end"] = {
                "scores": [float(score) for score in scores],
                "places": [int(place) for place in places],
                "truncated": bool(self.state.is_truncated),
            }
        return found


class Side:
    """Answers requests."""

    def __init__(self) -> None:
        self.tables: list[Table] = []

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """What a request asks for."""
        from regolith import envs

        if request["do"] == "options":
            return {"options": list(envs.spec(request["game"]).options.model_fields)}
        if request["do"] == "names":
            return {"names": self.tables[request["game"]].names}
        if request["do"] == "deal":
            self._deal(envs.game(request["game"], **request["options"]), request["agent"], request["games"])
        else:
            for table, rank in zip(self.tables, request["ranks"], strict=True):
                if rank is not None:
                    table.apply(rank)
        return {"positions": [table.position() for table in self.tables]}

    def _deal(self, game: Any, agent: str, games: list[dict[str, Any]]) -> None:
        from regolith.agents import opponent

        self.tables = [
            Table(game.new(one["deal"]), {int(seat): opponent(agent, seed) for seat, seed in one["seeds"].items()})
            for one in games
        ]


def listen(requests: Queue[str]) -> None:
    """Pass on what is asked. When the other end is gone this process ends at once, even in the middle of a thought."""
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def main() -> None:
    """Answer until nobody asks any more. What agents or rules print goes to stderr: only answers are answers."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    requests: Queue[str] = Queue()
    Thread(target=listen, args=(requests,), daemon=True).start()
    side = Side()
    while True:
        try:
            answer = side.answer(json.loads(requests.get()))
        except Exception as problem:
            # A mistake of the user's explains itself; of anything else one wants to know what it is.
            own = type(problem).__module__.startswith("regolith.")
            text = str(problem) if own else f"{type(problem).__name__}: {problem}"
            answer = {"error": " ".join(text.split())}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
