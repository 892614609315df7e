"""What a card causes: each deal is played as it is, and again with the card in a seat's opening hand.

In place of a card that chance has dealt to the seat (drawn by the number of the deal) it is dealt another one; the two cards change
places, so whoever else would have got that one gets the other. All else is equal: the deal, the agents and their randomness, and what
everybody draws, where the game lets everybody draw in an order of his own. A deal in which the seat holds the card anyway tells nothing and
is left out. The deal as it is serves all cards. A third game of each deal, with money for the seat, tells how much of it a card is worth.

What chance lays out for all (a colony tile, a bounty) takes the place of another one in the same way, and a board that of the options' one;
then what counts is not how a seat fares but how long the game is, what wins it, and whether it helps who begins.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from regolith import envs
from regolith.agents import make_agent
from regolith.benchmarks import parallel
from regolith.benchmarks.findings import TURN_ORDER
from regolith.benchmarks.matches import Played, get_ready, play, tireless
from regolith.benchmarks.results import read_effect
from regolith.benchmarks.tables import EFFECT_SCHEMA
from regolith.benchmarks.worlds import AS_DEALT, World, exchange, seat_of, start_of, with_money
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.experiment import boards_of, experiment_of, money_of
from regolith.envs.core.game import Game

Row = dict[str, Any]
DEALS_PER_TASK = 8
NOTHING_TOLD = "{}"
MOST_GAMES = 3_000_000
"""That can be planned ahead in little memory."""


@dataclass(frozen=True)
class Effects:
    """What is measured: in which worlds, on which deals, with how much money beside (None: as much as is usual), and who plays."""

    game: Game
    agent: str
    measured: tuple[World, ...]
    money: int | None
    deals: int
    first_deal: int = 0

    def __post_init__(self) -> None:
        money = experiment_of(self.game).money
        if self.money is not None:
            most = money_of(self.game)
            if not 1 <= self.money <= most.most:
                raise RegolithError(f"the money must lie between 1 and {most.most} {most.name}, not {self.money}")
        if (games := len(self.worlds()) * self.deals) > MOST_GAMES:
            raise RegolithError(
                f"{games:,} games are too many for one run, which may have {MOST_GAMES:,}: name fewer deals"
            )
        tireless(make_agent(self.agent)).check(self.game)
        if not self.measured and money is None:
            raise RegolithError(
                f"name something to measure: nobody can be given anything at the start of {self.game!r}"
            )

    @property
    def paid(self) -> World | None:
        """The world with money; None if there is none to give, or nothing to be worth it."""
        money = experiment_of(self.game).money
        if money is None or (self.measured and all(world.for_all for world in self.measured)):
            return None
        return with_money(self.game, self.money or money.usual)

    def worlds(self) -> list[World]:
        """The deals as they are, with money, and all that is measured."""
        return [World(AS_DEALT), *([] if self.paid is None else [self.paid]), *self.measured]

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
        """Those rows that a report with this money is about: of all things and boards that were measured, these or others."""
        things = [thing.name for thing in experiment_of(self.game).things]
        paid = [] if self.paid is None else [self.paid.name]
        return rows.filter(pl.col("world").is_in([AS_DEALT, *paid, *things, *boards_of(self.game)]))

    def known_rows(self, path: Path) -> pl.DataFrame | None:
        """The rows of an earlier, perhaps interrupted, run; None if there is none."""
        return read_effect(path, self.game, self.mark, self.agent)


def play_task(
    game_name: str, options: dict[str, Any], run: str, mark: str, agent: str, world: World, deals: list[int]
) -> list[Row]:
    """Play some deals of one world (this runs in a worker process)."""
    game, player = envs.game(game_name, **options), make_agent(agent)
    played_game, experiment = world.game(game), experiment_of(game)
    thing = world.thing
    exchanges = {} if thing is None else {deal: exchange(game, deal, thing) for deal in deals}
    played = [deal for deal in deals if thing is None or exchanges[deal] is not None]
    starts = [start_of(game, deal, world, exchanges.get(deal)) for deal in played]
    tallied = thing is not None and not thing.for_all and experiment.tallied
    lineups = [[player] * game.players] * len(played)
    found = dict(zip(played, play(played_game, played, lineups, tallied, starts), strict=True)) if played else {}
    names = {number: other.name for other in experiment.things for number in other.copies}
    rows = []
    for deal in deals:
        seat, result, exchanged = seat_of(game, deal), found.get(deal), exchanges.get(deal)
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
            "instead_of": world.name if result is None else "" if exchanged is None else names[exchanged.other],
            "with_another": exchanged is not None and exchanged.with_another,
            **_outcome(result, seat),
            "played": False,
            "game_numbers": NOTHING_TOLD,
        }
        if result is not None and exchanged is not None and not world.for_all:
            counters = None if result.counters is None else result.counters[seat]
            row["played"] = experiment.played(result.record, counters, seat, exchanged.one)
        if result is not None and (world.for_all or world.name == AS_DEALT):
            row["game_numbers"] = json.dumps(game_numbers(played_game, result))
        rows.append(row)
    return rows


def _outcome(result: Played | None, seat: int) -> Row:
    """How the seat fared, and what all seats had on average; nothing happened in a game that was not played."""
    if result is None:
        names = ("score", "margin", "win", "margin_of_all", "win_of_all")
        return {**dict.fromkeys(names, 0.0), "length": 0}
    seats = range(len(result.scores))
    margins = [result.scores[one] - max((result.scores[k] for k in seats if k != one), default=0.0) for one in seats]
    alone = len(result.scores) == 1
    wins = [float(result.places[0] == 1 and result.end == "finished")] if alone else result.win_shares()
    return {
        "score": result.scores[seat],
        "margin": margins[seat],
        "win": wins[seat],
        "margin_of_all": float(np.mean(margins)),
        "win_of_all": float(np.mean(wins)),
        "length": sum(result.decisions),
    }


def game_numbers(game: Game, result: Played) -> dict[str, int | float]:
    """What can be said of a game without looking at one seat: length, scores, who begins, what the game tells of itself."""
    facts = {name: value for name, value in game.spec.facts(result.record).items() if isinstance(value, (int, float))}
    best, *others = sorted(result.scores, reverse=True)
    told: dict[str, int | float] = {**facts, "decisions of a game": sum(result.decisions), "winning score": best}
    if others:
        first = first_seat(game, result)
        told["score"] = float(np.mean(result.scores))
        told["lead of the winner"] = best - others[0]
        told["win share of the start player"] = result.win_shares()[first]
        told["games cut off"] = float(result.end == "truncated")
    return told


def first_seat(game: Game, result: Played) -> int:
    """Who began: seat 0, unless the game draws the start player and tells the turn order of seats."""
    order = [str(game.spec.seat_facts(result.record, seat).get(TURN_ORDER, "")) for seat in range(len(result.scores))]
    return order.index(min(order))


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
