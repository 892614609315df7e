"""What a card causes: each deal is played as it is, and again with the card in a seat's opening hand.

In place of a card that chance has dealt to the seat (drawn by the number of the deal) it is dealt another one; the two cards change
places, so whoever else would have got that one gets the other. All else is equal: the deal, the agents and their randomness, and what
everybody draws, each in an order of his own. A deal in which the seat holds the card anyway tells nothing and is left out. The deal as
it is serves all cards. A third game of each deal, with money for the seat, tells how much of it a card is worth.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from regolith import envs
from regolith.agents import make_agent
from regolith.agents.statistics import Interval, false_discovery_rates, mean_interval, p_value_of_mean
from regolith.benchmarks import parallel
from regolith.benchmarks.matches import Played, get_ready, play, tireless
from regolith.benchmarks.results import read_effect
from regolith.benchmarks.tables import EFFECT_SCHEMA
from regolith.envs.core.card_words import plain, unknown
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.experiment import MOST_MONEY, Experiment, Start, drawn, experiment_of
from regolith.envs.core.game import Game

Array = np.ndarray[Any, Any]
Row = dict[str, Any]
AS_DEALT = "as dealt"
DEALS_PER_TASK = 8
NO_CARD = -1
CONFIDENCE = 0.95


@dataclass(frozen=True)
class World:
    """A way to begin each deal: as it is, with a card in the hand of a seat, or with money for it."""

    name: str
    card: int = NO_CARD
    money: int = 0


@dataclass(frozen=True)
class Effects:
    """What is measured: of which cards, on which deals, with how much money beside, and who plays."""

    game: Game
    agent: str
    cards: tuple[int, ...]
    money: int
    deals: int
    first_deal: int = 0

    def __post_init__(self) -> None:
        experiment = experiment_of(self.game)
        if not 1 <= self.money <= MOST_MONEY:
            raise RegolithError(f"the money must lie between 1 and {MOST_MONEY} {experiment.money}, not {self.money}")
        tireless(make_agent(self.agent)).check(self.game)
        if not experiment.dealt(as_dealt(self.game, self.first_deal)[0], 0):
            raise RegolithError("with these options nobody is dealt anything to choose from before the game")

    def worlds(self) -> list[World]:
        """The deals as they are, with money, and with each of the cards."""
        experiment = experiment_of(self.game)
        cards = [World(experiment.name_of(card), card) for card in self.cards]
        return [World(AS_DEALT), World(f"{self.money} {experiment.money}", money=self.money), *cards]

    @property
    def mark(self) -> str:
        """Another one for other cards, whatever their file is called."""
        return hashlib.blake2b(self.game.template.tobytes(), digest_size=8).hexdigest()

    def wanted(self) -> range:
        return range(self.first_deal, self.first_deal + self.deals)

    def done(self, rows: pl.DataFrame) -> int:
        """How much of what is wanted these rows hold."""
        names = [world.name for world in self.worlds()]
        last = self.first_deal + self.deals - 1
        return rows.filter(pl.col("world").is_in(names) & pl.col("deal").is_between(self.first_deal, last)).height

    def told(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Those rows that a report with this money is about: of all cards that were measured, these or others."""
        experiment, money = experiment_of(self.game), self.worlds()[1].name
        cards = [experiment.name_of(card) for cards in experiment.decks.values() for card in cards]
        return rows.filter(pl.col("world").is_in([AS_DEALT, money, *cards]))

    def known_rows(self, path: Path) -> pl.DataFrame | None:
        """The rows of an earlier, perhaps interrupted, run; None if there is none."""
        return read_effect(path, self.game, self.mark, self.agent)


def named(game: Game, names: list[str]) -> tuple[int, ...]:
    """The numbers of cards by their names."""
    there = {plain(name): number for number, name in _there(game).items()}
    for name in names:
        if plain(name) not in there:
            raise RegolithError(f"{unknown(name, _there(game).values())}; looked for among what these options deal")
    return tuple(dict.fromkeys(there[plain(name)] for name in names))


def every_card(game: Game) -> tuple[int, ...]:
    """Every card that may be dealt with these options."""
    return tuple(_there(game))


