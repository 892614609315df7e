"""The planner as an agent: it plans when it sees something that it did not expect, and otherwise does what it has planned."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from regolith.agents.base import Agent, Array, Decisions
from regolith.agents.plan.beam import Room, room_for
from regolith.agents.plan.lines import Lines, lines_for, planning, redealing, viewing
from regolith.envs.core.checks import check_count, check_kind, shown
from regolith.envs.core.errors import AgentSpecError
from regolith.envs.core.game import Game, GameSpec
from regolith.envs.core.jit import kernel
from regolith.envs.core.weights import with_numbers

LEAST = {"beam": 1, "deals": 1, "rounds": 1, "fan": 0}
MOST = {"beam": 10_000, "deals": 1_000, "rounds": 1_000, "fan": 1_000}
"""Parameters of the agent, and how small and how large they may be."""
GAMES_IN_MIND = 4096
"""Plans that are kept, each until its game is over or so many others were made since."""
DECKS = "decks"
"""What a planner may see that is no player but a yardstick: every deck in its order, and what the dice will show."""


@dataclass
class Plan:
    """What is left of a plan: actions, and what must be seen before each."""

    actions: list[int]
    keys: list[int]
    next: int = 0


@dataclass
class Desk:
    """What planning a game needs: the table with the weights of the planner, and room to work in."""

    game: Game
    table: Array
    room: Room
    lines: Lines


class PlanAgent(Agent):
    """`plan:beam=B,deals=D,rounds=R,fan=F`, each of them as the game likes it best unless it is given.

    The best B positions of each round go on, for R rounds, in D re-dealt worlds; of the ways to begin the follow-ups of an action the best
    F are looked at (0: a follow-up is an action like others). `sees=decks` plans in the one true world.
    """

    def __init__(
        self,
        beam: int | None = None,
        deals: int | None = None,
        rounds: int | None = None,
        fan: int | None = None,
        sees: str | None = None,
    ) -> None:
        if sees not in (None, DECKS):
            raise AgentSpecError(f"plan: sees is {DECKS} or left out, not {shown(sees)}")
        if sees and deals is not None:
            raise AgentSpecError("plan: who sees the decks deals no worlds; give sees=... or deals=..., not both")
        self.sees = sees is not None
        given = {"beam": beam, "deals": deals, "rounds": rounds, "fan": fan}
        self._given = {
            key: check_count(f"plan: {key}", value, MOST[key], LEAST[key], error=AgentSpecError)
            for key, value in given.items()
            if value is not None
        }
        parts = ",".join([f"{key}={value}" for key, value in self._given.items()] + [f"sees={sees}"] * self.sees)
        self.name = f"plan:{parts}" if parts else "plan"
        self._plans: OrderedDict[bytes, Plan] = OrderedDict()
        self._desk: Desk | None = None

    def check(self, game: Game) -> None:
        super().check(game)
        if not game.solo:
            raise AgentSpecError(f"plan plays alone; this game has {game.players} players")
        if game.spec.planner is None:
            raise AgentSpecError(f"plan cannot play {game.spec.name}: the game does not say what a round is")

    def act(self, decisions: Decisions) -> Array:
        self.check(decisions.game)
        return np.array([self._choose(decisions, row) for row in range(len(decisions))], np.int64)

    def _choose(self, decisions: Decisions, row: int) -> int:
        game, states, i = decisions.game, decisions.states, int(decisions.which[row])
        legal = np.flatnonzero(decisions.masks[row])
        if legal.size == 1:
            return int(legal[0])
        desk = self._desk_for(game)
        # The generator of a game is not touched while its plan is followed, so it tells whose plan it is.
        generator = decisions.generators[row]
        plan = self._plans.pop(generator.tobytes(), None)
        lines = desk.lines
        key = key_of(game.spec)(desk.table, states, i, lines.observation, lines.mask)
        if plan is not None:
            while plan.next < len(plan.keys) and plan.keys[plan.next] != key:
                plan.next += 1
        if plan is None or plan.next == len(plan.keys):
            settings = self._settings(game)
            rounds, beam, fan = settings["rounds"], settings["beam"], settings["fan"]
            length = planner_of(game.spec)(
                desk.table, states, i, generator, rounds, beam, fan, self.sees, desk.room, lines
            )
            plan = Plan(lines.actions[0, :length].tolist(), lines.keys[0, :length].tolist())
        action = plan.actions[plan.next]
        plan.next += 1
        self._plans[generator.tobytes()] = plan
        if len(self._plans) > GAMES_IN_MIND:
            self._plans.popitem(last=False)
        return action

    def _settings(self, game: Game) -> dict[str, int]:
        planner = game.spec.planner
        assert planner is not None
        settings = {key: self._given.get(key, getattr(planner, key)) for key in MOST}
        return settings | {"deals": 1} if self.sees else settings

    def _desk_for(self, game: Game) -> Desk:
        if self._desk is None or self._desk.game != game:
            settings, planner, weights = self._settings(game), game.spec.planner, game.spec.weights
            assert planner is not None
            table = game.table if weights is None else with_numbers(game, weights.read(planner.weights))
            room = room_for(game, settings["beam"], settings["fan"])
            self._desk = Desk(game, table, room, lines_for(game, settings["deals"]))
        return self._desk

    def __getstate__(self) -> dict[str, Any]:
        """Without the desk: it is large, and the addresses in its table are of this process."""
        return {**self.__dict__, "_desk": None}


_planners: dict[str, Callable[..., int]] = {}
_keys: dict[str, Callable[..., int]] = {}


def planner_of(spec: GameSpec) -> Callable[..., int]:
    """The compiled planner of a game."""
    check_kind("spec", spec, GameSpec)
    if spec.name not in _planners:
        rules, planner = spec.ported, spec.planner
        assert planner is not None
        _planners[spec.name] = planning(rules, planner.guide or rules.evaluate, planner.round_of, redealing(rules))
    return _planners[spec.name]


def key_of(spec: GameSpec) -> Callable[..., int]:
    """What the player to move sees, as a number: the same that the plan has for it."""
    if spec.name not in _keys:
        seen = viewing(spec.ported)

        @kernel
        def key(t: Any, states: Any, i: int, observation: Any, mask: Any) -> int:
            return seen(t[0], states[i], observation, mask)

        _keys[spec.name] = key
    return _keys[spec.name]
