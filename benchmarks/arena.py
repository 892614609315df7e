"""Tournaments: every group of agents meets on the same deals, each deal played in all seat rotations."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import polars as pl

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks import parallel
from regolith.benchmarks.matches import Played, facts_columns, get_ready, play, tally_of, tireless, watched
from regolith.benchmarks.results import read_arena
from regolith.benchmarks.tables import ARENA_SCHEMA
from regolith.benchmarks.tallies import tally_columns, tally_schema
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.experiment import Start
from regolith.envs.core.game import Game
from regolith.envs.core.replay import Replay
from regolith.envs.core.rescue import reason

DEALS_PER_TASK = 8
"""At most; fewer in short tournaments, so that the progress bar moves."""
Row = dict[str, Any]


class Unsaved(RegolithError):
    """A replay could not be written, and the tournament ended there."""

    rows: pl.DataFrame
    """What was played until then."""


@dataclass(frozen=True)
class Tournament:
    """Who plays what."""

    game: Game
    agents: tuple[str, ...]
    deals: int
    first_deal: int = 0
    watched: bool = False
    """Whether games are followed decision by decision, as the game's `realism` says, for more facts about them."""
    tallied: bool = False
    """Whether what the game's tally counts is kept of each seat."""

    def __post_init__(self) -> None:
        if self.tallied:
            tally_of(self.game)
        if self.deals < 1:
            raise RegolithError(f"the number of deals must be at least 1, not {self.deals}")
        if self.game.players < 2:
            raise RegolithError("an arena needs a game for two or more players; for one player use 'regolith solo'")
        if not self.agents:
            raise RegolithError("name at least one agent")
        if len(set(self.agents)) < len(self.agents):
            raise RegolithError("an agent is named twice")
        for spec in self.agents:
            tireless(make_agent(spec)).check(self.game)

    def lineups(self) -> list[tuple[str, ...]]:
        """Every group that fills the seats; with fewer agents than seats some sit twice, but nobody only with copies of himself.

        Groups with a later agent come later, so that one more agent at the end leaves the others the numbers of their groups.
        """
        seats, numbers = self.game.players, range(len(self.agents))
        if len(self.agents) >= seats:
            groups = list(combinations(numbers, seats))
        else:
            groups = list(combinations_with_replacement(numbers, seats))
            groups = [group for group in groups if len(set(group)) > 1] or groups
        return [
            tuple(self.agents[number] for number in group) for group in sorted(groups, key=lambda group: group[::-1])
        ]

    @property
    def schema(self) -> dict[str, Any]:
        """The columns of its results."""
        return ARENA_SCHEMA | (tally_schema(self.game) if self.tallied else {})

    def played(self, rows: pl.DataFrame) -> int:
        """How many of them these rows hold."""
        last = self.first_deal + self.deals - 1
        mine = rows.filter(pl.col("deal").is_between(self.first_deal, last))
        return mine.select("lineup", "deal", "rotation").n_unique()

    def games(self) -> int:
        """How many games the whole tournament has."""
        return sum(len(rotations(lineup)) for lineup in self.lineups()) * self.deals


