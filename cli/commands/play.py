"""`regolith play`: a game at the terminal, and `regolith games`: what there is."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from regolith import envs
from regolith.agents import Decisions, make_agent
from regolith.benchmarks.matches import agent_seed
from regolith.cli.arguments import deal_numbers, file, split_rest
from regolith.cli.saving import save
from regolith.envs.core import rng as random
from regolith.envs.core.errors import RegolithError
from regolith.envs.core.replay import Replay

HUMAN = "human"


def command(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="name of the game")],
    agents: Annotated[
        list[str] | None,
        typer.Option("--agents", help="who sits where, in seat order (default: you first, greedy in all other seats)"),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="the deal (default: a new one each time)")] = None,
    out: Annotated[Path | None, typer.Option(help="write a replay there")] = None,
) -> None:
    """Play a game, you against agents, or watch agents play."""
    options, more = split_rest(game, context.args)
    chosen = envs.game(game, **options)
    names = [*(agents or ()), *more] or [HUMAN, *["greedy"] * (chosen.players - 1)]
    if len(names) > chosen.players:
        raise RegolithError(f"{len(names)} players are named but only {chosen.players} sit at the table")
    if len(names) < chosen.players:
        raise RegolithError(
            f"{chosen.players} players sit at the table but only {len(names)} are named: --agents {' '.join(names)} ..."
        )
    seated = [make_agent(name) for name in names]
    for agent in seated:
        agent.check(chosen)
    deal = time.time_ns() % (1 << 31) if seed is None else deal_numbers(seed, 1)
    if out is not None:
        file(out)
    state = chosen.new(deal)
    generators = np.zeros((chosen.players, 1, 4), np.uint32)
    for seat, name in enumerate(names):
        random.seed(generators[seat, 0], agent_seed(deal, seat, name))
    actions: list[int] = []
    told, before = "", None
    try:
        while not state.is_terminal:
            seat = state.current_player
            if news := state.news(before):
                print(news)
            before = state.record.copy()
            if (heading := state.heading()) != told:
                print(heading)
                told = heading
            batch = Decisions(chosen, state.array, np.zeros(1, np.int64), generators[seat])
            action = int(seated[seat].act(batch)[0])
            hidden = HUMAN in names and names[seat] != HUMAN and chosen.spec.secret(state.record)
            print(f"{state.decision_text()}: {'(in secret)' if hidden else state.action_name(action)}")
            state.apply(action)
            actions.append(action)
    except (KeyboardInterrupt, EOFError):
        print("\nstopped")
    if state.is_terminal:
        print("\n" + state.describe())
        for seat, (score, value) in enumerate(zip(state.scores(), state.returns(), strict=True)):
            print(f"{chosen.spec.seat_names[seat]} ({names[seat]}): {score:g} points, result {value:+g}")
    print(f"deal {deal}")
    if out is not None:
        replay = Replay.record(chosen, deal, actions, names)
        save(out.parent, lambda folder: print(f"replay: {replay.save(folder / out.name)}"))


def games_command() -> None:
    """List the games and their options."""
    for name in envs.games():
        spec = envs.spec(name)
        print(f"{name}  ({spec.title}, {spec.env_id})")
        options = spec.options.model_fields
        width = max(map(len, options))
        for field, about in options.items():
            default = "none" if about.default == "" else about.default
            print(f"    --{field:<{width}} {about.description or ''} (default {default})")
