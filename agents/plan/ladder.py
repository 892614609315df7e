"""Fast wins of numbered deals with all decks known: beams one after the other, a small one first, and every win replayed by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from regolith.agents.base import Array
from regolith.agents.plan.beam import Room, beam_search, room_for
from regolith.envs.core import rng as random
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.game import Deals, Game, GameSpec, Planner, Rung
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear, copy
from regolith.envs.core.record import Over
from regolith.envs.core.weights import with_numbers

LONGEST = 4096
"""Decisions of a win."""
SEAT = 0


@dataclass(frozen=True)
class Win:
    """A won game: what was decided, the round in which it ended, and the number of the rung that found it."""

    actions: tuple[int, ...]
    round: int
    rung: int


@dataclass(frozen=True)
class Loops:
    """The compiled loops of a game."""

    deal: Callable[..., None]
    number: Callable[..., int]
    bound: Callable[..., int]
    climb: Callable[..., int]
    replay: Callable[..., int]


_loops: dict[str, Loops] = {}


def loops_of(spec: GameSpec) -> Loops:
    """Made once for a game."""
    if spec.name not in _loops:
        deals, planner = spec.deals, spec.planner
        assert deals is not None
        assert planner is not None
        _loops[spec.name] = _make(spec.ported, deals, planner)
    return _loops[spec.name]


def _make(rules: Any, deals: Deals, planner: Planner) -> Loops:
    set_up, deal_of, bound_of, round_of = deals.set_up, deals.deal_of, deals.bound, planner.round_of
    step, legal, outcome = rules.step, rules.legal, rules.outcome
    search = beam_search(rules, deals.guide, round_of)

    @kernel
    def deal(t: Any, states: Any, template: Any, number: int) -> None:
        """A numbered deal. Its generator is never used; it must not be dead."""
        copy(states, 0, template, 0)
        random.seed(states[0].rng, number)
        set_up(t[0], states[0], number)

    @kernel
    def number(t: Any, states: Any) -> int:
        return deal_of(t[0], states[0])

    @kernel
    def bound(t: Any, states: Any) -> int:
        return bound_of(t[0], states[0])

    @kernel
    def climb(t: Any, states: Any, last: int, beam: int, fan: int, room: Any, actions: Any) -> int:
        """Look for a win up to a last round; how many actions were written, 0 if none was found."""
        copy(room.nodes, 0, states, 0)
        best = search(t[0], room, last + 1 - round_of(t[0], states[0]), beam, fan, SEAT)
        if room.nodes[best].over != Over.FINISHED:
            return 0
        outcome(t[0], room.nodes[best], room.scores, room.places)
        if room.places[SEAT] != 1:
            return 0
        length, line = 0, room.lines[best]
        while line:
            length += 1
            line = room.parents[line]
        if length > actions.size:
            return 0
        place, line = length, room.lines[best]
        while line:
            place -= 1
            actions[place] = room.actions[line]
            line = room.parents[line]
        return length

    @kernel
    def replay(t: Any, states: Any, actions: Any, mask: Any, scores: Any, places: Any) -> int:
        """Play these actions by the rules: the round in which they win; 0 if one is illegal, or they are too few or too many to win."""
        s, last = states[0], 0
        for i in range(actions.size):
            if s.over != Over.RUNNING:
                return 0
            clear(mask)
            legal(t[0], s, mask)
            if actions[i] < 0 or actions[i] >= mask.size or mask[actions[i]] == 0:
                return 0
            last = round_of(t[0], s)
            step(t[0], s, actions[i])
        if s.over != Over.FINISHED:
            return 0
        outcome(t[0], s, scores, places)
        return last if places[SEAT] == 1 else 0

    return Loops(deal, number, bound, climb, replay)


class Ladder:
    """The deals of a solo game, bounds on how soon they are won, and the ladder that looks for fast wins."""

    def __init__(self, game: Game) -> None:
        deals, planner = game.spec.deals, game.spec.planner
        if deals is None or planner is None:
            raise RegolithError(
                f"the deals of {game.spec.name} are not numbered, so there is nothing to look for the best play of"
            )
        if not game.solo:
            raise RegolithError(f"deals are numbered for one player; this game has {game.players} players")
        self.game, self.deals, self._fan = game, deals, planner.fan
        self._loops = loops_of(game.spec)
        self._state = np.zeros(1, game.spec.dtype)
        self._actions = np.zeros(LONGEST, np.int64)
        self._mask = np.zeros(game.num_actions, np.int8)
        self._scores, self._places = np.zeros(1), np.zeros(1, np.int64)

    @cached_property
    def _rungs(self) -> list[tuple[Rung, Array, Room]]:
        made = []
        for rung in self.deals.ladder:
            table = with_numbers(self.game, rung.weights)
            made.append((rung, table, room_for(self.game, rung.beam, self._fan)))
        return made

    def start(self, number: int) -> Array:
        """The first position of a deal."""
        states = np.zeros(1, self.game.spec.dtype)
        self._loops.deal(self.game.table, states, self.game.template, number)
        return states

    def number_of(self, seed: int) -> int:
        """The number of the deal that `game.new(seed)` gives."""
        return self._loops.number(self.game.table, self.game.new(seed).array)

    def bound(self, states: Array) -> int:
        """The round before whose end a position cannot be won; one more than the game has if it cannot be won."""
        return self._loops.bound(self.game.table, states)

    def replay(self, states: Array, actions: Array) -> int:
        """The round in which these actions win from a position by the rules; 0 if they do not."""
        return self._loops.replay(self.game.table, states.copy(), actions, self._mask, self._scores, self._places)

    def fastest(self, states: Array, bound: int = 0) -> Win | None:
        """The fastest win from a position that the ladder finds. It stops at the bound, and once it has a win it looks for faster ones."""
        found: Win | None = None
        for number, (rung, table, room) in enumerate(self._rungs):
            last = self.deals.rounds if found is None else found.round - 1
            if last < bound:
                break
            if found is not None and rung.last_resort:
                continue
            length = self._loops.climb(table, states, last, rung.beam, self._fan, room, self._actions)
            if length:
                actions = self._actions[:length].copy()
                won = self.replay(states, actions)
                assert 0 < won <= last, "a win that the rules do not confirm"
                found = Win(tuple(actions.tolist()), won, number)
        return found
