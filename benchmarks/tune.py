"""Tuning the weights of a game's greedy player by CMA-ES: each generation of candidates meets the same opponents on the same deals.

What is learned is the centre of the candidates, not the luckiest of them. At the end it meets the weights it started from on deals
that nobody has played before.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor, fsum, log
from typing import Any

import numpy as np

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.kernel_players import PLUS, GreedyAgent
from regolith.agents.registry import by_the_clock
from regolith.agents.statistics import Interval, share_interval
from regolith.agents.tensor_files import Array
from regolith.benchmarks.matches import Played, get_ready, play, tireless
from regolith.benchmarks.tuning_files import FORMAT, Head, History, Settings
from regolith.envs.core.errors import MissingExtra, RegolithError
from regolith.envs.core.game import Game
from regolith.envs.core.replay import Replay
from regolith.envs.core.streams import derived_seed
from regolith.envs.core.weights import Place, Weights, grouped, with_numbers

try:
    from cmaes import CMA
except ImportError as problem:
    raise MissingExtra("tune", "cmaes") from problem

UNIT_OF_ZERO = 0.5
"""A weight that is 0 does not tell how large it may be."""
DIGITS = 4
"""Of the weights that come out: more would claim more than is known."""
TRIED_DEALS, TRIED_EVERY = 2, 5
"""Games, and decisions between two of their positions, by which it is seen whether a weight has a say."""
OWN = "greedy"
"""Plays with the game's own weights."""
DEALS_PER_TASK = 20
NO_SPREAD = "the candidates of this tuning do not differ any more: begin anew with a larger --spread"
ROUNDING = 1e-6
"""Of numbers that were kept with 32 bits."""


@dataclass(frozen=True)
class Space:
    """The weights that are tuned, each measured from its start in a unit of its own."""

    names: tuple[str, ...]
    start: Array
    unit: Array
    least: Array
    most: Array

    @classmethod
    def of(cls, game: Game, names: Sequence[str]) -> Space:
        places = [_weights(game).by_name()[name] for name in names]
        start = np.array([float(game.table[place.column][0, place.entry]) for place in places])
        units = [unit(place, number) for place, number in zip(places, start, strict=True)]
        ranges = np.array([(place.least, place.most) for place in places])
        return cls(tuple(names), start, np.array(units), ranges[:, 0], ranges[:, 1])

    def numbers(self, solution: Array) -> dict[str, float]:
        """The weights of a candidate, by name."""
        found = np.clip(self.start + self.unit * solution, self.least, self.most)
        return dict(zip(self.names, found.tolist(), strict=True))

    def rounded(self, solution: Array) -> dict[str, float]:
        """The same as people write them."""
        return {name: float(f"{number:.{DIGITS}g}") for name, number in self.numbers(solution).items()}

    @property
    def bounds(self) -> Array:
        """Between what a solution lies, for each weight."""
        return np.stack([(self.least - self.start) / self.unit, (self.most - self.start) / self.unit], axis=1)

    def holds(self, solutions: Array) -> bool:
        """Whether these are solutions; files keep them with fewer digits."""
        slack = ROUNDING * np.abs(self.bounds)
        return bool(
            (solutions >= self.bounds[:, 0] - slack[:, 0]).all()
            and (solutions <= self.bounds[:, 1] + slack[:, 1]).all()
        )

    def optimiser(self, settings: Settings) -> CMA:
        return CMA(
            np.zeros(len(self.names)),
            settings.spread,
            bounds=self.bounds,
            population_size=settings.candidates,
            lr_adapt=True,  # values are noisy
        )


def unit(place: Place, number: float) -> float:
    """How much of a weight is much: as much as there is of it, unless it would leave its range."""
    rooms = [room for room in (number - place.least, place.most - number) if room > 0]
    return min(abs(number) or UNIT_OF_ZERO, *rooms)


def _weights(game: Game) -> Weights:
    if game.spec.weights is None:
        raise RegolithError(f"{game.spec.name} has no weights to tune")
    return game.spec.weights


def usual_opponents(game: Game) -> list[str]:
    """The player as it is, and the one that makes nothing of the boxes in this game."""
    boxes = [box for box in _weights(game).of_box if getattr(game.options, box)]
    return [OWN, *([f"{OWN}:without={PLUS.join(boxes)}"] if boxes else [])]


def usual_candidates(weights: int) -> int:
    """How many candidates CMA-ES wants for so many weights."""
    return 4 + floor(3 * log(weights))


