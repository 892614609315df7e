"""A beam over rounds, compiled: the best positions at the end of each round go on, all others are forgotten.

Within a round positions are compared only with those that took as many actions, so that passing early does not compete with what is
still to come; those whose round is over wait in a pool, which is the beam of the next round. An action is carried out with all its
follow-ups before it is judged.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from regolith.envs.core.game import Game
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear, copy
from regolith.envs.core.record import Over

REGIONS = 3
"""The positions of now, those one action later, those whose round is over."""
MOST_ACTIONS = 200
"""Of a round; no round of a sensible plan is as long."""
MOST_STEPS = 1 << 18
"""Decisions that are remembered in one search; one that is full goes on with what it has."""
MOST_HALF_DONE = 2000
"""Positions in the middle of one action that are looked at."""
UNTOLD = ("decisions", "rng")
"""Fields in which equal positions may differ."""
ALL_BITS = 255
TRIAL, HELD, HALF_DONE = 0, 1, 2
"""Places after the regions: the position that is tried, the one whose follow-ups are, and the first of those in the middle of an action."""


class Room(NamedTuple):
    """What a search works in."""

    nodes: Any
    """Positions: the regions, then the places above."""
    raw: Any
    """The same memory as rows of bytes."""
    telling: Any
    """Which bytes of a position tell it from others: all bits set, or none."""
    counts: Any
    worst: Any
    """How many positions a region holds, and where its worst one lies once it is full."""
    values: Any
    lines: Any
    """By position: what the guide says, and the last step of the way there (0: none)."""
    parents: Any
    actions: Any
    """By step: the one before, and the action."""
    used: Any
    """One number: how many steps are remembered."""
    depths: Any
    """By half-done position: how many of its follow-ups are answered."""
    masks: Any
    scores: Any
    places: Any


def room_for(game: Game, beam: int, fan: int) -> Room:
    """Room for beams of this width."""
    size = REGIONS * beam + HALF_DONE + fan + 1
    nodes = np.zeros(size, game.spec.dtype)
    return Room(
        nodes=nodes,
        raw=nodes.view(np.uint8).reshape(size, -1),
        telling=_telling(game.spec.dtype),
        counts=np.zeros(REGIONS, np.int64),
        worst=np.zeros(REGIONS, np.int64),
        values=np.zeros(size),
        lines=np.zeros(size, np.int64),
        parents=np.zeros(MOST_STEPS, np.int64),
        actions=np.zeros(MOST_STEPS, np.int64),
        used=np.zeros(1, np.int64),
        depths=np.zeros(size, np.int64),
        masks=np.zeros((2, game.num_actions), np.int8),
        scores=np.zeros(game.players),
        places=np.zeros(game.players, np.int64),
    )


def _telling(dtype: np.dtype[Any]) -> Any:
    """All bytes but those of the fields that do not matter."""
    record = np.zeros(1, dtype)
    record.view(np.uint8)[:] = ALL_BITS
    for name in UNTOLD:
        record[name] = 0
    return record.view(np.uint8)


@kernel
def remember(room: Any, parent: int, action: int) -> int:
    """Another step of a way; 0 if there is no room left."""
    line = room.used[0] + 1
    if line >= room.parents.size:
        return 0
    room.used[0] = line
    room.parents[line] = parent
    room.actions[line] = action
    return line


@kernel
def equal(room: Any, i: int, j: int) -> bool:
    """Are these the same position? How many decisions led there does not matter, nor what chance will bring."""
    x, y, telling = room.raw[i], room.raw[j], room.telling
    differs = 0
    for k in range(x.size):
        differs |= (x[k] ^ y[k]) & telling[k]
    return differs == 0


def beam_search(rules: Any, guide: Any, round_of: Any) -> Any:
    """The search of a game, as a kernel."""
    step, legal, follow_up, outcome = rules.step, rules.legal, rules.follow_up, rules.outcome

    @kernel
    def won(t: Any, room: Any, i: int) -> bool:
        if room.nodes[i].over != Over.FINISHED:
            return False
        outcome(t, room.nodes[i], room.scores, room.places)
        return room.places[0] == 1

    @kernel
    def offer(t: Any, room: Any, trial: int, region: int, beam: int, seat: int, parent: int, action: int) -> None:
        """A position for a region, which keeps it if it is new and good enough. Without an action the way there is `parent`."""
        value = guide(t, room.nodes[trial], seat)
        first, count = region * beam, room.counts[region]
        if count == beam and value <= room.values[room.worst[region]]:
            return
        for i in range(first, first + count):
            if room.values[i] == value and equal(room, i, trial):
                return
        line = parent
        if action >= 0:
            line = remember(room, parent, action)
            if line == 0:
                return
        place = first + count if count < beam else room.worst[region]
        copy(room.nodes, place, room.nodes, trial)
        room.values[place] = value
        room.lines[place] = line
        if count < beam:
            count += 1
            room.counts[region] = count
        if count == beam:
            worst = first
            for i in range(first, first + beam):
                if room.values[i] < room.values[worst]:
                    worst = i
            room.worst[region] = worst

    @kernel
    def settle(
        t: Any, room: Any, before: int, ended: int, later: int, beam: int, fan: int, seat: int, parent: int, action: int
    ) -> None:
        """Offer what an action leads to: the position tried, or where its follow-ups lead from it."""
        trial = REGIONS * beam + TRIAL
        held, half_done = REGIONS * beam + HELD, REGIONS * beam + HALF_DONE
        s = room.nodes[trial]
        if fan == 0 or s.over != Over.RUNNING or not follow_up(t, s):
            region = ended if s.over != Over.RUNNING or round_of(t, s) != before else later
            offer(t, room, trial, region, beam, seat, parent, action)
            return
        line = remember(room, parent, action)
        if line == 0:
            return
        copy(room.nodes, half_done, room.nodes, trial)
        room.lines[half_done] = line
        room.depths[half_done] = 0
        height = 1
        mask = room.masks[1]
        for _ in range(MOST_HALF_DONE):
            if height == 0:
                return
            height -= 1
            top = half_done + height
            line, depth = room.lines[top], room.depths[top]
            copy(room.nodes, held, room.nodes, top)
            clear(mask)
            legal(t, room.nodes[held], mask)
            most, count = (fan if depth == 0 else 1), 0
            for a in range(mask.size):
                if not mask[a]:
                    continue
                copy(room.nodes, trial, room.nodes, held)
                step(t, s, a)
                if s.over != Over.RUNNING or not follow_up(t, s):
                    region = ended if s.over != Over.RUNNING or round_of(t, s) != before else later
                    offer(t, room, trial, region, beam, seat, line, a)
                    continue
                value = guide(t, s, seat)
                place = top + count
                if count == most:
                    place = top
                    for i in range(top, top + count):
                        if room.values[i] < room.values[place]:
                            place = i
                    if value <= room.values[place]:
                        continue
                further = remember(room, line, a)
                if further == 0:
                    return
                copy(room.nodes, place, room.nodes, trial)
                room.values[place] = value
                room.lines[place] = further
                room.depths[place] = depth + 1
                count = min(most, count + 1)
            height += count

    @kernel
    def expand(t: Any, room: Any, node: int, ended: int, later: int, beam: int, fan: int, seat: int) -> None:
        """Try every action of a position."""
        trial = REGIONS * beam + TRIAL
        mask = room.masks[0]
        clear(mask)
        legal(t, room.nodes[node], mask)
        before = round_of(t, room.nodes[node])
        for a in range(mask.size):
            if mask[a]:
                copy(room.nodes, trial, room.nodes, node)
                step(t, room.nodes[trial], a)
                settle(t, room, before, ended, later, beam, fan, seat, room.lines[node], a)

    @kernel
    def search(t: Any, room: Any, rounds: int, beam: int, fan: int, seat: int) -> int:
        """Search from `nodes[0]` to the end of so many rounds; where the best position lies. One that is won ends the search."""
        now, later, ended = 0, 1, 2
        room.counts[now] = 1
        room.used[0] = 0
        room.lines[0] = 0
        room.values[0] = guide(t, room.nodes[0], seat)
        for _ in range(rounds):
            room.counts[ended] = 0
            running = False
            for _ in range(MOST_ACTIONS):
                if room.counts[now] == 0:
                    break
                room.counts[later] = 0
                for node in range(now * beam, now * beam + room.counts[now]):
                    if room.nodes[node].over == Over.RUNNING:
                        running = True
                        expand(t, room, node, ended, later, beam, fan, seat)
                    else:
                        offer(t, room, node, ended, beam, seat, room.lines[node], -1)
                now, later = later, now
            if room.counts[ended] > 0:
                now, ended = ended, now
            else:
                now, later = later, now
            for node in range(now * beam, now * beam + room.counts[now]):
                if won(t, room, node):
                    return node
            if not running:
                break
        best = now * beam
        for node in range(best, best + room.counts[now]):
            if room.values[node] > room.values[best]:
                best = node
        return best

    return search
