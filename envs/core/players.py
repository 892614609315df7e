"""Players that are kernels: they choose an action inside compiled code, so whole games never return to Python."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from regolith.envs.core import rng as random
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear, copy, find_byte
from regolith.envs.core.record import Over


class Player(IntEnum):
    """Who decides for a seat inside a compiled loop."""

    OUTSIDE = 0
    RANDOM = 1
    GREEDY = 2


INSIDE = ("random", "greedy")
"""Those that play in compiled code, by name."""


AT_ONCE = 8
"""Bytes of a mask in a word."""


@kernel
def pick_legal(mask: Any, generator: Any) -> int:
    """A uniformly random legal action."""
    count = 0
    for a in range(mask.size):
        count += int(mask[a])
    wanted = random.below(generator, count)
    # Few actions are legal, so eight that are not are passed over at once.
    words = mask[: mask.size // AT_ONCE * AT_ONCE].view(np.int64)
    a = 0
    while a < mask.size:
        if a % AT_ONCE == 0 and a // AT_ONCE < words.size and words[a // AT_ONCE] == 0:
            a += AT_ONCE
            continue
        if mask[a]:
            if wanted == 0:
                return a
            wanted -= 1
        a += 1
    return -1


MOST_CHANCES = 8
"""How often the greedy player tries an action at most whose outcome chance decides."""
LONGEST_ACTION = 64
"""Follow-ups of an action that are taken again as they are when it is tried once more."""


@kernel
def once(t: Any, s: Any, after: Any) -> int:
    """Of a game in which the greedy player takes chance as it comes."""
    return 1


class Greedy(NamedTuple):
    """The greedy player of a game."""

    choose: Any
    best_action: Any
    """Its choice in the position of `scratch[0]`, which holds nothing that it may not see."""
    take_follow_ups: Any
    """Finishes an action that is half done in `scratch[1]`."""


def greedy_player(rules: Any, actions: int) -> Greedy:
    """Build the greedy player of a game: one-ply search on the game's own evaluation.

    A decision that only begins an action (play this project) is judged by where its follow-ups (this hex) lead, each of them chosen
    by the same search. What chance decides is tried as often as the game says, in the same deals for every action, and counts by its
    mean: one lucky draw would make any gamble look good. The follow-ups are chosen in the first deal, and again only where they cannot
    be taken.
    """
    step, legal, determinize = rules.step, rules.legal, rules.determinize
    evaluate, follow_up, chances = rules.evaluate, rules.follow_up, rules.chances

    def ply(depth: int, finish: Any, most: int) -> Any:
        """The search for the state in `scratch[depth]`; `finish` takes the follow-ups of an action tried in `scratch[depth + 1]`."""
        longest = LONGEST_ACTION if most > 1 else 0

        @kernel
        def best_action(t: Any, scratch: Any, masks: Any, seat: int, generator: Any) -> int:
            mask = masks[depth]
            clear(mask)
            legal(t, scratch[depth], mask)
            chosen, best, ties = -1, -np.inf, 0
            line = np.zeros(longest, np.int64)
            a = -1
            while True:
                a = find_byte(mask, 1, a + 1, actions)
                if a == actions:
                    return chosen
                value, tried, times, known = 0.0, 0, 1, 0
                while tried < times:
                    copy(scratch, depth + 1, scratch, depth)
                    trial = scratch[depth + 1]
                    if tried > 0:
                        random.seed(trial.rng, int(trial.rng[0]) * MOST_CHANCES + tried)
                        determinize(t, trial, seat)
                    step(t, trial, a)
                    known = finish(t, scratch, masks, seat, generator, line, known)
                    value += evaluate(t, trial, seat)
                    if tried == 0:
                        times = min(most, chances(t, scratch[depth], trial))
                    tried += 1
                value /= tried
                ties = ties + 1 if value == best else 0
                if value > best or (ties > 0 and random.below(generator, ties + 1) == 0):
                    chosen, best = a, value

        return best_action

    @kernel
    def look_no_further(t: Any, scratch: Any, masks: Any, seat: int, generator: Any, line: Any, known: int) -> int:
        return 0

    best_follow_up = ply(1, look_no_further, 1)

    @kernel
    def still_legal(t: Any, s: Any, mask: Any, action: int) -> bool:
        clear(mask)
        legal(t, s, mask)
        return mask[action] != 0

    @kernel
    def follow(t: Any, scratch: Any, masks: Any, seat: int, generator: Any, line: Any, known: int) -> int:
        """Take the follow-ups, as far as they are known those of the line, and write it; how many they are."""
        trial, length = scratch[1], 0
        while trial.over == Over.RUNNING and trial.player == seat and follow_up(t, trial):
            if length < known and still_legal(t, trial, masks[1], line[length]):
                action = line[length]
            else:
                action = best_follow_up(t, scratch, masks, seat, generator)
            if length < line.size:
                line[length] = action
                length += 1
            step(t, trial, action)
        return length

    @kernel
    def take_follow_ups(t: Any, scratch: Any, masks: Any, seat: int, generator: Any) -> None:
        trial = scratch[1]
        while trial.over == Over.RUNNING and trial.player == seat and follow_up(t, trial):
            step(t, trial, best_follow_up(t, scratch, masks, seat, generator))

    best_action = ply(0, follow, MOST_CHANCES)

    @kernel
    def greedy(t: Any, states: Any, i: int, generator: Any, scratch: Any, masks: Any) -> int:
        """The greedy choice of the player to move, from what that player may know."""
        seat = states[i].player
        copy(scratch, 0, states, i)
        random.seed(scratch[0].rng, random.seed63(generator))
        determinize(t, scratch[0], seat)
        return best_action(t, scratch, masks, seat, generator)

    return Greedy(greedy, best_action, take_follow_ups)


GREEDY_SCRATCH = 3
"""How many records the greedy player works on: the position, an action tried, a follow-up tried."""
