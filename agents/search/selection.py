"""Which action a simulation takes next: in the tree by its prior and what it earned, at the root by halving the field."""

from __future__ import annotations

from typing import Any

import numpy as np

from regolith.agents.search.tree import NO_NODE, ROOT, mean
from regolith.envs.core.jit import kernel

KNOWN = 2
"""In a mask: a legal action that has a child."""


@kernel
def mark_known(nodes: Any, node: int, mask: Any) -> int:
    """Mark the legal actions that have a child, note that these could have been taken, and count them."""
    known = 0
    child = nodes[node].child
    while child:
        if mask[nodes[child].action]:
            mask[nodes[child].action] = KNOWN
            nodes[child].available += 1
            known += 1
        child = nodes[child].sibling
    return known


@kernel
def considered_at(nodes: Any, node: int, widening: float) -> int:
    """How many actions a node considers: the more often it is visited, the more."""
    return 1 + int(widening * np.sqrt(nodes[node].visits + 1.0))


@kernel
def pick_child(nodes: Any, node: int, mask: Any, most: int, exploration: float, trust: float) -> int:
    """Of the most promising legal actions the one with the best mix of value and prior (PUCT).

    The prior is the softmax of the scores. Each action counts the times that it could have been taken, not the visits of its parent.
    """
    total, top, number = 0.0, -np.inf, 0
    child = nodes[node].child
    while child and number < most:
        if mask[nodes[child].action] == KNOWN:
            top = max(top, nodes[child].score)
            total += np.exp(nodes[child].score - top)
            number += 1
        child = nodes[child].sibling
    best, chosen, number = -np.inf, NO_NODE, 0
    child = nodes[node].child
    while child and number < most:
        if mask[nodes[child].action] == KNOWN:
            prior = np.exp(nodes[child].score - top) / total
            urgency = exploration * prior * np.sqrt(nodes[child].available) / (1.0 + nodes[child].visits)
            bound = mean(nodes, child, trust) + urgency
            if bound > best:
                best, chosen = bound, child
            number += 1
        child = nodes[child].sibling
    return chosen


@kernel
def open_field(nodes: Any, most: int) -> int:
    """Let the root consider its most promising actions, so many at most; how many they are."""
    number = 0
    child = nodes[ROOT].child
    while child:
        nodes[child].alive = int(number < most)
        number += nodes[child].alive
        child = nodes[child].sibling
    return number


@kernel
def least_visited(nodes: Any) -> int:
    """The action of the field whose turn it is."""
    chosen = NO_NODE
    child = nodes[ROOT].child
    while child:
        if nodes[child].alive and (chosen == NO_NODE or nodes[child].visits < nodes[chosen].visits):
            chosen = child
        child = nodes[child].sibling
    return chosen


@kernel
def best_of_field(nodes: Any, trust: float) -> int:
    chosen, best = NO_NODE, -np.inf
    child = nodes[ROOT].child
    while child:
        if nodes[child].alive:
            value = mean(nodes, child, trust)
            if value > best:
                chosen, best = child, value
        child = nodes[child].sibling
    return chosen


@kernel
def halve(nodes: Any, field: int, trust: float) -> int:
    """Keep the better half of the field; how many are left."""
    for _ in range(field // 2):
        worst, least = NO_NODE, np.inf
        child = nodes[ROOT].child
        while child:
            if nodes[child].alive:
                value = mean(nodes, child, trust)
                if value <= least:
                    worst, least = child, value
            child = nodes[child].sibling
        nodes[worst].alive = 0
    return field - field // 2


@kernel
def rounds_of(field: int) -> int:
    """How often a field must be halved until one is left."""
    rounds = 0
    while field > 1:
        field -= field // 2
        rounds += 1
    return rounds
