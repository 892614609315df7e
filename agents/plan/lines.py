"""From beams to a plan: a line for each world, and each line tried in all worlds.

A world is the game with everything dealt anew that the player cannot know. A beam that knows a world plans for its cards and its dice, so
the line it finds is tried in the other worlds too: it is followed there as long as the player would see the same, then another beam
goes on. The line with the best mean is the plan.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from regolith.agents.plan.beam import beam_search
from regolith.envs.core import rng as random
from regolith.envs.core.game import Game
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear, copy
from regolith.envs.core.record import Over

LONGEST = 4096
"""Decisions of a line."""


class Lines(NamedTuple):
    """The lines of the worlds, one row for each; the plan is copied to row 0."""

    worlds: Any
    actions: Any
    keys: Any
    """What the player sees before each action, as a number."""
    lengths: Any
    observation: Any
    mask: Any


def lines_for(game: Game, deals: int) -> Lines:
    """Room for the lines of so many worlds."""
    return Lines(
        worlds=np.zeros(deals, game.spec.dtype),
        actions=np.zeros((deals, LONGEST), np.int64),
        keys=np.zeros((deals, LONGEST), np.int64),
        lengths=np.zeros(deals, np.int64),
        observation=np.zeros(game.observation_size, np.float32),
        mask=np.zeros(game.num_actions, np.int8),
    )


def redealing(rules: Any) -> Any:
    """How a world is made from a position: with other chances, and all that the seat cannot see dealt anew."""
    determinize = rules.determinize

    @kernel
    def redeal(t: Any, s: Any, seat: int, generator: Any) -> None:
        random.seed(s.rng, random.seed63(generator))
        determinize(t, s, seat)

    return redeal


def viewing(rules: Any) -> Any:
    """A number for what the player to move sees: the observation and what is legal."""
    observe, legal = rules.observe, rules.legal

    @kernel
    def key_of(t: Any, s: Any, observation: Any, mask: Any) -> int:
        clear(observation)
        observe(t, s, s.player, observation)
        words = observation.view(np.int32)
        key = 0
        for i in range(words.size):
            if words[i] != 0:
                key = random.scramble(random.scramble(key ^ i) ^ (int(words[i]) & random.WORD))
        clear(mask)
        legal(t, s, mask)
        for i in range(mask.size):
            if mask[i]:
                key = random.scramble(key ^ i)
        return key

    return key_of


def planning(rules: Any, guide: Any, round_of: Any, redeal: Any) -> Any:
    """The planner of a game, as a kernel."""
    step = rules.step
    search, key_of = beam_search(rules, guide, round_of), viewing(rules)

    @kernel
    def write_line(t: Any, room: Any, lines: Any, world: int, best: int, seat: int) -> None:
        """The way to a position, with what the player sees on it: up to the end of the round, to its own end if it wins."""
        wins = room.nodes[best].over == Over.FINISHED and room.places[0] == 1
        length, line = 0, room.lines[best]
        while line:
            length += 1
            line = room.parents[line]
        line = room.lines[best]
        place = length
        while line:
            place -= 1
            if place < LONGEST:
                lines.actions[world, place] = room.actions[line]
            line = room.parents[line]
        copy(room.nodes, 0, lines.worlds, world)
        s = room.nodes[0]
        first = round_of(t, s)
        lines.lengths[world] = 0
        for i in range(min(length, LONGEST)):
            if round_of(t, s) != first and not wins:
                break
            lines.keys[world, i] = key_of(t, s, lines.observation, lines.mask)
            lines.lengths[world] = i + 1
            step(t, s, lines.actions[world, i])

    @kernel
    def value_in(
        t: Any, room: Any, lines: Any, line: int, world: int, rounds: int, beam: int, fan: int, seat: int
    ) -> float:
        """What a line comes to in a world: followed as long as the player sees what he expects, then planned anew."""
        copy(room.nodes, 0, lines.worlds, world)
        s = room.nodes[0]
        first = round_of(t, s)
        for i in range(lines.lengths[line]):
            if i > 0 and (s.over != Over.RUNNING or key_of(t, s, lines.observation, lines.mask) != lines.keys[line, i]):
                break
            step(t, s, lines.actions[line, i])
        rounds -= 0 if s.over != Over.RUNNING else round_of(t, s) - first
        if s.over != Over.RUNNING or rounds <= 0:
            return guide(t, s, seat)
        best = search(t, room, rounds, beam, fan, seat)
        return room.values[best]

    @kernel
    def plan(
        t: Any,
        states: Any,
        root: int,
        generator: Any,
        rounds: int,
        beam: int,
        fan: int,
        sees: bool,
        room: Any,
        lines: Any,
    ) -> int:
        """Plan a game; the plan is in row 0 of the lines. How long it is, 0 if there is none. `sees`: the world is as it is."""
        seat, deals = states[root].player, lines.worlds.size
        total = np.zeros(deals)
        for world in range(deals):
            copy(lines.worlds, world, states, root)
            if not sees:
                redeal(t[0], lines.worlds[world], seat, generator)
        for world in range(deals):
            copy(room.nodes, 0, lines.worlds, world)
            best = search(t[0], room, rounds, beam, fan, seat)
            total[world] = room.values[best]
            write_line(t[0], room, lines, world, best, seat)
        chosen = 0
        if deals > 1:
            for line in range(deals):
                for world in range(deals):
                    if world != line:
                        total[line] += value_in(t[0], room, lines, line, world, rounds, beam, fan, seat)
                if total[line] > total[chosen]:
                    chosen = line
        length = lines.lengths[chosen]
        for i in range(length):
            lines.actions[0, i] = lines.actions[chosen, i]
            lines.keys[0, i] = lines.keys[chosen, i]
        return length

    return plan
