"""Tree search over games with hidden information: what a player does who thinks ahead."""

from regolith.agents.search.agent import MctsAgent
from regolith.agents.search.analysis import ActionReport, Analysis, analyse_with

__all__ = ["ActionReport", "Analysis", "MctsAgent", "analyse_with"]