def _there(game: Game) -> dict[int, str]:
    experiment, record = experiment_of(game), as_dealt(game, 0)[0]
    held = {deck for deck in experiment.decks if _of_deck(experiment, experiment.dealt(record, 0), deck)}
    return {
        card: experiment.name_of(card)
        for deck, cards in experiment.decks.items()
        for card in cards
        if deck in held and experiment.in_the_game(record, card)
    }


def _of_deck(experiment: Experiment, cards: Any, deck: str) -> list[int]:
    return [card for card in cards if card in experiment.decks[deck]]


def as_dealt(game: Game, deal: int) -> Array:
    """A deal as it is, everybody drawing in an order of his own."""
    states = np.zeros(1, game.spec.dtype)
    Start(apart=True).deal(game, states, deal)
    return states


def seat_of(game: Game, deal: int) -> int:
    """Whom a deal is about: the seats take turns."""
    return deal % game.players


def exchanged(game: Game, deal: int, card: int) -> int:
    """The card that the seat is dealt in that deal in place of which it gets another one; the card itself if it holds it anyway."""
    experiment, seat = experiment_of(game), seat_of(game, deal)
    deck = next(deck for deck, cards in experiment.decks.items() if card in cards)
    hand = _of_deck(experiment, experiment.dealt(as_dealt(game, deal)[0], seat), deck)
    if card in hand or not hand:
        return card
    other = hand[drawn(len(hand), deal, deck)]
    # Some rules about who is dealt what put the card elsewhere.
    states = np.zeros(1, game.spec.dtype)
    Start(swapped=(card, other), apart=True).deal(game, states, deal)
    return other if card in experiment.dealt(states[0], seat) else card


def play_task(
    game_name: str, options: dict[str, Any], run: str, mark: str, agent: str, world: World, deals: list[int]
) -> list[Row]:
    """Play some deals of one world (this runs in a worker process)."""
    game, player = envs.game(game_name, **options), make_agent(agent)
    experiment = experiment_of(game)
    others = {deal: exchanged(game, deal, world.card) if world.card != NO_CARD else NO_CARD for deal in deals}
    played = [deal for deal in deals if world.card == NO_CARD or others[deal] != world.card]
    starts = [_start(game, deal, world, others[deal]) for deal in played]
    results = play(game, played, [[player] * game.players] * len(played), starts=starts) if played else []
    found = dict(zip(played, results, strict=True))
    rows = []
    for deal in deals:
        seat, result = seat_of(game, deal), found.get(deal)
        row: Row = {
            "run": run,
            "game": game.spec.name,
            "env_version": game.spec.version,
            "options": json.dumps(game.options.model_dump(), sort_keys=True),
            "mark": mark,
            "agent": agent,
            "world": world.name,
            "deal": deal,
            "seat": seat,
            "instead_of": "" if world.card == NO_CARD else experiment.name_of(others[deal]),
            **_outcome(result, seat),
        }
        row["played"] = (
            result is not None and world.card != NO_CARD and experiment.played(result.record, seat, world.card)
        )
        rows.append(row)
    return rows


def _start(game: Game, deal: int, world: World, other: int) -> Start:
    if world.card != NO_CARD:
        return Start(swapped=(world.card, other), apart=True)
    money = tuple(world.money if seat == seat_of(game, deal) else 0 for seat in range(game.players))
    return Start(money=money, apart=True)


def _outcome(result: Played | None, seat: int) -> Row:
    """How the seat fared; nothing happened in a game that was not played."""
    if result is None:
        return {"score": 0.0, "margin": 0.0, "win": 0.0, "length": 0}
    score = result.scores[seat]
    others = [other for place, other in enumerate(result.scores) if place != seat]
    win = result.win_shares()[seat] if others else float(result.places[0] == 1 and result.end == "finished")
    return {"score": score, "margin": score - max(others, default=0.0), "win": win, "length": sum(result.decisions)}


