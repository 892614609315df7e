"""A ladder of search budgets: each rung searches twice as long as the one below and meets it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf

import polars as pl
from scipy.optimize import brentq

from regolith.agents import make_agent
from regolith.agents.ratings import ELO_PER_NAT, GAME_KEY
from regolith.agents.search import MctsAgent
from regolith.agents.search.agent import MOST_SIMULATIONS
from regolith.agents.statistics import Interval, share_interval
from regolith.envs.core.errors import RegolithError

BUDGET = re.compile(r"(?<=[:,]simulations=)\d+")
EVEN = 0.5
"""Of the wins, if twice the budget gains nothing: both sit in as many seats."""
LARGEST = 50.0
"""Of a logarithm of odds that is looked for."""


@dataclass(frozen=True)
class Step:
    """A rung against the one below it."""

    upper: str
    lower: str
    games: int
    share: float
    """Of the wins that go to the upper one."""
    interval: Interval
    elo: float
    elo_interval: Interval

    @property
    def gains(self) -> bool:
        """Whether the upper one is surely better."""
        return self.interval.low > EVEN


def rungs(lowest: str, doublings: int) -> tuple[str, ...]:
    """The specs of the ladder, from the lowest: its simulations are doubled again and again."""
    agent = make_agent(lowest)
    if not isinstance(agent, MctsAgent) or agent.seconds is not None:
        raise RegolithError(f"a ladder begins with mcts:simulations=N, whose N is doubled, not with {lowest}")
    if doublings < 0:
        raise RegolithError(f"the number of doublings must be at least 0, not {doublings}")
    if doublings >= MOST_SIMULATIONS.bit_length() or (agent.simulations << doublings) > MOST_SIMULATIONS:
        raise RegolithError(
            f"{doublings} doublings of {agent.simulations} are more than {MOST_SIMULATIONS:,} simulations"
        )
    return tuple(BUDGET.sub(str(agent.simulations << number), agent.name) for number in range(doublings + 1))


def budget_of(spec: str) -> int:
    """The simulations of a rung."""
    found = BUDGET.search(spec)
    assert found is not None
    return int(found[0])


def step_of(rows: pl.DataFrame, upper: str, lower: str) -> Step | None:
    """What the games of two rungs tell; None if there are none. In games of more than two each sits in half of the seats, on average."""
    if rows.is_empty():
        return None
    mine = pl.col("agent") == upper
    games = rows.group_by(GAME_KEY, maintain_order=True).agg(
        share=pl.col("win").filter(mine).sum(), seats=mine.sum(), players=pl.len()
    )
    shares, deals = games["share"].to_numpy(), games["deal"].to_numpy()
    interval, share = share_interval(shares, deals), float(shares.mean())
    tables = list(games.select("seats", "players").iter_rows())
    elo, low, high = (elo_of(value, tables) for value in (share, interval.low, interval.high))
    return Step(upper, lower, games.height, share, interval, elo, Interval(low, high))


def elo_of(share: float, tables: Sequence[tuple[int, int]]) -> float:
    """The rating by which one is ahead who wins this share of games, in each of which he has so many seats of so many.

    Each seat wins with a chance proportional to the strength of who sits there; of two that is Elo's formula.
    """
    if not 0.0 < share < 1.0:
        return -inf if share <= 0.0 else inf
    numbers = {table: tables.count(table) / len(tables) for table in set(tables)}

    def beyond(nats: float) -> float:
        strength = exp(nats)
        return (
            sum(
                often * seats * strength / (seats * strength + players - seats)
                for (seats, players), often in numbers.items()
            )
            - share
        )

    return ELO_PER_NAT * float(brentq(beyond, -LARGEST, LARGEST))


def in_a_row(steps: Sequence[Step]) -> int:
    """How many steps surely gain before the first one that does not, from the lowest: the measure of depth."""
    count = 0
    while count < len(steps) and steps[count].gains:
        count += 1
    return count
