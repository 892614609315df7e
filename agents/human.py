"""A person at the terminal."""

from __future__ import annotations

import numpy as np

from regolith.agents.base import Agent, Array, Decisions
from regolith.envs.core.state import State


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
            answer = input(f"choose 1-{len(legal)} (q to stop): ").strip()
            if answer.lower() in ("q", "quit"):
                raise KeyboardInterrupt
            if answer.isdecimal() and 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            print(f"please type a number from 1 to {len(legal)}")
