"""Players for any game, named by spec strings: random, greedy, mcts:simulations=200, plan, ppo:FILE, human."""

from regolith.agents.base import Agent, Decisions
from regolith.agents.registry import agent_names, analyse, make_agent, opponent
from regolith.agents.search import ActionReport, Analysis

__all__ = ["ActionReport", "Agent", "Analysis", "Decisions", "agent_names", "analyse", "make_agent", "opponent"]
