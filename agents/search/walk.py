"""One way down the tree: from the root to an action that was never tried before."""

from __future__ import annotations

from typing import Any

from regolith.agents.search.selection import considered_at, least_visited, mark_known, pick_child
from regolith.agents.search.tree import NO_NODE, ROOT, add_child, child_for
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import clear, find_byte
from regolith.envs.core.record import Over

DEEPEST = 512
"""Decisions of a path; a simulation ends there at the latest."""


@kernel
def next_legal(mask: Any, action: int) -> int:
    """The first legal action from this one on that is not marked; the size of the mask if there is none."""
    return find_byte(mask, 1, action, mask.size)


def walker(rules: Any, look: Any) -> Any:
    """The walk for one game's rules. `look` gives actions without a child one; without `look` the walk stops where one is needed."""
    step, legal = rules.step, rules.legal
    looks = look is not None

    @kernel
    def no_look(t: Any, scratch: Any, masks: Any, nodes: Any, size: int, node: int, guide: Any, more: Any) -> int:
        return size

    look_around = look if looks else no_look

    @kernel
    def walk(
        t: Any, scratch: Any, masks: Any, nodes: Any, size: int, guide: Any, more: Any, path: Any
    ) -> tuple[int, int, int]:
        """Take the game of `scratch[0]` down the tree to a node that was not visited yet, or to its end.

        Returns the node, how many lie above it, and the new size of the tree.
        """
        s, mask = scratch[0], masks[0]
        node, depth = ROOT, 0
        while s.over == Over.RUNNING and depth < DEEPEST:
            clear(mask)
            legal(t, s, mask)
            if node == ROOT:
                child = least_visited(nodes)
            elif next_legal(mask, next_legal(mask, 0) + 1) == mask.size:
                # Nothing to decide: no simulation ends here.
                child = child_for(nodes, node, next_legal(mask, 0))
                if child == NO_NODE and size < nodes.size:
                    child, size = size, add_child(nodes, size, node, next_legal(mask, 0), s.player, 0.0, 0.0)
            elif nodes[node].visits == 0:
                break
            else:
                most = considered_at(nodes, node, guide.widening)
                if mark_known(nodes, node, mask) < most and next_legal(mask, 0) < mask.size and size < nodes.size:
                    if not looks:
                        break
                    size = look_around(t, scratch, masks, nodes, size, node, guide, more)
                child = pick_child(nodes, node, mask, most, guide.exploration, guide.trust)
            if child == NO_NODE:
                break
            step(t, s, nodes[child].action)
            node = child
            path[depth] = node
            depth += 1
        return node, depth, size

    return walk
