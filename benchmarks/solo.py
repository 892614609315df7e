"""How often can a solo mode be won? The same deals for every agent, so that agents can be compared deal by deal."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks import parallel
from regolith.benchmarks.matches import facts_columns, get_ready, play, tireless
from regolith.benchmarks.results import read_solo
from regolith.benchmarks.tables import SOLO_SCHEMA
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game

DEALS_PER_TASK = 16
"""At most; fewer in short runs, so that the progress bar moves."""
Row = dict[str, Any]


def solo_game(name: str, options: dict[str, Any]) -> Game:
    """The solo mode of a game."""
    spec = envs.spec(name)
    if spec.solo is None:
        raise RegolithError(f"{name} has no solo mode")
    game = spec.bind(**{**spec.solo.options, **options})
    if not game.solo:
        raise RegolithError("a solo run is for one player; drop the option players")
    return game


def check_agents(game: Game, agents: Sequence[str]) -> None:
    """Raise unless these are different agents that can play this game by themselves."""
    if not agents or len(set(agents)) < len(agents):
        raise RegolithError("name at least one agent, and none twice")
    for spec in agents:
        tireless(make_agent(spec)).check(game)


def play_task(game_name: str, options: dict[str, Any], run: str, agent: str, deals: list[int]) -> list[Row]:
    """Play some deals with one agent (this runs in a worker process)."""
    game = envs.game(game_name, **options)
    solo = game.spec.solo
    assert solo is not None
    player = make_agent(agent)
    rows = []
    for result in play(game, deals, [[player]] * len(deals)):
        won = result.places[0] == 1 and result.end == "finished"
        rows.append(
            {
                "run": run,
                "game": game.spec.name,
                "env_version": game.spec.version,
                "options": json.dumps(game.options.model_dump(), sort_keys=True),
                "deal": result.deal,
                "agent": agent,
                "won": won,
                "score": result.scores[0],
                "length": solo.length(result.record),
                "length_unit": solo.length_unit,
                "decisions": result.decisions[0],
                "seconds": result.seconds[0],
                "missing": json.dumps({} if won else solo.missing(result.record)),
                "end": result.end,
                **facts_columns(game, result.record, 0),
            }
        )
    return rows


def measure(
    game: Game,
    agents: Sequence[str],
    deals: int,
    first_deal: int = 0,
    workers: int = 2,
    known: pl.DataFrame | None = None,
    ray_address: str | None = None,
    progress: Callable[[int, list[Row]], None] = lambda games, rows: None,
) -> pl.DataFrame:
    """Play the deals with each agent; deals that `known` rows cover are not played again. An interrupt keeps the results so far."""
    if deals < 1:
        raise RegolithError(f"the number of deals must be at least 1, not {deals}")
    check_agents(game, agents)
    run = known["run"][0] if known is not None and len(known) else uuid.uuid4().hex[:12]
    rows: list[Row] = known.to_dicts() if known is not None else []
    done = {(r["agent"], r["deal"]) for r in rows}
    tasks = []
    for agent in agents:
        todo = [d for d in range(first_deal, first_deal + deals) if (agent, d) not in done]
        for part in parallel.batches(todo, workers, DEALS_PER_TASK):
            tasks.append((game.spec.name, game.options.model_dump(), run, agent, part))
    tasks.sort(key=lambda task: task[4][0])
    progress(len(rows), rows)
    try:
        get_ready(game, [make_agent(spec) for spec in agents])
        for new in parallel.run(play_task, tasks, workers, ray_address) if tasks else ():
            rows += new
            progress(len(new), rows)
    except KeyboardInterrupt:
        pass
    return pl.DataFrame(rows, schema=SOLO_SCHEMA)


def known_rows(path: Path, game: Game, agents: Sequence[str]) -> pl.DataFrame | None:
    """The rows of an earlier, perhaps interrupted, run; None if there is none."""
    return read_solo(path, game, agents)
