"""A person at the terminal."""

from __future__ import annotations

import numpy as np

from regolith.agents.base import Agent, Array, Decisions
from regolith.agents.search import MctsAgent, analyse_with
from regolith.envs.core.state import State

HINT = MctsAgent(simulations=400)
"""Who is asked for a hint; it sees what the person may see."""
SHOWN = 5
"""Actions that a hint tells about."""


class HumanAgent(Agent):
    """Shows the board as the seat sees it and asks for one of the legal actions."""

    name = "human"

    def act(self, decisions: Decisions) -> Array:
        return np.array([self._ask(decisions, row) for row in range(len(decisions))], np.int64)

    def _ask(self, decisions: Decisions, row: int) -> int:
        i = int(decisions.which[row])
        state = State(decisions.game, decisions.states[i : i + 1].copy())
        print("\n" + state.describe(state.current_player))
        print("\n" + state.decision_text())
        legal = state.legal_actions()
        for number, action in enumerate(legal, start=1):
            print(f"  {number:>2}  {state.action_name(action)}")
        while True:
            answer = input(f"choose 1-{len(legal)} (h for a hint, q to stop): ").strip()
            if answer.lower() in ("q", "quit"):
                raise KeyboardInterrupt
            if answer.lower() in ("h", "hint"):
                _give_hint(state, legal)
                continue
            if answer.isdecimal() and 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            print(f"please type a number from 1 to {len(legal)}")


def _give_hint(state: State, legal: list[int]) -> None:
    """What a search would do, and what it thinks of the best other actions."""
    found = analyse_with(state, HINT)
    print(f"{HINT.name} would choose {legal.index(found.action) + 1}: {found.name}")
    print("  (values to compare, from -1, lost, to +1, won; how often each was tried)")
    for one in found.actions[:SHOWN]:
        print(f"  {legal.index(one.action) + 1:>2}  {one.value:+.2f} {one.share:>4.0%}  {one.name}")