def chosen_weights(game: Game, asked: Sequence[str]) -> list[str]:
    """Weights by their names or those of their groups; without any, all that have a say in this game."""
    known = _weights(game).by_name()
    if not asked:
        return with_a_say(game, list(known))
    found = []
    for word in asked:
        of_group = [name for name in known if name == word or name.startswith(f"{word}.")]
        if not of_group:
            raise RegolithError(f"there is no weight {word!r}; there are {', '.join(known)}")
        found += of_group
    return list(dict.fromkeys(found))


def with_a_say(game: Game, names: Sequence[str]) -> list[str]:
    """Those weights that change the value of some position of greedy games: what belongs to a box that is not played has none."""
    agent, places = make_agent(OWN), _weights(game).by_name()
    positions = []
    for result in play(game, list(range(TRIED_DEALS)), [[agent] * game.players] * TRIED_DEALS):
        for count, state in Replay(game, result.deal, result.actions).states():
            if count % TRIED_EVERY == 0 and not state.is_terminal:
                positions.append((state.array.copy(), state.current_player))
    evaluate = game.spec.drivers.evaluate
    plain = [evaluate(game.table, array, seat) for array, seat in positions]
    found = []
    for name in names:
        place = places[name]
        number = float(game.table[place.column][0, place.entry])
        step = unit(place, number) / 2
        table = with_numbers(game, {place: number + step if number + step <= place.most else number - step})
        if any(evaluate(table, array, seat) != value for (array, seat), value in zip(positions, plain, strict=True)):
            found.append(name)
    return found


def begin(game: Game, settings: Settings) -> Head:
    """A new tuning of this game."""
    check(game, settings)
    space = Space.of(game, settings.weights)
    start = dict(zip(space.names, space.start.tolist(), strict=True))
    options = game.options.model_dump()
    return Head(format=FORMAT, env=game.spec.env_id, options=options, settings=settings, start=start)


def check(game: Game, settings: Settings) -> None:
    """Raise unless this can be tuned."""
    if game.players < 2:
        raise RegolithError("weights are tuned against opponents: a game for two or more players is needed")
    for name in settings.weights:
        if name not in _weights(game).by_name():
            raise RegolithError(f"there is no weight {name!r}")
    for spec in settings.opponents:
        tireless(make_agent(spec)).check(game)
        if by_the_clock(spec):
            raise RegolithError(
                f"{spec} thinks by the clock: a tuning against it could not be repeated; give simulations"
            )


def check_resumed(game: Game, head: Head, history: History) -> None:
    """Raise unless what was saved goes on here."""
    if (head.env, head.options) != (game.spec.env_id, game.options.model_dump()):
        raise RegolithError(
            "the tuning in this folder is of another game or of other options; choose another --out folder"
        )
    check(game, head.settings)
    if begin(game, head.settings).start != head.start:
        raise RegolithError(
            "the game's own weights have changed since this tuning began, so it would go on from elsewhere; begin a new one"
        )
    if not all(map(Space.of(game, head.settings.weights).holds, history.solutions)):
        raise RegolithError("the tuning in this folder has tried weights that cannot be; choose another --out folder")


class Tuner:
    """A tuning under way."""

    def __init__(self, game: Game, head: Head, history: History | None = None) -> None:
        self.game, self.head, self.history = game, head, history or History()
        self.space = Space.of(game, head.settings.weights)
        self._optimiser = self.space.optimiser(head.settings)
        for solutions, values in zip(self.history.solutions, self.history.values, strict=True):
            self._tell(solutions, values)

    @property
    def best(self) -> dict[str, float]:
        """The weights at the centre of the candidates; before the first generation those that the game has."""
        return self.space.rounded(self._optimiser.mean) if len(self.history) else dict(self.head.start)

    def _tell(self, solutions: Array, values: Array) -> None:
        # CMA-ES looks for the least.
        try:
            self._optimiser.tell([(one, -float(value)) for one, value in zip(solutions, values, strict=True)])
        except np.linalg.LinAlgError:
            raise RegolithError(NO_SPREAD) from None

    def _ask(self, count: int) -> list[Array]:
        try:
            return [self._optimiser.ask() for _ in range(count)]
        except np.linalg.LinAlgError:
            raise RegolithError(NO_SPREAD) from None

    def generation(self, work: Callable[..., Any], progress: Callable[[int], None]) -> None:
        """Try a generation of candidates and learn from it. Nothing is learned from half of one."""
        settings, number = self.head.settings, len(self.history)
        # Chance is that of the generation, so that a resumed tuning tries what an uninterrupted one would.
        self._optimiser.reseed_rng(derived_seed(f"candidates {number}", settings.seed) % 2**32)
        asked = self._ask(settings.candidates)
        solutions = np.array(asked).astype(np.float32).astype(np.float64)
        deals = [derived_seed(f"tuning {number} {i}", settings.seed) for i in range(settings.deals)]
        tasks = [
            (
                self.game.spec.name,
                self.game.options.model_dump(),
                candidate,
                grouped(self.space.numbers(one)),
                spec,
                part,
            )
            for candidate, one in enumerate(solutions)
            for spec in settings.opponents
            for part in _parts(deals)
        ]
        found: list[list[Meeting]] = [[] for _ in solutions]
        for candidate, meetings in work(meet, tasks):
            found[candidate] += meetings
            progress(len(meetings))
        # Games come in any order, and `fsum` does not mind.
        means = [fsum(getattr(meeting, settings.by) for meeting in mine) / len(mine) for mine in found]
        values = np.array(means).astype(np.float32).astype(np.float64)
        self._tell(solutions, values)
        self.history.solutions.append(solutions)
        self.history.values.append(values)

    def games_of_generation(self) -> int:
        settings = self.head.settings
        return settings.candidates * len(settings.opponents) * settings.deals * self.game.players


