"""Players for any game, named by spec strings: random, greedy, mcts:simulations=200, plan, ppo:FILE, human."""

from regolith.agents.base import Agent, Decisions
from regolith.agents.registry import agent_names, make_agent, opponent

__all__ = ["Agent", "Decisions", "agent_names", "make_agent", "opponent"]