def measure(
    effects: Effects,
    workers: int = 2,
    known: pl.DataFrame | None = None,
    progress: Callable[[int, list[Row]], None] = lambda games, rows: None,
) -> pl.DataFrame:
    """Play all worlds, deal by deal side by side; what `known` rows tell is not played again. An interrupt keeps the results so far."""
    rows: list[Row] = known.to_dicts() if known is not None else []
    run = rows[0]["run"] if rows else uuid.uuid4().hex[:12]
    done = {(row["world"], row["deal"]) for row in rows}
    game, tasks = effects.game, []
    for world in effects.worlds():
        todo = [deal for deal in effects.wanted() if (world.name, deal) not in done]
        for part in parallel.batches(todo, workers, DEALS_PER_TASK):
            options = game.options.model_dump()
            tasks.append((game.spec.name, options, run, effects.mark, effects.agent, world, part))
    tasks.sort(key=lambda task: task[6][0])
    progress(effects.done(pl.DataFrame(rows, schema=EFFECT_SCHEMA)), rows)
    try:
        get_ready(game, [make_agent(effects.agent)])
        for new in parallel.run(play_task, tasks, workers) if tasks else ():
            rows += new
            progress(len(new), rows)
    except KeyboardInterrupt:
        pass
    return pl.DataFrame(rows, schema=EFFECT_SCHEMA)


@dataclass(frozen=True)
class Effect:
    """What one world changes, for the seat that it is about."""

    name: str
    deals: int
    played: float
    """In which share of its games the seat has played the card."""
    margin: float
    margin_interval: Interval
    win: float
    win_interval: Interval
    false_discovery: float
    worth: float | None
    """In money; None if the deals do not tell what money is worth."""
    worth_interval: Interval | None
    gain: float
    """Width of the interval of the margin beside that of as many games that are not paired."""


def effects_of(rows: pl.DataFrame, money: World) -> list[Effect]:
    """The effect of money, then those of all cards, the best first."""
    base = rows.filter(pl.col("world") == AS_DEALT).select("deal", "margin", "win")
    worlds = [name for name in rows["world"].unique().sort() if name not in (AS_DEALT, money.name)]
    paid = _paired(rows, base, money.name)
    found, tests = [], []
    for name in [money.name, *worlds]:
        pairs = _paired(rows, base, name)
        if pairs.height < 2:
            continue
        margin, win = ((pairs[f"{what}_there"] - pairs[what]).to_numpy() for what in ("margin", "win"))
        deals = pairs["deal"].to_numpy()
        worth, interval = worth_in_money(pairs, paid, money.money) if name != money.name else (None, None)
        alone = sqrt(pairs["margin"].to_numpy().var() + pairs["margin_there"].to_numpy().var())
        tests.append(p_value_of_mean(margin))
        found.append(
            Effect(
                name=name,
                deals=pairs.height,
                played=float(pairs["played"].to_numpy().mean()),
                margin=float(margin.mean()),
                margin_interval=mean_interval(margin, deals),
                win=float(win.mean()),
                win_interval=mean_interval(win, deals),
                false_discovery=1.0,
                worth=worth,
                worth_interval=interval,
                gain=float(margin.std()) / alone if alone else 1.0,
            )
        )
    rates = false_discovery_rates(tests)
    rated = [Effect(**{**vars(one), "false_discovery": float(rate)}) for one, rate in zip(found, rates, strict=True)]
    return sorted(rated, key=lambda one: (one.name != money.name, -one.margin))


def _paired(rows: pl.DataFrame, base: pl.DataFrame, name: str) -> pl.DataFrame:
    """The games of a world beside those of the same deals as they are."""
    there = rows.filter((pl.col("world") == name) & (pl.col("instead_of") != name))
    there = there.select("deal", "played", margin_there="margin", win_there="win")
    return base.join(there, on="deal").sort("deal")


def worth_in_money(pairs: pl.DataFrame, paid: pl.DataFrame, money: int) -> tuple[float | None, Interval | None]:
    """How much money changes the margin as much as the card does, with Fieller's interval; None where money has no sure effect."""
    both = pairs.select("deal", card=pl.col("margin_there") - pl.col("margin")).join(
        paid.select("deal", one=(pl.col("margin_there") - pl.col("margin")) / money), on="deal"
    )
    if both.height < 3:
        return None, None
    card, one = both["card"].to_numpy(), both["one"].to_numpy()
    a, b, count = float(card.mean()), float(one.mean()), len(card)
    (var_a, cov), (_, var_b) = np.cov(card, one) / count
    squared = float(stats.t.ppf(0.5 + CONFIDENCE / 2.0, count - 1)) ** 2
    leading = b * b - squared * var_b
    if leading <= 0.0:
        return None, None
    middle = a * b - squared * cov
    root = sqrt(max(0.0, middle * middle - leading * (a * a - squared * var_a)))
    return a / b, Interval((middle - root) / leading, (middle + root) / leading)
