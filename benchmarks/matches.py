"""Playing games between agents: many at once in lockstep, each agent deciding for all games that wait for it."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from regolith.agents import Agent, Decisions
from regolith.envs.core import rng as random
from regolith.envs.core.checks import check_seed
from regolith.envs.core.errors import IllegalAction, InvalidAction, RegolithError
from regolith.envs.core.experiment import Start
from regolith.envs.core.game import Game
from regolith.envs.core.record import Over
from regolith.envs.core.replay import Replay
from regolith.envs.core.rewards import win_share
from regolith.envs.core.tally import Tally

Array = np.ndarray[Any, Any]


@dataclass
class Played:
    """One finished game."""

    deal: int
    scores: list[float]
    places: list[int]
    decisions: list[int]
    """By seat."""
    seconds: list[float]
    """Thinking time by seat."""
    end: str
    record: np.record
    actions: list[int] = field(default_factory=list)
    counters: Array | None = None
    """Of the game's tally, by seat; None if nothing was counted."""

    @property
    def fingerprint(self) -> str:
        """Equal for games in which the same decisions were taken."""
        return hashlib.blake2b(np.array(self.actions, "<u2").tobytes(), digest_size=8).hexdigest()

    def win_shares(self) -> list[float]:
        """1 for the winner, shared by a tie; a game that was cut off is shared by all."""
        over = int(Over.TRUNCATED if self.end == "truncated" else Over.FINISHED)
        places = np.array(self.places)
        return [win_share(over, places.size, places, seat) for seat in range(places.size)]


def play(
    game: Game,
    deals: Sequence[int],
    lineups: Sequence[Sequence[Agent]],
    tallied: bool = False,
    starts: Sequence[Start] | None = None,
    again: int = 0,
) -> list[Played]:
    """Play game i on deal `deals[i]` with `lineups[i][seat]` in each seat.

    Each (deal, seat) has its own generator for the agent there, so results do not depend on what else is played.
    `tallied`: count what the game's tally counts. `starts`: what an experiment changes about each deal. `again`: not 0 where the same
    agents play the same deals once more, with other randomness of their own.
    """
    spec, count = game.spec, len(deals)
    states = np.zeros(count, spec.dtype)
    if starts is None:
        spec.drivers.deal(game.table, states, game.template, np.array([check_seed(deal) for deal in deals], np.int64))
    else:
        for i, start in enumerate(starts):
            start.deal(game, states[i : i + 1], deals[i])
    generators = np.zeros((count, game.players, 4), np.uint32)
    for i, deal in enumerate(deals):
        for seat in range(game.players):
            random.seed(generators[i, seat], agent_seed(deal, seat, lineups[i][seat].name, again))
    counters = tally_of(game).empty(count, game.players) if tallied else None
    if counters is not None:
        spec.drivers.tally_deals(game.table, states, counters)
    before = np.zeros(1, spec.dtype)
    agents = list({id(agent): agent for lineup in lineups for agent in lineup}.values())
    get_ready(game, agents)
    sits = np.array([[agents.index(agent) for agent in lineup] for lineup in lineups])
    mask = np.zeros(game.num_actions, np.int8)
    log: list[list[int]] = [[] for _ in range(count)]
    decisions = np.zeros((count, game.players), np.int64)
    seconds = np.zeros((count, game.players))
    while (running := np.flatnonzero(states["over"] == Over.RUNNING)).size:
        movers = states["player"][running]
        for number in np.unique(sits[running, movers]):
            which = running[sits[running, movers] == number]
            seats = states["player"][which]
            batch = Decisions(game, states, which, np.ascontiguousarray(generators[which, seats]))
            started = time.perf_counter()
            actions = _answer(agents[number], batch)
            seconds[which, seats] += (time.perf_counter() - started) / which.size
            decisions[which, seats] += 1
            generators[which, seats] = batch.generators
            if counters is None:
                refused = spec.drivers.apply(game.table, states, which, actions, mask)
            else:
                refused = spec.drivers.apply_and_tally(game.table, states, which, actions, mask, before, counters)
            if refused >= 0:
                action = int(actions[refused])
                known = 0 <= action < game.num_actions
                name = spec.action_name(states[which[refused]], action) if known else "there is none of that number"
                raise IllegalAction(f"agent {agents[number].name} chose an illegal action: {action} ({name})")
            for i, action in zip(which, actions, strict=True):
                log[i].append(int(action))
    played = [_played(game, states, i, deals[i], log[i], decisions[i], seconds[i]) for i in range(count)]
    if counters is not None:
        for i, result in enumerate(played):
            result.counters = counters[i]
    return played


