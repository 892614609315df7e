"""Search that is guided by the game's evaluation, compiled.

Each simulation deals anew what the searching player cannot see, walks down the tree and ends at an action that was never tried before.
There the evaluation is asked, after the follow-ups of an action half done have been taken greedily. A node that is visited again looks
at its actions one ply deep: that is their prior and their first value. The root halves its field of actions again and again
(sequential halving), and all of them meet the same deals. What was found out below the action chosen is kept for its follow-ups.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from regolith.agents.search.keeping import keep_legal, replant
from regolith.agents.search.selection import KNOWN, best_of_field, halve, least_visited, open_field, rounds_of
from regolith.agents.search.tree import NO_NODE, ROOT, add_child, back_up, begin_tree, child_for
from regolith.agents.search.values import value_of
from regolith.agents.search.walk import DEEPEST, next_legal, walker
from regolith.envs.core import rng as random
from regolith.envs.core.game import GameSpec
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear, copy
from regolith.envs.core.record import Over


class Search(NamedTuple):
    """The compiled search of a game."""

    search: Any
    """`search(t, states, which, generators, simulations, guide, trees, sizes, nodes, scratch, masks, chosen)`: a choice for each game."""
    begin: Any
    """`begin(t, states, root, worlds, field, size, ...)`: a tree with a field of actions; its size and the size of the field."""
    simulate: Any
    """`simulate(t, states, root, worlds, times, ...)`: so many simulations more; the new size of the tree."""


class More(NamedTuple):
    """What a look around needs besides: a generator to break ties by, and room for the values of the players."""

    generator: Any
    scores: Any
    places: Any
    margins: Any
    values: Any

    @classmethod
    def of(cls, generator: Any, players: int) -> More:
        places = np.zeros(players, np.int64)
        return cls(generator, np.zeros(players), places, np.zeros(players), np.zeros(players))


def build(spec: GameSpec) -> Search:
    """Compile nothing yet, but put the search of a game together."""
    rules = spec.ported
    step, legal, determinize, evaluate = rules.step, rules.legal, rules.determinize, rules.evaluate
    follow_up = rules.follow_up
    best_action, take_follow_ups = spec.drivers.greedy_player.best_action, spec.drivers.greedy_player.take_follow_ups
    worth = value_of(rules)

    @kernel
    def first_value(t: Any, scratch: Any, masks: Any, action: int, scale: float, more: Any) -> float:
        """What an action in `scratch[0]` looks worth to its mover, after greedy follow-ups."""
        mover = scratch[0].player
        copy(scratch, 1, scratch, 0)
        step(t, scratch[1], action)
        take_follow_ups(t, scratch, masks, mover, more.generator)
        if scratch[1].over == Over.RUNNING:
            return np.tanh(evaluate(t, scratch[1], mover) / scale)
        worth(t, scratch[1], scale, more.scores, more.places, more.margins, more.values)
        return more.values[mover]

    @kernel
    def look(t: Any, scratch: Any, masks: Any, nodes: Any, size: int, node: int, guide: Any, more: Any) -> int:
        """Give each legal action of `scratch[0]` that has no child one, with what it looks worth; the new size of the tree."""
        mask, mover = masks[0], scratch[0].player
        action = next_legal(mask, 0)
        while action < mask.size and size < nodes.size:
            first = first_value(t, scratch, masks, action, guide.scale, more)
            size = add_child(nodes, size, node, action, mover, first / guide.heat, first)
            mask[action] = KNOWN
            action = next_legal(mask, action + 1)
        return size

    walk = walker(rules, look)

    @kernel
    def finish(t: Any, scratch: Any, masks: Any, replies: int, scale: float, more: Any) -> None:
        """What the position of `scratch[0]` is worth to everybody, after so many greedy replies and the follow-ups of the last one."""
        while replies > 0 and scratch[0].over == Over.RUNNING:
            replies -= int(not follow_up(t, scratch[0]))
            step(t, scratch[0], best_action(t, scratch, masks, scratch[0].player, more.generator))
        copy(scratch, 1, scratch, 0)
        if scratch[1].over == Over.RUNNING and follow_up(t, scratch[1]):
            take_follow_ups(t, scratch, masks, scratch[1].player, more.generator)
        worth(t, scratch[1], scale, more.scores, more.places, more.margins, more.values)

    @kernel
    def deal_anew(t: Any, states: Any, root: int, world: int, scratch: Any) -> None:
        copy(scratch, 0, states, root)
        random.seed(scratch[0].rng, world)
        determinize(t, scratch[0], states[root].player)

    @kernel
    def begin(
        t: Any,
        states: Any,
        root: int,
        worlds: int,
        field: int,
        size: int,
        guide: Any,
        nodes: Any,
        scratch: Any,
        masks: Any,
        more: Any,
    ) -> tuple[int, int]:
        """A tree whose root has looked at every legal action in several deals and considers the best ones.

        With a size there is a tree that was kept. Returns the size of the tree and of the field.
        """
        mask = masks[2]
        clear(mask)
        legal(t[0], states[root], mask)
        if size == 0:
            size = begin_tree(nodes, states[root].player)
        else:
            keep_legal(nodes, mask, KNOWN)
        sums = np.zeros(mask.size)
        for draw in range(guide.draws):
            deal_anew(t[0], states, root, worlds ^ draw, scratch)
            action = next_legal(mask, 0)
            while action < mask.size:
                sums[action] += first_value(t[0], scratch, masks, action, guide.scale, more) / guide.draws
                action = next_legal(mask, action + 1)
        action = next_legal(mask, 0)
        while action < mask.size:
            first = sums[action]
            size = add_child(nodes, size, ROOT, action, nodes[ROOT].mover, first / guide.heat, first)
            action = next_legal(mask, action + 1)
        return size, open_field(nodes, field)

    @kernel
    def simulate(
        t: Any,
        states: Any,
        root: int,
        worlds: int,
        times: int,
        size: int,
        guide: Any,
        nodes: Any,
        scratch: Any,
        masks: Any,
        more: Any,
        path: Any,
    ) -> int:
        """So many simulations; the new size of the tree."""
        for _ in range(times):
            # The n-th visit of each action of the root meets the n-th deal, so that luck does not decide between them.
            deal_anew(t[0], states, root, worlds ^ nodes[least_visited(nodes)].visits, scratch)
            _, depth, size = walk(t[0], scratch, masks, nodes, size, guide, more, path)
            finish(t[0], scratch, masks, guide.replies, guide.scale, more)
            back_up(nodes, path, depth, more.values)
        return size

    @kernel
    def still_holds(t: Any, s: Any, tree: Any) -> bool:
        """Was this tree kept for just this decision?"""
        return tree[ROOT].mover == s.player and tree[ROOT].available == s.decisions and follow_up(t, s)

    @kernel
    def search(
        t: Any,
        states: Any,
        which: Any,
        generators: Any,
        simulations: int,
        guide: Any,
        trees: Any,
        sizes: Any,
        nodes: Any,
        scratch: Any,
        masks: Any,
        chosen: Any,
    ) -> None:
        """Search each game in `which` and write the chosen actions, and the trees that are kept below them."""
        players = states[0].players
        scores, places = np.zeros(players), np.zeros(players, np.int64)
        margins, values, path = np.zeros(players), np.zeros(players), np.zeros(DEEPEST, np.int64)
        for k in range(which.size):
            root = which[k]
            mask = masks[2]
            clear(mask)
            legal(t[0], states[root], mask)
            mover, decisions = states[root].player, states[root].decisions + 1
            size = sizes[k] if sizes[k] and still_holds(t[0], states[root], trees[k]) else 0
            for i in range(size):
                copy(nodes, i, trees[k], i)
            sizes[k] = 0
            chosen[k] = next_legal(mask, 0)
            if next_legal(mask, chosen[k] + 1) == mask.size:
                child = child_for(nodes, ROOT, chosen[k]) if size else NO_NODE
                if child:
                    sizes[k] = replant(nodes, child, mover, decisions, trees[k])
                continue
            more = More(generators[k], scores, places, margins, values)
            worlds = random.seed63(generators[k])
            most = first_field(guide.field, simulations)
            size, field = begin(t, states, root, worlds, most, size, guide, nodes, scratch, masks, more)
            left = simulations
            while field > 1:
                times = left // rounds_of(field)
                size = simulate(t, states, root, worlds, times, size, guide, nodes, scratch, masks, more, path)
                left -= times
                field = halve(nodes, field, guide.trust)
            best = best_of_field(nodes, guide.trust)
            chosen[k] = nodes[best].action
            sizes[k] = replant(nodes, best, mover, decisions, trees[k])

    return Search(search, begin, simulate)


@kernel
def first_field(most: int, simulations: int) -> int:
    """How many actions the root begins with: each of them should be tried twice."""
    return min(most, max(2, simulations // 2))
