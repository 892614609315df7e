"""Plackett-Luce ratings by maximum likelihood, with bootstrap intervals over deals.

Under Plackett-Luce a ranking is a series of choices: the winner is chosen among all seats, the second among
the others, and so on, each with a chance proportional to its strength. With two seats this is Bradley-Terry.
The estimate does not depend on the order of the games, and any number of players fits one scale.

* Ties. A tied group counts as all its orders at equal weight, so every game weighs the same. The choices that
  this implies are written down directly, without listing the orders.
* Several seats of one agent. A choice among {a, b, b} is won by `a` with chance a / (a + 2b). Choices with
  only one agent carry no information and are dropped, so games of an agent against itself are ignored.
* Regularisation. Each agent also draws `virtual_games` games, spread evenly over the other agents. So an
  agent that won everything gets a finite rating, and agents that never met are still on one scale. For two
  agents the rating difference is that of the odds (wins + 1/2) / (losses + 1/2).
* Intervals. Deals are resampled whole. Virtual results get random weights of mean 1: all resamples of a
  perfect record are the same and would otherwise give it an interval of no width. For 100 wins of 100 this
  comes close to the Jeffreys interval.
* Speed. Identical choices are merged into counts, so a fit costs the same for a hundred games or a million.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, log

import choix
import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import sparse

from regolith.agents.statistics import Interval, percentile_interval

ELO_PER_NAT = 400.0 / log(10.0)
ANCHOR = "random"
GAME_KEY = ("run", "deal", "lineup", "rotation")
VIRTUAL_GAMES = 1.0
RESAMPLES = 200
TOLERANCE = 1e-7
MAX_STEPS = 100

FloatArray = NDArray[np.float64]
# The agent chosen and the sorted agents it was chosen among (itself included), as indices.
Choice = tuple[int, tuple[int, ...]]
Weights = defaultdict[Choice, float]


@dataclass(frozen=True)
class Rating:
    """An agent's rating on the Elo scale and its bootstrap interval."""

    agent: str
    rating: float
    interval: Interval


def rate(
    rows: pl.DataFrame,
    resamples: int = RESAMPLES,
    seed: int = 0,
    confidence: float = 0.95,
    virtual_games: float = VIRTUAL_GAMES,
) -> list[Rating]:
    """Ratings of all agents that met another agent, best first.

    `random` is 0 when it took part, otherwise the mean of all agents is 0. The anchor holds in each resample,
    so the interval of `random` is a point and the others are intervals of the difference from it. With games
    of one deal only there is nothing to resample, and the interval is unbounded.
    """
    if resamples < 1:
        raise ValueError(f"The bootstrap needs at least one resample, got {resamples}.")
    if virtual_games <= 0.0:
        raise ValueError(f"Virtual games must be positive to keep ratings finite, got {virtual_games}.")
    if rows.is_empty():
        return []
    agents, choices = _choices_per_deal(rows)
    if not agents:
        return []
    model = _Model(len(agents), sorted({choice for deal in choices for choice in deal}), virtual_games)
    counts = model.count_matrix(choices)
    anchor = agents.index(ANCHOR) if ANCHOR in agents else None
    strengths = model.fit(np.asarray(counts.sum(axis=0)).ravel())
    rng = np.random.default_rng(seed)
    draws = np.empty((resamples, len(agents)))
    for draw in draws:
        picks = np.bincount(rng.integers(len(choices), size=len(choices)), minlength=len(choices))
        draw[:] = _elo(model.fit(counts.T @ picks, _virtual_weights(rng, len(agents))), anchor)
    ratings = [
        Rating(agent, float(value), _interval(draws[:, i], confidence, len(choices), fixed=i == anchor))
        for i, (agent, value) in enumerate(zip(agents, _elo(strengths, anchor), strict=True))
    ]
    return sorted(ratings, key=lambda rating: (-rating.rating, rating.agent))


def _interval(draws: FloatArray, confidence: float, deals: int, fixed: bool) -> Interval:
    if deals < 2 and not fixed:
        return Interval(float("-inf"), float("inf"))
    return percentile_interval(draws, confidence)


def _virtual_weights(rng: np.random.Generator, agents: int) -> FloatArray:
    """One factor per winner and one per loser: independent factors per pair would average out in an agent."""
    return np.outer(rng.exponential(size=agents), rng.exponential(size=agents))


def _elo(strengths: FloatArray, anchor: int | None) -> FloatArray:
    zero = float(strengths.mean() if anchor is None else strengths[anchor])
    return (strengths - zero) * ELO_PER_NAT