def rotations(lineup: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The agents by seat in every different rotation: one agent in all seats plays a deal once, not once per seat."""
    turned = [lineup[first:] + lineup[:first] for first in range(len(lineup))]
    return list(dict.fromkeys(turned))


def play_task(
    game_name: str,
    options: dict[str, Any],
    run: str,
    number: int,
    lineup: tuple[str, ...],
    deals: list[int],
    replays: str | None,
    watch: bool,
    tallied: bool,
    start: Start | None = None,
    again: int = 0,
) -> list[Row]:
    """Play all rotations of some deals for one lineup (this runs in a worker process)."""
    game = envs.game(game_name, **options)
    made = {spec: make_agent(spec) for spec in set(lineup)}
    plan = [(deal, rotation, names) for deal in deals for rotation, names in enumerate(rotations(lineup))]
    line_up = [[made[spec] for spec in names] for _, _, names in plan]
    starts = None if start is None else [start] * len(plan)
    played = play(game, [deal for deal, _, _ in plan], line_up, tallied, starts, again)
    rows = []
    for (deal, rotation, names), result in zip(plan, played, strict=True):
        more = watched(game, result) if watch else {}
        rows += rows_of(game, run, number, deal, rotation, names, result, more)
        if replays is not None:
            path = Path(replays) / f"deal{deal}-lineup{number}-rotation{rotation}.rgl"
            try:
                Replay.record(game, deal, result.actions, list(names)).save(path)
            except OSError as problem:
                raise Unsaved(f"the replay {path} could not be written: {reason(problem)}") from None
    return rows


def rows_of(
    game: Game,
    run: str,
    lineup: int,
    deal: int,
    rotation: int,
    names: tuple[str, ...],
    result: Played,
    more: dict[str, int | float],
) -> list[Row]:
    """What a results file keeps of a game, seat by seat."""
    shares = result.win_shares()
    return [
        {
            "run": run,
            "game": game.spec.name,
            "env_version": game.spec.version,
            "options": json.dumps(game.options.model_dump(), sort_keys=True),
            "deal": deal,
            "lineup": lineup,
            "rotation": rotation,
            "seat": seat,
            "agent": names[seat],
            "score": result.scores[seat],
            "place": result.places[seat],
            "win": shares[seat],
            "decisions": result.decisions[seat],
            "seconds": result.seconds[seat],
            "length": sum(result.decisions),
            "end": result.end,
            "fingerprint": result.fingerprint,
            **facts_columns(game, result.record, seat, more),
            **({} if result.counters is None else tally_columns(game, result.counters[seat])),
        }
        for seat in range(game.players)
    ]


def hold(
    tournament: Tournament,
    workers: int = 2,
    known: pl.DataFrame | None = None,
    replays: Path | None = None,
    ray_address: str | None = None,
    progress: Callable[[int, list[Row]], None] = lambda games, rows: None,
) -> pl.DataFrame:
    """Play the tournament, telling `progress` about each batch of games; matches that `known` rows cover are not played again.

    Interrupting (KeyboardInterrupt) ends it early with the results so far; `Unsaved` carries them.
    """
    game = tournament.game
    run = known["run"][0] if known is not None and len(known) else uuid.uuid4().hex[:12]
    rows: list[Row] = known.to_dicts() if known is not None else []
    done = {(r["lineup"], r["deal"]) for r in rows}
    tasks = []
    for number, lineup in enumerate(tournament.lineups()):
        deals = [tournament.first_deal + d for d in range(tournament.deals)]
        todo = [deal for deal in deals if (number, deal) not in done]
        for part in parallel.batches(todo, workers, DEALS_PER_TASK):
            folder = None if replays is None else str(replays)
            kept = (tournament.watched, tournament.tallied)
            tasks.append((game.spec.name, game.options.model_dump(), run, number, lineup, part, folder, *kept))
    tasks.sort(key=lambda task: task[5][0])
    progress(len(rows) // game.players, rows)
    try:
        get_ready(game, [make_agent(spec) for spec in tournament.agents])
        for new in parallel.run(play_task, tasks, workers, ray_address) if tasks else ():
            rows += new
            progress(len(new) // game.players, rows)
    except KeyboardInterrupt:
        pass
    except Unsaved as problem:
        problem.rows = pl.DataFrame(rows, schema=tournament.schema)
        raise
    return pl.DataFrame(rows, schema=tournament.schema)


def known_rows(path: Path, tournament: Tournament) -> pl.DataFrame | None:
    """The rows of an earlier, perhaps interrupted, tournament of these agents, or of the first of them in this order; None without one."""
    lineups = {number: rotations(lineup) for number, lineup in enumerate(tournament.lineups())}
    return read_arena(path, tournament.game, lineups, tournament.tallied)
