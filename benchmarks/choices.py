"""How undecided a good player is: how often searches of one position choose differently.

The visits of a search do not tell: it halves its field of actions again and again, so that its schedule says how often each is tried,
and of two actions each gets half of them however clear the case is. What tells is the choice itself: the same search looks at the same
position many times, each time with other guesses at what it cannot see and other chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

import numpy as np
import polars as pl
from scipy.special import digamma

from regolith.agents import Agent, Decisions
from regolith.agents.statistics import Interval, mean_interval, share_interval
from regolith.benchmarks.matches import agent_seed
from regolith.envs.core import rng as random
from regolith.envs.core.state import State

SEARCHES = 16
"""Of each position."""
FIRST, LATER = "first", "later"
"""The first decision of a deal with more than one legal action, and one drawn from those after it."""
CHOICES_TABLE: dict[str, Any] = {
    "decision": pl.String,
    "deals": pl.Int64,
    "legal": pl.Float64,
    **dict.fromkeys(("most", "bits", "bits_low", "bits_high", "differ", "differ_low", "differ_high"), pl.Float64),
}


def choices_of(state: State, agent: Agent, deal: int) -> list[int]:
    """How often each action is chosen in `SEARCHES` searches of a position, the most frequent first."""
    generators = np.zeros((SEARCHES, 4), np.uint32)
    for number in range(SEARCHES):
        random.seed(generators[number], agent_seed(deal, state.current_player, agent.name, number + 1))
    same = np.zeros(SEARCHES, np.int64)
    chosen = agent.act(Decisions(state.game, state.array.copy(), same, generators))
    return sorted(np.unique(chosen, return_counts=True)[1].tolist(), reverse=True)


def entropy(counts: Sequence[int]) -> float:
    """Bits of the choice that these counts are a sample of: Zhang's estimate, which lacks a few hundredths where rare choices share it."""
    numbers = np.array(counts, np.float64)
    total = numbers.sum()
    return float((numbers / total * (digamma(total) - digamma(numbers))).sum() / log(2.0))


def disagreement(counts: Sequence[int]) -> float:
    """How likely it is that two searches choose differently, from all pairs of those at hand."""
    numbers = np.array(counts, np.float64)
    total = numbers.sum()
    return float(1.0 - (numbers * (numbers - 1.0)).sum() / (total * (total - 1.0)))


def _interval(values: Sequence[float], deals: Any, most: float) -> Interval:
    """Student's interval of a mean between 0 and the most.

    Where all values are the same, which tells nothing of how they vary, it is that of a share of the most.
    """
    if min(values) < max(values):
        interval = mean_interval(values, deals)
        return Interval(max(0.0, interval.low), min(most, interval.high))
    share = share_interval(np.minimum(np.array(values) / most, 1.0), deals)
    return Interval(share.low * most, share.high * most)


def choices_table(rows: pl.DataFrame) -> pl.DataFrame:
    """Means over deals, a row for each decision that is looked at."""
    games = rows.filter(pl.col("seat") == 0).sort("deal")
    lines = []
    for which in (FIRST, LATER):
        there = games.filter(pl.col(f"{which}_legal") > 1)
        if there.is_empty():
            continue
        deals, legal = there["deal"].to_numpy(), there[f"{which}_legal"].to_numpy()
        line: dict[str, Any] = {"decision": which, "deals": there.height, "legal": float(legal.mean())}
        line["most"] = float(np.log2(legal).mean())
        for name, measure in (("bits", entropy), ("differ", disagreement)):
            values = [measure(counts) for counts in there[f"{which}_chosen"].to_list()]
            interval = _interval(values, deals, log(float(legal.max()), 2.0) if name == "bits" else 1.0)
            line |= {name: float(np.mean(values)), f"{name}_low": interval.low, f"{name}_high": interval.high}
        lines.append(line)
    return pl.DataFrame(lines, schema=CHOICES_TABLE)