def _choices_per_deal(rows: pl.DataFrame) -> tuple[list[str], list[Weights]]:
    """The agents that met another one, sorted, and the weighted choices of each deal, sorted by deal.

    Both are sorted so that the result, bootstrap included, does not depend on the order of the rows.
    """
    met = rows.filter(pl.col("agent").n_unique().over(GAME_KEY) > 1)
    agents = sorted(met["agent"].unique().to_list())
    index = {agent: i for i, agent in enumerate(agents)}
    games = (
        met.sort(*GAME_KEY, "seat")
        .group_by(GAME_KEY, maintain_order=True)
        .agg("agent", "place")
        .select("deal", "agent", "place")
    )
    known: dict[tuple[tuple[int, ...], ...], Weights] = {}
    deals: defaultdict[int, Weights] = defaultdict(lambda: defaultdict(float))
    for deal, seated, places in games.iter_rows():
        ranking = _ranking([index[agent] for agent in seated], places)
        if ranking not in known:
            known[ranking] = _choices(ranking)
        for choice, weight in known[ranking].items():
            deals[deal][choice] += weight
    return agents, [deals[deal] for deal in sorted(deals)]


def _ranking(agents: Sequence[int], places: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Agents grouped by place, best place first."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for agent, place in zip(agents, places, strict=True):
        groups[place].append(agent)
    return tuple(tuple(sorted(groups[place])) for place in sorted(groups))


def _choices(ranking: tuple[tuple[int, ...], ...]) -> Weights:
    """The informative choices of one game.

    In a random order of a tied group of size k, the `left` members not yet placed are each subset of that
    size with chance 1 / C(k, left), and each of them comes next with chance 1 / left.
    """
    weights: Weights = defaultdict(float)
    for position, group in enumerate(ranking):
        below = [agent for lower in ranking[position + 1 :] for agent in lower]
        for left in range(len(group), 0, -1):
            weight = 1.0 / (comb(len(group), left) * left)
            for subset in combinations(group, left):
                among = tuple(sorted((*subset, *below)))
                if among[0] != among[-1]:
                    for winner in subset:
                        weights[winner, among] += weight
    return weights


class _Model:
    """The likelihood of a fixed list of choices whose counts vary between resamples."""

    def __init__(self, agents: int, choices: Sequence[Choice], virtual_games: float) -> None:
        self.columns = {choice: i for i, choice in enumerate(choices)}
        self.seats = np.zeros((len(choices), agents))
        self.chosen = np.zeros((len(choices), agents))
        for row, (winner, among) in enumerate(choices):
            self.chosen[row, winner] = 1.0
            np.add.at(self.seats[row], list(among), 1.0)
        # A drawn game is half a win each way.
        self.virtual_wins = np.full((agents, agents), 0.5 * virtual_games / (agents - 1))
        np.fill_diagonal(self.virtual_wins, 0.0)

    def count_matrix(self, deals: Sequence[Weights]) -> sparse.csr_array:
        """Weights of the choices (columns) in each deal (rows)."""
        weights, deal_rows, columns = zip(
            *((weight, row, self.columns[pick]) for row, deal in enumerate(deals) for pick, weight in deal.items()),
            strict=True,
        )
        return sparse.csr_array((weights, (deal_rows, columns)), shape=(len(deals), len(self.columns)))

    def fit(self, counts: FloatArray, virtual_weights: FloatArray | None = None) -> FloatArray:
        """Maximum-likelihood log strengths, by iterating Luce spectral ranking steps.

        A step moves strength from loser to winner at the rate count / (strength of all in the choice).
        `choix` takes counts of pairs, whose rate is wins / (strength of both), so a choice enters as pairs
        weighted by (strength of both) / (strength of all). For two seats that weight is 1.

        A few steps suffice, unless groups of agents never met each other and have perfect records inside.
        What still moves after `MAX_STEPS` is the distance between such groups, which the games do not tell.
        """
        virtual_wins = self.virtual_wins if virtual_weights is None else self.virtual_wins * virtual_weights
        strengths = np.zeros(self.seats.shape[1])
        for _ in range(MAX_STEPS):
            weights = np.exp(strengths)
            rates = (self.chosen * (counts / (self.seats @ weights))[:, None]).T @ self.seats
            wins = rates * (weights[:, None] + weights[None, :])
            np.fill_diagonal(wins, 0.0)
            previous = strengths
            strengths = choix.lsr_pairwise_dense(wins + virtual_wins, initial_params=previous)
            if np.abs(strengths - previous).max() < TOLERANCE:
                break
        return strengths