@dataclass(frozen=True)
class Meeting:
    """How one game went for the candidate in it."""

    deal: int
    win: float
    """Its part of the win."""
    margin: float
    """Points ahead of the mean of the others, in the game's scale, from -1 to 1.

    It tells more of a game than who won, so that less luck is learned.
    """


def meet(
    game_name: str, options: dict[str, Any], candidate: int, written: dict[str, Any], opponent: str, deals: list[int]
) -> tuple[int, list[Meeting]]:
    """Let a candidate play some deals in every seat against one opponent in all the others (this runs in a worker process)."""
    game = envs.game(game_name, **options)
    player, other = GreedyAgent.trial(written), make_agent(opponent)
    plan = [(deal, seat) for deal in deals for seat in range(game.players)]
    lineups = [[player if seat == mine else other for seat in range(game.players)] for _, mine in plan]
    played = play(game, [deal for deal, _ in plan], lineups)
    return candidate, [_meeting(game, result, seat) for (_, seat), result in zip(plan, played, strict=True)]


def _meeting(game: Game, result: Played, seat: int) -> Meeting:
    others = [score for other, score in enumerate(result.scores) if other != seat]
    ahead = (result.scores[seat] - sum(others) / len(others)) / game.spec.margin_scale
    margin = 0.0 if result.end == "truncated" else max(-1.0, min(1.0, ahead))
    return Meeting(result.deal, result.win_shares()[seat], margin)


@dataclass(frozen=True)
class Confirmed:
    """How the best weights did against an opponent on held-out deals."""

    opponent: str
    games: int
    share: float
    interval: Interval


def confirm(
    game: Game,
    settings: Settings,
    numbers: dict[str, float],
    deals: int,
    work: Callable[..., Any],
    progress: Callable[[int], None] = lambda games: None,
) -> list[Confirmed]:
    """Weights against the game's own, then against the other opponents, on deals that no generation has played."""
    held_out = [derived_seed(f"tuning confirmed {i}", settings.seed) for i in range(deals)]
    opponents = list(dict.fromkeys([OWN, *settings.opponents]))
    tasks = [
        (game.spec.name, game.options.model_dump(), number, grouped(numbers), spec, part)
        for number, spec in enumerate(opponents)
        for part in _parts(held_out)
    ]
    found: list[list[Meeting]] = [[] for _ in opponents]
    for number, meetings in work(meet, tasks):
        found[number] += meetings
        progress(len(meetings))
    lines = []
    for spec, meetings in zip(opponents, found, strict=True):
        wins = [meeting.win for meeting in sorted(meetings, key=lambda meeting: meeting.deal)]
        interval = share_interval(wins, sorted(meeting.deal for meeting in meetings))
        lines.append(Confirmed(spec, len(wins), float(np.mean(wins)), interval))
    return lines


def confirmed_games(game: Game, settings: Settings, deals: int) -> int:
    """How many games that takes."""
    return len({OWN, *settings.opponents}) * deals * game.players


def tune(
    tuner: Tuner,
    generations: int,
    minutes: float | None,
    work: Callable[..., Any],
    progress: Callable[[int], None],
    learned: Callable[[], None],
) -> None:
    """Try generations until there are so many, or so many minutes are over; `learned` is called after each."""
    get_ready(tuner.game, [make_agent(spec) for spec in tuner.head.settings.opponents])
    end = float("inf") if minutes is None else time.monotonic() + 60 * minutes
    while len(tuner.history) < generations and time.monotonic() < end:
        tuner.generation(work, progress)
        learned()


def _parts(deals: list[int]) -> list[list[int]]:
    return [deals[start : start + DEALS_PER_TASK] for start in range(0, len(deals), DEALS_PER_TASK)]
