"""Two trees measured in turns, until every figure is known well enough or the machine has proved too noisy."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from regolith.benchmarks.against.environments import ComparisonError, content_of
from regolith.benchmarks.against.figures import Speed, same_work
from regolith.benchmarks.against.kept import save
from regolith.benchmarks.against.ratios import WIDTH, Ratio, ratio_of

SMALLER_IS_BETTER = ("_s", "_us")
"""Figures that end so are seconds and microseconds; all others are rates."""
VECTOR_GAMES = 1024

Rate = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]


class Measured(BaseModel):
    """What was measured of one game."""

    turns: int = 0
    pairs: dict[str, list[tuple[Rate, Rate]]] = {}
    """Of each figure, what this tree and the other had in each turn."""
    left_out: dict[str, str] = {}
    """Figures that cannot be compared, and the tree that lacks them."""


class Results(BaseModel):
    """What was measured of all games."""

    games: dict[str, Measured] = {}


@dataclass
class Comparison:
    """Two trees, and what is to be found out about them."""

    this: Speed
    other: Speed
    games: list[str]
    figures: list[str]
    rounds: int
    most_turns: int
    width: float = WIDTH

    def pending(self, results: Results, game: str) -> list[str]:
        """Figures of a game that need more turns."""
        measured = results.games.get(game, Measured())
        wanted = [name for name in self.figures if name not in measured.left_out]
        return [name for name in wanted if not self._done(name, measured.pairs.get(name, []))]

    def _done(self, figure: str, pairs: list[tuple[float, float]]) -> bool:
        return len(pairs) >= self.most_turns or bool(pairs and ratio(figure, pairs).settled(self.width))

    def run(self, results: Results, path: Path, say: Callable[[str], None]) -> Iterator[float]:
        """Take turn after turn, game by game, keeping the results so far in a file; the seconds that each turn took."""
        content = content_of(self.this.tree.root)
        for game in self.games:
            if self.pending(results, game):
                self._warm_up(game, say)
        while todo := [game for game in self.games if self.pending(results, game)]:
            for game in todo:
                if content_of(self.this.tree.root) != content:
                    raise ComparisonError("this tree was edited while it was measured: start again")
                started = time.monotonic()
                self._turn(game, results.games.setdefault(game, Measured()), self.pending(results, game), say)
                save(path, results)
                yield time.monotonic() - started

    def _warm_up(self, game: str, say: Callable[[str], None]) -> None:
        """Compile before the first turn, which would otherwise do so in the process that measures. A failure shows there."""
        for speed in (self.this, self.other):
            say(f"{game}: compiling {speed.tree.name}")
            speed.tree.run("regolith", "warmup", game)

    def _turn(self, game: str, measured: Measured, figures: list[str], say: Callable[[str], None]) -> None:
        """Measure both trees, every second time in the other order, so that a machine that grows slower or faster favours neither."""
        both = (self.this, self.other)
        known = [name for name in figures if all(speed.knows(name) for speed in both)]
        words = same_work(self.this, self.other, known, self.rounds, VECTOR_GAMES)
        found: dict[str, dict[str, float]] = {}
        for speed in both[:: 1 if measured.turns % 2 == 0 else -1] if known else ():
            say(f"{game}: {speed.tree.name}")
            found[speed.tree.name] = speed.measure(game, words, known)
        measured.turns += 1
        for name in figures:
            unknown = [speed.tree.name for speed in both if not speed.knows(name)]
            if lacking := unknown or [tree for tree in found if name not in found[tree]]:
                measured.left_out[name] = " and ".join(sorted(lacking))
            else:
                this, other = (found[speed.tree.name][name] for speed in both)
                measured.pairs.setdefault(name, []).append((this, other))


def ratio(figure: str, pairs: list[tuple[float, float]]) -> Ratio:
    """The ratio of a figure; above 1 this tree is better, whatever the figure counts."""
    return ratio_of(pairs, figure.endswith(SMALLER_IS_BETTER))
