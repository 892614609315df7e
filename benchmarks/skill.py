"""Skill and luck: what results owe to whom, how deep a game is, how undecided its first decision, how early its winner is known.

Three kinds of games are played, each on deals of its own:

* the pool: agents in all groups and rotations of seats, each deal twice, for the components of variance (`variance.py`),
* the course: one agent in all seats, followed decision by decision (`course.py`),
* the steps of the ladder: a search against one with half its budget (`doublings.py`).
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from regolith.agents import make_agent
from regolith.benchmarks import arena, course, parallel
from regolith.benchmarks.arena import DEALS_PER_TASK, Row, Tournament, rotations
from regolith.benchmarks.doublings import rungs
from regolith.benchmarks.matches import get_ready, tireless
from regolith.benchmarks.results import read_skill
from regolith.benchmarks.tables import COURSE, POOL, SKILL_SCHEMA, STEP, times
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game

APART = 1_000_000
"""Between the first deals of two parts, so that none plays the deals of another one."""


@dataclass(frozen=True)
class Skill:
    """What is measured, and of whom."""

    game: Game
    agents: tuple[str, ...]
    lowest: str
    doublings: int
    alone: str
    """Who sits in all seats of the games that are followed."""
    searcher: str
    """Who is asked about single decisions."""
    deals: int
    first_deal: int = 0

    def __post_init__(self) -> None:
        if self.game.solo:
            raise RegolithError("skill and luck are told apart in games for two or more players")
        if len(self.agents) < 2:
            raise RegolithError("name at least two agents: of one alone nothing can tell skill from luck")
        if self.deals > APART:
            raise RegolithError(f"the number of deals must be at most {APART:,}, not {self.deals}")
        course.check(self.game)
        tireless(make_agent(self.searcher)).check(self.game)
        assert self.parts

    @cached_property
    def rungs(self) -> tuple[str, ...]:
        """The searches of the ladder, from the lowest."""
        return rungs(self.lowest, self.doublings)

    @cached_property
    def parts(self) -> dict[str, Tournament]:
        """What is played, by the names of its parts."""
        agents = {POOL: self.agents, COURSE: (self.alone,)}
        pairs = zip(self.rungs[1:], self.rungs, strict=False)
        agents |= {f"{STEP} {number}": pair for number, pair in enumerate(pairs, start=1)}
        return {
            part: Tournament(self.game, players, self.deals, self.first_deal + APART * number)
            for number, (part, players) in enumerate(agents.items())
        }

    def games(self) -> int:
        """How many games there are to play."""
        return sum(times(part) * tournament.games() for part, tournament in self.parts.items())

    def played(self, rows: pl.DataFrame) -> int:
        """How many of them these rows hold."""
        parts = rows.partition_by("part", "again", as_dict=True)
        return sum(self.parts[part].played(own) for (part, _), own in parts.items() if part in self.parts)

    def known_rows(self, path: Path) -> pl.DataFrame | None:
        """The rows of an earlier, perhaps interrupted, run; None if there is none."""
        lineups = {part: dict(enumerate(map(rotations, t.lineups()))) for part, t in self.parts.items()}
        return read_skill(path, self.game, lineups, self.searcher)

    def tasks(self, run: str, workers: int, known: list[Row]) -> Iterator[tuple[Any, ...]]:
        """What is still to be played, in parts that take a while."""
        done = {(row["part"], row["again"], row["lineup"], row["deal"]) for row in known}
        game, options = self.game.spec.name, self.game.options.model_dump()
        for part, tournament in self.parts.items():
            first = tournament.first_deal
            for again in range(times(part)):
                for number, lineup in enumerate(tournament.lineups()):
                    wanted = range(first, first + self.deals)
                    todo = [deal for deal in wanted if (part, again, number, deal) not in done]
                    for deals in parallel.batches(todo, workers, DEALS_PER_TASK):
                        yield part, again, game, options, run, number, lineup, self.searcher, deals


def play_task(
    part: str,
    again: int,
    game: str,
    options: dict[str, Any],
    run: str,
    number: int,
    lineup: tuple[str, ...],
    searcher: str,
    deals: list[int],
) -> list[Row]:
    """Play some deals of one line-up of a part (this runs in a worker process)."""
    if part == COURSE:
        rows = course.play_task(game, options, run, lineup[0], searcher, deals)
    else:
        played = arena.play_task(game, options, run, number, lineup, deals, None, False, False, None, again)
        rows = [{**row, **course.NO_COURSE} for row in played]
    return [{**row, "part": part, "again": again} for row in rows]


def measure(
    skill: Skill,
    workers: int = 2,
    known: pl.DataFrame | None = None,
    progress: Callable[[int, list[Row]], None] = lambda games, rows: None,
) -> pl.DataFrame:
    """Play all parts side by side; what `known` rows tell is not played again. An interrupt keeps the results so far."""
    rows: list[Row] = known.to_dicts() if known is not None else []
    run = rows[0]["run"] if rows else uuid.uuid4().hex[:12]
    tasks = sorted(skill.tasks(run, workers, rows), key=lambda task: task[-1][0] - skill.parts[task[0]].first_deal)
    players = skill.game.players
    progress(len(rows) // players, rows)
    try:
        if tasks:
            specs = dict.fromkeys(spec for part in skill.parts.values() for spec in part.agents)
            get_ready(skill.game, map(make_agent, [*specs, skill.searcher]))
        for new in parallel.run(play_task, tasks, workers) if tasks else ():
            rows += new
            progress(len(new) // players, rows)
    except KeyboardInterrupt:
        pass
    return pl.DataFrame(rows, schema=SKILL_SCHEMA)
