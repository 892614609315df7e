"""What would you do here, and why: a search of one position that tells what it thought of each action."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from regolith.agents.base import Agent
from regolith.agents.search.agent import MctsAgent
from regolith.envs.core import rng as random
from regolith.envs.core.checks import check_kind, check_seed
from regolith.envs.core.errors import AgentSpecError, GameOver
from regolith.envs.core.state import State


@dataclass(frozen=True)
class ActionReport:
    """What a search thought of one legal action."""

    action: int
    name: str
    visits: int
    share: float
    """Of all simulations, those that began with this action."""
    value: float
    """What it is worth to the player to move, between -1 (lost) and 1 (won). It compares actions; it is no chance to win."""
    prior: float
    """How likely it looked to be the best before it was tried."""


@dataclass(frozen=True)
class Analysis:
    """The choice of a search and what it thought of every legal action, the choice first, then by visits."""

    action: int
    name: str
    simulations: int
    actions: tuple[ActionReport, ...]

    def __str__(self) -> str:
        lines = [f"{'share':>6} {'value':>6} {'prior':>6}  action"]
        lines += [f"{one.share:6.1%} {one.value:+6.2f} {one.prior:6.1%}  {one.name}" for one in self.actions]
        return "\n".join(lines)


def analyse_with(state: State, agent: Agent, seed: int = 0) -> Analysis:
    """Search a position for its player to move, who sees no more than at the table."""
    check_kind("state", state, State)
    if state.is_terminal:
        raise GameOver("there is nothing to decide in a game that is over")
    if not isinstance(agent, MctsAgent) or agent.playout is not None:
        raise AgentSpecError(f"{agent.name} cannot tell why: ask mcts:simulations=N or mcts:seconds=S, without playout")
    agent.check(state.game)
    generator = np.zeros(4, np.uint32)
    random.seed(generator, check_seed(seed))
    thinking = agent.think(state.game, state.array, 0, generator)
    nodes, trust = thinking.actions(), agent.guidance(state.game).trust
    total = max(1, int(nodes["visits"].sum()))
    priors = np.exp(nodes["score"] - nodes["score"].max())
    priors /= priors.sum()
    values = (nodes["value"] + trust * nodes["first"]) / (nodes["visits"] + trust)
    reports = [
        ActionReport(
            int(node.action), state.action_name(int(node.action)), int(node.visits), int(node.visits) / total, *pair
        )
        for node, *pair in zip(nodes, values.tolist(), priors.tolist(), strict=True)
    ]
    best = thinking.best
    reports.sort(key=lambda one: (one.action != best, -one.visits, -one.prior))
    return Analysis(best, state.action_name(best), int(nodes["visits"].sum()), tuple(reports))
