"""The figures of a tree, measured by its own `regolith speed`, also by one that is older than some of its options."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from math import isfinite
from typing import Any

from regolith.benchmarks.against.environments import ComparisonError, Tree, last_line

FIGURES_OPTION = "--figures"
WIDE = {"COLUMNS": "1000", "TERM": "dumb"}
"""With these a help text has one line for each option."""


@dataclass(frozen=True)
class Speed:
    """What the `regolith speed` of a tree offers."""

    tree: Tree
    options: frozenset[str]
    figures: frozenset[str] | None
    """Figures that it measures if told to; None: it always measures all that it knows."""

    @classmethod
    def of(cls, tree: Tree) -> Speed:
        """Read it from its help text."""
        asked = Tree(tree.name, tree.root, tree.bin, {**tree.variables, **WIDE})
        done = asked.run("regolith", "speed", "--help")
        options = frozenset(re.findall(r"(?<![\w-])--[a-z-]+", done.stdout))
        if done.returncode != 0 or "--json" not in options:
            raise ComparisonError(f"{tree.name} cannot be measured: it has no 'regolith speed --json'")
        described = re.search(rf"{FIGURES_OPTION}\b(.*)", done.stdout)
        return cls(tree, options, frozenset(re.findall(r"\w+", described[1])) if described else None)

    def knows(self, figure: str) -> bool:
        """Whether it may measure this figure; one that cannot be told which to measure is taken at its word."""
        return self.figures is None or figure in self.figures

    def measure(self, game: str, words: list[str], figures: Collection[str]) -> dict[str, float]:
        """Those of the figures that it has, of one run."""
        command = ["speed", game, "--json", *words]
        done = self.tree.run("regolith", *command)
        if done.returncode != 0:
            raise ComparisonError(f"{self.tree.name}: regolith {' '.join(command)} failed: {last_line(done.stderr)}")
        try:
            found = json.loads(done.stdout)
            return {name: _rate(found[name]) for name in figures if found.get(name) is not None}
        except (ValueError, TypeError, AttributeError):
            said = last_line(done.stdout)[:80]
            raise ComparisonError(
                f"{self.tree.name}: 'regolith speed' did not print its figures but {said!r}"
            ) from None


def games_of(tree: Tree) -> frozenset[str]:
    """The names of the games that a tree has: its list shows them at the beginning of a line."""
    return frozenset(re.findall(r"^\w+", tree.run("regolith", "games").stdout, re.MULTILINE))


def same_work(one: Speed, other: Speed, figures: Collection[str], rounds: int, vector_games: int) -> list[str]:
    """Options that make both trees do the same: those that only one of them understands are given to neither.

    So if one can only measure everything, both do.
    """
    wanted = {"--rounds": str(rounds), "--vector-games": str(vector_games), FIGURES_OPTION: ",".join(figures)}
    common = one.options & other.options
    return [word for option, value in wanted.items() if option in common for word in (option, value)]


def _rate(value: Any) -> float:
    rate = float(value)
    if isinstance(value, (bool, str)) or not (isfinite(rate) and rate > 0):
        raise ValueError(value)
    return rate
