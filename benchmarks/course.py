"""Games of one agent in all seats, followed decision by decision: the evaluation after each round, and where there is a choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from regolith import envs
from regolith.agents import Agent, make_agent
from regolith.benchmarks.arena import Row, rows_of
from regolith.benchmarks.choices import choices_of
from regolith.benchmarks.matches import Played, play
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.replay import Replay

NO_COURSE: Row = {
    "choices": 0,
    "evaluations": [],
    "searcher": "",
    "first_legal": 0,
    "first_chosen": [],
    "later_legal": 0,
    "later_chosen": [],
}
"""In the columns of games that are not followed."""


@dataclass
class Course:
    """What comes to light when a game is followed."""

    evaluations: list[list[float]]
    """Of each seat after each round after which the game goes on."""
    choices: list[int]
    """Decisions of each seat with more than one legal action."""
    places: list[int]
    """How many decisions were taken before each of those."""


def followed(game: Game, result: Played) -> Course:
    """Follow a game that was played. A position is looked at when a round has just ended and somebody has something to decide."""
    assert game.spec.planner is not None
    table, round_of = game.table[0], game.spec.planner.round_of
    course = Course([[] for _ in range(game.players)], [0] * game.players, [])
    now = None
    for count, state in Replay(game, result.deal, result.actions).states():
        if state.is_terminal:
            break
        if len(state.legal_actions()) > 1:
            course.choices[state.current_player] += 1
            course.places.append(count)
        before, now = now, int(round_of(table, state.record))
        if before is not None and now > before:
            # The evaluation may work in the record.
            position = state.clone()
            for seat, values in enumerate(course.evaluations):
                # Where a round passes without a decision, the position after it is that after the one before.
                values += [position.evaluate(seat)] * (now - before)
    return course


def check(game: Game) -> None:
    """Raise unless the games can be followed."""
    if game.spec.planner is None:
        raise RegolithError(f"{game.spec.name} does not tell its rounds")


def searched(game: Game, result: Played, places: list[int], searcher: Agent) -> Row:
    """How undecided a search is at the first decision with a choice, and at one drawn from those after it."""
    found: Row = {}
    later = places[1:]
    drawn = later[int(np.random.default_rng(result.deal).integers(len(later)))] if later else -1
    for which, place in (("first", places[0] if places else -1), ("later", drawn)):
        legal, chosen = 0, []
        if place >= 0:
            *_, (_, state) = Replay(game, result.deal, result.actions).states(place)
            legal, chosen = len(state.legal_actions()), choices_of(state, searcher, result.deal)
        found |= {f"{which}_legal": legal, f"{which}_chosen": chosen}
    return found


def play_task(
    game_name: str, options: dict[str, Any], run: str, agent: str, searcher: str, deals: list[int]
) -> list[Row]:
    """Play some deals with an agent in all seats and follow the games (this runs in a worker process)."""
    game, player = envs.game(game_name, **options), make_agent(agent)
    search = make_agent(searcher)
    rows = []
    for result in play(game, deals, [[player] * game.players] * len(deals)):
        course = followed(game, result)
        told = searched(game, result, course.places, search)
        seats = rows_of(game, run, 0, result.deal, 0, (agent,) * game.players, result, {})
        for seat, row in enumerate(seats):
            about = {"choices": course.choices[seat], "evaluations": course.evaluations[seat], "searcher": searcher}
            rows.append({**row, **about, **told})
    return rows