def tally_of(game: Game) -> Tally:
    """What can be counted in a game."""
    if game.spec.tally is None:
        raise RegolithError(f"{game.spec.name} has no tally")
    return game.spec.tally


def _answer(agent: Agent, batch: Decisions) -> Array:
    """What an agent decides: one integer for each game of the batch (whether they are legal is seen when they are played)."""
    actions = np.asarray(agent.act(batch))
    if actions.shape != (len(batch),) or actions.dtype.kind not in "iu":
        raise InvalidAction(
            f"agent {agent.name} must give {len(batch)} integers, not {actions.dtype} of shape {actions.shape}"
        )
    return np.ascontiguousarray(actions, np.int64)


def get_ready(game: Game, agents: Iterable[Agent]) -> None:
    """Let every agent decide once, off the record, so that loading or compiling its code is not counted as thinking."""
    state = game.new(0)
    state.outcome()
    for agent in agents:
        generators = np.ones((1, 4), np.uint32)
        actions = _answer(agent, Decisions(game, state.array, np.zeros(1, np.int64), generators))
    game.spec.drivers.apply(
        game.table, state.array, np.zeros(1, np.int64), actions, np.zeros(game.num_actions, np.int8)
    )


def agent_seed(deal: int, seat: int, name: str, again: int = 0) -> int:
    """The seed of an agent in a seat of a deal, when it plays it for the first time or once more."""
    words = f"{deal} {seat} {name}" if again == 0 else f"{deal} {seat} {name} again {again}"
    digest = hashlib.blake2b(words.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


def _played(
    game: Game, states: Array, i: int, deal: int, actions: list[int], decisions: Array, seconds: Array
) -> Played:
    scores, places = np.zeros(game.players), np.zeros(game.players, np.int64)
    game.spec.drivers.outcome(game.table, states[i : i + 1], scores, places)
    end = "truncated" if states["over"][i] == Over.TRUNCATED else "finished"
    return Played(
        deal=deal,
        scores=scores.tolist(),
        places=places.tolist(),
        decisions=decisions.tolist(),
        seconds=seconds.tolist(),
        end=end,
        record=states[i : i + 1].copy()[0],
        actions=actions,
    )


def watched(game: Game, result: Played) -> dict[str, int | float]:
    """What comes to light when a game that was played is followed decision by decision."""
    realism = game.spec.realism
    assert realism is not None
    watcher, before = realism.watcher(), None
    for count, state in Replay(game, result.deal, result.actions).states():
        if before is not None:
            watcher.decided(before, result.actions[count - 1], state.record)
        before = state.record.copy()
    return watcher.told(result.record)


def facts_columns(
    game: Game, record: np.record, seat: int, more: Mapping[str, int | float] | None = None
) -> dict[str, str]:
    """What is worth knowing about a finished game, and about one of its seats: two columns of a results file."""
    return {
        "facts": json.dumps({**game.spec.facts(record), **(more or {})}),
        "seat_facts": json.dumps(game.spec.seat_facts(record, seat)),
    }


def tireless(agent: Agent) -> Agent:
    """The same agent, if it can play by itself as often as asked."""
    if agent.name == "human":
        raise RegolithError("a human cannot play here; use 'regolith play'")
    return agent
