"""The games of a duel: both trees play each of them, and must agree on its rules at every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from pydantic import BaseModel

from regolith.benchmarks.against.environments import ComparisonError
from regolith.benchmarks.against.sides import End, Names, Position, Positions, Side
from regolith.benchmarks.matches import agent_seed
from regolith.envs.core.record import Over
from regolith.envs.core.rewards import win_share

TOGETHER = 16
"""So many games are played side by side: each exchange between the processes moves all of them."""


class Finished(BaseModel):
    """A game that was played to its end; A sat in `seat`, and B in all others."""

    deal: int
    seat: int
    share: float
    """Of the win, for A: 1 if it won, shared by a tie, and by all if the game was cut off."""
    scores: list[float]
    decisions: int


class Seen(BaseModel):
    """What the rules of one tree say of a position."""

    player: int
    names: list[str]
    end: End | None


class Difference(BaseModel):
    """A position about which the rules of the trees differ; the game was given up there."""

    deal: int
    seat: int
    decision: int
    this: Seen
    other: Seen


class Results(BaseModel):
    """What came of the games so far."""

    finished: list[Finished] = []
    differences: list[Difference] = []

    def played(self) -> set[tuple[int, int]]:
        """Deals and seats of A that need not be played again."""
        finished = {(one.deal, one.seat) for one in self.finished}
        return finished | {(one.deal, one.seat) for one in self.differences}


@dataclass(frozen=True)
class Duel:
    """Who meets whom at what."""

    game: str
    options: dict[str, Any]
    players: int
    a: str
    b: str

    def plan(self, deals: int) -> list[tuple[int, int]]:
        """Every deal with A in every seat in turn, and B in all the others."""
        return [(deal, seat) for deal in range(deals) for seat in range(self.players)]

    def play(
        self, this: Side, other: Side, deals: int, results: Results, progress: Callable[[], None] = lambda: None
    ) -> None:
        """Play all that is not among the results yet."""
        played = results.played()
        todo = [one for one in self.plan(deals) if one not in played]
        for first in range(0, len(todo), TOGETHER):
            _Batch(self, this, other, todo[first : first + TOGETHER], results).play(progress)


class _Batch:
    """Games side by side."""

    def __init__(self, duel: Duel, this: Side, other: Side, plan: list[tuple[int, int]], results: Results) -> None:
        self.duel, self.this, self.other, self.plan, self.results = duel, this, other, plan, results
        self.decisions = [0] * len(plan)

    def play(self, progress: Callable[[], None]) -> None:
        running = set(range(len(self.plan)))
        for here, there in self._positions(running):
            for i in sorted(running):
                if not here[i].agrees(there[i]):
                    self.results.differences.append(self._difference(i, here[i], there[i]))
                elif (end := here[i].end) is not None:
                    self.results.finished.append(self._finished(i, end))
                else:
                    continue
                running.remove(i)
                progress()

    def _positions(self, running: set[int]) -> Iterator[tuple[list[Position], list[Position]]]:
        """The positions that both sides have, after each decision; until no game runs any more."""
        for side, spec, mine in ((self.this, self.duel.a, True), (self.other, self.duel.b, False)):
            games = [
                {"deal": deal, "seeds": {s: agent_seed(deal, s, spec) for s in self._seats() if (s == seat) == mine}}
                for deal, seat in self.plan
            ]
            side.send(do="deal", game=self.duel.game, options=self.duel.options, agent=spec, games=games)
        while True:
            here, there = self._received(self.this), self._received(self.other)
            yield here, there
            if not running:
                return
            ranks = [self._rank(i, here[i], there[i]) if i in running else None for i in range(len(self.plan))]
            for side in (self.this, self.other):
                side.send(do="apply", ranks=ranks)

    def _seats(self) -> range:
        return range(self.duel.players)

    def _received(self, side: Side) -> list[Position]:
        found = side.receive(Positions).positions
        if len(found) != len(self.plan):
            raise ComparisonError(f"{side.tree.name} answers about {len(found)} games instead of {len(self.plan)}")
        return found

    def _rank(self, i: int, here: Position, there: Position) -> int:
        """The decision of the side to move, which must be one of those that both sides call legal."""
        side, position = (self.this, here) if here.player == self.plan[i][1] else (self.other, there)
        if position.rank is None or not 0 <= position.rank < position.legal:
            raise ComparisonError(
                f"{side.tree.name} decides {position.rank!r} where {position.legal} actions are legal"
            )
        self.decisions[i] += 1
        return position.rank

    def _difference(self, i: int, here: Position, there: Position) -> Difference:
        seen = [
            Seen(player=position.player, names=side.ask(Names, do="names", game=i).names, end=position.end)
            for side, position in ((self.this, here), (self.other, there))
        ]
        deal, seat = self.plan[i]
        return Difference(deal=deal, seat=seat, decision=self.decisions[i], this=seen[0], other=seen[1])

    def _finished(self, i: int, end: End) -> Finished:
        deal, seat = self.plan[i]
        if not len(end.places) == len(end.scores) == self.duel.players:
            raise ComparisonError(f"the game of deal {deal} ends with results of {len(end.places)} seats")
        over = int(Over.TRUNCATED if end.truncated else Over.FINISHED)
        share = float(win_share(over, self.duel.players, np.array(end.places, np.int64), seat))
        return Finished(deal=deal, seat=seat, share=share, scores=end.scores, decisions=self.decisions[i])
