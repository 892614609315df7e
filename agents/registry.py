"""Spec strings: `name`, `name:key=value,key=value` or `ppo:FILE`."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

import numpy as np

from regolith.agents.base import Agent, Decisions
from regolith.agents.human import HumanAgent
from regolith.agents.kernel_players import GreedyAgent, RandomAgent
from regolith.agents.plan.agent import PlanAgent
from regolith.agents.ppo import PpoAgent
from regolith.agents.search import Analysis, MctsAgent, analyse_with
from regolith.envs.core import rng as random
from regolith.envs.core.checks import check_agent_spec, check_kind, check_seed, shown
from regolith.envs.core.errors import AgentSpecError
from regolith.envs.core.state import State

PARAMETERS: dict[str, dict[str, Callable[[str], Any]]] = {
    "random": {},
    "greedy": {"weights": str, "without": str},
    "human": {},
    "mcts": {
        "simulations": int,
        "seconds": float,
        "exploration": float,
        "heat": float,
        "widening": float,
        "playout": lambda text: int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text,
    },
    "plan": {"beam": int, "deals": int, "rounds": int, "fan": int, "sees": str},
}
CLASSES: dict[str, Callable[..., Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "human": HumanAgent,
    "mcts": MctsAgent,
    "plan": PlanAgent,
}


def agent_names() -> list[str]:
    """What a spec string can begin with."""
    return [*PARAMETERS, "ppo"]


def by_the_clock(spec: str) -> bool:
    """Whether the agent of this name thinks by the clock, so that its games cannot be repeated."""
    name, _, rest = spec.strip().partition(":")
    return name == "mcts" and any(part.strip().startswith("seconds=") for part in rest.split(","))


def make_agent(spec: str) -> Agent:
    """The agent that a spec string names."""
    name, _, rest = check_agent_spec(spec).strip().partition(":")
    if name == "ppo":
        if not rest:
            raise AgentSpecError("ppo needs a model file: ppo:FILE")
        return PpoAgent(rest)
    if name not in PARAMETERS:
        near = difflib.get_close_matches(name, agent_names(), n=1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise AgentSpecError(f"there is no agent {name!r}{hint}; agents: {', '.join(agent_names())}")
    return CLASSES[name](**_parameters(name, rest))


def _parameters(name: str, text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        key, separator, value = item.partition("=")
        known = PARAMETERS[name]
        if not separator or key not in known:
            takes = ", ".join(f"{k}=..." for k in known) or "no parameters"
            hint = " (a comma begins the next of them)" if found else ""
            raise AgentSpecError(f"{name} does not understand {item!r}; it takes {takes}{hint}")
        if key in found:
            raise AgentSpecError(f"{name}: {key} is given twice")
        try:
            found[key] = known[key](value)
        except ValueError:
            raise AgentSpecError(f"{name}: {key}={shown(value)} is not a number of the right kind") from None
    return found


def opponent(spec: str, seed: int = 0) -> Callable[[State], int]:
    """An agent as a callable on states, for `SeatEnv(opponents=[...])`."""
    agent = make_agent(spec)
    generators = np.zeros((1, 4), np.uint32)
    random.seed(generators[0], check_seed(seed))

    def choose(state: State) -> int:
        agent.check(check_kind("state", state, State).game)
        return int(agent.act(Decisions(state.game, state.array, np.zeros(1, np.int64), generators))[0])

    return choose


def analyse(state: State, spec: str, seed: int = 0) -> Analysis:
    """What a search would do here and what it thinks of each legal action: `analyse(state, "mcts:simulations=400")`.

    It sees what the player to move may see.
    """
    return analyse_with(state, make_agent(spec), seed)
