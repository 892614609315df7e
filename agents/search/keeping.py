"""What a search has found out below the action it chose is kept for the decisions that follow from that action.

After one's own action has begun nothing is decided by others before it is done, so what was tried of its follow-ups still holds. A kept
tree waits under the generator of its game, which nobody else uses, until the next decision of that game; if that is no follow-up, it is
thrown away.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np

from regolith.agents.search.tree import NO_NODE, NODE, ROOT
from regolith.envs.core.jit import kernel
from regolith.envs.core.memory import copy

Array = np.ndarray[Any, Any]
MOST_KEPT = 1024
"""Nodes of a tree that is kept: those nearest to its root."""
GAMES_IN_MIND = 4096
"""Trees that are kept, each until its game goes on or so many others were kept since."""


@kernel
def replant(nodes: Any, top: int, mover: int, decisions: int, kept: Any) -> int:
    """Write what lies below a node as a tree of its own; its size. Its root remembers who moves after how many decisions."""
    kept[ROOT].child = kept[ROOT].sibling = NO_NODE
    kept[ROOT].action = -1
    kept[ROOT].mover = mover
    kept[ROOT].available = decisions
    kept[ROOT].visits = nodes[top].visits
    kept[ROOT].alive = top
    kept[ROOT].score = kept[ROOT].first = kept[ROOT].value = 0.0
    place, size = ROOT, 1
    while place < size:
        # Until its own children are written, `alive` of a node tells where it was before.
        child, before = nodes[kept[place].alive].child, NO_NODE
        kept[place].alive = 0
        kept[place].child = NO_NODE
        while child and size < kept.size:
            copy(kept, size, nodes, child)
            kept[size].alive = child
            kept[size].sibling = NO_NODE
            if before:
                kept[before].sibling = size
            else:
                kept[place].child = size
            before = size
            size += 1
            child = nodes[child].sibling
        place += 1
    return size


@kernel
def keep_legal(nodes: Any, mask: Any, known: int) -> None:
    """Let the root forget the actions that are not legal, and mark those that are."""
    before, child = NO_NODE, nodes[ROOT].child
    nodes[ROOT].child = NO_NODE
    while child:
        after = nodes[child].sibling
        if mask[nodes[child].action]:
            mask[nodes[child].action] = known
            nodes[child].sibling = NO_NODE
            if before:
                nodes[before].sibling = child
            else:
                nodes[ROOT].child = child
            before = child
        child = after


class KeptTrees:
    """The trees that an agent has kept, by the generators of their games."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Array] = OrderedDict()

    def take(self, generators: Array) -> tuple[Array, Array]:
        """A tree for each generator, and their sizes: 0 if there is none."""
        trees, sizes = np.zeros((len(generators), MOST_KEPT), NODE), np.zeros(len(generators), np.int64)
        for row, generator in enumerate(generators):
            kept = self._kept.pop(generator.tobytes(), None)
            if kept is not None:
                trees[row, : kept.size], sizes[row] = kept, kept.size
        return trees, sizes

    def keep(self, generators: Array, trees: Array, sizes: Array) -> None:
        for generator, tree, size in zip(generators, trees, sizes, strict=True):
            if size > 1:
                self._kept[generator.tobytes()] = tree[:size].copy()
        while len(self._kept) > GAMES_IN_MIND:
            self._kept.popitem(last=False)
