"""The tree of a search: nodes in an array, the children of a node as a list, the most promising first.

A node stands for an action taken after those on the way to it, whatever is hidden: each simulation deals the hidden things anew, so not
every child is legal in every simulation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.envs.core.jit import kernel

NODE = np.dtype(
    (
        np.record,
        [
            ("child", "<i4"),
            ("sibling", "<i4"),
            ("action", "<i4"),
            ("mover", "<i4"),
            ("visits", "<i4"),
            ("available", "<i4"),
            ("alive", "<i4"),
            ("score", "<f8"),
            ("first", "<f8"),
            ("value", "<f8"),
        ],
    )
)
"""An action and who chooses it; how often it was taken and how often it could have been; whether the root still considers it.

`score` is how promising it looked before it was tried (the prior is the softmax of it), `first` what it looked worth to its mover then,
`value` the sum of what the mover earned below it.
"""

ROOT = 0
NO_NODE = 0
"""Nobody's child is the root, so its number stands for none."""


@kernel
def begin_tree(nodes: Any, mover: int) -> int:
    """A tree of nothing but a root; the size of it."""
    nodes[ROOT].child = nodes[ROOT].sibling = NO_NODE
    nodes[ROOT].action = -1
    nodes[ROOT].mover = mover
    nodes[ROOT].visits = nodes[ROOT].available = nodes[ROOT].alive = 0
    nodes[ROOT].score = nodes[ROOT].first = nodes[ROOT].value = 0.0
    return 1


@kernel
def add_child(nodes: Any, size: int, parent: int, action: int, mover: int, score: float, first: float) -> int:
    """Put a new node among the children of its parent, behind those with a better score; the new size of the tree."""
    nodes[size].child = NO_NODE
    nodes[size].action = action
    nodes[size].mover = mover
    nodes[size].visits = 0
    nodes[size].available = 1
    nodes[size].alive = 0
    nodes[size].score = score
    nodes[size].first = first
    nodes[size].value = 0.0
    before, after = NO_NODE, nodes[parent].child
    while after and nodes[after].score >= score:
        before, after = after, nodes[after].sibling
    nodes[size].sibling = after
    if before:
        nodes[before].sibling = size
    else:
        nodes[parent].child = size
    return size + 1


@kernel
def child_for(nodes: Any, parent: int, action: int) -> int:
    """The child that stands for an action."""
    child = nodes[parent].child
    while child and nodes[child].action != action:
        child = nodes[child].sibling
    return child


@kernel
def mean(nodes: Any, node: int, trust: float) -> float:
    """What an action is worth to its mover: the mean of its visits, and what it looked worth at first as `trust` visits more."""
    return (nodes[node].value + trust * nodes[node].first) / (nodes[node].visits + trust)


@kernel
def back_up(nodes: Any, path: Any, depth: int, values: Any) -> None:
    """Pay every player on the way, and count the visits."""
    nodes[ROOT].visits += 1
    for d in range(depth):
        node = path[d]
        nodes[node].visits += 1
        nodes[node].value += values[nodes[node].mover]
