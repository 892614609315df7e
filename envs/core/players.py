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
ANSWERS = 16
"""Questions whose answers are kept within a decision."""
FACTOR, MODULUS = 1_000_003, 2**31 - 1
"""Primes that tell one set of answers from another."""


@kernel
def once(t: Any, s: Any, after: Any) -> int:
    """Of a game in which the greedy player takes chance as it comes."""
    return 1


@kernel
def always_anew(t: Any, s: Any) -> int:
    """Of a game in which no question comes up in several actions."""
    return 0


@kernel
def as_it_comes(t: Any, s: Any, seat: int) -> None:
    """Of a game in which nothing is tried twice."""


@kernel
def summed_up(question: int, mask: Any) -> int:
    """A question and what may be answered, as one number."""
    total = question
    a = find_byte(mask, 1, 0, mask.size)
    while a < mask.size:
        total = (total * FACTOR + a) % MODULUS
        a = find_byte(mask, 1, a + 1, mask.size)
    return total + 1


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
    be taken. A question that several actions ask (where does the ocean go?) is answered once, if the same answers are allowed.
    """
    step, legal, determinize, redraw = rules.step, rules.legal, rules.determinize, rules.redraw
    evaluate, follow_up, chances, question = rules.evaluate, rules.follow_up, rules.chances, rules.question

    def ply(depth: int, finish: Any, most: int) -> Any:
        """The search for the state in `scratch[depth]`; `finish` takes the follow-ups of an action tried in `scratch[depth + 1]`."""
        longest, kept = (LONGEST_ACTION, ANSWERS) if most > 1 else (0, 0)

        @kernel
        def best_action(t: Any, scratch: Any, masks: Any, seat: int, generator: Any) -> int:
            mask = masks[depth]
            clear(mask)
            legal(t, scratch[depth], mask)
            chosen, best, ties = -1, -np.inf, 0
            line, answered = np.zeros(longest, np.int64), np.zeros((2, kept), np.int64)
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
                        redraw(t, trial, seat)
                    step(t, trial, a)
                    known = finish(t, scratch, masks, seat, generator, line, known, answered)
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
    def look_no_further(
        t: Any, scratch: Any, masks: Any, seat: int, generator: Any, line: Any, known: int, answered: Any
    ) -> int:
        return 0

    best_follow_up = ply(1, look_no_further, 1)

    @kernel
    def still_legal(t: Any, s: Any, mask: Any, action: int) -> bool:
        clear(mask)
        legal(t, s, mask)
        return mask[action] != 0

    @kernel
    def answer(t: Any, scratch: Any, masks: Any, seat: int, generator: Any, answered: Any) -> int:
        """The best follow-up: that of an earlier action which asked the same, if there was one."""
        asked = question(t, scratch[1])
        if asked == 0:
            return best_follow_up(t, scratch, masks, seat, generator)
        clear(masks[1])
        legal(t, scratch[1], masks[1])
        key, at = summed_up(asked, masks[1]), 0
        while at < ANSWERS and answered[0, at] != 0:
            # Two questions that come to the same number are told apart at least where an answer is not allowed.
            if answered[0, at] == key and masks[1][answered[1, at]] != 0:
                return answered[1, at]
            at += 1
        action = best_follow_up(t, scratch, masks, seat, generator)
        if at < ANSWERS:
            answered[0, at], answered[1, at] = key, action
        return action

    @kernel
    def follow(
        t: Any, scratch: Any, masks: Any, seat: int, generator: Any, line: Any, known: int, answered: Any
    ) -> int:
        """Take the follow-ups, as far as they are known those of the line, and write it; how many they are."""
        trial, length = scratch[1], 0
        while trial.over == Over.RUNNING and trial.player == seat and follow_up(t, trial):
            if length < known and still_legal(t, trial, masks[1], line[length]):
                action = line[length]
            else:
                action = answer(t, scratch, masks, seat, generator, answered)
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
